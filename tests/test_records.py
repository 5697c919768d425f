"""Records (record-format.md): what is written, and what is said about a record that the rules contradict."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine import Game, RecordError, Stream, game_of, new_game
from engine.records import (
    Record,
    RecordDifference,
    RecordWriter,
    build_record,
    check_record,
    difference,
    dump,
    read_record,
    read_records,
    replay,
    setting_difference,
)
from tests.games import nim_game
from tests.games.sealed.engine import Sealed

KEYS = ["format", "game", "edition", "players", "rules", "settings", "board"]
KEYS += ["seed", "seats", "moves", "states", "result"]
SNAPSHOT_KEYS = ["round", "to_move", "first", "credits", "goods", "carriers", "licenses", "quarters", "specialist"]
SNAPSHOT_KEYS += ["zones", "tanks", "price", "supply", "bonus", "market", "reserve", "airship", "order", "freelance"]


def random_moves(game: Game, seed: int) -> list[int]:
    state, dice, picks = game.new(), Stream(seed, "dice"), Stream(seed, "picks")
    moves = []
    while not state.is_over:
        move = state.roll(dice) if state.mover == -1 else picks.choice(state.legal())
        moves.append(move)
        state.apply(move)
    return moves


def made(snapshots: str = "round", seed: int = 1, **settings: Any) -> Record:
    game = new_game(**settings)
    seats = ["random"] * game.n_seats
    return build_record(game, random_moves(game, seed), seed=seed, seats=seats, snapshots=snapshots)


@pytest.fixture(scope="module")
def every() -> Record:
    return made("every", players=3, rules=["all"], seed=5)


# -- what is written ---------------------------------------------------------------------------------------------------


def test_a_record_has_the_keys_of_the_format_in_order() -> None:
    record = made(players=4, rules=["sabotage", "river-limits"])
    assert list(record) == KEYS
    assert record["format"] == "boomtown/2"
    assert (record["game"], record["edition"], record["players"]) == ("planet-steam", "ffg", 4)
    assert record["rules"] == ["river-limits", "sabotage"]
    assert record["settings"] == {"credits": "hidden", "recall": 1, "river-neutrals": "die"}
    assert record["moves"][0][:2] == [-1, "first"]
    first = record["moves"][0][2]
    assert record["moves"][1][:2] == [first, "upgrade"]
    assert record["result"]["winners"] == [
        seat for seat, wealth in enumerate(record["result"]["wealth"]) if wealth == max(record["result"]["wealth"])
    ]


def test_round_snapshots_are_at_the_first_state_of_each_round_and_the_last() -> None:
    record = made("round", players=4)
    rounds = {int(key): state["round"] for key, state in record["states"].items()}
    assert list(rounds.values()) == [1, 2, 3, 4, 5, 5]
    assert min(rounds) == 0
    assert max(rounds) == len(record["moves"])
    everywhere = made("every", players=4)["states"]
    starts = [
        k for k in range(len(record["moves"])) if k and everywhere[str(k)]["round"] > everywhere[str(k - 1)]["round"]
    ]
    assert list(rounds) == [0, *starts, len(record["moves"])]
    assert all(list(state) == SNAPSHOT_KEYS for state in record["states"].values())


def test_every_snapshot_lists_the_legal_moves(every: Record) -> None:
    n_moves = len(every["moves"])
    assert list(every["states"]) == [str(k) for k in range(n_moves + 1)]
    for k, move in enumerate(every["moves"]):
        state = every["states"][str(k)]
        assert list(state) == [*SNAPSHOT_KEYS, "legal"]
        assert move in state["legal"]
        assert state["to_move"] == move[0]
    assert every["states"]["0"]["legal"] == [[-1, "first", 0], [-1, "first", 1], [-1, "first", 2]]
    assert every["states"][str(n_moves)]["legal"] == []
    assert every["states"][str(n_moves)]["to_move"] is None


def test_no_snapshots() -> None:
    assert made("none")["states"] == {}


def test_unknown_snapshots_are_refused() -> None:
    with pytest.raises(RecordError, match=r"^unknown snapshots 'some'; use none, round, every$"):
        made("some")


def test_a_line_is_compact_and_survives_reading() -> None:
    record = made(players=2, edition="ludoart")
    line = dump(record)
    assert line.count("\n") == 1
    assert ", " not in line
    assert json.loads(line) == record
    assert dump(json.loads(line)) == line


def test_an_unfinished_game_has_no_result() -> None:
    game = new_game(players=2)
    record = build_record(game, random_moves(game, 1)[:40], seed=1, seats=["human", "human"])
    assert record["result"] is None
    check_record(record)


# -- checking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", [[], ["expert"], ["all"]])
def test_own_records_are_sound(edition: str, players: int, rules: list[str]) -> None:
    check_record(json.loads(dump(made("round", players=players, edition=edition, rules=rules))))


def test_sound_with_all_snapshots(every: Record) -> None:
    check_record(json.loads(dump(every)))


@pytest.mark.parametrize("game", [nim_game(3, 4, 5), Sealed()], ids=["nim", "sealed"])
def test_any_game_of_the_contract_can_be_recorded(game: Game) -> None:
    record = build_record(game, random_moves(game, 3), seed=3, seats=["random"] * game.n_seats, snapshots="every")
    check_record(json.loads(dump(record)), game=game)
    record["moves"][-1] = record["moves"][0]
    with pytest.raises(RecordDifference):
        check_record(record, game=game)


def test_a_strangers_game_is_read_back(tmp_path: Path) -> None:
    record = build_record(nim_game(3, 4, 5), random_moves(nim_game(3, 4, 5), 3), seed=3, seats=["random"] * 2)
    path = tmp_path / "nim.jsonl"
    path.write_text(dump(record), encoding="utf-8")
    _, found = read_record(path)
    assert found == record
    check_record(found)


@pytest.mark.parametrize("key", ["edition", "players", "rules", "settings", "board"])
def test_a_planet_steam_record_has_its_whole_header(key: str, tmp_path: Path) -> None:
    record = made(players=2)
    del record[key]
    path = tmp_path / "x.jsonl"
    path.write_text(dump(record), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"x\.jsonl:1: {key}: is missing, expected "):
        read_record(path)
    with pytest.raises(RecordError, match=f"{key}: is missing"):
        game_of(record)


def test_replay_yields_every_state_before_its_move() -> None:
    record = made(players=2)
    game = game_of(record)
    steps = [(step.number, step.state.mover, step.move) for step in replay(record, game=game)]
    assert len(steps) == len(record["moves"]) + 1
    assert steps[0] == (0, -1, game.move(record["moves"][0][1:]))
    assert steps[-1] == (len(record["moves"]), None, None)


def change(*path: Any) -> Callable[[Record], None]:
    """A change of a record: `change(key, ..., value)` sets, with a function as value edits."""
    *keys, last, value = path

    def apply(record: Record) -> None:
        at: Any = record
        for key in keys:
            at = at[key]
        at[last] = value(at[last]) if callable(value) else value

    return apply


def add(*path: Any) -> Callable[[Record], None]:
    return change(*path[:-1], lambda old: {**old, **path[-1]} if isinstance(old, dict) else [*old, path[-1]])


# Each a change of a sound record of three players with all snapshots, and the message it must give.
DIFFERENCES: list[tuple[Callable[[Record], None], str]] = [
    (change("states", "3", "credits", 1, 7), "x:1: move 3: credits[1]: recorded 7, expected 90"),
    (change("states", "3", "price", 0, 12.0), "x:1: move 3: price[0]: recorded 12.0, expected 12"),
    (change("states", "0", "zones", "C3", "n"), 'x:1: move 0: zones.C3: recorded "n", expected "."'),
    (change("states", "0", "first", 1), "x:1: move 0: first: recorded 1, expected null"),
    (add("states", "2", {"weather": 1}), "x:1: move 2: weather: recorded 1, there is no such key"),
    (
        change("states", "1", lambda state: {k: v for k, v in state.items() if k != "bonus"}),
        "x:1: move 1: bonus: is missing, expected ",
    ),
    (change("states", "2", 5), "x:1: move 2: states.2: expected an object"),
    (add("states", "0", "legal", [-1, "first", 0]), 'x:1: move 0: legal: [-1, "first", 0] is listed twice'),
    (add("states", "0", "legal", [-1, "first", 3]), 'x:1: move 0: legal: [-1, "first", 3] is recorded, but not legal'),
    (
        change("states", "0", "legal", lambda old: old[:2]),
        'x:1: move 0: legal: [-1, "first", 2] is legal, but not recorded',
    ),
    (change("moves", 1, 2, "quarz"), "x:1: move 1: moves: upgrade quarz: unknown resource quarz"),
    (change("moves", 1, 0, -1), "x:1: move 1: mover: recorded -1, expected "),
    (
        change("moves", 0, [-1, "die", 3]),
        "x:1: move 0: moves: die 3 is not legal; legal here: first 0, first 1, first 2",
    ),
    (change("moves", lambda moves: [*moves, [0, "pass"]]), ": moves: the game is over before it"),
    (change("result", "wealth", 0, 1), ": result.wealth[0]: recorded 1, expected "),
    (change("result", "winners", []), ": result.winners: recorded [], expected "),
    (change("result", None), ": result: null, but the game is over"),
    (change("rules", lambda rules: rules[::-1]), "x:1: rules[0]: recorded "),
    (add("states", {"9999": {}}), ": states.9999: no such state: 0 to "),
    (add("states", {"01": {}}), ": states.01: no such state: 0 to "),
    (change("moves", lambda moves: [*moves[:5], *moves[6:]]), "x:1: move 5: mover: recorded "),
    (
        change("moves", 4, [0, "pass", 1.5]),
        'x:1: move 4: moves: expected [seat, verb, arguments...], not [0, "pass", 1.5]',
    ),
    (change("moves", 4, []), "x:1: move 4: moves: expected [seat, verb, arguments...], not []"),
    (change("moves", 2, 1, "bid" * 999), "bidbid"),
]


@pytest.mark.parametrize(("spoil", "message"), DIFFERENCES)
def test_differences_name_file_line_move_and_key(every: Record, spoil: Callable[[Record], None], message: str) -> None:
    record = deepcopy(every)
    spoil(record)
    with pytest.raises(RecordDifference) as caught:
        check_record(record, "x:1")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x:1: ")
    assert len(str(caught.value)) < 400


def test_a_cut_off_list_of_moves_is_noticed() -> None:
    record = made(players=2, snapshots="none")
    record["moves"].pop()
    with pytest.raises(RecordDifference, match="result: recorded, but the game is not over after the last move"):
        check_record(record)


def test_moves_must_be_written_as_the_format_says() -> None:
    record = made(players=2, snapshots="none")
    at = next(k for k, move in enumerate(record["moves"]) if move[1] == "bid")
    record["moves"][at] = [record["moves"][at][0], "bid", str(record["moves"][at][2])]
    with pytest.raises(RecordDifference, match=f"move {at}: moves: "):
        check_record(record)


def test_a_record_stands_alone_with_its_own_board() -> None:
    game = new_game(players=2)
    board = {**game.header()["board"], "credits": 77, "market": 3}
    own = new_game(players=2, board=board)
    record = build_record(own, random_moves(own, 2), seed=2, seats=["a", "b"])
    assert record["states"]["0"]["credits"] == [77, 77]
    check_record(json.loads(dump(record)))


def test_a_board_is_written_in_one_order() -> None:
    """A tournament's settings come back from its store with sorted keys."""
    board = new_game(players=2).header()["board"]
    sorted_keys = {key: board[key] for key in sorted(board)}
    assert list(new_game(players=2, board=sorted_keys).header()["board"]) == list(board)


