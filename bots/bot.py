"""What a bot is: `Bot`, the thinking it may do: `Budget` and `TimeControl`, and `param`, which describes one parameter.

Every bot derives from `Bot`; the arena and the terminal call `choose`. A bot gets an observation, never the state.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine import BoomtownError, Game, Observation, Stream


def param(default: Any, help: str, low: float | None = None, high: float | None = None) -> Any:
    """A field of a parameter dataclass. `help` is what `--help`, `boomtown bots` and the docs say about it."""
    return field(default=default, metadata={"help": help, "low": low, "high": high})


class TimeControlError(BoomtownError):
    """A text that is no time control."""


@dataclass(frozen=True)
class TimeControl:
    """A clock for a whole game, such as `60+0.5`. It runs while its owner is asked; a decision between several moves
    adds the increment afterwards, a forced one adds nothing."""

    base: float  # seconds at the start; in a budget: left now
    increment: float = 0.0  # seconds

    def __str__(self) -> str:
        return f"{self.base:.12g}+{self.increment:.12g}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """
        >>> str(TimeControl.parse("60+0.50")), TimeControl.parse("5")
        ('60+0.5', TimeControl(base=5.0, increment=0.0))
        """
        first, plus, second = text.partition("+")
        try:
            base, increment = float(first), float(second) if plus else 0.0
        except ValueError:
            raise TimeControlError(f"{text}: no time control; {_why_not(text)}") from None
        if not (math.isfinite(base) and math.isfinite(increment)):
            raise TimeControlError(f"{text}: a clock needs an end; without one, leave it out")
        if base <= 0 or increment < 0:
            raise TimeControlError(f"{text}: a clock starts above 0 s and adds 0 s or more, as 60+0.5 does")
        return cls(base, increment)


def _why_not(text: str) -> str:
    """What to write instead of what other programs take."""
    if "/" in text:
        return "there is one period for all moves, not one for every so many: write 60 or 60+0.5"
    if ":" in text:
        return "write seconds: 90+1, not 1:30+1"
    return "write seconds for the game and, if any, more for each decision: 60 or 60+0.5"


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one move. A bot whose own parameters say how long keeps to those."""

    time: float | None = None  # seconds
    sims: int | None = None  # simulations
    clock: TimeControl | None = None  # what is left for the rest of the game


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

    # A bot whose parameter `time` is an average over the game's decisions says how long it may take for one of them.
    longest: float | None = None

    def __init__(self, game: Game, seat: int, params: Any = None) -> None:
        self.game = game
        self.seat = seat
        self.params = self.Params() if params is None else params

    @classmethod
    def longest_with(cls, params: Any) -> float | None:
        """What `longest` will be of a bot with these parameters."""
        return None

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

    def watch(self, observation: Observation) -> None:
        """Is shown an earlier decision of its seat, which another bot made before this one took its place: the game was
        resumed, or went back. Whoever remembers takes note."""
        return

    def ponder(self, observation: Observation, rng: Stream) -> bool:
        """Thinks for some milliseconds about a position in which another seat moves: the terminal asks again and again
        while a person makes up his mind. Whether asking once more is of any use."""
        return False

    @abstractmethod
    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        """One of the legal moves. All randomness comes from `rng`, so the same seed gives the same game."""
