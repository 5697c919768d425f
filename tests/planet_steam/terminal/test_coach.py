"""The coach knows what the player's seat may know, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from arena.planet_steam.score import score_of, wealth_by_round
from arena.terminal.coach import Review, advise, tell_hint
from arena.terminal.end_screen import costly_line
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.thinker import Thinker
from arena.terminal.worker import Request, answer
from engine import Stream, new_game
from tests.planet_steam.terminal.scenes import SEAT, in_phase, recorded
from tests.terminal.driving import table_of


def hint_of(session: GameSession, spec: str, sims: int) -> list[str]:
    """A hint as the application makes it, in this process."""
    seen = session.observation
    request = Request(1, spec, seen, session.state.legal(), session.seed, len(session.moves), None, sims, 0.0, True)
    found = answer(request, session.game, {})
    assert found.move is not None
    table = table_of(session)
    return tell_hint(table, advise(table, found.move, found.analysis), spec)


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


@pytest.mark.parametrize(("spec", "sims"), [("greedy", 1), ("heuristic", 1), ("mcts", 60)])
def test_blindfold_the_hint_does_not_depend_on_hidden_credits(spec: str, sims: int) -> None:
    """Change only what the seat cannot see, keep the seed: word for word the same hint, costs and previews."""
    n_changed = 0
    for k, session in enumerate(hidden_positions(12)):
        other = session.before(len(session.moves))
        other.states[-1] = session.observation.sample(Stream(k, "hidden"))
        n_changed += bytes(other.state) != bytes(session.state)
        assert hint_of(other, spec, sims) == hint_of(session, spec, sims)
        one, two = map(table_of, (session, other))
        for offer in one.offers()[:20]:
            assert one.preview(offer) == two.preview(offer)
    assert n_changed >= 10


def test_the_application_gives_the_coach_the_viewer_s_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.terminal.app import Options
    from arena.terminal.table_screen import TableScreen

    asked: list[Any] = []
    monkeypatch.setattr(Thinker, "ask", lambda self, *given, **named: asked.append(given))
    screen = TableScreen(recorded("ffg", in_phase("trade", 3)), Options())
    screen._ask_coach("hint", 1.0)
    ((_, seen, _, _),) = asked
    assert bytes(seen) == bytes(screen.session.state.observe(SEAT))


def test_a_hint_names_the_move_the_chances_and_two_alternatives() -> None:
    session = recorded("ffg", in_phase("tank-phase", 3))
    legal = session.state.legal()
    rows = [
        {"move": legal[2], "visits": 60, "chance": 0.5, "score": 700.2, "plan": []},
        {"move": legal[0], "visits": 30, "chance": 0.4, "score": 650.0},
        {"move": legal[1], "visits": 9, "chance": 0.3, "score": 640.0},
        {"move": legal[3], "visits": 1, "chance": 0.9, "score": 640.0},
    ]
    hint = advise(table_of(session), legal[2], {"candidates": rows})
    assert hint.now == pytest.approx(0.01 * (60 * 0.5 + 30 * 0.4 + 9 * 0.3 + 0.9))
    assert [choice.move for choice in hint.others] == [legal[0], legal[1]]
    lines = tell_hint(table_of(session), hint, "mcts")
    assert lines[1] == "Winning chance: 46% now, 50% after it"
    assert lines[2] == "Expected final wealth: 700"
    assert lines[-1] == "mcts, from what you can see"


@pytest.mark.parametrize(
    ("chances", "worth"),
    [({"pass": 0.2, "bid 5": 0.3, "bid 20": 0.21, "bid 40": 0.1}, 20), ({"pass": 0.4, "bid 5": 0.3}, 0)],
)
def test_in_an_auction_the_worth_is_the_highest_price_that_beats_passing(chances: dict[str, float], worth: int) -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    rows = [{"move": session.game.move(text), "visits": 10, "chance": chance} for text, chance in chances.items()]
    assert advise(table_of(session), rows[0]["move"], {"candidates": rows}).worth == worth  # type: ignore[arg-type]


def test_the_search_s_own_worth_is_preferred() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    row = {"move": session.game.move("bid 5"), "visits": 10, "chance": 0.3, "worth": 33}
    assert advise(table_of(session), row["move"], {"candidates": [row]}).worth == 33


def test_alternatives_stand_in_the_order_of_their_chances_and_a_surprise_is_explained() -> None:
    session = recorded("ffg", in_phase("tank-phase", 3))
    legal = session.state.legal()
    rows = [
        {"move": move, "visits": visits, "chance": chance}
        for move, visits, chance in zip(legal, (60, 25, 15), (0.5, 0.34, 0.37), strict=False)
    ]
    table = table_of(session)
    hint = advise(table, legal[0], {"candidates": rows})
    assert [choice.chance for choice in hint.others] == [0.37, 0.34]
    assert not any("tried most" in line for line in tell_hint(table, hint, "mcts"))
    rows[2]["chance"] = 0.51
    assert any("tried most" in line for line in tell_hint(table, advise(table, legal[0], {"candidates": rows}), "x"))


def test_a_hint_names_no_bid_above_its_own_limit() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    found = {"bid 3": 0.56, "bid 5": 0.57, "bid 4": 0.55, "pass": 0.54, "bid 2": 0.53}
    rows = [{"move": session.game.move(text), "visits": 10, "chance": chance} for text, chance in found.items()]
    hint = advise(table_of(session), rows[0]["move"], {"candidates": rows, "worth": 2})  # type: ignore[arg-type]
    assert hint.worth == 3
    assert [session.game.text(choice.move) for choice in hint.others] == ["pass", "bid 2"]


def test_the_review_charges_nothing_for_a_move_the_search_hardly_looked_at() -> None:
    session = recorded("ffg")
    review = Review(session, SEAT)
    number = review.numbers[0]
    played = session.moves[number]
    one, two = [move for move in session.states[number].legal() if move != played][:2]
    rows = [{"move": one, "visits": 990, "chance": 0.5}, {"move": two, "visits": 100, "chance": 0.1}]
    review.add(one, {"candidates": rows})
    review.numbers.insert(1, number)
    review.add(one, {"candidates": [*rows, {"move": played, "visits": 1, "chance": 0.0}]})
    assert review.found == []
    review.numbers.insert(2, number)
    review.add(one, {"candidates": [*rows, {"move": played, "visits": 100, "chance": 0.28}]})
    (costly,) = review.found
    assert costly.loss == pytest.approx(0.22)
    line = costly_line(table_of(session), costly)
    assert line.endswith("(−22 percentage points of winning chance)")


def test_the_review_finds_the_costliest_decisions() -> None:
    session = recorded("ffg")
    review = Review(session, SEAT)
    assert len(review.numbers) == sum(state.mover == SEAT and len(state.legal()) > 1 for state in session.states[:-1])
    for k, number in enumerate(list(review.numbers)):
        played = session.moves[number]
        better = next(move for move in session.states[number].legal() if move != played)
        rows = [{"move": better, "chance": 0.5 + 0.001 * k}, {"move": played, "chance": 0.5}]
        review.add(better, {"candidates": rows})
    assert review.next_number is None
    worst = review.worst()
    assert [costly.number for costly in worst] == review.numbers[:-4:-1]
    assert worst[0].loss == pytest.approx(0.001 * (len(review.numbers) - 1))


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
