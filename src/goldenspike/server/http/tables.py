"""Tables over HTTP: make, find, claim, start, change, look back."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, TypeVar

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Meta

from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.security import cookie, hashed, new_secret
from goldenspike.server.http.sessions import Session, granted, new_session, session_of
from goldenspike.server.http.slow_work import own_turn, prepare_board
from goldenspike.server.http.static_files import StaticContent
from goldenspike.server.live import messages as m
from goldenspike.server.storage import saved_boards
from goldenspike.server.storage.table_record import Unplayable
from goldenspike.server.storage.watch_delay import as_watched, hides, last_told
from goldenspike.server.tables import invitations, links, requests, seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.seat_names import check_new_names, program_name

router = APIRouter()
Wish = TypeVar("Wish", m.NewTable, m.NewStudy)


class SitDown(m.Shape):
    name: Annotated[str, Meta(max_length=24)] = ""
    random: m.Random | None = None  # added to the deal
    accept: bool = False  # also if somebody may know cards of this game


def active_tables_of(request: Request) -> ActiveTables:
    active_tables = request.app.state.active_tables
    assert isinstance(active_tables, ActiveTables)
    return active_tables


async def current_session(request: Request) -> Session:
    active_tables = active_tables_of(request)
    return await session_of(active_tables.store, active_tables.site, request.scope)


async def ensure_session(request: Request) -> tuple[Session, dict[str, str]]:
    """The session of a request, a new one if it had none, and the header that keeps it."""
    active_tables = active_tables_of(request)
    session = await current_session(request)
    if session.token_hash is not None:
        return session, {}
    check_rate(request, "new session")
    check_rate(request, "sessions")
    check_room(request)
    session, token = await new_session(active_tables.store)
    return session, {"Set-Cookie": cookie(active_tables.site, request.scope, token)}


def check_room(request: Request) -> None:
    """Is there room for anything new?"""
    if active_tables_of(request).full:
        raise HttpError(503, "this server has no room for anything new; games that have begun go on", "full", wait=600)


def check_new_table(request: Request) -> None:
    """May the sender have another table?"""
    check_rate(request, "new table")
    check_rate(request, "tables")
    check_room(request)


def shown_name(session: Session, name: str) -> str:
    """The name under which somebody sits down; a program is always told apart from people."""
    return program_name(name or session.name or "") if session.program else name


async def table_of(request: Request) -> TableActor:
    """The table a request is about."""
    found = await active_tables_of(request).table(request.path_params["table"])
    if found is None:
        raise HttpError(404, "there is no such table", "table")
    return found


async def rights_at(actor: TableActor, session: Session) -> m.You:
    return await actor.store.read(lambda connection: granted(connection, actor.header.id, session))


async def hosted_table(request: Request) -> TableActor:
    """The table, if its host sent the request."""
    actor = await table_of(request)
    you = await rights_at(actor, await current_session(request))
    if not you.host:
        raise HttpError(403, "only the host of this table may do that", "host")
    return actor


def listing(actor: TableActor, you: m.You) -> m.Listing:
    if not (you.host or you.seats):
        return m.Listing(as_watched(actor.header, actor.awaited(), actor.online(), actor.active_tables.now()), you)
    awaited = set(actor.awaited()) & set(you.seats)
    return m.Listing(actor.table(), you, bool(awaited))


def over_for(actor: TableActor, you: m.You) -> bool:
    """Is the game over, as far as whoever asks may know?"""
    told = you.host or you.seats or not hides(actor.header, actor.active_tables.now())
    return actor.header.status == "finished" and bool(told)


async def last_version_for(actor: TableActor, you: m.You) -> int:
    """The last version that whoever asks may know of."""
    header, now = actor.header, actor.active_tables.now()
    if you.host or you.seats or not header.watch_delay_s or not header.players:
        return actor.version
    return await actor.store.read(lambda connection: last_told(connection, header, now))


async def with_saved_board(request: Request, wanted: Wish) -> Wish:
    """A wish for a table or a study on a saved board, with the board itself."""
    ref = wanted.saved_board
    if ref is None:
        return wanted
    found = await active_tables_of(request).store.read(lambda c: saved_boards.source_of(c, ref.id, ref.version))
    if found is None:
        raise HttpError(404, "there is no such board, or no such version of it", "board")
    return msgspec.structs.replace(wanted, board=None, board_file=found[1])


# ------------------------------------------------------------------ games
@lru_cache(maxsize=2)
def game_list(raw: bytes) -> StaticContent:
    """The games with their words in every language: by far the largest part of a first visit unless compressed."""
    return StaticContent(raw, "application/json", cache="no-store")


@router.get("/api/games")
async def games_here(request: Request) -> Response:
    return game_list(msgspec.json.encode(catalogue.all_games())).answer(request)


# ------------------------------------------------------------------ tables
@router.post("/api/tables")
async def make_table(request: Request) -> Response:
    active_tables = active_tables_of(request)
    wanted = await body(request, m.NewTable)
    check_new_table(request)
    wanted = await with_saved_board(request, wanted)
    if wanted.board_file is not None:
        await prepare_board(request, catalogue.game(wanted.game).name, wanted.board_file)
    header, keys = seats.new_header(wanted)
    header.saved_board = saved_boards.stored(wanted.saved_board)
    free = [place.seat for place in header.places if place.holder == "free"]
    any_seat = new_secret() if free else ""
    header.any_seat_hash = hashed(any_seat) if free else None
    if wanted.start and any(seat.holder == "free" for seat in wanted.seats):
        raise HttpError(400, "a table with free seats cannot start at once", "free")
    session = await current_session(request)
    mine = [number for number, seat in enumerate(wanted.seats) if seat.holder == "me"]
    for number in mine:
        header.places[number].name = shown_name(session, header.places[number].name)
    check_new_names(header, mine if session.program else ())
    session, headers = await ensure_session(request)
    assert session.holder is not None
    await seats.make(active_tables.store, header, session.holder, mine)
    actor = await active_tables.table(header.id)
    assert actor is not None
    if wanted.start:
        await actor.call(seats.start, actor)
    base = active_tables.site.base(request.scope)
    # Pictures of links take a while to draw.
    each = await asyncio.to_thread(lambda: [links.invitation(base, header.id, seat, keys[seat]) for seat in free])
    link = await asyncio.to_thread(links.any_seat_link, base, header.id, any_seat) if free else None
    return answer(m.Made(actor.table(), m.You(True, mine, session.name), each, link), headers=headers)


@router.get("/api/tables/{table}")
async def see_table(request: Request) -> Response:
    actor = await table_of(request)
    return answer(listing(actor, await rights_at(actor, await current_session(request))))


@router.patch("/api/tables/{table}")
async def change_table(request: Request) -> Response:
    wanted = await body(request, m.TableChange)
    actor = await hosted_table(request)
    await actor.call(seats.change_table, actor, wanted)
    return answer(listing(actor, await rights_at(actor, await current_session(request))))


@router.post("/api/tables/{table}/start")
async def start_table(request: Request) -> Response:
    actor = await hosted_table(request)
    await actor.call(seats.start, actor)
    return answer(listing(actor, await rights_at(actor, await current_session(request))))


@router.post("/api/tables/{table}/claim")
async def claim_seat(request: Request) -> Response:
    wanted = await body(request, m.Claim)
    actor = await table_of(request)
    session, headers = await ensure_session(request)
    wanted.name = shown_name(session, wanted.name)
    await actor.call(invitations.claim, actor, session, wanted)
    return answer(listing(actor, await rights_at(actor, session)), headers=headers)


@router.post("/api/tables/{table}/sit")
async def sit_down(request: Request) -> Response:
    wanted = await body(request, SitDown)
    actor = await table_of(request)
    session, headers = await ensure_session(request)
    await actor.call(seats.sit, actor, session, shown_name(session, wanted.name), wanted.random, wanted.accept)
    return answer(listing(actor, await rights_at(actor, session)), headers=headers)


@router.post("/api/tables/{table}/seats/{seat}")
async def change_seat(request: Request) -> Response:
    wanted = await body(request, m.SeatChange)
    actor = await table_of(request)
    you = await rights_at(actor, await current_session(request))
    await actor.call(seats.change_seat, actor, you, seat_in(request), wanted)
    return answer(listing(actor, await rights_at(actor, await current_session(request))))


@router.post("/api/tables/{table}/seats/{seat}/invitation")
async def new_invitation(request: Request) -> Response:
    actor = await hosted_table(request)
    seat = seat_in(request)
    you = await rights_at(actor, await current_session(request))
    secret = await actor.call(invitations.new_invitation, actor, you, seat)
    return answer(links.invitation(active_tables_of(request).site.base(request.scope), actor.header.id, seat, secret))


@router.post("/api/tables/{table}/link")
async def any_seat_link(request: Request) -> Response:
    """One link for all free seats; the one before is void."""
    actor = await hosted_table(request)
    secret = await actor.call(links.new_any_seat_link, actor)
    return answer(links.any_seat_link(active_tables_of(request).site.base(request.scope), actor.header.id, secret))


@router.post("/api/tables/{table}/seats/{seat}/device")
async def device_link(request: Request) -> Response:
    """A link with which the holder of a seat opens it on another device."""
    actor, seat = await table_of(request), seat_in(request)
    you = await rights_at(actor, await current_session(request))
    secret = await actor.call(invitations.device_link, actor, you, seat)
    return answer(links.invitation(active_tables_of(request).site.base(request.scope), actor.header.id, seat, secret))


@router.post("/api/tables/{table}/seats/{seat}/absence")
async def announce_absence(request: Request) -> Response:
    """The host says that the holder of a seat is away."""
    actor = await hosted_table(request)
    await actor.call(invitations.announce_absence, actor, seat_in(request))
    return answer(listing(actor, await rights_at(actor, await current_session(request))))


def seat_in(request: Request) -> int:
    text = request.path_params["seat"]
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise HttpError(404, "there is no such seat", "seat")
    return int(text)


def number_in(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise HttpError(400, f"{what} is a whole number", "shape")
    return int(text)


async def viewpoint(request: Request, actor: TableActor) -> tuple[int | None, int]:
    """The seat from which somebody wants to look, if it is theirs, and the last version that they may know of."""
    you = await rights_at(actor, await current_session(request))
    text, last = request.query_params.get("seat"), await last_version_for(actor, you)
    if text is None:
        return None, last
    seat = number_in(text, "a seat")
    if seat not in you.seats:
        raise HttpError(403, "this seat is not yours", "seat")
    return seat, last


@router.get("/api/tables/{table}/at/{version}")
async def look_back(request: Request) -> Response:
    check_rate(request, "heavy")
    actor = await table_of(request)
    seat, last = await viewpoint(request, actor)
    try:
        # A finished game is drawn for whoever wants to share it, also where the page itself draws the game; but whoever
        # watches late does not learn by that that it is over.
        ended = actor.header.status == "finished" and last >= actor.version
        pictures = request.query_params.get("pictures") == "1" and (
            ended or actor.active_tables.draws(actor.header.game)
        )
        version = number_in(request.path_params["version"], "a version")
        async with own_turn(request):
            found = await requests.past(actor, version, last, seat, pictures)
    except Unplayable as error:
        raise HttpError(409, str(error), "rules") from None
    if found is None:
        raise HttpError(404, "this table has no such version", "version")
    return answer(found)


@router.get("/api/tables/{table}/entries")
async def entries(request: Request) -> Response:
    actor = await table_of(request)
    seat, last = await viewpoint(request, actor)
    after = number_in(request.query_params.get("after", "0"), "a version")
    before = number_in(request.query_params.get("before", str(last + 1)), "a version")
    upto = min(before, last + 1)
    found, _ = await actor.store.read(
        lambda connection: requests.entries_of(connection, actor, seat, after, upto, last)
    )
    return answer(found)
