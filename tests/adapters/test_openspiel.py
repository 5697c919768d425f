"""OpenSpiel's own tests of a game, over ours: its random simulation, the classes of its API test, stored playthroughs.

`python -m tests.adapters.test_openspiel` writes the playthroughs anew, for a change that is meant.
"""

from __future__ import annotations

import hashlib
import json
import unittest
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from arena.adapters.openspiel import Struct

GAMES = [
    *(f"boomtown_planet_steam(players={players})" for players in (2, 3, 4, 5)),
    *(f"boomtown_steamopolis(players={players})" for players in (1, 2, 3, 4)),
]

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
PLAYED = {
    "planet_steam": "boomtown_planet_steam(players=2)",
    "steamopolis": "boomtown_steamopolis(players=2,max_rounds=2)",
}
SHOWN = "# State 12\n"  # what follows it is in the digest only: a whole game has megabytes
SEED = 1
WRITTEN_BY = "2.0.2"


def shortened(name: str) -> str:
    whole = "\n".join(generate_playthrough.playthrough_lines(name, seed=SEED))
    digest = hashlib.sha256(whole.encode()).hexdigest()
    return f"{whole.partition(SHOWN)[0]}SHA-256 of all {whole.count(chr(10))} lines: {digest}\n"


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


@pytest.mark.parametrize("name", ["boomtown_planet_steam(players=3)", "boomtown_steamopolis(players=2)"])
def test_structs_go_through_json_and_back(name: str) -> None:
    state = after_the_deal(name)
    player, action = state.current_player(), state.legal_actions()[-1]
    assert json.loads(state.to_json()) == json.loads(json.dumps(state.ours.snapshot()))
    view = json.loads(state.to_observation_struct(player).to_json())
    assert view == json.loads(json.dumps(state.ours.observe(player).view()))
    struct = Struct(json.loads(state.action_to_struct(player, action).to_json()))
    assert state.struct_to_actions(struct) == [action]
    other = state.clone()
    other.apply_action_struct(struct)
    assert other.ours == state.child(action).ours


def test_a_state_survives_serialisation() -> None:
    game = pyspiel.load_game("boomtown_steamopolis(players=2)")
    state = after_the_deal("boomtown_steamopolis(players=2)")
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
    again = game.deserialize_state(state.serialize())
    assert (bytes(again.ours), again.history()) == (bytes(state.ours), state.history())


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_the_stored_playthrough_is_played_again(path: Path) -> None:
    """The file has the beginning, to read, and a digest of the whole."""
    if version("open_spiel") != WRITTEN_BY:
        pytest.skip(
            f"the playthroughs were written by OpenSpiel {WRITTEN_BY}; another version may write them otherwise"
        )
    assert shortened(PLAYED[path.stem]) == path.read_text(encoding="utf-8")


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


if __name__ == "__main__":
    for _stem, _name in PLAYED.items():
        (PLAYTHROUGHS / f"{_stem}.txt").write_text(shortened(_name), encoding="utf-8")
