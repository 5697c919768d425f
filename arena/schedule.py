"""The schedule: which bots meet, in which seats, on which deal. Called by the tournament; knows no rules.

A *block* is one deal (the seed of all chance) played with every rotation of its seats, so each bot plays each seat of
the same luck; a game for one seat is played on each deal by each bot of the meeting alone. Blocks cycle through the
*meetings* (which bots sit together); each meeting cycles through the cyclic orders of its bots, so that who sits behind
whom evens out too. The schedule is infinite and has no memory: block b is a function of b, so any number of jobs and
any resumption play the same games.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, pairwise
from typing import Any

from engine import BoomtownError, derive

FORMATS = ("round-robin", "gauntlet", "ladder")
MAX_LISTED = 5_000  # sets of bots; more are generated
SEED_BITS = (1 << 53) - 1  # a seed survives JSON readers that know only doubles


@dataclass(frozen=True)
class Fixture:
    """One game to play."""

    number: int  # orders the schedule; not every number is used
    block: int
    bots: tuple[str, ...]  # by seat
    seed: int  # of the deal
    id: str  # hash of settings, bots, seating and deal


def meetings(entrants: Sequence[str], n_seats: int, kind: str = "round-robin") -> Sequence[tuple[str, ...]]:
    """The sets of bots that sit together, each a tuple in the order of the entrants. With fewer bots than seats, bots
    take several seats, none more than one seat more than another."""
    if kind not in FORMATS:
        raise BoomtownError(f"format {kind}: expected {', '.join(FORMATS)}")
    distinct = list(dict.fromkeys(entrants))
    if len(distinct) < 2:
        raise BoomtownError("a tournament needs at least two different bots")
    if n_seats == 1:  # bots meet on a deal, not at a table
        if kind == "round-robin":
            return [tuple(distinct)]
        return [(distinct[0], other) for other in distinct[1:]] if kind == "gauntlet" else list(pairwise(distinct))
    if kind == "ladder":
        return [meeting for pair in pairwise(distinct) for meeting in _filled(pair, n_seats)]
    if len(entrants) < n_seats:
        ways = _filled(distinct, n_seats)
        return [way for way in ways if kind == "round-robin" or distinct[0] in way]
    if math.comb(len(entrants), n_seats) > MAX_LISTED:
        return Generated(entrants, n_seats, kind)
    if kind == "gauntlet":
        places = [(0, *(place + 1 for place in rest)) for rest in _in_turns(len(entrants) - 1, n_seats - 1)]
    else:
        places = _in_turns(len(entrants), n_seats)
    # Entrants given twice take part twice, but a meeting needs two different bots to say anything.
    named = (tuple(entrants[place] for place in chosen) for chosen in places)
    return [meeting for meeting in named if len(set(meeting)) > 1]


class Generated(Sequence[tuple[str, ...]]):
    """The meetings of a round-robin or a gauntlet, made when they are asked for: 60 bots at five seats have 5.4
    million. Balanced as those that are listed: sets stand together with their shifts. Reading on is cheap, reading back
    begins at the beginning."""

    def __init__(self, entrants: Sequence[str], n_seats: int, kind: str) -> None:
        self._entrants = list(entrants)
        self._fixed = 1 if kind == "gauntlet" else 0
        self._n, self._size = len(entrants) - self._fixed, n_seats - self._fixed
        alike = Counter(entrants)
        if self._fixed:
            self._total = math.comb(self._n, self._size) - math.comb(alike[entrants[0]] - 1, self._size)
        else:
            self._total = math.comb(self._n, self._size) - sum(math.comb(n, n_seats) for n in alike.values())
        self._next, self._rest = 0, self._all()
        self._last: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, at: Any) -> Any:
        if not 0 <= at < self._total:
            raise IndexError(at)
        if at == self._next - 1:
            return self._last
        if at < self._next:
            self._next, self._rest = 0, self._all()
        self._last = next(islice(self._rest, at - self._next, None))
        self._next = at + 1
        return self._last

    def _all(self) -> Iterator[tuple[str, ...]]:
        for chosen in _each_in_turn(self._n, self._size):
            places = (0, *(place + 1 for place in chosen)) if self._fixed else chosen
            meeting = tuple(self._entrants[place] for place in places)
            if len(set(meeting)) > 1:
                yield meeting


def _each_in_turn(n: int, size: int) -> Iterator[tuple[int, ...]]:
    """As `_in_turns`, without a list: all sets that have 0, in mixed order; one that is the first of its shifts stands
    for them all."""
    n_with_0 = math.comb(n - 1, size - 1)
    step = max(1, int(n_with_0 * 0.618))
    while math.gcd(step, n_with_0) > 1:
        step += 1
    for k in range(n_with_0):
        chosen = (0, *(place + 1 for place in _unranked(k * step % n_with_0, n - 1, size - 1)))
        gaps = [(after - before) % n for before, after in pairwise((*chosen, n))]
        if all(gaps <= gaps[turn:] + gaps[:turn] for turn in range(1, size)):
            yield from _shifts(chosen, n)


def _unranked(rank: int, n: int, size: int) -> Iterator[int]:
    """Set number `rank` of so many of the numbers below n, in the order of `combinations`."""
    number = 0
    while size:
        n_with = math.comb(n - number - 1, size - 1)
        if rank < n_with:
            yield number
            size -= 1
        else:
            rank -= n_with
        number += 1


def _shifts(chosen: tuple[int, ...], n: int) -> Iterator[tuple[int, ...]]:
    """All shifts of a set modulo n, next always one of the numbers that came least."""
    came = [0] * n
    shifts = {tuple(sorted((number + shift) % n for number in chosen)) for shift in range(n)}
    while shifts:
        least = min(shifts, key=lambda shifted: (sorted(came[number] for number in shifted), shifted))
        shifts.remove(least)
        for number in least:
            came[number] += 1
        yield least


def _in_turns(n: int, size: int) -> list[tuple[int, ...]]:
    """All sets of so many of the numbers below n. Wherever the list is cut, each number came about equally often: a set
    stands together with its shifts (modulo n), which have every number equally often, and among these the numbers that
    came least are next. The order of such rounds is mixed, or neighbours would meet first and others late."""
    found: dict[tuple[int, ...], None] = {}
    came = [0] * n
    for chosen in sorted(combinations(range(n), size), key=lambda chosen: derive(0, "meeting", *chosen)):
        if chosen in found:
            continue
        shifts = {tuple(sorted((number + shift) % n for number in chosen)) for shift in range(n)}
        while shifts:
            least = min(shifts, key=lambda shifted: (sorted(came[number] for number in shifted), shifted))
            shifts.remove(least)
            found[least] = None
            for number in least:
                came[number] += 1
    return list(found)


def _filled(bots: Sequence[str], n_seats: int) -> list[tuple[str, ...]]:
    """All ways to fill the seats with these bots as evenly as possible."""
    if len(bots) >= n_seats:
        return list(combinations(bots, n_seats))
    least, most = n_seats // len(bots), math.ceil(n_seats / len(bots))
    ways = combinations_with_replacement(bots, n_seats)
    return [way for way in ways if all(least <= way.count(bot) <= most for bot in bots)]


def arrange(meeting: Sequence[str], turn: int) -> tuple[str, ...]:
    """Cyclic order number `turn` of a meeting (modulo (n-1)!): the first bot stays, the others are permuted."""
    rest = list(meeting[1:])
    turn %= math.factorial(len(rest))
    order = [meeting[0]]
    while rest:
        step, turn = divmod(turn, math.factorial(len(rest) - 1))
        order.append(rest.pop(step))
    return tuple(order)


def game_id(settings: dict[str, Any], bots: Sequence[str], seed: int) -> str:
    """The name of a game: the same for the same settings, bots, seating and deal, on every machine."""
    text = json.dumps([settings, list(bots), seed], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


class Schedule:
    """All fixtures of a tournament, in order. `settings` is whatever besides bots and deal decides a game's course;
    `programs` the content of bots whose names alone do not tell it."""

    def __init__(
        self, entrants: Sequence[str], n_seats: int, seed: int, kind: str = "round-robin",
        settings: dict[str, Any] | None = None, programs: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.entrants = list(entrants)
        self.bots = list(dict.fromkeys(entrants))
        self.n_seats = n_seats
        self.seed = seed
        self.settings = settings or {}
        self.programs = programs or {}
        self.meetings = meetings(entrants, n_seats, kind)

    def block(self, number: int) -> list[Fixture]:
        """The games of one block: every rotation of one seating on one deal, or every bot alone on it."""
        lap, at = divmod(number, len(self.meetings))
        seed = derive(self.seed, "deal", number) & SEED_BITS
        if self.n_seats == 1:
            return [
                Fixture(number * len(self.bots) + k, number, (bot,), seed, self._id((bot,), seed))
                for k, bot in enumerate(self.meetings[at])
            ]
        order = arrange(self.meetings[at], lap)
        turns = {order[-turn:] + order[:-turn] if turn else order: turn for turn in reversed(range(self.n_seats))}
        return [  # a rotation that looks the same (A B A B turned by two) would be the same game: once is enough
            Fixture(number * self.n_seats + turn, number, bots, seed, self._id(bots, seed))
            for bots, turn in sorted(turns.items(), key=lambda entry: entry[1])
        ]

    def _id(self, bots: tuple[str, ...], seed: int) -> str:
        if not self.programs:
            return game_id(self.settings, bots, seed)
        own = [self.programs.get(bot, "") for bot in bots]
        return game_id({**self.settings, "programs": own} if any(own) else self.settings, bots, seed)

    def __iter__(self) -> Iterator[Fixture]:
        number = 0
        while True:
            yield from self.block(number)
            number += 1

    def first(self, n_games: int) -> Iterator[Fixture]:
        return (fixture for _, fixture in zip(range(n_games), self, strict=False))  # any number, also beyond 64 bits


def seat_counts(seatings: Iterable[Sequence[str]]) -> dict[str, list[int]]:
    """How often each bot has sat in each seat, of seatings by seat."""
    counts: dict[str, list[int]] = {}
    for bots in seatings:
        for seat, bot in enumerate(bots):
            counts.setdefault(bot, [0] * len(bots))[seat] += 1
    return counts


def imbalance(counts: dict[str, list[int]]) -> int:
    """The largest difference between two seats of one bot."""
    return max((max(row) - min(row) for row in counts.values()), default=0)
