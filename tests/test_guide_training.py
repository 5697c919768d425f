"""Training of the guide through the search: the same for any number of processes, resumable, and a result only if it
passes its test."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.sharing import share_out
from bots.fitted import load_guide_weights, load_weights
from bots.guide_training import GuideCheckpoint, Match, _end
from bots.planet_steam.training import GuideTraining
from bots.planet_steam.weights import DEFAULT, GUIDE
from tests.test_training import assert_refused

POLICY = load_weights(DEFAULT)
NOTHING = dict.fromkeys(POLICY, 0.0)  # weights that hardly buy or build


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GuideTraining, "population", 4)
    monkeypatch.setattr(GuideTraining, "elite", 2)
    monkeypatch.setattr(GuideTraining, "test_games", 32)


def _begin() -> GuideCheckpoint:
    return GuideTraining.begin(3, games=2, sims=2, every=2)


def _run(n: int, now: GuideCheckpoint, jobs: int = 1, players: int = 2) -> GuideCheckpoint:
    training = GuideTraining(now, share_out, jobs)
    for _ in range(n):
        list(training.generation(players))
    for branch in now.branches.values():
        branch.seconds = 0.0
    return now


def _command(folder: Path, *args: str) -> Result:
    files = ["--checkpoint", str(folder / "run"), "--output", str(folder / "out.json")]
    return CliRunner().invoke(main, ["train", "guide", *files, *args])


def test_a_stopped_run_goes_on_to_the_same_end_with_any_number_of_processes(tmp_path: Path) -> None:
    whole = _run(2, _begin())
    _run(1, _begin(), jobs=2).save(tmp_path / "run")
    resumed = _run(1, GuideTraining.load(tmp_path / "run"), jobs=2)
    assert resumed == whole
    branch = whole.branches["2"]
    assert branch.generation == 2
    assert branch.mean != POLICY
    assert 2 * 4 * 2 < branch.n_games <= 2 * 4 * 2 + 32  # two generations, and a test
    assert whole.branches["3"] == _begin().branches["3"]


def test_pairs_of_candidates_lie_on_either_side_of_the_mean() -> None:
    seen: list[Match] = []

    def listen(work: Any, n: int, jobs: int) -> Any:
        seen.append(work)
        return share_out(work, n, jobs)

    list(GuideTraining(_begin(), listen).generation(3))
    (match,) = seen
    assert len(match.sets) == 4
    for one, other in (match.sets[:2], match.sets[2:]):
        assert one != other
        assert all(one[name] + other[name] == pytest.approx(2 * match.other[name]) for name in POLICY)


def test_candidates_play_the_same_games_in_every_seat_in_turn() -> None:
    match = Match(GuideTraining.games[3], (NOTHING, POLICY, POLICY), POLICY, 6, 0, 2, (1, "test"))
    ends = [match(k) for k in range(18)]
    assert ends[6:12] == ends[12:]
    assert len(set(ends[6:12])) == 6
    assert sum(end.ahead for end in ends[:6]) == 0.0  # whichever seat it has


def test_the_end_of_a_game_for_a_seat() -> None:
    assert _end([0.0, 1.0, 0.0], [80.0, 90.0, 80.0], 0) == (0.0, -10.0, 0.25)
    assert _end([0.0, 1.0, 0.0], [80.0, 90.0, 80.0], 1) == (1.0, 10.0, 1.0)


def test_a_mean_that_is_better_than_the_accepted_one_is_a_result(tmp_path: Path) -> None:
    now = _begin()
    now.branches["2"].accepted = dict(NOTHING)
    now.save(tmp_path / "run")
    result = _command(tmp_path, "--players", "2", "--generations", "2", "--resume")
    assert result.exit_code == 0, result.output
    assert "; passed: 2 players +" in result.output
    found = json.loads((tmp_path / "out.json").read_text())
    *_, step = found["history"]
    assert (step["players"], step["generation"]) == (2, 2)
    assert step["score"] > 0.5
    assert step["elo"] > 0
    assert 16 <= step["test"] <= 32
    assert step["games"] == 2 * 4 * 2 + step["test"]
    assert load_guide_weights(tmp_path / "out.json", 2, DEFAULT) == found["players"]["2"] != POLICY
    assert load_guide_weights(tmp_path / "out.json", 3, DEFAULT) == POLICY
    assert GuideTraining.load(tmp_path / "run").branches["2"].accepted == found["players"]["2"]


def test_a_mean_that_is_not_better_is_none(tmp_path: Path) -> None:
    now = _begin()
    now.branches["2"].mean = dict(NOTHING)
    now.branches["2"].spread = dict.fromkeys(POLICY, 0.0)
    now.save(tmp_path / "run")
    result = _command(tmp_path, "--players", "2", "--generations", "2", "--resume")
    assert "no mean has passed its test, nothing is written" in result.output
    assert not (tmp_path / "out.json").exists()
    assert GuideTraining.load(tmp_path / "run").branches["2"].accepted == load_guide_weights(GUIDE, 2, DEFAULT)


def test_all_numbers_of_players_have_their_turn(tmp_path: Path) -> None:
    result = _command(tmp_path, "--generations", "1", "--games", "1", "--sims", "1")
    assert result.exit_code == 0, result.output
    now = GuideTraining.load(tmp_path / "run")
    assert {n: branch.generation for n, branch in now.branches.items()} == {"2": 1, "3": 1, "4": 1, "5": 1}
    assert result.output.startswith("16 games; ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"branches": {}}, "expected runs with 2, 3, 4, 5 players"),
        ({"branches": {"2": {"mean": {}}}}, "it has no spread, accepted"),
        ({"branches": 3}, "no training checkpoint"),
        ({"sims": 0}, "its games, sims and every must be above 0"),
        ({"seed": "one"}, "its seed or a count is no whole number"),
        ({"before": {}}, "no training checkpoint"),
        ({"before": {"players": {"2": {"luck": 1.0}}, "history": []}}, "its weights are not those of this policy: "),
        ({"history": "long"}, "its history is no list"),
        ({"history": ["long"]}, "its history is none of steps that passed"),
        ({"speed": 3}, "it has speed, which no checkpoint has"),
    ],
)
def test_a_checkpoint_that_no_run_left_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    sound = dataclasses.asdict(_begin())
    (tmp_path / "run").write_text(json.dumps({**sound, **change}))
    assert_refused(_command(tmp_path, "--resume"), f"{tmp_path / 'run'}: no training checkpoint: ", message)


def test_a_branch_that_no_run_left_is_refused(tmp_path: Path) -> None:
    sound = dataclasses.asdict(_begin())
    for name, value, message in (
        ("mean", {"luck": 1.0}, "its weights are not those of this policy: "),
        ("spread", dict.fromkeys(POLICY, math.inf), "a weight is not finite"),
        ("n_games", -1, "its seed or a count is no whole number"),
        ("seconds", "many", "its seconds are no number"),
    ):
        branch = sound["branches"]["2"] | {name: value}
        (tmp_path / "run").write_text(json.dumps({**sound, "branches": sound["branches"] | {"2": branch}}))
        assert_refused(_command(tmp_path, "--resume"), f"{tmp_path / 'run'}: no training checkpoint: ", message)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "6"], "--players 6: expected one of 2, 3, 4, 5"),
        (["--resume", "--games", "5"], "begun with 2 games per candidate, not 5"),
        (["--resume", "--sims", "5"], "begun with 2 simulations, not 5"),
        (["--resume", "--every", "5"], "begun with 2 generations between tests, not 5"),
        (["--resume", "--seed", "5"], "run has the seed 3: leave --seed 5 out, or give another checkpoint"),
    ],
)
def test_what_a_run_cannot_do_is_told(tmp_path: Path, args: list[str], message: str) -> None:
    if "--resume" in args:
        _begin().save(tmp_path / "run")
    assert_refused(_command(tmp_path, *args), message)
