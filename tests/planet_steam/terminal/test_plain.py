"""Plain mode through a pipe: whole games, bad input at every prompt, end of input, and being killed at any moment."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path

import pytest

from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import unfinished
from arena.terminal.plain import PlainGame
from engine import Stream, new_game
from tests.planet_steam.terminal.games import lively
from tests.planet_steam.terminal.scenes import in_phase, recorded
from tests.terminal.real import BOOMTOWN, ROOT, environment, finished_record, numbers, play, play_killed

FAST = ["--bots", "random", "--sims", "5"]
GAMES = [
    (edition, players, rules) for edition in ("ffg", "ludoart") for players in (2, 3, 4, 5) for rules in ("", "all")
]


def play_game(folder: Path, edition: str, players: int, rules: str) -> None:
    chosen = ["--edition", edition, "--players", str(players), "--seed", str(players), *FAST]
    done = play(folder, [*chosen, *(["--rules", rules] if rules else [])], numbers(players))
    assert (done.returncode, done.stderr) == (0, "")
    _, record = finished_record(folder)
    shown = [int(n) for n in re.findall(r"wealth (\d+)$", done.stdout, flags=re.MULTILINE)]
    assert shown == record["result"]["wealth"]


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    play_game(tmp_path, "ludoart", 5, "all")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players", "rules"), GAMES)
def test_games_of_every_kind_through_a_pipe(tmp_path: Path, edition: str, players: int, rules: str) -> None:
    play_game(tmp_path, edition, players, rules)


def test_every_setting_of_the_game_can_be_chosen(tmp_path: Path) -> None:
    chosen = ["--edition", "ludoart", "--credits", "hidden", "--recall", "2", "--river-neutrals", "1", *FAST]
    assert play(tmp_path, chosen, "").returncode == 3
    (saved,) = unfinished(tmp_path)
    session, _ = GameSession.resume(saved)
    session.close()
    assert session.game.header()["settings"] == {"credits": "hidden", "recall": 2, "river-neutrals": 1}


def test_end_of_input_saves_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    first = play(tmp_path, ["--plain", "--seed", "3", *FAST], numbers(1, 12))
    assert first.returncode == 3
    (path,) = unfinished(tmp_path)
    assert f"The game is saved: {path}" in first.stdout
    assert "boomtown play --resume" in first.stdout
    n_lines = len(path.read_text().splitlines())
    second = play(tmp_path, ["--plain", "--resume"], "q\n")
    assert second.returncode == 3
    assert len(path.read_text().splitlines()) >= n_lines
    assert play(tmp_path, ["--plain", "--resume"], numbers(2)).returncode == 0
    assert unfinished(tmp_path) == []
    nothing = play(tmp_path, ["--plain", "--resume"], "")
    assert nothing.returncode == 2
    assert nothing.stderr.startswith("boomtown: no unfinished game in ")
    assert nothing.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "6"], "players 6: use 2 to 5"),
        (["--edition", "ffgg"], "edition 'ffgg' (did you mean ffg?): use ffg or ludoart"),
        (["--rules", "sabotages"], "rules 'sabotages' (did you mean sabotage?): use "),
        (["--bots", "mtcs"], "no bot is named 'mtcs'; did you mean mcts?"),
        (["--bots", "greedy,greedy,greedy,greedy"], "4 bots for 3 other seats: give at most 3"),
        (["--seat", "5"], "seat 5: there are seats 1 to 4"),
        (["--hotseat", "9"], "hotseat 9: 1 to 4 people"),
        (["--lang", "it"], "unknown language 'it'"),
        (["--level", "9"], "planet-steam has levels 1 to 8, not 9"),
        (["--time", "0"], "0.0 is not in the range"),
        (["--board", "nowhere.toml"], "nowhere.toml"),
        (["--file", "nowhere.journal"], "nowhere.journal: the game cannot be opened"),
    ],
)
def test_wrong_options_are_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = play(tmp_path, ["--plain", *arguments], "")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


BAD = [
    "",
    "x",
    "-5",
    "0",
    "99999999999999999999",
    "1.5",
    "１",
    "bid",
    "bid x",
    "bid 9999",
    "roll A1",
    "tank Z9",
    "é" * 50,
]
BAD += ["9" * 10_000, "\x00\x1b[31m", "1 2 3", "?", "b", "l", "h"]


def test_bad_input_at_every_prompt_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    """At every kind of decision all the bad lines first, then a good one."""
    session = GameSession(new_game(players=4, rules=["all"], credits="open"), 5, [HUMAN] * 4)
    picks = Stream(5, "lively")
    steps: set[str] = set()
    while not session.is_over:
        if session.is_forced or session.phase in steps:
            session.play(lively(session, picks))
            continue
        steps.add(session.phase)
        before = list(session.moves)
        sink = io.StringIO()
        source = io.StringIO("\n".join(BAD) + "\n")
        assert PlainGame(session, Options(sims=5), source, sink).run() == 3
        assert session.moves == before
        shown = sink.getvalue()
        assert "Traceback" not in shown
        assert "\x1b" not in shown
        assert max(map(len, shown.split("\n"))) < 2000
    assert len(steps) >= 20


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*BOOMTOWN, "play", "--plain", "--seed", "1", *FAST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        cwd=ROOT,
    )
    out, err = process.communicate(b"\xff\xfe\x00\n\xc3\n1\n1\n", timeout=60)
    assert process.returncode == 3
    assert err == b""
    assert b"choose a number from 1 to" in out


def test_moves_can_be_typed_and_taken_back() -> None:
    session = recorded("ffg", in_phase("specialist-bid", 2))
    session.seats = [HUMAN] * 4
    n = len(session.moves)
    sink = io.StringIO()
    PlainGame(session, Options(), io.StringIO("bid 20\nu\nbid 25\n"), sink).run()
    assert session.game.text(session.moves[n]) == "bid 25"
    assert len(session.moves) == n + 1
    assert "Taken back." in sink.getvalue()


@pytest.mark.parametrize("n_kills", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_killed_at_random_moments_and_resumed_the_game_goes_on(tmp_path: Path, n_kills: int) -> None:
    play_killed(tmp_path, ["--players", "2", "--seed", "2", "--bots", "greedy", "--sims", "5"], n_kills)
