"""Nobody receives what is not for them: every frame, page, error and export of whole games, for every role."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from .trials import leak
from .trials.forked_servers import ForkedServers
from .trials.games import GAMES
from .trials.redealt_worlds import WorldPair, WorldPairTrial, redealt, swapped_cards
from .trials.server import Server

CITY_CARDS = [name for name, kind in GAMES.items() if kind.cards is not None]
SEALED = [name for name, kind in GAMES.items() if kind.cards is None and not kind.timed]
pytestmark = pytest.mark.xdist_group("table-trials")
# Games with the same cards keep the same secrets: one of them here, the others at length.
ONE_WITH_CITY_CARDS = [*CITY_CARDS[:1], *(pytest.param(name, marks=pytest.mark.long) for name in CITY_CARDS[1:])]
# Both editions of Santa Fe have one view, so one of them is played to its end.
WHOLE = [pytest.param(name, marks=pytest.mark.long if name == "santa-fe" else ()) for name in GAMES]


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_game_tells_nobody_more_than_they_may_know(
    name: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    game = GAMES[name]

    async def whole_game() -> leak.Played:
        with Server(tmp_path / "data", forked_servers=forked_servers, arguments=game.serve) as server:
            return await leak.LeakTrial(server, game, 3, random.Random(f"leak {name}")).play(game.most)

    played = asyncio.run(whole_game())
    assert played.truth.match.over or len(played.truth.lines) >= game.most
    assert played.frames > (1000 if played.truth.match.over else 300)
    assert {listener.role for listener in played.listeners if listener.received} == {
        "host",
        "seat 0",
        "seat 1",
        "seat 2",
        "spectator",
        "stranger",
    }
    assert played.findings[:8] == []


@pytest.mark.parametrize("game", ONE_WITH_CITY_CARDS)
def test_worlds_a_seat_cannot_tell_apart_send_it_the_same_bytes(
    game: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    same_bytes(
        game,
        [swapped_cards(game, 3, viewer, seed=20 + viewer, moves=45) for viewer in range(3)],
        forked_servers,
        tmp_path,
    )


@pytest.mark.parametrize("game", SEALED)
def test_secret_turns_of_others_and_what_is_to_come_change_no_byte(
    game: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    pairs = [redealt(GAMES[game], 3, viewer, seed=40 + viewer, turns=6 + 4 * viewer) for viewer in range(2)]
    same_bytes(game, pairs, forked_servers, tmp_path, least=10)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_and_texts_are_those_of_the_viewpoint(
    name: str, forked_servers: ForkedServers, tmp_path: Path
) -> None:
    game, without_page = GAMES[name], {"GOLDENSPIKE_PAGE": str(tmp_path)}  # so the server draws every game

    async def some_moves() -> leak.Played:
        served = Server(
            tmp_path / "data", forked_servers=forked_servers, arguments=game.serve, environment=without_page
        )
        with served as server:
            return await leak.LeakTrial(server, game, 3, random.Random(f"drawn {name}"), pictures=True).play(3)

    played = asyncio.run(some_moves())
    drawn = [
        received for listener in played.listeners for received in listener.received if b'"picture":"' in received.raw
    ]
    assert {received.how.partition(" ")[0] for received in drawn} >= {"socket", "GET"}
    assert played.findings[:8] == []


@pytest.mark.parametrize("game", ONE_WITH_CITY_CARDS)
def test_pictures_and_texts_do_not_tell_worlds_apart(game: str, forked_servers: ForkedServers, tmp_path: Path) -> None:
    same_bytes(game, [swapped_cards(game, 3, 1, seed=61, moves=8)], forked_servers, tmp_path, least=10, pictures=True)


@pytest.mark.parametrize("game", SEALED)
def test_pictures_and_texts_do_not_show_secret_turns(game: str, forked_servers: ForkedServers, tmp_path: Path) -> None:
    pairs = [redealt(GAMES[game], 3, viewer, seed=80 + viewer, turns=6) for viewer in range(2)]
    same_bytes(game, pairs, forked_servers, tmp_path, least=10, pictures=True)


def same_bytes(
    game: str,
    pairs: list[WorldPair],
    forked_servers: ForkedServers,
    tmp_path: Path,
    least: int = 100,
    *,
    pictures: bool = False,
) -> None:
    """Both worlds of each pair at a table of their own: everything that reaches the seat is the same."""

    async def both(pair_number: int, trial: WorldPairTrial, tables: list[str]) -> list[list[bytes]]:
        pair = pairs[pair_number]
        return [
            await trial.perform(tables[0], pair.one, pair.viewer),
            await trial.perform(tables[1], pair.other, pair.viewer),
        ]

    without_page = {"GOLDENSPIKE_PAGE": str(tmp_path)} if pictures else {}
    with Server(tmp_path / "data", forked_servers=forked_servers, environment=without_page) as server:
        trial = WorldPairTrial(server, 3, pictures=pictures)
        tables = [[trial.table(game), trial.table(game)] for _ in pairs]
        server.stop()
        for pair, (one, other) in zip(pairs, tables, strict=True):
            assert pair.one.position != pair.other.position, "a redeal that changes nothing tests nothing"
            trial.deal(one, pair.one)
            trial.deal(other, pair.other)
        server.start()
        for number in range(len(pairs)):
            received = asyncio.run(both(number, trial, tables[number]))
            assert len(received[0]) > least
            assert pictures == any(b'"picture":"' in part for part in received[0])
            assert received[0] == received[1]
