"""Prints which positions which bots solve: `python -m tests.planet_steam.positions [SPEC...]`."""

from __future__ import annotations

import argparse

import bots
from engine import BoomtownError
from tests.planet_steam.positions import decide
from tests.planet_steam.positions.suite import SUITE

DEFAULT = ["greedy", "heuristic", "mcts:sims=2000"]


def parse(arguments: list[str] | None = None) -> list[str]:
    parser = argparse.ArgumentParser(prog="python -m tests.planet_steam.positions", description=__doc__)
    parser.add_argument("specs", nargs="*", metavar="SPEC", default=DEFAULT, help=f"default: {' '.join(DEFAULT)}")
    specs: list[str] = parser.parse_args(arguments).specs
    try:
        return [str(bots.parse_spec(spec)) for spec in specs]
    except BoomtownError as error:
        parser.error(str(error))


def main(specs: list[str]) -> None:
    print(f"{'position':<30}" + "".join(f"{spec:>20}" for spec in specs))
    scores = dict.fromkeys(specs, 0)
    for position in SUITE:
        row = []
        for spec in specs:
            move = decide(spec, position)
            is_right = position.accepts(move)
            scores[spec] += is_right
            row.append(f"{'' if is_right else '! '}{move}")
        print(f"{position.name:<30}" + "".join(f"{cell:>20}" for cell in row))
    print(f"{len(SUITE)} positions".ljust(30) + "".join(f"{scores[spec]:>20}" for spec in specs))


if __name__ == "__main__":
    main(parse())
