"""What must be in sight in every window, with any number of players: the prompt, the options, the players and the keys,
whatever the coach has to say."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from arena.terminal import table_screen
from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.table_screen import TableScreen
from arena.terminal.widgets import Box
from arena.terminal.worker import Advice, Answer
from bots.judge import Outcome, Verdict
from engine import Stream, new_game
from tests.terminal.driving import run, screen_text, text_of, until

SIZES = ((80, 24), (120, 40), (200, 50))
TABLES = [*(("planet-steam", n) for n in (2, 3, 4, 5)), *(("steamopolis", n) for n in (1, 2, 3, 4))]
LONG = [f"{n}: " + "advice in many words " * 5 for n in range(12)]


def session_of(name: str, players: int) -> GameSession:
    """Some way into a game, at a decision that an action's letter leads on from."""
    session, picks = GameSession(new_game(name, players=players), 5, [HUMAN] * players), Stream(5, "picks")
    while len(session.moves) < 40 or len(session.legal) < 3:
        session.play(picks.choice(session.legal))
    return session


def keys_that_highlight(screen: TableScreen) -> list[str]:
    """What leads to one move without playing it."""
    assert screen.chooser is not None
    found = map(screen.chooser.keys_for, screen.session.legal)
    return next(list(keys[:-1]) for keys in found if keys[-1] == "enter")


def talkative(screen: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach answers at once, and at great length."""
    legal, n = screen.session.legal, screen.session.game.n_seats
    outcomes = tuple(Outcome(move, (1 / n,) * n, (1.0,) * n) for move in legal[:2])
    advice = Advice(Verdict(0, outcomes[1], outcomes, 0.3, 0.0, 0.1), (legal[0],), None)
    monkeypatch.setattr(table_screen, "tell_hint", lambda *_: LONG)
    monkeypatch.setattr(table_screen, "tell_why", lambda *_: LONG)

    def judge(*_: Any, **__: Any) -> int:
        screen._post(Answer(1, None, None, None, 0.0, advice), True)
        return 1

    monkeypatch.setattr(screen._coach, "judge", judge)


def check_bottom(app: Any, screen: TableScreen) -> None:
    """Prompt, options and keys are on the lowest lines of the window, whole."""
    shown = [line.strip() for line in screen_text(app).split("\n")]
    for name in ("prompt", "options", "keys"):
        for line in str(screen.query_one(f"#{name}", Static).visual).split("\n"):
            assert line.strip() in shown[app.size.height // 2 :], (name, "\n".join(shown))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_advice_hides_the_decision(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = TableScreen(session_of(name, players), Options(language="de"))
    talkative(screen, monkeypatch)

    async def ask(pilot: Pilot[Any], screen: TableScreen, key: str) -> None:
        screen._hinted = None
        await pilot.press(key)
        await until(pilot, lambda: screen._hinted is not None)
        await pilot.pause()
        await pilot.pause()
        check_bottom(pilot.app, screen)
        assert LONG[0][:20] in screen_text(pilot.app)
        if isinstance(pilot.app.screen, Box):
            await pilot.press("escape")
            await pilot.pause()
            check_bottom(pilot.app, screen)
        rows = [line.rstrip() for line in screen_text(pilot.app).split("\n")]
        assert all(line.rstrip() in rows for line in text_of(pilot.app, "players").split("\n"))
        assert screen.query_one("#log", Static).size.height >= 1

    async def script(pilot: Pilot[Any], screen: TableScreen) -> None:
        await until(pilot, lambda: screen.chooser is not None)
        await pilot.press(*keys_that_highlight(screen))
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await ask(pilot, screen, "h")
            await ask(pilot, screen, "Y")

    run(screen, script)
