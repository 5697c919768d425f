"""What drawings are made with: colours, the size of a window, text cut and broken to a width."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

MIN_WIDTH, MIN_HEIGHT = 80, 24
BIG_WIDTH, BIG_HEIGHT = 120, 40

SEATS = (
    "bold #ffffff on #1f5fbf",
    "bold #000000 on #e69f00",
    "bold #ffffff on #1b7a4b",
    "bold #ffffff on #a8327f",
    "bold #000000 on #49b8c8",
)
HINT = "◆"  # marks on a board where the coach would play
CURSOR = "bold #000000 on #ffe14d"


@dataclass(frozen=True)
class Palette:
    """Styles that depend on a dark or light background; the contrast is at least 4.5:1 on both."""

    head: str
    dim: str
    cool: str
    good: str
    bad: str
    key: str
    target: str


DARK = Palette("bold #ffc966", "#a0a0a0", "#7fb8ff", "#7fdc8f", "#ff8f80", "bold #ffe14d", "bold #ffe14d")
LIGHT = Palette("bold #7a4a00", "#5a5a5a", "#0b52b5", "#17692b", "#b02a1a", "bold #8a2be2", "bold #8a2be2")


@dataclass(frozen=True)
class Canvas:
    """A window to draw for."""

    width: int
    height: int
    palette: Palette

    @property
    def is_small(self) -> bool:
        """Whether nothing can be shown."""
        return self.width < MIN_WIDTH or self.height < MIN_HEIGHT

    @property
    def is_big(self) -> bool:
        """Whether there is room for more than the necessary."""
        return self.width >= BIG_WIDTH and self.height >= BIG_HEIGHT


def fit(text: str, width: int, right: bool = False) -> str:
    """Text cut or filled to a width; what is cut ends in an ellipsis."""
    if cell_len(text) > width:
        text = set_cell_size(text, max(width - 1, 0)) + "…"
    padding = " " * (width - cell_len(text))
    return padding + text if right else text + padding


def n_lines(text: Text) -> int:
    return text.plain.count("\n") + 1


def first_lines(text: Text, n: int) -> Text:
    """The lines that there is room for; what is left out leaves an ellipsis."""
    if n_lines(text) <= n:
        return text
    return Text("\n").join([*text.split("\n")[: n - 1], Text("…")]) if n > 0 else Text()


def wrap(text: Text, width: int) -> Text:
    """Text broken into lines at plain spaces only; the library would break at no-break spaces, too."""
    lines = []
    for line in text.plain.split("\n"):
        first, *words = line.split(" ")
        broken, column = first, cell_len(first)
        for word in words:
            column += 1 + cell_len(word)
            if column > width:
                broken, column = f"{broken}\n{word}", cell_len(word)
            else:
                broken = f"{broken} {word}"
        lines.append(broken)
    wrapped = text.copy()
    wrapped.plain = "\n".join(lines)  # a character for a character: the styles stay in place
    return wrapped
