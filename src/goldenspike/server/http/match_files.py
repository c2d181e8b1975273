"""Matches as files: take one away once it is over, and bring one to a new table."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from goldenspike import kind
from goldenspike.engine.errors import BadFile, GoldenSpikeError
from goldenspike.engine.game import Game, shown
from goldenspike.engine.match import FORMAT, UNDO, Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.tables import active_tables_of, current_session, ensure_session, rights_at, table_of
from goldenspike.server.http.timed_replays import FROM_FILE
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_deal import fair_deal
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
from goldenspike.server.tables import realtime, seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.copies import store_and_start
from goldenspike.server.tables.moves import play_for_bot

router = APIRouter()
IMPORT_LINES = 6000
IMPORT_SECONDS = 10.0


# ------------------------------------------------------------------ export
@router.get("/api/tables/{table}/export")
async def export(request: Request) -> Response:
    """The match as a file, once nothing in it is secret any more: it holds every card and the seed."""
    actor = await table_of(request)
    header = actor.header
    you = await rights_at(actor, await current_session(request))
    own = header.sandbox and header.players > 0 and set(range(header.players)) <= set(you.seats)
    if header.status != "finished" and not own:
        raise HttpError(
            403, "a match can be taken away once it is over; until then its file would tell secrets", "running"
        )
    check_rate(request, "heavy")

    def read(connection: Connection) -> dict[str, Any]:
        return match_file(header, read_rows(connection, header.id))

    try:
        data = await actor.store.read(read)
    except (Unplayable, GoldenSpikeError) as error:
        raise HttpError(409, str(error), "rules") from None
    name = f"{header.game}-{header.id[:8]}.json"
    return answer(data, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def match_file(header: TableHeader, rows: list[LogRow]) -> dict[str, Any]:
    """A table's log as a match file: the moves that led to the end, without what was taken back."""
    match = opening_match(header, setting_of(header))
    lines = {row.seq: row.text for row in rows}
    for seq in path_of(rows):
        match.replay(lines[seq], seq)
    catch_up(match, rows)
    fair = fair_deal(header)
    return match.data() if fair is None else {**match.data(), "deal": fair.published()}


# ------------------------------------------------------------------ import
@dataclass
class Import:
    """A match file that was read and replayed as a whole."""

    game: Game
    match: Match
    moves: list[tuple[int, str]]
    lines: list[str]
    custom_board: bool


@router.post("/api/import")
async def import_match(request: Request) -> Response:
    """A match file as a new table: a replay if it is over, else it goes on with all seats in the sender's hands."""
    check_rate(request, "import")
    check_rate(request, "new table")
    raw = await request.body()
    slot: asyncio.Semaphore = request.app.state.import_slot
    async with slot:
        found = await asyncio.to_thread(read_file, raw)
    match = found.match
    session, headers = await ensure_session(request)
    mine = list(range(match.setting.seats))
    header, _ = seats.new_header(
        m.NewTable(
            game=found.game.name,
            seats=[m.NewSeat("me", found.game.seat_names[n]) for n in mine],
            options=match.setting.options,
            board=None if found.custom_board else match.setting.board.id,
        ),
        position=match.origin,
        board=match.setting.board.source if found.custom_board else None,
        rules=match.rules_version,
    )
    header.origin = FROM_FILE
    if match.seed is not None:
        header.seed = match.seed
    header.deal = None  # it was dealt elsewhere
    header.hot_seat = True
    active_tables = active_tables_of(request)
    actor = await store_and_start(active_tables, header, session, mine)
    try:
        await actor.call(play_import, actor, found)
        if actor.hash != match.hash:
            raise HttpError(409, "this match leads somewhere else here", "rules")
    except BaseException:
        await discard(active_tables, actor)
        raise
    return answer(m.Made(actor.table(), m.You(True, mine, session.name), []), headers=headers)


async def play_import(actor: TableActor, found: Import) -> None:
    if isinstance(found.match, TimedMatch):
        await realtime.replay_lines(actor, found.lines)
        return
    for seat, text in found.moves:
        await play_for_bot(actor, seat, text)


async def discard(active_tables: ActiveTables, actor: TableActor) -> None:
    """Delete a table whose import failed."""
    active_tables.loaded.pop(actor.header.id, None)
    gone = sa.delete(schema.tables).where(schema.tables.c.id == actor.header.id)
    await active_tables.store.write(lambda connection: connection.execute(gone).rowcount)
    await actor.stop()


def read_file(raw: bytes, seconds: float = IMPORT_SECONDS) -> Import:
    """Read and replay a match file from a stranger, within limits."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise HttpError(400, "this is no match file: it holds no JSON", "json") from None
    header = data.get("header") if isinstance(data, dict) else None
    if not isinstance(header, dict) or data.get("format") != FORMAT:
        raise HttpError(400, f"this is no match file ({FORMAT})", "file")
    chosen = catalogue.game(header["game"]) if isinstance(header.get("game"), str) else None
    if chosen is None or not catalogue.playable(chosen):
        raise HttpError(400, "matches of this game cannot be brought to this table yet", "game")
    board = header.get("board")
    if "board" in data and isinstance(data["board"], dict):
        try:
            catalogue.custom_board(chosen, data["board"])
        except GoldenSpikeError as error:
            raise HttpError(400, str(error), "board") from None
    elif "board" in data or not isinstance(board, dict) or board.get("id") not in chosen.boards:
        # A name that is no built-in board would be read as a file of this machine.
        raise HttpError(400, "a match file names a built-in board, or brings its own", "board")
    log = data.get("log")
    if not isinstance(log, list) or len(log) > IMPORT_LINES:
        raise HttpError(400, f"a match file has a log of at most {IMPORT_LINES} lines", "file")
    reader = _reader(kind(chosen), time.monotonic() + seconds)
    try:
        match = reader.from_data(chosen, data)
    except GoldenSpikeError as error:
        raise HttpError(400, str(error), "file") from None
    except RecursionError:
        raise HttpError(400, "this is no match file: it is nested too deeply", "file") from None
    return Import(chosen, match, match.moves, match.lines, "board" in data)


def _reader(form: type[Match], until: float) -> Any:
    class Reader(form):  # type: ignore[misc, valid-type]
        """A match that watches the time while it is read, and notes what was played and not taken back."""

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.moves: list[tuple[int, str]] = []
            self.lines: list[str] = []  # of a match with a clock: they tell the moments too

        def replay(self, line: object, number: int = 0) -> None:
            if time.monotonic() > until:
                raise BadFile("this match takes too long to read")
            before = self.s.copy()
            self.last = None
            super().replay(line, number)
            if isinstance(self, TimedMatch):
                self.lines.append(str(line))
                return
            if line == UNDO:
                self.moves.pop()
                return
            if self.last is None:
                raise BadFile(f"line {number} of the log, {shown(line)}: this is no whole action")
            _, seat, actions = self.last
            text = str(line).partition(":")[2].strip()
            self.moves.append((seat, text if self.stepwise else self.setting.write(before, seat, actions[0])))

    return Reader
