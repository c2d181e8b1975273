"""People over HTTP: accounts, logging in and out, where to notify them, private notes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate, visitor_of
from goldenspike.server.http.security import cookie
from goldenspike.server.http.sessions import Session, note_seen
from goldenspike.server.http.tables import active_tables_of, check_room, current_session, ensure_session, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.live.channel import Whose
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people.accounts import Accounts
from goldenspike.server.people.credentials import Credentials
from goldenspike.server.people.deletion import delete_account as delete
from goldenspike.server.people.devices import device_of
from goldenspike.server.people.letters import language_of
from goldenspike.server.people.names import names
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


def credentials_of(request: Request) -> Credentials:
    return Credentials(accounts_of(request))


def reconnect(request: Request, *old: str | None, account: str | None = None) -> None:
    """Close the channels of these sessions (hashes of their tokens), or of an account; their pages come back."""
    tokens = [token for token in old if token is not None]
    request.app.state.channels.close_of(Whose("you have logged in or out", True, tokens, account))


def check_guess(request: Request, name: str) -> None:
    """Guessing is slow for each address and name: whoever guesses locks out themselves, not the owner."""
    check_rate(request, "login")
    check_rate(request, "login name", f"{visitor_of(request)} {names(name)[1]}")


def cookie_header(request: Request, token: str | None) -> dict[str, str]:
    return {"Set-Cookie": cookie(active_tables_of(request).site, request.scope, token)}


@router.get("/api/me")
async def me(request: Request) -> Response:
    session = await current_session(request)
    await note_seen(active_tables_of(request).store, session, now_ms())
    return answer(await accounts_of(request).account(session))


@router.post("/api/account")
async def register(request: Request) -> Response:
    given = await body(request, m.Credentials)
    check_rate(request, "new account")
    old = await current_session(request)
    token, session = await accounts_of(request).register(old, given, device_of(request.headers.get("user-agent")))
    reconnect(request, old.token_hash)
    return answer(await accounts_of(request).account(session), headers=cookie_header(request, token))


@router.post("/api/login")
async def login(request: Request) -> Response:
    given = await body(request, m.Credentials)
    check_guess(request, given.name)
    old = await current_session(request)
    token, session = await accounts_of(request).login(old, given, device_of(request.headers.get("user-agent")))
    reconnect(request, old.token_hash)
    return answer(await accounts_of(request).account(session), headers=cookie_header(request, token))


@router.post("/api/logout")
async def logout(request: Request) -> Response:
    """Leave an account. A browser without one stays as it is: its seats would be lost with its session."""
    session = await current_session(request)
    if session.account is None:
        raise HttpError(409, "nobody is logged in here", "login")
    await accounts_of(request).logout(session)
    reconnect(request, session.token_hash)
    return await logged_out(request)


async def logged_out(request: Request) -> Response:
    """Nobody's account, and a cookie that is taken away."""
    return answer(await accounts_of(request).account(Session()), headers=cookie_header(request, None))


@router.put("/api/me/notices")
async def set_notices(request: Request) -> Response:
    wanted = await body(request, m.NewNotices)
    session = await current_session(request)
    if session.account is None or session.name is None:
        raise HttpError(401, "notices are for accounts: log in or register first")
    read = checked_notices(m.Notices(wanted.webhook, wanted.email), notifications_of(request).mailer)
    if read.email:
        if read.email != (await accounts_of(request).account(session)).notices.email:
            check_guess(request, session.name)
            await accounts_of(request).confirm_password(session, wanted.password)
        check_rate(request, "letter")
    await credentials_of(request).set_notices(session, read, language_of(request.headers.get("accept-language")))
    return answer(await accounts_of(request).account(session))


@router.delete("/api/me")
async def delete_account(request: Request) -> Response:
    wanted = await body(request, m.OwnPassword)
    session = await current_session(request)
    if session.account is None or session.name is None:
        raise HttpError(401)
    check_guess(request, session.name)
    await accounts_of(request).confirm_password(session, wanted.password)
    await delete(active_tables_of(request), session)
    reconnect(request, session.token_hash, account=session.account)
    return await logged_out(request)


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
