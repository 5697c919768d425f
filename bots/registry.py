"""All bots by name, and the specs that name them on the command line: `name:key=value,...`.

A bot's parameter dataclass is the one source for parsing, help, the table of `boomtown bots` and the docs. Bots come
from four places: the built-in ones below, games' rooms (`bots/players.py`), entry points of the group `boomtown.bots`,
and specs of the form `path/to/file.py:Class`.
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
import importlib.util
import inspect
import math
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import Any

from bots.bot import Bot
from bots.players import players_of
from engine import BoomtownError, Game
from engine.games import game_names

# Loaded when first asked for, so that listing `random` does not load the search.
BUILT_IN = {
    "random": "bots.random_bot:RandomBot",
    "greedy": "bots.greedy:GreedyBot",
    "heuristic": "bots.heuristic:HeuristicBot",
    "mcts": "bots.mcts:MctsBot",
    "level": "bots.level:LevelBot",
}


class SpecError(BoomtownError):
    """A spec that names no bot, or a parameter that the bot does not have or cannot take."""

    def __init__(self, spec: str, reason: str) -> None:
        super().__init__(f"bot {spec}: {reason}")
        self.spec = spec


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a bot, as shown to people."""

    name: str
    kind: str
    default: str
    help: str


@dataclasses.dataclass(frozen=True)
class Spec:
    """A parsed spec: which bot, with which parameters. `str` gives it back, only what differs from the defaults."""

    name: str
    cls: type[Bot]
    params: Any

    def __str__(self) -> str:
        changed = [
            f"{field.name}={_written(getattr(self.params, field.name))}"
            for field in _fields(self.params)
            if getattr(self.params, field.name) != _default(field)
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def check(self, game: Game) -> None:
        """Raises an error if the bot cannot play this game."""
        refusal = self.cls.refusal(game, self.params)
        if refusal is not None:
            raise SpecError(str(self), refusal)

    def make(self, game: Game, seat: int) -> Bot:
        """A fresh bot for one seat of one game."""
        self.check(game)
        try:
            return self.cls(game, seat, self.params)
        except MemoryError:
            raise SpecError(str(self), "there is too little memory to make it; let it ask for less") from None


class Registry(Mapping[str, tuple[type[Bot], type]]):
    """name -> (bot class, its parameter dataclass), for built-in bots, those of games' rooms and entry points."""

    def __getitem__(self, name: str) -> tuple[type[Bot], type]:
        cls = _load_named(name)
        return cls, cls.Params

    def __contains__(self, name: object) -> bool:  # a bot that fails to load is there all the same
        return name in list(self)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*BUILT_IN, *_rooms()[0], *sorted(_entry_points()[0])]))

    def __len__(self) -> int:
        return len(list(iter(self)))


registry = Registry()


def make(spec: str, game: Game, seat: int) -> Bot:
    """A fresh bot for one seat of one game: `make("mcts:sims=200,threads=1", game, 0)`."""
    return parse_spec(spec).make(game, seat)


def parse_spec(text: str) -> Spec:
    """Parses `name`, `name:key=value,...`, `name:value` (its first parameter) or `path/to/file.py:Class[:...]`."""
    if ".py:" in text:
        path, _, rest = text.partition(".py:")
        name, _, settings = rest.partition(":")
        cls = _load_file(text, Path(f"{path}.py"), name)
        return Spec(f"{path}.py:{name}", cls, _parse_params(text, cls, settings))
    name, _, settings = text.partition(":")
    if name == "exec":
        raise SpecError(text, "programs (exec:) play in tournament and compare only")
    if text.endswith(".py"):
        raise SpecError(text, f"name the class too: {text}:Class")
    if name not in registry:
        raise SpecError(text, f"no bot is named {name!r}{_nearest(name, list(registry))}")
    cls = _load_named(name)
    return Spec(name, cls, _parse_params(text, cls, settings))


def is_foreign(spec: str) -> bool:
    """Whether a spec names code that came neither with the program nor with the game: a file, an entry point, a program
    of its own. Runs none of it."""
    name = spec.partition(":")[0]
    return name == "exec" or ".py:" in spec or not (name in BUILT_IN or name in _rooms()[0])


