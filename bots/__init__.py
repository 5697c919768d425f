"""Players: from `random` to a search that plays to win. `make("mcts:time=2", game, seat)` gives one."""

from bots.asking import WrongAnswer, ask
from bots.bot import Bot, Budget, NoParams, TimeControl, param
from bots.players import Players, levels, players_of, strongest
from bots.registry import (
    Spec,
    SpecError,
    describe,
    foreign_module,
    is_foreign,
    make,
    parameters,
    parse_spec,
    registry,
)

__all__ = [
    "Bot",
    "Budget",
    "NoParams",
    "Players",
    "Spec",
    "SpecError",
    "TimeControl",
    "WrongAnswer",
    "ask",
    "describe",
    "foreign_module",
    "is_foreign",
    "levels",
    "make",
    "param",
    "parameters",
    "parse_spec",
    "players_of",
    "registry",
    "strongest",
]
