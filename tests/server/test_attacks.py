"""All attacks of one visitor against everybody, small and short: the figures are measured by command."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .trials import attacks
from .trials.attackers import ATTACKS
from .trials.clients import Person
from .trials.forked_servers import ForkedServers
from .trials.server import Server

pytestmark = pytest.mark.xdist_group("table-trials")
QUIET = ["--bot-delay", "0"]


def test_others_play_on_under_all_attacks_at_once(forked_servers: ForkedServers, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data, forked_servers=forked_servers, limits=True, arguments=QUIET) as server:
        wish = {"game": "rail-pass", "seats": [{"holder": "me"}] * 2, "start": True, "options": {"clock": "ticks"}}
        person = Person(server.port)
        template = person.do("POST", "/api/tables", wish)["table"]["id"]
        person.http.close()
        server.stop()
    attacks.store_finished(data, template, 300)
    with Server(data, forked_servers=forked_servers, limits=True, arguments=QUIET) as server:
        trial = asyncio.run(attacks.measure(server, 5.0, list(ATTACKS), scale=0.2, tables=3, strong="greedy"))
        assert server.alive
    # Above what is measured on a quiet machine, since other tests run meanwhile, and both times are short.
    quiet = trial.quiet
    aims = attacks.Aims(
        p99_ms=max(1000, 4 * quiet.p99_ms), newcomer_s=max(8, 3 * quiet.newcomer_worst_s),
        bots=4, least_bot_s=0.6, memory_mb=300, memory_growth=3, disk_mb=60,
    )  # fmt: skip
    assert aims.missed(trial) == []
    assert attacks.Aims(p99_ms=0, newcomer_s=0, bots=0, least_bot_s=0, disk_mb=-1).missed(trial)[:3], (
        "they are looked at"
    )
    assert trial.attacked.log_kb < 500
    assert trial.attacked.moves > 10
