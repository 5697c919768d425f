"""Rules 1.5, 7.2, 7.3, 7.5: the turn."""

from __future__ import annotations

from tests.steamopolis.rules.helpers import EMPTY, begin, board_with, effect_board, market, room

STONE_ON_1L = {"1L": [[0, False]]}


def test_rule_1_5_the_three_actions_in_order() -> None:
    scene = begin(stones={"2L": [[0, False]], "1L": [[0, True]]})
    assert scene.legal == ["steam", "aim 1", "aim 2", "aim 3", "fly 1L", "fly 2L"]


def test_rule_1_5_without_a_gauge_stone_c_is_forced() -> None:
    scene = begin(gauge=["..........", None], stones={"2L": [[0, False]], "3R": [[0, False]]})
    assert scene.legal == ["fly 2L", "fly 3R"]


def test_rule_1_13_a_single_action_is_no_move() -> None:
    scene = begin(gauge=["..........", None], stones={"3R": [[0, False]]})
    assert scene.phase == "flight" and scene.step["district"] == "3R"


def test_rule_1_5_b_needs_a_free_district_not_above_the_value() -> None:
    stones = {"1L": [[1, False]], "1R": [[1, False]]}
    scene = begin(gauge=["o.o.......", None], stones=stones)
    assert [move for move in scene.legal if move.startswith("aim")] == ["aim 3"]


def test_rule_1_5_run_goes_to_the_next_machine_with_an_activation_effect() -> None:
    scene = begin(gauge=["......o...", None], room=[room(s4="M05", s3="M09", s1="M01"), None]).play("aim 7", "run")
    assert scene.hand == [1, False] and scene.goods[0] == [1, 0]


def test_rule_1_5_no_run_without_a_district_at_the_new_value() -> None:
    stones = {"1L": [[1, False]], "1R": [[1, False]]}
    scene = begin(gauge=["......o...", None], room=[room(s1="M01"), None], stones=stones)
    assert "run" not in scene.play("aim 7").legal


def test_rule_1_5_resources_gained_pay_later_boilers() -> None:
    scene = begin(gauge=["......oo..", None], room=[room(s4="M24", s2="M12"), None]).play("aim 7", "run", "run")
    assert scene.legal == ["skip", "pay 0 0 0"]


def test_rule_1_5_effects_may_be_declined_but_parasites_still_trigger() -> None:
    scene = begin(
        gauge=["oo....o...", None],
        room=[room(s2="M12"), None],
        goods=[[2, 0], [2, 0]],
        parasites=[None, [2, [[0, 2, "a"]]]],
    )
    scene.play("aim 7", "run", "skip")
    assert scene.mover == 1 and scene.legal == ["skip", "pay 0 0 0"]
    assert scene.play("pay 0 0 0").points == [0, 2]


def test_rule_1_5_arrow_kept_when_placed_and_taken_back() -> None:
    scene = begin(gauge=["ao........", None]).play("aim 1", "set 1L")
    assert scene.stones == {"1L": [[0, True]]}
    flown = begin(gauge=["..........", None], stones={"1L": [[0, True]], "1R": [[0, False]]}).play("fly 1L")
    assert flown.gauge[0] == "a........."


def test_rule_1_5_no_room_discards_a_marker_of_the_owners_choice() -> None:
    scene = begin(base=[6, None], gauge=["......ommo", None], stones=STONE_ON_1L).play("fly 1L")
    assert scene.legal == ["discard 8", "discard 9"]
    assert sum(mark in "oa" for mark in scene.gauge[0]) == 2 and scene.stones == {}  # the stone is nowhere
    assert scene.play("discard 9").gauge[0] == "......omoo"


def test_rule_1_5_no_room_and_no_marker_goes_to_the_reserve() -> None:
    scene = begin(base=[6, None], gauge=["......oooo", None], stones={"1L": [[0, True]]}).play("fly 1L")
    assert scene.gauge[0] == "......oooo" and scene.reserve[0] == 1


def test_rule_1_5_take_passives_before_the_district() -> None:
    scene = begin(room=[room(s1="M05", s7="M09"), None], stones=STONE_ON_1L).play("fly 1L")
    assert scene.legal == ["take 0 2", "take 1 1", "take 2 0"]


def test_rule_1_5_a_passenger_needs_another_own_stone_on_his_target() -> None:
    scene = begin(passengers=[7, 2], tile=[6, 3], stones={"7L": [[0, False]], "6L": [[1, False]]}).play("fly 7L")
    assert scene.phase == "flight"


def test_rule_1_5_the_alternative_if_he_already_stands_there() -> None:
    scene = begin(passengers=[6, 2], tile=[6, 3], stones={"6R": [[0, False]], "8R": [[0, False]]}).play(
        "fly 6R", "board"
    )
    assert scene.aboard == [8, None]


def test_rule_1_5_the_tile_is_owned_at_once_and_keeps_showing_until_the_end() -> None:
    stones = {"7L": [[0, False]], "6R": [[0, False]], "2L": [[0, False]]}
    scene = begin(gauge=["o.........", None], passengers=[7, 2], tile=[6, 3], stones=stones)
    scene.play("fly 7L", "board", "skip?", "fly 6R")
    assert scene.tiles[0] == 1 and scene.tile == [6, 3] and scene.mover == 0


