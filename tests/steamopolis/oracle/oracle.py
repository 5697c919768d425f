"""The referee's face: whose move it is, what is legal, what the table looks like, what an observer sees, who won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.steamopolis.oracle.setup_phase import set_up
from tests.steamopolis.oracle.solo import Lost
from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import CHANCE, MARKETS, Decision, Flow, Words
from tests.steamopolis.oracle.turn import take_turn

TITLE_EVERY = 7  # SP; titles at 0, 7, 14 ... 49
BEST_SOLO = 49


def whole_game(table: Table) -> Flow:
    """From the first tile to the last final turn (1.10)."""
    yield from set_up(table)
    assert table.first is not None
    while not table.final:
        if table.ending:
            table.final = True
        table.round += 1
        for seat in table.clockwise_from(table.first):
            yield from take_turn(table, seat)
        if table.round >= table.settings["max_rounds"]:
            table.ending = True


class Oracle:
    """One game. `header` has a record's keys players, settings and board."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.table = Table(header)
        self._flow = whole_game(self.table)
        self._decision: Decision | None = next(self._flow)

    @property
    def mover(self) -> int | None:
        """Who decides: a seat, -1 chance, None when the game is over."""
        return self._decision.seat if self._decision else None

    def legal(self) -> list[Words]:
        """All legal moves, or at chance all outcomes, ascending by number, without the seat; [] at the end."""
        return [list(words) for words in self._decision.options] if self._decision else []

    def chance(self) -> list[Fraction]:
        """The outcomes' probabilities, in the order of `legal`."""
        assert self._decision is not None and self.mover == CHANCE
        weights = self._decision.weights
        return [Fraction(weight, sum(weights)) for weight in weights]

    def play(self, words: Words) -> None:
        if self._decision is None or words not in self._decision.options:
            raise ValueError(f"{words} is not legal for {self.mover}")
        try:
            self._decision = self._flow.send(words)
        except StopIteration:
            self._decision = None
        except Lost:
            self.table.events["lost by a forced flight"] += self.table.turn.forced
            self.table.lost = True
            self._decision = None

    def snapshot(self) -> dict[str, Any]:
        return {**self.table.snapshot(), "to_move": self.mover}

    def observe(self, seat: int) -> dict[str, Any]:
        """Section 6: the snapshot with the names of fixed tiles blanked unless the seat has peeked at them."""
        seen = self.snapshot()
        for tiles in seen["down"].values():
            for tile in tiles:
                tile[2] = tile[2] if seat in tile[3] else None
        return seen

    def chance_key(self) -> int:
        """Section 6: names the event, not its outcome."""
        assert self.mover == CHANCE
        verb, *operands = self.legal()[0]
        if verb == "tile":
            return 100 + MARKETS.index(operands[0])
        if verb == "back":
            return 200 + 4 * int(operands[0]) + int(operands[1])
        if verb == "face":
            level = int(operands[0])
            return 300 + 4 * level + self.table.rank(operands[1])
        if verb == "passenger":
            return 400 + len(self.table.board["passengers"]["banker"]) ** 2 - len(self.table.stack)
        return {"character": 500, "start": 600}[verb] + int(operands[0])

    # -- the end -------------------------------------------------------------------------------------------------------

    def points(self) -> list[int]:
        return [player.points for player in self.table.players]

    def winner(self) -> int | None:
        """Most SP, then most machine and banner tiles (R10), then earlier in turn order. Solo: None when lost."""
        table = self.table
        if table.solo:
            return None if table.lost else 0
        assert table.first is not None

        def rank(seat: int) -> tuple[int, int]:
            player = table.players[seat]
            return player.points, len(table.machines(seat)) + len(player.banners)

        return max(table.clockwise_from(table.first), key=rank)  # max gives the first of equals

    def shares(self) -> list[float]:
        """Section 6: one winner; solo min(SP, 49)/49, 0 when lost."""
        if self.table.solo:
            return [0.0 if self.table.lost else min(self.points()[0], BEST_SOLO) / BEST_SOLO]
        return [float(seat == self.winner()) for seat in range(self.table.n_players)]

    def result(self) -> dict[str, Any]:
        """As a record states it."""
        winner = self.winner()
        found: dict[str, Any] = {"points": self.points(), "winners": [] if winner is None else [winner]}
        if self.table.solo:
            found["lost"] = self.table.lost
            found["title"] = min(self.points()[0] // TITLE_EVERY, BEST_SOLO // TITLE_EVERY)
        return found
