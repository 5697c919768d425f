"""Positions whose best move is provable or obvious: `python -m tests.planet_steam.positions` prints a table.

Each position is reached by a plain script (openers bid 1, everybody else passes, declines and skips), so that seat k
holds card k + 1, and then edited. Most are in the last round, where what a move is worth can be counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine import Game, State, new_game
from tests.positions import matches

Snapshot = dict[str, Any]


@dataclass(frozen=True)
class Position:
    name: str
    why: str
    phase: str
    seat: int
    best: tuple[str, ...]  # moves, or their first words followed by *
    change: Callable[[Snapshot], None] = field(default=lambda snapshot: None)
    players: int = 2
    edition: str = "ffg"
    rules: tuple[str, ...] = ()
    resource: str | None = None  # being traded
    bids: tuple[str, ...] = ()  # played when the auction of the phase has begun
    is_last: bool = True

    def state(self) -> State:
        game = new_game("planet-steam", players=self.players, edition=self.edition, rules=list(self.rules))
        state = staged(game, self)
        snapshot = state.snapshot()
        if self.is_last:
            snapshot["round"] = game.header()["board"]["rounds"]
        self.change(snapshot)
        return game.edit(state, **snapshot)  # type: ignore[attr-defined]

    def accepts(self, text: str) -> bool:
        return matches(text, self.best)


def staged(game: Game, position: Position) -> State:
    """The first position of the phase in which the seat has to move, and trades the resource."""
    state, bids = game.new(), list(position.bids)
    for _ in range(500):
        phase = game.phase(state)  # type: ignore[attr-defined]
        is_there = phase == position.phase and not (bids and phase.endswith("-bid"))
        if is_there and state.mover == position.seat and _resource(state) in (position.resource, None):
            return state
        if phase == position.phase and bids:
            state.play(bids.pop(0))
            continue
        state.apply(_plain(game, state))
    raise AssertionError(f"{position.name}: never there")


def _resource(state: State) -> str | None:
    found = state.observe(0).view()["step"]["resource"]
    assert found is None or isinstance(found, str)
    return found


def _plain(game: Game, state: State) -> int:
    """Chance rolls its lowest; nobody does more than he must."""
    legal = state.legal()
    for word in ("pass", "skip", "decline", "extract", "emergency", "done"):
        for move in legal:
            if game.words(move)[0] == word:
                return move
    return legal[0]
