"""What a tournament must not lose: its settings, games, faults, in one SQLite file. Written by the tournament's manager
alone (a lock file keeps others out); read by the report.

A game counts when its row is committed: write-ahead log, full synchronisation, each game under a unique id, so that it
is there once or not at all, whenever the power goes. Resuming plays the schedule without the numbers that are here.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from arena.faults import FAULTS, Fault
from arena.identity import machine, program
from arena.ratings import Game as RatedGame
from arena.solo import Attempt
from arena.tasks import Outcome, unpack
from engine import BoomtownError, Game, IllegalMove
from engine.playout import replay
from engine.records import Record, build_record, content_hash

_T = TypeVar("_T")
FILE = "tournament.sqlite"
LOCK_LIMIT = 10.0  # seconds for somebody else to let go of the database
VERSION = 2

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS game (
    number INTEGER PRIMARY KEY,   -- position in the schedule
    id TEXT NOT NULL UNIQUE,      -- hash of settings, bots, seating and deal
    block INTEGER NOT NULL,       -- the deal
    bots TEXT NOT NULL,           -- JSON list by seat, as all that follow
    seed INTEGER NOT NULL,
    places TEXT,                  -- from 1, ties averaged; NULL: void
    shares TEXT NOT NULL,
    score TEXT NOT NULL,
    faults TEXT NOT NULL,         -- JSON list of objects
    notes TEXT NOT NULL,          -- [[move number, worth, chance], ...] as the bots said
    n_moves INTEGER NOT NULL,
    moves BLOB NOT NULL           -- zlib of 32-bit move numbers, chance included
);
CREATE INDEX IF NOT EXISTS game_block ON game (block);
CREATE TABLE IF NOT EXISTS timing (  -- the only thing here that no seed decides
    number INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    seconds TEXT NOT NULL,
    decisions TEXT NOT NULL
);
"""


