"""Who may do what: every request and the channel, asked by everybody. A new route without an entry fails here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.server.app import create
from goldenspike.server.http.openapi import SHAPES, routes
from goldenspike.server.quotas import Quotas

from .app_in_process import Browser, Socket, play_out, served
from .databases import postgresql_only
from .push_service import Subscription

ROLES = ("stranger", "spectator", "seat", "other seat", "host", "account")
WORD = "a long enough password"
SERIALS = count(1)


@dataclass
class Roles:
    """A table with a host who does not play, two people with a seat each, and everybody else around it."""

    app: FastAPI
    asked_at: FastAPI  # the same server, or another node of its cluster
    name: str = ""
    secret: str = ""
    saved: str = ""  # a board that the host saved
    people: dict[str, Browser] = field(default_factory=dict)
    serial: int = 0
    study: str = ""  # the host asked for it
    cup: str = ""  # a tournament of the host
    cup_secret: str = ""
    shown: bool = False  # the account shows its profile

    async def set(self, state: str, path: str = "") -> None:
        """Everything that the path of a request names; what it does not name is not made."""
        host = Browser(self.app)
        seats = [{"holder": "free"}, {"holder": "free"}, {"holder": "bot", "bot": "greedy"}]
        late = 3600 if state == "late" else 0  # how late others see it
        wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, "seed": 3, "watch_delay_s": late}
        made = await host.post("/api/tables", wish)
        self.name = made["table"]["id"]
        if "{saved}" in path:
            board = {"game": "santa-fe-rails", "board": {"id": "mine"}}
            self.saved = (await host.post("/api/saved-boards", board))["id"]
        if "{tournament}" in path:
            cup = await host.post("/api/tournaments", CUP)
            self.cup, self.cup_secret = cup["tournament"]["info"]["id"], cup["link"]["path"].partition("#j=")[2]
        links = [link["path"].partition("#s=")[2] for link in made["invitations"]]
        self.secret = links[0]
        self.people = {"host": host}
        for role, secret in zip(("seat", "other seat"), links, strict=True):
            self.people[role] = Browser(self.app)
            await self.people[role].post(
                f"/api/tables/{self.name}/claim", {"secret": secret, "name": role, "accept": True}
            )
        if state != "open":
            await host.post(f"/api/tables/{self.name}/start")
        if state in {"finished", "late"}:
            await play_out(self.app, self.name)
        self.shown = state == "finished"
        await self.around()

    def browser(self, role: str) -> Browser:
        """Somebody's browser at the server that is asked."""
        found = Browser(self.asked_at)
        found.client.cookies = self.people[role].client.cookies
        return found

    async def ask_for_study(self) -> None:
        made = await self.people["host"].post("/api/studies", {"game": "santa-fe-rails", "board": "mini"})
        self.study = made["id"]

    async def around(self) -> None:
        self.serial = next(SERIALS)
        self.people["stranger"] = Browser(self.app)
        self.people["spectator"] = Browser(self.app)
        await self.people["spectator"].put(f"/api/tables/{self.name}/note", {"text": "I only look"})
        self.people["account"] = Browser(self.app)
        await self.people["account"].post("/api/account", {"name": f"person {self.serial}", "password": WORD})
        if self.shown:
            await self.people["account"].put("/api/me/profile", {"shown": True})


EVERYBODY = dict.fromkeys(ROLES, 200)
NOBODY = dict.fromkeys(ROLES, 403)


def only(*roles: str, otherwise: int = 403, then: int = 200) -> dict[str, int]:
    return {role: then if role in roles else otherwise for role in ROLES}


Body = Callable[[Roles, str], Any]


@dataclass
class Case:
    """One request: the state of the table, what is sent, and what everybody gets."""

    expected: dict[str, int]
    body: Body = lambda roles, role: {}
    state: str = "running"
    query: str = ""


MATCH = gs.new("santa-fe-rails", seats=2, seed=1, board="mini").data()
NEW = {"game": "santa-fe-rails", "board": "mini", "seats": [{"holder": "me"}, {"holder": "bot", "bot": "random"}]}
PLAYERS = ("seat", "other seat")
MEMBERS = ("host", *PLAYERS)
CUP = {"game": "santa-fe-rails", "board": "mini", "pace": {"kind": "live", "per_move_s": 30, "absence": "bot"}}

