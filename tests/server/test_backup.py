"""Backups while people play, restoring, and replaying everything that is kept."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from goldenspike.cli import main
from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.backup import FolderInUse, FolderLock, backup, check, restore
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.tables.going_back import go_back
from goldenspike.server.tables.moves import play_for_bot
from goldenspike.server.tables.realtime import resume

from .app_in_process import Browser, Socket, play_out, served, settled
from .databases import checked, connected, database_of, database_words, on_both_databases, sqlite_only

pytestmark = on_both_databases


async def some_tables(folder: Path, target: Path | None = None) -> dict[str, str]:
    """Tables in every state, and how each of them stands; backed up while the server runs."""
    async with served(folder) as app:
        browser = Browser(app)
        await browser.table("free", "free")
        names = [(await browser.table("me", "me", seed=n))["table"]["id"] for n in range(3)]
        await play_out(app, names[0])
        actor = await app.state.active_tables.table(names[1])
        for _ in range(7):
            seat = actor.awaited()[0]
            await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])
        await actor.call(go_back, actor, len(actor.path) - 1, "undo", actor.movers[-1], None, {"of": actor.path[-1]})
        await actor.call(go_back, actor, 2, "rewind", 0, None, {"to": actor.path[1]})
        seat = actor.awaited()[0]
        await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[-1])
        stands = {name: (await app.state.active_tables.table(name)).hash for name in names}
        if target is not None:
            await asyncio.to_thread(partial(backup, folder, target, database=database_of(folder)))
            # What happens after the backup is not in it.
            late = await app.state.active_tables.table(names[2])
            await late.call(play_for_bot, late, 0, late.match.legal(0)[0])
    return stands


def test_backup_restore_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    stands = asyncio.run(some_tables(data, file))
    found = check(file)
    assert found.broken == {}
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o600
    assert found.tables == 4
    assert {name: found.hashes[name] for name in stands} == stands
    assert found.moves > 30
    after = checked(data)
    assert after.moves == found.moves + 1

    main(["restore", str(file), "--data", str(data), *database_words(data)])
    told = capsys.readouterr().out
    assert "all well" in told
    kept = next(data.glob(f"{FILE}.before-*"))
    assert str(kept) in told
    assert check(kept).moves == after.moves
    restored = checked(data)
    assert restored.hashes == found.hashes

    async def goes_on() -> None:
        async with served(data) as app:
            for name, digest in stands.items():
                actor = await app.state.active_tables.table(name)
                assert actor.hash == digest
                if actor.running:
                    await actor.call(play_for_bot, actor, actor.awaited()[0], actor.match.legal(actor.awaited()[0])[0])

    asyncio.run(goes_on())
    main(["check", "--data", str(data), *database_words(data)])
    assert "all well" in capsys.readouterr().out
    main(["backup", str(tmp_path / "second"), "--data", str(data), *database_words(data)])
    assert "4 tables" in capsys.readouterr().out


def test_a_record_that_was_tampered_with_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    asyncio.run(some_tables(data))
    with connected(data) as database:
        database.execute(sa.text("UPDATE log SET hash = '0000000000000000' WHERE kind = 'move' AND seq = 5"))
    found = checked(data)
    assert found.broken
    assert all("entry 5" in why for why in found.broken.values())
    with pytest.raises(SystemExit):
        main(["check", "--data", str(data), *database_words(data)])
    told = capsys.readouterr().err
    assert "do not replay" in told
    assert "Traceback" not in told


def test_a_round_that_ended_by_the_clock_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with a pause in it, and with words after its end."""

    async def whole() -> None:
        async with served(tmp_path, rate=60) as app:
            browser = Browser(app)
            seats = [{"holder": "me"}, {"holder": "bot", "bot": "greedy"}]
            wish = {"game": "rail-pass", "seats": seats, "options": {"seconds": 60}, "seed": 3, "start": True}
            name = (await browser.post("/api/tables", wish))["table"]["id"]
            actor = await app.state.active_tables.table(name)
            page = Socket(app, browser)
            await page.hello(name, 0)

            async def moved() -> bool:
                return len(actor.path) > 3

            async def finished() -> bool:
                return actor.header.status == "finished"

            await settled(moved)
            await actor.call(actor.reload)  # as after something that could not be stored
            await actor.call(resume, actor)
            await settled(finished)
            page.say(op="say", id="after-the-end", seat=0, text="well played")
            await page.hear("ack")
            await page.leave()

    asyncio.run(whole())
    report = checked(tmp_path)
    assert report.broken == {}
    assert report.moves > 3
    with connected(tmp_path) as database:
        kinds = list(database.scalars(sa.text("SELECT kind FROM log ORDER BY seq")))
    assert kinds[-2:] == ["finish", "chat"]
    assert "resume" in kinds
    main(["check", "--data", str(tmp_path), *database_words(tmp_path)])
    assert "all well" in capsys.readouterr().out


@sqlite_only
def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    data = tmp_path / "data"
    asyncio.run(some_tables(data))
    before = check(data / FILE).hashes
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").touch()
    with sqlite3.connect(tmp_path / "other.sqlite3") as raw:
        raw.execute("CREATE TABLE x (y)")
    raw.close()
    torn = (data / FILE).read_bytes()
    (tmp_path / "torn").write_bytes(torn[: len(torn) // 2 // 4096 * 4096])
    for name in ("text", "empty", "other.sqlite3", "torn", "none", "."):
        with pytest.raises(BadFile):
            restore(data, tmp_path / name)
    assert check(data / FILE).hashes == before
    with pytest.raises(BadFile, match="no table to back up"):
        backup(tmp_path / "nothing", tmp_path / "x")
    with pytest.raises(BadFile, match="cannot write"):
        backup(data, tmp_path / "no" / "such" / "folder")
    with pytest.raises(BadFile, match="file of its own"):
        backup(data, data / FILE)


def test_one_server_per_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(FolderInUse, match="stop it first"):
        FolderLock(tmp_path)
    lock.close()
    again = FolderLock(tmp_path)
    again.close()
    (tmp_path / "file").touch()
    with pytest.raises(BadFile):
        FolderLock(tmp_path / "file")
