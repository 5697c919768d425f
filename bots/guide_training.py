"""Fits the guide's weights through the search: the cross-entropy method on games of `mcts` at few simulations.

Each generation draws pairs of sets of weights on either side of the mean and has each of them lead the search of one
seat, against the mean in all others: the same games, dice and seats for every set. Every few generations the mean meets
the last accepted one in a sequential test, and only one that passes is a result. Each number of players has weights of
its own, and its own run. A game's room says what is played: subclasses of `GuideTraining` and `GuideTrainer`.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from bots.asking import ask
from bots.bot import param
from bots.cross_entropy import (
    ELITE,
    POPULATION,
    Checkpoint,
    Weights,
    check_counts,
    check_same,
    check_seed,
    check_sets,
    drawn,
    expect_fields,
    move_towards,
    replace_file,
)
from bots.fitted import load_guide_weights, load_weights
from bots.mcts import MctsBot, MctsParams
from bots.players import Run, ShareOut, Step, Trainer, do_alone, players_of
from bots.sprt import Plan, Sprt, elo_of_score
from engine import BoomtownError, Game, Stream

SPREAD_KEPT = 0.75  # share of the spread that a generation leaves as it was
LAST_SHARE = 0.2  # what the last of the elite counts beside the first
TEST = Plan(0.0, 30.0)
USUAL_GAMES, USUAL_SIMS, USUAL_EVERY = 16, 40, 4
DIGITS = 4  # of a weight that is tested and written


# -- games -------------------------------------------------------------------------------------------------------------


class End(NamedTuple):
    """Of one game, for the seat that a set of weights led."""

    victory: float  # its share
    lead: float  # in score, over the best of the others
    ahead: float  # share of the others that came behind it, ties half


@dataclass(frozen=True)
class Match:
    """Games of sets of weights, each of them in one seat, against another set in all others. Processes play it."""

    games: tuple[Game, ...]  # played in turn, deal by deal
    sets: tuple[Weights, ...]
    other: Weights
    n: int  # games of each set
    first: int  # the number of their first, which says deal and seat
    sims: int  # for a decision
    luck: tuple[int | str, ...]  # what names the stream that dice and choices come from

    def __call__(self, work: int) -> End:
        k = self.first + work % self.n
        n_seats = self.games[0].n_seats
        deal, tested = divmod(k, n_seats)
        game = self.games[deal % len(self.games)]
        weights = self.sets[work // self.n]
        bots = [self._bot(game, seat, weights if seat == tested else self.other) for seat in range(n_seats)]
        seed, *labels = self.luck
        dice = Stream(int(seed), *labels, "dice", deal)
        choices = [Stream(int(seed), *labels, "choices", k, seat) for seat in range(n_seats)]
        state = game.new()
        while (mover := state.mover) is not None:
            if mover < 0:
                state.apply(state.roll(dice))
            else:
                state.apply(ask(bots[mover], state.observe(mover), state.legal(), choices[mover]))
        return _end(state.result(), state.scores(), tested)

    def _bot(self, game: Game, seat: int, weights: Weights) -> MctsBot:
        params = MctsParams(sims=self.sims, memory=1)
        players = players_of(game)
        return MctsBot(game, seat, params, players.guide(game, players.knobs(game).noise, params.horizon, weights))


def _end(victories: Sequence[float], scores: Sequence[float], seat: int) -> End:
    keys = list(zip(victories, scores, strict=True))
    others = [key for other, key in enumerate(keys) if other != seat]
    behind = sum(1.0 if key < keys[seat] else 0.5 if key == keys[seat] else 0.0 for key in others)
    return End(victories[seat], scores[seat] - max(score for _, score in others), behind / len(others))


# -- where a run stands ------------------------------------------------------------------------------------------------


@dataclass
class Branch:
    """The run of one number of players."""

    mean: Weights
    spread: Weights
    accepted: Weights  # what a mean must beat
    generation: int = 0
    n_games: int = 0  # played so far, those of tests among them
    seconds: float = 0.0


@dataclass
class GuideCheckpoint(Checkpoint):
    seed: int
    games: int  # per set of weights and generation
    sims: int
    every: int  # generations between tests
    branches: dict[str, Branch]  # by number of players
    before: dict[str, Any]  # the file that the run began with
    history: list[dict[str, Any]] = field(default_factory=list)  # of the means that passed

    def check(self, names: Collection[str]) -> None:
        self.branches = {n: Branch(**expect_fields(Branch, stored)) for n, stored in dict(self.branches).items()}
        check_counts(self.seed, self.games, self.sims, self.every)
        if not self.games or not self.sims or not self.every:
            raise ValueError("its games, sims and every must be above 0")
        for branch in self.branches.values():
            check_sets((branch.mean, branch.spread, branch.accepted), names)
            check_counts(self.seed, branch.generation, branch.n_games)
            if not isinstance(branch.seconds, (int, float)):
                raise ValueError("its seconds are no number")
        check_sets(self.before["players"].values(), names)
        if not isinstance(self.history, list) or not isinstance(self.before["history"], list):
            raise ValueError("its history is no list")
        for step in self.history:
            if not isinstance(step, dict) or str(step.get("players")) not in self.branches or "elo" not in step:
                raise ValueError("its history is none of steps that passed")

    @property
    def result(self) -> dict[str, Any]:
        """The file of weights: those that were there, but for numbers of players where a mean passed."""
        passed = {str(entry["players"]) for entry in self.history}
        players = self.before["players"] | {n: self.branches[n].accepted for n in sorted(passed)}
        return {"players": players, "history": [*self.before["history"], *self.history]}


# -- training ----------------------------------------------------------------------------------------------------------


class GuideTraining:
    """One run; after each `generation` the checkpoint is up to date."""

    games: ClassVar[Mapping[int, tuple[Game, ...]]]  # what is played in turn, by number of players
    place: ClassVar[Path]  # the guide's weights in use
    policy: ClassVar[Path]  # the policy's, which it uses where it has none of its own
    margin_scale: ClassVar[float]  # a lead in score of this much counts 0.76 of the most that leads can
    population: ClassVar[int] = POPULATION
    elite: ClassVar[int] = ELITE
    test_games: ClassVar[int] = 1200  # after which a test that is undecided is over

    def __init__(self, checkpoint: GuideCheckpoint, share_out: ShareOut = do_alone, jobs: int = 1) -> None:
        self.checkpoint = checkpoint
        self.share_out = share_out
        self.jobs = jobs

    @classmethod
    def begin(cls, seed: int, games: int, sims: int, every: int) -> GuideCheckpoint:
        """Where a run begins: with the weights in use."""
        branches = {}
        for players in cls.games:
            start = load_guide_weights(cls.place, players, cls.policy)
            spread = {name: 0.25 * abs(value) + 0.05 for name, value in start.items()}
            branches[str(players)] = Branch(dict(start), spread, dict(start))
        before = json.loads(cls.place.read_text())
        return GuideCheckpoint(seed, games, sims, every, branches, {"history": [], **before})

    @classmethod
    def load(cls, path: Path) -> GuideCheckpoint:
        found = GuideCheckpoint.load(path, load_weights(cls.policy))
        if found.branches.keys() != {str(players) for players in cls.games}:
            known = ", ".join(map(str, cls.games))
            raise BoomtownError(f"{path}: no training checkpoint: expected runs with {known} players")
        return found

    def generation(self, players: int) -> Iterator[int]:
        """Goes on by one, and a test where one is due; yields now and then how many games were played in all."""
        branch = self.checkpoint.branches[str(players)]
        start = time.monotonic() - branch.seconds
        yield from self._step(players, branch)
        branch.seconds = time.monotonic() - start
        if branch.generation % self.checkpoint.every == 0:
            passed = yield from self._test(players, branch)
            branch.seconds = time.monotonic() - start
            if passed is not None:
                self.checkpoint.history.append(_told(players, branch, *passed))

    def _step(self, players: int, branch: Branch) -> Iterator[int]:
        now = self.checkpoint
        rng = Stream(now.seed, "guide", players, branch.generation)
        sets: list[Weights] = []
        while len(sets) < self.population:
            one = drawn(rng, branch.mean, branch.spread)
            sets += one, {name: 2 * branch.mean[name] - value for name, value in one.items()}
        first = branch.generation * now.games
        luck = (now.seed, "guide", players)
        match = Match(self.games[players], tuple(sets), dict(branch.mean), now.games, first, now.sims, luck)
        found = []
        with closing(self.share_out(match, len(sets) * now.games, self.jobs)) as ends:
            for _ in sets:
                found.append(sum(map(self._merit, islice(ends, now.games))) / now.games)
                branch.n_games += now.games
                yield branch.n_games
        ranked = sorted(range(len(sets)), key=lambda k: -found[k])[: self.elite]
        shares = [1 - (1 - LAST_SHARE) * k / (self.elite - 1) for k in range(self.elite)]
        move_towards([sets[k] for k in ranked], shares, branch.mean, branch.spread, SPREAD_KEPT)
        branch.generation += 1

    def _test(self, players: int, branch: Branch) -> Generator[int, None, tuple[float, int] | None]:
        """The mean meets the accepted weights in turned seats, deal by deal. If it is better, it is accepted: returns
        its score and the games of the test."""
        now = self.checkpoint
        tested = {name: round(value, DIGITS) for name, value in branch.mean.items()}
        n_deals = max(1, self.test_games // players)
        luck = (now.seed, "guide test", players, branch.generation)
        match = Match(self.games[players], (tested,), branch.accepted, n_deals * players, 0, now.sims, luck)
        test, points = Sprt(TEST), 0.0
        with closing(self.share_out(match, n_deals * players, self.jobs)) as ends:
            while test.verdict is None and test.n < n_deals:
                score = sum(end.ahead for end in islice(ends, players)) / players
                points += score
                branch.n_games += players
                test.add(score, players)
                yield branch.n_games
        if test.verdict != "H1":
            return None
        branch.accepted = tested
        return points / test.n, test.n * players

    def _merit(self, end: End) -> float:
        """Half the victory, half the lead."""
        return 0.5 * end.victory + 0.5 * (0.5 + 0.5 * math.tanh(end.lead / self.margin_scale))


def _told(players: int, branch: Branch, score: float, n: int) -> dict[str, Any]:
    """A step that was accepted: what it took, and how it fared in n games against what it took the place of."""
    rest = 0.5 / n
    return {
        "players": players,
        "generation": branch.generation,
        "games": branch.n_games,
        "hours": round(branch.seconds / 3600, 3),
        "score": round(score, 4),
        "test": n,
        "elo": round(elo_of_score(min(max(score, rest), 1 - rest))),
    }


@dataclass(frozen=True)
class GuideOptions:
    players: int | None = param(None, "with so many players; all numbers of them in turn unless told", low=1)
    generations: int = param(20, "how many to run now, for each number of players", low=1)
    games: int | None = param(
        None, f"per candidate and generation ({USUAL_GAMES} unless told); a run that is resumed keeps its number", low=1
    )
    sims: int | None = param(
        None, f"simulations per decision ({USUAL_SIMS} unless told); a run that is resumed keeps its number", low=1
    )
    every: int | None = param(
        None, f"generations between tests ({USUAL_EVERY} unless told); a run that is resumed keeps its number", low=1
    )
    jobs: int = param(1, "processes; the result is the same", low=1)


class GuideTrainer(Trainer):
    Training: ClassVar[type[GuideTraining]]
    name = "guide"
    help = "the guide's weights through the search, by the cross-entropy method; written when they pass a test"
    unit = "generation"
    is_shared = True
    Options = GuideOptions

    def run(self, options: GuideOptions, run: Run) -> Iterator[Step]:
        now = self._checkpoint(options, run)
        numbers = list(self.Training.games) if options.players is None else [options.players]
        if not set(numbers) <= set(self.Training.games):
            known = ", ".join(map(str, self.Training.games))
            raise BoomtownError(f"--players {options.players}: expected one of {known}")
        training = self.Training(now, run.share_out, options.jobs)
        total = options.generations * len(numbers)
        for done in range(total):
            players = min(numbers, key=lambda n: now.branches[str(n)].generation)
            for n_games in training.generation(players):
                yield Step(done, total, "", {"players": players, "games": n_games})
            now.save(run.checkpoint)
            if now.history:
                write_result(now.result, run.output)
            yield Step(done + 1, total, _summary(now, run.output), {"players": players, "passed": len(now.history)})

    def _checkpoint(self, options: GuideOptions, run: Run) -> GuideCheckpoint:
        if not run.is_resumed:
            games, sims = options.games or USUAL_GAMES, options.sims or USUAL_SIMS
            return self.Training.begin(run.first_seed, games, sims, options.every or USUAL_EVERY)
        found = self.Training.load(run.checkpoint)
        check_seed(run, found.seed)
        check_same("games per candidate", found.games, options.games)
        check_same("simulations", found.sims, options.sims)
        check_same("generations between tests", found.every, options.every)
        return found


def _summary(now: GuideCheckpoint, output: Path) -> str:
    played = f"{sum(branch.n_games for branch in now.branches.values()):,} games"
    if not now.history:
        return f"{played}; no mean has passed its test, nothing is written"
    steps = ", ".join(f"{one['players']} players {one['elo']:+d} Elo" for one in now.history)
    return f"{played}; passed: {steps}; weights written to {output}"


def write_result(result: dict[str, Any], path: Path) -> None:
    replace_file(path, f"{json.dumps(result, indent=1)}\n".encode())
