"""The program's side of the outside protocol: one of our bots, speaking JSON lines. Run by `boomtown bot`.

It follows the game: every move it is told goes into a state of its own, and what it sees there is compared with what
the question says it sees. So a bot of one version plays in the arena of another as long as the rules are the same,
however either lays out its states; where the rules differ it says so instead of playing nonsense.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import bots
from arena.faults import note_of
from arena.following import Follower
from arena.outside import MINOR, PROTOCOL
from engine import BoomtownError, Observation, Stream
from engine.games import game_of


class Speaker:
    """One bot in one seat of one game, as the messages tell it."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.bot: bots.Bot | None = None
        self.rng: Stream | None = None
        self.follower: Follower | None = None
        bots.parse_spec(spec)  # a wrong one is told at once, before anybody waits

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to one message; None where none is due."""
        kind = message.get("type")
        if kind == "hello":
            return {"type": "hello", "protocol": PROTOCOL, "minor": MINOR, "name": self.spec, "follow": True}
        if kind == "new":
            game = game_of(message["game"])
            self.bot = bots.make(self.spec, game, int(message["seat"]))
            self.rng = Stream(int(message["seed"]), "bot", int(message["seat"]))
            self.follower = Follower(game, int(message["seat"]))
            return {"type": "ready"}
        if kind == "played" and self.follower is not None:
            self.follower.played(message["move"])
            return None
        return self._move(message) if kind == "move" else None

    def _move(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.bot is None or self.rng is None or self.follower is None:
            raise BoomtownError("asked for a move before new")
        game, seat = self.bot.game, self.bot.seat
        legal = [game.move(words[1:]) for words in message["legal"]]
        seen: Observation = self.follower.observation(message["observation"])
        move = bots.ask(self.bot, seen, legal, self.rng, _budget(message))
        answer = {"type": "bestmove", "number": message.get("number"), "move": [seat, *game.words(move)]}
        worth, chance = note_of(self.bot.analysis or {})
        said = {key: value for key, value in (("worth", worth), ("chance", chance)) if value is not None}
        return {**answer, "analysis": said} if said else answer


def _budget(message: dict[str, Any]) -> bots.Budget:
    clock = message.get("clock")
    left = None if clock is None else bots.TimeControl(float(clock["left"]), float(clock["increment"]))
    return bots.Budget(message.get("time"), message.get("sims"), left)


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
