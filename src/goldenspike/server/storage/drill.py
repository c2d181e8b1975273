"""A restore drill: a backup is restored into an empty folder, served, and its tables are opened."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.kept_backups import FOLDER, kept
from goldenspike.server.storage.replay_check import Report
from goldenspike.server.storage.restore import restore

START_S = 60.0
MOST_OPENED = 200
_SAID = "Golden Spike is at "


@dataclass
class Drill:
    """What a drill found."""

    file: Path
    report: Report
    restored_s: float
    ready_s: float
    opened: int

    def __str__(self) -> str:
        return (
            f"{self.file} can be restored: {self.report}; restored in {self.restored_s:.1f} s, "
            f"served after {self.ready_s:.1f} s, {self.opened} running tables opened"
        )


def drill(data: Path, file: Path | None = None) -> Drill:
    """Try a backup, by default the newest that was kept; BadFile if anything about it does not work."""
    if file is None:
        known = kept(data / FOLDER)
        if not known:
            raise BadFile(f"there is no backup in {data / FOLDER}; name a file")
        file = known[0]
    with tempfile.TemporaryDirectory(prefix="goldenspike-drill-") as place:
        folder = Path(place) / "data"
        begun = time.monotonic()
        report, _ = restore(folder, file)
        if report.broken:
            raise BadFile(f"{file} was restored, but {report}")
        restored = time.monotonic()
        with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
            running = [row[0] for row in database.execute("SELECT id FROM tables WHERE status = 'running'")]
        with _served(folder) as url:
            _read(f"{url}readyz")
            ready = time.monotonic()
            for table in running[:MOST_OPENED]:
                _read(f"{url}api/tables/{table}")
    return Drill(file, report, restored - begun, ready - restored, len(running[:MOST_OPENED]))


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[str]:
    """A server on a folder that notifies nobody; its address."""
    command = [sys.executable, "-m", "goldenspike", "serve", "--no-open", "--no-notices", "--limits", "off"]
    command += ["--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stdout.readline()
        if not said.startswith(_SAID):
            process.kill()
            raise BadFile(f"the restored tables cannot be served: {said}{process.stderr.read()}".strip())
        yield said.removeprefix(_SAID).strip()
        process.send_signal(signal.SIGTERM if os.name == "posix" else signal.SIGBREAK)  # type: ignore[attr-defined]
        process.communicate(timeout=START_S)
        if os.name == "posix" and process.returncode:
            raise BadFile(f"the server of the drill ended with {process.returncode}")
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _read(url: str) -> object:
    try:
        with urllib.request.urlopen(url, timeout=START_S) as answer:
            return json.load(answer)
    except (OSError, ValueError) as error:
        raise BadFile(f"the restored server does not answer {url}: {error}") from None
