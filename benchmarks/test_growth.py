"""How cost grows: with players, rounds, rules, threads, simulations and the size of a tournament."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import bots
from arena.bench import figures
from arena.executor import LocalExecutor
from arena.series import Series, play_series
from arena.store import Store
from arena.tasks import Conditions
from arena.tournament import Settings, Tournament
from engine import Stream, new_game
from engine.planet_steam.settings import RULES
from engine.playout import play_many

N_GAMES = 100


@pytest.mark.benchmark(group="players: 100 random games")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players(benchmark: BenchmarkFixture, players: int) -> None:
    game = new_game(players=players)
    benchmark(play_many, game, Stream(1, "bench"), N_GAMES)


@pytest.mark.benchmark(group="rounds: 100 random games of 4")
@pytest.mark.parametrize("rounds", range(1, 8))
def test_rounds(benchmark: BenchmarkFixture, rounds: int) -> None:
    board = {**new_game(players=4).header()["board"], "rounds": rounds}
    benchmark(play_many, new_game(players=4, board=board), Stream(1, "bench"), N_GAMES)


@pytest.mark.benchmark(group="rules: 100 random games of 4")
@pytest.mark.parametrize("rules", [(), *((rule,) for rule in RULES), ("expert",), ("all",)], ids=",".join)
def test_rules(benchmark: BenchmarkFixture, rules: tuple[str, ...]) -> None:
    game = new_game(players=4, rules=rules)
    benchmark.extra_info["moves"] = play_many(game, Stream(1, "bench"), N_GAMES)
    benchmark(play_many, game, Stream(1, "bench"), N_GAMES)


@pytest.mark.benchmark(group="threads: 1,000 random games each")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads(benchmark: BenchmarkFixture, threads: int) -> None:
    game = new_game(players=4)
    streams = [Stream(1, "bench", k) for k in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        benchmark(lambda: list(pool.map(lambda rng: play_many(game, rng, 1000), streams)))


@pytest.mark.benchmark(group="simulations and threads: one decision")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("sims", [125, 500, 2000, 8000])
def test_simulations(benchmark: BenchmarkFixture, sims: int, threads: int) -> None:
    state = figures.opening(new_game(players=4))
    bot = bots.make(f"mcts:sims={sims},even=true,keep=false,threads={threads}", state.game, state.mover)
    seen, legal, rng = state.observe(state.mover), state.legal(), Stream(1, "bench")

    def run() -> None:
        bot.choose(seen, legal, bots.Budget(), rng)
        bot.plan = []

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="size: random games through `simulate`")
@pytest.mark.parametrize("games", [10, 100, 1000, 10_000])
def test_number_of_games(benchmark: BenchmarkFixture, games: int) -> None:
    series = Series(new_game(players=4), ("random",) * 4, seed=1)
    benchmark.pedantic(lambda: list(play_series(series, games)), rounds=3)


@pytest.mark.benchmark(group="tournament size: random against greedy")
@pytest.mark.parametrize("games", [24, 96, 384])
def test_tournament_size(benchmark: BenchmarkFixture, games: int, tmp_path: Path) -> None:
    conditions = Conditions(new_game(players=4).header())
    numbers = count()
    with LocalExecutor(conditions, 1) as executor:

        def run() -> None:
            number = next(numbers)
            settings = Settings(("random", "greedy"), 4, conditions, seed=number, games=games)
            with Store(tmp_path / str(number), writes=True, create=True) as store:
                Tournament(settings, store).run(executor, lambda state: None)

        benchmark.pedantic(run, rounds=2, warmup_rounds=1)


@pytest.mark.benchmark(group="jobs: 20,000 random games through `simulate`")
@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs(benchmark: BenchmarkFixture, jobs: int) -> None:
    series = Series(new_game(players=4), ("random",) * 4, seed=1)
    benchmark.pedantic(lambda: list(play_series(series, 20_000, jobs)), rounds=2)
