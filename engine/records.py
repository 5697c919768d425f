"""Game records: JSON lines, one game each, that stand alone and that anyone can check against the rules.

Works for every game of the contract. The simulator, the arena and `Table` write records with `build_record` and
`RecordWriter`; the replay command, `Table.load` and the tests read them with `read_records` and walk through them with
`replay`, which checks each move, snapshot and result on its way.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from engine import games
from engine.errors import BoomtownError, RecordError
from engine.game import Game
from engine.state import State

FORMAT = "boomtown/2"  # what is written
MAX_LINE = 256 << 20  # bytes of one game; with a snapshot of every state of 500 moves it has some 3 MB
READABLE = (games.OLD_FORMAT, FORMAT)
VERSION = 2
SNAPSHOTS = ("none", "round", "every")

Record = dict[str, Any]


class RecordDifference(RecordError):
    """A record that the rules contradict: `where` (file and line), `move` (its number, if any), `key` say at what."""

    def __init__(self, where: str, move: int | None, key: str, what: str) -> None:
        at = "" if move is None else f"move {move}: "
        super().__init__(f"{where}: {at}{key}: {_short(what)}")
        self.where = where
        self.move = move
        self.key = key


# -- writing -----------------------------------------------------------------------------------------------------------


def build_record(
    game: Game, moves: Sequence[int], *, seed: int, seats: Sequence[str], snapshots: str = "round"
) -> Record:
    """The record of a game given by its legal moves, chance included. An unfinished game has the result null."""
    if is_of_old_rulings(game):
        raise RecordError(
            f"this game follows older rulings; records are written as {FORMAT!r} only: replay it as it is"
        )
    history = [game.new()]
    for move in moves:
        history.append(history[-1].copy().apply(move))
    return {
        "format": FORMAT,
        **game.header(),
        "seed": seed,
        "seats": list(seats),
        "moves": [[state.mover, *game.words(move)] for state, move in zip(history, moves, strict=False)],
        "states": {str(k): snapshot(history[k], with_legal=snapshots == "every") for k in _stored(history, snapshots)},
        "result": result_of(history[-1]),
    }


def snapshot(state: State, *, with_legal: bool) -> dict[str, Any]:
    """A state as records store it."""
    found = state.snapshot()
    if with_legal:
        found["legal"] = [[state.mover, *state.game.words(move)] for move in state.legal()]
    return found


def result_of(state: State) -> dict[str, Any] | None:
    """Final scores and the winners in the game's own words, or None before the end."""
    return state.game.result_record(state) if state.is_over else None


def _stored(history: list[State], snapshots: str) -> Sequence[int]:
    """The numbers of the states that a record keeps."""
    if snapshots not in SNAPSHOTS:
        raise RecordError(f"unknown snapshots {snapshots!r}; use {', '.join(SNAPSHOTS)}")
    if snapshots == "none":
        return []
    last = len(history) - 1
    if snapshots == "every":
        return range(last + 1)
    return sorted({*_round_starts(history), last})


def _round_starts(history: list[State]) -> Iterator[int]:
    """State 0 and the first state of each later round. Rounds never go back, so bisection finds them by looking at some
    50 of a game's 500 states: a snapshot costs as much as ten moves."""

    def round_of(state: State) -> int:
        return int(state.snapshot().get("round", 1))

    at = 0
    while at < len(history):
        yield at
        at = bisect_right(history, round_of(history[at]), lo=at, key=round_of)