def foreign_module(name: str) -> str | None:
    """The module that the entry point of this name loads."""
    point = _entry_points()[0].get(name)
    return None if point is None else point.module


def parameters(cls: type[Bot]) -> list[Parameter]:
    """The bot's parameters in the order they are declared."""
    hints = typing.get_type_hints(cls.Params)
    return [
        Parameter(field.name, _kind(hints[field.name]), _written(_default(field)), field.metadata.get("help", ""))
        for field in _fields(cls.Params)
    ]


def describe(cls: type[Bot]) -> str:
    """The first line of the bot's docstring."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def unused() -> list[tuple[str, str]]:
    """Games' rooms and installed entry points that name no bot of ours, each with the reason."""
    return [*_rooms()[1], *_entry_points()[1]]


# -- loading -----------------------------------------------------------------------------------------------------------


def _rooms() -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Bots that play one game alone, name -> module and class, the first of a name; and what `unused` lists. Not
    cached: a game may be opened by its path at any time."""
    used: dict[str, str] = {}
    rest: list[tuple[str, str]] = []
    for game in game_names():
        try:
            own = players_of(game).bots
        except BoomtownError as fault:  # the other games' can be used all the same
            rest.append((game, str(fault)))
            continue
        for name, where in own.items():
            if name in BUILT_IN:
                rest.append((name, f"{where} of {game} is not used: a built-in bot has this name"))
            elif (first := used.setdefault(name, where)) != where:
                rest.append((name, f"{where} of {game} is not used: {first} has this name"))
    return used, rest


@cache
def _entry_points() -> tuple[dict[str, EntryPoint], list[tuple[str, str]]]:
    """Those in use by name, the first of a name on the path; and what `unused` lists."""
    used: dict[str, EntryPoint] = {}
    rest: list[tuple[str, str]] = []
    for package in distributions():
        try:
            points = package.entry_points.select(group="boomtown.bots")
        except Exception as fault:  # any installed package's metadata is read here, also a broken one's
            rest.append((str(package.name), f"its entry points cannot be read: {_told(fault)}"))
            continue
        for point in points:
            if point.name in BUILT_IN:
                rest.append((point.name, f"entry point {point.value} is not used: a built-in bot has this name"))
            elif (first := used.setdefault(point.name, point).value) != point.value:
                rest.append((point.name, f"entry point {point.value} is not used: {first} has this name"))
    return used, rest


@cache
def _load_named(name: str) -> type[Bot]:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return typing.cast("type[Bot]", getattr(importlib.import_module(module), attribute))
    if where := _rooms()[0].get(name):
        return _load_from_room(name, where)
    point = _entry_points()[0].get(name)
    if point is None:
        raise KeyError(name)
    try:
        cls = point.load()
    except (Exception, SystemExit) as fault:  # somebody else's package, as with a file
        raise SpecError(name, f"entry point {point.value} fails to load: {_told(fault)}") from fault
    return _checked(name, cls)


def _load_from_room(name: str, where: str) -> type[Bot]:
    module, _, attribute = where.partition(":")
    try:
        cls = getattr(importlib.import_module(module), attribute)
    except Exception as fault:  # perhaps somebody else's game
        raise SpecError(name, f"{where} fails to load: {_told(fault)}") from fault
    return _checked(name, cls)


def _load_file(spec: str, path: Path, name: str) -> type[Bot]:
    if not path.is_file():
        raise SpecError(spec, f"there is no file {path}")
    module_spec = importlib.util.spec_from_file_location(f"_bot_{path.stem}", path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = sys.modules[module_spec.name] = importlib.util.module_from_spec(module_spec)
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:  # the file is the user's: whatever it raises is their error to mend
        raise SpecError(spec, f"{path} fails to load: {_told(fault)}") from fault
    found = [
        key for key, value in vars(module).items() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    if name not in found:
        raise SpecError(spec, f"{path} has no class {name!r}{_nearest(name, found)}")
    return _checked(spec, getattr(module, name))


def _checked(spec: str, cls: Any) -> type[Bot]:
    if not (isinstance(cls, type) and issubclass(cls, Bot)):
        raise SpecError(spec, f"{cls!r} is no subclass of bots.Bot")
    if inspect.isabstract(cls):
        raise SpecError(spec, f"{cls.__name__} does not define {', '.join(sorted(cls.__abstractmethods__))}")
    if not (isinstance(cls.Params, type) and dataclasses.is_dataclass(cls.Params)):
        raise SpecError(spec, f"{cls.__name__}.Params is no dataclass")
    try:
        typing.get_type_hints(cls.Params)
    except Exception as fault:  # evaluates the annotations, which may name anything
        raise SpecError(spec, f"{cls.__name__}.Params has a type that is not there: {_told(fault)}") from fault
    if not _takes(cls, 3):
        raise SpecError(spec, f"{cls.__name__}.__init__ does not take (self, game, seat, params)")
    return cls


def _takes(cls: type, n: int) -> bool:
    try:
        inspect.signature(cls).bind(*range(n))
    except TypeError:
        return False
    except ValueError:  # compiled without a signature: what it takes shows when it is made
        pass
    return True


def _told(fault: BaseException) -> str:
    """An exception in one line."""
    return " ".join(f"{type(fault).__name__}: {fault}".split()).removesuffix(":")


# -- parameters --------------------------------------------------------------------------------------------------------


def _parse_params(spec: str, cls: type[Bot], settings: str) -> Any:
    fields = {field.name: field for field in _fields(cls.Params)}
    hints = typing.get_type_hints(cls.Params)
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals:
            if values or not fields:
                raise SpecError(spec, f"{setting!r} is no key=value{_nearest(key, list(fields))}")
            key, value = next(iter(fields)), setting
        if key not in fields:
            raise SpecError(spec, f"no parameter {key!r}{_nearest(key, list(fields))}")
        if key in values:
            raise SpecError(spec, f"{key} is given twice")
        values[key] = _parse_value(spec, fields[key], hints[key], value)
    if missing := [key for key in fields if key not in values and _default(fields[key]) is dataclasses.MISSING]:
        raise SpecError(spec, f"{' and '.join(missing)} must be given: {','.join(f'{key}=...' for key in missing)}")
    try:
        return cls.Params(**values)
    except ValueError as fault:  # a check of its own
        raise SpecError(spec, " ".join(str(fault).split())) from fault
    except Exception as fault:
        raise SpecError(spec, f"{cls.Params.__name__} cannot be made: {_told(fault)}") from fault


def _fields(params: Any) -> list[dataclasses.Field[Any]]:
    """What a spec can set."""
    return [field for field in dataclasses.fields(params) if field.init]


def _default(field: dataclasses.Field[Any]) -> Any:
    """MISSING: it must be given."""
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _parse_value(spec: str, field: dataclasses.Field[Any], hint: Any, text: str) -> Any:
    kinds = [kind for kind in typing.get_args(hint) if kind is not types.NoneType] or [hint]
    if types.NoneType in typing.get_args(hint) and text == "none":
        return None
    kind = kinds[0]
    try:
        if kind is bool:
            value: Any = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        else:
            value = kind(text)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(text)
    except (KeyError, ValueError, TypeError):  # TypeError: a type that no text makes
        raise SpecError(spec, f"{field.name} is {_kind(hint)}, not {text!r}") from None
    low, high = field.metadata.get("low"), field.metadata.get("high")
    if (low is not None and not value >= low) or (high is not None and not value <= high):
        bounds = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
        raise SpecError(spec, f"{field.name} is {' and '.join(bounds)}, not {text}")
    return value


def _kind(hint: Any) -> str:
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "a word", types.NoneType: "none"}
    return " or ".join(names.get(kind, str(kind)) for kind in typing.get_args(hint) or [hint])


def _written(value: Any) -> str:
    if value is dataclasses.MISSING:
        return "..."
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _nearest(name: str, valid: list[str]) -> str:
    if not valid:
        return "; it has none"
    close = difflib.get_close_matches(name, valid, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]}?" if close else ";"
    return f"{hint} valid: {', '.join(valid)}"
