"""What runs by itself as long as a server does: each is started, and its effect is seen, not only its method called."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.backup import check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.kept_backups import kept
from goldenspike.server.storage.restore import JOURNAL
from goldenspike.server.storage.schema import tables
from goldenspike.server.storage.storage_watch import StorageWatch
from goldenspike.server.tables import retention

from .app_in_process import Browser, Socket, run, settled
from .databases import sqlite_only
from .small_database import copied, small_database
from .test_restore import killed_after

# The program as somebody starts it, but in a hurry, and out of file descriptors while a file is there.
IN_A_HURRY = """
import errno, os, socket, sys
from goldenspike.cli import main
from goldenspike.server.storage import kept_backups
kept_backups.AT_FIRST_S = 0.2
accept = socket.socket.accept
def failing(self):
    if os.path.exists(sys.argv[1]):
        raise OSError(errno.EMFILE, "Too many open files")
    return accept(self)
socket.socket.accept = failing
main(["serve", "--no-open", "--port", "0", "--backup-every", "1h", *sys.argv[2:]])
"""


def test_what_is_outdated_goes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEASURE_S", "MEASURE_SHARED_S"):
        monkeypatch.setattr(retention, name, 0.02)
    monkeypatch.setattr(retention, "SWEEP_S", 0.02)

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "free"))["table"]["id"]
        await browser.patch(f"/api/tables/{name}", {"close": True})
        await app.state.active_tables.sweep(0)
        old = sa.update(tables).values(changed_ms=tables.c.changed_ms - 3 * 86_400_000)
        await app.state.store.write(lambda c: c.execute(old).rowcount)

        async def gone() -> bool:
            return app.state.store.read_now(lambda c: c.execute(sa.select(tables.c.id)).first()) is None

        await settled(gone)

    run(trial, tmp_path, quotas=Quotas(keep_closed_days=2))


@sqlite_only
def test_damage_is_found_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(StorageWatch.__init__.__kwdefaults__, "first_look_s", 0.3)

    async def trial(app: FastAPI) -> None:
        await Browser(app).table("me", "free")
        with app.state.store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        with (tmp_path / FILE).open("rb+") as file:
            file.seek(4096)
            file.write(os.urandom((tmp_path / FILE).stat().st_size - 4096))

        async def told() -> bool:
            return (await Browser(app).ask("GET", "/readyz")).status_code == 503

        await settled(told)

    run(trial, tmp_path)


def test_lag_and_waiting_are_measured(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app, "127.0.0.1")
        made = await browser.table("me", "greedy")
        page = Socket(app, browser)
        await page.hello(made["table"]["id"], 0)
        page.say(op="hint", id="hint-1", seat=0)  # a bot thinks, for either seat

        async def measured() -> bool:
            text = await browser.get("/metrics")
            lag = re.search(r"^goldenspike_loop_lag_seconds_count ([\d.]+)", text, re.M)
            queues = dict(re.findall(r'^goldenspike_queue_seconds_count\{queue="(\w+)"\} ([\d.]+)', text, re.M))
            waited = {queue for queue, count in queues.items() if float(count)}
            return lag is not None and float(lag[1]) > 0 and {"read", "write", "bot"} <= waited

        await settled(measured)
        await page.leave()

    run(trial, tmp_path)


@sqlite_only
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_a_program_that_runs_for_long(tmp_path: Path) -> None:
    """It says what became of a restore that was killed, backs itself up, and is quiet when files run out."""
    small_database(tmp_path / "stored", 1, moves=2)
    data, backup = tmp_path / "data", tmp_path / "one.backup"
    with sqlite3.connect(tmp_path / "stored" / FILE) as opened, sqlite3.connect(backup) as copy:
        opened.backup(copy)
    opened.close()
    copy.close()
    for steps in range(50):
        copied(tmp_path / "stored", data)
        assert killed_after(steps, data, backup)
        if (data / JOURNAL).exists():
            break
        for path in data.iterdir():
            path.unlink()
        data.rmdir()
    flag = tmp_path / "no more files"
    with subprocess.Popen(
        [sys.executable, "-c", IN_A_HURRY, str(flag), "--data", str(data)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            lines = [process.stdout.readline(), process.stdout.readline()]
            assert "restore" in lines[0], lines
            found = re.search(r"http://localhost:(\d+)", lines[1])
            assert found is not None, lines
            wait_for(lambda: bool(kept(data / "backups")))
            assert check(kept(data / "backups")[0]).tables == 1
            flag.touch()
            for _ in range(3):
                with socket.create_connection(("127.0.0.1", int(found[1])), 10):
                    time.sleep(0.1)
            time.sleep(1.2)  # another try to accept
            flag.unlink()
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert errors.count("could not be accepted") == 1, errors


def wait_for(check: Callable[[], bool], seconds: float = 40.0) -> None:
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.05)
