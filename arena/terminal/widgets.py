"""Small pieces of the application: the board that takes clicks, and boxes over the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from arena.terminal.palette import wrap

MAX_WANTED = 40
MAX_BOX = 100  # columns, as in screens.tcss
MIN_ROOM = 9  # lines under the board that a box can do with; where there are fewer it covers the board
BOX_FRAME = 3  # lines of a box that are no text: border and title
FRAME = 6  # columns beside a box's text: border, margins and a scroll bar


class BoardView(Static):
    """The board; a click on a place of it is a `Picked`."""

    place_at: Callable[[int, int], str | None] | None = None

    class Picked(Message):
        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: events.Click) -> None:
        place = self.place_at(event.x, event.y) if self.place_at is not None else None
        if place is not None:
            self.post_message(self.Picked(place))


class OptionLine(Static):
    """The actions; a click on one is a `Picked`. `drawing.draw_options` leaves the number of each in its style."""

    class Picked(Message):
        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def on_click(self, event: events.Click) -> None:
        index = event.style.meta.get("option")
        if isinstance(index, int):
            self.post_message(self.Picked(index))


@dataclass(frozen=True)
class Place:
    """What a box leaves free: columns on the left, or lines at the top; and lines at the bottom."""

    beside: int = 0
    below: int = 0
    above: int = 0


class Box(ModalScreen[str]):
    """A text over the table. Escape or Enter closes it, and so does the key that opened it.

    What shall stay in sight is asked for anew when the window changes its size.
    """

    def __init__(
        self,
        title: str,
        text: Text | str,
        close: str,
        keys: tuple[str, ...] = (),
        place: Callable[[], Place] | None = None,
    ) -> None:
        super().__init__()
        self._place = place
        self.pages: list[tuple[str, str]] = []  # titles and texts that Tab leads through
        self._page = 0
        self._title = title
        self._text = text
        self._close = close
        self._keys = {"escape", "enter", "space", *keys}
        self.search: Callable[[str], Text] | None = None  # the text with what was typed after `/`
        self._wanted: str | None = None  # that; None: nobody searches

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(f"{self._title}  ·  {self._close}", no_wrap=True), id="box-title")
            with VerticalScroll(id="box-scroll"):
                yield Static(self._plain(), id="box-text")

    def _plain(self) -> Text:
        text = self._text if isinstance(self._text, Text) else Text(self._text)
        return wrap(text, self._width() - FRAME)

    @property
    def _free(self) -> Place:
        return Place() if self._place is None else self._place()

    def _width(self) -> int:
        return min(self.app.size.width - self._free.beside, MAX_BOX)

    def show(self, text: str) -> None:
        """Replaces the text: the coach has thought."""
        self._text = text
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        self.query_one("#box-text", Static).update(self._plain())
        free, box = self._free, self.query_one("#box")
        height = self.app.size.height - free.above
        room, is_aside = height - free.below, free.beside > 0
        is_covering = not is_aside and room < MIN_ROOM  # there is no room for it beside what should stay in sight
        self.styles.align = ("right", "top") if is_aside else ("center", "middle" if is_covering else "bottom")
        box.styles.margin = (0, 0, free.above, 0)
        box.styles.width = self._width()
        height = height * 9 // 10 if is_covering else room
        box.styles.max_height = height
        self.query_one("#box-scroll").styles.max_height = height - BOX_FRAME

    def on_mount(self) -> None:
        self._turn(0)

    def _turn(self, by: int) -> None:
        if self.pages:
            self._page = (self._page + by) % len(self.pages)
            self._title, self._text = self.pages[self._page]
            self.query_one("#box-title", Static).update(Text(f"{self._title}  ·  {self._close}", no_wrap=True))
            self._draw()

    def _type(self, key: str) -> None:
        """A letter of what is searched for."""
        assert self._wanted is not None
        assert self.search is not None
        self._wanted = self._wanted[:-1] if key == "backspace" else (self._wanted + key)[:MAX_WANTED]
        self._text = self.search(self._wanted)
        self.query_one("#box-title", Static).update(Text(f"{self._title}  /{self._wanted}▏", no_wrap=True))
        self._draw()

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        if self.search is not None and (key == "/" or self._wanted is not None):
            is_typed = len(key) == 1 or key == "backspace"
            if self._wanted is None or is_typed:
                event.stop()
                self._wanted = self._wanted or ""
                self._type("" if key == "/" else key)
                return
        turns = {"?": 1, "tab": 1, "right": 1, "shift+tab": -1, "left": -1}
        if key in turns and len(self.pages) > 1:
            event.stop()
            self._turn(turns[key])
        elif key in self._keys or event.key in self._keys:
            event.stop()
            self.dismiss(key)
