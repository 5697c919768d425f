"""Rules 1.1 to 1.3: components, board and set-up."""

from __future__ import annotations

import pytest

from engine import State, new_game
from tests.steamopolis.rules.helpers import board_with


def first_moves(state: State) -> State:
    """Plays the first legal move until the set-up is over."""
    while state.snapshot()["round"] == 0:
        state.apply(state.legal()[0])
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rule_1_3_the_order_of_the_draws(players: int) -> None:
    state = new_game("steamopolis", players=players).new()
    drawn = []
    while state.mover == -1:
        words = state.game.words(state.legal()[0])
        drawn.append(words[0])
        state.apply(state.legal()[-1])
    extra = 2 if players == 4 else 0  # the tenth rank-0 tile is the only one left: no move
    wanted = ["tile", "back", "back", "back"] * 7 + ["tile"] * extra + ["passenger"]
    assert drawn == [*wanted, *["character"] * players, *["start"] * players]


def test_rule_1_3_the_table_before_the_first_turn() -> None:
    snapshot = first_moves(new_game("steamopolis", players=4).new()).snapshot()
    assert snapshot["passengers"] == [6, 4] and snapshot["stack"] == 15
    assert snapshot["bonus"] == [4, 4] and snapshot["statues"] == []
    assert list(snapshot["open"]) == ["2", "3", "4", "5", "6", "7", "8", "2x", "3x", "4x"]
    assert all([tile[0] for tile in row] == [1, 2, 3] for row in snapshot["down"].values())
    assert snapshot["supply"]["capacity"] == 16
    assert snapshot["parasites"] == [[3, []]] * 4


def test_rule_1_2_extra_districts_and_markets_only_with_four() -> None:
    three = first_moves(new_game("steamopolis", players=3).new())
    assert "2x" not in three.snapshot()["open"]
    assert not any(move.endswith("M") for move in three.play("aim 3").moves())
    four = first_moves(new_game("steamopolis", players=4).new())
    assert "set 2M" in four.play("aim 3").moves()


def test_rule_1_3_the_lowest_character_is_first() -> None:
    state = new_game("steamopolis", players=3).new()
    while state.snapshot()["tile"] is None:
        state.apply(state.legal()[0])
    assert state.snapshot()["first"] is None
    state.play("character 0 7").play("character 1 3").play("character 2 9")
    state.play("start 0 S1").play("start 1 S2")
    assert state.snapshot()["active"] is None
    state.play("start 2 S3")
    assert state.snapshot()["first"] == state.snapshot()["active"] == 1


def test_rule_1_3_each_player_completely_and_clockwise() -> None:
    state = new_game("steamopolis", players=2).new()
    while state.mover == -1:
        state.apply(next(move for move in state.legal() if "character 0 1" not in state.game.text(move)))
    seats = []
    while state.snapshot()["round"] == 0:
        seats.append(state.mover)
        state.apply(state.legal()[0])
    first = state.snapshot()["first"]
    assert seats == sorted(seats, key=lambda seat: seat != first)


def test_rule_1_3_start_machine_on_any_slot_either_side_and_capacity_elsewhere() -> None:
    state = new_game("steamopolis", players=1).new()
    while state.mover == -1:
        state.apply(state.legal()[0])
    assert len(state.moves()) == 14
    state.play("install front 4")
    assert state.snapshot()["room"][0][3] == "S1"
    assert state.moves() == [f"slot {slot}" for slot in (1, 2, 3, 5, 6, 7)]


def test_rule_1_3_backs_are_drawn_by_the_tiles_that_are_left() -> None:
    state = new_game("steamopolis", players=2).new()
    state.apply(state.legal()[0])
    assert [round(p * 11, 6) for _, p in state.chance()] == [4, 4, 3]  # rank 1: 4 purple, 4 blue, 3 orange
    state.play("back 2 1 blue")
    assert [round(p * 12, 6) for _, p in state.chance()] == [4, 4, 4]


@pytest.mark.parametrize(("points", "level"), [(5, 5), (4, None), (3, 3), (2, 2)])
def test_rule_1_11_solo_start_points(points: int, level: int | None) -> None:
    settings = {} if level is None else {"start_sp": level}
    assert new_game("steamopolis", players=1, **settings).new().snapshot()["points"] == [points]


def test_rule_1_3_character_7_has_the_pink_marker() -> None:
    state = new_game("steamopolis", players=1).new()
    while state.snapshot()["tile"] is None:
        state.apply(state.legal()[0])
    state.play("character 0 7").play("start 0 S1")
    assert state.snapshot()["gauge"] == ["ooo.p....."]
    assert state.snapshot()["goods"] == [[0, 2]]


def test_rule_1_1_a_gain_from_an_empty_supply_lapses() -> None:
    board = board_with(characters={"1": "gear:15; gear:2; res:15; crystal:1"})
    state = new_game("steamopolis", players=1, board=board).new()
    while state.snapshot()["tile"] is None:
        state.apply(state.legal()[0])
    state.play("character 0 1").play("start 0 S1")
    assert state.snapshot()["goods"] == [[15, 15]]
    assert state.snapshot()["supply"]["gears"] == 0
