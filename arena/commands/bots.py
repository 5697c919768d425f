"""`boomtown bots`: every bot with its parameters and what it was measured at in a game."""

from __future__ import annotations

import textwrap

import click

import bots as players
from bots.players import Players
from bots.registry import Parameter, unused
from engine.games import DEFAULT, game_type

WIDTH = 80


@click.command(
    epilog="""\b
Examples:
  boomtown bots
  boomtown simulate --games 10 --bot mcts:sims=200,threads=2 --bot heuristic:noise=0.1
  boomtown simulate --games 10 --bot path/to/file.py:Class
"""
)
@click.option(
    "--game",
    metavar="NAME",
    help=f"For which game, by name or folder; `boomtown games` lists them (default: {DEFAULT}).",
)
def bots(game: str | None) -> None:
    """List the bots that play a game, their parameters and measured Elo. A bot is named NAME:KEY=VALUE,..."""
    known = game_type(game or DEFAULT)
    played = known.game()
    room = players.players_of(known.name)
    for name in players.registry:
        try:
            cls, _ = players.registry[name]
        except players.SpecError as fault:  # an installed one: the others can be listed all the same
            _say(name, f"cannot be used: {str(fault).removeprefix(f'bot {name}: ')}")
            continue
        if cls.plays(played):
            _describe(name, cls, room)
    for name, reason in unused():
        _say(name, reason)


def _describe(name: str, cls: type[players.Bot], room: Players) -> None:
    ratings = room.read_ratings()
    _say(name, players.describe(cls) + (f" Elo {ratings[name]:.0f}." if name in ratings else ""))
    for parameter in players.parameters(cls):
        _say("", _line(parameter))
        if parameter.name == "style":
            for style, temper in room.styles.items():
                _say("", f"style={style}: {temper}")
    for spec, rating in ratings.items():
        if spec.startswith(f"{name}:"):
            _say("", f"{spec}: Elo {rating:.0f}")


def _say(name: str, text: str) -> None:
    """One entry; a long one goes on in further lines, indented."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=f"{name:<11} ", subsequent_indent=" " * 14,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    click.echo("\n".join(lines) or name)


def _line(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.default}: {parameter.help}"
