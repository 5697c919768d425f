"""The Textual application: starts on the table or the set-up screen, and knows what is common to all screens."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from arena.terminal.game_session import GameSession
from arena.terminal.palette import DARK, LIGHT, Canvas, Palette
from arena.terminal.setup import Setup, make_seats


@dataclass
class Options:
    """How the table is set, beside the game itself."""

    language: str = "en"
    time: float = 2.0  # seconds a bot may think
    sims: int | None = None  # simulations instead: the same game on every machine
    pace: float = 0.7  # seconds between two moves of bots
    is_light: bool = False
    folder: Path | None = None  # where games are saved
    warns: bool = False  # the coach speaks up before a blunder is played
    is_guided: bool = False  # a first game: every phase is explained as it comes
    setup: Setup = field(default_factory=Setup)  # the choices of the set-up screen

    @property
    def bot_time(self) -> float | None:
        return None if self.sims is not None else self.time


class TerminalApp(App[int]):
    """`run_to_end` returns the exit code: 0 after a finished game, 3 after one that is saved and goes on later."""

    CSS_PATH = "screens.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Boomtown"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True),
        Binding("ctrl+q", "leave", priority=True),
        Binding("f3", "theme", priority=True),
    ]

    def __init__(self, first: Screen[Any], options: Options) -> None:
        super().__init__()
        self.options = options
        self._first = first
        self.last_error: str | None = None  # for the line printed after the application has gone

    def on_mount(self) -> None:
        self.theme = "textual-light" if self.options.is_light else "textual-dark"
        self.push_screen(self._first)

    @property
    def palette(self) -> Palette:
        return LIGHT if self.options.is_light else DARK

    def canvas(self, screen: Screen[Any]) -> Canvas:
        """What a screen has to draw on."""
        return Canvas(*screen.size, self.palette)

    def run_to_end(self, mouse: bool = True) -> int:
        """The exit code, also where a fault of the program ended it."""
        code = self.run(mouse=mouse)
        return (self.return_code or 0) if code is None else code

    def action_theme(self) -> None:
        self.options.is_light = not self.options.is_light
        self.theme = "textual-light" if self.options.is_light else "textual-dark"
        redraw = getattr(self.screen, "redraw", None)
        if redraw is not None:
            redraw()

    def action_leave(self) -> None:
        """Leaves from anywhere; every move is on the disk already."""
        self.exit(self.exit_code_now())

    def sit_down(self, table: Screen[Any]) -> None:
        """Leaves whatever is open for another game."""
        for screen in self.screen_stack:
            close = getattr(screen, "close_game", None)
            if close is not None:
                close()
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(table)

    def show_library(self) -> None:
        from arena.terminal.library_screen import LibraryScreen

        self.push_screen(LibraryScreen(self.options))

    def go_back(self) -> None:
        """Closes the screen in front; the last one ends the program."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.action_leave()

    def exit_code_now(self) -> int:
        session = next((found for screen in self.screen_stack if (found := getattr(screen, "session", None))), None)
        return 3 if isinstance(session, GameSession) and not session.is_over and session.journal is not None else 0

    def on_unmount(self) -> None:
        for screen in self.screen_stack:
            close = getattr(screen, "close_game", None)
            if close is not None:
                close()


def start_session(setup: Setup, options: Options) -> GameSession:
    """A new game from the choices of the set-up screen or the command line."""
    game = setup.new_game()
    seats = make_seats(_with_level(setup, options), game)
    extra = {"time": options.time, "sims": options.sims, "pace": options.pace}
    return GameSession.start(game, setup.chosen_seed(), seats, options.folder, extra)


def _with_level(setup: Setup, options: Options) -> Setup:
    """The choices with the level that fits the person, where the opponents shall follow him."""
    if not setup.follows:
        return setup
    from arena.terminal.library import played
    from arena.terminal.standing import fitting_level

    games = [] if options.folder is None else played(options.folder)
    return replace(setup, level=fitting_level(setup.game, games), follows=False)
