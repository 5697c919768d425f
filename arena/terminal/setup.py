"""What a game can be set up with: the settings that the game declares, and what the shell asks itself."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bots
from arena.terminal.game_session import HUMAN
from bots.players import strongest
from engine import Game, derive
from engine.errors import SettingsError
from engine.games import DEFAULT, GameType, game_type


@dataclass
class Setup:
    """A game and who plays it."""

    game: str = DEFAULT
    settings: Mapping[str, Any] = field(default_factory=dict)  # those chosen; the others have the game's defaults
    seat: int = 1
    hotseat: int = 1
    bots: list[str] | None = None  # specs for the seats of bots, in order; the last one repeats
    level: int | None = None
    follows: bool = False  # bots of the level that fits the person's rating; `level` is then found when a game starts
    seed: int | None = None

    @property
    def type(self) -> GameType:
        return game_type(self.game)

    def new_game(self) -> Game:
        declared = self.type.settings.declared()
        is_path = {name: isinstance(value, str) and declared[name].is_file for name, value in self.settings.items()}
        return self.type.game(
            **{name: Path(value) if is_path[name] else value for name, value in self.settings.items()}
        )

    def chosen_seed(self) -> int:
        """The seed asked for, else a new one."""
        return derive(time.time_ns(), "seed") & (1 << 31) - 1 if self.seed is None else self.seed


def make_seats(setup: Setup, game: Game) -> list[str]:
    """Who sits where: people from `seat` on, clockwise; bots on the other seats."""
    n, people, first = game.n_seats, setup.hotseat, setup.seat
    if not 1 <= first <= n:
        raise SettingsError(f"seat {first}: there are seats 1 to {n}" if n > 1 else f"seat {first}: there is one seat")
    if not 1 <= people <= n:
        raise SettingsError(f"hotseat {people}: 1 to {n} people can play at one screen")
    if sum((bool(setup.bots), setup.level is not None, setup.follows)) > 1:
        raise SettingsError("bots, level and adaptive: give one of them")
    humans = {(first - 1 + k) % n for k in range(people)}
    specs = opponents(setup, game)
    if len(specs) > max(n - people, 1):
        raise SettingsError(f"{len(specs)} bots for {n - people} other seats: give at most {max(n - people, 1)}")
    others = [*specs, *[specs[-1]] * n]
    return [HUMAN if seat in humans else others.pop(0) for seat in range(n)]


def opponents(setup: Setup, game: Game) -> list[str]:
    """The bots' specs, checked."""
    named = [f"level:{setup.level}"] if setup.level is not None else [strongest(game)]
    specs = [bots.parse_spec(spec) for spec in setup.bots or named]
    for spec in specs:
        spec.check(game)
    return list(map(str, specs))


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
