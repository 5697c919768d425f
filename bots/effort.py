"""How much thought one decision gets: `Pace` of a clock, `Savings` of an average. `bots/mcts.py` asks them before each
search.

What is left of a clock, with the increments still to come, is spread over the decisions still to come, by their
weights. Their number is counted in a game played on from here by the game's policy (without one, at random). Whoever
settles early leaves the rest to later decisions; whoever is still undecided may go on for a while.
"""

from __future__ import annotations

from dataclasses import dataclass

from bots.bot import TimeControl
from bots.players import players_of
from engine import Game, Observation, Stream

COUNT_EVERY = 8  # decisions between two counts: one takes about 1 ms in our games
MAX_COUNTED = 5000  # moves of a game played on
FEWEST = 3.0  # decisions that are always expected still: a game may last longer than the one played on
SAFE_SHARE = 0.25  # of what is left on the clock that one decision may take at most
KEPT = 0.95  # of what is left; the rest is for what is not thinking
MOST_DUES = 8.0  # times the average that one decision may take
LEAST_RESERVE = 2.0  # dues that are kept at least for decisions that matter; with more, all get more
PATIENCE = 2.0  # times its usual share that an undecided decision may take


@dataclass(frozen=True)
class Allowance:
    """Seconds for one decision."""

    usual: float
    most: float  # if it is still undecided then


@dataclass(frozen=True)
class Ahead:
    """What a seat still has to decide, this decision included."""

    choices: int  # moves with alternatives: each adds the increment
    decisions: int  # of which so many are thought about: a plan is one


def look_ahead(observation: Observation, rng: Stream) -> Ahead:
    """Plays one game on and counts what comes up for the observer."""
    game, seat = observation.game, observation.seat
    players = players_of(game)
    policy = players.policy(game) if players.has_policy else None
    state = observation.sample(rng)
    choices = decisions = 0
    plan: list[int] = []
    for _ in range(MAX_COUNTED):
        mover = state.mover
        if mover is None:
            break
        if mover < 0:
            state.apply(state.roll(rng))
            continue
        legal = state.legal()
        is_open = len(legal) > 1 and mover == seat
        choices += is_open
        if not plan or plan[0] not in legal:
            plan = [rng.choice(legal)] if policy is None else list(policy.advise(state.observe(mover), rng))
            decisions += is_open
        state.apply(plan.pop(0))
    return Ahead(max(1, choices), max(1, decisions))


def allowance(clock: TimeControl, ahead: Ahead, weight: float = 1.0, lag: float = 0.0) -> Allowance:
    """The share of a decision that weighs so many times the mean of those ahead. `lag`: what each choice costs besides
    thinking."""
    total = max(0.0, KEPT * clock.base + clock.increment * (ahead.choices - 1) - lag * ahead.choices)
    bound = SAFE_SHARE * clock.base
    usual = min(bound, weight * total / max(FEWEST, float(ahead.decisions)))
    return Allowance(usual, min(bound, PATIENCE * usual))


class Savings:
    """A budget that is given on average: every decision thought about adds its due, and takes by its stake of what is
    there. So the average is kept at any time, and what easy decisions leave goes to those that matter."""

    def __init__(self, due: float, top_stake: float) -> None:
        self.due = due
        self.reserve = max(LEAST_RESERVE, top_stake)  # dues: what a decision with the highest stake takes
        self.left = 0.0

    def fill(self) -> None:
        """As in a game under way: the next decision gets what its stake deserves."""
        self.left = self.reserve * self.due

    def allow(self, stake: float) -> float:
        """For one decision, its due included."""
        self.left += self.due
        plenty = max(1.0, self.left / (self.reserve * self.due))
        return min(max(0.0, self.left), self.due * min(MOST_DUES, stake * plenty))

    def spend(self, amount: float) -> None:
        """What a decision has taken in the end."""
        self.left -= amount


class Pace:
    """One seat's clock over one game."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self._ahead: Ahead | None = None
        self._since = 0  # decisions since it was counted
        self._weights = [1.0]  # of the decisions so far; the first stands for those not yet seen
        self._due: float | None = None  # what the clock should show at the next question
        self._lags = 0.0  # seconds that it showed less, over all questions
        self._n_lags = 0

    def asked(self, clock: TimeControl) -> None:
        """A question has come. What the clock has lost besides thinking (to pipes, to a busy machine) is remembered."""
        if self._due is not None:
            self._lags += max(0.0, self._due - clock.base)
            self._n_lags += 1

    def answered(self, clock: TimeControl, seconds: float, is_choice: bool) -> None:
        """The question that came with this clock took so long."""
        self._due = clock.base - seconds + (clock.increment if is_choice else 0.0)

    def allow(self, clock: TimeControl, observation: Observation, weight: float, rng: Stream) -> Allowance:
        """For the decision at hand; called once for each that is thought about."""
        if self._ahead is None or self._since >= COUNT_EVERY:
            self._ahead, self._since = look_ahead(observation, rng), 0
        counted, past = self._ahead, self._since
        per_decision = counted.choices / counted.decisions
        left = max(1, counted.decisions - past)
        self._since += 1
        mean = sum(self._weights) / len(self._weights)
        self._weights.append(weight)
        ahead = Ahead(max(1, round(left * per_decision)), left)
        return allowance(clock, ahead, weight / mean, lag=self._lags / max(1, self._n_lags))
