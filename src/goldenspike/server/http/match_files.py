"""Matches as files: take one away once it is over, and bring one to a new table."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from goldenspike import kind
from goldenspike.engine.errors import BadFile, GoldenSpikeError
from goldenspike.engine.game import Value, shown
from goldenspike.engine.match import FORMAT, UNDO, Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server import catalogue, custom_boards
from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import prepare_board, run_slow
from goldenspike.server.http.tables import (
    active_tables_of,
    check_new_table,
    current_session,
    ensure_session,
    over_for,
    rights_at,
    table_of,
)
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_deal import FROM_FILE, fair_deal
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
IMPORT_SECONDS = 8.0  # less than a worker has


# ------------------------------------------------------------------ export
@router.get("/api/tables/{table}/export")
async def export(request: Request) -> Response:
    """The match as a file, once nothing in it is secret any more: it holds every card and the seed."""
    actor = await table_of(request)
    header = actor.header
    you = await rights_at(actor, await current_session(request))
    own = header.sandbox and header.players > 0 and set(range(header.players)) <= set(you.seats)
    if not over_for(actor, you) and not own:
        raise HttpError(
            403, "a match can be taken away once it is over; until then its file would tell secrets", "running"
        )
    check_rate(request, "heavy")

    rows = await actor.store.read(lambda connection: read_rows(connection, header.id))
    raw = await run_slow(request, encoded_match_file, header, rows)
    name = f"{header.game}-{header.id[:8]}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(raw, media_type="application/json", headers=disposition)


def encoded_match_file(header: TableHeader, rows: list[LogRow]) -> bytes:
    """A match file as it is sent."""
    try:
        return msgspec.json.encode(match_file(header, rows))
    except (Unplayable, GoldenSpikeError) as error:
        raise HttpError(409, str(error), "rules") from None


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

    game: str
    options: dict[str, Value]
    board: str
    board_source: Any  # of a custom board
    seats: int
    origin: dict[str, Any] | None  # where it begins, if not with the usual setup
    rules: str
    seed: int | None
    hash: str  # of the position it ends with
    timed: bool
    moves: list[tuple[int, str]]
    lines: list[str]


@router.post("/api/import")
async def import_match(request: Request) -> Response:
    """A match file as a new table: a replay if it is over, else it goes on with all seats in the sender's hands."""
    check_rate(request, "import")
    check_new_table(request)
    raw = await request.body()
    found: Import = await run_slow(request, read_file, raw, remember=False)
    if found.board_source is not None:
        await prepare_board(request, found.game, found.board_source)
    session, headers = await ensure_session(request)
    mine = list(range(found.seats))
    names = catalogue.game(found.game).seat_names
    header, _ = seats.new_header(
        m.NewTable(
            game=found.game,
            seats=[m.NewSeat("me", names[n]) for n in mine],
            options=found.options,
            board=None if found.board_source is not None else found.board,
        ),
        position=found.origin,
        board=found.board_source,
        rules=found.rules,
    )
    header.origin = FROM_FILE
    if found.seed is not None:
        header.seed = found.seed
    header.deal = None  # it was dealt elsewhere
    header.hot_seat, header.known = True, "file"
    active_tables = active_tables_of(request)
    slot: asyncio.Semaphore = request.app.state.import_slot
    async with slot:
        actor = await store_and_start(active_tables, header, session, mine)
        try:
            await actor.call(play_import, actor, found)
            if actor.hash != found.hash:
                raise HttpError(409, "this match leads somewhere else here", "rules")
        except BaseException:
            await discard(active_tables, actor)
            raise
    return answer(m.Made(actor.table(), m.You(True, mine, session.name), []), headers=headers)


async def play_import(actor: TableActor, found: Import) -> None:
    if found.timed:
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
    if not isinstance(header.get("game"), str):
        raise HttpError(400, "this match file names no game", "game")
    chosen = catalogue.game(header["game"])
    board = header.get("board")
    if "board" in data and isinstance(data["board"], dict):
        try:
            custom_boards.as_bytes(data["board"])
            chosen.board(data["board"])
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
    return Import(
        game=chosen.name,
        options=match.setting.options,
        board=match.setting.board.id,
        board_source=match.setting.board.source if "board" in data else None,
        seats=match.setting.seats,
        origin=match.origin,
        rules=match.rules_version,
        seed=match.seed,
        hash=match.hash,
        timed=isinstance(match, TimedMatch),
        moves=match.moves,
        lines=match.lines,
    )


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
