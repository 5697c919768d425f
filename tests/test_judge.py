"""The judge on games whose right moves are known, and its promises: fair comparison, honest errors, determinism."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

import numpy as np
import pytest
from numpy.typing import NDArray

from bots.foresight import foresee
from bots.judge import FIRST, N_LUCKS, SUSPECT, THIRD, Effort, Judge, Look, Rows, _Positions, _Seen
from bots.players import players_of
from bots.search import Tree
from engine import Game, State, Stream, new_game
from engine.history import History
from tests.games import nim_game
from tests.games.sealed.engine import Sealed

QUICK = Effort(sims=8 * N_LUCKS)


def wins(state: State, move: int) -> bool:
    """Whether a move of nim leaves nothing to the other."""
    return reduce(xor, state.copy().apply(move).snapshot()["heaps"]) == 0


def midgame(game: Game, seed: int, n_moves: int) -> History:
    """A game played at random, up to a decision."""
    past, picks = History(game, seed), Stream(seed, "picks")
    while len(past.moves) < n_moves or len(past.state.legal()) < 2:
        past.push(picks.choice(past.state.legal()))
        past.roll()
    return past


@pytest.mark.parametrize("heaps", [(1, 2, 4), (3, 3, 1)])
def test_every_losing_move_of_nim_is_a_blunder_and_the_winning_one_is_none(heaps: tuple[int, ...]) -> None:
    state = nim_game(*heaps).new()
    judge = Judge(state.game, Effort(sims=300 * N_LUCKS))
    for move in state.legal():
        verdict = judge.judge_state(state, move, 1)
        assert verdict.played.move == move
        assert wins(state, verdict.best.move)
        assert (verdict.mark is None) == wins(state, move)


def test_chances_of_all_seats_add_up_for_every_move_measured() -> None:
    for players in (2, 4):
        past = midgame(new_game("planet-steam", players=players), 3, 60)
        verdict = Judge(past.game, QUICK).judge_state(past.state, past.state.legal()[0], 1)
        for outcome in verdict.outcomes:
            assert sum(outcome.chances) == pytest.approx(1)
        own = [outcome.chances[verdict.seat] for outcome in verdict.outcomes]
        assert own == sorted(own, reverse=True)
        assert verdict.cost == pytest.approx(own[0] - verdict.played.chances[verdict.seat])


def test_the_same_seed_gives_the_same_verdict_and_another_seed_other_luck() -> None:
    past = midgame(new_game("planet-steam", players=3), 4, 40)
    played = past.state.legal()[-1]
    one, again, other = (Judge(past.game, QUICK).judge_state(past.state, played, seed, 40) for seed in (1, 1, 2))
    assert one == again
    assert one.played.chances != other.played.chances


def test_what_was_judged_before_changes_nothing() -> None:
    past = midgame(new_game("planet-steam", players=2), 4, 40)
    judge = Judge(past.game, QUICK)
    alone = Judge(past.game, QUICK).judge_state(past.state, past.state.legal()[0], 1)
    judge.judge_state(past.states[1], past.moves[1], 1)
    assert judge.judge_state(past.state, past.state.legal()[0], 1) == alone


def test_a_seat_s_verdict_knows_nothing_hidden() -> None:
    """Another state that looks the same to the mover: the same verdict, number by number."""
    past = midgame(new_game("planet-steam", players=4, recall=0), 11, 150)
    seat = past.state.mover
    assert seat is not None
    seen = past.state.observe(seat)
    other = seen.sample(Stream(5, "hidden"))
    assert bytes(other) != bytes(past.state)
    verdicts = [
        Judge(past.game, QUICK).judge_view(state.observe(seat), state.legal(), None, 1) for state in (past.state, other)
    ]
    assert verdicts[0] == verdicts[1]


def test_with_everything_known_the_reserve_of_sealed_bids_is_no_secret() -> None:
    """From its observation a seat bids for all reserves that may be; told the position, it bids what this one takes."""
    state = Sealed().new().play("die 1").play("die 6").play("die 6")
    judge = Judge(state.game, Effort(sims=500 * N_LUCKS))
    blind = judge.judge_view(state.observe(0), state.legal(), None, 1)
    known = judge.judge_state(state, blind.best.move, 1)
    assert int(state.game.text(known.best.move).split()[1]) < int(state.game.text(blind.best.move).split()[1])
    assert known.cost > known.error


def test_equal_moves_are_equal_to_the_last_digit() -> None:
    """Two ways to the same position, foreseen with the same luck: no difference, not a small one."""
    past = midgame(new_game("planet-steam", players=2), 4, 40)
    tree = Tree(players_of(past.game).guide(past.game, 0.1, 2), 1_000_000, 1.0, 0.1, 4.0, 1.0)
    lucks = np.array([3, 1, 2**63], dtype=np.uint64)
    rows = [np.empty((3, 4)), np.empty((3, 4))]
    for row in rows:
        foresee(tree, past.state, lucks, 20, row)
    assert (rows[0] == rows[1]).all()
    assert len({tuple(row) for row in rows[0]}) == 3
    assert rows[0][:, :2].sum(axis=1) == pytest.approx(1)


def test_a_game_played_ahead_to_its_end_has_a_result_and_luck_of_its_own_for_each_row() -> None:
    past = midgame(new_game("planet-steam", players=2), 4, 120)
    tree = Tree(players_of(past.game).guide(past.game, 0.1, 2), 100_000, 1.0, 0.1, 4.0, 1.0)
    lucks = np.array([3, 1, 2**63], dtype=np.uint64)
    before = bytes(past.state)
    rows = [np.empty((3, 4)), np.empty((3, 4))]
    for row in rows:
        foresee(tree, past.state, lucks, 1, row, 10_000, 4)
    assert bytes(past.state) == before
    assert (rows[0] == rows[1]).all()
    assert set(rows[0][:, :2].flat) <= {0.0, 0.5, 1.0}
    assert len({tuple(row[2:]) for row in rows[0]}) == 3


def test_a_suspect_is_looked_at_once_more_with_luck_of_its_own() -> None:
    """Then what is said of it rests on the second look: only it and the best move are left, as the looks have it."""
    past = midgame(new_game("planet-steam", players=2), 4, 20)
    judge, seat = Judge(past.game, QUICK), past.state.mover
    assert seat is not None
    n_second = 0
    for move in past.state.legal():
        verdict = judge.judge_state(past.state, move, 1)
        assert verdict.cost == pytest.approx(verdict.best.chances[seat] - verdict.played.chances[seat])
        assert verdict.error == 0 or verdict.error >= verdict.cost > 0 or verdict.cost > SUSPECT
        n_second += len(verdict.outcomes) == 2
    assert n_second


class Scripted(Judge):
    """Sees what it is told: in each look one move is better by so much, give or take a spread."""

    def __init__(self, game: Game, best: int, gaps: Sequence[float], spread: float) -> None:
        super().__init__(game)
        self.best, self.gaps, self.spread = best, gaps, spread
        self.n_lucks = [0] * len(gaps)

    def _selected(self, positions: _Positions, legal: Sequence[int], played: int | None, luck: Stream) -> list[int]:
        return list(legal)

    def _foresee(self, positions: _Positions, move: int | None, lucks: NDArray[np.uint64], look: Look) -> Rows:
        chances = np.full(len(lucks), 0.3)
        if move == self.best:
            number = list(self._looks.values()).index(look)
            self.n_lucks[number] += len(lucks)
            chances += self.gaps[number] + self.spread * np.resize([1.0, -1.0], len(lucks))
        return np.column_stack([chances, 1 - chances, chances, chances])


@pytest.mark.parametrize(
    ("gaps", "spread", "n_lucks", "is_mistake"),
    [
        ((-0.1, 0.0, 0.0), 0.01, (8, 0, 0), False),  # as good as any
        ((0.3, -0.1, 0.0), 0.1, (16, 16, 0), False),  # only seemed a mistake
        ((0.3, 0.0, 0.0), 0.1, (16, 16, 0), False),
        ((0.3, 0.03, 0.0), 0.3, (16, 64, 48), False),  # in doubt until it is too little
        ((0.3, 0.4, 0.0), 0.1, (16, 64, 0), True),  # clear
        ((0.3, 0.12, 0.16), 0.3, (16, 64, 64), True),  # in doubt, and then not
        ((0.3, 0.12, 0.0), 0.2, (16, 64, 48), False),  # until all the luck to come would hardly show it
        ((0.3, 0.12, 0.081), 0.5, (16, 64, 768), False),  # in doubt to the end
        ((0.01, 0.4, 0.0), 0.4, (16, 64, 0), True),  # may be one: the first look has too little luck to tell
    ],
)
def test_looks_go_on_as_long_as_there_is_doubt(
    gaps: tuple[float, ...], spread: float, n_lucks: tuple[int, ...], is_mistake: bool
) -> None:
    state = nim_game(1, 2).new()
    played, *_, best = state.legal()
    judge = Scripted(state.game, best, gaps, spread)
    verdict = judge.judge_state(state, played, 1)
    assert tuple(judge.n_lucks) == n_lucks
    assert verdict.is_mistake == is_mistake
    if n_lucks[2]:
        assert min(gaps[1:]) < verdict.cost < max(gaps[1:])
        assert sum(verdict.played.chances) == pytest.approx(1)


def test_that_no_game_differed_so_far_is_not_certain_and_that_all_did_alike_is() -> None:
    same, worse = np.full((48, 4), 0.5), np.zeros((48, 4))
    seen = _Seen({1: same, 2: same.copy(), 3: worse}, 0.02)
    luck = 0.5 / 48
    assert seen.standard_error(1, 2, 0) == pytest.approx(np.hypot(luck, 0.02))
    assert seen.standard_error(1, 3, 0) == 0
    final, drift = seen.with_all(192, 1, 2, 0)
    assert final == pytest.approx(np.hypot(luck / 2, 0.02))  # with four times the luck
    assert drift == pytest.approx(luck * 0.75**0.5)  # what was seen and what comes make up the whole: their squares add
    assert seen.with_all(48, 1, 2, 0) == (pytest.approx(seen.standard_error(1, 2, 0)), 0.0)


class Lured(Scripted):
    """And in the first look another move seems better still."""

    def _foresee(self, positions: _Positions, move: int | None, lucks: NDArray[np.uint64], look: Look) -> Rows:
        rows = super()._foresee(positions, move, lucks, look)
        if move not in (self.best, self.game.new().legal()[0]) and look == self._looks[FIRST]:
            rows += [0.4, -0.4, 0.4, 0.4]
        return rows


def test_of_two_moves_that_seem_better_the_second_look_says_which_is() -> None:
    state = nim_game(1, 2).new()
    played, *_, best = state.legal()
    verdict = Lured(state.game, best, (0.3, 0.4, 0.0), 0.1).judge_state(state, played, 1)
    assert verdict.best.move == best
    assert verdict.cost == pytest.approx(0.4)


def test_a_verdict_with_a_time_is_as_deep_as_that_allows_and_ends_when_it_is_over() -> None:
    assert [Effort(seconds=one).depth for one in (0.0001, 0.01, 60.0)] == [1, 31, Effort().depth]
    state = nim_game(1, 2).new()
    played, *_, best = state.legal()
    judge = Scripted(state.game, best, (0.3, 0.12, 0.16), 0.2)
    judge.effort = Effort(seconds=0.0)
    judge.judge_state(state, played, 1)
    assert judge.n_lucks == [2, 2, 2]


def test_where_nothing_is_played_ahead_a_longer_look_is_surer_only_without_a_value_model() -> None:
    quick, long = (Look.of(way, 1, plays=True) for way in (FIRST, THIRD))
    assert quick.n_ahead == long.n_ahead == 0
    assert quick.systematic == long.systematic
    assert Look.of(THIRD, 1, plays=False).systematic < Look.of(FIRST, 1, plays=False).systematic
    assert Look.of(THIRD, 400, plays=True).systematic < Look.of(THIRD, 100, plays=True).systematic < quick.systematic


def test_foreseeing_refuses_what_does_not_fit() -> None:
    game = new_game("planet-steam", players=2)
    tree = Tree(players_of(game).guide(game, 0.1, 2), 1_000_000, 1.0, 0.1, 4.0, 1.0)
    lucks = np.array([1], dtype=np.uint64)
    with pytest.raises(ValueError, match="rows of 4 numbers"):
        foresee(tree, game.new(), lucks, 1, np.empty((1, 3)))
    with pytest.raises(ValueError, match="a state of this game"):
        foresee(tree, new_game("planet-steam", players=2).new(), lucks, 1, np.empty((1, 4)))
    for wrong in ((0,), (1, -1), (1, 4, 0)):
        with pytest.raises(ValueError, match="at least one simulation"):
            foresee(tree, game.new(), lucks, wrong[0], np.empty((1, 4)), *wrong[1:])


def test_a_move_that_is_not_legal_is_refused() -> None:
    state = nim_game(3, 4).new()
    with pytest.raises(ValueError, match="not legal"):
        Judge(state.game).judge_state(state, 10**6, 1)
    with pytest.raises(ValueError, match="nobody decides"):
        Judge(new_game("planet-steam")).judge_state(new_game("planet-steam").new(), None, 1)


def test_a_difference_within_its_error_gets_no_mark() -> None:
    past = midgame(new_game("planet-steam", players=2), 4, 20)
    judge = Judge(past.game, QUICK)
    n_marked = n_unmarked = 0
    for number, state in enumerate(past.states[:-1]):
        if state.mover is None or state.mover < 0:
            continue
        verdict = judge.judge_state(state, past.moves[number], 1, number)
        n_marked += verdict.mark is not None
        n_unmarked += verdict.mark is None
        assert (verdict.mark is not None) == (verdict.cost > verdict.error and verdict.cost >= 0.05)
        assert verdict.mark in (None, "?!" if verdict.cost < 0.1 else "?" if verdict.cost < 0.2 else "??")
    assert n_marked >= 2
    assert n_unmarked >= 3
