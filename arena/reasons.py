"""Reasons for a move in words: what the judge found to be different (`bots/reasons.py`), said in a game's language.

The texts are `why.QUANTITY` of a game's catalogue. Coach, replays and `analyse` tell them alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.terminal.lang import Catalogue
from bots.reasons import Reason


def tell_reasons(say: Catalogue, names: Sequence[str], seat: int, reasons: Sequence[Reason]) -> str:
    """What speaks for a move of this seat, in a sentence: `On average it brings: +4.1 score`."""
    if not reasons:
        return say("why.none")
    return say("why.gains", reasons="; ".join(_told(say, names, seat, one) for one in reasons))


def _told(say: Catalogue, names: Sequence[str], seat: int, reason: Reason) -> str:
    gain, name = _rounded(reason.gain), f"why.{reason.quantity}"
    shown = say.signed(gain)
    what = say(name, n=shown, count=gain) if say.has(name) else f"{shown} {reason.quantity}"
    parts = (("why.amount", _rounded(reason.amount)), ("why.price", _rounded(reason.price)))
    told = [say(part, n=say.signed(value)) for part, value in parts if value]
    what += f" ({', '.join(told)})" if told else ""
    return what if reason.seat == seat else say("why.other", name=names[reason.seat], what=what)


def _rounded(value: float) -> float:
    return float(round(value)) if abs(value) >= 10 else round(value, 1)
