"""Names of things, and moves as words and back, as record-format.md writes them.

The numbers mirror the enums of state.pxd: a move is `verb << 20 | argument`. `tests/planet_steam/test_notation.py`
compares them with that file's, name by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.errors import NotationError, unknown_verb

RESOURCES = ("quartz", "ore", "water", "energy")
ROLES = ("lady", "venturer", "captain", "engineer", "agent")
LEVELS = ("weak", "moderate", "strong")
ZONES = tuple(f"{position}{line}" for line in range(1, 8) for position in "ABCDEF")

# The steps in which somebody moves, by their names in state.pxd and in its order; `PHASES[number]` is a step's name.
PHASE_NAMES = {
    "FIRST_PLAYER": "first-player",
    "SETUP_UPGRADE": "setup-upgrade",
    "RIVER_DIE": "river-die",
    "SPECIALIST_BID": "specialist-bid",
    "TAKE_CARD": "take-card",
    "USE_ENGINEER": "engineer",
    "USE_AGENT": "agent",
    "MANIPULATE_PRICES": "manipulate",
    "TAKE_BONUS": "bonus",
    "PLACE_MARKER": "marker",
    "NAME_VICTIM": "sabotage",
    "TIP_TANK": "tip",
    "RIVER_NEUTRAL": "river-neutral",
    "PLACE_OWN": "place-own",
    "PLACE_NEUTRAL": "place-neutral",
    "OFFER_ZONE": "offer-zone",
    "ZONE_BID": "zone-bid",
    "CLAIMING": "claiming",
    "CLAIM_DIE": "claim-die",
    "SHIFT_CLAIM": "shift",
    "MOORING": "mooring",
    "KEEP_FREELANCE": "keep-freelance",
    "FREELANCE_BID": "freelance-bid",
    "ACTIVATION": "activation",
    "TANK_PHASE": "tank-phase",
    "EXTRACTION": "extraction",
    "TRADE": "trade",
    "CERTIFICATES": "certificates",
    "SABOTAGE_DIE": "sabotage-die",
    "OVER": "over",
    "STOWING": "stow",
}
PHASES = tuple(PHASE_NAMES.values())
BID_PHASES = ("specialist-bid", "zone-bid", "freelance-bid")

_SHIFT = 20
_ARGUMENT = (1 << _SHIFT) - 1
_NO_TANK = 63  # the argument of a plain `emergency`


class _Fault(Exception):
    """What is wrong with an argument; `parse` turns it into a NotationError with the whole move."""


def zone_index(name: object) -> int:
    if name not in ZONES:
        raise _Fault(f"unknown zone {name}; zones are A1 to F7")
    return ZONES.index(str(name))


def zone_mask(names: Iterable[str]) -> int:
    return sum(1 << zone_index(name) for name in names)


# -- arguments ---------------------------------------------------------------------------------------------------------
# Each kind of argument list: how many words, from number to words, from words to number.


def _one_of(names: tuple[str, ...], what: str) -> tuple[Callable[[int], list[Any]], Callable[[list[Any]], int]]:
    def parse(words: list[Any]) -> int:
        if words[0] not in names:
            raise _Fault(f"unknown {what} {words[0]}; use {', '.join(names[:-1])} or {names[-1]}")
        return names.index(words[0])

    return lambda n: [names[n]], parse


_resource = _one_of(RESOURCES, "resource")
_engineer = _one_of(("license", "credits"), "choice")
_level = _one_of(LEVELS, "level")
_agent = _one_of(("upgrade", "resource"), "choice")


def _number(word: object, low: int, high: int) -> int:
    if isinstance(word, bool) or not isinstance(word, int) or not low <= word <= high:
        raise _Fault(f"{word} is no number from {low} to {high}")
    return word


def _parse_converter(words: list[Any]) -> int:
    kind = _resource[1](words)
    if RESOURCES[kind] == "water":
        raise _Fault("there is no water converter; use quartz, ore or energy")
    to = zone_index(words[2]) + 1 if len(words) == 3 else 0
    return kind << 13 | zone_index(words[1]) << 7 | to


def _converter_words(n: int) -> list[Any]:
    words = [RESOURCES[n >> 13], ZONES[n >> 7 & 63]]
    return [*words, ZONES[(n & 127) - 1]] if n & 127 else words


def _parse_emergency(words: list[Any]) -> int:
    if not words:
        return _NO_TANK
    to = zone_index(words[1]) + 1 if len(words) == 2 else 0
    return to << 6 | zone_index(words[0])


def _emergency_words(n: int) -> list[Any]:
    if n == _NO_TANK:
        return []
    return [ZONES[n & 63], ZONES[(n >> 6) - 1]] if n >> 6 else [ZONES[n]]


def _parse_manipulate(words: list[Any]) -> int:
    shifts = [_number(word, -5, 5) + 5 for word in words[1:]]
    return _level[1](words) << 16 | shifts[0] << 12 | shifts[1] << 8 | shifts[2] << 4 | shifts[3]


def _manipulate_words(n: int) -> list[Any]:
    return [LEVELS[n >> 16], *((n >> shift & 15) - 5 for shift in (12, 8, 4, 0))]


_Kind = tuple[tuple[int, ...], Callable[[int], list[Any]], Callable[[list[Any]], int], str]

_NONE: _Kind = ((0,), lambda n: [], lambda words: 0, "")
_ZONE: _Kind = ((1,), lambda n: [ZONES[n]], lambda words: zone_index(words[0]), "ZONE")
_TWO_ZONES: _Kind = (
    (2,),
    lambda n: [ZONES[n >> 6], ZONES[n & 63]],
    lambda words: zone_index(words[0]) << 6 | zone_index(words[1]),
    "ZONE ZONE",
)
_RESOURCE: _Kind = ((1,), *_resource, "RESOURCE")


def _numeral(low: int, high: int, name: str) -> _Kind:
    return (1,), lambda n: [n], lambda words: _number(words[0], low, high), name


_AMOUNT = _numeral(1, 32767, "N")
_SEAT = _numeral(0, 4, "SEAT")
_AGENT: _Kind = (
    (2,),
    lambda n: ["upgrade" if n < 4 else "resource", RESOURCES[n & 3]],
    lambda words: _agent[1](words) << 2 | _resource[1](words[1:]),
    "upgrade|resource RESOURCE",
)
_MARKER: _Kind = (
    (2,),
    lambda n: [(n >> 2) + 1, RESOURCES[n & 3]],
    lambda words: _number(words[0], 1, 4) - 1 << 2 | _resource[1](words[1:]),
    "PLACE RESOURCE",
)
_EMERGENCY: _Kind = ((0, 1, 2), _emergency_words, _parse_emergency, "[ZONE [ZONE]]")

# In the order of the verbs (V_...) in state.pxd.
VERBS: dict[str, _Kind] = {
    "first": _SEAT,
    "die": _numeral(1, 6, "PIPS"),
    "pass": _NONE,
    "bid": _AMOUNT,
    "upgrade": _RESOURCE,
    "take": _numeral(1, 5, "CARD"),
    "engineer": ((1,), *_engineer, "license|credits"),
    "agent": _AGENT,
    "bonus": _RESOURCE,
    "marker": _MARKER,
    "manipulate": ((5,), _manipulate_words, _parse_manipulate, "LEVEL QUARTZ ORE WATER ENERGY"),
    "sabotage": _SEAT,
    "tip": _ZONE,
    "offer": _ZONE,
    "skip": _NONE,
    "roll": _ZONE,
    "shift": _ZONE,
    "license": _ZONE,
    "claim": _ZONE,
    "moor": _numeral(1, 7, "LINE"),
    "keep": _NONE,
    "release": _NONE,
    "own": _ZONE,
    "neutral": _ZONE,
    "activate": _NONE,
    "decline": _NONE,
    "emergency": _EMERGENCY,
    "done": _NONE,
    "tank": _ZONE,
    "import": _ZONE,
    "converter": ((2, 3), _converter_words, _parse_converter, "RESOURCE ZONE [ZONE]"),
    "supercharger": _ZONE,
    "move-tank": _TWO_ZONES,
    "move-converter": _TWO_ZONES,
    "drop-converter": _ZONE,
    "move-supercharger": _TWO_ZONES,
    "extract": _NONE,
    "power": _ZONE,
    "buy": _AMOUNT,
    "sell": _AMOUNT,
    "buy-license": _NONE,
    "sell-license": _NONE,
    "buy-quarters": _NONE,
    "stow": _RESOURCE,
}
_NAMES = tuple(VERBS)


def words(move: int) -> list[Any]:
    """A move in record notation, without the seat.

    >>> words(parse(["converter", "ore", "C4", "D4"]))
    ['converter', 'ore', 'C4', 'D4']
    """
    verb = move >> _SHIFT
    if not 0 <= verb < len(_NAMES):
        raise NotationError(str(move), "no move has this number")
    name = _NAMES[verb]
    try:
        return [name, *VERBS[name][1](move & _ARGUMENT)]
    except IndexError:
        raise NotationError(str(move), "no move has this number") from None


def parse(given: list[Any]) -> int:
    """The number of a move; raises NotationError saying what would be right.

    >>> parse(["bid", 20]) & 0xFFFF
    20
    """
    text = " ".join(map(str, given))
    if not given or given[0] not in VERBS:
        raise unknown_verb(given, _NAMES)
    name = given[0]
    counts, _, parse_arguments, usage = VERBS[name]
    try:
        if len(given) - 1 not in counts:
            raise _Fault(f"write it as '{f'{name} {usage}'.strip()}'")
        return _NAMES.index(name) << _SHIFT | parse_arguments(given[1:])
    except _Fault as fault:
        raise NotationError(text, str(fault)) from None
