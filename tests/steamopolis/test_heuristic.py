"""The heuristic plays with any number of players legally, and better than greedy; its weights can be trained."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import bots
from arena.cli import main
from bots.adviser import play_games
from bots.fitted import load_weights
from bots.steamopolis.adviser import SteamopolisAdviser
from bots.steamopolis.training import Training
from bots.steamopolis.weights import DEFAULT
from engine import Stream
from engine.steamopolis.game import Steamopolis
from tests.walks import walk


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_policy_scores_exactly_the_legal_moves_and_plays_the_best(players: int) -> None:
    for number, state in enumerate(walk(Steamopolis(players=players), n_games=2, every=3)):
        seat = state.mover
        assert seat is not None
        game = state.game
        assert isinstance(game, Steamopolis)
        adviser, seen = SteamopolisAdviser(game), state.observe(seat)
        scores = adviser.scores(seen, Stream(number, "a"))
        assert list(scores) == state.legal()
        (chosen,) = adviser.advise(seen, Stream(number, "b"))
        assert scores[chosen] == max(scores.values())


def test_games_between_weights_are_deterministic_and_turn_the_seats() -> None:
    game = Steamopolis(players=3)
    results = play_games([SteamopolisAdviser(game)] * 3, 4, 6)
    assert results == play_games([SteamopolisAdviser(game)] * 3, 4, 6)
    assert results[0] == results[1][2:] + results[1][:2]  # the same players, turned by one seat


@pytest.mark.parametrize("players", [2, 4])
def test_trained_weights_beat_others(players: int) -> None:
    """Of what use machines and stones are, those do not see."""
    game = Steamopolis(players=players)
    weights = load_weights(DEFAULT)
    careless = weights | dict.fromkeys(("active", "passive", "passenger", "boiler", "storage", "stone"), 0.0)
    others = [SteamopolisAdviser(game, careless)] * (players - 1)
    results = play_games([SteamopolisAdviser(game, weights), *others], 1, 20 * players)
    assert sum(row[0] == max(row) for row in results) > 1.5 * len(results) / players


@pytest.mark.parametrize(("better", "worse"), [("heuristic", "greedy"), ("greedy", "random")])
def test_each_bot_beats_the_simpler_one(better: str, worse: str) -> None:
    game = Steamopolis(players=2)
    won = 0.0
    for k in range(6):
        seated = [bots.make(better if seat == k % 2 else worse, game, seat) for seat in range(2)]
        state, dice, n = game.new(), Stream(k, "dice"), 0
        while (seat := state.mover) is not None:
            n += 1
            if seat < 0:
                state.apply(state.roll(dice))
            else:
                rng = Stream(k, "bot", seat, n)
                state.apply(bots.ask(seated[seat], state.observe(seat), state.legal(), rng))
        won += state.result()[k % 2]
    assert won >= 5


def test_the_same_weights_are_par() -> None:
    weights = load_weights(DEFAULT)
    assert Training(3, None, 24).fitness(weights, [weights], 1) == pytest.approx(0.25, abs=0.02)


def test_the_command_trains_what_is_told(tmp_path: Path) -> None:
    files = ["--checkpoint", str(tmp_path / "run"), "--output", str(tmp_path / "out.json")]
    arguments = ["train", "--game", "steamopolis", "policy", "--generations", "1", "--games", "5", *files]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    found = load_weights(tmp_path / "out.json")
    assert set(found) == set(load_weights(DEFAULT))
    assert found != load_weights(DEFAULT)
