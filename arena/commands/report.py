"""`boomtown report`: one HTML page about a tournament or recorded games, that works offline."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.options import GameChoice, WholeNumber, record_command
from arena.report import write_report
from arena.running import canonical, load_settings
from arena.wording import counted
from engine.games import remade
from engine.records import game_of, read_records


@record_command(
    epilog="""\b
Examples:
  boomtown report tournaments/20260101-120000
  boomtown report trial --out trial.html --replays 100 --anchor heuristic
  boomtown report games.jsonl          with what `boomtown analyse` found
"""
)
@click.argument("source", type=click.Path(path_type=Path), metavar="DIR|FILE")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PAGE",
    help="Default: DIR/report.html or FILE.html.",
)
@click.option(
    "--replays",
    type=WholeNumber(min=0),
    default=2000,
    show_default=True,
    help="At most this many games can be replayed in the page (a game of 400 moves takes about 5 KB).",
)
@click.option("--anchor", metavar="BOT", help="Whose rating is fixed (default: the tournament's anchor).")
@click.option("--quiet", is_flag=True, help="No progress.")  # fmt: skip
def report(source: Path, out: Path | None, replays: int, anchor: str | None, quiet: bool, choice: GameChoice) -> None:
    """Write a page with the ratings, figures and replays of the tournament in DIR, or of the records in FILE.

    The options that choose a game are checked against what is there.
    """
    path = out or (source / "report.html" if source.is_dir() else source.with_name(f"{source.name}.html"))
    players = _players(source, choice)
    if anchor is not None and anchor not in players:
        if source.is_dir():
            anchor = canonical(anchor)
        if anchor not in players:
            raise click.UsageError(f"the anchor {anchor} does not play; use {', '.join(players)}")
    with tqdm(unit="game", disable=quiet or None, file=sys.stderr) as bar:

        def tick(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        n_replays = write_report(source, path, max_replays=replays, anchor=anchor, tick=tick)
    click.echo(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {counted(n_replays, 'game')} to replay")


def _players(source: Path, choice: GameChoice) -> list[str]:
    """Who plays in a tournament's folder or a record file."""
    if source.is_dir():
        settings = load_settings(source)
        choice.expect(remade(settings.conditions.game), str(source))
        return list(dict.fromkeys(settings.bots))
    found: dict[str, None] = {}
    for line, record in read_records(source):
        choice.expect(game_of(record, f"{source}:{line}"), f"{source}:{line}")
        found.update(dict.fromkeys(record["seats"]))
    return list(found)
