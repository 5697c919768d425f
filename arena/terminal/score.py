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


def wealth_by_round(session: GameSession) -> list[list[int]]:
    """Everybody's wealth at the start and after each round."""
    rows: list[list[int]] = []
    number = 0
    for state in session.states:
        now = state.snapshot()["round"]
        if now != number:
            number = now
            rows.append([int(score) for score in state.scores()])
    rows.append([int(score) for score in session.state.scores()])
    return rows
