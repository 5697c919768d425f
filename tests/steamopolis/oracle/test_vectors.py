"""The worked examples of section 3 by number, played by the oracle."""

from __future__ import annotations

import pytest

from tests.steamopolis.oracle import gauge, market, passengers
from tests.steamopolis.oracle.flight import fly_to, fly_to_all
from tests.steamopolis.oracle.presets import (
    Driven,
    bare_table,
    drive,
    give,
    give_room,
    open_tile,
    place,
    put_stones,
    start_room,
)
from tests.steamopolis.oracle.table import Sponsor, Table
from tests.steamopolis.oracle.turn import make_steam, set_destination, take_turn


def leftmost(gauge_text: str, n: int) -> str:
    """Always the leftmost stone that can move."""
    for _ in range(n):
        fields = [f for f in gauge.fields_with(gauge_text, "oa") if gauge.next_free(gauge_text, f)]
        gauge_text = gauge.moved(gauge_text, fields[0]) or gauge_text if fields else gauge_text
    return gauge_text


def test_v1_boilers() -> None:
    table = bare_table()
    give_room(table, 0, s1="S0", s2="cap", s5="M01")
    assert table.boilers(0) == 5
    table.players[0].gauge = "o........."
    assert Driven(make_steam(table, 0)).is_over  # one stone: one result
    assert table.players[0].gauge == ".....o...."


def test_v2_raise_6_lapses_after_4() -> None:
    table = bare_table()
    table.players[0].gauge = "...ooo...."
    assert leftmost("...ooo....", 3) != leftmost("...ooo....", 4) == leftmost("...ooo....", 6) == ".......ooo"
    options = Driven(gauge.raise_by(table, 0, 6, optional=False)).options
    assert "raise .......ooo" in options
    assert [table.value(f) for f in (8, 9, 10)] == [6, 7, 8]


def test_v3_stone_on_4_reaches_levels_1_to_4() -> None:
    table = bare_table()
    table.players[0].gauge = ".....o...."
    put_stones(table, 1, "3L")
    driven = Driven(set_destination(table, 0, 6))
    assert driven.options == ["set 1L", "set 1R", "set 2L", "set 2R", "set 3R", "set 4L", "set 4R"]


def test_v4_step_left_gives_a_crystal() -> None:
    table = bare_table()
    table.players[0].gauge = "oo...o...."
    give_room(table, 0, s3="M06", s2="M01")
    driven = Driven(set_destination(table, 0, 6)).play("run", "skip")
    assert table.hand == (3, False)
    assert driven.options[0] == "run" and driven.options[-1] == "set 3R"
    driven.play("run")
    assert table.players[0].goods == [1, 0]
    assert driven.options == ["set 1L", "set 1R", "set 2L", "set 2R"]


@pytest.mark.parametrize("field", [1, 2])
def test_v5_stones_on_1_fields_cannot_enter(field: int) -> None:
    table = bare_table()
    give_room(table, 0, s1="M01")
    assert Driven(set_destination(table, 0, field)).options == ["set 1L", "set 1R"]


def test_v5_a_2_enters_only_if_level_1_is_free() -> None:
    table = bare_table()
    give_room(table, 0, s1="M01")
    assert "run" in Driven(set_destination(table, 0, 3)).options
    table = bare_table()
    give_room(table, 0, s1="M01")
    put_stones(table, 1, "1L 1R")
    assert Driven(set_destination(table, 0, 3)).options == ["set 2L", "set 2R"]


def test_v6_stone_7_through_the_machine_room() -> None:
    table = bare_table()
    table.players[0].gauge = "oo......o."
    give_room(table, 0, s6="M11", s4="M01", s2="M12")
    give(table, 0, crystals=2, gears=1)
    driven = Driven(set_destination(table, 0, 9)).play("run", "run", "run", "pay 0 0 0")
    assert table.hand == (2, False)
    assert (table.players[0].points, table.players[0].goods) == (2, [1, 3])
    driven.play("set 1L")
    assert driven.options == ["keep 0", "keep 1"]
    driven.play("keep 0")
    assert table.players[0].goods == [0, 3]
    assert table.crystals_and_gears == [15, 12]


