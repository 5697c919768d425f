"""Many games of the same seats: each from its own seed, in any number of processes, always the same games in order.

`boomtown simulate` runs these. A game's streams are derived from its seed alone, so neither the number of processes nor
what was played before changes it.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import bots
from arena.random_play import play_random_seats
from arena.sharing import share_out
from engine import BoomtownError, Game, State, Stream, derive
from engine.records import build_record, dump

# Games per task. A task should outweigh its way between processes, some 0.3 ms: a random game takes 0.02 ms, recorded
# 5 ms, any other bot's game longer; with 16 random games to a task two processes were slower than one.
RANDOM_CHUNK = 512
RECORDED_CHUNK = 4


@dataclass(frozen=True)
class Series:
    """What is played: a game, a bot spec per seat, the seed of it all, and what records keep (None: no record)."""

    game: Game
    seats: tuple[str, ...]
    seed: int
    snapshots: str | None = None


class Played(NamedTuple):
    """Finished games in a row: how many, and the sums of their moves, of each seat's score and shares of the victory;
    their record lines."""

    n_games: int
    n_moves: int
    scores: list[float]
    shares: list[float]
    line: str | None


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0) of a series: 53 bits, which every reader of JSON takes exactly."""
    return derive(seed, "game", number) & ((1 << 53) - 1)


def play_game(game: Game, seats: tuple[str, ...], seed: int) -> tuple[list[int], State]:
    """Plays one game to its end; returns its moves, chance included, and the last state. A bot that fails ends it."""
    state, dice = game.new(), Stream(seed, "dice")
    streams = [Stream(seed, "bot", seat) for seat in range(game.n_seats)]
    if set(seats) == {"random"}:
        return play_random_seats(state, dice, streams), state
    players = [_seated(game, spec, seat) for seat, spec in enumerate(seats)]
    moves: list[int] = []
    while (mover := state.mover) is not None:
        move = state.roll(dice) if mover == -1 else _asked(players[mover], seats[mover], state, mover, streams[mover])
        moves.append(move)
        state.apply(move)
    return moves, state


def _seated(game: Game, spec: str, seat: int) -> bots.Bot:
    try:
        return bots.make(spec, game, seat)
    except bots.SpecError:
        raise
    except (Exception, SystemExit) as fault:  # anybody's bot, any fault
        raise BoomtownError(f"bot {spec} in seat {seat} cannot be made: {_told(fault)}") from fault


def _asked(bot: bots.Bot, spec: str, state: State, seat: int, rng: Stream) -> int:
    """The bot's move, checked."""
    try:
        return bots.ask(bot, state.observe(seat), state.legal(), rng)
    except bots.WrongAnswer as wrong:
        raise BoomtownError(f"bot {spec} in seat {seat} {wrong}") from None
    except (Exception, SystemExit) as fault:
        raise BoomtownError(f"bot {spec} in seat {seat} raised {_told(fault)}") from fault


def _told(fault: BaseException) -> str:
    """An exception in one line, with the place it came from."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return " ".join(f"{type(fault).__name__}: {fault} ({last.filename}:{last.lineno})".split())


def play_series(series: Series, n_games: int, jobs: int = 1) -> Iterator[Played]:
    """Plays games 0 to n_games - 1 and yields them in that order, some at a time."""
    size = 1
    if set(series.seats) == {"random"}:
        size = RANDOM_CHUNK if series.snapshots is None else RECORDED_CHUNK
        size = max(1, min(size, n_games // (2 * jobs)))  # few games are shared out too
    yield from share_out(partial(_play_nth, series, n_games, size), -(-n_games // size), jobs)


def _play_nth(series: Series, n_games: int, size: int, k: int) -> Played:
    return _play_chunk(series, range(k * size, min((k + 1) * size, n_games)))


def _play_chunk(series: Series, numbers: range) -> Played:
    n_moves, lines = 0, []
    scores, shares = [0.0] * series.game.n_seats, [0.0] * series.game.n_seats
    for number in numbers:
        seed = game_seed(series.seed, number)
        moves, state = play_game(series.game, series.seats, seed)
        n_moves += len(moves)
        scores = [a + b for a, b in zip(scores, state.scores(), strict=True)]
        shares = [a + b for a, b in zip(shares, state.result(), strict=True)]
        if series.snapshots is not None:
            record = build_record(series.game, moves, seed=seed, seats=series.seats, snapshots=series.snapshots)
            lines.append(dump(record))
    return Played(len(numbers), n_moves, scores, shares, "".join(lines) if series.snapshots is not None else None)
