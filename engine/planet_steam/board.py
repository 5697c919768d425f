"""Board data: reads the edition's file (or a user's own) and checks it, all faults at once.

`load_board` gives the dict that records hold; `engine.new_game` builds the compiled tables from it, and hands the
dict of a record to `check_board`. The limits here are what the C structs and tables can hold.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.checks import Check, Fault, number
from engine.errors import BoardError, SettingsError, did_you_mean
from engine.planet_steam.editions import EDITIONS as EDITIONS
from engine.planet_steam.notation import RESOURCES, ROLES, ZONES

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

PLAYER_COUNTS = (2, 3, 4, 5)
NEEDED_ROLES = ("lady", "venturer", "captain")  # every round's steps name their holders
SOURCES = ("stated", "reconstructed")
BY_RESOURCE = ("capacity", "supply_change")  # a list for each resource; in a file one flat list stands for all four
MAX_CREDITS = 16000  # state and observation keep credits and their bounds in 16 bits, doubled in a Venturer's bid
BOARDS = Path(__file__).parent / "boards"

# -- one datum ---------------------------------------------------------------------------------------------------------


def _numbers(low: int, high: int, shortest: int, longest: int) -> Check:
    one = number(low, high)
    size = f"{shortest}" if shortest == longest else f"{shortest} to {longest}"

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield key, f"must be a list of {size} whole numbers, not {value!r}"
            return
        if not shortest <= len(value) <= longest:
            yield key, f"has {len(value)} values, not {size}"
        for place, item in enumerate(value):
            yield from one(f"{key}[{place}]", item)

    return check


def _four_lists(low: int, high: int, shortest: int, longest: int) -> Check:
    """One list per resource."""
    one = _numbers(low, high, shortest, longest)

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or not all(isinstance(item, list) for item in value):
            yield key, f"must be a list of whole numbers, or four of them, one per resource, not {value!r}"
        elif len(value) != len(RESOURCES):
            yield key, f"has {len(value)} lists, not {len(RESOURCES)}, one per resource"
        else:
            # a fault that all four share stands once, as it stands once in a file with a flat list
            alike = all(item == value[0] for item in value)
            for place, item in enumerate(value[:1] if alike else value):
                yield from one(key if alike else f"{key}[{place}]", item)

    return check


def _zones(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield key, f'must be a list of zones like ["C4"], not {value!r}'
        return
    for place, zone in enumerate(value):
        if not isinstance(zone, str) or not re.fullmatch("[A-F][1-7]", zone):
            yield f"{key}[{place}]", f"{zone!r} is no zone, use A1 to F7"
        elif zone in value[:place]:
            yield f"{key}[{place}]", f"{zone} is named twice"


def _claims(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield key, f"must be a list of one list of zones per seat, not {value!r}"
        return
    for seat, zones in enumerate(value):
        yield from _zones(f"{key}[{seat}]", zones)


def _cards(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or not all(isinstance(card, list) for card in value):
        yield key, f"must be a list of one list of roles per card, not {value!r}"
        return
    seen: set[str] = set()
    for place, card in enumerate(value):
        for role in card:
            if role not in ROLES:
                yield (
                    f"{key}[{place}]",
                    f"unknown role {role!r}{did_you_mean(str(role), ROLES)}; use {', '.join(ROLES)}",
                )
            elif role in seen:
                yield f"{key}[{place}]", f"{role} is on a card already"
            else:
                seen.add(role)
    for role in NEEDED_ROLES:
        if role not in seen:
            yield key, f"no card shows {role}"


# In the order of the record format.
CHECKS: dict[str, Check] = {
    "rounds": number(1, 7),
    "supply": _numbers(0, 63, 4, 4),
    "licenses": number(0, 60),
    "quarters": number(0, 60),
    "credits": number(1, 2000),
    "start": _numbers(0, 60, 4, 4),
    "reduced_credits": number(1, 2000),
    "reduced_start": _numbers(0, 60, 4, 4),
    "market": number(0, 60),
    "tank_prices": _numbers(1, 999, 1, 60),
    "capacity": _four_lists(1, 60, 4, 4),
    "freelance": number(0, 20),
    "supply_change": _four_lists(-20, 20, 2, 64),
    "price_min": _numbers(1, 200, 4, 4),
    "price_max": _numbers(1, 200, 4, 4),
    "price_start": _numbers(1, 200, 4, 4),
    "specialists": _cards,
    "claims": _claims,
    "neutral": _zones,
    "closed": _zones,
    "river": _zones,
    "markers": number(1, 42),
    "tanks": number(0, 42),
    "converters": number(0, 42),
    "superchargers": number(0, 42),
}


# -- data that must fit together ---------------------------------------------------------------------------------------


def _fit_tracks(board: dict[str, Any], players: int) -> Iterator[Fault]:
    for place, (supply, changes) in enumerate(zip(board["supply"], board["supply_change"], strict=True)):
        if supply >= len(changes):
            yield f"supply[{place}]", f"{supply} is above the top of the supply track ({len(changes) - 1})"
    if board["market"] > len(board["tank_prices"]):
        yield "market", f"{board['market']} is above the top of the market ({len(board['tank_prices'])} tank prices)"
    for place in range(4):
        low, start, high = (board[key][place] for key in ("price_min", "price_start", "price_max"))
        if low > high:
            yield f"price_min[{place}]", f"{low} is above price_max ({high})"
        elif not low <= start <= high:
            yield f"price_start[{place}]", f"{start} is outside its track ({low} to {high})"


def _fit_carriers(board: dict[str, Any], players: int) -> Iterator[Fault]:
    for place, capacity in enumerate(board["capacity"]):
        if any(low >= high for low, high in itertools.pairwise(capacity)):
            key = "capacity" if board["capacity"].count(capacity) == len(RESOURCES) else f"capacity[{place}]"
            yield key, f"must rise from class to class, not {capacity}"
        for key in ("start", "reduced_start"):
            if board[key][place] > capacity[0]:
                what = f"{board[key][place]} does not fit on a carrier of class 1 ({capacity[0]})"
                yield f"{key}[{place}]", what


def _fit_seats(board: dict[str, Any], players: int) -> Iterator[Fault]:
    if len(board["specialists"]) != players:
        yield "specialists", f"has {len(board['specialists'])} cards for {players} players"
    if len(board["claims"]) != players:
        yield "claims", f"has {len(board['claims'])} seats for {players} players"
    for seat, zones in enumerate(board["claims"]):
        if len(zones) > board["markers"]:
            yield f"claims[{seat}]", f"needs {len(zones)} claim markers, and markers is {board['markers']}"


def _fit_map(board: dict[str, Any], players: int) -> Iterator[Fault]:
    taken = dict.fromkeys(board["closed"], "closed")
    if len(taken) == 42:
        yield "closed", "leaves no zone open"
    groups = [(f"claims[{seat}]", zones) for seat, zones in enumerate(board["claims"])]
    for key, zones in [*groups, ("neutral", board["neutral"])]:
        for zone in zones:
            if zone in taken:
                yield key, f"{zone} is in {taken[zone]} already"
            taken[zone] = key


def largest_credits(board: dict[str, Any], players: int) -> int:
    """More than this no player can ever own, nor receive in a whole game: all sales at the top, every windfall."""
    load = sum(
        (capacity[3] + board["freelance"]) * price
        for capacity, price in zip(board["capacity"], board["price_max"], strict=True)
    )
    per_round = load + 15 * 3 + 12 + players + 2  # Engineer, failed claim, licence; sabotage; manipulation; aid
    start = max(board["credits"], board["reduced_credits"])
    return int(start + board["rounds"] * per_round + 15 * board["licenses"])


def _fit_credits(board: dict[str, Any], players: int) -> Iterator[Fault]:
    most = largest_credits(board, players)
    if most > MAX_CREDITS:
        yield (
            "credits",
            f"a player could own {most}, more than {MAX_CREDITS}; lower credits, price_max, capacity or rounds",
        )


# Each runs only when the data it reads are sound by themselves.
FITS: list[tuple[Callable[[dict[str, Any], int], Iterator[Fault]], tuple[str, ...]]] = [
    (_fit_tracks, ("supply", "supply_change", "market", "tank_prices", "price_min", "price_start", "price_max")),
    (_fit_carriers, ("capacity", "start", "reduced_start")),
    (_fit_seats, ("specialists", "claims", "markers")),
    (_fit_map, ("closed", "claims", "neutral")),
    (_fit_credits, ("capacity", "freelance", "price_max", "credits", "reduced_credits", "rounds", "licenses")),
]


def _faults(board: dict[str, Any], players: int) -> Iterator[Fault]:
    unsound = set()
    for key, check in CHECKS.items():
        found = [(key, "is missing")] if key not in board else list(check(key, board[key]))
        if found:
            unsound.add(key)
        yield from found
    for key in board:
        if key not in CHECKS:
            yield str(key), f"unknown key{did_you_mean(str(key), list(CHECKS))}"
    for fit, keys in FITS:
        if unsound.isdisjoint(keys):
            yield from fit(board, players)


def check_board(board: Any, players: int) -> list[str]:
    """All faults of a board dict as records hold it; [] for a sound one.

    >>> check_board({**load_board("ffg", 4), "market": 15, "rounds": 9}, 4)
    ['rounds: 9 is out of range, use 1 to 7', 'market: 15 is above the top of the market (14 tank prices)']
    """
    if not isinstance(board, dict):
        return [f"board: must be an object, not {board!r}"]
    return list(dict.fromkeys(f"{key}: {what}" for key, what in _faults(board, players)))


def by_resource(value: Any) -> Any:
    """A list for each resource: a flat list of numbers stands for all four. Anything else stays, for `check_board`.

    >>> by_resource([4, 7])
    [[4, 7], [4, 7], [4, 7], [4, 7]]
    """
    if isinstance(value, list) and not any(isinstance(item, list) for item in value):
        return [list(value) for _ in RESOURCES]
    return value


def river_zones(line: int = 4) -> list[str]:
    """The zones of a line: what the river is as printed."""
    return [zone for zone in ZONES if zone.endswith(str(line))]


# -- files -------------------------------------------------------------------------------------------------------------


def board_path(edition: str) -> Path:
    """The file of an edition's board data."""
    if edition not in EDITIONS:
        raise SettingsError(
            f"unknown edition {edition!r}{did_you_mean(edition, EDITIONS)}; use {' or '.join(EDITIONS)}"
        )
    return BOARDS / f"{edition}.toml"


