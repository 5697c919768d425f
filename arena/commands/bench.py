"""`boomtown bench`: how fast everything is here, and whether it still behaves as before."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm  # type: ignore[import-untyped]

from arena.bench import figures, report
from arena.bench.signature import signature
from engine import new_game
from engine.planet_steam.board import EDITIONS

STANDARD = ("ffg", 4)
FULL_SECONDS = 0.4  # per figure
QUICK_SECONDS = 0.04
STANDARD_SHARE = 3  # the standard game's figures are measured this many times as long


@click.command(
    epilog="""\b
Examples:
  boomtown bench
  boomtown bench --quick --compare benchmarks/signature.json
  boomtown bench --json > before.json
  boomtown bench --compare before.json

\b
Exit codes: 0 fine; 1 the signature differs from that of --compare; 2 wrong input.
"""
)
@click.option("--quick", is_flag=True, help="Ten seconds instead of a minute; rougher figures, the same signature.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; the standard 4-player game's figures on top.")
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ratios against an earlier run's --json; fails if the signature differs, never for speed.",
)
def bench(quick: bool, as_json: bool, compare: Path | None) -> int:
    """Measure speed for each edition and number of players, and compute the behaviour's signature."""
    then = None if compare is None else report.read_run(compare)
    run = measure(QUICK_SECONDS if quick else FULL_SECONDS)
    differs = then is not None and run["signature"] != then["signature"]
    if as_json:
        click.echo(json.dumps(run, indent=1))
        if then is not None and differs:
            click.echo("\n".join(report.signature_lines(run, then, str(compare))), err=True)
        return int(differs)
    click.echo("\n".join(report.tables(run, shutil.get_terminal_size().columns)))
    if then is not None:
        click.echo("\n" + "\n".join(report.comparison(run, then, str(compare))))
    return int(differs)


def measure(seconds: float) -> dict[str, Any]:
    """A whole run: the standard game's figures, those of all games, floors, machine and signature."""
    settings = [(edition, players) for edition in EDITIONS for players in range(2, 6)]
    games: list[dict[str, Any]] = []
    tqdm.monitor_interval = 0  # no watching thread beside what is measured
    n_figures = len(settings) * len(report.GAME_LABELS)
    with tqdm(total=n_figures, unit="figure", desc="signature", disable=None, leave=False) as bar:
        found = signature()
        whole = found.pop("signature")
        for edition, players in settings:
            bar.set_description(f"{edition}, {players} players")
            games.append({"edition": edition, "players": players})
            share = STANDARD_SHARE if (edition, players) == STANDARD else 1
            for some in figures.measure(new_game(edition=edition, players=players), seconds * share):
                games[-1].update(some)
                bar.update(len(some))
    standard = games[settings.index(STANDARD)]
    floors = figures.floors()
    return {
        **{key: value for key, value in standard.items() if key not in ("edition", "players")},
        **floors,
        "signature": whole,
        "signature_parts": found,
        "floors": floors,
        "machine": figures.machine(),
        "games": games,
    }
