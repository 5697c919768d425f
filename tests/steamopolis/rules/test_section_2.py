"""Rules 2: every token of the vocabulary, with its usability and its decision."""

from __future__ import annotations

from typing import Any

import pytest

from tests.steamopolis.rules.helpers import Scene, begin, board_with, effect_board, market, room

ON_1 = {"1L": [[0, False]]}


def use(effect: str, players: int = 2, *, static: bool = False, **changes: Any) -> Scene:
    changes.setdefault("stones", ON_1)
    return begin(players, settings=effect_board(effect, static=static), **changes).play("fly 1L", "use")


def is_usable(effect: str, **changes: Any) -> bool:
    """Whether 1L offers `use`; a marker for sale keeps the decision open."""
    changes.setdefault("stones", ON_1)
    changes.setdefault("goods", [[1, 0], None])
    return "use" in begin(settings=effect_board(effect), **changes).play("fly 1L").legal


def test_rule_2_sp_and_resources_are_never_declined() -> None:
    scene = use("sp:3; crystal:2; gear:1")
    assert scene.points[0] == 3 and scene.goods[0] == [2, 1]


@pytest.mark.parametrize("token", ["crystal:1", "res:1", "res_any"])
def test_rule_2_resources_need_a_supply(token: str) -> None:
    held = [[15, 15], [0, 0]]
    assert not is_usable(token, goods=held)
    assert is_usable(token, goods=[[14, 15], [0, 0]])


def test_rule_2_res_takes_as_many_as_there_are() -> None:
    scene = use("res:4", goods=[[15, 12], None])
    assert scene.goods[0] == [15, 15] and scene.phase == "keep"  # one mix only: taken without a move
    assert use("res:2", goods=[[14, 13], None]).legal == ["take 0 2", "take 1 1"]


def test_rule_2_stone_comes_as_if_taken_back() -> None:
    assert use("stone:1", gauge=["o.o.......", None]).gauge[0] == "oooo......"
    assert not is_usable("stone:1", gauge=["oooo......", None])


def test_rule_2_stone_without_room_discards_a_marker() -> None:
    scene = use("stone:1", base=[6, None], gauge=["......omm.", None], stones={"1L": [[0, False]]})
    assert scene.legal == ["discard 8", "discard 9"]
    assert scene.play("discard 8").gauge[0] == "......oomo"


def test_rule_2_sponsor_below_the_maximum() -> None:
    scene = use("sponsor:1")
    assert scene.legal == ["sponsor crystal", "sponsor gear"]
    assert scene.play("sponsor gear").supply["sponsors"] == 4
    assert not is_usable("sponsor:1", sponsors=[[["gear", False]], None])
    assert is_usable("sponsor:1", sponsors=[[["gear", False]], None], character=[5, None])


def test_rule_2_gala_if_one_has_none() -> None:
    assert use("gala:1").play("gala gear").supply["galas"] == [4, 3]
    assert not is_usable("gala:1", gala=["gear", None])


def test_rule_2_capacity_on_any_slot() -> None:
    scene = use("capacity:1")
    assert scene.legal == ["skip", *(f"slot {slot}" for slot in range(1, 8))]
    before = scene.supply["capacity"]
    assert scene.play("slot 2").supply["capacity"] == before  # rules R22: the one replaced returns


def test_rule_2_press_may_be_declined_but_not_after_a_cost() -> None:
    assert use("press:2").legal[0] == "skip"
    paid = use("pay:c1>press:2", goods=[[1, 0], None]).play("pay 0 0 0")
    assert "skip" not in paid.legal and paid.phase == "raise"


def test_rule_2_base() -> None:
    scene = use("base:1")
    assert scene.legal == ["skip", "use"] and scene.play("skip").base[0] == 0
    assert not is_usable("base:1", base=[6, None], gauge=["......o...", None])


def test_rule_2_arrows_ascend_fields_before_districts() -> None:
    stones = {"1L": [[0, False]], "2L": [[0, False]], "3L": [[0, True]]}
    scene = use("arrow:3", gauge=["a.o.......", None], stones=stones)
    assert scene.legal == ["skip", "arrow 2", "arrow 3", "arrow 2L"]
    scene.play("arrow 3")
    assert scene.legal == ["skip", "arrow 2L"]
    scene.play("arrow 2L")
    assert scene.gauge[0] == "aoa......." and scene.stones["2L"] == [[0, True]]


def test_rule_2_to8_and_static() -> None:
    scene = use("to8", static=True, gauge=["oo........", None], stones={"1L": [[0, True]]})
    assert scene.gauge[0] == "ooo......." and scene.legal == ["skip", "use"]
    assert scene.play("use").gauge[0] == "oo.......o"


def test_rule_r4_to8_lapses_if_f10_is_occupied() -> None:
    assert not is_usable("to8", gauge=["oo.......o", None])
    assert not is_usable("to8", gauge=["oo.......m", None])


