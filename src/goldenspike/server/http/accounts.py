"""People over HTTP: accounts, logging in and out, where to notify them, private notes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.security import cookie
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import active_tables_of, check_room, current_session, ensure_session, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.people.accounts import Accounts, names
from goldenspike.server.people.notifications import Notifications, checked_notices

router = APIRouter()


def accounts_of(request: Request) -> Accounts:
    found = request.app.state.accounts
    assert isinstance(found, Accounts)
    return found


def notifications_of(request: Request) -> Notifications:
    found = request.app.state.notifications
    assert isinstance(found, Notifications)
    return found


def reconnect(request: Request, old: Session) -> None:
    """Close the channels that were opened under the old session; their pages come back under the new one."""
    if old.token_hash is None:
        return
    for channel in list(request.app.state.channels.open):
        if channel.session.token_hash == old.token_hash:
            channel.bye("you have logged in or out", True)


def cookie_header(request: Request, token: str | None) -> dict[str, str]:
    return {"Set-Cookie": cookie(active_tables_of(request).site, request.scope, token)}


@router.get("/api/me")
async def me(request: Request) -> Response:
    return answer(await accounts_of(request).account(await current_session(request)))


@router.post("/api/account")
async def register(request: Request) -> Response:
    given = await body(request, m.Credentials)
    check_rate(request, "new account")
    old = await current_session(request)
    token, session = await accounts_of(request).register(old, given)
    reconnect(request, old)
    return answer(await accounts_of(request).account(session), headers=cookie_header(request, token))


@router.post("/api/login")
async def login(request: Request) -> Response:
    given = await body(request, m.Credentials)
    check_rate(request, "login")
    check_rate(request, "login name", names(given.name)[1])
    old = await current_session(request)
    token, session = await accounts_of(request).login(old, given)
    reconnect(request, old)
    return answer(await accounts_of(request).account(session), headers=cookie_header(request, token))


@router.post("/api/logout")
async def logout(request: Request) -> Response:
    """Leave an account. A browser without one stays as it is: its seats would be lost with its session."""
    session = await current_session(request)
    if session.account is None:
        raise HttpError(409, "nobody is logged in here", "login")
    await accounts_of(request).logout(session)
    reconnect(request, session)
    return answer(m.Account(None, m.Notices()), headers=cookie_header(request, None))


@router.put("/api/me/notices")
async def set_notices(request: Request) -> Response:
    wanted = await body(request, m.Notices)
    session = await current_session(request)
    if session.account is None:
        raise HttpError(401, "notices are for accounts: log in or register first")
    read = checked_notices(wanted, notifications_of(request).mailer)
    await accounts_of(request).set_notices(session, read)
    return answer(await accounts_of(request).account(session))


@router.delete("/api/me")
async def delete_account(request: Request) -> Response:
    session = await current_session(request)
    await accounts_of(request).delete(session)
    reconnect(request, session)
    return answer(m.Account(None, m.Notices()), headers=cookie_header(request, None))


# ------------------------------------------------------------------ notes
@router.get("/api/tables/{table}/note")
async def note(request: Request) -> Response:
    actor = await table_of(request)
    return answer(m.Note(await accounts_of(request).note(await current_session(request), actor.header.id)))


@router.put("/api/tables/{table}/note")
async def set_note(request: Request) -> Response:
    wanted = await body(request, m.Note)
    actor = await table_of(request)
    session, headers = await ensure_session(request)
    if wanted.text:
        check_room(request)
    most = request.app.state.quotas.notes_per_person
    await accounts_of(request).set_note(session, actor.header.id, wanted.text, most=most)
    return answer(wanted, headers=headers)
