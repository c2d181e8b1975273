"""Tables made from tables: go on from a position in private, and play again with the same people."""

from __future__ import annotations

import random
import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.bots import imagine
from goldenspike.engine.match import Match
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session, grant, granted
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.table_record import TableHeader, Unplayable, match_at, read_rows, setting_of
from goldenspike.server.tables import deals, seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.known_cards import note_known


# ------------------------------------------------------------------ try from here
async def match_at_version(actor: TableActor, version: int) -> Match:
    """The match as it was at a version."""
    header, last = actor.header, actor.version
    if not 1 <= version <= last:
        raise HttpError(404, "this table has no such version", "version")

    def read(connection: Connection) -> Match | None:
        rows = read_rows(connection, header.id, 0, version)
        if not any(row.kind == "start" for row in rows):
            return None
        return match_at(connection, header, setting_of(header), rows)

    try:
        match = await actor.store.read(read, slow=True)
    except Unplayable as error:
        raise HttpError(409, str(error), "rules") from None
    if match is None:
        raise HttpError(409, "the game had not begun then", "status")
    return match


def viewpoint(match: Match, you: m.You, open_book: bool) -> int:
    """The seat from which to go on: an own one, if possible one whose turn it is."""
    own = [seat for seat in you.seats if seat < match.setting.seats]
    awaited = [seat for seat in match.actors if seat in own or (open_book and not own)]
    return (awaited or own or [0])[0]


def position_for(match: Match, seat: int | None) -> dict[str, Any]:
    """The position as data, with everything hidden from the seat dealt anew; exact without a seat."""
    s = match.s
    if seat is not None:
        # With fresh randomness: the table's own would deal the real cards again.
        s = imagine(match, seat, random.Random(secrets.randbits(128))).s
    return match.setting.position(s)


async def store_and_start(
    active_tables: ActiveTables, header: TableHeader, session: Session, mine: list[int]
) -> TableActor:
    """Store a new table and start it."""
    assert session.holder is not None
    await seats.make(active_tables.store, header, session.holder, mine)
    actor = await active_tables.table(header.id)
    assert actor is not None
    await actor.call(seats.start, actor)
    return actor


# ------------------------------------------------------------------ play again
async def rematch(actor: TableActor, session: Session, wanted: m.Again) -> str:
    """Run by the old table's actor, so that two requests make one table."""
    old = actor.header
    if old.status != "finished":
        raise HttpError(409, "this game is not over yet", "status")
    known = schema.tables
    chosen = sa.select(known.c.id).where(known.c.origin == old.id, known.c.sandbox.is_(False))
    found = await actor.store.read(lambda connection: connection.execute(chosen).scalar())
    name = await new_table_like(actor, session, wanted.same_seed) if found is None else str(found)
    made = await actor.active_tables.table(name)
    assert made is not None
    if made.header.status == "open":
        there = await actor.store.read(lambda connection: granted(connection, name, session))
        alone = {place.seat for place in made.header.places if place.person} <= set(there.seats)
        if (there.host or there.seats) and (wanted.sit or alone):
            await made.call(deals.arrive, made, there)
        if not await actor.store.read(lambda connection: announced(connection, old.id)):
            await actor.record_and_publish(
                "seat", None, {"what": "again", "table": name, "again": f"/t/{name}"}, actor.header.copy()
            )
    return name


def announced(connection: Connection, table: str) -> bool:
    """Does the log say already where the next game is?"""
    rows = read_rows(connection, table)
    return any(row.kind == "seat" and row.data is not None and row.data.get("what") == "again" for row in rows)


async def new_table_like(actor: TableActor, session: Session, same_seed: bool = False) -> str:
    """A table like this one, with everybody in their seats."""
    old = actor.header
    places = old.places[: old.players]
    new_seats = [
        m.NewSeat("bot", place.name, place.bot) if place.holder == "bot" else m.NewSeat("free", place.name)
        for place in places
    ]
    header, _ = seats.new_header(
        m.NewTable(
            game=old.game,
            seats=new_seats,
            options=old.options,
            board=old.board_id if old.board_source is None else None,
            name=old.name,
            listed=old.listed and not same_seed,
            hints=old.hints,
            confirm=old.confirm,
            pace=old.pace,
            watch_delay_s=old.watch_delay_s,
            seed=old.seed if same_seed and old.position is None else None,
        ),
        board=old.board_source,
        rules=old.rules if same_seed else None,
    )
    header.origin, header.hot_seat, header.saved_board = old.id, old.hot_seat, old.saved_board
    if old.hot_seat:
        note_known(header, "shared")
    for place, before in zip(header.places, places, strict=True):
        place.colour = before.colour
        if before.holder == "person":
            place.holder = "person"
    holder = session.holder
    assert holder is not None
    await seats.make(actor.store, header, holder, [], lambda connection: copy_grants(connection, old, header, holder))
    return header.id


def copy_grants(connection: Connection, old: TableHeader, new: TableHeader, holder: str) -> None:
    """Everybody gets the same seats at the new table that they had at the old one; without a host, whoever asks is it.

    Once, when it is made: whom its host sends away later does not come back by asking again.
    """
    known = schema.grants
    rows = connection.execute(sa.select(known).where(known.c.table_id == old.id)).mappings().all()
    kept = [{**row, "table_id": new.id} for row in rows if row["seat"] < old.players]
    if not new.hot_seat:
        kept = one_seat_each(kept)
    if kept:
        connection.execute(sa.insert(known), kept)
    if not any(row["seat"] == HOST for row in kept):
        grant(connection, new.id, [HOST], holder)


def one_seat_each(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Where people do not share a screen nobody has two seats, whatever they opened after the old game was over."""
    first: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: (row["created_ms"], row["seat"])):
        if row["seat"] != HOST:
            first.setdefault(row["holder"], row["seat"])
    return [row for row in rows if row["seat"] in {HOST, first.get(row["holder"])}]
