"""Board data (rules 8): both editions' files, and what is said about a faulty one."""

from __future__ import annotations

from copy import deepcopy
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from engine import BoardError, SettingsError, new_game
from engine.planet_steam.board import (
    CHECKS,
    EDITIONS,
    PLAYER_COUNTS,
    board_path,
    check_board,
    file_edition,
    load_board,
    reconstructed,
)
from tests.planet_steam.rules.helpers import tank_phase

RECORD_FORMAT_EXAMPLE = {
    "rounds": 5,
    "supply": [6, 9, 8, 14],
    "licenses": 7,
    "quarters": 6,
    "credits": 120,
    "start": [1, 2, 3, 3],
    "reduced_credits": 100,
    "reduced_start": [0, 1, 3, 3],
    "market": 12,
    "tank_prices": [10, 10, 11, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
    "capacity": [[4, 7, 10, 13]] * 4,
    "freelance": 3,
    "supply_change": [[2, 2, 1, 1, 0, 0, 0, -1, -1, -1, -2, -2, -2, -2, -3, -3, -3]] * 4,
    "price_min": [6, 3, 2, 1],
    "price_max": [20, 17, 14, 12],
    "price_start": [12, 9, 7, 4],
    "specialists": [["lady"], ["venturer"], ["captain"], ["engineer"]],
    "claims": [["C3", "B6"], ["C5", "B2"], ["E3", "F6"], ["E5", "F2"]],
    "neutral": ["A1", "C1", "E1", "D2", "A3", "A5", "D6", "A7", "C7", "E7"],
    "closed": [],
    "river": ["A4", "B4", "C4", "D4", "E4", "F4"],
    "markers": 14,
    "tanks": 35,
    "converters": 14,
    "superchargers": 13,
}


def test_four_player_board_is_the_one_of_the_record_format() -> None:
    board = load_board("ffg", 4)
    assert board == RECORD_FORMAT_EXAMPLE
    assert list(board) == list(RECORD_FORMAT_EXAMPLE)


@pytest.mark.parametrize(
    ("players", "rounds", "supply", "credits", "start", "reduced", "market"),
    [
        (2, 7, [4, 7, 6, 10], 100, [0, 1, 3, 3], [0, 0, 2, 3], 9),
        (3, 6, [5, 8, 7, 12], 110, [0, 2, 4, 2], [0, 1, 3, 2], 10),
        (4, 5, [6, 9, 8, 14], 120, [1, 2, 3, 3], [0, 1, 3, 3], 12),
        (5, 4, [7, 10, 10, 16], 130, [1, 2, 3, 4], [0, 1, 3, 3], 14),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_8_tables_by_number_of_players(
    edition: str,
    players: int,
    rounds: int,
    supply: list[int],
    credits: int,
    start: list[int],
    reduced: list[int],
    market: int,
) -> None:
    board = load_board(edition, players)
    assert board["rounds"] == rounds
    assert board["supply"] == supply
    assert (board["credits"], board["reduced_credits"]) == (credits, credits - 20)
    assert (board["start"], board["reduced_start"], board["market"]) == (start, reduced, market)
    assert (board["licenses"], board["quarters"]) == ((6, 6, 7, 7)[players - 2], players + 2)
    assert board["markers"] == (14 if edition == "ffg" else 12)
    assert len(board["neutral"]) == (6, 8, 10, 10)[players - 2]
    assert len(board["closed"]) == (14, 7, 0, 0)[players - 2]
    assert [len(zones) for zones in board["claims"]] == [2] * players


def test_rule_8_start_claims_of_two_and_five_players() -> None:
    assert load_board("ludoart", 2)["claims"] == [["C3", "D6"], ["C5", "D2"]]
    assert load_board("ludoart", 2)["neutral"] == ["E1", "F2", "E3", "E5", "F6", "E7"]
    assert load_board("ludoart", 5)["claims"][4] == ["A3", "D6"]
    assert load_board("ludoart", 5)["neutral"] == ["A1", "C1", "E1", "D2", "A5", "A7", "C7", "E7", "B4", "F4"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_editions_are_sound(edition: str, players: int) -> None:
    assert check_board(load_board(edition, players), players) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_datum_has_a_comment_right_above_it(edition: str) -> None:
    lines = board_path(edition).read_text(encoding="utf-8").splitlines()
    tables = [number for number, line in enumerate(lines) if line.startswith("[")]
    assert len(tables) == len(CHECKS)
    assert all(lines[number - 1].startswith("# ") for number in tables)


def test_reconstructed_data() -> None:
    assert reconstructed("ffg") == [
        "rounds",
        "market",
        "tank_prices",
        "capacity (quartz, ore, water 1 3 4, energy)",
        "supply_change",
        "price_min",
        "price_max",
        "price_start",
        "specialists (2, 3, 5 players)",
        "claims",
        "neutral",
        "closed",
        "river",
    ]
    assert reconstructed("ludoart") == [
        "tank_prices",
        "capacity",
        "supply_change",
        "price_min",
        "price_max",
        "price_start",
        "specialists (2, 3, 5 players)",
        "claims",
        "neutral",
    ]
    assert "specialists" in reconstructed("ffg", players=5)
    assert not any(name.startswith("specialists") for name in reconstructed("ffg", players=4))


def test_a_load_is_nobody_elses() -> None:
    load_board("ffg", 4)["claims"][0].append("A2")
    assert load_board("ffg", 4)["claims"][0] == ["C3", "B6"]


@pytest.mark.parametrize("players", [1, 6, 0, -3])
def test_player_counts_out_of_range(players: int) -> None:
    with pytest.raises(SettingsError, match=f"^{players} players: use 2 to 5$"):
        load_board("ffg", players)


def test_unknown_edition_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match=r"^unknown edition 'ludo' \(did you mean ludoart\?\); use ffg or ludoart$"):
        load_board("ludo", 4)


# Each a change to the sound board of four players, and the fault it must give.
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 0}, "rounds: 0 is out of range, use 1 to 7"),
    ({"rounds": 8}, "rounds: 8 is out of range, use 1 to 7"),
    ({"rounds": True}, "rounds: must be a whole number, not True"),
    ({"rounds": 5.0}, "rounds: must be a whole number, not 5.0"),
    ({"credits": 0}, "credits: 0 is out of range, use 1 to 2000"),
    ({"supply": [6, 9, 8]}, "supply: has 3 values, not 4"),
    ({"supply": [6, 9, 8, 17]}, "supply[3]: 17 is above the top of the supply track (16)"),
    ({"supply": 6}, "supply: must be a list of 4 whole numbers, not 6"),
    ({"supply": [6, 9, 8, 14], "supply_change": [[0] * 6, [0] * 17, [0] * 17, [0] * 17]}, "supply[0]: 6 is above"),
    ({"supply_change": [[0]] * 4}, "supply_change: has 1 values, not 2 to 64"),
    ({"supply_change": [[0] * 17, [0] * 17, [0], [0] * 17]}, "supply_change[2]: has 1 values, not 2 to 64"),
    ({"supply_change": [[0] * 17] * 3}, "supply_change: has 3 lists, not 4, one per resource"),
    ({"supply_change": 0}, "supply_change: must be a list of whole numbers, or four of them, one per resource, not 0"),
    ({"supply_change": [[0] * 17, [0] * 16 + [21], [0] * 17, [0] * 17]}, "supply_change[1][16]: 21 is out of range"),
    ({"market": 15}, "market: 15 is above the top of the market (14 tank prices)"),
    ({"tank_prices": [0] * 14}, "tank_prices[0]: 0 is out of range, use 1 to 999"),
    ({"tank_prices": []}, "tank_prices: has 0 values, not 1 to 60"),
    ({"capacity": [[4, 7, 7, 13]] * 4}, "capacity: must rise from class to class, not [4, 7, 7, 13]"),
    (
        {"capacity": [[4, 7, 10, 13], [4, 7, 7, 13], [4, 7, 10, 13], [4, 7, 10, 13]]},
        "capacity[1]: must rise from class to class, not [4, 7, 7, 13]",
    ),
    (
        {"capacity": [[4, 7, 10, 13], [4, 7, 10, 13], [2, 7, 10, 13], [4, 7, 10, 13]]},
        "start[2]: 3 does not fit on a carrier of class 1 (2)",
    ),
    ({"river": ["C4", "C4"]}, "river[1]: C4 is named twice"),
    ({"river": ["C8"]}, "river[0]: 'C8' is no zone, use A1 to F7"),
    ({"start": [1, 2, 5, 3]}, "start[2]: 5 does not fit on a carrier of class 1 (4)"),
    ({"price_min": [13, 3, 2, 1]}, "price_start[0]: 12 is outside its track (13 to 20)"),
    ({"price_min": [21, 3, 2, 1]}, "price_min[0]: 21 is above price_max (20)"),
    ({"price_min": [6, 3, 2, 0]}, "price_min[3]: 0 is out of range, use 1 to 200"),
    ({"specialists": [["lady"], ["venturer"], ["captain"]]}, "specialists: has 3 cards for 4 players"),
    ({"specialists": [["lady"], ["venturer"], ["agent"], ["engineer"]]}, "specialists: no card shows captain"),
    (
        {"specialists": [["lady"], ["venturer"], ["captain"], ["lady"]]},
        "specialists[3]: lady is on a card already",
    ),
    (
        {"specialists": [["lady"], ["venturer"], ["captain"], ["enginer"]]},
        "specialists[3]: unknown role 'enginer' (did you mean engineer?); use lady, venturer, captain, engineer, agent",
    ),
    ({"claims": [["C3"], ["C5"], ["E3"]]}, "claims: has 3 seats for 4 players"),
    ({"claims": [["C3"], ["C5"], ["E3"], ["C3"]]}, "claims[3]: C3 is in claims[0] already"),
    ({"claims": [["C3"], ["C5"], ["E3"], ["G1"]]}, "claims[3][0]: 'G1' is no zone, use A1 to F7"),
    ({"neutral": ["C3"]}, "neutral: C3 is in claims[0] already"),
    ({"neutral": ["A1", "A1"]}, "neutral[1]: A1 is named twice"),
    ({"closed": ["C3"]}, "claims[0]: C3 is in closed already"),
    ({"markers": 1}, "claims[0]: needs 2 claim markers, and markers is 1"),
    ({"tanks": -1}, "tanks: -1 is out of range, use 0 to 42"),
    ({"freelance": 21}, "freelance: 21 is out of range, use 0 to 20"),
    ({"makers": 14}, "makers: unknown key (did you mean markers?)"),
    (
        {"price_max": [200, 17, 14, 12]},
        "credits: a player could own 19980, more than 16000; lower credits, price_max, capacity or rounds",
    ),
]


