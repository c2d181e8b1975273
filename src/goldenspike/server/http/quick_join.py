"""Quick join: a seat at any table of a game that waits for players, or a new table that others can join."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import (
    active_tables_of,
    check_new_table,
    ensure_session,
    listing,
    rights_at,
    shown_name,
)
from goldenspike.server.live import messages as m
from goldenspike.server.people.relations import tables_apart
from goldenspike.server.storage import schema
from goldenspike.server.storage.store import NotOwner
from goldenspike.server.storage.table_record import TableHeader, headers_of
from goldenspike.server.tables import seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.seat_names import check_new_names

router = APIRouter()
LOOKED_AT = 100  # of the open tables, those that changed last
SEATS = 4  # of a new table, where the game allows it
OPENING_MS = 15_000  # so long after it was made, the page of whoever made a table may not be there yet
WAIT_S = 60  # then bots take the seats that are free
PACE = m.TimeControl("live", per_move_s=60, bank_s=300, absence="bot")  # nobody waits for a stranger who is gone


@router.post("/api/quick")
async def quick_join(request: Request) -> Response:
    """A seat at a table of this game where people wait, or at a new one that others can join."""
    wanted = await body(request, m.QuickJoin)
    game = catalogue.game(wanted.game)
    check_rate(request, "heavy")
    session, headers = await ensure_session(request)
    active_tables, name = active_tables_of(request), shown_name(session, wanted.name)
    known, mine = await active_tables.store.read(lambda c: _open_tables(c, game.name, session))
    for header in _best_first(known, mine, active_tables):
        try:
            actor = await active_tables.table(header.id)
            if actor is None:
                continue
            if header.id not in mine:
                await actor.call(seats.sit, actor, session, name)
        except NotOwner:
            continue
        except HttpError as error:
            if error.code == "reserved":
                raise
            continue  # somebody was quicker, or they are kept apart
        return answer(listing(actor, await rights_at(actor, session)), headers=headers)
    check_new_table(request)
    count = min(game.seats[-1], max(game.seats[0], SEATS))
    free = [m.NewSeat() for _ in range(count - 1)]
    preset = game.presets[game.starts[0]] if game.starts else {}
    wish = m.NewTable(
        game=game.name,
        seats=[m.NewSeat("me", name or session.name or ""), *free],
        options=dict(preset),
        listed=True,
        pace=PACE,
        fill_s=WAIT_S,
    )
    header, _ = seats.new_header(wish)
    check_new_names(header, [0] if session.program else ())
    assert session.holder is not None
    await seats.make(active_tables.store, header, session.holder, [0])
    actor = await active_tables.table(header.id)
    assert actor is not None
    active_tables.listed_changes += 1
    return answer(listing(actor, await rights_at(actor, session)), headers=headers)


def _open_tables(connection: Connection, game: str, session: Session) -> tuple[list[TableHeader], set[str]]:
    """Open public tables of a game, and those of them at which whoever asks has a seat already."""
    known, grants = schema.tables, schema.grants
    chosen = sa.select(known.c.id).where(known.c.listed, known.c.status == "open", known.c.game == game)
    names = list(connection.scalars(chosen.order_by(known.c.changed_ms.desc()).limit(LOOKED_AT)))
    held = sa.select(grants.c.table_id).where(grants.c.table_id.in_(names), grants.c.holder.in_(session.holders))
    mine = set(connection.scalars(held))
    apart = tables_apart(connection, session, names)
    return [header for name, header in headers_of(connection, names).items() if name not in apart], mine


def _best_first(known: list[TableHeader], mine: set[str], active_tables: ActiveTables) -> list[TableHeader]:
    """Tables where a game is about to begin: one's own first, then where most people sit, then the oldest."""
    there = [header for header in known if _soon(header, header.id in mine, active_tables)]
    return sorted(
        there, key=lambda one: (one.id not in mine, -sum(place.person for place in one.places), one.created_ms)
    )


def _soon(header: TableHeader, mine: bool, active_tables: ActiveTables) -> bool:
    if header.known or header.hot_seat or header.sandbox or header.pace.kind == "days":
        return False
    if mine:
        return header.fill_ms is not None
    if not any(place.holder == "free" for place in header.places):
        return False
    fresh = header.fill_ms is not None and active_tables.now() - header.created_ms < OPENING_MS
    return fresh or bool(active_tables.online_at(header.id))
