"""Why a move is better: what is different, on average, in games played on after it and after another.

Both are played on to the end by the game's policy with the same dice, pair by pair; what a game can count on the way
is said by its room (`Players.counts`), and what seats have some turns later (`Players.held`), where the end of the game
drowns a move in luck. Nothing is a reason that is not beyond its error, and where the better move clearly falls behind
in these games there is none: then it is better for something that the policy does not see.
The judge (`bots/judge.py`) asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bots.players import Players, Policy, players_of
from bots.search import Tree
from engine import Game, Observation, State, Stream

SCORE = "score"  # a quantity of every game: what a seat has in the end
# Pairs of games that are looked at first, and in all if they tell nothing. Of 14 mistakes in a game of 400 moves 5 had
# a reason by 32 pairs played to the end, 8 by 64, all with what is held some turns later.
FIRST_PAIRS, N_PAIRS = 32, 96
ERRORS = 2.5  # standard errors that a reason is from 0: some twenty quantities are looked at
MOST = 3  # reasons for a move
MOST_MOVES = 20_000  # of a game played on: none is longer
FEW_SIMS = 64  # of the search that plays on where a game has no policy

Counts = dict[tuple[str, int], float]  # by quantity and seat


@dataclass(frozen=True)
class Reason:
    """What the better move changes: the amount of a quantity that a seat comes to, and its error. Of what is paid for
    something it is told as well for how much more of it, and how much more for each, where that is beyond its own
    error; else it is 0."""

    quantity: str
    seat: int
    gain: float
    error: float
    amount: float = 0.0
    price: float = 0.0


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
    is played on from with its own luck; if the first ones tell something, the others are left out."""
    game = pairs[0].game
    players = players_of(game)
    policy = players.policy(game) if players.has_policy else Searcher(game)
    counted: tuple[list[Counts], list[Counts]] = ([], [])
    found: tuple[Reason, ...] = ()
    for start, end in ((0, FIRST_PAIRS), (FIRST_PAIRS, len(pairs))):
        for state, luck in zip(pairs[start:end], lucks[start:end], strict=True):
            for move, counts_of in zip((better, worse), counted, strict=True):
                counts_of.append(played_on(state.copy().apply(move), policy, luck, state, move))
        found = found or _told(players, pairs[0], *counted)
        if found:
            break
    return found


def _told(players: Players, state: State, better: Sequence[Counts], worse: Sequence[Counts]) -> tuple[Reason, ...]:
    """What these games tell, of which those behind the better move come first."""
    seat, n_seats = state.mover, state.game.n_seats
    assert seat is not None
    leads = np.array([[_lead(counts, seat, n_seats) for counts in counts_of] for counts_of in (better, worse)])
    lead, error = _mean(leads[0] - leads[1])
    if lead < -error:
        return ()
    names = sorted({name for counts in (*better, *worse) for name in counts})
    found = [_difference(name, better, worse, players.measures.get(name[0], "")) for name in names]
    worths = {**dict.fromkeys(players.measures.values(), 0.0), **players.quantities, SCORE: 0.0}
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
    n_turns = 0  # that the seat in question has begun
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
            n_turns += state.mover == before.mover
            if n_turns == players.soon and state.mover == before.mover:
                counts.update({(name, seat): amount for name, seat, amount in players.held(state)})
    for seat, score in enumerate(state.scores()):
        counts[SCORE, seat] = score
    return counts


def _lead(counts: Counts, seat: int, n_seats: int) -> float:
    others = [counts[SCORE, one] for one in range(n_seats) if one != seat]
    return counts[SCORE, seat] - max(others, default=0.0)


def _difference(name: tuple[str, int], better: Sequence[Counts], worse: Sequence[Counts], measure: str) -> Reason:
    """How far the two differ; `measure` is what it is paid for, "" if nothing is told of that."""
    totals = [np.array([one.get(name, 0.0) for one in counts_of]) for counts_of in (better, worse)]
    gain, error = _mean(totals[0] - totals[1])
    if not measure:
        return Reason(*name, gain, error)
    sizes = [np.array([one.get((measure, name[1]), 0.0) for one in counts_of]) for counts_of in (better, worse)]
    amount, amount_error = _mean(sizes[0] - sizes[1])
    price, price_error = _price_gap(totals, sizes)
    return Reason(
        *name,
        gain,
        error,
        amount if abs(amount) > amount_error else 0.0,
        price if abs(price) > price_error else 0.0,
    )


def _price_gap(totals: Sequence[np.ndarray], sizes: Sequence[np.ndarray]) -> tuple[float, float]:
    """How far mean prices differ, that is totals by sizes, and the error: that of a ratio, to the first order."""
    if not all(size.any() for size in sizes):
        return 0.0, 0.0
    prices = [total.sum() / size.sum() for total, size in zip(totals, sizes, strict=True)]
    rests = [(total - price * size) / size.mean() for total, price, size in zip(totals, prices, sizes, strict=True)]
    return float(prices[0] - prices[1]), _mean(rests[0] - rests[1])[1]


def _mean(values: np.ndarray) -> tuple[float, float]:
    """The mean and its error."""
    return float(values.mean()), ERRORS * float(values.std(ddof=1)) / len(values) ** 0.5
