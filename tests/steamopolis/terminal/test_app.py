"""Whole games of Steamopolis in the application, by keys and clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from arena.terminal.app import Options
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.replay_screen import ReplayScreen
from arena.terminal.table_screen import TableScreen
from arena.terminal.widgets import Box
from engine import Stream, new_game
from engine.records import check_record, read_record
from tests.steamopolis.terminal.games import PLAYERS, at_action, lively, new_session
from tests.terminal.driving import run, screen_text, text_of, until


def test_games_by_keys() -> None:
    """A game for each number of players; the first moves of each verb go through the keyboard, the rest past it."""
    by_keys: set[str] = set()

    for players in PLAYERS:
        session, picks = new_session(players, 4, max_rounds=8), Stream(4, "lively")

        async def play(pilot: Pilot[Any], screen: TableScreen, picks: Stream = picks) -> None:
            session, n_pressed = screen.session, 0
            while not session.is_over:
                move = lively(session, picks)
                verb = session.game.words(move)[0]
                if verb in by_keys and n_pressed > 2:
                    session.play(move)
                    continue
                screen._seen_by = session.viewer  # people at one screen: handing it over is not what is tested
                screen.advance()
                await pilot.pause()
                n = len(session.moves)
                assert screen.chooser is not None
                await pilot.press(*screen.chooser.keys_for(move))
                assert session.moves[n] == move
                by_keys.add(verb)
                n_pressed += 1
            screen.advance()
            await pilot.pause()
            assert isinstance(pilot.app.screen, EndScreen)

        run(TableScreen(session, Options()), play)
    common = {
        "install",
        "aim",
        "fly",
        "set",
        "raise",
        "run",
        "steam",
        "buy",
        "marker",
        "put",
        "use",
        "take",
        "infest",
        "skip",
    }
    assert common - by_keys == set()


def test_a_game_against_bots_ends_with_a_record_and_its_points(tmp_path: Path) -> None:
    game = new_game("steamopolis", players=3, max_rounds=4)
    session = GameSession.start(game, 7, [HUMAN, "random", "random"], tmp_path)
    picks = Stream(7, "lively")

    async def play(pilot: Pilot[Any], screen: TableScreen) -> None:
        while not session.is_over:
            await until(pilot, lambda: screen.chooser is not None or session.is_over)
            if session.is_over:
                break
            session.play(lively(session, picks))
            screen.advance()
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await pilot.pause()
        assert "Final points" in screen_text(pilot.app)

    run(TableScreen(session, Options(folder=tmp_path)), play, size=(140, 45))
    assert session.record_path is not None
    check_record(read_record(session.record_path)[1])


def test_cost_and_yield_are_shown_before_they_are_confirmed() -> None:
    session = at_action(1, goods=[[5, 5]], stones={"5L": [[0, False]]}, gauge=["oo........"])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("f")  # the only destination: its effect shows at once
        assert "Take as many resources as you like. Market: machine M" in text_of(pilot.app, "detail").replace(
            "\n", " "
        )
        await pilot.press("f")
        n = len(session.moves)
        await pilot.press("m")
        shown = text_of(pilot.app, "detail").replace("\n", " ")
        assert "Buy as a machine (level 5): M04: Cost " in shown
        assert "+1 ★;" in shown
        assert len(session.moves) == n
        await pilot.press("m")
        assert len(session.moves) > n

    run(TableScreen(session, Options()), script)


def test_districts_are_chosen_by_clicks_and_arrows() -> None:
    session = at_action(
        2, active=0, gauge=[".........o", "ooo......."], stones={"1L": [[0, False]]}, room=[[None] * 7] * 2
    )

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("d", "d")
        assert session.phase == "lead"
        x, y = next((x, y) for y in range(9) for x in range(60) if screen.table.place_at(screen.canvas, x, y) == "7R")
        await pilot.click("#board", offset=(x, y))
        assert screen.chooser is not None
        assert screen.chooser.cursor == "7R"
        await pilot.press("up", "left")
        assert screen.chooser.cursor == "8L"
        assert "Set 8L as a destination" in text_of(pilot.app, "detail")
        await pilot.press("enter")
        assert [0, False] in session.state.snapshot()["stones"]["8L"]

    run(TableScreen(session, Options()), script)


def test_the_question_mark_explains_step_and_tiles() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("?")
        box = pilot.app.screen
        assert isinstance(box, Box)
        shown = screen_text(pilot.app)
        assert "One action a turn." in shown
        assert "8L: at the end of the turn" in shown

    run(TableScreen(at_action(1), Options()), script, size=(140, 45))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_replay_shows_every_position_from_before_the_market_is_dealt_to_the_end(
    players: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplayScreen, "_ask", lambda screen: None)  # what the judge says is tested elsewhere
    whole, picks = new_session(players, 4, max_rounds=8), Stream(4, "lively")
    while not whole.is_over:
        whole.play(lively(whole, picks))

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for number in (*range(12), *range(12, len(whole.moves), 29), len(whole.moves)):
            screen.go(number)
            await pilot.pause()
            shown = screen_text(pilot.app)
            assert f"#{number} " in shown
            assert "8R" in shown or size == (80, 24)

    run(ReplayScreen(whole, Options()), script, size)
