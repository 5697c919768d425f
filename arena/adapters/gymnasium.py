"""Our games as Gymnasium environments: one seat against bots, and many games at once.

>>> import gymnasium, arena.adapters.gymnasium  # doctest: +SKIP
>>> env = gymnasium.make("boomtown/Steamopolis-v0", players=2, bots=["random"])  # doctest: +SKIP

The agent has seat 0 unless `seat` says otherwise; the other seats play by `bots`, specs as `boomtown bots` lists them.
An illegal action never raises: it changes nothing, `info["illegal"]` names it, and the reward is `illegal_reward`.
`info["action_mask"]` has a byte for each action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

import bots as our_bots
from arena.adapters.common import Actions, Purse, check_reward, make_game, mask_of
from engine import Batch, Game, SettingsError, Stream
from engine.games import game_names

Observation = NDArray[np.float32]


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game; bots have the others, chance is rolled inside."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "planet-steam",
        players: int | None = None,
        *,
        bots: Sequence[str] = ("random",),
        seat: int = 0,
        reward: str = "share",
        reward_scale: float = 1.0,
        illegal_reward: float = 0.0,
        max_illegal: int = 0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`bots` is one spec for all other seats, or one for each. After `max_illegal` illegal actions in a row (0: any
        number) the game is truncated."""
        self.game = make_game(game, players, settings)
        if not 0 <= seat < self.game.n_seats:
            raise SettingsError(f"seat {seat}: use 0 to {self.game.n_seats - 1}")
        others = [other for other in range(self.game.n_seats) if other != seat]
        specs = [bots] if isinstance(bots, str) else list(bots)
        if len(specs) == 1:
            specs *= len(others)
        if len(specs) != len(others) and others:
            raise SettingsError(f"{len(specs)} bots for {len(others)} other seats: give one, or one for each")
        self.seat = seat
        self.specs = dict(zip(others, specs, strict=False))
        self.reward = check_reward(reward)
        self.reward_scale = reward_scale
        self.illegal_reward = illegal_reward
        self.max_illegal = max_illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.game.tensor_size,), np.float32)
        self.action_space = Actions(self.game.n_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << 53))
        self._dice = Stream(deal, "dice")
        self._bots = {seat: our_bots.make(spec, self.game, seat) for seat, spec in self.specs.items()}
        self._streams = {seat: Stream(deal, "bot", seat) for seat in self.specs}
        self._n_illegal = 0
        self._state = self.game.new()
        self._purse = Purse(self._state, self.reward, self.reward_scale)
        self._settle()
        return self._observed(), self._info()

    def _settle(self) -> None:
        """Chance and the bots move until the agent has to, or the game is over."""
        while self._state.mover is not None and self._state.mover != self.seat:
            mover = self._state.mover
            if mover == -1:
                self._state.apply(self._state.roll(self._dice))
            else:
                seen, legal = self._state.observe(mover), self._state.legal()
                self._state.apply(our_bots.ask(self._bots[mover], seen, legal, self._streams[mover]))

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        fault = self._fault(action)
        if fault is not None:
            self._n_illegal += 1
            is_cut = 0 < self.max_illegal <= self._n_illegal
            info = {**self._info(), "illegal": fault}
            return self._observed(), self.illegal_reward, self._state.is_over, is_cut, info
        self._n_illegal = 0
        self._state.apply(self.game.action_move(int(action)))
        self._settle()
        reward = float(self._purse.take(self._state)[self.seat])
        return self._observed(), reward, self._state.is_over, False, self._info()

    def _fault(self, action: Any) -> str | None:
        """What is wrong with an action; None for a legal one."""
        number = int(action)
        if not 0 <= number < self.game.n_actions:
            return f"action {number}: use 0 to {self.game.n_actions - 1}"
        if self._state.is_legal_action(number):
            return None
        return f"{self.game.text(self.game.action_move(number))} is not legal"

    def _observed(self) -> Observation:
        return self._state.observe(self.seat).tensor()

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": mask_of(self._state, self.game)}
        if self._state.is_over:
            found["scores"] = self._state.scores()
            found["shares"] = self._state.result()
        return found

    def render(self) -> Any:
        return self._state.draw() if self.render_mode == "ansi" else None


class BatchEnv(VectorEnv[Observation, Any, Any]):
    """Many games on `engine.Batch`, every seat the agent's: `info["mover"]` says whose move it is. The reward is the
    mover's, and at the end of a game each seat's is in `info["rewards"]`; the next game begins in the same step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "planet-steam",
        players: int | None = None,
        *,
        threads: int = 1,
        seed: int = 0,
        illegal_reward: float = 0.0,
        **settings: Any,
    ) -> None:
        self.game = make_game(game, players, settings)
        self.num_envs = num_envs
        self.illegal_reward = illegal_reward
        self.batch = Batch(self.game, num_envs, seed=seed, threads=threads, legal="mask")
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (self.game.tensor_size,), np.float32)
        self.single_action_space = Actions(self.game.n_actions)
        self.observation_space = spaces.Box(-np.inf, np.inf, (num_envs, self.game.tensor_size), np.float32)
        self.action_space = spaces.MultiDiscrete([self.game.n_actions] * num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        self.batch.reset(seed)
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """In place of an illegal action the first legal one is played, `info["illegal"]` marks the game, and the
        reward is `illegal_reward`."""
        movers = self.batch.mover.copy()
        chosen = np.array(actions, dtype=np.int64)
        rows = np.arange(self.num_envs)
        is_inside = (chosen >= 0) & (chosen < self.game.n_actions)
        illegal = ~is_inside | (self.batch.legal[rows, np.where(is_inside, chosen, 0)] == 0)
        if illegal.any():
            chosen[illegal] = self.batch.legal[illegal].argmax(axis=1)
        self.batch.step(chosen.astype(np.int32))
        rewards = self.batch.reward[rows, movers].astype(np.float64)
        rewards[illegal] = self.illegal_reward
        done = self.batch.done.astype(bool)
        info = {**self._info(), "illegal": illegal, "rewards": self.batch.reward.copy()}
        return self.batch.observation.copy(), rewards, done, np.zeros(self.num_envs, bool), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.legal.copy(), "mover": self.batch.mover.copy()}


def _of(name: str) -> Callable[..., SeatEnv]:
    """The maker of a game's environment."""
    return lambda **options: SeatEnv(name, **options)


def _many(name: str) -> Callable[..., BatchEnv]:
    def make(num_envs: int = 1, **options: Any) -> BatchEnv:
        options.pop("render_mode", None)
        return BatchEnv(num_envs, name, **options)

    return make


for _name in game_names():
    gymnasium.register(
        f"boomtown/{''.join(part.title() for part in _name.split('-'))}-v0",
        entry_point=_of(_name),
        vector_entry_point=_many(_name),
    )
