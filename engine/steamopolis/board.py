"""The data of a game: reads the file that comes with it (or a user's own) and checks it, all faults at once.

`load_board` gives the dict that records hold, `read_board` checks the one a record holds. The limits here are what the
tables can hold, what the notation can name, and what keeps every chain of effects finite (rules 2).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.checks import Check, Fault, is_whole, number
from engine.errors import BoardError, did_you_mean
from engine.steamopolis.effects import Effect, EffectFault, parse_effect, parse_passive
from engine.steamopolis.notation import CHARACTERS, COLOURS, DISTRICTS, MACHINES, STARTS

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

DEFAULT = Path(__file__).parent / "boards" / "steamopolis.toml"
RANKS = (10, 11, 12, 11)  # machine tiles by rank, in the order of their names
SLOTS = [1, 2, 3, 4, 5, 6, 7]
EXTRAS = ("lose_machine", "lose_stone", "invite")
NOT_ON_MACHINES = (
    "buy_any", "other_district", "run_machines", "capacity", "par_use", "par_use_all", "par_place_use", "pink",
)  # fmt: skip
MAX_VISITING = 8  # districts with other_district: each may nest one deeper in the stack of pending decisions

# -- one datum ---------------------------------------------------------------------------------------------------------


def _flag(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield key, f"must be true or false, not {value!r}"


def _word(*words: str) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if value not in words or not isinstance(value, str):
            yield key, f"must be {' or '.join(words)}, not {value!r}"

    return check


def _list(one: Check, size: int) -> Check:
    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield key, f"must be a list of {size} values, not {value!r}"
            return
        if len(value) != size:
            yield key, f"has {len(value)} values, not {size}"
        for place, item in enumerate(value):
            yield from one(f"{key}[{place}]", item)

    return check


def _row(**columns: Check) -> Check:
    """A list whose places have names and checks of their own."""

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, list) or len(value) != len(columns):
            yield key, f"must be a list [{', '.join(columns)}], not {value!r}"
            return
        for item, (name, one) in zip(value, columns.items(), strict=True):
            yield from one(f"{key} {name}", item)

    return check


def _table(checks: Mapping[str, Check]) -> Check:
    """A table with exactly these keys."""

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield key, f"must be a table with {len(checks)} keys, not {value!r}"
            return
        for name, one in checks.items():
            if name not in value:
                yield f"{key}.{name}", "is missing"
            else:
                yield from one(f"{key}.{name}", value[name])
        for name in value:
            if name not in checks:
                yield f"{key}.{name}", f"unknown key{did_you_mean(str(name), checks)}"

    return check


def _gauge(key: str, value: Any) -> Iterator[Fault]:
    found = list(_list(number(1, 8), 10)(key, value))
    yield from found
    if found:
        return
    if value != sorted(value):
        yield key, f"must not fall from left to right, as {value} does"
    elif value[-1] < 7:
        yield key, "must end with 7 or 8, or a player could be left without a legal action"


def _slots(key: str, value: Any) -> Iterator[Fault]:
    if value != SLOTS:
        yield key, f"must be {SLOTS}: slot k has value k"


def _levels(low: int, high: int) -> Check:
    """Some of the levels from low to high, ascending."""

    def check(key: str, value: Any) -> Iterator[Fault]:
        right = isinstance(value, list) and all(is_whole(item) and low <= item <= high for item in value)
        if not right or not value or value != sorted(set(value)):
            yield key, f"must be levels from {low} to {high}, each once and ascending, not {value!r}"

    return check


def _alternative(level: int) -> Check:
    low, high = (1, 4) if level <= 4 else (5, 8)

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not is_whole(value) or not low <= value <= high or value == level:
            yield key, f"must be another level from {low} to {high}, not {value!r}"

    return check


def _extra(key: str, value: Any) -> Iterator[Fault]:
    names = value.split("+") if isinstance(value, str) and value else []
    if not isinstance(value, str) or len(set(names)) < len(names) or set(names) - set(EXTRAS):
        yield key, f"must be '' or names of {', '.join(EXTRAS)} joined by +, not {value!r}"


def _cost(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, str) or set(value) - set("cg") or len(value) > 8:
        yield key, f"must be up to 8 letters c and g, not {value!r}"


# -- effects -----------------------------------------------------------------------------------------------------------


def _forbidden(effect: Effect, names: tuple[str, ...], where: str) -> Iterator[str]:
    for part in effect.parts():
        if part.op in names:
            yield f"{part.op} never stands on {where}"
        if part.cost == "invite" and where != "districts":
            yield "the cost invite stands on districts only"


def _effect(where: str, names: tuple[str, ...], *, may_be_empty: bool = False, may_end: bool = False) -> Check:
    """An effect without a trigger."""

    def check(key: str, value: Any) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield key, f"must be an effect in quotes, not {value!r}"
            return
        if may_be_empty and not value:
            return
        try:
            effect = parse_effect(value)
        except EffectFault as fault:
            yield key, str(fault)
            return
        if effect.is_end and not may_end:
            yield key, "`end` stands on districts only; a passive has `end flew3: ...`"
        for what in _forbidden(effect, names, where):
            yield key, what

    return check


def _passive(key: str, value: Any) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield key, f"must be a passive in quotes, not {value!r}"
    if not isinstance(value, str) or not value:
        return
    try:
        passive = parse_passive(value)
    except EffectFault as fault:
        yield key, str(fault)
        return
    for what in _forbidden(passive.effect, NOT_ON_MACHINES, "machines"):
        yield key, what
    if passive.trigger == "passenger":
        parts = passive.effect.parts()
        if len(passive.effect.sides) > 1 or any(part.cost or part.op not in ("press", "sp") for part in parts):
            yield key, "a passenger passive holds only press and sp"


_active = _effect("machines", NOT_ON_MACHINES, may_be_empty=True)
_START = {"boilers": number(0, 5), "active": _active, "passive": _passive, "storage": number(0, 5)}


def _machine(rank: int) -> Check:
    def right_rank(key: str, value: Any) -> Iterator[Fault]:
        if value != rank or not is_whole(value):
            yield key, f"must be {rank}: M01 to M10 have rank 0, to M21 1, to M33 2, to M44 3"

    return _row(rank=right_rank, banner=_word(*COLOURS), cost=_cost, **_START)


def _rank_of(number: int) -> int:
    """By place in the list of machines."""
    return next(rank for rank in range(4) if number < sum(RANKS[: rank + 1]))


_district = _row(effect=_effect("districts", ("pink",), may_end=True), static=_flag)

# In the order of the record format.
CHECKS: dict[str, Check] = {
    "meta": _table(
        {
            "reconstruction": _flag,
            "gauge": _gauge,
            "slots": _slots,
            "base_max_field": number(0, 6),
            "builtin_boilers": number(1, 9),
            "builtin_storage": number(0, 15),
        }
    ),
    "market": _table(
        {
            "row3_kind": _table({str(level): _word("c", "g") for level in range(2, 9)}),
            "row3_count": _list(number(0, 7), 4),
            "machine_sp": _list(number(0, 50), 4),
            "machine_extra": _list(_extra, 4),
            "banner_extra": _list(_extra, 4),
        }
    ),
    "bonus": _table(
        {
            "number": _list(number(1, 8), 4),
            "cost": _list(number(0, 15), 4),
            "sp": _list(number(0, 50), 4),
            "invite": _list(_flag, 4),
        }
    ),
    "districts": _table(dict.fromkeys(DISTRICTS, _district)),
    "passengers": _table(
        {
            "banker": _levels(5, 8),
            "stoker": _levels(1, 4),
            "alternative": _table({str(level): _alternative(level) for level in (5, 6, 7, 8, 1, 2, 3, 4)}),
            "printed": _table({"banker": number(5, 8), "stoker": number(1, 4)}),
        }
    ),
    "characters": _table({str(number): _effect("characters", ("other_district",)) for number in CHARACTERS}),
    "start": _table(dict.fromkeys(("back", *STARTS, "capacity"), _row(**_START))),
    "machines": _table({name: _machine(_rank_of(number)) for number, name in enumerate(MACHINES)}),
}


# -- data that must fit together ---------------------------------------------------------------------------------------


def _fit(board: dict[str, Any]) -> Iterator[Fault]:
    """What no single datum shows; the board is sound otherwise."""
    pink = [
        key for key, text in board["characters"].items() for part in parse_effect(text).parts() if part.op == "pink"
    ]
    if len(pink) > 1:
        yield "characters", f"there is one pink marker, but {len(pink)} in the effects of {', '.join(pink)}"
    effects = {key: parse_effect(text) for key, (text, _) in board["districts"].items()}
    visiting = [key for key, effect in effects.items() if any(part.op == "other_district" for part in effect.parts())]
    if len(visiting) > MAX_VISITING:
        yield "districts", f"other_district stands on {len(visiting)} districts, use {MAX_VISITING} at most"


def _faults(board: dict[str, Any]) -> Iterator[Fault]:
    found = []
    for key, check in CHECKS.items():
        found += [(key, "is missing")] if key not in board else list(check(key, board[key]))
    for key in board:
        if key not in CHECKS:
            found.append((str(key), f"unknown key{did_you_mean(str(key), CHECKS)}"))
    yield from found or _fit(board)


def check_board(board: Any) -> list[str]:
    """All faults of a board dict as records hold it; [] for a sound one.

    >>> board = load_board()
    >>> board["meta"]["builtin_boilers"] = 0
    >>> board["districts"]["1L"][0] = "par_plaze:2"
    >>> for fault in check_board(board):
    ...     print(fault[:70])
    meta.builtin_boilers: 0 is out of range, use 1 to 9
    districts.1L effect: unknown effect 'par_plaze:2' (did you mean par_pl
    """
    if not isinstance(board, Mapping):
        return [f"board: must be an object, not {board!r}"]
    return [f"{key}: {what}" for key, what in _faults(dict(board))]


def read_board(board: Mapping[str, Any], source: str = "board") -> dict[str, Any]:
    """A checked copy of the data, in the order of the format: records of the same game have the same bytes."""
    faults = check_board(board)
    if faults:
        raise BoardError(source, faults)
    ordered: dict[str, Any] = _like(board, _read(DEFAULT))
    return ordered


def load_board(path: str | Path | None = None) -> dict[str, Any]:
    """The data that come with the game, or those of a user's own file, as records hold them.

    >>> load_board()["meta"]["gauge"]
    [1, 1, 2, 2, 3, 4, 5, 6, 7, 8]
    """
    file = DEFAULT if path is None else Path(path)
    return read_board(_read(file), str(file))


def _read(file: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        return found
    except OSError as error:
        raise BoardError(str(file), [f"cannot be read: {error.strerror}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardError(str(file), [f"is no TOML file: {error}"]) from None


def _like(data: Any, model: Any) -> Any:
    """A copy of sound data whose tables have their keys in the order of the model."""
    if isinstance(model, Mapping):
        return {key: _like(data[key], model[key]) for key in model}
    return [_like(item, None) for item in data] if isinstance(data, list) else data
