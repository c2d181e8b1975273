"""Clients of the server: a browser's session over HTTP, and a page's socket that loses nothing."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec

from goldenspike.server.live import messages as m

from .raw_websocket import Closed, RawWebSocket

WAIT_S = 60.0
CALLED_S = 0.12  # a page whose server said that it shall come back does so as soon
NULL = msgspec.Raw(b"null")


class Welcome(m.Shape, tag="welcome", tag_field="op"):
    """A welcome as a page reads it: the parts that are raw on the way out are raw on the way in."""

    table: m.Table
    you: m.You
    seat: int | None
    version: int
    now_ms: int
    view: msgspec.Raw
    own: msgspec.Raw
    entries: list[m.Entry]
    whole: bool
    result: m.Outcome | None = None
    zero_ms: int | None = None
    at_ms: int | None = None
    rate: int = 1
    earlier: bool = False


class Event(m.Shape, tag="event", tag_field="op"):
    version: int
    now_ms: int
    entry: m.Entry
    view: msgspec.Raw
    own: msgspec.Raw
    table: m.Table | None = None
    awaited: list[int] = msgspec.field(default_factory=list)
    clocks: list[list[int | None]] | None = None
    result: m.Outcome | None = None
    zero_ms: int | None = None
    at_ms: int | None = None


class Tick(m.Shape, tag="tick", tag_field="op"):
    version: int
    now_ms: int
    at_ms: int
    view: msgspec.Raw
    own: msgspec.Raw
    happened: list[str]
    zero_ms: int | None = None


ENCODE = msgspec.json.Encoder()
DECODE = msgspec.json.Decoder(
    Welcome
    | Event
    | m.Own
    | Tick
    | m.Signalled
    | m.Presence
    | m.Ack
    | m.Refused
    | m.Reasons
    | m.Hinted
    | m.Pong
    | m.Bye
)


class Problem(RuntimeError):
    """The server answered with an error where the trial expected none."""


class Person:
    """One browser: a session, kept in a cookie."""

    def __init__(self, port: int, name: str = "", address: str | None = None) -> None:
        self.port = port
        self.name = name
        self.origin = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(
            base_url=self.origin,
            headers={"Origin": self.origin},
            trust_env=False,
            timeout=WAIT_S,
            # Nothing stays open when a trial ends.
            transport=httpx.HTTPTransport(
                local_address=address, verify=False, limits=httpx.Limits(max_keepalive_connections=0)
            ),
        )

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        if body is None and method == "GET":
            return self.http.request(method, path)
        content = b"{}" if body is None else ENCODE.encode(body)
        return self.http.request(method, path, content=content, headers={"Content-Type": "application/json"})

    def do(self, method: str, path: str, body: Any = None) -> Any:
        """The answer as data; a Problem if it is none of the good ones."""
        answer = self.ask(method, path, body)
        if answer.status_code >= 300:
            raise Problem(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
        return msgspec.json.decode(answer.content) if answer.content else None

    @property
    def headers(self) -> dict[str, str]:
        """What a socket of this browser sends along."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        # The name of the server is in there, also when a proxy stands at another port.
        return {"Host": f"127.0.0.1:{self.port}", "Origin": self.origin, **({"Cookie": cookies} if cookies else {})}


def secret_of(invitation: dict[str, Any]) -> str:
    """What stands behind the # of a link."""
    return str(invitation["path"]).partition("#s=")[2]


def together(people: Sequence[Person], game: str = "santa-fe-rails", **wishes: Any) -> str:
    """A running table of these people, the first of them its host, the others invited by link; its id."""
    host, *guests = people
    seats = [{"holder": "me", "name": host.name}, *({"holder": "free"} for _ in guests)]
    made = host.do("POST", "/api/tables", {"game": game, "seats": seats, "start": not guests, **wishes})
    table = str(made["table"]["id"])
    for guest, invitation in zip(guests, made["invitations"], strict=True):
        guest.do(
            "POST", f"/api/tables/{table}/claim", {"secret": secret_of(invitation), "name": guest.name, "accept": True}
        )
    if guests and host.do("GET", f"/api/tables/{table}")["table"]["status"] == "open":
        host.do("POST", f"/api/tables/{table}/start")
    return table


def merged(view: Any, own: Any) -> Any:
    """What a seat sees: its own part laid over the public one."""
    if isinstance(view, dict) and isinstance(own, dict):
        return {**view, **{key: merged(view[key], own[key]) if key in view else own[key] for key in own}}
    if isinstance(view, list) and isinstance(own, list) and len(view) == len(own):
        if all(isinstance(part, dict) for part in (*view, *own)):
            return [merged(a, b) for a, b in zip(view, own, strict=True)]
    return own


def data(raw: msgspec.Raw) -> Any:
    return msgspec.json.decode(raw)


