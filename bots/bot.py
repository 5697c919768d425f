"""What a bot is: `Bot`, the thinking it may do: `Budget`, and `param`, which describes one parameter.

Every bot derives from `Bot`; the arena and the terminal call `choose`. A bot gets an observation, never the state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine import Game, Observation, Stream


def param(default: Any, help: str, low: float | None = None, high: float | None = None) -> Any:
    """A field of a parameter dataclass. `help` is what `--help`, `boomtown bots` and the docs say about it."""
    return field(default=default, metadata={"help": help, "low": low, "high": high})


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one move. A bot whose own parameters say how long keeps to those."""

    time: float | None = None  # seconds
    sims: int | None = None  # simulations


@dataclass(frozen=True)
class NoParams:
    """The parameters of a bot that has none."""


class Bot(ABC):
    """A player of one seat in one game: made fresh for each, so it may keep what it has seen.

    A subclass names itself and its frozen parameter dataclass, whose fields are made by `param`. The docstring's first
    line is the bot's description wherever bots are listed.
    """

    name: ClassVar[str]
    Params: ClassVar[type] = NoParams
    games: ClassVar[tuple[str, ...] | None] = None  # the games it can play, by name; None: every game

    # What the bot thought about its last decision, or None; the terminal and records show it. "candidates" lists moves,
    # best first, each a dict with "move" and what the bot knows of "visits", "chance", "score" and "worth".
    analysis: dict[str, Any] | None = None

    def __init__(self, game: Game, seat: int, params: Any = None) -> None:
        self.game = game
        self.seat = seat
        self.params = self.Params() if params is None else params

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        """Why the bot cannot play this game, in words that say what would be right; None: it can."""
        if cls.games is None or game.name in cls.games:
            return None
        return f"it plays {', '.join(cls.games)}, not {game.name}"

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Whether the bot can play this game."""
        return cls.refusal(game) is None

    @abstractmethod
    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        """One of the legal moves. All randomness comes from `rng`, so the same seed gives the same game."""
