"""What the adapters share: making a game of plain arguments, rewards, and the observation with its mask."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import Game, SettingsError, State, new_game

REWARDS = ("share", "score")


def make_game(game: str | Game, players: int | None, settings: dict[str, Any]) -> Game:
    """A game by its name, or as it is."""
    if isinstance(game, Game):
        return game
    return new_game(game, **({} if players is None else {"players": players}), **settings)


def check_reward(reward: str) -> str:
    if reward not in REWARDS:
        raise SettingsError(f"reward {reward!r}: use share (of the victory, at the end) or score (as it changes)")
    return reward


class Purse:
    """What each seat is owed: its share of the victory at the end, or the changes of its score, scaled."""

    def __init__(self, state: State, reward: str, scale: float) -> None:
        self.reward = reward
        self.scale = scale
        self.scores = state.scores()

    def take(self, state: State) -> list[float]:
        """Each seat's reward since the last time."""
        if self.reward == "share":
            return state.result() if state.is_over else [0.0] * len(self.scores)
        before, self.scores = self.scores, state.scores()
        return [(now - then) * self.scale for now, then in zip(self.scores, before, strict=True)]


def mask_of(state: State, game: Game) -> NDArray[np.int8]:
    """A byte for each action, 1 where it is legal; all 0 when no seat moves."""
    mask = np.zeros(game.n_actions, np.int8)
    if state.mover is not None and state.mover >= 0:
        state.write_mask(mask.view(np.uint8))
    return mask
