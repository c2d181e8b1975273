"""How long a designer waits for the first verdict about a changed board.

usage: python -m tests.arena.first_verdict [--cores N] [GAME ...]

For each game a board is changed a little and studied beside the usual one with ``goldenspike study``, as a designer
would. Printed are the seconds by the clock and of computing, until the first verdicts and until the report is complete.
The games must be compiled before (``goldenspike compile``).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.arena.generate.command import board_to_be_like

MOST_S = 600.0


def changed(name: str) -> dict[str, Any]:
    """The usual board of a game with a small change: ten pieces fewer, an emptied hex, a link without its tunnel."""
    usual = board_to_be_like(gs.game(name), None, None)
    board: dict[str, Any] = {**json.loads(json.dumps(dict(usual.source))), "id": "changed"}
    if "railroads" in board:
        board["kind"] = "fan"
        for road in board["railroads"]:
            road["pieces"] -= 10 if road["kind"] == "major" else 0
    elif "hex" in board:
        board["kind"] = "fan"
        place = next(name for name, spec in board["hex"].items() if spec["t"] == "mine")
        del board["hex"][place]
    elif "links" in board:
        board["kind"] = "custom"
        next(link for link in board["links"] if link["kind"] in {"tunnel", "bridge"})["kind"] = "open"
    return board


def computed(process: int) -> float:
    """Seconds that a process and its children have computed so far, where the system tells."""
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    family = {process}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used.get(one, 0.0) for one in family)


def measured(name: str, cores: int) -> tuple[float, float, float, float]:
    """Seconds until the first verdicts by the clock and of computing, and the same until the end."""
    with tempfile.TemporaryDirectory() as folder:
        board, progress = Path(folder) / "board.json", Path(folder) / "progress.json"
        board.write_text(json.dumps(changed(name)), "utf-8")
        words = ["study", name, "--board", str(board), "--out", str(Path(folder) / "report"), "--cores", str(cores)]
        before, begun = os.times(), time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "goldenspike", *words, "--progress", str(progress)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        first, computing = None, 0.0
        while process.poll() is None and time.monotonic() - begun < MOST_S:
            time.sleep(0.05)
            if first is None and progress.exists() and json.loads(progress.read_text("utf-8"))["verdicts"]:
                first, computing = time.monotonic() - begun, computed(process.pid)
        if process.wait() != 0:
            raise SystemExit(f"the study of {name} failed")
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        whole = time.monotonic() - begun
        return first if first is not None else whole, computing or used, whole, used


def main() -> None:
    command = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    command.add_argument("games", nargs="*", default=["santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass"])
    command.add_argument("--cores", type=int, default=2)
    chosen = command.parse_args()
    print("| game | first verdicts, s | computing, s | whole report, s | computing, s |")
    print("|---|---|---|---|---|")
    for name in chosen.games:
        print(f"| {name} | {' | '.join(f'{figure:.0f}' for figure in measured(name, chosen.cores))} |", flush=True)


if __name__ == "__main__":
    main()
