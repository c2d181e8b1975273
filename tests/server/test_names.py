"""Names: nobody takes another's, nobody's looks like another's, and no character in them hides or turns text around."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import hypothesis.strategies as st
import pytest
from fastapi import FastAPI
from hypothesis import given

from goldenspike.bots import bots_for
from goldenspike.server.people.names import is_reserved, look
from goldenspike.server.visible_text import visible_line

from .app_in_process import Browser, Socket, run
from .databases import sqlite_only

WORD = {"password": "railroad tycoon"}
TRICKS = "\u202eevil\u2066 \u200bna\u0000me\u3164\x1b[2J\u2800"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),  # Cyrillic A
        ("Carl", "Carⅼ"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Omar", "Ornar"),
        ("paypal", "раураl"),
        ("Alaska", "Αlaska"),  # Greek
    ],
)
def test_names_the_eye_takes_for_each_other(one: str, other: str, tmp_path: Path) -> None:
    assert look(one) == look(other)

    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", {"name": one, **WORD})
        assert (await Browser(app).post("/api/account", {"name": other, **WORD}, 409))["code"] == "taken"

    run(trial, tmp_path)


def test_names_that_differ_to_the_eye_are_two() -> None:
    names = [
        "Anna",
        "Anne",
        "Hanna",
        "Änne",
        "Bob",
        "Rob",
        "Иван",
        "Ivan",
        "王",
        "李",
        "Zoë",
        "Zoe",
        "person 1",
        "person 2",
    ]
    assert len({look(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["admin", "Admin", "ADM1N", "аdmin", "Golden Spike", "golden-spike", "M o d", "Gastgeber"]
)
def test_reserved_names(name: str, tmp_path: Path) -> None:
    assert is_reserved(name)

    async def trial(app: FastAPI) -> None:
        assert (await Browser(app).post("/api/account", {"name": name, **WORD}, 409))["code"] == "reserved"
        browser = Browser(app)
        table = (await browser.table("me", "greedy"))["table"]["id"]
        assert (await browser.post(f"/api/tables/{table}/seats/0", {"name": name}, 409))["code"] == "reserved"
        wish = {"game": "santa-fe-rails", "seats": [{"holder": "me", "name": name}, {"holder": "bot"}], "start": True}
        assert (await browser.post("/api/tables", wish, 409))["code"] == "reserved"

    run(trial, tmp_path)


def test_names_of_bots_are_reserved() -> None:
    assert all(is_reserved(name) for name in bots_for())
    assert not is_reserved("Anna")


def test_an_old_account_keeps_its_name(tmp_path: Path) -> None:
    """Also where it looks like another one: only new names are refused."""

    async def trial(app: FastAPI) -> None:
        import sqlalchemy as sa

        from goldenspike.server.storage.schema import accounts

        await Browser(app).post("/api/account", {"name": "Anna", **WORD})
        old = sa.update(accounts).values(look="")
        await app.state.store.write(lambda c: c.execute(old).rowcount)
        await app.state.accounts.prepare()
        assert (await Browser(app).post("/api/account", {"name": "Аnna", **WORD}, 409))["code"] == "taken"
        await Browser(app).post("/api/login", {"name": "Anna", **WORD})

    run(trial, tmp_path)


def test_nobody_sits_down_under_a_neighbours_name(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("me", "free", "greedy")
        name = made["table"]["id"]
        await host.post(f"/api/tables/{name}/seats/0", {"name": "Anna"})
        secret = made["invitations"][0]["path"].partition("#s=")[2]
        claim = f"/api/tables/{name}/claim"
        assert (await guest.post(claim, {"secret": secret, "name": "Аnnа"}, 409))["code"] == "taken"
        assert (await guest.post(claim, {"secret": secret, "name": "Berta"}))["you"]["seats"] == [1]
        assert (await guest.post(f"/api/tables/{name}/seats/1", {"name": "Anпa"}, 200))["you"]["seats"] == [1]
        shown = await guest.post(f"/api/tables/{name}/seats/1", {"name": "ANNA"})
        assert shown["table"]["seats"][1]["name"] == "ANNA 2", "an honest namesake gets a number"
        assert (await guest.post(f"/api/tables/{name}/seats/1", {"name": "A n n a"}, 409))["code"] == "taken"

    run(trial, tmp_path)


def test_hidden_characters_are_taken_out_of_every_name_and_line(tmp_path: Path) -> None:
    clean = "evil na me [2J"
    assert visible_line(TRICKS) == clean

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        seats = [{"holder": "me", "name": TRICKS}, {"holder": "bot", "name": TRICKS}]
        wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, "start": True, "name": TRICKS}
        table = (await browser.post("/api/tables", wish))["table"]
        assert [table["name"], *(seat["name"] for seat in table["seats"])] == [clean] * 3
        name = table["id"]
        assert (await browser.patch(f"/api/tables/{name}", {"name": f"x{TRICKS}"}))["table"]["name"] == f"x {clean}"
        await browser.post(f"/api/tables/{name}/seats/0", {"name": f"y{TRICKS}"})
        assert (await browser.get(f"/api/tables/{name}"))["table"]["seats"][0]["name"] == f"y {clean}"
        socket = Socket(app, browser)
        await socket.hello(name, 0)
        socket.say(op="say", id="a", seat=0, text=TRICKS)
        assert (await socket.hear("event"))["entry"]["text"] == clean
        socket.say(op="signal", id="b", seat=0, kind="take", about=TRICKS)
        assert (await socket.hear("signalled"))["about"] == clean
        await socket.leave()

    run(trial, tmp_path)


@given(st.text(max_size=60))
def test_no_text_can_hide_or_reorder_anything(text: str) -> None:
    shown = visible_line(text, 24)
    assert len(shown) <= 24
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert shown == shown.strip()
    assert "  " not in shown


def test_marks_do_not_pile_up_over_other_lines() -> None:
    assert visible_line("o" + "\u0301" * 40) == "ó" + "\u0301" * 3
    assert visible_line("Zoë  Ångström\n") == "Zoë Ångström"
    assert visible_line("שלום") == "שלום"
    assert visible_line("x" * 30, 24) == "x" * 24


@sqlite_only
def test_names_of_earlier_databases_are_cleaned(tmp_path: Path) -> None:
    """A database as the step before left it; its schema is brought to today's."""
    import sqlite3

    from goldenspike.server.storage.database_files import FILE
    from goldenspike.server.storage.sqlite_store import SqliteStore

    from .trials import upgrade

    upgrade.restore(upgrade.FOLDER / "v0004.sql", tmp_path / "data" / FILE)
    with sqlite3.connect(tmp_path / "data" / FILE) as old:
        old.execute("UPDATE tables SET name = ?", (TRICKS,))
        old.execute("UPDATE seats SET name = ? WHERE seat = 0", (TRICKS,))
    old.close()
    store = SqliteStore(tmp_path / "data")
    shown = store.read_now(lambda c: c.exec_driver_sql("SELECT name FROM tables UNION SELECT name FROM seats").all())
    store.close()
    names = {name for (name,) in shown}
    assert "evil na me [2J" in names
    assert all(visible_line(name) == name for name in names)