class Viewer:
    """A page that shows one table from one viewpoint: follows the versions, asks again after a gap."""

    def __init__(
        self,
        person: Person,
        table: str,
        seat: int | None = None,
        *,
        port: int | None = None,
        pictures: bool = False,
    ) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.pictures = pictures
        self.port = person.port if port is None else port
        self.choose_port: Callable[[], int] | None = None  # asked at every connection, where there are several servers
        self.wire: RawWebSocket | None = None
        self.version = -1
        self.view = NULL
        self.own = NULL
        self.you: m.You | None = None
        self.entries: dict[int, m.Entry] = {}
        self.result: m.Outcome | None = None
        self.welcomed = False
        self.welcomes: list[int] = []
        self.bye: m.Bye | None = None
        self.resyncs = 0
        self.acks: dict[str, int] = {}
        self.at = 0  # the latest moment of the round that was shown
        self.stepped: dict[str, list[str]] = {}  # private steps that were done, with the half turn after each
        self.refused: dict[str, m.Refused] = {}
        self.frames: list[bytes] | None = None  # everything that came, where somebody wants to read it
        self.changed = asyncio.Event()
        self.answers: dict[str, Any] = {}
        self.closed_with: int | None = None
        self.faults: list[str] = []  # promises the server broke
        self.retry_s = 0.05
        self.join_s = 5.0
        self.ask_again_s = 1.0

    # ------------------------------------------------------------ coming and going
    async def join(self, *, timeout: float = WAIT_S) -> None:
        """Connect, say who we are and what we know, and wait for the welcome."""
        self.welcomed = False
        self.bye = None
        wire: RawWebSocket | None = None

        def lost(code: int | None) -> None:
            if wire is None or self.wire is wire:
                self.lost(code)

        port = self.port if self.choose_port is None else self.choose_port()
        wire = await RawWebSocket.open(port, self.person.headers, self.take, lost, timeout=timeout)
        self.wire = wire
        self.hello()
        await self.until(lambda: self.welcomed or self.bye is not None or not self.alive, timeout)
        if not self.welcomed:
            raise Closed("no welcome" if self.bye is None else self.bye.reason)

    def hello(self) -> None:
        known = self.version if self.version >= 0 else None
        self.send(m.Hello(table=self.table, seat=self.seat, version=known, pictures=self.pictures))

    def send(self, frame: Any) -> None:
        if self.wire is not None:
            self.wire.send(ENCODE.encode(frame))

    @property
    def alive(self) -> bool:
        return self.wire is not None and self.wire.alive

    def lost(self, code: int | None) -> None:
        self.closed_with = code
        self.changed.set()

    def leave(self) -> None:
        if self.wire is not None:
            wire, self.wire = self.wire, None
            wire.close()

    async def live(self, done: Callable[[], bool] = lambda: False) -> None:
        """Be at the table until it is done: come back after every loss, repeat what was not answered."""
        while not done():
            try:
                await self.join(timeout=self.join_s)
            except (OSError, Closed, TimeoutError):
                self.drop()
                await asyncio.sleep(self.retry_s)
                continue
            self.repeat()
            while self.alive and not done():
                self.changed.clear()
                try:
                    await asyncio.wait_for(self.changed.wait(), self.ask_again_s)
                except TimeoutError:
                    self.hello()  # whatever was lost on the way comes with the welcome
                    self.repeat()
            self.drop()
            if not done():
                called = self.bye is not None and self.bye.again
                await asyncio.sleep(min(self.retry_s, CALLED_S) if called else self.retry_s)

    def repeat(self) -> None:
        """Send once more what was not answered."""

    def drop(self) -> None:
        if self.wire is not None:
            wire, self.wire = self.wire, None
            wire.drop()

    # ------------------------------------------------------------ what comes in
    def take(self, raw: bytes) -> None:
        if self.frames is not None:
            self.frames.append(raw)
        frame = DECODE.decode(raw)
        if isinstance(frame, Event):
            self.event(frame)
        elif isinstance(frame, m.Ack):
            self.acks[frame.id] = frame.version
            self.answered(frame.id)
        elif isinstance(frame, Welcome):
            self.welcome(frame)
        elif isinstance(frame, m.Refused):
            self.refused[frame.id] = frame
            self.answered(frame.id)
        elif isinstance(frame, m.Bye):
            self.bye = frame
        elif isinstance(frame, m.Own):
            self.half_turn(frame)
        elif isinstance(frame, Tick):
            self.tick(frame)
        elif isinstance(frame, m.Reasons | m.Hinted):
            self.answers[frame.id] = frame
        self.changed.set()

    def welcome(self, frame: Welcome) -> None:
        if self.welcomed and frame.version < self.version:
            return  # an older answer that was held up on its way
        if frame.version < self.version:
            self.faults.append(f"version {self.version} was shown, after coming back it is {frame.version}")
        self.welcomes.append(frame.version)
        if frame.whole:
            self.entries.clear()
        for entry in frame.entries:
            self.write(entry)
        self.version, self.view, self.own, self.you = frame.version, frame.view, frame.own, frame.you
        self.result, self.at = frame.result, frame.at_ms or 0
        self.welcomed = True
        self.shown()

    def event(self, frame: Event) -> None:
        if not self.welcomed or frame.version <= self.version:
            return
        if frame.version > self.version + 1:
            self.resyncs += 1
            self.hello()
            return
        self.version, self.view, self.own, self.at = frame.version, frame.view, frame.own, frame.at_ms or 0
        self.write(frame.entry)
        self.result = frame.result or self.result
        self.shown()

    def half_turn(self, frame: m.Own) -> None:
        """A private step of our own seat; of any other it would be a leak."""
        if frame.seat != self.seat:
            self.faults.append(f"the half turn of seat {frame.seat} was shown to seat {self.seat}")
        if frame.version == self.version:
            self.own = frame.own
        if frame.id:
            self.stepped[frame.id] = frame.steps
            self.answered(frame.id)

    def tick(self, frame: Tick) -> None:
        """Something happened by itself; what was overtaken on its way is not shown any more."""
        if not self.welcomed or frame.version < self.version:
            return
        if frame.version > self.version:
            self.resyncs += 1
            self.hello()
        elif frame.at_ms >= self.at:
            self.view, self.own, self.at = frame.view, frame.own, frame.at_ms
            self.shown()

    def write(self, entry: m.Entry) -> None:
        """Put an entry into the log; what it reveals replaces the lines that lay face down."""
        self.entries[entry.version] = entry
        told = entry.data or {}
        for version, line in zip(told.get("reveals", []), told.get("revealed", []), strict=True):
            if version in self.entries:
                self.entries[version] = msgspec.structs.replace(self.entries[version], text=line)

    @property
    def lines(self) -> list[tuple[int, str, int | None, str]]:
        """The log as it reads now."""
        return [(e.version, e.kind, e.seat, e.text) for _, e in sorted(self.entries.items())]

    def shown(self) -> None:
        """A new version is on the screen."""

    def answered(self, move: str) -> None:
        """A question of ours has its answer."""

    # ------------------------------------------------------------ what it shows
    @property
    def public(self) -> Any:
        return data(self.view)

    @property
    def sees(self) -> Any:
        own = data(self.own)
        return data(self.view) if own is None else merged(data(self.view), own)

    @property
    def legal(self) -> list[str]:
        own = data(self.own)
        return list(own.get("legal") or []) if isinstance(own, dict) else []

    # ------------------------------------------------------------ acting and waiting
    async def until(self, so: Callable[[], bool], timeout: float = WAIT_S) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while not so():
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), end - loop.time())
            except TimeoutError:
                raise TimeoutError(
                    f"table {self.table} seat {self.seat} waits at version {self.version} "
                    f"(alive {self.alive}, bye {self.bye}, close code {self.closed_with})"
                ) from None

    async def reach(self, version: int) -> None:
        await self.until(lambda: self.version >= version)

    async def answer(self, move: str) -> None:
        """Wait until a question or an action has its answer."""
        await self.until(lambda: move in self.acks or move in self.refused or move in self.answers)

    async def turn(self, dice: random.Random, tries: int = 400) -> tuple[int, list[str]]:
        """Any legal action, or any steps until a turn is complete: the version it became, and what was sent.

        Where a clock runs, what was legal a moment ago may be refused: then something else is tried.
        """
        said: list[str] = []
        for _ in range(tries):
            await self.until(lambda: bool(self.legal))
            text = dice.choice(self.legal)
            answer = await self.play(text)
            if isinstance(answer, m.Refused):
                await asyncio.sleep(0.02)
                continue
            said.append(text)
            if answer.id:
                return answer.version, said
        raise AssertionError(f"a turn without an end: {said}")

    async def play(self, text: str, move: str | None = None, timeout: float = WAIT_S) -> m.Ack | m.Refused:
        """Send an action and wait for its answer; the answer to a private step has no id."""
        move = move or new_id()
        assert self.seat is not None
        self.acks.pop(move, None)
        self.refused.pop(move, None)
        self.send(m.Move(id=move, seat=self.seat, text=text))
        await self.until(
            lambda: move in self.acks or move in self.refused or move in self.stepped or not self.alive, timeout
        )
        if move in self.refused:
            return self.refused[move]
        if move in self.stepped:
            return m.Ack(id="", version=self.version)
        if move not in self.acks:
            raise Closed("gone before the answer")
        return m.Ack(id=move, version=self.acks[move])


def new_id() -> str:
    return uuid.uuid4().hex
