"""The games there are, by the name that records use. A new game registers here; nothing else changes for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.errors import BoomtownError, RecordError, SettingsError, did_you_mean
from engine.game import Game
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.settings import Settings

# name -> the game's class and the names of its settings
GAMES: dict[str, tuple[type[Game], tuple[str, ...]]] = {
    "planet-steam": (PlanetSteam, tuple(field.name for field in fields(Settings))),
}


def new_game(name: str = "planet-steam", **settings: Any) -> Game:
    """A game by name. Planet Steam's settings: players, edition, rules, board, credits, recall, river_neutrals.

    >>> new_game(players=2, rules=["sabotage"]).header()["rules"]
    ['sabotage']
    """
    if name not in GAMES:
        raise SettingsError(f"unknown game {name!r}{did_you_mean(name, tuple(GAMES))}; games are {', '.join(GAMES)}")
    game, known = GAMES[name]
    for key in settings:
        if key not in known:
            raise SettingsError(f"unknown setting {key!r}{did_you_mean(key, known)}; settings are {', '.join(known)}")
    return game(**settings)


def game_of(header: Mapping[str, Any]) -> Game:
    """The game that a record's header describes."""
    try:
        settings = dict(header["settings"])
        return new_game(
            header["game"],
            players=header["players"],
            edition=header["edition"],
            rules=header["rules"],
            board=header["board"],
            **{key.replace("-", "_"): value for key, value in settings.items()},
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BoomtownError):
            raise
        raise RecordError(f"not a record of a known game: {error}") from None
