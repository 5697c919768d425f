"""On a Dask cluster: the same tournament though workers are killed on the way, and threads that outlive a game."""

import os
import queue
import signal
import socket

import pytest

from arena.cluster import ADDRESS, DaskExecutor, _local, play_remotely, sharing_on
from arena.executor import WorkerError
from arena.play import play
from arena.schedule import Fixture
from arena.store import Store
from arena.tasks import Conditions, Task
from arena.tournament import Settings, Tournament
from engine import BoomtownError, new_game
from tests.arena.bad_bots import inside


def test_a_thread_goes_on_after_a_game_was_given_up(monkeypatch):
    conditions = Conditions(new_game(players=2).header())
    deadly = Task(Fixture(0, 0, (f"{inside.__file__}:ExitsAnew", "random"), 1, "0"))
    assert [fault.kind for fault in play_remotely(deadly, conditions).faults] == ["dies"]
    fine = Task(Fixture(1, 1, ("random", "random"), 1, "1"))
    with monkeypatch.context() as patched:
        patched.setattr("arena.executor.MAX_ZYGOTES", 0)
        os.kill(_local.executor._zygote.pid, signal.SIGKILL)
        _local.executor._zygote.wait()  # and with it end the workers, which could play the game before
        with pytest.raises(WorkerError, match="before any game did"):
            play_remotely(fine, conditions)
    assert play_remotely(fine, conditions).moves == play(fine, conditions).moves
    _local.executor.close()
    del _local.executor


@pytest.mark.parametrize("address", ["nonsense", "foo://x:1", "tcp://x", "tcp://x:one", "x y:1", ""])
def test_what_is_no_address_is_refused_before_a_client_is_made(monkeypatch, address):
    distributed = pytest.importorskip("dask.distributed")
    monkeypatch.setattr(distributed, "Client", lambda *args, **kwargs: pytest.fail("a client was made"))
    with pytest.raises(BoomtownError, match="no address of a scheduler; use tcp://HOST:8786"):
        DaskExecutor(Conditions(new_game(players=2).header()), address)


@pytest.mark.parametrize("address", ["localhost:8786", "tcp://10.0.0.1:8786", "tls://[::1]:1"])
def test_addresses_of_schedulers(address):
    assert ADDRESS.fullmatch(address)


def test_a_cluster_without_workers_is_told_once(capsys):
    class Alone:
        def nthreads(self):
            return {}

    waiting = DaskExecutor.__new__(DaskExecutor)
    waiting._client, waiting._address, waiting._has_warned = Alone(), "tcp://x:1", False
    waiting._finished, waiting._flying = queue.SimpleQueue(), {"a game": None}
    assert waiting.wait(0.01) == waiting.wait(0.01) == []
    said = "no workers are connected to tcp://x:1; start some with dask worker tcp://x:1\n"
    assert capsys.readouterr() == ("", said)


def test_a_game_that_the_cluster_loses_again_and_again_is_void():
    class Lost:
        status = "error"

        def add_done_callback(self, call):
            call(self)

    class Losing:
        def submit(self, *args, **kwargs):
            return Lost()

    executor = DaskExecutor.__new__(DaskExecutor)
    executor._client, executor.conditions, executor.sandbox, executor.voided = Losing(), None, None, []
    executor._finished, executor._flying = queue.SimpleQueue(), {}
    executor.submit(Task(Fixture(0, 0, ("random", "greedy"), 1, "0")))
    (outcome,) = executor.wait(1.0)
    assert outcome.places is None
    assert executor.voided == ["the game of random, greedy is void: the cluster lost it 10 times"]


class Cluster:
    """A client whose work is done when its result is asked for."""

    def __init__(self):
        self.flying, self.most, self.is_closed = [], 0, False

    def nthreads(self):
        return {"one": 3}

    def submit(self, work, k, **kwargs):
        return Future(self, work, k)

    def cancel(self, futures, force):
        for future in futures:
            self.flying.remove(future)

    def close(self):
        self.is_closed = True


class Future:
    def __init__(self, cluster, work, k):
        self.cluster, self.work, self.k = cluster, work, k
        cluster.flying.append(self)
        cluster.most = max(cluster.most, len(cluster.flying))

    def result(self):
        self.cluster.flying.remove(self)
        return self.work(self.k)


def test_work_is_shared_out_in_order_and_no_more_than_keeps_the_cluster_busy(monkeypatch):
    cluster = Cluster()
    monkeypatch.setattr("arena.cluster._client_of", lambda address: cluster)
    with sharing_on("tcp://x:1") as share_out:
        assert list(share_out(lambda k: k * k, 20, 1)) == [k * k for k in range(20)]
        assert cluster.most == 6
        begun = share_out(lambda k: k, 20, 1)
        assert next(begun) == 0
        begun.close()
        assert cluster.flying == []
        with pytest.raises(BoomtownError, match=r"tcp://x:1: a part of the work is lost \(ZeroDivisionError: integer"):
            list(share_out(lambda k: 1 // k, 20, 1))
    assert cluster.is_closed


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer(monkeypatch):
    pytest.importorskip("dask.distributed")
    monkeypatch.setattr("arena.cluster.CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(BoomtownError, match="no scheduler answers"):
        DaskExecutor(Conditions(new_game(players=2).header()), f"tcp://127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_results_though_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("dask.distributed")
    conditions = Conditions(new_game(players=3).header())
    settings = Settings(("heuristic", "greedy", "random"), 3, conditions, seed=4, games=150)
    killed = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:

        def kill_one(state):
            if state.done > 40 and not killed:
                pid = next(iter(cluster.workers.values())).process.pid
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        with Store(tmp_path, writes=True, create=True) as store:
            with DaskExecutor(conditions, cluster.scheduler_address) as executor:
                assert Tournament(settings, store).run(executor, kill_one) == "complete"
            found = store.games()
    assert killed
    assert [game.number for game in found] == [fixture.number for fixture in settings.schedule().first(150)]
    for game, fixture in list(zip(found, settings.schedule().first(150), strict=True))[::15]:
        assert list(game.places) == play(Task(fixture), conditions).places