class StoreError(BoomtownError):
    """A folder that holds no tournament, another one, or one that is being played."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    number: int
    id: str
    block: int
    bots: tuple[str, ...]
    seed: int
    places: tuple[float, ...] | None
    shares: tuple[float, ...]
    score: tuple[float, ...]
    faults: tuple[Fault, ...]
    n_moves: int

    @property
    def rated(self) -> RatedGame:
        """Of a game for several seats."""
        assert self.places is not None
        return RatedGame(self.block, self.bots, self.places)

    @property
    def attempt(self) -> Attempt:
        """Of a game for one seat."""
        return Attempt(self.block, self.bots[0], bool(self.faults), self.shares[0], self.score[0])

    def line(self) -> str:
        """One line of `results.jsonl`: everything that settings and seed decide."""
        found = {name: getattr(self, name) for name in self.__slots__}
        found["faults"] = [[fault.seat, fault.kind, fault.move] for fault in self.faults]
        return json.dumps(found, separators=(",", ":"), ensure_ascii=False) + "\n"


def stored(outcome: Outcome) -> StoredGame:
    """A finished game as the store gives it back."""
    fixture = outcome.fixture
    return StoredGame(
        fixture.number,
        fixture.id,
        fixture.block,
        fixture.bots,
        fixture.seed,
        None if outcome.places is None else tuple(outcome.places),
        tuple(outcome.shares),
        tuple(outcome.scores),
        tuple(outcome.faults),
        outcome.n_moves,
    )


class Store:
    """One tournament's folder. `writes` takes the lock."""

    def __init__(self, folder: Path, *, writes: bool = False, create: bool = False) -> None:
        self.folder = folder
        self._lock: int | None = None
        path = folder / FILE
        if create:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"{folder}: cannot be made: {error.strerror}") from None
        elif not path.is_file():
            raise StoreError(f"{folder}: holds no tournament (no {FILE})")
        if writes:
            self._take_lock()
        try:
            self._db = self._connect(path, writes)
        except sqlite3.Error as error:
            self._release_lock()
            hint = "" if os.access(folder, os.W_OK) else "; its folder is read-only: copy it to one that is not"
            raise StoreError(f"{path}: {error}{hint}") from None
        found = path.stat()
        self._place = found.st_dev, found.st_ino
        self._is_new = self._is_empty()

    def _is_empty(self) -> bool:
        """Whether no table was made yet: its run was killed as the folder appeared."""
        try:
            with self._reading():
                found = {
                    str(name) for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                }
            if found and not found >= {"meta", "game", "timing"}:
                raise StoreError(f"{self.folder / FILE}: a database, but of no tournament; choose another --out")
        except StoreError:
            self._db.close()
            self._release_lock()
            raise
        return not found

    @staticmethod
    def _connect(path: Path, writes: bool) -> sqlite3.Connection:
        db = sqlite3.connect(path if writes else _readable(path), isolation_level=None, uri=not writes)
        try:
            db.execute(f"PRAGMA busy_timeout = {round(1000 * LOCK_LIMIT)}")
            if writes:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA schema_version")  # opens the file
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _take_lock(self) -> None:
        try:
            self._lock = os.open(self.folder / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
        except OSError as error:
            text = f"{self.folder}: cannot be written in: {error.strerror}; choose another --out"
            raise StoreError(text) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._release_lock()
            raise StoreError(f"{self.folder}: another run is playing this tournament; wait for it or stop it") from None

    def _release_lock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def close(self) -> None:
        with suppress(sqlite3.Error):
            if self._lock is not None:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()
        self._release_lock()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *reason: Any) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A damaged file, or one that is no tournament's, is told in a line."""
        try:
            yield
        except StoreError:
            raise
        except (sqlite3.Error, zlib.error, ValueError, TypeError, OverflowError, RecursionError, MemoryError) as error:
            raise StoreError(f"{self.folder / FILE}: cannot be read: {error}") from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A full disk, say: what is committed stays, and can be resumed."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            text = f"{self.folder / FILE}: {error}: another run has stored games here; end it, and go on with --resume"
            raise StoreError(text) from None
        except sqlite3.Error as error:
            raise StoreError(f"{self.folder / FILE}: {error}; mend that and go on with --resume") from None

    @contextmanager
    def _committing(self) -> Iterator[sqlite3.Connection]:
        """What is done to the file in here, all or nothing; the tables of a new one too."""
        with self._writing():
            self._check_place()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if self._is_new:
                    for statement in SCHEMA.split(";\n"):
                        self._db.execute(statement)
                yield self._db
            except BaseException:
                with suppress(sqlite3.Error):  # a file that broke has ended the transaction itself
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
            self._is_new = False
            self._check_place()

    def _check_place(self) -> None:
        """SQLite goes on writing to a file that was removed: nothing of it would be found again."""
        path = self.folder / FILE
        try:
            found = path.stat()
        except OSError:
            raise StoreError(
                f"{path}: was removed under the run; what it played since the last commit is lost"
            ) from None
        if (found.st_dev, found.st_ino) != self._place:
            raise StoreError(f"{path}: another file took its place under the run; choose another --out")

    # -- settings ------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> dict[str, Any] | None:
        """What the tournament was started with; None in a new folder, or one whose run was killed as it began."""
        found = self.get("settings")
        with self._reading():
            stored = None if found is None else dict(json.loads(found))
        if stored is not None and stored.get("version") != VERSION:
            theirs = f"version {stored.get('version')}, this program reads version {VERSION}"
            raise StoreError(f"{self.folder / FILE}: a store of {theirs}; look at it with the program that made it")
        return stored

    @property
    def program(self) -> dict[str, Any]:
        """The program that played last; {} if it did not say."""
        found = self.get("program")
        with self._reading():
            return {} if found is None else dict(json.loads(found))

    @property
    def machine(self) -> dict[str, Any]:
        """Where and when it was played last; {} if it did not say."""
        found = self.get("machine")
        with self._reading():
            return {} if found is None else dict(json.loads(found))

    def set_settings(self, settings: dict[str, Any]) -> None:
        """Kept with the program that plays; of several that played parts of a tournament, with the last. One commit
        with the tables of a new store: a run killed in between leaves nothing half made."""
        rows = {
            "settings": json.dumps({"version": VERSION, **settings}, sort_keys=True),
            "program": json.dumps(program(), sort_keys=True),
            "machine": json.dumps(machine(), sort_keys=True),
        }
        with self._committing() as db:
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows.items())

    def get(self, key: str) -> str | None:
        if self._is_new:
            return None
        with self._reading():
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, key: str, value: str) -> None:
        with self._committing() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    # -- games ---------------------------------------------------------------------------------------------------------

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Commits finished games, all or none. Returns when they are on the disk."""
        with self._committing() as db:
            for outcome in outcomes:
                fixture = outcome.fixture
                db.execute(
                    "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        fixture.number,
                        fixture.id,
                        fixture.block,
                        _json(fixture.bots),
                        fixture.seed,
                        None if outcome.places is None else _json(outcome.places),
                        _json(outcome.shares),
                        _json(outcome.scores),
                        _json([asdict(fault) for fault in outcome.faults]) if outcome.faults else "[]",
                        _json(outcome.notes),
                        outcome.n_moves,
                        outcome.moves,
                    ),
                )
                timing = _json([round(spent, 6) for spent in outcome.seconds]), _json(outcome.decisions)
                db.execute("INSERT INTO timing VALUES (?, ?, ?)", (fixture.number, *timing))

    def stop_after(self, block: int, reason: str) -> None:
        """A stopping rule decided at the end of this block: later games, if any were played ahead, do not count."""
        with self._committing() as db:
            db.execute("DELETE FROM game WHERE block > ?", (block,))
            db.execute("INSERT OR REPLACE INTO meta VALUES ('stopped', ?)", (reason,))

    def games(self) -> list[StoredGame]:
        """All games in the order of the schedule."""
        return list(self.each())

    def each(self, first: int = 0) -> Iterator[StoredGame]:
        """The games from this number on, one at a time."""
        if self._is_new:
            return
        columns = "number, id, block, bots, seed, places, shares, score, faults, n_moves"
        query = f"SELECT {columns} FROM game WHERE number >= ? ORDER BY number"
        with self._reading():
            for row in self._db.execute(query, (first,)):
                yield _game(*row)

    def moves(self, game: Game, number: int) -> list[int]:
        """A game's moves, each of them checked to be legal where it was played: the engine trusts them afterwards."""
        with self._reading():
            row = self._db.execute("SELECT n_moves, moves FROM game WHERE number = ?", (number,)).fetchone()
            if row is None:
                raise ValueError(f"game {number} is not there")
            n_moves, block = row
            moves = unpack(_of(bytes, block), _of(int, n_moves))
            try:
                replay(game, moves)
            except IllegalMove as error:
                raise ValueError(f"game {number}: {error}") from None
            return list(moves)

    def record(self, game: Game, one: StoredGame, snapshots: str = "none") -> Record:
        """A game as a record."""
        return build_record(game, self.moves(game, one.number), seed=one.seed, seats=one.bots, snapshots=snapshots)

    def content_hash(self, game: Game, one: StoredGame) -> str:
        return content_hash(self.record(game, one))

    def notes(self, number: int) -> list[list[Any]]:
        with self._reading():
            row = self._db.execute("SELECT notes FROM game WHERE number = ?", (number,)).fetchone()
            notes = json.loads(_of(str, row[0]))
            if not isinstance(notes, list) or not all(map(_is_note, notes)):
                raise ValueError(f"game {number}: the notes are no list of [move, worth, chance]")
            return notes

    def timing(self) -> dict[str, tuple[float, int]]:
        """By bot: seconds thought, decisions made."""
        found: dict[str, tuple[float, int]] = {}
        query = "SELECT bots, seconds, decisions FROM game JOIN timing USING (number)"
        with self._reading():
            for row in self._db.execute(query):
                for bot, seconds, decisions in zip(_words(row[0]), _numbers(row[1]), _numbers(row[2]), strict=True):
                    before = found.get(bot, (0.0, 0))
                    found[bot] = before[0] + seconds, before[1] + int(decisions)
        return found