def test_v7_take_back_to_the_first_free_field() -> None:
    table = bare_table()
    table.players[0].gauge, table.players[0].base = "...o......", 2
    put_stones(table, 0, "2L 3L")
    Driven(fly_to(table, 0, "2L"))
    assert table.players[0].gauge == "..oo......"
    Driven(fly_to(table, 0, "3L"))
    assert table.players[0].gauge == "..ooo....."


def passenger_table(tile: tuple[int, int], stones: str) -> Table:
    table = bare_table()
    table.passengers, table.tile = [7, 2], tile
    table.players[0].gauge = "o........."
    put_stones(table, 0, stones)
    return table


def boarding_offered(table: Table, district: str) -> bool:
    driven = Driven(fly_to(table, 0, district))
    offered = "board" in driven.options
    driven.play("board") if offered else None
    while not driven.is_over:
        driven.play("skip")
    return offered


def test_v8_banker_only_if_7_precedes_6() -> None:
    table = passenger_table((6, 3), "7L 6L")
    assert boarding_offered(table, "7L") and table.aboard == [6, None]
    assert not boarding_offered(table, "6L") and table.passengers == [6, 2]
    table = passenger_table((6, 3), "7L 6L 2L")
    assert not boarding_offered(table, "6L") and not boarding_offered(table, "7L")
    assert not boarding_offered(table, "2L")


def test_v9_order_2_7_6_3_moves_both() -> None:
    table = passenger_table((6, 3), "2L 7L 6L 3L")
    assert [boarding_offered(table, d) for d in ("2L", "7L", "6L", "3L")] == [True, True, False, False]
    assert table.passengers == [6, 3]
    assert table.players[0].tiles == 1 and table.tile == (6, 3)


def test_v10_level_3_right() -> None:
    table = bare_table()
    put_stones(table, 0, "3R")
    give(table, 0, crystals=1, gears=1)
    driven = Driven(fly_to(table, 0, "3R"))
    assert driven.options == ["skip", "use", "buy 3 machine", "buy 3 banner"]
    assert driven.play("use").options == ["take 0 3", "take 1 2", "take 2 1", "take 3 0"]


def buying(name: str, crystals: int, gears: int, level: str = "2", following: str = "") -> Table:
    """Seat 0 with the start room and exactly these goods, the tile open on a crystal level."""
    table = bare_table()
    start_room(table)
    give(table, 0, crystals, gears)
    open_tile(table, level, name, following.split())
    return table


def test_v11_machine_of_rank_0() -> None:
    table = buying("M01", 0, 2, following="M11")
    drive(market.buy(table, 0, "2", "machine"), "slot 3")
    player = table.players[0]
    assert (player.goods, player.points, player.room[3]) == ([0, 0], 1, "M01")
    assert table.open["2"] == "M11"


def test_v12_machine_of_rank_1() -> None:
    table = buying("M11", 2, 0, following="M22")
    drive(market.buy(table, 0, "2", "machine"), "remove 1", "slot 1")
    player = table.players[0]
    assert (player.goods, player.points, table.machines(0)) == ([0, 0], 2, ["M11", "cap"])


def test_v13_machine_of_rank_2_invites() -> None:
    table = buying("M22", 3, 0, following="M34")
    driven = Driven(market.buy(table, 0, "2", "machine")).play("remove 2", "slot 2")
    assert table.capacity == 19
    assert (driven.seat, driven.options) == (1, ["skip", "infest 0 1 a", "infest 0 2 a"])
    driven.play("infest 0 2 a")
    assert driven.is_over
    assert (table.players[0].goods, table.players[0].points) == ([0, 0], 3)
    assert (table.players[1].supply, table.players[1].placed) == (2, [(0, 2, "a")])


def test_v14_machine_of_rank_3_raises_the_statue() -> None:
    table = buying("M34", 4, 1)
    driven = Driven(market.buy(table, 0, "2", "machine")).play("remove 1")
    assert (table.players[0].points, table.statues) == (5, [2])
    driven.play("slot 7", "skip")
    assert driven.is_over and table.players[0].goods == [0, 0] and table.open["2"] is None


