"""Records of version 1: read with the rulings of their time, checked as strictly as new ones, never written."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from engine import RecordError, Stream, Table
from engine.planet_steam.game import PlanetSteam
from engine.records import build_record, check_record, dump, game_of, is_of_old_rulings
from tests.random_play import random_move

FOLDER = Path(__file__).parent / "golden" / "version_1"


def old_record(name: str = "ffg-2", **changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((FOLDER / f"{name}.jsonl").read_text())
    for key, value in changes.items():
        record[key] = {**record[key], **value}
    return record


def test_an_old_board_is_one_list_for_all_resources_and_line_4() -> None:
    game: Any = game_of(old_record())
    assert game.board["capacity"] == [[4, 7, 10, 13]] * 4
    assert game.board["river"] == ["A4", "B4", "C4", "D4", "E4", "F4"]
    assert (game.version, game.river_neutrals) == (1, "die")
    assert game_of(old_record("expert")).header()["settings"]["river-neutrals"] == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"board": {"river": ["A4"]}}, "board.river: there is no such key in version 1"),
        ({"board": {"capacity": [[4, 7, 10, 13]] * 4}}, "board.capacity: is one list for all resources in version 1"),
        ({"board": {"supply_change": [[0, 0]] * 4}}, "board.supply_change: is one list for all resources in version 1"),
        ({"board": {"capacity": [4, 7, 7, 13]}}, "capacity: must rise from class to class"),
        ({"settings": {"river-neutrals": "die"}}, "river-neutrals: expected a whole number from 0 on, not 'die'"),
        ({"settings": {"river-neutrals": None}}, "river-neutrals: expected a whole number from 0 on, not None"),
    ],
)
def test_what_version_1_did_not_have_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        check_record(old_record(**changes))


def test_a_new_header_in_the_old_form_is_refused() -> None:
    record = old_record()
    with pytest.raises(RecordError, match="river: is missing"):
        check_record({**record, "format": "boomtown/2"})
    board = {**record["board"], "river": ["A4", "B4", "C4", "D4", "E4", "F4"]}
    new = {**record, "format": "boomtown/2", "board": board}
    with pytest.raises(RecordError, match="capacity"):
        check_record(new)
    board |= {key: [board[key]] * 4 for key in ("capacity", "supply_change")}
    check_record(new | {"settings": {**record["settings"], "river-neutrals": 3}})  # agreed, and no rule asks for it


def test_an_old_game_is_not_written_as_a_new_one() -> None:
    record = old_record("ffg-2-all-rules")
    game = game_of(record)
    assert is_of_old_rulings(game)
    moves = [game.move(words) for _, *words in record["moves"]]
    with pytest.raises(RecordError, match="follows older rulings; records are written as 'boomtown/2' only"):
        build_record(game, moves, seed=1, seats=["human"] * 2)


def test_the_rulings_survive_pickling() -> None:
    game = pickle.loads(pickle.dumps(game_of(old_record())))
    assert (game.version, pickle.loads(pickle.dumps(PlanetSteam())).version) == (1, 2)


@pytest.mark.parametrize("name", ["ludoart-3", "ffg-4"])
def test_an_unfinished_old_game_goes_on_by_the_present_rules(name: str, tmp_path: Path) -> None:
    record = old_record(name)
    cut = {**record, "moves": record["moves"][:40], "states": {}, "result": None}
    path, again = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    path.write_text(dump(cut))
    table = Table.load(path)
    assert not is_of_old_rulings(table.game)
    table.play(table.moves()[0]).save(again)
    saved = json.loads(again.read_text())
    assert (saved["format"], saved["moves"][:40]) == ("boomtown/2", cut["moves"])
    check_record(saved)


def test_an_old_game_that_the_present_rules_contradict_is_only_looked_at(tmp_path: Path) -> None:
    """An overflow at the freelance carrier's holder was sorted by price; now he would have been asked."""
    game = PlanetSteam(players=2, rules=["freelance-carrier"], board=narrow_board("ffg", 2), version=1)
    flat = {key: value for key, value in game.board.items() if key != "river"}
    path = tmp_path / "old.jsonl"
    moves = overflowing_game(game)
    state, words = game.new(), []
    for move in moves:
        words.append([state.mover, *game.words(move)])
        state.apply(move)
    header = {**game.header(), "board": flat | {"capacity": [1, 2, 3, 4], "supply_change": flat["supply_change"][0]}}
    header["settings"] = {"credits": "hidden", "recall": 1, "river-neutrals": 3}
    record = {"format": "boomtown/1", **header, "seed": 1, "seats": ["a", "b"], "moves": words, "states": {}}
    path.write_text(dump({**record, "result": None}))
    table = Table.load(path)
    assert is_of_old_rulings(table.game)
    assert table.state.snapshot() == state.snapshot()
    with pytest.raises(RecordError, match="older rulings"):
        table.save(tmp_path / "new.jsonl")


def narrow_board(edition: str, players: int) -> dict[str, Any]:
    board: dict[str, Any] = PlanetSteam(players=players, edition=edition).board
    return board | {
        "capacity": [[1, 2, 3, 4]] * 4,
        "start": [0, 1, 1, 1],
        "reduced_start": [0, 0, 1, 1],
        "tank_prices": [2] * 14,
        "supply": [4] * 4,
    }


def overflowing_game(game: PlanetSteam) -> list[int]:
    """The moves of a random game up to an extraction at which the present rules would ask what to stow."""
    new = PlanetSteam(**game.settings.given())
    for seed in range(500):
        state, rng, moves = game.new(), Stream(seed, "overflow"), []
        while not state.is_over:
            if game.phase(state) == "extraction" and "extract" in state.moves():
                trial = new.new()
                for move in moves:
                    trial.apply(move)
                if new.phase(trial.play("extract")) == "stow":
                    return [*moves, game.move("extract")]
            moves.append(random_move(state, rng))
            state.apply(moves[-1])
    raise AssertionError("no such game")
