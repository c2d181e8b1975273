"""Connections: caps for each address and for all, a deadline for the head of a request, few lines in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets

from goldenspike.engine.errors import BadOption
from goldenspike.server.http.connections import (
    ACCEPT_FAILED,
    ACCEPT_TURN_S,
    Capacity,
    ListeningSocket,
    quiet_accept_errors,
)
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.recent_answers import RecentAnswers
from goldenspike.server.quotas import Quotas

from .live_server import LiveServer, async_test


def strict(folder: Path, **quotas: int) -> LiveServer:
    return LiveServer(folder, limits=Limits(), quotas=Quotas(**quotas))


async def opened(server: LiveServer, address: str = "127.0.1.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))


@async_test
async def test_idle_connections_of_one_address_keep_nobody_out(tmp_path: Path) -> None:
    async with strict(tmp_path, connections_per_address=20, connections=60) as server:
        idle = [await opened(server) for _ in range(60)]
        heads = await asyncio.gather(*(_soon(reader.read(12)) for reader, _ in idle))
        assert heads.count(b"HTTP/1.1 503") == 40
        person = await server.person()
        begun = time.monotonic()
        assert (await person.get("/health"))["ok"]
        assert time.monotonic() - begun < 2
        for _, writer in idle:
            writer.close()
        await asyncio.sleep(0.2)
        reader, writer = await opened(server)  # there is room again
        writer.write(f"GET /health HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert await reader.read(15) == b"HTTP/1.1 200 OK"
        writer.close()


@async_test
async def test_the_head_of_a_request_has_a_deadline(tmp_path: Path) -> None:
    async with strict(tmp_path, head_seconds=1) as server:
        silent, slow = await opened(server), await opened(server)
        begun = time.monotonic()
        slow[1].write(b"GET /health HTTP/1.1\r\n")
        assert await silent[0].read() == b""
        assert (await slow[0].read(12)) == b"HTTP/1.1 408"
        assert 0.5 < time.monotonic() - begun < 4
        # Also for the second request of a connection, while whoever only rests between two is left alone for longer.
        reader, writer = await opened(server)
        whole = f"GET /health HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        writer.write(whole)
        await reader.readuntil(b"}")
        await asyncio.sleep(1.5)
        writer.write(whole)
        await reader.readuntil(b"}")
        writer.write(b"GET /hea")
        assert b"408" in await reader.read()
        for _, one in (silent, slow, (reader, writer)):
            one.close()


@async_test
async def test_channels_of_one_address_are_counted(tmp_path: Path) -> None:
    async with strict(tmp_path, channels_per_address=5) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        async with AsyncExitStack() as open_pages:
            pages = [await open_pages.enter_async_context(person.page(table)) for _ in range(5)]
            assert [page.frames[0]["op"] for page in pages] == ["welcome"] * 5
            where = f"ws://127.0.0.1:{server.port}/api/channel"
            async with websockets.connect(where, origin=server.address) as wire:  # type: ignore[arg-type]
                bye = json.loads(await wire.recv())
            assert (bye["op"], bye["again"]) == ("bye", False)
            async with websockets.connect(where, origin=server.address, local_addr=("127.0.1.1", 0)) as wire:  # type: ignore[arg-type]
                await wire.send(json.dumps({"op": "hello", "table": table}))
                assert json.loads(await wire.recv())["op"] == "welcome"  # others have their own
        await asyncio.sleep(0.2)
        async with person.page(table) as page:
            assert page.frames[0]["op"] == "welcome"


@async_test
async def test_who_connects_too_often_is_dropped_before_anything_is_made_of_it() -> None:
    capacity = Capacity(Quotas(connections_per_second=2), files=1000)
    bound = socket.create_server(("127.0.0.1", 0))
    port = bound.getsockname()[1]
    made: list[str] = []

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made.append(writer.get_extra_info("peername")[0])
        writer.write(b"welcome")
        writer.close()

    async def greeting(address: str) -> bytes:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        except OSError:
            return b""
        try:
            return await reader.read()
        except OSError:
            return b""
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    with ListeningSocket(bound, capacity, proxied=False) as listening:
        server = await asyncio.start_server(meet, sock=listening)
        heard = await asyncio.gather(*(greeting("127.0.1.1") for _ in range(120)), greeting("127.0.1.2"))
        assert heard[-1] == b"welcome"
        assert 20 <= made.count("127.0.1.1") == heard[:-1].count(b"welcome") <= 26
        assert capacity.refused == 120 - made.count("127.0.1.1")
        server.close()


def test_connections_are_accepted_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with ListeningSocket(socket.create_server(("127.0.0.1", 0)), Capacity(files=1000), proxied=False) as listening:
        people = [socket.create_connection(listening.getsockname()) for _ in range(9)]
        clock = iter(range(100))
        monkeypatch.setattr(
            "goldenspike.server.http.connections.time.monotonic", lambda: 0.4 * ACCEPT_TURN_S * next(clock)
        )
        turns: list[int] = [0]
        for _ in range(20):
            try:
                listening.accept()[0].close()
                turns[-1] += 1
            except BlockingIOError:
                turns.append(0)
        assert max(turns) == 3
        assert sum(turns) == len(people)
        for person in people:
            person.close()


def test_files_are_kept_back_for_the_server_itself() -> None:
    capacity = Capacity(Quotas(connections=50, connections_per_address=50), files=10)
    assert [capacity.open_connection("A") for _ in range(12)] == [True] * 10 + [False] * 2
    capacity.close_connection("A")
    assert capacity.open_channel("B")
    assert not capacity.open_connection("C")
    assert capacity.refused == 3


def test_a_proxy_is_not_one_visitor() -> None:
    capacity = Capacity(Quotas(connections=50, connections_per_address=2), files=1000)
    assert all(capacity.open_connection("127.0.0.1", proxy=True) for _ in range(50))
    assert not capacity.open_connection("127.0.0.1", proxy=True)
    assert [capacity.open_request("10.0.0.1") for _ in range(3)] == [True, True, False]


@async_test
async def test_connections_that_cannot_be_accepted_are_one_line_a_minute(caplog: Any) -> None:
    loop, now = asyncio.get_running_loop(), 0.0
    quiet_accept_errors(loop, lambda: now)
    with caplog.at_level(logging.ERROR):
        for _ in range(1000):
            loop.call_exception_handler({"message": ACCEPT_FAILED, "exception": OSError(24, "Too many open files")})
        assert len(caplog.records) == 1
        now = 61.0
        loop.call_exception_handler({"message": ACCEPT_FAILED, "exception": OSError(24, "Too many open files")})
        assert [record.getMessage().partition(" ")[0] for record in caplog.records] == ["1", "1000"]
        loop.call_exception_handler({"message": "something else"})
        assert len(caplog.records) == 3


def test_quotas_are_set_by_name() -> None:
    changed = Quotas().changed(["channels=7", "keep-finished-days=90"])
    assert (changed.channels, changed.keep_finished_days) == (7, 90)
    with pytest.raises(BadOption, match="there is no quota 'chanels'"):
        Quotas().changed(["chanels=7"])
    with pytest.raises(BadOption, match="a quota is a whole number"):
        Quotas().changed(["channels=many"])


async def _soon(work: Any) -> bytes:
    try:
        return bytes(await asyncio.wait_for(work, 0.5))
    except TimeoutError:
        return b""


@async_test
async def test_who_asks_the_same_again_and_again_causes_the_work_once() -> None:
    clock, asked = 0.0, []

    async def find(what: str) -> str:
        asked.append(what)
        await asyncio.sleep(0)
        if what == "wrong":
            raise KeyError
        return what.upper()

    recent: RecentAnswers[str] = RecentAnswers(fresh_s=2.0, most=2, now=lambda: clock)

    async def get(what: str) -> str:
        return await recent.get(what, lambda: find(what))

    assert await asyncio.gather(*(get("a") for _ in range(5)), get("b")) == ["A"] * 5 + ["B"]
    assert asked == ["a", "b"]
    clock = 3.0
    assert await get("a") == "A"
    assert asked == ["a", "b", "a"]
    for _ in range(2):
        with pytest.raises(KeyError):
            await get("wrong")
    assert asked == ["a", "b", "a", "wrong", "wrong"]
    assert len(recent._found) <= 2
