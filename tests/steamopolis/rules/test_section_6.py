"""Rules 6: hidden faces, observations, samples, chance."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from engine import State, Stream
from tests.steamopolis.rules.helpers import Scene, begin, effect_board

ON_1 = {"1L": [[0, False]]}


def peeked(players: int = 3) -> Scene:
    """Seat 0 has peeked at the rank-1 tiles of levels 2 and 3."""
    scene = begin(players, settings=effect_board("peek; peek; res:1"), stones=ON_1)
    return scene.play("fly 1L", "use", "peek 2 1", "chance", "peek 3 1", "chance")


def names_in(state: State) -> list[str | None]:
    return [state.snapshot()["down"][level][0][2] for level in ("2", "3")]


def test_rule_6_a_peeked_face_is_seen_by_its_peeker_only() -> None:
    scene = peeked()
    name = scene.down["2"][0][2]
    assert scene.state.observe(0).view()["down"]["2"][0][2:] == [name, [0]]
    for seat in (1, 2):
        assert scene.state.observe(seat).view()["down"]["2"][0][2:] == [None, [0]]  # that he looked is public


def test_rule_6_hidden_faces_vary_between_samples_and_nothing_else_does() -> None:
    scene = peeked()
    seen, rng = scene.state.observe(1), Stream(5)
    found: Counter[tuple[str | None, ...]] = Counter()
    for _ in range(600):
        sample = seen.sample(rng)
        assert sample.observe(1) == seen
        found[tuple(names_in(sample))] += 1
    assert set(found) == possible_pairs(scene)
    assert min(found.values()) > 600 / len(found) / 3


def possible_pairs(scene: Scene) -> set[tuple[str | None, ...]]:
    """Names of the right rank and colour that are not shown, without repetition."""
    machines = scene.game.board["machines"]
    shown = set(scene.open.values())
    colours = [scene.down[level][0][1] for level in ("2", "3")]
    options = [
        [name for name, data in machines.items() if data[:2] == [1, colour] and name not in shown] for colour in colours
    ]
    return {(one, other) for one in options[0] for other in options[1] if one != other}


def test_rule_6_the_peeker_samples_what_he_knows() -> None:
    scene = peeked()
    for k in range(20):
        assert names_in(scene.state.observe(0).sample(Stream(k))) == names_in(scene.state)


def test_rule_6_the_name_leaks_neither_into_observation_nor_legal_moves() -> None:
    """The same play with another face drawn looks the same to the others, whatever they may do next."""
    start = begin(2, settings=effect_board("peek; res:1"), stones=ON_1).play("fly 1L", "use", "peek 2 1")
    ways = [Scene(start.state.copy()).play(move) for move in start.legal]
    assert len(ways) > 1
    for one, other in pairwise(ways):
        assert bytes(one.state.observe(1)) == bytes(other.state.observe(1))
        assert hash(one.state.observe(1)) == hash(other.state.observe(1))
        assert one.legal == other.legal
        assert bytes(one.state.observe(0)) != bytes(other.state.observe(0))


def test_rule_6_a_sample_leaves_the_face_that_chance_is_about_to_draw() -> None:
    scene = begin(2, settings=effect_board("peek; res:1"), stones=ON_1).play("fly 1L", "use", "peek 2 1")
    assert scene.mover == -1
    sample = scene.state.observe(1).sample(Stream(1))
    assert sample == scene.state and sample.legal() == scene.state.legal()


def test_rule_6_a_fixed_face_is_turned_up_without_a_draw() -> None:
    scene = peeked(2).play("take 1 0")
    name = scene.down["2"][0][2]
    scene = Scene(scene.game.edit(scene.state, active=0, goods=[[2, 2], [0, 0]], stones={"2L": [[0, False]]}))
    scene.play("fly 2L", "buy 2 machine")
    assert scene.phase == "slot" and scene.open["2"] == name and len(scene.down["2"]) == 2


def test_rule_6_faces_are_uniform_over_names_neither_shown_nor_fixed() -> None:
    scene = begin(2, settings=effect_board("peek; peek"), stones=ON_1).play("fly 1L", "use", "peek 2 1")
    colour = scene.down["2"][0][1]
    machines = scene.game.board["machines"]
    names = [name for name, data in machines.items() if data[:2] == [1, colour]]
    assert scene.legal == [f"face 2 {name}" for name in names]
    assert [round(p * len(names), 9) for _, p in scene.state.chance()] == [1] * len(names)
    same = next(level for level in "345678" if scene.down[level][0][1] == colour)
    scene.play(f"face 2 {names[0]}", f"peek {same} 1")
    assert scene.legal == [f"face {same} {name}" for name in names[1:]]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rule_6_result_has_one_winner_or_the_solo_share(players: int) -> None:
    scene = begin(players, points=[7] * players)
    shares = scene.state.result()
    assert shares == ([7 / 49] if players == 1 else [1.0] + [0.0] * (players - 1))
    assert scene.state.scores() == [7.0] * players
