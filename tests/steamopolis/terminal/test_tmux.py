"""Whole games of Steamopolis in the real application, by a script that presses keys in tmux; killed and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.terminal.lang import LANGUAGES, load
from engine import Stream
from tests.steamopolis.terminal.games import lively
from tests.terminal.real import Follower, Tmux, finished_record, has_tmux, kill_and_resume, play_through

pytestmark = [pytest.mark.skipif(not has_tmux, reason="tmux is not installed"), pytest.mark.slow]

FAST = ["--sims", "5", "--pace", "0"]
SIZES = ((80, 24), (160, 50))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_in_a_real_terminal_killed_and_resumed(
    tmp_path: Path, terminals: list[Tmux], players: int, language: str
) -> None:
    size = SIZES[(players + LANGUAGES.index(language)) % 2]
    chosen = ["--game", "steamopolis", "--bots", "random", "--players", str(players), "--max-rounds", "5"]
    shown_as = ["--lang", language, *FAST]
    tmux, follower = Tmux(tmp_path, [*chosen, "--seed", str(players), *shown_as], size), Follower(tmp_path)
    terminals.append(tmux)
    picks = Stream(players, language)
    for n_decisions in (4, 5):
        play_through(tmux, follower, lambda now: lively(now, picks), n_decisions=n_decisions)
        tmux = kill_and_resume(tmux, follower, shown_as, size)
        terminals.append(tmux)
    session = play_through(tmux, follower, lambda now: lively(now, picks))
    points = [int(score) for score in session.state.scores()]
    tmux.wait(load("arena.steamopolis", language)["end.title"], *map(str, points))
    _, record = finished_record(tmp_path)
    assert record["result"]["points"] == points
