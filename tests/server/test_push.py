"""Notices in browsers: sealed for one browser, signed by this server, once for each decision, never what was played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.people import push
from goldenspike.server.storage.schema import outbox, push_subscriptions

from .app_in_process import Browser, Socket, served
from .databases import on_both_databases
from .push_service import Subscription, headers_of, signed_by
from .test_notifications import Clock, quiet, rows, turn
from .test_webhooks import Receiver, webhook_client

pytestmark = on_both_databases


@asynccontextmanager
async def push_server(folder: Path, answer: bytes = b"HTTP/1.1 201 Created\r\n\r\n") -> AsyncIterator[SimpleNamespace]:
    """A server whose pushes go to a push service of the test; names lead there, and this machine counts as public."""
    client = webhook_client(*[["127.0.0.1"]] * 60)
    async with (
        Receiver(answer) as service,
        served(folder, webhook_client=client, notice_delay_ms=0, base="https://table.example.org") as app,
    ):
        sender = await quiet(app)

        def device(name: str = "x") -> Subscription:
            return Subscription(f"https://hooks.example.org:{service.port}/{name}")

        async def told() -> list[bytes]:
            await sender.collect()
            await sender.deliver()
            return service.got

        yield SimpleNamespace(app=app, service=service, sender=sender, device=device, told=told)


async def stored(app: FastAPI) -> int:
    count = sa.select(sa.func.count()).select_from(push_subscriptions)
    return int(await app.state.store.read(lambda c: c.execute(count).scalar()))


def test_a_guest_is_told_once_for_each_decision(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path) as there:
            guest, device = Browser(there.app), there.device()
            name = (await guest.table("me", "greedy", name="Friday night"))["table"]["id"]
            kept = await guest.put("/api/me/push", device.wish(language="de-CH", time_zone="Europe/Zurich"))
            assert kept["endpoint"] == device.endpoint
            for _ in range(3):
                there.sender.touched(name)
                await there.told()
            (sent,) = there.service.got
            assert device.read(sent) == {
                "title": "Golden Spike",
                "body": "Guest: du bist am Zug bei Santa Fe Rails (Friday night)".replace(
                    "Guest", seat_name(there, name)
                ),
                "url": f"/t/{name}",
                "tag": name,
                "language": "de",
            }
            headers = headers_of(sent)
            assert (headers["content-encoding"], headers["ttl"], headers["topic"]) == ("aes128gcm", "86400", name)
            signed = signed_by(sent, kept["key"])
            assert signed["sub"] == "mailto:table@table.example.org"
            await turn(there.app, name)
            assert len(await there.told()) == 2
            assert [(row.kind, row.error, row.tries) for row in await rows(there.app)] == [("push", "", 1)] * 2

    def seat_name(there: Any, name: str) -> str:
        return there.app.state.active_tables.loaded[name].header.places[0].name or "Golden Spike"

    asyncio.run(whole())


def test_whoever_is_there_or_wants_silence_is_not_told(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path) as there:
            guest = Browser(there.app)
            name = (await guest.table("me", "greedy"))["table"]["id"]
            await guest.put("/api/me/push", there.device().wish())
            socket = Socket(there.app, guest)
            await socket.hello(name, 0)
            there.sender.touched(name)
            assert await there.told() == []
            await socket.leave()
            assert (await guest.put(f"/api/tables/{name}/notices", {"on": False}))["silent"] == [name]
            there.sender.touched(name)
            assert await there.told() == []
            assert (await guest.put(f"/api/tables/{name}/notices", {"on": True}))["silent"] == []
            there.sender.touched(name)
            assert await there.sender.collect() == 1
            await guest.put(f"/api/tables/{name}/notices", {"on": False})  # after it was put into the outbox
            assert await there.told() == []
            assert (await rows(there.app))[0].error == "not needed any more"

    asyncio.run(whole())


def test_a_notice_waits_until_the_quiet_hours_are_over(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path) as there:
            there.sender.now = clock = Clock()
            guest = Browser(there.app)
            name = (await guest.table("me", "greedy"))["table"]["id"]
            minute = (lambda at: at.hour * 60 + at.minute)(datetime.now(UTC))
            hours = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}
            await guest.put("/api/me/push", there.device().wish(time_zone="UTC", **hours))
            there.sender.touched(name)
            assert await there.told() == []
            row = (await rows(there.app))[0]
            assert 58 * 60_000 < row.due_ms - clock() <= 60 * 60_000
            clock.ahead = 61 * 60_000
            assert len(await there.told()) == 1
            assert (await rows(there.app))[0].tries == 1
            await guest.post("/api/me/push/try")  # who tries it out wants to see it now
            clock.ahead = 0
            assert len(await there.told()) == 2

    asyncio.run(whole())


ZURICH = {"time_zone": "Europe/Zurich", "offset_minutes": 60}


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        ((22 * 60, 7 * 60), "2026-01-10T23:30+01:00", "2026-01-11T07:00+01:00"),
        ((22 * 60, 7 * 60), "2026-01-11T06:59+01:00", "2026-01-11T07:00+01:00"),
        ((22 * 60, 7 * 60), "2026-01-11T07:00+01:00", None),
        ((22 * 60, 7 * 60), "2026-01-11T21:59+01:00", None),
        ((12 * 60, 14 * 60), "2026-07-11T13:00+02:00", "2026-07-11T14:00+02:00"),
        ((22 * 60, 7 * 60), "2026-03-28T23:00+01:00", "2026-03-29T07:00+02:00"),  # the clocks go forward that night
        ((8 * 60, 8 * 60), "2026-01-11T08:00+01:00", None),
        ((None, None), "2026-01-11T03:00+01:00", None),
    ],
)
def test_quiet_hours_by_the_clock_of_the_device(hours: Any, now: str, until: str | None) -> None:
    device: Any = SimpleNamespace(quiet_from=hours[0], quiet_to=hours[1], **ZURICH)
    found = push.quiet_until(device, int(datetime.fromisoformat(now).timestamp() * 1000))
    assert found == (None if until is None else int(datetime.fromisoformat(until).timestamp() * 1000))
    if "03-2" not in now and "07-11" not in now:  # without a list of zones the offset of the device is used
        device = SimpleNamespace(**{**vars(device), "time_zone": "Mars/Olympus"})
        assert push.quiet_until(device, int(datetime.fromisoformat(now).timestamp() * 1000)) == found


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(status: int, tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path, f"HTTP/1.1 {status} Gone\r\n\r\n".encode()) as there:
            guest = Browser(there.app)
            name = (await guest.table("me", "greedy"))["table"]["id"]
            await guest.put("/api/me/push", there.device().wish())
            there.sender.touched(name)
            await there.told()
            assert await stored(there.app) == 0
            assert (await guest.get("/api/me/push"))["endpoint"] == ""
            assert (await rows(there.app))[0].error == "the browser wants no notices any more"

    asyncio.run(whole())


def test_a_busy_push_service_is_asked_again(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path, b"HTTP/1.1 429 Too Many Requests\r\n\r\n") as there:
            there.sender.now = clock = Clock()
            guest = Browser(there.app)
            name = (await guest.table("me", "greedy"))["table"]["id"]
            await guest.put("/api/me/push", there.device().wish())
            there.sender.touched(name)
            await there.told()
            row = (await rows(there.app))[0]
            assert (row.done_ms, row.error) == (None, "the push service answered 429")
            there.service.answer = b"HTTP/1.1 201 Created\r\n\r\n"
            clock.ahead = 31_000
            assert len(await there.told()) == 2
            assert (await rows(there.app))[0].done_ms is not None

    asyncio.run(whole())


def test_every_device_of_an_account_and_none_after_logging_out(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path) as there:
            phone, desk = Browser(there.app), Browser(there.app)
            await phone.put("/api/me/push", there.device("phone").wish(language="fr"))
            person = {"name": "Anna", "password": "railroad tycoon"}
            await phone.post("/api/account", person)  # the device stays subscribed under its new session
            assert (await phone.get("/api/me/push"))["endpoint"].endswith("/phone")
            await desk.post("/api/login", person)
            await desk.put("/api/me/push", there.device("desk").wish(quiet_from=1, quiet_to=2))
            assert (await phone.get("/api/me/push"))["quiet_from"] == 1
            name = (await phone.table("me", "greedy"))["table"]["id"]
            there.sender.touched(name)
            assert sorted(request.split()[1] for request in await there.told()) == [b"/desk", b"/phone"]
            data = await desk.get("/api/me/data")
            assert [one["language"] for one in data["devices_with_notices"]] == ["fr", "en"]
            assert "p256dh" not in str(data)
            await desk.post("/api/logout")
            assert await stored(there.app) == 1
            await phone.delete("/api/me", {"password": "railroad tycoon"})
            assert await stored(there.app) == 0

    asyncio.run(whole())


def test_what_is_no_subscription_is_refused(tmp_path: Path) -> None:
    async def whole() -> None:
        async with push_server(tmp_path) as there:
            guest, good = Browser(there.app), there.device().wish()
            for wrong in (
                {"endpoint": "http://hooks.example.org/x"},
                {"endpoint": "https://127.0.0.1/x"},
                {"endpoint": "https://169.254.169.254/latest"},
                {"p256dh": "A" * 87},
                {"auth": "A" * 24},
                {"auth": "short"},
                {"quiet_from": 5},
                {"quiet_from": 1440, "quiet_to": 5},
                {"time_zone": "Europe/Zurich\r\nX: y"},
            ):
                assert (await guest.put("/api/me/push", {**good, **wrong}, 400))["error"]
            no_point = {**good, "p256dh": "BA" + "A" * 85}  # the right length, but not on the curve
            await guest.put("/api/me/push", no_point)
            await guest.post("/api/me/push/try")
            assert await there.told() == []
            assert (await rows(there.app))[0].error.startswith("this browser's keys cannot be used")
            await guest.delete("/api/me/push")
            await guest.post("/api/me/push/try", status=409)

    asyncio.run(whole())


def test_a_server_without_the_library_offers_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        monkeypatch.setattr("goldenspike.server.app.can_push", lambda: False)
        async with served(tmp_path) as app:
            guest = Browser(app)
            assert (await guest.get("/api/me/push"))["key"] == ""
            assert (
                "goldenspike[push]"
                in (await guest.put("/api/me/push", Subscription("https://a.example.org/").wish(), 409))["error"]
            )

    asyncio.run(whole())


def test_a_push_holds_nothing_of_the_cards_or_the_moves(tmp_path: Path) -> None:
    """Games that were dealt and played differently lead to the same messages: nothing of a position can be in them."""

    async def whole() -> None:
        async with push_server(tmp_path) as there:
            said: list[list[Any]] = []
            for game, seed in (
                ("santa-fe-rails", 3),
                ("santa-fe-rails", 4),
                ("pioneer-rails", 5),
                ("pioneer-rails", 6),
            ):
                guest, device = Browser(there.app), there.device(f"{game}{seed}")
                board = {} if game == "santa-fe-rails" else {"board": None, "game": game}
                seats = {"seats": [{"holder": "me", "name": "Anna"}, {"holder": "bot", "bot": "random", "name": "Bo"}]}
                made = await guest.table("me", "random", name="Friday", seed=seed, **seats, **board)
                name = made["table"]["id"]
                await guest.put("/api/me/push", device.wish())
                for _ in range(6):
                    there.sender.touched(name)
                    await there.told()
                    await turn(there.app, name)
                path = device.endpoint.rpartition("/")[2].encode()
                mine = [request for request in there.service.got if request.split()[1] == b"/" + path]
                messages = [device.read(request) for request in mine]
                assert len(messages) >= 2  # where a turn has private steps, some of the six were steps
                said.append([{k: v.replace(name, "TABLE") for k, v in one.items()} for one in messages])
                sizes = {len(request.partition(b"\r\n\r\n")[2]) for request in mine}
                assert len(sizes) == 1  # nor does the length say anything
            for one, other in (said[:2], said[2:]):
                assert all(message == one[0] for message in (*one, *other))
            assert said[0][0]["body"] == "Anna: it is your turn at Santa Fe Rails (Friday)"
            kept = await there.app.state.store.read(lambda c: c.execute(sa.select(outbox.c.payload)).scalars().all())
            assert len(set(kept)) == 2  # nor is it in the outbox

    asyncio.run(whole())
