"""Bots share their threads fairly by address, person and table, and rest where nobody looks on."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import sqlalchemy as sa

from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.schema import tables
from goldenspike.server.tables.bot_queue import NOBODY, PATIENCE_S, BotQueue

from .live_server import LiveServer, async_test

TIRED_S = 0.05


@async_test
async def test_whoever_has_many_tables_waits_for_them_alone() -> None:
    queue = BotQueue(2)
    done: list[str] = []

    async def think(address: str, person: str, table: str, seconds: float = TIRED_S) -> float:
        begun = time.monotonic()
        await queue.run((address, person, table), time.sleep, seconds)
        done.append(table)
        return time.monotonic() - begun

    greedy = [asyncio.ensure_future(think("A", "a", f"t{number}")) for number in range(20)]
    await asyncio.sleep(0)
    waited = [await think("B", "b", "mine") for _ in range(3)]
    assert max(waited) < 8 * TIRED_S  # a thread is always left for others, though the machine may be busy
    assert sum(table != "mine" for table in done) <= 5
    await asyncio.gather(*greedy)
    await queue.close()


@async_test
async def test_tables_that_nobody_looks_at_wait_for_those_of_people_but_not_for_ever() -> None:
    queue = BotQueue(2)
    ends = {name: threading.Event() for name in ("first", "A", "B", "second")}
    begun: list[str] = []

    def think(name: str) -> None:
        begun.append(name)
        assert ends[name].wait(20)

    async def until(names: list[str]) -> None:
        while begun != names:
            await asyncio.sleep(0.005)

    work = [queue.submit((NOBODY, "x", "t1"), think, "first")]  # nobody else is there
    await until(["first"])
    work += [queue.submit((NOBODY, "x", "t2"), think, "second"), queue.submit(("A", "a", "t"), think, "A")]
    await until(["first", "A"])
    work.append(queue.submit(("B", "b", "t"), think, "B"))
    ends["first"].set()
    await until(["first", "A", "B"])
    ends["A"].set()
    await asyncio.wait([work[2]], timeout=120)
    await asyncio.sleep(0.05)
    assert begun == ["first", "A", "B"], "the last thread is for somebody who looks on"
    queue._unwatched_at -= PATIENCE_S
    queue._start()
    await until(["first", "A", "B", "second"])
    for end in ends.values():
        end.set()
    await asyncio.gather(*work)
    await queue.close()


@async_test
async def test_persons_and_tables_of_one_address_take_turns() -> None:
    queue = BotQueue(1)
    done: list[str] = []

    async def think(person: str, table: str) -> None:
        await queue.run(("A", person, table), time.sleep, 0.001)
        done.append(f"{person}{table}")

    orders = [("a", "1"), ("a", "1"), ("a", "1"), ("a", "2"), ("b", "1")]
    await asyncio.gather(*(think(*order) for order in orders))
    assert done == ["a1", "a1", "b1", "a2", "a1"] or done == ["a1", "b1", "a2", "a1", "a1"]
    await queue.close()


@async_test
async def test_a_failure_is_told_to_whoever_asked_and_the_next_one_thinks() -> None:
    queue = BotQueue(1)
    found = await asyncio.gather(
        queue.run(("A", "a", "1"), int, "no number"), queue.run(("A", "a", "2"), int, "7"), return_exceptions=True
    )
    assert isinstance(found[0], ValueError)
    assert found[1] == 7
    await queue.close()


@async_test
async def test_the_queue_has_an_end_and_who_waits_for_nothing_has_a_place() -> None:
    queue = BotQueue(1, most_each=100, most=3)
    may_end = threading.Event()
    work = [asyncio.ensure_future(queue.run((f"A{number}", "a", "t"), may_end.wait, 20)) for number in range(4)]
    await asyncio.sleep(0)
    assert queue.waiting == 3
    assert queue.full("A3")
    assert not queue.full("B")
    may_end.set()
    await asyncio.gather(*work)
    assert not queue.full("A3")
    await queue.close()


@async_test
async def test_hints_wait_in_the_same_queue_and_not_without_end(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(bots_per_address=2, bot_threads=2)) as server:
        person = await server.person()
        queue = server.active_tables.bot_queue
        may_end = threading.Event()
        blocks = [asyncio.ensure_future(queue.run((f"10.9.9.{n}", "x", "t"), may_end.wait, 20)) for n in range(2)]
        made = await person.make("me", "greedy")
        async with person.page(made["table"]["id"], 0) as page:
            for number in range(5):
                await page.send("hint", id=f"hint-{number}", seat=0)
            refused = [await page.until("refused") for _ in range(3)]
            assert {one["code"] for one in refused} == {"busy"}
            assert queue.full("127.0.0.1")
            may_end.set()
            assert {(await page.until("hinted"))["id"] for _ in range(2)} == {"hint-0", "hint-1"}
        await asyncio.gather(*blocks)


@async_test
async def test_nobody_thinks_where_nobody_looks_on(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(unwatched_minutes=0)) as server:
        person = await server.person()
        made = await person.make("greedy", "greedy", "greedy")
        table = made["table"]["id"]
        await asyncio.sleep(0.5)
        left = (await person.get(f"/api/tables/{table}"))["table"]["version"]
        assert left == 2
        async with person.page(table) as page:
            await page.reach(8)  # somebody came
        await asyncio.sleep(0.3)
        resting = (await person.get(f"/api/tables/{table}"))["table"]["version"]
        await asyncio.sleep(0.3)
        assert (await person.get(f"/api/tables/{table}"))["table"]["version"] == resting


@async_test
async def test_after_a_restart_only_tables_of_people_wake(tmp_path: Path) -> None:
    server = LiveServer(tmp_path, quotas=Quotas(unwatched_minutes=0))
    async with server:
        person = await server.person()
        alone = (await person.make("greedy", "greedy", "greedy"))["table"]["id"]
        await server.down()
        server.options["quotas"] = Quotas()
        await server.up()
        await asyncio.sleep(0.5)
        assert alone not in server.active_tables.loaded
        stored = server.app.state.store.read_now(lambda c: c.execute(sa.select(tables.c.version)).scalars().all())
        assert stored == [2]  # and nobody has thought


@async_test
async def test_bots_answer_somebody_who_has_left(tmp_path: Path) -> None:
    """In a game by correspondence people do not wait for bots; whose turn it is next must be told."""
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        made = await person.make("me", "greedy", "greedy")
        async with person.page(made["table"]["id"], 0) as page:
            version = await page.act(0)
        for _ in range(100):
            await asyncio.sleep(0.05)
            table = (await person.get(f"/api/tables/{made['table']['id']}"))["table"]
            if table["version"] > version and table["seats"][0]["awaited"]:
                return
        raise AssertionError("the bots did not go on")
