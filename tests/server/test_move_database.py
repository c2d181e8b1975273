"""From one database to another and back, backups between them, and what the command line does on PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from goldenspike.cli import main
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.storage import move_database as moving
from goldenspike.server.storage import schema
from goldenspike.server.storage.backup import backup, check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import shared_connection
from goldenspike.server.storage.leases import Leases
from goldenspike.server.storage.move_database import COPIED, move_database
from goldenspike.server.storage.restore import restore_shared

from .app_in_process import Browser, served
from .databases import database_of, postgresql_only, store_of
from .live_server import async_test
from .small_database import played
from .trials.stored_tables import opened

pytestmark = postgresql_only
ANNA = {"name": "Annabella", "password": "railroad tycoon"}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tables, an account, notes and words, as the embedded database keeps them."""
    import asyncio

    folder = tmp_path_factory.mktemp("stored")

    async def fill() -> None:
        async with served(folder, database=None) as app:
            browser = Browser(app)
            await browser.post("/api/account", ANNA)
            for seed in range(3):
                made = await browser.table("me", "greedy", seed=seed)
                name = made["table"]["id"]
                await browser.put(f"/api/tables/{name}/note", {"text": "Weiche? ja, \U0001f682"})
            await browser.table("me", "free", start=False, name="Übermorgen")

    asyncio.run(fill())
    return folder


