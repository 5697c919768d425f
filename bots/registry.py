"""All bots by name, and the specs that name them on the command line: `name:key=value,...`.

A bot's parameter dataclass is the one source for parsing, help, the table of `boomtown bots` and the docs. Bots come
from three places: the built-in ones below, entry points of the group `boomtown.bots`, and specs of the form
`path/to/file.py:Class`.
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
import importlib.util
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from bots.bot import Bot
from engine import BoomtownError, Game

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
            for field in dataclasses.fields(self.params)
            if getattr(self.params, field.name) != field.default
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def make(self, game: Game, seat: int) -> Bot:
        """A fresh bot for one seat of one game."""
        if not self.cls.plays(game):
            raise SpecError(self.name, f"it plays {', '.join(self.cls.games or ())}, not {game.name}")
        return self.cls(game, seat, self.params)


class Registry(Mapping[str, tuple[type[Bot], type]]):
    """name -> (bot class, its parameter dataclass), for built-in bots and installed entry points."""

    def __getitem__(self, name: str) -> tuple[type[Bot], type]:
        cls = _load_named(name)
        return cls, cls.Params

    def __iter__(self) -> Iterator[str]:
        return iter([*BUILT_IN, *(name for name in sorted(_entry_points()) if name not in BUILT_IN)])

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
    if name not in registry:
        raise SpecError(text, f"no bot is named {name!r}{_nearest(name, list(registry))}")
    cls = _load_named(name)
    return Spec(name, cls, _parse_params(text, cls, settings))


def parameters(cls: type[Bot]) -> list[Parameter]:
    """The bot's parameters in the order they are declared."""
    hints = typing.get_type_hints(cls.Params)
    return [
        Parameter(field.name, _kind(hints[field.name]), _written(field.default), field.metadata.get("help", ""))
        for field in dataclasses.fields(cls.Params)
    ]


def describe(cls: type[Bot]) -> str:
    """The first line of the bot's docstring."""
    return (cls.__doc__ or "").strip().split("\n")[0]


# -- loading -----------------------------------------------------------------------------------------------------------


@cache
def _entry_points() -> dict[str, Any]:
    return {point.name: point for point in entry_points(group="boomtown.bots")}


@cache
def _load_named(name: str) -> type[Bot]:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        return typing.cast("type[Bot]", getattr(importlib.import_module(module), attribute))
    if name not in _entry_points():
        raise KeyError(name)
    return _checked(name, _entry_points()[name].load())


def _load_file(spec: str, path: Path, name: str) -> type[Bot]:
    if not path.is_file():
        raise SpecError(spec, f"there is no file {path}")
    module_spec = importlib.util.spec_from_file_location(f"_bot_{path.stem}", path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = sys.modules[module_spec.name] = importlib.util.module_from_spec(module_spec)
    try:
        module_spec.loader.exec_module(module)
    except Exception as fault:  # the file is the user's: whatever it raises is their error to mend
        raise SpecError(spec, f"{path} fails to load: {type(fault).__name__}: {fault}") from fault
    found = [
        key for key, value in vars(module).items() if isinstance(value, type) and value.__module__ == module.__name__
    ]
    if name not in found:
        raise SpecError(spec, f"{path} has no class {name!r}{_nearest(name, found)}")
    return _checked(spec, getattr(module, name))


def _checked(spec: str, cls: Any) -> type[Bot]:
    if not (isinstance(cls, type) and issubclass(cls, Bot)):
        raise SpecError(spec, f"{cls!r} is no subclass of bots.Bot")
    return cls


# -- parameters --------------------------------------------------------------------------------------------------------


def _parse_params(spec: str, cls: type[Bot], settings: str) -> Any:
    fields = {field.name: field for field in dataclasses.fields(cls.Params)}
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
    return cls.Params(**values)


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
    except (KeyError, ValueError):
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
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _nearest(name: str, valid: list[str]) -> str:
    if not valid:
        return "; it has none"
    close = difflib.get_close_matches(name, valid, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]}?" if close else ";"
    return f"{hint} valid: {', '.join(valid)}"
