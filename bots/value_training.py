"""Fits a value model to self-play: features where playouts stop against the score at the end, a network for each number
of players.

First the policy plays against itself, then, where a game's room says so, the search, whose games are fewer and fitted
last and longest. The network of one number of players alone can be fitted further to games of the search. Game k of a
run follows from the seed and k alone, so a run can be stopped and taken up again; its checkpoint keeps the rows seen so
far. A game's room says what is played: subclasses of `ValueTraining` and `ValueTrainer`.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from bots.asking import ask
from bots.bot import param
from bots.cross_entropy import check_seed, replace_file
from bots.network import SIZES, Network
from bots.network import Rows as Positions
from bots.players import Run, Step, Trainer
from bots.registry import make
from engine import BoomtownError, Game, State, Stream

CHUNK = 60  # games of a step
EPOCHS = 6  # over all games
TUNED, TUNING_RATE, TUNING_BATCH = 5, 5e-4, 256  # epochs over the search's games of one number of players, and how
SEARCH_SHARE = 3  # times that each game of the search counts beside one of the policy
UNSEEN = 20  # of so many games one is kept from the fit, to tell how good it is
SEARCHES = (8, 12, 16, 24, 32)  # simulations a decision, drawn for each seat
# What reading a file that is no checkpoint, or half of one, raises.
FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)


Rows = npt.NDArray[np.floating[Any]]
Seen = tuple[int, list[float], list[list[float]]]  # a stage, all seats' scores and their features


class ValueTraining(ABC):
    """Of each game rows of [bucket, score now, score at the end, features…], one for each seat of each position in the
    order of seats, and the model they give."""

    features: ClassVar[tuple[str, ...]]
    n_stages: ClassVar[int]  # of a game
    players: ClassVar[Sequence[int]]  # numbers of players that there is a network for, in ascending order
    usual_games: ClassVar[int] = 100_000
    usual_searches: ClassVar[int] = 0  # games of the search
    games_per_save: ClassVar[int] = 15_000
    searches_per_save: ClassVar[int] = 300
    every: ClassVar[int] = 1  # of how many positions one is kept
    kind: ClassVar[type[np.floating[Any]]] = np.float32  # of the numbers kept

    def __init__(self, seed: int, games: list[Rows] | None = None, only: int = 0) -> None:
        self.seed = seed
        self.games = games or []  # played so far: by the policy, then by the search
        self.only = only  # the number of players whose network is fitted further, by games of the search; 0: all anew
        self.target = 0 if only else self.usual_games  # how many shall be played by the policy
        self.searches = self.usual_searches  # and by the search
        self.guides = [one for one in self.make_guides() if only in (0, one.game.n_seats)]

    @staticmethod
    @abstractmethod
    def make_guides() -> list[Any]:
        """The guides of the games that are played in turn; each plays out one round at a time."""

    @staticmethod
    @abstractmethod
    def stage(guide: Any, state: State) -> int:
        """In which stage of the game a state is, counted from its end."""

    @property
    def total(self) -> int:
        """Games to be played in all."""
        return self.target + self.searches

    @classmethod
    def load(cls, path: Path) -> ValueTraining:
        try:
            with path.open("rb") as file, np.load(file) as found:
                rows, lengths = found["rows"], found["lengths"].astype(int)
                seed, target, searches = int(found["seed"]), int(found["target"]), int(found["searches"])
                only = int(found.get("only", 0))  # none before one number of players could be fitted alone
                games = np.split(rows.astype(cls.kind), np.cumsum(lengths)[:-1])
        except FAULTS as fault:  # numpy's own words are advice for programmers
            if isinstance(fault, OSError) and fault.strerror:
                raise BoomtownError(f"{path}: cannot be read: {fault.strerror}") from None
            expected = "expected the file that boomtown train value wrote to --checkpoint"
            raise BoomtownError(f"{path}: no checkpoint of a value model: {expected}") from fault
        width = 3 + len(cls.features)
        if rows.ndim != 2 or rows.shape[1] != width or not len(rows) or not np.isfinite(rows).all():
            raise BoomtownError(f"{path}: no checkpoint of a value model: its rows are not {width} numbers each")
        if lengths.ndim != 1 or lengths.min() < 0 or lengths.sum() != len(rows):
            raise BoomtownError(f"{path}: no checkpoint of a value model: its games do not make up its rows")
        if only not in (0, *cls.players):
            raise BoomtownError(f"{path}: no checkpoint of a value model: {only} players have no network")
        training = cls(seed, games, only)
        training.target, training.searches = target, searches
        return training

    @property
    def n_games(self) -> int:
        """Played so far."""
        return len(self.games)

    def save(self, path: Path) -> None:
        file = io.BytesIO()
        lengths = [len(game) for game in self.games]
        rows = np.concatenate(self.games)
        np.savez_compressed(
            file, seed=self.seed, rows=rows, lengths=lengths, target=self.target, searches=self.searches, only=self.only
        )
        replace_file(path, file.getvalue())

    def chunks(self, n_games: int, n_searches: int = 0) -> Iterator[int]:
        """Plays on until so many games of the policy and then of the search are played; yields how many are, now and
        then."""
        self.target, self.searches = n_games, n_searches
        while self.n_games < self.total:
            is_search = self.n_games >= self.target
            self.games.append(self._search(self.n_games) if is_search else self._play(self.n_games))
            if is_search or self.n_games % CHUNK == 0 or self.n_games == self.total:
                yield self.n_games

    def _play(self, k: int) -> Rows:
        """A game of the policy against itself."""
        guide, rng = self.guides[k % len(self.guides)], Stream(self.seed, "value", k)
        state, seen, n = guide.game.new(), list[Seen](), k
        while not state.is_over:
            guide.play_out(state, rng)
            n += 1
            if not state.is_over and n % self.every == 0:
                seen.append(self._seen(guide, state))
        return self._rows(seen, state)

    def _search(self, k: int) -> Rows:
        """A game of short searches, which see what a seat sees."""
        guide, rng = self.guides[k % len(self.guides)], Stream(self.seed, "value by search", k)
        game: Game = guide.game
        sims = [rng.choice(SEARCHES) for _ in range(game.n_seats)]
        if self._is_of_equals(k):
            sims = sims[:1] * game.n_seats
        bots = [make(f"mcts:sims={one},memory=1", game, seat) for seat, one in enumerate(sims)]
        state, seen, stage = game.new(), list[Seen](), -1
        while (mover := state.mover) is not None:
            if mover < 0:
                state.apply(state.roll(rng))
            else:
                state.apply(ask(bots[mover], state.observe(mover), state.legal(), rng))
            if not state.is_over and (now := self.stage(guide, state)) != stage:
                if stage >= 0:  # a round has begun
                    seen.append(self._seen(guide, state))
                stage = now
        return self._rows(seen, state)

    def _is_of_equals(self, k: int) -> bool:
        """Whether all search alike in a game. In the others who is ahead early is the stronger one, too, and wins more
        often than one who was lucky."""
        return k // len(self.guides) % 2 == 1

    def _is_usual(self, k: int) -> bool:
        """Whether a game is as most are played: among equals, by the rules that come first in the turns."""
        game = self.guides[k % len(self.guides)].game
        first = next(one.game for one in self.guides if one.game.n_seats == game.n_seats)
        return self._is_of_equals(k) and game.settings == first.settings

    def _seen(self, guide: Any, state: State) -> Seen:
        return self.stage(guide, state), state.scores(), guide.features(state)

    def _rows(self, seen: list[Seen], end: State) -> Rows:
        final = end.scores()
        rows = [
            [stage, scores[seat], final[seat], *features]
            for stage, scores, found in seen
            for seat, features in enumerate(found)
        ]
        return np.array(rows, self.kind).reshape(-1, 3 + len(self.features))

    def model(self) -> dict[str, Any]:
        """A network for each number of players, and its log-loss by stage in games that it was not fitted to."""
        fitted = self._tuned() if self.n_games > self.target else self._separate()
        networks, losses = [], []
        for players, network in zip(self.players, fitted, strict=True):
            networks.append(network.exported())
            losses.append(self._losses(network, players))
        return {
            "games": min(self.target, self.n_games), "searches": max(0, self.n_games - self.target), "seed": self.seed,
            "features": list(self.features), "loss": losses, "networks": networks,
        }  # fmt: skip

    def tuned(self, known: dict[str, Any]) -> dict[str, Any]:
        """A known model whose network of one number of players was fitted further to the games played."""
        at = self.players.index(self.only)
        rows = self._positions(self.only, self._games(self.only, is_search=True))
        network = Network.imported(known["networks"][at], [rows])
        before = self._losses(network, self.only)
        self._tune(network, self.only, np.random.default_rng((self.seed, self.only)))
        after = self._losses(network, self.only)
        entry = {"players": self.only, "searches": self.searches, "seed": self.seed, "before": before, "after": after}
        networks = [network.exported() if k == at else one for k, one in enumerate(known["networks"])]
        losses = [after if k == at else one for k, one in enumerate(known["loss"])]
        return {**known, "loss": losses, "tuned": [*known.get("tuned", []), entry], "networks": networks}

    def _separate(self) -> Iterator[Network]:
        """Fitted to the policy's games, each number of players for itself."""
        for players in self.players:
            rng = np.random.default_rng((self.seed, players))
            network = Network(len(self.features), SIZES, self.n_stages, rng)
            rows = self._positions(players, self._games(players, is_search=False))
            if len(rows):
                network.scale_to([rows])
                _exhaust(network.fit([rows], EPOCHS, rng))
            yield network

    def _tuned(self) -> Iterator[Network]:
        """The search's games are few: what all numbers of players have in common is fitted first, to all games, and
        then each number's own to its games of the search."""
        rng = np.random.default_rng(self.seed)
        common = Network(len(self.features), SIZES, self.n_stages, rng)
        parts = {
            (players, is_search): (
                self._searched(players, False) if is_search else self._positions(players, self._games(players, False))
            )
            for players in self.players
            for is_search in (False, True)
        }
        some = [rows for rows in parts.values() if len(rows)]
        common.scale_to(some)
        searched = [rows for (_, is_search), rows in parts.items() if is_search and len(rows)]
        _exhaust(common.fit([*some, *searched * (SEARCH_SHARE - 1)], EPOCHS, rng))
        for players in self.players:
            network = common.copy()
            self._tune(network, players, rng)
            yield network

    def _tune(self, network: Network, players: int, rng: np.random.Generator) -> None:
        """Fits a network to the search's games of so many players: the weights and then, to the usual games, which no
        weights have seen, the temperatures."""
        if len(rows := self._searched(players, is_usual=False)):
            _exhaust(network.fit([rows], TUNED, rng, rate=TUNING_RATE, batch=TUNING_BATCH))
        if players > 1:
            network.warm(self._searched(players, is_usual=True))

    def _searched(self, players: int, is_usual: bool) -> Positions:
        games = self._games(players, is_search=True)
        return self._positions(players, [k for k in games if self._is_usual(k) == is_usual])

    def _losses(self, network: Network, players: int) -> list[float]:
        last = self._games(players, is_search=True, is_seen=False) or self._games(players, False, False)
        unseen = self._positions(players, last)
        stages = [unseen.some(unseen.stage == stage) for stage in range(self.n_stages)]
        return [round(network.loss(rows), 4) for rows in stages if len(rows) and players > 1]

    def _games(self, players: int, is_search: bool, is_seen: bool = True) -> list[int]:
        """Those of so many players that the fit sees, or the others."""
        numbers = range(self.target, self.n_games) if is_search else range(min(self.target, self.n_games))
        ours = [k for k in numbers if self.guides[k % len(self.guides)].game.n_seats == players and len(self.games[k])]
        return [k for n, k in enumerate(ours) if (n % UNSEEN > 0) == is_seen]

    def _positions(self, players: int, games: list[int]) -> Positions:
        width = 3 + len(self.features)
        found = [self.games[k] for k in games] or [np.zeros((0, width))]
        rows = np.concatenate(found).reshape(-1, players, width)
        now, final = rows[:, :, 1].astype(np.float32), rows[:, :, 2].astype(np.float32)
        return Positions(rows[:, :, 3:], now, final, rows[:, 0, 0].astype(int))

    @classmethod
    def told(cls, model: dict[str, Any]) -> str:
        """What came out, in one line."""
        if model.get("tuned"):
            last = model["tuned"][-1]
            steps = ", ".join(f"{old} to {new}" for old, new in zip(last["before"], last["after"], strict=True))
            return (
                f"{last['searches']:,} games of the search; log-loss by stage with {last['players']} players: {steps}"
            )
        numbers = ", ".join(str(players) for players in cls.players if players > 1)
        strays = "; ".join(", ".join(map(str, row)) for row in model["loss"] if row)
        searched = f" and {model['searches']:,} of the search" if model["searches"] else ""
        return f"{model['games']:,} games{searched}; log-loss by stage with {numbers} players: {strays}"

    @classmethod
    def blank(cls) -> dict[str, Any]:
        """A network that expects no gain: what is played with before there is one."""
        return Network(len(cls.features), SIZES, cls.n_stages, np.random.default_rng(0)).exported()