def content(database: Path | str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, without what a server notes about itself."""
    found = {}
    with opened(database) as connection:
        for table in COPIED:
            columns = [column for column in table.columns if column.name not in {"owner", "epoch"}]
            rows = [tuple(row) for row in connection.execute(sa.select(*columns))]
            found[table.name] = sorted((row for row in rows if row[0] != "schema_runs_from"), key=repr)
    return found


def test_everything_comes_over_and_back(tmp_path: Path, stored: Path) -> None:
    database = database_of(tmp_path)
    assert database is not None
    before, raw = content(stored / FILE), (stored / FILE).read_bytes()
    told: list[str] = []
    moved = move_database(str(stored), database, told.append)
    assert moved.report.tables == 4
    assert "all well" in str(moved)
    assert any(line.startswith("log: ") for line in told)
    assert content(database) == before
    assert (stored / FILE).read_bytes() == raw
    assert move_database(str(stored), database).there  # once more: nothing to do
    back = tmp_path / "back"
    move_database(database, str(back))
    assert content(back / FILE) == before
    assert check(back / FILE).hashes == moved.report.hashes


@async_test
async def test_people_play_on_where_their_tables_are_now(tmp_path: Path, stored: Path) -> None:
    database = database_of(tmp_path)
    assert database is not None
    move_database(str(stored), database)
    async with served(tmp_path) as app:
        browser = Browser(app)
        await browser.post("/api/login", ANNA)
        mine = (await browser.get("/api/lobby"))["mine"]
        assert len(mine) == 4
        running = next(one["table"]["id"] for one in mine if one["table"]["status"] == "running")
        assert "\U0001f682" in (await browser.get(f"/api/tables/{running}/note"))["text"]
        await browser.post(f"/api/tables/{running}/seats/0", {"name": "Anna"})
        # Numbers that the database gives go on after those that came over.
        await browser.table("me", "greedy")


@async_test
async def test_other_data_and_servers_at_work_are_left_alone(tmp_path: Path, stored: Path) -> None:
    database = database_of(tmp_path)
    assert database is not None
    await played(tmp_path, tables=1, moves=2)
    before = content(database)
    with pytest.raises(BadOption, match="has other tables already"):
        move_database(str(stored), database)
    assert content(database) == before
    store = store_of(tmp_path)
    leases = Leases(store)
    await leases.name()
    for words in ((str(stored), database), (database, str(tmp_path / "new"))):
        with pytest.raises(BadOption, match="1 servers work on"):
            move_database(*words)
    leases.close()
    store.close()
    with pytest.raises(BadOption, match="cannot be moved to where it is"):
        move_database(database, database)
    with pytest.raises(BadFile, match="cannot be reached"):
        move_database(str(stored), "postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(BadOption, match="named like postgresql"):
        move_database(str(stored), "mysql://nobody@127.0.0.1:1/nothing")


def test_after_an_interruption_it_is_simply_asked_for_again(
    tmp_path: Path, stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(tmp_path)
    assert database is not None
    wrong = sa.text("UPDATE log SET text = 'draw deck' WHERE seq = 2")
    count_on, done = moving._count_on, []

    def broken(connection: sa.Connection, table: sa.Table) -> None:
        count_on(connection, table)
        if not done:
            done.append(connection.execute(wrong))

    monkeypatch.setattr(moving, "_count_on", broken)
    with pytest.raises(BadFile, match="not what was read; nothing was changed"):
        move_database(str(stored), database)
    assert not any(rows for name, rows in content(database).items() if name != "settings")
    # Killed in the middle, by somebody who has no time to tidy up.
    code = (
        "import sys, time; from goldenspike.server.storage import move_database as m; m._count_on = lambda *a:"
        " (print('now', flush=True), time.sleep(60)); m.move_database(sys.argv[1], sys.argv[2])"
    )
    running = subprocess.Popen([sys.executable, "-c", code, str(stored), database], stdout=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stdout.readline().strip() == b"now"
    running.send_signal(signal.SIGKILL)
    running.communicate()
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with shared_connection(database) as connection:
            others = connection.exec_driver_sql(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            if not others.scalar():
                break
        time.sleep(0.05)
    assert move_database(str(stored), database).rows > 0
    assert content(database) == content(stored / FILE)


@async_test
async def test_a_backup_of_either_database_can_be_restored_to_the_other(tmp_path: Path, stored: Path) -> None:
    database = database_of(tmp_path)
    assert database is not None
    names = await played(tmp_path, tables=2, moves=4)
    file = tmp_path / "shared.backup"
    report = backup(tmp_path, file, database=database)
    assert sorted(report.hashes) == sorted(names)
    if os.name == "posix":
        assert file.stat().st_mode & 0o077 == 0
    assert check(file).hashes == report.hashes
    other = tmp_path / "other.backup"
    backup(stored, other)
    restored, kept = restore_shared(tmp_path, other, database)
    assert restored.tables == 4
    assert content(database) == content(stored / FILE)
    assert kept is not None
    assert check(kept).hashes == report.hashes  # what was there before
    restore_shared(tmp_path, kept, database)
    async with served(tmp_path) as app:
        actor = await app.state.active_tables.table(names[0])
        assert actor.hash == report.hashes[names[0]]
    assert move_database(str(file), str(tmp_path / "folder")).report.hashes == report.hashes


def test_the_command_line_on_the_other_database(
    tmp_path: Path, stored: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(tmp_path)
    assert database is not None
    main(["move-database", str(stored), database])
    assert "4 tables" in capsys.readouterr().out
    main(["check", "--data", str(tmp_path), "--database", database])
    assert "all well" in capsys.readouterr().out
    monkeypatch.setenv("GOLDENSPIKE_DATABASE", database)
    main(["backup", str(tmp_path / "it.backup"), "--data", str(tmp_path)])
    assert "all well" in capsys.readouterr().out
    main(["restore", str(tmp_path / "it.backup"), "--data", str(tmp_path)])
    assert "is kept as" in capsys.readouterr().out
    main(["drill", str(tmp_path / "it.backup")])
    assert "can be restored" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["doctor", "--data", str(tmp_path), "--port", "1"])
    told = capsys.readouterr().out
    assert "PostgreSQL" in told
    assert "s from the database's" in told
    main(["admin", "tables", "--data", str(tmp_path)])
    assert "Übermorgen" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["check", "--database", "/some/folder"])
    assert "a folder goes with --data" in capsys.readouterr().err
    with shared_connection(database) as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(schema.tables)) == 4
