"""``goldenspike serve`` as a program: it says where it is, stops cleanly, and comes back with everything."""

from __future__ import annotations

import asyncio
import json
import os
import re
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets

from goldenspike.cli import main
from goldenspike.engine.errors import BadOption
from goldenspike.server import serve
from goldenspike.server.http.security import Site

from .databases import database_words

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another kind")


class Program:
    """The server as somebody starts it, with the database of its folder."""

    def __init__(self, *arguments: str) -> None:
        folder = Path(arguments[arguments.index("--data") + 1])
        words = [*arguments, *database_words(folder)]
        command = [sys.executable, "-m", "goldenspike", "serve", "--no-open", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def log_text(self) -> str:
        """Its first line."""
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 60)[0], "it says nothing"
        line = self.process.stdout.readline()
        if not line:
            assert self.process.stderr is not None
            raise AssertionError(self.process.stderr.read())
        return line

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out, err


@contextmanager
def program(*arguments: str) -> Iterator[Program]:
    one = Program(*arguments)
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def ask(url: str, path: str, data: Any = None, cookie: str = "") -> tuple[Any, str]:
    headers = {"Origin": url.rstrip("/"), "Content-Type": "application/json", "Cookie": cookie}
    raw = None if data is None else json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(url.rstrip("/") + path, raw, headers), timeout=120) as answer:
        return json.load(answer), (answer.headers.get("Set-Cookie") or "").partition(";")[0]


def test_goodbye_and_back_again(tmp_path: Path) -> None:
    seats = [{"holder": "me"}, {"holder": "bot", "bot": "random"}]
    wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, "start": True}
    data = ["--data", str(tmp_path), "--bot-delay", "0"]

    async def session(url: str, cookie: str, table: str, before: int | None, leave: Program | None) -> Any:
        """Come (again), make a move, and (if told to) watch the server go down."""
        headers = {"Cookie": cookie}
        where = url.replace("http", "ws") + "api/channel"
        async with websockets.connect(where, additional_headers=headers, origin=url.rstrip("/")) as channel:  # type: ignore[arg-type]
            await channel.send(json.dumps({"op": "hello", "table": table, "seat": 0, "version": before}))
            welcome = await heard(channel, "welcome")
            text = welcome["own"]["legal"][0]
            frame = {"op": "move", "id": f"move-{before}", "seat": 0, "text": text}
            await channel.send(json.dumps(frame))
            ack = await heard(channel, "ack")
            if leave is not None:
                leave.process.send_signal(signal.SIGTERM)
                bye = await heard(channel, "bye")
                assert bye["again"] is True
            return welcome, ack["version"]

    async def heard(channel: Any, op: str) -> Any:
        while True:
            frame = json.loads(await asyncio.wait_for(channel.recv(), 120))
            if frame["op"] == op:
                return frame

    with program(*data, "--port", "0") as first:
        url = re.fullmatch(r"Golden Spike is at (http://localhost:\d+/)\n", first.log_text()).group(1)  # type: ignore[union-attr]
        port = url.rstrip("/").rpartition(":")[2]
        made, cookie = ask(url, "/api/tables", wish)
        name = made["table"]["id"]
        assert json.loads((tmp_path / "serving.json").read_text())["url"] == url
        with program(*data) as second:  # the table is running already: that is fine
            assert second.log_text() == f"Golden Spike is running already at {url}\n"
            assert second.process.wait(120) == 0
        with program(*data, "--port", "0") as third:
            assert third.process.wait(120) == 2
            assert third.process.stderr is not None
            assert "another server is at work" in third.process.stderr.read()
        _, version = asyncio.run(session(url, cookie, name, None, first))
        out, err = first.process.communicate(timeout=120)
        assert (first.process.returncode, err) == (0, "")
        assert out.endswith("Golden Spike has stopped. Every table is kept.\n")
        assert not (tmp_path / "serving.json").exists()

    with program(*data, "--port", port) as again:
        again.log_text()
        welcome, later = asyncio.run(session(url, cookie, name, version, None))
        assert welcome["whole"] is False
        assert all(entry["version"] > version for entry in welcome["entries"])
        assert welcome["version"] >= version
        assert later > version
        code, out, err = again.end(signal.SIGINT)
        assert (code, err) == (0, "")


def test_logs_as_json_lines(tmp_path: Path) -> None:
    with program("--data", str(tmp_path), "--port", "0", "--log", "json") as one:
        url = one.log_text().split()[-1]
        ask(url, "/api/games")
        _, _, err = one.end()
        lines = [json.loads(line) for line in err.splitlines()]
        assert any(line.get("route") == "/api/games" and line["status"] == 200 for line in lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--public-url", "games.example.org"], "public address"),
        (["--host", "no.such.host.invalid"], "no address"),
        (["--port", "99999"], "port"),
        (["--port", "x"], "invalid int value"),
        (["--data", "/dev/null/x"], "cannot work in"),
    ],
)
def test_wrong_arguments_are_one_clear_line(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = arguments if "--data" in arguments else [*arguments, "--data", str(tmp_path)]
    monkeypatch.setattr("goldenspike.server.log_lines.set_up", lambda kind: None)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-open", *given, *database_words(tmp_path)])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.startswith("goldenspike: ")
    assert told.count("\n") == 1


def test_ports_that_are_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadOption, match=f"port {port} is in use"):
            serve.listen("127.0.0.1", port)
        monkeypatch.setattr(serve, "PORT", port)
        bound = serve.listen("127.0.0.1", None)
        try:
            assert port < bound.getsockname()[1] < port + serve.PORTS_TRIED
            near, far = serve.addresses(Site("127.0.0.1"), bound)
            assert near == f"http://localhost:{bound.getsockname()[1]}/"
            assert far == []
        finally:
            bound.close()


def test_nobody_is_answered_before_the_server_is_ready() -> None:
    bound = serve.listen("127.0.0.1", 0)
    try:
        with socket.socket() as visitor:
            assert visitor.connect_ex(bound.getsockname()) != 0
    finally:
        bound.close()


def test_addresses_for_the_network() -> None:
    bound = serve.listen("0.0.0.0", 0)
    try:
        near, far = serve.addresses(Site("0.0.0.0"), bound)
        assert near.startswith("http://localhost:")
        assert all(re.fullmatch(r"http://(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d+/", url) for url in far)
        assert not any("127.0.0.1" in url for url in far)
    finally:
        bound.close()


def test_no_browser_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    serve.open_browser("http://localhost:1869/")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    serve.open_browser("http://localhost:1869/")
    until = time.monotonic() + 5
    while not opened and time.monotonic() < until:
        time.sleep(0.01)
    assert opened == ["http://localhost:1869/"]


def test_what_play_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    command = runpy.run_path(str(ROOT / "play"))["command"]
    assert command([]) == ["serve"]
    assert command(["--no-open", "--port", "8000"]) == ["serve", "--no-open", "--port", "8000"]
    assert command(["--port=8000"]) == ["serve", "--port=8000"]
    assert command(["serve", "--help"]) == ["serve", "--help"]
    assert command(["santa-fe", "--seed", "7"]) == ["play", "santa-fe", "--seed", "7"]
    assert command(["--resume", "x.json"]) == ["play", "--resume", "x.json"]
    assert command(["play", "rail-pass"]) == ["play", "rail-pass"]
