"""A data folder with a few tables in it, made by the real app."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, served
from .databases import brought_over


async def played(folder: Path, tables: int = 2, moves: int = 5, **more: object) -> list[str]:
    """So many running tables with so many moves; their ids."""
    names = []
    async with served(folder) as app:
        browser = Browser(app)
        for seed in range(tables):
            name = (await browser.table("me", "me", seed=seed, **more))["table"]["id"]
            actor = await app.state.active_tables.table(name)
            for _ in range(moves):
                seat = actor.awaited()[0]
                await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])
            names.append(name)
    return names


def small_database(folder: Path, tables: int = 2, moves: int = 5, **more: object) -> list[str]:
    return asyncio.run(played(folder, tables, moves, **more))


def copied(source: Path, target: Path) -> Path:
    """A folder with everything in it, as it lies on the disk; its tables are in the database of this test."""
    shutil.copytree(source, target)
    brought_over(target)
    return target
