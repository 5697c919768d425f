"""Rules 1.6, 1.7, 1.9: purchases, bonus markers, discounts."""

from __future__ import annotations

import pytest

from tests.steamopolis.rules.helpers import Scene, begin, board_with, market, room

ON_2 = {"2L": [[0, False]]}
ON_1 = {"1L": [[0, False]]}


def test_rule_1_6_a_purchase_must_be_payable_completely() -> None:
    poor = begin(goods=[[0, 1], None], stones=ON_2, **market(2, "M01"))
    assert poor.play("fly 2L").active == 1  # nothing to do there: forced
    rich = begin(goods=[[0, 2], None], stones=ON_2, **market(2, "M01")).play("fly 2L")
    assert rich.legal == ["skip", "use", "buy 2 machine", "buy 2 banner"]


def test_rule_1_6_no_machine_to_remove_no_purchase() -> None:
    scene = begin(goods=[[2, 0], None], room=[room(), None], stones=ON_2, **market(2, "M11")).play("fly 2L")
    assert scene.legal == ["skip", "buy 2 banner"]


def test_rule_1_6_the_last_stone_is_never_given() -> None:
    scene = begin(gauge=["..........", None], goods=[[0, 2], None], stones=ON_2, **market(2, "M01"))
    assert scene.legal == ["skip", "use", "buy 2 machine"]


def test_rule_1_6_the_next_tile_is_turned_up_before_the_slot() -> None:
    scene = begin(goods=[[0, 2], None], stones=ON_2, **market(2, "M01")).play("fly 2L", "buy 2 machine")
    assert scene.mover == -1 and scene.open["2"] is None and scene.points[0] == 0 and len(scene.down["2"]) == 3
    scene.play("chance")
    assert scene.open["2"] is not None and len(scene.down["2"]) == 2 and scene.points[0] == 1
    assert scene.legal == [f"slot {slot}" for slot in (3, 4, 5, 6, 7)]


def test_rule_1_6_a_full_room_takes_the_tile_on_any_slot() -> None:
    tiles = room(s1="S0", s2="cap", s3="M02", s4="M03", s5="M04", s6="M05", s7="M06")
    scene = begin(
        goods=[[0, 2], None], room=[tiles, None], stones=ON_2, parasites=[None, [2, [[0, 2, "a"]]]], **market(2, "M01")
    )
    scene.play("fly 2L", "buy 2 machine", "chance")
    assert scene.legal == [f"slot {slot}" for slot in range(1, 8)]
    before = scene.supply["capacity"]
    scene.play("slot 2")
    assert scene.room[0][1] == "M01" and scene.supply["capacity"] == before + 1
    assert scene.parasites[1] == [3, []]  # its parasite goes home unused


def test_rule_1_6_the_third_statue_brings_3_points() -> None:
    scene = begin(goods=[[4, 1], None], stones=ON_2, statues=[7, 8], **last_market())
    scene.play("fly 2L", "buy 2 machine", "remove 1")
    assert scene.statues == [2, 7, 8] and scene.points[0] == 5 + 3
    scene.play("slot 1").until_turn()
    assert scene.ending and not scene.final


def last_market() -> dict[str, object]:
    """Level 2 has its last tile, levels 7 and 8 have none."""
    found = market(2, "M34")
    found["open"] |= {"7": None, "8": None}
    found["down"] |= {"7": [], "8": []}
    return found


def test_rule_1_6_purple_counts_purple_twice() -> None:
    scene = begin(goods=[[0, 2], None], stones=ON_2, banners=[["M02", "M05"], []], **market(2, "M01"))
    assert scene.play("fly 2L", "buy 2 banner", "spend 1", "chance").points[0] == 2 + 1 + 2


def test_rule_1_6_buy_passives_work_for_machines_and_banners_the_new_one_included() -> None:
    own = begin(goods=[[4, 1], None], stones=ON_2, **market(2, "M40"))
    own.play("fly 2L", "buy 2 machine", "remove 1", "slot 7")
    assert own.points[0] == 5 + 1
    banner = begin(goods=[[0, 2], None], room=[room(s3="M40"), None], stones=ON_2, **market(2, "M01"))
    assert banner.play("fly 2L", "buy 2 banner", "spend 1", "chance").points[0] == 2 + 1


def test_rule_1_2_an_extra_market_is_never_refilled() -> None:
    scene = begin(4, goods=[[2, 2], None, None, None], stones={"2L": [[0, False]]})
    scene.play("fly 2L")
    assert "buy 2x machine" in scene.legal
    scene.play("buy 2x machine")
    assert scene.phase == "slot" and scene.open["2x"] is None and scene.statues == []


# -- bonus markers -----------------------------------------------------------------------------------------------------


def test_rule_1_7_only_the_front_markers_are_for_sale() -> None:
    scene = begin(goods=[[1, 1], None], stones=ON_1, bonus=[4, 3]).play("fly 1L")
    assert "marker crystal" in scene.legal and "marker gear" not in scene.legal  # the 4 costs two gears


def test_rule_1_7_any_number_of_markers() -> None:
    scene = begin(goods=[[1, 1], None], stones=ON_1).play("fly 1L", "marker crystal", "put 7")
    assert scene.legal == ["skip", "marker gear"]
    scene.play("marker gear")
    assert scene.active == 1 and scene.bonus == [3, 3]  # the only field has a marker: the second one is boxed


