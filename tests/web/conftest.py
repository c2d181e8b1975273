"""A real server, a real database, a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .find_chromium import FLAGS, chromium
from .person import Person

ROOT = Path(__file__).resolve().parents[2]


class ServerProcess:
    """The server as its own process; it can be stopped and started again on the same data and port."""

    def __init__(self, data: Path, *more: str, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.more = more
        self.environment = {**os.environ, **(environment or {})}
        self.port = 0
        self.start()

    def start(self) -> None:
        words = ["serve", "--no-open", "--port", str(self.port), "--data", str(self.data), "--bot-delay", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "goldenspike", *words, "--limits", "off", *self.more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
            env=self.environment,
        )  # fmt: skip
        said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said += line
            found = re.search(r"http://[\w.]+:(\d+)", line)
            if found:
                self.port = int(found[1])
                self.address = f"http://localhost:{self.port}"
                return
        raise AssertionError(f"the server did not start: {said}")

    def stop(self, *, kill: bool = False) -> None:
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    page = ROOT / "src" / "goldenspike" / "server" / "page" / "index.html"
    assert page.exists(), "the page is not built; ./test builds it first, or: python tools/page.py"
    server = ServerProcess(tmp_path_factory.mktemp("tables"))
    yield server
    server.stop()


@pytest.fixture(scope="package")  # while it is open, its event loop keeps other tests from running theirs
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(server: ServerProcess, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own; what the browser complained about fails the test."""
    people: list[Person] = []

    def come(path: str = "/", **settings: Any) -> Person:
        person = Person(browser, server.address, **settings)
        people.append(person)
        person.come(path)
        return person

    yield come
    faults = [fault for person in people for fault in person.faults]
    for person in people:
        person.leave()
    assert not faults, faults
