"""The set-up screen: the same choices as the options of `boomtown play`.

Its rows are the shell's own and, between them, one per setting that the game declares: numbers and words are stepped
through, sets of words are boxes to check, files are typed. What was not chosen is shown as it will be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from arena.face import face_of
from arena.terminal import app as application
from arena.terminal.lang import LANGUAGES, Catalogue
from arena.terminal.palette import fit
from arena.terminal.setup import split_specs
from bots.players import levels, players_of
from engine import Game
from engine.errors import BoomtownError
from engine.games import game_names
from engine.settings import Setting

MAX_TYPED = 200
LABEL = 24  # columns of a name
BOX_LABEL = 28  # of a word with a box to check
ADAPTIVE = 0  # in place of a level
TIMES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
FRAME = 3  # lines beside the rows: title, keys and the message
MARGIN = 4  # columns


@dataclass(frozen=True)
class Row:
    """A line of the screen. `name` is the shell's own, or that of a setting, or `SETTING:WORD` for a box to check."""

    name: str
    setting: Setting | None = None
    word: str = ""


class SetupScreen(Screen[None]):
    def __init__(self, options: application.Options) -> None:
        super().__init__()
        self.options = options
        # the options are those of the game behind this screen, too: they change when a new one starts
        self.setup = replace(options.setup, settings=dict(options.setup.settings), seed=None)
        self.language, self.time, self.warns = options.language, options.time, options.warns
        self.message = ""
        self._made: tuple[Any, Game] | None = None
        self.rows = self._rows()
        self.at = len(self.rows) - 1
        self._top = 0  # the first row shown
        self._entry = ""  # digits typed for a number

    def _rows(self) -> list[Row]:
        found = [Row("game")]
        for one in self.setup.type.settings.declared().values():
            if one.is_many:
                found += [Row(f"{one.name}:{word}", one, word) for word in one.words]
            else:
                found.append(Row(one.name, one))
        return [*found, *map(Row, ("seat", "bots", "time", "hotseat", "seed", "warn", "lang", "start"))]

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield SetupList(id="setup")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    # -- what is chosen ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game as it would start, with all its settings; while these are wrong, as it was before."""
        setup = self.setup
        key = (setup.game, tuple(sorted((name, str(value)) for name, value in setup.settings.items())))
        if self._made is None or self._made[0] != key:
            try:
                self._made = (key, setup.new_game())
            except BoomtownError:
                if self._made is None or self._made[1].name != setup.game:
                    self._made = (key, setup.type.game())
        return self._made[1]

    @property
    def say(self) -> Catalogue:
        face = face_of(self.game)
        return Catalogue(self.language, face.lang, face.variant(self.game.settings))

    def value(self, setting: Setting) -> Any:
        """A setting as chosen, else as the game completes it."""
        chosen = self.setup.settings.get(setting.name)
        return getattr(self.game.settings, setting.name, setting.default) if chosen is None else chosen

    def _set(self, setting: Setting, value: Any) -> None:
        chosen = self.setup.type.settings.changed(self.setup.settings, {setting.name: value})
        self.setup.settings = {name: value for name, value in chosen.items() if value is not None}
        n = self.game.n_seats
        self.setup.seat, self.setup.hotseat = min(self.setup.seat, n), min(self.setup.hotseat, n)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        say, canvas = self.say, cast(application.TerminalApp, self.app).canvas(self)
        self.query_one("#title", Static).update(Text(f" {face_of(self.game).title} · {say('setup.title')}"))
        room = max(canvas.height - FRAME, 1)
        self._top = min(max(self._top, self.at - room + 1), self.at, max(len(self.rows) - room, 0))
        last = min(self._top + room, len(self.rows)) - 1
        text = Text(no_wrap=True)
        for index in range(self._top, last + 1):
            row, is_here = self.rows[index], index == self.at
            is_more = (index == self._top > 0, index == last < len(self.rows) - 1)
            mark = "►" if is_here else "↑" if is_more[0] else "↓" if is_more[1] else " "
            style = "reverse" if is_here else canvas.palette.head if row.name == "start" else ""
            line = fit(f"{mark} {self._line(row, say)}", max(canvas.width - MARGIN, 1)).rstrip()
            text.append(line, style).append("\n")
        text.append(self.message, canvas.palette.bad)
        self.query_one("#setup", Static).update(text)
        self.query_one("#keys", Static).update(Text(" " + say("setup.keys")))

    def _line(self, row: Row, say: Catalogue) -> str:
        if row.setting is not None and row.setting.is_many:
            is_on = row.word in self.value(row.setting)
            label = say.find(f"word.{row.setting.name}.{row.word}", row.word)
            meaning = say.find(f"meaning.{row.setting.name}.{row.word}", row.setting.words[row.word])
            return f"[{'x' if is_on else ' '}] {fit(label, BOX_LABEL)} {meaning}"
        if row.setting is not None:
            label = say.find(f"setting.{row.name}", row.name.replace("_", " ").capitalize())
            meaning = say.find(f"meaning.{row.name}", "")
            return f"{fit(label, LABEL)} ‹ {self._shown(row.setting, say)} ›  {meaning}".rstrip()
        if row.name == "start":
            return say("setup.start")
        return f"{fit(say(f'setup.{row.name}'), LABEL)} ‹ {self._own_value(row.name, say)} ›"

    def _shown(self, setting: Setting, say: Catalogue) -> str:
        if setting.is_file:
            chosen = self.setup.settings.get(setting.name)
            return say.find(f"unless.{setting.name}", setting.default_text) if chosen is None else str(chosen)
        value = self.value(setting)
        word = str(value)
        meaning = f"{word}: {setting.words[word]}" if word in setting.words else word
        return say.find(f"word.{setting.name}.{word}", meaning)

    def _own_value(self, name: str, say: Catalogue) -> str:
        setup = self.setup
        values: dict[str, Callable[[], str]] = {
            "game": lambda: face_of(self.game).title,
            "seat": lambda: say("setup.any_seat", n=setup.seat),
            "bots": lambda: self._opponents(say),
            "time": lambda: f"{self.time:g}",
            "hotseat": lambda: str(setup.hotseat),
            "seed": lambda: say("setup.random") if setup.seed is None else str(setup.seed),
            "warn": lambda: say("setup.yes" if self.warns else "setup.no"),
            "lang": lambda: self.language,
        }
        return values[name]()

    def _opponents(self, say: Catalogue) -> str:
        setup = self.setup
        if setup.bots:
            style = self._style()
            return ", ".join(setup.bots) if style is None else say.find(f"style.{style}", style)
        if setup.follows:
            return say("setup.adaptive")
        return say("setup.strongest") if setup.level is None else say("setup.level", n=setup.level)

    def _style(self) -> str | None:
        """The style that all opponents play in, if they are chosen by it."""
        return next((style for style in players_of(self.game).styles if self.setup.bots == [_in_style(style)]), None)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.message = ""
        row = self.rows[self.at]
        self._entry = self._entry if (event.character or "").isdecimal() else ""
        is_typed = row.name == "bots" or (row.setting is not None and row.setting.is_file)
        if event.key in ("up", "down", "tab", "shift+tab"):
            self.at = (self.at + (1 if event.key in ("down", "tab") else -1)) % len(self.rows)
        elif event.key in ("left", "right"):
            self.change(row, 1 if event.key == "right" else -1)
        elif event.key == "space" and row.name != "start" and not (row.setting and row.setting.is_file):
            self.change(row, 1)
        elif event.key in ("enter", "space"):
            self.start()
            return
        elif event.key == "escape" and len(self.app.screen_stack) > 2:
            self.app.pop_screen()
            return
        elif is_typed and (event.key == "backspace" or (event.character and event.is_printable)):
            self._type(row, event.character or "", event.key == "backspace")
        elif row.setting is not None and row.setting.is_number and (event.character or "").isdecimal():
            self._type_number(row.setting, event.character or "")
        elif event.character == "Q":
            cast(application.TerminalApp, self.app).action_leave()
            return
        elif row.name == "seed" and event.character and event.character.isdecimal():
            self.setup.seed = int(f"{self.setup.seed or ''}{event.character}"[-9:])
        elif row.name == "seed" and event.key == "backspace":
            self.setup.seed = None
        self.redraw()

    def _type(self, row: Row, character: str, is_back: bool) -> None:
        """A file or a bot by its name: typed, not chosen from a list."""
        setup = self.setup
        text = ",".join(setup.bots or []) if row.setting is None else str(setup.settings.get(row.name) or "")
        text = text[:-1] if is_back else (text + character)[:MAX_TYPED]
        if row.setting is None:
            setup.bots, setup.level, setup.follows = split_specs(text) or None, None, False
        else:
            self._set(row.setting, text or None)

    def _type_number(self, setting: Setting, digit: str) -> None:
        """A number by its digits: the longest of those typed last that is allowed."""
        typed = (self._entry + digit)[-9:]
        for start in range(len(typed)):
            if int(typed[start:]) in setting.values:
                self._entry = typed[start:]
                self._set(setting, int(self._entry))
                return
        self._entry = ""
        self.message = f"{setting.option}: {setting.allowed}"

    def click_row(self, line: int) -> None:
        index = self._top + line
        if not 0 <= line < len(self.rows) - self._top:
            return
        self.at = index
        if self.rows[index].name == "start":
            self.start()
        else:
            self.change(self.rows[index], 1)
            self.redraw()

    def change(self, row: Row, by: int) -> None:
        """The next value of a row, or the one before."""
        if row.setting is not None:
            self._change_setting(row.setting, row.word, by)
            return
        setup, n = self.setup, self.game.n_seats
        if row.name == "game":
            names = tuple(game_names())
            specs = None if self._style() else setup.bots  # another game has other styles
            self.setup = replace(
                setup, game=_next(names, setup.game, by), settings={}, seat=1, hotseat=1, level=None, bots=specs
            )
            self.rows = self._rows()
        elif row.name == "seat":
            setup.seat = 1 + (setup.seat - 1 + by) % n
        elif row.name == "hotseat":
            setup.hotseat = 1 + (setup.hotseat - 1 + by) % n
        elif row.name == "bots":
            self._change_opponents(by)
        elif row.name == "time":
            self.time = _next(TIMES, min(TIMES, key=lambda time: abs(time - self.time)), by)
        elif row.name == "warn":
            self.warns = not self.warns
        elif row.name == "lang":
            self.language = _next(LANGUAGES, self.language, by)
        elif row.name == "seed":
            setup.seed = max((setup.seed or 0) + by, 0) or None

    def _change_opponents(self, by: int) -> None:
        """The strongest, those that fit, the levels, the styles."""
        setup, styles = self.setup, tuple(players_of(self.game).styles)
        values = (None, ADAPTIVE, *range(1, len(levels(self.game)) + 1), *styles)
        chosen = _next(values, self._style() or (ADAPTIVE if setup.follows else setup.level), by)
        setup.bots = [_in_style(chosen)] if chosen in styles else None
        setup.follows = chosen == ADAPTIVE
        setup.level = None if setup.follows or setup.bots else chosen

    def _change_setting(self, setting: Setting, word: str, by: int) -> None:
        value = self.value(setting)
        if setting.is_many:
            self._set(setting, tuple(sorted(set(value) ^ {word})))
        elif setting.values:
            self._set(setting, _next(setting.values, value, by))

    def start(self) -> None:
        """Starts the game; what is wrong with the choices is said here."""
        from arena.terminal.table_screen import TableScreen

        try:
            session = application.start_session(self.setup, replace(self.options, time=self.time))
        except BoomtownError as error:
            self.message = str(error)
            self.redraw()
            return
        self.options.setup = replace(self.setup, seed=None)
        self.options.language, self.options.time, self.options.warns = self.language, self.time, self.warns
        cast(application.TerminalApp, self.app).sit_down(TableScreen(session, self.options))


class SetupList(Static):
    def on_click(self, event: events.Click) -> None:
        cast(SetupScreen, self.screen).click_row(event.y - self.gutter.top)


def _in_style(style: str) -> str:
    return f"heuristic:style={style}"


def _next(values: tuple[Any, ...], value: Any, by: int) -> Any:
    return values[(values.index(value) + by) % len(values)]
