"""People and each other, over HTTP: leave, host, mute, block, report, and what the server keeps about oneself."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.tables import (
    active_tables_of,
    current_session,
    ensure_session,
    listing,
    rights_at,
    table_of,
)
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people import own_data, relations
from goldenspike.server.storage.schema import HOST
from goldenspike.server.tables import leaving
from goldenspike.server.tables.actor import TableActor

router = APIRouter()


def person_in(request: Request, actor: TableActor) -> int:
    """Whom a request is about: the number of a seat, or the host."""
    who = request.path_params["who"]
    if who == "host":
        return HOST
    if not (who.isascii() and who.isdecimal() and len(who) < 3 and int(who) < len(actor.header.places)):
        raise HttpError(404, "there is no such seat", "seat")
    return int(who)


# ------------------------------------------------------------------ leaving and hosting
@router.post("/api/tables/{table}/leave")
async def leave(request: Request) -> Response:
    """Give up a seat for good, or everything here; see ``tables.leaving`` for what becomes of the game."""
    wanted = await body(request, m.Leave)
    actor = await table_of(request)
    session = await current_session(request)
    await actor.call(leaving.leave, actor, session, wanted.seat)
    return answer(listing(actor, await rights_at(actor, session)))


@router.post("/api/tables/{table}/host")
async def take_over(request: Request) -> Response:
    """Host a table whose host is lost."""
    actor = await table_of(request)
    session = await current_session(request)
    await actor.call(leaving.take_over, actor, session)
    return answer(listing(actor, await rights_at(actor, session)))


# ------------------------------------------------------------------ mute, block, report
@router.put("/api/tables/{table}/people/{who}")
async def change_relation(request: Request) -> Response:
    wanted = await body(request, m.RelationChange)
    actor = await table_of(request)
    who = person_in(request, actor)
    session, headers = await ensure_session(request)
    await relations.change(actor.store, session, actor.header, who, wanted)
    return answer(listing(actor, await rights_at(actor, session)), headers=headers)


@router.post("/api/tables/{table}/people/{who}/report")
async def report(request: Request) -> Response:
    wanted = await body(request, m.Report)
    actor = await table_of(request)
    who = person_in(request, actor)
    check_rate(request, "report")
    session, headers = await ensure_session(request)
    await relations.report(actor.store, session, actor.header, who, wanted)
    return answer(m.Done(), headers=headers)


@router.get("/api/me/people")
async def related_people(request: Request) -> Response:
    return answer(await relations.related(active_tables_of(request).store, await current_session(request)))


@router.delete("/api/me/people/{person}")
async def forget_relation(request: Request) -> Response:
    store, session = active_tables_of(request).store, await current_session(request)
    await relations.forget(store, session, request.path_params["person"])
    return answer(await relations.related(store, session))


# ------------------------------------------------------------------ one's own data
@router.get("/api/me/data")
async def export_own_data(request: Request) -> Response:
    """Everything that is kept about whoever asks."""
    session = await current_session(request)
    if not session.holders:
        raise HttpError(401, "nothing is kept about this browser", "login")
    check_rate(request, "heavy")
    data = await active_tables_of(request).store.read(lambda c: own_data.own_data(c, session, now_ms()))
    headers = {"Content-Disposition": 'attachment; filename="goldenspike-my-data.json"'}
    return answer(data, headers=headers)
