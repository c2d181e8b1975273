"""The API for programs: tokens, the example bot of the documentation, streams, limits, the data set."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

import goldenspike as gs
from goldenspike.server.http.api_versions import VERSION_1
from goldenspike.server.http.openapi import routes
from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.storage.schema import api_tokens

from .app_in_process import Browser, play_out, run, served
from .databases import on_both_databases
from .live_server import LiveServer, async_test

ROOT = Path(__file__).parents[2]
PASSWORD = "a long enough password"
PAGE = (ROOT / "docs" / "table-api.md").read_text("utf-8")
GAME = "santa-fe-rails"


class Program:
    """A program with a token, at an address of its own."""

    def __init__(self, app: FastAPI, token: str) -> None:
        self.browser, self.token = Browser(app), token

    async def ask(self, method: str, path: str, data: Any = None, *, status: int = 200, **headers: str) -> Any:
        sent = {"authorization": f"Bearer {self.token}", **headers}
        if method != "GET":
            sent["content-type"] = "application/json"
        content = None if data is None else json.dumps(data).encode()
        answer = await self.browser.client.request(method, f"/api/v1/{path}", content=content, headers=sent)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.headers["content-type"] == "application/json" else answer


async def with_token(app: FastAPI, name: str = "Robo") -> tuple[Browser, Program]:
    owner = Browser(app)
    await owner.post("/api/account", {"name": name, "password": PASSWORD})
    made = await owner.post("/api/me/tokens", {"name": "trial", "password": PASSWORD})
    return owner, Program(app, made["token"])


@on_both_databases
def test_a_token_acts_for_its_account_until_it_is_revoked(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, program = await with_token(app)
        assert (await program.ask("GET", "me"))["name"] == "Robo"
        listed = await owner.get("/api/me/tokens")
        assert [(one["name"], one["used_ms"] is None) for one in listed] == [("trial", False)]
        stored = await app.state.active_tables.store.read(
            lambda c: [*c.scalars(api_tokens.select().with_only_columns(api_tokens.c.token_hash))]
        )
        assert program.token not in stored
        # A token is worth something under /api/v1/ alone, and a cookie nothing there.
        assert (await Browser(app).get("/api/me", authorization=f"Bearer {program.token}"))["name"] is None
        assert (await owner.ask("GET", "/api/v1/me")).status_code == 401
        await program.ask("GET", "me/sessions", status=404)
        await program.ask("POST", "me/password", {"password": PASSWORD, "new": "quarry lantern seven"}, status=404)
        await owner.post("/api/me/tokens", {"name": "x", "password": "not the right one"}, status=403)
        await Browser(app).delete(f"/api/me/tokens/{listed[0]['id']}", status=401)
        assert await owner.delete(f"/api/me/tokens/{listed[0]['id']}") == []
        assert (await program.ask("GET", "me", status=401))["code"] == "token"
        again = (await owner.post("/api/me/tokens", {"name": "y", "password": PASSWORD}))["token"]
        await owner.post("/api/me/password", {"password": PASSWORD, "new": "quarry lantern seven"})
        await Program(app, again).ask("GET", "me", status=401)

    run(trial, tmp_path)


def test_every_address_of_the_version_is_served_and_documented(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        known = {(method, path) for method, path, _ in routes(app)}
        assert {(method, f"/api/{path}") for method, path in VERSION_1} <= known
        for _, path in VERSION_1:
            assert path.rpartition("/")[2].replace("{tournament}", "{id}") in PAGE, path

    run(trial, tmp_path)


@on_both_databases
def test_a_program_plays_by_the_rules_of_people(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        _, program = await with_token(app)
        host = Browser(app)
        table = (await host.table("me", "free", "free", listed=True))["table"]["id"]
        here = await program.ask("POST", f"tables/{table}/sit", {"name": "Robo"})
        assert here["you"]["seats"] == [1]
        assert here["table"]["seats"][1]["name"] == "Robo [bot]"
        await program.ask("POST", f"tables/{table}/sit", {}, status=403)  # nobody sees two hands
        await host.post(f"/api/tables/{table}/seats/2", {"close": True})
        await host.post(f"/api/tables/{table}/start")
        actor = await app.state.active_tables.table(table)
        move = {"id": "m1", "seat": 1, "text": "play the piano"}
        assert (await program.ask("POST", f"tables/{table}/moves", move, status=409))["error"]
        await program.ask("POST", f"tables/{table}/moves", {**move, "id": "m2", "seat": 0}, status=403)
        await program.ask("POST", "tables/nowhere/moves", move, status=404)
        await program.ask("GET", f"tables/{table}/at/2?seat=0", status=403)
        await program.ask("GET", f"tables/{table}/export", status=403)
        seat = actor.awaited()[0]
        mover = program if seat == 1 else None
        wish = {"id": "m3", "seat": seat, "text": actor.match.legal(seat)[0]}
        if mover is None:
            first = await host.post(f"/api/tables/{table}/moves", wish)  # the page's session may do the same
            again = await host.post(f"/api/tables/{table}/moves", wish)
        else:
            first = await program.ask("POST", f"tables/{table}/moves", wish)
            again = await program.ask("POST", f"tables/{table}/moves", wish)
        assert first == again == {"version": actor.version, "steps": []}

    run(trial, tmp_path)


@on_both_databases
def test_a_program_is_told_apart_whatever_it_is_called(tmp_path: Path) -> None:
    """At the table, in the lobby, in the record and among the results; and nobody else looks like one."""

    async def trial(app: FastAPI) -> None:
        owner, program = await with_token(app)
        other = (await with_token(app, "Robo Two"))[1]
        host = Browser(app)
        table = (await host.table("me", "free", "free", listed=True))["table"]["id"]

        async def called() -> list[str]:
            seen = await host.get(f"/api/tables/{table}")
            return [seat["name"] for seat in seen["table"]["seats"]]

        await program.ask("POST", f"tables/{table}/sit", {"name": "Robo"})
        await other.ask("POST", f"tables/{table}/sit", {"name": "Robo"})
        assert (await called())[1:] == ["Robo [bot]", "Robo 2 [bot]"]
        renamed = [("Anna", "Anna [bot]"), ("Ben [BOT]", "Ben [BOT] [bot]"), (24 * "n", f"{18 * 'n'} [bot]")]
        for wanted, name in renamed:
            await owner.post(f"/api/tables/{table}/seats/1", {"name": wanted})
            assert (await called())[1] == name
        await owner.post(f"/api/tables/{table}/seats/1", {"name": "Bea"})
        listed = next(one for one in (await Browser(app).get("/api/lobby"))["open"] if one["table"]["id"] == table)
        assert listed["table"]["seats"][1]["name"] == "Bea [bot]"
        for wanted in ("Carl [bot]", "Carl [B0T]"):
            assert (await host.post(f"/api/tables/{table}/seats/0", {"name": wanted}, status=409))["code"] == "reserved"
        seats = [{"holder": "me", "name": "Carl [bot]"}, {"holder": "free"}]
        wish = {"game": GAME, "board": "mini", "seats": seats}
        assert (await host.post("/api/tables", wish, status=409))["code"] == "reserved"
        assert "Bea [bot]" in str(await host.get(f"/api/tables/{table}/entries")), "as the record has it"

    run(trial, tmp_path)


@on_both_databases
def test_a_program_that_plays_for_its_owner_is_told_apart_from_its_first_move(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, program = await with_token(app, "Odile")
        guest = Browser(app)
        await guest.post("/api/account", {"name": "Gustav", "password": PASSWORD})
        seats = [{"holder": "me", "name": "Odile"}, {"holder": "free"}]
        made = await owner.post("/api/tables", {"game": GAME, "board": "mini", "seats": seats})
        table, secret = made["table"]["id"], made["link"]["path"].partition("#s=")[2]
        await guest.post(f"/api/tables/{table}/claim", {"secret": secret, "name": "Gustav", "accept": True})
        await owner.post(f"/api/tables/{table}/start")
        actor = await app.state.active_tables.table(table)
        while actor.awaited() != [0]:
            wish = {"id": f"g{actor.version}", "seat": 1, "text": actor.match.legal(1)[0]}
            await guest.post(f"/api/tables/{table}/moves", wish)
        wish = {"id": "first", "seat": 0, "text": actor.match.legal(0)[0], "version": actor.version}
        moved = await program.ask("POST", f"tables/{table}/moves", wish)
        assert moved["version"] == actor.version
        assert moved == await program.ask("POST", f"tables/{table}/moves", wish)
        await owner.post(f"/api/tables/{table}/seats/0", {"name": "Odile"})
        await play_out(app, table)
        assert [seat["name"] for seat in (await guest.get(f"/api/tables/{table}"))["table"]["seats"]] == [
            "Odile [bot]",
            "Gustav",
        ]
        game = (await guest.get("/api/profiles/Gustav/games"))["games"][0]
        assert [seat["name"] for seat in game["seats"]] == ["Odile [bot]", "Gustav"]
        assert game["rating_change"] is None, "people are rated by games with people"

    run(trial, tmp_path)


def test_logging_out_everywhere_ends_tokens_too(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, program = await with_token(app)
        await owner.delete("/api/me/sessions")  # log out everywhere
        await program.ask("GET", "me", status=401)

    run(trial, tmp_path)


def test_a_token_has_limits(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        _, program = await with_token(app)
        _, other = await with_token(app, "Other")
        for _ in range(3):
            await program.ask("GET", "me")
        assert (await program.ask("GET", "me", status=429))["code"] == "fast"
        await other.ask("GET", "me")

    run(trial, tmp_path, limits=Limits({"program": Rate(0.01, 3)}))


@async_test
async def test_the_example_bot_of_the_documentation_plays_a_whole_game(tmp_path: Path) -> None:
    code = re.search(r'```python title="bot.py"\n(.*?)```', PAGE, re.S)
    assert code is not None
    assert len(code[1].strip().splitlines()) <= 30
    (tmp_path / "bot.py").write_text(code[1], "utf-8")
    async with LiveServer(tmp_path / "data") as server:
        owner, host = await server.person(), await server.person()
        await owner.post("/api/account", {"name": "Robo", "password": PASSWORD})
        token = (await owner.post("/api/me/tokens", {"name": "bot", "password": PASSWORD}))["token"]
        table = (await host.make("greedy", "free", start=False, board="mini", listed=True, fill_s=60))["table"]["id"]
        environment = {**os.environ, "GOLDENSPIKE_URL": server.address, "GOLDENSPIKE_TOKEN": token}
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "bot.py"), GAME, env=environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(bot.communicate(), 120)
        assert f"playing at {table}" in said.decode()
        assert "over: [" in said.decode(), said.decode()
        seats = (await host.get(f"/api/tables/{table}"))["table"]["seats"]
        assert [seat["name"] for seat in seats][1] == "Robo [bot]"


@async_test
async def test_a_stream_shows_its_seat_and_nothing_else(tmp_path: Path) -> None:
    """Two programs at one table: what each receives is what its seat may see."""
    async with LiveServer(tmp_path) as server:
        host, guest, watcher = [await server.person() for _ in range(3)]
        made = await host.make("me", "free", start=False)
        table, secret = made["table"]["id"], made["link"]["path"].partition("#s=")[2]
        await guest.post(f"/api/tables/{table}/claim", {"secret": secret, "accept": True})
        await host.post(f"/api/tables/{table}/start")
        heard: dict[int | None, str] = {}
        for person, seat in ((host, 0), (guest, 1), (watcher, None)):
            query = "" if seat is None else f"?seat={seat}"
            async with person.http.stream("GET", f"{server.address}/api/tables/{table}/events{query}") as stream:
                assert stream.headers["content-type"].startswith("text/event-stream")
                lines = stream.aiter_lines()
                heard[seat] = "".join([await anext(lines) for _ in range(3)])
        actor = await server.actor(table)
        assert actor.match is not None
        welcome = {seat: json.loads(text.partition("data: ")[2]) for seat, text in heard.items()}
        assert welcome[None]["own"] is None
        assert welcome[0]["own"] != welcome[1]["own"]
        assert welcome[0]["view"] == welcome[1]["view"] == welcome[None]["view"]
        refused = await watcher.http.get(f"{server.address}/api/tables/{table}/events?seat=0")
        assert refused.status_code == 403


@on_both_databases
def test_finished_public_games_are_a_data_set(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path) as app:
            _, program = await with_token(app)
            host, names = Browser(app), []
            for listed in (True, True, False):
                table = (await host.table("me", "free", listed=listed))["table"]["id"]
                await host.post(f"/api/tables/{table}/seats/1", {"bot": "greedy"})
                await host.post(f"/api/tables/{table}/start")
                names.append(table)
            for table in names:
                await play_out(app, table)
            answer = await program.ask("GET", f"finished-games/{GAME}")
            lines = answer.text.splitlines()
            assert len(lines) == 2, "the private one is nobody's business"
            for line in lines:
                assert gs.load(json.loads(line)).over
                assert not [table for table in names[2:] if table in line]
            rest = await program.ask("GET", f"finished-games/{GAME}?after={answer.headers['next']}")
            assert (rest.text, "next" in rest.headers) == ("", False)
            await program.ask("GET", f"finished-games/{GAME}?after=x", status=400)

    asyncio.run(whole())
