"""Tables over HTTP: make, find, claim, start, change, look back."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from msgspec import Meta
from sqlalchemy import Connection

from goldenspike.server import catalogue
from goldenspike.server.http.errors import Trouble, answer, body
from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.http.security import cookie
from goldenspike.server.http.sessions import Visitor, granted, new_session, visitor
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_record import Head, Unplayable, describe
from goldenspike.server.tables import requests as conduct
from goldenspike.server.tables import seats
from goldenspike.server.tables.active_tables import Hall
from goldenspike.server.tables.actor import TableActor

router = APIRouter()
LISTED = 50


class Name(m.Shape):
    name: Annotated[str, Meta(max_length=24)] = ""


def hall_of(request: Request) -> Hall:
    hall = request.app.state.hall
    assert isinstance(hall, Hall)
    return hall


async def who_asks(request: Request) -> Visitor:
    hall = hall_of(request)
    return await visitor(hall.store, hall.site, request.scope)


async def settled(request: Request) -> tuple[Visitor, dict[str, str]]:
    """Who asks, with a session of their own from now on, and the header that keeps it."""
    hall = hall_of(request)
    who = await who_asks(request)
    if who.session is not None:
        return who, {}
    slow = hall.limits.wait("new session", address_key(request.client.host if request.client else None))
    if slow:
        raise Trouble(429, wait=slow)
    who, token = await new_session(hall.store)
    return who, {"Set-Cookie": cookie(hall.site, request.scope, token)}


async def table_of(request: Request) -> TableActor:
    """The table a request is about."""
    found = await hall_of(request).table(request.path_params["table"])
    if found is None:
        raise Trouble(404, "there is no such table", "table")
    return found


async def you_at(actor: TableActor, who: Visitor) -> m.You:
    return await actor.store.read(lambda connection: granted(connection, actor.head.id, who))


async def hosted(request: Request) -> TableActor:
    """The table, if its host asks."""
    actor = await table_of(request)
    you = await you_at(actor, await who_asks(request))
    if not you.host:
        raise Trouble(403, "only the host of this table may do that", "host")
    return actor


def listing(actor: TableActor, you: m.You) -> m.Listing:
    awaited = set(actor.awaited()) & set(you.seats)
    return m.Listing(actor.table(), you, bool(awaited))


# ------------------------------------------------------------------ games
@router.get("/api/games")
async def games_here(request: Request) -> Response:
    return answer(catalogue.all_games())


# ------------------------------------------------------------------ tables
@router.post("/api/tables")
async def make_table(request: Request) -> Response:
    hall = hall_of(request)
    wish = await body(request, m.NewTable)
    slow = hall.limits.wait("new table", address_key(request.client.host if request.client else None))
    if slow:
        raise Trouble(429, wait=slow)
    head, keys = seats.new_head(wish)
    if wish.start and any(seat.holder == "free" for seat in wish.seats):
        raise Trouble(400, "a table with free seats cannot start at once", "free")
    who, headers = await settled(request)
    assert who.holder is not None
    mine = [number for number, seat in enumerate(wish.seats) if seat.holder == "me"]
    await seats.make(hall.store, head, who.holder, mine, seed_chosen=wish.seed is not None)
    actor = await hall.table(head.id)
    assert actor is not None
    if wish.start:
        await actor.call(seats.start, actor)
    base = hall.site.base(request.scope)
    links = [
        seats.invitation(base, head.id, place.seat, keys[place.seat]) for place in head.places if place.holder == "free"
    ]
    return answer(m.Made(actor.table(), m.You(True, mine, who.name), links), headers=headers)


@router.get("/api/tables/{table}")
async def see_table(request: Request) -> Response:
    actor = await table_of(request)
    return answer(listing(actor, await you_at(actor, await who_asks(request))))


@router.patch("/api/tables/{table}")
async def change_table(request: Request) -> Response:
    wish = await body(request, m.TableChange)
    actor = await hosted(request)
    await actor.call(seats.change_table, actor, wish)
    return answer(listing(actor, await you_at(actor, await who_asks(request))))


@router.post("/api/tables/{table}/start")
async def start_table(request: Request) -> Response:
    actor = await hosted(request)
    await actor.call(seats.start, actor)
    return answer(listing(actor, await you_at(actor, await who_asks(request))))


@router.post("/api/tables/{table}/claim")
async def claim_seat(request: Request) -> Response:
    wish = await body(request, m.Claim)
    actor = await table_of(request)
    who, headers = await settled(request)
    await actor.call(seats.claim, actor, who, wish)
    return answer(listing(actor, await you_at(actor, who)), headers=headers)


@router.post("/api/tables/{table}/sit")
async def sit_down(request: Request) -> Response:
    wish = await body(request, Name)
    actor = await table_of(request)
    who, headers = await settled(request)
    await actor.call(seats.sit, actor, who, wish.name)
    return answer(listing(actor, await you_at(actor, who)), headers=headers)


@router.post("/api/tables/{table}/seats/{seat}")
async def change_seat(request: Request) -> Response:
    wish = await body(request, m.SeatChange)
    actor = await table_of(request)
    you = await you_at(actor, await who_asks(request))
    await actor.call(seats.change_seat, actor, you, seat_in(request), wish)
    return answer(listing(actor, await you_at(actor, await who_asks(request))))


@router.post("/api/tables/{table}/seats/{seat}/invitation")
async def new_invitation(request: Request) -> Response:
    actor = await hosted(request)
    seat = seat_in(request)
    secret = await actor.call(seats.new_invitation, actor, seat)
    return answer(seats.invitation(hall_of(request).site.base(request.scope), actor.head.id, seat, secret))


def seat_in(request: Request) -> int:
    word = request.path_params["seat"]
    if not (word.isascii() and word.isdecimal() and len(word) < 3):
        raise Trouble(404, "there is no such seat", "seat")
    return int(word)


def number_in(word: str, what: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise Trouble(400, f"{what} is a whole number", "shape")
    return int(word)


async def viewpoint(request: Request, actor: TableActor) -> int | None:
    """The seat from which somebody wants to look, if it is theirs."""
    word = request.query_params.get("seat")
    if word is None:
        return None
    seat = number_in(word, "a seat")
    if seat not in (await you_at(actor, await who_asks(request))).seats:
        raise Trouble(403, "this seat is not yours", "seat")
    return seat


@router.get("/api/tables/{table}/at/{version}")
async def look_back(request: Request) -> Response:
    hall = hall_of(request)
    slow = hall.limits.wait("heavy", address_key(request.client.host if request.client else None))
    if slow:
        raise Trouble(429, wait=slow)
    actor = await table_of(request)
    seat = await viewpoint(request, actor)
    try:
        found = await conduct.past(actor, number_in(request.path_params["version"], "a version"), seat)
    except Unplayable as error:
        raise Trouble(409, str(error), "rules") from None
    if found is None:
        raise Trouble(404, "this table has no such version", "version")
    return answer(found)


@router.get("/api/tables/{table}/entries")
async def entries(request: Request) -> Response:
    actor = await table_of(request)
    seat = await viewpoint(request, actor)
    after = number_in(request.query_params.get("after", "0"), "a version")
    upto = actor.version
    return answer(await actor.store.read(lambda connection: conduct.entries_of(connection, actor, seat, after, upto)))


# ------------------------------------------------------------------ the lobby
@router.get("/api/lobby")
async def lobby(request: Request) -> Response:
    hall = hall_of(request)
    who = await who_asks(request)

    def read(connection: Connection) -> m.Lobby:
        known, grants = schema.tables, schema.grants
        mine = sa.select(grants.c.table_id).where(grants.c.holder.in_(who.holders))
        newest = known.c.changed_ms.desc()
        own = sa.select(known.c.id).where(known.c.id.in_(mine)).order_by(newest).limit(2 * LISTED)
        found = m.Lobby(_list(connection, hall, own, who) if who.holders else [], [], [], [])
        for status, into in (("open", found.open), ("running", found.running), ("finished", found.finished)):
            chosen = sa.select(known.c.id).where(known.c.listed, known.c.status == status)
            into += _list(connection, hall, chosen.order_by(newest).limit(LISTED), who)
        return found

    return answer(await hall.store.read(read))


def _list(connection: Connection, hall: Hall, chosen: Any, who: Visitor) -> list[m.Listing]:
    found = []
    for name in list(connection.scalars(chosen)):
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == name)).mappings().first()
        head = Head.read(connection, name)
        if row is None or head is None:
            continue
        awaited = [seat for seat in range(head.players) if row["awaited"] >> seat & 1 and head.status == "running"]
        live = hall.tables.get(name)
        you = granted(connection, name, who)
        online = live.online() if live is not None else ()
        found.append(m.Listing(describe(head, awaited, online), you, bool(set(awaited) & set(you.seats))))
    return found
