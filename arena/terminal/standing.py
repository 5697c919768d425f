"""How strong a person is: a rating from the games against bots whose Elo was measured, and the level that fits it.

The model is that of `arena/ratings.py`, Plackett-Luce on the finishing order, with everybody's rating known but the
person's. Games with several people, or against bots that nobody measured, do not count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import bots
from arena.ratings import ELO, PRIOR_SD
from arena.terminal.library import Played
from bots.players import levels, players_of
from engine import BoomtownError

SURE = 1.96  # standard errors of a 95% interval
MAX_STEPS = 100
FIRST_LEVEL = 2  # of somebody who has not played yet
CLOSE = 1e-6


@dataclass(frozen=True)
class Standing:
    """What a person's games of one game say. Without a game that counts there is no rating."""

    n_games: int  # finished, with one person
    n_won: int
    n_rated: int
    elo: float | None
    low: float | None
    high: float | None
    against: dict[str, tuple[int, int]]  # by the bots' names: games, and those that the person won


@dataclass(frozen=True)
class _Stage:
    """A place of a finishing order that the person could have had."""

    others: tuple[float, ...]  # ratings of those who could have had it, too, in units of log-worth
    share: float  # of the place that the person got


def standing_in(game: str, games: Sequence[Played]) -> Standing:
    """The standing in one of the games, from all that were played."""
    own = [one for one in games if one.game == game and one.is_over and one.person is not None and len(one.seats) > 1]
    ratings = measured(game)
    stages = [stage for one in own for stage in _stages(one, ratings)]
    against: dict[str, tuple[int, int]] = {}
    n_won = 0
    for one in own:
        is_won = one.places()[one.person or 0] == 1
        n, won = against.get(one.opponents(), (0, 0))
        against[one.opponents()] = (n + 1, won + is_won)
        n_won += is_won
    if not stages:
        return Standing(len(own), n_won, 0, None, None, None, against)
    rating, error = _fit(stages)
    low, high = rating - SURE * error, rating + SURE * error
    n_rated = sum(bool(_stages(one, ratings)) for one in own)
    return Standing(len(own), n_won, n_rated, ELO * rating, ELO * low, ELO * high, against)


def measured(game: str) -> dict[str, float]:
    """The measured Elo of bots by their specs as seats are written. Of a game in a folder that is not open: none."""
    try:
        players = players_of(game)
    except BoomtownError:
        return {}
    return {str(bots.parse_spec(spec)): elo for spec, elo in players.read_ratings().items()}


def fitting_level(game: str, games: Sequence[Played]) -> int:
    """The level whose Elo is nearest to the person's rating; for a first game, one that lets one learn."""
    ratings, rating = measured(game), standing_in(game, games).elo
    known = {n: ratings.get(str(bots.parse_spec(f"level:{n}"))) for n in range(1, len(levels(game)) + 1)}
    rated = {n: elo for n, elo in known.items() if elo is not None}
    if rating is None or not rated:
        return min(FIRST_LEVEL, len(known))
    return min(rated, key=lambda n: (abs(rated[n] - rating), n))


def _stages(one: Played, ratings: dict[str, float]) -> list[_Stage]:
    """The places down to the person's own; nothing where a rating is missing."""
    person, places = one.person, one.places()
    others = [seat for seat in range(len(one.seats)) if seat != person]
    if person is None or not all(one.seats[seat] in ratings for seat in others):
        return []
    found, left = [], [ratings[one.seats[seat]] / ELO for seat in sorted(others, key=lambda seat: places[seat])]
    for _ in range(sum(places[seat] < places[person] for seat in others)):
        found.append(_Stage(tuple(left), 0.0))
        left = left[1:]
    return [*found, _Stage(tuple(left), 1 / places.count(places[person]))] if left else found


def _fit(stages: Sequence[_Stage]) -> tuple[float, float]:
    """The rating that makes the places likeliest, and its standard error; a weak prior around the opponents keeps it
    finite. Newton's steps; the likelihood is concave."""
    known = [rating for stage in stages for rating in stage.others]
    centre = rating = sum(known) / len(known)
    for _ in range(MAX_STEPS):
        slope, bend = (centre - rating) / PRIOR_SD**2, 1 / PRIOR_SD**2
        for stage in stages:
            chance = 1 / (1 + sum(math.exp(other - rating) for other in stage.others))
            slope += stage.share - chance
            bend += chance * (1 - chance)
        step = max(-1.0, min(slope / bend, 1.0))  # far from the top a whole step may overshoot
        rating += step
        if abs(step) < CLOSE:
            break
    return rating, bend**-0.5
