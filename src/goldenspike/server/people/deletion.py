"""Deleting an account: its names, chat, notes and letters go, its seats are given up, its tables are handed on.

The moves stay: without them nobody else could look at their own game any more, and they say nothing about a person.
What is deleted is overwritten in the file (secure_delete), and the write-ahead log is emptied. Backups made before are
the operator's to delete.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session
from goldenspike.server.storage.profile_schema import results
from goldenspike.server.storage.schema import (
    HOST,
    NOBODY,
    accounts,
    bans,
    entry_authors,
    grants,
    log,
    notes,
    outbox,
    relations,
    reports,
    reviews,
    saved_boards,
    seats,
    sessions,
    silent_tables,
    studies,
    tables,
)
from goldenspike.server.tables import leaving
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tournaments import record as tournament_record

REMOVED = msgspec.json.encode({"removed": True}).decode()


async def delete_account(active_tables: ActiveTables, session: Session) -> None:
    """Delete an account and everything that is only its own."""
    if session.account is None:
        raise HttpError(401)
    store, holder = active_tables.store, f"a:{session.account}"
    person = Session(None, session.account, session.name)
    held = await store.read(lambda c: seats_of(c, holder))
    for table in held:
        actor = await active_tables.table(table)
        if actor is not None and actor.header.status in {"open", "running"}:
            await actor.call(leaving.leave, actor, person)
    named = sa.select(entry_authors.c.table_id).where(entry_authors.c.holder == holder)
    for table in held.keys() | await store.read(lambda c: set(c.scalars(named))):  # also seats given up long ago
        await _forget(active_tables, table, holder, held.get(table, []))

    def work(c: Connection) -> None:
        for kept in (grants, notes, relations, saved_boards, silent_tables, studies):
            c.execute(sa.delete(kept).where(kept.c.holder == holder))
        tournament_record.forget(c, holder, NOBODY)
        c.execute(sa.delete(relations).where(relations.c.other == holder))
        for left in (reviews, results):
            c.execute(sa.update(left).where(left.c.holder == holder).values(holder=NOBODY))
        c.execute(sa.update(reports).where(reports.c.holder == holder).values(holder=NOBODY, text=""))
        c.execute(sa.update(reports).where(reports.c.about == holder).values(about=NOBODY, name="", said="[]"))
        c.execute(sa.delete(bans).where(bans.c.kind == "account", bans.c.target == session.account))
        c.execute(sa.delete(outbox).where(outbox.c.account_id == session.account))
        c.execute(sa.delete(sessions).where(sessions.c.account_id == session.account))
        c.execute(sa.delete(accounts).where(accounts.c.id == session.account))

    await store.write(work)
    await store.erase_deleted()


def seats_of(c: Connection, holder: str) -> dict[str, list[int]]:
    """The tables a holder has something to do with, and the seats there (HOST among them)."""
    found: dict[str, list[int]] = {}
    for row in c.execute(sa.select(grants.c.table_id, grants.c.seat).where(grants.c.holder == holder)):
        found.setdefault(row.table_id, []).append(row.seat)
    return found


def forget_at(c: Connection, table: str, holder: str, mine: list[int]) -> None:
    """Take a person's names and words out of one table's record."""
    known = set(c.scalars(sa.select(entry_authors.c.seq).where(entry_authors.c.table_id == table)))
    which = (entry_authors.c.table_id == table) & (entry_authors.c.holder == holder)
    theirs = set(c.scalars(sa.select(entry_authors.c.seq).where(which)))
    c.execute(sa.delete(entry_authors).where(which))
    own = {seat for seat in mine if seat != HOST}
    # Entries of earlier versions have no author: then they are the seat's, and the host's where there is no seat.
    seats_then = {*own, None} if HOST in mine else own
    names: set[str] = set()
    told = (log.c.table_id == table) & log.c.kind.in_(("chat", "seat"))
    for row in c.execute(sa.select(log.c.seq, log.c.kind, log.c.seat, log.c.data).where(told)).all():
        if row.seq not in theirs and (row.seq in known or row.seat not in seats_then):
            continue
        change = sa.update(log).where(log.c.table_id == table, log.c.seq == row.seq)
        data = {} if row.data is None else msgspec.json.decode(row.data)
        if row.kind == "chat":
            c.execute(change.values(text="", data=REMOVED))
        elif row.kind == "seat" and data.get("name"):
            names.add(data["name"])
            c.execute(change.values(data=msgspec.json.encode({**data, "name": ""}).decode()))
    if 1 in theirs or (HOST in mine and 1 not in known):
        _forget_table_name(c, table, c.execute(sa.select(tables.c.name).where(tables.c.id == table)).scalar() or "")
    left = {-1 - seq for seq in theirs if seq < 0}
    place = (seats.c.table_id == table) & seats.c.seat.in_(own | left) & (seats.c.holder == "person")
    names |= set(c.scalars(sa.select(seats.c.name).where(place)))
    c.execute(sa.update(seats).where(place).values(name=""))
    _forget_in_copies(c, table, names - {""})


def _forget_table_name(c: Connection, table: str, name: str) -> None:
    """Also in notices about it, and where tables that were made from it are still called so."""
    c.execute(sa.update(tables).where(tables.c.id == table).values(name=""))
    for number, payload in c.execute(sa.select(outbox.c.id, outbox.c.payload).where(outbox.c.table_id == table)).all():
        nameless = msgspec.json.encode({**msgspec.json.decode(payload), "table_name": ""}).decode()
        c.execute(sa.update(outbox).where(outbox.c.id == number).values(payload=nameless))
    same = (tables.c.origin == table) & (tables.c.name == name)
    for copy in c.scalars(sa.select(tables.c.id).where(same)).all() if name else ():
        _forget_table_name(c, copy, name)


def _forget_in_copies(c: Connection, table: str, names: set[str]) -> None:
    """Tables that were made from one have the names of their seats from there."""
    for copy in c.scalars(sa.select(tables.c.id).where(tables.c.origin == table)).all() if names else ():
        which = (seats.c.table_id == copy) & seats.c.name.in_(names) & (seats.c.holder == "person")
        c.execute(sa.update(seats).where(which).values(name=""))
        _forget_in_copies(c, copy, names)


async def _forget(active_tables: ActiveTables, table: str, holder: str, mine: list[int]) -> None:
    """The same at a table that may be in use: in order with everything else, and everybody sees it without them."""
    actor = active_tables.loaded.get(table)
    if actor is None:
        await active_tables.store.write(lambda c: forget_at(c, table, holder, mine))
        return

    async def work() -> None:
        await actor.store.write(lambda c: forget_at(c, table, holder, mine))
        await actor.reload()
        for viewer in list(actor.viewers):
            await viewer.show_again()

    await actor.call(work)
