"""A game of Planet Steam in the application: every kind of decision by keys and clicks, and all that can go wrong
at a prompt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from arena.terminal.app import Options
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.table_screen import TableScreen
from arena.terminal.table_view import Answered
from arena.terminal.widgets import Box
from arena.terminal.worker import Answer
from engine import Stream, new_game
from engine.planet_steam.notation import VERBS
from engine.records import check_record, read_record
from tests.planet_steam.terminal.games import CONFIGURATIONS, lively, new_session
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import run, screen_text, text_of, until


def test_every_kind_of_decision_is_made_with_keys() -> None:
    """A game in every configuration; the first move of each verb goes through the keyboard, the rest past it."""
    by_keys: dict[str, set[str]] = {"ffg": set(), "ludoart": set()}

    for edition, players, rules in [*CONFIGURATIONS[::3], *CONFIGURATIONS[1::6], *CONFIGURATIONS[2::12]]:
        session = new_session(edition, players, rules, seed=1)
        picks, done = Stream(1, "lively"), by_keys[edition]

        async def play(pilot: Pilot[Any], screen: TableScreen, picks: Stream = picks, done: set[str] = done) -> None:
            session = screen.session
            while not session.is_over:
                move = lively(session, picks)
                verb = session.game.words(move)[0]
                if not session.is_forced and verb not in done:
                    screen.advance()
                    await pilot.pause()
                    n = len(session.moves)
                    assert screen.chooser is not None
                    keys = screen.chooser.keys_for(move)
                    await pilot.press(*keys)
                    assert session.moves[n] == move
                    done.add(verb)
                else:
                    session.play(move)
            screen.advance()
            await pilot.pause()
            assert isinstance(pilot.app.screen, EndScreen)

        run(TableScreen(session, Options()), play)
    missing = {edition: set(VERBS) - found for edition, found in by_keys.items()}
    never_a_choice = {"first", "die", "stow"}  # chance; and an overflow that the printed boards hardly give
    assert missing["ffg"] <= never_a_choice | {"emergency"}
    assert missing["ludoart"] <= never_a_choice | {"emergency"}  # without water there is no other move


def test_a_game_against_bots_ends_with_a_record_and_the_right_wealth(tmp_path: Path) -> None:
    session = GameSession.start(new_game(players=3), 7, [HUMAN, "random", "random"], tmp_path)
    picks = Stream(7, "lively")

    async def play(pilot: Pilot[Any], screen: TableScreen) -> None:
        while not session.is_over:
            await until(pilot, lambda: screen.chooser is not None or session.is_over)
            if session.is_over:
                break
            n = len(session.moves)
            session.play(lively(session, picks))
            screen.advance()
            await until(pilot, lambda n=n: len(session.moves) > n)  # type: ignore[misc]
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await pilot.pause()
        shown = screen_text(pilot.app)
        for wealth in session.state.scores():
            assert str(int(wealth)) in shown
        assert str(session.record_path.name if session.record_path else "?")[:10] in shown

    run(TableScreen(session, Options(folder=tmp_path)), play, size=(140, 45))
    assert session.record_path is not None
    check_record(read_record(session.record_path)[1])


def test_the_cost_is_shown_before_it_is_confirmed() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        n = len(screen.session.moves)
        await pilot.press("c", "1")
        assert (
            text_of(pilot.app, "detail").replace("\n", " ")
            == "Quartz converter on F4: −8 credits. If all run: 2 quartz, 4 energy, for 1 energy."
        )
        await pilot.press("escape", "escape", "g")
        assert len(screen.session.moves) == n

    run(TableScreen(recorded("ffg", in_phase("tank-phase", 3)), Options()), script)


def test_clicks_choose_actions_and_zones() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.click("#options", offset=(8, 0))  # the second action
        assert screen.chooser is not None
        verbs = screen.chooser.step_at(()).words
        assert screen.chooser.path == (verbs[1],)
        target = next(
            (x, y)
            for y in range(10)
            for x in range(screen.table.board_width(screen.canvas))
            if screen.table.place_at(screen.canvas, x, y) == screen.chooser.step.words[0]
        )
        n = len(screen.session.moves)
        await pilot.click("#board", offset=target)
        await pilot.click("#board", offset=target)
        assert len(screen.session.moves) > n

    run(TableScreen(recorded("ffg", in_phase("claiming", 2)), Options()), script)


BAD_KEYS = [*"xyz0987654321ABCDEF", "enter", "tab", "backspace", "escape", "f9", "ctrl+z", "delete", "-", "é"]


def test_bad_keys_at_every_step_are_answered_with_a_line_and_lose_nothing() -> None:
    session = new_session("ludoart", 4, ("all",), seed=5)
    picks, keys = Stream(5, "lively"), Stream(5, "keys")
    steps: set[str] = set()

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        while not session.is_over:
            if session.phase in steps or session.is_forced:
                session.play(lively(session, picks))
                continue
            steps.add(session.phase)
            screen.advance()
            before = list(session.moves)
            for _ in range(12):
                await pilot.press(keys.choice(BAD_KEYS))
                assert session.moves[: len(before)] == before

    run(TableScreen(session, Options()), script)
    assert len(steps) >= 20


def test_resize_while_a_bot_thinks_and_a_window_that_is_too_small() -> None:
    session = GameSession(new_game(players=2), 3, ["mcts:time=1.5", HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: session.mover == 1 or screen._is_thinking)
        for size in ((60, 20), (200, 60), (81, 24), (80, 24), (40, 10)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert "80×24" in text_of(pilot.app, "too-small")
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert screen.has_class("big")
        assert "Planet Steam" in text_of(pilot.app, "title")

    run(TableScreen(session, Options()), script, sims=None, time=1.5)


def test_a_paste_of_ten_thousand_characters() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        from textual import events

        n = len(screen.session.moves)
        await pilot.press("b")
        screen.post_message(events.Paste("9" * 10_000))
        await pilot.pause()
        await pilot.pause()
        assert text_of(pilot.app, "detail") == "A paste of 10000 characters is no choice."
        screen.post_message(events.Paste(" 30\n"))
        await pilot.pause()
        assert screen.chooser is not None
        assert screen.chooser.entry == "30"
        assert len(screen.session.moves) == n

    run(TableScreen(recorded("ffg", in_phase("specialist-bid", 2)), Options()), script)


def test_ten_thousand_keys_in_a_row_are_drawn_once_not_ten_thousand_times() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        drawn = 0
        draw = screen._draw

        def counted() -> None:
            nonlocal drawn
            drawn += 1
            draw()

        screen._draw = counted  # type: ignore[method-assign]
        for _ in range(10_000):
            screen.press("9")
        await pilot.pause()
        assert drawn <= 2
        assert len(screen.session.moves) == 120 + 1

    run(TableScreen(recorded("ffg", in_phase("specialist-bid", 2)), Options()), script)


def test_undo_takes_back_to_the_last_decision() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("u")
        assert screen.session.mover == SEAT
        n = len(screen.session.moves)
        while screen.session.undo():
            pass
        screen.advance()
        await pilot.press("u")
        assert "nothing to take back" in text_of(pilot.app, "detail")
        assert n > len(screen.session.moves)

    run(TableScreen(recorded("ffg", in_phase("trade", 2)), Options()), script)


def test_the_coach_explains_hints_and_evaluates() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("?")
        assert isinstance(pilot.app.screen, Box)
        assert "Buy or sell any amount" in text_of(pilot.app, "box-text")
        await pilot.press("escape", "h")
        await until(pilot, lambda: "Best: " in text_of(pilot.app, "box-text"))
        hint = text_of(pilot.app, "box-text")
        assert "Winning chance after it: " in hint
        assert "Also possible" in hint
        assert "from what you can see" in hint
        await pilot.press("h", "a")
        await until(pilot, lambda: "Winning chance " in screen.evaluation)
        await pilot.press("a")
        assert screen.evaluation == ""

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script, sims=200)


def test_in_an_auction_the_hint_says_how_far_to_go() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("h")
        await until(pilot, lambda: "Best: " in text_of(pilot.app, "box-text"))
        hint = text_of(pilot.app, "box-text")
        bid, limit = re.search(r"Best: bid (\d+)", hint), re.search(r"Worth bidding up to (\d+)", hint)
        assert bool(bid) == bool(limit)
        prices = [screen.table.price(move) or 0 for move in screen.session.legal]
        assert limit is None or int(limit[1]) <= max(prices)

    run(TableScreen(recorded("ffg", in_phase("specialist-bid", 2)), Options()), script, sims=400)


def test_a_bot_that_fails_is_replaced_by_a_random_move() -> None:
    session = GameSession(new_game(players=2), 3, ["no-such-bot", HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: session.mover == 1 and screen.chooser is not None)
        assert all(session.states[k].mover != 1 or k > 0 for k in range(len(session.moves)))

    run(TableScreen(session, Options()), script)


def test_keys_are_answered_while_a_bot_holds_the_interpreter_lock(tmp_path: Path) -> None:
    """A bot in pure Python that computes for seconds: the screen answers in the meantime. No clock in the assertion:
    the log opens while the bot is still thinking."""
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nfrom bots import Bot\n\n\nclass Slow(Bot):\n    '''Slow.'''\n\n    name = 'slow'\n\n"
        "    def choose(self, observation, legal, budget, rng):\n        end = time.monotonic() + 10\n"
        "        while time.monotonic() < end:\n            sum(range(1000))\n        return legal[0]\n"
    )
    session = GameSession(new_game(players=2), 3, [f"{path}:Slow", HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        if session.mover == 1:
            session.play(session.state.legal()[0])
            screen.advance()
        await until(pilot, lambda: screen._is_thinking)
        for _ in range(5):
            await pilot.press("l")
            assert isinstance(pilot.app.screen, Box)
            await pilot.press("l")
        assert screen._is_thinking

    run(TableScreen(session, Options()), script)


def test_an_answer_on_its_way_when_the_move_is_taken_back_is_ignored() -> None:
    session = GameSession(new_game(players=2), 3, [HUMAN, "mcts:sims=1000000000"])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        while not screen._is_thinking or session.undo_target() is None:
            session.play(session.state.legal()[0])
            screen.advance()
        answer = Answer(screen._question or 0, session.state.legal()[0], None, None, 0.0)
        await pilot.press("u")
        before = list(session.moves)
        assert session.is_humans_turn
        screen.post_message(Answered(answer, is_coach=False))
        await pilot.pause()
        assert session.moves == before
        assert screen.chooser is not None
        assert text_of(pilot.app, "detail") == ""

    run(TableScreen(session, Options()), script)


def test_what_cannot_be_saved_is_not_played(tmp_path: Path) -> None:
    session = GameSession.start(new_game(players=2), 3, [HUMAN, HUMAN], tmp_path)
    assert session.journal is not None
    session.journal.close()

    class Full:
        path = tmp_path / "x.journal"

        def append(self, line: Any) -> None:
            from arena.terminal.journal import JournalError

            raise JournalError("x.journal: the move cannot be saved: No space left on device")

        def close(self) -> None:
            pass

    session.journal = Full()  # type: ignore[assignment]

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        n = len(session.moves)
        await pilot.press("1", "enter")
        assert len(session.moves) == n
        assert "No space left" in text_of(pilot.app, "detail")

    run(TableScreen(session, Options()), script)


def test_several_people_at_one_screen_hand_it_over_when_credits_are_hidden() -> None:
    session = GameSession(new_game(players=2), 3, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        first = session.viewer
        await pilot.press("1", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Box)
        assert f"Player {2 - first}" in text_of(pilot.app, "box-text")
        await pilot.press("enter")
        assert pilot.app.screen is screen
        assert session.viewer == 1 - first
        assert screen.chooser is not None

    run(TableScreen(session, Options()), script)
