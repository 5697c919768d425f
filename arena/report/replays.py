"""Games as the page replays them: the first position, then for each move its words and what it changed. And the events
that the game's own figures are drawn from. Called by `arena.report.data`.

A page with 2,000 games of 400 moves must stay small: changes are a few numbers each, and games are compressed many at a
time, which brings a game to about 5 KB.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from arena.face import Face
from engine import Game

GAMES_PER_CHUNK = 16


@dataclass
class Replay:
    first: dict[str, Any]
    # [mover, words, [[path, value], ...]], and where the mover said so: the worth of what is to be won, its chance
    steps: list[list[Any]] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)  # as the face's page gathers them


def replay(face: Face, game: Game, moves: list[int], notes: list[list[Any]]) -> Replay:
    """Plays the moves again."""
    state = game.new()
    before = face.page.position(state)
    found = Replay(before)
    said = {number: (worth, chance) for number, worth, chance in notes}
    for number, move in enumerate(moves):
        mover, words = state.mover, face.text.tell(state, move)
        event = face.page.event(state, move, said.get(number, (None, None))[0])
        if event is not None:
            found.events.append(event)
        state.apply(move)
        after = face.page.position(state)
        found.steps.append([mover, words, list(changes(before, after)), *said.get(number, ())])
        before = after
    return found


def changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[list[Any]]:
    """The entries that differ: [key, value], or [key, entry, value] inside lists and objects; null removes an entry."""
    for key, new in after.items():
        old = before.get(key)
        if old == new:
            continue
        if isinstance(new, dict) and isinstance(old, dict):
            yield from ([key, entry, value] for entry, value in new.items() if old.get(entry) != value)
            yield from ([key, entry, None] for entry in old if entry not in new)
        elif isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
            yield from ([key, entry, value] for entry, value in enumerate(new) if old[entry] != value)
        else:
            yield [key, new]


def pack(replays: list[Replay]) -> str:
    """A chunk of games as the page unpacks it: base64 of zlib of JSON."""
    plain = json.dumps([[one.first, one.steps] for one in replays], separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(plain.encode(), 9)).decode()
