"""What a game is set up with: declared once, in a dataclass whose fields are made by `setting`.

That one declaration feeds the command line's options and their help, `--config`, the set-up screen, `new_game`, the
record's header, the docs' tables and the messages about wrong values. `Setting` is a field as those readers see it;
`GameSettings` is the base of a game's dataclass. `engine/planet_steam/settings.py` is an example.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from engine.errors import RecordError, SettingsError, did_you_mean

SOME = 9  # numbers to choose from where there is no highest one, beyond the lowest
NO_WORDS: Mapping[str, str] = MappingProxyType({})

Settings = TypeVar("Settings", bound="GameSettings")


def setting(
    default: Any,
    help: str,
    *,
    low: int | None = None,
    high: int | None = None,
    words: Mapping[str, str] = NO_WORDS,
    short: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    is_many: bool = False,
    is_file: bool = False,
    of: tuple[str, ...] = (),
    key: str = "",
    unless: str = "",
) -> Any:
    """A field of a settings dataclass: a whole number from `low` to `high`, one of `words`, or either.

    `words` maps each word to what it means; with `is_many` the value is a sorted tuple of words, and `short` names some
    that stand for several. `is_file`: a path to a data file or, from a record, its contents. `of` names the settings
    that it depends on, so that it is dropped when one of them changes. `key` is the value's place in a record's header
    ("players", "settings.recall"; by default the latter). A default of None depends on other settings: `unless` says in
    words what it is then, and the game's `complete` finds it.
    """
    return dataclasses.field(
        default=default,
        metadata={
            "help": help, "low": low, "high": high, "words": words, "short": short, "is_many": is_many,
            "is_file": is_file, "of": of, "key": key, "unless": unless,
        },
    )  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """A declared setting, as options, screens, records and docs read it."""

    name: str
    default: Any
    help: str
    low: int | None
    high: int | None
    words: Mapping[str, str]
    short: Mapping[str, tuple[str, ...]]
    is_many: bool
    is_file: bool
    of: tuple[str, ...]
    key: str
    unless: str

    @property
    def option(self) -> str:
        """Its name on the command line and in messages."""
        return self.name.replace("_", "-")

    @property
    def is_number(self) -> bool:
        return self.low is not None

    @property
    def values(self) -> tuple[Any, ...]:
        """What a person chooses from; nothing for files and for sets of words."""
        if self.is_file or self.is_many:
            return ()
        if self.low is None:
            return tuple(self.words)
        return (*range(self.low, (self.low + SOME if self.high is None else self.high) + 1), *self.words)

    @property
    def allowed(self) -> str:
        """The right values, in words: `0 to 6, or all`."""
        span = "" if self.low is None else f"{self.low} or more" if self.high is None else f"{self.low} to {self.high}"
        words = (*self.words, *self.short)
        named = f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
        return f"{span}, or {named}" if span and named else span or named

    @property
    def default_text(self) -> str:
        """The default as people read it."""
        if self.unless:
            return self.unless
        if self.is_many:
            return ",".join(self.default) or "none"
        return "none" if self.default is None else str(self.default)

    @property
    def full_help(self) -> str:
        """For `--help` and the docs."""
        return f"{self.help} (default: {self.default_text})."

    def parse(self, text: str) -> Any:
        """The value that a text stands for, checked: `3`, `all`, `one,other`, a path."""
        if self.is_file:
            return Path(text)
        if self.is_many:
            return self.check([word.strip() for word in text.split(",") if word.strip()])
        is_number = self.is_number and text.lstrip("-").isdecimal() and text.isascii()
        return self.check(int(text) if is_number and len(text) < 10 else text)

    def check(self, value: Any) -> Any:
        """A value that may stand here, in its one form; raises `SettingsError` for any other."""
        if self.is_file or (value is None and self.default is None):
            return value
        if self.is_many:
            return self._check_many([value] if isinstance(value, str) else value)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and self.low is not None and self.low <= value <= (value if self.high is None else self.high):
            return value
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, str) and self.is_number and value in map(str, self.values):
            return int(value)
        raise self._wrong(value)

    def _check_many(self, names: Iterable[Any]) -> tuple[str, ...]:
        chosen: set[str] = set()
        if not isinstance(names, Iterable):
            raise self._wrong(names)
        for name in names:
            if isinstance(name, str) and name in self.short:
                chosen.update(self.short[name])
            elif isinstance(name, str) and name in self.words:
                chosen.add(name)
            else:
                raise self._wrong(name)
        return tuple(sorted(chosen))

    def _wrong(self, value: Any) -> SettingsError:
        near = did_you_mean(value, (*self.words, *self.short)) if isinstance(value, str) else ""
        return SettingsError(f"{self.option} {value!r}{near}: use {self.allowed}")


@cache
def _declared(settings: type[GameSettings]) -> Mapping[str, Setting]:
    found = {}
    for field in dataclasses.fields(settings):
        key = field.metadata["key"] or f"settings.{field.name.replace('_', '-')}"
        found[field.name] = Setting(field.name, field.default, **{**field.metadata, "key": key})
    return MappingProxyType(found)


@dataclass(frozen=True)
class GameSettings:
    """The checked settings of one game. A game derives from this; a game with nothing to choose but its players too."""

    @classmethod
    def declared(cls) -> Mapping[str, Setting]:
        """The settings by name, in their order."""
        return _declared(cls)  # type: ignore[arg-type]  # classes are hashable, whatever their instances are

    @classmethod
    def make(cls: type[Settings], given: Mapping[str, Any]) -> Settings:
        """Checks what was given, completes it with the defaults."""
        known = cls.declared()
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise SettingsError(f"unknown setting {name!r}{did_you_mean(name, known)}; settings are {names}")
        return cls(**cls.complete({name: one.check(given.get(name, one.default)) for name, one in known.items()}))

    @classmethod
    def complete(cls, values: dict[str, Any]) -> dict[str, Any]:
        """What depends on several settings: a game finds its defaults of None and reads its data files here."""
        return values

    @classmethod
    def changed(cls, stored: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """Settings with others in their place; data of a setting that changes is dropped."""
        kept = dict(stored)
        for one in cls.declared().values():
            if any(name in given and given[name] != stored.get(name) for name in one.of):
                kept.pop(one.name, None)
        return {**kept, **given}

    @classmethod
    def in_header(cls, header: Mapping[str, Any]) -> dict[str, Any]:
        """What a record's header gives, by setting; the values `make` checks."""
        known = cls.declared()
        parents = {one.key.partition(".")[0] for one in known.values() if "." in one.key}
        for parent in parents:
            names = {one.key.partition(".")[2] for one in known.values() if one.key.startswith(f"{parent}.")}
            for name in sorted(dict(header.get(parent, {})).keys() - names):
                raise RecordError(f"{parent}.{name}: there is no such setting; use {', '.join(sorted(names))}")
        found = {}
        for name, one in known.items():
            outer, _, inner = one.key.partition(".")
            if outer not in header or (inner and inner not in header[outer]):
                raise RecordError(f"{outer if outer not in header else one.key}: is missing")
            found[name] = header[outer][inner] if inner else header[outer]
            if found[name] is None:
                raise RecordError(f"{one.key}: must not be null")
        return found

    def header(self) -> dict[str, Any]:
        """What a record says of them."""
        found: dict[str, Any] = {}
        for name, one in self.declared().items():
            value = getattr(self, name)
            value = list(value) if one.is_many else value
            outer, _, inner = one.key.partition(".")
            if inner:
                found.setdefault(outer, {})[inner] = value
            else:
                found[outer] = value
        return found

    def given(self) -> dict[str, Any]:
        """They themselves, by name: `make` gives them back."""
        return {name: getattr(self, name) for name in self.declared()}

    def comparable(self, name: str, value: Any) -> Any:
        """A value in the form in which equal settings are equal, whatever the order of their parts."""
        return list(value) if isinstance(value, tuple) else value

    def shown(self, name: str) -> str:
        """A setting as messages write it."""
        value = getattr(self, name)
        return ",".join(value) or "none" if isinstance(value, tuple) else str(value)

    def key(self) -> str:
        """Equal for equal settings."""
        return json.dumps(self.header(), sort_keys=True)
