"""What a bot can do wrong. Made by `arena.play`, `arena.outside` and `arena.executor`; kept by the store.

raises    it raised an exception (or an outside program said `error`)
illegal   it returned something that is not one of the legal moves
overtime  it took longer than its time and the grace
dies      its process ended
garbage   an outside program wrote what the protocol does not know, or too much
"""

from __future__ import annotations

from dataclasses import dataclass

FAULTS = ("raises", "illegal", "overtime", "dies", "garbage")
MAX_DETAIL = 4096  # characters kept of a traceback or of stderr


@dataclass(frozen=True)
class Fault:
    seat: int
    bot: str
    kind: str
    move: int  # number of the move it should have made: `boomtown replay --at`
    detail: str = ""
    stderr: str = ""


def clean(text: str) -> str:
    """The end of what a bot said, fit for a file: a lone surrogate, which UTF-8 cannot hold, becomes `\\ud800`."""
    return text[-MAX_DETAIL:].encode("utf-8", "backslashreplace").decode()[-MAX_DETAIL:]


class BotFault(Exception):
    """Raised by a bot's stand-in (an outside program) to say which kind of fault it met."""

    def __init__(self, kind: str, detail: str, stderr: str = "") -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.stderr = stderr


class Overtime(BaseException):
    """Raised into a bot that does not stop. Not an `Exception`, so that a bot's own `except` does not swallow it."""
