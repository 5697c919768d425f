"""The table at the Python prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import BoomtownError, IllegalMove, NotationError, RecordError, Stream, Table, new_table
from engine.records import check_record, read_record


def played(table: Table, n_moves: int, seed: int = 0) -> Table:
    picks = Stream(seed, "picks")
    for _ in range(n_moves):
        if not table.is_over:
            table.play(picks.choice(table.moves()))
    return table


def test_chance_plays_by_itself() -> None:
    table = new_table(players=4, seed=17)
    assert table.history == [[-1, "first", table.mover]]
    for _ in range(2000):
        if table.is_over:
            break
        assert table.mover != -1
        table.play(table.moves()[0])
    assert table.is_over
    assert table.mover is None
    assert table.moves() == []


def test_the_seed_decides_the_dice() -> None:
    firsts = [new_table(players=5, seed=seed).mover for seed in range(40)]
    assert firsts == [new_table(players=5, seed=seed).mover for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3, 4}


def test_a_wrong_move_changes_nothing() -> None:
    table = new_table(players=2, seed=1)
    before = table.history
    with pytest.raises(NotationError, match="unknown resource gold"):
        table.play("upgrade gold")
    with pytest.raises(IllegalMove, match="bid 5 is not legal; legal here: upgrade quartz, upgrade ore"):
        table.play("bid 5")
    assert table.history == before
    assert len(table.moves()) == 4


def test_moves_can_be_text_words_or_numbers() -> None:
    one, two, three = (new_table(players=2, seed=1) for _ in range(3))
    one.play("upgrade ore")
    two.play(["upgrade", "ore"])
    three.play(three.game.move("upgrade ore"))
    assert one.state == one.state.copy()
    assert one.history == two.history == three.history


def test_the_state_of_a_table_is_a_copy() -> None:
    table = new_table(players=2, seed=1)
    table.state.play("upgrade ore")
    assert len(table.history) == 1


def test_undo_takes_back_dice_too_and_they_fall_the_same_again() -> None:
    table = played(new_table(players=3, seed=4), 30)
    while not table.moves()[1:2] or not table.moves()[1].startswith("roll"):
        played(table, 1)
    before = table.history
    after = table.play(table.moves()[1]).history
    assert after[len(before) + 1][:2] == [-1, "die"]
    assert table.undo().history == before
    assert table.play(table.moves()[1]).history == after


def test_undo_to_the_start_and_not_further() -> None:
    table = played(new_table(players=2, seed=1), 5)
    for _ in range(5):
        table.undo()
    assert len(table.history) == 1
    with pytest.raises(BoomtownError, match="nothing to undo"):
        table.undo()
    assert len(table.history) == 1


def test_copies_go_on_independently() -> None:
    table = played(new_table(players=2, seed=1), 5)
    other = table.copy()
    before = table.history
    played(other, 3)
    assert table.history == before
    assert other.history[: len(before)] == before
    assert len(other.history) >= len(before) + 3


@pytest.mark.parametrize("n_moves", [0, 7, 60, 5000])
def test_save_and_load(tmp_path: Path, n_moves: int) -> None:
    table = played(new_table(players=3, edition="ludoart", rules=["expert"], seed=9), n_moves)
    path = tmp_path / "game.jsonl"
    table.save(path)
    _, record = read_record(path)
    check_record(record)
    assert (record["result"] is None) == (n_moves < 5000)
    loaded = Table.load(path)
    assert loaded.history == table.history
    assert bytes(loaded.state) == bytes(table.state)
    assert played(loaded, 40, seed=3).history == played(table, 40, seed=3).history


def test_loading_checks_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    played(new_table(players=2, seed=1), 3).save(path)
    path.write_text(
        path.read_text(encoding="utf-8").replace('"credits":[100,100]', '"credits":[100,99]', 1), encoding="utf-8"
    )
    with pytest.raises(RecordError, match=r"game.jsonl:1: move 0: credits\[1\]: recorded 99, expected 100"):
        Table.load(path)


def test_what_the_prompt_shows() -> None:
    table = new_table(players=2, seed=17)
    assert repr(table) == f"<planet-steam, setup-upgrade, seat {table.mover} to move: 4 legal moves, 1 played>"
    assert "round 1 of 7" in str(table)
    assert table.scores() == [192, 192]  # 100 + ore 9 + water 21 + energy 12 + two zones
    assert repr(played(table, 5000)).startswith("<planet-steam, over: scores [")
