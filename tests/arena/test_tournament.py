"""Tournaments: the same results for any number of jobs, however often they stop and go on."""

import json
from dataclasses import replace

import pytest

from arena.executor import Executor, LocalExecutor
from arena.play import play
from arena.ratings import fit
from arena.report import write_report
from arena.store import Store, StoreError
from arena.summary import summarise, table_text
from arena.tasks import Conditions, Outcome, Task
from arena.tournament import Settings, Tournament, check_resumable
from bots.sprt import Plan
from engine import Stream, new_game
from engine.games import described
from tests.arena.bad_bots import inside
from tests.games import nim_game

NIM = Conditions(described(nim_game(3, 4, 5)))
BAD = f"{inside.__file__}:"


class Shuffled(Executor):
    """Plays here, gives outcomes in an order of its own, some twice, and stops after a number of them."""

    def __init__(self, conditions: Conditions, seed: int, capacity: int, stop_after: int = 10**9) -> None:
        self.conditions, self._capacity, self.left = conditions, capacity, stop_after
        self.rng = Stream(seed, "executor")
        self.waiting: list[Task] = []

    @property
    def capacity(self) -> int:
        return self._capacity

    def submit(self, task: Task) -> None:
        self.waiting.append(task)

    def wait(self, timeout: float | None = None) -> list[Outcome]:
        self.rng.shuffle(self.waiting)
        if self.left <= 0:
            raise KeyboardInterrupt
        self.left -= 1
        return [play(self.waiting.pop(), self.conditions)]

    def close(self) -> None:
        pass


def lines(store: Store) -> list[str]:
    return [game.line() for game in store.each()]


def run(folder, settings: Settings, executor: Executor) -> tuple[str, list[str]]:
    with Store(folder, writes=True, create=True) as store:
        tournament = Tournament(settings, store)
        tournament.restore()
        try:
            ending = tournament.run(executor, lambda state: None)
        except KeyboardInterrupt:
            ending = "interrupted"
        return ending, lines(store)


SETTINGS = Settings(("random", "greedy", BAD + "Fine"), 2, NIM, seed=3, games=61)


PATIENCE = Conditions(described(new_game("patience")))


@pytest.mark.parametrize(
    "settings",
    [
        SETTINGS,
        replace(SETTINGS, anchor="greedy", anchor_elo=100.0),
        replace(SETTINGS, bots=("greedy", "random"), games=400, sprt=Plan(0, 100)),
        Settings(("random", "greedy"), 1, PATIENCE, seed=1, games=20),
    ],
    ids=["plain", "anchored", "stopped", "solo"],
)
def test_the_ratings_shown_meanwhile_are_those_of_the_final_table(tmp_path, settings):
    """After every game, and when those played ahead of a decision were dropped."""
    seen = 0

    def compare(state) -> None:
        nonlocal seen
        if state.done == seen:
            return
        seen = state.done
        summary = summarise(store, tournament.schedule.bots, settings.anchor, settings.anchor_elo)
        final = {row.bot: row.elo for row in summary.rows if row.elo is not None}
        assert dict(state.standing.table()) == final

    with Store(tmp_path, writes=True, create=True) as store:
        store.set_settings(settings.as_dict())
        tournament = Tournament(settings, store)
        tournament.run(Shuffled(settings.conditions, 1, 3), compare)
        compare(tournament.state)
        assert seen == len(store.games()) > 10


def test_order_and_interruptions_change_nothing(tmp_path):
    ending, expected = run(tmp_path / "calm", SETTINGS, Shuffled(NIM, 1, 1))
    assert ending == "complete"
    assert len(expected) == 61
    seed = 0
    while True:
        seed += 1
        ending, found = run(tmp_path / "rough", SETTINGS, Shuffled(NIM, seed, 1 + seed % 7, stop_after=seed))
        if ending == "complete":
            break
    assert found == expected
    assert seed > 5


def test_more_games_continue_the_schedule(tmp_path):
    run(tmp_path, SETTINGS, Shuffled(NIM, 1, 3))
    more = Settings(**{**SETTINGS.__dict__, "games": 80})
    ending, found = run(tmp_path, more, Shuffled(NIM, 2, 3))
    fresh = run(tmp_path / "fresh", more, Shuffled(NIM, 3, 1))[1]
    assert (ending, found) == ("complete", fresh)