def dump(record: Record) -> str:
    """A record as its line of text: the same record, the same bytes."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"


def content_hash(record: Record) -> str:
    """Names the content of a record, however its line was spaced."""
    return hashlib.blake2b(dump(record).encode(), digest_size=16).hexdigest()


def keep_old(path: Path) -> None:
    """Games that are there already move aside, to FILE.old or the next such name: no run writes over them."""
    if path.is_file() and path.stat().st_size:
        stem = f"{path.name.removesuffix('.part')}.old"
        names = chain([stem], (f"{stem}-{k}" for k in count(2)))
        path.rename(next(free for name in names if not (free := path.with_name(name)).exists()))


def _scratch(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


class RecordWriter:
    """A record file being written; opening it already shows whether the path can be written.

    Every line goes to the system at once and whole, to FILE.part, which takes its place when it is closed: a program
    that stops leaves complete games behind, and an old file stays until there are new ones, and then as FILE.old.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        target = self.path.resolve()  # a link stays one
        self._target = None if target.exists() and not target.is_file() else target  # a device is written to directly
        self._size = 0  # of the whole lines
        try:
            if self._target:
                keep_old(_scratch(target))  # of a run that was killed
            self._file = (_scratch(target) if self._target else target).open("wb", buffering=0)
        except OSError as error:
            raise RecordError(f"{path}: cannot be written: {error.strerror}") from None

    def write(self, line: str) -> None:
        """Writes lines that `dump` made."""
        rest = line.encode()
        size = self._size + len(rest)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise RecordError(f"{self.path}: cannot be written: {error.strerror}") from None
        self._size = size

    def close(self) -> None:
        if self._target is not None and not self._file.closed:
            self._file.truncate(self._size)  # a full disk or Ctrl-C may have cut a line off
            scratch = _scratch(self._target)
            if self._size:
                keep_old(self._target)
                scratch.replace(self._target)
            else:
                scratch.unlink()
        self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# -- reading -----------------------------------------------------------------------------------------------------------


def read_records(path: str | Path) -> Iterator[tuple[int, Record]]:
    """The games of a file with their line numbers, one at a time; raises `RecordError` for what is no record."""
    try:
        with Path(path).open("rb") as file:
            n_games = 0
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
                if len(line) > MAX_LINE:
                    raise RecordError(f"{path}:{number}: a line of more than {MAX_LINE >> 20} MiB, which no game has")
                if line.strip():
                    n_games += 1
                    yield number, _parse(line, f"{path}:{number}")
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    if not n_games:
        raise RecordError(f"{path}: holds no game; record files come from `boomtown simulate --record FILE`")


def read_record(path: str | Path, number: int = 1) -> tuple[int, Record]:
    """Game `number` of a file, counted from 1, with its line number."""
    n_games = 0
    for line, record in read_records(path):
        n_games += 1
        if n_games == number:
            return line, record
    raise RecordError(f"{path}: has no game {number}; use 1 to {n_games}")


