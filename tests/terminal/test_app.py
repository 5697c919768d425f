"""The application with games that have no face of their own: played by keys, taken back, coached, ended, replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from arena.analysis import percents
from arena.terminal.app import Options
from arena.terminal.end_screen import EndScreen
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import JournalError, unfinished
from arena.terminal.replay_screen import ReplayScreen, recorded_game
from arena.terminal.setup import Setup
from arena.terminal.setup_screen import SetupScreen
from arena.terminal.table_screen import TableScreen
from arena.terminal.table_view import Answered
from arena.terminal.widgets import BoardView, Box
from arena.terminal.worker import Answer
from engine import Stream, new_game
from engine.records import check_record, read_record
from tests.games import FOLDERS
from tests.terminal.driving import run, screen_text, text_of, until

SEATS = {"nim": [HUMAN, "random"], "sealed": [HUMAN, "random"], "patience": [HUMAN]}


def session_of(name: str, folder: Path | None = None, seed: int = 3) -> GameSession:
    return GameSession.start(new_game(name), seed, SEATS[name], folder)


async def play_on(pilot: Pilot[Any], screen: TableScreen, picks: Stream, n: int | None = None) -> None:
    """Presses keys for random moves until the game is over, or so many decisions have been made."""
    session = screen.session
    while not session.is_over and n != 0:
        await until(pilot, lambda: screen.chooser is not None or session.is_over)
        if screen.chooser is None:
            return
        move, number = picks.choice(session.legal), len(session.moves)
        await pilot.press(*screen.chooser.keys_for(move))
        assert session.moves[number] == move
        n = None if n is None else n - 1


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_a_game_without_a_face_is_played_by_keys_to_its_end(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    session = session_of(name, tmp_path)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.pause()
        assert session.face.title in text_of(pilot.app, "title")
        assert str(next(iter(session.view))) in screen_text(pilot.app)
        await play_on(pilot, screen, Stream(1, "picks"))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await until(pilot, lambda: pilot.app.screen.review.next_number is None)  # type: ignore[attr-defined]
        await pilot.pause()
        shown = screen_text(pilot.app)
        for score in session.state.scores():
            assert f"{score:g}" in shown

    run(TableScreen(session, Options(folder=tmp_path)), script, size=size)
    assert session.record_path is not None
    check_record(read_record(session.record_path)[1])
    assert unfinished(tmp_path) == []


def test_the_end_of_a_game_for_one_names_the_score_and_the_share() -> None:
    session = session_of("patience", seed=1)
    session.play(session.game.move("high"))
    while not session.is_over:
        session.play(session.game.move("stop"))
    points, share = session.state.scores()[0], session.state.result()[0]

    async def script(pilot: Pilot[Any], screen: EndScreen) -> None:
        await pilot.pause()
        expected = f"Your score is {points:g}, {round(100 * share)}% of a full success"
        assert text_of(pilot.app, "title") == f" Patience · Final scores · {expected}"

    run(EndScreen(session, Options(), None), script)


def test_typing_makes_the_list_shorter_and_enter_plays_what_is_left() -> None:
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        assert screen.chooser is not None
        assert len(screen.chooser.step.words) == 12
        await pilot.press(*"t", "a", "k", "e", "space", "3")  # a, h, l and space are keys of the screen, but not here
        assert screen.chooser.step.words == ("take 3 from 0", "take 3 from 1", "take 3 from 2")
        assert "[take 3▏]" in text_of(pilot.app, "options")
        await pilot.press("space", "1")
        assert text_of(pilot.app, "detail") == "Take 3 from 1: heaps 2 4 → 1"
        await pilot.press("enter")
        assert session.game.text(session.moves[0]) == "take 3 from 1"
        await pilot.press("slash", "h", "escape", "1", "1")
        assert screen.chooser.filter is None

    run(TableScreen(session, Options()), script)


def test_digits_choose_by_number_and_arrows_by_place() -> None:
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("1")  # may be the beginning of 10, 11 and 12
        assert text_of(pilot.app, "detail").startswith("Take 1 from 0: ")
        await pilot.press("2")
        assert text_of(pilot.app, "detail").startswith("Take 5 from 2: ")
        await pilot.press("up", "enter")
        assert session.game.text(session.moves[0]) == "take 4 from 2"
        await pilot.press("9", "9")
        assert screen.message == "Choose with 1, 2, 3, 4, 5, 6, 7, 8, or with the arrows."
        assert len(session.moves) == 1

    run(TableScreen(session, Options()), script)


def test_an_option_is_chosen_by_clicks() -> None:
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.click("#options", offset=(1, 0))
        assert session.moves == []
        await pilot.click("#options", offset=(1, 0))
        assert session.game.text(session.moves[0]) == "take 1 from 0"

    run(TableScreen(session, Options()), script)


def test_undo_takes_back_to_the_last_decision_of_the_person() -> None:
    session = session_of("nim")

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await play_on(pilot, screen, Stream(2, "picks"), 1)
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("u")
        assert session.moves == []
        await pilot.press("u")
        assert "nothing to take back" in text_of(pilot.app, "detail")

    run(TableScreen(session, Options()), script)


def test_hints_explanations_and_evaluations_need_no_face() -> None:
    session = session_of("nim")

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("?")
        assert "12 moves are possible" in text_of(pilot.app, "box-text")
        await pilot.press("escape", "h")
        await until(pilot, lambda: "Best: take " in text_of(pilot.app, "box-text"))
        assert "Winning chance after it: " in text_of(pilot.app, "box-text")
        await pilot.press("h", "a")
        await until(pilot, lambda: "Winning chance " in screen.evaluation)

    run(TableScreen(session, Options()), script, sims=200)


def test_a_secret_move_is_not_told_and_the_seat_is_handed_over() -> None:
    session = GameSession(new_game("sealed"), 3, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        value = session.view["value"][0]
        assert screen.log_lines() == [
            (-1, f"die {value // 2}")
        ]  # of three: the reserve and the other's value are secret
        await pilot.press("5", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Box)
        assert "Player 2" in text_of(pilot.app, "box-text")
        await pilot.press("enter")
        assert [line for seat, line in screen.log_lines() if seat == 0] == ["moves in secret"]
        assert "bid 4" not in screen_text(pilot.app).split("Choose a move")[0]

    run(TableScreen(session, Options()), script)


def test_nothing_is_handed_over_where_nothing_is_hidden() -> None:
    session = GameSession(new_game("nim"), 3, [HUMAN, HUMAN])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("1", "enter")
        assert pilot.app.screen is screen
        assert session.viewer == 1

    run(TableScreen(session, Options()), script)


def played_at_random(name: str, folder: Path) -> GameSession:
    """A recorded game, to its end."""
    session, picks = session_of(name, folder), Stream(4, "picks")
    while not session.is_over:
        session.play(picks.choice(session.legal))
    path = session.finish()
    assert path is not None
    return recorded_game(path, 1)[0]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_replay_steps_through_any_game(name: str, tmp_path: Path) -> None:
    whole = played_at_random(name, tmp_path)

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("right", "right", "left")
        at = min(2, len(whole.moves)) - 1
        assert screen.at == at
        assert bytes(screen.session.state) == bytes(whole.states[at])
        await pilot.press("end", "pageup", "home")
        assert screen.at == 0
        for number in range(len(whole.moves)):
            assert whole.game.text(whole.moves[number]) in str(screen.prompt())
            await pilot.press("right")
        await until(pilot, lambda: screen._judged.keys() == set(screen._numbers))
        for number in range(len(whole.moves)):
            assert sum(percents(screen._analysis.chances(number) or [1])) == 100 or whole.game.n_seats == 1
        await pilot.press("g")
        assert f"{len(screen._numbers)} of {len(screen._numbers)} decisions" in text_of(pilot.app, "box-text")
        await pilot.press("g")
        assert screen.prompt().plain.startswith("End · ")

    run(ReplayScreen(whole, Options()), script)


def test_the_set_up_screen_shows_the_settings_of_the_game_chosen(tmp_path: Path) -> None:
    options = Options(folder=tmp_path, setup=Setup("nim", bots=["random"]))

    async def script(pilot: Pilot[Any], screen: SetupScreen) -> None:
        assert [row.name for row in screen.rows][:3] == ["game", "heaps", "seat"]
        assert "Heaps                    ‹ 345 ›" in screen_text(pilot.app)
        screen.at = 1
        await pilot.press("right", "1", "2", "left")
        assert screen.setup.settings == {"heaps": 11}
        await pilot.press("2", "2", "2", "2", "2")
        assert screen.setup.settings == {"heaps": 2222}
        screen.at = 0
        await pilot.press("right", "left")
        assert screen.setup.game == "nim"
        assert screen.setup.settings == {}
        screen.at = 1
        await pilot.press("2", "1")
        screen.at = len(screen.rows) - 1
        await pilot.press("enter")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.session.view["heaps"] == [2, 1]

    run(SetupScreen(options), script)


def test_odd_things_at_a_prompt_are_answered_and_lose_nothing() -> None:
    session = GameSession(new_game("sealed"), 3, [HUMAN, HUMAN])
    keys = [*"xyz0987ABC", "enter", "tab", "backspace", "escape", "f9", "ctrl+z", "delete", "-", "é", "up", "slash"]

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        before, picks = list(session.moves), Stream(1, "keys")
        for _ in range(60):
            key = picks.choice([key for key in keys if key != "enter"])
            await pilot.press(key)
        assert session.moves == before
        screen.post_message(events.Paste("9" * 10_000))
        await pilot.pause()
        assert text_of(pilot.app, "detail") == "A paste of 10000 characters is no choice."
        await pilot.resize_terminal(60, 15)
        await pilot.pause()
        assert "60×15" in text_of(pilot.app, "too-small")
        await pilot.resize_terminal(140, 45)
        await pilot.press("f3", "f1")
        assert "make it shorter" in text_of(pilot.app, "box-text")
        assert screen.options.is_light

    run(TableScreen(session, Options()), script)


def test_what_cannot_be_saved_is_not_played(tmp_path: Path) -> None:
    session = session_of("nim", tmp_path)
    assert session.journal is not None
    session.journal.close()

    class Full:
        path = tmp_path / "x.journal"

        def append(self, line: Any) -> None:
            raise JournalError("x.journal: the move cannot be saved: No space left on device")

        def close(self) -> None:
            pass

    session.journal = Full()  # type: ignore[assignment]

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("2", "enter")
        assert session.moves == []
        assert "No space left" in text_of(pilot.app, "detail")

    run(TableScreen(session, Options()), script)


def test_an_answer_on_its_way_when_the_move_is_taken_back_is_ignored() -> None:
    session = GameSession(new_game("nim"), 3, [HUMAN, "mcts:sims=1000000000"])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("2", "enter")
        assert screen._is_thinking
        answer = Answer(screen._question or 0, session.legal[0], None, None, 0.0)
        await pilot.press("u")
        screen.post_message(Answered(answer, is_coach=False))
        await pilot.pause()
        assert session.moves == []
        assert screen.chooser is not None

    run(TableScreen(session, Options()), script)


def test_what_the_coach_says_of_one_question_is_not_taken_for_the_answer_to_the_next(tmp_path: Path) -> None:
    """An answer may be on its way to the screen when a key asks another question."""
    whole = played_at_random("nim", tmp_path)

    async def step_through(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await until(pilot, lambda: screen._judged.keys() == set(screen._numbers))
        number = screen._numbers[1]
        del screen._judged[number]
        screen._ask()
        assert screen._asked is not None
        question, about = screen._asked
        assert about == number
        screen.post_message(Answered(Answer(question - 1, None, None, "that was another question", 0.0), is_coach=True))
        await until(pilot, lambda: number in screen._judged)
        assert not screen._failures

    run(ReplayScreen(whole, Options()), step_through)

    async def ask(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("h")
        question = screen._coach_question
        assert question is not None
        screen.post_message(Answered(Answer(question - 1, None, None, "that was another question", 0.0), is_coach=True))
        await until(pilot, lambda: screen._hint_here is not None)
        assert "another question" not in screen_text(pilot.app)

    run(TableScreen(GameSession(new_game("nim"), 3, [HUMAN, "random"]), Options()), ask)


def test_a_click_elsewhere_opens_a_doubted_choice_again() -> None:
    session = GameSession(new_game("nim"), 3, [HUMAN, "random"])

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await pilot.press("2", "enter")
        assert screen._doubtful is not None
        screen.on_board_view_picked(BoardView.Picked("nowhere"))
        assert screen._doubtful is None
        assert not session.moves

    run(TableScreen(session, Options(warns=True)), script)


def test_a_bot_that_fails_is_replaced_by_a_random_move_and_leaving_has_its_own_exit_code(tmp_path: Path) -> None:
    session = GameSession.start(new_game("nim"), 3, ["no-such-bot", HUMAN], tmp_path)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        assert len(session.moves) == 1
        assert "a random move is played instead" in " ".join(text_of(pilot.app, "detail").split())
        await pilot.press("Q")

    assert run(TableScreen(session, Options()), script).return_value == 3


def test_the_log_is_told_by_parts_and_searched() -> None:
    session = session_of("nim")
    screen = TableScreen(session, Options())

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await play_on(pilot, screen, Stream(1, "picks"), 1)
        await until(pilot, lambda: screen.chooser is not None)
        mine = [line for lines in screen._told for seat, line in lines if seat == 0]
        await pilot.press("l")
        assert "Move 0" in text_of(pilot.app, "box-text")
        assert all(line in text_of(pilot.app, "box-text") for line in mine)
        await pilot.press("/", *"you")
        shown = text_of(pilot.app, "box-text").split("\n")
        assert sum(line.startswith("1 You:") for line in shown) == len(mine)
        assert not any(line.startswith("2 ") for line in shown)
        await pilot.press("x", "q")
        assert "Nothing in the log has that." in text_of(pilot.app, "box-text")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

    run(screen, script)
