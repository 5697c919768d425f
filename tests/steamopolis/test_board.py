"""The data file: what comes with the game, and a user's own with all its faults at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import BoardError, new_game
from engine.steamopolis.board import DEFAULT, check_board, load_board
from tests.steamopolis.oracle.boards import board_named

FAULTS: list[tuple[list[Any], Any, str]] = [
    (["meta", "gauge"], [1] * 9, "meta.gauge: has 9 values, not 10"),
    (["meta", "gauge"], [1, 1, 3, 2, 3, 4, 5, 6, 7, 8], "meta.gauge: must not fall"),
    (["meta", "gauge"], [1, 1, 2, 2, 3, 4, 5, 6, 6, 6], "meta.gauge: must end with 7 or 8"),
    (["meta", "slots"], [1, 2, 2, 3, 4, 5, 6], "meta.slots: must be [1, 2, 3, 4, 5, 6, 7]"),
    (["meta", "builtin_boilers"], True, "meta.builtin_boilers: must be a whole number, not True"),
    (["meta", "boilers"], 2, "meta.boilers: unknown key (did you mean builtin_boilers?)"),
    (["market", "row3_kind", "3"], "x", "market.row3_kind.3: must be c or g"),
    (["market", "machine_extra"], ["", "", "", "lose_all"], "market.machine_extra[3]: must be ''"),
    (["bonus", "number"], [5, 4, 3, 9], "bonus.number[3]: 9 is out of range, use 1 to 8"),
    (["bonus", "invite"], [0, True, True, True], "bonus.invite[0]: must be true or false"),
    (["districts", "1L"], ["par_plase:2", False], "districts.1L effect: unknown effect 'par_plase:2' (did you mean"),
    (["districts", "1L"], ["sp:0", False], "districts.1L effect: 'sp:0' has no such number, use sp:1 to sp:50"),
    (["districts", "1L"], ["stone:2", False], "'stone:2' has no such number, use stone:1"),
    (["districts", "1L"], ["peek:1", False], "'peek:1': peek takes no number"),
    (["districts", "1L"], ["pay:c1>peek", False], "a cost stands only before sp, press, stone, capacity"),
    (["districts", "1L"], ["pay:x2>sp:1", False], "unknown cost 'pay:x2'"),
    (["districts", "1L"], ["sp:1 | sp:2 | sp:3", False], "has 2 bars, use one at most"),
    (["districts", "1L"], ["sp:1;", False], "a part is empty"),
    (["districts", "1L"], ["invite", False], "'invite' is a cost; write invite>effect"),
    (["districts", "1L"], ["pink:5", False], "pink never stands on districts"),
    (["districts", "1L"], ["sp:1"], "districts.1L: must be a list [effect, static]"),
    (["districts", "4M"], ["sp:1", False], "districts.4M: unknown key"),
    (["passengers", "banker"], [4, 5], "passengers.banker: must be levels from 5 to 8"),
    (["passengers", "alternative", "5"], 5, "passengers.alternative.5: must be another level from 5 to 8"),
    (["passengers", "printed", "stoker"], 5, "passengers.printed.stoker: 5 is out of range, use 1 to 4"),
    (["characters", "2"], "sp:1", "characters.2: unknown key"),
    (["characters", "1"], "pink:3", "characters: there is one pink marker, but 2"),
    (["characters", "1"], "end sp:1", "`end` stands on districts only"),
    (["start", "S1"], [1, "gear:1", ""], "start.S1: must be a list [boilers, active, passive, storage]"),
    (["start", "capacity"], [1, "capacity:1", "", 1], "capacity never stands on machines"),
    (["machines", "M01"], [1, "purple", "gg", 1, "", "", 0], "machines.M01 rank: must be 0"),
    (["machines", "M45"], [3, "purple", "gg", 1, "", "", 0], "machines.M45: unknown key"),
    (["machines", "M20"], [1, "green", "g", 1, "", "", 0], "machines.M20 banner: must be purple or blue or orange"),
    (["machines", "M20"], [1, "blue", "gx", 1, "", "", 0], "machines.M20 cost: must be up to 8 letters"),
    (["machines", "M20"], [1, "blue", "g", 1, "run_machines", "", 0], "run_machines never stands on machines"),
    (["machines", "M20"], [1, "blue", "g", 1, "par_use:1", "", 0], "par_use never stands on machines"),
    (["machines", "M20"], [1, "blue", "g", 1, "invite>sp:1", "", 0], "the cost invite stands on districts only"),
    (["machines", "M20"], [1, "blue", "g", 1, "", "sp:1", 0], "has no trigger; use takeL, passenger, buy or end"),
    (["machines", "M20"], [1, "blue", "g", 1, "", "take9: sp:1", 0], "has no trigger"),
    (["machines", "M20"], [1, "blue", "g", 1, "", "take7,6: sp:1", 0], "name each level once, ascending"),
    (["machines", "M20"], [1, "blue", "g", 1, "", "passenger: res:1", 0], "passenger passive holds only press and sp"),
    (["machines", "M20"], [1, "blue", "g", 1, "", "buy: other_district", 0], "other_district never stands on machines"),
    (["extra"], {}, "extra: unknown key"),
]  # fmt: skip


def changed(*changes: tuple[list[Any], Any]) -> dict[str, Any]:
    board = load_board()
    for path, value in changes:
        table = board
        for key in path[:-1]:
            table = table[key]
        table[path[-1]] = value
    return board


@pytest.mark.parametrize(("path", "value", "said"), FAULTS)
def test_a_fault_is_named(path: list[Any], value: Any, said: str) -> None:
    faults = check_board(changed((path, value)))
    assert len(faults) == 1 and said in faults[0]


def test_all_faults_are_reported_at_once() -> None:
    board = changed((["meta", "gauge"], [1]), (["bonus", "cost"], [1, 2, 2, 99]), (["machines", "M03"], []))
    del board["districts"]["2R"]
    with pytest.raises(BoardError) as error:
        new_game("steamopolis", board=board)
    assert [fault.partition(":")[0] for fault in error.value.faults] == [
        "meta.gauge", "bonus.cost[3]", "districts.2R", "machines.M03",
    ]  # fmt: skip
    assert "\n" not in str(error.value)


def test_effects_that_could_nest_too_deep_are_refused() -> None:
    names = ["1L", "1R", "2L", "2R", "3L", "3R", "4L", "4R", "5L"]
    board = changed(*((["districts", name], ["other_district; sp:1", False]) for name in names))
    assert check_board(board) == ["districts: other_district stands on 10 districts, use 8 at most"]


@pytest.mark.parametrize("number", range(30))
def test_random_legal_data_are_accepted(number: int) -> None:
    assert check_board(board_named(f"random {number}")) == []


def test_a_users_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = DEFAULT.read_text(encoding="utf-8")
    path.write_text(text.replace("builtin_boilers = 2", "builtin_boilers = 4"), encoding="utf-8")
    game = new_game("steamopolis", players=2, board=path)
    assert game.header()["board"]["meta"]["builtin_boilers"] == 4
    path.write_text("meta = [", encoding="utf-8")
    with pytest.raises(BoardError, match=r"mine\.toml: is no TOML file"):
        new_game("steamopolis", board=path)
    with pytest.raises(BoardError, match="cannot be read: No such file"):
        new_game("steamopolis", board=tmp_path / "none.toml")


def test_tables_are_written_in_one_order() -> None:
    board = load_board()
    turned = {key: dict(reversed(value.items())) for key, value in reversed(board.items())}
    assert str(new_game("steamopolis", board=turned).header()) == str(new_game("steamopolis", board=board).header())


def test_every_value_says_where_it_comes_from() -> None:
    for line in DEFAULT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith(("#", "[")):
            comment = line.rpartition("  # ")[2]
            assert any(word in comment for word in ("stated", "deduced", "reconstructed")), line


def test_the_balanced_data_changes_what_its_comments_say() -> None:
    default, path = load_board(None), DEFAULT.with_name("balanced.toml")
    balanced = load_board(path)
    changed = {key for part in default for key in default[part] if default[part][key] != balanced[part][key]}
    assert changed == {"sp", "1M", "8R", "1", "3", "5", "11", "13", "15", "M23"}
    marked = [line for line in path.read_text(encoding="utf-8").splitlines() if "# changed" in line]
    assert [line.split(" =")[0] for line in marked] == ["sp", "1M", "8R", "1", "3", "5", "11", "13", "15", "M23"]
    assert balanced["bonus"]["sp"][3] == 5  # rules 4: stated