@pytest.mark.parametrize(
    ("name", "crystals", "gears", "invites", "statues"),
    [("M06", 0, 2, False, []), ("M15", 2, 0, False, []), ("M26", 3, 0, True, []), ("M38", 4, 1, True, [2])],
)
def test_v15_banners(name: str, crystals: int, gears: int, invites: bool, statues: list[int]) -> None:
    table = buying(name, crystals, gears, following="" if statues else "M34")
    driven = Driven(market.buy(table, 0, "2", "banner"))
    assert driven.options == ["spend 1", "spend 2", "spend 3"]
    driven.play("spend 2")
    assert (driven.seat == 1) == invites
    player = table.players[0]
    assert (player.goods, player.gauge, player.reserve) == ([0, 0], "o.o.......", 3)
    assert (player.points, player.banners, len(table.machines(0))) == (0, [name], 2)
    assert table.statues == statues


def test_v16_purple_banner() -> None:
    table = bare_table()
    table.players[0].banners = ["M05", "M08", "M09"]
    market.become_banner(table, 0, "M01")
    assert table.players[0].points == 5


def test_v17_orange_banner() -> None:
    table = bare_table()
    give_room(table, 0, s1="S1", s2="cap", s3="M01", s4="M02")
    market.become_banner(table, 0, "M08")
    assert table.players[0].points == 4


def test_v18_blue_banner() -> None:
    table = bare_table()
    table.players[0].tiles = 2
    market.become_banner(table, 0, "M05")
    assert table.players[0].points == 2


def test_v19_markers() -> None:
    table = bare_table()
    give(table, 0, crystals=1)
    table.players[0].gauge = "o........."
    drive(market.buy_marker(table, 0, 0), "put 7")
    assert (table.players[0].goods, table.players[0].points) == ([0, 0], 0)
    assert table.players[0].gauge == "o.....m..." and table.value(7) == 5

    table = bare_table()
    start_room(table)
    give(table, 0, gears=3)
    table.bonus = [4, 1]
    table.players[0].gauge = "..oooo...."
    driven = Driven(market.buy_marker(table, 0, 1))
    assert driven.options == ["put 3", "put 4", "box"]
    driven.play("put 3")
    assert (driven.seat, driven.options) == (1, ["skip", "infest 0 1 a", "infest 0 2 a"])
    driven.play("skip")
    assert (table.players[0].goods, table.players[0].points) == ([0, 0], 5)
    assert table.players[0].gauge == "..moooo..." and table.value(7) == 5


def test_v20_res_any() -> None:
    table = bare_table()
    give(table, 0, gears=1)
    put_stones(table, 0, "5L")
    driven = Driven(fly_to(table, 0, "5L")).play("use")
    assert driven.options == ["keep 0", "keep 1", "keep 2", "keep 3"]
    driven.play("keep 3")
    assert table.players[0].goods == [3, 0] and table.crystals_and_gears == [12, 15]


def test_v21_both_passengers_add_up() -> None:
    table = bare_table()
    give_room(table, 0, s4="M30")
    table.turn.moved = [True, True]
    table.players[0].gauge = "o........."
    driven = Driven(passengers.rewards(table, 0))
    assert table.players[0].points == 3
    assert driven.options == ["skip", "raise .......o.."]  # f1 + 7


def test_v22_pay_per_stone() -> None:
    table = bare_table()
    table.players[0].gauge, table.players[0].reserve = "..........", 2
    put_stones(table, 0, "3L 5L 6L")
    give(table, 0, crystals=3)
    driven = Driven(fly_to(table, 0, "3L")).play("use")
    assert driven.options == ["skip", "pay 0 0 0"]
    driven.play("pay 0 0 0")
    assert (table.players[0].goods, table.players[0].gauge, table.players[0].reserve) == ([0, 0], "oo........", 1)


def test_v23_passive_of_level_7_twice() -> None:
    table = bare_table()
    give_room(table, 0, s2="M26")
    put_stones(table, 0, "7L 7R")
    drive(fly_to(table, 0, "7L"))
    drive(fly_to(table, 0, "7R"), "skip")
    assert table.players[0].points == 2


