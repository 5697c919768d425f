"""The golden records of Steamopolis: replayed by the engine and by the oracle, and made again byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.records import check_record, replay
from tests import golden_records
from tests.steamopolis.golden.make import EVERY, make
from tests.steamopolis.oracle import check_record as check_by_oracle
from tests.steamopolis.oracle.terms import VERBS

FOLDER = Path(__file__).parent / "golden"
NAMES = golden_records.names(FOLDER)
MAX_BYTES = 3_000_000


def record(name: str) -> dict[str, Any]:
    return golden_records.read(FOLDER, name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_replays(name: str) -> None:
    check_record(record(name), name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_comes_out_byte_for_byte(name: str) -> None:
    assert golden_records.built_again(record(name)) == (FOLDER / f"{name}.jsonl").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_oracle_agrees_with_golden_record(name: str) -> None:
    check_by_oracle(record(name))


def test_golden_records_are_what_the_maker_makes() -> None:
    assert make() == {name: (FOLDER / f"{name}.jsonl").read_text() for name in NAMES}


# -- coverage ----------------------------------------------------------------------------------------------------------


def test_golden_records_hold_every_verb() -> None:
    assert {move[1] for name in NAMES for move in record(name)["moves"]} == set(VERBS)


def test_golden_records_cover_players_ends_and_snapshots() -> None:
    records = {name: record(name) for name in NAMES}
    assert len(records) >= 20
    assert {r["players"] for r in records.values()} == {1, 2, 3, 4}
    assert {r["players"] for name, r in records.items() if name in EVERY} == {1, 2, 3, 4}
    for name in EVERY:
        states = records[name]["states"]
        assert len(states) == len(records[name]["moves"]) + 1
        assert all("legal" in state for state in states.values())
    solo = [r["result"] for r in records.values() if r["players"] == 1]
    assert {result["lost"] for result in solo} == {True, False}
    assert sum((FOLDER / f"{name}.jsonl").stat().st_size for name in NAMES) < MAX_BYTES


def test_a_golden_record_with_a_changed_passenger_tile_no_longer_replays() -> None:
    """The check can fail: another tile at set-up contradicts the snapshots that follow."""
    given = json.loads(json.dumps(record("standard-4")))
    tile = next(move for move in given["moves"] if move[1] == "passenger")
    tile[2] = 5 if tile[2] != 5 else 6
    with pytest.raises(ValueError, match="move"):
        check_record(given)
    with pytest.raises(AssertionError, match="move"):
        check_by_oracle(given)
    assert len(list(replay(record("standard-4")))) == len(record("standard-4")["moves"]) + 1
