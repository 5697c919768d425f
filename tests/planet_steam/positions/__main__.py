"""Prints which positions which bots solve: `python -m tests.planet_steam.positions [SPEC...]`."""

from __future__ import annotations

from tests import positions
from tests.planet_steam.positions.suite import SUITE


def parse(arguments: list[str] | None = None) -> list[str]:
    return positions.parse("python -m tests.planet_steam.positions", __doc__, arguments)


if __name__ == "__main__":
    positions.show(SUITE, parse())
