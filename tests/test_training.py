"""Training: the same seed gives the same weights, and a run that stopped goes on to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli import main
from bots.planet_steam.training import Checkpoint, Training
from bots.planet_steam.weights import load_weights
from engine import BoomtownError

N_GAMES = 5


def _run(n: int, checkpoint: Checkpoint | None = None, jobs: int = 1) -> Checkpoint:
    training = Training(3, checkpoint, N_GAMES, jobs)
    return list(training.generations(n))[-1]


def test_a_stopped_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = _run(2)
    _run(1).save(tmp_path / "run.json")
    resumed = _run(1, Checkpoint.load(tmp_path / "run.json"), jobs=2)
    assert resumed == whole
    assert whole.mean != load_weights()
    assert set(whole.mean) == set(load_weights())


def test_the_same_weights_are_par() -> None:
    training = Training(3, None, 20)
    weights = load_weights()
    assert training.fitness(weights, [weights], 1) == pytest.approx(0.25, abs=0.01)


def test_the_command_writes_weights_that_can_be_loaded(tmp_path: Path) -> None:
    run, output = str(tmp_path / "run.json"), tmp_path / "weights.json"
    arguments = ["train", "--generations", "1", "--games", "5", "--checkpoint", run, "--output", str(output)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "1 generations" in result.output
    assert set(load_weights(output)) == set(load_weights())
    again = CliRunner().invoke(main, arguments)
    assert again.exit_code == 2
    assert "give --resume" in again.output


def test_a_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("[1]")
    with pytest.raises(BoomtownError, match="no training checkpoint"):
        Checkpoint.load(tmp_path / "run.json")


def test_the_table_of_bots_lists_every_parameter() -> None:
    result = CliRunner().invoke(main, ["bots"])
    assert result.exit_code == 0
    for word in ("random", "greedy", "heuristic", "mcts", "level", "samples=16", "memory=64"):
        assert word in result.output