def _readable(path: Path) -> str:
    """How to open a file for reading. Even that makes a write-ahead log beside it, unless one is there or the file is
    called immutable: so a folder in which nothing can be written is told apart. (`mode=ro` everywhere would do, but
    leaves its log behind.)"""
    how = "mode=rw"
    if not os.access(path.parent, os.W_OK):
        how = "mode=ro" if path.with_name(f"{FILE}-wal").exists() else "immutable=1"
    return f"{path.absolute().as_uri()}?{how}"


def _game(
    number: Any, name: Any, block: Any, bots: Any, seed: Any, places: Any, shares: Any, score: Any, faults: Any,
    n_moves: Any,
) -> StoredGame:  # fmt: skip
    """A row, every field of it checked: the file may be anybody's."""
    seats = _words(bots)
    numbers = [_numbers(text) for text in (shares, score, *([] if places is None else [places]))]
    if not seats or any(len(values) != len(seats) for values in numbers):
        raise ValueError(f"game {number!r}: bots, places, shares and scores are not equally many")
    return StoredGame(
        _of(int, number),
        _of(str, name),
        _of(int, block),
        seats,
        _of(int, seed),
        None if places is None else numbers[2],
        numbers[0],
        numbers[1],
        () if faults == "[]" else tuple(_fault(fault, len(seats)) for fault in json.loads(_of(str, faults))),
        _of(int, n_moves),
    )


