"""Says that rules are being compiled, and how far that is: the first use of a game takes a minute otherwise silent.

On a terminal and in a notebook one line is written over and over on the error stream. Elsewhere the logger
``goldenspike.compile`` is told. GOLDENSPIKE_PROGRESS=1 asks for the line everywhere, GOLDENSPIKE_PROGRESS=0 nowhere.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LOG = logging.getLogger("goldenspike.compile")
SOON = 1.0  # seconds: what takes less is not worth a line
AGAIN = 0.2  # seconds between two writings of the line


def wants_line() -> bool:
    """Is there somebody who reads the error stream as it is written? What is done in the background is not shown."""
    asked = os.environ.get("GOLDENSPIKE_PROGRESS")
    if asked in {"0", "1"}:
        return asked == "1"
    if threading.current_thread() is not threading.main_thread():
        return False
    return sys.stderr.isatty() or "ipykernel" in sys.modules


class CompileProgress:
    """Counts the functions that Numba compiles for one set of rules, and says so."""

    def __init__(self, name: str, expected: int) -> None:
        self.name, self.expected = name, expected
        self.begun = self.written = time.monotonic()
        self.done, self.width = 0, 0
        self.line = wants_line()

    def started(self) -> None:
        self._tell()

    def ended(self) -> None:
        self.done += 1
        self._tell()

    def _tell(self) -> None:
        now = time.monotonic()
        if now - self.begun < SOON or now - self.written < AGAIN:
            return
        if not self.width:
            LOG.info("compiling %s, once: the result is kept", self.name)
        share = min(99, 100 * self.done // max(1, self.expected))
        self._write(f"golden spike: compiling {self.name}, once: {share} %, {now - self.begun:.0f} s")
        self.written = now

    def _write(self, text: str) -> None:
        if self.line:
            print(f"\r{text:<{self.width}}", end="", file=sys.stderr, flush=True)
        self.width = len(text)

    def close(self) -> None:
        """Take the line away again."""
        if self.width:
            self._write("")
            if self.line:
                print("\r", end="", file=sys.stderr, flush=True)
            LOG.info("compiled %s: %d functions, %.0f s", self.name, self.done, time.monotonic() - self.begun)


_ONE = threading.Lock()


@contextmanager
def told(name: str, expected: int) -> Iterator[None]:
    """Whatever is compiled meanwhile is told; of compilations inside others, or beside them, only the first tells."""
    if not _ONE.acquire(blocking=False):
        yield
        return
    from numba.core import event

    progress = CompileProgress(name, expected)
    listener = _listener(progress)
    try:
        with event.install_listener("numba:compile", listener):
            yield
    finally:
        _ONE.release()
        progress.close()


def _listener(progress: CompileProgress) -> Any:
    from numba.core.event import Listener

    class Telling(Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            progress.started()

        def on_end(self, event: Any) -> None:
            progress.ended()

    return Telling()