def load_board(edition: str, players: int, path: str | Path | None = None) -> dict[str, Any]:
    """The board of an edition, or of a user's own file for it, for that many players, as records hold it.

    >>> load_board("ffg", 4)["supply"]
    [6, 9, 8, 14]
    """
    data, source = _read(edition, path)
    if players not in PLAYER_COUNTS:
        raise SettingsError(f"{players} players: use 2 to 5")
    faults = _file_faults(data, edition)
    for count in PLAYER_COUNTS:
        board = {key: _pick(key, datum, count) for key, datum in data.items() if key in CHECKS}
        missing = [key for key, value in board.items() if value is _ABSENT]
        if count == players:
            faults += [(key, f"has no value for {count} players") for key in missing if isinstance(data[key], dict)]
        elif missing:
            continue  # a file may be for some player counts only
        sound = {key: value for key, value in board.items() if value is not _ABSENT}
        for key, what in _faults(sound, count):
            if what != "is missing":
                faults.append((_located(data, key, count), what))
    if faults:
        raise BoardError(source, list(dict.fromkeys(f"{key}: {what}" for key, what in faults)))
    return {key: _copy(_pick(key, data[key], players)) for key in CHECKS}


def file_edition(path: str | Path) -> str:
    """The edition that a board file says it is for."""
    data, source = _read("ffg", path)
    edition = data.get("edition")
    if edition not in EDITIONS:
        raise BoardError(source, [_edition_fault(edition)])
    return str(edition)


