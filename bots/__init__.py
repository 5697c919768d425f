"""Players: from `random` to a search that plays to win. `make("mcts:time=2", game, seat)` gives one."""

from bots.bot import Bot, Budget, NoParams, param
from bots.registry import Spec, SpecError, describe, make, parameters, parse_spec, registry

__all__ = [
    "Bot",
    "Budget",
    "NoParams",
    "Spec",
    "SpecError",
    "describe",
    "make",
    "param",
    "parameters",
    "parse_spec",
    "registry",
]
