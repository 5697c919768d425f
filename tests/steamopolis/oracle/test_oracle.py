"""The oracle by itself: sentences of the rules that are easily read wrong."""

from __future__ import annotations

import pytest

from tests.steamopolis.oracle import effects, gauge, market, parasites, passengers, payments, room, solo, terms
from tests.steamopolis.oracle.boards import default_board
from tests.steamopolis.oracle.flight import fly_to, fly_to_all
from tests.steamopolis.oracle.language import read_effect, read_passive
from tests.steamopolis.oracle.oracle import Oracle
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
from tests.steamopolis.oracle.turn import aim_options, end_of_turn, set_destination, steam_options, take_turn

# -- records: the numbers of moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["tile", "2", "M01"], 0),
        (["back", 2, 1, "purple"], 100),
        (["back", 8, 3, "orange"], 162),
        (["face", 2, "M11"], 163),
        (["passenger", 8, 4], 416),
        (["character", 3, 15], 448),
        (["start", 0, "S1"], 449),
        (["skip"], 469),
        (["fly", "1M"], 484),
        (["set", "8M"], 522),
        (["buy", "4x", "banner"], 543),
        (["pay", 2, 2, 1], 563),
        (["raise", "o........."], 624),
        (["raise", ".........o"], 623 + 512),
        (["order", ".........."], 1647),
        (["take", 0, 3], 2674),
        (["arrow", "1L"], 2959),
        (["peek", 8, 3], 2999),
        (["infest", 0, 1, "p"], 3023),
        (["shake", 7, "p", 3], 3245),
        (["tap", 8, "p"], 3259),
    ],
)
def test_move_numbers(words: list[object], number: int) -> None:
    assert terms.number(words) == number
    assert terms.N_MOVES == 3260


# -- 1.4 airship -------------------------------------------------------------------------------------------------------


def test_rule_1_4_every_step_of_a_raise_is_compulsory() -> None:
    assert gauge.after_raise("........o.", 3) == {".........o"}
    assert gauge.after_raise("........oo", 3) == {"........oo"}
    assert gauge.after_raise("oo........", 1) == {".oo.......", "o.o......."}
    assert gauge.after_raise("oo........", 2) == {"..oo......", ".o.o......", ".oo.......", "o..o......"}


def test_rule_1_4_arrow_moves_once_each_in_any_order() -> None:
    assert gauge.after_arrow_moves("aa........") == {".aa.......", "..aa......"}
    assert gauge.after_arrow_moves("ao........") == {".oa......."}
    assert gauge.after_arrow_moves(".......aa.") == {"........aa"}


def test_rule_7_4_orders_are_asked_when_arrows_can_lie_differently() -> None:
    table = bare_table()
    table.players[0].gauge = "aoo......."
    driven = Driven(gauge.raise_by(table, 0, 2, optional=True)).play("raise .ooo......")
    assert driven.options == ["order .a........", "order ..a......."]
    assert table.players[0].gauge == "aoo......."
    driven.play("order ..a.......")
    assert driven.is_over and table.players[0].gauge == ".oao......"
    table.players[0].gauge = "aoo......."
    assert Driven(gauge.raise_by(table, 0, 1, optional=True)).play("raise .ooo......").is_over
    assert table.players[0].gauge == ".ooa......"


def test_rule_7_4_steam_with_stuck_stones_discards() -> None:
    table = bare_table()
    table.players[0].gauge = "........om"
    assert steam_options(table, 0) == [["steam"]]
    assert Driven(gauge.raise_by(table, 0, 2, optional=False)).is_over  # the only discard, then the only result
    assert table.players[0].gauge == ".........o"
    table.players[0].gauge = "........mo"
    assert steam_options(table, 0) == []


def test_rule_7_4_arrow_moves_list_the_unchanged_picture_beside_a_discard() -> None:
    table = bare_table()
    table.players[0].gauge = "........am"
    assert Driven(gauge.arrow_moves(table, 0)).options == ["discard 10", "raise ........o."]
    table.players[0].gauge = "........om"
    assert Driven(gauge.arrow_moves(table, 0)).is_over


def test_rule_1_4_base_marker_pushes_or_removes() -> None:
    table = bare_table()
    player = table.players[0]
    gauge.advance_base(table, 0)
    assert (player.base, player.gauge) == (1, ".ooo......")
    player.gauge, player.base = ".....ooooo", 5
    assert gauge.can_advance_base(table, 0)
    gauge.advance_base(table, 0)
    assert (player.base, player.gauge, player.reserve) == (6, "......oooo", 3)
    assert not gauge.can_advance_base(table, 0)
    player.gauge, player.base = "..m.......", 2
    gauge.advance_base(table, 0)
    assert (player.base, player.gauge) == (3, "..........")


