"""People who meet through several servers: a tournament, and quick join at the same moment."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any

import pytest
import sqlalchemy as sa

from goldenspike.server.cluster.node import PRESENCE_S
from goldenspike.server.live import messages as m
from goldenspike.server.storage.profile_schema import RATED, ratings, results

from .test_profiles import replayed_ratings
from .trials.clients import Person, Viewer, together
from .trials.cluster_servers import ClusterServers
from .trials.crash import nothing_broke
from .trials.forked_servers import ForkedServers
from .trials.player import Player

pytestmark = pytest.mark.xdist_group("table-trials")
GAME = "santa-fe-rails"
PASSWORD = "a long enough password"
PATIENCE_S = 180.0


@pytest.fixture(scope="module")
def cluster(forked_servers: ForkedServers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterServers]:
    folder, arguments = tmp_path_factory.mktemp("cluster"), ["--log", "json"]
    with ClusterServers(folder, forked_servers=forked_servers, arguments=arguments) as servers:
        yield servers
        broken = [line for node in servers.nodes for line in nothing_broke(node)]
    assert broken == []


def people_at(cluster: ClusterServers, names: Sequence[str]) -> list[Person]:
    """People who each reach another node than the one before them."""
    nodes = cycle(cluster.nodes)
    return [Person(next(nodes).port, name) for name in names]


def at_once(*calls: Any) -> list[Any]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [done.result() for done in [threads.submit(call) for call in calls]]


def test_a_tournament_is_made_joined_and_played_through_all_nodes(cluster: ClusterServers) -> None:
    """Every page changes its node whenever it connects; the games of the tournament are rated once, in order."""
    host, *guests = people_at(cluster, ("Hanna", "Ida", "Jon", "Kai", "Lena", "Max"))
    for person in (host, *guests):
        person.do("POST", "/api/account", {"name": person.name, "password": PASSWORD})
    pace = {"kind": "live", "per_move_s": 60, "bank_s": 60, "absence": "bot"}
    wish = {"game": GAME, "board": "mini", "name": "Cup", "player": host.name, "pace": pace, "rounds": 2}
    made = host.do("POST", "/api/tournaments", wish)
    cup, secret = f"/api/tournaments/{made['tournament']['info']['id']}", made["link"]["path"].partition("#j=")[2]
    at_once(*(lambda p=p: p.do("POST", f"{cup}/join", {"secret": secret, "name": p.name}) for p in guests))
    begun = host.do("POST", f"{cup}/start")
    assert sorted(player["name"] for player in begun["players"]) == sorted(p.name for p in (host, *guests))

    async def play() -> None:
        over = False
        tasks: dict[str, asyncio.Task[None]] = {}
        async with asyncio.timeout(PATIENCE_S):
            while not over:
                for person in (host, *guests):
                    seen = await asyncio.to_thread(person.do, "GET", cup)
                    over = over or seen["info"]["status"] == "finished"
                    table = seen["table"]
                    if table and f"{table} {person.name}" not in tasks:
                        seat = (await asyncio.to_thread(person.do, "GET", f"/api/tables/{table}"))["you"]["seats"][0]
                        page = Player(person, table, seat, random.Random(f"{table} {seat}"))
                        page.choose_port = cluster.any_port
                        playing = page.live(lambda page=page: page.result is not None)
                        tasks[f"{table} {person.name}"] = asyncio.create_task(playing)
                await asyncio.sleep(0.1)
            await asyncio.gather(*tasks.values())

    asyncio.run(play())
    found = [person.do("GET", cup) for person in (host, *guests)]
    assert all(one["standings"] == found[0]["standings"] for one in found)
    assert [len(one["tables"]) for one in found[0]["played"]] == [3, 3]
    met = [frozenset(one["players"]) for each in found[0]["played"] for one in each["tables"]]
    assert len(set(met)) == 6
    assert all(one["status"] == "over" for each in found[0]["played"] for one in each["tables"])
    assert sum(one["score"] for one in found[0]["standings"]) == 6.0
    asyncio.run(asyncio.wait_for(rated(cluster.database, 6), PATIENCE_S))


async def rated(database: str, games: int) -> None:
    """Wait until all these games are rated, and compare the ratings with one rater's."""
    engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    while True:
        with engine.connect() as c:
            rows = list(c.execute(sa.select(results).where(results.c.rated == RATED)))
            there = c.execute(sa.select(ratings)).all()
        if len({row.table_id for row in rows}) == games:
            break
        await asyncio.sleep(0.1)
    engine.dispose()
    assert {row.account_id: (row.mean, row.doubt) for row in there} == {
        name: pytest.approx(values) for name, values in replayed_ratings(rows).items()
    }
    assert {row.games for row in there} == {2}


