"""Many games of the same seats: each from its own seed, in any number of processes, always the same games in order.

`boomtown simulate` runs these. A game's streams are derived from its seed alone, so neither the number of processes nor
what was played before changes it.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import bots
from arena.random_play import play_random_seats
from engine import Game, State, Stream, derive
from engine.records import build_record, dump

CHUNK = 16  # games per task: some 10 ms of random play, so that a chunk outweighs its way between processes
CHUNKS_AHEAD = 4  # per process: what may wait for its turn to be written, so that memory stays bounded
NO_BUDGET = bots.Budget()


@dataclass(frozen=True)
class Batch:
    """What is played: a game, a bot spec per seat, the seed of it all, and what records keep (None: no record)."""

    game: Game
    seats: tuple[str, ...]
    seed: int
    snapshots: str | None = None


class Played(NamedTuple):
    """One finished game: its number of moves, each seat's wealth and share of the victory, its record line."""

    n_moves: int
    wealth: list[float]
    shares: list[float]
    line: str | None


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0) of a batch: 53 bits, which every reader of JSON takes exactly."""
    return derive(seed, "game", number) & ((1 << 53) - 1)


def play_game(game: Game, seats: tuple[str, ...], seed: int) -> tuple[list[int], State]:
    """Plays one game to its end; returns its moves, chance included, and the last state."""
    state, dice = game.new(), Stream(seed, "dice")
    streams = [Stream(seed, "bot", seat) for seat in range(game.n_seats)]
    if set(seats) == {"random"}:
        return play_random_seats(state, dice, streams), state
    players = [bots.make(spec, game, seat) for seat, spec in enumerate(seats)]
    moves: list[int] = []
    while (mover := state.mover) is not None:
        if mover == -1:
            move = state.roll(dice)
        else:
            legal = state.legal()
            move = players[mover].choose(state.observe(mover), legal, NO_BUDGET, streams[mover])
            if move not in legal:
                raise RuntimeError(f"bot {seats[mover]} chose a move that is not legal: {game.text(move)}")
        moves.append(move)
        state.apply(move)
    return moves, state


def play_batch(batch: Batch, n_games: int, jobs: int = 1) -> Iterator[Played]:
    """Plays games 0 to n_games - 1 and yields them in that order."""
    chunks = [range(first, min(first + CHUNK, n_games)) for first in range(0, n_games, CHUNK)]
    if jobs == 1:
        for chunk in chunks:
            yield from _play_chunk(batch, chunk)
        return
    # spawned, not forked: a fork would copy the progress bar's thread in whatever state it is
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts) as pool:
        waiting: deque[Future[list[Played]]] = deque()
        try:
            for chunk in chunks:
                waiting.append(pool.submit(_play_chunk, batch, chunk))
                if len(waiting) > jobs * CHUNKS_AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one should react."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(batch: Batch, numbers: range) -> list[Played]:
    return [_play_number(batch, number) for number in numbers]


def _play_number(batch: Batch, number: int) -> Played:
    seed = game_seed(batch.seed, number)
    moves, state = play_game(batch.game, batch.seats, seed)
    line = None
    if batch.snapshots is not None:
        line = dump(build_record(batch.game, moves, seed=seed, seats=batch.seats, snapshots=batch.snapshots))
    return Played(len(moves), state.scores(), state.result(), line)
