"""What guards an account, over HTTP: password, recovery, confirmed address, codes of a phone, sessions."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.accounts import accounts_of, check_guess, credentials_of, logged_out, reconnect
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import active_tables_of, current_session
from goldenspike.server.live import messages as m

router = APIRouter()


async def logged_in(request: Request, *, guess: bool = False) -> Session:
    """The session of whoever is logged in; ``guess``: the request holds a password, and tries are counted."""
    session = await current_session(request)
    if session.account is None or session.name is None:
        raise HttpError(401)
    if guess:
        check_guess(request, session.name)
    return session


# ------------------------------------------------------------------ passwords
@router.post("/api/me/password")
async def change_password(request: Request) -> Response:
    wanted = await body(request, m.NewPassword)
    session = await logged_in(request, guess=True)
    others = await credentials_of(request).sessions(session)
    await credentials_of(request).change_password(session, wanted)
    if len(others) > 1:
        reconnect(request, account=session.account)
    return answer(await accounts_of(request).account(session))


@router.post("/api/recover")
async def recover(request: Request) -> Response:
    """Ask for a letter. The answer is the same whether there is such an account or not, and so is the time it takes."""
    wanted = await body(request, m.Recover)
    if not accounts_of(request).mail:
        raise HttpError(409, "this server sends no e-mail; use a recovery code, or ask its operator", "email")
    check_rate(request, "letter")
    active_tables_of(request).in_background(credentials_of(request).ask_for_letter(wanted.name))
    return answer(m.Done())


@router.post("/api/recover/password")
async def recover_password(request: Request) -> Response:
    wanted = await body(request, m.RecoverPassword)
    check_rate(request, "login")
    if wanted.token is None:
        check_guess(request, wanted.name)
    account = await credentials_of(request).recover(wanted)
    reconnect(request, account=account)
    return answer(m.Done())


@router.post("/api/me/recovery-codes")
async def new_recovery_codes(request: Request) -> Response:
    wanted = await body(request, m.OwnPassword)
    session = await logged_in(request, guess=True)
    return answer(m.RecoveryCodes(await credentials_of(request).recovery_codes(session, wanted.password)))


@router.post("/api/confirm")
async def confirm_email(request: Request) -> Response:
    """By the link of a letter, in whatever browser it is opened."""
    wanted = await body(request, m.ConfirmEmail)
    check_rate(request, "login")
    await credentials_of(request).confirm_email(wanted.token)
    return answer(m.Done())


# ------------------------------------------------------------------ codes of a phone
@router.post("/api/me/totp")
async def set_up_totp(request: Request) -> Response:
    wanted = await body(request, m.OwnPassword)
    session = await logged_in(request, guess=True)
    return answer(await credentials_of(request).set_up_totp(session, wanted.password))


@router.post("/api/me/totp/on")
async def switch_totp_on(request: Request) -> Response:
    wanted = await body(request, m.TotpCode)
    session = await logged_in(request, guess=True)
    return answer(m.RecoveryCodes(await credentials_of(request).switch_totp_on(session, wanted.code)))


@router.post("/api/me/totp/off")
async def switch_totp_off(request: Request) -> Response:
    wanted = await body(request, m.TotpOff)
    session = await logged_in(request, guess=True)
    await credentials_of(request).switch_totp_off(session, wanted)
    return answer(await accounts_of(request).account(session))


# ------------------------------------------------------------------ sessions
@router.get("/api/me/sessions")
async def list_sessions(request: Request) -> Response:
    return answer(await credentials_of(request).sessions(await logged_in(request)))


@router.delete("/api/me/sessions")
async def end_all_sessions(request: Request) -> Response:
    """Log out everywhere, here as well."""
    ended = await credentials_of(request).end_sessions(await logged_in(request))
    reconnect(request, *ended)
    return await logged_out(request)


@router.delete("/api/me/sessions/{session}")
async def end_session(request: Request) -> Response:
    session = await logged_in(request)
    ended = await credentials_of(request).end_sessions(session, request.path_params["session"])
    reconnect(request, *ended)
    if session.token_hash in ended:
        return await logged_out(request)
    return answer(await accounts_of(request).account(session))
