"""What players read: catalogues of texts, one per language, and how numbers and plurals go in it.

The shell's texts are in `lang/` beside this file, a game's in the `lang/` folder of its room, its rules for people in
`lang/rules.LANGUAGE.toml` there; what a game names like a text of the shell replaces it. A catalogue is a TOML file of
texts with dotted names. Placeholders in lower case are filled by the caller; those in upper case are terms of a
variant of the game, from the table `variant.NAME.term`; other tables of `variant.NAME` replace whole texts. A text with
the keys `one` and `other` has a singular and a plural.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from arena.face import face_of
from engine import Game
from engine.errors import SettingsError, did_you_mean

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

LANGUAGES = ("en", "de", "fr")
SHELL = "arena.terminal"

Text = str | dict[str, str]


class Catalogue:
    """The texts of one language: the shell's, and those of a game's package in the words of one variant."""

    def __init__(self, language: str, package: str = "", variant: str = "") -> None:
        self.language = language
        found = {**load(SHELL, language), **(load(package, language) if package else {})}
        self._texts = {name: text for name, text in found.items() if not name.startswith("variant.")}
        prefix = f"variant.{variant}."
        own = {name[len(prefix) :]: text for name, text in found.items() if name.startswith(prefix)}
        self._terms = {name[5:]: str(text) for name, text in own.items() if name.startswith("term.")}
        self._texts.update({name: text for name, text in own.items() if not name.startswith("term.")})

    def __call__(self, name: str, /, **values: Any) -> str:
        """The text of that name, filled in. A text with a plural takes its form from the value `n`, or from `count`
        where `n` is told in words."""
        text = self._texts[name]
        if isinstance(text, dict):
            text = text["one" if is_one(self.language, values.get("count", values["n"])) else "other"]
        return text.format(**self._terms, **values)

    def names(self, prefix: str) -> list[str]:
        """What follows a prefix in the names of texts, in the order of the file."""
        return [name[len(prefix) :] for name in self._texts if name.startswith(prefix)]

    def has(self, name: str) -> bool:
        return name in self._texts

    def find(self, name: str, otherwise: str) -> str:
        """The text of that name, or what stands for it where nobody has written one."""
        return self(name) if self.has(name) else otherwise

    def number(self, value: float) -> str:
        """A number with the language's grouping of thousands; one decimal where it is not whole."""
        text = f"{value:,.1f}".removesuffix(".0").replace("-", "−")
        marks = {"en": ",.", "de": ".,", "fr": "\u202f,"}[self.language]
        return text.translate(str.maketrans(",.", marks))

    def signed(self, value: float) -> str:
        """A change: always with its sign."""
        return f"+{self.number(value)}" if value > 0 else "±0" if value == 0 else self.number(value)

    def percent(self, share: float) -> str:
        space = "" if self.language == "en" else "\u00a0"
        return f"{round(100 * share)}{space}%"

    def lead(self, label: str) -> str:
        """What stands before a text, with the language's colon: `Ada: `."""
        return f"{label}\u00a0: " if self.language == "fr" else f"{label}: "

    def listing(self, parts: list[str]) -> str:
        """`a, b and c` in the language."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self('ui.and')} {parts[-1]}"


def catalogue_of(game: Game, language: str) -> Catalogue:
    """The texts for a game, in the words of its variant."""
    face = face_of(game)
    return Catalogue(language, face.lang, face.variant(game.settings))


def is_one(language: str, n: float) -> bool:
    """Whether a number takes the singular: 1, and in French all that is less than 2."""
    return abs(n) < 2 if language == "fr" else abs(n) == 1


@cache
def load(package: str, language: str) -> Mapping[str, Text]:
    """A package's catalogue, its tables joined to dotted names; English where it lacks the language."""
    folder = files(package).joinpath("lang")
    path = folder.joinpath(f"{language}.toml")
    if not path.is_file():
        return load(package, "en")
    found: dict[str, Text] = {}
    for part in (path, folder.joinpath(f"rules.{language}.toml")):
        source = part.read_text("utf-8") if part.is_file() else ""
        if language == "fr":  # no line begins with a sign that belongs to the word before
            source = re.sub(r"(?<=\S) (?=[:;?!])", "\u00a0", source)
        found.update(_flat(tomllib.loads(source), ""))
    return found


def _flat(table: Mapping[str, Any], prefix: str) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for key, value in table.items():
        if isinstance(value, str) or set(value) == {"one", "other"}:
            found[prefix + key] = value
        else:
            found.update(_flat(value, f"{prefix}{key}."))
    return found


def pick_language(asked: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else the system's, else English."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise SettingsError(
                f"unknown language {asked!r}{did_you_mean(asked, LANGUAGES)}; use {', '.join(LANGUAGES)}"
            )
        return asked
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        name = environ.get(variable, "").split(":")[0][:2].lower()
        if name:
            return name if name in LANGUAGES else "en"
    return "en"
