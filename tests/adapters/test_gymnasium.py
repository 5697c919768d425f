"""Gymnasium's own check of an environment, over our games, and what an illegal action does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

import arena.adapters.gymnasium as ours
from engine import SettingsError

SEATS = [
    *(("boomtown/PlanetSteam-v0", players) for players in (2, 3, 4, 5)),
    *(("boomtown/Steamopolis-v0", players) for players in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("name", "players"), SEATS)
@pytest.mark.filterwarnings("ignore")
def test_the_environment_checker_passes(name: str, players: int) -> None:
    env = gymnasium.make(name, players=players, bots=["random"])
    check_env(env.unwrapped)


def first_legal(info: dict[str, Any]) -> int:
    return int(info["action_mask"].argmax())


@pytest.mark.parametrize("name", ["boomtown/PlanetSteam-v0", "boomtown/Steamopolis-v0"])
def test_a_game_goes_to_its_end_and_the_same_seed_gives_the_same(name: str) -> None:
    ends = []
    for _ in range(2):
        env = ours.SeatEnv("planet-steam" if "Planet" in name else "steamopolis", players=2, bots=["greedy"], seat=1)
        _, info = env.reset(seed=7)
        is_over, n, reward = False, 0, 0.0
        while not is_over:
            seen, reward, is_over, is_cut, info = env.step(first_legal(info))
            assert not is_cut
            n += 1
        assert reward == info["shares"][1]
        ends.append((n, info["scores"], seen.tobytes()))
    assert ends[0] == ends[1]


def test_an_illegal_action_changes_nothing_is_named_and_costs_what_the_option_says() -> None:
    env = ours.SeatEnv("planet-steam", players=2, illegal_reward=-0.5, max_illegal=3)
    seen, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    for n in (1, 2, 3):
        again, reward, is_over, is_cut, told = env.step(illegal)
        assert (again.tobytes(), reward, is_over, is_cut) == (seen.tobytes(), -0.5, False, n == 3)
        assert told["illegal"] == f"{env.game.text(env.game.action_move(illegal))} is not legal"
    assert "use 0 to" in env.step(env.game.n_actions)[4]["illegal"]
    assert "illegal" not in env.step(first_legal(info))[4]


def test_wrong_options_are_refused() -> None:
    with pytest.raises(SettingsError, match="seat 4: use 0 to 1"):
        ours.SeatEnv("planet-steam", players=2, seat=4)
    with pytest.raises(SettingsError, match="3 bots for 1 other seats"):
        ours.SeatEnv("planet-steam", players=2, bots=["random"] * 3)
    with pytest.raises(SettingsError, match="reward 'gold'"):
        ours.SeatEnv("planet-steam", players=2, reward="gold")


def test_the_vector_environment_plays_many_games() -> None:
    env = gymnasium.make_vec("boomtown/Steamopolis-v0", num_envs=3, players=2, max_rounds=2, illegal_reward=-1.0)
    seen, info = env.reset(seed=5)
    assert seen.shape == env.observation_space.shape == (3, env.single_observation_space.shape[0])
    n_ended = 0
    for _ in range(200):
        seen, rewards, ended, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert not info["illegal"].any() and not cut.any()
        assert np.allclose(info["rewards"].sum(axis=1), ended)
        n_ended += int(ended.sum())
    assert n_ended > 3
    _, rewards, _, _, info = env.step(info["action_mask"].argmin(axis=1))
    assert info["illegal"].all() and (rewards == -1.0).all()
