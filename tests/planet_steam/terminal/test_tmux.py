"""Whole games in the real application, by a script that presses keys in tmux."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.terminal.game_session import GameSession
from arena.terminal.journal import unfinished
from engine import Stream
from tests.planet_steam.terminal.games import lively
from tests.terminal.real import Follower, Tmux, finished_record, has_tmux, kill_and_resume, play_through

pytestmark = pytest.mark.skipif(not has_tmux, reason="tmux is not installed")

FAST = ["--bots", "random", "--sims", "5", "--pace", "0"]
GAMES = [
    (edition, players, rules) for edition in ("ffg", "ludoart") for players in (2, 3, 4, 5) for rules in ("", "all")
]


def picker(seed: int) -> Callable[[GameSession], int]:
    picks = Stream(seed, "keys")
    return lambda session: lively(session, picks)


def play_game(folder: Path, terminals: list[Tmux], edition: str, players: int, rules: str) -> None:
    seed = players + 10 * len(rules)
    chosen = ["--edition", edition, "--players", str(players), "--seed", str(seed), *FAST]
    tmux = Tmux(folder, [*chosen, *(["--rules", rules] if rules else [])])
    terminals.append(tmux)
    session = play_through(tmux, Follower(folder), picker(seed))
    wealth = [int(score) for score in session.state.scores()]
    shown = tmux.wait("Final wealth", *(str(n) for n in wealth))
    rows = [line.split() for line in shown.split("\n") if line[:1].isdigit() or line[1:2].isdigit()]
    assert [int(row[-1].replace(",", "")) for row in rows if len(row) == 9] == wealth
    _, record = finished_record(folder)
    assert record["result"]["wealth"] == wealth


def test_a_game_in_a_real_terminal(tmp_path: Path, terminals: list[Tmux]) -> None:
    play_game(tmp_path, terminals, "ffg", 5, "")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players", "rules"), GAMES)
def test_games_of_every_kind_in_a_real_terminal(
    tmp_path: Path, terminals: list[Tmux], edition: str, players: int, rules: str
) -> None:
    play_game(tmp_path, terminals, edition, players, rules)


def test_a_closed_window_loses_nothing(tmp_path: Path, terminals: list[Tmux]) -> None:
    pick, follower = picker(4), Follower(tmp_path)
    tmux = Tmux(tmp_path, ["--players", "3", "--seed", "4", *FAST])
    for _ in range(4):
        play_through(tmux, follower, pick, n_decisions=3)
        tmux = kill_and_resume(tmux, follower, [])
        terminals.append(tmux)


def test_odd_things_at_the_real_terminal(tmp_path: Path, terminals: list[Tmux]) -> None:
    tmux = Tmux(tmp_path, ["--players", "4", "--seed", "4", *FAST])
    terminals.append(tmux)
    follower = Follower(tmp_path)
    session = play_through(tmux, follower, picker(4), n_decisions=2)
    n = len(session.moves)
    tmux.wait(f"#{n}\n", " OK ")
    tmux.paste("x" * 10_000)
    tmux.wait("A paste of 10000 characters is no choice.")
    tmux.press(*"9876543210zzzzz")
    tmux.resize(60, 15)
    tmux.wait("60×15")
    tmux.resize(150, 50)
    tmux.wait("Change after a deal", f"#{n}\n")
    tmux.press("f9", "escape", "escape", "?")
    tmux.wait("Escape closes")
    tmux.press("escape")
    tmux.press("Q")
    tmux_is_gone = Follower(tmp_path).update()
    assert tmux_is_gone is not None
    assert tmux_is_gone.moves == session.moves
    assert len(unfinished(tmp_path)) == 1
