"""Reasons for a move in words: what the judge found to be different (`bots/reasons.py`), said in a game's language.

The texts are `why.QUANTITY` of a game's catalogue. Coach, replays and `analyse` tell them alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.terminal.lang import Catalogue
from bots.reasons import Reason


def tell_reasons(say: Catalogue, names: Sequence[str], seat: int, reasons: Sequence[Reason], other: str = "") -> str:
    """What speaks for a move of this seat, by the seats that it changes something for, its own first:
    `On average, compared with the other move: Ada: +4.1 score`. `other`: that move in words, where it is in doubt."""
    if not reasons:
        return say("why.none")
    seats = sorted({one.seat for one in reasons}, key=lambda one: (one != seat, one))
    told = [(one, ", ".join(_told(say, reason) for reason in reasons if reason.seat == one)) for one in seats]
    joined = say("ui.joint").join(say.lead(names[one]) + what for one, what in told)
    return say("why.gains_over", other=other, reasons=joined) if other else say("why.gains", reasons=joined)


def _told(say: Catalogue, reason: Reason) -> str:
    gain, name = _rounded(reason.gain), f"why.{reason.quantity}"
    shown = say.signed(gain)
    what = say(name, n=shown, count=gain) if say.has(name) else f"{shown} {reason.quantity}"
    parts = (("why.amount", _rounded(reason.amount)), ("why.price", _rounded(reason.price)))
    told = [say(part, n=say.signed(value)) for part, value in parts if value]
    return f"{what} ({', '.join(told)})" if told else what


def _rounded(value: float) -> float:
    return float(round(value)) if abs(value) >= 10 else round(value, 1)
