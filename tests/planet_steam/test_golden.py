"""The golden records: replayed by the engine and by the oracle, and made again byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.planet_steam.notation import VERBS
from engine.records import check_record, replay
from tests import golden_records
from tests.planet_steam.golden.make import make
from tests.planet_steam.oracle import check_record as check_by_oracle
from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, RULES

FOLDER = Path(__file__).parent / "golden"
NAMES = golden_records.names(FOLDER)
OLD_NAMES = [f"version_1/{name}" for name in golden_records.names(FOLDER / "version_1")]
MAX_BYTES = 1_500_000


def record(name: str) -> dict[str, Any]:
    return golden_records.read(FOLDER, name)


@pytest.mark.parametrize("name", [*NAMES, *OLD_NAMES])
def test_golden_record_replays(name: str) -> None:
    check_record(record(name), name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_record_comes_out_byte_for_byte(name: str) -> None:
    assert golden_records.built_again(record(name)) == (FOLDER / f"{name}.jsonl").read_text()


@pytest.mark.parametrize("name", [*NAMES, *OLD_NAMES])
def test_oracle_agrees_with_golden_record(name: str) -> None:
    check_by_oracle(record(name))


def test_golden_records_are_what_the_maker_makes() -> None:
    assert make() == {name: (FOLDER / f"{name}.jsonl").read_text() for name in NAMES}


# -- coverage ----------------------------------------------------------------------------------------------------------


def all_moves() -> list[list[Any]]:
    return [move for name in NAMES for move in record(name)["moves"]]


def test_golden_records_hold_every_verb() -> None:
    assert {move[1] for move in all_moves()} == set(VERBS)


@pytest.mark.parametrize(
    "form",
    [
        "converter t z", "converter t z z2", "emergency", "emergency z", "emergency z z2",
        "engineer license", "engineer credits", "agent upgrade", "agent resource",
        "manipulate weak", "manipulate moderate", "manipulate strong",
    ],
)  # fmt: skip
def test_golden_records_hold_every_form(form: str) -> None:
    verb, *rest = form.split()
    found = [move[2:] for move in all_moves() if move[1] == verb]
    by_length = {len(arguments) for arguments in found}
    if verb in ("converter", "emergency"):
        assert len(rest) in by_length
    else:
        assert rest[0] in {arguments[0] for arguments in found}


def test_golden_records_hold_agreed_neutrals_other_boards_and_both_versions() -> None:
    assert {record(name)["format"] for name in NAMES} == {"boomtown/2"}
    assert {record(name)["format"] for name in OLD_NAMES} == {"boomtown/1"}
    assert len(OLD_NAMES) == 28
    agreed = record("agreed-neutrals")
    verbs = [move[1] for move in agreed["moves"]]
    assert agreed["settings"]["river-neutrals"] == 4
    assert verbs[: verbs.index("own")].count("neutral") == 4
    assert "die" not in verbs[: verbs.index("own")]
    assert record("stowing")["board"]["capacity"][0] != record("stowing")["board"]["capacity"][3]
    assert record("stowing")["board"]["river"] != record("ffg-2")["board"]["river"]


def test_golden_records_hold_every_die() -> None:
    assert {move[2] for move in all_moves() if move[1] == "die"} == {1, 2, 3, 4, 5, 6}


def test_golden_records_cover_editions_players_and_rules() -> None:
    records = [record(name) for name in NAMES]
    assert len(records) >= 30
    assert {(r["edition"], r["players"]) for r in records} == {(e, n) for e in EDITIONS for n in PLAYERS}
    assert {r["rules"][0] for r in records if len(r["rules"]) == 1} == set(RULES)
    assert {len(r["rules"]) for r in records} >= {0, 1, 9}
    assert sum((FOLDER / f"{name}.jsonl").stat().st_size for name in NAMES) < MAX_BYTES


def test_a_golden_record_with_a_changed_die_no_longer_replays() -> None:
    """The check can fail: another die early in the game contradicts what follows."""
    given = json.loads(json.dumps(record("ffg-4")))
    first = next(move for move in given["moves"] if move[1] == "first")
    first[2] = (first[2] + 1) % 4
    with pytest.raises(ValueError, match="move"):
        check_record(given)
    assert len(list(replay(record("ffg-4")))) == len(record("ffg-4")["moves"]) + 1
