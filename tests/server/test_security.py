"""Security of every request: names, origins, content types, sizes, cookies, headers."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.engine.errors import BadOption
from goldenspike.server.http.openapi import routes
from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.http.security import BOARD_REQUEST_BYTES, BODY_BYTES, SecurityMiddleware, Site
from goldenspike.server.storage import storage_watch

from .app_in_process import BASE, Browser, Socket, run

WISH = {"game": "santa-fe-rails", "board": "mini", "seats": [{"holder": "me"}, {"holder": "free"}]}


def problem(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert set(found) == {"error", "code"}
    assert found["code"] == code
    assert found["error"]
    assert "\n" not in found["error"]
    assert "Traceback" not in answer.text


# ---------------------------------------------------------------- names
@pytest.mark.parametrize("host", ["localhost", "localhost:1869", "127.0.0.1:1", "[::1]:1869", "127.8.8.8", "LOCALHOST"])
def test_names_of_this_machine(host: str) -> None:
    assert Site().knows(host)


@pytest.mark.parametrize(
    "host",
    ["", None, "evil.example", "localhost.evil.example", "192.168.1.5", "127.0.0.1.evil.example", "a@localhost", "x y",
     "localhost/", "localhost,evil", "[::1", "x" * 300, "127.0.0.1:abc", "0.0.0.0"],
)  # fmt: skip
def test_names_of_others(host: str | None) -> None:
    assert not Site().knows(host)


def test_a_server_for_the_network_knows_its_numbers_but_no_foreign_names() -> None:
    site = Site("0.0.0.0")
    assert site.knows("192.168.1.5:1869")
    assert site.knows("[fe80::1]:1869")
    assert site.knows("localhost")
    assert not site.knows("rebound.evil.example:1869")
    assert Site("192.168.1.5").knows("192.168.1.5:80")
    assert not Site("192.168.1.5").knows("192.168.1.6")


def test_a_public_address() -> None:
    site = Site("127.0.0.1", "https://games.example.org")
    assert site.knows("games.example.org")
    assert site.public_origin == "https://games.example.org"
    for wrong in (
        "games.example.org",
        "ftp://x.org",
        "https://",
        "https://x.org/path",
        "https://x:y",
        "https://x.org?q",
    ):
        with pytest.raises(BadOption, match="public address"):
            Site(public_url=wrong)


def test_foreign_names_get_nothing(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        for path in ("/", "/api/games", "/health"):
            evil = Browser(app, base="http://evil.example")
            problem(await evil.ask("GET", path), 421, "host")

    run(trial, tmp_path)


# ---------------------------------------------------------------- origin and kind
def test_only_our_own_page_may_change_anything(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for origin in ("http://evil.example", "null", "https://127.0.0.1:1869", "http://127.0.0.1:1870", ""):
            problem(await browser.ask("POST", "/api/tables", WISH, origin=origin), 403, "origin")
        for path, method in (("/api/me", "DELETE"), ("/api/me/notices", "PUT"), ("/api/tables/x", "PATCH")):
            problem(await browser.ask(method, path, {}, origin="http://evil.example"), 403, "origin")
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            answer = await browser.ask("POST", "/api/tables", WISH, **{"content-type": kind})
            problem(answer, 415, "type")
        await browser.post("/api/tables", WISH)

    run(trial, tmp_path)


def test_behind_a_proxy_the_public_origin_counts(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        inside = Browser(app, base="http://games.example.org")
        answer = await inside.ask("POST", "/api/tables", WISH, origin="https://games.example.org")
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-gs=")
        assert "; Secure" in cookie
        problem(await inside.ask("POST", "/api/tables", WISH, origin="http://evil.example"), 403, "origin")

    run(trial, tmp_path, site=Site(public_url="https://games.example.org"))


def test_no_get_changes_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked with GET and HEAD, not a byte of the database changes."""
    # Whether writes still reach the disk is tried by a write of the server's own, if there was none for a while.
    monkeypatch.setattr(storage_watch, "SYNCED_WITHIN_S", float("inf"))
    asked: ContextVar[str] = ContextVar("asked", default="")  # what requests start has it
    wrote: list[str] = []

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "greedy"))["table"]["id"]
        actor, store = await app.state.active_tables.table(name), app.state.store
        honest = store.write

        def write(work: Any) -> Any:
            wrote.append(asked.get())
            return honest(work)

        monkeypatch.setattr(store, "write", write)
        await asyncio.sleep(0.2)
        before = actor.version
        for method, path, _ in routes(app):
            if method == "GET" and not path.endswith("/events"):  # a stream does not end
                full = path.replace("{table}", name).replace("{version}", "1").replace("{game}", "santa-fe-rails")
                asked.set(path)
                await browser.ask("GET", full.replace("{board}", "mini"))
                stranger = await Browser(app).ask("GET", full.replace("{board}", "mini"))
                assert "set-cookie" not in stranger.headers
        assert actor.version == before
        assert not any(wrote), "a GET wrote something"
        await browser.post("/api/tables", WISH)
        assert any(wrote), "a POST did not"

    run(trial, tmp_path)


