"""The games there are, by the name that records use. A new game registers here; nothing else changes for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from engine.errors import BoomtownError, RecordError, SettingsError, did_you_mean
from engine.game import Game
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.settings import Settings


class Entry(NamedTuple):
    """A game that can be chosen, and read back from its records."""

    game: type[Game]
    settings: tuple[str, ...]  # what it is made with, by name
    header: tuple[str, ...]  # which of these a record's header has; "settings" is an object with the others


GAMES = {
    "planet-steam": Entry(
        PlanetSteam,
        tuple(field.name for field in fields(Settings)),
        ("edition", "players", "rules", "settings", "board"),
    ),
}


def new_game(name: str = "planet-steam", **settings: Any) -> Game:
    """A game by name. Planet Steam's settings: players, edition, rules, board, credits, recall, river_neutrals.

    >>> new_game(players=2, rules=["sabotage"]).header()["rules"]
    ['sabotage']
    """
    if name not in GAMES:
        raise SettingsError(f"unknown game {name!r}{did_you_mean(name, tuple(GAMES))}; games are {', '.join(GAMES)}")
    game, known, _ = GAMES[name]
    for key in settings:
        if key not in known:
            raise SettingsError(f"unknown setting {key!r}{did_you_mean(key, known)}; settings are {', '.join(known)}")
    return game(**settings)


def header_keys(name: str) -> tuple[str, ...]:
    """What the header of a record says of the game besides its name; nothing of an unknown one."""
    return GAMES[name].header if name in GAMES else ()


def game_of(header: Mapping[str, Any]) -> Game:
    """The game that a record's header describes."""
    try:
        given = {key: header[key] for key in header_keys(header["game"])}
        others = {key.replace("-", "_"): value for key, value in dict(given.pop("settings", {})).items()}
        for key in others.keys() & given.keys():
            raise RecordError(f"settings.{key}: there is no such setting; {key} is a key of the record itself")
        return new_game(header["game"], **given, **others)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BoomtownError):
            raise
        raise RecordError(f"not a record of a known game: {error}") from None
