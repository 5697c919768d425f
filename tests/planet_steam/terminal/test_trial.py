"""What a person may do with the coach at the table: try out, play its plan, be warned, see hints on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession, Trial
from arena.terminal.palette import HINT
from arena.terminal.replay_screen import ReplayScreen
from arena.terminal.table_screen import TableScreen
from arena.terminal.table_view import Answered
from arena.terminal.trial_screen import TrialScreen
from arena.terminal.worker import Advice, Answer
from bots.judge import Outcome, Verdict
from engine import Stream, new_game
from tests.games import FOLDERS
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import run, screen_text, table_of, text_of, until


def nim(folder: Path | None = None) -> GameSession:
    return GameSession.start(new_game(str(FOLDERS["nim"])), 3, [HUMAN, "random"], folder)


def steam(is_wanted: Callable[[GameSession], bool]) -> GameSession:
    """Planet Steam up to a decision of the person's, by random moves that bid little."""
    session = GameSession(new_game(players=2, credits="hidden"), 5, [HUMAN, "random"])
    picks = Stream(5, "picks")
    while session.mover != 0 or session.is_forced or not is_wanted(session):
        session.play(picks.choice(session.legal[:6]))
    return session


def on_the_map(session: GameSession) -> list[int]:
    """Legal moves about one zone."""
    return [move for move in session.legal if len(table_of(session).places_of(move)) == 1]


def twin_of(session: GameSession) -> GameSession:
    """Another game that looks the same to the person."""
    twin = session.before(len(session.moves))
    twin._past.states[-1] = session.observation.sample(Stream(77, "other"))
    return twin


def hides(session: GameSession) -> bool:
    return bytes(twin_of(session).state) != bytes(session.state)


def test_a_trial_decides_for_every_seat_and_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    session = nim(tmp_path)
    journal = session.journal
    assert journal is not None

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        before, lines = list(session.moves), journal.path.read_bytes()
        await pilot.press("T")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
        trial: Any = pilot.app.screen
        await until(pilot, lambda: trial.chooser is not None)
        movers = []
        for _ in range(2):
            movers.append(trial.session.mover)
            await pilot.press(*trial.chooser.keys_for(trial.session.legal[0]))
            await pilot.pause()
        assert sorted(movers) == [0, 1]
        assert "Try-out" in screen_text(pilot.app)
        await pilot.press("u", "u", "u")
        assert trial.session.moves == before  # not beyond the position that it began from
        await pilot.press("T")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert session.moves == before
        assert journal.path.read_bytes() == lines

    run(TableScreen(session, Options(folder=tmp_path)), script)


def test_a_trial_goes_to_the_end_and_says_who_won() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("T")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
        trial: Any = pilot.app.screen
        while not trial.session.is_over:
            await until(pilot, lambda: trial.chooser is not None)
            await pilot.press(*trial.chooser.keys_for(trial.session.legal[0]))
            await pilot.pause()
        assert "Final scores: " in screen_text(pilot.app)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

    run(TableScreen(nim(), Options()), script)


def test_a_trial_knows_neither_what_is_hidden_nor_the_dice() -> None:
    session = steam(hides)
    trial = Trial.of(session)
    assert trial.state.observe(0) == session.state.observe(0)
    assert bytes(Trial.of(twin_of(session)).state) == bytes(trial.state)  # it does not depend on what is hidden
    dice = [one._past._dice.fork("x").draw() for one in (session, trial)]
    assert dice[0] != dice[1]


