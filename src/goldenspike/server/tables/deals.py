"""Deals that nobody chose: what browsers add to the server's secret, and when everybody is there for a rematch."""

from __future__ import annotations

from goldenspike.server.http.errors import HttpError
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_deal import StoredDeal, is_rematch, missing
from goldenspike.server.tables import seats
from goldenspike.server.tables.actor import TableActor


async def contribute(actor: TableActor, you: m.You, random: str) -> None:
    """Add random bits to the deal for whoever holds a seat; what a seat has added stays as it is."""
    if not you.seats:
        raise HttpError(403, "only people with a seat add to the deal", "seat")
    if actor.header.status != "open":
        raise HttpError(409, "the cards are dealt already", "dealt")
    deal = actor.header.deal
    if deal is None:
        raise HttpError(409, "there is nothing to deal at this table", "deal")
    first = min(you.seats)
    await arrive(actor, you, None if deal.chosen or deal.randoms.get(first) else random)


async def arrive(actor: TableActor, you: m.You, random: str | None = None) -> None:
    """These seats are ready, and perhaps add to the deal; a rematch begins once everybody is."""
    header = actor.header.copy()
    header.deal = header.deal or StoredDeal(chosen=True)  # a table of an earlier version: its seed is drawn already
    for number, seat in enumerate(sorted(you.seats)):
        added = random if number == 0 and random is not None else header.deal.randoms.get(seat, "")
        header.deal = header.deal.with_random(seat, added)
    if header.deal != actor.header.deal:
        what = "ready" if random is None else "random"
        await actor.record_and_publish("seat", min(you.seats), {"what": what}, header)
    if is_rematch(header) and not missing(header):
        await seats.start(actor)
