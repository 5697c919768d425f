"""Rules 1.10, 1.11: the end of the game, and the solo game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.steamopolis.rules.helpers import EMPTY, Scene, begin, board_with, effect_board, market, room

ON_1 = {"1L": [[0, False]]}


def test_rule_1_10_the_round_is_finished_before_the_final_one() -> None:
    scene = begin(3, statues=[6, 7, 8], first=0, active=1, **sold_out(3))
    scene.play("aim 1", "set 1L")
    assert scene.ending and not scene.final and scene.active == 2
    scene.play("aim 1")  # one district of level 1 is left
    assert scene.final and scene.round == 2 and scene.active == 0


def sold_out(players: int) -> dict[str, Any]:
    found = market(2, "M01", players)
    found["open"] |= {"6": None, "7": None, "8": None}
    found["down"] |= {"6": [], "7": [], "8": []}
    return found


def final(**changes: Any) -> Scene:
    return begin(final=True, ending=True, round=9, **changes)


def test_rule_1_10_the_final_turn_asks_for_steam_aim_and_flight() -> None:
    scene = final(stones=ON_1)
    assert scene.legal == ["skip", "steam"]
    scene.play("skip")
    assert scene.legal == ["skip", "aim 1", "aim 2", "aim 3"]
    scene.play("aim 3", "set 2R")
    assert scene.legal == ["skip", "fly 1L", "fly 2R"]
    assert scene.play("skip").active == 1


def test_rule_1_10_districts_with_stones_of_others_are_allowed_in_the_final_turn() -> None:
    scene = final(gauge=["o.........", None], stones={"1L": [[1, False]], "1R": [[0, False]]}, room=[EMPTY, None])
    scene.play("skip")
    assert scene.phase == "final-aim"
    scene.play("aim 1")
    assert scene.stones["1L"] == [[0, False], [1, False]]  # the only district without an own stone


def test_rule_1_10_everybody_has_one_final_turn() -> None:
    scene = final()
    while scene.mover is not None:
        scene.play("skip")
    assert scene.round == 9 and scene.state.is_over and scene.to_move is None


def over(**changes: Any) -> list[int]:
    """The winners when everybody declines his final turn."""
    scene = final(**changes)
    while scene.mover is not None:
        scene.play("skip")
    return scene.state.winners()


def test_rule_1_10_most_points_win_then_tiles_then_turn_order() -> None:
    assert over(points=[3, 4]) == [1]
    assert over(points=[4, 4], room=[None, room(s1="S0", s2="cap", s3="M01")]) == [1]
    assert over(points=[4, 4], banners=[["M05"], []]) == [0]
    assert over(points=[4, 4]) == [0]
    assert over(points=[4, 4], first=1, active=1) == [1]


def test_rule_1_10_the_round_limit() -> None:
    scene = begin(settings={"max_rounds": 2}, round=2, active=1)
    scene.play("aim 1", "set 1L")
    assert scene.final and scene.ending and scene.round == 3


# -- solo --------------------------------------------------------------------------------------------------------------


def test_rule_1_11_steam_and_flights_cost_a_point_but_not_a_destination() -> None:
    assert begin(1).play("steam").points == [3]
    assert begin(1).play("aim 1", "set 1L").points == [4]
    assert begin(1, stones=ON_1).play("fly 1L").points == [3]


def test_rule_1_11_the_last_point_loses_at_once() -> None:
    scene = begin(1, points=[1]).play("steam")
    assert scene.state.is_over and scene.points == [0] and scene.state.result() == [0.0]
    assert scene.game.result_record(scene.state) == {"points": [0], "winners": [], "lost": True, "title": 0}


def test_rule_1_11_a_forced_flight_loses_without_a_move() -> None:
    scene = begin(1, points=[1], gauge=["o........."], stones={"1R": [[0, False]]})
    assert scene.legal == ["steam", "aim 1", "fly 1R"]
    forced = Scene(scene.game.edit(scene.state, gauge=[".........."]))
    assert forced.state.is_over and forced.points == [0] and forced.game.result_record(forced.state)["lost"]


def test_rule_1_11_the_final_turn_costs_one_point_for_both() -> None:
    scene = begin(1, final=True, ending=True, stones={"1L": [[0, False]], "3R": [[0, False]]}).play("steam")
    scene.play(scene.legal[0], "skip", "fly 3R")
    assert scene.points == [3]


@pytest.mark.parametrize(("points", "title"), [(0, 0), (6, 0), (7, 1), (20, 2), (21, 3), (48, 6), (49, 7), (90, 7)])
def test_rule_1_11_titles_and_share(points: int, title: int) -> None:
    scene = begin(1, points=[points])
    record = scene.game.result_record(scene.state)
    assert record["title"] == title and scene.state.result() == [min(points, 49) / 49]


def test_rule_1_11_shadow_stones_block_until_the_next_flights() -> None:
    scene = begin(1, shadow=["1L"]).play("aim 1")
    assert scene.state.snapshot()["stones"] == {"1R": [[0, False]]}  # the only free district of level 1: forced


def flown(**changes: Any) -> Scene:
    """A turn with one flight that does nothing, up to the removal."""
    return begin(1, settings=effect_board("shake_all"), stones=ON_1, goods=[[0, 0]], **changes).play("fly 1L")


def test_rule_1_11_removal_takes_both_open_tiles_before_the_next_come_up() -> None:
    scene = flown(tile=[7, 3])
    assert scene.mover == -1 and scene.open["7"] is None and scene.open["3"] is None
    assert all(move.startswith("face 7") for move in scene.legal)  # the banker's level first
    scene.play("chance")
    assert scene.open["7"] is not None and all(move.startswith("face 3") for move in scene.legal)
    scene.play("chance")
    assert scene.phase == "draw-passenger" and scene.tile == [7, 3]
    scene.play("chance")
    assert scene.round == 2 and scene.tiles == [0]


def test_rule_1_11_removal_on_level_1_takes_the_front_markers() -> None:
    scene = flown(tile=[7, 1], bonus=[4, 1])
    assert scene.bonus == [3, 0]
    last = flown(tile=[7, 1], bonus=[1, 0], points=[4])
    assert last.bonus == [0, 0] and last.statues == []  # the banker's level first
    assert last.play("chance").statues == [1] and last.points == [3]


def test_rule_1_11_removal_of_the_last_tile_raises_the_statue_without_points() -> None:
    found = market(7, "M34", 1)
    found["open"] |= {"2": None, "8": None}
    found["down"] |= {"2": [], "8": []}
    scene = flown(tile=[7, 3], statues=[2, 8], **found)
    assert scene.statues == [2, 7, 8] and scene.points == [3]


def test_rule_1_11_parasites_come_back_for_removed_tiles() -> None:
    found = market(3, "M01", 1)
    scene = flown(tile=[7, 3], beside=2, **found).play("chance", "chance")
    assert "tap 3 a" in scene.legal and scene.legal[0] == "skip"
    scene.play("tap 3 a")
    assert scene.goods == [[1, 0]] and scene.beside == 1 and scene.parasites == [[2, []]]
    scene.play("tap 3 a")  # repeats allowed
    assert scene.goods == [[2, 0]] and scene.beside == 0 and scene.phase == "draw-passenger"


def test_rule_7_a_parasite_laid_again_is_not_taken_back_again() -> None:
    found = market(3, "M17", 1)
    scene = flown(tile=[7, 3], beside=1, **found).play("chance", "chance", "tap 3 a")
    assert scene.beside == 1 and scene.phase == "draw-passenger"


def test_rule_1_11_placing_lays_beside_the_stack_without_a_decision() -> None:
    scene = begin(1, stones={"1L": [[0, False]], "3R": [[0, False]]}).play("fly 1L", "use")
    assert scene.beside == 2 and scene.parasites == [[1, []]] and scene.phase == "flight"


def test_rule_1_11_activating_uses_open_tiles_on_target_levels() -> None:
    board = board_with(districts={"1L": ["par_use_all", False]})
    found = market(3, "M01", 1)
    scene = begin(1, settings={"board": board}, stones=ON_1, tile=[7, 3], beside=2, **found).play("fly 1L", "use")
    scene.play("tap 3 a")
    assert scene.goods == [[1, 0]] and scene.beside == 2
    scene.play("tap 3 a")
    assert scene.goods == [[2, 0]] and scene.phase == "draw-face"


def test_rule_1_11_an_invite_is_asked_but_nothing_happens() -> None:
    scene = begin(1, stones={"7R": [[0, False]], "3R": [[0, False]]}).play("fly 7R", "use", "sponsor gear")
    assert scene.legal == ["skip", "use"]
    assert scene.play("use").points == [4] and scene.phase == "flight"


def test_rule_1_11_the_empty_stack_ends_the_solo_game() -> None:
    scene = flown(tile=[7, 3], stack=0).play("chance", "chance")
    assert scene.tile is None and scene.ending and scene.final and scene.round == 2
