"""Several servers on one PostgreSQL and one NATS, real ones started here, under play in all games."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldenspike.server.cluster.bus import Message, NatsBus, NobodyThere
from goldenspike.server.cluster.trial_nats import TrialNats

from .trials import bus_tap, cluster, ownership
from .trials.forked_servers import ForkedServers
from .trials.games import GAMES
from .trials.trace_collector import Span, TraceCollector

# One game with hands of cards, and one whose turns are private steps.
TAPPED = [
    next(name for name, kind in GAMES.items() if kind.cards is not None),
    next(name for name, kind in GAMES.items() if kind.stepwise),
]
pytestmark = pytest.mark.xdist_group("table-trials")


@pytest.fixture(scope="module")
def nats() -> Iterator[TrialNats]:
    one = TrialNats().start()
    yield one
    one.stop()


FAULTS = ("kill", "cut from the bus", "bus", "freeze", "rolling update", "cut from the database", "database")


@pytest.mark.parametrize(
    ("times", "pause_s", "lease_s"),
    [(1, 0.06, 1.2), pytest.param(3, 0.0, cluster.LEASE_S, marks=pytest.mark.long)],
    ids=["each", "many"],
)
def test_faults_of_every_kind_lose_and_double_nothing(
    times: int, pause_s: float, lease_s: float, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    """Three nodes, pages of all games at all of them; the leases of the short form are short as well."""
    trial = cluster.trial(tmp_path, FAULTS * times, forked_servers, tables=1, seed=11, pause_s=pause_s, lease_s=lease_s)
    report = asyncio.run(trial)
    print(report)
    assert report.findings.startswith("nothing")
    assert report.moves > 100
    assert report.unanswered > 0, "a fault that meets nobody waiting tests nothing"
    assert report.moved > 0, "some tables must have been at a node that was hit"
    assert report.hands > times, "a witness in the database saw tables change hands"


def test_the_witness_of_owners_would_see_two_of_them() -> None:
    well = [("t", 0, None, 0), ("t", 1, "a", 1), ("t", 2, "a", 1), ("t", 3, "b", 2), ("u", 0, "b", 1)]
    assert ownership.judged(well) == ([], 1)
    for wrong in (("t", 3, "a", 1), ("t", 4, "a", 1), ("t", 4, "a", 2)):
        assert len(ownership.judged([*well[:4], wrong])[0]) >= 1, wrong


@pytest.mark.parametrize("name", TAPPED)
def test_each_subject_of_the_bus_carries_one_viewpoint_alone(
    name: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    with TraceCollector() as collector:
        told = collector.environment if name == TAPPED[0] else {}
        tapping = bus_tap.tapped_game(tmp_path, GAMES[name], forked_servers, most=8, environment=told)
        tapped, findings = asyncio.run(tapping)
    assert tapped.findings[:5] == []
    assert findings[:5] == [], "what reached the pages through another node"
    seats = {subject for subject in tapped.viewpoints if ".seat." in subject}
    assert len(seats) == 3
    assert tapped.viewpoints - seats, "spectators have a subject of their own"
    assert len(tapped.pages) > 3
    assert tapped.caught > 0, "on the subject of others it would have been found"
    if told:
        follow_a_move(collector.spans)


def follow_a_move(spans: list[Span]) -> None:
    """One trace leads from the node of the page to the node of the table and into the database."""
    by_id = {span.id: span for span in spans}
    commits = [span for span in spans if span.name == "commit" and span.parent in by_id]
    ways = [(commit, by_id[commit.parent]) for commit in commits if by_id[commit.parent].parent in by_id]
    followed = [(by_id[played.parent], played, commit) for commit, played in ways if played.name == "move"]
    assert followed, sorted({span.name for span in spans})
    for sent, played, commit in followed:
        assert sent.name == "forward move"
        assert sent.instance != played.instance == commit.instance
        assert sent.trace == played.trace == commit.trace
        assert played.about.keys() == {"table", "request"}
        assert played.seconds >= commit.seconds
    assert any("/api/tables" in span.name for span in spans), "requests have spans as well"


def test_the_bus_carries_what_is_larger_than_nats_takes_and_tells_of_trouble(nats: TrialNats) -> None:
    async def talk() -> None:
        here, there = NatsBus(nats.url, "here"), NatsBus(nats.url, "there")
        await here.open()
        await there.open()
        there.subscribe("gs.echo", lambda message: there.publish(message.reply, message.data))
        heard: list[Message] = []
        for subject in ("gs.one", "gs.two"):
            there.subscribe(subject, heard.append)
        # Subscriptions go out with the other messages: once this one is answered, NATS knows of them all.
        assert await there.request("gs.echo", b"ready", 10) == b"ready"
        large = bytes(range(256)) * 12_000
        assert await here.request("gs.echo", large, 10) == large
        for number in range(200):  # in order, over both subjects
            here.publish("gs.one" if number % 3 else "gs.two", str(number).encode())
        await here.request("gs.echo", b"", 10)
        assert [int(message.data) for message in heard] == list(range(200))
        with pytest.raises(NobodyThere):
            await here.request("gs.nobody", b"", 10)
        troubles: list[str] = []
        here.troubles.append(troubles.append)
        await asyncio.to_thread(nats.stop)
        while here.connected:
            await asyncio.sleep(0.01)
        here.publish("gs.one", b"lost")
        await asyncio.to_thread(nats.start)
        while not (here.connected and there.connected):
            await asyncio.sleep(0.01)
        assert await there.request("gs.echo", b"ready", 10) == b"ready"
        assert await here.request("gs.echo", b"again", 10) == b"again"
        assert len(troubles) == 2
        assert here.lost == 1
        await here.close()
        await there.close()

    asyncio.run(asyncio.wait_for(talk(), 240))


def test_a_server_of_its_own_loads_nothing_of_a_cluster() -> None:
    asked = """
import sys, goldenspike.cli, goldenspike.server.app, goldenspike.server.serve
goldenspike.cli.parser()
mine = "goldenspike.server.cluster"
print([name for name in sys.modules if name.partition(".")[0] in {"nats", "psycopg"}
       or name.startswith(mine) and name not in {mine, mine + ".commands"}])
"""
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
