"""The worked examples of section 3 of the rules, by number."""

from __future__ import annotations

import pytest

from tests.steamopolis.rules.helpers import EMPTY, Scene, begin, market, room


def test_v01_two_built_in_and_three_machine_boilers_raise_by_5() -> None:
    scene = begin(gauge=["o.........", None], room=[room(s1="S0", s2="cap", s5="M01"), None])
    scene.play("steam")
    assert scene.gauge[0] == ".....o...."


def test_v02_raise_6_leftmost_makes_4_moves() -> None:
    rooms = room(s1="S0", s2="cap", s3="M01", s4="M02")
    scene = begin(gauge=["...ooo....", None], room=[rooms, None]).play("steam")
    assert scene.step["steps"] == 6
    assert "raise .......ooo" in scene.legal
    four = begin(gauge=["...ooo....", None]).play("steam")
    assert four.step["steps"] == 4 and "raise .......ooo" in four.legal
    three = begin(gauge=["...ooo....", None], room=[room(s1="S0"), None]).play("steam")
    assert three.step["steps"] == 3 and "raise .......ooo" not in three.legal


def test_v03_a_stone_on_4_reaches_free_districts_of_levels_1_to_4() -> None:
    scene = begin(gauge=["oo...o....", None], room=[EMPTY, None], stones={"3L": [[1, False]]})
    assert scene.play("aim 6").legal == [
        "set 1L", "set 1R", "set 2L", "set 2R", "set 3R", "set 4L", "set 4R",
    ]  # fmt: skip


def test_v04_in_slot_3_place_or_step_left_for_a_crystal() -> None:
    scene = begin(gauge=["oo...o....", None], room=[room(s3="M02", s2="M01"), None]).play("aim 6", "run")
    assert scene.hand == [3, False] and scene.goods[0] == [0, 1]
    assert scene.legal[0] == "run" and scene.legal[-1] == "set 3R"
    scene.play("run")
    assert scene.goods[0] == [1, 1] and scene.hand == [2, False]
    assert scene.legal == ["set 1L", "set 1R", "set 2L", "set 2R"]


@pytest.mark.parametrize("field", [1, 2])
def test_v05_stones_on_1_fields_cannot_enter(field: int) -> None:
    scene = begin(room=[room(s1="M01"), None])
    assert scene.play(f"aim {field}").legal == ["set 1L", "set 1R"]


def test_v05_a_2_enters_only_if_level_1_has_a_free_district() -> None:
    scene = begin(room=[room(s1="M01"), None])
    assert "run" in scene.play("aim 3").legal
    full = begin(room=[room(s1="M01"), None], stones={"1L": [[1, False]], "1R": [[1, False]]})
    assert full.play("aim 3").legal == ["set 2L", "set 2R"]


def test_v06_stone_7_runs_past_gears_crystal_and_points() -> None:
    rooms = room(s6="M11", s4="M01", s2="M12")
    scene = begin(gauge=["oo......o.", None], room=[rooms, None], goods=[[2, 1], None]).play("aim 9", "run")
    assert scene.goods[0] == [2, 3]
    assert scene.play("run").goods[0] == [3, 3]
    scene.play("run", "pay 0 0 0")
    assert scene.points[0] == 2 and scene.hand == [2, False]
    scene.play("set 1L")
    assert scene.legal == ["keep 0", "keep 1"]
    assert scene.play("keep 0").goods[0] == [0, 3]


def test_v07_take_back_to_the_first_free_fields_right_of_the_base() -> None:
    scene = begin(gauge=["..o.......", None], base=[1, None], stones={"1L": [[0, False]], "1R": [[0, True]]})
    scene.play("fly 1L")
    assert scene.gauge[0] == ".oo......."
    scene.play("skip")
    assert scene.gauge[0] == ".ooa......"


STONES_7_6 = {"7L": [[0, False]], "6R": [[0, False]]}


def test_v08_banker_boards_on_7_before_6() -> None:
    scene = begin(passengers=[7, 2], tile=[6, 3], stones=STONES_7_6)
    scene.play("fly 7L")
    assert scene.legal == ["skip", "board"]
    scene.play("board")
    assert scene.aboard == [6, None]
    scene.until_turn()
    assert scene.passengers == [6, 2] and scene.tiles[0] == 1 and scene.points[0] == 1


