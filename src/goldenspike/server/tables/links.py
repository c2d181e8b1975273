"""Links to tables as people hand them on: an address of the page, and the same as a picture for a phone's camera."""

from __future__ import annotations

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.live import messages as m
from goldenspike.server.qr_code import qr_picture
from goldenspike.server.tables.actor import TableActor


def invitation(base: str, table: str, seat: int, secret: str) -> m.Invitation:
    """The link to one seat."""
    path = f"/t/{table}#s={secret}"
    return m.Invitation(seat, path, qr_picture(base + path))


def any_seat_link(base: str, table: str, secret: str) -> m.AnySeatLink:
    """The link to any free seat."""
    path = f"/t/{table}#s={secret}"
    return m.AnySeatLink(path, qr_picture(base + path))


async def new_any_seat_link(actor: TableActor) -> str:
    """A link with which everybody who opens it takes a free seat; the one before is void. Run by the table's actor."""
    if actor.header.status != "open":
        raise HttpError(409, "the game has begun already", "status")
    secret = new_secret()
    header = actor.header.copy()
    header.any_seat_hash = hashed(secret)
    await actor.record_and_publish("seat", None, {"what": "any_seat"}, header)
    return secret
