"""What the measurements of value models and candidates compute; runs that say something take hours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import calibration, convergence, regret
from benchmarks.calibration import Case, briers, cases, tenths
from benchmarks.selfplay import Played, SelfPlay
from engine import BoomtownError, new_game


def test_tenths_hold_predictions_against_results_and_need_cases_enough() -> None:
    sure = [Case(game, 1, 0.95, float(game % 10 > 0)) for game in range(300)]
    wrong = [Case(game, 1, 0.25, float(game % 2)) for game in range(300)]
    few = [Case(game, 1, 0.55, 0.0) for game in range(199)]
    rows = {row.low: row for row in tenths([*sure, *wrong, *few])}
    assert [rows[low].observed for low in (0.9, 0.2)] == pytest.approx([0.9, 0.5])
    assert [rows[low].is_off for low in (0.9, 0.2, 0.5)] == [False, True, False]
    assert rows[0.2].error == pytest.approx(0.5 / 300**0.5)
    twice = {row.low: row for row in tenths([*wrong, *wrong])}  # the same games again tell nothing new
    assert twice[0.2].error == pytest.approx(rows[0.2].error)


def test_cases_count_the_rounds_that_were_still_played() -> None:
    judged = [[(2, [0.6, 0.4]), (3, [0.9, 0.1])], [(2, [0.5, 0.5])]]
    found = cases(judged, [Played([], [1.0, 0.0]), Played([], [0.0, 1.0])])
    assert [(case.game, case.left) for case in found] == [(0, 2), (0, 2), (0, 1), (0, 1), (1, 1), (1, 1)]
    assert briers(found) == {1: pytest.approx((2 * 0.01 + 2 * 0.25) / 4), 2: pytest.approx(0.16)}


def test_calibration_goes_on_where_it_was_and_compares_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.jsonl"
    words = ["--bot", "random", "--jobs", "1", "--store", str(store)]
    assert calibration.main([*words, "--games", "2"]) in (0, 1)
    before = store.read_text().splitlines()
    store.write_text(store.read_text() + '{"moves": [1, 2')  # killed while it wrote
    same = [*words, "--games", "3", "--environment", sys.prefix]
    assert calibration.main(same) == 1  # no model is better than itself
    told = capsys.readouterr().out
    assert "Brier not below" in told
    assert store.read_text().splitlines()[:3] == before
    assert len(store.read_text().splitlines()) == 4
    assert calibration.main(["--bot", "greedy", "--store", str(store)]) == 2
    assert "another game, bot, seed or behaviour" in capsys.readouterr().err


def test_games_follow_from_their_number_alone(tmp_path: Path) -> None:
    game = new_game("steamopolis", players=2)
    one, two = SelfPlay(tmp_path / "a", game, "random", 1), SelfPlay(tmp_path / "b", game, "random", 1)
    one.extend(2, 1)
    two.extend(1, 1)
    two.extend(2, 1)
    assert one.games == two.games
    with pytest.raises(BoomtownError):
        SelfPlay(tmp_path / "a", new_game("steamopolis", players=3), "random", 1)


@pytest.mark.parametrize("name", ["planet-steam", "steamopolis"])
def test_regret_looks_at_every_phase_once(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", name, "--bot", "random", "--games", "1", "--decisions", "1", "--pairs", "1", "--sims", "16"]
    words += ["--jobs", "1", "--store", str(tmp_path / "games.jsonl")]
    assert regret.main(words) == 0
    told = capsys.readouterr().out
    lines = (tmp_path / "games.regret.jsonl").read_text().splitlines()
    assert f"| all | {len(lines)} |" in told
    assert len(lines) > 4
    assert regret.main(words) == 0
    assert capsys.readouterr().out == told
    assert (tmp_path / "games.regret.jsonl").read_text().splitlines() == lines


def test_what_is_looked_at_is_no_regret() -> None:
    """A decision of which the search looks at every move cannot lose by those that it does not."""
    state = new_game(players=2).new()
    while state.mover is not None and state.mover < 0:
        state.apply(state.chance()[0][0])
    found = regret.measured(state, regret.Effort(sims=200, pairs=2), 1)
    assert (found.n_legal, found.n_looked_at, found.is_outside, found.gains) == (4, 4, False, [0.0, 0.0])


@pytest.mark.parametrize("name", ["planet-steam", "steamopolis"])
def test_convergence_tells_the_same_again(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", name, "--bot", "random", "--games", "1", "--decisions", "3", "--sims", "8", "64", "--most", "99"]
    words += ["--jobs", "1", "--store", str(tmp_path / "games.jsonl")]
    assert convergence.main(words) == 0
    told = capsys.readouterr().out
    assert [line.split("|")[1].strip() for line in told.splitlines()[-2:]] == ["8", "64"]
    assert convergence.main(words) == 0
    assert capsys.readouterr().out == told
    with pytest.raises(SystemExit):
        convergence.main([*words, "--most", "0"])


def test_a_choice_loses_what_the_long_search_says_of_it() -> None:
    best, worse, unseen = (convergence.Searched(plan, 10, {}) for plan in ((1,), (2, 3), (4,)))
    found = convergence.Found({10: [best, worse]}, convergence.Searched((1,), 99, {(1,): 0.5, (2, 3): 0.375}))
    assert [found.loss(one) for one in (best, worse, unseen)] == [0.0, 0.125, 0.0]
