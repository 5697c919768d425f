"""`boomtown report`: one HTML page about a tournament, that works offline."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.report import write_report
from arena.running import canonical, load_settings
from arena.wording import counted


@click.command(
    epilog="""\b
Examples:
  boomtown report tournaments/20260101-120000
  boomtown report trial --out trial.html --replays 100 --anchor heuristic
"""
)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Default: DIR/report.html."
)
@click.option(
    "--replays",
    type=click.IntRange(min=0),
    default=2000,
    show_default=True,
    help="At most this many games can be replayed in the page (a game of 400 moves takes about 5 KB).",
)
@click.option("--anchor", metavar="BOT", help="Whose rating is fixed (default: the tournament's anchor).")
@click.option("--quiet", is_flag=True, help="No progress.")  # fmt: skip
def report(folder: Path, out: Path | None, replays: int, anchor: str | None, quiet: bool) -> None:
    """Write a page with the ratings, figures and replays of the tournament in DIR."""
    path = out or folder / "report.html"
    bots = list(dict.fromkeys(load_settings(folder).bots))
    if anchor is not None and anchor not in bots:
        anchor = canonical(anchor)
        if anchor not in bots:
            raise click.UsageError(f"the anchor {anchor} does not play; use {', '.join(bots)}")
    with tqdm(unit="game", disable=quiet or None, file=sys.stderr) as bar:

        def tick(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        n_replays = write_report(folder, path, max_replays=replays, anchor=anchor, tick=tick)
    click.echo(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {counted(n_replays, 'game')} to replay")
