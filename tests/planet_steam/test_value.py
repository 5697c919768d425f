"""The value model: what playouts that stop at the end of a round are judged by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bots
from bots.fitted import load_value
from bots.planet_steam.guide import PlanetSteamGuide
from bots.planet_steam.value_training import FEATURES, ValueTraining
from bots.planet_steam.weights import VALUE
from engine import State, Stream, new_game
from engine.planet_steam.game import PlanetSteam
from tests.walks import after_playouts


def _round_start(players: int, rounds_played: int) -> tuple[PlanetSteamGuide, State]:
    guide = PlanetSteamGuide(PlanetSteam(players=players), noise=0.0, horizon=1)
    return guide, after_playouts(guide, rounds_played)


def test_a_playout_stops_at_the_start_of_the_next_round() -> None:
    guide, state = _round_start(4, 2)
    assert state.snapshot()["round"] == 3
    assert guide.game.phase(state) == "specialist-bid"


def test_chances_sum_to_one_and_follow_the_expected_wealth() -> None:
    guide, state = _round_start(4, 3)
    chances, wealth = guide.judgement(state)
    assert sum(chances) == pytest.approx(1)
    assert sorted(range(4), key=lambda seat: chances[seat]) == sorted(range(4), key=lambda seat: wealth[seat])
    assert all(expected > now for expected, now in zip(wealth, state.scores(), strict=True))


def test_at_the_end_the_result_itself_counts() -> None:
    guide, state = _round_start(3, 6)
    assert state.is_over
    assert guide.judgement(state) == (state.result(), state.scores())


def test_the_model_is_better_than_wealth_as_it_stands() -> None:
    """Mean error of the final wealth over games that the model has not seen."""
    errors: dict[str, list[float]] = {"model": [], "still": []}
    game = PlanetSteam(players=4)
    guide = PlanetSteamGuide(game, horizon=1)
    for k in range(40):
        state, rng = game.new(), Stream(k, "unseen")
        for _ in range(3):
            guide.play_out(state, rng)
        judged, now = guide.judgement(state)[1], state.scores()
        while not state.is_over:
            guide.play_out(state, rng)
        final = state.scores()
        errors["model"] += [abs(a - b) for a, b in zip(judged, final, strict=True)]
        errors["still"] += [abs(a - b) for a, b in zip(now, final, strict=True)]
    assert sum(errors["model"]) < 0.5 * sum(errors["still"])


def test_training_goes_on_from_a_checkpoint_to_the_same_model(tmp_path: Path) -> None:
    whole = ValueTraining(7)
    assert list(whole.chunks(120)) == [60, 120]
    half = ValueTraining(7)
    assert list(half.chunks(60)) == [60]
    half.save(tmp_path / "rows.npz")
    rest = ValueTraining.load(tmp_path / "rows.npz")
    assert list(rest.chunks(120)) == [120]
    assert rest.model() == whole.model()


def test_the_stored_model_says_where_it_comes_from() -> None:
    found = json.loads(VALUE.read_text())
    assert found["features"] == list(FEATURES)
    assert found["games"] >= 10_000
    assert found["searches"] >= 5000
    assert len(load_value(VALUE, "networks")["networks"]) == len(found["loss"]) == 4  # 2 to 5 players


def test_the_search_uses_it() -> None:
    game = new_game(players=2)
    state = game.new()
    state.apply(state.roll(Stream(1, "dice")))
    seen = state.observe(state.mover)
    found = []
    for horizon in (0, 1):
        bot = bots.make(f"mcts:sims=60,horizon={horizon}", game, seen.seat)
        bot.choose(seen, state.legal(), bots.Budget(), Stream(1, "bot"))
        assert bot.analysis is not None
        found.append([one["chance"] for one in bot.analysis["candidates"]])
    whole, judged = found
    assert all(0 < chance < 1 for chance in judged)
    assert whole != judged
