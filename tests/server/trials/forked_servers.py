"""Servers that start at once: one process has imported all the code, and each server is a fork of it.

Importing takes most of a second, and a crash trial starts thirty servers. Apart from that, a fork is a server like
any other: a process of its own with its own files and sockets, which can be killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

from . import faults

ROOT = Path(__file__).resolve().parents[3]


class ForkedServer:
    """A forked server, handled like a process that was started in the usual way."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float | None = None) -> int:
        end = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("server", timeout or 0)
            time.sleep(0.005)
        return 0

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)


class ForkedServers:
    """Started once, then asked for servers."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))},
            text=True,
        )
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != "ready":
            raise RuntimeError("the process that forks servers did not start")

    def fork_server(self, arguments: list[str], log: Path, environment: dict[str, str]) -> ForkedServer:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = {"arguments": arguments, "log": str(log), "environment": environment}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return ForkedServer(int(self.process.stdout.readline()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


def fork_server(order: dict[str, Any]) -> int:
    """Fork a child of this process that becomes a server."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with Path(order["log"]).open("ab", buffering=0) as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.environ.update(order["environment"])
        told = order["environment"]
        if faults.VARIABLE in told:
            faults.install_clock(told[faults.VARIABLE])
        if "TRIAL_COMMITS" in told:
            from . import kill_in_commit

            kill_in_commit.kill_in_commit(int(told["TRIAL_COMMITS"]))
        elif faults.VARIABLE in told:
            faults.install_disk(told[faults.VARIABLE])
        from goldenspike.cli import main

        code = main(order["arguments"]) or 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


class Logs(dict[int, str]):
    """The logs of the servers that run, by process. How a server ended is written into its log."""

    def ended(self, *_: object) -> None:
        with contextlib.suppress(ChildProcessError):
            while (end := os.waitpid(-1, os.WNOHANG))[0]:
                pid, code = end[0], os.waitstatus_to_exitcode(end[1])
                with Path(self.pop(pid, os.devnull)).open("a") as log:
                    log.write(f"process {pid} ended with {code}\n")


def serve_orders() -> None:
    logs = Logs()
    signal.signal(signal.SIGCHLD, logs.ended)
    import goldenspike.cli
    import goldenspike.server.app
    import goldenspike.server.serve

    for module in (goldenspike.cli, goldenspike.server.app, goldenspike.server.serve):
        assert module
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        pid = fork_server(order)
        logs[pid] = order["log"]
        print(pid, flush=True)


if __name__ == "__main__":
    serve_orders()
