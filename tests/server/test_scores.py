"""Scores of finished tables are in a table of their own, and tables from before it are entered once."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from goldenspike.server.storage import schema
from goldenspike.server.storage.scores import best_of
from goldenspike.server.storage.store import Store

from .databases import connected, sqlite_only
from .live_server import LiveServer, async_test
from .trials.attacks import store_finished

STORED = 400
TICKS = {"game": "rail-pass", "board": "RP-L1", "options": {"clock": "ticks"}}


async def with_finished_tables(server: LiveServer, *, counted: bool) -> None:
    """Many finished tables, entered in the list or, as before there was one, not."""
    person = await server.person()
    made = await person.make("me", "me", **TICKS)
    await server.down()
    store_finished(server.data, made["table"]["id"], STORED)
    with connected(server.data) as database:
        stored = sa.update(schema.tables).where(schema.tables.c.id.startswith("stored-"))
        database.execute(stored.values(options=json.dumps(made["table"]["options"])))
        if not counted:
            database.execute(sa.delete(schema.scores))
            database.execute(sa.delete(schema.settings).where(schema.settings.c.name == "scores counted"))
    await server.up()


@async_test
async def test_tables_from_before_the_list_are_entered_once(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        await with_finished_tables(server, counted=False)
        stranger = await server.person()
        found = await stranger.get("/api/best?game=rail-pass")
        assert found, "the tables that were there are in the list"
        assert found[0]["score"] == 96
        with connected(tmp_path) as database:
            assert database.scalar(sa.select(sa.func.count()).select_from(schema.scores)) == STORED
        assert await stranger.get("/api/best?game=rail-pass&board=RP-L9") == []


@sqlite_only  # the plan is told in SQLite's words
@async_test
async def test_the_list_is_read_from_an_index(tmp_path: Path) -> None:
    """Six readers at 5,000 tables took three seconds each: every table was read and set up again."""
    async with LiveServer(tmp_path) as server:
        await with_finished_tables(server, counted=True)
        person = await server.person()
        await person.get("/api/best?game=rail-pass")
        begun = time.process_time()
        for _ in range(5):
            found = await person.get("/api/best?game=rail-pass&board=RP-L1")
        assert len(found) == 50
        assert (time.process_time() - begun) / 5 < 0.1
        for board in ("RP-L1", None):
            plan = plan_of(server.app.state.store, lambda c, board=board: best_of(c, "rail-pass", board, ["s:nobody"]))
            assert "ix_scores_game_board_id_setup_score" in plan
            assert not re.search(r"SCAN (scores|tables|grants|seats)\b", plan), plan


def plan_of(store: Store, work: Callable[[sa.Connection], object]) -> str:
    """How SQLite goes about everything that is asked for, in the words of the questions themselves."""
    plans: list[str] = []

    def explain(connection: sa.Connection, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        told = connection.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        plans.extend(row[3] for row in told.fetchall())

    with store.engine.connect() as connection:
        sa.event.listen(connection, "before_cursor_execute", explain)
        work(connection)
    return "\n".join(plans)


@async_test
async def test_unlisted_tables_are_shown_to_their_own_people_only(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        await with_finished_tables(server, counted=True)
        with connected(tmp_path) as database:
            database.execute(sa.update(schema.tables).values(listed=False))
        person = await server.person()
        assert await person.get("/api/best?game=rail-pass") == []
