"""People over HTTP: accounts, logging in and out, notices, private notes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import Trouble, answer, body
from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.http.security import cookie
from goldenspike.server.http.sessions import Visitor
from goldenspike.server.http.tables import hall_of, settled, table_of, who_asks
from goldenspike.server.live import messages as m
from goldenspike.server.people.accounts import People, names
from goldenspike.server.people.notifications import Notices, read_wish

router = APIRouter()


def people_of(request: Request) -> People:
    found = request.app.state.people
    assert isinstance(found, People)
    return found


def notices_of(request: Request) -> Notices:
    found = request.app.state.notices
    assert isinstance(found, Notices)
    return found


def slow_down(request: Request, kind: str, key: str | None = None) -> None:
    """Whoever goes too fast waits."""
    who = address_key(request.client.host if request.client else None) if key is None else key
    wait = hall_of(request).limits.wait(kind, who)
    if wait:
        raise Trouble(429, wait=wait)


def come_again(request: Request, old: Visitor) -> None:
    """Channels that were opened as somebody else close, and come back as who they are now."""
    if old.session is None:
        return
    for channel in list(request.app.state.channels.open):
        if channel.who.session == old.session:
            channel.bye("you have logged in or out", True)


def kept(request: Request, token: str | None) -> dict[str, str]:
    return {"Set-Cookie": cookie(hall_of(request).site, request.scope, token)}


@router.get("/api/me")
async def me(request: Request) -> Response:
    return answer(await people_of(request).account(await who_asks(request)))


@router.post("/api/account")
async def register(request: Request) -> Response:
    given = await body(request, m.Credentials)
    slow_down(request, "new account")
    old = await who_asks(request)
    token, who = await people_of(request).register(old, given)
    come_again(request, old)
    return answer(await people_of(request).account(who), headers=kept(request, token))


@router.post("/api/login")
async def login(request: Request) -> Response:
    given = await body(request, m.Credentials)
    slow_down(request, "login")
    slow_down(request, "login name", names(given.name)[1])
    old = await who_asks(request)
    token, who = await people_of(request).login(old, given)
    come_again(request, old)
    return answer(await people_of(request).account(who), headers=kept(request, token))


@router.post("/api/logout")
async def logout(request: Request) -> Response:
    """Leave an account. A browser without one stays as it is: its seats would be lost with its session."""
    who = await who_asks(request)
    if who.account is None:
        raise Trouble(409, "nobody is logged in here", "login")
    await people_of(request).logout(who)
    come_again(request, who)
    return answer(m.Account(None, m.Notices()), headers=kept(request, None))


@router.put("/api/me/notices")
async def set_notices(request: Request) -> Response:
    wish = await body(request, m.Notices)
    who = await who_asks(request)
    if who.account is None:
        raise Trouble(401, "notices are for accounts: log in or register first")
    read = read_wish(wish, notices_of(request).mailer)
    await people_of(request).set_notices(who, read)
    return answer(await people_of(request).account(who))


@router.delete("/api/me")
async def delete_account(request: Request) -> Response:
    who = await who_asks(request)
    await people_of(request).delete(who)
    come_again(request, who)
    return answer(m.Account(None, m.Notices()), headers=kept(request, None))


# ------------------------------------------------------------------ notes
@router.get("/api/tables/{table}/note")
async def note(request: Request) -> Response:
    actor = await table_of(request)
    return answer(m.Note(await people_of(request).note(await who_asks(request), actor.head.id)))


@router.put("/api/tables/{table}/note")
async def set_note(request: Request) -> Response:
    wish = await body(request, m.Note)
    actor = await table_of(request)
    who, headers = await settled(request)
    await people_of(request).set_note(who, actor.head.id, wish.text)
    return answer(wish, headers=headers)