def games_param(usual: int) -> int | None:
    """How many games of the policy are played."""
    text = f"of the policy ({usual:,} unless told); a run that is resumed keeps its number, or a higher one"
    found: int | None = param(None, text, low=5)
    return found


def searches_param(usual: int) -> int | None:
    """How many games of the search are played then."""
    text = f"of the search, after the policy's ({usual:,} unless told); resumed it is the same, or a higher one"
    found: int | None = param(None, text, low=0)
    return found


def players_param() -> int | None:
    """Whose network is fitted further."""
    text = "fits the network of so many players, the one in use, further to games of the search, and leaves the others"
    found: int | None = param(None, text, low=1)
    return found


class ValueTrainer(Trainer):
    Training: ClassVar[type[ValueTraining]]
    name = "value"
    help = "the value model that judges playouts stopped early; written when all games are played"
    unit = "game"

    def run(self, options: Any, run: Run) -> Iterator[Step]:
        only = options.players or 0
        if only and only not in self.Training.players:
            numbers = ", ".join(map(str, self.Training.players))
            raise BoomtownError(f"--players {only}: there are networks for {numbers}")
        if only and options.games is not None:
            raise BoomtownError("--players fits to games of the search: give --searches N, not --games")
        training = self.Training.load(run.checkpoint) if run.is_resumed else self.Training(run.first_seed, only=only)
        check_seed(run, training.seed)
        if only not in (0, training.only):
            raise BoomtownError(f"{run.checkpoint} is of --players {training.only or 'all'}: go on without --players")
        n_games = training.target if options.games is None else options.games
        n_searches = training.searches if options.searches is None else options.searches
        n_searched = max(0, training.n_games - training.target)
        if n_games < min(training.n_games, training.target) or (n_searched and n_games != training.target):
            raise BoomtownError(
                f"{run.checkpoint} has {min(training.n_games, training.target):,} games already: --games {n_games} "
                "is too few, or too late"
            )
        if n_searches < n_searched:
            raise BoomtownError(
                f"{run.checkpoint} has {n_searched:,} games of the search already: --searches {n_searches} is too few"
            )
        if training.only and not n_searches:
            raise BoomtownError("--players is fitted to games of the search: say how many, as --searches 2000")
        for n in training.chunks(n_games, n_searches):
            per_save = self.Training.games_per_save if n <= n_games else self.Training.searches_per_save
            if n % per_save == 0:
                training.save(run.checkpoint)
            yield Step(n, n_games + n_searches, "")
        training.save(run.checkpoint)
        model = training.tuned(json.loads(self.place.read_text())) if training.only else training.model()
        write_model(model, run.output)
        yield Step(training.n_games, training.n_games, self.Training.told(model))


def _exhaust(epochs: Iterator[int]) -> None:
    for _ in epochs:
        pass


def write_model(model: dict[str, Any], path: Path) -> None:
    text = json.dumps(model, indent=1)
    text = re.sub(r"\[[^\[\]{}]*\]", lambda row: " ".join(row[0].split()), text)  # a row of numbers in a line
    replace_file(path, f"{text}\n".encode())
