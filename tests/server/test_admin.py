"""``goldenspike admin``: the operator's list, decisions and audit log, with and without a running server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.cli import main
from goldenspike.server.storage.backup import FolderLock

from .app_in_process import Browser, Socket, run, served
from .databases import database_words
from .test_deletion import said
from .test_leaving import together

ANNA = {"name": "Annabella", "password": "railroad tycoon"}
Admin = Callable[..., str]


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Admin:
    def call(*words: str, fails: bool = False) -> str:
        capsys.readouterr()
        try:
            main(["admin", words[0], "--data", str(tmp_path), *database_words(tmp_path), *words[1:]])
            failed = False
        except SystemExit:
            failed = True
        told = capsys.readouterr()
        assert failed == fails, told
        return told.err if fails else told.out

    return call


def test_an_operator_sees_what_spectators_see(tmp_path: Path, admin: Admin) -> None:
    """Nothing hidden: the record and the position are those of a stranger, byte for byte."""
    seen: dict[str, Any] = {}

    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app, seed=5)
        await host.post("/api/account", ANNA)
        actor = await app.state.active_tables.table(name)
        from goldenspike.server.tables.moves import play_for_bot

        for _ in range(4):
            seat = actor.awaited()[0]
            await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])
        await said(app, guest, name, 1, "hello there")
        stranger = Browser(app)
        socket = Socket(app, stranger)
        welcome = await socket.hello(name)
        seen.update(name=name, entries=await stranger.get(f"/api/tables/{name}/entries"), view=welcome["view"])
        seen["hand"] = (await host.get(f"/api/tables/{name}/at/{welcome['version']}?seat=0"))["own"]
        await socket.leave()

    run(trial, tmp_path)
    found = json.loads(admin("table", seen["name"], "--json"))
    assert found["entries"] == seen["entries"]
    assert found["view"] == seen["view"]
    assert found["accounts"] == {"-1": "Annabella", "0": "Annabella"}
    assert seen["hand"] is not None
    assert "own" not in found
    text = admin("table", seen["name"])
    assert "hello there" in text
    assert "Annabella" in text
    listed = admin("tables")
    assert seen["name"] in listed
    assert "running" in listed
    assert seen["name"] not in admin("tables", "--status", "open")
    assert "Annabella" in admin("accounts")
    assert "there is no table" in admin("table", "nowhere", fails=True)


def test_without_a_server_the_command_does_it_itself(tmp_path: Path, admin: Admin) -> None:
    names: list[str] = []

    async def trial(app: FastAPI) -> None:
        name, host, _, _ = await together(app)
        await host.post("/api/account", ANNA)
        names.append(name)

    run(trial, tmp_path)
    assert admin("close", names[0], "--why", "spam").strip() == "done"
    admin("ban", "account", "annabella", "--why", "rude to others", "--days", "2")
    assert "rude to others" in admin("bans")
    assert "banned" in admin("accounts")
    assert "no account" in admin("ban", "account", "Nobody Here", fails=True)
    assert "no IP address" in admin("ban", "address", "here", fails=True)
    assert "no such table" in admin("close", "nowhere", fails=True)

    async def after(app: FastAPI) -> None:
        browser = Browser(app)
        assert (await browser.get(f"/api/tables/{names[0]}"))["table"]["status"] == "closed"
        refused = await browser.post("/api/login", ANNA, 403)
        assert (refused["code"], "rude to others" in refused["error"]) == ("banned", True)

    run(after, tmp_path)
    admin("unban", "account", "Annabella")
    assert "refused" in admin("unban", "account", "Annabella", fails=True)

    async def again(app: FastAPI) -> None:
        await Browser(app).post("/api/login", ANNA)

    run(again, tmp_path)
    log = admin("log")
    assert [line.split()[0] for line in log.splitlines()[1:]] == ["1", "2", "3", "4", "5"]
    for word in ("spam", "rude to others", "ban account", "unban account", "refused: there is no such table"):
        assert word in log
    assert "Annabella" not in log, "the log outlives the account, its name does not"


def test_a_running_server_does_it_at_once(tmp_path: Path, admin: Admin) -> None:
    async def whole() -> None:
        lock = FolderLock(tmp_path)  # as `goldenspike serve` holds it
        try:
            async with served(tmp_path) as app:
                name, host, guest, _ = await together(app)
                await guest.post("/api/account", ANNA)
                token = (await guest.post("/api/me/tokens", {"name": "x", "password": ANNA["password"]}))["token"]
                program = {"authorization": f"Bearer {token}"}
                assert (await Browser(app).get("/api/v1/me", **program))["name"] == ANNA["name"]
                socket, other = Socket(app, guest), Socket(app, host, "10.0.0.77")
                await socket.hello(name, 1)
                await other.hello(name, 0)
                await asyncio.to_thread(admin, "ban", "account", "Annabella", "--why", "rude")
                assert not (await socket.hear("bye"))["again"]
                assert (await guest.get("/api/me"))["name"] is None
                assert (await Browser(app).get("/api/v1/me", 401, **program))["code"] == "token"
                await asyncio.to_thread(admin, "ban", "address", "10.0.0.77")
                assert not (await other.hear("bye"))["again"]
                far = Browser(app, "10.0.0.77")
                assert (await far.get("/api/games", 403))["code"] == "banned"
                assert (await Socket(app, far, "10.0.0.77").hear())["op"] == "close"
                await asyncio.to_thread(admin, "unban", "address", "10.0.0.77")
                await far.get("/api/games")
                await asyncio.to_thread(admin, "close", name)
                assert (await host.get(f"/api/tables/{name}"))["table"]["status"] == "closed"
                await socket.leave()
                await other.leave()
        finally:
            lock.close()

    asyncio.run(whole())


def test_reports_are_read_and_resolved(tmp_path: Path, admin: Admin) -> None:
    async def trial(app: FastAPI) -> None:
        name, _, guest, third = await together(app)
        await said(app, third, name, 2, "you fool")
        await guest.post(f"/api/tables/{name}/people/2/report", {"reason": "insult", "text": "see his words"})

    if not database_words(tmp_path):
        assert "no tables" in admin("reports", fails=True)
    run(trial, tmp_path)
    told = admin("reports")
    for words in ("1: insult, about Carl", "see his words", "they said: you fool"):
        assert words in told
    admin("resolve", "1", "--why", "talked to them")
    assert "nothing was reported" in admin("reports")
    assert "resolved" in admin("reports", "--all")
    assert "refused" in admin("resolve", "1", fails=True)


def test_a_ban_ends_by_itself(tmp_path: Path, admin: Admin) -> None:
    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", ANNA)

    async def after(app: FastAPI) -> None:
        await Browser(app).post("/api/login", ANNA)
        await Browser(app, "10.0.0.5").get("/api/games")

    run(trial, tmp_path)
    admin("ban", "account", "Annabella", "--days", "0")
    admin("ban", "address", "10.0.0.5", "--days", "0")
    run(after, tmp_path)