def test_v24_crystal_sponsor() -> None:
    table = bare_table()
    table.players[0].gauge = "o.....o..."
    table.players[0].sponsors = [Sponsor("crystal")]
    give_room(table, 0, s3="M14")
    driven = Driven(set_destination(table, 0, 7)).play("run")
    assert driven.options == ["skip", "pay 1 0 0"]
    driven.play("pay 1 0 0")  # the only stone moves by 3
    assert table.players[0].gauge == "...o......"
    assert table.players[0].sponsors == [Sponsor("gear", used=True)]
    Driven(take_turn(table, 1))
    assert table.players[0].sponsors == [Sponsor("gear")]


def test_v25_gear_gala() -> None:
    table = bare_table()
    table.players[0].gala, table.galas = "gear", [4, 3]
    put_stones(table, 0, "2L")
    drive(fly_to(table, 0, "2L"), "use", "pay 0 0 1", "slot 4")
    assert (table.players[0].gala, table.galas) == (None, [4, 4])
    assert (table.players[0].room[4], table.capacity) == ("cap", 17)


def test_v26_parasites_take_a_crystal_each() -> None:
    table = bare_table(3)
    give_room(table, 0, s2="M01")
    place(table, 1, (0, 2, "a"))
    place(table, 2, (0, 2, "a"))
    give(table, 2, gears=3)
    table.players[0].gauge = "oo..o....."
    driven = Driven(set_destination(table, 0, 5)).play("run")
    assert (driven.seat, driven.options) == (2, ["keep 0", "keep 1"])
    driven.play("keep 1")
    assert [player.goods for player in table.players] == [[1, 0], [1, 0], [1, 2]]
    assert [(player.supply, player.placed) for player in table.players[1:]] == [(3, []), (3, [])]


def test_v27_a_parasite_serves_once() -> None:
    table = bare_table()
    give_room(table, 0, s2="M26")
    place(table, 1, (0, 2, "p"))
    put_stones(table, 0, "7L 7R")
    drive(fly_to(table, 0, "7L"))
    drive(fly_to(table, 0, "7R"), "skip")
    assert [player.points for player in table.players] == [2, 1]
    assert table.players[1].supply == 3


def test_v28_the_owner_cannot_pay_the_parasite_can() -> None:
    table = bare_table()
    give_room(table, 0, s2="M13")
    place(table, 1, (0, 2, "a"))
    give(table, 1, gears=2)
    table.players[0].gauge = "oo..o....."
    driven = Driven(set_destination(table, 0, 5)).play("run")
    assert (driven.seat, driven.options) == (1, ["skip", "pay 0 0 0"])
    driven.play("pay 0 0 0")
    assert [player.points for player in table.players] == [0, 2]
    assert (table.players[1].goods, table.players[1].supply) == ([0, 0], 3)


def test_v29_bar_one_side_only() -> None:
    table = bare_table()
    give_room(table, 1, s2="M01")
    place(table, 0, (1, 2, "a"))
    put_stones(table, 0, "7L")
    driven = Driven(fly_to(table, 0, "7L")).play("use")
    assert driven.options == ["skip", "upper", "lower"]
    driven.play("lower", "sap 1 2 a")
    assert driven.is_over and table.players[0].goods == [1, 0] and table.players[0].placed == [(1, 2, "a")]


def test_v30_the_part_above_a_black_cost_is_free() -> None:
    table = bare_table()
    give_room(table, 0, s2="M01")
    put_stones(table, 0, "7R")
    driven = Driven(fly_to(table, 0, "7R")).play("use", "sponsor gear")
    assert driven.options == ["skip", "use"]
    driven.play("skip")
    assert driven.is_over
    assert (table.players[0].points, table.players[0].sponsors) == (0, [Sponsor("gear")])


def test_v31_shadow() -> None:
    table = bare_table(1)
    table.shadow = ["1L", "2R", "6L", "8L"]
    put_stones(table, 0, "3L 5R")
    Driven(fly_to_all(table, 0, "3L"))
    assert sorted(table.shadow) == ["3L", "5R"]


# -- the solo example: vectors 32 to 37 are one game -------------------------------------------------------------------


def solo_table() -> Table:
    table = bare_table(1)
    table.players[0].character = 13
    start_room(table)
    give(table, 0, gears=2)
    table.tile = (6, 3)
    table.stack.append((5, 1))
    table.stack.remove((6, 3))
    table.open["2"], table.open["8"], table.open["6"] = "M01", "M06", "M03"
    return table