@pytest.mark.parametrize(("change", "fault"), FAULTS)
def test_faults_of_a_board(change: dict[str, Any], fault: str) -> None:
    found = check_board({**RECORD_FORMAT_EXAMPLE, **deepcopy(change)}, 4)
    assert [one for one in found if one.startswith(fault)]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("key", CHECKS)
def test_every_key_is_needed(key: str) -> None:
    board = {name: value for name, value in RECORD_FORMAT_EXAMPLE.items() if name != key}
    assert check_board(board, 4) == [f"{key}: is missing"]


def test_what_is_no_board() -> None:
    assert check_board([1], 4) == ["board: must be an object, not [1]"]


# -- a user's own file -------------------------------------------------------------------------------------------------


def _edited(tmp_path: Path, *edits: tuple[str, str]) -> Path:
    text = board_path("ffg").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_corrected_copy_is_accepted(tmp_path: Path) -> None:
    path = _edited(tmp_path, ("4 = 12\n", "4 = 11\n"), ("[markers]", "[markers]  # counted"))
    assert load_board("ffg", 4, path) == {**RECORD_FORMAT_EXAMPLE, "market": 11}
    assert load_board("ffg", 5, str(path)) == load_board("ffg", 5)
    assert file_edition(path) == "ffg"


def test_a_file_may_differ_by_resource_and_have_another_river(tmp_path: Path) -> None:
    by_resource = "[[2, 4, 6, 8], [4, 7, 10, 13], [4, 7, 10, 13], [6, 9, 12, 15]]"
    path = _edited(
        tmp_path, ("value = [4, 7, 10, 13]", f"value = {by_resource}"), ('value = ["A4", "B4",', 'value = ["A2", "B2",')
    )
    board = load_board("ffg", 4, path)
    assert board["capacity"] == [[2, 4, 6, 8], [4, 7, 10, 13], [4, 7, 10, 13], [6, 9, 12, 15]]
    assert board["river"] == ["A2", "B2", "C4", "D4", "E4", "F4"]
    assert board["supply_change"] == RECORD_FORMAT_EXAMPLE["supply_change"]


