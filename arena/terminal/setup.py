"""What a game can be set up with, as options of `boomtown play` and as lines of the set-up screen."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import bots
from arena.terminal.game_session import HUMAN
from arena.terminal.thinker import STRONGEST
from engine import Game, derive, new_game
from engine.errors import SettingsError
from engine.planet_steam.board import file_edition

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "seat": 1,
    "edition": "ffg",
    "rules": [],
    "board": None,
    "credits": None,
    "recall": 1,
    "river_neutrals": None,
    "bots": None,  # specs for the seats of bots, in order; the last one repeats
    "level": None,
    "hotseat": 1,
    "seed": None,
}
MAX_LEVEL = 8


def complete(given: dict[str, Any]) -> dict[str, Any]:
    """Choices with defaults for what was not given; a board file says itself which edition it is for."""
    setup = {**DEFAULTS, **{key: value for key, value in given.items() if value is not None}}
    if setup["board"] is not None and given.get("edition") is None:
        setup["edition"] = file_edition(Path(setup["board"]))
    if setup["seed"] is None:
        setup["seed"] = derive(time.time_ns(), "seed") & (1 << 31) - 1
    return setup


def make_game(setup: dict[str, Any]) -> Game:
    return new_game(
        players=setup["players"],
        edition=setup["edition"],
        rules=setup["rules"],
        board=setup["board"],
        credits=setup["credits"],
        recall=setup["recall"],
        river_neutrals=setup["river_neutrals"],
    )


def make_seats(setup: dict[str, Any], game: Game) -> list[str]:
    """Who sits where: people from `seat` on, clockwise; bots on the other seats."""
    n, people, first = game.n_seats, setup["hotseat"], setup["seat"]
    if not 1 <= first <= n:
        raise SettingsError(f"seat {first}: there are seats 1 to {n}")
    if not 1 <= people <= n:
        raise SettingsError(f"hotseat {people}: 1 to {n} people can play at one screen")
    if setup["bots"] and setup["level"] is not None:
        raise SettingsError("bots and level: give one of the two")
    humans = {(first - 1 + k) % n for k in range(people)}
    specs = opponents(setup)
    if len(specs) > max(n - people, 1):
        raise SettingsError(f"{len(specs)} bots for {n - people} seats")
    seats, k = [], 0
    for seat in range(n):
        if seat in humans:
            seats.append(HUMAN)
        else:
            seats.append(specs[min(k, len(specs) - 1)])
            k += 1
    return seats


def opponents(setup: dict[str, Any]) -> list[str]:
    """The bots' specs, checked."""
    if setup["bots"]:
        return [str(bots.parse_spec(spec)) for spec in setup["bots"]]
    if setup["level"] is not None:
        return [str(bots.parse_spec(f"level:{setup['level']}"))]
    return [STRONGEST]


def split_specs(text: str) -> list[str]:
    """Specs separated by commas, though a spec may have commas itself: `mcts:sims=5,threads=2,greedy` is two.

    >>> split_specs("mcts:sims=5,threads=2,greedy")
    ['mcts:sims=5,threads=2', 'greedy']
    """
    found: list[str] = []
    for part in filter(None, text.split(",")):
        name, equals, _ = part.partition("=")
        if found and equals and ":" not in name and ":" in found[-1]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found
