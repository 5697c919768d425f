"""Small pieces of the application: the board that takes clicks, and boxes over the table."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from arena.terminal.palette import wrap

MAX_BOX = 100  # columns, as in screens.tcss
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


class Box(ModalScreen[str]):
    """A text over the table. Escape or Enter closes it, and so does the key that opened it."""

    def __init__(self, title: str, text: Text | str, close: str, keys: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._close = close
        self._keys = {"escape", "enter", "space", *keys}

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(f"{self._title}  ·  {self._close}", no_wrap=True), id="box-title")
            with VerticalScroll(id="box-scroll"):
                yield Static(self._plain(), id="box-text")

    def _plain(self) -> Text:
        text = self._text if isinstance(self._text, Text) else Text(self._text)
        return wrap(text, min(self.app.size.width * 9 // 10, MAX_BOX) - FRAME)

    def show(self, text: str) -> None:
        """Replaces the text: the coach has thought."""
        self._text = text
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self.is_mounted:
            self.query_one("#box-text", Static).update(self._plain())

    def on_key(self, event: events.Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        if key in self._keys or event.key in self._keys:
            event.stop()
            self.dismiss(key)