def test_a_flat_list_stands_for_all_four_resources() -> None:
    flat = {**RECORD_FORMAT_EXAMPLE, "capacity": [5, 6, 7, 8], "supply_change": [1, 0] + [-1] * 20}
    board = new_game(players=4, board=flat).header()["board"]
    assert (board["capacity"], board["supply_change"]) == ([[5, 6, 7, 8]] * 4, [[1, 0] + [-1] * 20] * 4)


def test_all_faults_of_a_file_come_at_once_each_with_its_key(tmp_path: Path) -> None:
    path = _edited(
        tmp_path,
        ("4 = [6, 9, 8, 14]", "4 = [6, 9, 8, 17]"),
        ("[markers]", "[makers]"),
        ('[tanks]\nsource = "stated"', '[tanks]\nsource = "guessed"'),
        ("2 = 9\n", "2 = 15\n"),
        ("[start]", "[start]\nvalue = [0, 0, 0, 0]"),
    )
    with pytest.raises(BoardError) as caught:
        load_board("ffg", 4, path)
    assert caught.value.source == str(path)
    assert caught.value.faults == [
        "start.value: stands beside values for numbers of players; use one or the other",
        "makers: unknown key (did you mean markers?)",
        'tanks.source: must say "stated" or "reconstructed"',
        "markers: is missing",
        "market.2: 15 is above the top of the market (14 tank prices)",
        "supply.4[3]: 17 is above the top of the supply track (16)",
    ]
    assert "\n" not in str(caught.value)


