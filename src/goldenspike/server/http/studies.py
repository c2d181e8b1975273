"""Studies over HTTP: have bots play on a board, see how far they are, read the report.

Whoever has the link may read a study; only who asked for it may stop or delete it.
"""

from __future__ import annotations

import gzip
import secrets
from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from goldenspike.engine.board_report import unfit
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.server import catalogue, custom_boards
from goldenspike.server.background.queue import DAY_MS
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import Limits, check_rate, visitor_of
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.slow_work import run_slow
from goldenspike.server.http.tables import (
    active_tables_of,
    check_room,
    current_session,
    ensure_session,
    with_saved_board,
)
from goldenspike.server.live import messages as m
from goldenspike.server.people.accounts import now_ms
from goldenspike.server.storage.saved_boards import saved_board_of, stored
from goldenspike.server.studies import record
from goldenspike.server.studies.queue import StudyQueue
from goldenspike.server.studies.record import StudyRecord

router = APIRouter()
MOST_LISTED = 40
# A report is a page of its own that runs nothing: words, styles and drawings.
REPORT_CSP = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Wanted:
    """What somebody wants to have studied, before it was looked at."""

    game: str
    board: str | None
    board_file: dict[str, Any] | None
    seats: int | None
    options: dict[str, Any]
    alone: bool
    saved_board: str | None = None  # id/version of a saved board


@dataclass(frozen=True)
class Prepared:
    """What is really studied."""

    board_id: str
    board_name: str
    board_hash: str
    custom: bool
    seats: int
    options: dict[str, Any]
    alone: bool


def queue_of(request: Request) -> StudyQueue:
    queue = request.app.state.studies
    assert isinstance(queue, StudyQueue)
    return queue


# ------------------------------------------------------------------ asking for one
@router.post("/api/studies")
async def new_study(request: Request) -> Response:
    """Have bots play on a board in the background."""
    given = await body(request, m.NewStudy)
    check_rate(request, "heavy")
    given = await with_saved_board(request, given)
    wanted = await wanted_of(request, given)
    raw = custom_boards.as_bytes(wanted.board if wanted.board_file is None else wanted.board_file)
    prepared: Prepared = await run_slow(
        request,
        prepare,
        wanted.game,
        raw,
        wanted.seats,
        msgspec.json.encode(wanted.options, order="sorted"),
        wanted.alone,
    )
    check_room(request)
    session, headers = await ensure_session(request)
    assert session.holder is not None
    await check_free(request, session)
    check_rate(request, "studies")
    one = StudyRecord(
        id=secrets.token_urlsafe(15),
        holder=session.holder,
        game=wanted.game,
        board_id=prepared.board_id,
        board_name=prepared.board_name,
        board_hash=prepared.board_hash,
        board_source=wanted.board_file if prepared.custom else None,
        options=prepared.options,
        seats=prepared.seats,
        alone=prepared.alone,
        created_ms=now_ms(),
        saved_board=wanted.saved_board if prepared.custom else None,
    )
    await queue_of(request).add(one, visitor_of(request))
    return answer(shown(request, one, session), headers=headers)


async def wanted_of(request: Request, given: m.NewStudy) -> Wanted:
    """What was asked for; of a table everybody may see the board and the options."""
    if given.table is None:
        game = catalogue.game(given.game).name
        saved = stored(given.saved_board)
        return Wanted(game, given.board, given.board_file, given.seats, given.options, given.alone, saved)
    actor = await active_tables_of(request).table(given.table)
    if actor is None:
        raise HttpError(404, "there is no such table", "table")
    header = actor.header
    own = header.board_source if isinstance(header.board_source, dict) else None
    seats = header.players or len(header.places)
    alone = given.alone or own is None
    named = header.board_id if own is None else None
    return Wanted(header.game, named, own, seats, dict(header.options), alone, header.saved_board)


async def check_free(request: Request, session: Session) -> None:
    """May the sender have a study now? One at a time, and so many a day."""
    queue, limits = queue_of(request), request.app.state.limits
    assert isinstance(limits, Limits)
    if limits.on:
        line = now_ms() - DAY_MS
        asked = await queue.store.read(lambda c: record.since(c, session.holders, line))
        if asked >= queue.quotas.studies_per_person:
            raise HttpError(429, "you asked for as many studies today as this server allows", "studies", wait=3600)
    if queue.busy_with(session.holders, visitor_of(request) if limits.on else None):
        raise HttpError(409, "your last study is not done yet; wait for it, or stop it", "studying")