def test_rule_1_5_a_passenger_moves_once_per_turn() -> None:
    """The banker is dropped on 6 and would go on to 8; another stone there does not help."""
    stones = {"7L": [[0, False]], "6R": [[0, False]], "8R": [[0, False]], "6L": [[0, False]]}
    scene = begin(gauge=["o.........", None], passengers=[7, 2], tile=[6, 3], stones=stones)
    scene.play("fly 7L", "board", "skip?", "fly 6R", "skip?", "fly 6L")
    assert scene.phase == "flight" and scene.aboard == [None, None]


def test_rule_1_5_store_before_the_next_stone() -> None:
    scene = begin(goods=[[1, 2], None], room=[EMPTY, None], stones={"3R": [[0, False]], "2R": [[0, False]]})
    scene.play("fly 3R", "use", "take 3 0")
    assert scene.phase == "keep"


def test_rule_1_5_next_tile_before_the_rewards() -> None:
    stones = {"7L": [[0, False]], "6R": [[0, False]]}
    scene = begin(passengers=[7, 2], tile=[6, 3], stones=stones).play("fly 7L", "board", "skip?", "skip?")
    assert scene.mover == -1 and scene.points[0] == 0
    assert scene.play("chance").points[0] == 1


def test_rule_1_5_an_empty_stack_triggers_the_end_and_the_printed_targets_hold() -> None:
    stones = {"7L": [[0, False]], "6R": [[0, False]]}
    scene = begin(passengers=[7, 2], tile=[6, 3], stack=0, stones=stones).play("fly 7L", "board", "skip?", "skip?")
    assert scene.tile is None and scene.ending and not scene.final and scene.points[0] == 1
    again = begin(passengers=[6, 2], tile=None, stack=0, stones={"6R": [[0, False]], "7L": [[0, False]]})
    again.play("fly 6R", "board")
    assert again.aboard == [7, None]  # printed
    again.until_turn()
    assert again.tiles[0] == 0 and again.points[0] == 1  # rewards continue, tiles do not


def test_rule_1_5_stoker_and_passives_are_one_raise_that_may_be_declined() -> None:
    stones = {"2L": [[0, False]], "3L": [[0, False]]}
    scene = begin(passengers=[6, 2], tile=[6, 3], stones=stones, room=[room(s1="M09"), None])
    scene.play("fly 2L", "board", "skip?", "skip?", "chance")
    assert scene.step["steps"] == 5 and scene.legal[0] == "skip"


def test_rule_1_5_a_parasites_user_raises_at_once() -> None:
    stones = {"2L": [[0, False]], "3L": [[0, False]]}
    scene = begin(
        passengers=[6, 2], tile=[6, 3], stones=stones, room=[room(s1="M09"), None], parasites=[None, [2, [[0, 1, "p"]]]]
    )
    scene.play("fly 2L", "board", "skip?", "skip?", "chance")
    assert scene.mover == 1 and scene.step["steps"] == 2
    scene.play("skip")
    assert scene.mover == 0 and scene.step["steps"] == 5


def test_rule_1_5_end_effects_in_the_order_flown() -> None:
    board = board_with(districts={"1L": ["end sp:1; res:1", False], "1R": ["end res:2", False]})
    scene = begin(settings={"board": board}, stones={"1L": [[0, False]], "1R": [[0, False]]})
    scene.play("fly 1R", "use")
    assert scene.phase == "flight" and scene.points[0] == 0
    scene.play("use")
    assert scene.legal == ["take 0 2", "take 1 1", "take 2 0"]
    scene.play("take 1 1")
    assert scene.points[0] == 1 and scene.legal == ["take 0 1", "take 1 0"]


def test_rule_1_5_end_passives_after_three_flights() -> None:
    names = ("1L", "1R", "2L")
    three = begin(gauge=["o.........", None], room=[room(s3="M28"), None], stones={n: [[0, False]] for n in names})
    assert three.play("fly 1L").until_turn().points[0] == 1
    two = begin(gauge=["o.........", None], room=[room(s3="M28"), None], stones={n: [[0, False]] for n in names[:2]})
    assert two.play("fly 1L").until_turn().points[0] == 0


def test_rule_1_5_use_only_if_usable() -> None:
    scene = begin(settings=effect_board("peek; base:1"), goods=[[1, 0], None], stones=STONE_ON_1L)
    assert "use" in scene.play("fly 1L").legal
    idle = begin(settings=effect_board("shake_all"), goods=[[1, 0], None], stones=STONE_ON_1L)
    assert idle.play("fly 1L").legal == ["skip", "marker crystal"]


def test_rule_r8_the_stone_that_buys_a_take_passive_triggers_it() -> None:
    scene = begin(goods=[[2, 4], None], stones={"4L": [[0, False]]}, **market(4, "M07"))
    scene.play("fly 4L", "buy 4 machine", "chance", "slot 5")
    assert scene.phase == "raise" and scene.step["steps"] == 3
