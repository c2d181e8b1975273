"""Links to seats: each is good for one claim, everybody is told who came, and nobody gets to see another's hand."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.http.sessions import Session, grant, granted, withdraw
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.table_record import Place, TableHeader
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.known_cards import hides_something, note_known
from goldenspike.server.tables.seats import absent_until, check_guest, take, take_any


# ------------------------------------------------------------------ claiming
async def claim(actor: TableActor, session: Session, wanted: m.Claim) -> int:
    """Take a seat by an invitation, or reach an own seat by a link for another device; each link works once."""
    key = hashed(wanted.secret)
    for place in actor.header.places:
        if place.holder == "person" and place.device_hash == key:
            await _add_device(actor, session, place.seat)
            return place.seat
        if place.holder in {"free", "bot"} and place.secret_hash == key:
            await check_guest(actor, session, place.seat)
            await _check_newcomer(actor, place.seat)
            await take(actor, session, place.seat, wanted.name, wanted.random, wanted.accept)
            return place.seat
    if actor.header.status == "open" and actor.header.any_seat_hash == key:
        await check_guest(actor, session, -1)
        return await take_any(actor, session, wanted.name, wanted.random, wanted.accept)
    raise HttpError(404, "this invitation was used already, or is void; ask the host for a new one", "secret")


async def _add_device(actor: TableActor, session: Session, seat: int) -> None:
    """Let another browser into a seat, as its holder wished."""
    assert session.holder is not None
    holder, table = session.holder, actor.header.id
    await check_guest(actor, session, seat)
    if seat in (await actor.store.read(lambda connection: granted(connection, table, session))).seats:
        return  # the very browser that made the link, or an account that holds the seat anyway
    header = actor.header.copy()
    place = header.places[seat]
    place.device_hash = place.absent_ms = None
    data = {"what": "device", "name": place.name}
    await actor.record_and_publish(
        "seat", seat, data, header, [lambda connection: grant(connection, table, [seat], holder)]
    )
    await actor.active_tables.check_all_grants(actor)


async def _check_newcomer(actor: TableActor, seat: int) -> None:
    if not actor.running:
        return
    hosts = await actor.store.read(lambda connection: _seats_of_host(connection, actor.header.id))
    if _others(actor.header, seat) - hosts:
        _check_open_hand(actor, seat)


def _others(header: TableHeader, seat: int) -> set[int]:
    """The other seats that belong to people."""
    return {place.seat for place in header.places if place.person and place.seat != seat}


def _seats_of_host(connection: Connection, table: str) -> set[int]:
    known = schema.grants
    host = sa.select(known.c.holder).where(known.c.table_id == table, known.c.seat == HOST)
    chosen = sa.select(known.c.seat).where(known.c.table_id == table, known.c.holder.in_(host), known.c.seat != HOST)
    return set(connection.scalars(chosen))


def _check_open_hand(actor: TableActor, seat: int) -> None:
    """A newcomer may be one of the players in another browser: nobody can tell. They must have nothing to see."""
    if hides_something(actor, seat):
        raise HttpError(
            409, "this seat has cards that others at the table must not see: a bot plays on for it", "hidden"
        )


# ------------------------------------------------------------------ new links
async def new_invitation(actor: TableActor, you: m.You, seat: int) -> str:
    """A new link for a seat; the old one is void. Before the start, whoever held the seat loses it.

    In a running game nobody loses a seat that way unless their absence was announced, and nobody gets a hand to see.
    """
    place = _place(actor, seat)
    if actor.running:
        if place.person:
            _check_absent(actor, you, place)
        others = _others(actor.header, seat)
        if others - (set() if place.person else set(you.seats)):
            _check_open_hand(actor, seat)
    secret = new_secret()
    header = actor.header.copy()
    place = header.places[seat]
    place.secret_hash, place.device_hash, place.absent_ms = hashed(secret), None, None
    if place.holder == "person":
        place.holder, place.name = ("free", "") if place.bot is None else ("bot", place.bot.capitalize())
        place.stands_in = False
        if header.status == "open" and header.deal is not None:
            header.deal = header.deal.with_random(seat, None)
        if hides_something(actor, seat):
            note_known(header, "seat")
    await actor.record_and_publish(
        "seat", seat, {"what": "invite"}, header, [lambda connection: withdraw(connection, header.id, seat)]
    )
    await actor.active_tables.check_all_grants(actor)
    return secret


def _place(actor: TableActor, seat: int) -> Place:
    if not 0 <= seat < len(actor.header.places) or actor.header.places[seat].holder == "closed":
        raise HttpError(404, "there is no such seat", "seat")
    if actor.header.status not in {"open", "running"}:
        raise HttpError(409, "this table is over")
    return actor.header.places[seat]


def _check_absent(actor: TableActor, you: m.You, place: Place) -> None:
    if place.seat in you.seats:
        raise HttpError(409, "this seat is yours; make a link for another device instead", "own")
    if place.absent_ms is None:
        raise HttpError(
            409, "somebody holds this seat: they can pass on a link of their own, or you announce their absence", "held"
        )
    if actor.active_tables.now() < place.absent_ms:
        raise HttpError(409, "their absence was announced; they still have time to come back", "announced")


async def device_link(actor: TableActor, you: m.You, seat: int) -> str:
    """A link for another device of whoever holds a seat; it takes the place of one that was not used."""
    if seat not in you.seats:
        raise HttpError(403, "this seat is not yours", "seat")
    if actor.header.status not in {"open", "running"}:
        raise HttpError(409, "this table is over", "over")
    secret = new_secret()
    header = actor.header.copy()
    header.places[seat].device_hash = hashed(secret)
    await actor.record_and_publish("seat", seat, {"what": "device_link"}, header)
    return secret


# ------------------------------------------------------------------ absence
async def announce_absence(actor: TableActor, seat: int) -> None:
    """The host says that somebody is away: everybody reads it, and whoever is meant keeps the seat by coming back."""
    place = _place(actor, seat)
    if not actor.running:
        raise HttpError(409, "the game has not begun yet")
    if not place.person:
        raise HttpError(409, "nobody holds this seat", "seat")
    if seat in actor.online():
        raise HttpError(409, "they are here", "here")
    if place.absent_ms is not None:
        raise HttpError(409, "this was announced already", "announced")
    until = absent_until(actor)
    header = actor.header.copy()
    header.places[seat].absent_ms = until
    await actor.record_and_publish("seat", seat, {"what": "absent", "until_ms": until}, header)


async def note_return(actor: TableActor) -> None:
    """Somebody whose absence was announced is here: they keep their seat, play themselves, and everybody reads it."""
    for seat in sorted(actor.online()):
        if actor.header.places[seat].absent_ms is not None:
            header = actor.header.copy()
            place = header.places[seat]
            place.absent_ms = None
            if place.stands_in:
                place.bot, place.stands_in = None, False
            await actor.record_and_publish("seat", seat, {"what": "back"}, header)
