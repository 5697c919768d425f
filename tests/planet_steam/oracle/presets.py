"""Tables set up by hand and phases driven one at a time, for tests of single rules."""

from __future__ import annotations

from typing import Any

from tests.planet_steam.oracle.boards import default_header
from tests.planet_steam.oracle.table import UNCLAIMED, Table, Tank
from tests.planet_steam.oracle.terms import Flow


def bare_table(edition: str = "ffg", players: int = 4, rules: tuple[str, ...] = (), **settings: Any) -> Table:
    """A table before its first move, seat 0 first, with cards dealt by seat and nobody's goods, claims or credits."""
    table = Table(default_header(edition, players, rules, **settings))
    table.first = 0
    table.zones = {name: UNCLAIMED if kind != "x" else kind for name, kind in table.zones.items()}
    table.goods = [[0, 0, 0, 0] for _ in range(players)]
    table.credits = [0] * players
    table.specialist = list(range(1, players + 1))
    return table


def give_tanks(table: Table, names: str, converter: str | None = None, seat: int = 0) -> None:
    for name in names.split():
        table.zones[name] = seat
        table.tanks[name] = Tank(converter)


def finish(flow: Flow) -> None:
    """Runs a phase in which nobody is asked."""
    assert list(flow) == []


def drive(flow: Flow, *answers: str) -> list[int]:
    """Answers the decisions of one phase; returns who was asked. The phase must end with the last answer."""
    asked = []
    seat, options = next(flow)
    for number, text in enumerate(answers):
        words = [int(word) if word.lstrip("-").isdigit() else word for word in text.split()]
        assert words in options, f"{text} is not among {options}"
        asked.append(seat)
        try:
            seat, options = flow.send(words)
        except StopIteration:
            assert number == len(answers) - 1, "the phase ended early"
            return asked
    raise AssertionError(f"{seat} is still to answer {options[:5]}")
