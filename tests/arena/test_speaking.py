"""Bots that speak the outside protocol (`boomtown bot`)."""

from __future__ import annotations

import json
import sys

import pytest

from arena.following import seen_words
from arena.outside import OutsideBot
from arena.speaking import speak
from bots import Budget, SpecError, TimeControl, ask, make
from bots.random_bot import RandomBot
from engine import Game, State, Stream, new_game

OURS = f"{sys.executable} -m arena bot"


def conversation(spec: str, *messages: object) -> list[dict[str, object]]:
    said: list[dict[str, object]] = []
    speak(spec, [json.dumps(message) for message in messages], lambda line: said.append(json.loads(line)))
    return said


def test_a_bot_greets_and_gets_ready_and_ends_at_quit() -> None:
    new = {"type": "new", "game": new_game(players=2).header(), "seat": 1, "seats": 2, "seed": 5}
    said = conversation("greedy", {"type": "hello"}, {"type": "weather"}, new, {"type": "quit"}, {"type": "hello"})
    greeting = {"type": "hello", "protocol": 1, "minor": 1, "name": "greedy", "follow": True}
    assert said == [greeting, {"type": "ready"}]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "move", "number": 1, "legal": []},
        {"type": "new", "game": {"game": "chess"}, "seat": 0, "seed": 1},
        [1, 2],
    ],
)
def test_what_cannot_be_answered_is_said_as_an_error(message: object) -> None:
    (said,) = conversation("random", message)
    assert said["type"] == "error"


def test_a_wrong_spec_is_told_at_once() -> None:
    with pytest.raises(SpecError):
        conversation("gredy")


@pytest.mark.parametrize("game", [new_game(players=2), new_game("steamopolis", players=2)], ids=lambda game: game.name)
def test_a_speaking_bot_plays_as_it_does_inside(game: Game) -> None:
    """Asked in the same positions, with the same stream, it answers the same."""
    inside, mine = make("greedy", game, 0), Stream(9, "bot", 0)
    state, dice, picks = game.new(), Stream(3, "dice"), Stream(3, "picks")
    outside = OutsideBot(f"{OURS} greedy", game, 0, seed=9)
    try:
        for number in range(120):
            before, legal = state.copy(), state.legal()
            if state.mover == 0:
                seen = state.observe(0)
                move = outside.choose(seen, legal, Budget(), picks)
                assert move == ask(inside, seen, legal, mine)
            else:
                move = state.roll(dice) if state.mover == -1 else picks.choice(legal)
            state.apply(move)
            outside.tell_played(number, seen_words(before, move, state, 0))
    finally:
        outside.close()


def question_in(state: State, **more: object) -> dict[str, object]:
    legal = [[0, *state.game.words(move)] for move in state.legal()]
    view = {**state.observe(0).view(), **more}
    return {"type": "move", "number": 1, "legal": legal, "observation": view}


NEW = {"type": "new", "game": new_game(players=2).header(), "seat": 0, "seats": 2, "seed": 5}
FIRST = {"type": "played", "number": 0, "move": [-1, "first", 0]}


def test_a_state_of_its_own_follows_the_moves_told() -> None:
    state = new_game(players=2).new().play("first 0")
    said = conversation("random", NEW, FIRST, question_in(state))
    assert said[1]["type"] == "bestmove"
    assert conversation("random", NEW, FIRST, question_in(state, an_entry_of_a_later_version=1))[1] == said[1]


def test_what_does_not_follow_from_the_moves_told_is_said() -> None:
    state = new_game(players=2).new().play("first 0")
    for messages in [(question_in(state),), (FIRST, question_in(state, round=5))]:
        assert "the moves told do not lead to what is seen" in str(conversation("random", NEW, *messages)[1]["message"])
    (_, said) = conversation("random", NEW, {"type": "played", "number": 0, "move": [1, "pass"]})
    assert "told of a move of seat 1 when seat -1 had to move" in str(said["message"])


def test_clocks_reach_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Budget] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seen, legal, budget, rng: told.append(budget) or legal[0])
    state = new_game(players=2).new().play("first 0")
    clock = {"left": 1.5, "increment": 0.02}
    conversation("random", NEW, FIRST, {**question_in(state), "time": None, "sims": 7, "clock": clock})
    assert told == [Budget(None, 7, TimeControl(1.5, 0.02))]
