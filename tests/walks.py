"""Positions for tests of bots and guides."""

from __future__ import annotations

from collections.abc import Iterator

import bots
from bots.guide import Guide
from engine import Game, State, Stream


def walk(game: Game, *, n_games: int, every: int) -> Iterator[State]:
    """Decisions of games between players who err now and then: every so many one."""
    for k in range(n_games):
        seated = [bots.make("heuristic:noise=0.3", game, seat) for seat in range(game.n_seats)]
        state, dice, n = game.new(), Stream(k, "dice"), 0
        while (seat := state.mover) is not None:
            if seat < 0:
                state.apply(state.roll(dice))
                continue
            if n % every == 0:
                yield state.copy()
            n += 1
            state.apply(bots.ask(seated[seat], state.observe(seat), state.legal(), Stream(k, "bot", seat, n)))


def after_playouts(guide: Guide, n: int) -> State:
    """The start of the game, played on by so many playouts; with a horizon of one, by so many rounds."""
    state, rng = guide.game.new(), Stream(4, "dice")
    for _ in range(n):
        guide.play_out(state, rng)
    return state
