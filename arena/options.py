"""The options that choose a game and its settings, once for all commands.

A command made by `game_command` takes `--game NAME` and an option per setting that this game declares; it gets them as
one argument, a `GameChoice`: `new()` makes the game, `expect(game, where)` compares what the user asked for with a game
that came from a record.
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import click

from arena.files import read_text
from bots.bot import TimeControl
from engine import BoomtownError, Game
from engine.games import DEFAULT, GameType, game_names, game_type
from engine.records import setting_difference
from engine.settings import Setting

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

CHOSEN = "boomtown.game"  # where a context keeps the name of the game chosen


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


class WholeNumber(click.IntRange):
    """A whole number in a range, called so in messages."""

    name = "whole number"


class Clock(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """A time control, in its one spelling."""

    name = "BASE[+INC]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return str(TimeControl.parse(str(value)))
        except BoomtownError as error:
            self.fail(str(error), param, ctx)


class GameChoice:
    """The game and the settings that the user gave; what was not given has the game's default, or whatever a record
    says."""

    def __init__(self, name: str | None = None, given: Mapping[str, Any] | None = None) -> None:
        self.name = name  # None: not asked for
        self.given = dict(given or {})

    @property
    def type(self) -> GameType:
        return game_type(self.name or DEFAULT)

    @property
    def is_empty(self) -> bool:
        return self.name is None and not self.given

    def new(self, base: Mapping[str, Any] | None = None) -> Game:
        """The game as chosen; what was not given is as in `base`, a record's header."""
        found, settings = self.type, self.given
        if base is not None and self.name in (None, base["game"]):
            found = game_type(base["game"])
            settings = found.settings.changed(found.settings.in_header(base), self.given)
        return found.game(**settings)

    def expect(self, game: Game, where: str) -> None:
        """Raises an error if a record's game is not what the user asked for."""
        if self.name not in (None, game.name):
            raise MismatchError(f"{where}: game: the record has {game.name}, --game asks for {self.name}")
        if not self.given:
            return
        declared = game.settings.declared()
        for name, one in declared.items():
            if name in self.given and not one.is_file and self.given[name] != getattr(game.settings, name):
                has, wants = game.settings.shown(name), replace(game.settings, **{name: self.given[name]}).shown(name)
                raise MismatchError(f"{where}: {one.option}: the record has {has}, --{one.option} asks for {wants}")
        data = [one for one in declared.values() if one.is_file and {one.name, *one.of} & self.given.keys()]
        stored = {name: value for name, value in game.settings.given().items() if not declared[name].is_file}
        wanted = game.settings.make({**stored, **self.given}) if data else game.settings
        for one in data:
            found = setting_difference(game, one.name, getattr(game.settings, one.name), getattr(wanted, one.name))
            if found:
                data_of = " ".join(f"{key} {self.given[key]}" for key in one.of if key in self.given)
                source = self.given.get(one.name, data_of)
                raise MismatchError(f"{where}: its {one.name} differs from {source}: {found[0]}: {found[1]}")


class SettingOption(click.Option):
    """The option of a declared setting."""

    def __init__(self, setting: Setting, default: str | None) -> None:
        self.setting = setting
        metavar = "FILE" if setting.is_file else "A,B" if setting.is_many else "N" if setting.is_number else "NAME"
        super().__init__(
            [f"--{setting.option}", f"setting_{setting.name}"],
            metavar=metavar,
            help=_help_of(setting, default),
            type=str,
        )


def _help_of(setting: Setting, default: str | None) -> str:
    values = "" if setting.is_many or setting.is_file else f": {setting.allowed}"
    return f"{setting.help}{values} (default: {default or setting.default_text})."


class GameCommand(click.Command):
    """A command with the options of the game that its `--game` names."""

    default: str | None = None  # where settings come from that are not given; None: from the game

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[CHOSEN] = _checked(_named(args, "--game") or _configured(args))
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            owner = _owner(error.option_name)
            if owner is None or owner == (ctx.meta[CHOSEN] or DEFAULT):
                raise
            raise click.UsageError(f"{error.option_name} is a setting of {owner}: add --game {owner}") from None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        found = super().get_params(ctx)
        at = next((k for k, one in enumerate(found) if one.name == "game"), len(found) - 1) + 1
        declared = game_type(ctx.meta.get(CHOSEN) or DEFAULT).settings.declared()
        return [*found[:at], *(SettingOption(one, self.default) for one in declared.values()), *found[at:]]


class RecordCommand(GameCommand):
    """One that reads recorded games: these know what they were played with."""

    default = "as recorded"


def _owner(option: str) -> str | None:
    """The first game that has such a setting."""
    name = option.lstrip("-").replace("-", "_")
    return next((game for game in game_names() if name in game_type(game).settings.declared()), None)


def _named(args: list[str], option: str) -> str | None:
    """What the last such option on a command line says."""
    found = None
    for k, word in enumerate(args):
        if word == "--":
            break
        if word == option and k + 1 < len(args):
            found = args[k + 1]
        elif word.startswith(f"{option}="):
            found = word.partition("=")[2]
    return found


def _configured(args: list[str]) -> str | None:
    """The game that a `--config` file names; what is wrong with the file is said when it is read for all options."""
    path = _named(args, "--config")
    try:
        game = tomllib.loads(read_text(path)).get("game") if path else None
    except (OSError, ValueError, RecursionError):
        return None
    return game if isinstance(game, str) else None


def _checked(value: str | None) -> str | None:
    """The name of the game that a name or folder stands for."""
    if value is not None and value.isdecimal():
        raise click.UsageError(f"--game {value}: --game names a game ({', '.join(game_names())}); use --number {value}")
    if value is not None and value.endswith((".journal", ".jsonl")):
        raise click.UsageError(f"--game {value}: --game names a game ({', '.join(game_names())}); use --file {value}")
    return None if value is None else game_type(value).name


def record_command(*args: Any, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """A `game_command` that reads records."""
    return game_command(*args, cls=RecordCommand, **attributes)


def game_command(
    *args: Any, cls: type[GameCommand] = GameCommand, **attributes: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Like `click.command`, with the options that choose a game. The function gets them as `choice`."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        @functools.wraps(function)
        def wrapped(*args: Any, game: str | None, **kwargs: Any) -> Any:
            declared = game_type(click.get_current_context().meta.get(CHOSEN) or DEFAULT).settings.declared()
            texts = {name: kwargs.pop(f"setting_{name}") for name in declared}
            given = {name: declared[name].parse(text) for name, text in texts.items() if text is not None}
            return function(*args, choice=GameChoice(None if game is None else game_type(game).name, given), **kwargs)

        option = click.option(
            "--game",
            metavar="NAME",
            help=f"Which game, by name or folder; `boomtown games` lists them (default: {cls.default or DEFAULT}).",
        )
        return click.command(*args, cls=cls, **attributes)(option(wrapped))

    return decorate