def test_rule_r14_a_raise_may_hand_the_stone_on() -> None:
    scene = use("press:1; to8", gauge=["o..o......", None])
    assert scene.step["taken"] == 2
    assert scene.copy().play("raise .ooo......").step["taken"] == 2  # whichever stone: its field is not empty
    scene.play("raise o.oo......")
    assert scene.step["taken"] == 3
    assert scene.play("use").gauge[0] == "o..o.....o"


def test_rule_2_flip_sponsor() -> None:
    scene = use("flip_sponsor", sponsors=[[["gear", False]], None])
    assert scene.legal == ["skip", "flip gear"]
    assert scene.play("flip gear").sponsors[0] == [["crystal", False]]


def test_rule_r24_the_unused_one_turns() -> None:
    scene = begin(
        settings=effect_board("pay:g1>sp:1; flip_sponsor; res:1"), stones=ON_1, goods=[[0, 2], None],
        character=[5, None], sponsors=[[["crystal", False], ["gear", False]], None],
    )  # fmt: skip
    scene.play("fly 1L", "use", "pay 0 1 0")
    assert scene.sponsors[0] == [["crystal", False], ["crystal", True]]
    assert scene.play("flip crystal").sponsors[0] == [["crystal", True], ["gear", False]]


def test_rule_2_peek_not_at_what_one_has_seen() -> None:
    scene = use("peek; peek")
    assert len(scene.legal) == 22
    scene.play("peek 2 1")
    assert scene.mover == -1 and scene.down["2"][0][3] == [0] and scene.down["2"][0][2] is None
    scene.play("chance")
    assert scene.down["2"][0][2] is not None and "peek 2 1" not in scene.legal and len(scene.legal) == 21


def test_rule_6_a_second_peek_draws_nothing() -> None:
    scene = use("peek").play("peek 2 1", "chance")
    name = scene.down["2"][0][2]
    again = Scene(scene.game.edit(scene.state, active=1, stones={"1L": [[1, False]]})).play("fly 1L", "use", "peek 2 1")
    assert again.down["2"][0][2:] == [name, [0, 1]] and again.mover != -1


def test_rule_2_buy_any() -> None:
    scene = use("buy_any", goods=[[0, 2], None], **market(5, "M03"))
    assert "buy 5 machine" in scene.legal and scene.legal[0] == "skip" and "marker gear" not in scene.legal


def test_rule_2_other_district_lists_unused_ones_without_an_own_stone() -> None:
    stones = {"6R": [[0, False]], "3R": [[0, False]], "5L": [[1, False]]}
    scene = begin(stones=stones).play("fly 6R", "use", "lower")
    assert "visit 5L" in scene.legal and "visit 8L" in scene.legal  # an end effect is usable
    assert "visit 3R" not in scene.legal and "visit 6R" not in scene.legal
    assert "visit 2L" not in scene.legal  # no gears to pay with


def test_rule_r5_a_copied_district_discharges_the_stone_that_copied() -> None:
    board = board_with(districts={"1L": ["other_district", False]})
    scene = begin(settings={"board": board}, gauge=["oo........", None], stones={"1L": [[0, True]]})
    scene.play("fly 1L", "use")
    assert scene.gauge[0] == "ooa......."
    assert scene.play("visit 6L").gauge[0] == "ooo......."


def test_rule_1_8_a_visited_district_invites_before_the_visiting_one_goes_on() -> None:
    board = board_with(districts={"1L": ["other_district; res:1", False], "1R": ["invite>sp:1", False]})
    scene = begin(settings={"board": board}, stones=ON_1).play("fly 1L", "use", "visit 1R", "use")
    assert scene.mover == 1 and scene.phase == "invited"
    assert scene.play("skip").phase == "take"


def test_rule_2_run_machines_from_slot_7_to_1() -> None:
    scene = begin(stones={"8R": [[0, False]]}, room=[room(s1="M01", s5="M04", s7="M12"), None], goods=[[2, 0], None])
    scene.play("fly 8R", "use")
    assert scene.phase == "pay" and scene.step["cost"] == [2, 0]  # slot 7 first
    assert scene.play("pay 0 0 0").phase == "take"


def test_rule_2_lose_stone_takes_gauge_stones_only() -> None:
    stones = {"1L": [[0, False]], "2L": [[0, False]]}
    scene = use("lose_stone>sp:4", gauge=["..o.......", None], stones=stones)
    assert scene.legal == ["skip", "spend 1", "spend 3"]


def test_rule_2_a_bar_lists_usable_sides_only() -> None:
    assert use("shake_all | sp:1").legal == ["skip", "lower"]
    assert use("sp:1 | base:1").legal == ["skip", "upper", "lower"]


def test_rule_r17_a_cost_only_if_what_it_buys_is_usable() -> None:
    assert not is_usable("pay:c1>stone:1", gauge=["oooo......", None])
    assert is_usable("pay:c1>stone:1", gauge=["ooo.......", None])
