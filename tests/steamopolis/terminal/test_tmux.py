"""Whole games of Steamopolis in the real application, by a script that presses keys in tmux."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.terminal.journal import unfinished
from engine import Stream
from engine.records import check_record, read_record
from tests.steamopolis.terminal.games import lively
from tests.terminal.real import Follower, Tmux, has_tmux, play_through

pytestmark = [pytest.mark.skipif(not has_tmux, reason="tmux is not installed"), pytest.mark.slow]

FAST = ["--game", "steamopolis", "--bots", "random", "--sims", "5", "--pace", "0"]
SIZES = {1: (80, 24), 2: (140, 45), 3: (80, 24), 4: (80, 24)}


@pytest.fixture
def terminals() -> Iterator[list[Tmux]]:
    opened: list[Tmux] = []
    yield opened
    for tmux in opened:
        tmux.close()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_in_a_real_terminal(tmp_path: Path, terminals: list[Tmux], players: int) -> None:
    chosen = ["--players", str(players), "--seed", str(players), "--max-rounds", "6"]
    tmux = Tmux(tmp_path, [*FAST, *chosen], SIZES[players])
    terminals.append(tmux)
    picks = Stream(players, "keys")
    session = play_through(tmux, Follower(tmp_path), lambda now: lively(now, picks))
    points = [int(score) for score in session.state.scores()]
    tmux.wait("Final points", *map(str, points))
    (path,) = tmp_path.glob("*.jsonl")
    _, record = read_record(path)
    check_record(record)
    assert record["result"]["points"] == points
    assert unfinished(tmp_path) == []


def test_a_closed_window_loses_nothing(tmp_path: Path, terminals: list[Tmux]) -> None:
    picks, follower = Stream(4, "keys"), Follower(tmp_path)
    tmux = Tmux(tmp_path, [*FAST, "--players", "2", "--seed", "4"])
    for _ in range(3):
        session = play_through(tmux, follower, lambda now: lively(now, picks), n_decisions=4)
        before = list(session.moves)
        tmux.close()
        tmux = Tmux(tmp_path, ["--resume"])
        terminals.append(tmux)
        tmux.wait(f"#{len(before)}\n", " OK ")
        assert follower.update() is session
        assert session.moves == before