def test_a_replay_is_tried_out_from_what_really_was() -> None:
    whole = steam(hides)
    whole.shows_all = True

    async def script(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await pilot.press("end", "T")
        await until(pilot, lambda: isinstance(pilot.app.screen, TrialScreen))
        trial: Any = pilot.app.screen
        assert bytes(trial.session.state) == bytes(whole.state)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

    run(ReplayScreen(whole, Options()), script)


def advice(seat: int, moves: list[int], chances: list[float], played: int, line: list[int]) -> Advice:
    outcomes = [Outcome(move, (chance,) * 4, (0.0,) * 4) for move, chance in zip(moves, chances, strict=True)]
    own = next(one for one in outcomes if one.move == played)
    return Advice(Verdict(seat, own, tuple(outcomes), chances[0] - own.chances[0], 0.0, 0.01), tuple(line), None)


def answers(screen: TableScreen, monkeypatch: pytest.MonkeyPatch, found: Advice) -> None:
    """Lets the coach of a screen answer so."""
    answer = Answer(1, found.verdict.best.move, None, None, 0.0, found)
    monkeypatch.setattr(screen._coach, "judge", lambda *_, **__: screen.post_message(Answered(answer, True)) and 1)


def test_the_plan_is_played_with_one_key_and_hints_stand_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorded("ffg", in_phase("tank-phase", 3))
    one, other, *_ = on_the_map(session)
    number, zone = len(session.moves), str(session.game.words(one)[-1])
    screen = TableScreen(session, Options())
    answers(screen, monkeypatch, advice(SEAT, [one, other], [0.6, 0.5], one, [one]))

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("P")
        assert "ask for a hint first" in screen_text(pilot.app)
        assert HINT not in text_of(pilot.app, "board")
        await pilot.press("h")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert screen.marks().hints == {zone}  # type: ignore[union-attr]
        assert text_of(pilot.app, "board").count(HINT) == 1
        await pilot.press("h")
        await pilot.pause()
        await pilot.press("P")
        assert session.moves[number] == one

    run(screen, script)


@pytest.mark.parametrize(("loss", "asks"), [(0.31, True), (0.15, False), (0.0, False)])
def test_a_blunder_has_to_be_chosen_twice(monkeypatch: pytest.MonkeyPatch, loss: float, asks: bool) -> None:
    session = nim()
    screen = TableScreen(session, Options(warns=True))
    bad, good = session.legal[0], session.legal[-1]
    answers(screen, monkeypatch, advice(0, [good, bad], [0.5 + loss, 0.5], bad, [good]))

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        assert screen.chooser is not None
        await pilot.press(*screen.chooser.keys_for(bad))
        await pilot.pause()
        assert (session.moves[:1] == [bad]) != asks
        if asks:
            assert "Really? That costs a lot: −31 percentage points" in screen_text(pilot.app)
            await pilot.press("enter")
            assert session.moves[0] == bad

    run(screen, script)


def test_a_blunder_that_was_chosen_twice_is_doubted_again_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    session = GameSession(new_game(str(FOLDERS["nim"]), heaps=9999), 3, [HUMAN, HUMAN])
    screen = TableScreen(session, Options(warns=True))
    bad = session.legal[0]
    asked: list[int] = []

    def judge(position: Any, legal: list[int], played: int | None, n_moves: int, *, sims: int) -> int:
        asked.append(n_moves)
        seat = session.mover or 0
        found = Answer(1, legal[-1], None, None, 0.0, advice(seat, [legal[-1], bad], [0.8, 0.4], bad, [legal[-1]]))
        screen.post_message(Answered(found, True))
        return 1

    monkeypatch.setattr(screen._coach, "judge", judge)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        for number in range(2):
            await until(pilot, lambda n=number: screen.chooser is not None and len(session.moves) == n)  # type: ignore[misc]
            assert screen.chooser is not None
            keys = screen.chooser.keys_for(session.legal[0])
            await pilot.press(*keys)
            await pilot.pause()
            assert len(session.moves) == number
            await pilot.press("enter")
            await pilot.pause()
        assert asked == [0, 1]

    run(screen, script)


def test_a_price_to_bid_up_to_is_doubted_as_if_it_were_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    screen = TableScreen(session, Options(warns=True))
    bid, least = session.game.move("bid 30"), session.game.move("pass")
    asked: list[int | None] = []

    def judge(position: Any, legal: list[int], played: int | None, n_moves: int, *, sims: int) -> int:
        asked.append(played)
        found = Answer(1, least, None, None, 0.0, advice(SEAT, [least, bid], [0.8, 0.5], bid, [least]))
        screen.post_message(Answered(found, True))
        return 1

    monkeypatch.setattr(screen._coach, "judge", judge)
    n = len(session.moves)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("3", "0", "enter")
        await pilot.pause()
        assert asked == [bid]
        assert "Really? That costs a lot: −30 percentage points" in screen_text(pilot.app)
        assert len(session.moves) == n
        await pilot.press("enter")
        assert asked == [bid]
        assert len(session.moves) > n

    run(screen, script)


def test_why_not_my_move_is_one_key_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    session = nim()
    bad, good = session.legal[0], session.legal[-1]
    screen = TableScreen(session, Options())
    found = Answer(1, good, None, None, 0.0, advice(0, [good, bad], [0.8, 0.5], bad, [good]))
    asked: list[int | None] = []

    def judge(position: Any, legal: list[int], played: int | None, n_moves: int, *, sims: int) -> int:
        asked.append(played)
        screen.post_message(Answered(found, True))
        return 1

    monkeypatch.setattr(screen._coach, "judge", judge)

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("Y")
        assert "Highlight one move first" in screen_text(pilot.app)
        assert screen.chooser is not None
        await pilot.press(*screen.chooser.keys_for(bad)[:-1])  # all but the Enter that would play it
        await pilot.press("Y")
        await until(pilot, lambda: screen._hinted is not None)
        await pilot.pause()
        assert asked == [bad]
        told = text_of(pilot.app, "box-text")
        assert f"{screen.table.words(bad)}: 50%, −30 percentage points of winning chance" in told
        assert f"Best: {screen.table.words(good)} (80%)" in told
        await pilot.press("P")
        assert session.moves[0] == good

    run(screen, script)


def test_warnings_are_switched_at_the_table() -> None:
    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("W")
        assert screen.options.warns
        assert "warns before a blunder" in screen_text(pilot.app)
        await pilot.press("W")
        assert not screen.options.warns

    run(TableScreen(nim(), Options()), script)


def test_a_big_window_shows_the_hint_beside_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    session = recorded("ffg", in_phase("tank-phase", 3))
    screen, one = TableScreen(session, Options()), on_the_map(session)[0]
    answers(screen, monkeypatch, advice(SEAT, [one], [0.6], one, [one]))

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press("h")
        await pilot.pause()
        assert pilot.app.screen is screen  # no box
        assert "Winning chance after it: 60%" in text_of(pilot.app, "notes")

    run(screen, script, size=(160, 50))
