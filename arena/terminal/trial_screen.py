"""A try-out: the game played on from a position, one person deciding for every seat, and then left as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rich.text import Text

from arena.terminal import app as application
from arena.terminal.end_screen import winner_line
from arena.terminal.game_session import GameSession, Trial
from arena.terminal.table_screen import TableScreen


class TrialScreen(TableScreen):
    """The table of a trial. Escape, where nothing is chosen yet, and `T` lead back to the game."""

    def __init__(self, session: GameSession, options: application.Options) -> None:
        super().__init__(Trial.of(session), replace(options, folder=None, is_guided=False, warns=False, pace=0.0))

    def on_unmount(self) -> None:
        self.close_game()

    def press(self, key: str) -> None:
        is_idle = self.chooser is None or self.chooser.is_untouched
        if key == "T" or (key == "escape" and is_idle):
            cast(application.TerminalApp, self.app).go_back()
        else:
            super().press(key)

    def _hand_over(self) -> None:
        self._seat()  # whoever is to move, the same person decides

    def _end(self) -> None:
        self.message = f"{self.say('end.title')}: {winner_line(self.table)}"

    def prompt(self) -> Text:
        return Text(f"{self.say('trial.title')} · ", self.palette.head).append_text(super().prompt())

    def shown_keys(self) -> list[tuple[str, str]]:
        return [pair for pair in super().shown_keys() if pair[1] != "back"]  # the way back has a name of its own

    def key_line(self) -> str:
        return f"T {self.say('trial.back')}  {super().key_line()}"