def test_v08_banker_stays_if_6_comes_first() -> None:
    scene = begin(passengers=[7, 2], tile=[6, 3], stones=STONES_7_6).play("fly 6R")
    assert scene.phase == "flight"
    scene.play("skip")
    assert scene.phase == "flight" and scene.aboard == [None, None]


def test_v09_order_2_7_6_3_moves_both() -> None:
    stones = {name: [[0, False]] for name in ("2L", "7L", "6L", "3L")}
    scene = begin(gauge=["o.........", None], passengers=[7, 2], tile=[6, 3], stones=stones)
    scene.play("fly 2L", "board", "skip?", "fly 7L", "board", "skip?", "fly 6L")
    assert scene.passengers == [6, 2] and scene.aboard == [None, 3]
    scene.until_turn()
    assert scene.passengers == [6, 3] and scene.tiles[0] == 1


def test_v10_level_3_right_resources_or_a_tile_or_nothing() -> None:
    scene = begin(goods=[[1, 2], None], stones={"3R": [[0, False]]}, **market(3, "M03")).play("fly 3R")
    assert scene.legal == ["skip", "use", "buy 3 machine", "buy 3 banner"]
    assert scene.play("use").legal == ["take 0 3", "take 1 2", "take 2 1", "take 3 0"]


# name, what it costs, SP, whether a machine goes, whether others are invited
PURCHASES = [
    ("M01", [0, 2], 1, False, False),
    ("M11", [2, 0], 2, True, False),
    ("M22", [3, 0], 3, True, True),
    ("M34", [4, 1], 5, True, True),
]


def buy_machine(name: str, cost: list[int]) -> Scene:
    rooms = [room(s1="S0", s2="M06", s3="M03"), None]
    scene = begin(goods=[cost, None], room=rooms, stones={"2L": [[0, False]]}, **market(2, name))
    return scene.play("fly 2L", "buy 2 machine")


def after_removal(scene: Scene, removes: bool) -> Scene:
    if removes:
        scene.play("remove 2")
    if scene.mover == -1:
        scene.play("chance")
    return scene


@pytest.mark.parametrize("case", range(4), ids=["v11", "v12", "v13", "v14"])
def test_v11_to_v14_machines_by_rank(case: int) -> None:
    name, cost, points, removes, invites = PURCHASES[case]
    scene = buy_machine(name, cost)
    assert (scene.phase == "remove") == removes
    after_removal(scene, removes)
    assert scene.goods[0] == [0, 0] and scene.points[0] == points and scene.phase == "slot"
    scene.play("slot 5")
    assert scene.room[0] == ["S0", None if removes else "M06", "M03", None, name, None, None]
    assert (scene.phase == "invited" and scene.mover == 1) == invites
    assert scene.statues == ([2] if case == 3 else [])


@pytest.mark.parametrize("case", range(4))
def test_v15_banners_by_rank(case: int) -> None:
    name, cost, _, _, invites = PURCHASES[case]
    scene = begin(goods=[cost, None], stones={"2L": [[0, False]]}, **market(2, name)).play("fly 2L", "buy 2 banner")
    assert scene.phase == "spend"
    scene.play("spend 1")
    if scene.mover == -1:
        scene.play("chance")
    assert scene.goods[0] == [0, 0] and scene.banners[0] == [name] and scene.reserve[0] == 2
    assert scene.room[0][:2] == ["S0", "cap"]
    assert scene.points[0] == 2  # all four are purple: the new banner shows two
    assert (scene.phase == "invited") == invites
    assert scene.statues == ([2] if case == 3 else [])


def buy_banner(name: str, **changes: object) -> int:
    """The points that a banner brings."""
    scene = begin(goods=[[5, 5], None], stones={"2L": [[0, False]]}, **market(2, name), **changes)
    points: int = scene.play("fly 2L", "buy 2 banner", "spend 1", "chance?").points[0]
    return points


def test_v16_purple_with_three_others() -> None:
    assert buy_banner("M01", banners=[["M05", "M06", "M08"], []]) == 5


