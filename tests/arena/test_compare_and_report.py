"""The commands compare, report and replay, given the wrong folder, the wrong anchor, or a bot that fails."""

import json
import shlex

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.commands.compare import verdict
from arena.running import EXIT, Ended
from arena.tasks import Conditions
from arena.tournament import Settings
from bots.sprt import Plan, Sprt
from tests.arena.bad_bots import inside

BAD = f"{inside.__file__}:"
SMALL = ["--players", "2", "--jobs", "1", "--quiet", "--seed", "0"]


def boomtown(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_compare_does_not_go_on_with_a_tournament(tmp_path):
    out = tmp_path / "a b"
    assert boomtown("tournament", "random", "greedy", *SMALL, "--games", 2, "--out", out).exit_code == 0
    found = boomtown("compare", "random", "greedy", "--resume", "--out", out)
    assert found.exit_code == 2
    assert found.stderr == (
        f"boomtown: {out}: holds a tournament, not a comparison; "
        f"go on with it by: boomtown tournament --resume --out '{out}'\n"
    )


@pytest.mark.parametrize(
    ("ending", "word"),
    [
        ("complete", "Undecided:"),
        ("interrupted", "Interrupted."),
        ("faults", "Stopped:"),
        ("H0", "No:"),
        ("H1", "Yes:"),
        ("undecided", "Undecided:"),
    ],
)
def test_compare_has_an_answer_to_every_ending(ending, word):
    settings = Settings(("b", "a"), 2, Conditions({}), sprt=Plan(0, 30))
    assert verdict(Ended(ending, None, settings, Sprt(Plan(0, 30)), 0), "again").split()[0] == word


def test_compare_tells_its_faults_and_a_command_to_copy(tmp_path):
    out, bot = tmp_path / "a b", BAD + "Raises"
    found = boomtown("compare", "random", bot, *SMALL, "--on-fault", "stop", "--out", out)
    assert found.exit_code == EXIT["faults"]
    again = shlex.join(["boomtown", "compare", "random", bot, "--resume", "--out", str(out)])
    assert again in found.stdout.splitlines()
    assert "ZeroDivisionError" in found.stdout


@pytest.mark.parametrize(
    ("anchor", "message"),
    [("foo", "no bot is named 'foo'"), ("mcts", "the anchor mcts does not play; use random, greedy")],
)
def test_report_refuses_an_anchor_that_does_not_play(tmp_path, anchor, message):
    out = tmp_path / "t"
    assert boomtown("tournament", "random", "greedy", *SMALL, "--games", 2, "--out", out).exit_code == 0
    found = boomtown("report", out, "--anchor", anchor)
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stderr.count("\n") == 1
    assert not (out / "report.html").exists()
    assert boomtown("report", out, "--anchor", "greedy").exit_code == 0


@pytest.fixture
def faulty(tmp_path):
    """The record of a game whose first bot writes to stderr, steers the terminal, and dies."""
    program = tmp_path / "dies.sh"
    program.write_text("#!/bin/sh\nprintf 'one\\nno \\033[2Jlicence\\n' >&2\nexit 3\n")
    program.chmod(0o755)
    words = ["tournament", f"exec:{program}", "random", *SMALL, "--games", 1, "--out", tmp_path / "t"]
    assert boomtown(*words).exit_code == 0
    return tmp_path / "t" / "faults.jsonl"


@pytest.mark.parametrize("words", [[], ["--at", "0"]])
def test_replay_tells_a_fault_at_its_move(faulty, words):
    lines = boomtown("replay", faulty, *words).stdout.splitlines()
    at = next(k for k, line in enumerate(lines) if line.endswith("is at fault: dies"))
    assert lines[at].startswith("       seat 0 (exec:")
    assert lines[at + 1 : at + 4] == [
        "         the program ended with exit code 3",
        "         stderr: one",
        "         stderr: no ?[2Jlicence",
    ]
    rest = [line for line in lines[at + 4 :] if line]
    assert rest[0].startswith(("    0  ", "move 0: "))


def test_replay_tells_faults_of_many_games(faulty):
    faulty.write_text(2 * faulty.read_text())
    assert boomtown("replay", faulty).stdout.splitlines()[0].endswith("; faults at move 0")


@pytest.mark.parametrize("wrong", [3, [3], [{"seat": 0}], [{"seat": 0, "bot": "", "kind": "", "move": 0, "detail": 1}]])
def test_replay_refuses_faults_of_another_shape(faulty, wrong):
    faulty.write_text(json.dumps(json.loads(faulty.read_text()) | {"faults": wrong}) + "\n")
    found = boomtown("replay", faulty)
    assert found.exit_code == 2
    assert "faults: expected a list of seat, bot, kind, move, detail and stderr" in found.stderr
    assert found.stderr.count("\n") == 1
