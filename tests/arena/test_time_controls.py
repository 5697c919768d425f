"""Clocks for whole games (`--tc`): who is on the clock, what it is told, and what happens when it runs out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.executor import LocalExecutor
from arena.play import Player, play
from arena.running import load_settings
from arena.schedule import Fixture
from arena.tasks import Conditions, Outcome, Task
from bots import Budget, TimeControl
from bots.mcts import MctsBot
from bots.random_bot import RandomBot
from engine import Stream, new_game
from engine.games import described

GAME = new_game(players=2)


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Budget, int]]:
    """`random` in seat 0 thinks for a second, and no other time passes. What it was told, and how many moves it had."""
    told: list[tuple[Budget, int]] = []

    def choose(self: RandomBot, observation: object, legal: list[int], budget: Budget, rng: Stream) -> int:
        if self.seat == 0:
            told.append((budget, len(legal)))
        return legal[0]

    monkeypatch.setattr(RandomBot, "choose", choose)
    monkeypatch.setattr("arena.play.time", SimpleNamespace(monotonic=lambda: float(len(told))))
    return told


def played(**more: object) -> Outcome:
    return play(Task(Fixture(0, 0, ("random", "random"), 1, "id")), Conditions(described(GAME), **more))


def test_a_clock_runs_while_its_owner_is_asked_and_choices_add_to_it(thinking: list[tuple[Budget, int]]) -> None:
    outcome = played(tc="1000+0.25")
    assert outcome.faults == []
    left = 1000.0
    for budget, n_legal in thinking:
        assert budget == Budget(None, None, TimeControl(left, 0.25))
        left += (0.25 if n_legal > 1 else 0.0) - 1.0
    assert {n_legal > 1 for _, n_legal in thinking} == {True, False}
    assert outcome.seconds == [len(thinking), 0.0]


def test_who_overruns_its_clock_and_the_grace_is_at_fault(thinking: list[tuple[Budget, int]]) -> None:
    outcome = played(tc="5.5+0", grace=0.25)
    (fault,) = outcome.faults
    assert (fault.seat, fault.kind) == (0, "overtime")
    assert fault.detail == "took 1.00 s; its clock had 0.50 s left, the grace is 0.25 s"
    assert len(thinking) == 6
    assert outcome.places == [2.0, 1.0]


def test_the_grace_is_given_once_in_a_game_not_for_each_move(thinking: list[tuple[Budget, int]]) -> None:
    (fault,) = played(tc="5+0", grace=2.5).faults
    assert len(thinking) == 8  # 5 s and 2.5 s
    assert thinking[-1][0].clock == TimeControl(0.0, 0.0)
    assert fault.detail == "took 1.00 s; its clock had 0.00 s left, the grace is 2.50 s"


def player(spec: str, **more: object) -> Player:
    return Player(spec, GAME, 0, 1, Conditions(described(GAME), **more), None)


def test_a_bot_that_was_given_a_time_of_its_own_has_no_clock() -> None:
    timed, clocked = (player(spec, tc="5+0.1") for spec in ("mcts:time=0.5,even=true", "mcts:threads=1"))
    assert (timed.clock, timed.limit, timed.budget) == (None, 0.75, Budget())
    assert (clocked.clock, clocked.limit) == (TimeControl(5, 0.1), 5.25)
    assert clocked.budget == Budget(clock=TimeControl(5, 0.1))


def test_the_report_says_how_long_bots_may_think() -> None:
    texts = [Conditions(described(GAME), **more).time_text for more in ({"tc": "2+0.02"}, {"time": 0.5}, {})]
    assert texts == ["a clock of 2+0.02", "0.5 s a move", ""]


def test_games_without_a_clock_keep_their_ids() -> None:
    assert "tc" not in Conditions(described(GAME)).identity
    assert Conditions(described(GAME), tc="5+0").identity["tc"] == "5+0"


TELLER = """#!{python}
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": print('{{"type":"hello"}}', flush=True)
    if message["type"] == "new": print('{{"type":"ready"}}', flush=True)
    if message["type"] == "quit": break
    if message["type"] == "move":
        print(json.dumps(message["clock"]), file=sys.stderr, flush=True)
        if message["number"] == 4: print('{{"type":"error","message":"told enough"}}', flush=True)
        else: print(json.dumps({{"type": "bestmove", "move": message["legal"][0]}}), flush=True)
