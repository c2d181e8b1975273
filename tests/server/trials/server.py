"""The real server as a process of its own: started, watched, killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import psutil

from ..databases import database_of
from .forked_servers import ROOT, ForkedServer, ForkedServers

START_S = 90.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Died(RuntimeError):
    """The server ended where it should have run."""


class Server:
    """A data folder and the process that serves it; the port stays the same over all its lives."""

    def __init__(
        self,
        data: Path,
        *,
        forked_servers: ForkedServers | None = None,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        limits: bool = False,
        core: int | None = None,
        database: str | None = None,
        **popen: Any,
    ) -> None:
        self.data = data
        self.forked_servers = forked_servers
        self.arguments = list(arguments)
        self.environment = dict(environment or {})
        self.limits = limits
        self.core = core
        self.shared = database or database_of(data)  # None for the file in the folder
        self.popen = popen
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | ForkedServer | None = None
        self.starts: list[float] = []
        self.log = data.parent / f"{data.name}.log"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path | str:
        """The file, or where else it is."""
        return self.file if self.shared is None else self.shared

    @property
    def file(self) -> Path:
        """Of the embedded database."""
        found = sorted(self.data.glob("*.sqlite*")) or sorted(self.data.glob("*.db*"))
        return next(path for path in found if not path.name.endswith(("-wal", "-shm")))

    def launch(self) -> None:
        """Begin without waiting."""
        arguments = ["serve", "--no-open", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        arguments += [] if self.shared is None else ["--database", self.shared]
        arguments += [*([] if self.limits else ["--limits", "off"]), *self.arguments]
        if self.forked_servers is not None:
            self.process = self.forked_servers.fork_server(arguments, self.log, self.environment)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "goldenspike", *arguments],
                    cwd=ROOT,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, **self.environment},
                    **self.popen,
                )
        if self.core is not None:
            psutil.Process(self.process.pid).cpu_affinity([self.core])

    def start(self) -> Self:
        """Begin, and wait until it listens."""
        begun = time.monotonic()
        self.launch()
        self.wait(begun)
        return self

    def wait(self, begun: float | None = None) -> None:
        begun = time.monotonic() if begun is None else begun
        while True:
            if self.process is None or self.process.poll() is not None:
                raise Died(f"the server did not start:\n{self.log_text()[-2000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
                break
            except OSError:
                if time.monotonic() - begun > START_S:
                    self.kill()
                    raise Died(f"the server did not listen in {START_S:.0f} s:\n{self.log_text()[-2000:]}") from None
                time.sleep(0.01)
        self.starts.append(time.monotonic() - begun)

    def log_text(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def wait_end(self, timeout: float) -> None:
        """Until it has ended by itself."""
        assert self.process is not None
        self.process.wait(timeout)

    def stop(self) -> int:
        """Ask it to end, and wait; the exit code."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Died("the server did not end when asked") from None

    def cpu(self) -> float:
        """CPU-seconds used so far, by user code and by the kernel for it."""
        assert self.process is not None
        times = psutil.Process(self.process.pid).cpu_times()
        return times.user + times.system

    def memory(self) -> int:
        """Bytes of memory that are its own."""
        assert self.process is not None
        return int(psutil.Process(self.process.pid).memory_full_info().uss)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.alive:
            self.kill()