@pytest.mark.parametrize("capacity", [1, 7, 40])
def test_a_sequential_test_stops_at_the_same_block_for_any_number_of_jobs(tmp_path, capacity):
    settings = Settings(("greedy", "random"), 2, NIM, seed=5, games=4000, sprt=Plan(0, 200))
    ending, found = run(tmp_path, settings, Shuffled(NIM, capacity, capacity))
    assert (ending, len(found)) == ("H1", 18)
    again = run(tmp_path, settings, Shuffled(NIM, 1, 1))
    assert again == (ending, found)


@pytest.mark.parametrize("capacity", [1, 9])
def test_until_the_error_is_small(tmp_path, capacity):
    settings = Settings(("random", BAD + "Fine"), 2, NIM, seed=5, games=4000, until_error=60.0)
    ending, found = run(tmp_path, settings, Shuffled(NIM, capacity, capacity))
    with Store(tmp_path) as store:
        table = fit([game.rated for game in store.games()], "random", resamples=300)
    row = next(row for row in table.ratings if row.bot != "random")
    assert ending == "complete"
    assert (row.high - row.low) / 2 <= 60.0
    assert len(found) == 110


def test_settings_survive_and_differences_are_refused():
    settings = Settings(("a", "b"), 2, NIM, seed=1, sprt=Plan(0, 10))
    stored = json.loads(json.dumps({"version": 1, **settings.as_dict()}))
    assert Settings.from_dict(stored) == settings
    check_resumable(
        stored, json.loads(json.dumps(Settings(("a", "b"), 2, NIM, 1, games=9, sprt=Plan(0, 10)).as_dict()))
    )
    with pytest.raises(StoreError, match="seed: stored 1, asked 2"):
        check_resumable(stored, Settings(("a", "b"), 2, NIM, seed=2, sprt=Plan(0, 10)).as_dict())


def test_faults_are_counted_and_ratings_given_without_them(tmp_path):
    conditions = Conditions(new_game(players=2).header())
    settings = Settings(("greedy", BAD + "Raises:at=9", "random"), 2, conditions, games=30)
    run(tmp_path, settings, Shuffled(conditions, 1, 2))
    with Store(tmp_path) as store:
        summary = summarise(store, settings.bots)
    assert (summary.n_games, summary.n_faults, summary.fault_kinds) == (30, 20, {"raises": 20})
    assert {row.bot: row.faults for row in summary.rows} == {"greedy": 0, BAD + "Raises:at=9": 20, "random": 0}
    assert [row.games for row in summary.without_faults] == [10, 10]
    assert "without the games that had faults" in table_text(summary)


def test_void_games_are_stored_but_not_rated(tmp_path):
    conditions = Conditions(new_game(players=2).header(), on_fault="void")
    settings = Settings(("greedy", BAD + "Raises", "random"), 2, conditions, games=12)
    ending, found = run(tmp_path, settings, Shuffled(conditions, 1, 2))
    with Store(tmp_path) as store:
        summary = summarise(store, settings.bots)
    assert (ending, len(found)) == ("complete", 12)
    assert (summary.n_games, summary.n_void) == (4, 8)


@pytest.mark.parametrize(("on_fault", "limit"), [("stop", None), ("forfeit", 2)])
def test_too_many_faults_stop_the_run(tmp_path, on_fault, limit):
    conditions = Conditions(new_game(players=2).header(), on_fault=on_fault)
    settings = Settings(("greedy", BAD + "Raises"), 2, conditions, games=50, max_faults=limit)
    ending, found = run(tmp_path, settings, Shuffled(conditions, 1, 1))
    assert ending == "faults"
    assert len(found) == (3 if limit else 1)


def test_real_workers_agree_with_this_process(tmp_path):
    conditions = Conditions(new_game(players=3).header())
    settings = Settings(("random", "greedy"), 3, conditions, seed=2, games=12)
    here = run(tmp_path / "here", settings, Shuffled(conditions, 1, 1))
    for jobs in (1, 2):
        with LocalExecutor(conditions, jobs) as executor:
            assert run(tmp_path / str(jobs), settings, executor) == here


def test_any_game_can_be_reported(tmp_path):
    with Store(tmp_path, writes=True, create=True) as store:
        store.set_settings(SETTINGS.as_dict())
    run(tmp_path, SETTINGS, Shuffled(NIM, 1, 1))
    assert write_report(tmp_path, tmp_path / "page.html") == 61
    assert '"title":"Nim"' in (tmp_path / "page.html").read_text("utf-8")
