"""What a game's bots room offers: `Players`. Registry, `heuristic`, `level`, `mcts`, commands and terminal ask here.

The room (`bots/GAME/`, or the module `bots` of somebody else's game) exports one instance as `PLAYERS`. `Players`
itself is what a game without a room gets: bots that know only the contract. A room is imported to list what it offers,
so it loads its compiled parts where they are first asked for.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from engine import BoomtownError, Game, Observation, SettingsError, State, Stream
from engine.games import room

if TYPE_CHECKING:
    from bots.guide import Guide


class Policy(Protocol):
    """One good move in every position, compiled: what `heuristic` plays."""

    def advise(self, seen: Observation, rng: Stream) -> list[int]:
        """The moves of the observer's next decision; he has to move."""
        ...


@dataclass(frozen=True)
class Knobs:
    """What the search of a game does best with, where nobody says otherwise."""

    exploration: float = 1.0  # weight of the exploration term
    noise: float = 0.1  # chance that a move of a playout strays from the guide's policy


class Players:
    """The bots' side of one game. Holds nothing that changes."""

    # Specs of `level:1`, a beginner, to the last, each clearly better than the one before.
    levels: tuple[str, ...] = (
        "random",
        "greedy",
        "mcts:sims=30,settle=true",
        "mcts:sims=125,settle=true",
        "mcts:sims=500,settle=true",
        "mcts:sims=2000,settle=true",
        "mcts:sims=8000,settle=true",
    )
    # The best bot that keeps to a time budget: the usual opponent, and the coach.
    strongest: str = "mcts"
    # Bots of this game alone, by name: "module:Class"; the class says so in `games`.
    bots: Mapping[str, str] = MappingProxyType({})
    # A JSON object, spec -> Elo, from a tournament that the docs name.
    ratings: Path | None = None
    has_policy: bool = False
    # Ways of playing the policy, and the temper of each in a line; the first is the usual one.
    styles: Mapping[str, str] = MappingProxyType({})
    # The policy's weights, which lead the search too where none were fitted through it.
    weights: Path | None = None
    # What `counts` counts, by name, and about how much score one of it is worth to its seat (negative: costs it).
    quantities: Mapping[str, float] = MappingProxyType({})
    # Of quantities that are paid for something, what that is counted as: it says how much was paid for each.
    measures: Mapping[str, str] = MappingProxyType({})
    # How many times as far as usual the judge's looks are off besides luck.
    doubt: float = 1.0
    # How many turns after a move `held` is asked for: 0 for never.
    soon: int = 0

    def guide(self, game: Game, noise: float, horizon: int, weights: dict[str, float] | None = None) -> Guide:
        """What leads the search. `noise` is how often a playout strays from the guide's policy, `horizon` how many
        rounds it goes on before the guide's value model judges (0: to the end); without either they mean nothing.
        `weights` are in the place of those in use: a training's, or `mcts:fitted=false`'s."""
        from bots.guide import Guide

        return Guide(game)

    def knobs(self, game: Game) -> Knobs:
        """What suits the search, with so many players."""
        return Knobs()

    def policy(self, game: Game, style: str | None = None) -> Policy:
        """What `heuristic` plays, in one of `styles` or as usual; asked for only where there is one."""
        raise NotImplementedError

    def counts(self, before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
        """What a move, or what chance decides, brings: of which quantity, to which seat, how much. Over the moves of a
        game that adds up to what reasons are told by; what is held in the end is counted with the last move."""
        return iter(())

    def held(self, state: State) -> Iterator[tuple[str, int, float]]:
        """What seats have in a position, some turns after a move: of which quantity, which seat, how much."""
        return iter(())

    def trainers(self) -> Sequence[Trainer]:
        """What `boomtown train` can fit to self-play."""
        return ()

    def read_ratings(self) -> dict[str, float]:
        """The measured Elo of bots, by spec."""
        if self.ratings is None or not self.ratings.exists():
            return {}
        try:
            found = {spec: float(rating) for spec, rating in json.loads(self.ratings.read_text()).items()}
        except (OSError, ValueError, AttributeError, TypeError) as fault:
            raise BoomtownError(f"{self.ratings}: no table of ratings by bot: {fault}") from fault
        if not all(map(math.isfinite, found.values())):
            raise BoomtownError(f"{self.ratings}: no table of ratings by bot: a rating is not finite")
        return found


WITHOUT_ROOM = Players()


def players_of(game: Game | str) -> Players:
    """What the game's room offers; of a game without one, what every game has."""
    name = game if isinstance(game, str) else game.name
    try:
        found = room(name, "bots")
    except BoomtownError:
        raise
    except Exception as fault:  # perhaps somebody else's package: whatever it raises is theirs to mend
        told = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise SettingsError(f"game {name}: its bots fail to load: {told}") from fault
    if found is None:
        return WITHOUT_ROOM
    players = getattr(found, "PLAYERS", None)
    if not isinstance(players, Players):
        raise SettingsError(f"game {name}: {found.__name__} exports no PLAYERS, a bots.players.Players")
    return players


def levels(game: Game | str) -> tuple[str, ...]:
    """The specs behind `level:1`, `level:2`, ... of a game."""
    return players_of(game).levels


def strongest(game: Game | str) -> str:
    """The spec of the best bot that keeps to a time budget in this game."""
    return players_of(game).strongest


# -- training ----------------------------------------------------------------------------------------------------------


Result = TypeVar("Result")


class ShareOut(Protocol):
    """Has work done by several: `work(0)` to `work(n - 1)`, its results in that order, whoever did it."""

    def __call__(self, work: Callable[[int], Result], n: int, jobs: int, /) -> Generator[Result, None, None]: ...


def do_alone(work: Callable[[int], Result], n: int, jobs: int) -> Generator[Result, None, None]:
    """A `ShareOut` among nobody."""
    yield from map(work, range(n))


@dataclass(frozen=True)
class Run:
    """How a training is asked for; what its own options say comes besides."""

    checkpoint: Path  # where it stands, for a later run to go on from
    output: Path  # what it found
    seed: int | None = None  # the same seed gives the same result; None: nobody asked for one
    is_resumed: bool = False  # goes on from the checkpoint, which is there
    share_out: ShareOut = do_alone  # to processes, where a trainer's games are shared out

    @property
    def first_seed(self) -> int:
        """The seed of a run that begins."""
        return 1 if self.seed is None else self.seed


@dataclass(frozen=True)
class Step:
    """How far a training has come."""

    done: int
    total: int
    summary: str  # what came out so far, in one line
    notes: Mapping[str, Any] = field(default_factory=dict)  # for a progress bar


class Trainer(ABC):
    """Something that self-play can fit; `boomtown train` runs it."""

    name: ClassVar[str]  # of what it fits
    help: ClassVar[str]  # how it does so, in one line
    unit: ClassVar[str]  # what its steps count
    place: ClassVar[Path]  # the file that bots read: to play with the result, put it there
    is_shared: ClassVar[bool] = False  # whether it has `Run.share_out` do its work, here or on a cluster
    Options: ClassVar[type]  # a frozen dataclass whose fields are made by `bots.param`, as a bot's

    @abstractmethod
    def run(self, options: Any, run: Run) -> Iterator[Step]:
        """Trains; checkpoint and output are written by the time of the last step at the latest."""


def check_finite(weights: Mapping[str, float], *others: float) -> None:
    """Raises `ValueError` for what is no number: rooms' compiled code compares and sorts by these."""
    wrong = [name for name, value in weights.items() if not math.isfinite(value)]
    if wrong or not all(map(math.isfinite, others)):
        raise ValueError(f"weights must be finite numbers: {', '.join(map(str, wrong)) or others}")
