"""Plain mode through a pipe with games that have no face: whole games, bad input, end of input, typed moves."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from arena.terminal.app import Options
from arena.terminal.game_session import HUMAN, GameSession
from arena.terminal.journal import unfinished
from arena.terminal.plain import PlainGame
from arena.terminal.worker import Advice, Answer
from bots.judge import Outcome, Verdict
from engine import new_game
from engine.records import check_record, read_record
from tests.games import FOLDERS
from tests.terminal.real import play

FAST = ["--bots", "random", "--sims", "5"]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_stranger_s_game_through_a_pipe(name: str, tmp_path: Path) -> None:
    done = play(tmp_path, ["--game", str(FOLDERS[name]), "--seed", "2", *FAST], "h\n?\nb\nl\n" + "1\n2\n" * 30)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Best: " in done.stdout
    (path,) = tmp_path.glob("*.jsonl")
    _, record = read_record(path)
    check_record(record)
    assert "Final scores: " in done.stdout


def test_end_of_input_saves_the_game_and_resume_finds_the_game_named(tmp_path: Path) -> None:
    assert play(tmp_path, ["--game", str(FOLDERS["patience"])], "").returncode == 3
    assert play(tmp_path, ["--game", str(FOLDERS["nim"]), "--heaps", "21", *FAST], "").returncode == 3
    assert len(unfinished(tmp_path)) == 2
    older = play(tmp_path, ["--resume", "--game", str(FOLDERS["patience"])], "stop\n")
    assert (older.returncode, older.stderr) == (0, "")
    assert "Your score is 0" in older.stdout
    (left,) = unfinished(tmp_path)
    wrong = play(tmp_path, ["--file", str(left), "--game", str(FOLDERS["patience"])], "")
    assert (wrong.returncode, wrong.stderr) == (2, f"boomtown: --game patience: {left} is a game of nim\n")
    nothing = play(tmp_path, ["--resume", "--game", str(FOLDERS["sealed"])], "")
    assert nothing.returncode == 2
    assert nothing.stderr.startswith("boomtown: no unfinished game of sealed in ")
    assert play(tmp_path, ["--resume"], "1\n" * 10).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--heaps", "0"], "heaps 0: use 1 to 9999"),
        (["--seat", "3"], "seat 3: there are seats 1 to 2"),
        (["--file", "nowhere.journal"], "nowhere.journal: the game cannot be opened"),
        (["--resume", "--heaps", "3"], "--resume: the saved game has its own heaps; leave the options out"),
        (["--game", "x.journal"], "use --file x.journal"),
    ],
)
def test_wrong_options_are_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = play(tmp_path, ["--plain", "--game", str(FOLDERS["nim"]), *arguments], "")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_bad_input_is_answered_and_changes_nothing() -> None:
    bad = [
        "",
        "x",
        "-5",
        "0",
        "99999999999999999999",
        "1.5",
        "１",
        "take",
        "take 9 from 0",
        "\x00\x1b[31m",
        "9" * 10_000,
    ]
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])
    sink = io.StringIO()
    assert PlainGame(session, Options(), io.StringIO("\n".join(bad) + "\n"), sink).run() == 3
    assert session.moves == []
    assert sink.getvalue().count("choose a number from 1 to 12.") == len(bad)
    assert "\x1b" not in sink.getvalue()


def test_the_coach_warns_and_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])
    bad, good = session.legal[0], session.legal[-1]
    outcomes = [Outcome(good, (0.8, 0.2), (0.0, 0.0)), Outcome(bad, (0.5, 0.5), (0.0, 0.0))]
    verdict = Verdict(0, outcomes[1], tuple(outcomes), 0.3, 0.0, 0.01)
    words = "w\ny 1\ny 99\ny nonsense\n1\n1\n"
    sink = io.StringIO()
    game = PlainGame(session, Options(), io.StringIO(words), sink)
    asked: list[int | None] = []

    def judge(position: Any, legal: list[int], played: int | None, n_moves: int, *, sims: int) -> int:
        asked.append(played)
        game._answers.put(Answer(1, good, None, None, 0.0, Advice(verdict, (good,), None)))
        return 1

    monkeypatch.setattr(game._coach, "judge", judge)
    game.run()
    told = sink.getvalue()
    assert asked == [bad, bad]  # why, and before it is played; chosen again nothing is asked
    assert session.moves == [bad]
    assert "The coach warns before a blunder." in told
    assert f"Best: {session.game.text(good)} (80%)" in told
    assert told.count("Say which: y and the number") == 2
    assert told.count("Really? That costs a lot: −30 percentage points of winning chance. Choose it again") == 1


def test_moves_can_be_typed_and_taken_back() -> None:
    session = GameSession(new_game("nim"), 1, [HUMAN, HUMAN])
    sink = io.StringIO()
    PlainGame(session, Options(), io.StringIO("take 2 from 1\nu\ntake 1 from 2\n"), sink).run()
    assert list(map(session.game.text, session.moves)) == ["take 1 from 2"]
    assert "take 2 from 1: heaps 2 4 → 2" in sink.getvalue()
    assert "Taken back." in sink.getvalue()
