"""Rules 1.8, 7.6, 7.7: parasites."""

from __future__ import annotations

from typing import Any

import pytest

from tests.steamopolis.rules.helpers import Scene, begin, board_with, effect_board, market, room

ON_1 = {"1L": [[0, False]]}


def place(effect: str, players: int = 2, **changes: Any) -> Scene:
    return begin(players, settings=effect_board(effect), stones=ON_1, **changes).play("fly 1L", "use")


def test_rule_1_8_only_on_effects_of_others() -> None:
    scene = place("par_place:1", room=[room(s1="M01"), room(s3="M05", s4="M07", s5="S3")])
    assert scene.legal == ["skip", "infest 1 3 p", "infest 1 4 a", "infest 1 4 p"]


@pytest.mark.parametrize(("players", "most"), [(2, 2), (3, 1), (4, 1)])
def test_rule_1_8_so_many_on_one_machine(players: int, most: int) -> None:
    rooms: list[Any] = [None, room(s4="M07")] + [room()] * (players - 2)
    scene = place("par_place:3", players, room=rooms)
    for _ in range(most - 1):
        scene.play("infest 1 4 a")
    scene.play("infest 1 4 a")
    assert scene.parasites[0][0] == 3 - most and scene.active == 1


def test_rule_7_6_targets_from_supply_ascend() -> None:
    scene = place("par_place:2", room=[None, room(s1="M01", s2="M02", s3="M03")]).play("infest 1 2 a")
    assert scene.legal == ["skip", "infest 1 2 a", "infest 1 3 a"]


def test_rule_7_6_lifts_before_placings_and_sources_ascend() -> None:
    rooms = [None, room(s1="M01", s2="M02", s3="M03")]
    parasites = [[1, [[1, 1, "a"], [1, 2, "a"]]], None]
    scene = place("par_all", room=rooms, parasites=parasites)
    assert scene.legal == [
        "skip", "infest 1 1 a", "infest 1 2 a", "infest 1 3 a", "lift 1 1 a", "lift 1 2 a",
    ]  # fmt: skip
    lifted = scene.copy().play("lift 1 2 a")
    assert lifted.legal == ["infest 1 1 a", "infest 1 3 a"] and lifted.parasites[0] == [1, [[1, 1, "a"]]]
    lifted.play("infest 1 3 a")
    assert [move for move in lifted.legal if move.startswith("lift")] == ["lift 1 3 a"]
    placed = scene.copy().play("infest 1 3 a")
    assert not any(move.startswith("lift") for move in placed.legal)


def test_rule_7_6_a_lift_needs_a_target_other_than_its_source() -> None:
    scene = place("par_place:1", room=[None, room(s1="M01")], parasites=[[2, [[1, 1, "a"]]], None])
    assert scene.legal == ["skip", "infest 1 1 a"]


def test_rule_1_8_triggered_parasites_return_and_are_used_clockwise() -> None:
    scene = begin(
        4, active=1, gauge=[None, "......oo..", None, None], room=[None, room(s2="M04"), None, None],
        parasites=[[2, [[1, 2, "a"]]], None, [2, [[1, 2, "a"]]], [2, [[1, 2, "a"]]]],
    )  # fmt: skip
    scene.play("aim 7", "run")
    seats = []
    while scene.phase == "take":
        seats.append(scene.mover)
        scene.play("take 1 0")
    assert seats == [1, 2, 3, 0] and scene.parasites == [[3, []]] * 4


def test_rule_1_8_two_returned_parasites_use_it_twice() -> None:
    scene = begin(
        gauge=["......oo..", None], room=[room(s2="M01"), None], parasites=[None, [1, [[0, 2, "a"], [0, 2, "a"]]]]
    )
    scene.play("aim 7", "run")
    assert scene.goods == [[1, 0], [2, 0]]


def test_rule_1_8_linked_boilers_none_one_or_both() -> None:
    scene = begin(
        gauge=["......oo..", None], room=[room(s2="M25"), room(s1="M01")], parasites=[None, [2, [[0, 2, "a"]]]]
    )
    scene.play("aim 7", "run")
    assert scene.goods[0] == [0, 1] and scene.mover == 0 and scene.phase == "place"
    scene.play("skip")
    assert scene.goods[1] == [0, 1] and scene.mover == 1 and scene.phase == "place"


