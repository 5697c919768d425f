"""Driving the application through Textual's own driver, and what tests of any game's table share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from arena.terminal.app import TerminalApp
from arena.terminal.game_session import GameSession
from arena.terminal.lang import catalogue_of
from arena.terminal.table import Table

Script = Callable[[Pilot[Any], Any], Awaitable[None]]


def table_of(session: GameSession, language: str = "en") -> Table:
    return session.face.table(session, catalogue_of(session.game, language))


def run(screen: Any, script: Script, size: tuple[int, int] = (80, 24), **options: Any) -> TerminalApp:
    """Runs a script against a screen in the application."""
    chosen = screen.options
    for key, value in {"pace": 0.0, "sims": 5, **options}.items():
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
