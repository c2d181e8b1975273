"""Letters are sent by threads of their own: a mail server that says nothing holds up nothing but letters."""

from __future__ import annotations

import asyncio
import queue
import smtplib
import threading
import time
from collections.abc import Callable
from typing import Protocol

THREADS = 2
HOLD_S = 60.0  # after a mail server that did not answer, the other letters wait without trying


class SendsMail(Protocol):
    """Whoever sends one letter, and returns or fails in limited time."""

    def send(self, to: str, subject: str, text: str) -> None: ...


class MailPool:
    """Sends letters in the background. Its threads never keep the server from stopping."""

    def __init__(
        self, mailer: SendsMail, *, threads: int = THREADS, hold_s: float = HOLD_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.mailer = mailer
        self.hold_s = hold_s
        self.clock = clock
        self._silent_until = 0.0
        self._letters: queue.SimpleQueue[_Letter | None] = queue.SimpleQueue()
        self._open: set[_Letter] = set()
        self._threads = threads
        for number in range(threads):
            threading.Thread(target=self._send_all, name=f"goldenspike-mail-{number}", daemon=True).start()

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a letter; OSError or SMTPException if that fails, also if the mail server was silent a moment ago."""
        loop = asyncio.get_running_loop()
        letter = _Letter(to, subject, text, loop, loop.create_future())
        self._open.add(letter)
        try:
            self._letters.put(letter)
            await letter.done
        finally:
            self._open.discard(letter)

    def close(self) -> None:
        """No more letters, and nobody waits; one that is on its way may get there or not."""
        for letter in self._open:
            if not letter.done.done():
                letter.done.set_exception(ConnectionError("the server is going down"))
        for _ in range(self._threads):
            self._letters.put(None)

    def _send_all(self) -> None:
        while (letter := self._letters.get()) is not None:
            if letter.done.done():
                continue
            error: Exception | None = None
            if self.clock() < self._silent_until:
                error = TimeoutError("the mail server did not answer a moment ago")
            else:
                try:
                    self.mailer.send(letter.to, letter.subject, letter.text)
                except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as refused:
                    error = refused  # it answers, and does not want this letter
                except OSError as silent:
                    error = silent
                    self._silent_until = self.clock() + self.hold_s
                except Exception as failed:
                    error = failed
            letter.finish(error)


class _Letter:
    def __init__(
        self, to: str, subject: str, text: str, loop: asyncio.AbstractEventLoop, done: asyncio.Future[None]
    ) -> None:
        self.to, self.subject, self.text = to, subject, text
        self.loop, self.done = loop, done

    def finish(self, error: Exception | None) -> None:
        def tell() -> None:
            if self.done.done():
                return
            if error is None:
                self.done.set_result(None)
            else:
                self.done.set_exception(error)

        try:
            self.loop.call_soon_threadsafe(tell)
        except RuntimeError:
            return  # the loop is closed, and nobody waits any more
