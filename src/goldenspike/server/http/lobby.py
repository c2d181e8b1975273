"""The lobby: one's own tables, and those that are listed for everybody."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from goldenspike.server.http.errors import answer
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import active_tables_of, current_session
from goldenspike.server.live import messages as m
from goldenspike.server.people.relations import tables_apart
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.table_record import TableHeader, describe, headers_of
from goldenspike.server.storage.watch_delay import as_watched, hidden_end, hides
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor

router = APIRouter()
LISTED = 50
FRESH_S = 5.0  # tables that were deleted are seen for so long
Found = list[tuple[TableHeader, int]]  # tables, each with the bit mask of the seats whose decision is awaited


@router.get("/api/keeping")
async def keeping(request: Request) -> Response:
    """How long tables are kept here."""
    return answer(request.app.state.retention.keeping())


@router.get("/api/lobby")
async def lobby(request: Request) -> Response:
    check_rate(request, "heavy")
    active_tables = active_tables_of(request)
    session = await current_session(request)
    # Read when a listed table has changed, not whenever somebody looks.
    public: dict[str, Found] = await request.app.state.public_lists.get(
        active_tables.listed_changes, lambda: active_tables.store.read(lambda c: _public(c, active_tables.now()))
    )
    names = [header.id for found in public.values() for header, _ in found]
    own, mine = await active_tables.store.read(lambda connection: _own(connection, session, names))
    apart = await active_tables.store.read(lambda connection: tables_apart(connection, session, names))

    def listings(found: Found) -> list[m.Listing]:
        return [_listing(active_tables, header, mask, mine, session) for header, mask in found]

    seen = {status: [one for one in found if one[0].id not in apart] for status, found in public.items()}
    return answer(m.Lobby(listings(own), *(listings(seen[status]) for status in ("open", "running", "finished"))))


def _public(connection: Connection, now: int) -> dict[str, Found]:
    known = schema.tables
    newest = known.c.changed_ms.desc()
    hidden = (known.c.status == "finished") & hidden_end(now)  # for those who only watch, it is not over yet
    found = {}
    for status in ("open", "running", "finished"):
        chosen = sa.select(known.c.id).where(known.c.listed, known.c.status == status, ~hidden)
        found[status] = _tables(connection, chosen.order_by(newest).limit(LISTED))
    late = sa.select(known.c.id).where(known.c.listed, hidden).order_by(newest)
    found["running"] += _tables(connection, late.limit(LISTED))
    return found


def _own(connection: Connection, session: Session, listed: list[str]) -> tuple[Found, dict[str, set[int]]]:
    """A person's own tables, and what they hold there and at listed ones."""
    if not session.holders:
        return [], {}
    known, grants = schema.tables, schema.grants
    held = sa.select(grants.c.table_id).where(grants.c.holder.in_(session.holders))
    chosen = sa.select(known.c.id).where(known.c.id.in_(held)).order_by(known.c.changed_ms.desc())
    found = _tables(connection, chosen.limit(2 * LISTED))
    wanted = sa.select(grants.c.table_id, grants.c.seat).where(
        grants.c.table_id.in_([*listed, *(header.id for header, _ in found)]), grants.c.holder.in_(session.holders)
    )
    mine: dict[str, set[int]] = {}
    for name, seat in connection.execute(wanted):
        mine.setdefault(name, set()).add(seat)
    return found, mine


def _tables(connection: Connection, chosen: Any) -> Found:
    names = list(connection.scalars(chosen))
    known = schema.tables
    masks = sa.select(known.c.id, known.c.awaited).where(known.c.id.in_(names))
    awaited = {row.id: row.awaited for row in connection.execute(masks)}
    return [(header, awaited[name]) for name, header in headers_of(connection, names).items()]


def _listing(
    active_tables: ActiveTables, header: TableHeader, mask: int, mine: dict[str, set[int]], session: Session
) -> m.Listing:
    awaited = [seat for seat in range(header.players) if mask >> seat & 1 and header.status == "running"]
    held = mine.get(header.id, set())
    you = m.You(HOST in held, sorted(held - {HOST}), session.name)
    online, now = active_tables.online_at(header.id), active_tables.now()
    watching, round_no = _looked_at(active_tables.loaded.get(header.id), bool(held))
    if not held and hides(header, now):
        return m.Listing(as_watched(header, awaited, online, now), you, watching=watching, round=round_no)
    kept = None if header.result is None else msgspec.to_builtins(header.result)
    result = None if kept is None else m.Final(kept["points"], kept["winners"])
    table, mine_next = describe(header, awaited, online), bool(set(awaited) & set(you.seats))
    return m.Listing(table, you, mine_next, result, watching, round_no)


def _looked_at(actor: TableActor | None, member: bool) -> tuple[int | UnsetType, int | UnsetType]:
    """How many look on at a table that is played here, and the round as far as whoever asks may know."""
    if actor is None:
        return UNSET, UNSET
    watching = sum(1 for viewer in actor.viewers if not viewer.seats)
    delayed = actor.header.watch_delay_s > 0 and not member
    match = actor.match if not delayed else None if actor.late is None else actor.late.match
    if match is None or match.over:
        return watching, UNSET
    return watching, match.setting.round_of(match.s) or UNSET
