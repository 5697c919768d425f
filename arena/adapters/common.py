"""What the adapters with spaces share: making a game of plain arguments, rewards, masks, and the space of actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
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


class Actions(spaces.Discrete):
    """The numbers of a game's actions. Draws by a mask in a quarter of the time of its parent, whose draw takes longer
    than a step: of 20,000 actions 24 us."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None or probability is not None or getattr(mask, "dtype", None) != np.int8:
            return super().sample(mask, probability)
        legal = np.flatnonzero(mask.view(np.bool_))  # of int8 itself it takes 40 us
        if mask.shape != (self.n,) or len(legal) == 0:
            return super().sample(mask)
        return np.int64(legal[self.np_random.integers(len(legal))])


def mask_of(state: State, game: Game) -> NDArray[np.int8]:
    """A byte for each action, 1 where it is legal; all 0 when no seat moves."""
    if state.mover is None or state.mover < 0:
        return np.zeros(game.n_actions, np.int8)
    mask = np.empty(game.n_actions, np.uint8)
    state.write_mask(mask)
    return mask.view(np.int8)