CASES: dict[tuple[str, str], list[Case]] = {
    ("GET", "/api/games"): [Case(EVERYBODY)],
    ("GET", "/api/tables/{table}/review"): [
        Case(dict.fromkeys(ROLES, 409)),  # while the game runs, nobody reads a review
        Case(EVERYBODY, state="finished"),
        Case(only(*MEMBERS, otherwise=409), state="late"),  # over, but not yet for those who only watch
    ],
    ("POST", "/api/tables/{table}/review"): [
        Case(dict.fromkeys(ROLES, 409)),
        Case(only(*MEMBERS, otherwise=409), state="late"),
        Case(only("host", *PLAYERS), state="finished"),
    ],
    ("GET", "/api/boards/{game}/{board}.svg"): [Case(EVERYBODY)],
    ("GET", "/api/boards/{game}/{board}.pdf"): [Case(EVERYBODY, query="?parts=aid")],
    ("GET", "/api/boards/{game}/{board}"): [Case(EVERYBODY)],
    ("GET", "/api/boards/{game}/{board}/file"): [Case(EVERYBODY)],
    ("POST", "/api/saved-boards"): [Case(EVERYBODY, lambda s, role: {"game": "santa-fe-rails", "board": {"id": role}})],
    ("GET", "/api/saved-boards"): [Case(EVERYBODY)],
    ("GET", "/api/saved-boards/{saved}"): [Case(EVERYBODY)],
    ("DELETE", "/api/saved-boards/{saved}"): [Case(only("host"))],
    ("POST", "/api/saved-boards/{saved}/versions"): [Case(only("host"), lambda s, role: {"board": {"id": role}})],
    ("GET", "/api/saved-boards/{saved}/versions/{version}.svg"): [Case(dict.fromkeys(ROLES, 404))],  # no such version
    ("POST", "/api/boards/{game}/check"): [Case(EVERYBODY, lambda s, role: {"board": {}})],
    ("POST", "/api/boards/{game}/print"): [Case(EVERYBODY, lambda s, role: {"board": "mini", "parts": ["aid"]})],
    ("GET", "/api/print/{game}"): [Case(EVERYBODY)],
    ("GET", "/api/rulebook/{game}"): [Case(EVERYBODY)],
    ("GET", "/api/rulebook/{game}/pictures/{picture}.svg"): [
        Case(dict.fromkeys(ROLES, 404))
    ],  # there is none so called
    ("GET", "/api/tutorials/{game}"): [Case(EVERYBODY)],
    ("POST", "/api/tutorials/{game}/{chapter}"): [Case(EVERYBODY)],
    ("GET", "/games/{game}/page.js"): [Case(dict.fromkeys(ROLES, 404))],  # its page is part of the built page
    ("GET", "/api/keeping"): [Case(EVERYBODY)],
    ("GET", "/api/best"): [Case(EVERYBODY, query="?game=rail-pass")],
    ("GET", "/api/me"): [Case(EVERYBODY)],
    ("GET", "/api/lobby"): [Case(EVERYBODY)],
    ("GET", "/health"): [Case(EVERYBODY)],
    ("GET", "/healthz"): [Case(EVERYBODY)],
    ("GET", "/readyz"): [Case(EVERYBODY)],
    ("GET", "/metrics"): [Case(NOBODY)],
    ("POST", "/api/account"): [Case(EVERYBODY, lambda s, role: {"name": f"new {role} {s.serial}", "password": WORD})],
    ("POST", "/api/login"): [
        Case(NOBODY, lambda s, role: {"name": f"person {s.serial}", "password": "not the right one"}),
        Case(EVERYBODY, lambda s, role: {"name": f"person {s.serial}", "password": WORD}),
    ],
    ("POST", "/api/logout"): [Case(only("account", otherwise=409))],
    ("PUT", "/api/me/notices"): [
        Case(only("account", otherwise=401), lambda s, role: {"webhook": "https://hooks.example.org/x"})
    ],
    ("GET", "/api/me/push"): [Case(EVERYBODY)],
    ("PUT", "/api/me/push"): [
        Case(EVERYBODY, lambda s, role: Subscription(f"https://a.example.org/{role[:4]}").wish())
    ],
    ("DELETE", "/api/me/push"): [Case(EVERYBODY)],
    ("POST", "/api/me/push/try"): [Case(dict.fromkeys(ROLES, 409))],  # none of them gets notices
    ("PUT", "/api/tables/{table}/notices"): [Case(only(*PLAYERS), lambda s, role: {"on": False})],
    ("DELETE", "/api/me"): [
        Case(only("account", otherwise=401, then=403), lambda s, role: {"password": "not the right one"}),
        Case(only("account", otherwise=401), lambda s, role: {"password": WORD}),
    ],
    ("POST", "/api/me/password"): [
        Case(only("account", otherwise=401), lambda s, role: {"password": WORD, "new": "quarry lantern seven"}),
        Case(
            only("account", otherwise=401, then=403), lambda s, role: {"password": "x", "new": "quarry lantern seven"}
        ),
    ],
    ("POST", "/api/me/recovery-codes"): [Case(only("account", otherwise=401), lambda s, role: {"password": WORD})],
    ("POST", "/api/me/totp"): [Case(only("account", otherwise=401), lambda s, role: {"password": WORD})],
    ("POST", "/api/me/totp/on"): [Case(only("account", otherwise=401, then=403), lambda s, role: {"code": "000000"})],
    ("POST", "/api/me/totp/off"): [
        Case(only("account", otherwise=401, then=409), lambda s, role: {"password": WORD, "code": "000000"})
    ],
    ("GET", "/api/me/sessions"): [Case(only("account", otherwise=401))],
    ("DELETE", "/api/me/sessions"): [Case(only("account", otherwise=401))],
    ("DELETE", "/api/me/sessions/{session}"): [Case(only("account", otherwise=401, then=404))],
    ("GET", "/api/me/tokens"): [Case(only("account", otherwise=401))],
    ("POST", "/api/me/tokens"): [
        Case(only("account", otherwise=401, then=403), lambda s, role: {"name": "x", "password": "not the right one"}),
        Case(only("account", otherwise=401), lambda s, role: {"name": "x", "password": WORD}),
    ],
    ("DELETE", "/api/me/tokens/{token}"): [Case(only("account", otherwise=401, then=404))],
    ("GET", "/api/tables/{table}/events"): [  # what is let in never ends: tests/server/test_table_api.py
        Case({**NOBODY, "seat": 0}, query="?seat=0")
    ],
    ("POST", "/api/tables/{table}/moves"): [
        Case({**NOBODY, "seat": 409}, lambda s, role: {"id": "m1", "seat": 0, "text": "play the piano"})
    ],
    ("GET", "/api/finished-games/{game}"): [Case(EVERYBODY)],
    ("GET", "/api/me/people"): [Case(EVERYBODY)],
    ("DELETE", "/api/me/people/{person}"): [Case(dict.fromkeys(ROLES, 404))],
    ("GET", "/api/profiles/{name}"): [
        Case({**dict.fromkeys(ROLES, 404), "account": 200}),  # it is not shown
        Case(EVERYBODY, state="finished"),  # it is
    ],
    ("GET", "/api/profiles/{name}/games"): [
        Case({**dict.fromkeys(ROLES, 404), "account": 200}),
        Case(EVERYBODY, state="finished"),
    ],
    ("PUT", "/api/me/profile"): [Case(only("account", otherwise=401), lambda s, role: {"shown": True})],
    ("GET", "/api/tables/{table}/people/{who}"): [Case(EVERYBODY)],
    ("GET", "/api/me/data"): [Case({**EVERYBODY, "stranger": 401})],
    ("POST", "/api/recover"): [Case(dict.fromkeys(ROLES, 409), lambda s, role: {"name": f"person {s.serial}"})],
    ("POST", "/api/recover/password"): [
        Case(NOBODY, lambda s, role: {"token": "x" * 43, "new": "quarry lantern seven"}),
        Case(NOBODY, lambda s, role: {"name": f"person {s.serial}", "code": "x" * 16, "new": "quarry lantern seven"}),
    ],
    ("POST", "/api/confirm"): [Case(NOBODY, lambda s, role: {"token": "x" * 43})],
    ("POST", "/api/tables/{table}/leave"): [
        Case(only("host", *PLAYERS)),
        Case(only("seat"), lambda s, role: {"seat": 0}),
        Case(only("host", *PLAYERS), state="open"),
    ],
    ("POST", "/api/tables/{table}/host"): [Case(only(*PLAYERS, then=409))],  # the host is there
    ("PUT", "/api/tables/{table}/people/{who}"): [Case({**EVERYBODY, "seat": 404}, lambda s, role: {"mute": True})],
    ("POST", "/api/tables/{table}/people/{who}/report"): [
        Case({**EVERYBODY, "seat": 404}, lambda s, role: {"reason": "spam"})
    ],
    ("POST", "/api/tables"): [Case(EVERYBODY, lambda s, role: NEW)],
    ("GET", "/api/tables/{table}"): [Case(EVERYBODY)],
    ("PATCH", "/api/tables/{table}"): [
        Case(only("host"), lambda s, role: {"name": "Friday"}),
        Case(only("host"), lambda s, role: {"close": True}),
    ],
    ("POST", "/api/tables/{table}/start"): [Case(only("host"), state="open")],
    ("POST", "/api/tables/{table}/claim"): [
        Case(dict.fromkeys(ROLES, 404), lambda s, role: {"secret": s.secret}),  # used already
        Case(dict.fromkeys(ROLES, 404), lambda s, role: {"secret": "x" * 43}),
    ],
    ("POST", "/api/tables/{table}/sit"): [Case(NOBODY, state="open")],
    ("GET", "/api/tournaments"): [Case(EVERYBODY)],
    ("POST", "/api/tournaments"): [Case(EVERYBODY, lambda s, role: CUP)],
    ("GET", "/api/tournaments/{tournament}"): [Case(EVERYBODY)],
    ("DELETE", "/api/tournaments/{tournament}"): [Case(only("host"))],
    ("POST", "/api/tournaments/{tournament}/link"): [Case(only("host"))],
    ("POST", "/api/tournaments/{tournament}/join"): [
        Case(NOBODY, lambda s, role: {"name": role}),
        Case(dict.fromkeys(ROLES, 404), lambda s, role: {"name": role, "secret": "x" * 43}),
        Case({**EVERYBODY, "host": 409}, lambda s, role: {"name": f"the {role}", "secret": s.cup_secret}),
    ],
    ("POST", "/api/tournaments/{tournament}/players"): [
        Case(only("host"), lambda s, role: {"name": "Anna"}),
        Case(only("host"), lambda s, role: {"bot": "greedy"}),
    ],
    ("DELETE", "/api/tournaments/{tournament}/players/{number}"): [Case(only("host"))],
    ("POST", "/api/tournaments/{tournament}/start"): [Case(only("host", then=409))],  # nobody else has come
    ("POST", "/api/quick"): [Case(EVERYBODY, lambda s, role: {"game": "santa-fe-rails"})],
    ("POST", "/api/tables/{table}/link"): [Case(only("host", then=409)), Case(only("host"), state="open")],
    ("POST", "/api/tables/{table}/seats/{seat}"): [
        Case(only("seat"), lambda s, role: {"name": "Anna"}),
        Case({**only("seat"), "host": 409}, lambda s, role: {"bot": "greedy"}),  # they were there a moment ago
        Case(only("host"), lambda s, role: {"close": True}, state="open"),
    ],
    ("POST", "/api/tables/{table}/seats/{seat}/invitation"): [
        Case(only("host", then=409)),  # somebody holds the seat
        Case(only("host"), state="open"),
    ],
    ("POST", "/api/tables/{table}/seats/{seat}/device"): [Case(only("seat")), Case(only("seat"), state="open")],
    ("POST", "/api/tables/{table}/seats/{seat}/absence"): [
        Case(only("host")),
        Case(only("host", then=409), state="open"),
    ],
    ("POST", "/api/tables/{table}/deal"): [
        Case(only(*PLAYERS), lambda s, role: {"random": "ab" * 32}, state="open"),
        Case(only(*PLAYERS, then=409), lambda s, role: {"random": "ab" * 32}),
    ],
    ("GET", "/api/tables/{table}/deal"): [
        Case(NOBODY),
        Case(dict.fromkeys(ROLES, 404), state="finished"),  # the seed was chosen
        Case(only(*MEMBERS, then=404), state="late"),
    ],
    ("GET", "/api/tables/{table}/at/{version}"): [
        Case(EVERYBODY),
        Case(only("seat"), query="?seat=0"),
        Case(only(*MEMBERS, otherwise=404), state="late"),
    ],
    ("GET", "/api/tables/{table}/entries"): [Case(EVERYBODY), Case(only("seat"), query="?seat=0&after=1")],
    ("GET", "/api/tables/{table}/note"): [Case(EVERYBODY)],
    ("PUT", "/api/tables/{table}/note"): [Case(EVERYBODY, lambda s, role: {"text": role})],
    ("POST", "/api/tables/{table}/sandbox"): [
        Case(only(*PLAYERS), lambda s, role: {"version": 4}),
        Case(EVERYBODY, lambda s, role: {"version": 4}, state="finished"),
        Case(only(*MEMBERS), lambda s, role: {"version": 4}, state="late"),
    ],
    ("POST", "/api/tables/{table}/again"): [
        Case(only("host", *PLAYERS, then=409)),
        Case(only("host", *PLAYERS), state="finished"),
    ],
    ("GET", "/api/tables/{table}/board"): [Case(EVERYBODY)],
    ("GET", "/api/tables/{table}/board.svg"): [Case(EVERYBODY)],
    ("GET", "/api/tables/{table}/board.pdf"): [Case(EVERYBODY, query="?parts=aid")],
    ("GET", "/api/tables/{table}/reel"): [
        Case(dict.fromkeys(ROLES, 409)),
        Case(EVERYBODY, state="finished"),
        Case(only(*MEMBERS, otherwise=409), state="late"),
    ],
    ("GET", "/api/tables/{table}/export"): [
        Case(NOBODY),
        Case(EVERYBODY, state="finished"),
        Case(only(*MEMBERS), state="late"),
    ],
    ("POST", "/api/import"): [Case(EVERYBODY, lambda s, role: MATCH)],
    ("POST", "/api/studies"): [Case(EVERYBODY, lambda s, role: {"game": "santa-fe-rails", "board": "mini"})],
    ("GET", "/api/studies"): [Case(EVERYBODY)],
    ("GET", "/api/studies/{study}"): [Case(EVERYBODY)],
    ("GET", "/api/studies/{study}/report"): [Case(dict.fromkeys(ROLES, 404))],  # it waits
    ("POST", "/api/studies/{study}/stop"): [Case(only("host"))],
    ("DELETE", "/api/studies/{study}"): [Case(only("host"))],
}


