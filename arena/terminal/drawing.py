"""What every table has at its edges, as text with styles: the title and the options of a step."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from arena.terminal.chooser import Chooser
from arena.terminal.palette import Canvas, fit
from arena.terminal.steps import END, Step
from arena.terminal.table import Table

MAX_LINES = 4  # of options in sight; a longer list follows the highlighted one


def draw_title(table: Table, width: int, note: str = "") -> Text:
    left = f" {' · '.join(filter(None, [table.title, table.section(), table.stage()]))}"
    right = f"  {note}  {table.say('ui.move_number', n=len(table.session.moves))} "
    goal = f" · {table.say.find('goal.title', '')}"
    if not note and table.say.has("goal.title") and cell_len(left + goal + right) <= width:
        left += goal
    return Text(fit(left, max(width - cell_len(right), 0)) + right, no_wrap=True)


def draw_options(chooser: Chooser, canvas: Canvas) -> Text:
    """The options of the current step, each with its key; a click on one is a press of it."""
    step, table, palette = chooser.step, chooser.table, canvas.palette
    asked = table.ask(step)
    text = Text(f"{asked}  " if asked else "", no_wrap=True)
    if step.kind.is_number:
        return text.append(f"[{chooser.entry}▏]", palette.key)
    if step.kind.is_place:
        place = table.option(step, END) if chooser.marked is not None else chooser.cursor
        return text.append(f"[{place}]", palette.key)
    if chooser.filter is not None:
        text.append(f"[{chooser.filter}▏]", palette.key).append("  ")
    lines, at = _lines(step, chooser, canvas, cell_len(text.plain))
    start = min(max(at - MAX_LINES // 2, 0), max(len(lines) - MAX_LINES, 0))
    text.append_text(Text("\n").join(lines[start : start + MAX_LINES]))
    return text


def _begins_with(label: str, key: str) -> bool:
    """Whether an option is a number that is its own key: it is shown once."""
    return key.isdecimal() and label.startswith(key) and not label[len(key) : len(key) + 1].isalnum()


def _lines(step: Step, chooser: Chooser, canvas: Canvas, used: int) -> tuple[list[Text], int]:
    """The options in lines, none split, and the line of the highlighted one; `used` is taken of the first line."""
    lines, at = [Text(no_wrap=True)], 0
    for index, (word, key) in enumerate(zip(step.words, step.keys, strict=True)):
        style = "reverse" if index == chooser.marked else ""
        item = Text().append(key, f"{canvas.palette.key} {style}".strip())
        label = chooser.table.option(step, word)
        item.append(label[len(key) :] if _begins_with(label, key) else f" {label}", style)
        item.stylize(Style(meta={"option": index}))
        if used + item.cell_len > canvas.width:
            lines.append(Text(no_wrap=True))
            used = 0
        lines[-1].append_text(item).append("  ")
        used += item.cell_len + 2
        at = len(lines) - 1 if index == chooser.marked else at
    return lines, at
