"""A server, the people around it, and a model that knows who may do what: every answer and every entry is checked."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from goldenspike.engine.fair_deal import FairDeal, check_deal
from goldenspike.server.storage.store import FILE
from goldenspike.server.storage.table_deal import read_stored_seed
from tests.server.app_in_process import Browser, Socket, served
from tests.server.trials.stored_tables import Row, StoredTable, integrity_problems, stored_tables

BY_HOLDER = {"move", "undo", "vote", "chat"}  # entries that only the holder of their seat may cause
BY_ITSELF = {"finish", "resume", "pace"}


class Violation(AssertionError):
    """Something happened that the model forbids."""


@dataclass
class Visitor:
    """A browser, and so a person."""

    name: str
    browser: Browser
    knows: set[str] = field(default_factory=set)  # tables of which somebody told them


@dataclass
class Link:
    """A link to a seat; whoever has it may try it."""

    table: str
    seat: int
    secret: str
    kind: str  # seat or device
    void: bool = False


@dataclass
class Model:
    """What should be true about a table."""

    host: str
    holders: dict[int, set[str]] = field(default_factory=dict)  # by seat: the people who rightly sit there
    chosen: bool = False  # was its seed chosen?
    commitment: str = ""
    shared: bool = False  # one screen, or a sandbox: one person may have several seats
    voted: dict[str, set[int]] = field(default_factory=dict)  # by proposal: the seats that agreed
    closed: list[int] = field(default_factory=list)  # seats that leave the game when it starts

    def member(self, person: str) -> bool:
        return person == self.host or any(person in there for there in self.holders.values())

    def mine(self, person: str) -> set[int]:
        return {seat for seat, there in self.holders.items() if person in there}


class World:
    """The server in this process, its visitors and the model."""

    def __init__(self, folder: Path, secret_table: str = "") -> None:
        self.folder = folder
        self.secret_table = secret_table  # the id of an unlisted table that none of the visitors was told
        self.visitors: dict[str, Visitor] = {}
        self.tables: dict[str, Model] = {}
        self.links: list[Link] = []
        self.rows: dict[str, list[Row]] = {}
        self.seats: dict[str, int] = {}  # how many each table has
        self.requests = self.frames = 0
        self.app: FastAPI
        self._serving: AbstractAsyncContextManager[FastAPI]

    # ------------------------------------------------------------ life
    async def open(self) -> None:
        self._serving = served(self.folder)
        self.app = await self._serving.__aenter__()
        # The phone may be the host's own: nobody can tell, so it is somebody else to the server and to the model.
        for name in ("host", "guest", "friend", "spectator", "stranger", "phone"):
            self.visitors[name] = Visitor(name, Browser(self.app))

    async def close(self) -> None:
        await self._serving.__aexit__(None, None, None)
        found = stored_tables(self.folder / FILE)
        problems = integrity_problems(self.folder / FILE)
        if problems:
            raise Violation(f"the database is damaged: {problems}")
        for name in self.tables:
            if name in found:  # an import that failed left nothing
                found[name].replayed()

    async def restart(self) -> None:
        """Down and up again: everybody keeps their cookies."""
        await self._serving.__aexit__(None, None, None)
        self._serving = served(self.folder)
        self.app = await self._serving.__aenter__()
        for visitor in self.visitors.values():
            cookies = visitor.browser.client.cookies
            visitor.browser = Browser(self.app)
            visitor.browser.client.cookies = cookies

    async def settled(self) -> None:
        """Until no table has anything left to do by itself."""
        await asyncio.sleep(0)
        while any(
            actor.bots.thinking or actor._working or not actor._queue.empty()
            for actor in self.app.state.active_tables.loaded.values()
        ):
            await asyncio.sleep(0.001)

    # ------------------------------------------------------------ asking
    async def ask(self, visitor: Visitor, method: str, path: str, body: Any = None) -> httpx.Response:
        """One request, and everything that must hold after it."""
        answer = await visitor.browser.ask(method, path, body if method != "GET" else None)
        self.requests += 1
        if answer.status_code >= 500:
            raise Violation(f"{visitor.name}: {method} {path} {body}: {answer.status_code} {answer.text[:200]}")
        table = path.split("/")[3] if path.startswith("/api/tables/") else ""
        if table in self.tables:
            visitor.knows.add(table)
        await self.settled()
        expected = self.learn(visitor, method, path, body, answer) if answer.status_code == 200 else []
        self.check_text(visitor, answer.text)
        await self.check(visitor, expected)
        return answer

    async def talk(self, visitor: Visitor, table: str, seat: int | None, *frames: dict[str, Any]) -> list[Any]:
        """Open a channel, say something, hear the answers, leave; what was heard is checked."""
        socket = Socket(self.app, visitor.browser)
        heard = [await socket.hello(table, seat)]
        visitor.knows.add(table)
        if heard[0]["op"] == "welcome":
            for number, frame in enumerate(frames):
                socket.say(**{"id": f"{self.frames}-{number}", **frame})
                if frame["op"] not in {"signal", "look"}:
                    heard.append(await socket.hear("ack", "refused", "own", "reasons", "hinted", "bye", "close"))
            await self.settled()
            while not socket.outward.empty():
                message = socket.outward.get_nowait()
                if message["type"] == "websocket.send":
                    heard.append(json.loads(message.get("text") or message["bytes"]))
        await socket.leave()
        for frame in heard:
            self.frames += 1
            self.check_frame(visitor, table, seat, frame)
        for frame, told in zip(frames, heard[1:], strict=False):
            if frame["op"] in {"rewind", "vote"} and told["op"] == "ack":
                self._count_vote(visitor, table, frame)
        await self.settled()
        await self.check(visitor, [])
        return heard

    def _count_vote(self, visitor: Visitor, table: str, frame: dict[str, Any]) -> None:
        model = self.tables[table]
        row = next(row for row in reversed(self.stored()[table].rows) if row.kind == "vote")
        if frame["op"] == "rewind" or frame.get("yes"):
            model.voted.setdefault(row.data["proposal"], set()).update(model.mine(visitor.name))

    # ------------------------------------------------------------ what a success means
    def learn(
        self, visitor: Visitor, method: str, path: str, body: Any, answer: httpx.Response
    ) -> list[tuple[str, int]]:
        """Change the model as a request that was granted should; returns the entries (what, seat) it must leave."""
        person, parts = visitor.name, path.partition("?")[0].split("/")[1:]
        if answer.headers.get("content-type") != "application/json":
            return []
        told = answer.json()
        if (method == "POST" and parts in (["api", "tables"], ["api", "import"])) or parts[3:] == ["sandbox"]:
            self._made(visitor, told, isinstance(body, dict) and body.get("seed") is not None)
            return []
        if parts[:2] != ["api", "tables"] or len(parts) < 3 or parts[2] not in self.tables:
            return []
        table, model, rest = parts[2], self.tables[parts[2]], parts[3:]
        if method == "GET":
            if rest and "seat=" in path and int(path.partition("seat=")[2].partition("&")[0]) not in model.mine(person):
                raise Violation(f"{visitor.name} looked from a seat of others: {path}")
            if not rest:
                self._check_rights(visitor, table, told["you"])
            return []
        status = self.stored()[table].header["status"]
        if rest == ["claim"]:
            return self._claimed(visitor, table, body["secret"])
        if rest == ["sit"]:
            (seat,) = set(told["you"]["seats"]) - model.mine(person)
            model.holders[seat] = {person}
            return [("claim", seat)]
        if rest == ["again"]:
            return self._again(visitor, table, told, bool(body.get("same_seed")))
        if rest == ["start"]:
            self._started(table, len(told["table"]["seats"]))
        if len(rest) < 2 or rest[0] != "seats":
            return []
        seat = int(rest[1])
        if rest[2:] == ["invitation"]:
            if status == "running" and model.holders.get(seat):
                raise Violation(f"{visitor.name} took the seat of {model.holders[seat]}, who was not asked")
            if status == "running" and self._others(table, seat) - {person} and self._hand(table, seat):
                raise Violation(f"{visitor.name} may show the hand of seat {seat} to whom they like")
            model.holders[seat] = set()
            self._void(table, seat)
            self.links.append(Link(table, seat, told["path"].partition("#s=")[2], "seat"))
            return [("invite", seat)]
        if rest[2:] == ["device"]:
            self._void(table, seat, "device")
            self.links.append(Link(table, seat, told["path"].partition("#s=")[2], "device"))
        elif isinstance(body, dict) and body.get("close"):
            model.holders[seat] = set()
            model.closed.append(seat)
            self._void(table, seat)
        elif isinstance(body, dict) and body.get("open") and seat in model.closed:
            model.closed.remove(seat)
        return []

    def _made(self, visitor: Visitor, told: Any, chosen: bool) -> None:
        table, person = told["table"], visitor.name
        seats = told["you"]["seats"]
        model = Model(person, {seat: {person} for seat in seats}, chosen, shared=table["hot_seat"] or table["sandbox"])
        deal = table["deal"]
        if deal is not None:
            model.commitment = deal["commitment"]
        self.tables[table["id"]] = model
        self.seats[table["id"]] = len(table["seats"])
        visitor.knows.add(table["id"])
        for link in told["invitations"]:
            self.links.append(Link(table["id"], link["seat"], link["path"].partition("#s=")[2], "seat"))

    def _claimed(self, visitor: Visitor, table: str, secret: str) -> list[tuple[str, int]]:
        model, person = self.tables[table], visitor.name
        link = next((link for link in self.links if (link.table, link.secret) == (table, secret)), None)
        if link is None or link.void:
            raise Violation(f"{visitor.name} got in by a link that was used up, void or never made")
        running = self.stored()[table].header["status"] == "running"
        if link.kind == "device" and person in model.holders[link.seat]:
            return []  # at home already: the link may stay good
        link.void = True
        if running and not model.shared and model.mine(person) - {link.seat}:
            raise Violation(f"{visitor.name} sees two hands")
        if link.kind == "device":
            model.holders[link.seat].add(person)
            return [("device", link.seat)]
        if running and self._others(table, link.seat) - {model.host, person} and self._hand(table, link.seat):
            raise Violation(f"{visitor.name} got a hand in a running game that others could lose by")
        model.holders[link.seat] = {person}
        return [("claim", link.seat)]

    def _again(self, visitor: Visitor, table: str, told: Any, same_seed: bool) -> list[tuple[str, int]]:
        name, old = told["table"]["id"], self.tables[table]
        if name not in self.tables:
            chosen = same_seed and not self.stored()[table].header["position"]
            model = Model(
                old.host, {seat: set(there) for seat, there in old.holders.items()}, chosen, shared=old.shared
            )
            model.commitment = (told["table"]["deal"] or {}).get("commitment", "")
            self.tables[name] = model
            self.seats[name] = len(told["table"]["seats"])
        visitor.knows.add(name)
        return []

    def _started(self, table: str, seats: int) -> None:
        """Closed seats have left: everybody moved up. Invitations that nobody used are void."""
        model = self.tables[table]
        order = sorted(range(seats), key=lambda seat: seat in model.closed)
        model.holders = {order.index(seat): there for seat, there in model.holders.items()}
        for link in self.links:
            if link.table == table:
                link.seat, link.void = order.index(link.seat), link.void or link.kind == "seat"

    def _others(self, table: str, seat: int) -> set[str]:
        """The people in the other seats."""
        return {one for other, there in self.tables[table].holders.items() if other != seat for one in there}

    def _hand(self, table: str, seat: int) -> bool:
        """Has this seat cards in hand?"""
        match = self.stored()[table].replayed()
        return match is not None and bool(match.position()["hands"]["ABCDEF"[seat]])

    def _void(self, table: str, seat: int, kind: str = "") -> None:
        for link in self.links:
            link.void |= (link.table, link.seat) == (table, seat) and kind in {"", link.kind}

    # ------------------------------------------------------------ what must hold
    def check_text(self, visitor: Visitor, text: str) -> None:
        """No secret of a deal before the end, no table that this person was not told of."""
        if self.secret_table and self.secret_table in text:
            raise Violation(f"{visitor.name} was told of a table that is not listed")
        for name, (secret, seed) in self._secrets().items():
            if secret in text or (seed.bit_length() > 32 and (str(seed) in text or f"{seed:032x}" in text)):
                raise Violation(f"{visitor.name} was told what table {name} is dealt from")

    def check_frame(self, visitor: Visitor, table: str, seat: int | None, frame: Any) -> None:
        self.check_text(visitor, json.dumps(frame))
        if frame.get("own") is not None and seat not in self.tables[table].mine(visitor.name):
            raise Violation(f"{visitor.name} sees the hand of seat {seat}")
        if frame["op"] == "welcome":
            self._check_rights(visitor, table, frame["you"])

    def _check_rights(self, visitor: Visitor, table: str, you: Any) -> None:
        model = self.tables[table]
        if not set(you["seats"]) <= model.mine(visitor.name):
            raise Violation(f"{visitor.name} has seats {you['seats']} at a table where {model.holders} sit")
        if you["host"] and visitor.name != model.host:
            raise Violation(f"{visitor.name} is host of a table of {model.host}")

    async def check(self, visitor: Visitor, expected: list[tuple[str, int]]) -> None:
        """After every step: the log only grows, and only by what this person may cause."""
        stored = self.stored()
        fresh: list[Row] = []
        for name, table in stored.items():
            before = self.rows.get(name, [])
            if table.rows[: len(before)] != before:
                raise Violation(f"entries of table {name} were changed")
            for row in table.rows[len(before) :]:
                fresh.append(row)
                if name in self.tables:
                    self._check_entry(visitor, name, table, row)
            self.rows[name] = table.rows
            if name in self.tables and len(table.rows) > len(before):
                self._check_deal(name, table)
        told = {(row.data.get("what"), row.seat) for row in fresh if row.kind == "seat" and row.data}
        if not set(expected) <= told:
            raise Violation(f"nobody was told of {expected}: {told}")

    def _check_entry(self, visitor: Visitor, name: str, table: StoredTable, row: Row) -> None:
        model, person = self.tables[name], visitor.name
        mine = model.mine(person)
        if row.kind == "rewind":
            proposal = next(r.data["proposal"] for r in reversed(table.rows) if r.seq < row.seq and r.kind == "vote")
            people = {seat for seat, there in model.holders.items() if there}
            missing = people - model.voted.get(proposal, set()) - mine
            if missing:
                raise Violation(f"the table went back although nobody asked the people of seats {missing}")
        elif row.kind in BY_HOLDER:
            by_bot = row.kind == "move" and self._bot_at(name, row.seat)
            host = row.kind == "chat" and row.seat is None and model.member(person)
            if not (row.seat in mine or by_bot or host):
                raise Violation(f"{visitor.name} did {row.kind} for seat {row.seat}")
        elif row.kind not in BY_ITSELF and not (person == model.host or model.member(person)):
            raise Violation(f"{visitor.name}, who does not belong here, did {row.kind} {row.data}")

    def _bot_at(self, name: str, seat: int | None) -> bool:
        with sqlite3.connect(f"file:{self.folder / FILE}?mode=ro", uri=True) as connection:
            asked = "SELECT bot FROM seats WHERE table_id = ? AND seat = ?"
            row = connection.execute(asked, (name, seat)).fetchone()
        return row is not None and row[0] is not None

    def _check_deal(self, name: str, table: StoredTable) -> None:
        model, header = self.tables[name], table.header
        if header["position"] or header["origin"] == "file":
            return
        if model.chosen:
            if not table.rows[0].text:
                raise Violation(f"nobody was told that the seed of table {name} was chosen")
            if header["listed"] and header["status"] in {"open", "running"}:
                raise Violation(f"table {name} is listed although its seed was chosen")
            return
        if header["deal"] is None:
            raise Violation(f"nobody can tell what table {name} is dealt from")
        seed = read_stored_seed(header["seed"])
        if seed < 1 << 64:
            raise Violation(f"the seed {seed} of table {name} can be found by trying")
        deal = json.loads(header["deal"])
        randoms = {int(seat): random for seat, random in deal["randoms"].items() if random}
        fair = FairDeal(name, deal["secret"], randoms)
        if fair.commitment != model.commitment or (table.rows[0].data or {}).get("commitment") != model.commitment:
            raise Violation(f"the secret of table {name} is not the one that was published as a hash")
        if header["status"] != "open" and seed != fair.seed:
            raise Violation(f"the seed of table {name} does not follow from what was added to it")

    async def verify_deal(self, visitor: Visitor, table: str) -> None:
        """A finished game that nobody chose the seed of verifies from its export."""
        answer = await self.ask(visitor, "GET", f"/api/tables/{table}/export")
        if answer.status_code == 200 and self.tables[table].commitment:
            check_deal(answer.json(), self.tables[table].commitment)

    # ------------------------------------------------------------ the truth
    def stored(self) -> dict[str, StoredTable]:
        return stored_tables(self.folder / FILE)

    def _secrets(self) -> dict[str, tuple[str, int]]:
        """Of tables that are not over: the server's secret and the seed."""
        found = {}
        for name, actor in self.app.state.active_tables.loaded.items():
            header = actor.header
            if header.status in {"open", "running"} and header.deal is not None and header.deal.secret:
                found[name] = header.deal.secret, header.seed
        return found
