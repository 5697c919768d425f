"""Games for one seat: a deal is played by each bot alone, and the bots are ranked on it by how well they did.

The tournament and the final table turn such games into comparisons here; everything behind them (ratings, intervals,
sequential tests) knows only who came before whom on which deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arena.ratings import Game


@dataclass(frozen=True, slots=True)
class Attempt:
    """One bot's game on a deal."""

    block: int
    bot: str
    is_out: bool  # it was at fault
    share: float
    score: float

    @property
    def merit(self) -> tuple[bool, float, float]:
        """Larger is better: without a fault, by share, then by score."""
        return (not self.is_out, self.share, self.score)


class Deals:
    """Compares each attempt with those on the same deal that came before it."""

    def __init__(self) -> None:
        self._attempts: dict[int, list[Attempt]] = {}

    def add(self, attempt: Attempt) -> list[Game]:
        """The comparisons that the attempt adds, in a form that does not depend on the order of attempts."""
        others = self._attempts.setdefault(attempt.block, [])
        found = [_compared(*sorted((attempt, other), key=lambda one: one.bot)) for other in others]
        others.append(attempt)
        return found


def _compared(a: Attempt, b: Attempt) -> Game:
    places = (1.5, 1.5) if a.merit == b.merit else (1.0, 2.0) if a.merit > b.merit else (2.0, 1.0)
    return Game(a.block, (a.bot, b.bot), places, seats=(0, 0))


def compared(attempts: Iterable[Attempt]) -> list[Game]:
    """All comparisons of these attempts."""
    deals = Deals()
    return [game for attempt in attempts for game in deals.add(attempt)]


def ranked(attempts: Sequence[Attempt]) -> tuple[list[float], list[float]]:
    """Of the attempts on one deal: places from 1, ties averaged, and shares of the first place."""
    merits = [attempt.merit for attempt in attempts]
    best = max(merits)
    places = [sum(other > merit for other in merits) + (merits.count(merit) + 1) / 2 for merit in merits]
    return places, [1.0 / merits.count(best) if merit == best else 0.0 for merit in merits]
