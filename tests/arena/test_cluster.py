"""The same games on a Ray cluster of two nodes, one worker killed in mid-run: no game lost, none counted twice."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from goldenspike.arena.run.play_game import play_in
from goldenspike.arena.run.ray_cluster import on_cluster
from goldenspike.arena.tournament.schedule import make_plan

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

pytestmark = [pytest.mark.xdist_group("ray"), pytest.mark.filterwarnings("ignore")]


# Ray waits 30 seconds for a node, which a machine with its hands full may need just to read Ray's files. The next
# start finds them in memory.
STARTS = 3


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Two nodes on this machine with one core each."""
    monkeypatch.setenv("RAY_DEDUP_LOGS", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_gcs_server_port_wait_time_s", "120")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ray

        found = two_nodes(STARTS)
        try:
            ray.init(address=found.address, log_to_driver=False)
            yield found
        finally:
            ray.shutdown()
            found.shutdown()


def two_nodes(starts: int) -> Cluster:
    from ray.cluster_utils import Cluster

    found, others = Cluster(), own_processes()
    try:
        found.add_node(num_cpus=1, include_dashboard=False)
        found.add_node(num_cpus=1)
    except Exception as error:  # Ray has no narrower one for a node that came too late
        found.shutdown()
        for process in set(own_processes()).difference(others):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        if "timed out" not in str(error) or starts == 1:
            raise
        return two_nodes(starts - 1)
    return found


def own_processes() -> list[psutil.Process]:
    """Whatever this process began: the nodes, but also servers of other tests."""
    return psutil.Process().children(recursive=True)


def test_a_worker_that_is_killed_loses_no_game(cluster: Cluster) -> None:
    import ray

    plan = make_plan("santa-fe", bots=["random", "fireman"], games=40)
    rows, killed = [], False
    for row in on_cluster(play_in, plan, [plan.fixture(number) for number in range(plan.games)], cluster.address):
        rows.append(row)
        if len(rows) >= 5 and not killed:
            killed = kill_one()  # none is playing at this very moment? Then after the next game.
    assert killed
    assert sum(node["Alive"] for node in ray.nodes()) == 2
    assert sorted(row["number"] for row in rows) == list(range(40))
    for row in rows[:3]:
        assert play_in(plan, plan.fixture(row["number"]))["points"] == row["points"]


def kill_one() -> bool:
    """Kill a process of this test's own cluster that is playing."""
    for process in own_processes():
        with suppress(psutil.NoSuchProcess):  # it ended by itself meanwhile
            if process.name().startswith("ray::play_in"):
                process.kill()
                return True
    return False


def test_no_cluster_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from goldenspike.cli import main

    with pytest.raises(SystemExit, match="2"):
        main(["arena", "santa-fe", "--bots", "random,greedy", "--games", "2", "--ray", "nowhere"])
    assert "there is no Ray cluster at 'nowhere'" in capsys.readouterr().err
