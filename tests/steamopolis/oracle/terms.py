"""The words of the game: places, verbs and their numbers (`steamopolis-records.md`), and how a decision is asked."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

CHANCE = -1
KINDS = ["crystal", "gear"]
CRYSTAL, GEAR = range(2)
COLOURS = ["purple", "blue", "orange"]
EFFECTS = ["a", "p"]
SEATS = [0, 1, 2, 3]
FIELDS = list(range(1, 11))
SLOTS = list(range(1, 8))
LEVELS = list(range(2, 9))  # those with a market of tiles
RANKS = [1, 2, 3]
BANKER, STOKER = range(2)
EXTRA_MARKETS = ["2x", "3x", "4x"]
MARKETS = [*map(str, LEVELS), *EXTRA_MARKETS]
THIRD_DISTRICTS = ["1M", "2M", "3M", "8M"]  # 4 players only
DISTRICTS = [
    f"{level}{side}" for level in range(1, 9) for side in "LRM" if side != "M" or f"{level}M" in THIRD_DISTRICTS
]
CHARACTERS = [1, 3, 5, 7, 9, 11, 13, 15]
STARTS = ["S1", "S2", "S3", "S4", "S5"]
BACK, CAPACITY = "S0", "cap"
TILES = [f"M{number:02}" for number in range(1, 45)]
RANK_0, HIGHER_RANKS = TILES[:10], TILES[10:]
PICTURE = "picture"
UP_TO_15 = list(range(16))

VERBS: dict[str, list[Any]] = {
    "tile": [MARKETS, RANK_0],
    "back": [LEVELS, RANKS, COLOURS],
    "face": [LEVELS, HIGHER_RANKS],
    "passenger": [[5, 6, 7, 8], [1, 2, 3, 4]],
    "character": [SEATS, CHARACTERS],
    "start": [SEATS, STARTS],
    "skip": [],
    "use": [],
    "steam": [],
    "aim": [FIELDS],
    "fly": [DISTRICTS],
    "run": [],
    "set": [DISTRICTS],
    "board": [],
    "buy": [MARKETS, ["machine", "banner"]],
    "marker": [KINDS],
    "pay": [[0, 1, 2], [0, 1, 2], [0, 1]],
    "remove": [SLOTS],
    "spend": [FIELDS],
    "slot": [SLOTS],
    "install": [["front", "back"], SLOTS],
    "put": [FIELDS],
    "box": [],
    "discard": [FIELDS],
    "raise": [PICTURE],
    "order": [PICTURE],
    "take": [UP_TO_15, UP_TO_15],
    "keep": [UP_TO_15],
    "sponsor": [KINDS],
    "gala": [KINDS],
    "flip": [KINDS],
    "arrow": [[*FIELDS, *DISTRICTS]],
    "peek": [LEVELS, RANKS],
    "visit": [DISTRICTS],
    "upper": [],
    "lower": [],
    "infest": [SEATS, SLOTS, EFFECTS],
    "lift": [SEATS, SLOTS, EFFECTS],
    "sap": [SEATS, SLOTS, EFFECTS],
    "shake": [SLOTS, EFFECTS, SEATS],
    "tap": [LEVELS, EFFECTS],
}

Words = list[Any]


class Decision(NamedTuple):
    """Somebody's, or chance's: two or more options, ascending by number. `weights` are chance's."""

    seat: int
    options: list[Words]
    weights: list[int]


Flow = Generator[Decision, Words, Any]
SKIP: Words = ["skip"]
USE: Words = ["use"]


def size_of(operand: Any) -> int:
    return 1024 if operand == PICTURE else len(operand)


def sizes(verb: str) -> int:
    """How many moves a verb has."""
    product = 1
    for operand in VERBS[verb]:
        product *= size_of(operand)
    return product


def offset(verb: str) -> int:
    """The number of the verb's first move."""
    total = 0
    for name in VERBS:
        if name == verb:
            return total
        total += sizes(name)
    raise ValueError(f"there is no verb {verb}")


OFFSETS = {verb: offset(verb) for verb in VERBS}
N_MOVES = sum(sizes(verb) for verb in VERBS)


def index_in(operand: Any, value: Any) -> int:
    """The number of an operand's value."""
    if operand == PICTURE:
        return sum(2 ** (field - 1) for field in FIELDS if value[field - 1] != ".")
    return int(operand.index(value))


def number(words: Words) -> int:
    """The move's number: the verb's offset plus the mixed-radix index of the operands, the first most significant."""
    verb, *values = words
    index = 0
    for operand, value in zip(VERBS[verb], values, strict=True):
        index = index * size_of(operand) + index_in(operand, value)
    return OFFSETS[verb] + index


def level_of(district: str) -> int:
    """The level of a district or a market."""
    return int(district[0])


def ask(seat: int, options: list[Words]) -> Flow:
    """Rules 1.13: a decision with one legal move is no decision."""
    assert options, "nothing is legal"
    ordered = sorted(options, key=number)
    if len(ordered) == 1:
        return ordered[0]
    return (yield Decision(seat, ordered, []))


def draw(outcomes: list[tuple[Words, int]]) -> Flow:
    """Chance, by weights. An event with one outcome is no event (1.13)."""
    ordered = sorted((pair for pair in outcomes if pair[1] > 0), key=lambda pair: number(pair[0]))
    if len(ordered) == 1:
        return ordered[0][0]
    return (yield Decision(CHANCE, [words for words, _ in ordered], [weight for _, weight in ordered]))
