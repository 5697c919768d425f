"""`boomtown bots`: every bot with its parameters and what it was measured at."""

from __future__ import annotations

import json
from pathlib import Path

import click

import bots as players
from bots.registry import Parameter

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
    for name, (cls, _) in players.registry.items():
        click.echo(f"{name:<12}{players.describe(cls)}{_rated(ratings, name)}")
        for parameter in players.parameters(cls):
            click.echo(f"{'':<12}{_line(parameter)}")
        for spec, rating in ratings.items():
            if spec.startswith(f"{name}:"):
                click.echo(f"{'':<12}{spec}: Elo {rating:.0f}")


def _line(parameter: Parameter) -> str:
    return f"{parameter.name}={parameter.default}: {parameter.help}"


def _rated(ratings: dict[str, float], name: str) -> str:
    return f" Elo {ratings[name]:.0f}." if name in ratings else ""


def _ratings() -> dict[str, float]:
    try:
        return {spec: float(rating) for spec, rating in json.loads(ELO.read_text()).items()}
    except (OSError, ValueError):
        return {}