def test_the_order_of_zones_in_a_board_does_not_matter() -> None:
    record = made(players=3)
    record["board"]["neutral"].reverse()
    record["board"]["claims"][0].reverse()
    check_record(record)
    game = new_game(players=3)
    assert setting_difference(game, "board", record["board"], game.header()["board"]) is None


def test_difference_is_exact_about_types() -> None:
    assert difference(1, True, "a") == ("a", "recorded 1, expected true")
    assert difference([1], [1, 2], "a") == ("a", "recorded [1], expected [1, 2]")
    assert difference({"a": [{"b": None}]}, {"a": [{"b": None}]}) is None


# -- files -------------------------------------------------------------------------------------------------------------


def test_files_are_read_game_by_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        for seed in (1, 2, 3):
            writer.write(dump(made(players=2, snapshots="none", seed=seed)))
    assert [(line, record["seed"]) for line, record in read_records(path)] == [(1, 1), (2, 2), (3, 3)]
    assert read_record(path, 2)[1]["seed"] == 2
    with pytest.raises(RecordError, match=r"has no game 4; use 1 to 3$"):
        read_record(path, 4)


def test_an_old_file_stays_until_there_are_new_games(tmp_path: Path) -> None:
    path, link = tmp_path / "games.jsonl", tmp_path / "link.jsonl"
    path.write_text("old\n")
    link.symlink_to(path)
    with RecordWriter(link):
        pass
    assert path.read_text() == "old\n"
    with RecordWriter(link) as writer:
        writer.write("new\n")
        assert path.read_text() == "old\n"
    assert path.read_text() == "new\n"
    assert (tmp_path / "games.jsonl.old").read_text() == "old\n"
    assert len(list(tmp_path.iterdir())) == 3
    assert link.is_symlink()


