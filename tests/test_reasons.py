"""Reasons for a move: counted in games played on, beyond their error, and told in every language."""

from __future__ import annotations

import pytest

from arena.face import face_of
from arena.reasons import tell_reasons
from arena.terminal.lang import LANGUAGES, Catalogue, catalogue_of
from bots.judge import Judge
from bots.players import players_of
from bots.reasons import SCORE, Reason, _difference, played_on
from engine import Game, Stream, new_game
from tests.games import nim_game
from tests.test_judge import midgame, wins

GAMES = ("planet-steam", "steamopolis")


@pytest.mark.parametrize("name", GAMES)
def test_every_quantity_of_a_room_has_words_in_every_language(name: str) -> None:
    game = new_game(name, players=2)
    for language in LANGUAGES:
        say = catalogue_of(game, language)
        for quantity in (*players_of(game).quantities, SCORE):
            reason = Reason(quantity, 1, -2.25, 0.5)
            told = tell_reasons(say, ["Ada", "Bob"], 0, [reason])
            assert quantity not in told or "." not in quantity
            assert "Bob" in told
            assert "−2" in told
    assert tell_reasons(Catalogue("en", face_of(game).lang, face_of(game).variant(game.settings)), [], 0, [])


@pytest.mark.parametrize("name", GAMES)
def test_only_what_a_room_declares_is_counted(name: str) -> None:
    past = midgame(new_game(name, players=2), 3, 30)
    state, move = past.states[10], past.moves[10]
    players = players_of(past.game)
    found = played_on(state.copy().apply(move), players.policy(past.game), 5, state, move)
    assert {quantity for quantity, _ in found} <= {*players.quantities, *players.measures.values(), SCORE}
    assert set(players.measures) <= set(players.quantities)
    assert any(quantity.startswith("soon.") for quantity, _ in found) == bool(players.soon)
    assert len(found) > 6


def test_points_by_source_add_up_to_the_score() -> None:
    game = new_game("steamopolis", players=2)
    state = midgame(game, 4, 60).state
    move = state.legal()[0]
    counts = played_on(state.copy().apply(move), players_of(game).policy(game), 5, state, move)
    for seat in range(2):
        brought = sum(amount for (name, one), amount in counts.items() if one == seat and name.startswith("points."))
        assert state.scores()[seat] + brought == counts[SCORE, seat]


def test_the_same_question_gets_the_same_reasons_and_they_are_beyond_their_errors() -> None:
    past = midgame(new_game("planet-steam", players=2), 4, 20)
    state, seat = past.state, past.state.mover
    judge, legal = Judge(past.game), past.state.legal()
    n_found = 0
    for better, worse in ((legal[0], legal[-1]), (legal[-1], legal[0])):
        found = judge.why(state, better, worse, 1)
        assert not found or found == judge.why(state, better, worse, 1)
        for one in found:
            worth = players_of(past.game).quantities[one.quantity]
            assert abs(one.gain) > one.error
            assert one.gain * worth * (1 if one.seat == seat else -1) > 0
        n_found += len(found)
    assert n_found


def test_an_income_is_split_into_amount_and_price_where_the_games_tell_it() -> None:
    name, size = ("earned.ore", 0), ("sold.ore", 0)
    worse = [{name: 10.0 * n, size: n} for n in (4.0, 5.0, 6.0, 5.0)]
    better = [{name: 12.0 * (n + 2), size: n + 2} for n in (4.0, 5.0, 6.0, 5.0)]
    found = _difference(name, better, worse, "sold.ore")
    assert (found.gain, found.amount, found.price) == (34.0, 2.0, pytest.approx(2.0))
    told = tell_reasons(catalogue_of(new_game("planet-steam"), "en"), ["Ada"], 0, [found])
    assert told == "On average, compared with the other move: Ada: +34 credits from selling ore (amount +2, price +2)"
    dearer = [{name: 12.0 * one[size], size: one[size]} for one in worse]
    found = _difference(name, dearer, worse, "sold.ore")
    assert (found.amount, found.price) == (0.0, pytest.approx(2.0))  # as much as before, each for more
    noisy = [{name: 10.0 * n, size: n} for n in (9.0, 0.0, 12.0, 1.0)]
    assert _difference(name, noisy, worse, "sold.ore").amount == 0.0


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    game = new_game("planet-steam")
    for language, gain, told in (("en", 1.0, "+1 zone"), ("de", 1.5, "+1,5 Zonen"), ("fr", 1.5, "+1,5 zone")):
        assert tell_reasons(catalogue_of(game, language), ["Ada"], 0, [Reason("zones", 0, gain, 0.1)]).endswith(told)


def test_a_game_without_a_room_tells_by_the_score() -> None:
    state = nim_game(1, 2).new()
    winning = next(move for move in state.legal() if wins(state, move))
    losing = next(move for move in state.legal() if not wins(state, move))
    found = Judge(state.game).why(state, winning, losing, 1)
    assert {one.quantity for one in found} == {SCORE}


def test_from_a_view_nothing_hidden_is_known() -> None:
    game: Game = new_game("planet-steam", players=4, recall=0)
    past = midgame(game, 11, 150)
    seat = past.state.mover
    assert seat is not None
    other = past.state.observe(seat).sample(Stream(5, "hidden"))
    assert bytes(other) != bytes(past.state)
    legal = past.state.legal()
    one, two = (Judge(game).why(state.observe(seat), legal[0], legal[-1], 1) for state in (past.state, other))
    assert one == two
