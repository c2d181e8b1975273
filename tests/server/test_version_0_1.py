"""A database of version 0.1 with tables of all games: it opens, every link works, and every table plays on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.cli import main

from .databases import brought_over
from .trials import upgrade
from .trials.clients import Person, Viewer, new_id, secret_of
from .trials.forked_servers import ForkedServers
from .trials.server import Server
from .trials.stored_tables import integrity_problems, stored_tables

pytestmark = pytest.mark.xdist_group("table-trials")
FOLDER = upgrade.ROOT / "tests" / "fixtures" / "version_0_1"
LINKS: dict[str, Any] = json.loads((FOLDER / "links.json").read_text("utf-8"))
TABLES: dict[str, dict[str, Any]] = LINKS["tables"]
TURNS = 5


def tables(*status: str) -> dict[str, dict[str, Any]]:
    return {what: known for what, known in TABLES.items() if known["status"] in status}


@contextmanager
def reopened(tmp_path: Path, forked_servers: ForkedServers) -> Iterator[Server]:
    """The database of version 0.1 behind the server of today."""
    upgrade.restore(FOLDER / "database.sql", tmp_path / "data" / "table.sqlite3")
    brought_over(tmp_path / "data")
    with Server(
        tmp_path / "data", forked_servers=forked_servers, arguments=["--bot-delay", "0", "--fast-clock", "3"]
    ) as server:
        yield server


def browsers(server: Server) -> dict[str, Person]:
    """Everybody comes back with the cookie they had."""
    people = {name: Person(server.port, name) for name in LINKS["cookies"]}
    for name, cookies in LINKS["cookies"].items():
        people[name].http.cookies.update(cookies)
    return people


def seats_of(known: dict[str, Any], name: str) -> list[int]:
    return [int(seat) for seat, who in known["seats"].items() if who == name]


# ------------------------------------------------------------------ looking
def test_every_table_replays_to_the_state_it_had(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "data" / "table.sqlite3"
    upgrade.restore(FOLDER / "database.sql", database)
    main(["check", str(database)])
    moves = sum(known["moves"] for known in TABLES.values())
    assert capsys.readouterr().out.strip() == f"{len(TABLES)} tables, {moves} moves replayed: all well"
    for table in stored_tables(database).values():
        match = table.replayed()
        known = next(known for known in TABLES.values() if known["id"] == table.id)
        assert (match and match.hash) == known["hash"]


def test_everybody_finds_their_tables_again(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with reopened(tmp_path, forked_servers) as server:
        people = browsers(server)
        for name, person in people.items():
            mine = {listing["table"]["id"]: listing for listing in person.do("GET", "/api/lobby")["mine"]}
            for what, known in TABLES.items():
                there = person.do("GET", f"/api/tables/{known['id']}")
                assert there["table"]["status"] == known["status"], what
                assert there["table"]["game"] == known["game"], what
                assert there["table"]["version"] >= known["version"], what
                assert there["you"]["seats"] == seats_of(known, name), what
                assert there["you"]["host"] == (known["host"] == name), what
                assert (known["id"] in mine) == (there["you"]["host"] or bool(there["you"]["seats"])), what
        assert people["Ann"].do("GET", f"/api/tables/{TABLES['sfr running']['id']}/note")["text"]
        page = Person(server.port).ask("GET", TABLES["sfr running"]["path"])
        assert page.headers["content-type"].startswith("text/html")
        # The account, from a browser that was never here before.
        account = {word: LINKS["account"][word] for word in ("name", "password")}
        elsewhere = Person(server.port)
        assert elsewhere.do("POST", "/api/login", account)["name"] == account["name"]
        known = TABLES["sf with time for each move"]
        there = elsewhere.do("GET", f"/api/tables/{known['id']}")
        assert there["you"]["seats"] == seats_of(known, LINKS["account"]["of"])
        assert there["table"]["pace"]["kind"] == "days"


def test_an_invitation_that_nobody_used_still_opens_its_seat(forked_servers: ForkedServers, tmp_path: Path) -> None:
    opened = 0
    with reopened(tmp_path, forked_servers) as server:
        for what, known in tables("open", "running", "finished").items():
            for seat, path in known["invitations"].items():
                assert path.startswith(known["path"])
                guest = Person(server.port, "Guest")
                wish = {"secret": secret_of({"path": path}), "name": guest.name}
                there = guest.ask("POST", f"/api/tables/{known['id']}/claim", wish)
                if seat in known["seats"]:
                    assert there.status_code == 404, what  # a link works once
                else:
                    assert there.json()["you"]["seats"] == [int(seat)], what
                    opened += 1
        assert opened


def test_finished_tables_are_shown_taken_away_and_continued(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with reopened(tmp_path, forked_servers) as server:
        ann, stranger = browsers(server)["Ann"], Person(server.port)

        async def shown(known: dict[str, Any]) -> Viewer:
            page = Viewer(stranger, known["id"], None)
            await page.join()
            page.leave()
            return page

        for what, known in tables("finished").items():
            page = asyncio.run(shown(known))
            assert page.result is not None
            assert page.result.points == known["result"]["points"], what
            assert page.result.winners == known["result"]["winners"], what
            assert page.result.reason == known["result"]["reason"], what
            assert sorted(page.entries) == list(range(1, page.version + 1)), what
            file = stranger.do("GET", f"/api/tables/{known['id']}/export")
            assert gs.load(file).hash == known["hash"], what
            past = stranger.do("GET", f"/api/tables/{known['id']}/at/{known['version'] // 2}")
            assert past["view"] is not None
            again = ann.do("POST", "/api/import", file)["table"]
            assert again["status"] == "finished"
            assert ann.do("GET", f"/api/tables/{again['id']}/export") == file
            if known["game"] == "rail-pass":
                reel = stranger.do("GET", f"/api/tables/{known['id']}/reel")
                assert reel["frames"][-1]["at_ms"] >= 60_000
        assert stranger.do("GET", "/api/best?game=rail-pass")
        known = TABLES["sf finished"]
        tried = ann.do("POST", f"/api/tables/{known['id']}/sandbox", {"version": known["version"] // 2})
        assert tried["table"]["sandbox"]
        assert ann.do("POST", f"/api/tables/{known['id']}/again")["table"]["status"] == "open"
        cat = browsers(server)["Cat"]
        assert cat.do("POST", f"/api/tables/{known['id']}/again")["table"]["status"] == "running"


# ------------------------------------------------------------------ playing
async def turns(pages: list[Viewer], number: int, seed: int) -> int:
    """Some turns of whoever is awaited; the version they lead to."""
    dice = random.Random(seed)
    for page in pages:
        await page.join()
    version = pages[0].version
    for _ in range(number):
        while not any(page.legal or page.result for page in pages):
            await asyncio.sleep(0.01)
        awaited = [page for page in pages if page.legal and page.result is None]
        if not awaited:
            break
        version, _ = await dice.choice(awaited).turn(dice)
        for page in pages:
            await page.reach(version)
    for page in pages:
        page.leave()
    return version


def own_pages(people: dict[str, Person], known: dict[str, Any]) -> list[Viewer]:
    """A page for every seat that somebody holds."""
    found = {}
    for person in people.values():
        for seat in person.do("GET", f"/api/tables/{known['id']}")["you"]["seats"]:
            found[seat] = Viewer(person, known["id"], seat)
    return list(found.values())


async def agreed(page: Viewer, proposal: str) -> None:
    await page.join()
    vote = new_id()
    page.send({"op": "vote", "id": vote, "seat": page.seat, "proposal": proposal, "yes": True})
    await page.answer(vote)
    assert vote in page.acks
    page.leave()


def test_running_tables_play_on(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with reopened(tmp_path, forked_servers) as server:
        people = browsers(server)
        # Somebody had asked to go back: the vote is still open, and is answered now.
        known = TABLES["sfr asked to go back"]
        there = people["Bob"].do("GET", f"/api/tables/{known['id']}")["table"]
        asyncio.run(agreed(Viewer(people["Bob"], known["id"], 1), there["proposal"]["id"]))
        assert people["Bob"].do("GET", f"/api/tables/{known['id']}")["table"]["proposal"] is None
        # A bot stood in: its person takes the seat back.
        known = TABLES["sf with a stand-in"]
        people["Bob"].do("POST", f"/api/tables/{known['id']}/seats/1", {"hand_back": True})
        # Those who waited for players get them.
        for known in tables("open").values():
            for seat, path in known["invitations"].items():
                if seat not in known["seats"]:
                    guest = people.setdefault(f"guest {seat}", Person(server.port, f"Guest {seat}"))
                    wish = {"secret": secret_of({"path": path}), "name": guest.name}
                    guest.do("POST", f"/api/tables/{known['id']}/claim", wish)
            people[known["host"]].do("POST", f"/api/tables/{known['id']}/start")

        async def everywhere() -> dict[str, int]:
            going = {
                what: turns(own_pages(people, known), TURNS, number)
                for number, (what, known) in enumerate(tables("open", "running").items())
            }
            async with asyncio.timeout(240):
                return dict(zip(going, await asyncio.gather(*going.values()), strict=True))

        reached = asyncio.run(everywhere())
        for what, version in reached.items():
            assert version >= TABLES[what]["version"] + TURNS, what
        closed = TABLES["sf closed"]
        assert people["Ann"].ask("POST", f"/api/tables/{closed['id']}/start").status_code == 409
        server.stop()
    database = server.database
    assert integrity_problems(database) == []
    for table in stored_tables(database).values():
        table.replayed()
