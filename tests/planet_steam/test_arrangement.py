"""The arrangement of tanks that the search plays, against every arrangement there is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import bots
from bots import Budget
from bots.planet_steam.guide import PlanetSteamGuide
from engine import State, Stream, new_game

COLUMNS = 6  # a line has zones A to F
MOST = 3000  # arrangements to look through in one position
N_POSITIONS = 150


def _positions() -> Iterator[State]:
    """Decisions of tank phases between players who err now and then."""
    for number in range(1000):
        players = 2 + number % 4
        game = new_game("planet-steam", players=players)
        seats = [bots.make("heuristic:noise=0.2", game, seat) for seat in range(players)]
        state, dice = game.new(), Stream(number, "dice")
        while (seat := state.mover) is not None:
            if seat < 0:
                state.apply(state.roll(dice))
                continue
            if game.phase(state) == "tank-phase":  # type: ignore[attr-defined]
                yield state
            state.apply(seats[seat].choose(state.observe(seat), state.legal(), Budget(), Stream(number, seat)))


def _zone(name: str) -> int:
    return COLUMNS * (int(name[1:]) - 1) + ord(name[0]) - ord("A")


def _groups(zones: frozenset[int]) -> int:
    left, found = set(zones), 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            zone = edge.pop()
            beside = {zone - COLUMNS, zone + COLUMNS}
            beside |= {near for near in (zone - 1, zone + 1) if near // COLUMNS == zone // COLUMNS}
            edge += beside & left
            left -= beside
    return found


def _score(zones: frozenset[int], line: int | None) -> int:
    return sum(zone // COLUMNS + 1 == line for zone in zones) - _groups(zones)


def _best(free: frozenset[int], kinds: list[tuple[float, int]], line: int | None) -> float:
    """The highest score of kinds, each with what a unit of it is worth and how many tanks make it."""
    if not kinds:
        return 0.0
    (unit, n), *rest = kinds
    stands = map(frozenset, combinations(sorted(free), n))
    return max(unit * _score(stand, line) + _best(free - stand, rest, line) for stand in stands)


def _n_arrangements(n_zones: int, counts: list[int]) -> int:
    left, found = n_zones, 1
    for n in counts:
        found *= math.comb(left, n)
        left -= n
    return found


def test_the_arrangement_is_the_best_there_is() -> None:
    n_best = {True: 0, False: 0}
    n = 0
    for state in _positions():
        seat, snapshot = state.mover, state.snapshot()
        assert seat is not None
        free = frozenset(_zone(name) for name, owner in snapshot["zones"].items() if owner == seat)
        guide = PlanetSteamGuide(state.game)  # type: ignore[arg-type]
        found = {care: guide.arrangement(state, seat, care) for care in n_best}
        counts = [bits.bit_count() for _, bits in found[True]]
        if sum(counts) < 3 or not 1 < _n_arrangements(len(free), counts) <= MOST:
            continue
        n += 1
        line = snapshot["airship"]
        kinds = [(unit, count) for (unit, _), count in zip(found[True], counts, strict=True) if count]
        best = _best(free, kinds, line)
        for care, targets in found.items():
            stands = [(unit, frozenset(zone for zone in range(64) if bits >> zone & 1)) for unit, bits in targets]
            assert frozenset.union(*(stand for _, stand in stands)) <= free
            assert [len(stand) for _, stand in stands] == counts
            n_best[care] += sum(unit * _score(stand, line) for unit, stand in stands) > best - 1e-6
        if n == N_POSITIONS:
            break
    assert n == N_POSITIONS == n_best[True] > n_best[False] > 0.8 * n  # the fast way of playouts misses some