def test_a_line_cut_off_by_a_full_disk_is_dropped(tmp_path: Path) -> None:
    class Full:
        """Takes four more bytes."""

        def __init__(self, file: Any) -> None:
            self.file, self.room = file, 4

        def write(self, data: bytes) -> int:
            n = min(len(data), self.room)
            self.room -= n
            if not n:
                raise OSError(errno.ENOSPC, "No space left on device")
            return int(self.file.write(data[:n]))

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    path = tmp_path / "games.jsonl"

    def write() -> None:
        with RecordWriter(path) as writer:
            writer._file = Full(writer._file)  # type: ignore[assignment]
            writer.write("1\n")
            writer.write("second\n")

    with pytest.raises(RecordError, match="cannot be written: No space left on device"):
        write()
    assert path.read_text() == "1\n"


LINE = dump(made(players=2, snapshots="none")).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no game; record files come from `boomtown simulate --record FILE`"),
        (b"\n\n", "holds no game"),
        (LINE + LINE[:500], ":2: the record is cut off in the middle of the line"),
        (b"seat,move\n0,bid\n", ":1: no record: expected one JSON object per line"),
        (b"\x7fELF\x00\xff", ":1: no record: expected one JSON object per line"),
        (b'{"a": "\xff"}\n', ":1: no record: byte 8 is not UTF-8"),
        (b"\xef\xbb\xbf" + LINE, ":1: no record: begins with a byte order mark"),
        (LINE.replace(b'"seed":', b'"seed":1,"seed":'), ':1: no record: the key "seed" is there twice'),
        (LINE.replace(b'"seed":', b'"seed":' + b"9" * 5000), ":1: no record: a number has too many digits"),
        (LINE.replace(b'"seats":', b'"more":' + b"[" * 99999), ":1: no record: lists within lists too deep"),
        (b"{\n}\n", ":1: no record: expected one JSON object per line"),
        (b'{"hello": 1}\n', ":1: no record: has no format; this program reads 'boomtown/1' and 'boomtown/2'"),
        (b'{"format": "boomtown/3"}\n', ":1: unknown format 'boomtown/3'; this program reads 'boomtown/1' and"),
        (b'{"format": "boomtown/1"}\n', ":1: game: is missing, expected the name of a game"),
        (LINE.replace(b'"players":2', b'"players":"2"'), ":1: players: expected a number"),
        (LINE.replace(b'"settings":{', b'"settings":[],"was":{'), ":1: settings: expected an object"),
        (LINE.replace(b'"rules":[]', b'"rules":[1]'), ":1: rules: expected a list of names"),
        (LINE.replace(b'"players":2', b'"players":3'), ":1: seats: 2 names for 3 players"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        list(read_records(path))
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert not isinstance(caught.value, RecordDifference)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("game", "chess", "x: unknown game 'chess'"),
        ("edition", "ffgg", "x: edition 'ffgg' (did you mean ffg?)"),
        ("rules", ["sabotag"], "x: rules 'sabotag' (did you mean sabotage?)"),
        ("settings", {}, "x: settings.credits: is missing"),
        (
            "settings",
            {"players": 2},
            "x: settings.players: there is no such setting; use credits, ",
        ),
        ("board", {}, "x: board: rounds: is missing"),
    ],
)
def test_headers_that_make_no_game(key: str, value: Any, message: str) -> None:
    record = {**made(players=2, snapshots="none"), key: value}
    with pytest.raises(RecordError) as caught:
        check_record(record, "x")
    assert str(caught.value).startswith(message)


def test_paths_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file or directory"):
        list(read_records(tmp_path / "none"))
    with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
        RecordWriter(tmp_path / "no" / "folder")
    with pytest.raises(RecordError, match="cannot be written: Is a directory"):
        RecordWriter(tmp_path)