def _fault(values: Any, n_seats: int) -> Fault:
    fault = Fault(**values)
    texts = fault.bot, fault.kind, fault.detail, fault.stderr
    if not all(isinstance(text, str) for text in texts) or fault.kind not in FAULTS:
        raise ValueError(f"{fault.kind!r} is no kind of fault")
    if not 0 <= _of(int, fault.seat) < n_seats or _of(int, fault.move) < 0:
        raise ValueError(f"a fault of seat {fault.seat} at move {fault.move}")
    return fault


def _of(kind: type[_T], value: Any) -> _T:
    """A value of the kind that its column has; SQLite keeps any kind in any column."""
    if type(value) is not kind:
        raise ValueError(f"{value!r:.40} where {'text' if kind is str else kind.__name__} belongs")
    return value


def _is_note(note: Any) -> bool:
    if not isinstance(note, list) or len(note) != 3 or type(note[0]) is not int:
        return False
    return all(value is None or (isinstance(value, (int, float)) and math.isfinite(value)) for value in note[1:])


@lru_cache(maxsize=10_000)
def _words(text: Any) -> tuple[str, ...]:
    """A stored list of names. Seatings, places and shares repeat: ten thousand games share them."""
    found = tuple(_of(str, word) for word in _listed(text))
    if not all(word.isprintable() for word in found):
        raise ValueError(f"{text!r:.40} where names that can be printed belong")
    return found


@lru_cache(maxsize=10_000)
def _numbers(text: Any) -> tuple[float, ...]:
    """A stored list of finite numbers."""
    values = _listed(text)
    if not all(type(value) in (int, float) and math.isfinite(value) for value in values):
        raise ValueError(f"{text!r:.40} where numbers belong")
    return tuple(values)


def _listed(text: Any) -> list[Any]:
    found = json.loads(_of(str, text))
    if not isinstance(found, list):
        raise ValueError(f"{text!r:.40} where a list belongs")
    return found


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def differences(stored: dict[str, Any], asked: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Where two settings differ, and how.

    >>> differences({"seed": 1, "game": {"players": 2}}, {"seed": None, "game": {"players": 3}})
    {'game.players': 'stored 2, asked 3', 'seed': 'stored 1, asked none'}
    """
    found: dict[str, str] = {}
    for key in sorted({*stored, *asked}):
        old, new = stored.get(key), asked.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            found |= differences(old, new, f"{prefix}{key}.")
        else:
            told = ["none" if value is None else _json(value) for value in (old, new)]
            found[f"{prefix}{key}"] = f"stored {told[0]}, asked {told[1]}"
    return found
