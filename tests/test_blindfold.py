"""No bot sees what its seat may not see: change only hidden information, keep the seeds, get the same decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

import bots
from bots import Bot, Budget
from engine import Game, Observation, State, Stream
from tests.games import GAMES

BUDGET = Budget(sims=40)
# Games in which somebody has something to hide, and how far apart the positions tested are.
HIDING = {"sealed": 1, "steam-2": 41, "steam-4-optional": 41, "steam-5-all": 41}
N_GAMES = 12

Maker = Callable[[State, int], Bot]


@cache
def _made(name: str) -> Game:
    return GAMES[name]()


def _positions(game: Game, every: int) -> Iterator[State]:
    """Decisions of random games that hide something from the seat to move."""
    for k in range(N_GAMES):
        picks, dice = Stream(k, "picks"), Stream(k, "dice")
        state, n = game.new(), 0
        while not state.is_over:
            if state.mover == -1:
                state.apply(state.roll(dice))
                continue
            if n % every == 0:
                yield state.copy()
            n += 1
            state.apply(picks.choice(state.legal()))


def _differences(maker: Maker, game: Game, every: int) -> tuple[int, int]:
    """How often the decision depends on hidden information, and in how many positions that could have been."""
    n_different = n_positions = 0
    for k, state in enumerate(_positions(game, every)):
        seat = state.mover
        other = state.observe(seat).sample(Stream(k, "hidden"))
        if other == state:
            continue
        n_positions += 1
        first, second = (_decision(maker, truth, seat) for truth in (state, other))
        n_different += first != second
    return n_different, n_positions


def _decision(maker: Maker, truth: State, seat: int) -> int:
    legal = truth.legal()
    seen = truth.observe(seat)
    before = bytes(seen)
    move = maker(truth, seat).choose(seen, legal, BUDGET, Stream(11, "bot", seat))
    assert bytes(seen) == before
    assert move in truth.legal()
    return move


@pytest.mark.parametrize(
    ("bot", "name"),
    [(bot, name) for bot, (cls, _) in bots.registry.items() for name in sorted(HIDING) if cls.plays(_made(name))],
)
def test_blindfold(bot: str, name: str) -> None:
    game = _made(name)
    n_different, n_positions = _differences(lambda _, seat: bots.make(bot, game, seat), game, HIDING[name])
    assert n_positions >= 20
    assert n_different == 0


class Cheat(Bot):
    """Has been slipped the truth, and lets it decide."""

    def __init__(self, truth: State, seat: int) -> None:
        super().__init__(truth.game, seat)
        self.truth = truth

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        return legal[self.truth.hash() % len(legal)]


@pytest.mark.parametrize("name", sorted(HIDING))
def test_a_cheat_is_found_out(name: str) -> None:
    n_different, n_positions = _differences(Cheat, _made(name), HIDING[name])
    assert n_different > n_positions / 4
