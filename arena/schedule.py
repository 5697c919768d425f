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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice, pairwise
from typing import Any

from engine import BoomtownError, derive

FORMATS = ("round-robin", "gauntlet", "ladder")
SEED_BITS = (1 << 53) - 1  # a seed survives JSON readers that know only doubles


@dataclass(frozen=True)
class Fixture:
    """One game to play."""

    number: int  # orders the schedule; not every number is used
    block: int
    bots: tuple[str, ...]  # by seat
    seed: int  # of the deal
    id: str  # hash of settings, bots, seating and deal


def meetings(entrants: Sequence[str], n_seats: int, kind: str = "round-robin") -> list[tuple[str, ...]]:
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
    if kind == "gauntlet":
        places = [(0, *(place + 1 for place in rest)) for rest in _in_turns(len(entrants) - 1, n_seats - 1)]
    else:
        places = _in_turns(len(entrants), n_seats)
    # Entrants given twice take part twice, but a meeting needs two different bots to say anything.
    named = [tuple(entrants[place] for place in chosen) for chosen in places]
    return [meeting for meeting in named if len(set(meeting)) > 1]


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
    """All fixtures of a tournament, in order. `settings` is whatever besides bots and deal decides a game's course."""

    def __init__(
        self, entrants: Sequence[str], n_seats: int, seed: int, kind: str = "round-robin",
        settings: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.entrants = list(entrants)
        self.bots = list(dict.fromkeys(entrants))
        self.n_seats = n_seats
        self.seed = seed
        self.settings = settings or {}
        self.meetings = meetings(entrants, n_seats, kind)

    def block(self, number: int) -> list[Fixture]:
        """The games of one block: every rotation of one seating on one deal, or every bot alone on it."""
        lap, at = divmod(number, len(self.meetings))
        seed = derive(self.seed, "deal", number) & SEED_BITS
        if self.n_seats == 1:
            return [
                Fixture(number * len(self.bots) + k, number, (bot,), seed, game_id(self.settings, (bot,), seed))
                for k, bot in enumerate(self.meetings[at])
            ]
        order = arrange(self.meetings[at], lap)
        turns = {order[-turn:] + order[:-turn] if turn else order: turn for turn in reversed(range(self.n_seats))}
        return [  # a rotation that looks the same (A B A B turned by two) would be the same game: once is enough
            Fixture(number * self.n_seats + turn, number, bots, seed, game_id(self.settings, bots, seed))
            for bots, turn in sorted(turns.items(), key=lambda entry: entry[1])
        ]

    def __iter__(self) -> Iterator[Fixture]:
        number = 0
        while True:
            yield from self.block(number)
            number += 1

    def first(self, n_games: int) -> Iterator[Fixture]:
        return islice(iter(self), n_games)


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