# ---------------------------------------------------------------- cookies
def test_the_cookie_is_kept_from_scripts_and_strangers(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        answer = await browser.ask("POST", "/api/tables", WISH)
        name, *flags = answer.headers["set-cookie"].split("; ")
        token = name.removeprefix("gs=")
        assert len(token) == 43
        assert set(flags) == {"Path=/", "HttpOnly", "SameSite=Lax", f"Max-Age={400 * 86400}"}
        again = await browser.ask("POST", "/api/tables", WISH)
        assert "set-cookie" not in again.headers
        assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())

    run(trial, tmp_path)


def test_foreign_cookies_are_nobody(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        for cookie in ("gs=short", "gs=" + "x" * 43, 'gs="; ; ;', "gs=\xff" + "y" * 43, "a" * 9000, "gs"):
            raw = cookie.encode("latin-1")
            found = await Browser(app).client.get("/api/me", headers=[(b"cookie", raw)])
            assert found.json()["name"] is None

    run(trial, tmp_path)


# ---------------------------------------------------------------- headers
def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for path in ("/", "/t/abc", "/api/games", "/api/nothing", "/health", "/assets/none.js", "/api/tables/none"):
            headers = (await browser.ask("GET", path)).headers
            rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
            assert rules["default-src"] == "'none'"
            assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
            assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert "camera=()" in headers["permissions-policy"]
            assert "server" not in headers
            if path.startswith("/api/"):
                assert headers["cache-control"] == "no-store"

    run(trial, tmp_path)


# ---------------------------------------------------------------- garbage and sizes
GARBAGE = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b'{"game": 1}', b'{"game": "x" * 9}', b"[" * 5000,
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"}],"surprise":1}', b'{"game":"santa-fe-rails","seats":[]}',
    b'{"game":"chess","seats":[{"holder":"me"},{"holder":"me"}]}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"},{"holder":"me"}],"board":"/etc/passwd"}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"},{"holder":"me"}],"board":"../x.json"}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"},{"holder":"me"}],"options":{"terrain":7}}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"},{"holder":"me"}],"options":{"wings":true}}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"bot","bot":"hal"},{"holder":"me"}]}',
    b'{"game":"santa-fe-rails","seats":[{"holder":"me"},{"holder":"me"}],"seed":-1}',
    b'{"game":"rail-pass","seats":[{"holder":"me"},{"holder":"me"}],"board_file":{"id":1}}',
]  # fmt: skip


