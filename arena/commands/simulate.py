"""`boomtown simulate`: plays games between bots, records them, says how fast."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import click
from tqdm import tqdm  # type: ignore[import-untyped]

import bots
from arena.face import face_of
from arena.options import GameChoice, WholeNumber, game_command
from arena.series import Played, Series, play_series
from engine import Game
from engine.records import SNAPSHOTS, RecordWriter


@game_command(
    epilog="""\b
Examples:
  boomtown simulate --games 100 --players 4 --seed 1
  boomtown simulate --games 20 --game planet-steam --rules expert --record games.jsonl
  boomtown simulate --games 10 --bot greedy --bot random --snapshots every --record duel.jsonl
"""
)
@click.option("--games", type=WholeNumber(min=1), default=1, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--bot", "specs", multiple=True, metavar="SPEC", help="Seats 0, 1, ...; the rest play random. See `boomtown bots`."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the games to a file; one that is there becomes FILE.old.",
)
@click.option("--snapshots", type=click.Choice(SNAPSHOTS), default="round", help="What records keep (default round).")
@click.option("--jobs", type=WholeNumber(min=1), default=1, help="Processes (default 1); the games stay the same.")
def simulate(
    games: int,
    choice: GameChoice,
    seed: int,
    specs: tuple[str, ...],
    record: Path | None,
    snapshots: str,
    jobs: int,
) -> None:
    """Play games between bots and print their number, moves and speed."""
    game = choice.new()
    seats = fill_seats(game, specs)
    series = Series(game, seats, seed, snapshots if record else None)
    tally = Tally(game, seats)
    tqdm.monitor_interval = 0  # no watching thread: workers can be forked
    with ExitStack() as stack:
        writer = None
        if record is not None:  # before the first game is played
            writer = stack.enter_context(RecordWriter(record))
        started = time.perf_counter()
        bar = stack.enter_context(tqdm(total=games, unit="game", disable=None))
        for played in play_series(series, games, jobs):
            tally.add(played)
            bar.update(played.n_games)
            if writer is not None and played.line is not None:
                writer.write(played.line)
        seconds = time.perf_counter() - started
    click.echo(tally.text(seconds))
    if record:
        click.echo(f"written to {record}")


def fill_seats(game: Game, specs: tuple[str, ...]) -> tuple[str, ...]:
    """A spec per seat: those given, in order, then `random`."""
    if len(specs) > game.n_seats:
        raise click.UsageError(f"{len(specs)} bots for {game.n_seats} seats: give at most {game.n_seats}")
    parsed = [bots.parse_spec(spec) for spec in specs]
    for spec in parsed:
        spec.check(game)
    given = list(map(str, parsed))
    return tuple(given + ["random"] * (game.n_seats - len(given)))


class Tally:
    """Sums over games, and their report."""

    def __init__(self, game: Game, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.score_name = face_of(game).score_alias or "score"
        self.won = "won" if game.n_seats > 1 else "mean share"
        self.n_games = 0
        self.n_moves = 0
        self.scores = [0.0] * len(seats)
        self.shares = [0.0] * len(seats)

    def add(self, played: Played) -> None:
        self.n_games += played.n_games
        self.n_moves += played.n_moves
        for seat in range(len(self.seats)):
            self.scores[seat] += played.scores[seat]
            self.shares[seat] += played.shares[seat]

    def text(self, seconds: float) -> str:
        speed = self.n_moves / max(seconds, 1e-9)
        lines = [f"{self.n_games:,} game{'s' * (self.n_games != 1)}, {self.n_moves:,} moves, {speed:,.0f} moves/s"]
        for seat, name in enumerate(self.seats):
            won, score = self.shares[seat] / self.n_games, self.scores[seat] / self.n_games
            lines.append(f"seat {seat} {name}: {self.won} {won:.1%}, mean {self.score_name} {score:.1f}")
        return "\n".join(lines)
