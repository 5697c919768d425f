"""Plays a network that `examples/learn.py` has saved, with numpy alone:

boomtown tournament "examples/learned_bot.py:LearnedBot:learned.npz" random greedy --players 2 --games 100
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bots import Bot, Budget, param
from engine import Game, Observation, Stream


@dataclass(frozen=True)
class LearnedParams:
    file: str = param("learned.npz", "the network, as `examples/learn.py` saves it")
    temperature: float = param(0.0, "0: the likeliest move; 1: each as likely as the network says", low=0, high=100)


@cache
def load(file: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The network's arrays, and what was noted of it."""
    with np.load(Path(file), allow_pickle=False) as found:
        arrays = {name: found[name].astype(np.float32) for name in found.files if name != "notes"}
        return arrays, json.loads(str(found["notes"]))


class LearnedBot(Bot):
    """A network that has learnt the game by playing itself."""

    name: ClassVar[str] = "learned"
    Params: ClassVar[type] = LearnedParams

    def __init__(self, game: Game, seat: int, params: Any = None) -> None:
        super().__init__(game, seat, params)
        self.arrays, _ = load(self.params.file)

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        file = LearnedParams.file if params is None else params.file
        try:
            arrays, notes = load(file)
        except (OSError, ValueError, KeyError) as fault:
            return f"{file} is no network that examples/learn.py has saved: {fault}"
        if (notes["game"], len(arrays["actions"]), arrays["body.0.weight"].shape[1]) == (
            game.name,
            game.n_actions,
            game.tensor_size,
        ):
            return None
        learnt = " ".join(f"--{key} {value}" for key, value in notes["settings"].items())
        return f"{file} has learnt --game {notes['game']} {learnt}"

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        own = self.arrays
        body = observation.tensor()
        for layer in ("body.0", "body.2"):
            body = np.maximum(own[f"{layer}.weight"] @ body + own[f"{layer}.bias"], 0)
        vector = own["state.weight"] @ body + own["state.bias"]
        logits = own["actions"][[self.game.action(move) for move in legal]] @ vector
        if self.params.temperature == 0:
            return legal[int(logits.argmax())]
        weights = np.exp((logits - logits.max()) / self.params.temperature).cumsum()
        return legal[min(int(np.searchsorted(weights, rng.uniform() * weights[-1], "right")), len(legal) - 1)]