def test_rule_r13_the_base_never_takes_the_last_stone() -> None:
    table = bare_table()
    table.players[0].gauge, table.players[0].base = ".....ommmm", 5
    assert not gauge.can_advance_base(table, 0)
    put_stones(table, 0, "1L")
    assert gauge.can_advance_base(table, 0)


def test_rule_1_5_no_room_for_a_stone_coming_back() -> None:
    table = bare_table()
    player = table.players[0]
    player.gauge, player.base = "......ooom", 6
    driven = Driven(gauge.bring_to_gauge(table, 0, "a"))
    assert driven.is_over and player.gauge == "......oooa"
    drive(gauge.bring_to_gauge(table, 0, "a"))
    assert (player.gauge, player.reserve) == ("......oooa", 3)
    player.gauge = "......mopm"
    assert Driven(gauge.bring_to_gauge(table, 0, "o")).options == ["discard 7", "discard 9", "discard 10"]


def test_rule_1_4_storing_returns_no_more_than_needed() -> None:
    table = bare_table()
    give(table, 0, crystals=4, gears=1)
    assert Driven(room.store(table, 0)).options == ["keep 2", "keep 3"]


# -- 1.5 turn ----------------------------------------------------------------------------------------------------------


def test_rule_1_5_without_a_gauge_stone_c_is_forced() -> None:
    table = bare_table()
    table.players[0].gauge = ".........."
    put_stones(table, 0, "1L 5R")
    assert Driven(take_turn(table, 0)).options == ["fly 1L", "fly 5R"]


def test_rule_1_5_run_passes_machines_without_activation() -> None:
    table = bare_table()
    give_room(table, 0, s7="M05", s5="S3", s2="M01")
    table.players[0].gauge = "oo.......o"
    Driven(set_destination(table, 0, 10)).play("run")
    assert table.hand == (2, False) and table.players[0].gauge == "oo........"


def test_rule_1_5_parasites_trigger_though_the_owner_declines() -> None:
    table = bare_table()
    start_room(table)
    place(table, 1, (0, 2, "a"))
    table.players[0].gauge = "oo..o....."
    driven = Driven(set_destination(table, 0, 5)).play("run")
    assert table.players[1].supply == 3  # returned before anybody uses it
    driven.play("skip")
    assert driven.seat == 1 and driven.options[0] == "skip"


def test_rule_1_5_passengers_target_is_fixed_and_the_tile_stays_till_the_end() -> None:
    table = bare_table()
    table.tile, table.players[0].gauge = (6, 1), "o........."
    put_stones(table, 0, "6L 8L")
    table.stack = [(7, 2)]
    driven = Driven(fly_to_all(table, 0, "6L")).play("board")
    assert (table.aboard, table.passengers) == ([8, None], [6, 4])
    driven.play("skip")
    assert (table.aboard, table.passengers, table.players[0].tiles) == ([None, None], [8, 4], 1)
    assert table.tile == (6, 1)
    driven.play("skip")
    drive(end_of_turn(table, 0))
    assert (table.tile, table.stack, table.ending, table.players[0].points) == ((7, 2), [], False, 1)


def test_rule_1_5_an_empty_stack_ends_the_game_and_printed_targets_hold() -> None:
    table = bare_table()
    table.stack, table.turn.tile_taken = [], True
    drive(end_of_turn(table, 0))
    assert table.ending and table.tile is None
    assert [passengers.target_of(table, p) for p in (0, 1)] == [7, 2]
    table.passengers = [7, 2]
    assert [passengers.target_of(table, p) for p in (0, 1)] == [5, 4]


# -- 1.6, 1.7 market ---------------------------------------------------------------------------------------------------


def test_rule_1_6_points_are_there_when_the_slot_is_asked_and_the_tile_is_nowhere() -> None:
    table = bare_table()
    give(table, 0, gears=2)
    open_tile(table, "2", "M01", ["M11"])
    driven = Driven(market.buy(table, 0, "2", "machine"))
    assert driven.options == [f"slot {slot}" for slot in range(1, 8)]
    assert (table.players[0].points, table.open["2"], table.machines(0)) == (1, "M11", [])


def test_rule_1_6_full_room_replaces_any_tile() -> None:
    table = bare_table()
    give_room(table, 0, **{f"s{slot}": "cap" for slot in range(1, 8)})
    place(table, 1, (0, 4, "a"))
    give(table, 0, gears=2)
    open_tile(table, "2", "M01", ["M11"])
    drive(market.buy(table, 0, "2", "machine"), "slot 4")
    assert (table.players[0].room[4], table.capacity, table.players[1].supply) == ("M01", 19, 3)


