"""What people who were new at the table stumbled over, that no other test has: a costly slip that no review told of,
signs that seemed to be the neighbour's, a log that spoke of you in the third person, an error with the wrong keys,
boxes over the map. `docs/table-checks.md` lists these and the others."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from arena.terminal.app import Options
from arena.terminal.chooser import Chooser
from arena.terminal.palette import DARK, Canvas
from arena.terminal.steps import Marks
from arena.terminal.table_screen import TableScreen
from arena.terminal.widgets import Box
from bots.judge import Effort, Judge
from bots.players import players_of
from engine import State, Stream, new_game
from engine.history import History
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import run, screen_text, table_of


def last_extraction(seed: int) -> State:
    """The first extraction of the last round that has some tanks to switch on, in a game of the policy."""
    game = new_game("planet-steam", players=2)
    past, picks, policy = History(game, seed), Stream(seed, "picks"), players_of(game).policy(game)
    past.roll()
    while True:
        state = past.state
        is_last = (game.phase(state), state.snapshot()["round"]) == ("extraction", game.board["rounds"])
        if is_last and len(state.legal()) >= 4:
            return state
        past.push(policy.advise(state.observe(state.mover or 0), picks)[0])
        past.roll()


def test_extracting_with_every_tank_idle_is_listed_as_the_blunder_it_is() -> None:
    state = last_extraction(1)
    verdict = Judge(state.game, Effort(512)).judge_state(state, state.game.move("extract"), 1)
    assert verdict.mark == "??"
    assert verdict.outcomes[-1].move == state.game.move("extract")


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
def test_a_mark_stands_inside_the_zone_that_it_marks(edition: str, size: tuple[int, int]) -> None:
    table, canvas = table_of(recorded(edition, in_phase("claiming", 2))), Canvas(*size, DARK)
    free = frozenset(zone for zone, owner in table.session.view["zones"].items() if owner == ".")
    lines = table.board(canvas, Marks(free, None)).plain.split("\n")
    found = [(x, y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "*"]
    marked = {(x, y): zone for x, y in found if (zone := table.place_at(canvas, x, y))}  # others are of the legend
    assert free
    assert sorted(marked.values()) == sorted(free)
    for (x, y), zone in marked.items():
        assert table.place_at(canvas, x + 1, y) == zone  # nothing of the neighbour's begins right after it


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "You: won the auction for "), ("de", "Du: Zuschlag für "), ("fr", "Vous\u00a0: enchère remportée à ")],
)
def test_the_log_speaks_to_you_not_of_you(language: str, told: str) -> None:
    table = table_of(recorded("ffg"), language)
    lines = [line for number in range(len(table.session.moves)) for line in table.tell(number)]
    own = [table.say.lead(table.names[seat]) + text for seat, text in lines if seat == SEAT]
    assert any(line.startswith(told) for line in own)


def test_enter_on_a_choice_by_digits_names_the_digits() -> None:
    chooser = Chooser(table_of(recorded("ffg", in_phase("take-card", 2))))
    pressed = chooser.press("enter")
    assert (pressed.error, pressed.values["keys"]) == ("error.choose", ", ".join(chooser.step.keys))
    assert all(key.isdecimal() for key in chooser.step.keys)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_a_box_leaves_the_map_in_sight(size: tuple[int, int]) -> None:
    session = recorded("ffg", in_phase("trade", 3))

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.pause()
        rows = [line.rstrip() for line in screen.table.board(screen.canvas).plain.split("\n") if line.strip()]
        width = screen.table.board_width(screen.canvas)
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Box)
        shown = [line[:width].rstrip() for line in screen_text(pilot.app).split("\n")]
        assert [row for row in rows if not any(line.startswith(row) for line in shown)] == []

    run(TableScreen(session, Options()), script, size=size)
