"""The options that choose a game, once for all commands.

A command decorated with `game_options` gets a `GameChoice`: `new()` makes the game, `expect(game, where)` compares what
the user asked for with a game that came from a record.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from engine import BoomtownError, Game, new_game
from engine.planet_steam.board import file_edition, load_board
from engine.planet_steam.settings import resolve_recall, resolve_rules
from engine.records import board_difference

Command = TypeVar("Command", bound=Callable[..., Any])


class MismatchError(BoomtownError):
    """A record that is not of the game asked for."""


class FiniteFloat(click.FloatRange):
    """A number, in a range or not; neither nan nor inf, which would pass any range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        return "" if self.min is None and self.max is None else super()._describe_range()


class GameChoice:
    """The settings that the user gave; what was not given has the game's default, or whatever a record says."""

    def __init__(self, **given: Any) -> None:
        self.given = {key: value for key, value in given.items() if value is not None}
        if "rules" in self.given:
            self.given["rules"] = list(resolve_rules(filter(None, self.given["rules"].split(","))))
        if "recall" in self.given:
            self.given["recall"] = resolve_recall(self.given["recall"])

    def new(self, base: Mapping[str, Any] | None = None) -> Game:
        """The game as chosen; what was not given is as in `base`, a record's header. A board file says itself which
        edition it is for."""
        settings = dict(self.given)
        if "board" in settings:
            settings.setdefault("edition", file_edition(settings["board"]))
        if base is not None:
            stored = {key: base[key] for key in ("players", "edition", "rules", "board")}
            if any(settings.get(key, stored[key]) != stored[key] for key in ("players", "edition")):
                del stored["board"]  # it is another number of players', another edition's
            stored |= {key.replace("-", "_"): value for key, value in base["settings"].items()}
            settings = {**stored, **settings}
        return new_game(**settings)

    def expect(self, game: Game, where: str) -> None:
        """Raises an error if a record's game is not what the user asked for."""
        header = game.header()
        actual = {key.replace("-", "_"): value for key, value in {**header, **header["settings"]}.items()}
        for key, wanted in self.given.items():
            if key != "board" and actual[key] != wanted:
                name = key.replace("_", "-")
                raise MismatchError(f"{where}: {name}: the record has {actual[key]}, --{name} asks for {wanted}")
        if "board" in self.given or "edition" in self.given:
            path = self.given.get("board")
            found = board_difference(header["board"], load_board(header["edition"], game.n_seats, path))
            if found:
                key, what = found
                source = path or f"edition {header['edition']}"
                raise MismatchError(f"{where}: its board differs from {source}: {key}: {what}")


def game_options(command: Command) -> Command:
    """Adds the options; the command gets their values as one argument, `choice`."""
    options = [
        click.option("--players", type=int, metavar="P", help="2 to 5 players (default 4)."),
        click.option("--edition", metavar="NAME", help="ffg (2013, default) or ludoart (2008)."),
        click.option("--rules", metavar="A,B", help="Advanced and optional rules; expert and all stand for several."),
        click.option("--board", type=click.Path(path_type=Path), metavar="FILE", help="Your own board data (TOML)."),
        click.option("--credits", metavar="HOW", help="hidden or open (default: the edition's)."),
        click.option("--recall", metavar="R", help="Rounds of payments an opponent remembers, or all (default 1)."),
        click.option(
            "--river-neutrals", metavar="N", help="For variable-claims: die (ffg) or a number (ludoart: cap, 3)."
        ),
    ]

    @functools.wraps(command)
    def wrapped(
        *args: Any,
        players: int | None,
        edition: str | None,
        rules: str | None,
        board: Path | None,
        credits: str | None,
        recall: str | None,
        river_neutrals: str | None,
        **kwargs: Any,
    ) -> Any:
        choice = GameChoice(
            players=players,
            edition=edition,
            rules=rules,
            board=board,
            credits=credits,
            recall=recall,
            river_neutrals=river_neutrals,
        )
        return command(*args, choice=choice, **kwargs)

    decorated: Any = wrapped
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]
