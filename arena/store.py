"""What a tournament must not lose: its settings, games, faults, in one SQLite file. Written by the tournament's manager
alone (a lock file keeps others out); read by the report.

A game counts when its row is committed: write-ahead log, full synchronisation, each game under a unique id, so that it
is there once or not at all, whenever the power goes. Resuming plays the schedule without the numbers that are here.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from arena.faults import Fault
from arena.identity import program
from arena.play import Outcome, unpack
from arena.ratings import Game as RatedGame
from arena.solo import Attempt
from engine import BoomtownError

FILE = "tournament.sqlite"
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

    @staticmethod
    def _connect(path: Path, writes: bool) -> sqlite3.Connection:
        db = sqlite3.connect(path if writes else _readable(path), isolation_level=None, uri=not writes)
        try:
            db.execute("PRAGMA busy_timeout = 10000")
            if writes:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA foreign_keys = ON")
                db.executescript(SCHEMA)
            else:
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
        except (sqlite3.Error, zlib.error, ValueError, TypeError) as error:
            raise StoreError(f"{self.folder / FILE}: cannot be read: {error}") from None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A full disk, say: what is committed stays, and can be resumed."""
        try:
            yield
        except sqlite3.IntegrityError:  # a game stored twice: not the file's fault, but ours
            raise
        except sqlite3.Error as error:
            raise StoreError(f"{self.folder / FILE}: {error}; mend that and go on with --resume") from None

    # -- settings ------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> dict[str, Any] | None:
        """What the tournament was started with; None in a new folder."""
        found = self.get("settings")
        with self._reading():
            stored = None if found is None else dict(json.loads(found))
        if stored is not None and stored.get("version") != VERSION:
            theirs = f"version {stored.get('version')}, this program reads version {VERSION}"
            raise StoreError(f"{self.folder / FILE}: a store of {theirs}; look at it with the program that made it")
        return stored

    def set_settings(self, settings: dict[str, Any]) -> None:
        """Kept with the program that plays; of several that played parts of a tournament, with the last."""
        self.set("settings", json.dumps({"version": VERSION, **settings}, sort_keys=True))
        self.set("program", json.dumps(program(), sort_keys=True))

    def get(self, key: str) -> str | None:
        with self._reading():
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, key: str, value: str) -> None:
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    # -- games ---------------------------------------------------------------------------------------------------------

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Commits finished games, all or none. Returns when they are on the disk."""
        with self._writing(), _transaction(self._db) as db:
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
        with self._writing(), _transaction(self._db) as db:
            db.execute("DELETE FROM game WHERE block > ?", (block,))
            db.execute("INSERT OR REPLACE INTO meta VALUES ('stopped', ?)", (reason,))

    def games(self) -> list[StoredGame]:
        """All games in the order of the schedule."""
        return list(self.each())

    def each(self, first: int = 0) -> Iterator[StoredGame]:
        """The games from this number on, one at a time."""
        columns = "number, id, block, bots, seed, places, shares, score, faults, n_moves"
        query = f"SELECT {columns} FROM game WHERE number >= ? ORDER BY number"
        with self._reading():
            for row in self._db.execute(query, (first,)):
                number, name, block, bots, seed, places, shares, score, faults, n_moves = row
                yield StoredGame(
                    number,
                    name,
                    block,
                    _tuple(bots),
                    seed,
                    None if places is None else _tuple(places),
                    _tuple(shares),
                    _tuple(score),
                    () if faults == "[]" else tuple(Fault(**fault) for fault in json.loads(faults)),
                    n_moves,
                )

    def moves(self, number: int) -> list[int]:
        with self._reading():
            return unpack(self._db.execute("SELECT moves FROM game WHERE number = ?", (number,)).fetchone()[0])

    def notes(self, number: int) -> list[list[Any]]:
        with self._reading():
            row = self._db.execute("SELECT notes FROM game WHERE number = ?", (number,)).fetchone()
            return list(json.loads(row[0]))

    def timing(self) -> dict[str, tuple[float, int]]:
        """By bot: seconds thought, decisions made."""
        found: dict[str, tuple[float, int]] = {}
        query = "SELECT bots, seconds, decisions FROM game JOIN timing USING (number)"
        with self._reading():
            for row in self._db.execute(query):
                for bot, seconds, decisions in zip(*(json.loads(text) for text in row), strict=True):
                    before = found.get(bot, (0.0, 0))
                    found[bot] = before[0] + seconds, before[1] + decisions
        return found


def _readable(path: Path) -> str:
    """How to open a file for reading. Even that makes a write-ahead log beside it, unless one is there or the file is
    called immutable: so a folder in which nothing can be written is told apart. (`mode=ro` everywhere would do, but
    leaves its log behind.)"""
    how = "mode=rw"
    if not os.access(path.parent, os.W_OK):
        how = "mode=ro" if path.with_name(f"{FILE}-wal").exists() else "immutable=1"
    return f"{path.absolute().as_uri()}?{how}"


class _transaction:
    """BEGIN IMMEDIATE ... COMMIT, or ROLLBACK."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __enter__(self) -> sqlite3.Connection:
        self.db.execute("BEGIN IMMEDIATE")
        return self.db

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        self.db.execute("COMMIT" if kind is None else "ROLLBACK")


@lru_cache(maxsize=10_000)
def _tuple(text: str) -> tuple[Any, ...]:
    """A stored list. Seatings, places and shares repeat: ten thousand games share them."""
    return tuple(json.loads(text))


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