def test_v17_orange_with_four_machines() -> None:
    assert buy_banner("M08", room=[room(s1="S0", s2="cap", s3="M02", s7="M03"), None]) == 4


def test_v18_blue_with_two_passenger_tiles() -> None:
    assert buy_banner("M05", tiles=[2, 0]) == 2


def test_v19_markers_5_and_2() -> None:
    scene = begin(gauge=["..oooo....", None], goods=[[1, 3], None], bonus=[4, 1], stones={"1L": [[0, False]]})
    scene.play("fly 1L", "marker crystal")
    assert scene.goods[0] == [0, 3] and scene.legal == ["put 7", "box"]
    scene.play("put 7")
    assert scene.gauge[0] == "o.oooom..."
    scene.play("marker gear")
    assert scene.goods[0] == [0, 0] and scene.points[0] == 5
    scene.play("put 3")
    assert scene.gauge[0] == "o.mooomo.."  # the stone on the left 2 skips all to the 6
    assert scene.phase == "invited" and scene.mover == 1


def test_v20_everything_but_only_three_spaces() -> None:
    scene = begin(goods=[[0, 1], None], room=[EMPTY, None], stones={"5L": [[0, False]]}).play("fly 5L", "use")
    assert scene.goods[0] == [15, 15] and scene.legal == ["keep 0", "keep 1", "keep 2", "keep 3"]
    scene.play("keep 3")
    assert scene.goods[0] == [3, 0] and scene.supply["crystals"] == 12 and scene.supply["gears"] == 15


def test_v21_both_passengers_3_points_and_a_raise_of_7() -> None:
    stones = {name: [[0, False]] for name in ("2L", "7L", "6L", "3L")}
    scene = begin(
        gauge=["o.........", None], passengers=[7, 2], tile=[6, 3], stones=stones, room=[room(s4="M21"), None]
    )
    scene.play("fly 2L", "board", "skip?", "fly 7L", "board", "skip?", "fly 6L", "skip?", "skip?", "chance")
    assert scene.points[0] == 3
    assert scene.phase == "raise" and scene.step["steps"] == 7 and scene.legal[0] == "skip"


def test_v22_a_stone_for_one_crystal_per_stone() -> None:
    stones = {"3L": [[0, False]], "1L": [[0, False]], "1R": [[0, False]]}
    scene = begin(gauge=["..........", None], goods=[[3, 0], None], stones=stones).play("fly 3L")
    assert scene.gauge[0] == "o........."
    scene.play("use")
    assert scene.legal == ["skip", "pay 0 0 0"] and scene.step["cost"] == [3, 0]
    scene.play("pay 0 0 0")
    assert scene.goods[0] == [0, 0] and scene.gauge[0] == "oo........" and scene.reserve[0] == 1


def test_v23_take_back_from_7_twice() -> None:
    stones = {"7L": [[0, False]], "7R": [[0, False]]}
    scene = begin(stones=stones, room=[room(s5="M26"), None]).play("fly 7L")
    assert scene.points[0] == 1
    assert scene.play("skip").points[0] == 2


def test_v24_crystal_sponsor_pays_a_boiler() -> None:
    scene = begin(gauge=["oo....o...", None], room=[room(s2="M14"), None], sponsors=[[["crystal", False]], None])
    scene.play("aim 7", "run")
    assert scene.legal == ["skip", "pay 1 0 0"]
    scene.play("pay 1 0 0")
    assert scene.sponsors[0] == [["gear", True]] and scene.step["steps"] == 3 and "skip" not in scene.legal
    scene.play(scene.legal[0], "set 1L")
    assert scene.active == 1 and scene.sponsors[0] == [["gear", False]]


def test_v25_gear_gala_pays_a_capacity_tile() -> None:
    scene = begin(gala=["gear", None], stones={"2L": [[0, False]]}).play("fly 2L", "use")
    assert scene.legal == ["skip", "pay 0 0 1"]
    scene.play("pay 0 0 1", "slot 6")
    assert scene.gala[0] is None and scene.supply["galas"] == [4, 4] and scene.room[0][5] == "cap"


