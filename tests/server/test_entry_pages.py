"""The record is sent in pages: however much was said at a table, people can come in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.quotas import Quotas
from goldenspike.server.tables.requests import PAGE_BYTES, PAGE_ENTRIES

from .live_server import LiveServer, Page, Person, async_test

LINES = 1300


async def talk(page: Page, lines: int, text: str) -> None:
    for number in range(lines):
        await page.send("say", id=f"say-{number}", seat=0, text=f"{number} {text}")
        if number % 50 == 49:
            await page.reach(2 + number - 20)
    await page.reach(2 + lines)


async def all_pages(person: Person, table: str, seat: int, first: list[dict[str, Any]]) -> list[dict[str, Any]]:
    known = list(first)
    while known[0]["version"] > 1:
        before = known[0]["version"]
        found = await person.get(f"/api/tables/{table}/entries?before={before}&seat={seat}")
        assert 0 < len(found) <= PAGE_ENTRIES
        known = found + known
    return known


@async_test
async def test_a_flood_of_chat_keeps_nobody_out(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(chat_kb_per_table=6000)) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        async with person.page(table, 0) as page:
            await talk(page, LINES, "choo " * 90)
        async with person.page(table, 0) as page:
            welcome = page.frames[0]
            assert welcome["op"] == "welcome"
            assert welcome["earlier"] is True
            assert sum(len(entry["text"]) for entry in welcome["entries"]) <= PAGE_BYTES + 500
            everything = await all_pages(person, table, 0, welcome["entries"])
        assert [entry["version"] for entry in everything] == list(range(1, LINES + 3))
        assert sum(entry["kind"] == "chat" for entry in everything) == LINES
        # Whoever was away for long begins anew; whoever was not gets what they missed.
        async with person.page(table, 0, version=10) as page:
            assert (page.frames[0]["whole"], page.frames[0]["earlier"]) == (True, True)
        async with person.page(table, 0, version=LINES) as page:
            assert (page.frames[0]["whole"], page.frames[0]["earlier"]) == (False, False)
            assert [entry["version"] for entry in page.frames[0]["entries"]] == [LINES + 1, LINES + 2]


@async_test
async def test_choices_in_earlier_pages_read_as_they_do_today(tmp_path: Path) -> None:
    """What lay face down and was revealed after the page it is on."""
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        async with person.page(table, 0) as first, person.page(table, 1) as second:
            version = await first.act(0)
            sealed = await person.get(f"/api/tables/{table}/entries?before={version + 1}&seat=1")
            assert sealed[-1]["text"] == "A: play ?"
            await second.reach(version)
            await second.act(1)
        shown = await person.get(f"/api/tables/{table}/entries?before={version + 1}&seat=1")
        assert shown[-1]["version"] == version
        assert "?" not in shown[-1]["text"]


@async_test
async def test_a_table_holds_only_so_much_chat(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(chat_kb_per_table=3)) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        async with person.page(table, 0) as page:
            answers = [await page.ask("say", seat=0, text="x" * 300) for _ in range(5)]
            assert [answer["op"] for answer in answers] == ["ack"] * 3 + ["refused"] * 2
            # Everybody has a share of their own: nobody uses up what others may say.
            assert [(await page.ask("say", seat=seat, text="x" * 300))["op"] for seat in (1, None)] == ["ack", "ack"]
            await page.act(0)
        await server.down()
        await server.up()
        async with person.page(table, 0) as page:
            assert (await page.ask("say", seat=0, text="x" * 300))["op"] == "refused"


@async_test
async def test_a_seat_talks_at_the_pace_of_one_person(tmp_path: Path) -> None:
    """However many devices hold it: an account may be open on many of them."""
    async with LiveServer(tmp_path, limits=Limits()) as server:
        people = [await server.person() for _ in range(3)]
        await people[0].post("/api/account", {"name": "Talker", "password": "choo choo to Santa Fe 1869"})
        table = (await people[0].make("me", "me"))["table"]["id"]
        for other in people[1:]:
            await other.post("/api/login", {"name": "Talker", "password": "choo choo to Santa Fe 1869"})
        said = await asyncio.gather(*(_say_much(person, table) for person in people))
        assert sum(said) <= 20


async def _say_much(person: Person, table: str) -> int:
    async with person.page(table, 0) as page:
        answers = [await page.ask("say", seat=0, text="choo") for _ in range(30)]
    return sum(answer["op"] == "ack" for answer in answers)