def prepare(game: str, raw: bytes, seats: int | None, options: bytes, alone: bool) -> Prepared:
    """In a worker process: the board, the players and the options, or one line about what is wrong."""
    chosen = catalogue.game(game)
    try:
        spec = msgspec.json.decode(raw)
        board = catalogue.board(chosen, spec) if spec is None or isinstance(spec, str) else chosen.board(spec)
        read = chosen.read_options(msgspec.json.decode(options))
        usual = chosen.read_options({})
        numbers = [*(board.players or (min(4, chosen.seats[-1]), *chosen.seats))]
        able = [number for number in dict.fromkeys(numbers) if not unfit(chosen, board, number)]
        count = chosen.read_seats(seats) if seats is not None else (able or numbers)[0]
        chosen.setting(read, board, count)
    except GoldenSpikeError as error:
        raise custom_boards.UnusableBoard(str(error)) from None
    same = next((name for name in chosen.boards if chosen.board(name).hash == board.hash), None)
    changed = {name: value for name, value in read.items() if name not in usual or usual[name] != value}
    builtin = same if same is not None else (board.id if isinstance(spec, str) else "")
    custom = same is None and isinstance(spec, dict)
    plain = same is not None and same == chosen.boards[0]  # nothing stands beside the usual board
    return Prepared(
        board.id if custom else builtin, str(board.name), board.hash, custom, count, changed, alone or plain
    )  # fmt: skip


# ------------------------------------------------------------------ looking at one
async def study_of(request: Request) -> StudyRecord:
    queue, name = queue_of(request), request.path_params["study"]
    found = await queue.store.read(lambda c: record.find(c, name))
    if found is None:
        raise HttpError(404, "there is no such study", "study")
    return queue.at_this_moment(found)


async def own_study(request: Request) -> tuple[StudyRecord, Session]:
    """The study, if who asked for it sent the request."""
    one, session = await study_of(request), await current_session(request)
    if one.holder not in session.holders:
        raise HttpError(403, "only who asked for this study may do that", "owner")
    return one, session


def shown(request: Request, one: StudyRecord, session: Session) -> m.Study:
    """A study as its page shows it."""
    queue = queue_of(request)
    return m.Study(
        id=one.id,
        game=one.game,
        board=one.board_name,
        board_hash=one.board_hash,
        saved_board=saved_board_of(one.saved_board),
        seats=one.seats,
        alone=one.alone,
        status=one.status,
        share=one.progress.share,
        games=one.progress.games,
        before=queue.before(one.id),
        said=[msgspec.convert(said, m.StudyVerdict) for said in one.progress.verdicts],
        line=one.line,
        report=f"/api/studies/{one.id}/report" if one.status == "done" else "",
        mine=one.holder in session.holders,
        created_ms=one.created_ms,
        kept_days=queue.quotas.keep_study_days,
    )


@router.get("/api/studies")
async def own_studies(request: Request) -> Response:
    """The studies somebody asked for, the newest first."""
    queue, session = queue_of(request), await current_session(request)
    found = await queue.store.read(lambda c: record.mine(c, session.holders, MOST_LISTED)) if session.holders else []
    return answer([shown(request, queue.at_this_moment(one), session) for one in found])


@router.get("/api/studies/{study}")
async def see_study(request: Request) -> Response:
    return answer(shown(request, await study_of(request), await current_session(request)))


@router.get("/api/studies/{study}/report")
async def report(request: Request) -> Response:
    """The article; it runs no scripts, whatever is written in it."""
    check_rate(request, "heavy")
    one = await study_of(request)
    raw = await queue_of(request).store.read(lambda c: record.report_of(c, one.id), slow=True)
    if raw is None:
        raise HttpError(404, "this study has no report yet", "report")
    headers = {"Content-Security-Policy": REPORT_CSP, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "").lower():
        headers["Content-Encoding"] = "gzip"
    else:
        raw = gzip.decompress(raw)
    return Response(raw, media_type="text/html; charset=utf-8", headers=headers)


# ------------------------------------------------------------------ ending one
@router.post("/api/studies/{study}/stop")
async def stop_study(request: Request) -> Response:
    """Its owner stops it; what it said so far stays."""
    one, session = await own_study(request)
    if not one.unfinished:
        raise HttpError(409, "this study is over", "ended")
    await queue_of(request).stop_one(one.id)
    return answer(shown(request, await study_of(request), session))


@router.delete("/api/studies/{study}")
async def delete_study(request: Request) -> Response:
    """Its owner does not want it to be here any more."""
    one, _ = await own_study(request)
    queue = queue_of(request)
    if one.unfinished:
        await queue.stop_one(one.id)
    await queue.store.write(lambda c: record.remove(c, one.id))
    return answer(m.Done())
