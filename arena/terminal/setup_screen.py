"""The set-up screen: the same choices as the options of `boomtown play`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from arena.terminal import app as application
from arena.terminal.lang import LANGUAGES, Catalogue
from arena.terminal.setup import DEFAULTS, MAX_LEVEL, complete, split_specs
from engine.errors import BoomtownError
from engine.planet_steam.settings import EDITIONS, RULES

MAX_TYPED = 200
TIMES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
ROWS = (
    "players",
    "seat",
    "edition",
    *(f"rule:{rule}" for rule in RULES),
    "bots",
    "board",
    "time",
    "hotseat",
    "seed",
    "lang",
    "start",
)


class SetupScreen(Screen[None]):
    def __init__(self, options: application.Options) -> None:
        super().__init__()
        self.options = options
        self.setup = {**DEFAULTS, **options.setup, "seed": None}
        self.rules = set(self.setup["rules"])
        # the options are those of the game behind this screen, too: they change when a new one starts
        self.language, self.time = options.language, options.time
        self.at = len(ROWS) - 1
        self.message = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield SetupList(id="setup")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.redraw()

    @property
    def say(self) -> Catalogue:
        return Catalogue(self.language, self.setup["edition"])

    def redraw(self) -> None:
        say, palette = self.say, cast(application.TerminalApp, self.app).palette
        self.query_one("#title", Static).update(Text(f" {say('ui.title')} · {say('setup.title')}"))
        text = Text()
        for index, row in enumerate(ROWS):
            style = "reverse" if index == self.at else ""
            mark = "►" if index == self.at else " "
            text.append("\n" if index else "")
            text.append(f"{mark} {self._line(row)}", style or (palette.head if row == "start" else ""))
        text.append(f"\n\n{self.message}", palette.bad)
        self.query_one("#setup", Static).update(text)
        self.query_one("#keys", Static).update(Text(" " + say("setup.keys")))

    def _line(self, row: str) -> str:
        say, setup = self.say, self.setup
        if row.startswith("rule:"):
            rule = row[5:]
            return f"[{'x' if rule in self.rules else ' '}] {say(f'setup.rule_{rule}')}"
        if row == "start":
            return say("setup.start")
        values = {
            "players": str(setup["players"]),
            "seat": say("setup.any_seat", n=setup["seat"]),
            "edition": say(f"setup.{setup['edition']}"),
            "bots": self._opponents(),
            "board": setup["board"] or say("setup.none"),
            "time": f"{self.time:g}",
            "hotseat": str(setup["hotseat"]),
            "seed": say("setup.random") if setup["seed"] is None else str(setup["seed"]),
            "lang": self.language,
        }
        return f"{say(f'setup.{row}'):<24} ‹ {values[row]} ›"

    def _opponents(self) -> str:
        setup = self.setup
        if setup["bots"]:
            return ", ".join(setup["bots"])
        return self.say("setup.strongest") if setup["level"] is None else self.say("setup.level", n=setup["level"])

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.message = ""
        row = ROWS[self.at]
        if event.key in ("up", "down", "tab", "shift+tab"):
            self.at = (self.at + (1 if event.key in ("down", "tab") else -1)) % len(ROWS)
        elif event.key in ("left", "right"):
            self.change(row, 1 if event.key == "right" else -1)
        elif event.key == "space" and row not in ("start", "board"):
            self.change(row, 1)
        elif event.key in ("enter", "space"):
            self.start()
            return
        elif event.key == "escape" and len(self.app.screen_stack) > 2:
            self.app.pop_screen()
            return
        elif row in ("board", "bots") and (event.key == "backspace" or (event.character and event.is_printable)):
            self._type(row, event.character or "", event.key == "backspace")
        elif event.character == "Q":
            cast(application.TerminalApp, self.app).action_leave()
            return
        elif row == "seed" and event.character and event.character.isdecimal():
            self.setup["seed"] = int(f"{self.setup['seed'] or ''}{event.character}"[-9:])
        elif row == "seed" and event.key == "backspace":
            self.setup["seed"] = None
        self.redraw()

    def _type(self, row: str, character: str, is_back: bool) -> None:
        """A board file or a bot by its name: typed, not chosen from a list."""
        text = str(self.setup["board"] or "") if row == "board" else ",".join(self.setup["bots"] or [])
        text = text[:-1] if is_back else (text + character)[:MAX_TYPED]
        if row == "board":
            self.setup["board"] = text or None
        else:
            self.setup["bots"], self.setup["level"] = split_specs(text) or None, None

    def click_row(self, index: int) -> None:
        if not 0 <= index < len(ROWS):
            return
        self.at = index
        if ROWS[index] == "start":
            self.start()
        else:
            self.change(ROWS[index], 1)
            self.redraw()

    def change(self, row: str, by: int) -> None:
        setup = self.setup
        if row.startswith("rule:"):
            self.rules ^= {row[5:]}
        elif row == "players":
            setup["players"] = 2 + (setup["players"] - 2 + by) % 4
            setup["seat"] = min(setup["seat"], setup["players"])
            setup["hotseat"] = min(setup["hotseat"], setup["players"])
        elif row in ("seat", "hotseat"):
            setup[row] = 1 + (setup[row] - 1 + by) % setup["players"]
        elif row == "edition":
            setup["edition"], setup["board"] = _next(tuple(EDITIONS), setup["edition"], by), None
        elif row == "bots":
            levels = (None, *range(1, MAX_LEVEL + 1))
            setup["bots"], setup["level"] = None, _next(levels, setup["level"], by)
        elif row == "time":
            near = min(TIMES, key=lambda time: abs(time - self.time))
            self.time = _next(TIMES, near, by)
        elif row == "lang":
            self.language = _next(LANGUAGES, self.language, by)
        elif row == "seed":
            setup["seed"] = max((setup["seed"] or 0) + by, 0) or None

    def start(self) -> None:
        """Starts the game; what is wrong with the choices is said here."""
        from arena.terminal.table_screen import TableScreen

        setup = complete({**self.setup, "rules": sorted(self.rules)})
        try:
            session = application.start_session(setup, replace(self.options, time=self.time))
        except BoomtownError as error:
            self.message = str(error)
            self.redraw()
            return
        self.options.setup = {**setup, "seed": None}
        self.options.language, self.options.time = self.language, self.time
        while len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        old = [screen for screen in self.app.screen_stack if screen is not self and hasattr(screen, "close_game")]
        for screen in old:
            cast(Any, screen).close_game()
        self.app.switch_screen(TableScreen(session, self.options))


class SetupList(Static):
    def on_click(self, event: events.Click) -> None:
        cast(SetupScreen, self.screen).click_row(event.y - self.gutter.top)


def _next(values: tuple[Any, ...], value: Any, by: int) -> Any:
    return values[(values.index(value) + by) % len(values)]
