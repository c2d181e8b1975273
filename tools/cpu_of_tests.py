"""A plugin of pytest: the CPU-seconds of every test, with the servers and browsers that it keeps busy.

usage: PYTHONPATH=tools .venv/bin/python -m pytest -p cpu_of_tests [--cpu-file FILE] tests/web

Says at the end which tests took most. Times on the clock depend on what else the machine does, CPU-seconds hardly do.
FILE gets a line for each test: CPU-seconds, seconds on the clock, its name; what a fixture takes is counted with the
test that needs it first. Run without -n, or with --cpu-file, since the processes of -n do not know of each other.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

SHOWN = 20
TAKEN: list[tuple[float, float, str]] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-file", type=Path, help="a line is written to this file for each test")


def used() -> float:
    """CPU-seconds of this process and all below it, those that have ended included."""
    me = psutil.Process()
    total = 0.0
    for process in (me, *me.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + getattr(times, "children_user", 0) + getattr(times, "children_system", 0)
    return total


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    cpu, begun = used(), time.monotonic()
    done: Any = yield
    # A browser that was closed is gone with what it took before.
    row = max(0.0, used() - cpu), time.monotonic() - begun, item.nodeid
    TAKEN.append(row)
    if path := item.config.getoption("--cpu-file"):
        with path.open("a", encoding="utf-8") as file:
            file.write("{:.2f}\t{:.2f}\t{}\n".format(*row))
    return done


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if TAKEN:
        total = sum(row[0] for row in TAKEN)
        terminalreporter.section(f"{total:.0f} CPU-seconds, of which most in")
        for cpu, clock, name in sorted(TAKEN, reverse=True)[:SHOWN]:
            terminalreporter.write_line(f"{cpu:7.1f} CPU-s {clock:7.1f} s  {name}")
