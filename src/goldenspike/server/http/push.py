"""Notices on this device, over HTTP: the browser's subscription, quiet hours, and tables that stay silent."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.accounts import notifications_of
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import (
    active_tables_of,
    check_room,
    current_session,
    ensure_session,
    rights_at,
    table_of,
)
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people import push

router = APIRouter()


def push_of(request: Request) -> push.Push:
    """What sends notices to browsers; HttpError if this server cannot."""
    found = notifications_of(request).push
    if found is None:
        raise HttpError(409, push.NOT_INSTALLED, "push")
    return found


async def shown(request: Request, session: Session) -> m.PushSettings:
    sender = notifications_of(request).push
    key = "" if sender is None else (await sender.keys()).browser
    return await active_tables_of(request).store.read(lambda c: push.settings_of(c, session, key))


@router.get("/api/me/push")
async def push_settings(request: Request) -> Response:
    return answer(await shown(request, await current_session(request)))


@router.put("/api/me/push")
async def subscribe(request: Request) -> Response:
    """Notices on this device from now on, or its language, its zone and the quiet hours anew."""
    wanted = await body(request, m.NewPush)
    push_of(request)
    push.checked(wanted)
    check_rate(request, "push")
    check_room(request)
    session, headers = await ensure_session(request)
    await active_tables_of(request).store.write(lambda c: push.subscribe(c, session, wanted, now_ms()))
    return answer(await shown(request, session), headers=headers)


@router.delete("/api/me/push")
async def unsubscribe(request: Request) -> Response:
    session = await current_session(request)
    await active_tables_of(request).store.write(lambda c: push.unsubscribe(c, session.token_hash))
    return answer(await shown(request, session))


@router.post("/api/me/push/try")
async def try_out(request: Request) -> Response:
    push_of(request)
    session = await current_session(request)
    check_rate(request, "push")
    if not await active_tables_of(request).store.write(lambda c: push.try_out(c, session, now_ms())):
        raise HttpError(409, "this device gets no notices", "push")
    notifications_of(request).hurry()
    return answer(m.Done())


@router.put("/api/tables/{table}/notices")
async def change_notices(request: Request) -> Response:
    """Whether somebody wants to be told that it is their turn at this table, by whatever way."""
    wanted = await body(request, m.TableNotices)
    actor = await table_of(request)
    session = await current_session(request)
    if not (await rights_at(actor, session)).seats:
        raise HttpError(403, "only people who play here are told that it is their turn", "seat")
    await actor.store.write(lambda c: push.set_silent(c, session, actor.header.id, not wanted.on, now_ms()))
    return answer(await shown(request, session))
