"""Simulated leagues with known strengths, for the tests of ratings and sequential tests."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from arena.ratings import ELO, Game


def play(rng: np.random.Generator, worth: np.ndarray, luck: np.ndarray, ties: float) -> tuple[float, ...]:
    """One finishing order: Plackett-Luce by adding Gumbel luck to log-worths. With chance `ties`, one pair of
    neighbours may tie; the acceptance keeps both orders of the pair equally likely to vanish, so that a tie counted as
    half of each order leaves the strengths what they are."""
    order = list(np.argsort(-(worth + luck), kind="stable"))
    places = [0.0] * len(order)
    for place, item in enumerate(order):
        places[item] = float(place)
    if rng.random() < ties:
        at = int(rng.integers(len(order) - 1))
        swapped = [*order[:at], order[at + 1], order[at], *order[at + 2 :]]
        if rng.random() < np.exp(log_chance(worth, swapped) - log_chance(worth, order)):
            places[order[at + 1]] = places[order[at]]
    return tuple(places)


def log_chance(worth: np.ndarray, order: list[int]) -> float:
    value = 0.0
    for k in range(len(order) - 1):
        rest = worth[order[k:]]
        value += rest[0] - np.log(np.exp(rest).sum())
    return float(value)


def league(
    rng: np.random.Generator, n_bots: int, n_seats: int, n_blocks: int, *, sd: float = 120.0, ties: float = 0.3,
    seat_sd: float = 40.0, shared: float = 0.5,
) -> tuple[list[Game], dict[str, float]]:  # fmt: skip
    """Blocks of one deal with all rotations; with chance `shared` a seat's luck is the deal's, the same in every game
    of the block."""
    elos = rng.normal(0.0, sd, n_bots)
    elos -= elos[0]
    seats = rng.normal(0.0, seat_sd, n_seats)
    meetings = list(combinations(range(n_bots), n_seats))
    games = []
    for block in range(n_blocks):
        players = rng.permutation(meetings[block % len(meetings)])
        deal = rng.gumbel(size=n_seats)
        for turn in range(n_seats):
            seated = np.roll(players, turn)
            own = rng.gumbel(size=n_seats)
            luck = np.where(rng.random(n_seats) < shared, deal, own)
            places = play(rng, (elos[seated] + seats) / ELO, luck, ties)
            games.append(Game(block, tuple(f"b{k}" for k in seated), places))
    return games, {f"b{k}": float(elo) for k, elo in enumerate(elos)}
