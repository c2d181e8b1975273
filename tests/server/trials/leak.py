"""Leaks: everything that reaches a seat, a host, a spectator or a stranger, compared with what they may know."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

import goldenspike as gs
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch, WallClock
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import action_data

from .clients import Person, Viewer, merged, secret_of
from .games import Kind
from .server import Server
from .stored_tables import stored_tables

PROBES = (
    "draw deck", "play LAX", "exchange LAX SEA", "boom 5 TUC", "lay SF CHI>STL", "done", "LOAD K< L1", "nonsense",
)  # fmt: skip


@dataclass
class Received:
    """One thing that reached somebody: when (the table's version), how, and what."""

    version: int
    how: str
    raw: bytes


@dataclass
class Listener:
    """Everything that one role received."""

    role: str
    person: Person
    seat: int | None
    received: list[Received] = field(default_factory=list)
    page: Viewer | None = None
    now: int = 0
    pictures: bool = False

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer = self.person.ask(method, path, body)
        header = "\n".join(f"{k}: {v}" for k, v in answer.headers.items() if k.lower() != "set-cookie")
        self.received.append(Received(self.now, f"{method} {path} {answer.status_code}", answer.content))
        self.received.append(Received(self.now, f"headers of {method} {path}", header.encode()))
        return answer

    def frames(self) -> None:
        """Take over what came through the socket since the last time."""
        if self.page is not None and self.page.frames:
            self.received += [Received(self.now, "socket", raw) for raw in self.page.frames]
            self.page.frames.clear()

    async def look(self, table: str, known: int | None = None) -> None:
        """Open the page anew, perhaps knowing what was before."""
        self.frames()
        old, self.page = self.page, Viewer(self.person, table, self.seat, pictures=self.pictures)
        self.page.frames = []
        if old is not None:
            old.leave()
        if known is not None:
            self.page.version = known
        await self.page.join()


class TrueMatch:
    """The match as it really is, kept beside the server: what was so at every version."""

    def __init__(self, match: Match, version: int, game: Kind, pictures: bool = False) -> None:
        self.match = match
        self.pictures = pictures
        self.game = game
        if isinstance(match, TimedMatch) and game.timed:
            match.clock = WallClock(lambda: 0)  # the moments come from the table
        self.states: dict[int, Any] = {version: match.s.copy()}
        self.lines: dict[int, str] = {}
        self.path: list[int] = []
        self.sealed_at: dict[int, set[int]] = {version: set()}
        self.views: dict[tuple[int, int | None, bool], dict[str, Any]] = {}

    def add(self, version: int, seat: int, texts: list[str], at_ms: int | None = None) -> None:
        """An action, or all steps of a turn; where a clock runs, at its moment."""
        for text in texts:
            if isinstance(self.match, TimedMatch):
                self.match.play(seat, text, at_ms)
            else:
                self.match.play(seat, text)
        self.lines[version] = self.match.log[-1]
        self.path.append(version)
        self.note(version)

    def undo(self, version: int) -> None:
        self.match.undo()
        self.path.pop()
        self.note(version)

    def note(self, version: int) -> None:
        self.states[version] = self.match.s.copy()
        count = self.match.setting.sealed(self.match.s)
        # What was taken back before it was revealed is never revealed.
        hidden = {v for v in self.sealed_at[self.before(version - 1)] if v not in self.path}
        self.sealed_at[version] = hidden | set(self.path[len(self.path) - count :])

    def before(self, version: int) -> int:
        """The last version, up to this one, at which the position changed."""
        return max(known for known in self.states if known <= version)

    def view(self, version: int, seat: int | None, at_ms: int | None = None, past: bool = False) -> dict[str, Any]:
        """What the seat may see at a version; where a clock runs, also some time after it. The past offers nothing."""
        key = self.before(version), seat, past
        if at_ms is not None:
            self.views.pop(key, None)
        if key not in self.views:
            match = self.match.copy()
            match.s = self.states[key[0]].copy()
            if isinstance(match, TimedMatch) and at_ms is not None:
                match.advance(max(match.now, at_ms))
            seen = match.view(seat)
            if seat is not None and (past or seat not in match.actors):
                seen["legal"] = []
            if self.pictures:
                picture = match.setting.svg(match.s, seat, seen.get("legal", ()))
                seen |= {"picture": picture, "text": match.setting.text(match.s, seat)}
            self.views[key] = json.loads(json.dumps(seen))
        return self.views[key] if at_ms is None else self.views.pop(key)


def found_in(received: Received, listener: Listener, truth: TrueMatch) -> Iterator[str]:
    """What is wrong with one thing received: another view than the seat's own, a line that the role may not read."""
    try:
        data = json.loads(received.raw)
    except ValueError:
        return
    if isinstance(data, list):
        for part in data:
            if isinstance(part, dict) and "kind" in part and "version" in part:
                yield from entry_found(
                    part, listener.seat if "seat=" in received.how else None, received.version, truth, listener
                )
        return
    if not isinstance(data, dict):
        return
    seat = data["seat"] if data.get("op") == "welcome" or "last" in data else listener.seat
    past = "last" in data
    if data.get("op") == "own" and data["seat"] != listener.seat:
        yield f"{received.how} shows the half turn of seat {data['seat']}"
    if data.get("view") is not None and (data.get("op") in ("welcome", "event", "tick") or past):
        shown = merged(data["view"], data["own"]) if data.get("own") is not None else data["view"]
        wanted = dict(truth.view(data["version"], seat, data.get("at_ms"), past))
        for extra in ("question", "steps", *(("legal",) if past or seat is None else ())):
            shown = {key: value for key, value in shown.items() if key != extra}
            wanted = {key: value for key, value in wanted.items() if key != extra}
        if shown != wanted:
            keys = [key for key in {**shown, **wanted} if shown.get(key) != wanted.get(key)]
            at = f"seat {seat} may see at version {data['version']}"
            yield f"{received.how} shows another {', '.join(keys)} than {at}"
        if seat is not None and seat != listener.seat:
            yield f"{received.how} shows seat {seat}"
    at = received.version if past else data.get("version", received.version)
    for entry in data.get("entries") or []:
        yield from entry_found(entry, seat, at, truth, listener)
    if isinstance(data.get("entry"), dict):
        yield from entry_found(data["entry"], seat, at, truth, listener)


def entry_found(
    entry: dict[str, Any], seat: int | None, at: int, truth: TrueMatch, listener: Listener
) -> Iterator[str]:
    line = truth.lines.get(entry["version"])
    if entry["kind"] != "move" or line is None:
        return
    setting = truth.match.setting
    sealed = entry["version"] in truth.sealed_at[truth.before(at)]
    allowed = {setting.public(line, False)} | (set() if sealed else {setting.public(line, True)})
    if seat is not None and entry["seat"] == seat:
        allowed.add(line)
    if entry["text"] not in allowed:
        read = f"version {entry['version']} reads {entry['text']!r} for {listener.role} at {at}"
        yield f"{read}; may read {sorted(allowed)}"
    revealed = truth.sealed_at[truth.before(entry["version"] - 1)] - truth.sealed_at[truth.before(entry["version"])]
    open_words = " ".join([*allowed, *(setting.public(truth.lines[v], True) for v in revealed)])
    told = json.dumps([entry.get("data"), entry.get("events")])
    if sealed and entry["seat"] != seat:
        said = action_data(setting, entry["text"])
        more = {name for name, value in (entry.get("data") or {}).items() if said.get(name) != value}
        more -= {"revealed", "reveals"}
        if more or entry.get("events"):
            yield f"version {entry['version']} lies face down for {listener.role} and still tells {told}"
    card = truth.game.cards
    if card is not None and (loose := set(card.findall(told)) - set(card.findall(open_words))):
        yield f"version {entry['version']} carries {sorted(loose)} for {listener.role}: {told}"


@dataclass
class Played:
    """A whole game with all that was received of it."""

    listeners: list[Listener]
    truth: TrueMatch
    findings: list[str]
    frames: int
    table: str


class LeakTrial:
    """People around one table: a host without a seat, a person in every seat, a spectator and a stranger."""

    def __init__(
        self,
        server: Server,
        game: Kind,
        seats: int,
        dice: random.Random,
        *,
        pictures: bool = False,
        host_port: int | None = None,
    ) -> None:
        self.server = server
        self.game = game
        self.dice = dice
        self.seed = dice.randrange(1 << 51, 1 << 52)
        self.host = Listener("host", Person(host_port or server.port, "Host"), None)
        self.seated = [Listener(f"seat {k}", Person(server.port, f"Seat{k}"), k) for k in range(seats)]
        self.spectator = Listener("spectator", Person(server.port, "Watcher"), None)
        self.stranger = Listener("stranger", Person(server.port, "Stranger"), None)
        wish = {"game": game.name, "seats": [{"holder": "free"}] * seats, "seed": self.seed, "name": "Leak"}
        wish["options"] = game.options
        made = self.host.person.do("POST", "/api/tables", wish)
        self.table = str(made["table"]["id"])
        self.secrets = [secret_of(invitation) for invitation in made["invitations"]]
        for listener, secret in zip(self.seated, self.secrets, strict=True):
            listener.ask(
                "POST",
                f"/api/tables/{self.table}/claim",
                {"secret": secret, "name": listener.person.name, "accept": True},
            )
        # Somebody who shows everybody their profile while they play.
        account = {
            "name": f"Shown {uuid.uuid4().hex[:12]}",
            "password": "a long enough password",
        }
        self.shown = f"/api/profiles/{account['name']}"
        self.seated[-1].ask("POST", "/api/account", account)
        self.seated[-1].ask("PUT", "/api/me/profile", {"shown": True})
        for listener in (self.spectator, self.stranger):
            listener.ask("GET", "/api/me")
        listing = self.host.person.do("GET", f"/api/tables/{self.table}")
        if listing["table"]["status"] == "open":
            self.host.person.do("POST", f"/api/tables/{self.table}/start")
        version = int(self.host.person.do("GET", f"/api/tables/{self.table}")["table"]["version"])
        options = listing["table"]["options"]
        self.truth = TrueMatch(gs.new(game.name, seats=seats, seed=self.seed, **options), version, game, pictures)
        for listener in self.listeners:
            listener.pictures = pictures
        self.version = version
        self.notes = {listener.role: f"note-{uuid.UUID(int=dice.getrandbits(128)).hex}" for listener in self.seated}

    @property
    def listeners(self) -> list[Listener]:
        return [self.host, *self.seated, self.spectator, self.stranger]

    def at(self, version: int) -> None:
        self.version = version
        for listener in self.listeners:
            listener.frames()
            listener.now = version

    async def everybody(self) -> None:
        """Wait until all pages show the present version."""
        for listener in self.listeners:
            if listener.page is not None:
                await listener.page.reach(self.version)

    async def open(self) -> None:
        for listener in self.listeners:
            listener.now = self.version
            if listener is not self.stranger:
                await listener.look(self.table)
        for listener in self.seated:
            listener.ask("PUT", f"/api/tables/{self.table}/note", {"text": self.notes[listener.role]})

    async def step(self) -> None:
        """One move of the real game, now and then with all sorts of questions around it."""
        match, dice = self.truth.match, self.dice
        seat = dice.choice(match.actors)
        page = self.seated[seat].page
        assert page is not None
        if self.game.stepwise and dice.random() < 0.5:
            await self.half_a_turn(seat)
        version, said = await page.turn(dice)
        await page.reach(version)
        entry = page.entries[version]
        self.truth.add(version, seat, said, (entry.data or {}).get("at_ms"))
        self.at(version)
        await self.everybody()
        self.at(version)
        if dice.random() < 0.1:
            await self.take_back(seat)
        if dice.random() < 0.06:
            await self.questions()

    async def half_a_turn(self, seat: int) -> None:
        """Some steps that are taken back again; everybody else asks meanwhile, and must find nothing of them."""
        page = self.seated[seat].page
        assert page is not None
        done, copy = 0, self.truth.match.copy()
        for _ in range(self.dice.randrange(1, 4)):
            text = self.dice.choice(copy.legal(seat))
            lines = len(copy.log)
            copy.play(seat, text)
            if len(copy.log) > lines:
                break  # this one would complete the turn
            await page.play(text)
            done += 1
        await self.questions(but=seat)
        if done:
            back = uuid.uuid4().hex
            page.send(m.Back(id=back, seat=seat, all=True))
            await page.until(lambda: back in page.stepped or back in page.refused)

    async def take_back(self, seat: int) -> None:
        page = self.seated[seat].page
        assert page is not None
        move = uuid.uuid4().hex
        page.send(m.Undo(id=move, seat=seat))
        await page.answer(move)
        if move in page.acks:
            self.truth.undo(page.acks[move])
            self.at(page.acks[move])
            await self.everybody()
            self.at(self.version)

    async def questions(self, but: int | None = None) -> None:
        """Everything that can be asked of a running table, by everybody, about their own seat and about others."""
        dice, table, seats = self.dice, self.table, len(self.seated)
        for listener in self.listeners:
            if but is not None and listener.seat == but:
                continue
            past, other = dice.randint(1, self.version), dice.randrange(seats)
            paths = [
                f"/api/tables/{table}", f"/api/tables/{table}/at/{past}", f"/api/tables/{table}/at/{self.version}",
                f"/api/tables/{table}/at/{past}?seat={other}", f"/api/tables/{table}/at/{self.version}?seat={other}",
                f"/api/tables/{table}/entries?after={max(0, past - 5)}", f"/api/tables/{table}/export",
                *(f"/api/tables/{table}/{what}" for what in ("review", "reel", "deal")),
                f"/api/finished-games/{self.game.name}", f"/api/best?game={self.game.name}", "/api/tournaments",
                f"/api/tables/{table}/note", "/api/lobby", "/api/me", "/api/me/data", "/api/me/people",
                f"/api/tables/{table}/people/{other}", self.shown, f"{self.shown}/games",
            ]  # fmt: skip
            drawn = paths[2:3] if listener.pictures else []
            for path in dict.fromkeys([*drawn, *dice.sample(paths, 6)]):
                listener.ask(
                    "GET",
                    f"{path}{'&' if '?' in path else '?'}pictures=1" if "/at/" in path and listener.pictures else path,
                )
            if listener.page is not None:
                for frame in (
                    m.Move(id=uuid.uuid4().hex, seat=(listener.seat or 0) + 1 if seats > 1 else 0, text="play LAX"),
                    m.Why(id=uuid.uuid4().hex, seat=listener.seat or 0, texts=list(PROBES)),
                    m.Look(seat=other if other != listener.seat else None),
                    m.Look(seat=listener.seat),
                ):
                    listener.page.send(frame)
                await listener.look(table, dice.choice([None, past]))
        self.at(self.version)

    async def play(self, most: int = 10_000) -> Played:
        await self.open()
        moves = 0
        while not self.truth.match.over and moves < most:
            await self.step()
            moves += 1
        await self.questions()
        for listener in self.listeners:
            listener.frames()
            if listener.page is not None:
                listener.page.leave()
        return Played(
            self.listeners, self.truth, list(self.findings()), sum(len(e.received) for e in self.listeners), self.table
        )

    def findings(self) -> Iterator[str]:
        """Every thing received, against the truth and against the canaries."""
        stored = stored_tables(self.server.database)[self.table]
        hashes = {row.hash for row in stored.rows if row.hash}
        ids = {row.move_id: row.seat for row in stored.rows if row.move_id}
        cookies = {
            listener.role: [str(c.value) for c in listener.person.http.cookies.jar] for listener in self.listeners
        }
        for listener in self.listeners:
            for received in listener.received:
                yield from (f"{listener.role}: {what}" for what in found_in(received, listener, self.truth))
                text = received.raw.decode("utf-8", "replace")
                ended = self.truth.match.over and "/export 200" in received.how
                canaries = {"a cookie": [value for values in cookies.values() for value in values]}
                canaries["a secret"] = self.secrets
                canaries["a note"] = [note for role, note in self.notes.items() if role != listener.role]
                canaries["a move id"] = [
                    str(i) for i, seat in ids.items() if seat != listener.seat or listener.seat is None
                ]
                if not ended:
                    canaries["the seed"] = [str(self.seed), f"{self.seed:x}"]
                    canaries["a state hash"] = sorted(hashes)
                for what, strings in canaries.items():
                    if any(string in text for string in strings):
                        yield f"{listener.role}: {what} in {received.how}"
        log = self.server.log_text()
        whispers = {"secret": self.secrets, "seed": [str(self.seed)]}
        whispers["cookie"] = [value for values in cookies.values() for value in values]
        for what, strings in whispers.items():
            if any(string in log for string in strings):
                yield f"the server's own log holds a {what}"
