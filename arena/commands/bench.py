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
from arena.identity import machine
from engine.games import GameType, Variant, game_names, game_type

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
@click.option("--game", "name", metavar="NAME", help="Only this game, by name or folder (default: all there are).")
@click.option("--quick", is_flag=True, help="Seconds instead of a minute a game; rougher figures, the same signature.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ratios against an earlier run's --json; fails if the signature differs, never for speed.",
)
def bench(name: str | None, quick: bool, as_json: bool, compare: Path | None) -> int:
    """Measure speed for each set-up of each game, and compute the behaviour's signature."""
    then = None if compare is None else report.read_run(compare)
    games = game_names() if name is None else [game_type(name).name]
    run = measure(games, QUICK_SECONDS if quick else FULL_SECONDS)
    differs = then is not None and bool(report.changed_parts(run, then))
    if as_json:
        click.echo(json.dumps(run, indent=1))
        if then is not None and differs:
            click.echo("\n".join(report.signature_lines(run, then, str(compare))), err=True)
        return int(differs)
    click.echo("\n".join(report.tables(run, shutil.get_terminal_size().columns)))
    if then is not None:
        click.echo("\n" + "\n".join(report.comparison(run, then, str(compare))))
    return int(differs)


def _variants(kind: GameType) -> tuple[Variant, ...]:
    return kind.measured or (kind.standard,)


def measure(names: list[str], seconds: float) -> dict[str, Any]:
    """A whole run: the figures of each set-up of each game, floors, machine and signature."""
    kinds = [game_type(name) for name in names]
    games: dict[str, list[dict[str, Any]]] = {}
    tqdm.monitor_interval = 0  # no watching thread beside what is measured
    n_figures = sum(len(_variants(kind)) for kind in kinds) * len(report.GAME_LABELS)
    with tqdm(total=n_figures, unit="figure", desc="signature", disable=None, leave=False) as bar:
        whole, parts = signature(names)
        for kind in kinds:
            rows = games[kind.name] = []
            for variant in _variants(kind):
                bar.set_description(f"{kind.title} {variant.label}")
                is_standard = variant == kind.standard
                row: dict[str, Any] = {"label": variant.label, "is_standard": is_standard}
                share = STANDARD_SHARE if is_standard else 1
                for some in figures.measure(kind.game(**variant.settings), seconds * share):
                    row.update(some)
                    bar.update(len(some))
                rows.append(row)
    return {
        "signature": whole,
        "signature_parts": parts,
        "floors": figures.floors(),
        "machine": machine(),
        "games": games,
    }
