"""How a decision of Steamopolis is asked: the steps of each move, the letters of actions, the districts as places.

A raise is asked stone by stone, the highest first: where shall it stand? A purchase names its use before its market.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.terminal.game_session import GameSession
from arena.terminal.steps import ACTION, Kind, Offer, Path
from engine.steamopolis.notation import DISTRICTS

# The letter of every action; within one decision no two are the same. a, h, u, l and q belong to the screen.
LETTERS = {
    "steam": "s",
    "aim": "d",
    "fly": "f",
    "run": "r",
    "set": "p",
    "board": "b",
    "use": "y",
    "skip": "n",
    "machine": "m",
    "banner": "b",
    "marker": "k",
    "upper": "1",
    "lower": "2",
    "raise": "r",
    "discard": "x",
    "put": "p",
    "box": "x",
    "infest": "p",
    "lift": "m",
    "sap": "s",
    "tap": "t",
    "shake": "k",
    "arrow": "w",
    "peek": "p",
    "pay": "p",
    "slot": "i",
    "remove": "r",
    "spend": "g",
    "sponsor": "s",
    "gala": "g",
    "flip": "f",
    "visit": "v",
    "take": "t",
    "order": "o",
    "keep": "k",
    "install": "i",
}


def _kind(name: str, is_place: bool = False) -> Kind:
    """No step asks where there is one answer: what it does shows at once."""
    return Kind(name, is_place=is_place, skips_single=True)


DISTRICT = _kind("district", is_place=True)
FIELD, SLOT, SIDE, STONE_OR_PLACE, GOODS, KEPT, PAYMENT = map(
    _kind, ("field", "slot", "side", "arrow", "goods", "kept", "payment")
)
KIND, LEVEL, RANK, ARROWS, TAP, SHAKE = map(_kind, ("kind", "level", "rank", "arrows", "tap", "shake"))
HIGHEST = _kind("highest")  # the next stone of a raise, from the right
MARKET, MARKER, SEAT, PUT = map(_kind, ("market", "marker", "seat", "put"))
PART = _kind("part")  # a slot of somebody, and which of its effects
OWN_NUMBER = (SLOT, LEVEL, RANK)  # their options are numbers themselves
ON_GAUGE = (FIELD, HIGHEST, PUT)  # theirs are fields, known by their values

# What each word after the verb is; the last kind repeats.
ARGUMENTS = {
    "aim": (FIELD,),
    "fly": (DISTRICT,),
    "set": (DISTRICT,),
    "visit": (DISTRICT,),
    "machine": (MARKET,),
    "banner": (MARKET,),
    "marker": (MARKER,),
    "pay": (PAYMENT,),
    "remove": (SLOT,),
    "spend": (FIELD,),
    "slot": (SLOT,),
    "install": (SIDE, SLOT),
    "put": (PUT,),
    "discard": (FIELD,),
    "raise": (HIGHEST,),
    "order": (ARROWS,),
    "take": (GOODS,),
    "keep": (KEPT,),
    "sponsor": (KIND,),
    "gala": (KIND,),
    "flip": (KIND,),
    "arrow": (STONE_OR_PLACE,),
    "peek": (LEVEL, RANK),
    "infest": (SEAT, PART),
    "lift": (SEAT, PART),
    "sap": (SEAT, PART),
    "shake": (SHAKE,),
    "tap": (TAP,),
}


def path_of(words: Sequence[Any]) -> Path:
    """The steps that lead to a move.

    >>> path_of(["buy", "3", "machine"]), path_of(["raise", "..o.o....."])
    (('machine', '3'), ('raise', 5, 3))
    """
    verb, *rest = words
    if verb == "buy":
        return rest[1], rest[0]
    if verb == "raise":
        return verb, *(field for field in range(10, 0, -1) if rest[0][field - 1] == "o")
    if verb in ("infest", "lift", "sap"):
        return verb, rest[0], tuple(rest[1:])
    if verb in ("take", "pay", "shake", "tap"):
        return verb, tuple(rest)
    return tuple(words)


def kind_after(path: Path) -> Kind:
    """What the step after these words asks for."""
    if not path:
        return ACTION
    kinds = ARGUMENTS[path[0]]
    return kinds[min(len(path), len(kinds)) - 1]


def keys_of(kind: Kind, words: Sequence[Any], gauge: Sequence[int]) -> tuple[str, ...]:
    """What is pressed for each option: slots, levels, ranks and players have their own number, fields their value.

    >>> keys_of(HIGHEST, (3, 4, 5), [1, 1, 2, 2, 3, 4, 5, 6, 7, 8])
    ('2', '22', '3')
    """
    if kind is ACTION:
        return tuple(LETTERS[word] for word in words)
    if kind is SEAT:
        return tuple(str(word + 1) for word in words)
    if kind in OWN_NUMBER:
        return tuple(map(str, words))
    if kind in ON_GAUGE:  # the right one of two fields with the same value: its key is pressed twice
        values = [gauge[field - 1] for field in words]
        return tuple(str(value) * (1 + values[:k].count(value)) for k, value in enumerate(values))
    return tuple(str(k) for k in range(1, len(words) + 1))


def offers(session: GameSession) -> list[Offer]:
    """What a person may choose: every legal move, to decline is the last."""
    found = [Offer(path_of(session.game.words(move)), (move,)) for move in session.legal]
    return sorted(found, key=lambda offer: offer.path == ("skip",))


# -- districts as places -----------------------------------------------------------------------------------------------


def columns(n_seats: int) -> str:
    """Sides of the city: the middle districts are for four players."""
    return "LRM" if n_seats == 4 else "LR"


def places(n_seats: int) -> tuple[str, ...]:
    return tuple(name for name in DISTRICTS if name[1] in columns(n_seats))


def neighbour(place: str, key: str, n_seats: int) -> str:
    """The district beside another; the highest level is on top, and the ends meet."""
    known, sides = places(n_seats), columns(n_seats)
    level, side = int(place[0]), sides.index(place[1])
    if key in ("up", "down"):
        level = (level - 1 + (1 if key == "up" else -1)) % 8 + 1
    else:
        side += 1 if key == "right" else -1
    row = [name for name in known if name[0] == str(level)]
    return row[side % len(row)] if key in ("left", "right") else row[min(side, len(row) - 1)]


def distance(one: str, other: str) -> int:
    return 2 * abs(int(one[0]) - int(other[0])) + abs("LRM".index(one[1]) - "LRM".index(other[1]))