"""

SEES = """
from bots import Bot
class Sees(Bot):
    name = "sees"
    seen = 0
    def choose(self, observation, legal, budget, rng):
        self.seen += 1
        assert budget.clock.increment == 0.5 and 0 < budget.clock.base <= 50 + 2, budget
        if self.seen == 4: raise RuntimeError("told enough")
        return legal[0]
"""


def test_programs_and_processes_are_told_their_clocks(tmp_path: Path) -> None:
    program, module = tmp_path / "teller", tmp_path / "sees.py"
    program.write_text(TELLER.format(python=sys.executable))
    program.chmod(0o755)
    module.write_text(SEES)
    conditions = Conditions(described(GAME), tc="50+0.5")
    with LocalExecutor(conditions, 1) as executor:
        executor.submit(Task(Fixture(0, 0, (f"exec:{program}", f"{module}:Sees"), 1, "id")))
        (outcome,) = executor.wait()
    faults = {fault.seat: fault for fault in outcome.faults}
    assert faults[0].detail == "told enough"
    assert "RuntimeError: told enough" in faults[1].detail
    clocks = [json.loads(line) for line in faults[0].stderr.splitlines()]
    assert [clock["increment"] for clock in clocks] == [0.5] * 4
    assert clocks[0]["left"] == 50.0
    assert all(0 < clock["left"] <= 50 + 0.5 * k for k, clock in enumerate(clocks))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_clock_is_stored_and_kept_when_a_tournament_goes_on(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "t"))
    begun = run("tournament", "random", "greedy", "--players", "2", "--games", "2", "--tc", "9+0.10", "--quiet", *out)
    assert begun.exit_code == 0
    assert load_settings(tmp_path / "t").conditions.tc == "9+0.1"
    assert run("tournament", "--resume", "--games", "4", "--quiet", *out).exit_code == 0
    other = run("tournament", "--resume", "--tc", "9+1", *out)
    assert (other.exit_code, '--tc: stored "9+0.1", asked "9+1"' in other.stderr) == (2, True)
    timed = run("tournament", "--resume", "--time", "1", *out)
    assert (timed.exit_code, "not both" in timed.stderr) == (2, True)


def test_a_clock_can_stand_in_a_file(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text('tc = "9+0.1"\nplayers = 2\ngames = 2\n')
    out = tmp_path / "t"
    assert run("tournament", "random", "greedy", "--quiet", "--config", str(config), "--out", str(out)).exit_code == 0
    assert load_settings(out).conditions.tc == "9+0.1"
    config.write_text('tc = "40/60"\n')
    wrong = run("tournament", "random", "greedy", "--config", str(config))
    assert (wrong.exit_code, wrong.stderr.startswith(f"boomtown: {config}: tc: 40/60: no time control")) == (2, True)


def test_a_time_and_a_clock_exclude_each_other() -> None:
    found = run("compare", "random", "greedy", "--tc", "5", "--time", "1")
    told = "boomtown: --time 1 and --tc 5+0: a time for each move, or a clock for the game, not both\n"
    assert (found.exit_code, found.stderr) == (2, told)


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """`mcts` in seat 0 thinks for a second, and no other time passes; how many moves it had each time."""
    asked: list[int] = []

    def choose(self: MctsBot, observation: object, legal: list[int], budget: Budget, rng: Stream) -> int:
        asked.append(len(legal))
        return legal[0]

    monkeypatch.setattr(MctsBot, "choose", choose)
    monkeypatch.setattr("arena.play.time", SimpleNamespace(monotonic=lambda: float(len(asked))))
    return asked


def searched(own: str) -> Outcome:
    return play(Task(Fixture(0, 0, (f"mcts:{own}", "random"), 1, "id")), Conditions(described(GAME)))


def test_a_time_of_its_own_is_an_average_of_choices(searching: list[int]) -> None:
    (fault,) = searched("time=0.9").faults  # each decision is within 8 times that
    n = sum(n_legal > 1 for n_legal in searching)
    assert len(searching) > 0.9 * n + 0.25 >= len(searching) - 1 - 0.9
    assert (fault.seat, fault.kind) == (0, "overtime")
    assert fault.detail == (
        f"took {len(searching):.2f} s for {n} choices; its time is 0.9 s on average, the grace 0.25 s"
    )


@pytest.mark.parametrize(("own", "limit"), [("time=0.09", 0.97), ("time=0.7,even=true", 0.95)])
def test_no_decision_takes_more_than_eight_times_as_much(searching: list[int], own: str, limit: float) -> None:
    (fault,) = searched(own).faults
    assert len(searching) == 1
    assert fault.detail == f"took 1.00 s; the limit with grace is {limit} s"
