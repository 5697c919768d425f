"""The games there are, by the name that records use. A new game registers here; nothing else changes for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from engine.errors import BoomtownError, RecordError, SettingsError, did_you_mean
from engine.game import Game
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.settings import Settings
from engine.planet_steam.version_1 import upgrade


class Entry(NamedTuple):
    """A game that can be chosen, and read back from its records."""

    game: type[Game]
    settings: tuple[str, ...]  # what it is made with, by name
    header: tuple[str, ...]  # which of these a record's header has; "settings" is an object with the others
    # A record's header of version 1 in the present form; such a game is made with `version=1`, for that time's rulings.
    upgrade: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None


GAMES = {
    "planet-steam": Entry(
        PlanetSteam,
        tuple(field.name for field in fields(Settings)),
        ("edition", "players", "rules", "settings", "board"),
        upgrade,
    ),
}


def new_game(name: str = "planet-steam", **settings: Any) -> Game:
    """A game by name. Planet Steam's settings: players, edition, rules, board, credits, recall, river_neutrals.

    >>> new_game(players=2, rules=["sabotage"]).header()["rules"]
    ['sabotage']
    """
    if name not in GAMES:
        raise SettingsError(f"unknown game {name!r}{did_you_mean(name, tuple(GAMES))}; games are {', '.join(GAMES)}")
    game, known = GAMES[name][:2]
    for key in settings:
        if key not in known:
            raise SettingsError(f"unknown setting {key!r}{did_you_mean(key, known)}; settings are {', '.join(known)}")
    return game(**settings)


def header_keys(name: str) -> tuple[str, ...]:
    """What the header of a record says of the game besides its name; nothing of an unknown one."""
    return GAMES[name].header if name in GAMES else ()


def present_header(header: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record's header in the present form, whatever version it is of."""
    entry = GAMES.get(header["game"])
    if header.get("format") == "boomtown/1" and entry is not None and entry.upgrade is not None:
        return entry.upgrade(header)
    return header


def game_of(header: Mapping[str, Any], *, with_old_rulings: bool = True) -> Game:
    """The game that a record's header describes: of version 1 by the rulings of its time, unless they are waived."""
    try:
        given_form, header = header, present_header(header)
        given = {key: header[key] for key in header_keys(header["game"])}
        others = {key.replace("-", "_"): value for key, value in dict(given.pop("settings", {})).items()}
        for key in others.keys() & given.keys():
            raise RecordError(f"settings.{key}: there is no such setting; {key} is a key of the record itself")
        for key in sorted(key for key, value in others.items() if value is None):
            raise RecordError(f"settings.{key.replace('_', '-')}: must not be null")
        game = new_game(header["game"], **given, **others)
        build: Any = type(game)
        return game if header is given_form or not with_old_rulings else build(**given, **others, version=1)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BoomtownError):
            raise
        raise RecordError(f"not a record of a known game: {error}") from None
