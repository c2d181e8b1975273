"""How long the embedded server takes to import and to start, beside another version in the same run.

usage: python -m tests.server.trials.start_time --before SRC [--rounds N]

CPU-seconds, in turn: other programs on the machine change those little.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil

from .server import ROOT, Server

IMPORTS = "import goldenspike.cli, goldenspike.server.app, goldenspike.server.serve; goldenspike.cli.parser()"


def imported(source: Path) -> float:
    """CPU-seconds of a process that imports everything a server needs."""
    told = {**os.environ, "PYTHONPATH": str(source)}
    before = os.times()
    subprocess.run([sys.executable, "-c", IMPORTS], env=told, cwd=ROOT, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def started(source: Path, folder: Path) -> float:
    """CPU-seconds of a server until it listens; its database is there already."""
    with Server(folder, environment={"PYTHONPATH": str(source)}) as server:
        assert server.process is not None
        times = psutil.Process(server.process.pid).cpu_times()
        return times.user + times.system


def main() -> int:
    reader = argparse.ArgumentParser(description="import and start of two versions")
    reader.add_argument("--before", type=Path, required=True, help="the src folder of another version")
    reader.add_argument("--rounds", type=int, default=7)
    asked = reader.parse_args()
    sources = {"now": ROOT / "src", "before": asked.before.resolve()}
    found: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="goldenspike-start-") as place:
        for number in range(asked.rounds + 1):
            for name, source in sources.items():
                times = {"import": imported(source), "start": started(source, Path(place) / name)}
                for what, seconds in times.items() if number else ():  # the first round writes caches
                    found.setdefault((what, name), []).append(seconds)
    print("| CPU-seconds | before | now | now / before |\n|---|---|---|---|")
    for what in ("import", "start"):
        before, now = (statistics.median(found[what, name]) for name in ("before", "now"))
        print(f"| {what} | {before:.2f} | {now:.2f} | {now / before:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
