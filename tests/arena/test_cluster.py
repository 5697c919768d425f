"""The same tournament on a Dask cluster whose workers are killed on the way."""

import os
import signal

import pytest

from arena.play import Conditions, Task, play
from arena.store import Store
from arena.tournament import Settings, Tournament
from engine import new_game

distributed = pytest.importorskip("dask.distributed")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_results_though_a_worker_is_killed(tmp_path):
    from arena.cluster import DaskExecutor

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
