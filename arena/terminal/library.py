"""The games that were played here, as the folder of saved games has them: finished ones (records) and those that go on
(journals). `boomtown library` lists them, the library's screen and the standing (`standing.py`) are made of them.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.analysis import side_file
from arena.face import face_of
from arena.files import write_whole
from arena.terminal.game_session import HUMAN
from arena.terminal.journal import SUFFIX
from arena.terminal.lang import Catalogue
from engine.errors import BoomtownError

RECORDS = ".jsonl"
NAMES = "names.json"  # by the stem of the game's file
MAX_NAME = 40


@dataclass(frozen=True)
class Played:
    """A game of the folder, as its file says; nothing is replayed for it."""

    path: Path
    name: str  # that somebody gave it; "": nobody did
    game: str
    seats: list[str]
    n_moves: int
    scores: list[float] | None  # None: it is not over
    winners: list[int]
    when: float  # seconds since 1970: when it was played last

    @property
    def is_over(self) -> bool:
        return self.scores is not None

    @property
    def is_analysed(self) -> bool:
        return self.is_over and side_file(self.path).exists()

    @property
    def person(self) -> int | None:
        """The seat of the one person who played; None: there were several, or none."""
        return self.seats.index(HUMAN) if self.seats.count(HUMAN) == 1 else None

    @property
    def date(self) -> str:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))

    @property
    def title(self) -> str:
        return title_of(self.game)

    def opponents(self, say: Catalogue | None = None) -> str:
        """The bots, each named once, in the order of their seats: as they are written, or in a language."""
        bots = [_short(spec, say) for spec in self.seats if spec != HUMAN]
        n_of = {name: bots.count(name) for name in bots}
        return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in n_of.items())

    def outcome(self, say: Catalogue) -> str:
        """How it ended, from the person's side, in a few words."""
        if self.scores is None:
            return say("library.goes_on", n=self.n_moves)
        scores = " : ".join(map(say.number, self.scores))
        if self.person is None or len(self.seats) == 1:
            return scores
        place = self.places()[self.person]
        return f"{say('library.won') if place == 1 else say('library.place', n=place)}, {scores}"

    def places(self) -> list[int]:
        """Every seat's place: winners are first, the others by score."""
        scores = self.scores or []
        keys = [(seat in self.winners, score) for seat, score in enumerate(scores)]
        return [1 + sum(other > key for other in keys) for key in keys]


def title_of(game: str) -> str:
    """A game's title; of one in a folder that is not open here, its name."""
    try:
        return face_of(game).title
    except BoomtownError:
        return game


def _short(spec: str, say: Catalogue | None) -> str:
    """A bot as people write it: `level:3`, not `level:level=3`; the level that `level` means by itself is named."""
    if spec.partition(":")[0] != "level":
        return spec
    import bots  # here: loads every bot, which a list of other games can do without

    try:
        level = bots.parse_spec(spec).params.level
    except bots.SpecError:
        return spec
    return f"level:{level}" if say is None else say("setup.level", n=level)


def played(folder: Path) -> list[Played]:
    """All games of a folder, the one played last first. What is no game is left out."""
    names, found = _names(folder), []
    with suppress(OSError):
        for path in folder.iterdir():
            if path.suffix in (RECORDS, SUFFIX):
                with suppress(
                    OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError
                ):
                    found.append(_played(path, names.get(path.stem, "")))
    return sorted(found, key=lambda one: (one.when, one.path.name), reverse=True)


def _played(path: Path, name: str) -> Played:
    with path.open(encoding="utf-8") as file:
        head = json.loads(file.readline())
        rest = sum(1 for _ in file)
    game, seats, when = str(head["game"]), [_seen(str(spec)) for spec in head["seats"]], path.stat().st_mtime
    if path.suffix == SUFFIX:
        return Played(path, name, game, seats, rest, None, [], when)
    result = head["result"]
    scores = [float(score) for score in result.get(face_of(game).score_alias) or result["scores"]]
    if len(scores) != len(seats):
        raise ValueError(path)
    return Played(path, name, game, seats, len(head["moves"]), scores, [int(seat) for seat in result["winners"]], when)


def _seen(text: str) -> str:
    """Without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _names(folder: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        found: Any = json.loads((folder / NAMES).read_text("utf-8"))
        if isinstance(found, dict):
            return {str(stem): str(name) for stem, name in found.items()}
    return {}


def call(game: Played, name: str) -> None:
    """Gives a game a name; an empty one takes it away."""
    name = " ".join(name.split())
    if len(name) > MAX_NAME or not name.isprintable():
        raise BoomtownError(f"{name[: 2 * MAX_NAME]!r}: a name has at most {MAX_NAME} characters, all printable")
    names = {**_names(game.path.parent), game.path.stem: name}
    kept = {stem: given for stem, given in sorted(names.items()) if given}
    write_whole(game.path.parent / NAMES, [json.dumps(kept, ensure_ascii=False, indent=1) + "\n"])
