"""The load generator works, and a small load is served: the figures themselves are measured by command."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import pytest

from .trials import fairness, load, load_realtime
from .trials.clients import Person
from .trials.forked_servers import ForkedServers
from .trials.server import Server

pytestmark = pytest.mark.xdist_group("table-trials")


def test_a_small_load_is_served(forked_servers: ForkedServers, tmp_path: Path) -> None:
    asked = argparse.Namespace(tables=4, rate=40.0, seconds=2.0)
    with Server(tmp_path / "data", forked_servers=forked_servers) as server:
        people = [Person(server.port, f"P{number}") for number in range(4)]
        figures = asyncio.run(load.measure(server, people, asked, 1))
        rest = asyncio.run(load.idle(server, people, tables=20, sockets=40, watch_s=0.5))
        assert server.alive
    assert figures.closed_moves > 200
    assert figures.open_moves == 80
    # Far below what is measured on a quiet machine: these catch what is broken, not what is slow.
    assert figures.per_cpu_s > 150
    assert figures.open_p50_ms < 2000
    assert rest.sockets == 40
    assert rest.kb_per_table < 150


def test_a_small_load_in_real_time_is_served(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with Server(tmp_path / "data", forked_servers=forked_servers, arguments=["--fast-clock", "5"]) as server:
        people = [Person(server.port, f"P{number}") for number in range(3)]
        figures = asyncio.run(load_realtime.measure(server, people, tables=2, per_s=20.0, seconds=2.0, settle_s=1.5))
        assert server.alive
    assert (figures.unanswered, figures.lost) == (0, 0)
    assert figures.events_per_s > 5
    assert figures.p50_ms < 2000
    assert figures.refused < 0.5


def test_teams_on_quick_and_slow_lines_play_a_round(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with Server(tmp_path / "data", forked_servers=forked_servers, arguments=["--fast-clock", "10"]) as server:
        found = asyncio.run(fairness.rounds(server, pairs=1, seconds=60, fast=10, delays=(20.0, 120.0)))
    assert [len(scores) for scores in found.scores] == [1, 1]
    # The slower line gives about as many commands: what takes its time anyway hides the way there and back.
    assert found.given[1] > 0.7 * found.given[0] > 20
    assert sum(found.missed) < 0.2 * sum(found.given)
