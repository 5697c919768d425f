"""One version against another: what is played, measured and refused. Matches of any strength take hours."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from arena.ratings import Game
from benchmarks.environments import without_our_path
from benchmarks.timed_bot import FILE, QUIT, Watch
from benchmarks.versus import KEPT, SIDES, Thinking, main, parsed, sequential
from bots.sprt import Plan


def test_a_version_against_itself_shares_every_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each deal is played in both seats, so two equal bots win it once each; both say how long they thought. The same
    command plays nothing again, and refuses to mix in another version's games."""
    words = ["--environment", sys.prefix, "--bot", "random", "--games", "2", "--jobs", "1", "--out", str(tmp_path)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "victories  1 of 2: 50.0%" in told
    assert "faults     this 0 (0 for time), other 0 (0 for time)" in told
    assert [Thinking.read(tmp_path / side).games for side in SIDES] == [2, 2]
    assert main(words) == 0
    assert capsys.readouterr().out == told
    kept = json.loads((tmp_path / KEPT).read_text())
    kept["other"]["content"] = "something else"
    (tmp_path / KEPT).write_text(json.dumps(kept))
    assert main(words) == 2
    assert "other was" in capsys.readouterr().err


def test_thinking_is_counted_without_forced_moves_and_kept_only_of_games_that_ended(tmp_path: Path) -> None:
    watch = Watch()
    ask = watch.timed(lambda bot, seen, legal: legal[0])
    assert [ask(None, None, [3]), ask(None, None, [5, 7])] == [3, 5]
    assert (watch.decisions, watch.choices) == (2, 1)
    assert list(watch.heard(["a\n"])) == ["a\n"]
    assert not watch.is_over
    assert list(watch.heard(["a\n", f"{QUIT}\n"]))
    assert watch.is_over
    one = {"seconds": 1.0, "processor": 0.5, "longest": 0.2, "decisions": 9, "choices": 5}
    rows = [one, {**one, "seconds": 3.0, "longest": 0.1}]
    (tmp_path / FILE).write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert str(Thinking.read(tmp_path)) == "2.00 s a game (0.50 s of processor), 400.0 ms a choice, at most 200 ms"


def test_the_test_decides_at_the_first_deal_that_suffices() -> None:
    even = [Game(0, ("a", "b"), (1, 2)), Game(0, ("b", "a"), (1, 2))]
    lost = [Game(0, ("b", "a"), (1, 2)), Game(0, ("a", "b"), (2, 1))]
    sure = [[Game(k, ("a", "b"), (1, 2)), Game(k, ("b", "a"), (2, 1))] for k in range(40)]
    assert sequential(sure, Plan.parse("0,100"), ["a", "b"]).verdict == "H1"
    assert sequential([lost] * 40, Plan.parse("0,100"), ["a", "b"]).verdict == "H0"
    assert sequential([even] * 4, Plan.parse("0,100"), ["a", "b"]).verdict is None
    assert sequential([*sure, *[lost] * 40], Plan.parse("0,100"), ["a", "b"]).n < 40


def test_settings_of_the_game_go_to_the_tournament() -> None:
    _, passed = parsed(["abc1234", "--players", "4", "--rules", "expert", "--edition", "ludoart", "--grace", "1"])
    assert passed == ["--game=planet-steam", "--players=4", "--edition=ludoart", "--rules=expert", "--grace=1"]
    assert "--rules" not in str(parsed(["abc1234", "--game", "steamopolis"])[1])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such-commit"], "no commit"),
        (["--environment", "/nowhere"], "no bin/python"),
        (["--environment", sys.prefix, "--bot", "gredy"], "gredy"),
        (["--environment", sys.prefix, "--sprt", "5"], "sprt 5"),
        (["--environment", sys.prefix, "--game", "chess"], "chess"),
    ],
)
def test_mistakes_are_told_in_a_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*words, "--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_a_path_of_ours_is_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/ours")
    monkeypatch.setenv("HOME", "/home/someone")
    found = without_our_path()
    assert "PYTHONPATH" not in found
    assert found["HOME"] == "/home/someone"
