"""`boomtown bots`: every bot with its parameters and what it was measured at."""

from __future__ import annotations

import json
import math
import textwrap
from pathlib import Path

import click

import bots as players
from bots.registry import Parameter, unused
from engine import BoomtownError

WIDTH = 80
ELO = Path(players.__path__[0]) / "elo.json"  # spec -> rating, from the tournament that the README names


@click.command(
    epilog="""\b
Examples:
  boomtown bots
  boomtown simulate --games 10 --bot mcts:sims=200,threads=2 --bot heuristic:noise=0.1
  boomtown simulate --games 10 --bot path/to/file.py:Class
"""
)
def bots() -> None:
    """List all bots, their parameters and measured Elo. A bot is named NAME:KEY=VALUE,..."""
    ratings = _ratings()
    for name in players.registry:
        try:
            cls, _ = players.registry[name]
        except players.SpecError as fault:  # an installed one: the others can be listed all the same
            _say(name, f"cannot be used: {str(fault).removeprefix(f'bot {name}: ')}")
            continue
        _say(name, players.describe(cls) + _rated(ratings, name))
        for parameter in players.parameters(cls):
            _say("", _line(parameter))
        for spec, rating in ratings.items():
            if spec.startswith(f"{name}:"):
                _say("", f"{spec}: Elo {rating:.0f}")
    for name, reason in unused():
        _say(name, reason)


def _say(name: str, text: str) -> None:
    """One entry; a long one goes on in further lines, indented."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=f"{name:<11} ", subsequent_indent=" " * 14,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    click.echo("\n".join(lines) or name)


def _line(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.default}: {parameter.help}"


def _rated(ratings: dict[str, float], name: str) -> str:
    return f" Elo {ratings[name]:.0f}." if name in ratings else ""


def _ratings() -> dict[str, float]:
    if not ELO.exists():
        return {}
    try:
        ratings = {spec: float(rating) for spec, rating in json.loads(ELO.read_text()).items()}
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{ELO}: no table of ratings by bot: {fault}") from fault
    if not all(map(math.isfinite, ratings.values())):
        raise BoomtownError(f"{ELO}: no table of ratings by bot: a rating is not finite")
    return ratings
