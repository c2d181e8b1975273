"""kill -9, full disks, torn copies: what was acknowledged is kept, and every table plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .trials import crash, disk
from .trials.games import GAMES, NEW
from .trials.nest import Nest

pytestmark = pytest.mark.xdist_group("table-trials")


def test_thirty_kills_under_load_lose_and_double_nothing(nest: Nest, tmp_path: Path) -> None:
    report = asyncio.run(crash.kills(tmp_path / "data", nest, rounds=30, tables=20, seed=7, play_s=0.4))
    print(report)
    assert report.trouble == "nothing"
    assert report.moves > 30 * 20
    assert report.unanswered > 30, "a kill that meets nobody waiting tests nothing"
    assert report.repeated > 0, "some moves were stored and not yet acknowledged: they get their old answer"


@pytest.mark.parametrize("name", NEW)
def test_kills_lose_and_double_nothing_in_any_game(name: str, nest: Nest, tmp_path: Path) -> None:
    report = asyncio.run(crash.kills(tmp_path / "data", nest, rounds=5, tables=4, seed=7, play_s=0.3, game=GAMES[name]))
    print(report)
    assert report.trouble == "nothing"
    assert report.moves > 5 * 4
    assert report.unanswered > 0


def test_killed_inside_commit(nest: Nest, tmp_path: Path) -> None:
    report = asyncio.run(crash.commit_kills(tmp_path / "data", nest, rounds=12, tables=8, seed=7))
    print(report)
    assert report.trouble == "nothing"
    assert report.unanswered >= 12


def test_full_disk_refuses_and_recovers(nest: Nest, tmp_path: Path) -> None:
    trouble = asyncio.run(disk.full_disk(tmp_path / "data", nest))
    assert not trouble, str(trouble)


def test_read_only_folder_is_one_clear_line(nest: Nest, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    code, told = disk.read_only(tmp_path / "data", nest)
    assert code not in (0, -9)
    assert "Traceback" not in told
    assert told.startswith("goldenspike: ")
    assert len(told.strip().splitlines()) == 1, told


def test_torn_copies_open_and_are_prefixes(nest: Nest, tmp_path: Path) -> None:
    trouble = asyncio.run(disk.torn_copies(tmp_path / "data", nest, copies=24))
    assert not trouble, str(trouble)
