"""The figures of one game: how fast it is listed, played, copied, sampled, searched and run through the arena.

`boomtown bench` and `benchmarks/` call it. Figures are the best of many runs of a millisecond or so by the clock on the
wall: some of them go undisturbed on a busy machine too. (Processor time is not exact over so short a time: it showed
rates up to 40% too high.) Only a search needs longer runs and is measured in processor time, unless it has two threads.
All seeds are fixed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import bots
from arena.bench.loops import Positions, bare_move_ns, draw_ns
from arena.executor import LocalExecutor
from arena.processes import n_cores
from arena.series import Series, play_series
from arena.store import Store
from arena.tasks import Conditions
from arena.tournament import Settings, Tournament
from engine import Game, State, Stream
from engine.games import described
from engine.playout import perft, play_many

Clock = Callable[[], float]

GAMES_PER_RUN = 200  # some 2 ms of compiled playouts
GAMES_IN_PYTHON = 10
PERFT_POSITIONS = 256  # with 16, one wide tree decided the figure: it moved by half with the games that were drawn
PERFT_DEPTH = 3
SIMS_PER_RUN = 1000
OPENING = 100  # moves
WIDE = 10  # legal moves


CALLS = ("copy_ns", "memcpy_ns", "legal_ns", "apply_ns", "roll_ns", "observe_ns", "sample_ns", "knowledge_ns")

# Key of a figure, and the bot that it times. All search from the same opening, each time afresh.
SEARCHES = {
    "sims_per_second": "mcts:keep=false,even=true",
    "sims_per_second_full_playouts": "mcts:keep=false,even=true,horizon=0",
    "sims_per_second_one_round": "mcts:keep=false,even=true,horizon=1",
    "sims_per_second_random": "mcts:keep=false,even=true,guided=false",
}
TWO_THREADS = "mcts:keep=false,even=true,threads=2"


def best_rate(run: Callable[[], int], seconds: float, clock: Clock = time.perf_counter) -> float:
    """Units of work per second, in the best of the runs that fit into so many seconds; `run` returns its units."""
    run()  # caches and the branch predictor warm up
    best, end = 0.0, clock() + seconds
    while True:
        start = clock()
        n = run()
        now = clock()
        best = max(best, n / max(now - start, 1e-9))
        if now >= end:
            return best


def measure(game: Game, seconds: float) -> Iterator[dict[str, float]]:
    """All figures of a game, some at a time; each takes about `seconds`."""
    positions = Positions(game)
    moves, games = playouts(game, seconds)
    yield {"moves_per_second": moves, "games_per_second": games}
    yield {"moves_per_second_all_cores": parallel_playouts(game, seconds, n_cores())}
    yield calls(positions, seconds)
    yield {"state_bytes": game.state_size}
    yield {"python_moves_per_second": python_moves(game, seconds)}
    yield {"notation_ns": notation_ns(positions.states_at(), seconds)}
    yield {"perft_nodes_per_second": perft_nodes(positions, seconds)}
    yield from searches(game, seconds)
    yield {"simulate_games_per_second": simulated_games(game, seconds)}
    yield {"arena_games_per_second": arena_games(game, seconds)}


def playouts(game: Game, seconds: float) -> tuple[float, float]:
    """Moves and games per second of compiled random playouts on one core."""
    rng, n_moves = Stream(1, "bench"), []

    def run() -> int:
        n_moves.append(play_many(game, rng, GAMES_PER_RUN))  # always new games: known ones are foreseen, 15% faster
        return n_moves[-1]

    rate = best_rate(run, seconds)
    return rate, rate * GAMES_PER_RUN * len(n_moves) / sum(n_moves)


def parallel_playouts(game: Game, seconds: float, n_threads: int) -> float:
    """Moves per second of compiled random playouts on so many cores together."""
    streams = [Stream(1, "bench", thread) for thread in range(n_threads)]
    with ThreadPoolExecutor(n_threads) as pool:

        def run() -> int:
            jobs = [pool.submit(play_many, game, stream, 5 * GAMES_PER_RUN) for stream in streams]
            return sum(job.result() for job in jobs)

        return best_rate(run, seconds)


def calls(positions: Positions, seconds: float) -> dict[str, float]:
    """Nanoseconds per call of the contract, over fixed positions."""
    best = dict.fromkeys(CALLS, float("inf"))
    end = time.perf_counter() + seconds * len(CALLS)
    while True:  # in turns: a disturbance hits all of them, and ratios stay right
        for key in CALLS:
            best[key] = min(best[key], getattr(positions, key)(3))
        if time.perf_counter() >= end:
            return best


def floors() -> dict[str, float]:
    """What no engine can go below: the random generator, and a bare loop that picks and plays. (memcpy: in `calls`.)"""
    return {"random_ns": draw_ns(20), "bare_move_ns": bare_move_ns(20)}


def python_moves(game: Game, seconds: float) -> float:
    """Moves per second through the Python face with integer moves: mover, legal, pick, apply."""
    return best_rate(lambda: sum(play_in_python(game, seed) for seed in range(GAMES_IN_PYTHON)), seconds)


def play_in_python(game: Game, seed: int) -> int:
    state, dice, below, n = game.new(), Stream(seed, "dice"), Stream(seed, "picks").below, 0
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
        else:
            legal = state.legal()
            state.apply(legal[below(len(legal))])
        n += 1
    return n


def notation_ns(states: list[State], seconds: float) -> float:
    """Listing the legal moves of a position in notation, from Python."""
    some = states[:500]

    def run() -> int:
        for state in some:
            state.moves()
        return len(some)

    return 1e9 / best_rate(run, seconds)


def perft_nodes(positions: Positions, seconds: float) -> float:
    """Leaves of move trees of depth 3 per second, over fixed positions."""
    states = positions.states_at()
    roots = states[:: max(1, len(states) // PERFT_POSITIONS)]
    return best_rate(lambda: sum(perft(state, PERFT_DEPTH) for state in roots), seconds)


def opening(game: Game) -> State:
    """The first position with ten moves to choose from or, in a small game, the widest of its first ones."""
    state = widest = game.new()
    n_most = 0
    for _ in range(OPENING):
        if state.is_over or n_most >= WIDE:
            break
        if state.mover != -1 and len(state.legal()) > n_most:
            widest, n_most = state.copy(), len(state.legal())
        state.apply(state.legal()[0])
    return widest


def searches(game: Game, seconds: float) -> Iterator[dict[str, float]]:
    """Simulations per second from the opening, one thread each; and of the default search with two threads."""
    state = opening(game)
    for key, spec in SEARCHES.items():
        yield {key: simulations(state, spec, seconds)}
    yield {"sims_per_second_2_threads": simulations(state, TWO_THREADS, seconds, time.perf_counter)}


def simulations(state: State, spec: str, seconds: float, clock: Clock = time.process_time) -> float:
    """Simulations per second of a searching bot in a position."""
    assert state.mover is not None
    bot = bots.make(spec, state.game, state.mover)
    seen, legal, rng = state.observe(state.mover), state.legal(), Stream(1, "bench")
    n_sims = SIMS_PER_RUN
    budget = bots.Budget(sims=n_sims)

    def run() -> int:
        bot.choose(seen, legal, budget, rng)
        bot.plan = []  # type: ignore[attr-defined]  # or the next call would only carry out this one's plan
        return n_sims

    # runs long enough to outweigh starting threads, short enough to have several
    n_sims = max(SIMS_PER_RUN, int(best_rate(run, 0.0, clock) * seconds / 4))
    budget = bots.Budget(sims=n_sims)
    return best_rate(run, seconds, clock)


def simulated_games(game: Game, seconds: float) -> float:
    """Games per second of `boomtown simulate` with random bots, one process, nothing recorded."""
    series = Series(game, ("random",) * game.n_seats, seed=1)
    return best_rate(lambda: sum(played.n_games for played in play_series(series, 50)), seconds)


def arena_games(game: Game, seconds: float) -> float:
    """Games per second of a tournament, `random` against `greedy`, one worker, everything stored."""
    conditions = Conditions(described(game))
    with LocalExecutor(conditions, 1) as executor, TemporaryDirectory() as folder:

        def rate(number: int, n_games: int) -> float:
            settings = Settings(("random", "greedy:ahead=1"), game.n_seats, conditions, seed=number, games=n_games)
            with Store(Path(folder) / str(number), writes=True, create=True) as store:
                start = time.perf_counter()
                Tournament(settings, store).run(executor, lambda state: None)
                return n_games / (time.perf_counter() - start)

        rate(0, 4)  # the worker starts
        return rate(1, max(24, int(seconds * 300)))
