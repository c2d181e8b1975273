"""The same games on a Ray cluster of two nodes, one worker killed in mid-run: no game lost, none counted twice."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path

import pytest

from goldenspike.arena.cluster import on_cluster
from goldenspike.arena.plan import make_plan
from goldenspike.arena.play import play_in

pytestmark = [pytest.mark.xdist_group("ray"), pytest.mark.filterwarnings("ignore")]


def test_a_worker_that_is_killed_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_DEDUP_LOGS", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray
        from ray.cluster_utils import Cluster

        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            cluster.add_node(num_cpus=1)
            ray.init(address=cluster.address, log_to_driver=False)
            plan = make_plan("santa-fe", bots=["random", "fireman"], games=40)
            rows, killed = [], False
            for row in on_cluster(plan, [plan.fixture(number) for number in range(plan.games)], cluster.address):
                rows.append(row)
                if len(rows) >= 5 and not killed:
                    killed = kill_one()  # none is playing at this very moment? Then after the next game.
            assert killed
            assert sum(node["Alive"] for node in ray.nodes()) == 2
        finally:
            ray.shutdown()
            cluster.shutdown()
    assert sorted(row["number"] for row in rows) == list(range(40))
    for row in rows[:3]:
        assert play_in(plan, plan.fixture(row["number"]))["points"] == row["points"]


def kill_one() -> bool:
    """Kill a process of this test's own cluster that is playing."""
    import psutil

    for process in psutil.Process(os.getpid()).children(recursive=True):
        try:
            if process.name().startswith("ray::play_in"):
                os.kill(process.pid, signal.SIGKILL)
                return True
        except (psutil.NoSuchProcess, ProcessLookupError):
            continue  # it ended by itself meanwhile
    return False


def test_no_cluster_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from goldenspike.cli import main

    with pytest.raises(SystemExit, match="2"):
        main(["arena", "santa-fe", "--bots", "random,greedy", "--games", "2", "--ray", "nowhere"])
    assert "there is no Ray cluster at 'nowhere'" in capsys.readouterr().err
