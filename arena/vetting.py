"""Whether a spec names a bot that can play, asked without running anybody's code here: a file or an entry point is
loaded in a process of its own, confined as in a game. Called by `arena.running` before a tournament begins."""

from __future__ import annotations

import json
import os
import socket
import tempfile
import time
from functools import lru_cache
from typing import Any

from arena import wire
from arena.faults import BotFault
from arena.hosts import Nursery, ending
from arena.identity import content
from arena.sandbox import Sandbox, resolve
from bots import foreign_module, parse_spec
from bots.registry import SpecError
from engine import Game
from engine.games import described

LOAD_LIMIT = 30.0  # seconds for a bot's file to be loaded
MAX_WORDS = 500  # characters of what is wrong with it


def canonical_spec(spec: str, game: Game | None, sandbox: str) -> str:
    """The spec in its one spelling; `SpecError` if there is no such bot, or it cannot play the game."""
    if ".py:" in spec or foreign_module(spec.partition(":")[0]) is not None:
        named = None if game is None else json.dumps(described(game))
        return _asked(spec, content(spec), named, resolve(sandbox), LOAD_LIMIT)
    parsed = parse_spec(spec)
    if game is not None:
        parsed.check(game)
    return str(parsed)


@lru_cache(maxsize=256)
def _asked(spec: str, made_of: str | None, game: str | None, kind: str, limit: float) -> str:
    """Once for each content of its file: a command asks for the same bot more than once."""
    described_game: dict[str, Any] | None = None if game is None else json.loads(game)
    folder = None if described_game is None else described_game.get("folder")
    nursery = Nursery(spec, Sandbox(kind), None, folder)
    ours, theirs = socket.socketpair()
    try:
        with ours, tempfile.TemporaryFile() as capture:
            with theirs:
                order = {"spec": spec, "game": described_game, "sandbox": kind}
                _, handle = nursery.begin(b"V", order, [theirs.fileno(), capture.fileno()])
            if handle is not None:
                os.close(handle)
            return _answer(spec, ours, nursery, limit)
    except BotFault as fault:
        raise SpecError(spec, fault.detail) from None
    finally:
        nursery.close()


def _answer(spec: str, line: socket.socket, nursery: Nursery, limit: float) -> str:
    """What the process says, which may be the bot's own words: nothing of it reaches a terminal unread."""
    try:
        kind, _, body = wire.receive(line, time.monotonic() + limit, wire.MAX_ANSWER)
    except wire.Late:
        raise SpecError(spec, f"fails to load: it took more than {limit:g} s") from None
    except (wire.Closed, wire.Malformed):
        raise SpecError(spec, f"fails to load: its process ended, {_how(nursery)}") from None
    said = body.decode(errors="replace")
    if kind == b"F":
        told = "".join(one if one.isprintable() else " " for one in said)
        raise SpecError(spec, told[:MAX_WORDS])
    if kind != b"S" or not said.isprintable() or said.partition(":")[0] != spec.partition(":")[0]:
        raise SpecError(spec, "fails to load: it answers for itself, with nonsense")
    return said


def _how(nursery: Nursery) -> str:
    try:
        return ending(nursery.status(b"D") or 0)[0]
    except wire.Closed:
        return "and the one it was started from"
