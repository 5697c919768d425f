"""The application through Textual's own driver: every kind of decision by keys and clicks, and everything that can go
wrong at a prompt."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from arena.terminal.score import Score
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from arena.terminal.app import Options, TerminalApp
from arena.terminal.chooser import Chooser
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.replay_screen import RecordedFault, ReplayScreen, recorded_game
from arena.terminal.setup import DEFAULTS
from arena.terminal.setup_screen import ROWS, SetupScreen
from arena.terminal.table_screen import Answered, TableScreen
from arena.terminal.widgets import Box, MapView
from arena.terminal.worker import Answer
from engine import Stream, new_game
from engine.planet_steam.notation import VERBS
from engine.records import check_record, read_record
from tests.terminal.games import CONFIGURATIONS, lively, new_session, positions
from tests.terminal.scenes import DATA, SEAT, in_phase, recorded

Script = Callable[[Pilot[Any], Any], Awaitable[None]]


def run(screen: Any, script: Script, size: tuple[int, int] = (80, 24), **options: Any) -> TerminalApp:
    """Runs a script against a screen in the application."""
    chosen = screen.options
    for key, value in {"pace": 0.0, "sims": 5, "coach": "greedy", **options}.items():
        setattr(chosen, key, value)
    app = TerminalApp(screen, chosen)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, screen)

    asyncio.run(go())
    return app


def text_of(app: Any, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).visual)


def screen_text(app: Any) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in app.screen._compositor.render_strips())


async def until(pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


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
                    keys = screen.chooser.keys_for(session.game.words(move))
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
    never_a_choice = {"first", "die"}  # chance
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
        assert screen.chooser.prefix == (verbs[1],)
        shape = pilot.app.screen.query_one(MapView).shape
        assert shape is not None
        target = next(
            (x, y)
            for y in range(1 + shape.n_rows * shape.cell[1])
            for x in range(shape.width)
            if shape.zone_at(x, y) == screen.chooser.step.words[0]
        )
        n = len(screen.session.moves)
        await pilot.click("#map", offset=target)
        await pilot.click("#map", offset=target)
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
        await pilot.press("?", "h")
        await until(pilot, lambda: "Best: " in text_of(pilot.app, "box-text"))
        hint = text_of(pilot.app, "box-text")
        assert "Winning chance: " in hint
        assert "Also possible" in hint
        assert "from what you can see" in hint
        await pilot.press("h", "a")
        await until(pilot, lambda: "Winning chance " in screen.evaluation)
        await pilot.press("a")
        assert screen.evaluation == ""

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script, coach="mcts", sims=200)


def test_in_an_auction_the_hint_says_how_far_to_go() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("h")
        await until(pilot, lambda: "Best: " in text_of(pilot.app, "box-text"))
        hint = text_of(pilot.app, "box-text")
        assert "Worth bidding up to" in hint or "Not worth it" in hint

    run(TableScreen(recorded("ffg", in_phase("specialist-bid", 2)), Options()), script, coach="mcts", sims=400)


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
        "    def choose(self, observation, legal, budget, rng):\n        end = time.monotonic() + 3\n"
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


def test_the_set_up_screen_starts_the_game_that_was_chosen(tmp_path: Path) -> None:
    options = Options(folder=tmp_path, setup=dict(DEFAULTS))

    async def script(pilot: Pilot[Any], screen: SetupScreen) -> None:
        screen.setup["bots"] = ["random"]
        screen.at = 0
        await pilot.press("right")  # 5 players
        await pilot.press("down", "right", "right")  # seat 3
        await pilot.press("down", "right")  # the other edition
        await pilot.press("down", "space")  # the first rule
        screen.at = ROWS.index("bots")
        await pilot.press(*["backspace"] * len("random"), *"greedy")
        screen.at = ROWS.index("board")
        await pilot.press(*"nowhere.toml")
        screen.at = ROWS.index("start")
        await pilot.press("enter")
        assert "nowhere.toml" in screen.message
        screen.setup["board"] = None
        await pilot.press("enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        game = table.session.game
        assert (game.n_seats, game.edition, game.rules) == (5, "ludoart", ("freelance-carrier",))
        assert table.session.seats == ["greedy", "greedy", HUMAN, "greedy", "greedy"]

    run(SetupScreen(options), script)


def test_leaving_the_set_up_screen_changes_nothing_of_the_game_behind_it() -> None:
    async def choose(pilot: Pilot[Any]) -> None:
        """Another language and time, on the set-up screen."""
        await pilot.press("f2")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        for row in ("lang", "time"):
            setup.at = ROWS.index(row)
            await pilot.press("right")

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await choose(pilot)
        assert "Neues Spiel" in text_of(pilot.app, "title")
        assert (screen.options.language, screen.options.time) == ("en", 2.0)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await choose(pilot)
        await pilot.press("enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert (table.options.language, table.options.time) == ("de", 5.0)

    options = Options(setup={**DEFAULTS, "bots": ["random"]})
    run(TableScreen(recorded("ffg", in_phase("trade", 3)), options), script)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_end_screen_fits_80_columns(players: int, language: str) -> None:
    session = new_session("ffg", players, (), seed=2)
    picks = Stream(2, "lively")
    while not session.is_over:
        session.play(lively(session, picks))
    rounds = session.game.board["rounds"]

    async def script(pilot: Pilot[Any], screen: EndScreen) -> None:
        await pilot.pause()
        lines = screen_text(pilot.app).split("\n")
        heads = next(line for line in lines if screen.say("end.quarters").capitalize() in line)
        assert heads.split() == [screen.say(f"end.{key}").capitalize() for key in Score._fields]
        foot = next(line.split() for line in lines if screen.say("replay.start") in line)
        assert foot == [screen.say("replay.start"), *map(str, range(1, rounds + 1))]

    run(EndScreen(session, Options(language=language), None), script)


def test_the_theme_changes_and_the_game_goes_on() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("f3")
        assert screen.options.is_light
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, Box)
        await pilot.press("escape", "f3")
        assert not screen.options.is_light

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script)


def test_leaving_an_unfinished_game_has_its_own_exit_code(tmp_path: Path) -> None:
    session = GameSession.start(new_game(players=2), 3, [HUMAN, HUMAN], tmp_path)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("Q")

    assert run(TableScreen(session, Options()), script).return_value == 3


def test_a_replay_steps_forwards_and_back_with_an_opinion_on_every_decision() -> None:
    whole, _ = recorded_game(DATA / "ffg.jsonl", 1)

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("right", "right", "right", "left")
        assert screen.at == 2
        assert bytes(screen.session.state) == bytes(whole.states[2])
        await until(pilot, lambda: "Best: " in screen._opinions.get(2, ""))
        await pilot.press("pagedown")
        assert screen.session.view["round"] == 2
        assert screen.whole.states[screen.at - 1].snapshot()["round"] == 1
        await pilot.press("end")
        assert screen.at == len(whole.moves)
        assert screen.session.is_over
        await pilot.press("pageup", "home")
        assert screen.at == 0

    run(ReplayScreen(whole, Options()), script)


def test_a_replay_names_the_bots_their_faults_and_the_winner(tmp_path: Path) -> None:
    _, record = read_record(DATA / "ffg.jsonl")
    record["seats"][0] = "greedy"
    record["faults"] = [
        {
            "seat": 1,
            "bot": record["seats"][1],
            "kind": "illegal",
            "move": 3,
            "detail": "Traceback\nreturned 7",
            "stderr": "",
        },
        {"seat": 99, "kind": "illegal", "move": 3, "detail": ""},
        "damaged",
    ]
    path = tmp_path / "faulty.jsonl"
    path.write_text(json.dumps(record))
    whole, faults = recorded_game(path, 1)
    assert faults == [RecordedFault(1, "illegal", 3, "Traceback\nreturned 7")]

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        names = ["greedy", *(f"mcts:sims=300 ({seat})" for seat in (2, 3, 4))]
        assert screen.teller.names == names
        told = f"{names[1]} plays an illegal move (move 3)"
        assert told in text_of(pilot.app, "options")
        await pilot.press("right", "right", "right")
        await pilot.pause()
        assert text_of(pilot.app, "detail") == "returned 7"
        await pilot.press("end")
        await pilot.pause()
        winner = names[record["result"]["winners"][0]]
        assert text_of(pilot.app, "prompt") == f"End · {winner} wins"
        await pilot.press("f1")
        await pilot.pause()
        keys = text_of(pilot.app, "box-text")
        assert "previous move" in keys
        assert "hint" not in keys

    run(ReplayScreen(whole, Options(), faults=faults), script)


@pytest.mark.parametrize("height", [24, 25, 26, 30, 45])
def test_a_long_text_can_be_read_to_its_end(height: int) -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        screen.show_box("long", "\n".join(f"line {n}" for n in range(200)))
        await pilot.pause()
        pilot.app.screen.query_one("#box-scroll").scroll_end(animate=False)
        await pilot.pause()
        await pilot.pause()
        assert "line 199" in screen_text(pilot.app)

    run(TableScreen(recorded("ffg", in_phase("trade", 3)), Options()), script, size=(80, height))


def two_columns(name: str, screen: TableScreen) -> list[str]:
    lines = [line for line in screen.say(name).split("\n") if "  " in line]
    assert len(lines) == 5
    return lines


@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_f1_explains_every_sign_and_column_and_keeps_its_columns_at_80(edition: str, language: str) -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("f1")
        await pilot.pause()
        text = text_of(pilot.app, "box-text")
        for sign in "n×·~+!*»►●–":
            assert f"{sign}\u00a0" in text
        for key in ("licenses", "quarters", "zones", "tanks"):
            assert f"{screen.say(f'abbr.{key}')}\u00a0" in text
        assert [line for line in text.split("\n") if "  " in line] == two_columns("help.text", screen)
        assert max(cell_len(line) for line in two_columns("help.replay", screen)) <= 66
        assert pilot.app.screen.query_one("#box-scroll").max_scroll_y == 0

    run(TableScreen(recorded(edition, in_phase("trade", 3)), Options(language=language)), script)


def test_no_french_line_begins_with_a_sign_of_the_word_before() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        for width in range(80, 112, 4):
            await pilot.resize_terminal(width, 24)
            await pilot.press("?")
            await pilot.pause()
            lines = text_of(pilot.app, "box-text").split("\n")
            assert len(lines) >= 3
            assert not [line for line in lines if line[:1] in set(";:?!")]
            await pilot.press("?")
        assert "Vous\u00a0: " in text_of(pilot.app, "prompt")

    run(TableScreen(recorded("ffg", in_phase("tank-phase", 3)), Options(language="fr")), script)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("edition", ["ffg", "ludoart"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_essential_is_cut_off(size: tuple[int, int], edition: str, language: str) -> None:
    """The bottom lines are on the screen in the step with most actions, with five players, in every language."""
    session = next(session for session, _ in positions(edition, 5, (), seed=1) if session.phase == "tank-phase")
    zones = [zone for zone, owner in session.view["zones"].items() if owner == session.mover]
    session.states[-1] = session.game.edit(
        session.state,
        credits=[200] * 5,
        goods=[[4, 4, 4, 4]] * 5,
        tanks={zones[0]: ["ore", True, False], zones[1]: [None, False, False]},
    )
    session._seen = None
    assert len(Chooser(session).step.words) == 10  # every action of the tank phase

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.pause()
        shown = screen_text(pilot.app).split("\n")
        assert len(shown) == size[1]
        assert shown[-1].strip().startswith("Enter OK")
        for verb in Chooser(session).step.words:
            label = screen.teller.option("action", verb)
            assert any(label in line for line in shown)
        for name in screen.teller.names:
            assert any(name in line for line in shown)
        assert screen.query_one("#log", Static).size.height >= 1

    run(TableScreen(session, Options(language=language)), script, size=size)
