"""The judge: what a move is worth beside the others, in winning chances that can be compared.

Coach, review, replay, `analyse` and the page all ask here. Alternatives are looked at after they were played: from
the position behind each the game goes on with the same effort and the same luck, so that differences are those of the
moves: both sides play some thirty decisions by short searches that know the position, as players who remember the game
do, for what a policy alone would do with a move says little of what players do with it; then a search looks on. Which
alternatives deserve that is found out first, with other luck, and a move that may be a mistake is looked at once more
beside the two best, with luck of its own, further ahead and with better players, and unless it is clear then, a third
time to the end of the game: what is said of it rests on that alone. A difference within its error says nothing.

`judge_state` is told the whole position, as a record has it; `judge_view` only what a seat sees, and imagines the rest.
The same seed and number of simulations give the same verdict.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bots.appraisal import appraise
from bots.foresight import foresee
from bots.players import players_of
from bots.reasons import N_PAIRS, Reason, find_reasons
from bots.search import Tree
from engine import Game, Observation, State, Stream

Rows = NDArray[np.float64]  # per luck: the chances of all seats, then their scores

VERSION = 4  # of the judge: what another one said is judged anew

DEFAULT_SIMS = 6400
N_LUCKS = 16  # that a measured alternative is looked at with: more effort makes each look longer
BLOCK = 8  # lucks after which it may be clear that more are not needed
SUSPECT = 0.02  # what a move must seem to cost to be looked at once more
N_RIVALS = 2  # beside which it is
FIRST_PART = 16  # of a third look's lucks one in so many, 16 at least, before anything is said of it: games that are
# played to the end differ or do not, and of a move that costs ten points only one in ten does
CLEAR = 1.3  # errors beyond which a cost is in no doubt, however often that is asked
DOUBT = 0.7  # standard errors that may be missing to a mistake after a second look for a third to be taken
HOPE = 1.4  # and of what luck to come may bring for it to go on
MOST_AHEAD = 400  # decisions that a look plays: games seldom have more
SIMS_BEHIND = 16  # of the search that then looks on, at least
SIMS_PER_SECOND = 50_000  # about what a machine does: how deep a look with a time is
SHORT = 32  # simulations of a search that only chooses whom to measure
N_SCREENED = 24  # playouts of every legal move
N_SURVIVORS = 8  # of them are searched; then half of these, with twice the luck
N_MEASURED = 3  # besides the move in question: what is measured in the end
FIRST_LOOK = 800  # simulations of an ordinary search, whose favourites are looked at whatever a playout says
N_FAVOURITES = 2
FEWEST_LUCKS = 8  # of those who are chosen between
N_APPRAISED = 256  # pairs of playouts that say how far to bid
# Standard errors that are an error: a game has many decisions, and each of them a chance to be listed wrongly. With 2.6
# one of 37 was, with 9.0 points, that truly cost 0.9.
ERRORS = 3.0
MARGIN = 0.1  # share of the score in choosing whom to measure, as in the search
MOST_STAKE = 8  # times the simulations ahead that one decision may take: a tree has room for them
BYTES_PER_SIM = 1000  # of a tree: twice what a simulation's node and edges take

NO_MOVE = -1  # of an outcome: the position as it stands

# Marks of a decision by what it cost in winning chance.
MARKS = ((0.20, "??"), (0.10, "?"), (0.05, "?!"))


def mark_of(cost: float, error: float) -> str | None:
    """?? ? ?! for a mistake beyond its error."""
    return next((mark for least, mark in MARKS if cost >= least), None) if cost > error else None


@dataclass(frozen=True)
class Outcome:
    """What follows a move: of every seat the winning chance and the expected final score. Chances add up to 1 (of a
    game for one seat: the share of a full success)."""

    move: int
    chances: tuple[float, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Verdict:
    """A decision judged. `error` is that of `cost`, which is 0 for the best move."""

    seat: int
    played: Outcome
    outcomes: tuple[Outcome, ...]  # all that were measured to the last, the best first
    cost: float  # in winning chance
    score_cost: float
    error: float

    @property
    def best(self) -> Outcome:
        return self.outcomes[0]

    @property
    def is_mistake(self) -> bool:
        return self.cost > self.error

    @property
    def mark(self) -> str | None:
        return mark_of(self.cost, self.error)


@dataclass(frozen=True)
class Effort:
    """How long each measured alternative is looked at: simulations, or seconds (then no two verdicts are alike)."""

    sims: int = DEFAULT_SIMS
    seconds: float | None = None

    @property
    def depth(self) -> int:
        """Simulations for each luck."""
        sims = self.sims if self.seconds is None else min(int(self.seconds * SIMS_PER_SECOND), DEFAULT_SIMS)
        return max(sims // N_LUCKS, 1)


@dataclass(frozen=True)
class Way:
    """A way to look: so many times the simulations of a first look, those who play have so many of them at least, and
    with how many lucks at most."""

    times: int
    fewest: int
    n_lucks: int

    def lucks(self, depth: int) -> int:
        """With less effort than an analysis has, looks are fewer and not only shorter: somebody waits."""
        share = min(depth * N_LUCKS / DEFAULT_SIMS, 1.0)
        return max(round(self.n_lucks * share * share * math.sqrt(share)), N_LUCKS)


# With the effort of an analysis looks play 32, 49 and 399 decisions.
FIRST, SECOND, THIRD = Way(1, 12, N_LUCKS), Way(3, 24, 64), Way(24, 24, 768)

# What looks are off by besides luck, as a standard error: against games played on by `mcts:sims=24`
# (benchmarks/judge_truth.py, seed 7, 52 pairs of moves with 64 games each and more) 6 to 9 points after 49 decisions
# and 5 to 8 after 96, for what is not played is the value model's word. Those who play to the end err less, if they
# have the simulations: 12 instead of 24 were off by 15 points now and then. With 2 points two mistakes of 6 were listed
# that truly cost 1 and 2.
UNPLAYED, PLAYED = 0.1, 0.025
CROWD = 1.5  # times that with more than two players: those who play a look see what players do not see of each other


@dataclass(frozen=True)
class Look:
    """How a position is looked at: how many decisions are played before, by searches of how many simulations, how many
    simulations the search that follows has, and the standard error that more luck does not lessen."""

    sims: int
    n_ahead: int = 0
    sims_ahead: int = 1
    systematic: float = UNPLAYED

    @classmethod
    def of(cls, way: Way, depth: int, plays: bool) -> Look:
        """With a first look of so many simulations; `plays`: a short search plays the game well enough to tell
        something."""
        sims = way.times * depth
        if not plays or sims < SIMS_BEHIND + way.fewest:
            return cls(sims, systematic=UNPLAYED if plays else max(UNPLAYED / way.times**0.5, PLAYED))
        n_ahead = min((sims - SIMS_BEHIND) // way.fewest, MOST_AHEAD)
        sims_ahead = (sims - SIMS_BEHIND) // n_ahead
        systematic = max(UNPLAYED * (1 - n_ahead / MOST_AHEAD), PLAYED)
        return cls(sims - n_ahead * sims_ahead, n_ahead, sims_ahead, systematic)


PLAYOUT, SEARCH = Look(1), Look(SHORT)


class Judge:
    """Judges decisions of one game; one thread's."""

    def __init__(self, game: Game, effort: Effort | None = None, *, noise: float = 0.1, horizon: int = 2) -> None:
        self.game = game
        self.effort = effort or Effort()
        players = players_of(game)
        self._guide = players.guide(game, noise, horizon)
        self._doubt = players.doubt * (CROWD if game.n_seats > 2 else 1)
        self._exploration = players.knobs(game).exploration
        depth, plays = self.effort.depth, players.has_policy
        self._looks = {way: Look.of(way, depth, plays) for way in (FIRST, SECOND, THIRD)}
        self._n_lucks = {way: way.lucks(depth) for way in self._looks}
        self._fewest = N_LUCKS, max(self._n_lucks[THIRD] // FIRST_PART, N_LUCKS)
        # Where looks are further off besides luck, less luck is as good: a third look at Steamopolis takes minutes.
        self._n_lucks[THIRD] = max(round(self._n_lucks[THIRD] / self._doubt**2), N_LUCKS)

    @cached_property
    def _tree(self) -> Tree:
        longest = [max(look.sims, MOST_STAKE * look.sims_ahead) for look in self._looks.values()]
        n_bytes = BYTES_PER_SIM * max(SHORT, FIRST_LOOK, *longest)
        return Tree(self._guide, n_bytes, self._exploration, MARGIN, 4.0, 1.0)

    def judge_state(self, state: State, played: int | None, seed: int, number: int = 0) -> Verdict:
        """A decision of which everything is known. `number`, of the decision, gives it luck of its own."""
        seen = state.observe(_mover(state.mover))
        return self._judge(_Positions(seen, state), state.legal(), played, Stream(seed, "judge", number))

    def judge_view(
        self, seen: Observation, legal: Sequence[int], played: int | None, seed: int, number: int = 0
    ) -> Verdict:
        """A decision as its mover sees it: what he cannot see is imagined, for all alternatives alike."""
        return self._judge(_Positions(seen), legal, played, Stream(seed, "judge", number))

    def outlook(self, state: State, seed: int, number: int = 0) -> Outcome:
        """The chances of a position as it stands, whoever moves."""
        lucks = _lucks(Stream(seed, "judge", number), "outlook", N_LUCKS)
        rows = self._foresee(_Positions(state.observe(0), state), None, lucks, self._looks[FIRST])
        return self._outcome(NO_MOVE, rows.mean(axis=0))

    def continuation(self, state: State, move: int, seed: int, number: int, most: int) -> list[int]:
        """A move and what might follow it: the mover's next ones, as a search chooses them, until another decides."""
        found, state, seat = [move], state.copy().apply(move), _mover(state.mover)
        luck = Stream(seed, "judge", number).fork("continuation")
        while len(found) < most and state.mover == seat:
            legal = state.legal()
            following = legal if len(legal) == 1 else self._favourites(state.observe(seat), luck.fork(len(found)))
            found.append(following[0])
            state.apply(following[0])
        return found

    def limit(self, seen: Observation) -> int | None:
        """In an auction the price up to which winning is worth it to the observer, else None."""
        return appraise(self._tree, seen, Stream(0, "worth"), N_APPRAISED)

    def why(
        self, position: State | Observation, better: int, worse: int, seed: int, number: int = 0
    ) -> tuple[Reason, ...]:
        """What speaks for one legal move against another, the weightiest first: of a position of which everything is
        known, or as its mover sees it."""
        if isinstance(position, State):
            positions = _Positions(position.observe(_mover(position.mover)), position)
        else:
            positions = _Positions(position)
        lucks = _lucks(Stream(seed, "judge", number), "reasons", N_PAIRS)
        states = [state for part, state in positions.by_luck(lucks) for _ in lucks[part]]
        return find_reasons(states, better, worse, [int(luck) for luck in lucks])

    # -- the steps of a verdict ----------------------------------------------------------------------------------------

    def _judge(self, positions: _Positions, legal: Sequence[int], played: int | None, luck: Stream) -> Verdict:
        if played is not None and played not in legal:
            raise ValueError(f"move {played} is not legal here")
        seat = positions.seen.seat
        chosen = self._selected(positions, legal, played, luck) if len(legal) > 1 else list(legal)
        seen = [self._first_look(positions, chosen, played, luck.fork("first look"))]
        outcomes = self._ranked(seen[0].means(), seat)
        rivals = [] if played is None else seen[0].rivals(played, seat)
        if played is not None and rivals:
            rival, seen = self._looked_further(positions, rivals, played, luck)
            outcomes = self._ranked(_pooled(seen, rival, played, seat), seat)
        best = outcomes[0]
        own = best if played is None else next(one for one in outcomes if one.move == played)
        if own.chances[seat] == best.chances[seat]:
            best = own
            outcomes.sort(key=lambda one: one is not own)
        error = 0.0 if best is own else ERRORS * _gap_of(seen, best.move, own.move, seat)[1]
        cost = best.chances[seat] - own.chances[seat]
        return Verdict(seat, own, tuple(outcomes), cost, best.scores[seat] - own.scores[seat], error)

    def _ranked(self, means: dict[int, Rows], seat: int) -> list[Outcome]:
        outcomes = [self._outcome(move, found) for move, found in means.items()]
        return sorted(outcomes, key=lambda one: (-one.chances[seat], -one.scores[seat], one.move))

    def _selected(self, positions: _Positions, legal: Sequence[int], played: int | None, luck: Stream) -> list[int]:
        """The alternatives worth measuring: all screened by playouts, the better ones and the search's favourites
        searched, twice; the move in question is always among them."""
        if len(legal) <= N_MEASURED + 1:
            return list(legal)
        seen = positions.seen
        asked = set() if played is None else {played}
        lucks = _lucks(luck, "screen", N_SCREENED)
        values = {move: self._value(self._foresee(positions, move, lucks, PLAYOUT), seen.seat) for move in legal}
        found = _best(values, N_SURVIVORS, asked | set(self._favourites(seen, luck)))
        rows: dict[int, Rows] = {move: np.empty((0, 2 * self.game.n_seats)) for move in found}
        for stage, room in enumerate((N_SURVIVORS // 2, N_MEASURED)):
            lucks = _lucks(luck, f"search {stage}", FEWEST_LUCKS // 2 << stage)
            rows = {move: np.vstack([rows[move], self._foresee(positions, move, lucks, SEARCH)]) for move in found}
            values = {move: self._value(own, seen.seat) for move, own in rows.items()}
            found = _best(values, room, asked)
        return found

    def _favourites(self, seen: Observation, luck: Stream) -> list[int]:
        """What an ordinary search visits most."""
        tree = self._tree
        tree.search(seen, luck.fork("favourites"), FIRST_LOOK, None)
        rows = sorted(tree.report(), key=lambda row: -row[2])[:N_FAVOURITES]
        return [tree.unfold(seen, row[0], luck.fork("unfold"))[0] for row in rows]

    def _first_look(self, positions: _Positions, moves: Sequence[int], played: int | None, luck: Stream) -> _Seen:
        """All alternatives; where the move in question is clearly as good as any, the first lucks are enough."""
        seat = positions.seen.seat

        def is_enough(seen: _Seen) -> bool:
            if played is None:
                return False
            gaps = [seen.gap(move, played, seat) for move in moves]
            return all(gap.mean() + ERRORS * _luck(gap) < SUSPECT for gap in gaps)

        return self._measured(positions, moves, FIRST, luck, is_enough)

    def _looked_further(
        self, positions: _Positions, rivals: Sequence[int], played: int, luck: Stream
    ) -> tuple[int, list[_Seen]]:
        """A move that may be a mistake, and those that seem better: looked at until it is clear what to say of it
        beside the best of them."""
        seat = positions.seen.seat

        def is_let_go(*seen: _Seen) -> bool:
            if seen[-1].n_lucks < self._fewest[len(seen) - 1]:
                return False
            best = seen[0].best_of(rivals, seat)
            cost, error = _gap_of(seen, best, played, seat)
            if len(seen) == 1:
                return cost + DOUBT * error < MARKS[-1][0]
            last, drift = seen[-1].with_all(self._n_lucks[THIRD], best, played, seat)
            final = _pooled_error([seen[0].standard_error(best, played, seat), last])
            return cost + HOPE * drift * (final / last) ** 2 < max(MARKS[-1][0], ERRORS * final)

        def is_clear(*seen: _Seen) -> bool:
            if seen[-1].n_lucks < self._fewest[len(seen) - 1]:
                return False
            cost, error = _gap_of(seen, seen[0].best_of(rivals, seat), played, seat)
            return is_let_go(*seen) or cost > max(MARKS[-1][0], CLEAR * ERRORS * error)

        second = self._measured(positions, [*rivals, played], SECOND, luck.fork("second look"), is_let_go)
        rival = second.best_of(rivals, seat)
        if is_clear(second):
            return rival, [second]
        third = self._measured(
            positions, [rival, played], THIRD, luck.fork("third look"), lambda seen: is_clear(second, seen)
        )
        return rival, [second, third]

    def _measured(
        self,
        positions: _Positions,
        moves: Sequence[int],
        way: Way,
        luck: Stream,
        is_enough: Callable[[_Seen], bool] = lambda seen: False,
    ) -> _Seen:
        """What a look at each alternative finds, on luck that none was chosen by; as many rows for each. With a time
        there are as many lucks as it has room for, two at least."""
        seconds = self.effort.seconds
        end, n = (None, BLOCK) if seconds is None else (time.monotonic() + seconds * len(moves), 2)
        look = self._looks[way]
        found = _Seen({move: np.empty((0, 2 * self.game.n_seats)) for move in moves}, self._doubt * look.systematic)
        block = 0
        while True:
            lucks = _lucks(luck, f"measure {block}", n)
            for move in moves:
                new = self._foresee(positions, move, lucks, look)
                found.rows[move] = np.vstack([found.rows[move], new])
            block += 1
            is_over = found.n_lucks >= self._n_lucks[way] if end is None else time.monotonic() >= end
            if is_over or (found.n_lucks >= BLOCK and is_enough(found)):
                return found

    def _foresee(self, positions: _Positions, move: int | None, lucks: NDArray[np.uint64], look: Look) -> Rows:
        """A row for each luck, the move (None: nothing) made first."""
        rows = np.empty((len(lucks), 2 * self.game.n_seats))
        for part, state in positions.by_luck(lucks):
            after = state.copy() if move is None else state.copy().apply(move)
            foresee(self._tree, after, lucks[part], look.sims, rows[part], look.n_ahead, look.sims_ahead)
        return rows

    def _value(self, rows: Rows, seat: int) -> float:
        """What the search would maximise: the winning chance and, for a small part, the margin."""
        n = self.game.n_seats
        scores = rows[:, n:]
        others = np.delete(scores, seat, axis=1)
        lead = scores[:, seat] - (others.max(axis=1) if n > 1 else 0.0)
        margin = 0.5 + 0.5 * lead / (np.abs(lead) + self._guide.scale)
        return float(((1 - MARGIN) * rows[:, seat] + MARGIN * margin).mean())

    def _outcome(self, move: int, means: Rows) -> Outcome:
        found = [float(mean) for mean in means]
        return Outcome(move, tuple(found[: self.game.n_seats]), tuple(found[self.game.n_seats :]))


class _Positions:
    """What is judged: a position, or what a seat sees of one, the rest imagined anew for each luck."""

    def __init__(self, seen: Observation, known: State | None = None) -> None:
        self.seen = seen
        self._known = known

    def by_luck(self, lucks: NDArray[np.uint64]) -> Iterator[tuple[slice, State]]:
        """The position for each part of the lucks."""
        if self._known is not None:
            yield slice(None), self._known
            return
        for k, luck in enumerate(lucks):
            yield slice(k, k + 1), self.seen.sample(Stream(int(luck), "sampling"))


@dataclass(frozen=True)
class _Seen:
    """What a look found of some moves, luck by luck, and the standard error that looking in this way has besides."""

    rows: dict[int, Rows]
    systematic: float

    @property
    def n_lucks(self) -> int:
        return min(map(len, self.rows.values()))

    def means(self) -> dict[int, Rows]:
        return {move: found.mean(axis=0) for move, found in self.rows.items()}

    def gap(self, better: int, worse: int, seat: int) -> Rows:
        return self.rows[better][:, seat] - self.rows[worse][:, seat]

    def best_of(self, moves: Sequence[int], seat: int) -> int:
        return max(moves, key=lambda move: (float(self.rows[move][:, seat].mean()), -move))

    def rivals(self, played: int, seat: int) -> list[int]:
        """The alternatives that seem best, if the move played may be a mistake beside them."""
        gaps = {move: self.gap(move, played, seat) for move in self.rows if move != played}
        costs = {move: float(gap.mean()) for move, gap in gaps.items()}
        some = [move for move in gaps if costs[move] > SUSPECT or costs[move] + _luck(gaps[move]) > MARKS[-1][0]]
        return sorted(some, key=lambda move: (-costs[move], move))[:N_RIVALS]

    def standard_error(self, better: int, worse: int, seat: int) -> float:
        """Where luck makes no difference to one, the looks are certain; that it makes little says nothing of the
        players: an upgrade that all of them made use of, listed with 5.6 points, truly cost 1.0."""
        return self._error(self.gap(better, worse, seat), 1.0)

    def with_all(self, n_lucks: int, better: int, worse: int, seat: int) -> tuple[float, float]:
        """The standard error that so many lucks would leave, and that of what those to come may change."""
        gap, done = self.gap(better, worse, seat), min(self.n_lucks / n_lucks, 1.0)
        return self._error(gap, done**0.5), _luck_at_least(gap) * (1 - done) ** 0.5

    def _error(self, gap: Rows, share: float) -> float:
        """With a share of the luck's."""
        is_certain = np.ptp(gap) == 0 and gap[0] != 0
        return float(np.hypot(share * _luck_at_least(gap), 0.0 if is_certain else self.systematic))


def _luck(gap: Rows) -> float:
    """The standard error of the mean of paired differences."""
    return float(gap.std(ddof=1) / len(gap) ** 0.5)


def _luck_at_least(gap: Rows) -> float:
    """No difference so far is not certain: as if one luck had made half a game's."""
    return _luck(gap) if gap.any() else 0.5 / len(gap)


def _weights(seen: Sequence[_Seen], better: int, worse: int, seat: int) -> list[float]:
    """Of looks at two moves: the surer a look, the more it counts."""
    errors = [max(one.standard_error(better, worse, seat), 1e-6) for one in seen]
    return [1 / (error * error) for error in errors]


def _pooled(seen: Sequence[_Seen], better: int, worse: int, seat: int) -> dict[int, Rows]:
    """The means of two moves over all looks at them."""
    weights = _weights(seen, better, worse, seat)
    return {move: np.average([one.means()[move] for one in seen], axis=0, weights=weights) for move in (better, worse)}


def _gap_of(seen: Sequence[_Seen], better: int, worse: int, seat: int) -> tuple[float, float]:
    """The difference of two moves over all looks at them, and its standard error."""
    means = _pooled(seen, better, worse, seat)
    errors = [one.standard_error(better, worse, seat) for one in seen]
    return float(means[better][seat] - means[worse][seat]), _pooled_error(errors)


def _pooled_error(errors: Sequence[float]) -> float:
    """That of a mean to which the surer counts more."""
    return errors[0] if len(errors) == 1 else sum(max(error, 1e-6) ** -2 for error in errors) ** -0.5


def _mover(mover: int | None) -> int:
    if mover is None or mover < 0:
        raise ValueError("nobody decides in this position")
    return mover


def _best(values: dict[int, float], n: int, kept: set[int]) -> list[int]:
    """The best moves, and those that are kept in any case, in ascending order."""
    ranked = sorted(values, key=lambda move: (-values[move], move))
    return sorted({*ranked[:n], *(kept & values.keys())})


def _lucks(luck: Stream, purpose: str, n: int) -> NDArray[np.uint64]:
    stream = luck.fork(purpose)
    return np.array([stream.draw() for _ in range(n)], dtype=np.uint64)
