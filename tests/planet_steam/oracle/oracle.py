"""The referee's face: whose move it is, what is legal, what the table looks like, what an observer can know."""

from __future__ import annotations

from typing import Any

from tests.planet_steam.oracle.expansion import claiming, freelance_carrier, mooring, zone_auction
from tests.planet_steam.oracle.resource_phase import certificates, clear_for_next_round, end_phase, extraction, trade
from tests.planet_steam.oracle.setup_phase import place_claims, set_up, settle_river_neutrals
from tests.planet_steam.oracle.specialists import give_aid, place_bonus, specialist_auction
from tests.planet_steam.oracle.table import Table
from tests.planet_steam.oracle.tank_phase import tank_phase
from tests.planet_steam.oracle.terms import Flow, Words


def whole_game(table: Table) -> Flow:
    """The rules from the first die to the last adjustment."""
    yield from set_up(table)
    if "variable-claims" in table.rules and table.edition == "ffg":
        yield from settle_river_neutrals(table)
    while True:
        yield from one_round(table)
        if table.round == table.board["rounds"]:
            return
        clear_for_next_round(table)


def one_round(table: Table) -> Flow:
    place_bonus(table)
    give_aid(table)
    yield from specialist_auction(table)
    if table.round == 1 and "variable-claims" in table.rules:
        yield from place_claims(table)
    yield from zone_auction(table)
    yield from claiming(table)
    yield from mooring(table)
    if "freelance-carrier" in table.rules:
        yield from freelance_carrier(table)
    yield from tank_phase(table)
    yield from extraction(table)
    yield from trade(table)
    yield from certificates(table)
    yield from end_phase(table)


class Oracle:
    """One game. `header` has a record's keys edition, players, rules, settings and board."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.table = Table(header)
        self.to_move: int | None
        self._options: list[Words]
        self._flow = whole_game(self.table)
        self.to_move, self._options = next(self._flow)

    def legal(self) -> list[Words]:
        """All legal moves, or at chance all outcomes, without the seat; [] at the end."""
        return [list(words) for words in self._options]

    def play(self, words: Words) -> None:
        if words not in self._options:
            raise ValueError(f"{words} is not legal for {self.to_move}")
        try:
            self.to_move, self._options = self._flow.send(words)
        except StopIteration:
            self.to_move, self._options = None, []

    def snapshot(self) -> dict[str, Any]:
        return {**self.table.snapshot(), "to_move": self.to_move}

    def wealth(self) -> list[int]:
        return [self.table.wealth(seat) for seat in range(self.table.n_players)]

    def winners(self) -> list[int]:
        wealth = self.wealth()
        return [seat for seat, worth in enumerate(wealth) if worth == max(wealth)]

    def bounds(self, observer: int) -> list[tuple[int, int]]:
        """Section 9: the least and the most each seat can own, as far as the observer knows."""
        table = self.table
        recall = table.settings["recall"]
        found = []
        for seat, credits in enumerate(table.credits):
            if seat == observer or table.settings["credits"] == "open" or recall == "all":
                found.append((credits, credits))
            else:
                found.append(table.ledger.bounds_from(seat, table.round - recall))
        return found