def test_quick_join_at_two_nodes_at_once_loses_no_seat(cluster: ClusterServers) -> None:
    """One table or two: everybody has one seat that is theirs alone, whichever node is asked."""
    everybody: list[tuple[Person, str, int]] = []
    for turn in range(4):
        people = people_at(cluster, [f"{name} {turn}" for name in ("Nora", "Olaf", "Pia")])
        wishes = [lambda p=p: p.do("POST", "/api/quick", {"game": GAME, "name": p.name}) for p in people]
        for person, got in zip(people, at_once(*wishes), strict=True):
            assert len(got["you"]["seats"]) == 1, got
            everybody.append((person, got["table"]["id"], got["you"]["seats"][0]))
    assert len({(table, seat) for _, table, seat in everybody}) == len(everybody), "nobody has another's seat"
    for person, table, seat in everybody:
        for node in cluster.nodes:
            seen = person.http.get(f"http://127.0.0.1:{node.port}/api/tables/{table}").json()
            assert seen["you"]["seats"] == [seat]
            assert seen["table"]["seats"][seat]["name"] == person.name
            assert seen["table"]["status"] == "open"
    tables = {table for _, table, _ in everybody}
    assert len(tables) < len(everybody), "and people do meet"


def test_who_is_at_a_table_is_known_at_every_node(cluster: ClusterServers) -> None:
    """They come, stay for longer than nodes wait before they tell everything anew, and leave."""
    ann, bob = people_at(cluster, ("Ann", "Bob"))
    table = together([ann, bob])

    def seen_at(person: Person) -> set[int]:
        listed = person.do("GET", "/api/lobby")
        one = next(one for one in listed["mine"] if one["table"]["id"] == table)
        return {seat["seat"] for seat in one["table"]["seats"] if seat["online"]}

    async def known(seats: set[int]) -> None:
        """At the node of Ann, who made the table, and at that of Bob, who is not there."""
        async with asyncio.timeout(PATIENCE_S):
            for person in (ann, bob):
                while await asyncio.to_thread(seen_at, person) != seats:
                    await asyncio.sleep(0.05)

    async def come_and_go() -> None:
        page = Viewer(ann, table, 0)
        await known(set())
        await page.join()
        await known({0})
        await asyncio.sleep(PRESENCE_S + 2)
        await known({0})
        page.leave()
        await known(set())

    asyncio.run(come_and_go())


def test_the_id_of_a_move_or_a_request_is_in_the_logs_of_both_nodes(cluster: ClusterServers) -> None:
    ann, bob = people_at(cluster, ("Ann", "Bob"))
    table = together([ann, bob])
    move, request = "a-move-of-bob", "asked-by-a-balancer"

    async def play() -> None:
        page = Viewer(bob, table, 1)
        await page.join()
        await page.until(lambda: bool(page.legal))
        assert isinstance(await page.play(page.legal[0], move), m.Ack)
        page.leave()

    def lines(node: int, about: str) -> list[dict[str, Any]]:
        told = [json.loads(line) for line in cluster.nodes[node].log_text().splitlines() if line.startswith("{")]
        return [line for line in told if line.get("request") == about]

    asyncio.run(play())
    headers = {"X-Request-Id": request}
    answer = bob.http.get(f"http://127.0.0.1:{bob.port}/api/tables/{table}", headers=headers)
    assert answer.status_code == 200
    until = time.monotonic() + PATIENCE_S
    while not all(lines(node, about) for node in (0, 1) for about in (move, request)):
        assert time.monotonic() < until, [lines(node, about) for node in (0, 1) for about in (move, request)]
        time.sleep(0.05)
    assert lines(1, move)[0]["table"] == lines(0, move)[0]["table"] == table
    assert lines(1, move)[0]["to_node"] == lines(1, request)[0]["to_node"], "the node that plays the table"
    assert not lines(2, move), "nobody else had to do with it"
