"""Matches that are over: whole replays, for fast motion and for reading offline; statistics, best scores."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Raw

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.match import Match
from goldenspike.engine.overlay import overlay
from goldenspike.engine.timed_match import TimedMatch, split_line
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import own_turn, run_slow
from goldenspike.server.http.tables import active_tables_of, current_session, over_for, rights_at, table_of
from goldenspike.server.live import messages as m
from goldenspike.server.storage.scores import best_of
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

_encode = msgspec.json.encode


# ------------------------------------------------------------------ fast motion
@router.get("/api/tables/{table}/reel")
async def replay(request: Request) -> Response:
    """A finished match, moment by moment."""
    actor = await table_of(request)
    header = actor.header
    if not over_for(actor, await rights_at(actor, await current_session(request))):
        raise HttpError(409, "the match is not over yet", "status")
    check_rate(request, "heavy")
    rows = await actor.store.read(lambda connection: read_rows(connection, header.id))
    if isinstance(actor.match, TimedMatch):
        raw = await run_slow(request, encoded_replay, header, rows)
    else:  # as quick as looking back once: no process has to be started for it
        async with own_turn(request):
            raw = await asyncio.to_thread(encoded_replay, header, rows)
    return Response(raw, media_type="application/json")


def encoded_replay(header: TableHeader, rows: list[LogRow]) -> bytes:
    """A replay as it is sent."""
    try:
        return _encode(replay_of(header, rows))
    except (Unplayable, GoldenSpikeError) as error:
        raise HttpError(409, str(error), "rules") from None


def replay_of(header: TableHeader, rows: list[LogRow]) -> m.Replay:
    """Every moment at which something was done or happened; the first as a whole, then what changed."""
    match = opening_match(header, setting_of(header))
    lines = {row.seq: row for row in rows}
    moves = [lines[seq] for seq in path_of(rows)]
    begun = match.now if isinstance(match, TimedMatch) else 0
    seen = match.setting.view(match.s, None)
    frames = [m.ReplayFrame(begun, _start(rows), "", view=Raw(_encode(seen)))]
    version = frames[0].version
    for moment, line, seq in _moments(match, moves, rows) if isinstance(match, TimedMatch) else _turns(match, moves):
        now = match.setting.view(match.s, None)
        version = seq or version
        frames.append(_frame(moment, version, line, seen, now))
        seen = now
    return m.Replay(frames, catalogue.statistics(match) if isinstance(match, TimedMatch) else {})


def _frame(moment: int, version: int, line: str, seen: Any, now: Any) -> m.ReplayFrame:
    if _lost_names(seen, now):
        return m.ReplayFrame(moment, version, line, view=Raw(_encode(now)))  # a change cannot remove a name
    return m.ReplayFrame(moment, version, line, change=Raw(_encode(overlay(seen, now))))


def _start(rows: list[LogRow]) -> int:
    return next((row.seq for row in rows if row.kind == "start"), 1)


def _turns(match: Match, moves: list[LogRow]) -> Iterator[tuple[int, str, int]]:
    """Without a clock: every move that stands. What was taken back is not shown, and the record tells the words."""
    for row in moves:
        match.replay(row.text, row.seq)
        match.drain()
        yield 0, "", row.seq


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
    holders = tuple((await current_session(request)).holders)
    active_tables, recent = active_tables_of(request), request.app.state.best
    found = await recent.get(
        (chosen.name, board, holders, active_tables.result_changes),
        lambda: active_tables.store.read(lambda connection: best_of(connection, chosen.name, board, holders)),
    )
    return answer(found)
