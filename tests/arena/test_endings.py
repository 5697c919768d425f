"""How a tournament ends: Ctrl-C at the worst moment, stopping rules with games played ahead, anchors."""

import signal

import pytest

from arena import running
from arena.ratings import fit
from arena.running import EXIT, Run, run_tournament
from arena.store import Store
from arena.tasks import Conditions
from arena.tournament import Settings, Tournament
from bots.sprt import Plan
from engine import new_game
from tests.arena.bad_bots import inside
from tests.arena.test_tournament import NIM, SETTINGS, Shuffled

BAD = f"{inside.__file__}:"


@pytest.fixture(autouse=True)
def signals():
    """Both signals interrupt, and are as before afterwards."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_during_a_commit_waits_for_its_end(tmp_path, monkeypatch, number):
    with Store(tmp_path, writes=True, create=True) as store:
        add = store.add

        def add_interrupted(outcomes):
            signal.raise_signal(number)
            add(outcomes)
            signal.raise_signal(number)

        monkeypatch.setattr(store, "add", add_interrupted)
        tournament = Tournament(SETTINGS, store)
        with pytest.raises(KeyboardInterrupt):
            tournament.run(Shuffled(NIM, 1, 3), lambda state: None)
        assert tournament.state.done == len(store.games()) > 0
    assert signal.getsignal(number) is signal.default_int_handler


class Interrupted(Shuffled):
    """Somebody presses Ctrl-C after the tenth game."""

    def wait(self, timeout=None):
        if self.left == 10**9 - 10:
            signal.raise_signal(signal.SIGINT)
        return super().wait(timeout)


def test_a_second_ctrl_c_does_not_stop_the_summary(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "make_executor", lambda settings, run: Interrupted(NIM, 1, 1))
    summarise = running.summarise

    def summarise_interrupted(*words):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
        return summarise(*words)

    monkeypatch.setattr(running, "summarise", summarise_interrupted)
    ended = run_tournament(SETTINGS, Run(tmp_path / "t", quiet=True))
    assert ended.exit_code == EXIT["interrupted"] == 3
    assert ended.summary.n_games == ended.done == len((tmp_path / "t" / "results.jsonl").read_text().splitlines()) > 0


def test_a_complete_run_leaves_the_signals_as_they_were(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "make_executor", lambda settings, run: Shuffled(NIM, 1, 1))
    assert run_tournament(SETTINGS, Run(tmp_path / "t", quiet=True)).ending == "complete"
    assert signal.getsignal(signal.SIGINT) is signal.getsignal(signal.SIGTERM) is signal.default_int_handler


@pytest.mark.parametrize("is_killed", [False, True])
def test_games_played_ahead_of_a_verdict_are_not_counted(tmp_path, monkeypatch, is_killed):
    settings = Settings(("greedy", "random"), 2, NIM, seed=5, games=4000, sprt=Plan(0, 200))
    with Store(tmp_path, writes=True, create=True) as store:
        tournament = Tournament(settings, store)
        if is_killed:  # between the deciding game and the verdict
            monkeypatch.setattr(store, "stop_after", lambda *verdict: signal.raise_signal(signal.SIGINT))
            with pytest.raises(KeyboardInterrupt):
                tournament.run(Shuffled(NIM, 40, 40), lambda state: None)
            monkeypatch.undo()
            assert len(store.games()) > 18
            tournament = Tournament(settings, store)
            assert tournament.restore() == 18
        else:
            tournament.run(Shuffled(NIM, 40, 40), lambda state: None)
        assert (tournament.state.ending, tournament.state.done, len(store.games())) == ("H1", 18, 18)


def test_faults_played_ahead_of_a_verdict_are_not_counted(tmp_path):
    conditions = Conditions(new_game(players=2).header())
    settings = Settings(("greedy", BAD + "Raises"), 2, conditions, games=400, sprt=Plan(0, 400))
    with Store(tmp_path, writes=True, create=True) as store:
        tournament = Tournament(settings, store)
        assert tournament.run(Shuffled(conditions, 3, 30), lambda state: None) == "H1"
        assert tournament.state.done == tournament.state.n_faults == len(store.games())


def test_the_error_is_measured_from_the_anchor(tmp_path):
    bots = ("random", "greedy", BAD + "Fine")
    settings = Settings(bots, 2, NIM, seed=5, games=4000, until_error=120.0, anchor="greedy")
    with Store(tmp_path, writes=True, create=True) as store:
        tournament = Tournament(settings, store)
        assert tournament.run(Shuffled(NIM, 1, 1), lambda state: None) == "complete"
        games = [game.rated for game in store.games()]
    widest = {}
    for anchor in ("greedy", "random"):
        rows = [row for row in fit(games, anchor, resamples=300).ratings if row.bot != anchor]
        widest[anchor] = max((row.high - row.low) / 2 for row in rows)
    assert tournament.state.error == pytest.approx(widest["greedy"])
    assert widest["greedy"] <= 120.0
    assert widest["greedy"] != pytest.approx(widest["random"])


def test_an_anchor_whose_games_are_all_void_decides_nothing(tmp_path):
    conditions = Conditions(new_game(players=2).header(), on_fault="void")
    bots = (BAD + "Raises", "random", "greedy")
    settings = Settings(bots, 2, conditions, games=130, until_error=1000.0)
    with Store(tmp_path, writes=True, create=True) as store:
        assert Tournament(settings, store).run(Shuffled(conditions, 1, 1), lambda state: None) == "complete"
        assert len(store.games()) == 130
