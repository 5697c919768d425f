"""Prints which positions which bots solve: `python -m tests.positions [SPEC...]`."""

from __future__ import annotations

import sys

from tests.positions import decide
from tests.positions.suite import SUITE


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
    main(sys.argv[1:] or ["greedy", "heuristic", "mcts:sims=2000"])
