"""kill -9, full disks, torn copies: what was acknowledged is kept, and every table plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .databases import postgresql_only, sqlite_only
from .trials import crash, disk, reliability
from .trials.forked_servers import ForkedServers
from .trials.games import GAMES, NEW

pytestmark = pytest.mark.xdist_group("table-trials")


@pytest.mark.parametrize("rounds", [5, pytest.param(30, marks=pytest.mark.long)])
def test_kills_under_load_lose_and_double_nothing(rounds: int, forked_servers: ForkedServers, tmp_path: Path) -> None:
    report = asyncio.run(crash.kills(tmp_path / "data", forked_servers, rounds=rounds, tables=20, seed=7, play_s=0.4))
    print(report)
    assert report.findings == "nothing"
    assert report.moves > rounds * 20
    assert report.unanswered > rounds, "a kill that meets nobody waiting tests nothing"
    assert report.repeated > 0, "some moves were stored and not yet acknowledged: they get their old answer"


@pytest.mark.long  # in ./test the kills below meet tables of all games at once
@pytest.mark.parametrize("name", NEW)
def test_kills_lose_and_double_nothing_in_any_game(name: str, forked_servers: ForkedServers, tmp_path: Path) -> None:
    kill_often(name, 5, forked_servers, tmp_path)


@postgresql_only
@pytest.mark.parametrize(
    ("name", "rounds"), [(NEW[0], 3), *(pytest.param(name, 5, marks=pytest.mark.long) for name in NEW)]
)
def test_kills_lose_and_double_nothing_on_postgresql(
    name: str, rounds: int, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    kill_often(name, rounds, forked_servers, tmp_path)


def kill_often(name: str, rounds: int, forked_servers: ForkedServers, tmp_path: Path) -> None:
    report = asyncio.run(
        crash.kills(tmp_path / "data", forked_servers, rounds=rounds, tables=4, seed=7, play_s=0.3, game=GAMES[name])
    )
    print(report)
    assert report.findings == "nothing"
    assert report.moves > rounds * 4
    assert report.unanswered > 0


@postgresql_only
@pytest.mark.parametrize("rounds", [2, pytest.param(4, marks=pytest.mark.long)])
def test_the_database_is_killed_under_load(rounds: int, forked_servers: ForkedServers, tmp_path: Path) -> None:
    report = asyncio.run(crash.database_kills(tmp_path / "data", forked_servers, rounds=rounds, tables=4, seed=7))
    print(report)
    assert report.findings == "nothing"
    assert report.moves > rounds * 4


@sqlite_only
@pytest.mark.parametrize("rounds", [3, pytest.param(12, marks=pytest.mark.long)])
def test_killed_inside_commit(rounds: int, forked_servers: ForkedServers, tmp_path: Path) -> None:
    report = asyncio.run(crash.commit_kills(tmp_path / "data", forked_servers, rounds=rounds, tables=8, seed=7))
    print(report)
    assert report.findings == "nothing"
    assert report.unanswered >= rounds


@sqlite_only
def test_kills_with_all_games_and_all_faults(forked_servers: ForkedServers, tmp_path: Path) -> None:
    """The short form of a thousand kills: one of every kind."""
    report = asyncio.run(reliability.reliability(tmp_path / "data", forked_servers, kills=7, tables=1, seed=7))
    print(report)
    assert report.findings == "nothing"
    assert set(report.kills) == set(reliability.KINDS)
    assert report.moves > 50
    assert report.unanswered > 0


@sqlite_only
def test_full_disk_refuses_and_recovers(forked_servers: ForkedServers, tmp_path: Path) -> None:
    findings = asyncio.run(disk.full_disk(tmp_path / "data", forked_servers))
    assert not findings, str(findings)


@sqlite_only
def test_read_only_folder_is_one_clear_line(forked_servers: ForkedServers, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    code, told = disk.read_only(tmp_path / "data", forked_servers)
    assert code not in (0, -9)
    assert "Traceback" not in told
    assert told.startswith("goldenspike: ")
    assert len(told.strip().splitlines()) == 1, told


@sqlite_only
def test_torn_copies_open_and_are_prefixes(forked_servers: ForkedServers, tmp_path: Path) -> None:
    findings = asyncio.run(disk.torn_copies(tmp_path / "data", forked_servers, copies=24))
    assert not findings, str(findings)
