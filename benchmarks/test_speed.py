"""What single calls cost: the figures of `boomtown bench`, with pytest-benchmark's statistics. All seeds are fixed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import bots
from arena.bench import figures
from arena.bench.loops import Positions, bare_move_ns, draw_ns
from arena.bench.signature import signature
from arena.series import Series, play_series
from engine import Batch, Game, Stream, new_game
from engine.games import game_names, game_type
from engine.playout import perft, play_many

ROUNDS = 5  # over all positions, in one call of a compiled loop


VARIANTS = {
    f"{name}-{variant.label}": (name, variant.settings) for name in game_names() for variant in game_type(name).measured
}


@pytest.fixture(scope="module", params=sorted(VARIANTS))
def game(request: pytest.FixtureRequest) -> Game:
    name, settings = VARIANTS[request.param]
    return new_game(name, **settings)


@pytest.fixture(scope="module")
def positions(game: Game) -> Positions:
    return Positions(game)


@pytest.mark.benchmark(group="100 random games")
def test_playouts(benchmark: BenchmarkFixture, game: Game) -> None:
    benchmark(play_many, game, Stream(1, "bench"), 100)


@pytest.mark.benchmark(group="100,000 steps of a batch")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("shown", ["nothing", "observation and legal actions"])
def test_batch(benchmark: BenchmarkFixture, game: Game, shown: str, threads: int) -> None:
    is_shown = shown != "nothing"
    batch = Batch(game, 1000, seed=1, threads=threads, observation=is_shown, legal="list" if is_shown else None)
    benchmark(batch.step_random, 100)


@pytest.mark.benchmark(group="calls of the contract")
@pytest.mark.parametrize("call", figures.CALLS)
def test_call(benchmark: BenchmarkFixture, positions: Positions, call: str) -> None:
    benchmark.extra_info["ns_per_call"] = getattr(positions, call)(ROUNDS)
    benchmark(getattr(positions, call), 1)


@pytest.mark.benchmark(group="a random game through the Python face")
def test_python_face(benchmark: BenchmarkFixture, game: Game) -> None:
    seeds: Iterator[int] = count()
    benchmark(lambda: figures.play_in_python(game, next(seeds)))


@pytest.mark.benchmark(group="legal moves in notation")
def test_notation(benchmark: BenchmarkFixture, positions: Positions) -> None:
    states = positions.states_at()[:100]
    benchmark(lambda: [state.moves() for state in states])


@pytest.mark.benchmark(group="perft")
def test_perft(benchmark: BenchmarkFixture, positions: Positions) -> None:
    state = positions.states_at()[10]
    benchmark(perft, state, 2)


@pytest.mark.benchmark(group="search, 200 simulations")
@pytest.mark.parametrize("spec", figures.SEARCHES.values())
def test_search(benchmark: BenchmarkFixture, game: Game, spec: str) -> None:
    benchmark(_searching(game, spec, sims=200))


def _searching(game: Game, spec: str, sims: int):
    state = figures.opening(game)
    bot = bots.make(spec, game, state.mover)
    seen, legal, rng, budget = state.observe(state.mover), state.legal(), Stream(1, "bench"), bots.Budget(sims=sims)

    def run() -> None:
        bot.choose(seen, legal, budget, rng)
        bot.plan = []

    return run


@pytest.mark.benchmark(group="50 random games through `simulate`")
def test_simulate(benchmark: BenchmarkFixture, game: Game) -> None:
    series = Series(game, ("random",) * game.n_seats, seed=1)
    benchmark(lambda: list(play_series(series, 50)))


@pytest.mark.benchmark(group="floors")
@pytest.mark.parametrize("floor", [draw_ns, bare_move_ns])
def test_floor(benchmark: BenchmarkFixture, floor) -> None:
    benchmark.extra_info["ns_per_call"] = floor(ROUNDS)
    benchmark(floor, 1)


@pytest.mark.benchmark(group="signature")
def test_signature(benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(signature, args=(game_names(),), rounds=1)
