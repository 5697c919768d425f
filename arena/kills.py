"""Whose doing it is that a bot's process was killed. Used by `arena.play`: after the first death a game begins anew,
after the second this judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from arena.faults import Fault, clean


class Killed(BaseException):
    """A bot's process was ended by a signal that anybody may have sent, while this or another seat was asked."""

    def __init__(
        self, victim: int, asked: int, moves: list[int], is_seated: bool, detail: str, stderr: str = ""
    ) -> None:  # fmt: skip
        super().__init__(detail)
        self.victim = victim
        self.asked = asked
        self.moves = moves
        self.move = len(moves) if is_seated else -1
        self.detail = detail
        self.stderr = stderr

    def fault(self, seat: int, bot: str) -> Fault:
        """As this seat's fault, which is not asked again where it happened."""
        return Fault(seat, bot, "dies", self.move, clean(self.detail), clean(self.stderr))


class Trial(Protocol):
    def survives_alone(self, seat: int, moves: list[int]) -> bool: ...


def culprit(kill: Killed, asked: list[int], trial: Callable[[], Trial], ponders: bool) -> int | None:
    """Who killed this process for the second time: itself, if it does not survive alone either; else the bot that was
    asked each time (`asked`), while all others were stopped; else nobody can tell."""
    if not trial().survives_alone(kill.victim, kill.moves):
        return kill.victim
    is_anothers = len(set(asked)) == 1 and asked[0] != kill.victim
    return asked[0] if is_anothers and not ponders else None