@pytest.mark.parametrize(
    ("gauge", "base", "legal"),
    [
        ("o.........", 0, ["put 3", "put 4", "box"]),
        ("o.m.......", 1, ["put 4", "box"]),
        ("....o.....", 3, ["put 4", "box"]),
        ("..oo......", 0, ["put 3", "put 4", "box"]),
    ],
)
def test_rule_1_7_fields_for_a_2(gauge: str, base: int, legal: list[str]) -> None:
    gauge = gauge if base == 0 else "." * base + gauge[base:]
    scene = begin(gauge=[gauge, None], base=[base, None], goods=[[3, 0], None], bonus=[1, 4], stones=ON_1)
    assert scene.play("fly 1L?", "marker crystal").legal == legal


def test_rule_1_7_a_stone_that_cannot_move_keeps_the_marker_out() -> None:
    board = board_with(meta=begin().game.board["meta"] | {"gauge": [1, 1, 1, 1, 1, 1, 1, 2, 2, 8]})
    scene = begin(
        settings={"board": board}, gauge=[".......ooo", None], goods=[[3, 0], None], bonus=[1, 4], stones=ON_1
    )
    scene.play("fly 1L", "marker crystal")
    assert scene.active == 1 or scene.phase == "invited"  # f8, f9 hold stuck stones: boxed without a decision
    assert scene.gauge[0] == "o......ooo" and scene.points[0] == 5


def test_rule_1_7_the_last_marker_uncovers_the_statue() -> None:
    scene = begin(goods=[[3, 0], None], bonus=[1, 0], stones=ON_1).play("fly 1L", "marker crystal")
    assert scene.statues == [1] and scene.bonus == [0, 0]


def test_rule_r14_a_push_takes_the_stone_just_taken_back_along() -> None:
    """The stone lands on f3, is pushed by the marker, and static discharge finds it."""
    board = board_with(districts={"1L": ["sp:1", True]})
    scene = begin(
        settings={"board": board},
        gauge=["oo........", None],
        goods=[[3, 0], None],
        bonus=[1, 4],
        stones={"1L": [[0, True]]},
    )
    scene.play("fly 1L")
    assert scene.step["taken"] == 3
    scene.play("marker crystal", "put 3")
    assert scene.step["taken"] == 4 and scene.gauge[0] == "ooma......"


# -- discounts ---------------------------------------------------------------------------------------------------------


def paying(**changes: object) -> Scene:
    """At the payment for M11 on level 2: two crystals."""
    return begin(stones=ON_2, **market(2, "M11"), **changes).play("fly 2L", "buy 2 banner")


def test_rule_1_9_sponsor_and_gala_may_be_combined_on_2() -> None:
    scene = paying(goods=[[2, 0], None], sponsors=[[["crystal", False]], None], gala=["crystal", None])
    assert scene.legal == ["pay 0 0 0", "pay 0 0 1", "pay 1 0 0", "pay 1 0 1"]
    scene.play("pay 1 0 1")
    assert scene.goods[0] == [2, 0] and scene.sponsors[0] == [["gear", True]] and scene.gala[0] is None


def test_rule_1_9_not_both_on_1() -> None:
    scene = begin(
        gauge=["......oo..", None], goods=[[1, 0], None], room=[room(s2="M14"), None],
        sponsors=[[["crystal", False]], None], gala=["crystal", None],
    )  # fmt: skip
    assert scene.play("aim 7", "run").legal == ["skip", "pay 0 0 0", "pay 0 0 1", "pay 1 0 0"]


def test_rule_1_9_a_discount_that_saves_nothing_is_illegal() -> None:
    scene = begin(
        goods=[[2, 0], None], stones=ON_2, sponsors=[[["gear", False]], None], gala=["gear", None], **market(2, "M11")
    )
    scene.play("fly 2L", "buy 2 banner")
    assert scene.phase == "spend"  # one way to pay only


def test_rule_1_9_what_discounts_pay_counts_for_the_purchase() -> None:
    scene = begin(goods=[[1, 0], None], stones=ON_2, sponsors=[[["crystal", False]], None], **market(2, "M11"))
    assert "buy 2 banner" in scene.play("fly 2L").legal


def test_rule_1_9_two_sponsors_of_character_5() -> None:
    scene = paying(goods=[[2, 0], None], character=[5, None], sponsors=[[["crystal", False], ["crystal", False]], None])
    assert scene.legal == ["pay 0 0 0", "pay 1 0 0", "pay 2 0 0"]


def test_rule_1_9_a_sponsor_works_once_in_anyones_turn() -> None:
    scene = begin(
        gauge=["......oo..", None], room=[room(s4="M13", s2="M13"), None], goods=[None, [0, 3]],
        sponsors=[None, [["gear", False]]], parasites=[None, [1, [[0, 4, "a"], [0, 2, "a"]]]],
    )  # fmt: skip
    scene.play("aim 7", "run", "pay 0 1 0")
    assert scene.sponsors[1] == [["crystal", True]] and scene.goods[1] == [0, 2]
    scene.play("run")
    assert scene.legal == ["skip", "pay 0 0 0"]


def test_rule_1_9_static_discharge_by_the_effect_not_by_buying() -> None:
    stones = {"6L": [[0, True]]}
    used = begin(gauge=["oo........", None], stones=stones).play("fly 6L", "use", "gala gear")
    assert used.gauge[0] == "ooo......." and used.points[0] == 1
    bought = begin(gauge=["oo........", None], goods=[[2, 2], None], stones=stones).play("fly 6L", "buy 6 machine")
    assert bought.gauge[0] == "ooa......."
