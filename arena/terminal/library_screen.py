"""The library on the screen: games to go on with, replay, analyse and name; and the player's standing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from arena.terminal import app as application
from arena.terminal.game_session import GameSession
from arena.terminal.journal import JournalTaken
from arena.terminal.lang import Catalogue
from arena.terminal.library import MAX_NAME, Played, call, played, title_of
from arena.terminal.palette import fit, wrap
from arena.terminal.standing import Standing, standing_in
from arena.terminal.widgets import Box
from engine.errors import BoomtownError
from engine.games import described
from engine.records import game_of, read_record

FRAME = 5  # lines beside the list: title, two of the standing, message and keys
DATE, TITLE, OUTCOME = 16, 12, 28  # columns; names have the rest
LEAST_NAME = 10


class LibraryScreen(Screen[None]):
    """A list of games with a cursor; what Enter does follows from the game under it."""

    def __init__(self, options: application.Options) -> None:
        super().__init__()
        self.options = options
        self.say = Catalogue(options.language)
        self.games: list[Played] = []
        self.at = 0
        self.message = ""
        self._typed: str | None = None  # a name being typed
        self._analysing: dict[Path, subprocess.Popen[bytes]] = {}

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="setup")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.read()
        self.set_interval(0.5, self._look_at_analyses)

    def on_screen_resume(self) -> None:
        self.read()

    def on_resize(self) -> None:
        self.redraw()

    def on_unmount(self) -> None:
        for process in self._analysing.values():  # what it has judged is kept: a later run goes on there
            process.terminate()
            process.wait()

    def read(self) -> None:
        """Looks at the folder anew; the cursor stays on its game."""
        here = self.games[self.at].path.stem if self.games else ""
        self.games = [] if self.options.folder is None else played(self.options.folder)
        self.at = next((k for k, one in enumerate(self.games) if one.path.stem == here), min(self.at, len(self.games)))
        self.at = min(self.at, max(len(self.games) - 1, 0))
        self.redraw()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        if not self.query("#setup"):
            return
        say, canvas = self.say, cast(application.TerminalApp, self.app).canvas(self)
        self.query_one("#title", Static).update(Text(f" Boomtown · {say('library.title')}"))
        text = Text(no_wrap=True)
        if not self.games:
            text.append(say("library.none"))
        else:
            game = self.games[self.at].game
            told = say.lead(title_of(game)) + tell_standing(say, standing_in(game, self.games))
            text.append(wrap(Text(told), canvas.width - 4).plain + "\n", canvas.palette.head)
        room = max(canvas.height - FRAME, 1)
        top = min(max(self.at - room // 2, 0), max(len(self.games) - room, 0))
        for k, one in enumerate(self.games[top : top + room], top):
            line = f"{'►' if k == self.at else ' '} {self._line(one, canvas.width - 6)}"
            text.append(line, "reverse" if k == self.at else "").append("\n")
        if self._typed is not None:
            text.append(say.lead(say("library.name")) + f"{self._typed}▏", canvas.palette.key)
        else:
            text.append(self.message, canvas.palette.bad)
        self.query_one("#setup", Static).update(text)
        self.query_one("#keys", Static).update(Text(fit(" " + say("library.keys"), canvas.width), no_wrap=True))

    def _line(self, one: Played, width: int) -> str:
        is_busy = one.path in self._analysing
        mark = "…" if is_busy else "✓" if one.is_analysed else " "
        rest = max(width - DATE - TITLE - OUTCOME - 5, LEAST_NAME)
        name, outcome = fit(one.name or one.opponents(self.say), rest), fit(one.outcome(self.say), OUTCOME)
        return " ".join([one.date, fit(one.title, TITLE), mark, name, outcome])

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.character if event.is_printable and event.character else event.key
        if self._typed is not None:
            self._type(key)
            return
        self.message = ""
        moves = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -(10**6), "end": 10**6}
        actions: dict[str, Callable[[Played], None]] = {"enter": self._open, "a": self._analyse, "n": self._begin_name}
        if key in moves:
            self.at = min(max(self.at + moves[key], 0), max(len(self.games) - 1, 0))
        elif key in actions and self.games:
            try:
                actions[key](self.games[self.at])
            except JournalTaken:
                self.message = self.say("library.taken")
            except (BoomtownError, OSError) as error:
                self.message = str(error)
        elif key in ("escape", "f4"):
            cast(application.TerminalApp, self.app).go_back()
            return
        elif key == "f1":
            self.app.push_screen(
                Box(self.say("library.title"), self.say("library.help"), self.say("help.close"), ("f1",))
            )
            return
        elif key == "Q":
            cast(application.TerminalApp, self.app).action_leave()
            return
        self.redraw()

    def _open(self, one: Played) -> None:
        """Goes on with a game that is not over; another one is replayed."""
        from arena.terminal.replay_screen import replay_of
        from arena.terminal.table_screen import TableScreen

        if one.is_over:
            self.app.push_screen(replay_of(one.path, 1, 0, self.options))
            return
        session, extra = GameSession.resume(one.path)
        self.options.time, self.options.sims = extra.get("time", self.options.time), extra.get("sims")
        self.options.setup.game = session.game.name
        cast(application.TerminalApp, self.app).sit_down(TableScreen(session, self.options))

    def _analyse(self, one: Played) -> None:
        """Has every decision judged, in a process of its own; the mark in the list says when it is done."""
        if not one.is_over:
            self.message = self.say("library.not_over")
        elif one.path not in self._analysing:
            command = [sys.executable, "-m", "arena", "analyse", str(one.path), "--quiet"]
            folder = described(game_of(read_record(one.path)[1])).get("folder")
            command += [] if folder is None else ["--game", folder]
            nothing = subprocess.DEVNULL
            self._analysing[one.path] = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)

    def _look_at_analyses(self) -> None:
        done = [path for path, process in self._analysing.items() if process.poll() is not None]
        for path in done:
            if self._analysing.pop(path).returncode:
                self.message = self.say("library.analysis_failed", path=path.name)
        if done:
            self.redraw()

    def _begin_name(self, one: Played) -> None:
        self._typed = one.name

    def _type(self, key: str) -> None:
        assert self._typed is not None
        if key == "escape":
            self._typed = None
        elif key == "enter":
            try:
                call(self.games[self.at], self._typed)
            except BoomtownError as error:
                self.message = str(error)
            self._typed = None
            self.read()
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif key == "space" or len(key) == 1:
            self._typed = (self._typed + (" " if key == "space" else key))[:MAX_NAME]
        self.redraw()


def tell_standing(say: Catalogue, standing: Standing) -> str:
    """A person's games and rating in a sentence."""
    told = say("library.standing", n=standing.n_games, won=standing.n_won)
    if standing.elo is None or standing.low is None or standing.high is None:
        return f"{told} {say('library.unrated')}"
    elo, low, high = (say.number(round(value)) for value in (standing.elo, standing.low, standing.high))
    return f"{told} {say('library.rating', elo=elo, low=low, high=high, n=standing.n_rated)}"
