"""Where points come from: every source alone, in whole games all of them together, and in the report's figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.face import face_of
from arena.steamopolis.page import Bought, Ending, Step
from arena.steamopolis.score import points_by_source
from arena.steamopolis.text import steamopolis
from arena.store import StoredGame
from engine import State, Stream
from engine.steamopolis.notation import SOURCES
from tests.steamopolis.terminal.games import at_action, positions
from tests.steamopolis.terminal.scenes import DATA
from tests.terminal.scenes import recorded

PAGE = face_of("steamopolis").page
EMPTY = [None] * 7


def earned(state: State, moves: list[str]) -> dict[str, int]:
    """What seat 0 earns by these moves, and by the dice between them."""
    game, found = steamopolis(state.game), Counter[str]()
    for text in moves:
        while state.mover is not None and state.mover < 0:
            rolled = state.roll(Stream(1, "dice"))
            found.update(game.earned(state, rolled)[0])
            state.apply(rolled)
        found.update(game.earned(state, game.move(text))[0])
        state.play(text)
    while state.mover is not None and state.mover < 0:
        rolled = state.roll(Stream(1, "dice"))
        found.update(game.earned(state, rolled)[0])
        state.apply(rolled)
    return {source: n for source, n in found.items() if n}


STONES = ["......oooo", "ooo......."]
ONE = ["........oo", "ooo......."]


@pytest.mark.parametrize(
    ("changes", "moves", "expected"),
    [
        ({"stones": {"5L": [[0, False]]}, "gauge": STONES}, ["fly 5L", "buy 5 machine"], {"machine": 1}),
        (
            {"stones": {"1L": [[0, False]]}, "gauge": STONES, "bonus": [2, 4]},
            ["fly 1L", "marker crystal"],
            {"marker": 3},
        ),
        ({"stones": {"6L": [[0, False]]}, "gauge": STONES}, ["fly 6L", "use", "gala crystal"], {"district": 1}),
        ({"room": [["M37", *EMPTY[1:]], EMPTY], "gauge": ONE}, ["aim 10", "run"], {"effect": 1}),
    ],
    ids=["machine", "marker", "district", "effect"],
)
def test_every_source_alone(changes: dict[str, Any], moves: list[str], expected: dict[str, int]) -> None:
    session = at_action(2, active=0, goods=[[5, 5], [0, 0]], **changes)
    assert earned(session.state, moves) == expected


def test_rules_1_11_steam_costs_a_point_of_time_alone() -> None:
    assert earned(at_action(1, gauge=["ooo......."]).state, ["steam"]) == {"time": -1}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_sources_of_a_whole_game_add_up_to_its_points(players: int) -> None:
    *_, (session, _) = positions(players, 3, max_rounds=20)
    found = points_by_source(steamopolis(session.game), session.states, session.moves)
    assert [list(one) for one in found] == [list(SOURCES)] * players
    assert [sum(one.values()) for one in found] == session.state.scores()


def test_the_sources_of_a_recorded_game() -> None:
    session = recorded(DATA / "four.jsonl", 0)
    found = points_by_source(steamopolis(session.game), session.states, session.moves)
    first, last = {"machine": 12, "banker": 1, "district": 9, "effect": 32}, {"machine": 17, "banner": 2, "statue": 3}
    assert {source: n for source, n in found[0].items() if n} == first
    assert {source: n for source, n in found[3].items() if n} == {**last, "banker": 2, "district": 4, "effect": 22}


# -- the figures -------------------------------------------------------------------------------------------------------


def stored(bots: tuple[str, ...], score: tuple[float, ...], shares: tuple[float, ...]) -> StoredGame:
    places = tuple(1.0 + sum(other > share for other in shares) for share in shares)
    return StoredGame(0, "", 0, bots, 0, places, shares, score, (), 0)


def test_the_figures_of_two_games() -> None:
    games = [
        (
            stored(("a", "b"), (5.0, 3.0), (1.0, 0.0)),
            [
                Step(((0, "machine", 2), (1, "district", 3)), Bought(0, "machine", "M01"), None),
                Step(((0, "statue", 3),), None, Ending(True, 3, True)),
                Step((), None, Ending(True, 4, False)),
            ],
        ),
        (stored(("b", "a"), (4.0, 0.0), (1.0, 0.0)), [Step(((0, "banner", 4),), Bought(0, "banner", "M01"), None)]),
    ]
    found = PAGE.figures(games, ["b", "a"])
    by_bot = [dict(zip(SOURCES, row, strict=True)) for row in found["sources"]]
    assert by_bot[0] == {**dict.fromkeys(SOURCES, 0.0), "district": 1.5, "banner": 2.0}
    assert by_bot[1] == {**dict.fromkeys(SOURCES, 0.0), "machine": 1.0, "statue": 1.5}
    assert found["bought"] == [[0, "banner", 2, 1], [1, "machine", 2, 1]]
    assert found["tiles"] == {"M01": [1, 1, 2.0]}
    assert found["ends"] == {"statues": 1, "passengers": 0, "limit": 1, "lost": 0}
    assert found["titles"] == []


def test_the_titles_and_the_start_of_solo_games() -> None:
    lost = (stored(("a",), (0.0,), (0.0,)), [Step(((0, "time", -4),), None, None)])
    won = (stored(("a",), (22.0,), (0.4,)), [Step(((0, "effect", 18),), None, Ending(True, 0, False))])
    found = PAGE.figures([lost, won], ["a"])
    assert found["titles"] == [[1, 0, 0, 0, 1, 0, 0, 0, 0]]
    assert found["ends"] == {"statues": 0, "passengers": 1, "limit": 0, "lost": 1}
    assert dict(zip(SOURCES, found["sources"][0], strict=True))["time"] == 2.0  # starts with 4, once eaten up
