"""The program's side of the outside protocol: one of our bots, speaking JSON lines. Run by `boomtown bot`.

A question carries the seat's knowledge as a view and, for programs of the same engine, as the observation's own bytes
(`block`). The bytes are believed only if they read as the very view that came with them, so that a version whose
observations look different is told so instead of playing nonsense.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from typing import Any

import bots
from arena.outside import PROTOCOL
from engine import BoomtownError, Game, Observation, Stream
from engine.games import game_of


class Speaker:
    """One bot in one seat of one game, as the messages tell it."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.bot: bots.Bot | None = None
        self.rng: Stream | None = None
        bots.parse_spec(spec)  # a wrong one is told at once, before anybody waits

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to one message; None where none is due."""
        kind = message.get("type")
        if kind == "hello":
            return {"type": "hello", "protocol": PROTOCOL, "name": self.spec}
        if kind == "new":
            game = game_of(message["game"])
            self.bot = bots.make(self.spec, game, int(message["seat"]))
            self.rng = Stream(int(message["seed"]), "bot", int(message["seat"]))
            return {"type": "ready"}
        return self._move(message) if kind == "move" else None

    def _move(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.bot is None or self.rng is None:
            raise BoomtownError("asked for a move before new")
        game, seat = self.bot.game, self.bot.seat
        legal = [game.move(words[1:]) for words in message["legal"]]
        budget = bots.Budget(message.get("time"), message.get("sims"))
        move = bots.ask(self.bot, _observation(game, seat, message), legal, self.rng, budget)
        return {"type": "bestmove", "number": message.get("number"), "move": [seat, *game.words(move)]}


def _observation(game: Game, seat: int, message: dict[str, Any]) -> Observation:
    if "block" not in message:
        raise BoomtownError("the question has no block: the other side is too old for boomtown bot")
    seen = game.load_observation(seat, seat, base64.b64decode(message["block"]))
    if json.loads(json.dumps(seen.view())) != message["observation"]:
        raise BoomtownError("the block reads otherwise than the observation: the two versions' observations differ")
    return seen


def speak(spec: str, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Answers lines until `quit` or their end; what goes wrong is said as an error of the protocol."""
    speaker = Speaker(spec)
    for line in lines:
        try:
            message = json.loads(line)
            if message.get("type") == "quit":
                return
            answer = speaker.answer(message)
        except (BoomtownError, AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
            answer = {"type": "error", "message": f"{type(error).__name__}: {error}"}
        if answer is not None:
            say(json.dumps(answer, separators=(",", ":")))
