"""Walks an outside program through the protocol and says what is right and wrong. Run by `boomtown check-bot`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from arena.faults import BotFault
from arena.outside import QUIT_LIMIT, OutsideBot
from bots import Budget
from engine import Game, Stream

GRACE = 0.25  # seconds, as `boomtown tournament --grace` has it
PATIENCE = 60.0


class Finding(NamedTuple):
    """One step of the walk: what was tried, and what was wrong with it (None: nothing)."""

    step: str
    fault: str | None


def check(command: str, games: list[Game], seconds: float, seed: int) -> Iterator[Finding]:
    """The findings, one after the other. A program that cannot be greeted is asked nothing more."""
    first = games[0]
    try:
        OutsideBot(command, first, 0, seed).close()
    except BotFault as fault:
        yield Finding("hello and new are answered", _told(fault))
        return
    yield Finding("hello and new are answered", None)
    for game in games:
        for seat in range(game.n_seats):
            where = f"{game.name}, {game.n_seats} players, seat {seat}"
            yield Finding(f"a whole game: {where}", _fault_in(command, game, seat, seed, Budget(), PATIENCE))
    timed = _fault_in(command, first, 0, seed, Budget(time=seconds), seconds + GRACE)
    yield Finding(f"moves within {seconds:g} s", timed)
    yield Finding("another message than it knows is passed over", _fault_at_stranger(command, first, seed))
    yield Finding(f"quit ends it within {QUIT_LIMIT:g} s", _fault_at_quit(command, first, seed))
    yield Finding("the same seed gives the same moves", _fault_in_seed(command, first, seed))


def _told(fault: BotFault) -> str:
    return f"{fault.kind}: {fault.detail}"


def _played(bot: OutsideBot, game: Game, seed: int, budget: Budget, most: int) -> list[int]:
    """The program's moves in a game with random others, at most so many."""
    state, dice, picks, made = game.new(), Stream(seed, "dice"), Stream(seed, "picks"), list[int]()
    while (mover := state.mover) is not None and len(made) < most:
        legal = state.legal()
        if mover == -1:
            move = state.roll(dice)
        elif mover == bot.seat:
            move = bot.choose(state.observe(mover), legal, budget, picks)
            if move not in legal:
                raise BotFault("illegal", f"answered {game.text(move)}, which is not a legal move")
            made.append(move)
        else:
            move = picks.choice(legal)
        state.apply(move)
    return made


def _fault_in(
    command: str, game: Game, seat: int, seed: int, budget: Budget, limit: float, most: int = 1 << 30
) -> str | None:
    try:
        bot = OutsideBot(command, game, seat, seed)
        bot.limit = limit
        try:
            _played(bot, game, seed, budget, most)
        finally:
            bot.close()
    except BotFault as fault:
        return _told(fault)
    return None


def _fault_at_stranger(command: str, game: Game, seed: int) -> str | None:
    try:
        bot = OutsideBot(command, game, 0, seed)
        try:
            bot.tell({"type": "weather", "sky": "clear"})
            bot.limit = PATIENCE
            _played(bot, game, seed, Budget(), 2)
        finally:
            bot.close()
    except BotFault as fault:
        return _told(fault)
    return None


def _fault_at_quit(command: str, game: Game, seed: int) -> str | None:
    bot = OutsideBot(command, game, 0, seed)
    try:
        bot.tell({"type": "quit"})
        until = time.monotonic() + QUIT_LIMIT
        while bot.is_running:
            if time.monotonic() > until:
                return "it still runs, and would be killed"
            time.sleep(0.005)
    finally:
        bot.close()
    return None


def _fault_in_seed(command: str, game: Game, seed: int) -> str | None:
    found = []
    for _ in range(2):
        try:
            bot = OutsideBot(command, game, 0, seed)
            bot.limit = PATIENCE
            try:
                found.append(_played(bot, game, seed, Budget(sims=10), 20))
            finally:
                bot.close()
        except BotFault as fault:
            return _told(fault)
    return None if found[0] == found[1] else "its moves differ: a tournament cannot be played again to the letter"
