"""Names of things, and moves as words and back, as steamopolis-records.md writes them.

A move's number is its verb's offset plus the mixed-radix index of its operands, the first one most significant. The
offsets mirror the enum M_... of moves.pxd; PHASES mirrors the frames of state.pxd.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.errors import NotationError, unknown_verb

MARKETS = ("2", "3", "4", "5", "6", "7", "8", "2x", "3x", "4x")
DISTRICTS = tuple(
    f"{level}{side}" for level in range(1, 9) for side in ("LRM" if level in (1, 2, 3, 8) else "LR")
)  # fmt: skip
MACHINES = tuple(f"M{number:02}" for number in range(1, 45))
STARTS = ("S1", "S2", "S3", "S4", "S5")
CHARACTERS = (1, 3, 5, 7, 9, 11, 13, 15)
KINDS = ("crystal", "gear")
COLOURS = ("purple", "blue", "orange")
SOURCES = ("machine", "banner", "marker", "statue", "banker", "district", "effect", "time")  # of SP
EFFECTS = ("a", "p")
TILES = (None, *MACHINES, "cap", *STARTS, "S0")  # by the numbers that state.pxd gives to tiles
N_RANK_0 = 10
N_MOVES = 3260

# In the order of the frames in state.pxd, as far as somebody or chance moves.
PHASES = (
    "install",
    "action",
    "final-steam",
    "final-aim",
    "final-fly",
    "fly",
    "lead",
    "raise",
    "order",
    "return-stone",
    "pick-up",
    "flight",
    "more-markers",
    "pay",
    "remove",
    "spend",
    "slot",
    "put-marker",
    "keep",
    "take",
    "sponsor",
    "gala",
    "flip",
    "arrow",
    "peek",
    "buy-any",
    "visit",
    "bar",
    "use",
    "accept-invite",
    "place",
    "move-parasite",
    "invited",
    "sap",
    "tap",
    "tap-removed",
    "shake",
    "draw-tile",
    "draw-back",
    "draw-face",
    "draw-passenger",
    "draw-character",
    "draw-start",
    "over",
)


class Operand(NamedTuple):
    """One operand of a verb: what it is called, and its values in the order of their numbers."""

    name: str
    values: tuple[Any, ...]

    def right(self) -> str:
        """What would be right, for an error."""
        if self.name == "PICTURE":
            mark = self.values[1][0]
            return f"write ten of '{mark}' and '.', f1 on the left, like {mark}..{mark}......"
        if len(self.values) > 12:
            return f"use {self.values[0]} to {self.values[-1]}"
        return f"use {', '.join(map(str, self.values[:-1]))} or {self.values[-1]}"


def picture(mask: int, mark: str) -> str:
    """A set of fields as ten characters, f1 on the left.

    >>> picture(0b10100, "o")
    '..o.o.....'
    """
    return "".join(mark if mask >> field & 1 else "." for field in range(10))


_market = Operand("MARKET", MARKETS)
_district = Operand("DISTRICT", DISTRICTS)
_field = Operand("FIELD", tuple(range(1, 11)))
_slot = Operand("SLOT", tuple(range(1, 8)))
_seat = Operand("SEAT", (0, 1, 2, 3))
_kind = Operand("KIND", KINDS)
_effect = Operand("EFFECT", EFFECTS)
_level = Operand("LEVEL", tuple(range(2, 9)))
_rank = Operand("RANK", (1, 2, 3))
_sponsors = Operand("SPONSORS", (0, 1, 2))

# In the order of their numbers.
VERBS: dict[str, tuple[Operand, ...]] = {
    "tile": (_market, Operand("TILE", MACHINES[:N_RANK_0])),
    "back": (_level, _rank, Operand("COLOUR", COLOURS)),
    "face": (_level, Operand("TILE", MACHINES[N_RANK_0:])),
    "passenger": (Operand("BANKER", (5, 6, 7, 8)), Operand("STOKER", (1, 2, 3, 4))),
    "character": (_seat, Operand("NUMBER", CHARACTERS)),
    "start": (_seat, Operand("START", STARTS)),
    "skip": (),
    "use": (),
    "steam": (),
    "aim": (_field,),
    "fly": (_district,),
    "run": (),
    "set": (_district,),
    "board": (),
    "buy": (_market, Operand("USE", ("machine", "banner"))),
    "marker": (_kind,),
    "pay": (_sponsors, _sponsors, Operand("GALA", (0, 1))),
    "remove": (_slot,),
    "spend": (_field,),
    "slot": (_slot,),
    "install": (Operand("SIDE", ("front", "back")), _slot),
    "put": (_field,),
    "box": (),
    "discard": (_field,),
    "raise": (Operand("PICTURE", tuple(picture(mask, "o") for mask in range(1024))),),
    "order": (Operand("PICTURE", tuple(picture(mask, "a") for mask in range(1024))),),
    "take": (Operand("CRYSTALS", tuple(range(16))), Operand("GEARS", tuple(range(16)))),
    "keep": (Operand("CRYSTALS", tuple(range(16))),),
    "sponsor": (_kind,),
    "gala": (_kind,),
    "flip": (_kind,),
    "arrow": (Operand("FIELD|DISTRICT", (*range(1, 11), *DISTRICTS)),),
    "peek": (_level, _rank),
    "visit": (_district,),
    "upper": (),
    "lower": (),
    "infest": (_seat, _slot, _effect),
    "lift": (_seat, _slot, _effect),
    "sap": (_seat, _slot, _effect),
    "shake": (_slot, _effect, _seat),
    "tap": (_level, _effect),
}


def _size(operands: tuple[Operand, ...]) -> int:
    size = 1
    for operand in operands:
        size *= len(operand.values)
    return size


def _offsets() -> dict[str, int]:
    found, offset = {}, 0
    for name, operands in VERBS.items():
        found[name] = offset
        offset += _size(operands)
    return found


OFFSETS = _offsets()
_INDEX = {  # a word as text -> its number, for each operand of each verb
    name: tuple({str(value): i for i, value in enumerate(operand.values)} for operand in operands)
    for name, operands in VERBS.items()
}


def _all_words() -> tuple[tuple[Any, ...], ...]:
    found: list[tuple[Any, ...]] = []
    for name, operands in VERBS.items():
        rows: list[tuple[Any, ...]] = [(name,)]
        for operand in operands:
            rows = [(*row, value) for row in rows for value in operand.values]
        found += rows
    return tuple(found)


_WORDS = _all_words()


def words(move: int) -> list[Any]:
    """A move in record notation, without the seat.

    >>> words(503), words(2671 + 16)
    (['set', '1L'], ['take', 1, 0])
    """
    if not 0 <= move < N_MOVES:
        raise NotationError(str(move), f"no move has this number; use 0 to {N_MOVES - 1}")
    return list(_WORDS[move])


def parse(given: list[Any]) -> int:
    """The number of a move; raises NotationError saying what would be right.

    >>> parse(["buy", "2x", "banner"])
    539
    """
    text = " ".join(map(str, given))
    if not given or given[0] not in VERBS:
        raise unknown_verb(given, list(VERBS))
    name = given[0]
    operands = VERBS[name]
    if len(given) - 1 != len(operands):
        usage = " ".join([name, *(operand.name for operand in operands)])
        raise NotationError(text, f"write it as '{usage}'")
    number = 0
    for word, operand, index in zip(given[1:], operands, _INDEX[name], strict=True):
        if str(word) not in index:
            raise NotationError(text, f"unknown {operand.name.lower()} {word}; {operand.right()}")
        number = number * len(operand.values) + index[str(word)]
    return OFFSETS[name] + number
