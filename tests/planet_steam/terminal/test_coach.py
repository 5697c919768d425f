"""The coach knows what the player's seat may know, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arena.planet_steam.score import score_of, wealth_by_round
from arena.terminal.coach import Review, tell_hint, worth
from arena.terminal.end_screen import costly_line
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.thinker import Thinker
from arena.terminal.worker import Advice, Case, judged
from bots.judge import Outcome, Verdict
from bots.reasons import Reason
from engine import Observation, Stream, new_game
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import table_of


def advice_of(session: GameSession, sims: int) -> Advice:
    """What the application is told, in this process."""
    n_moves = len(session.moves)
    found = judged(Case(1, session.observation, session.legal, None, session.seed, n_moves, sims), session.game)
    assert found.error is None
    assert found.advice is not None
    return found.advice


def hint_of(session: GameSession, sims: int) -> list[str]:
    return tell_hint(table_of(session), advice_of(session, sims), session.legal)


def hidden_positions(n: int) -> list[GameSession]:
    """Decisions in which somebody's credits are unknown to the player to move."""
    game = new_game(players=4, recall=0)
    session = GameSession(game, 11, [HUMAN] * 4)
    picks, found = Stream(11, "picks"), []
    while not session.is_over and len(found) < n:
        view = session.view
        if view["credits_low"] != view["credits_high"] and not session.is_forced and picks.below(6) == 0:
            found.append(session.before(len(session.moves)))
        session.play(picks.choice(session.state.legal()))
    return found


def test_blindfold_the_hint_does_not_depend_on_hidden_credits() -> None:
    """Change only what the seat cannot see, keep the seed: word for word the same hint, costs and previews."""
    n_changed = 0
    for k, session in enumerate(hidden_positions(8)):
        other = session.before(len(session.moves))
        other.states[-1] = session.observation.sample(Stream(k, "hidden"))
        n_changed += bytes(other.state) != bytes(session.state)
        assert hint_of(other, 64) == hint_of(session, 64)
        one, two = map(table_of, (session, other))
        for offer in one.offers()[:20]:
            assert one.preview(offer) == two.preview(offer)
    assert n_changed >= 6


def test_the_application_gives_the_coach_what_the_viewer_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.terminal.app import Options
    from arena.terminal.table_screen import TableScreen

    asked: list[Any] = []
    monkeypatch.setattr(Thinker, "judge", lambda self, *given, **named: asked.append(given))
    screen = TableScreen(recorded("ffg", in_phase("trade", 3)), Options())
    screen._ask_coach("hint", 64)
    ((seen, _, _, _),) = asked
    assert bytes(seen) == bytes(screen.session.recollection) != bytes(screen.session.observation)


def outcomes(session: GameSession, chances: dict[str, float]) -> tuple[Outcome, ...]:
    """Measured moves of a game for four, the player's seat with these chances, in the order of a verdict."""
    found = []
    for text, chance in sorted(chances.items(), key=lambda one: -one[1]):
        others = [(1 - chance) / 3] * 3
        found.append(
            Outcome(session.game.move(text), (*others[:SEAT], chance, *others[SEAT:]), (600.0,) * SEAT + (700.2,))
        )
    return tuple(found)


def advice_with(session: GameSession, chances: dict[str, float], limit: int | None = None) -> Advice:
    measured = outcomes(session, chances)
    return Advice(Verdict(SEAT, measured[0], measured, 0.0, 0.0, 0.0), (measured[0].move,), limit)


def test_a_hint_names_the_move_its_chance_and_two_alternatives() -> None:
    session = recorded("ffg", in_phase("tank-phase", 3))
    texts = session.state.moves()[:4]
    advice = advice_with(session, dict(zip(texts, (0.4, 0.3, 0.5, 0.2), strict=True)))
    table = table_of(session)
    lines = tell_hint(table, advice, session.legal)
    assert lines[0] == f"Best: {table.words(session.game.move(texts[2]))}"
    assert lines[1] == "Winning chance after it: 50%"
    assert lines[2] == "Expected final wealth: 700"
    assert [line[-3:] for line in lines[4:6]] == ["40%", "30%"]
    assert len(lines) == 7


@pytest.mark.parametrize(("limit", "told"), [(33, 33), (2, 5), (10_000, None)])
def test_a_hint_names_no_price_that_cannot_be_paid_and_none_below_its_own_bid(limit: int, told: int | None) -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    table = table_of(session)
    highest = max(table.price(move) or 0 for move in session.legal)
    advice = advice_with(session, {"bid 5": 0.5, "bid 7": 0.45, "pass": 0.4}, limit)
    assert worth(table, advice, session.legal) == (highest if told is None else told)
    lines = tell_hint(table, advice, session.legal)
    assert f"Worth bidding up to {highest if told is None else told}" in lines[3]
    assert any("bid 7" in line.lower() or " 7" in line for line in lines[4:]) == (told != 5)


