"""Reviews of finished games over HTTP: have one made, see how far it is, read it.

Whoever may see a finished game may read its review; only people of its table may have it made.
"""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.server.background.queue import DAY_MS
from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.rate_limits import Limits, check_rate, visitor_of
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import check_room, current_session, over_for, rights_at, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.people.accounts import now_ms
from goldenspike.server.reviews import record
from goldenspike.server.reviews.queue import ReviewQueue
from goldenspike.server.reviews.record import ReviewRecord
from goldenspike.server.tables.actor import TableActor

router = APIRouter()
KEPT = ("waiting", "running", "done")


def queue_of(request: Request) -> ReviewQueue:
    queue = request.app.state.reviews
    assert isinstance(queue, ReviewQueue)
    return queue


async def finished_table(request: Request) -> TableActor:
    """The table, if its game is over: while it runs, a review would tell what is hidden."""
    actor = await table_of(request)
    if not over_for(actor, await rights_at(actor, await current_session(request))):
        raise HttpError(409, "a game can be reviewed once it is over", "running")
    return actor


async def found_record(request: Request, table: str) -> ReviewRecord | None:
    queue = queue_of(request)
    stored = await queue.store.read(lambda c: record.find(c, table))
    return None if stored is None else queue.at_this_moment(stored)


@router.get("/api/tables/{table}/review")
async def see_review(request: Request) -> Response:
    """How far it is; once it is done, what it found."""
    actor = await finished_table(request)
    you = await rights_at(actor, await current_session(request))
    return answer(await shown(request, actor.header.id, bool(you.host or you.seats)))


@router.post("/api/tables/{table}/review")
async def ask_for_review(request: Request) -> Response:
    """Have the game reviewed in the background; whoever asks second finds the review of the first."""
    actor, session = await finished_table(request), await current_session(request)
    you = await rights_at(actor, session)
    if not you.host and not you.seats:
        raise HttpError(403, "only people of this table may have it reviewed", "seat")
    there = await found_record(request, actor.header.id)
    if there is None or there.status not in KEPT:
        check_rate(request, "heavy")
        check_room(request)
        await check_free(request, session)
        check_rate(request, "reviews")
        assert session.holder is not None
        one = ReviewRecord(id=actor.header.id, holder=session.holder, created_ms=now_ms())
        await queue_of(request).add(one, visitor_of(request))
    return answer(await shown(request, actor.header.id, True))


async def check_free(request: Request, session: Session) -> None:
    """May the sender have a review made now? One at a time, and so many a day."""
    queue, limits = queue_of(request), request.app.state.limits
    assert isinstance(limits, Limits)
    if limits.on:
        line = now_ms() - DAY_MS
        asked = await queue.store.read(lambda c: record.since(c, session.holders, line))
        if asked >= queue.quotas.reviews_per_person:
            raise HttpError(429, "you asked for as many reviews today as this server allows", "reviews", wait=3600)
    if queue.busy_with(session.holders, visitor_of(request) if limits.on else None):
        raise HttpError(409, "another game of yours is being reviewed; wait for it", "reviewing")


async def shown(request: Request, table: str, may_ask: bool) -> m.Review:
    queue, one = queue_of(request), await found_record(request, table)
    may_ask = may_ask and bool(queue.quotas.reviews)
    if one is None or one.status == "stopped":
        return m.Review("none", may_ask=may_ask)
    found = None
    if one.status == "done":
        raw = await queue.store.read(lambda c: record.result_of(c, table), slow=True)
        found = None if raw is None else msgspec.json.decode(raw, type=m.ReviewFindings)
    return m.Review(one.status, one.progress.share, queue.before(table), one.line, may_ask, found)