def test_rule_1_6_the_last_stone_buys_no_banner() -> None:
    table = bare_table()
    give(table, 0, gears=2)
    open_tile(table, "2", "M01", ["M11"])
    table.players[0].gauge = "o........."
    assert market.offers(table, 0, ["2"]) == [["buy", "2", "machine"]]
    put_stones(table, 0, "8L")
    assert len(market.offers(table, 0, ["2"])) == 2


def test_rule_1_6_the_third_statue_gives_3() -> None:
    table = bare_table()
    table.statues = [4, 5]
    give(table, 0, crystals=4, gears=1)
    start_room(table)
    open_tile(table, "2", "M34")
    drive(market.buy(table, 0, "2", "banner"), "spend 1", "skip")
    assert (table.players[0].points, table.statues) == (3 + 2, [4, 5, 2])


def test_rule_1_6_extra_markets_are_not_refilled() -> None:
    table = bare_table(4)
    give(table, 0, crystals=2, gears=2)
    assert len(market.offers(table, 0, market.markets_of(table, 2))) == 4
    drive(market.buy(table, 0, "2x", "machine"), "slot 1")
    assert table.open["2x"] is None and table.statues == [] and len(table.down[2]) == 3


def test_rule_r8_a_bought_take_passive_works_at_once() -> None:
    table = bare_table()
    give(table, 0, gears=2)
    put_stones(table, 0, "1L")
    open_tile(table, "2", "M05", ["M11"])
    table.turn.flown_level = 1
    driven = Driven(market.buy(table, 0, "2", "machine")).play("slot 3")
    assert driven.options == ["take 0 2", "take 1 1", "take 2 0"]


def test_rule_1_7_a_field_whose_stone_cannot_move_is_not_available() -> None:
    table = bare_table()
    table.players[0].gauge = "..oooooooo"
    assert market.fields_for_marker(table, 0, 2) == []
    table.players[0].gauge = "..mooo...."
    assert market.fields_for_marker(table, 0, 2) == [4]
    table.players[0].gauge, table.players[0].base = "..........", 3
    assert market.fields_for_marker(table, 0, 2) == [4]


def test_rule_1_7_both_rows_empty_uncovers_the_statue_before_the_marker_is_put() -> None:
    table = bare_table()
    give(table, 0, gears=3)
    table.bonus, table.statues = [0, 1], [3, 4]
    driven = Driven(market.buy_marker(table, 0, 1))
    assert (table.statues, table.players[0].points) == ([3, 4, 1], 5 + 3)
    assert driven.options == ["put 3", "put 4", "box"]


# -- 1.8 parasites -----------------------------------------------------------------------------------------------------


def test_rule_1_8_limits_per_machine() -> None:
    for players, wanted in ((2, True), (3, False)):
        table = bare_table(players)
        give_room(table, 1, s3="M07")
        place(table, 0, (1, 3, "a"))
        assert ((1, 3, "p") in parasites.places(table, 0)) == wanted
        assert ((1, 3, "a") in parasites.places(table, 0)) == wanted


def test_rule_7_6_lifts_first_sources_strictly_and_targets_weakly_ascending() -> None:
    table = bare_table()
    give_room(table, 1, s1="M01", s3="M07", s5="M04")
    place(table, 0, (1, 3, "a"))
    driven = Driven(parasites.place_or_move(table, 0, 3)).play("lift 1 3 a")
    assert driven.options == ["infest 1 1 a", "infest 1 3 p", "infest 1 5 a"]
    assert table.players[0].placed == [] and table.players[0].supply == 2
    driven.play("infest 1 5 a")
    assert driven.options[0] == "skip" and driven.options[-1] == "lift 1 5 a"
    driven.play("infest 1 3 a")
    assert driven.options == ["skip", "infest 1 3 a", "infest 1 3 p", "infest 1 5 a"]
    driven.play("infest 1 3 a")
    assert driven.is_over and table.players[0].supply == 0


def test_rule_r21_a_place_left_meanwhile_is_not_available() -> None:
    table = bare_table(3)
    give_room(table, 1, s1="S4", s2="M01", s3="M02")
    place(table, 0, (1, 1, "a"), (1, 2, "a"))
    driven = Driven(parasites.use(table, 0, 3)).play("sap 1 1 a", "lift 1 2 a")
    assert driven.is_over
    assert table.players[0].goods == [0, 0]