def test_rule_1_8_an_invite_comes_after_installation_from_supply_only() -> None:
    scene = begin(
        3, goods=[[3, 0], None, None], stones={"2L": [[0, False]]},
        parasites=[None, None, [0, [[0, 1, "a"], [0, 2, "a"], [1, 1, "a"]]]],
        **market(2, "M22", 3),
    )  # fmt: skip
    scene.play("fly 2L", "buy 2 machine", "remove 1", "chance", "slot 4")
    assert scene.mover == 1 and scene.legal == ["skip", "infest 0 2 a", "infest 0 4 a"]
    scene.play("infest 0 4 a")
    assert scene.mover == 2 and scene.phase == "invited"  # his parasite on the removed machine came home


def test_rule_1_8_a_district_invites_after_all_its_effects() -> None:
    scene = begin(settings=effect_board("invite>sp:1; res:1; invite>sp:2"), stones=ON_1).play("fly 1L", "use", "use")
    assert scene.points[0] == 1 and scene.phase == "take"
    scene.play("take 1 0", "use")
    assert scene.points[0] == 3 and scene.mover == 1 and scene.phase == "invited"
    scene.play("skip")
    assert scene.mover == 1 and scene.phase == "invited"  # one invite per cost symbol


def test_rule_1_8_run_machines_lets_parasites_sleep() -> None:
    rooms = [room(s2="M01", s5="M02"), None]
    scene = begin(stones={"8R": [[0, False]]}, room=rooms, parasites=[None, [2, [[0, 2, "a"]]]])
    scene.play("fly 8R", "use")
    assert scene.goods == [[1, 1], [0, 0]] and scene.parasites[1] == [2, [[0, 2, "a"]]]


def test_rule_1_8_activating_stays_and_does_not_trigger() -> None:
    scene = place(
        "par_use:2", room=[None, room(s1="M01", s2="M02", s3="cap")],
        parasites=[[1, [[1, 1, "a"], [1, 2, "a"]]], None],
    )  # fmt: skip
    assert scene.legal == ["skip", "sap 1 1 a", "sap 1 2 a"]
    scene.play("sap 1 2 a")
    assert scene.legal == ["skip", "sap 1 1 a"]
    scene.play("sap 1 1 a")
    assert scene.goods == [[1, 1], [0, 0]] and scene.parasites[0] == [1, [[1, 1, "a"], [1, 2, "a"]]]


def test_rule_r21_each_parasite_out_at_the_start_once() -> None:
    board = board_with(
        districts={"1L": ["par_use_all", False]}, machines={"M01": [0, "purple", "gg", 1, "par_place:1", "", 0]}
    )
    scene = begin(
        settings={"board": board},
        stones=ON_1,
        room=[None, room(s1="M01", s2="M02")],
        parasites=[[2, [[1, 1, "a"]]], None],
    )
    scene.play("fly 1L", "use", "sap 1 1 a", "infest 1 2 a")
    assert scene.active == 1  # the one just placed is not covered


def test_rule_2_par_place_use_places_and_uses() -> None:
    scene = place("par_place_use:1", room=[None, room(s1="M01", s2="M02")]).play("infest 1 2 a")
    assert scene.goods[0] == [0, 1] and scene.parasites[0] == [2, [[1, 2, "a"]]]


def test_rule_2_shake_one_and_all() -> None:
    parasites = [None, [1, [[0, 1, "a"], [0, 2, "a"]]], [2, [[0, 1, "a"]]]]
    one = begin(3, settings=effect_board("shake:1"), stones=ON_1, parasites=parasites).play("fly 1L", "use")
    assert one.legal == ["skip", "shake 1 a 1", "shake 1 a 2", "shake 2 a 1"]
    assert one.play("shake 1 a 2").parasites[2] == [3, []]
    every = begin(3, settings=effect_board("shake_all"), stones=ON_1, parasites=parasites).play("fly 1L", "use", "use")
    assert every.parasites == [[3, []]] * 3


def test_rule_r12_resources_losing_their_space_stay_until_the_next_storing() -> None:
    board = board_with(districts={"1L": ["lose_machine>sp:1; res:1", False]})
    scene = begin(settings={"board": board}, goods=[[3, 1], None], stones=ON_1).play("fly 1L", "use", "remove 2")
    assert scene.goods[0] == [3, 1] and scene.phase == "take"