def test_every_route_has_an_entry(tmp_path: Path) -> None:
    there = {(method, path) for method, path, _ in routes(create(tmp_path))}
    assert there == set(CASES)
    assert there == set(SHAPES)


def filled(path: str, roles: Roles) -> str:
    values = {"table": roles.name, "seat": "0", "version": "4", "game": "santa-fe-rails", "board": "mini"}
    values |= {"who": "0", "session": "0" * 16, "person": "nobody", "token": "0" * 16, "picture": "none"}
    values |= {"chapter": "city", "name": f"person {roles.serial}"}
    return path.format(**values, study=roles.study, saved=roles.saved, tournament=roles.cup, number="0")


@pytest.mark.xdist_group("table matrix")
def test_everybody_at_every_route(tmp_path: Path) -> None:
    assert asyncio.run(at_every_route(tmp_path, lambda expected: ROLES)) == []


@postgresql_only
@pytest.mark.long
@pytest.mark.xdist_group("table matrix")
def test_everybody_at_every_route_on_postgresql(tmp_path: Path) -> None:
    assert asyncio.run(at_every_route(tmp_path, lambda expected: ROLES)) == []


@postgresql_only
@pytest.mark.xdist_group("table matrix")
def test_somebody_at_every_route_on_postgresql(tmp_path: Path) -> None:
    """Who is let in is the same on every database, what is read and stored then is not: one role for each answer."""

    def one_for_each_answer(expected: dict[str, int]) -> list[str]:
        return list({answer: role for role, answer in expected.items()}.values())

    assert asyncio.run(at_every_route(tmp_path, one_for_each_answer)) == []


