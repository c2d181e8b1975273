"""Scores of finished tables, in a table of their own: lists of the best need not look at every table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.game import Item, Result, Setting
from goldenspike.server.live.messages import Best
from goldenspike.server.server_clock import now_ms
from goldenspike.server.storage import schema
from goldenspike.server.storage.conflicts import insert_new
from goldenspike.server.storage.store import Store, Work
from goldenspike.server.storage.table_deal import FROM_FILE
from goldenspike.server.storage.table_record import TableHeader, Unplayable, headers_of, setting_of
from goldenspike.server.storage.watch_delay import hidden_end

MOST_BEST = 50
COUNTED = "scores counted"  # the setting that tells that tables from before this list are in it
AT_ONCE = 200


def score_of(header: TableHeader, setting: Setting | None) -> dict[str, Any] | None:
    """The row of a finished table, if it belongs into the list."""
    if header.result is None or header.sandbox or header.position is not None or header.origin == FROM_FILE:
        return None
    try:
        setting = setting or setting_of(header)
    except Unplayable:
        return None
    best = setting.best_score(result_of(header))
    if best is None:
        return None
    return {
        "table_id": header.id,
        "game": header.game,
        "board_id": header.board_id,
        "setup": best.setup,
        "score": best.score,
        "time_ms": best.time_ms,
        "at_ms": header.changed_ms,
    }


def result_of(header: TableHeader) -> Result:
    """The result of a finished table, as the game gave it."""
    kept = msgspec.to_builtins(header.result)
    sheet = tuple(tuple(Item(**item) for item in items) for items in kept["sheet"])
    return Result(tuple(kept["points"]), tuple(kept["winners"]), kept["reason"], sheet, tuple(kept["notes"]))


def write_score(header: TableHeader, setting: Setting | None) -> Work:
    """To be stored together with the end of a match."""
    row = score_of(header, setting)
    if row is None:
        return lambda connection: None
    return lambda connection: insert_new(connection, schema.scores, row)


async def count_earlier_tables(store: Store) -> None:
    """Once: enter the tables that were finished before there was a list."""
    done = sa.select(schema.settings.c.value).where(schema.settings.c.name == COUNTED)
    if await store.read(lambda connection: connection.execute(done).scalar()) is not None:
        return
    after: str | None = ""
    while after is not None:
        after = await _count_some(store, after)
    values = {"name": COUNTED, "value": "yes"}
    await store.write(lambda connection: insert_new(connection, schema.settings, values))


async def _count_some(store: Store, after: str) -> str | None:
    """Enter the next few tables; the last of their names, or None if there were none left."""
    names, rows = await store.read(lambda connection: _finished(connection, after), slow=True)
    if rows:
        await store.write(lambda connection: insert_new(connection, schema.scores, rows))
    return names[-1] if names else None


def _finished(connection: Connection, after: str) -> tuple[list[str], list[dict[str, Any]]]:
    known = schema.tables
    chosen = sa.select(known.c.id).where(known.c.status == "finished", known.c.id > after)
    names = list(connection.scalars(chosen.order_by(known.c.id).limit(AT_ONCE)))
    rows = [score_of(header, None) for header in headers_of(connection, names).values()]
    return names, [row for row in rows if row is not None]


def best_of(connection: Connection, game: str, board: str | None, holders: Sequence[str] = ()) -> list[Best]:
    """The best result of every setup; tables that are not listed are shown to their own people only."""
    scores, known, grants = schema.scores, schema.tables, schema.grants
    hidden = hidden_end(now_ms())
    own = sa.select(grants.c.table_id).where(grants.c.holder.in_(holders))
    place = sa.func.row_number().over(partition_by=scores.c.setup, order_by=(scores.c.score.desc(), scores.c.at_ms))
    chosen = (
        sa.select(scores, place.label("place"))
        .join_from(scores, known)
        .where(scores.c.game == game, sa.or_(known.c.listed & ~hidden, known.c.id.in_(own)))
    )
    if board is not None:
        chosen = chosen.where(scores.c.board_id == board)
    each = chosen.subquery()
    first = sa.select(each).where(each.c.place == 1).order_by(each.c.score.desc(), each.c.at_ms).limit(MOST_BEST)
    rows = connection.execute(first).all()
    headers = headers_of(connection, [row.table_id for row in rows])
    return [
        Best(row.setup, row.score, row.time_ms, _names(headers[row.table_id]), row.table_id, row.at_ms) for row in rows
    ]


def _names(header: TableHeader) -> list[str]:
    return [place.name for place in header.places[: header.players]]
