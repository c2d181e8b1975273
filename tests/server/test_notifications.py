"""Notices: one for each decision awaited, to those who are not there, through real receivers."""

from __future__ import annotations

import asyncio
import email
import json
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.engine.errors import BadOption
from goldenspike.server.people.accounts import now_ms
from goldenspike.server.people.notifications import BACKOFF_S, Mailer
from goldenspike.server.storage.schema import accounts, outbox
from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, Socket, run, served, settled
from .databases import on_both_databases
from .test_webhooks import Receiver, webhook_client

pytestmark = on_both_databases


class Clock:
    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


class PostOffice:
    """A real mail server, as far as a letter needs one."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, Any]] = []
        self.refuse = False

    async def __aenter__(self) -> PostOffice:
        self.server = await asyncio.start_server(self.handle, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        to = ""
        while line := (await reader.readline()).decode().strip():
            word = line.partition(" ")[0].upper()
            if word == "QUIT":
                break
            if word == "RCPT":
                to = line.partition("<")[2].rstrip(">")
            if word == "DATA":
                writer.write(b"354 go on\r\n")
                letter = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append((to, email.message_from_bytes(letter, policy=default)))
            writer.write(b"451 later\r\n" if word == "MAIL" and self.refuse else b"250 well\r\n")
        writer.write(b"221 bye\r\n")
        writer.close()


async def awaited(app: FastAPI, wish: dict[str, str]) -> tuple[Browser, str]:
    """Somebody with an account and a wish for notices, awaited at a table where a second person is awaited as well."""
    browser = Browser(app)
    await browser.post("/api/account", {"name": "Anna", "password": "railroad tycoon"})
    await browser.put("/api/me/notices", {**wish, "password": "railroad tycoon"})
    made = await browser.table("me", "greedy", name="Friday night")
    return browser, made["table"]["id"]


async def rows(app: FastAPI) -> list[Any]:
    found: list[Any] = await app.state.store.read(lambda c: c.execute(sa.select(outbox).order_by(outbox.c.id)).all())
    return found


async def turn(app: FastAPI, name: str) -> None:
    """The person makes a move; the bots answer, until the person is awaited again."""
    actor = await app.state.active_tables.table(name)
    await actor.call(play_for_bot, actor, 0, actor.match.legal(0)[0])

    async def back() -> bool:
        return 0 in actor.awaited()

    await settled(back)


async def quiet(app: FastAPI) -> Any:
    """The sender, run by hand."""
    sender = app.state.notifications
    sender.stop()
    await asyncio.sleep(0)
    return sender


def test_a_webhook_is_called_once_for_each_decision(tmp_path: Path) -> None:
    async def whole() -> None:
        async with Receiver() as receiver:
            settings = {
                "webhook_client": webhook_client(*[["127.0.0.1"]] * 9),
                "notice_delay_ms": 0,
                "base": "https://table.example.org",
            }

            async def trial(app: FastAPI) -> None:
                sender = await quiet(app)
                url = f"https://hooks.example.org:{receiver.port}/x"
                _, name = await awaited(app, {"webhook": url})
                for _ in range(3):
                    sender.touched(name)
                    await sender.collect()
                    await sender.deliver()
                assert len(receiver.got) == 1
                told = json.loads(receiver.got[0].partition(b"\r\n\r\n")[2])
                assert told["url"] == f"https://table.example.org/t/{name}"
                assert "it is your turn at Santa Fe Rails (Friday night)" in told["text"]
                assert told["text"] == told["content"]
                await turn(app, name)
                await sender.collect()
                await sender.deliver()
                assert len(receiver.got) == 2
                assert [(row.done_ms is not None, row.error, row.tries) for row in await rows(app)] == [
                    (True, "", 1)
                ] * 2

            async with served(tmp_path, **settings) as app:
                await trial(app)

    asyncio.run(whole())


def test_whoever_is_there_needs_no_call(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        sender = await quiet(app)
        browser, name = await awaited(app, {"webhook": "https://hooks.example.org/x"})
        socket = Socket(app, browser)
        await socket.hello(name, 0)
        assert await sender.collect() == 0
        await socket.leave()
        sender.touched(name)
        assert await sender.collect() == 1
        await turn(app, name)  # it moved before the notice went out: the first one is not needed any more
        await app.state.active_tables.sweep()
        socket = Socket(app, browser)
        await socket.hello(name, 0)
        assert await sender.deliver() == 0
        assert (await rows(app))[0].error == "not needed any more"
        await socket.leave()

    run(trial, tmp_path, notice_delay_ms=0, webhook_client=webhook_client())


def test_no_call_before_its_time(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        sender = await quiet(app)
        await awaited(app, {"webhook": "https://hooks.example.org/x"})
        assert await sender.collect() == 1
        assert await sender.deliver() == 0
        assert (await rows(app))[0].done_ms is None

    run(trial, tmp_path, webhook_client=webhook_client())


def test_what_fails_is_tried_again_and_given_up_at_last(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        sender = await quiet(app)
        sender.now = clock = Clock()
        await awaited(app, {"webhook": "https://hooks.example.org:9/x".replace(":9", ":2999")})
        await sender.collect()
        for pause in BACKOFF_S:
            assert await sender.deliver() == 0
            row = (await rows(app))[0]
            assert row.done_ms is None
            assert row.error
            assert abs(row.due_ms - clock() - pause * 1000) < 5000
            assert await sender.deliver() == 0
            clock.ahead += pause * 1000 + 1000
        await sender.deliver()
        row = (await rows(app))[0]
        assert row.error.startswith("given up: ")
        assert row.done_ms is not None

    run(trial, tmp_path, notice_delay_ms=0, webhook_client=webhook_client(*[["127.0.0.1"]] * 9))


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n", b"HTTP/1.1 410 Gone\r\n\r\n"]
)
def test_a_webhook_that_leads_elsewhere_is_dropped(answer: bytes, tmp_path: Path) -> None:
    async def whole() -> None:

        async with (
            Receiver(answer) as receiver,
            served(tmp_path, webhook_client=webhook_client(["127.0.0.1"]), notice_delay_ms=0) as app,
        ):
            sender = await quiet(app)
            await awaited(app, {"webhook": f"https://hooks.example.org:{receiver.port}/x"})
            await sender.collect()
            assert await sender.deliver() == 0
            assert (await rows(app))[0].error == f"the webhook answered {answer[9:12].decode()}"
            assert len(receiver.got) == 1

    asyncio.run(whole())


def test_a_name_that_turns_private_is_dropped(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        sender = await quiet(app)
        await awaited(app, {"webhook": "https://hooks.example.org/x"})
        await sender.collect()
        await sender.deliver()
        assert (await rows(app))[0].error == "this name leads to an address that is not public"

    run(trial, tmp_path, notice_delay_ms=0, webhook_client=webhook_client(["192.168.0.1"]))


def test_a_letter_arrives(tmp_path: Path) -> None:
    async def whole() -> None:

        async with PostOffice() as office:
            mailer = Mailer("127.0.0.1", office.port, "table@example.org", secure="none")
            async with served(tmp_path, mailer=mailer, notice_delay_ms=0) as app:
                sender = await quiet(app)
                sender.now = clock = Clock()
                _, name = await awaited(app, {"email": "anna@example.org"})
                confirmed = sa.update(accounts).values(email_confirmed_ms=1)
                await app.state.store.write(lambda c: c.execute(confirmed).rowcount)
                await app.state.store.write(lambda c: c.execute(sa.delete(outbox)).rowcount)
                office.refuse = True
                await sender.collect()
                assert await sender.deliver() == 0
                office.refuse = False
                clock.ahead += 31_000
                assert await sender.deliver() == 1
                to, letter = office.letters[0]
                assert to == "anna@example.org"
                assert letter["subject"] == "Golden Spike: It is your turn"
                assert "it is your turn at Santa Fe Rails (Friday night)" in letter.get_content()
                assert f"/t/{name}" in letter.get_content()
                assert len(office.letters) == 1

    asyncio.run(whole())


def test_the_sender_works_by_itself_and_after_a_restart(tmp_path: Path) -> None:
    """What was awaited when the server went down is not forgotten."""

    async def whole() -> None:

        async with Receiver() as receiver:
            async with served(tmp_path, webhook_client=webhook_client()) as app:
                await quiet(app)
                await awaited(app, {"webhook": f"https://hooks.example.org:{receiver.port}/x"})
            async with served(tmp_path, webhook_client=webhook_client(["127.0.0.1"]), notice_delay_ms=0):

                async def called() -> bool:
                    return len(receiver.got) == 1

                await settled(called)

    asyncio.run(whole())


def test_wishes_are_checked(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", {"name": "Anna", "password": "railroad tycoon"})
        for wrong in (
            {"webhook": "http://hooks.example.org"},
            {"webhook": "https://127.0.0.1/"},
            {"webhook": "https://169.254.169.254/latest"},
            {"webhook": "x" * 501},
            {"email": "nobody"},
            {"email": "a@b.c\nBcc: d@e.f"},
            {"email": "a@b.c, d@e.f"},
        ):
            assert (await browser.put("/api/me/notices", wrong, 400))["error"]
        good = {"webhook": "https://hooks.example.org/x", "email": "anna@example.org"}
        kept = await browser.put("/api/me/notices", {**good, "password": "railroad tycoon"})
        assert kept["notices"] == good
        assert (await browser.get("/api/me"))["notices"] == good
        off = {"webhook": "", "email": ""}
        assert (await browser.put("/api/me/notices", off))["notices"] == off

    run(trial, tmp_path, mailer=Mailer("127.0.0.1", 1, "table@example.org"))


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", {"name": "Anna", "password": "railroad tycoon"})
        found = await browser.put("/api/me/notices", {"email": "anna@example.org"}, 409)
        assert "does not send e-mail" in found["error"]

    run(trial, tmp_path)


def test_settings_of_the_mail_server() -> None:
    assert Mailer.from_environment({}) is None
    given = {"GOLDENSPIKE_SMTP": "mail.example.org", "GOLDENSPIKE_SMTP_FROM": "table@example.org"}
    assert Mailer.from_environment(given) == Mailer("mail.example.org", 587, "table@example.org")
    tls = {**given, "GOLDENSPIKE_SMTP_TLS": "tls", "GOLDENSPIKE_SMTP_USER": "u", "GOLDENSPIKE_SMTP_PASSWORD": "p"}
    assert Mailer.from_environment(tls) == Mailer("mail.example.org", 465, "table@example.org", "u", "p", "tls")
    for wrong in ({"GOLDENSPIKE_SMTP_TLS": "perhaps"}, {"GOLDENSPIKE_SMTP_FROM": "me"}, {"GOLDENSPIKE_SMTP": "x:y"}):
        with pytest.raises(BadOption):
            Mailer.from_environment({**given, **wrong})
