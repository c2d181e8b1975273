"""Who may do what at a table that another node plays: who asks elsewhere gets the same answer as at its own node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI

from goldenspike.server.cluster.bus import PREFIX, NatsBus
from goldenspike.server.cluster.trial_nats import TrialNats
from goldenspike.server.quotas import Quotas

from .app_in_process import Browser, served
from .databases import database_of, postgresql_only
from .test_permissions import CASES, Roles, at_one_route, at_the_channel
from .test_table_api import Program, with_token

pytestmark = [postgresql_only, pytest.mark.xdist_group("table matrix")]
ABOUT_A_TABLE = {route: cases for route, cases in CASES.items() if "{table}" in route[1]}


@asynccontextmanager
async def two_nodes(folder: Path) -> AsyncIterator[tuple[FastAPI, FastAPI]]:
    """Two nodes on one database and one bus; nothing is studied or reviewed."""
    nats = TrialNats().start()
    settings = {"database": database_of(folder), "bus": nats.url, "quotas": Quotas(study_queue=1000)}
    try:
        async with served(folder / "one", **settings) as one, served(folder / "two", **settings) as two:
            for app in (one, two):
                app.state.studies._start = app.state.reviews._start = lambda: None  # they wait
            yield one, two
    finally:
        nats.stop()


def through_another_node(folder: Path, trial: Callable[[Roles], Coroutine[None, None, None]]) -> None:
    async def whole() -> None:
        async with two_nodes(folder) as (owner, other):
            await trial(Roles(owner, other))
            assert not other.state.active_tables.loaded, "the other node has played nothing itself"

    asyncio.run(whole())


def test_every_route_about_a_table_answers_as_at_its_own_node(tmp_path: Path) -> None:
    """One role for each answer; which is given does not depend on the node, how it travels does."""

    async def trial(finished: Roles) -> None:
        await finished.set("finished")
        wrong: list[str] = []
        for (method, path), cases in ABOUT_A_TABLE.items():
            for number, case in enumerate(cases):
                roles = list({answer: role for role, answer in case.expected.items()}.values())
                wrong += await at_one_route(finished, method, path, case, f"{method} {path} #{number}", roles)
        assert wrong == []
        answered = await Browser(finished.asked_at, "127.0.0.1").get("/metrics")
        told = next(line for line in answered.splitlines() if line.startswith("goldenspike_forwarded_requests "))
        assert float(told.split()[1]) > len(ABOUT_A_TABLE), "they came through the bus"

    assert len(ABOUT_A_TABLE) > 20
    through_another_node(tmp_path, trial)


def test_everybody_at_the_channel_of_another_node(tmp_path: Path) -> None:
    through_another_node(tmp_path, at_the_channel)


def test_a_program_plays_through_another_node_and_its_token_stays_there(tmp_path: Path) -> None:
    async def trial(roles: Roles) -> None:
        owner, program = await with_token(roles.app)
        wish = {"game": "santa-fe-rails", "board": "mini", "seats": [{"holder": "me"}, {"holder": "free"}]}
        made = await owner.post("/api/tables", wish)
        table, link = made["table"]["id"], made["invitations"][0]["path"]
        guest = Browser(roles.asked_at)
        claim = {"secret": link.partition("#s=")[2], "name": "Guest", "accept": True}
        await guest.post(f"/api/tables/{table}/claim", claim)
        heard: list[bytes] = []
        tap = NatsBus(roles.app.state.cluster.bus.url, "tap")
        tap.subscribe(f"{PREFIX}.>", lambda message: heard.append(message.data))
        await tap.open()
        there = Program(roles.asked_at, program.token)
        await there.ask("POST", f"tables/{table}/start", {})
        seen = await there.ask("GET", f"tables/{table}")
        assert seen["you"]["seats"] == [0]
        actor = roles.app.state.active_tables.loaded[table]
        text = actor.match.legal(0)[0]
        done = await there.ask("POST", f"tables/{table}/moves", {"id": "one", "seat": 0, "text": text})
        assert done["version"] >= actor.header.version - 1
        again = await there.ask("POST", f"tables/{table}/moves", {"id": "one", "seat": 0, "text": text})
        assert again["version"] == done["version"], "the same move happens once"
        refused = await there.ask("POST", f"tables/{table}/moves", {"id": "x", "seat": 1, "text": text}, status=403)
        assert refused["code"] == "seat"
        await there.ask("GET", f"tables/{table}/entries")
        await tap.close()
        cookies = [value for browser in (owner, guest) for value in browser.client.cookies.values()]
        assert len(cookies) == 2
        assert len(heard) > 10
        for secret in (program.token, *cookies):
            assert not any(secret.encode() in data for data in heard), "what opens an account is nobody else's"

    through_another_node(tmp_path, trial)
