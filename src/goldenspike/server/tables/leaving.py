"""People who leave a table for good, and who hosts it then. Run by the table's actor.

Before the start a seat that is given up is free again. In a running game a bot plays on in it, under its own name, and
what it reaches is the bot's result: whoever gave up has none. A game never ends because somebody left; but once neither
host nor players are left, the table is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session, grant, granted, note_author, note_named, withdraw
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.table_record import Place, TableHeader
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.clock_watch import STAND_IN
from goldenspike.server.tables.known_cards import hides_something, note_known

HOST_AWAY_MS = 3 * 86_400_000  # after so long others may take a table over from its host

Changes = list[Callable[[Connection], Any]]


async def leave(actor: TableActor, session: Session, seat: int | None = None) -> None:
    """Give up one seat, or everything one has at a table."""
    table, holders = actor.header.id, session.holders
    you = await actor.store.read(lambda connection: granted(connection, table, session))
    if seat is not None and seat not in you.seats:
        raise HttpError(403, "this seat is not yours", "seat")
    if not you.seats and not you.host:
        raise HttpError(403, "you have no seat here", "seat")
    if actor.header.status in {"finished", "closed"}:
        if seat is not None:
            raise HttpError(409, "this table is over", "status")
        await actor.store.write(lambda connection: _forget(connection, table, holders, you.seats))
        await actor.active_tables.check_all_grants(actor)
        return
    for number in you.seats if seat is None else [seat]:
        await give_up(actor, number)
    if you.host and seat is None:
        await hand_on(actor, holders)
    if not any(place.person for place in actor.header.places) and not actor.header.tournament:
        hosts, _ = await actor.store.read(lambda connection: _hosts(connection, table))
        if not hosts:
            await _close(actor)
    await actor.active_tables.check_all_grants(actor)


def _forget(connection: Connection, table: str, holders: list[str], seats: list[int]) -> None:
    known = schema.grants
    for seat in seats:
        note_author(connection, table, -1 - seat, holders[-1])  # the name stays, and so does whose it is
    connection.execute(sa.delete(known).where(known.c.table_id == table, known.c.holder.in_(holders)))


async def give_up(actor: TableActor, seat: int) -> None:
    """A seat is nobody's any more: free before the start, a bot's afterwards. A pending vote to go back is dropped."""
    header = actor.header.copy()
    place = header.places[seat]
    data = {"what": "leave", "name": place.name, "bot": None}
    header.proposal = None
    if header.status == "running":
        data["bot"] = place.bot = place.bot if place.bot is not None and place.stands_in else STAND_IN
        place.holder, place.name = "bot", place.bot.capitalize()
        if hides_something(actor, seat):
            note_known(header, "seat")
        if actor.realtime is not None:
            actor.realtime.given_up(seat)
    else:
        place.holder, place.bot, place.name = "free", None, ""
        header.deal = None if header.deal is None else header.deal.with_random(seat, None)
    place.stands_in, place.secret_hash, place.device_hash, place.absent_ms = False, None, None, None
    table, entry = header.id, actor.version + 1
    more: Changes = [
        # Also of somebody without a name: whoever gives up a game between people has lost it.
        lambda connection: note_named(connection, table, entry, seat),
        lambda connection: withdraw(connection, table, seat),
    ]
    await actor.record_and_publish("seat", seat, data, header, more)


async def hand_on(actor: TableActor, gone: list[str]) -> None:
    """The next person hosts the table: whoever has sat there longest."""
    heir = await actor.store.read(lambda connection: _heir(connection, actor.header, gone))
    table, known = actor.header.id, schema.grants
    more: Changes = [
        lambda connection: connection.execute(
            sa.delete(known).where(known.c.table_id == table, known.c.seat == HOST, known.c.holder.in_(gone))
        )
    ]
    if heir is None:
        await actor.store.write(more[0])
        return
    seat, holder = heir
    more.append(lambda connection: grant(connection, table, [HOST], holder))
    await actor.record_and_publish("seat", seat, {"what": "host"}, actor.header.copy(), more)


def _heir(connection: Connection, header: TableHeader, gone: list[str]) -> tuple[int, str] | None:
    """The seat and the holder that hosts next; None if somebody else hosts already, or nobody is left."""
    known = schema.grants
    rows = connection.execute(
        sa.select(known).where(known.c.table_id == header.id, known.c.holder.not_in(gone)).order_by(known.c.created_ms)
    ).all()
    if any(row.seat == HOST for row in rows):
        return None
    people = {place.seat for place in header.places if place.person}
    return next(((row.seat, row.holder) for row in rows if row.seat in people), None)


async def take_over(actor: TableActor, session: Session) -> None:
    """Somebody who plays here becomes host in the place of one who is lost."""
    table = actor.header.id
    you = await actor.store.read(lambda connection: granted(connection, table, session))
    if not _seated(actor.header.places, you.seats):
        raise HttpError(403, "only somebody who sits here can become the host", "seat")
    if you.host:
        raise HttpError(409, "you are the host already", "hosted")
    if actor.header.status not in {"open", "running"}:
        raise HttpError(409, "this table is over", "status")
    if actor.header.tournament:
        raise HttpError(409, "a table of a tournament has no host", "hosted")
    hosts, seen = await actor.store.read(lambda connection: _hosts(connection, table))
    away = seen is None or actor.active_tables.now() - seen >= HOST_AWAY_MS
    if any(viewer.host for viewer in actor.viewers) or not away:
        raise HttpError(
            409, "the host is still there; after three days of absence the table can be taken over", "hosted"
        )
    assert session.holder is not None
    holder, known = session.holder, schema.grants
    more: Changes = [
        lambda connection: connection.execute(
            sa.delete(known).where(known.c.table_id == table, known.c.seat == HOST, known.c.holder.in_(hosts))
        ),
        lambda connection: grant(connection, table, [HOST], holder),
    ]
    await actor.record_and_publish("seat", you.seats[0], {"what": "host"}, actor.header.copy(), more)
    await actor.active_tables.check_all_grants(actor)


def _seated(places: list[Place], seats: list[int]) -> bool:
    return any(places[seat].person for seat in seats)


def _hosts(connection: Connection, table: str) -> tuple[list[str], int | None]:
    """The holders that host a table, and when one of their browsers was last seen."""
    known, browsers, people = schema.grants, schema.sessions, schema.accounts
    hosts = list(connection.scalars(sa.select(known.c.holder).where(known.c.table_id == table, known.c.seat == HOST)))
    keys = [holder[2:] for holder in hosts]
    chosen = sa.union_all(
        sa.select(browsers.c.seen_ms).where(browsers.c.token_hash.in_(keys)),
        sa.select(people.c.seen_ms).where(people.c.id.in_(keys)),
    )
    return hosts, max(connection.scalars(chosen), default=None)


async def _close(actor: TableActor) -> None:
    """Nobody is left: the table is over."""
    header = actor.header.copy()
    header.status, header.listed, header.proposal = "closed", False, None
    await actor.record_and_publish("close", None, {"what": "left"}, header)