def values(table: Table) -> list[str]:
    """The stones' values with A for an arrow, as the example tells them."""
    player = table.players[0]
    return [f"{table.value(f)}{'A' if player.at(f) == 'a' else ''}" for f in player.fields_with("oa")]


def test_v32_solo_1() -> None:
    table = solo_table()
    table.players[0].gauge = "aoo......."
    driven = Driven(take_turn(table, 0))
    assert values(table) == ["1", "2", "2A"]
    driven.play("steam")
    assert table.players[0].points == 3
    driven.play("raise .....ooo..")  # always leftmost is the only way there, so the arrow's place is no choice
    assert driven.is_over and values(table) == ["4", "5A", "6"]


def test_v33_solo_2() -> None:
    table = solo_table()
    table.players[0].gauge = ".....oao.."
    driven = Driven(take_turn(table, 0))
    assert values(table) == ["4", "6", "7A"]
    driven.play("aim 6", "run", "raise ........oo")
    assert values(table) == ["7A", "8"]
    driven.play("run")  # nothing can move: the second press lapses
    assert table.hand == (1, False)
    driven.play("set 1L")
    assert driven.is_over and table.stones["1L"] == [(0, False)]


def test_v34_solo_3() -> None:
    table = solo_table()
    table.players[0].gauge = "........ao"
    put_stones(table, 0, "1L")
    driven = Driven(take_turn(table, 0))
    assert values(table) == ["7A", "8"]
    driven.play("aim 10", "set 8L")
    assert driven.is_over and values(table) == ["7A"]


def test_v35_solo_4() -> None:
    table = solo_table()
    table.players[0].gauge = "........a."
    put_stones(table, 0, "1L 8L")
    driven = Driven(take_turn(table, 0))
    assert values(table) == ["8A"]
    driven.play("aim 10", "set 6L")
    assert driven.is_over and values(table) == []
    assert table.stones["6L"] == [(0, True)]


def test_v36_solo_5() -> None:
    table = solo_table()
    player = table.players[0]
    player.gauge, player.points = "..........", 3
    put_stones(table, 0, "1L 6L 8L", arrows="6L")
    driven = Driven(take_turn(table, 0))
    assert driven.options == ["fly 1L", "fly 6L", "fly 8L"]
    driven.play("fly 6L")
    assert player.points == 2 and sorted(table.shadow) == ["1L", "6L", "8L"]
    assert values(table) == ["1A"]
    driven.play("board")
    assert table.aboard == [8, None]
    driven.play("buy 6 machine")
    assert driven.seat == -1
    driven.play("face 6 M11", "slot 3")
    assert (player.goods, player.points) == ([0, 0], 3)
    driven.play("fly 1L")
    assert values(table) == ["1A", "1"]
    driven.play("use")
    assert (table.beside, player.supply) == (2, 1)
    assert values(table) == ["1A", "1", "2"]  # the last flight is forced
    assert table.passengers == [8, 4]
    driven.play("use")
    assert driven.seat == -1 and "passenger 8 2" in driven.options
    driven.play("passenger 8 2")
    assert player.points == 4
    assert "peek 2 1" in driven.options
    driven.play("skip")
    driven.play("raise ..ooo.....")
    assert values(table) == ["2", "2A", "3"]
    driven.play("arrow 3", "arrow 5")
    assert values(table) == ["2A", "2A", "3A"]
    while driven.seat == -1:  # the new faces of levels 8 and 2
        assert driven.options[0].startswith("face")
        driven.play(driven.options[0])
    assert driven.options[:2] == ["skip", "tap 2 a"]
    driven.play("tap 2 a")
    assert (player.goods, table.beside, player.supply) == ([1, 0], 1, 2)
    driven.play("skip")
    assert driven.seat == -1 and driven.options[0].startswith("passenger")
    driven.play(driven.options[0])
    assert driven.is_over and table.tile is not None
    assert player.tiles == 1 and len(table.stack) == 13


def test_v37_solo_6() -> None:
    table = solo_table()
    table.players[0].gauge = "..aaa....."
    driven = Driven(take_turn(table, 0)).play("raise .....ooo..")
    assert values(table) == ["4A", "5A", "6A"]
    assert "steam" in driven.options
