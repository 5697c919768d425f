"""What everybody saw of everybody's credits, and what an observer can still conclude from it (section 9).

`Table` writes it whenever credits move or show; `Oracle.bounds` reads it.
"""

from __future__ import annotations

RECEIPT, PAYMENT, AT_LEAST, EXACTLY_ZERO = "receipt", "payment", "at least", "exactly zero"


class Ledger:
    """Public events in order: (round, seat, kind, amount)."""

    def __init__(self, start_credits: int) -> None:
        self.start_credits = start_credits
        self.events: list[tuple[int, int, str, int]] = []

    def note(self, round_: int, seat: int, kind: str, amount: int = 0) -> None:
        self.events.append((round_, seat, kind, amount))

    def bounds_from(self, seat: int, first_round: int) -> tuple[int, int]:
        """The least and the most the seat can own now, for somebody who remembers rounds `first_round` and later."""
        high = self.start_credits
        low = high if first_round <= 1 else 0  # the game's beginning is known exactly
        for round_, who, kind, amount in self.events:
            if who != seat:
                continue
            if round_ < first_round:
                if kind == RECEIPT:
                    high += amount
                continue
            if kind == RECEIPT:
                low, high = low + amount, high + amount
            elif kind == PAYMENT:
                low, high = max(low, amount) - amount, high - amount
            elif kind == AT_LEAST:
                low = max(low, amount)
            else:
                low = high = 0
            assert 0 <= low <= high
        return low, high