def reconstructed(edition: str, path: str | Path | None = None, players: int | None = None) -> list[str]:
    """Names the data that no text states, in part or in whole; with `players`, for that many only.

    >>> reconstructed("ludoart", players=4)[:3]
    ['tank_prices', 'capacity', 'supply_change']
    """
    data, _ = _read(edition, path)
    return [name for key in CHECKS for name in _unstated(key, data.get(key), players)]


def _unstated(key: str, datum: Any, players: int | None) -> list[str]:
    """The datum's name if it is reconstructed, with the parts that are if not all of it is."""
    source = datum.get("source") if isinstance(datum, dict) else None
    if isinstance(source, dict) and players is not None:
        source = source.get(str(players))
    if isinstance(source, dict):
        parts = [count for count, mark in source.items() if mark != "stated"]
        label = f"{', '.join(parts)} players"
    elif isinstance(source, list) and key in BY_RESOURCE:
        parts = [name + _places(mark) for name, mark in zip(RESOURCES, source, strict=False) if not _is_stated(mark)]
        label = ", ".join(parts)
        if all(mark == "reconstructed" for mark in source):
            return [key]
        return [f"{key} ({label})"] if parts else []
    elif isinstance(source, list):
        parts = [str(place) for place, mark in enumerate(source, 1) if mark != "stated"]
        label = f"places {', '.join(parts)}"
    else:
        return [] if source == "stated" else [key]
    if len(parts) == len(source):
        return [key]
    return [f"{key} ({label})"] if parts else []


