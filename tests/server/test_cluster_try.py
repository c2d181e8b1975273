"""``goldenspike cluster try`` as people use it: they play at two nodes, kill one, look at the rest, and stop it all."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from .trials.clients import Person, together
from .trials.player import Player

pytestmark = pytest.mark.xdist_group("table-trials")
ROOT = Path(__file__).resolve().parents[2]
NODES = 2


def free_ports(count: int) -> int:
    """The first of so many free ports in a row."""
    while True:
        with ExitStack() as held:
            first = held.enter_context(socket.socket())
            first.bind(("127.0.0.1", 0))
            port = int(first.getsockname()[1])
            try:
                for number in range(port + 1, port + count):
                    held.enter_context(socket.socket()).bind(("127.0.0.1", number))
            except (OSError, OverflowError):
                continue
            return port


class Tried:
    """The command while it runs, and what it says."""

    def __init__(self, folder: Path) -> None:
        self.port = free_ports(NODES)
        words = ["--nodes", str(NODES), "--workers", "1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "goldenspike", "cluster", "try", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "TMPDIR": str(folder), "TEMP": str(folder)},
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Ctrl+C" in line:
                break
        assert "Ctrl+C" in self.said, self.said
        self.parts = psutil.Process(self.process.pid).children(recursive=True)

    def node(self, number: int) -> int:
        """The process of a node, as the command names it."""
        found = re.search(rf"node {number}: http://localhost:{self.port + number - 1}/ +\(process (\d+)\)", self.said)
        assert found is not None, self.said
        return int(found[1])

    def status(self) -> dict[str, Any]:
        """What the command that it names says about the cluster."""
        found = re.search(r"goldenspike (cluster status .*)", self.said)
        assert found is not None, self.said
        asked = [sys.executable, "-m", "goldenspike", *shlex.split(found[1]), "--json"]
        told: dict[str, Any] = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
        return told


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where temporary files go; unlike a folder of pytest, others may look inside, as PostgreSQL does for root."""
    with tempfile.TemporaryDirectory(prefix="goldenspike-test-") as made:
        os.chmod(made, 0o755)
        yield Path(made)


def test_a_cluster_to_look_at_plays_on_without_a_node_and_leaves_nothing_behind(folder: Path) -> None:
    tried = Tried(folder)
    try:
        asyncio.run(play_at_two_nodes(tried))
        told = tried.status()
        assert [node["address"] for node in told["nodes"]] == [f"http://localhost:{tried.port + 1}"]
        assert told["nodes"][0]["tables"] == told["running_tables_in_use"] == 1, "it goes on at the other node"
        figures_of_the_dashboard(tried.port + 1)
    finally:
        # A terminal that is closed; and whoever is impatient presses Ctrl+C as well.
        tried.process.send_signal(signal.SIGHUP if hasattr(signal, "SIGHUP") else signal.SIGTERM)
        if os.name == "posix":
            tried.process.send_signal(signal.SIGINT)
        said, _ = tried.process.communicate(timeout=120)
    assert "All parts have stopped." in said
    assert tried.process.returncode == 0
    _, left = psutil.wait_procs(tried.parts, timeout=30)
    assert not left
    assert list(folder.iterdir()) == []


async def play_at_two_nodes(tried: Tried) -> None:
    """Two people at two nodes, with a bot; the node that plays their table is killed, and all three go on."""
    here, there = tried.port, tried.port + 1
    people = [Person(here, "Ann"), Person(here, "Bob")]
    seats = [{"holder": "me", "name": "Ann"}, {"holder": "free"}, {"holder": "bot", "bot": "brakeman", "name": "Bill"}]
    table = await asyncio.to_thread(together, people, seats=seats)
    pages = [
        Player(person, table, seat, random.Random(seat), port=port)
        for seat, (person, port) in enumerate(zip(people, (here, there), strict=True))
    ]
    for page in pages:
        page.pause_s = 0.05  # within the limits that hold for everybody
    over = asyncio.Event()
    living = [asyncio.create_task(page.live(over.is_set)) for page in pages]
    await everybody_plays(pages)
    told = await asyncio.to_thread(tried.status)
    assert [node["on_the_bus"] for node in told["nodes"]] == [True] * NODES
    assert {node["address"]: node["tables"] for node in told["nodes"]}[f"http://localhost:{here}"] == 1
    assert [one["decided"] > 0 for one in told["workers"]] == [True], "the worker thinks for the bot"
    os.kill(tried.node(1), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    pages[0].choose_port = lambda: there  # the address of the other node, opened by hand
    await everybody_plays(pages)
    over.set()
    for page in pages:
        page.leave()
        page.changed.set()
    await asyncio.gather(*living)
    assert [fault for page in pages for fault in page.faults] == []


async def everybody_plays(pages: list[Player]) -> None:
    """A few moves of each."""
    before = [len(page.acks) for page in pages]
    for page, count in zip(pages, before, strict=True):
        await page.until(lambda page=page, count=count: len(page.acks) >= count + 3, 120)  # type: ignore[misc]


def figures_of_the_dashboard(port: int) -> None:
    """A node has every figure that the dashboard draws and that the page for operators names."""
    told = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    known = {line.split("{")[0].split()[0] for line in told.splitlines() if line and not line.startswith("#")}
    dashboard = json.loads((ROOT / "deploy" / "grafana" / "goldenspike.json").read_text("utf-8"))
    drawn = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    asked = set(re.findall(r"\b(?:goldenspike|process)_\w+", drawn))
    assert len(asked) > 15
    manual = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = manual.partition("| metric (`goldenspike_...`)")[2].partition("\n\n")[0]
    named = {f"goldenspike_{name}" for name in re.findall(r"`([a-z_]+)(?:\{[^`]*)?`", table)}
    assert len(named) > 10
    summed = {f"{name}_count" for name in named} & known  # a histogram is told in parts
    missing = asked - known | {name for name in named - known if f"{name}_count" not in summed}
    assert not missing
