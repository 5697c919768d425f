"""Games without a face in the real application, by a script that presses keys in tmux."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.terminal.game_session import GameSession
from engine import Stream
from tests.games import FOLDERS
from tests.terminal.real import Follower, Tmux, finished_record, has_tmux, play_through

pytestmark = pytest.mark.skipif(not has_tmux, reason="tmux is not installed")

FAST = ["--bots", "random", "--sims", "5", "--pace", "0"]


def picker(seed: int) -> Callable[[GameSession], int]:
    picks = Stream(seed, "keys")
    return lambda session: picks.choice(session.legal)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_stranger_s_game_in_a_real_terminal(name: str, tmp_path: Path, terminals: list[Tmux]) -> None:
    tmux = Tmux(tmp_path, ["--game", str(FOLDERS[name]), "--seed", "4", *FAST])
    terminals.append(tmux)
    session = play_through(tmux, Follower(tmp_path), picker(4))
    tmux.wait("Final scores", *(f"{score:g}" for score in session.state.scores()))
    finished_record(tmp_path)


def test_a_closed_window_loses_nothing_and_the_saved_game_knows_its_game(tmp_path: Path, terminals: list[Tmux]) -> None:
    tmux = Tmux(tmp_path, ["--game", str(FOLDERS["nim"]), "--seed", "4", *FAST])
    follower = Follower(tmp_path)
    session = play_through(tmux, follower, picker(4), n_decisions=1)
    before = list(session.moves)
    tmux.close()
    tmux = Tmux(tmp_path, ["--resume"])
    terminals.append(tmux)
    tmux.wait(f"#{len(before)}\n", " OK ", "Nim")
    assert follower.update() is session
    assert session.moves == before
