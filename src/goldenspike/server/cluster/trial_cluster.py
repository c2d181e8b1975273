"""A whole cluster on one machine, to look at: PostgreSQL, NATS, nodes and workers as processes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from goldenspike.engine.errors import BadOption
from goldenspike.server.cluster.trial_nats import TrialNats
from goldenspike.server.commands import PORT
from goldenspike.server.storage.trial_postgres import TrialPostgres

START_S = 120.0
STOP_S = 20.0
# Ctrl+C, a service manager, and a terminal that is closed: every part runs in a session of its own and would go on.
ENDS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Part:
    """A node or a worker."""

    def __init__(self, name: str, arguments: list[str], log: Path, url: str = "") -> None:
        self.name = name
        self.arguments = arguments
        self.log = log
        self.url = url
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "goldenspike", *self.arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + START_S
        while self.url:
            if self.process is None or self.process.poll() is not None:
                raise BadOption(f"{self.name} did not start:\n{self.log.read_text('utf-8', 'replace')[-1500:]}")
            if self._answers():
                return
            if time.monotonic() > until:
                raise BadOption(f"{self.name} did not answer")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def ended(self) -> None:
        if self.process is not None:
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class TrialCluster:
    """All parts of a cluster, started and stopped in order."""

    def __init__(self, folder: Path, nodes: int = 3, workers: int = 2, port: int = PORT) -> None:
        self.folder = folder
        self.postgres = TrialPostgres(folder / "postgres")
        self.nats = TrialNats()
        shared = ["--bus", self.nats.url, "--log", "json"]
        self.nodes = [
            Part(
                f"node {number + 1}",
                ["serve", "--no-open", "--host", "127.0.0.1", "--port", str(port + number),
                 "--data", str(folder / f"node-{number + 1}"), "--database", self.postgres.url(), *shared],
                folder / f"node-{number + 1}.log",
                f"http://localhost:{port + number}/",
            )
            for number in range(nodes)
        ]  # fmt: skip
        self.workers = [
            Part(f"worker {number + 1}", ["worker", *shared], folder / f"worker-{number + 1}.log")
            for number in range(workers)
        ]

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.name == "posix":
            self.folder.chmod(0o755)  # PostgreSQL runs as somebody else if we are root
        self.postgres.start()
        self.nats.start()
        for part in (*self.nodes, *self.workers):
            part.start()
        for part in self.nodes:
            part.wait()

    def stop(self) -> None:
        parts = [*self.workers, *self.nodes]
        for part in parts:
            part.stop()
        for part in parts:
            part.ended()
        self.nats.stop()
        self.postgres.stop()


def _interrupt(*_: object) -> None:
    for one in ENDS:  # whoever presses Ctrl+C twice must not leave half of it running
        signal.signal(one, signal.SIG_IGN)
    raise KeyboardInterrupt


def try_out(nodes: int, workers: int, port: int, folder: str | None) -> None:
    """Run a cluster until Ctrl+C."""
    with contextlib.ExitStack() as closing:
        where = folder or closing.enter_context(
            tempfile.TemporaryDirectory(prefix="goldenspike-cluster-", ignore_cleanup_errors=True)
        )
        cluster = TrialCluster(Path(where).resolve(), nodes, workers, port)
        for one in ENDS:  # also where a shell has told it to ignore Ctrl+C
            signal.signal(one, _interrupt)
        print("starting PostgreSQL, NATS, nodes and workers ...", flush=True)
        try:
            cluster.start()
            print("A Golden Spike cluster is running; any node shows any table:")
            for part in cluster.nodes:
                assert part.process is not None
                print(f"  {part.name}: {part.url}  (process {part.process.pid})")
            for part in cluster.workers:
                assert part.process is not None
                print(f"  {part.name}  (process {part.process.pid})")
            print(f"  logs and data: {where}")
            reach = f"--database {cluster.postgres.url()} --bus {cluster.nats.url}"
            print(f"Look at it:  goldenspike cluster status {reach}")
            print("Kill a node, and its tables go on at the others. Ctrl+C stops everything.", flush=True)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            print("\nstopping ...", flush=True)
        finally:
            cluster.stop()
    print("All parts have stopped.", flush=True)
