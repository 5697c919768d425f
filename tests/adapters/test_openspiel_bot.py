"""OpenSpiel's bots as bots of the arena: whole games, the same for the same seed, within a budget."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from click.testing import CliRunner

import bots
from arena.adapters.openspiel_bot import OpenSpielBot, OpenSpielParams
from arena.cli import main
from bots.bot import TimeControl
from engine import Game, State, Stream, new_game

needs_openspiel = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs open_spiel")
GAMES = ("planet-steam", "steamopolis")


def at_choice(game: Game, n: int) -> State:
    """A position with a choice, behind n random moves."""
    state, dice, picks = game.new(), Stream(1, "dice"), Stream(1, "picks")
    while n > 0 or state.mover == -1 or len(state.legal()) == 1:
        state.apply(state.roll(dice) if state.mover == -1 else picks.choice(state.legal()))
        n -= 1
    return state


def played(game: Game, params: OpenSpielParams, seed: int) -> State:
    """A whole game, seat 0 against one that plays at random."""
    state, dice, picks = game.new(), Stream(seed, "dice"), Stream(seed, "picks")
    bot, thoughts = OpenSpielBot(game, 0, params), Stream(seed, "bot")
    while state.mover is not None:
        if state.mover == 0:
            state.play(bot.choose(state.observe(0), state.legal(), bots.Budget(), thoughts))
        else:
            state.apply(state.roll(dice) if state.mover == -1 else picks.choice(state.legal()))
    return state


@needs_openspiel
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["ismcts", "random"])
def test_it_plays_whole_games_that_follow_from_the_seed(name: str, kind: str) -> None:
    game, params = new_game(name, players=2), OpenSpielParams(kind, sims=2)
    first = played(game, params, 1)
    assert first.is_over
    assert bytes(played(game, params, 1)) == bytes(first) != bytes(played(game, params, 2))


@needs_openspiel
@pytest.mark.parametrize("name", GAMES)
def test_its_choice_follows_from_what_the_seat_sees(name: str) -> None:
    """Two states that look alike to the seat; the bot gets the same observation of both."""
    state = at_choice(new_game(name, players=2), 60)
    seen = state.observe(state.mover or 0)
    other = seen.sample(Stream(5, "sampling"))
    bot = OpenSpielBot(state.game, seen.seat, OpenSpielParams(sims=10))
    choices = {
        bot.choose(one.observe(seen.seat), state.legal(), bots.Budget(), Stream(3, "bot")) for one in (state, other)
    }
    assert len(choices) == 1


@needs_openspiel
def test_simulations_and_time_both_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in worlds drawn; the clock of the second search is past its end from the first look on."""
    from arena.adapters import openspiel, openspiel_bot

    drawn: list[int] = []
    resample = openspiel.BoomtownState.resample_from_infostate
    monkeypatch.setattr(
        openspiel.BoomtownState,
        "resample_from_infostate",
        lambda self, player, draw: (drawn.append(player), resample(self, player, draw))[1],
    )
    state = at_choice(new_game("planet-steam", players=2), 20)
    seat = state.mover or 0

    def worlds(budget: bots.Budget, **params: Any) -> int:
        drawn.clear()
        bot = OpenSpielBot(state.game, seat, OpenSpielParams(**params))
        assert bot.choose(state.observe(seat), state.legal(), budget, Stream(1, "bot")) in state.legal()
        return len(drawn)

    assert worlds(bots.Budget(), sims=7) == 7
    assert worlds(bots.Budget(sims=5)) == 5
    assert worlds(bots.Budget(sims=5), sims=7) == 7
    ticks = iter(range(1000))
    monkeypatch.setattr(openspiel_bot.time, "perf_counter", lambda: float(next(ticks)))
    assert worlds(bots.Budget(time=0.5)) == openspiel_bot.FEWEST_SIMS
    assert worlds(bots.Budget(time=3.5)) == openspiel_bot.FEWEST_SIMS + 3
    assert worlds(bots.Budget(clock=TimeControl(1e-6))) == openspiel_bot.FEWEST_SIMS


@needs_openspiel
def test_it_plays_boards_that_no_parameter_names() -> None:
    game = new_game("planet-steam", players=3, edition="ludoart", rules=("sabotage",))
    state = at_choice(game, 30)
    seat = state.mover or 0
    bot = OpenSpielBot(game, seat, OpenSpielParams(sims=3))
    assert bot.choose(state.observe(seat), state.legal(), bots.Budget(), Stream(1, "bot")) in state.legal()


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    spec = bots.Spec("openspiel", OpenSpielBot, OpenSpielParams())
    told = r"^bot openspiel: it needs OpenSpiel: \.venv/bin/pip install -e '\.\[openspiel\]' in the checkout$"
    with pytest.raises(bots.SpecError, match=told):
        spec.make(new_game(players=2), 0)


def test_an_unknown_bot_of_theirs_is_told_in_a_line() -> None:
    if "openspiel" not in bots.registry:
        pytest.skip("the entry point is not installed: pip install --editable .")
    result = CliRunner().invoke(main, ["simulate", "--players", "2", "--bot", "openspiel:cfr"])
    assert (result.exit_code, result.stderr) == (
        2,
        "boomtown: bot openspiel:cfr: bot is ismcts or random, not 'cfr'\n",
    )
