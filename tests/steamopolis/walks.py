"""Positions for tests of bots: decisions of games between players who err now and then."""

from __future__ import annotations

from collections.abc import Iterator

import bots
from engine import State, Stream
from engine.steamopolis.game import Steamopolis


def walk(players: int, *, n_games: int, every: int) -> Iterator[State]:
    """Every so many decisions one."""
    game = Steamopolis(players=players)
    for k in range(n_games):
        seated = [bots.make("heuristic:noise=0.3", game, seat) for seat in range(players)]
        state, dice, n = game.new(), Stream(k, "dice"), 0
        while (seat := state.mover) is not None:
            if seat < 0:
                state.apply(state.roll(dice))
                continue
            if n % every == 0:
                yield state.copy()
            n += 1
            state.apply(bots.ask(seated[seat], state.observe(seat), state.legal(), Stream(k, "bot", seat, n)))
