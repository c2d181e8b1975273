"""Profiles over HTTP: somebody's page, their history, and whether others may see both."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from goldenspike.server.http.account_security import logged_in
from goldenspike.server.http.errors import answer, body
from goldenspike.server.http.people import person_in
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.tables import active_tables_of, current_session, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.profiles import record
from goldenspike.server.storage.schema import accounts

router = APIRouter()


@router.get("/api/profiles/{name}")
async def see_profile(request: Request) -> Response:
    """Statistics, ratings, best scores, and how it went against others."""
    check_rate(request, "heavy")
    session, name = await current_session(request), request.path_params["name"]
    store = active_tables_of(request).store
    return answer(await store.read(lambda c: record.profile(c, session, name, now_ms())))


@router.get("/api/profiles/{name}/games")
async def see_history(request: Request) -> Response:
    """Finished games with their results, the last one first."""
    check_rate(request, "heavy")
    session, name = await current_session(request), request.path_params["name"]
    game, after = request.query_params.get("game", ""), request.query_params.get("after", "")
    store = active_tables_of(request).store
    return answer(await store.read(lambda c: record.history(c, session, name, game, after, now_ms())))


@router.put("/api/me/profile")
async def change_profile(request: Request) -> Response:
    """Show one's profile to others, or hide it."""
    wanted = await body(request, m.ProfileChange)
    session = await logged_in(request)
    name = session.name
    assert name is not None
    store = active_tables_of(request).store
    change = sa.update(accounts).where(accounts.c.id == session.account).values(profile_shown=wanted.shown)
    await store.write(lambda c: c.execute(change) and None)
    return answer(await store.read(lambda c: record.profile(c, session, name, now_ms())))


@router.get("/api/tables/{table}/people/{who}")
async def see_person(request: Request) -> Response:
    """Whether somebody at a table shows a profile, and under which name."""
    actor = await table_of(request)
    who, session, table = person_in(request, actor), await current_session(request), actor.header.id
    profile = await actor.store.read(lambda c: record.profile_at(c, session, table, who, now_ms()))
    return answer(m.PersonHere(profile))