async def at_every_route(folder: Path, asking: Callable[[dict[str, int]], Sequence[str]]) -> list[str]:
    """What is wrong if these roles make every request."""
    wrong: list[str] = []
    async with served(folder, quotas=Quotas(study_queue=1000)) as app:
        app.state.studies._start = app.state.reviews._start = lambda: None  # they wait
        finished = Roles(app, app)
        await finished.set("finished")
        for (method, path), cases in CASES.items():
            for number, case in enumerate(cases):
                name, roles = f"{method} {path} #{number}", asking(case.expected)
                wrong += await at_one_route(finished, method, path, case, name, roles)
    return wrong


async def at_one_route(
    finished: Roles, method: str, path: str, case: Case, name: str, asking: Sequence[str]
) -> list[str]:
    wrong = []
    changes = method != "GET" and any(f"{{{one}}}" in path for one in ("table", "study", "saved", "tournament"))
    roles, used = finished, True
    for number, role in enumerate(asking):
        # Whoever was let in has changed something; whoever was refused leaves it as it was for the next one.
        fresh = number == 0 or (changes and used)
        if case.state != "finished" and fresh:
            roles = Roles(finished.app, finished.asked_at)
            await roles.set(case.state, path)
        elif not changes and method != "GET":
            await roles.around()
        if "{study}" in path and fresh:
            await roles.ask_for_study()
        if not case.expected[role]:
            continue
        data = case.body(roles, role) if method != "GET" else None
        answer = await roles.browser(role).ask(method, filled(path, roles) + case.query, data)
        used = answer.status_code < 400
        if answer.status_code != case.expected[role]:
            wrong.append(f"{name} as {role}: {answer.status_code} not {case.expected[role]}: {answer.text[:120]}")
        if answer.status_code >= 400 and set(answer.json()) != {"error", "code"}:
            wrong.append(f"{name} as {role}: no clear line: {answer.text[:120]}")
    return wrong


