"""`boomtown check-bot`: every bad bot's fault is found and named, good ones pass."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.checking import Limits, check, settings_of
from arena.cli import main
from bots import TimeControl
from engine import new_game
from tests.arena.bad_bots import outside_path

ROOT = Path(__file__).parent.parent.parent
GAMES = [("2 players", new_game(players=2))]
ALL_STEPS = [
    "it starts and answers hello",
    "it answers new with ready",
    "a whole game: 2 players, seat 0",
    "a whole game with 5 s for each move",
    "a whole game on a clock of 60+0.1",
    "each question is answered once",
    "the same seed gives the same moves",
    "fields and messages it does not know are passed over",
    "messages in a wrong order do it no harm",
    "quit ends it, and nothing of it stays",
    "it ends when its input breaks off in the middle of a line",
]
GAME, ONCE, ENDS = ALL_STEPS[2], ALL_STEPS[5], ALL_STEPS[9]
PATIENT = Limits(5.0, TimeControl(60, 0.1), 30.0, grace=5.0, start=60.0)
HASTY = Limits(5.0, TimeControl(60, 0.1), 1.0, grace=0.0, start=60.0)


def findings(command: str, limits: Limits = PATIENT, until: str = "") -> dict[str, str | None]:
    """What is found, up to a step."""
    found: dict[str, str | None] = {}
    for finding in check(command, GAMES, limits):
        found[finding.step] = finding.fault
        if finding.step == until:
            break
    return found


@pytest.mark.parametrize(
    ("how", "step", "fault"),
    [
        ("illegal", GAME, 'illegal: answered ["fly", "moon"]'),
        ("other-seat", GAME, "illegal: answered for seat 9, but sits in seat 0"),
        ("no-move", GAME, "illegal: answered null, which is no move"),
        ("error", GAME, "raises: out of ideas"),
        ("dies", GAME, "dies: the program ended with exit code 7; its last words on stderr: last words"),
        ("garbage", GAME, "garbage: wrote a line that is no JSON"),
        ("long-line", GAME, "garbage: wrote a line of more than 1048576 bytes"),
        ("chatty", GAME, "garbage: wrote more than 4194304 bytes without an answer"),
        ("double", ONCE, "question 3 was answered 2 times"),
        ("forks", ENDS, "what it started went on"),
        (
            "stranger",
            "fields and messages it does not know are passed over",
            "dies: the program ended with exit code 1",
        ),
        ("first", "messages in a wrong order do it no harm", "dies: the program ended with exit code 1"),
        ("unseeded", "the same seed gives the same moves", "its moves differ"),
        ("future", ALL_STEPS[0], "it speaks protocol 7; this is protocol 1"),
    ],
)
def test_each_fault_is_found_in_its_step(how: str, step: str, fault: str) -> None:
    found = findings(f"{outside_path} {how}", until=step)
    assert (found[step] or "").startswith(fault)
    before = ALL_STEPS[: ALL_STEPS.index(step)]
    assert [found[one] for one in before] == [None] * len(before)


@pytest.mark.parametrize(("how", "step"), [("hangs", GAME), ("chatty-stderr", GAME), ("closes-stdout", GAME)])
def test_those_who_never_answer_are_found(how: str, step: str) -> None:
    fault = findings(f"{outside_path} {how}", HASTY, until=step)[step] or ""
    assert fault.startswith("overtime: did not answer in time")


def test_one_who_is_mute_is_asked_nothing_more() -> None:
    found = findings(f"{outside_path} mute", Limits(start=0.5))
    assert found == {"it starts and answers hello": "overtime: did not answer in time"}


def test_one_who_stays_after_quit_is_found() -> None:
    found = findings(f"{outside_path} stays", until=ENDS)
    assert found == {**dict.fromkeys(ALL_STEPS[:9]), ENDS: "it still runs 2 s later, and would be killed"}


def test_one_who_does_not_look_at_the_clock_is_found() -> None:
    step = "a whole game on a clock of 0.5+0"
    found = findings(f"{outside_path} slow", Limits(5.0, TimeControl(0.5, 0), 30.0, 0.25, 60.0), until=step)
    fault = found.pop(step) or ""
    assert {*found.values()} == {None}
    assert fault.startswith("overtime: ")
    assert "its clock had" in fault


@pytest.mark.parametrize("how", ["fine", "waits", "talks", "loud"])
def test_what_the_protocol_allows_is_right(how: str) -> None:
    assert findings(f"{outside_path} {how}") == dict.fromkeys(ALL_STEPS)


EXAMPLES = {
    "Python": f"{sys.executable} {ROOT / 'examples' / 'outside_bot.py'}",
    "JavaScript": f"node {ROOT / 'examples' / 'outside_bot.js'}",
    "ours": f"{sys.executable} -m arena bot greedy",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_pass(name: str) -> None:
    if name == "JavaScript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    assert findings(EXAMPLES[name]) == dict.fromkeys(ALL_STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_pass_with_every_setting_of_every_game(name: str) -> None:
    if name == "JavaScript" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    result = CliRunner().invoke(main, ["check-bot", f"exec:{EXAMPLES[name]}", "--patience", "60"])
    assert "FAIL" not in result.output
    assert result.exit_code == 0


def test_every_setting_is_tried() -> None:
    labels = [label for label, _ in settings_of("planet-steam")]
    assert labels[:5] == [*(f"planet-steam, {n} players" for n in (2, 3, 4, 5)), "planet-steam, edition ludoart"]
    assert {"planet-steam, rules sabotage", "planet-steam, rules all", "planet-steam, recall all"} <= {*labels}
    assert [label for label, _ in settings_of("steamopolis")][:1] == ["steamopolis, 1 player"]


def test_the_command_tells_line_by_line_and_by_its_exit_code() -> None:
    result = CliRunner().invoke(main, ["check-bot", f"exec:{outside_path} error", "--game", "planet-steam"])
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[:3] == [
        "PASS  it starts and answers hello",
        "PASS  it answers new with ready",
        "FAIL  a whole game: planet-steam, 2 players, seat 0",
    ]
    assert lines[3].startswith("      raises: out of ideas (move ")
    assert lines[-1].endswith(" wrong")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["random"], "boomtown: random: check-bot checks programs; write exec:./mybot\n"),
        (["exec:./no-such"], "boomtown: bot exec:./no-such: the program ./no-such is not there\n"),
    ],
)
def test_what_is_no_program_is_a_wrong_setting(words: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["check-bot", *words])
    assert (result.exit_code, result.stderr) == (2, told)
