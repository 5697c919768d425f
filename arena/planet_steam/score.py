"""Wealth taken apart as the rules score it (5.5), and how it grew. For the end of the game."""

from __future__ import annotations

from typing import NamedTuple

from arena.terminal.game_session import GameSession


class Score(NamedTuple):
    credits: int
    goods: int
    zones: int
    tanks: int
    superchargers: int
    quarters: int
    total: int


def score_of(session: GameSession, seat: int) -> Score:
    """The final wealth of a seat by its parts."""
    end = session.state.snapshot()
    owned = [zone for zone, owner in end["zones"].items() if owner == seat]
    tanks = [end["tanks"][zone] for zone in owned if zone in end["tanks"]]
    parts = (
        end["credits"][seat],
        sum(n * price for n, price in zip(end["goods"][seat], end["price"], strict=True)),
        25 * len(owned),
        25 * len(tanks),
        50 * sum(tank[1] for tank in tanks),
        50 * end["quarters"][seat],
    )
    return Score(*parts, sum(parts))


def round_starts(session: GameSession) -> list[int]:
    """The numbers of the moves before which each round begins."""
    rounds = [int(state.snapshot()["round"]) for state in session.states]
    return [k for k in range(len(rounds)) if k == 0 or rounds[k] != rounds[k - 1]]


def wealth_by_round(session: GameSession) -> list[list[int]]:
    """Everybody's wealth at the start and after each round."""
    states = [session.states[k] for k in round_starts(session)]
    return [[int(score) for score in state.scores()] for state in [*states, session.state]]
