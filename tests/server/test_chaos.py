"""A bad network between pages and server: once it is good again, everybody sees the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .trials import chaos
from .trials.forked_servers import ForkedServers
from .trials.games import GAMES, NEW

pytestmark = pytest.mark.xdist_group("table-trials")


def test_after_every_storm_all_pages_show_the_same(forked_servers: ForkedServers, tmp_path: Path) -> None:
    report = asyncio.run(chaos.storm(tmp_path / "data", forked_servers, seconds=10, tables=4, seed=5))
    print(report)
    assert not report.findings, str(report.findings)
    for what in ("broken", "duplicated", "swapped", "held"):
        assert report.seen[what] > 0, f"no message was {what}: this tests nothing"
    assert report.resyncs > 0


@pytest.mark.parametrize("name", NEW)
def test_after_a_storm_over_any_game_all_pages_show_the_same(
    name: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    report = asyncio.run(chaos.storm(tmp_path / "data", forked_servers, seconds=4, tables=2, seed=5, game=GAMES[name]))
    print(report)
    assert not report.findings, str(report.findings)
    assert report.seen["broken"] + report.seen["swapped"] > 0


def test_a_page_that_asks_and_never_reads_harms_nobody(forked_servers: ForkedServers, tmp_path: Path) -> None:
    assert asyncio.run(chaos.greedy_reader(tmp_path / "data", forked_servers)) == []
