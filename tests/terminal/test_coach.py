"""What the coach says, in random positions of both games: no price that cannot be paid, no move below an alternative,
chances that add up, and an answer to "why not my move?" for any legal one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arena.analysis import percents
from arena.terminal.coach import tell_chances, tell_hint, tell_why
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.worker import Advice, Case, judged
from engine import Observation, State, Stream, new_game
from tests.terminal.driving import table_of

GAMES = ("planet-steam", "steamopolis")
SIMS = 16


def decisions(name: str, seed: int, n: int) -> Iterator[GameSession]:
    """Decisions of a game played at random, some way apart."""
    session, picks = GameSession(new_game(name, players=2), seed, [HUMAN] * 2), Stream(seed, "picks")
    while n and not session.is_over:
        if not session.is_forced and picks.below(8) == 0:
            yield session
            n -= 1
        session.play(picks.choice(session.legal))


def advice_of(session: GameSession, position: Observation | State, played: int | None) -> Advice:
    answer = judged(Case(1, position, session.legal, played, session.seed, len(session.moves), SIMS), session.game)
    assert answer.error is None
    assert answer.advice is not None
    return answer.advice


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_no_price_beyond_the_purse_and_no_alternative_above_its_move(name: str) -> None:
    n_alternatives = 0
    for session in decisions(name, 7, 8):
        table, advice = table_of(session), advice_of(session, session.observation, None)
        lines = tell_hint(table, advice, session.legal)
        highest = max((table.price(move) or 0 for move in session.legal), default=0)
        for line in lines:
            if line.startswith("Worth bidding"):
                assert int(re.findall(r"\d+", line)[0]) <= highest
        assert lines[0] == f"Best: {table.words(advice.verdict.best.move)}"
        assert {one.move for one in advice.verdict.outcomes} <= set(session.legal)
        told = [int(found[0]) for line in lines if (found := re.findall(r"(\d+)%$", line))]
        assert told == sorted(told, reverse=True)
        n_alternatives += len(told) - 1
    assert n_alternatives >= 4


@pytest.mark.parametrize("name", GAMES)
def test_chances_of_all_seats_add_up_to_100_wherever_they_are_told(name: str) -> None:
    for session in decisions(name, 8, 8):
        verdict = advice_of(session, session.state, session.legal[0]).verdict
        for outcome in verdict.outcomes:
            assert sum(percents(outcome.chances)) == 100
            told = tell_chances(table_of(session), outcome.chances)
            assert sum(map(int, re.findall(r"(\d+)%", told))) == 100


@pytest.mark.parametrize("name", GAMES)
def test_why_not_my_move_has_an_answer_for_any_legal_move(name: str) -> None:
    seen = set()
    for session in decisions(name, 9, 3):
        table = table_of(session)
        for move in session.legal[:3]:
            advice = advice_of(session, session.observation, move)
            lines = tell_why(table, advice)
            verdict = advice.verdict
            kind = "same" if verdict.best.move == move else "worse" if verdict.is_mistake else "as good"
            seen.add(kind)
            assert len(lines) == (3 if kind == "worse" else 1)
            if kind == "worse":
                assert lines[0].startswith(table.words(move))
                assert table.words(verdict.best.move) in lines[1]
    assert {"same", "worse"} <= seen or {"same", "as good"} <= seen
