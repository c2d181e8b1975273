"""Matches against the clock, once they are over: replays in fast motion, statistics, best scores."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from msgspec import Raw
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Item, Result
from goldenspike.engine.overlay import overlay
from goldenspike.engine.timed_match import TimedMatch, split_line
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.tables import active_tables_of, current_session, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_record import (
    LogRow,
    TableHeader,
    Unplayable,
    catch_up,
    opening_match,
    path_of,
    read_rows,
    setting_of,
)

router = APIRouter()
MOST_BEST = 50
FROM_FILE = "file"  # the origin of a table that was imported

_encode = msgspec.json.encode


# ------------------------------------------------------------------ fast motion
@router.get("/api/tables/{table}/reel")
async def replay(request: Request) -> Response:
    """A finished match against the clock, moment by moment."""
    actor = await table_of(request)
    header = actor.header
    if header.status != "finished":
        raise HttpError(409, "the match is not over yet", "status")
    check_rate(request, "heavy")
    rows = await actor.store.read(lambda connection: read_rows(connection, header.id))
    try:
        found = await asyncio.to_thread(replay_of, header, rows)
    except (Unplayable, GoldenSpikeError) as error:
        raise HttpError(409, str(error), "rules") from None
    return answer(found)


def replay_of(header: TableHeader, rows: list[LogRow]) -> m.Replay:
    """Every moment at which something was done or happened; the first as a whole, then what changed."""
    match = opening_match(header, setting_of(header))
    if not isinstance(match, TimedMatch):
        raise HttpError(409, "this game is not played against the clock", "game")
    lines = {row.seq: row for row in rows}
    seen = match.setting.view(match.s, None)
    frames = [m.ReplayFrame(match.now, _start(rows), "", view=Raw(_encode(seen)))]
    version = frames[0].version
    for moment, line, seq in _moments(match, [lines[seq] for seq in path_of(rows)], rows):
        now = match.setting.view(match.s, None)
        version = seq or version
        frames.append(_frame(moment, version, line, seen, now))
        seen = now
    return m.Replay(frames, catalogue.statistics(match))


def _frame(moment: int, version: int, line: str, seen: Any, now: Any) -> m.ReplayFrame:
    if _lost_names(seen, now):
        return m.ReplayFrame(moment, version, line, view=Raw(_encode(now)))  # a change cannot remove a name
    return m.ReplayFrame(moment, version, line, change=Raw(_encode(overlay(seen, now))))


def _start(rows: list[LogRow]) -> int:
    return next((row.seq for row in rows if row.kind == "start"), 1)


def _moments(match: TimedMatch, moves: list[LogRow], rows: list[LogRow]) -> Iterator[tuple[int, str, int]]:
    for row in moves:
        moment = split_line(row.text)[0]
        while (due := match.next_event) is not None and due < moment:
            match.journal.clear()
            match.advance(due)
            yield match.now, _events(match), 0
        match.replay(row.text, row.seq)
        yield match.now, row.text, row.seq
    end = max([match.now, *(row.data["at_ms"] for row in rows if row.kind == "finish" and row.data)])
    while not match.over and (due := match.next_event) is not None and due <= end:
        match.journal.clear()
        match.advance(due)
        yield match.now, _events(match), 0
    catch_up(match, rows)


def _events(match: TimedMatch) -> str:
    return "; ".join(line for line in match.journal if line.startswith("!"))


def _lost_names(before: Any, after: Any) -> bool:
    """Does the newer data miss a name that the older has?"""
    if isinstance(before, dict) and isinstance(after, dict):
        return any(name not in after or _lost_names(value, after[name]) for name, value in before.items())
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return any(_lost_names(one, other) for one, other in zip(before, after, strict=True))
    return False


# ------------------------------------------------------------------ best scores
@router.get("/api/best")
async def best(request: Request) -> Response:
    """The best result of every setup of a game, on one board or on all of them."""
    chosen = catalogue.game(request.query_params.get("game", ""))
    board = request.query_params.get("board")
    check_rate(request, "heavy")
    holders = (await current_session(request)).holders
    return answer(
        await active_tables_of(request).store.read(lambda connection: best_of(connection, chosen.name, board, holders))
    )


def best_of(connection: Connection, game: str, board: str | None, holders: Sequence[str] = ()) -> list[m.Best]:
    """The best results; tables that are not listed are shown to their own people only."""
    known, grants = schema.tables, schema.grants
    own = sa.select(grants.c.table_id).where(grants.c.holder.in_(holders))
    chosen = sa.select(known.c.id).where(
        known.c.game == game,
        known.c.status == "finished",
        known.c.sandbox.is_(False),
        known.c.position.is_(None),
        sa.or_(known.c.listed, known.c.id.in_(own)),
        sa.or_(known.c.origin.is_(None), known.c.origin != FROM_FILE),
    )
    if board is not None:
        chosen = chosen.where(known.c.board_id == board)
    found: dict[str, m.Best] = {}
    for name in connection.scalars(chosen.order_by(known.c.changed_ms)):
        one = _scored(TableHeader.read(connection, name))
        if one is not None and (one.key not in found or one.score > found[one.key].score):
            found[one.key] = one
    return sorted(found.values(), key=lambda one: (-one.score, one.at_ms))[:MOST_BEST]


def _scored(header: TableHeader | None) -> m.Best | None:
    """A finished table as an entry of the list, if it belongs there."""
    if header is None or not isinstance(header.result, dict):
        return None
    try:
        setting = setting_of(header)
    except Unplayable:
        return None
    kept = header.result
    sheet = tuple(tuple(Item(**item) for item in items) for items in kept["sheet"])
    result = Result(tuple(kept["points"]), tuple(kept["winners"]), kept["reason"], sheet, tuple(kept["notes"]))
    record = setting.record_of(result)
    if record is None:
        return None
    names = [place.name for place in header.places[: header.players]]
    length = 1000 * int(getattr(setting, "seconds", 0))
    return m.Best(record[0], record[1], length, names, header.id, header.changed_ms)
