"""What the measurements share on the command line: which game, with which settings, and how they end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from engine import BoomtownError, Game
from engine.games import DEFAULT, game_type
from engine.settings import Setting


def add_settings(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[Setting]:
    """Adds `--game`, `--players` and an option for each other setting of the game that the words name."""
    parser.add_argument("--game", default=DEFAULT, help="which game (%(default)s)")
    parser.add_argument("--players", type=int, default=2, help="how many play (%(default)s)")
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--game", default=DEFAULT)
    name = first.parse_known_args(words)[0].game
    settings = [one for one in game_type(name).settings.declared().values() if one.option != "players"]
    told = parser.add_argument_group(f"settings of {name}")
    for one in settings:
        told.add_argument(f"--{one.option}", metavar="VALUE", help=one.help)
    return settings


def given(options: argparse.Namespace, settings: Sequence[Setting]) -> dict[str, str]:
    """What the user said of the game's settings, besides the players, in his words."""
    found = {one.option: getattr(options, one.option.replace("-", "_")) for one in settings}
    return {option: value for option, value in found.items() if value is not None}


def game_of(options: argparse.Namespace, settings: Sequence[Setting]) -> Game:
    """The game as asked for."""
    said = given(options, settings)
    values: dict[str, Any] = {one.name: one.parse(said[one.option]) for one in settings if one.option in said}
    return game_type(options.game).game(players=options.players, **values)


def ended(name: str, work: Callable[[], int]) -> int:
    """The exit code of a measurement: its own, 2 after a line about wrong input, 3 when it was interrupted."""
    try:
        return work()
    except BoomtownError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 3
