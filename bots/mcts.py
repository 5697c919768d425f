"""`mcts`: the searching bot. Has its threads walk one tree and plays what was visited most."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from bots.appraisal import appraise
from bots.bot import Bot, Budget, TimeControl, param
from bots.effort import MOST_DUES, SAFE_SHARE, Pace, Savings
from bots.fitted import load_weights
from bots.guide import Guide
from bots.players import Knobs, players_of
from bots.search import Tree
from engine import Game, Memory, Observation, Stream

DEFAULT_TIME = 1.0  # seconds, when neither the parameters nor the caller say how long
SIMS_PER_PAIR = 32  # simulations of a search for each pair of playouts that appraises what an auction is about
FEWEST_PAIRS, MOST_PAIRS = 128, 1024  # with fewer the guide's judgement is better; more tell nothing new
PONDERED = 100  # simulations at a time on another's turn: a few milliseconds, then whoever waits for the bot gets it
CLOSE = 0.7  # a choice is undecided while the second best has this share of the best one's visits


@dataclass(frozen=True)
class MctsParams:
    time: float | None = param(
        None,
        "seconds per decision, on average over a game; with neither time nor sims, the caller's budget; 1 s when "
        "nobody says",
        low=0.001,
    )
    sims: int | None = param(
        None, "simulations per decision, on average over a game and over all threads together", low=1, high=10**12
    )
    threads: int = param(
        1, "threads that walk one tree; only with one the same seed gives the same moves", low=1, high=256
    )
    memory: int = param(
        64, "megabytes for the tree; when it is full, the search goes on without growing", low=1, high=100_000
    )
    exploration: float | None = param(
        None, "weight of the exploration term; none: what suits the game", low=0, high=1_000_000
    )
    margin: float = param(
        0.1, "share of a position's value that is its score margin, not its winning chance", low=0, high=1
    )
    width: float = param(4.0, "actions looked at from the first visit of a decision on", low=1, high=1_000_000)
    widening: float = param(1.0, "further actions per square root of a decision's visits", low=0, high=10_000)
    wide: bool = param(True, "look at rarer actions too, where a decision is searched long")
    noise: float | None = param(
        None,
        "chance that a move of a playout strays from the guide's policy; none: what suits the game",
        low=0,
        high=1,
    )
    horizon: int = param(2, "rounds of a playout before the value model judges; 0: to the end", low=0, high=7)
    even: bool = param(
        False, "time and sims for each decision alike; without, on average over a game, and at most 8 times as much"
    )
    remember: bool = param(True, "keep count of what was seen; without, only what an observation shows counts")
    keep: bool = param(True, "what earlier decisions found counts on; without, each is searched afresh")
    settle: bool = param(
        False,
        "with even=true: stop when the rest of the budget cannot change the choice; without it that is always done",
    )
    fitted: bool = param(True, "lead the search by weights fitted through it; without, by the policy's")
    guided: bool = param(True, "use the game's own guide; without, the search knows only the contract")


@dataclass
class Candidate:
    """An action at the root; the sums are over its visits."""

    action: int
    group: int
    visits: int
    value: float
    chance: float
    score: float


class MctsBot(Bot):
    """Information-set Monte Carlo tree search."""

    name = "mcts"
    Params = MctsParams

    def __init__(self, game: Game, seat: int, params: MctsParams | None = None, guide: Guide | None = None) -> None:
        """`guide`: leads the search in the place of the game's own."""
        super().__init__(game, seat, params)
        self.knobs = self._knobs()
        self.guide = guide or self._own_guide()
        self.tree = Tree(
            self.guide,
            self.params.memory * 1_000_000,
            self.knobs.exploration,
            self.params.margin,
            self.params.width,
            self.params.widening,
            self.params.threads,
            self.params.wide,
        )
        self.past = Memory()
        self.pace = Pace(game, seat)
        self.times = self._savings(self.params.time)
        self.counts = self._savings(self.params.sims)
        self.longest = self.longest_with(self.params)
        self.plan: list[int] = []  # moves already decided on
        self.n_sims = 0  # simulations of the last search

    @classmethod
    def longest_with(cls, params: MctsParams) -> float | None:
        return None if params.time is None or params.even else MOST_DUES * params.time

    def _own_guide(self) -> Guide:
        if not self.params.guided:
            return Guide(self.game)
        players = players_of(self.game)
        weights = None if self.params.fitted or players.weights is None else load_weights(players.weights)
        return players.guide(self.game, self.knobs.noise, self.params.horizon, weights)

    def _knobs(self) -> Knobs:
        """The game's, as far as the parameters do not say otherwise."""
        usual = players_of(self.game).knobs(self.game) if self.params.guided else Knobs()
        said = {"exploration": self.params.exploration, "noise": self.params.noise}
        return replace(usual, **{name: value for name, value in said.items() if value is not None})

    def _savings(self, due: float | None) -> Savings | None:
        return None if due is None or self.params.even else Savings(due, self.guide.top_stake)

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        start = time.monotonic()
        if budget.clock is not None:
            self.pace.asked(budget.clock)
        move = self._decide(observation, legal, budget, rng, start)
        if self.times is not None:
            self.times.spend(time.monotonic() - start)
        if self.counts is not None and self.analysis is not None:
            self.counts.spend(self.n_sims)
        if budget.clock is not None:
            self.pace.answered(budget.clock, time.monotonic() - start, len(legal) > 1)
        return move

    def watch(self, observation: Observation) -> None:
        if self.params.remember:
            self.past.recall(observation)

    def ponder(self, observation: Observation, rng: Stream) -> bool:
        if not self.params.keep or self.params.sims is not None:  # a counted effort stays the same
            return False
        if self.params.remember:
            observation = self.past.recall(observation)
        return self.tree.ponder(observation, rng, PONDERED)

    def _decide(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream, start: float) -> int:
        self.analysis = None
        if self.params.remember:
            observation = self.past.recall(observation)
        if len(legal) == 1:
            self.plan = []
            return legal[0]
        if self.plan and self.plan[0] in legal:
            return self.plan.pop(0)
        self._search(observation, budget, rng, start)
        candidates = self._candidates()
        best = _most_visited(candidates)
        self.plan = self.tree.unfold(observation, best.action, rng.fork("unfold"))
        self.analysis = self._analysis(observation, candidates, best)
        return self.plan.pop(0)

    def _search(self, observation: Observation, budget: Budget, rng: Stream, start: float) -> None:
        sims, seconds = self._effort(budget)
        if self.times is not None or self.counts is not None:
            stake = self._stake(observation)
            seconds = None if self.times is None else self.times.allow(stake)
            sims = None if self.counts is None else max(1, round(self.counts.allow(stake)))
        stream = rng.fork("sampling", rng.draw(), 0)
        if seconds is None and sims is None:
            assert budget.clock is not None
            self._search_by_clock(observation, budget.clock, stream, rng.fork("pace"), start)
            return
        if budget.clock is not None:  # a time or simulations of its own, as far as the clock reaches
            most = SAFE_SHARE * budget.clock.base
            seconds = most if seconds is None else min(seconds, most)
        deadline = None if seconds is None else start + seconds * self._search_share(observation)
        is_settling = self.params.settle or not self.params.even
        self.n_sims = self.tree.search(observation, stream, sims, deadline, is_settling, keep=self.params.keep)

    def _search_by_clock(
        self, observation: Observation, clock: TimeControl, stream: Stream, rng: Stream, start: float
    ) -> None:
        """Thinks for this decision's share of the clock; less if it is settled before, more while it is undecided."""
        allowed = self.pace.allow(clock, observation, self._stake(observation), rng)
        share = self._search_share(observation)
        usual, most = share * allowed.usual, share * allowed.most
        spent = usual
        self.n_sims = self.tree.search(observation, stream, None, start + usual, settle=True, keep=self.params.keep)
        while spent < most and _is_undecided(self._candidates()):
            spent = min(spent + usual / 2, most)
            self.n_sims += self.tree.search(observation, stream, None, start + spent, more=True)

    def _stake(self, observation: Observation) -> float:
        return self.guide.stake_of(observation.sample(Stream(0, "stake")))

    def _search_share(self, observation: Observation) -> float:
        """Of the time for a decision, what is not left for the appraisal."""
        return 1 - 2 / SIMS_PER_PAIR if self._is_auction(observation) else 1.0

    def _is_auction(self, observation: Observation) -> bool:
        return appraise(self.tree, observation, Stream(0, "worth"), 0) is not None

    def _effort(self, budget: Budget) -> tuple[int | None, float | None]:
        """Simulations and seconds; neither: the caller's clock decides. The bot's own parameters come first, then the
        caller's budget, then a second."""
        if self.params.sims is not None or self.params.time is not None:
            return self.params.sims, self.params.time
        if budget.sims is not None or budget.time is not None:
            return budget.sims, budget.time
        return None, DEFAULT_TIME if budget.clock is None else None

    def _candidates(self) -> list[Candidate]:
        """The root's actions, most visited first."""
        return sorted((Candidate(*row) for row in self.tree.report()), key=lambda one: -one.visits)

    def _analysis(self, observation: Observation, candidates: list[Candidate], best: Candidate) -> dict[str, Any]:
        rows = []
        for one in candidates:
            if not one.visits:
                continue
            moves = self.tree.unfold(observation, one.action, Stream(0, "unfold"))
            rows.append(
                {
                    "move": moves[0],
                    "plan": moves[1:],
                    "visits": one.visits,
                    "chance": one.chance / one.visits,
                    "score": one.score / one.visits,
                }
            )
        n_pairs = min(self.n_sims // self.params.threads // SIMS_PER_PAIR, MOST_PAIRS)
        if n_pairs < FEWEST_PAIRS:
            n_pairs = 0
        worth = appraise(self.tree, observation, Stream(0, "worth"), n_pairs)
        return {"sims": self.n_sims, "candidates": rows} | ({} if worth is None else {"worth": worth})


def _most_visited(candidates: list[Candidate]) -> Candidate:
    """The most visited action of the most visited kind; ties by value."""
    visits: dict[int, int] = {}
    for one in candidates:
        visits[one.group] = visits.get(one.group, 0) + one.visits
    group = max(visits, key=lambda kind: visits[kind])
    return max(
        (one for one in candidates if one.group == group and one.visits),
        key=lambda one: (one.visits, one.value / one.visits),
    )


def _is_undecided(candidates: list[Candidate]) -> bool:
    """Whether more thought may change the choice: of the kind of action or, with one kind, of the action."""
    visits: dict[int, int] = {}
    for one in candidates:
        visits[one.group] = visits.get(one.group, 0) + one.visits
    ranked = sorted(visits.values() if len(visits) > 1 else (one.visits for one in candidates), reverse=True)
    return len(ranked) > 1 and ranked[1] > CLOSE * ranked[0]
