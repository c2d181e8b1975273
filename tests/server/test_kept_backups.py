"""Backups by the clock, restore drills, and what the doctor says."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import sqlalchemy as sa

from goldenspike.cli import main
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.storage import replay_check
from goldenspike.server.storage.backup import backup, check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.drill import drill
from goldenspike.server.storage.kept_backups import (
    BROKEN,
    WELL,
    BackupPlan,
    ScheduledBackups,
    kept,
    read_plan,
    remove_oldest,
)
from goldenspike.server.storage.replay_check import Report
from goldenspike.server.storage.schema import log, tables

from .app_in_process import Browser, served
from .databases import checked, connected, database_of, database_words, sqlite_only
from .small_database import copied, small_database

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another kind")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("stored") / "data"
    small_database(data, 3, moves=6)
    return data


def tampered(data: Path, seq: int = 5) -> str:
    """One table whose record leads elsewhere; its id."""
    with connected(data) as raw:
        table = first_table(raw)
        entry = (log.c.table_id == table) & (log.c.seq == seq)
        assert raw.execute(sa.update(log).where(entry).values(hash="0" * 16)).rowcount == 1
    return table


def first_table(raw: sa.Connection) -> str:
    return str(raw.scalar(sa.select(sa.func.min(tables.c.id))))


def backed_up(data: Path, target: Path, *, whole: bool = False) -> Report:
    """A backup of the database of a folder."""
    return backup(data, target, whole=whole, database=database_of(data))


def test_a_backup_whose_tables_do_not_replay_says_so_by_its_exit_code(
    stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copied(stored, tmp_path / "data")
    backed_up(data, tmp_path / "first")
    table = tampered(data)
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(tmp_path / "file"), "--data", str(data), *database_words(data)])
    assert ended.value.code == 1
    told = capsys.readouterr().err
    assert table in told
    assert "wrote" in told
    assert list(check(tmp_path / "file").broken) == [table], "it is written all the same: it is all there is"


def test_a_second_backup_replays_only_what_has_changed(stored: Path, tmp_path: Path) -> None:
    data = copied(stored, tmp_path / "data")
    first = backed_up(data, tmp_path / "first")
    assert (first.tables, first.replayed) == (3, 3)
    second = backed_up(data, tmp_path / "second")
    assert (second.tables, second.replayed, second.hashes) == (3, 0, first.hashes)
    assert backed_up(data, tmp_path / "whole", whole=True).replayed == 3
    with connected(data) as raw:
        entry = (log.c.table_id == first_table(raw)) & (log.c.seq == 4)
        assert raw.execute(sa.update(log).where(entry).values(text=log.c.text + " ")).rowcount == 1
    assert backed_up(data, tmp_path / "third").replayed == 1
    assert check(tmp_path / "third").replayed == 3, "a check believes nothing"


def test_other_code_remembers_nothing(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = copied(stored, tmp_path / "data")
    backed_up(data, tmp_path / "first")
    monkeypatch.setattr(replay_check, "code_mark", lambda: "another version")
    assert backed_up(data, tmp_path / "second").replayed == 3


def test_an_entry_that_is_missing_is_found(stored: Path, tmp_path: Path) -> None:
    data = copied(stored, tmp_path / "data")
    with connected(data) as raw:
        table = first_table(raw)
        last = sa.select(sa.func.max(log.c.seq)).where(log.c.table_id == table).scalar_subquery()
        assert raw.execute(sa.delete(log).where(log.c.table_id == table, log.c.seq == last)).rowcount == 1
    assert list(checked(data).broken) == [table]


@sqlite_only
def test_many_processes_find_what_one_finds(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = copied(stored, tmp_path / "data")
    table = tampered(data)
    alone = check(data / FILE)
    monkeypatch.setattr(replay_check, "ALONE", 0)
    monkeypatch.setattr(replay_check, "AT_A_TIME", 1)
    shared = check(data / FILE)
    assert (shared.hashes, shared.moves) == (alone.hashes, alone.moves)
    assert list(shared.broken) == list(alone.broken) == [table]


@sqlite_only
def test_processes_end_with_the_one_that_started_them(stored: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from goldenspike.server.storage import replay_check as r;"
        " r.ALONE = 0; r.AT_A_TIME = 1;"
        " r._shared_out = (lambda old: lambda *a: (print('begun', flush=True), old(*a))[1])(r._shared_out);"
        " [r.check(Path(sys.argv[1])) for _ in range(1000)]"
    )
    started = subprocess.Popen([sys.executable, "-c", code, str(stored / FILE)], stdout=subprocess.PIPE)
    assert started.stdout is not None
    started.stdout.readline()
    parent = psutil.Process(started.pid)
    until = time.monotonic() + 30
    while not (workers := [one for one in parent.children(recursive=True) if "spawn_main" in " ".join(one.cmdline())]):
        assert time.monotonic() < until
        time.sleep(0.01)
    started.kill()
    started.communicate()
    _, alive = psutil.wait_procs(workers, timeout=120)
    assert alive == []


def test_plans(tmp_path: Path) -> None:
    assert read_plan(None, 14, None, tmp_path) is None
    assert read_plan("6h", 14, None, tmp_path) == BackupPlan(6 * 3600, 14, tmp_path / "backups")
    assert read_plan("30m", 3, tmp_path / "there", tmp_path) == BackupPlan(1800, 3, tmp_path / "there")
    for wrong in ("6", "h", "0h", "5s", "-1d", "6 hours"):
        with pytest.raises(BadOption, match="backup-every"):
            read_plan(wrong, 14, None, tmp_path)
    with pytest.raises(BadOption, match="at least 1"):
        read_plan("1d", 0, None, tmp_path)


def test_the_oldest_go_and_one_that_replays_stays(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"goldenspike-2026010{day}{WELL if day < 3 else BROKEN}").touch()
    (tmp_path / "notes.txt").touch()
    gone = remove_oldest(tmp_path, 2)
    assert [path.name for path in gone] == [f"goldenspike-20260103{BROKEN}"]
    assert [path.name for path in kept(tmp_path)] == [f"goldenspike-2026010{day}{WELL}" for day in (2, 1)]
    assert (tmp_path / "notes.txt").exists()


def test_a_server_backs_itself_up_while_people_play(tmp_path: Path) -> None:
    data, there = tmp_path / "data", tmp_path / "there"

    async def whole() -> None:
        plan = BackupPlan(3600, 2, there)
        async with served(data, backup_plan=plan) as app:
            browser = Browser(app)
            await browser.table("me", "me", seed=1)
            backups: ScheduledBackups = app.state.backups
            assert backups.age_s() == float("inf")
            assert await backups.make()
            assert check(kept(there)[0]).tables == 1
            assert backups.age_s() < 60
            assert b"goldenspike_backup_age_seconds" in app.state.metrics.text()
            for number in range(3):
                (there / f"goldenspike-2020010{number}{WELL}").touch()
            time.sleep(1.1)  # names have seconds
            assert await backups.make()
            assert [path.name[:17] for path in kept(there)] == [kept(there)[0].name[:17], kept(there)[1].name[:17]]
            assert not list(there.glob("*.part"))
            assert await browser.get("/healthz") == {"ok": True}
        tampered(data, 2)
        failing = ScheduledBackups(data, plan, database=database_of(data))
        assert await failing.make()
        assert len(kept(there, BROKEN)) == 1
        gone = None if database_of(data) is None else "postgresql://nobody@127.0.0.1:1/nothing"
        assert await ScheduledBackups(tmp_path / "nothing", plan, database=gone).make() is False

    asyncio.run(whole())


def test_a_server_that_stops_does_not_wait_for_its_backup(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path / "data", backup_plan=BackupPlan(3600, 2, tmp_path / "there")) as app:
            making = asyncio.ensure_future(app.state.backups.make())
            await asyncio.sleep(0.1)
        await asyncio.wait_for(making, 120)
        assert not list((tmp_path / "there").glob("*.part"))

    asyncio.run(whole())


def test_a_drill_restores_serves_and_opens(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = copied(stored, tmp_path / "data")
    with pytest.raises(BadFile, match="no backup"):
        drill(data)
    (data / "backups").mkdir()
    backed_up(data, data / "backups" / f"goldenspike-1{WELL}")
    main(["drill", "--data", str(data)])
    told = capsys.readouterr().out
    assert "can be restored" in told
    assert "3 running tables opened" in told
    tampered(data)
    broken = tmp_path / "broken"
    backed_up(data, broken)
    with pytest.raises(BadFile, match="do not replay"):
        drill(data, broken)


@sqlite_only  # what it says about PostgreSQL: test_move_database
def test_the_doctor_says_what_to_do(stored: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = copied(stored, tmp_path / "data")

    def told() -> dict[str, str]:
        with pytest.raises(SystemExit):  # there is always something: no page is built, no backup is kept
            main(["doctor", "--data", str(data), "--port", "1"])
        lines = capsys.readouterr().out.splitlines()
        return {line[5:17].strip(): line for line in lines}

    os.chmod(data, 0o700)
    for path in data.iterdir():
        path.chmod(0o600)
    first = told()
    assert set(first) == {
        "python", "permissions", "disk", "database", "restore", "clock", "backups", "server", "page", "mail",
        "open files",
    }  # fmt: skip
    assert all(first[name].startswith("ok") for name in ("python", "permissions", "disk", "database", "clock", "mail"))
    assert "3 running" in first["database"]
    assert first["backups"].startswith("LOOK")
    (data / FILE).chmod(0o644)
    (data / "restoring.json").write_text("{}")
    with sqlite3.connect(data / FILE) as raw:
        raw.execute("UPDATE tables SET changed_ms = changed_ms + 86400000")
    raw.close()
    second = told()
    assert "chmod" in second["permissions"]
    assert "interrupted" in second["restore"]
    assert "before the last stored move" in second["clock"]
    (data / FILE).write_bytes(os.urandom(8192))
    assert "restore" in told()["database"]


def test_the_doctor_finds_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from goldenspike.server.doctor import examine

    from .test_serve import program

    monkeypatch.setenv("GOLDENSPIKE_SMTP", "127.0.0.1:1")
    monkeypatch.setenv("GOLDENSPIKE_SMTP_FROM", "table@example.org")
    with program("--data", str(tmp_path), "--port", "0") as server:
        server.log_text()
        found = {line.name: line for line in examine(tmp_path, 1)}
    assert found["server"].well
    assert "ready" in found["server"].text
    assert not found["mail"].well
    monkeypatch.setenv("GOLDENSPIKE_SMTP_TLS", "perhaps")
    assert "starttls" in next(line for line in examine(tmp_path, 1) if line.name == "mail").do
