"""PettingZoo's own tests of an environment, over our games."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from engine import IllegalMove

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

    from arena.adapters import pettingzoo

TABLES = [
    *(("planet-steam", players) for players in (2, 3, 4, 5)),
    *(("steamopolis", players) for players in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.filterwarnings("ignore")
def test_the_api_test_passes(game: str, players: int) -> None:
    api_test(pettingzoo.env(game=game, players=players), num_cycles=200)


@pytest.mark.parametrize(("game", "players"), TABLES)
@pytest.mark.filterwarnings("ignore")
def test_the_seed_test_passes(game: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(game=game, players=players), num_cycles=20)


@pytest.mark.parametrize(("game", "players"), [TABLES[0], TABLES[-1]])
def test_list_mask_and_drawn_actions_agree(game: str, players: int) -> None:
    env = pettingzoo.env(game=game, players=players)
    env.reset(seed=3)
    env.action_space("seat_0").seed(3)
    for _ in range(100):
        seen, _, _, _, info = env.last()
        legal = info["legal_actions"].tolist()
        assert seen["action_mask"].nonzero()[0].tolist() == legal
        action = env.action_space("seat_0").sample(seen["action_mask"])
        assert action in legal
        env.step(action)


def played(reward: str) -> tuple[Any, dict[str, float]]:
    """A whole game by first legal actions: the environment, and what each agent was paid in all."""
    env = pettingzoo.env(game="steamopolis", players=2, reward=reward, max_rounds=3)
    env.reset(seed=4)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward_now, ended, cut, _ = env.last()
        paid[agent] += reward_now
        env.step(None if ended or cut else int(seen["action_mask"].argmax()))
    return env, paid


def test_rewards_are_the_shares_of_the_victory() -> None:
    env, paid = played("share")
    assert list(paid.values()) == env.state_now.result()
    assert sum(paid.values()) == pytest.approx(1)


def test_shaped_rewards_add_up_to_the_scores() -> None:
    env, paid = played("score")
    assert list(paid.values()) == env.state_now.scores()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = pettingzoo.env(game="planet-steam", players=2)
    env.reset(seed=1)
    before = env.state_now.copy()
    with pytest.raises(IllegalMove):
        env.step(env.game.action("done"))
    assert env.state_now == before
