"""Bad input everywhere: no failure, no crash, no changed state."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from .trials import fuzz, openapi
from .trials.forked_servers import ForkedServers
from .trials.games import GAMES, NEW
from .trials.server import Server

pytestmark = pytest.mark.xdist_group("table-trials")


@pytest.fixture
def server(forked_servers: ForkedServers, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", forked_servers=forked_servers) as one:
        yield one


def test_nonsense_on_the_socket(server: Server) -> None:
    async def all_sorts() -> list[str]:
        victim = fuzz.Victim(server)
        await victim.begin()
        found = await fuzz.on_the_socket(victim, frames=2500, seed=11)
        for page in victim.pages:
            page.leave()
        return found

    assert asyncio.run(all_sorts()) == []


@pytest.mark.parametrize("name", NEW)
def test_nonsense_on_the_socket_of_any_game(name: str, forked_servers: ForkedServers, tmp_path: Path) -> None:
    game = GAMES[name]

    async def all_sorts(server: Server) -> list[str]:
        victim = fuzz.Victim(server, game)
        await victim.begin(6)
        found = await fuzz.on_the_socket(victim, frames=400, seed=11)
        for page in victim.pages:
            page.leave()
        return found

    with Server(tmp_path / "data", forked_servers=forked_servers, arguments=game.serve) as server:
        assert asyncio.run(all_sorts(server)) == []


def test_rights_at_one_table_are_no_rights_at_another(server: Server) -> None:
    async def borrow() -> list[str]:
        victim = fuzz.Victim(server)
        await victim.begin(3)
        found = await fuzz.borrowed_grants(victim)
        for page in victim.pages:
            page.leave()
        return found

    assert asyncio.run(borrow()) == []


def test_requests_that_are_hardly_http(server: Server) -> None:
    assert fuzz.raw_requests(fuzz.Victim(server), requests=150, seed=11) == []


@pytest.mark.parametrize("examples", [2, pytest.param(6, marks=pytest.mark.long)])
def test_every_address_of_the_description(examples: int, server: Server) -> None:
    assert openapi.on_the_api(fuzz.Victim(server), examples=examples) == []