def _parse(line: bytes, where: str) -> Record:
    if line.startswith(b"\xef\xbb\xbf"):
        raise RecordError(f"{where}: no record: begins with a byte order mark; record files are UTF-8 without one")
    if not line.lstrip().startswith(b"{"):
        raise RecordError(f"{where}: no record: expected one JSON object per line")
    try:
        record: Record = json.loads(line, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        if not line.endswith(b"\n"):
            raise RecordError(f"{where}: the record is cut off in the middle of the line") from None
        what = f"{error.msg} at character {error.pos + 1}"
        raise RecordError(f"{where}: no record: expected one JSON object per line ({what})") from None
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: no record: byte {error.start + 1} is not UTF-8") from None
    except ValueError:  # Python reads no integers of thousands of digits
        raise RecordError(f"{where}: no record: a number has too many digits") from None
    except RecursionError:
        raise RecordError(f"{where}: no record: lists within lists too deep to read") from None
    found = record.get("format")
    if found not in READABLE:
        what = "no record: has no format" if found is None else f"unknown format {_short(repr(found))}"
        raise RecordError(f"{where}: {what}; this program reads {' and '.join(map(repr, READABLE))}")
    _check_shape(record, where)
    return record


def _object(pairs: list[tuple[str, Any]]) -> Record:
    """A JSON object. Of a key given twice one value would go unchecked, so that is no record."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise RecordError(f"no record: the key {_short(json.dumps(twice))} is there twice")
    return found


def _check_shape(record: Record, where: str) -> None:
    """Refuses what cannot be replayed at all."""

    def is_names(value: Any) -> bool:
        return isinstance(value, list) and all(isinstance(name, str) for name in value)

    shapes: dict[str, tuple[Callable[[Any], bool], str]] = {
        "game": (lambda value: isinstance(value, str), "the name of a game"),
        "players": (lambda value: type(value) is int, "a number"),
        "seed": (lambda value: type(value) is int, "a number"),
        "seats": (is_names, "a list of names"),
        "moves": (lambda value: isinstance(value, list), "a list of moves"),
        "states": (lambda value: isinstance(value, dict), "an object of snapshots"),
        "result": (lambda value: value is None or isinstance(value, dict), "an object, or null for an unfinished game"),
    }
    for key, (is_right, wanted) in shapes.items():
        if key not in record:
            raise RecordError(f"{where}: {key}: is missing, expected {wanted}")
        if not is_right(record[key]):
            raise RecordError(f"{where}: {key}: expected {wanted}")
    for key, wanted in games.header_shapes(record["game"]).items():
        if key not in record:
            raise RecordError(f"{where}: {key}: is missing, expected {wanted}")
        is_wrong = wanted == games.OBJECT and not isinstance(record[key], dict)
        if is_wrong or (wanted == games.NAMES and not is_names(record[key])):
            raise RecordError(f"{where}: {key}: expected {wanted}")
    if len(record["seats"]) != record["players"]:
        raise RecordError(f"{where}: seats: {len(record['seats'])} names for {record['players']} players")


def game_of(record: Record, where: str = "record") -> Game:
    """The game a record was played with: its own board, rules and settings, and the rulings of its version."""
    try:
        return games.game_of(record)
    except BoomtownError as error:
        raise RecordError(f"{where}: {error}") from None


def is_of_old_rulings(game: Game) -> bool:
    """Whether a game comes from a record of an older version: it can be replayed, but not written."""
    return bool(getattr(game, "version", VERSION) != VERSION)


def brought_up_to_date(record: Record, moves: Sequence[int]) -> Game | None:
    """The game of an older record by the present rules, if these lead through its moves to the same position."""
    old, new = games.game_of(record), games.game_of(record, with_old_rulings=False)
    before, after = old.new(), new.new()
    for move in moves:
        if move not in after.legal():
            return None
        before.apply(move)
        after.apply(move)
    return new if after.snapshot() == before.snapshot() and after.moves() == before.moves() else None


# -- checking ----------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A step of a replay: the state before move `number` (live: copy it to keep it), and the move (None at the end)."""

    number: int
    state: State
    move: int | None


def check_record(record: Record, where: str = "record", game: Game | None = None) -> None:
    """Replays a record and raises `RecordDifference` at the first thing that the rules contradict."""
    for _ in replay(record, where, game):
        pass


def replay(record: Record, where: str = "record", game: Game | None = None) -> Iterator[Step]:
    """Walks through a record, checking each move, stored snapshot and the result before it yields."""
    game = game or game_of(record, where)
    _check_header(record, game, where)
    state, moves = game.new(), record["moves"]
    for number, words in enumerate(moves):
        _check_snapshot(record, number, state, where)
        move = _checked_move(words, number, state, where)
        yield Step(number, state, move)
        state.apply(move)
    _check_snapshot(record, len(moves), state, where)
    _check_end(record, state, where)
    yield Step(len(moves), state, None)


def _check_header(record: Record, game: Game, where: str) -> None:
    try:
        recorded = games.present_header(record)
    except BoomtownError as error:
        raise RecordError(f"{where}: {error}") from None
    for key, value in game.header().items():
        if key not in recorded:
            raise RecordError(f"{where}: {key}: is missing")
        found = setting_difference(game, key, recorded[key], value)
        if found:
            raise RecordDifference(where, None, *found)


def _checked_move(words: Any, number: int, state: State, where: str) -> int:
    """The number of a recorded move, once the rules agree with it."""
    if not (isinstance(words, list) and len(words) > 1 and all(type(word) in (int, str) for word in words)):
        shown = _short(json.dumps(words))
        raise RecordDifference(where, number, "moves", f"expected [seat, verb, arguments...], not {shown}")
    if state.is_over:
        raise RecordDifference(where, number, "moves", "the game is over before it")
    if words[0] != state.mover:
        raise RecordDifference(where, number, "mover", f"recorded {words[0]}, expected {state.mover}")
    try:
        move = state.game.move(words[1:])
        if move not in state.legal():
            state.play(move)  # raises, naming the nearest legal moves
    except BoomtownError as error:
        raise RecordDifference(where, number, "moves", str(error)) from None
    if state.game.words(move) != words[1:]:
        raise RecordDifference(where, number, "moves", f"{words[1:]} is written {state.game.words(move)}")
    return move


def _check_snapshot(record: Record, number: int, state: State, where: str) -> None:
    stored = record["states"].get(str(number))
    if stored is None and str(number) not in record["states"]:
        return
    if not isinstance(stored, dict):
        raise RecordDifference(where, number, f"states.{number}", "expected an object")
    actual = snapshot(state, with_legal="legal" in stored)
    if _written(stored) == _written(actual):  # told apart by C: looking for a difference takes ten times as long
        return
    if "legal" in stored:
        found = _legal_difference(stored["legal"], actual.pop("legal"))
        if found:
            raise RecordDifference(where, number, "legal", found)
        stored = {key: value for key, value in stored.items() if key != "legal"}
    differs = difference(stored, actual)
    if differs:
        raise RecordDifference(where, number, *differs)


def _written(value: Any) -> str:
    """Equal for equal data; unlike `==`, it tells 1 from true."""
    return json.dumps(value, sort_keys=True)


def _legal_difference(stored: Any, actual: list[list[Any]]) -> str | None:
    """What is wrong with a list of legal moves, in any order and none twice."""
    if not isinstance(stored, list):
        return "expected a list of moves"
    have, want = [json.dumps(move) for move in stored], [json.dumps(move) for move in actual]
    if len(set(have)) < len(have):
        return f"{next(move for move in have if have.count(move) > 1)} is listed twice"
    extra, missing = sorted(set(have) - set(want)), sorted(set(want) - set(have))
    if extra:
        return f"{extra[0]} is recorded, but not legal"
    return f"{missing[0]} is legal, but not recorded" if missing else None


def _check_end(record: Record, state: State, where: str) -> None:
    number, actual = len(record["moves"]), result_of(state)
    strays = record["states"].keys() - map(str, range(number + 1))
    if strays:  # looked for only now: a move left out shows first where play differs
        raise RecordDifference(where, number, f"states.{_short(min(strays))}", f"no such state: 0 to {number}")
    if actual is None and record["result"] is not None:
        raise RecordDifference(where, number, "result", "recorded, but the game is not over after the last move")
    if actual is not None and record["result"] is None:
        raise RecordDifference(where, number, "result", "null, but the game is over")
    found = difference(record["result"], actual, "result")
    if found:
        raise RecordDifference(where, number, *found)


def difference(recorded: Any, actual: Any, key: str = "") -> tuple[str, str] | None:
    """The key and description of the first difference between two pieces of JSON data, None if there is none.

    >>> difference({"price": [12, 9]}, {"price": [12, 8]})
    ('price[1]', 'recorded 9, expected 8')
    """
    if isinstance(recorded, dict) and isinstance(actual, dict):
        for name in actual:
            if name not in recorded:
                return _join(key, name), f"is missing, expected {json.dumps(actual[name])}"
        for name in recorded:
            if name not in actual:
                return _join(key, name), f"recorded {json.dumps(recorded[name])}, there is no such key"
        pairs = [(_join(key, name), recorded[name], actual[name]) for name in actual]
    elif isinstance(recorded, list) and isinstance(actual, list) and len(recorded) == len(actual):
        pairs = [(f"{key}[{i}]", *both) for i, both in enumerate(zip(recorded, actual, strict=True))]
    elif type(recorded) is type(actual) and recorded == actual:
        return None
    else:
        return key, f"recorded {json.dumps(recorded)}, expected {json.dumps(actual)}"
    return next((found for name, old, new in pairs if (found := difference(old, new, name))), None)


def setting_difference(game: Game, name: str, recorded: Any, actual: Any) -> tuple[str, str] | None:
    """Like `difference`, for what a header says: orders that a game says do not matter do not."""
    if game.settings is not None:
        recorded, actual = (game.settings.comparable(name, value) for value in (recorded, actual))
    return difference(recorded, actual, name)


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _short(text: str, most: int = 300) -> str:
    """At most so much of what a file holds, for a message."""
    return text if len(text) <= most else f"{text[:most]}…"