def test_v26_parasites_of_two_players_on_a_crystal() -> None:
    scene = begin(
        3, gauge=["oo....o...", None, None], room=[room(s2="M01"), None, None],
        parasites=[None, [2, [[0, 2, "a"]]], [2, [[0, 2, "a"]]]],
        goods=[None, [1, 2], [2, 1]],
    )  # fmt: skip
    scene.play("aim 7", "run")
    assert scene.goods[0] == [1, 0] and scene.supply["crystals"] == 15 - 1 - 2 - 3
    assert scene.parasites == [[3, []]] * 3
    assert scene.goods[1:] == [[2, 2], [3, 1]]  # 3 built-in spaces and one of the capacity tile: room for both


def test_v26_theirs_are_stored_at_once() -> None:
    scene = begin(
        3, gauge=["oo....o...", None, None], room=[room(s2="M01"), EMPTY, EMPTY],
        parasites=[None, [2, [[0, 2, "a"]]], [2, [[0, 2, "a"]]]],
        goods=[None, [1, 2], [3, 0]],
    )  # fmt: skip
    scene.play("aim 7", "run")
    assert scene.mover == 1 and scene.legal == ["keep 1", "keep 2"]
    scene.play("keep 2")
    assert scene.goods == [[1, 0], [2, 1], [3, 0]] and scene.mover == 0


def test_v27_a_parasite_on_a_passive_works_once() -> None:
    stones = {"7L": [[0, False]], "7R": [[0, False]]}
    scene = begin(stones=stones, room=[room(s5="M26"), None], parasites=[None, [2, [[0, 5, "p"]]]])
    scene.play("fly 7L")
    assert scene.points == [1, 1] and scene.parasites[1] == [3, []]
    assert scene.play("skip").points == [2, 1]


def test_v28_the_owner_cannot_pay_but_the_parasite_can() -> None:
    scene = begin(
        gauge=["oo....o...", None],
        room=[room(s2="M13"), None],
        goods=[None, [0, 2]],
        parasites=[None, [2, [[0, 2, "a"]]]],
    )
    scene.play("aim 7", "run")
    assert scene.mover == 1 and scene.legal == ["skip", "pay 0 0 0"]
    scene.play("pay 0 0 0")
    assert scene.points == [0, 2] and scene.goods[1] == [0, 0] and scene.parasites[1] == [3, []]


def test_v29_a_bar_means_one_side() -> None:
    scene = begin(
        stones={"7L": [[0, False]]}, room=[None, room(s1="M01", s2="cap")], parasites=[[2, [[1, 1, "a"]]], None]
    )
    scene.play("fly 7L", "use")
    assert scene.legal == ["skip", "upper", "lower"]
    placing = scene.copy().play("upper")
    assert placing.verbs() == {"skip", "infest", "lift"}
    using = scene.copy().play("lower")
    assert using.legal == ["skip", "sap 1 1 a"]
    using.play("sap 1 1 a")
    assert using.goods[0] == [1, 0] and using.active == 1 and using.parasites[0] == [2, [[1, 1, "a"]]]


def test_v30_the_part_above_a_black_cost_is_free() -> None:
    scene = begin(stones={"7R": [[0, False]]}).play("fly 7R", "use", "sponsor gear")
    assert scene.sponsors[0] == [["gear", False]] and scene.legal == ["skip", "use"]
    declined = scene.copy().play("skip")
    assert declined.points[0] == 0 and declined.active == 1
    scene.play("use")
    assert scene.points[0] == 1 and scene.phase == "invited" and scene.mover == 1


def test_v31_solo_shadow_goes_where_the_own_stones_are() -> None:
    stones = {"3L": [[0, False]], "5R": [[0, False]]}
    scene = begin(1, stones=stones, shadow=["1L", "2L", "6L", "8R"]).play("fly 3L")
    assert scene.shadow == ["3L", "5R"]


def solo_turn_1() -> Scene:
    """The solo example: character 13, 4 SP, four boilers, stones 1A, 1, 2, before the arrow moves."""
    scene = begin(
        1, from_start=True, gauge=["aoo......."], character=[13], goods=[[0, 2]], room=[ROOM_OF_EXAMPLE],
        passengers=[6, 4], tile=[6, 3], stack=14, **{**market(6, "M03", 1), "open": OPEN_OF_EXAMPLE},
    )  # fmt: skip
    assert scene.gauge[0] == ".ooa......" and scene.points[0] == 4
    return scene


