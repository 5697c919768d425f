"""Why a move is better: what is different, on average, in games played on after it and after another.

Both are played on to the end by the game's policy with the same dice, pair by pair; what a game can count on the way
is said by its room (`Players.counts`). Nothing is a reason that is not beyond its error, and where the better move
does not come out ahead in these games there is none: then it is better for something that the policy does not see.
The judge (`bots/judge.py`) asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bots.players import Policy, players_of
from bots.search import Tree
from engine import Game, Observation, State, Stream

SCORE = "score"  # a quantity of every game: what a seat has in the end
N_PAIRS = 32
ERRORS = 2.5  # standard errors that a reason is from 0: some twenty quantities are looked at
MOST = 3  # reasons for a move
MOST_MOVES = 20_000  # of a game played on: none is longer
FEW_SIMS = 64  # of the search that plays on where a game has no policy

Counts = dict[tuple[str, int], float]  # by quantity and seat


@dataclass(frozen=True)
class Reason:
    """What the better move changes: the amount of a quantity that a seat comes to, and its error."""

    quantity: str
    seat: int
    gain: float
    error: float


class Searcher:
    """Plays on where a room has no policy."""

    def __init__(self, game: Game) -> None:
        self._tree = Tree(players_of(game).guide(game, 0.1, 0), 1_000_000, 1.0, 0.1, 4.0, 1.0)

    def advise(self, seen: Observation, rng: Stream) -> list[int]:
        self._tree.search(seen, rng, FEW_SIMS, None)
        action = max(self._tree.report(), key=lambda row: row[2])[0]
        return self._tree.unfold(seen, action, rng)


def find_reasons(pairs: Sequence[State], better: int, worse: int, lucks: Sequence[int]) -> tuple[Reason, ...]:
    """The reasons for `better`, whose seat is to move in all of these positions, the weightiest first. Each position
    is played on from with its own luck."""
    game, seat = pairs[0].game, pairs[0].mover
    assert seat is not None
    players = players_of(game)
    policy = players.policy(game) if players.has_policy else Searcher(game)
    counted = [
        [
            played_on(state.copy().apply(move), policy, luck, state, move)
            for state, luck in zip(pairs, lucks, strict=True)
        ]
        for move in (better, worse)
    ]
    leads = [np.mean([_lead(counts, seat, game.n_seats) for counts in counts_of]) for counts_of in counted]
    if leads[0] <= leads[1]:
        return ()
    names = sorted({name for counts_of in counted for counts in counts_of for name in counts})
    found = [_difference(name, counted[0], counted[1]) for name in names]
    worths = {**players.quantities, SCORE: 0.0}
    weights = {one: one.gain * worths[one.quantity] * (1 if one.seat == seat else -1) for one in found}
    told = [one for one in found if abs(one.gain) > one.error and weights[one] > 0]
    told.sort(key=lambda one: (-weights[one], one.quantity, one.seat))
    topics = [(one.quantity.rpartition(".")[2], one.seat) for one in told]  # of `made.x` and `sold.x` one is told
    told = [one for k, one in enumerate(told) if topics.index(topics[k]) == k]
    if not told:  # a game that counts nothing but scores
        told = [
            one for one in found if one.quantity == SCORE and one.gain * (1 if one.seat == seat else -1) > one.error
        ]
    return tuple(told[:MOST])


def played_on(state: State, policy: Policy, luck: int, before: State, move: int) -> Counts:
    """What was counted from `before`, over `move` and `state` behind it, to the end. The state is used up."""
    players, dice, choices = players_of(state.game), Stream(luck, "dice"), Stream(luck, "choices")
    counts: Counts = {}

    def count(old: State, made: int, new: State) -> None:
        for name, seat, amount in players.counts(old, made, new):
            counts[name, seat] = counts.get((name, seat), 0.0) + amount

    count(before, move, state)
    plan: list[int] = []
    for _ in range(MOST_MOVES):
        mover = state.mover
        if mover is None:
            break
        old = state.copy()
        if mover < 0:
            made, plan = state.roll(dice), []
        else:
            plan = plan or policy.advise(state.observe(mover), choices)
            made = plan.pop(0)
        state.apply(made)
        count(old, made, state)
        if state.mover != mover:
            plan = []
    for seat, score in enumerate(state.scores()):
        counts[SCORE, seat] = score
    return counts


def _lead(counts: Counts, seat: int, n_seats: int) -> float:
    others = [counts[SCORE, one] for one in range(n_seats) if one != seat]
    return counts[SCORE, seat] - max(others, default=0.0)


def _difference(name: tuple[str, int], better: Sequence[Counts], worse: Sequence[Counts]) -> Reason:
    gaps = np.array([one.get(name, 0.0) - other.get(name, 0.0) for one, other in zip(better, worse, strict=True)])
    return Reason(*name, float(gaps.mean()), ERRORS * float(gaps.std(ddof=1)) / len(gaps) ** 0.5)
