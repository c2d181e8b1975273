"""Deleting an account: no name, no word, no note of it is left, in the answers and in the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.storage.move_database import export_database
from goldenspike.server.storage.schema import accounts, entry_authors, grants, notes, sessions

from .app_in_process import Browser, Socket, play_out, run
from .databases import database_of
from .test_leaving import together

NAME = "Annabella Quux"
ANNA = {"name": NAME, "password": "railroad tycoon"}
PASSWORD = {"password": ANNA["password"]}
SECRETS = ("Annabella", "zanzibar", "xylophone", "quetzal")


async def said(app: FastAPI, browser: Browser, table: str, seat: int | None, text: str) -> None:
    socket = Socket(app, browser)
    await socket.hello(table, seat)
    socket.say(op="say", id=uuid4().hex, seat=seat, text=text)
    assert (await socket.hear("ack", "refused"))["op"] == "ack"
    await socket.leave()


async def known_person(app: FastAPI) -> tuple[Browser, list[str], Browser]:
    """Somebody with an account who talked, took notes and hosted; and a guest."""
    anna = Browser(app)
    await anna.post("/api/account", ANNA)
    guest = Browser(app)
    made = await anna.table("me", "free", "greedy", name="Annabella's table")
    running = made["table"]["id"]
    await anna.post(f"/api/tables/{running}/seats/0", {"name": NAME})
    secret = made["invitations"][0]["path"].partition("#s=")[2]
    await guest.post(f"/api/tables/{running}/claim", {"secret": secret, "name": "Berta"})
    await anna.post(f"/api/tables/{running}/start")
    over = (await anna.table("me", "greedy"))["table"]["id"]
    await anna.post(f"/api/tables/{over}/seats/0", {"name": NAME})
    for table in (running, over):
        await said(app, anna, table, 0, "zanzibar")
        await anna.put(f"/api/tables/{table}/note", {"text": "xylophone"})
    await said(app, anna, running, None, "quetzal")
    await said(app, guest, running, 1, "I stay")
    await play_out(app, over)
    return anna, [running, over], guest


def test_nothing_of_a_deleted_account_is_left(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, tables, guest = await known_person(app)
        watching = Socket(app, guest)
        await watching.hello(tables[0], 1)
        await anna.delete("/api/me", PASSWORD)
        welcome = await watching.hear("welcome")
        while "zanzibar" in str(welcome["entries"]):
            welcome = await watching.hear("welcome")
        assert not any(word in str(welcome) for word in SECRETS)
        await watching.leave()
        for table in tables:
            for path in ("", "/entries", "/export" if table == tables[1] else ""):
                text = str(await guest.get(f"/api/tables/{table}{path}"))
                assert not any(word in text for word in SECRETS), path
        entries = await guest.get(f"/api/tables/{tables[0]}/entries")
        chat = [(one["text"], one["data"]) for one in entries if one["kind"] == "chat"]
        assert chat == [("", {"removed": True}), ("", {"removed": True}), ("I stay", None)]
        for kept in (accounts, sessions, notes):
            rows = app.state.store.read_now(lambda c, kept=kept: c.execute(sa.select(kept)).all())
            assert not any(word in str(rows) for word in SECRETS)
        for kept in (grants, entry_authors):
            rows = app.state.store.read_now(lambda c, kept=kept: c.execute(sa.select(kept.c.holder)).scalars().all())
            assert not any(holder.startswith("a:") for holder in rows)
        await play_out(app, tables[0])

    run(trial, tmp_path)
    if (database := database_of(tmp_path)) is not None:
        export_database(database, tmp_path / "all of it")
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"I stay" in left
    assert [word for word in SECRETS if word.encode() in left] == []


def test_the_table_goes_on_with_a_bot_and_a_new_host(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, tables, guest = await known_person(app)
        await anna.delete("/api/me", PASSWORD)
        found = await guest.get(f"/api/tables/{tables[0]}")
        assert found["you"]["host"]
        assert [seat["holder"] for seat in found["table"]["seats"]] == ["bot", "person", "bot"]
        assert found["table"]["name"] == ""
        assert (await guest.get(f"/api/tables/{tables[1]}"))["table"]["seats"][0]["name"] == ""

    run(trial, tmp_path)


def test_words_at_a_table_one_has_left_go_as_well(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, _, guest, third = await together(app)
        await guest.post("/api/account", ANNA)
        await said(app, guest, name, 1, "zanzibar")
        await guest.post(f"/api/tables/{name}/leave")
        await guest.delete("/api/me", PASSWORD)
        assert "zanzibar" not in str(await third.get(f"/api/tables/{name}/entries"))

    run(trial, tmp_path)


def test_the_name_of_a_deleted_account_is_nowhere_on_the_disk(tmp_path: Path) -> None:
    """Not where they left, were sent away, were numbered anew, forgot a finished game, or named a table."""

    async def trial(app: FastAPI) -> None:
        host, anna = Browser(app), Browser(app)
        await anna.post("/api/account", ANNA)

        async def sat_down(*holders: str, place: int = 0) -> str:
            made = await host.table(*holders)
            path = f"/api/tables/{made['table']['id']}"
            secret = made["invitations"][place]["path"].partition("#s=")[2]
            await anna.post(f"{path}/claim", {"secret": secret, "name": NAME})
            return path

        left = await sat_down("me", "free")
        await anna.post(f"{left}/leave")
        numbered = await sat_down("me", "free", "free", place=1)
        await host.post(f"{numbered}/seats/1", {"close": True})
        await host.post(f"{numbered}/start")
        await anna.post(f"{numbered}/leave", {"seat": 1})
        sent_away = await sat_down("me", "free")
        await host.post(f"{sent_away}/seats/1/invitation")
        given_up = await sat_down("me", "free")
        await host.post(f"{given_up}/start")
        await host.post(f"{given_up}/sandbox", {"version": 3, "all_mine": True})
        await anna.post(f"{given_up}/leave")
        forgotten = await sat_down("me", "free")
        await host.post(f"{forgotten}/start")
        await play_out(app, forgotten.rpartition("/")[2])
        await anna.post(f"{forgotten}/leave")
        theirs = await anna.table("me", "free", name="Annabella invites")
        path = f"/api/tables/{theirs['table']['id']}"
        secret = theirs["invitations"][0]["path"].partition("#s=")[2]
        await host.post(f"{path}/claim", {"secret": secret, "name": "Berta"})
        await anna.post(f"{path}/leave")
        assert len((await anna.get("/api/me/data"))["seats_left"]) == 6
        await anna.delete("/api/me", {"password": "not her password"}, 403)
        await anna.delete("/api/me", PASSWORD)
        for one in (left, numbered, sent_away, given_up, forgotten, path):
            for part in ("", "/entries"):
                assert "Annabella" not in str(await host.get(one + part)), (one, part)

    run(trial, tmp_path)
    if (database := database_of(tmp_path)) is not None:
        export_database(database, tmp_path / "all of it")
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"Berta" in left
    assert b"Annabella" not in left


def test_a_table_named_by_its_next_host_keeps_its_name(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app)
        await host.post("/api/account", ANNA)
        await host.post(f"/api/tables/{name}/leave")
        await guest.patch(f"/api/tables/{name}", {"name": "Tuesday"})
        await host.delete("/api/me", PASSWORD)
        assert (await guest.get(f"/api/tables/{name}"))["table"]["name"] == "Tuesday"

    run(trial, tmp_path)


def test_an_old_line_without_author_goes_with_its_seat(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, tables, guest = await known_person(app)
        await app.state.store.write(lambda c: c.execute(sa.delete(entry_authors)).rowcount)
        await anna.delete("/api/me", PASSWORD)
        texts = [one["text"] for one in await guest.get(f"/api/tables/{tables[0]}/entries") if one["kind"] == "chat"]
        assert texts == ["", "", "I stay"]

    run(trial, tmp_path)


# ------------------------------------------------------------------ one's own data
def everything(data: Any) -> str:
    return str(data)


def test_ones_own_data_is_all_there_and_nobody_elses(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, tables, guest = await known_person(app)
        await guest.put(f"/api/tables/{tables[0]}/note", {"text": "a secret of Berta"})
        await anna.put(f"/api/tables/{tables[0]}/people/1", {"mute": True})
        data = await anna.get("/api/me/data")
        assert data["account"]["name"] == NAME
        assert sorted(line["text"] for line in data["chat"]) == ["quetzal", "zanzibar", "zanzibar"]
        assert [note["text"] for note in data["notes"]] == ["xylophone"] * 2
        assert {(one["table"], one["role"]) for one in data["tables"]} == {
            (table, role) for table in tables for role in ("host", "player")
        }
        assert [(one["name"], one["kind"]) for one in data["people"]] == [("Berta", "mute")]
        assert len(data["sessions"]) == 1
        secret = app.state.store.read_now(lambda c: c.execute(sa.select(accounts.c.password)).scalar())
        text = everything(data)
        for hidden in (secret, anna.client.cookies["gs"], "I stay", "a secret of Berta"):
            assert hidden not in text
        theirs = everything(await guest.get("/api/me/data"))
        assert "I stay" in theirs
        assert not any(word in theirs for word in ("zanzibar", "xylophone", "quetzal"))
        await Browser(app).get("/api/me/data", 401)

    run(trial, tmp_path)
