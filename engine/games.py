"""The games there are, found by looking: no list in the code names them.

A game has one room per floor. Those that come with the program are the packages `engine.NAME`, `bots.NAME` and
`arena.NAME`; a stranger's game is one package with the modules (or packages) `engine`, `bots` and `arena`, found by an
entry point of the group `boomtown.games` or by the path of its folder. A room exports one object; that of the engine is
`GAME`, a `GameType`. The others may be missing: bots and arena then do with the contract alone.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import engine
from engine.errors import BoomtownError, RecordError, SettingsError, did_you_mean
from engine.game import Game
from engine.settings import GameSettings

DEFAULT = "planet-steam"
GROUP = "boomtown.games"
OLD_FORMAT = "boomtown/1"
OBJECT = "an object"
NAMES = "a list of names"
FLOORS = ("engine", "bots", "arena")


@dataclass(frozen=True)
class Variant:
    """A set-up to measure."""

    label: str  # a column's head
    settings: Mapping[str, Any]


@dataclass(frozen=True)
class GameType:
    """What a game's engine room offers."""

    name: str  # as records name it
    title: str  # as people do
    summary: str  # one line: what kind of game, for how many
    game: type[Game]
    settings: type[GameSettings]
    standard: Variant = Variant("", {})  # what its speed is told by
    measured: tuple[Variant, ...] = ()  # whose speeds `boomtown bench` lists; none: the standard one
    signed: tuple[Mapping[str, Any], ...] = ({},)  # settings whose games the signature folds in
    searched: tuple[Mapping[str, Any], ...] = ({},)  # and those whose searches
    # A record's header of version 1 in the present form; such a game is made with `version=1`, for that time's rulings.
    upgrade: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None


_paths: dict[str, str] = {}  # names of games given by a path -> their packages
_folders: dict[str, str] = {}  # and the folders


def game_names() -> list[str]:
    """All games that can be chosen by name: our own, installed ones, and those opened by a path."""
    return list(dict.fromkeys([*_built_in(), *sorted(_installed()), *_paths]))


@cache
def _built_in() -> dict[str, str]:
    """Game name -> its package's name on every floor."""
    rooms = sorted(module.name for module in pkgutil.iter_modules(engine.__path__) if module.ispkg)
    first = DEFAULT.replace("-", "_")
    return {room.replace("_", "-"): room for room in sorted(rooms, key=lambda room: room != first)}


@cache
def _installed() -> dict[str, str]:
    """Name -> package, of the entry points; the first of a name counts, and ours before all."""
    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        if point.name not in _built_in():
            found.setdefault(point.name, point.value)
    return found


def open_game(name: str) -> str:
    """The name of a game given by its name or by the path of its folder."""
    if name in _built_in() or name in _installed() or name in _paths:
        return name
    folder = Path(name)
    if not any(folder.glob("engine*")):
        known = game_names()
        raise SettingsError(
            f"unknown game {name!r}{did_you_mean(name, known)}; use {', '.join(known)}, or the folder of a game"
        )
    package, top = _package_of(folder.resolve())
    if str(top) not in sys.path:
        sys.path.insert(0, str(top))
    found = _type_in(f"{package}.engine", name)
    if found.name in _built_in() or _installed().get(found.name, package) != package:
        raise SettingsError(f"{name}: its game is named {found.name}, as another game is; give it another name")
    _paths[found.name] = package
    _folders[found.name] = str(folder.resolve())
    return found.name


def _package_of(folder: Path) -> tuple[str, Path]:
    """A folder's full name as a package, and the folder that imports start from."""
    parts, top = [folder.name], folder.parent
    while (top / "__init__.py").is_file():
        parts.insert(0, top.name)
        top = top.parent
    return ".".join(parts), top


def room(name: str, floor: str) -> ModuleType | None:
    """A game's room on a floor, None where it has none there."""
    if name in _built_in():
        module = f"{floor}.{_built_in()[name]}"
    else:
        package = _installed().get(name) or _paths.get(name)
        if package is None:
            return None
        module = f"{package}.{floor}"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name == module:
            return None
        raise


@cache
def game_type(name: str) -> GameType:
    """What a game offers, by its name or path."""
    name = open_game(name)
    if name in _built_in():
        return _type_in(f"engine.{_built_in()[name]}", name)
    return _type_in(f"{_installed().get(name) or _paths[name]}.engine", name)


def _type_in(module: str, name: str) -> GameType:
    try:
        found = getattr(importlib.import_module(module), "GAME", None)
    except BoomtownError:
        raise
    except Exception as error:  # somebody else's package: whatever it raises is theirs to mend
        told = " ".join(f"{type(error).__name__}: {error}".split())
        raise SettingsError(f"game {name}: {module} fails to load: {told}") from error
    if not isinstance(found, GameType):
        raise SettingsError(f"game {name}: {module} exports no GAME, an engine.games.GameType")
    return found


def new_game(name: str = DEFAULT, **settings: Any) -> Game:
    """A game by name, with its settings; `boomtown games` lists both.

    >>> new_game(players=2).n_seats
    2
    """
    return game_type(name).game(**settings)


def header_shapes(name: str) -> dict[str, str]:
    """What the header of a record says of the game besides its name, each with what it should be in words; nothing of
    an unknown game. `GameSettings.make` checks the values."""
    try:
        known = game_type(name)
    except BoomtownError:
        return {}
    found = {}
    for one in known.settings.declared().values():
        outer, _, inner = one.key.partition(".")
        found[outer] = OBJECT if inner or one.is_file else NAMES if one.is_many else one.allowed
    return found


def described(game: Game) -> dict[str, Any]:
    """A game for our own files (stores, saved games): its header, and its folder if it was opened by a path."""
    folder = _folders.get(game.name)
    return game.header() if folder is None else {**game.header(), "folder": folder}


def remade(description: Mapping[str, Any]) -> Game:
    """The game that one of our own files describes. A record must not name a folder: opening one runs its code."""
    if "folder" in description and description["game"] not in game_names():
        open_game(str(description["folder"]))
    return game_of(description)


def present_header(header: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record's header in the present form, whatever version it is of."""
    upgrade = game_type(header["game"]).upgrade
    return upgrade(header) if header.get("format") == OLD_FORMAT and upgrade is not None else header


def game_of(header: Mapping[str, Any], *, with_old_rulings: bool = True) -> Game:
    """The game that a record's header describes: of version 1 by the rulings of its time, unless they are waived."""
    try:
        known = game_type(header["game"])
        present = present_header(header)
        is_old = present is not header and with_old_rulings
        return known.game(**known.settings.in_header(present), **({"version": 1} if is_old else {}))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BoomtownError):
            raise
        raise RecordError(f"not a record of a known game: {error}") from None