def test_rule_1_8_invites_place_from_supply_only() -> None:
    table = bare_table(3)
    start_room(table)
    table.players[1].supply = 0
    driven = Driven(parasites.invite(table, 0))
    assert (driven.seat, driven.options) == (2, ["skip", "infest 0 1 a", "infest 0 2 a"])


def test_rule_1_8_run_machines_lets_parasites_sleep() -> None:
    table = bare_table()
    give_room(table, 0, s2="M01")
    place(table, 1, (0, 2, "a"))
    drive(effects.work_off(table, 0, read_effect("run_machines")))
    assert table.players[0].goods == [1, 0] and table.players[1].placed == [(0, 2, "a")]


# -- 1.9 gains, discounts, static --------------------------------------------------------------------------------------


def test_rule_1_9_a_discount_that_saves_nothing_is_illegal() -> None:
    table = bare_table()
    player = table.players[0]
    player.sponsors, player.gala = [Sponsor("crystal")], "crystal"
    give(table, 0, crystals=3)
    assert payments.ways_to_pay(table, 0, (1, 0)) == [["pay", 0, 0, 0], ["pay", 0, 0, 1], ["pay", 1, 0, 0]]
    assert ["pay", 1, 0, 1] in payments.ways_to_pay(table, 0, (2, 0))
    player.sponsors[0].used = True
    assert payments.ways_to_pay(table, 0, (2, 0)) == [["pay", 0, 0, 0], ["pay", 0, 0, 1]]


def test_rule_1_9_static_is_for_the_effect_not_for_buying() -> None:
    for answer, piece in (("use", "o"), ("skip", "a")):
        table = bare_table()
        table.players[0].gauge = ".........."
        put_stones(table, 0, "6L", arrows="6L")
        Driven(fly_to(table, 0, "6L")).play(answer)
        assert table.players[0].gauge[0] == piece


def test_rule_r14_a_raise_in_between_passes_on_which_stone_came_back() -> None:
    table = bare_table()
    table.players[0].gauge = "....a....."
    give_room(table, 0, s1="M07")  # take4: press:3
    put_stones(table, 0, "4L")
    board = default_board()
    assert board["districts"]["4L"][1] is False
    table.board["districts"]["4L"][1] = True
    driven = Driven(fly_to(table, 0, "4L")).play("raise ...oo.....", "use")
    assert table.turn.just == 4 and driven.options[0] == "skip"


def test_rule_r4_to8_lapses_on_an_occupied_field() -> None:
    table = bare_table()
    table.players[0].gauge, table.turn.just = "o........m", 1
    assert not effects.can_go_to_8(table, 0, 1)
    table.players[0].gauge = "a........."
    drive(effects.work_off(table, 0, read_effect("to8")), "use")
    assert table.players[0].gauge == ".........a" and table.turn.just == 10


def test_rule_r18_after_a_cost_the_effect_is_not_declined() -> None:
    table = bare_table()
    give(table, 0, crystals=1)
    driven = Driven(effects.work_off(table, 0, read_effect("pay:c1>press:1"))).play("pay 0 0 0")
    assert driven.options == ["raise oo.o......", "raise o.oo......", "raise .ooo......"]


def test_rule_r24_the_unused_sponsor_turns_and_keeps_its_flag() -> None:
    table = bare_table()
    table.players[0].sponsors = [Sponsor("gear", used=True), Sponsor("gear")]
    drive(effects.work_off(table, 0, read_effect("flip_sponsor")), "flip gear")
    assert table.players[0].sponsors == [Sponsor("gear", used=True), Sponsor("crystal")]


def test_rule_2_other_district_excludes_own_districts_of_this_flight() -> None:
    table = bare_table()
    put_stones(table, 0, "6R 5L")
    driven = Driven(fly_to_all(table, 0, "6R")).play("skip", "use", "lower")
    assert "visit 5L" not in driven.options and "visit 6R" not in driven.options
    assert "visit 8L" in driven.options  # an `end` effect is usable
    driven.play("visit 8L")
    assert table.turn.used == ["6R", "8L"] and table.turn.at_end == ["8L"]


def test_rule_2_peek_is_private_and_not_offered_twice() -> None:
    table = bare_table()
    driven = Driven(effects.work_off(table, 0, read_effect("peek"))).play("peek 2 1")
    assert driven.seat == -1 and driven.options == [f"face 2 M{n}" for n in (11, 12, 13, 14)]
    assert table.down[2][0].seen_by == [0] and table.down[2][0].name is None
    driven.play("face 2 M12")
    assert "peek 2 1" not in Driven(effects.work_off(table, 0, read_effect("peek"))).options
    assert Driven(effects.work_off(table, 1, read_effect("peek"))).play("peek 2 1").is_over
    assert table.down[2][0].seen_by == [0, 1]
    assert len(Driven(effects.work_off(table, 0, read_effect("peek"))).play("peek 3 1").options) == 3