@pytest.mark.xdist_group("table matrix")
def test_everybody_at_the_channel(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path) as app:
            await at_the_channel(Roles(app, app))

    asyncio.run(whole())


async def at_the_channel(roles: Roles) -> None:
    """Everybody may watch; only its holder sits in a seat; nobody moves for another."""
    await roles.set("running")
    for role in ROLES:
        socket = Socket(roles.asked_at, roles.people[role])
        welcome = await socket.hello(roles.name)
        assert welcome["op"] == "welcome", role
        assert welcome["own"] is None
        assert welcome["you"]["host"] == (role == "host")
        for frame in frames(welcome["version"]):
            socket.say(**frame)
            refused = await socket.hear("refused", "ack")
            if role != "seat":
                assert (refused["op"], refused["code"]) == ("refused", "seat"), (role, frame)
        await socket.leave()
        socket = Socket(roles.asked_at, roles.people[role])
        seated = await socket.hello(roles.name, 0)
        assert seated["op"] == ("welcome" if role == "seat" else "bye"), role
        await socket.leave()


def frames(version: int) -> list[dict[str, Any]]:
    return [
        {"op": "move", "id": "m1", "seat": 0, "text": "play the piano"},
        {"op": "undo", "id": "m2", "seat": 0},
        {"op": "rewind", "id": "m3", "seat": 0, "to": version},
        {"op": "vote", "id": "m4", "seat": 0, "proposal": "p", "yes": True},
        {"op": "why", "id": "m5", "seat": 0, "texts": ["play the piano"]} if version < 0 else {
            "op": "say", "id": "m6", "seat": 0, "text": "hello"
        },
    ]  # fmt: skip
