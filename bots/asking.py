"""How a bot is asked: `ask` gives it what it may see and checks what it answers. Matches, simulations, the terminal's
worker and benchmarks all ask this way; who asks decides about time, and about what a wrong answer costs."""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import Any

from bots.bot import Bot, Budget
from engine import BoomtownError, Game, Observation, Stream

NO_BUDGET = Budget()


class WrongAnswer(BoomtownError):
    """What a bot returned is no legal move; `shown` is that for the eye."""

    def __init__(self, shown: str, legal: list[int], game: Game) -> None:
        super().__init__(f"returned {shown}; {len(legal)} moves are legal, such as {game.text(legal[0])}")
        self.shown = shown
        self.n_legal = len(legal)


def ask(bot: Bot, seen: Observation, legal: list[int], rng: Stream, budget: Budget = NO_BUDGET) -> int:
    """The bot's move for the observer, who has to move: a plain int out of `legal`, which the bot gets a copy of.

    Raises `WrongAnswer`, or whatever the bot raises. Code of the bot's may run until this returns, also in what it
    answers: a caller that times a bot stops its clock afterwards.
    """
    answer: Any = bot.choose(seen, list(legal), budget, rng)
    move = answer if type(answer) is int else _number(answer)
    if move is None or move not in legal:
        raise WrongAnswer(_shown(answer, seen.game), legal, seen.game)
    return move


def _number(answer: Any) -> int | None:
    """A plain int, whatever a bot's own kind of int says it equals."""
    try:
        return None if isinstance(answer, bool) else int.__index__(operator.index(answer))
    except TypeError:
        return None


def _shown(answer: Any, game: Game) -> str:
    with suppress(Exception):  # whatever the bot returned, naming it must not fail
        if not isinstance(answer, bool):
            return repr(game.text(operator.index(answer)))
    return repr(answer)[:200]
