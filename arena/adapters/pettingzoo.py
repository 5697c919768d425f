"""Our games as PettingZoo's turn-based environments (AEC), with action masks.

>>> from arena.adapters import pettingzoo  # doctest: +SKIP
>>> env = pettingzoo.env(game="steamopolis", players=2)  # doctest: +SKIP

Agents are `seat_0`, `seat_1`, …; an observation is the seat's knowledge as floats (`game.observation_spec()`) with the
mask of the legal actions, all 0 while another seat moves. Every observation is an array of its own. The mover's info
has the legal actions as a list too, `legal_actions`: to pick from it is faster than to look through the mask. Chance is
rolled inside, from the seed of `reset`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from arena.adapters.common import Actions, Purse, check_reward, make_game, mask_of
from engine import Game, IllegalMove, Stream


def env(
    game: str | Game = "planet-steam",
    players: int | None = None,
    *,
    reward: str = "share",
    reward_scale: float = 1.0,
    render_mode: str | None = None,
    **settings: Any,
) -> TableEnv:
    """The environment of a game; `settings` are the game's own, as `boomtown games` lists them."""
    made = make_game(game, players, settings)
    return TableEnv(made, reward=reward, reward_scale=reward_scale, render_mode=render_mode)


class TableEnv(AECEnv):  # type: ignore[misc]
    """One table; every seat an agent."""

    metadata = {"name": "boomtown", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: Game, *, reward: str, reward_scale: float, render_mode: str | None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.reward = check_reward(reward)
        self.reward_scale = reward_scale
        self.possible_agents = [f"seat_{seat}" for seat in range(game.n_seats)]
        self.agents: list[str] = []
        space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (game.tensor_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (game.n_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Actions(game.n_actions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._no_action = np.zeros(game.n_actions, np.int8)
        self._listing = np.empty(game.max_moves, np.int32)
        self._dice: Stream | None = None
        self._seeds: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._seeds is None:
            self._seeds, _ = seeding.np_random(seed)
        self._dice = Stream(int(self._seeds.integers(1 << 53)), "dice")
        self.state_now = self.game.new()
        self._settle()
        self._purse = Purse(self.state_now, self.reward, self.reward_scale)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _settle(self) -> None:
        """Rolls for chance until a seat has to move, or the game is over."""
        assert self._dice is not None
        while self.state_now.mover == -1:
            self.state_now.apply(self.state_now.roll(self._dice))

    def _select(self) -> None:
        """The next agent, and what it is told."""
        seat = self.state_now.mover
        self.agent_selection = self.possible_agents[seat or 0]
        if seat is not None:
            n = self.state_now.write_actions(self._listing)
            self.infos[self.agent_selection] = {"legal_actions": self._listing[:n].copy()}

    def observe(self, agent: str) -> dict[str, Any]:
        seat, state = self._seats[agent], self.state_now
        mask = mask_of(state, self.game) if state.mover == seat else self._no_action.copy()
        return {"observation": state.observe(seat).tensor(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent, state = self.agent_selection, self.state_now
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to move: give it one of its legal actions")
        move = self.game.action_move(int(action))
        if not state.is_legal_action(int(action)):
            texts = state.moves()
            raise IllegalMove(self.game.text(move), texts[:5], len(texts))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        state.apply(move)
        if state.mover == -1:
            self._settle()
        is_over = state.is_over
        if is_over or self.reward != "share":
            self.rewards = dict(zip(self.agents, self._purse.take(state), strict=True))
            self._accumulate_rewards()
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        picture = self.state_now.draw()
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        pass