ROOM_OF_EXAMPLE = room(s1="S0", s2="cap")
OPEN_OF_EXAMPLE = {"2": "M01", "3": "M02", "4": "M04", "5": "M05", "6": "M03", "7": "M06", "8": "M07"}


def solo_turn_2() -> Scene:
    return solo_turn_1().play("steam", "raise .....ooo..")


def test_v32_solo_1_steam() -> None:
    scene = solo_turn_1()
    assert scene.play("steam").step["steps"] == 4 and scene.points[0] == 3
    before = scene.game.edit(scene.state, gauge=[".....oao.."], from_start=True)  # 4, 5A, 6
    assert scene.play("raise .....ooo..").gauge == before.snapshot()["gauge"]


def test_v33_solo_2_the_stone_runs_to_slot_1() -> None:
    scene = solo_turn_2()
    assert scene.gauge[0] == ".....o.oa."  # 4, 6, 7A
    scene.play("aim 6", "run", "raise ........oo", "run")
    assert scene.hand == [1, False] and scene.gauge[0] == "........ao"  # the second raise lapses
    scene.play("set 1L")
    assert scene.stones == {"1L": [[0, False]]}


def solo_turn_3() -> Scene:
    scene = solo_turn_2().play("aim 6", "run", "raise ........oo", "run", "set 1L")
    assert scene.round == 3
    return scene


def test_v34_solo_3_the_arrow_is_blocked() -> None:
    scene = solo_turn_3()
    assert scene.gauge[0] == "........ao"
    scene.play("aim 10", "set 8L")
    assert scene.stones["8L"] == [[0, False]]


def solo_turn_5() -> Scene:
    return solo_turn_3().play("aim 10", "set 8L", "aim 10", "set 6L")


def test_v35_solo_4_the_gauge_is_empty() -> None:
    scene = solo_turn_3().play("aim 10", "set 8L")
    assert scene.gauge[0] == ".........a"
    scene.play("aim 10", "set 6L")
    assert scene.gauge[0] == ".........." and scene.stones["6L"] == [[0, True]]


def solo_flights() -> Scene:
    scene = solo_turn_5()
    assert scene.legal == ["fly 1L", "fly 6L", "fly 8L"] and scene.points[0] == 3
    scene.play("fly 6L")
    assert scene.points[0] == 2 and scene.shadow == ["1L", "6L", "8L"] and scene.gauge[0] == "a........."
    scene.play("board", "buy 6 machine", "chance")
    assert scene.goods[0] == [0, 0] and scene.points[0] == 3 and scene.gauge[0] == "a........."
    scene.play("slot 7", "fly 1L")
    assert scene.gauge[0] == "ao........" and scene.aboard == [8, None]
    scene.play("use")
    assert scene.beside == 2 and scene.gauge[0] == "aoo......." and scene.passengers[0] == 8
    return scene.play("use")


def solo_turn_6() -> Scene:
    scene = solo_flights()
    assert scene.mover == -1
    scene.play("passenger 8 2")
    assert scene.points[0] == 4
    scene.play("skip", "raise ..ooo.....")
    scene.play("order ...a......?", "arrow 3", "arrow 5")
    assert scene.gauge[0] == "..aaa....."
    assert scene.open["2"] is None and scene.open["8"] is None
    scene.play("chance", "chance")
    assert scene.phase == "tap-removed"
    scene.play("tap 2 a")
    assert scene.goods[0] == [1, 0] and scene.beside == 1 and scene.parasites[0] == [2, []]
    scene.play("skip")
    assert scene.mover == -1 and scene.tile == [8, 2]
    return scene.play("chance")


def test_v36_solo_5_flights_and_removal() -> None:
    scene = solo_turn_6()
    assert scene.round == 6 and scene.tile != [8, 2] and scene.tiles[0] == 1


def test_v37_solo_6_arrows() -> None:
    scene = solo_turn_6()
    assert scene.phase == "raise" and "raise .....ooo.." in scene.legal
    scene.play("raise .....ooo..")
    assert scene.gauge[0] == ".....aaa.."
