"""The commands compare and report, given the wrong folder, the wrong anchor, or a bot that fails."""

import shlex

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.commands.compare import verdict
from arena.play import Conditions
from arena.running import EXIT, Ended
from arena.sprt import Plan, Sprt
from arena.tournament import Settings
from tests.arena.bad_bots import inside

BAD = f"{inside.__file__}:"
SMALL = ["--players", "2", "--jobs", "1", "--quiet"]


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