def _is_stated(mark: Any) -> bool:
    """Whether the texts give all of a resource's list; marks place by place are a list themselves."""
    return all(one == "stated" for one in mark) if isinstance(mark, list) else bool(mark == "stated")


def _places(mark: Any) -> str:
    """Which places of a resource's list are reconstructed, if not all."""
    places = [str(place) for place, one in enumerate(mark, 1) if one != "stated"] if isinstance(mark, list) else []
    return f" {' '.join(places)}" if places else ""


_ABSENT = object()
MAX_FILE = 16 << 20  # bytes


def _read(edition: str, path: str | Path | None) -> tuple[dict[str, Any], str]:
    file = board_path(edition) if path is None else Path(path)
    try:
        with file.open("rb") as source:
            found = source.read(MAX_FILE + 1)
        if len(found) > MAX_FILE:  # a device, say, has no end
            raise BoardError(str(file), [f"has more than {MAX_FILE} bytes"])
        return tomllib.loads(found.decode()), str(file)
    except OSError as error:
        raise BoardError(str(file), [f"cannot be read: {error.strerror}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardError(str(file), [f"is no TOML file: {error}"]) from None


def _pick(key: str, datum: Any, players: int) -> Any:
    """The datum for a number of players, or _ABSENT."""
    if not isinstance(datum, dict):
        return _ABSENT
    found = datum.get(str(players), datum.get("value", _ABSENT))
    return by_resource(found) if key in BY_RESOURCE else found


def _located(data: dict[str, Any], key: str, players: int) -> str:
    """The key as the user finds it in the file: `supply.4[1]` where the value depends on the number of players."""
    name, bracket, rest = key.partition("[")
    own = isinstance(data.get(name), dict) and str(players) in data[name]
    return f"{name}.{players}{bracket}{rest}" if own else key


def _edition_fault(edition: Any) -> str:
    return f'edition: must say "{EDITIONS[0]}" or "{EDITIONS[1]}", not {edition!r}'


def _file_faults(data: dict[str, Any], edition: str) -> list[Fault]:
    """What is wrong with the shape of a board file, before any value is looked at."""
    faults: list[Fault] = []
    said = data.get("edition")
    if said not in EDITIONS:
        faults.append(("edition", _edition_fault(said).partition(": ")[2]))
    elif said != edition:
        faults.append(("edition", f"the file is for {said}, the game for {edition}"))
    for key, datum in data.items():
        if key not in CHECKS:
            if key != "edition":
                faults.append((key, f"unknown key{did_you_mean(key, ['edition', *CHECKS])}"))
        elif not isinstance(datum, dict):
            faults.append((key, "must be a table with a source and a value, or one per number of players"))
        else:
            faults += _datum_faults(key, datum)
    return faults + [(key, "is missing") for key in CHECKS if key not in data]


def _datum_faults(key: str, datum: dict[str, Any]) -> Iterator[Fault]:
    counts = [str(count) for count in PLAYER_COUNTS]
    for name in datum:
        if name not in ("source", "value", *counts):
            yield (
                f"{key}.{name}",
                f"unknown key{did_you_mean(name, ('source', 'value'))}; use source, value, 2, 3, 4, 5",
            )
    source = datum.get("source")
    marks = list(source.values()) if isinstance(source, dict) else source if isinstance(source, list) else [source]
    if key in BY_RESOURCE:  # a resource's list may be marked place by place
        marks = [one for mark in marks for one in (mark if isinstance(mark, list) else [mark])]
    if not marks or not all(mark in SOURCES for mark in marks):
        yield f"{key}.source", 'must say "stated" or "reconstructed"'
    elif isinstance(source, dict) and not set(source) <= set(counts):
        yield f"{key}.source", "is by number of players, 2 to 5"
    if "value" in datum and any(count in datum for count in counts):
        yield f"{key}.value", "stands beside values for numbers of players; use one or the other"


def _copy(value: Any) -> Any:
    return [_copy(item) for item in value] if isinstance(value, list) else value
