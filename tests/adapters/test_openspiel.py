"""OpenSpiel's own tests of a game, over ours: its random simulation, and the classes of its API test."""

from __future__ import annotations

import unittest
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts

import arena.adapters.openspiel  # noqa: F401

GAMES = [
    *(f"boomtown_planet_steam(players={players})" for players in (2, 3, 4, 5)),
    *(f"boomtown_steamopolis(players={players})" for players in (1, 2, 3, 4)),
]


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_the_api_test_passes(name: str) -> None:
    """The class for games too large for their whole tree, with all its tests."""
    members: dict[str, Any] = {"game_name": name, "game": pyspiel.load_game(name)}
    case = type("Ours", (api_test.EnforceAPIOnPartialTreeBase,), members)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun == 5
    assert [report for _, report in result.errors + result.failures] == []


def after_the_deal(name: str) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def test_settings_are_parameters() -> None:
    game = pyspiel.load_game("boomtown_planet_steam(players=2,edition=ludoart,rules=expert+sabotage,recall=2)")
    assert (game.ours.edition, game.ours.recall, "sabotage" in game.ours.rules) == ("ludoart", 2, True)


@pytest.mark.parametrize("name", ["boomtown_planet_steam(players=3)", "boomtown_steamopolis(players=2)"])
def test_a_resampled_state_looks_the_same(name: str) -> None:
    state = after_the_deal(name)
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[-1][0])
    for player in range(state.num_players()):
        other = state.resample_from_infostate(player, np.random.RandomState(1).random)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)


def test_the_state_as_json_is_its_snapshot() -> None:
    state = after_the_deal("boomtown_steamopolis(players=2)")
    assert state.to_json() == state.clone().to_json()
    assert state.to_dict() == state.ours.snapshot()


def test_its_tree_search_plays_a_whole_game() -> None:
    game = pyspiel.load_game("boomtown_steamopolis(players=2,max_rounds=1)")
    state, dice = game.new_initial_state(), np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 2, random_state=dice, use_observation_string=True
    )
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(outcomes, p=chances)))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(1)