def test_garbage_gets_one_clear_line(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for raw in GARBAGE:
            answer = await browser.ask("POST", "/api/tables", raw)
            assert answer.status_code in {400, 404}, (raw, answer.text)
            found = answer.json()
            assert set(found) == {"error", "code"}
            assert len(found["error"]) < 420
            assert "\n" not in found["error"]
        assert (await browser.get("/api/lobby"))["mine"] == []
        problem(await browser.ask("POST", "/api/nothing", {}), 405, "method")
        problem(await browser.ask("GET", "/api/nothing"), 404, "nowhere")
        problem(await browser.ask("GET", "/api/tables/%00%ff"), 404, "table")

    run(trial, tmp_path)


def test_bodies_are_bounded(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        problem(await browser.ask("POST", "/api/tables", b"x" * (BOARD_REQUEST_BYTES + 1)), 413, "large")
        problem(await browser.ask("POST", "/api/account", b"x" * (BODY_BYTES + 1)), 413, "large")
        problem(await browser.ask("POST", "/api/tables", b"x" * BODY_BYTES), 400, "json")
        problem(await browser.ask("POST", "/api/import", b"x" * (BODY_BYTES + 1)), 400, "json")
        problem(await browser.ask("POST", "/api/import", b"x" * (1024 * 1024 + 1)), 413, "large")

        async def endless() -> Any:
            while True:
                yield b"x" * 10_000

        headers = {"origin": BASE, "content-type": "application/json"}
        problem(await browser.client.post("/api/tables", content=endless(), headers=headers), 413, "large")

    run(trial, tmp_path)


# ---------------------------------------------------------------- rates
def test_who_goes_too_fast_waits(tmp_path: Path) -> None:
    limits = Limits({"request": Rate(1, 30), "unsafe": Rate(1, 5), "new session": Rate(0.01, 3)})

    async def trial(app: FastAPI) -> None:
        browser = Browser(app, "10.0.0.7")
        answers = [await browser.ask("POST", "/api/login", {}) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [400] * 5 + [429] * 2
        problem(answers[-1], 429, "fast")
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert (await browser.ask("GET", "/api/games")).status_code == 200
        others = [await Browser(app, "10.0.0.8").ask("POST", "/api/tables", WISH) for _ in range(4)]
        assert [answer.status_code for answer in others] == [200] * 3 + [429]
        assert [(await browser.ask("GET", "/api/games")).status_code for _ in range(40)][-1] == 429

    run(trial, tmp_path, limits=limits)


def test_one_session_cannot_hide_behind_many_addresses(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        first = Browser(app, "10.0.0.1")
        await first.table("me", "greedy")
        answers = []
        for number in range(5):
            same = Browser(app, f"10.0.1.{number}")
            same.client.cookies = first.client.cookies
            answers.append((await same.ask("POST", "/api/logout", {})).status_code)
        assert answers == [409, 409, 409, 429, 429]

    run(trial, tmp_path, limits=Limits({"session": Rate(0.01, 3)}))


def test_a_seat_is_played_at_a_human_pace(tmp_path: Path) -> None:
    """Frames have a limit per seat, and nobody else can use it up."""

    async def trial(app: FastAPI) -> None:
        host, stranger = Browser(app), Browser(app)
        name = (await host.table("me", "me"))["table"]["id"]

        async def sent(browser: Browser, seat: int | None) -> list[str]:
            socket = Socket(app, browser)
            await socket.hello(name, seat)
            codes = []
            for number in range(5):
                socket.say(op="move", id=f"m{number}", seat=0, text="play the piano")
                codes.append((await socket.hear("refused", "ack"))["code"])
            await socket.leave()
            return codes

        assert await sent(stranger, None) == ["seat"] * 3 + ["fast"] * 2
        assert await sent(host, 0) == ["notation"] * 3 + ["fast"] * 2
        assert await sent(host, 0) == ["fast"] * 5

    run(trial, tmp_path, limits=Limits({"seat": Rate(0.01, 3)}))


# ---------------------------------------------------------------- the socket
async def knock(host: str, origin: str | None, limits: Limits) -> bool:
    """Does the guard let a channel through?"""
    passed: list[bool] = []
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        passed.append(True)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    headers = [(b"host", host.encode())] + ([] if origin is None else [(b"origin", origin.encode())])
    scope = {"type": "websocket", "scheme": "ws", "path": "/api/channel", "headers": headers, "client": ("10.0.0.1", 1)}
    await SecurityMiddleware(app, Site(), limits)(scope, receive, send)
    assert passed or sent == ["websocket.close"]
    return bool(passed)


def test_the_channel_is_for_our_own_page() -> None:
    async def trial() -> None:
        limits = Limits(on=False)
        assert await knock("localhost:1869", "http://localhost:1869", limits)
        for host, origin in (
            ("localhost:1869", None),
            ("localhost:1869", "null"),
            ("localhost:1869", "http://evil.example"),
            ("localhost:1869", "http://localhost:1870"),
            ("evil.example", "http://evil.example"),
        ):
            assert not await knock(host, origin, limits)
        few = Limits({"socket": Rate(0.1, 2)})
        assert [await knock("localhost", "http://localhost", few) for _ in range(3)] == [True, True, False]

    asyncio.run(trial())
