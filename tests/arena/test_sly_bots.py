"""What a bot returns, says, raises or leaves to tidy up may be code of its own: it is blamed, the run goes on."""

import json
import sys
from pathlib import Path

import pytest

from arena.executor import LocalExecutor
from arena.play import note_of, play
from arena.report import write_report
from arena.schedule import Fixture
from arena.store import Store
from arena.tasks import Conditions, Outcome, Task
from arena.tournament import Settings, Tournament
from engine import new_game
from tests.arena.bad_bots import inside, sly

SLY = f"{sly.__file__}:"
FINE = f"{inside.__file__}:Fine"
GAME = new_game(players=2).header()
SURROGATE = {
    "move": {"type": "bestmove", "move": "\ud800"},
    "error": {"type": "error", "message": "\ud800"},
}


def play_in_worker(*bots: str, **conditions) -> Outcome:
    with LocalExecutor(Conditions(GAME, **conditions), 1) as executor:
        executor.submit(Task(Fixture(0, 0, bots, 7, "id")))
        while True:
            outcomes = executor.wait(30)
            if outcomes:
                return outcomes[0]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Surrogate", "raises"),
        ("ExitsWithAnything", "raises"),
        ("PressesCtrlC", "raises"),
        ("BadIndex", "raises"),
        ("SlowIndex", "overtime"),
        ("EqualsAll", "illegal"),
        ("BadAnalysis", "raises"),
        ("Loud", "raises"),
    ],
)
def test_the_bot_is_blamed_and_the_worker_lives(name, kind):
    outcome = play_in_worker("random", SLY + name, time=0.15, grace=0.05)
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(1, kind)]
    assert outcome.places == [1.0, 2.0]


@pytest.mark.parametrize("name", ["BadClose", "SlowClose", "StubbornClose", "DeadlyClose"])
def test_what_goes_wrong_after_the_game_changes_nothing(name):
    fine = play(Task(Fixture(0, 0, ("random", FINE), 7, "id")), Conditions(GAME))
    outcome = play_in_worker("random", SLY + name)
    assert outcome.faults == []
    assert (outcome.moves, outcome.places) == (fine.moves, fine.places)


def test_a_bot_that_must_be_killed_twice_in_a_game():
    outcome = play_in_worker("random", SLY + "StubbornTwice", time=0.15, grace=0.05)
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(1, "overtime")]


def test_a_lone_surrogate_is_stored_written_out(tmp_path):
    bots = ["random", SLY + "Surrogate"]
    for name, answer in SURROGATE.items():
        program = tmp_path / f"{name}.py"
        program.write_text(PROGRAM.format(answer=json.dumps(json.dumps(answer))))
        bots.append(f"exec:{sys.executable} {program}")
    settings = Settings(tuple(bots), 2, Conditions(GAME), games=12)
    assert run(tmp_path / "t", settings) == "complete"
    with Store(tmp_path / "t") as store:
        faults = [fault for game in store.games() for fault in game.faults]
    assert {(fault.bot, fault.kind) for fault in faults} == {
        (bots[1], "raises"), (bots[2], "illegal"), (bots[3], "raises")
    }  # fmt: skip
    assert all("\\ud800" in fault.detail for fault in faults)


def test_only_finite_numbers_of_an_analysis_are_kept(tmp_path):
    assert note_of({"worth": 10**400, "chance": 0.25}) == (None, 0.25)
    assert note_of({"worth": float("nan"), "chance": float("-inf")}) == (None, None)
    settings = Settings((SLY + "Boasts", "random"), 2, Conditions(GAME), games=2)
    assert run(tmp_path, settings) == "complete"
    with Store(tmp_path) as store:
        notes = [note for number in range(2) for note in store.notes(number)]
        assert store.games()[0].faults == ()
    assert len(notes) > 10
    assert {tuple(note[1:]) for note in notes} == {(12.5, None)}
    assert write_report(tmp_path, tmp_path / "page.html") == 2


def run(folder: Path, settings: Settings) -> str:
    with Store(folder, writes=True, create=True) as store, LocalExecutor(settings.conditions, 1) as executor:
        store.set_settings(settings.as_dict())
        return Tournament(settings, store).run(executor, lambda state: None)


PROGRAM = """\
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "quit":
        break
    print({{"hello": '{{"type": "hello"}}', "new": '{{"type": "ready"}}'}}.get(kind, {answer}), flush=True)
"""
