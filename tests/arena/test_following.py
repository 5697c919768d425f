"""A game followed from one seat by the moves it is told: as it sees it, and no more than that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from arena.following import Follower, LostTrack, seen_words
from arena.play import play
from arena.schedule import Fixture
from arena.tasks import Conditions, Task
from engine import Game, State, Stream, new_game
from engine.games import described
from tests.games import GAMES


def steps(game: Game, seed: int) -> Iterator[tuple[State, int, State]]:
    """A random game: each state, the move made there, the state after it."""
    state, dice, picks = game.new(), Stream(seed, "dice"), Stream(seed, "picks")
    while state.mover is not None:
        before = state.copy()
        move = state.roll(dice) if state.mover < 0 else picks.choice(state.legal())
        state.apply(move)
        yield before, move, state


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_state_kept_from_the_moves_told_agrees_with_the_observation(name: str) -> None:
    game = GAMES[name]()
    followers = [Follower(game, seat) for seat in range(game.n_seats)]
    for before, move, after in steps(game, 3):
        if before.mover is not None and before.mover >= 0:
            seen = before.observe(before.mover)
            assert followers[before.mover].observation(json.loads(json.dumps(seen.view()))) == seen
        for seat, follower in enumerate(followers):
            follower.played(json.loads(json.dumps(seen_words(before, move, after, seat))))


def test_what_a_seat_cannot_tell_is_not_told_and_shows_later() -> None:
    """A tile that somebody peeks at: its name is told to him alone. Whoever kept a state finds out when it is shown."""
    hidden, told, regained = 0, 0, 0
    for seed in range(8):
        game = new_game("steamopolis", players=4)
        follower = Follower(game, 0)
        for before, move, after in steps(game, seed):
            words = [seen_words(before, move, after, seat) for seat in range(4)]
            if [-1, None] in words:
                hidden += words.count([-1, None])
                told += [-1, *game.words(move)] in words
                assert game.words(move)[0] == "face"
            if before.mover == 0:
                regained += follower._state.observe(0) != before.observe(0)
                assert follower.observation(json.loads(json.dumps(before.observe(0).view()))) == before.observe(0)
            follower.played(words[0])
    assert hidden == 3 * told > 30
    assert regained > 0


def test_a_view_that_no_move_leads_to_is_said() -> None:
    follower = Follower(new_game(players=2), 0)
    follower.played([-1, "first", 0])
    with pytest.raises(LostTrack):
        follower.observation({"round": 4})


class Listener:
    """Stands in for programs: makes the first legal move. `./deaf` does not follow."""

    made: ClassVar[list[Listener]] = []
    analysis = None

    def __init__(self, command: str, *_: object) -> None:
        self.follows = command != "./deaf"
        self.heard: list[tuple[int, list[Any]]] = []
        self.made.append(self)

    def choose(self, observation: object, legal: list[int], budget: object, rng: object) -> int:
        return legal[0]

    def tell_played(self, number: int, move: list[Any]) -> None:
        self.heard.append((number, move))


def test_a_program_that_follows_is_told_every_move_and_others_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(players=2)
    monkeypatch.setattr("arena.play.OutsideBot", Listener)
    monkeypatch.setattr(Listener, "made", [])
    outcome = play(Task(Fixture(0, 0, ("exec:./mine", "exec:./deaf"), 1, "")), Conditions(described(game)))
    program, deaf = Listener.made
    assert (outcome.faults, deaf.heard) == ([], [])
    assert [number for number, _ in program.heard] == list(range(outcome.n_moves))
    state = game.new()
    for _, (mover, *words) in program.heard:
        assert mover == state.mover
        state.play(words)
    assert state.is_over
    assert state.scores() == outcome.scores
