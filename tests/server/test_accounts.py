"""Accounts: made, entered, left, deleted; what a browser held goes with them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.people.accounts import names
from goldenspike.server.storage.schema import accounts, grants, notes, sessions

from .app_in_process import Browser, Socket, run

ANNA = {"name": "Anna", "password": "railroad tycoon"}
PASSWORD = {"password": ANNA["password"]}


def test_what_a_browser_held_goes_with_the_account(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        phone, bots = Browser(app), Browser(app)
        name = (await phone.table("me", "greedy"))["table"]["id"]
        await phone.put(f"/api/tables/{name}/note", {"text": "watch Denver"})
        assert (await phone.get("/api/me"))["name"] is None
        assert (await phone.post("/api/account", ANNA))["name"] == "Anna"
        assert (await phone.get(f"/api/tables/{name}"))["you"] == {"host": True, "seats": [0], "account": "Anna"}
        assert [one["table"]["id"] for one in (await phone.get("/api/lobby"))["mine"]] == [name]

        assert (await bots.get(f"/api/tables/{name}"))["you"]["seats"] == []
        other = (await bots.table("me", "greedy"))["table"]["id"]
        await bots.put(f"/api/tables/{name}/note", {"text": "and Omaha"})
        await bots.post("/api/login", ANNA)
        mine = (await bots.get("/api/lobby"))["mine"]
        assert {one["table"]["id"] for one in mine} == {name, other}
        assert all(one["awaited_me"] for one in mine)
        assert (await phone.get(f"/api/tables/{other}"))["you"]["host"]
        assert (await phone.get(f"/api/tables/{name}/note"))["text"] == "watch Denver\nand Omaha"

        await bots.post("/api/logout")
        assert (await bots.get("/api/lobby"))["mine"] == []
        assert (await bots.get(f"/api/tables/{name}/note"))["text"] == ""
        assert (await phone.get("/api/me"))["name"] == "Anna"

    run(trial, tmp_path)


def test_a_login_brings_a_fresh_token(tmp_path: Path) -> None:
    """A token somebody planted before is worth nothing after."""

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.table("me", "greedy")
        planted = browser.client.cookies["gs"]
        await browser.post("/api/account", ANNA)
        assert browser.client.cookies["gs"] != planted
        thief = Browser(app)
        thief.client.cookies.set("gs", planted)
        assert (await thief.get("/api/me"))["name"] is None
        assert (await thief.get("/api/lobby"))["mine"] == []
        kept = browser.client.cookies["gs"]
        await browser.post("/api/logout")
        thief.client.cookies.set("gs", kept)
        assert (await thief.get("/api/me"))["name"] is None

    run(trial, tmp_path)


def test_passwords_are_kept_as_argon2id(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", ANNA)
        row = app.state.store.read_now(lambda c: c.execute(sa.select(accounts)).one())
        assert row.password.startswith("$argon2id$")
        assert ANNA["password"] not in row.password

    run(trial, tmp_path)


def test_nobody_learns_who_has_an_account(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        wrong = await Browser(app).ask("POST", "/api/login", {"name": "Anna", "password": "not her password"})
        nobody = await Browser(app).ask("POST", "/api/login", {"name": "Berta", "password": "not her password"})
        assert (wrong.status_code, wrong.content) == (nobody.status_code, nobody.content) == (403, wrong.content)

        async def took(name: str) -> float:
            begun = time.perf_counter()
            await Browser(app).ask("POST", "/api/login", {"name": name, "password": "not her password"})
            return time.perf_counter() - begun

        # Both must pay for a whole password check.
        from argon2 import PasswordHasher

        app.state.accounts.hasher = PasswordHasher(time_cost=2, memory_cost=16 * 1024, parallelism=1)
        app.state.accounts._nobody = app.state.accounts.hasher.hash("x")
        assert await took("Berta") > 0.005

    run(trial, tmp_path)


def test_names_that_look_alike_are_one(tmp_path: Path) -> None:
    assert names("  Anna   Lee ") == ("Anna Lee", "anna lee")
    assert names("ＡＮＮＡ")[1] == names("anna")[1]
    assert names("Straße")[1] == names("STRASSE")[1]
    for wrong in ("  x  ", "--", ". .", " " * 5):
        with pytest.raises(HttpError):
            names(wrong)

    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", ANNA)
        for name in ("ANNA", "anna", " Anna ", "Ａnna"):
            taken = await Browser(app).post("/api/account", {**ANNA, "name": name}, 409)
            assert taken["code"] == "taken"
        await Browser(app).post("/api/login", {**ANNA, "name": "ANNA"})

    run(trial, tmp_path)


def test_wrong_credentials_are_one_clear_line(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        for wrong in (
            {},
            {"name": "Anna"},
            {"name": "A", "password": "x" * 8},
            {"name": "Anna", "password": "short"},
            {"name": "<b>", "password": "x" * 8},
            {"name": "x" * 25, "password": "x" * 8},
            {"name": "Anna", "password": "x" * 201},
            {"name": 1, "password": None},
            {**ANNA, "admin": True},
        ):
            for path in ("/api/account", "/api/login"):
                assert (await Browser(app).post(path, wrong, 400))["error"]

    run(trial, tmp_path)


def test_guessing_is_slow(tmp_path: Path) -> None:
    """For each address; that nobody can lock out others is shown beside the other credentials."""

    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", ANNA)
        guess = {**ANNA, "password": "wrong wrong"}
        same = [(await Browser(app, "10.0.0.1").ask("POST", "/api/login", guess)).status_code for _ in range(5)]
        assert same == [403, 403, 403, 429, 429]
        many = [(await Browser(app, f"10.0.1.{n}").ask("POST", "/api/login", guess)).status_code for n in range(5)]
        assert many == [403] * 5

    run(trial, tmp_path, limits=Limits({"login": Rate(0.01, 3), "login name": Rate(0.01, 5)}))


def test_a_deleted_account_is_gone(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser, second = Browser(app), Browser(app)
        await browser.post("/api/account", ANNA)
        await second.post("/api/login", ANNA)
        name = (await browser.table("me", "greedy"))["table"]["id"]
        await browser.put(f"/api/tables/{name}/note", {"text": "mine"})
        await browser.delete("/api/me", PASSWORD)
        for one in (browser, second):
            assert (await one.get("/api/me"))["name"] is None
            assert (await one.get(f"/api/tables/{name}"))["you"] == {"host": False, "seats": [], "account": None}
        for kept in (accounts, grants, notes, sessions):
            assert app.state.store.read_now(lambda c, kept=kept: c.execute(sa.select(kept)).all()) == []
        await Browser(app).post("/api/login", ANNA, 403)
        await Browser(app).post("/api/account", ANNA)

    run(trial, tmp_path)


def test_open_channels_follow(tmp_path: Path) -> None:
    """Who logs out loses the seats in every open tab at once."""

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        name = (await browser.table("me", "greedy"))["table"]["id"]
        socket = Socket(app, browser)
        assert (await socket.hello(name, 0))["op"] == "welcome"
        await browser.post("/api/logout")
        assert (await socket.hear("bye"))["again"]
        await socket.leave()

    run(trial, tmp_path)


def test_browsers_long_gone_are_forgotten(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        old, new = Browser(app), Browser(app)
        name = (await old.table("me", "greedy"))["table"]["id"]
        long_ago = sa.update(sessions).values(created_ms=0)
        await app.state.store.write(lambda c: c.execute(long_ago).rowcount)
        await new.put(f"/api/tables/{name}/note", {"text": "new"})
        await app.state.accounts.tidy()  # the server's own first round may have come before it
        assert await app.state.store.read(
            lambda c: c.execute(sa.select(sessions.c.created_ms == 0)).scalars().all()
        ) == [False]
        assert (await old.get("/api/lobby"))["mine"] == []
        assert (await new.get(f"/api/tables/{name}/note"))["text"] == "new"

    run(trial, tmp_path)


def test_too_many_at_the_door(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browsers = [Browser(app) for _ in range(60)]
        guess = {"name": "Nobody", "password": "x" * 10}
        answers = await asyncio.gather(*(browser.ask("POST", "/api/login", guess) for browser in browsers))
        assert {answer.status_code for answer in answers} == {403, 503}

    from argon2 import PasswordHasher

    run(trial, tmp_path, hasher=PasswordHasher(time_cost=1, memory_cost=16 * 1024, parallelism=1))
