"""The load generator works, and a small load is served: the figures themselves are measured by command."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import pytest

from .trials import load
from .trials.nest import Nest
from .trials.people import Person
from .trials.server import Server

pytestmark = pytest.mark.xdist_group("table-trials")


def test_a_small_load_is_served(nest: Nest, tmp_path: Path) -> None:
    asked = argparse.Namespace(tables=4, rate=40.0, seconds=2.0)
    with Server(tmp_path / "data", nest=nest) as server:
        people = [Person(server.port, f"P{number}") for number in range(4)]
        figures = asyncio.run(load.measure(server, people, asked, 1))
        rest = asyncio.run(load.idle(server, people, tables=20, sockets=40, watch_s=0.5))
        assert server.alive
    assert figures.closed_moves > 200
    assert figures.open_moves == 80
    # Far below what is measured on a quiet machine: these catch what is broken, not what is slow.
    assert figures.per_cpu_s > 150
    assert figures.open_p50_ms < 500
    assert rest.sockets == 40
    assert rest.kb_per_table < 150
