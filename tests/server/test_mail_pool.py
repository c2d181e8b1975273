"""A mail server that says nothing holds up nothing but letters."""

from __future__ import annotations

import asyncio
import smtplib
import threading
import time
from pathlib import Path

import pytest

from goldenspike.server.people import notifications
from goldenspike.server.people.mail_pool import MailPool
from goldenspike.server.people.notifications import Mailer

from .app_in_process import Browser, served, settled
from .test_notifications import PostOffice, awaited, rows


class SilentPostOffice(PostOffice):
    """Accepts every connection and never says a word."""

    def __init__(self) -> None:
        super().__init__()
        self.callers: list[asyncio.StreamWriter] = []

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.callers.append(writer)
        await reader.read()

    async def __aexit__(self, *_: object) -> None:
        await super().__aexit__()
        for writer in self.callers:
            writer.close()
            await writer.wait_closed()


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "MAIL_SECONDS", 2.0)
    monkeypatch.setattr(notifications, "IDLE_S", 0.05)


@pytest.mark.usefixtures("short_limits")
def test_a_silent_mail_server_holds_up_nobody(tmp_path: Path) -> None:
    async def whole() -> None:
        async with SilentPostOffice() as office:
            mailer = Mailer("127.0.0.1", office.port, "table@example.org", secure="none")
            async with served(tmp_path, mailer=mailer, notice_delay_ms=0) as app:
                await awaited(app, {"email": "anna@example.org"})

                async def called() -> bool:
                    return bool(office.callers)

                await settled(called)
                # As many letters more as there are threads in the common pool.
                letters = [
                    asyncio.ensure_future(app.state.notifications._mail(f"b{number}@example.org", "subject", "text"))
                    for number in range(40)
                ]
                await asyncio.sleep(0.1)
                begun = time.monotonic()
                await Browser(app).get("/api/rulebook/santa-fe")
                await asyncio.gather(*(asyncio.to_thread(time.sleep, 0.0) for _ in range(20)))
                assert time.monotonic() - begun < 1.5

                async def put_off() -> bool:
                    return any(row.tries for row in await rows(app))

                await settled(put_off)
                assert (await rows(app))[0].error
                assert len(office.callers) < 5, "while it is silent it is not called again and again"
                await asyncio.gather(*letters, return_exceptions=True)

    asyncio.run(whole())


def test_letters_do_not_use_the_common_threads() -> None:
    may_end = threading.Event()

    class Slow:
        def send(self, to: str, subject: str, text: str) -> None:
            may_end.wait(120)

    async def trial() -> None:
        pool = MailPool(Slow())
        letters = [asyncio.ensure_future(pool.send("a@example.org", "", "")) for _ in range(50)]
        await asyncio.sleep(0.05)
        begun = time.monotonic()
        await asyncio.gather(*(asyncio.to_thread(time.sleep, 0.0) for _ in range(20)))
        assert time.monotonic() - begun < 60
        pool.close()
        done = await asyncio.wait_for(asyncio.gather(*letters, return_exceptions=True), 60)
        assert all(isinstance(one, ConnectionError) for one in done), "nobody waits for letters when the server stops"
        may_end.set()

    asyncio.run(trial())


def test_after_silence_letters_wait_without_trying() -> None:
    class Silent:
        tried = 0

        def send(self, to: str, subject: str, text: str) -> None:
            self.tried += 1
            raise TimeoutError("silent")

    async def trial() -> None:
        mailer = Silent()
        pool = MailPool(mailer, threads=1, hold_s=2.0)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await pool.send("a@example.org", "", "")
        assert mailer.tried == 1
        await asyncio.sleep(2.05)
        with pytest.raises(TimeoutError):
            await pool.send("a@example.org", "", "")
        assert mailer.tried == 2
        pool.close()

    asyncio.run(trial())


def test_a_letter_has_a_time_limit_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the mail server says a little now and then."""
    monkeypatch.setattr(notifications, "MAIL_SECONDS", 1.0)
    monkeypatch.setattr(notifications, "LETTER_SECONDS", 1.0)

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        try:
            while not reader.at_eof():
                await asyncio.sleep(0.2)
                writer.write(b"2")
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
            ended.set()

    ended = asyncio.Event()

    async def trial() -> None:
        server = await asyncio.start_server(drip, "127.0.0.1", 0)
        mailer = Mailer("127.0.0.1", server.sockets[0].getsockname()[1], "table@example.org", secure="none")
        begun = time.monotonic()
        with pytest.raises((TimeoutError, smtplib.SMTPException)):
            await asyncio.to_thread(mailer.send, "a@example.org", "subject", "text")
        assert time.monotonic() - begun < 60
        await asyncio.wait_for(ended.wait(), 60)
        server.close()

    asyncio.run(trial())
