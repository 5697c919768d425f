"""Planet Steam's guide keeps the contract of guides (`bots/guide.pxd`): what it unfolds can be played, what it performs
is what it unfolds but for the care, and what the mover knows fixes its candidates."""

from __future__ import annotations

from functools import cache

import pytest

from bots.planet_steam.guide import PlanetSteamGuide
from engine import State, Stream
from tests.games import GAMES
from tests.guide_probe import candidates, key, performed, unfolded
from tests.walks import walk

PLAN = 1 << 32
CONFIGURATIONS = [name for name in GAMES if name.startswith("steam")]


@cache
def _positions(name: str) -> tuple[State, ...]:
    return tuple(walk(GAMES[name](), n_games=3, every=5))


def _played(state: State, moves: list[int]) -> State:
    """The state after these moves, each checked to be legal and the same seat's."""
    after, seat = state.copy(), state.mover
    for move in moves:
        assert after.mover == seat
        after.play(move)
    return after


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_rarer_turns_come_behind_the_usual_ones_when_there_is_room(name: str) -> None:
    """Decisions to come are looked at without them. Each leads to a position of its own."""
    n_rare = n_twice = 0
    for state in _positions(name):
        guide = PlanetSteamGuide(state.game)  # type: ignore[arg-type]
        usual, wide = candidates(guide, state, 0), candidates(guide, state)
        assert wide[: len(usual)] == usual
        assert candidates(guide, state, len(usual)) == usual
        assert len({performed(guide, state, action).hash() for action, _ in wide}) == len(wide) or wide == usual
        assert all(weight < min(one for _, one in usual) for _, weight in wide[len(usual) :])
        n_rare += len(wide) - len(usual)
        for action, _ in wide[len(usual) :]:
            moves = [state.game.text(move) for move in unfolded(guide, state, action)]
            placed = [move.split()[2] for move in moves if move.startswith("converter ")]
            n_twice += len(placed) > len(set(placed))
    assert n_rare > 50
    assert n_twice < n_rare / 50  # a carrier upgraded first leaves it to the policy, which may change its mind


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_action_can_be_played_and_is_performed_as_it_is_played(name: str) -> None:
    """All but the arrangement of tanks, which a turn that is played looks for with more care: it never brings less."""
    n_plans = n_different = 0
    for state in _positions(name):
        guide = PlanetSteamGuide(state.game)  # type: ignore[arg-type]
        found = candidates(guide, state)
        assert 1 <= len(found) <= guide.max_candidates
        assert sum(action >= PLAN for action, _ in found) <= guide.max_plans
        assert all(weight > 0 for _, weight in found)
        for action, _ in found:
            played, thought = _played(state, unfolded(guide, state, action)), performed(guide, state, action)
            if action < PLAN or played == thought:
                assert played == thought
                n_plans += action >= PLAN
                continue
            n_plans += 1
            n_different += 1
            seat = state.mover
            assert state.game.phase(state) in ("activation", "tank-phase")
            assert seat is not None
            assert guide.standing_value(played, seat) >= guide.standing_value(thought, seat) - 1e-6
    assert n_plans > 50
    assert n_different < n_plans / 4


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_the_mover_knows_fixes_key_candidates_and_plans(name: str) -> None:
    n_hidden = 0
    for number, state in enumerate(_positions(name)):
        guide = PlanetSteamGuide(state.game)  # type: ignore[arg-type]
        seat = state.mover
        assert seat is not None
        other = state.observe(seat).sample(Stream(number, "hidden"))
        n_hidden += other != state
        assert key(guide, other) == key(guide, state)
        found = candidates(guide, state)
        assert candidates(guide, other) == found
        assert [unfolded(guide, other, action) for action, _ in found] == [
            unfolded(guide, state, action) for action, _ in found
        ]
    game = GAMES[name]()
    assert n_hidden > 10 or game.credits == "open"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["steam-2", "steam-5-all"])
def test_the_key_has_the_movers_credits_exactly(name: str) -> None:
    """Seen from another seat the mover may have other credits: that is another decision, as other bids are possible."""
    n_other = 0
    for number, state in enumerate(_positions(name)):
        guide = PlanetSteamGuide(state.game)  # type: ignore[arg-type]
        assert state.mover is not None
        watcher = (state.mover + 1) % state.game.n_seats
        other = state.observe(watcher).sample(Stream(number, "hidden"))
        purses = [at.snapshot()["credits"][state.mover] for at in (state, other)]
        n_other += purses[0] != purses[1]
        assert (key(guide, state) == key(guide, other)) == (purses[0] == purses[1])
    assert n_other > 10
