"""`bots.ask`: what a bot answers is a legal move as a plain number, or refused."""

from __future__ import annotations

import numpy as np
import pytest

import bots
from engine import Game, Observation, Stream
from tests.games import nim_game


class Answering(bots.Bot):
    """Answers what it was told to."""

    def __init__(self, game: Game, answer: object) -> None:
        super().__init__(game, 0)
        self.answer = answer

    def choose(self, observation: Observation, legal: list[int], budget: bots.Budget, rng: Stream) -> int:
        legal.clear()  # its own copy
        return self.answer  # type: ignore[return-value]


class Sly(int):
    """Says that it equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (99, "'take 3 from 6'"),
        (Sly(99), "'take 3 from 6'"),
        (None, "None"),
        (True, "True"),
        ("take 1 from 0", "'take 1 from 0'"),
        (1.0, "1.0"),
    ],
)
def test_a_wrong_answer_is_refused(answer: object, shown: str) -> None:
    state = nim_game(3).new()
    legal = state.legal()
    with pytest.raises(bots.WrongAnswer) as caught:
        bots.ask(Answering(state.game, answer), state.observe(0), legal, Stream(1))
    assert caught.value.shown == shown
    assert str(caught.value) == f"returned {shown}; 3 moves are legal, such as take 1 from 0"
    assert len(legal) == 3


@pytest.mark.parametrize("answer", [2, np.int64(2), Sly(2)])
def test_a_right_answer_is_a_plain_number(answer: int) -> None:
    state = nim_game(3).new()
    move = bots.ask(Answering(state.game, answer), state.observe(0), state.legal(), Stream(1))
    assert move == 2
    assert type(move) is int
