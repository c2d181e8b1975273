"""The deal of a table over HTTP: add to it before the start, check it after the end."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.tables import current_session, listing, over_for, rights_at, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_deal import fair_deal
from goldenspike.server.tables import deals

router = APIRouter()


@router.post("/api/tables/{table}/deal")
async def contribute(request: Request) -> Response:
    """Add random bits to the deal of one's table."""
    wanted = await body(request, m.Contribution)
    actor = await table_of(request)
    session = await current_session(request)
    await actor.call(deals.contribute, actor, await rights_at(actor, session), wanted.random)
    return answer(listing(actor, await rights_at(actor, session)))


@router.get("/api/tables/{table}/deal")
async def published_deal(request: Request) -> Response:
    """Everything the deal was made from, once the game is over."""
    actor = await table_of(request)
    if not over_for(actor, await rights_at(actor, await current_session(request))):
        raise HttpError(403, "how the cards were dealt is told once the game is over", "running")
    fair = fair_deal(actor.header)
    if fair is None:
        raise HttpError(404, "the seed of this game was chosen, or it was dealt elsewhere", "chosen")
    return answer(msgspec.convert(fair.published(), m.PublishedDeal))