def test_section_2_language() -> None:
    effect = read_effect("end peek; press:2; arrow:3")
    assert effect.at_end and [(p.token, p.n) for p in effect.parts] == [("peek", 1), ("press", 2), ("arrow", 3)]
    assert read_effect("to8 | other_district").sides[1][0].token == "other_district"
    assert read_effect("res:1 & press:2").sides[0][1].token == "press"
    assert read_effect("pay:c1g1>sp:3").parts[0] == ("sp", 3, "pay:c1g1")
    assert read_passive("take6,7: sp:1").levels == (6, 7)
    assert read_passive("end flew3: sp:1").trigger == "end flew3"


# -- 1.10 end, 1.11 solo -----------------------------------------------------------------------------------------------


def test_rule_1_10_final_turn_offers_districts_of_opponents() -> None:
    table = bare_table()
    table.final = True
    put_stones(table, 1, "1L 1R")
    put_stones(table, 0, "2L")
    assert Driven(set_destination(table, 0, 3)).options == ["set 1L", "set 1R", "set 2R"]
    table.final = False
    assert aim_options(table, 0) == []


def test_rule_1_10_final_turn_asks_a_b_c_in_this_order() -> None:
    table = bare_table()
    table.final = True
    put_stones(table, 0, "5L")
    driven = Driven(take_turn(table, 0))
    assert driven.options == ["skip", "steam"]
    assert driven.play("skip").options == ["skip", "aim 1", "aim 2", "aim 3"]
    assert driven.play("skip").options == ["skip", "fly 5L"]
    assert driven.play("skip").is_over


def test_rule_1_10_ties_are_broken_by_tiles_then_turn_order() -> None:
    oracle = Oracle.__new__(Oracle)
    oracle.table = table = bare_table(3)
    table.first = 1
    assert oracle.result() == {"points": [0, 0, 0], "winners": [1]}
    table.players[0].banners = ["M01"]
    assert oracle.winner() == 0
    table.players[2].points = 1
    assert oracle.winner() == 2


def solo_after_flight(tile: tuple[int, int]) -> Table:
    table = bare_table(1)
    table.tile, table.turn.flew = tile, True
    return table


def test_rule_1_11_removal_waits_until_both_are_gone() -> None:
    table = solo_after_flight((6, 1))
    table.bonus = [1, 1]
    driven = Driven(solo.removal(table))
    assert driven.options[0].startswith("face 6")
    assert (table.open["6"], table.bonus, table.statues) == (None, [0, 0], [])  # the banker's level first
    driven.play(driven.options[0])
    assert table.statues == [1] and driven.options[0].startswith("passenger")


def test_rule_1_11_taps_take_parasites_back_one_by_one() -> None:
    table = solo_after_flight((6, 3))
    open_tile(table, "6", "M01", ["M11"])
    open_tile(table, "3", "M04", ["M12"])
    table.beside, table.players[0].supply = 2, 1
    driven = Driven(solo.removal(table))
    assert driven.options == ["skip", "tap 3 a", "tap 6 a"]
    driven.play("tap 6 a", "tap 6 a")
    assert (table.players[0].goods, table.players[0].supply) == ([2, 0], 3)
    assert driven.options[0].startswith("passenger")


def test_rule_1_11_the_last_point_spent_on_time_loses() -> None:
    table = bare_table(1)
    table.players[0].points = 1
    with pytest.raises(solo.Lost):
        Driven(take_turn(table, 0)).play("steam")
    assert table.players[0].gauge == "ooo......."


def test_rule_1_11_final_turn_costs_one_for_both() -> None:
    table = bare_table(1)
    table.final = True
    put_stones(table, 0, "5L")
    start_room(table)
    driven = Driven(take_turn(table, 0)).play("steam")
    driven.play(driven.options[0], "skip", "fly 5L")
    assert table.players[0].points == 3


def test_rule_1_11_par_place_use_lays_one_and_uses_a_target_tile() -> None:
    table = bare_table(1)
    table.tile = (6, 3)
    open_tile(table, "6", "M01", [])
    open_tile(table, "3", "M02", [])
    driven = Driven(effects.work_off(table, 0, read_effect("par_place_use:1")))
    assert table.beside == 1 and driven.options == ["skip", "tap 3 a", "tap 6 a"]
    driven.play("tap 3 a")
    assert driven.is_over and table.beside == 1 and table.players[0].goods == [0, 1]
