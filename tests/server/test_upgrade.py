"""Databases of earlier versions open under the code of the day: every log replays, every table plays on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from .databases import brought_over, database_of, store_of
from .trials import upgrade
from .trials.clients import Person, Viewer
from .trials.forked_servers import ForkedServers
from .trials.server import Server
from .trials.stored_tables import integrity_problems, stored_tables

pytestmark = pytest.mark.xdist_group("table-trials")
STORED = sorted(upgrade.FOLDER.glob("*.sql"))
# The oldest takes every step of the schema, the newest none. Those between are opened and replayed.
ENDS = (STORED[0], STORED[-1])


def test_there_is_a_stored_database_of_every_schema() -> None:
    steps = upgrade.ROOT / "src" / "goldenspike" / "server" / "storage" / "migrations" / "versions"
    assert [path.stem for path in STORED] == [path.stem.partition("_")[0] for path in sorted(steps.glob("v*.py"))]


@pytest.mark.parametrize("stored", STORED[1:-1], ids=lambda path: path.stem)
def test_a_stored_database_opens_and_replays(stored: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    known = upgrade.restore(stored, folder / "table.sqlite3")
    brought_over(folder)
    store_of(folder).close()
    database = database_of(folder) or folder / "table.sqlite3"
    assert integrity_problems(database) == []
    found = stored_tables(database)
    for name, table in known["tables"].items():
        assert found[table].version == known["versions"][name] + (name == "finished"), name
    for table in found.values():
        table.replayed()


@pytest.mark.parametrize(
    "stored",
    [pytest.param(path, id=path.stem, marks=() if path in ENDS else pytest.mark.long) for path in STORED],
)
def test_a_stored_database_plays_on(stored: Path, forked_servers: ForkedServers, tmp_path: Path) -> None:
    database = tmp_path / "data" / "table.sqlite3"
    known = upgrade.restore(stored, database)
    tables, versions = known["tables"], known["versions"]
    brought_over(tmp_path / "data")
    with Server(tmp_path / "data", forked_servers=forked_servers, arguments=["--bot-delay", "0"]) as server:
        people = [Person(server.port), Person(server.port)]
        for person, cookies in zip(people, known["cookies"], strict=True):
            person.http.cookies.update(cookies)

        async def look() -> None:
            for name, table in tables.items():
                page = Viewer(people[0], table, None)
                await page.join()
                assert page.version == versions[name] + (name == "finished"), name
                assert (page.result is not None) == (name == "finished")
                assert sorted(page.entries) == list(range(1, page.version + 1))
                page.leave()

        asyncio.run(look())
        for name in ("running", "terrain"):
            reached = asyncio.run(upgrade.played(people, tables[name], 8, random.Random(4)))
            assert reached > versions[name]
        assert people[0].do("GET", f"/api/tables/{tables['finished']}/export")["log"]
        past = people[0].do("GET", f"/api/tables/{tables['running']}/at/{versions['running'] // 2}")
        assert past["view"] is not None
        assert Person(server.port).do("POST", "/api/login", known["account"])["name"] == known["account"]["name"]
        server.stop()
    assert integrity_problems(server.database) == []
    for table in stored_tables(server.database).values():
        table.replayed()