def test_a_file_may_be_for_some_player_counts(tmp_path: Path) -> None:
    path = _edited(tmp_path, ("5 = 14\n", ""))
    assert load_board("ffg", 4, path) == RECORD_FORMAT_EXAMPLE
    with pytest.raises(BoardError, match="market: has no value for 5 players"):
        load_board("ffg", 5, path)


def test_a_file_for_the_other_edition_is_refused(tmp_path: Path) -> None:
    path = _edited(tmp_path, ('edition = "ffg"', 'edition = "ludoart"'))
    with pytest.raises(BoardError, match="edition: the file is for ludoart, the game for ffg"):
        load_board("ffg", 4, path)


def test_files_that_are_no_board(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="cannot be read: No such file"):
        load_board("ffg", 4, tmp_path / "none.toml")
    foreign = tmp_path / "foreign.toml"
    foreign.write_text("{", encoding="utf-8")
    with pytest.raises(BoardError, match="is no TOML file"):
        load_board("ffg", 4, foreign)
    foreign.write_bytes(b"\xff\xfe")
    with pytest.raises(BoardError, match="is no TOML file"):
        load_board("ffg", 4, foreign)


def test_the_longest_tank_phase_of_any_board_fits_its_listing() -> None:
    """Every zone open, owned by one seat and with a tank, all kinds of converters among them."""
    standard = new_game(players=2).header()["board"]
    many = dict.fromkeys(("markers", "tanks", "converters", "superchargers"), 42)
    prices = {"price_min": [1] * 4, "price_max": [1] * 4, "price_start": [1] * 4}
    board = {**standard, **many, **prices, "closed": [], "neutral": [], "credits": 100}
    zones = [f"{position}{line}" for line in range(1, 8) for position in "ABCDEF"]
    tanks = dict(zip(zones, cycle(["quartz", "ore", "energy", None]), strict=False))
    scene = tank_phase(owned=" ".join(zones), tanks=tanks, players=2, board=board).play("0 activate")
    n_legal = len(scene.state.legal())
    assert 2048 < n_legal <= scene.state.game.max_moves