@pytest.mark.parametrize(("limit", "told"), [(33, True), (6, False)])
def test_a_hint_says_which_move_its_reasons_are_against_if_it_is_listed(limit: int, told: bool) -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    table, found = table_of(session), advice_with(session, {"bid 5": 0.5, "bid 7": 0.45, "pass": 0.4}, limit)
    lines = tell_hint(table, replace(found, reasons=(Reason("zones", SEAT, 1.0, 0.1),)), session.legal)
    (reasons,) = [line for line in lines if line.startswith("On average, compared with ")]
    other = f"“{table.words(session.game.move('bid 7'))}”" if told else "the other move"
    assert reasons.startswith(f"On average, compared with {other}: ")


def test_where_passing_is_best_no_price_is_named() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    advice = advice_with(session, {"pass": 0.5, "bid 5": 0.4}, 33)
    assert worth(table_of(session), advice, session.legal) is None
    assert not any("Worth" in line for line in tell_hint(table_of(session), advice, session.legal))


def test_no_hint_shows_an_alternative_above_its_best_move() -> None:
    for session in hidden_positions(5):
        verdict = advice_of(session, 32).verdict
        chances = [one.chances[verdict.seat] for one in verdict.outcomes]
        assert chances == sorted(chances, reverse=True)
        assert {one.move for one in verdict.outcomes} <= set(session.legal)


def verdict_with(played: Outcome, best: Outcome, error: float) -> Verdict:
    cost = best.chances[SEAT] - played.chances[SEAT]
    return Verdict(SEAT, played, (best, played), cost, 0.0, error)


def test_the_review_lists_no_difference_within_its_error() -> None:
    session = recorded("ffg")
    review = Review(session, SEAT)
    number = review.numbers[0]
    played = session.game.text(session.moves[number])
    other = next(text for text in session.states[number].moves() if text != played)
    best, own = outcomes(session, {other: 0.5, played: 0.28})
    review.add(verdict_with(own, best, 0.3))
    assert review.found == []
    review.numbers.insert(1, number)
    review.add(verdict_with(own, best, 0.1))
    (costly,) = review.found
    assert costly.loss == pytest.approx(0.22)
    line = costly_line(table_of(session), costly)
    assert line.endswith("(−22 percentage points of winning chance)")


def test_the_review_finds_the_costliest_decisions() -> None:
    session = recorded("ffg")
    review = Review(session, SEAT)
    assert len(review.numbers) == sum(state.mover == SEAT and len(state.legal()) > 1 for state in session.states[:-1])
    for k, number in enumerate(list(review.numbers)):
        played = session.game.text(session.moves[number])
        better = next(text for text in session.states[number].moves() if text != played)
        best, own = outcomes(session, {better: 0.5 + 0.01 + 0.001 * k, played: 0.5})
        review.add(verdict_with(own, best, 0.001))
    assert review.next_number is None
    worst = review.worst()
    assert [costly.number for costly in worst] == review.numbers[:-4:-1]
    assert worst[0].loss == pytest.approx(0.01 + 0.001 * (len(review.numbers) - 1))


def test_the_breakdown_adds_up_to_the_wealth_of_the_rules() -> None:
    for edition in ("ffg", "ludoart"):
        session = recorded(edition)
        for seat, wealth in enumerate(session.state.scores()):
            score = score_of(session, seat)
            assert score.total == wealth
            assert sum(score[:-1]) == wealth
        table = wealth_by_round(session)
        assert len(table) == 1 + session.game.board["rounds"]
        assert table[-1] == [int(score) for score in session.state.scores()]


def test_the_coach_is_told_what_the_player_has_seen_before() -> None:
    """Rules 1.7: old payments are out of sight; who has watched them still knows what the others own."""
    session, picks = GameSession(new_game("planet-steam", players=3), 5, [HUMAN] * 3), Stream(1, "picks")
    n_unknown = 0
    while not session.is_over:
        seat = session.viewer
        if not session.is_forced and picks.below(10) == 0:
            assert session.recollection.seat == seat
            assert _owned(session.recollection) == {tuple(session.state.snapshot()["credits"])}
            n_unknown += len(_owned(session.observation)) > 1
        session.play(picks.choice(session.legal))
    assert n_unknown > 3


def _owned(seen: Observation) -> set[tuple[int, ...]]:
    """What all might own."""
    return {tuple(seen.sample(Stream(k, "owned")).snapshot()["credits"]) for k in range(40)}
