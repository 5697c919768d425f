"""What a bot can do wrong. Made by `arena.play`, `arena.outside` and `arena.executor`; kept by the store.

raises    it raised an exception (or an outside program said `error`)
illegal   it returned something that is not one of the legal moves
overtime  it took longer than its time and the grace
dies      its process ended, or another bot's by its doing
garbage   an outside program wrote what the protocol does not know, or too much
"""

from __future__ import annotations

import math
import traceback
from dataclasses import dataclass
from typing import Any

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


def note_of(analysis: dict[str, Any]) -> tuple[float | None, float | None]:
    """What the bot said winning the auction was worth, and its chance to win the game, as far as it said so."""
    candidates = analysis.get("candidates")
    best = candidates[0] if isinstance(candidates, list) and candidates and isinstance(candidates[0], dict) else {}
    worth, chance = (analysis.get(key, best.get(key)) for key in ("worth", "chance"))
    return _finite(worth), _finite(chance)


def _finite(value: Any) -> float | None:
    try:
        number = float(value) if isinstance(value, (int, float)) else math.nan
    except OverflowError:  # an int of hundreds of digits
        return None
    return round(number, 4) if math.isfinite(number) else None


class BotFault(Exception):
    """Raised by a bot's stand-in (an outside program) to say which kind of fault it met."""

    def __init__(self, kind: str, detail: str, stderr: str = "", *, is_doubtful: bool = False) -> None:
        super().__init__(detail)
        self.is_doubtful = is_doubtful  # its process was ended by a signal that anybody may have sent
        self.is_unread = False  # and before it took up the question
        self.kind = kind
        self.detail = detail
        self.stderr = stderr


class Overtime(BaseException):
    """Raised into a bot that does not stop. Not an `Exception`, so that a bot's own `except` does not swallow it."""


def words_of(error: BaseException) -> tuple[str, str, str]:
    """Kind, detail and stderr of the fault that an exception is."""
    if isinstance(error, BotFault):
        return error.kind, error.detail, error.stderr
    if isinstance(error, Overtime):
        return "overtime", "did not answer in time and was interrupted", ""
    if isinstance(error, SystemExit):
        return "dies", f"called exit({error.code!r})", ""
    return "raises", "".join(traceback.format_exception(error, limit=-8)), ""
