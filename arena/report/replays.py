"""Games as the page replays them: the first snapshot, then for each move its words and what it changed. And what the
moves say about auctions and specialists. Called by `arena.report.data`.

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

from engine import Game, State
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.narration import narrate

GAMES_PER_CHUNK = 16


@dataclass
class Auction:
    """One specialist bought."""

    seat: int
    card: int
    round: int
    price: int
    worth: float | None  # what the buyer said before, if it said so


@dataclass
class Replay:
    first: dict[str, Any]
    # [mover, words, [[path, value], ...]], and where the mover said so: what winning the auction is worth, its chance
    steps: list[list[Any]] = field(default_factory=list)
    auctions: list[Auction] = field(default_factory=list)


def replay(game: Game, moves: list[int], notes: list[list[Any]]) -> Replay:
    """Plays the moves again."""
    state = game.new()
    before = state.snapshot()
    found = Replay(before)
    said = {number: (worth, chance) for number, worth, chance in notes}
    bid, bid_worth = 0, None
    for number, move in enumerate(moves):
        mover, words = state.mover, game.words(move)
        if words[0] == "bid":
            bid, bid_worth = words[1], said.get(number, (None, None))[0]
        elif words[0] == "take" and isinstance(game, PlanetSteam):
            found.auctions.append(Auction(int(mover or 0), words[1], before["round"], bid, bid_worth))
        text = _tell(game, state, words)
        state.apply(move)
        after = state.snapshot()
        found.steps.append([mover, text, list(changes(before, after)), *said.get(number, ())])
        before = after
    return found


def _tell(game: Game, state: State, words: list[Any]) -> str:
    if not isinstance(game, PlanetSteam):
        return " ".join(map(str, words))
    resource = game.step(state)["resource"] if words[0] in ("buy", "sell") else None
    return narrate(words, resource, game.edition)


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
