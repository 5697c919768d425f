"""The table on the screen: every panel drawn from a session's table, and the boxes over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from arena.terminal import app as application
from arena.terminal.chooser import Chooser
from arena.terminal.drawing import draw_title
from arena.terminal.game_session import GameSession
from arena.terminal.guide import sections
from arena.terminal.lang import catalogue_of
from arena.terminal.palette import MIN_HEIGHT, MIN_WIDTH, SEATS, Canvas, Palette, first_lines, fit, n_lines, wrap
from arena.terminal.rooms import Rooms
from arena.terminal.steps import Marks
from arena.terminal.widgets import BoardView, Box, OptionLine, Place
from arena.terminal.worker import Answer

MIN_BESIDE = 60  # columns beside the board that a box can do with


class Answered(Message):
    """A bot or the coach has answered; comes from a reader thread."""

    def __init__(self, answer: Answer, is_coach: bool) -> None:
        super().__init__()
        self.answer = answer
        self.is_coach = is_coach


class TableView(Screen[None]):
    """The table of one session, drawn. What happens on it is the subclasses' affair."""

    help_names: tuple[str, ...] = ("help.choose", "help.text")  # of the keys that F1 explains

    def __init__(self, session: GameSession, options: application.Options) -> None:
        super().__init__()
        self.session = session
        self.options = options
        self.say = catalogue_of(session.game, options.language)
        self.table = session.face.table(session, self.say)
        self.chooser: Chooser | None = None
        self.message = ""  # an error or a remark, in place of the preview
        self.evaluation = ""
        self._told: list[list[tuple[int, str]]] = []  # by move
        self._told_to = session.viewer
        self._is_stale = False
        self._shown: dict[str, Text] = {}
        self._room_for_notes = 0  # characters beside the board, as it was drawn last

    def compose(self) -> ComposeResult:
        yield Static(id="too-small")
        with Vertical(id="table"):
            yield Static(id="title")
            with Horizontal(id="top"):
                yield BoardView(id="board")
                with Vertical(id="side"):
                    yield Static(id="panel")
                    yield Static(id="notes")
            yield Static(id="players")
            yield Static(id="sale")
            with Horizontal(id="below"):
                yield Static(id="log")
                yield Static(id="aside")
            with Vertical(id="bottom"):
                with Vertical(id="actions"):
                    yield Static(id="prompt")
                    yield OptionLine(id="options")
                    yield Static(id="detail")
                yield Static(id="keys")

    # -- drawing -------------------------------------------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        return cast(application.TerminalApp, self.app).palette

    @property
    def canvas(self) -> Canvas:
        return cast(application.TerminalApp, self.app).canvas(self)

    def redraw(self) -> None:
        """Draws soon, once for all changes until then: a long paste costs one drawing, not thousands."""
        if not self._is_stale:
            self._is_stale = True
            self.call_later(self._draw)

    def on_resize(self) -> None:
        self.redraw()

    def _put(self, name: str, text: Text | str) -> None:
        """Shows a text where it changed: a key press that moves a cursor need not lay out the whole table."""
        text = text if isinstance(text, Text) else Text(text)
        old = self._shown.get(name)
        if old is None or old.plain != text.plain or old.spans != text.spans or old.style != text.style:
            self._shown[name] = text
            self.query_one(f"#{name}", Static).update(text)

    def _draw(self) -> None:
        self._is_stale = False
        if not self.query("#log"):  # the screen has gone in the meantime
            return
        canvas, table = self.canvas, self.table
        width = canvas.width
        self.set_class(canvas.is_small, "small")
        self.set_class(canvas.is_big, "big")
        if canvas.is_small:
            size = {"width": MIN_WIDTH, "height": MIN_HEIGHT}
            self._put("too-small", self.say("ui.too_small", now=f"{width}×{canvas.height}", **size))
            return
        board, players, options = table.board(canvas, self.marks()), table.players(canvas), self.option_line()
        beside = max(width - table.board_width(canvas) - 1, 0)
        rooms = Rooms(canvas, n_lines(board), n_lines(players), n_lines(options))
        sale = table.sale(canvas, rooms.sale)
        rooms = replace(rooms, n_sale=n_lines(sale) if sale.plain else 0)
        self.query_one(BoardView).place_at = lambda x, y: table.place_at(canvas, x, y)
        self._put("title", draw_title(table, width, self.evaluation))
        self._put("board", board)
        panel = table.side(canvas, beside)
        self._put("panel", panel)
        n_notes = rooms.side - n_lines(panel) - 1 if canvas.is_big else 0
        self._room_for_notes = n_notes * (beside - 1)
        self.query_one("#side").styles.max_height = rooms.side
        self._put_if_any("notes", first_lines(wrap(Text(self.notes()), beside - 1), n_notes))
        self._put_if_any("aside", self.aside(rooms.log))
        self._put("players", players)
        self._put_if_any("sale", sale)
        self._put("prompt", self.prompt())
        self._put("options", options)
        self._put("detail", first_lines(wrap(self.detail(), width), rooms.detail))
        self._put("keys", fit(" " + self.key_line(), width))
        self.call_after_refresh(self._draw_log)

    def _put_if_any(self, name: str, text: Text) -> None:
        """The same for a text that takes no room where there is none of it."""
        self._put(name, text)
        self.query_one(f"#{name}").display = bool(text.plain)

    def _draw_log(self) -> None:
        """The last lines that fit: known only after the rest has its height."""
        if not self.query("#log"):
            return
        log = self.query_one("#log", Static)
        lines = self.log_lines()[-max(log.size.height, 1) :]
        text = Text(no_wrap=True)
        for k, (seat, line) in enumerate(lines):
            text.append("\n" if k else "")
            if seat >= 0:
                text.append(str(seat + 1), SEATS[seat]).append(f" {self.say.lead(self.table.names[seat])}", "bold")
            else:
                text.append("· ", self.palette.head)
            text.append(line, "" if seat >= 0 else self.palette.head)
        log.update(text)

    def log_lines(self) -> list[tuple[int, str]]:
        """All that happened so far, in words, as far as the viewer knows it."""
        n, viewer = len(self.session.moves), self.session.viewer
        if viewer != self._told_to:
            self._told, self._told_to = [], viewer
        del self._told[n:]
        self._told += [self.table.tell(number) for number in range(len(self._told), n)]
        goal = self.table.goal()
        return [*([(-1, goal)] if goal else []), *(line for lines in self._told for line in lines)]

    # what subclasses say

    def marks(self) -> Marks | None:
        """What stands out on the board."""
        return self.chooser.marks if self.chooser is not None else None

    def notes(self) -> str:
        return self.table.explain()

    def aside(self, room: int) -> Text:
        """Beside the log of a big window: how the game went, where so many lines have room for all of it."""
        past = self.table.past(self.canvas, room) if self.canvas.is_big else Text()
        return past if n_lines(past) <= room else Text()

    def prompt(self) -> Text:
        return Text()

    def option_line(self) -> Text:
        return Text()

    def detail(self) -> Text:
        return Text(self.message, self.palette.bad)

    def key_line(self) -> str:
        return ""

    # -- boxes that every table has ------------------------------------------------------------------------------------

    def show_box(
        self,
        title: str,
        text: str | Text,
        *keys: str,
        then: Callable[[Any], None] | None = None,
        is_over_board: bool = False,
        is_advice: bool = False,
    ) -> Box:
        """Opens a box that leaves the board in sight, unless said otherwise; advice also leaves what is asked for."""

        def place() -> Place:
            canvas = Canvas(*self.app.size, self.palette)
            width = self.table.board_width(canvas)
            above = self.query_one("#bottom").size.height if is_advice else 0
            if is_over_board:
                return Place(below=canvas.height)
            if canvas.is_big and (is_advice or canvas.width - width >= MIN_BESIDE):
                return Place(beside=width, above=above)
            return Place(below=1 + n_lines(self.table.board(canvas)), above=above)

        box = Box(title, text, self.say("help.close"), keys, place)
        self.app.push_screen(box, then)
        return box

    def show_pages(self, pages: list[tuple[str, str]], *keys: str) -> None:
        """Several texts, one at a time: the key that opened them turns the page."""
        box = self.show_box(pages[0][0], pages[0][1], *keys)
        box.pages = [
            (f"{title} ({self.say('ui.page', n=k, all=len(pages))})" if len(pages) > 1 else title, text)
            for k, (title, text) in enumerate(pages, 1)
        ]

    def show_rules(self) -> None:
        parts = [f"{title}\n{text}" for _, title, text in sections(self.say)]
        self.show_box(self.say("ui.rules"), "\n\n".join(parts) or self.say("guide.none"), "R", is_over_board=True)

    def show_log(self) -> None:
        box = self.show_box(self.say("ui.log"), self._log_with(""), "l")
        box.search = self._log_with

    def _log_with(self, wanted: str) -> Text:
        """The log by parts of the game, what happened last first; only the lines that have what is searched for."""
        self.log_lines()
        starts, text = self.table.section_starts(), Text()
        for start, end in reversed([*zip(starts, [*starts[1:], len(self._told)], strict=True)]):
            found = [one for lines in reversed(self._told[start:end]) for one in reversed(lines)]
            named = [(f"{s + 1} {self.say.lead(self.table.names[s])}" if s >= 0 else "· ") + line for s, line in found]
            kept = [line for line in named if wanted.casefold() in line.casefold()]
            if kept:
                heading = self.table.section(start) or self.say("ui.at_move", n=start)
                text.append(f"{heading}\n", self.palette.head).append("\n".join(kept) + "\n")
        return text if text.plain else Text(self.say("ui.nothing_found") if wanted else "")

    def show_past(self) -> None:
        """How the game went so far, which a big window shows all the time."""
        self.show_box(self.say("key.past"), self.table.past(self.canvas, self.canvas.height), "H")

    def show_help(self) -> None:
        parts = [self.say(name).strip() for name in self.help_names]
        text = "\n\n".join(filter(None, [*parts, self.table.signs().strip()]))
        self.show_box(self.say("help.title"), text, "f1", is_over_board=True)
