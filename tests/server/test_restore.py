"""Restoring over a database that cannot be read, and restoring that is interrupted anywhere."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from goldenspike.cli import main
from goldenspike.server.storage import copies
from goldenspike.server.storage import restore as restoring
from goldenspike.server.storage.backup import backup, check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.folder_lock import FolderLock
from goldenspike.server.storage.restore import JOURNAL, PART, finish_interrupted, restore

from .databases import sqlite_only
from .small_database import copied, small_database

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="processes that end by a signal"), sqlite_only]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder whose newest moves are still in the write-ahead log, and an older backup of it."""
    folder = tmp_path_factory.mktemp("stored")
    data, file = folder / "data", folder / "tables.backup"
    small_database(data, 1)
    backup(data, file)
    small_database(data, 2)
    with_log = copied(data, folder / "with-log")
    writer = sqlite3.connect(with_log / FILE)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("PRAGMA wal_autocheckpoint=0")
    writer.execute("INSERT INTO settings VALUES ('late', 'in the log only')")
    writer.commit()
    crashed = copied(with_log, folder / "crashed")
    writer.close()
    assert (crashed / f"{FILE}-wal").stat().st_size > 0
    return crashed, file


def zeroed(database: Path) -> None:
    raw = bytearray(database.read_bytes())
    raw[:100] = bytes(100)
    database.write_bytes(raw)


def halved(database: Path) -> None:
    raw = database.read_bytes()
    database.write_bytes(raw[: len(raw) // 2 + 17])


def noise(database: Path) -> None:
    database.write_bytes(os.urandom(database.stat().st_size))


def emptied(database: Path) -> None:
    database.write_bytes(b"")


@pytest.mark.parametrize("destroy", [zeroed, halved, noise, emptied])
def test_a_destroyed_database_is_set_aside_and_restored(
    destroy: Any, stored: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copied(stored[0], tmp_path / "data")
    destroy(data / FILE)
    before = {suffix: (data / f"{FILE}{suffix}").read_bytes() for suffix in ("", "-wal")}
    main(["restore", str(stored[1]), "--data", str(data)])
    told = capsys.readouterr().out
    assert "all well" in told
    assert check(data / FILE).hashes == check(stored[1]).hashes
    kept = next(path for path in data.glob(f"{FILE}.before-*") if not path.name.endswith(("-wal", "-shm")))
    assert str(kept) in told
    assert kept.read_bytes() == before[""]
    assert Path(f"{kept}-wal").read_bytes() == before["-wal"]
    assert not (data / f"{FILE}-wal").exists()


def test_what_is_only_in_the_log_is_kept_too(stored: tuple[Path, Path], tmp_path: Path) -> None:
    data = copied(stored[0], tmp_path / "data")
    _, kept = restore(data, stored[1])
    assert kept is not None
    assert value(kept) == "in the log only"
    assert value(data / FILE) == ""
    _, again = restore(data, stored[1])
    assert again != kept


def value(database: Path) -> str:
    opened = sqlite3.connect(database)
    found = opened.execute("SELECT value FROM settings WHERE name = 'late'").fetchone()
    opened.close()
    return str(found[0]) if found else ""


def killed_after(steps: int, data: Path, file: Path) -> bool:
    """Restore in a process that dies after so many changes of the disk; False if it was done before."""
    process = multiprocessing.get_context("fork").Process(target=_die, args=(steps, data, file))
    process.start()
    process.join(60)
    return process.exitcode == -signal.SIGKILL


def _die(steps: int, data: Path, file: Path) -> None:
    left = [steps]

    def dying(work: Any) -> Any:
        def one(*args: Any, **named: Any) -> Any:
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return work(*args, **named)

        return one

    os.replace, os.fsync, os.chmod = dying(os.replace), dying(os.fsync), dying(os.chmod)
    Path.unlink = dying(Path.unlink)  # type: ignore[method-assign]
    copies.shutil.copyfile = dying(copies.shutil.copyfile)
    restoring.copy_database = dying(restoring.copy_database)
    restore(data, file)


@pytest.mark.parametrize("destroyed", [False, True])
def test_killed_anywhere_it_is_the_old_or_the_new_state_and_says_which(
    destroyed: bool, stored: tuple[Path, Path], tmp_path: Path
) -> None:
    new = check(stored[1]).hashes
    outcomes: list[str] = []
    for steps in range(200):
        data = copied(stored[0], tmp_path / f"data-{steps}")
        if destroyed:
            noise(data / FILE)
        old = (data / FILE).read_bytes()
        if not killed_after(steps, data, stored[1]):
            break
        lock = FolderLock(data)
        told = finish_interrupted(data)
        lock.close()
        assert not (data / JOURNAL).exists()
        assert not (data / PART).exists()
        if "those of the backup" in told:
            assert check(data / FILE).hashes == new
            outcomes.append("new")
        elif destroyed:
            # Nothing was lost of what could not be read either.
            assert (data / FILE).read_bytes() == old or check(data / FILE).hashes == new
            outcomes.append("old" if (data / FILE).read_bytes() == old else "new")
        else:
            state = value(data / FILE)
            assert state == "in the log only" or check(data / FILE).hashes == new
            outcomes.append("old" if state else "new")
            assert not state or "before" in told or told == ""
        assert finish_interrupted(data) == ""
    assert steps > 10
    assert set(outcomes) == {"old", "new"}
    assert outcomes == sorted(outcomes, key=["old", "new"].index), "there is one moment at which it changes"
