"""Positions whose best move is proven: `python -m tests.steamopolis.positions` prints a table.

All are in the final turn of the last player (rules 1.10), or alone before a loss (1.11), so `prove` can look through
everything that follows. The other's points are set so that only the best course wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import State
from tests.positions import matches
from tests.steamopolis.rules.helpers import begin

ME = 1  # the last player of two
CLOSE = 1e-9


@dataclass(frozen=True)
class Position:
    name: str
    why: str
    best: tuple[str, ...]  # moves, or their first words followed by *
    changes: dict[str, Any] = field(default_factory=dict)
    before: tuple[str, ...] = ()  # played to get there; with a question mark only where it is legal
    players: int = 2

    @property
    def seat(self) -> int:
        return self.players - 1

    def state(self) -> State:
        if self.players == 1:
            scene = begin(1, **self.changes)
        else:
            scene = begin(final=True, ending=True, round=9, first=0, active=ME, **self.changes)
        return scene.play(*self.before).state

    def accepts(self, text: str) -> bool:
        return matches(text, self.best)


def prove(state: State, depth: int = 60) -> dict[str, float]:
    """The mover's expected share after each of his moves, if he plays on at his best for so many moves. At that
    depth the share counts as it stands."""
    seat = state.mover
    known: dict[bytes, float] = {}
    assert seat is not None

    def value(now: State, left: int) -> float:
        if now.is_over or left == 0:
            return now.result()[seat]
        key = bytes(now)
        if key not in known:
            if now.mover == -1:
                known[key] = sum(chance * value(_after(now, move), left - 1) for move, chance in now.chance())
            else:  # another may still be invited; what he does there counts at its worst
                choose = max if now.mover == seat else min
                known[key] = choose(value(_after(now, move), left - 1) for move in now.legal())
        return known[key]

    return {state.game.text(move): value(_after(state, move), depth) for move in state.legal()}


def _after(state: State, move: int) -> State:
    other = state.copy()
    other.apply(move)
    return other


def best_of(state: State, depth: int = 60) -> set[str]:
    """The moves with the highest expected share."""
    found = prove(state, depth)
    return {move for move, share in found.items() if share >= max(found.values()) - CLOSE}
