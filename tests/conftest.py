"""What all tests share.

A shell that starts a command in the background makes it ignore Ctrl-C, and every program started from there too. The
tests that press Ctrl-C would wait for ever: they get the ordinary handling back.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.terminal.real import Tmux

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def terminals() -> Iterator[list[Tmux]]:
    """Real terminals that a test opens; they are closed after it."""
    opened: list[Tmux] = []
    yield opened
    for tmux in opened:
        tmux.close()
