"""The examples that learn: advantages by hand, what an action's text says, a run that goes on as if never stopped, and
the bot that plays the network."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import bots
from arena.cli import main
from engine import BoomtownError, Stream, new_game

EXAMPLES = Path(__file__).parent.parent / "examples"
BOT = f"{EXAMPLES / 'learned_bot.py'}:LearnedBot"


@pytest.fixture(scope="module")
def learn() -> ModuleType:
    torch = pytest.importorskip("torch", reason="needs torch")
    torch.set_num_threads(1)  # sums in several threads depend on who is first
    spec = importlib.util.spec_from_file_location("learn_example", EXAMPLES / "learn.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.PLACES, module.STEPS, module.HIDDEN = 4, 40, 8  # small enough for a test
    return module


def test_advantages_follow_each_seat_through_the_games(learn: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """One place: seats 0, 1, 0 and the game ends for +1 and -1; in the next game seat 1 moves, then the cut."""
    monkeypatch.setattr(learn, "TRACE", 0.5)
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[2, 0] = 1, -1
    values = np.array([[0.1], [0.2], [0.3], [0.4]], np.float32)
    movers, ended = np.array([[0], [1], [0], [1]]), np.array([[False], [False], [True], [False]])
    found, is_known = learn.judge(movers, rewards, ended, values, np.array([0]), np.array([0.9], np.float32))
    assert is_known[:, 0].tolist() == [True, True, True, False]  # seat 1 has not moved again: its outcome is open
    # seat 0 at the end: 1 - 0.3; before that: 0.3 - 0.1, and half of what followed; seat 1: -1 - 0.2
    assert found[:3, 0] == pytest.approx([0.2 + 0.5 * 0.7, -1.2, 0.7])


def test_an_action_is_what_its_text_says(learn: ModuleType) -> None:
    twenty = {
        "bid": 1,
        "bid 0 20": 1,
        "bid 0 root": (20 / 64) ** 0.5,
        "bid 0 size": 20 / 64,
        "bid 0 square": (20 / 64) ** 2,
    }
    assert learn.features("bid 20") == pytest.approx(twenty)
    assert learn.features("bid 9999") == learn.features("bid 256")
    assert set(learn.features("move-tank A1 B2")) == {
        "move-tank",
        "move-tank A1 B2",
        "move-tank 0 A1",
        "move-tank 1 B2",
    }


def test_the_same_seed_learns_the_same_and_a_checkpoint_goes_on(learn: ModuleType, tmp_path: Path) -> None:
    game = new_game("planet-steam", players=2)
    runs = [learn.Run(game, seed, 0.5) for seed in (1, 1, 2)]
    for run in runs:
        run.advance()
        run.measure(["random"], 2)
    words = [run.network.words.detach().numpy().copy() for run in runs]
    assert np.array_equal(words[0], words[1])
    assert not np.array_equal(words[0], words[2])
    runs[0].save(tmp_path / "net.npz", {"players": 2})
    gone_on = learn.Run(game, 1, 0.5)
    gone_on.resume(tmp_path / "net.pt")
    assert (gone_on.update, gone_on.points) == (1, runs[0].points)
    assert np.array_equal(gone_on.network.words.detach().numpy(), words[0])
    assert (tmp_path / "net.svg").read_text().count("<polyline") == 1
    with pytest.raises(BoomtownError, match=r"net\.pt is no checkpoint of planet-steam with 4 seats$"):
        learn.Run(new_game("planet-steam", players=4), 1, 0.5).resume(tmp_path / "net.pt")


def test_the_bot_plays_what_the_network_likes_best(learn: ModuleType, tmp_path: Path) -> None:
    import torch

    game = new_game("planet-steam", players=2)
    run = learn.Run(game, 3, 0.5)
    run.measure(["random"], 2)
    run.save(tmp_path / "net.npz", {"players": 2})
    batch = run.batch
    bot = [bots.make(f"{BOT}:{tmp_path}/net.npz", game, seat) for seat in (0, 1)]
    for _ in range(60):
        with torch.no_grad():
            picks, *_ = learn.decide(run.network, batch, run.network.action_vectors().half().float(), None)
        chosen = batch.legal[np.arange(batch.n), picks]
        state, seat = batch.state(0), int(batch.mover[0])
        move = bot[seat].choose(state.observe(seat), state.legal(), bots.Budget(), Stream(1, "bot"))
        assert game.action(move) == chosen[0]
        batch.step(chosen)


# -- without torch -----------------------------------------------------------------------------------------------------


def written(path: Path, **notes: Any) -> Path:
    """A network that nobody trained."""
    game, draws = new_game("planet-steam", players=2), np.random.default_rng(1)
    shapes = {"body.0": (8, game.tensor_size), "body.2": (8, 8), "state": (4, 8), "value": (1, 8)}
    arrays = {f"{name}.weight": draws.normal(size=shape) for name, shape in shapes.items()}
    arrays |= {f"{name}.bias": np.zeros(shape[0]) for name, shape in shapes.items()}
    told = {"game": "planet-steam", "settings": {"players": 2}} | notes
    np.savez(path, actions=draws.normal(size=(game.n_actions, 4)), notes=json.dumps(told), **arrays)
    return path


@pytest.mark.parametrize("temperature", [0, 1])
def test_a_stored_network_plays_whole_games(tmp_path: Path, temperature: int) -> None:
    spec = f"{BOT}:file={written(tmp_path / 'net.npz')},temperature={temperature}"
    result = CliRunner().invoke(main, ["simulate", "--players", "2", "--games", "2", "--bot", spec, "--bot", spec])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("2 games")


def test_a_network_of_another_game_is_refused_in_a_line(tmp_path: Path) -> None:
    path = written(tmp_path / "net.npz")
    (tmp_path / "no.npz").write_text("nothing")
    for file, players, told in (
        (path, "4", f"{path} has learnt --game planet-steam --players 2"),
        (tmp_path / "no.npz", "2", "no.npz is no network that examples/learn.py has saved: "),
        (tmp_path / "none.npz", "2", "none.npz is no network that examples/learn.py has saved: "),
    ):
        result = CliRunner().invoke(main, ["simulate", "--players", players, "--bot", f"{BOT}:{file}"])
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert told in result.stderr
