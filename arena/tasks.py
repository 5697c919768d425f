"""A game as a task: what it is played under, and what came of it. `arena.play` plays it; executors send tasks and get
outcomes, the store keeps these."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from arena.faults import Fault
from arena.schedule import Fixture
from bots import Budget, TimeControl

ON_FAULT = ("forfeit", "void", "stop")
CLOSING = 1 << 30  # a fault at this move number: in `close`, after the game
MAX_STORED = 1 << 24  # moves of one game


@dataclass(frozen=True)
class Conditions:
    """Everything besides bots and deal that decides a game's course; part of every game's id."""

    game: dict[str, Any]  # as `engine.games.described` gives it
    time: float | None = None  # seconds per move, for bots that do not say themselves
    sims: int | None = None
    grace: float = 0.25  # seconds over the time before it is a fault
    patience: float = 60.0  # limit in seconds for bots without any time
    on_fault: str = "forfeit"
    tc: str | None = None  # a clock for the game, as `TimeControl` writes it, for bots without a time of their own

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def identity(self) -> dict[str, Any]:
        """What decides games' ids: not where a game's folder is. Without a clock they are as before clocks."""
        found = {**asdict(self), "game": {key: value for key, value in self.game.items() if key != "folder"}}
        if self.tc is None:
            del found["tc"]
        return found

    @property
    def budget(self) -> Budget:
        """For a bot's first move."""
        return Budget(self.time, self.sims, self.clock)

    @property
    def time_text(self) -> str:
        """How long bots may think, in words; nothing if nobody said."""
        return f"a clock of {self.tc}" if self.tc else f"{self.time:g} s a move" if self.time else ""

    @property
    def clock(self) -> TimeControl | None:
        return None if self.tc is None else TimeControl.parse(self.tc)


@dataclass(frozen=True)
class Task:
    fixture: Fixture
    known: tuple[Fault, ...] = ()  # faults that ended the worker of an earlier attempt: these seats are not asked again


@dataclass
class Outcome:
    fixture: Fixture
    moves: bytes  # as `pack` makes them
    n_moves: int
    places: list[float] | None  # by seat, from 1, ties averaged; None: void
    shares: list[float]
    scores: list[float]
    faults: list[Fault] = field(default_factory=list)
    notes: list[list[Any]] = field(default_factory=list)  # [move number, worth, chance] as the bot said
    seconds: list[float] = field(default_factory=list)  # thinking time by seat: the only part that no seed decides
    decisions: list[int] = field(default_factory=list)


def pack(moves: Sequence[int]) -> bytes:
    return zlib.compress(array("I", moves).tobytes(), 1)


def unpack(block: bytes, n_moves: int) -> array[int]:
    """So many moves; `ValueError` if it is anything else. A small block that unpacks to gigabytes is not unpacked."""
    if not 0 <= n_moves <= MAX_STORED:
        raise ValueError(f"{n_moves} moves; a stored game has at most {MAX_STORED}")
    size = n_moves * array("I").itemsize
    engine = zlib.decompressobj()
    try:
        plain = engine.decompress(block, size + 1)
    except zlib.error as error:
        raise ValueError(f"the moves of a game cannot be unpacked: {error}") from None
    if len(plain) != size or not engine.eof or engine.unused_data:
        raise ValueError(f"the moves of a game are not the {n_moves} that they should be")
    return array("I", plain)


def place(shares: Sequence[float], scores: Sequence[float], out: Sequence[int]) -> tuple[list[float], list[float]]:
    """Places by seat from 1, ties averaged, and shares of the victory. `out`: seats at fault, in the order of their
    faults; they come last, the first fault at the very end."""
    fate = {seat: k - len(out) for k, seat in enumerate(out)}
    keys = [(fate[seat], 0.0, 0.0) if seat in fate else (0, shares[seat], scores[seat]) for seat in range(len(shares))]
    places = []
    for key in keys:
        ahead = sum(other > key for other in keys)
        places.append(ahead + (sum(other == key for other in keys) + 1) / 2)
    if len(keys) == 1:
        return places, [0.0] if out else list(shares)
    if out:
        best = max(keys)
        n_best = keys.count(best)
        return places, [1.0 / n_best if key == best else 0.0 for key in keys]
    return places, list(shares)


def void(task: Task) -> Outcome:
    """A game that cannot be played to its end, whoever is to blame."""
    nothing = [0.0] * len(task.fixture.bots)
    decisions = [0] * len(nothing)
    return Outcome(task.fixture, pack([]), 0, None, nothing, nothing, seconds=nothing, decisions=decisions)
