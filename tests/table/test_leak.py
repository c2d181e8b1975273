"""Nobody hears what is not for them: every frame, page, error and export of whole games, for every role."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from .trials import leak
from .trials.nest import Nest
from .trials.server import Server
from .trials.twins import Stage, twins

pytestmark = pytest.mark.xdist_group("table-trials")


@pytest.mark.parametrize("game", leak.GAMES)
def test_a_whole_game_tells_nobody_more_than_they_may_know(game: str, nest: Nest, tmp_path: Path) -> None:
    async def whole_game() -> leak.Played:
        with Server(tmp_path / "data", nest=nest) as server:
            return await leak.Circle(server, game, 3, random.Random(f"leak {game}")).play()

    played = asyncio.run(whole_game())
    assert played.truth.match.over
    assert played.frames > 1000
    assert {ear.role for ear in played.ears if ear.heard} == {
        "host",
        "seat 0",
        "seat 1",
        "seat 2",
        "spectator",
        "stranger",
    }
    assert played.findings[:8] == []


@pytest.mark.parametrize("game", leak.GAMES)
def test_worlds_a_seat_cannot_tell_apart_send_it_the_same_bytes(game: str, nest: Nest, tmp_path: Path) -> None:
    pairs = [twins(game, 3, viewer, seed=20 + viewer, moves=45) for viewer in range(3)]

    async def both(pair_number: int, stage: Stage, tables: list[str]) -> list[list[bytes]]:
        pair = pairs[pair_number]
        return [
            await stage.perform(tables[0], pair.one, pair.viewer),
            await stage.perform(tables[1], pair.other, pair.viewer),
        ]

    with Server(tmp_path / "data", nest=nest) as server:
        stage = Stage(server, 3)
        tables = [[stage.table(game), stage.table(game)] for _ in pairs]
        server.stop()
        for pair, (one, other) in zip(pairs, tables, strict=True):
            assert pair.one.position["hands"] != pair.other.position["hands"], (
                "a redeal that changes nothing tests nothing"
            )
            stage.deal(one, pair.one)
            stage.deal(other, pair.other)
        server.start()
        for number in range(len(pairs)):
            heard = asyncio.run(both(number, stage, tables[number]))
            assert len(heard[0]) > 100
            assert heard[0] == heard[1]
