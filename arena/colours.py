"""Colour on the terminal: what each kind of thing looks like, and whether to use colour at all.

Used by the commands that draw; a game's face adds kinds of its own. Colour only repeats what the text says, and stays
off with NO_COLOR and in pipes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import click

Paint = Callable[[str, str], str]

STYLES: dict[str, dict[str, Any]] = {
    "seat0": {"fg": "bright_red"},
    "seat1": {"fg": "bright_green"},
    "seat2": {"fg": "bright_yellow"},
    "seat3": {"fg": "bright_magenta"},
    "seat4": {"fg": "bright_white", "bold": True},
    "head": {"bold": True},
    "rise": {"fg": "green"},
    "fall": {"fg": "red"},
    "chance": {"fg": "cyan"},
}


def paint(text: str, kind: str) -> str:
    """The text in the colours of its kind; `say` drops them where they are not wanted."""
    return click.style(text, **STYLES[kind]) if kind in STYLES else text


def painter(own: Mapping[str, Mapping[str, Any]]) -> Paint:
    """`paint` that knows a game's own kinds too."""
    return lambda text, kind: click.style(text, **own[kind]) if kind in own else paint(text, kind)


def is_terminal() -> bool:
    return sys.stdout.isatty()


def wants_colour() -> bool:
    return is_terminal() and not os.environ.get("NO_COLOR")


def say(text: str) -> None:
    """Prints, in colour only on a terminal that wants it."""
    click.echo(text, color=wants_colour())
