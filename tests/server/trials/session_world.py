"""A server, the people around it, and a model that knows who may do what: every answer and every entry is checked."""

from __future__ import annotations

import asyncio
import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.engine.fair_deal import FairDeal, check_deal
from goldenspike.server.http.security import hashed
from goldenspike.server.storage import schema
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.table_deal import read_stored_seed
from goldenspike.server.tables import seats as seat_rules
from goldenspike.server.worker_pool import TOO_SLOW
from tests.server.app_in_process import Browser, Socket, served
from tests.server.databases import database_of
from tests.server.trials.session_model import Entries, TableModels, Violation, Visitor
from tests.server.trials.stored_tables import Row, StoredTable, integrity_problems, opened, stored_tables

BY_HOLDER = {"move", "undo", "vote", "chat"}  # entries that only the holder of their seat may cause
BY_ITSELF = {"finish", "resume", "pace"}
TRIES = 10


class World(TableModels):
    """The server in this process, its visitors and the model."""

    def __init__(self, folder: Path, secret_table: str = "") -> None:
        super().__init__()
        self.folder = folder
        self.secret_table = secret_table  # the id of an unlisted table that none of the visitors was told
        self.rows: dict[str, list[Row]] = {}
        self.belonged: set[str] = set()  # the tables at which whoever asks had a seat, or which they hosted
        self.requests = self.frames = 0
        self.app: FastAPI
        self._serving: AbstractAsyncContextManager[FastAPI]

    # ------------------------------------------------------------ life
    @property
    def database(self) -> Path | str:
        return database_of(self.folder) or self.folder / FILE

    async def open(self) -> None:
        seat_rules.STAND_IN_AFTER_S = 0.0  # whoever has no page open here is away at once
        self._serving = served(self.folder)
        self.app = await self._serving.__aenter__()
        # The phone may be the host's own: nobody can tell, so it is somebody else to the server and to the model.
        for name in ("host", "guest", "friend", "spectator", "stranger", "phone"):
            self.visitors[name] = Visitor(name, Browser(self.app))

    async def close(self) -> None:
        await self.hang_up()
        await self._serving.__aexit__(None, None, None)
        found = stored_tables(self.database)
        problems = integrity_problems(self.database)
        if problems:
            raise Violation(f"the database is damaged: {problems}")
        for name in self.tables:
            if name in found:  # an import that failed left nothing
                found[name].replayed()

    async def restart(self) -> None:
        """Down and up again: everybody keeps their cookies."""
        await self.hang_up()
        await self._serving.__aexit__(None, None, None)
        self._serving = served(self.folder)
        self.app = await self._serving.__aenter__()
        for visitor in self.visitors.values():
            cookies = visitor.browser.client.cookies
            visitor.browser = Browser(self.app)
            visitor.browser.client.cookies = cookies

    async def stay(self, visitor: Visitor, table: str, seat: int | None) -> None:
        """Open a page, and leave it open."""
        if table in visitor.open:
            return
        socket = Socket(self.app, visitor.browser)
        welcome = await socket.hello(table, seat)
        self.check_frame(visitor, table, seat, welcome)
        if welcome["op"] == "welcome":
            visitor.open[table] = socket, seat
        else:
            await socket.leave()
        await self.settled()
        await self.check(visitor, [])

    async def hang_up(self, *visitors: Visitor) -> None:
        """Close the pages that stayed open."""
        for visitor in visitors or self.visitors.values():
            for socket, _ in visitor.open.values():
                await socket.leave()
            visitor.open.clear()
        await self.settled()

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
        before = {name: model.mine(visitor.person) for name, model in self.tables.items()}
        self.belonged = {name for name, model in self.tables.items() if model.member(visitor.person)}
        for _ in range(TRIES):
            answer = await visitor.browser.ask(method, path, body if method != "GET" else None)
            self.requests += 1
            if answer.status_code != 503 or TOO_SLOW not in answer.text:
                break  # else this machine is busy; the server has done nothing and says so
        if answer.status_code >= 500:
            raise Violation(f"{visitor.name}: {method} {path} {body}: {answer.status_code} {answer.text[:200]}")
        await self.settled()
        pages = dict(visitor.open)
        expected = self.learn(visitor, method, path, body, answer) if answer.status_code == 200 else []
        for socket, _ in (pages[table] for table in pages.keys() - visitor.open.keys()):
            await socket.leave()
        self.check_text(visitor, answer.text)
        await self.check(visitor, expected)
        for one in self.visitors.values():
            self._read_pages(one, before if one is visitor else {})
        return answer

    def _read_pages(self, visitor: Visitor, before: dict[str, set[int]]) -> None:
        """What reached pages that stay open: nobody reads there what is not theirs, or was not until this moment."""
        for table, (socket, seat) in visitor.open.items():
            while not socket.outward.empty():
                message = socket.outward.get_nowait()
                if message["type"] == "websocket.send":
                    frame = json.loads(message.get("text") or message["bytes"])
                    if seat not in before.get(table, ()):
                        self.check_frame(visitor, table, seat, frame)

    async def talk(self, visitor: Visitor, table: str, seat: int | None, *frames: dict[str, Any]) -> list[Any]:
        """Open a channel, say something, hear the answers, leave; what was heard is checked."""
        self.belonged = set()
        socket = Socket(self.app, visitor.browser)
        heard = [await socket.hello(table, seat)]
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
            model.voted.setdefault(row.data["proposal"], set()).update(model.mine(visitor.person))

    # ------------------------------------------------------------ what a success means
    def learn(self, visitor: Visitor, method: str, path: str, body: Any, answer: httpx.Response) -> Entries:
        """What follows from a request that was granted: the model changes, and entries must be there."""
        parts = path.partition("?")[0].split("/")[1:]
        if answer.headers.get("content-type") != "application/json":
            return []
        told = answer.json()
        if method != "GET":
            return self.granted(visitor, method, parts, body, told)
        if parts[:2] == ["api", "tables"] and len(parts) > 2 and parts[2] in self.tables:
            mine = self.tables[parts[2]].mine(visitor.person)
            if "seat=" in path and int(path.partition("seat=")[2].partition("&")[0]) not in mine:
                raise Violation(f"{visitor.name} looked from a seat of others: {path}")
            if len(parts) == 3:
                self._check_rights(visitor, parts[2], told["you"])
        return []

    def is_on(self, table: str) -> bool:
        """Is a game being played there?"""
        return any(row.kind == "start" for row in self.rows.get(table, ())) and not self.was_over(table)

    def was_over(self, table: str) -> bool:
        return any(row.kind in {"finish", "close"} for row in self.rows[table])

    def host_now(self, table: str) -> str | None:
        """Who hosts a table by the database."""
        grants, accounts = schema.grants, schema.accounts
        with opened(self.database) as connection:
            asked = sa.select(grants.c.holder).where(grants.c.table_id == table, grants.c.seat == schema.HOST)
            hosts = set(connection.scalars(asked))
            people = {f"a:{row.id}": row.name for row in connection.execute(sa.select(accounts.c.id, accounts.c.name))}
        for visitor in self.visitors.values():
            cookie = visitor.browser.client.cookies.get("gs")
            if cookie is not None:
                people[f"s:{hashed(cookie)}"] = visitor.person
        found = {people.get(holder, holder) for holder in hosts}
        if len(found) > 1:
            raise Violation(f"table {table} has several hosts: {found}")
        return next(iter(found), None)

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
        if frame.get("own") is not None and seat not in self.tables[table].mine(visitor.person):
            raise Violation(f"{visitor.name} sees the hand of seat {seat}")
        if frame["op"] == "welcome":
            self._check_rights(visitor, table, frame["you"])

    def _check_rights(self, visitor: Visitor, table: str, you: Any) -> None:
        model = self.tables[table]
        if not set(you["seats"]) <= model.mine(visitor.person):
            raise Violation(f"{visitor.person} has seats {you['seats']} at a table where {model.holders} sit")
        if you["host"] and visitor.person != model.host:
            raise Violation(f"{visitor.person} is host of a table of {model.host}")

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
                    if row.kind == "start":
                        self.started(name, self.seats[name])
                    self._check_entry(visitor, name, table, row)
            self.rows[name] = table.rows
            if name in self.tables and len(table.rows) > len(before):
                self._check_deal(name, table)
        told = {(row.data.get("what"), row.seat) for row in fresh if row.kind == "seat" and row.data}
        if not set(expected) <= told:
            raise Violation(f"nobody was told of {expected}: {told}")

    def _check_entry(self, visitor: Visitor, name: str, table: StoredTable, row: Row) -> None:
        model, person = self.tables[name], visitor.person
        mine = model.mine(person)
        if row.kind == "rewind":
            # Moves that showed something, and were taken back now or before.
            model.known |= any(r.final and row.data["to"] < r.seq < row.seq for r in table.rows if r.kind == "move")
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
        elif row.kind not in BY_ITSELF and not (model.member(person) or name in self.belonged):
            raise Violation(f"{visitor.name}, who does not belong here, did {row.kind} {row.data}")

    def _bot_at(self, name: str, seat: int | None) -> bool:
        with opened(self.database) as connection:
            asked = sa.select(schema.seats.c.bot).where(schema.seats.c.table_id == name, schema.seats.c.seat == seat)
            return connection.scalar(asked) is not None

    def _check_deal(self, name: str, table: StoredTable) -> None:
        model, header = self.tables[name], table.header
        if model.known and not header["known"]:
            raise Violation(f"nobody is told that somebody may know cards of table {name}")
        if model.chosen or header["position"] or header["origin"] == "file":
            if not table.rows[0].text:
                raise Violation(f"nobody was told that somebody could know every card of table {name}")
            if header["listed"] and header["status"] in {"open", "running"}:
                raise Violation(f"table {name} is listed although somebody could know every card")
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
        return stored_tables(self.database)

    def _secrets(self) -> dict[str, tuple[str, int]]:
        """Of tables that are not over: the server's secret and the seed."""
        found = {}
        for name, actor in self.app.state.active_tables.loaded.items():
            header = actor.header
            if header.status in {"open", "running"} and header.deal is not None and header.deal.secret:
                found[name] = header.deal.secret, header.seed
        return found
