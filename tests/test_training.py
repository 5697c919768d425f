"""Training: the same seed gives the same weights, and a run that stopped goes on to the same end."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from bots.cross_entropy import replace_file
from bots.fitted import load_weights
from bots.network import Network
from bots.planet_steam.training import Training
from bots.planet_steam.value_training import ValueTrainer, ValueTraining
from bots.planet_steam.weights import DEFAULT
from bots.policy_training import PolicyCheckpoint
from engine import BoomtownError

N_GAMES = 5


def _train(folder: Path, what: str, *args: str) -> Result:
    files = ["--checkpoint", str(folder / "run"), "--output", str(folder / "out.json")]
    work = ["--generations", "1"] if what == "policy" else ["--searches", "0"]
    return CliRunner().invoke(main, ["train", what, *work, *files, *args])


def assert_refused(result: Result, *messages: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("boomtown: ")
    assert result.stderr.count("\n") == 1
    for message in messages:
        assert message in result.stderr


def _run(n: int, checkpoint: PolicyCheckpoint | None = None, jobs: int = 1) -> PolicyCheckpoint:
    training = Training(3, checkpoint, N_GAMES, jobs)
    return list(training.generations(n))[-1]


def test_a_stopped_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = _run(2)
    _run(1).save(tmp_path / "run.json")
    resumed = _run(1, Training.load(tmp_path / "run.json"), jobs=2)
    assert resumed == whole
    assert whole.mean != load_weights(DEFAULT)
    assert set(whole.mean) == set(load_weights(DEFAULT))


def test_the_same_weights_are_par() -> None:
    training = Training(3, None, 20)
    weights = load_weights(DEFAULT)
    assert training.fitness(weights, [weights], 1) == pytest.approx(0.25, abs=0.01)


def test_the_command_writes_weights_that_can_be_loaded(tmp_path: Path) -> None:
    run, output = str(tmp_path / "run.json"), tmp_path / "weights.json"
    arguments = ["train", "policy", "--generations", "1", "--games", "5", "--checkpoint", run, "--output", str(output)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "in 1 generation;" in result.output
    assert set(load_weights(output)) == set(load_weights(DEFAULT))
    again = CliRunner().invoke(main, arguments)
    assert again.exit_code == 2
    assert "give --resume" in again.output


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pool": []}, "its pool is empty"),
        ({"mean": {"speed": 1.0}}, "its weights are not those of this policy: "),
        ({"pool": [{}]}, "its weights are not those of this policy: "),
        ({"spread": 3}, "no training checkpoint"),
        ({"mean": dict.fromkeys(load_weights(DEFAULT), float("nan"))}, "a weight is not finite"),
        ({"generation": "three"}, "its seed or a count is no whole number"),
        ({"fitness": 3}, "its fitness is no list"),
        ({"speed": 3}, "it has speed, which no checkpoint has"),
    ],
)
def test_a_checkpoint_that_no_run_left_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    sound = dataclasses.asdict(Training(1, None, N_GAMES).checkpoint)
    (tmp_path / "run").write_text(json.dumps(sound))
    Training.load(tmp_path / "run")
    (tmp_path / "run").write_text(json.dumps({**sound, **change}))
    assert_refused(_train(tmp_path, "policy", "--resume"), f"{tmp_path / 'run'}: no training checkpoint: ", message)
    del sound["seed"], sound["pool"]
    for text, said in ((json.dumps(sound), "it has no seed, pool"), ("[1]", "expected the file"), ("", "expected the")):
        (tmp_path / "run").write_text(text)
        with pytest.raises(BoomtownError, match=f"no training checkpoint: {said}"):
            Training.load(tmp_path / "run")


@pytest.mark.parametrize("what", ["policy", "value"])
def test_a_checkpoint_that_is_not_there(tmp_path: Path, what: str) -> None:
    said = f"{tmp_path / 'run'}: is not there; leave --resume out to begin a run"
    assert_refused(_train(tmp_path, what, "--resume"), said)


@pytest.mark.parametrize("what", ["policy", "value"])
def test_a_resumed_run_keeps_its_seed(tmp_path: Path, what: str) -> None:
    assert _train(tmp_path, what, "--games", "5", "--seed", "0").exit_code == 0
    before = (tmp_path / "run").read_bytes()
    assert_refused(_train(tmp_path, what, "--seed", "5", "--resume"), "run has the seed 0: leave --seed 5 out, or ")
    assert (tmp_path / "run").read_bytes() == before
    assert _train(tmp_path, what, "--seed", "0", "--resume").exit_code == 0


def test_a_resumed_run_keeps_its_number_of_games(tmp_path: Path) -> None:
    assert _train(tmp_path, "policy", "--games", "5").exit_code == 0
    before = (tmp_path / "run").read_bytes()
    assert_refused(_train(tmp_path, "policy", "--games", "7", "--resume"), "begun with 5 games per candidate", "not 7")
    assert (tmp_path / "run").read_bytes() == before
    assert Training(1, Training.load(tmp_path / "run")).n_games == 5
    older = json.loads(before)
    del older["games"]
    (tmp_path / "run").write_text(json.dumps(older))
    assert Training(1, Training.load(tmp_path / "run"), 7).n_games == 7


@pytest.mark.parametrize("what", ["policy", "value"])
@pytest.mark.parametrize("option", ["--checkpoint", "--output"])
def test_a_missing_folder_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, what: str
) -> None:
    def never(*args: object) -> None:
        raise AssertionError("played")

    monkeypatch.setattr(Training, "_step", never)
    monkeypatch.setattr(ValueTraining, "_play", never)
    path = tmp_path / "missing" / "file"
    assert_refused(_train(tmp_path, what, option, str(path)), f"{path}: cannot be written: there is no folder")
    assert_refused(_train(tmp_path, what, option, str(tmp_path)), f"{tmp_path}: cannot be written: it is a folder")
    assert_refused(_train(tmp_path, what, "--output", str(tmp_path / "run")), "give two names")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run"
    replace_file(path, b"old")

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:1])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(BoomtownError, match=r"run: cannot be written: No space left on device$"):
            replace_file(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])
    replace_file(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"new", [path])


def test_a_device_is_written_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    replace_file(tmp_path / "pipe", b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)


def test_value_training_goes_on_to_its_own_number_of_games(tmp_path: Path) -> None:
    assert _train(tmp_path, "value", "--games", "12").exit_code == 0
    first = (tmp_path / "out.json").read_bytes()
    assert json.loads(first)["games"] == 12
    (tmp_path / "out.json").unlink()
    assert _train(tmp_path, "value", "--resume").exit_code == 0
    assert (tmp_path / "out.json").read_bytes() == first
    assert_refused(_train(tmp_path, "value", "--resume", "--games", "6"), "has 12 games already: --games 6 is too")


def test_the_network_of_one_number_of_players_is_fitted_further_and_the_others_stay(tmp_path: Path) -> None:
    assert _train(tmp_path, "value", "--players", "3", "--searches", "3").exit_code == 0
    first = (tmp_path / "out.json").read_bytes()
    found, known = json.loads(first), json.loads(ValueTrainer.place.read_text())
    changed = [one != other for one, other in zip(found["networks"], known["networks"], strict=True)]
    assert changed == [players == 3 for players in ValueTraining.players]
    assert [entry["players"] for entry in found["tuned"]][-1] == 3
    (tmp_path / "out.json").unlink()
    assert _train(tmp_path, "value", "--resume", "--searches", "3").exit_code == 0
    assert (tmp_path / "out.json").read_bytes() == first
    assert_refused(
        _train(tmp_path, "value", "--resume", "--players", "4"), "is of --players 3: go on without --players"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "6"), "--players 6: there are networks for 2, 3, 4, 5"),
        (("--players", "3", "--games", "9"), "--players fits to games of the search: give --searches N, not --games"),
    ],
)
def test_a_number_of_players_without_a_network_or_with_games_of_the_policy_is_refused(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert_refused(_train(tmp_path, "value", *arguments), message)


def test_a_network_taken_up_again_says_what_it_said() -> None:
    known = json.loads(ValueTrainer.place.read_text())
    training = ValueTraining(1, only=3)
    list(training.chunks(0, 2))
    rows = training._positions(3, [0, 1])
    network = Network.imported(known["networks"][1], [rows])
    again = network.exported()
    for name, part in known["networks"][1].items():
        assert np.allclose(again[name], part, rtol=1e-3, atol=1e-3 * float(np.abs(part).max())), name


@pytest.mark.parametrize("kind", ["empty", "cut", "array", "text", "no rows", "other rows", "other names"])
def test_a_value_checkpoint_that_no_run_left_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "run"
    training = ValueTraining(1)
    list(training.chunks(2))
    training.save(path)
    whole = path.read_bytes()
    with path.open("wb") as file:
        if kind in ("empty", "cut", "text"):
            file.write({"empty": b"", "cut": whole[: len(whole) // 2], "text": b"{}"}[kind])
        elif kind == "array":
            np.save(file, np.ones((2, 24)))
        elif kind == "other names":
            np.savez(file, lines=np.ones((2, 24)))
        else:
            np.savez(file, rows=np.ones((2, 5) if kind == "other rows" else 0), seed=1, n_games=2)
    refused = _train(tmp_path, "value", "--resume")
    assert_refused(refused, f"{path}: no checkpoint of a value model: ")
    assert "pickle" not in refused.output


def test_each_trainer_has_its_own_options() -> None:
    shown = {what: CliRunner().invoke(main, ["train", what, "--help"]).output for what in ("policy", "value")}
    assert "--generations" in shown["policy"]
    assert "--generations" not in shown["value"]
    assert "cp FILE bots/planet_steam/value.json" in shown["value"]
    assert "(40,000 unless told)" in " ".join(shown["value"].split())
    listed = " ".join(CliRunner().invoke(main, ["train", "--help"]).output.split())
    assert "policy The policy's weights, by the cross-entropy method; written after each generation." in listed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--value"], "--value: say first what to train: policy or guide or value"),
        (["--generations", "3"], "--generations: say first what to train: policy or guide or value"),
        (["polisy"], "'polisy' (did you mean policy?): say what to train: policy or guide or value"),
        (["value", "--generations", "3"], "No such option '--generations'"),
        (["policy", "--games", "2"], "2 is not in the range x>=5"),
        (["--game", "chess", "policy"], "unknown game 'chess'"),
    ],
)
def test_a_wrong_command_says_what_would_be_right(words: list[str], message: str) -> None:
    assert_refused(CliRunner().invoke(main, ["train", *words]), message)


def test_the_table_of_bots_lists_every_parameter() -> None:
    result = CliRunner().invoke(main, ["bots"])
    assert result.exit_code == 0
    for word in ("random", "greedy", "heuristic", "mcts", "level", "samples=16", "memory=64"):
        assert word in result.output
