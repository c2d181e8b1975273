"""Tables made from tables: try from here, play again, take a match away as a file and bring one back."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from goldenspike import kind
from goldenspike.bots import imagine
from goldenspike.engine.errors import BadFile, GoldenSpikeError
from goldenspike.engine.game import Game, shown
from goldenspike.engine.match import FORMAT, UNDO, Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server import catalogue
from goldenspike.server.http.accounts import slow_down
from goldenspike.server.http.errors import Trouble, answer, body
from goldenspike.server.http.sessions import Visitor
from goldenspike.server.http.tables import hall_of, settled, table_of, who_asks, you_at
from goldenspike.server.http.timed_replays import FROM_FILE
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.table_record import (
    Head,
    Row,
    Unplayable,
    catch_up,
    match_at,
    opening_match,
    path_of,
    read_rows,
    setting_of,
)
from goldenspike.server.tables import realtime, seats
from goldenspike.server.tables.active_tables import Hall
from goldenspike.server.tables.actor import TableActor

router = APIRouter()
IMPORT_LINES = 6000
IMPORT_SECONDS = 10.0


# ------------------------------------------------------------------ try from here
@router.post("/api/tables/{table}/sandbox")
async def sandbox(request: Request) -> Response:
    """Go on from a position in private. While the game runs, what the seat cannot see is dealt anew."""
    wish = await body(request, m.Sandbox)
    actor = await table_of(request)
    bot = seats.bot_called(wish.bot, actor.head.game)
    slow_down(request, "heavy")
    slow_down(request, "new table")
    you = await you_at(actor, await who_asks(request))
    open_book = actor.head.status == "finished"
    if not open_book and not you.seats:
        raise Trouble(403, "while the game runs, only its players may try from here", "seat")
    match = await match_then(actor, wish.version)
    if match.over:
        raise Trouble(409, "the game is over at this point; go back a little to try something", "over")
    seat = viewpoint(match, you, open_book)
    position = await asyncio.to_thread(imagined, match, None if open_book else seat)
    who, headers = await settled(request)
    mine = list(range(match.setting.seats)) if wish.all_mine else [seat]
    head, _ = seats.new_head(
        m.NewTable(
            game=actor.head.game,
            seats=[
                m.SeatWish("me", actor.head.places[n].name) if n in mine else m.SeatWish("bot", bot=bot)
                for n in range(match.setting.seats)
            ],
            options=actor.head.options,
            board=actor.head.board_id if actor.head.board_source is None else None,
            name=actor.head.name,
        ),
        position=position,
        board=actor.head.board_source,
    )
    head.sandbox, head.origin = True, actor.head.id
    made = await begin(hall_of(request), head, who, mine)
    return answer(m.Made(made.table(), m.You(True, mine, who.name), []), headers=headers)


async def match_then(actor: TableActor, version: int) -> Match:
    """The match as it was at a version."""
    head, last = actor.head, actor.version
    if not 1 <= version <= last:
        raise Trouble(404, "this table has no such version", "version")

    def read(connection: Connection) -> Match | None:
        rows = read_rows(connection, head.id, 0, version)
        if not any(row.kind == "start" for row in rows):
            return None
        return match_at(connection, head, setting_of(head), rows)

    try:
        match = await actor.store.read(read)
    except Unplayable as error:
        raise Trouble(409, str(error), "rules") from None
    if match is None:
        raise Trouble(409, "the game had not begun then", "status")
    return match


def viewpoint(match: Match, you: m.You, open_book: bool) -> int:
    """The seat from which to go on: an own one, if possible one whose turn it is."""
    own = [seat for seat in you.seats if seat < match.setting.seats]
    awaited = [seat for seat in match.actors if seat in own or (open_book and not own)]
    return (awaited or own or [0])[0]


def imagined(match: Match, seat: int | None) -> dict[str, Any]:
    """The position in words, with everything hidden from the seat dealt anew; exact without a seat."""
    s = match.s
    if seat is not None:
        # Dice of its own: those of the table would deal the real cards again.
        s = imagine(match, seat, random.Random(secrets.randbits(128))).s
    return match.setting.position(s)


async def begin(hall: Hall, head: Head, who: Visitor, mine: list[int]) -> TableActor:
    """Keep a new table and start it."""
    assert who.holder is not None
    await seats.make(hall.store, head, who.holder, mine)
    actor = await hall.table(head.id)
    assert actor is not None
    await actor.call(seats.start, actor)
    return actor


# ------------------------------------------------------------------ play again
@router.post("/api/tables/{table}/again")
async def again(request: Request) -> Response:
    """The same people, bots and options with new cards; whoever asks second finds the table of the first."""
    wish = await body(request, m.Again)
    actor = await table_of(request)
    who = await who_asks(request)
    you = await you_at(actor, who)
    if not you.host and not you.seats:
        raise Trouble(403, "only people of this table may ask for another game", "seat")
    slow_down(request, "new table")
    name = await actor.call(rematch, actor, who, you, wish.same_seed)
    made = await hall_of(request).table(name)
    assert made is not None
    return answer(m.Made(made.table(), await you_at(made, who), []))


async def rematch(actor: TableActor, who: Visitor, you: m.You, same_seed: bool = False) -> str:
    """Run by the old table's actor, so that two wishes make one table."""
    old = actor.head
    if old.status != "finished":
        raise Trouble(409, "this game is not over yet", "status")
    known = schema.tables
    chosen = sa.select(known.c.id).where(known.c.origin == old.id, known.c.sandbox.is_(False))
    found = await actor.store.read(lambda connection: connection.execute(chosen).scalar())
    name = await remade(actor, who, same_seed) if found is None else str(found)
    made = await actor.hall.table(name)
    assert made is not None
    if made.head.status == "open":
        # Also if an earlier wish got no further than this.
        await actor.store.write(lambda connection: hand_down(connection, old, name, who, you))
        if all(place.holder != "free" for place in made.head.places):
            await made.call(seats.start, made)
        await actor.note_and_tell("seat", None, {"what": "again", "table": name, "again": f"/t/{name}"}, old.copy())
    return name


async def remade(actor: TableActor, who: Visitor, same_seed: bool = False) -> str:
    """A table like this one, with everybody in their seats."""
    old = actor.head
    places = old.places[: old.players]
    wishes = [
        m.SeatWish("bot", place.name, place.bot) if place.holder == "bot" else m.SeatWish("free", place.name)
        for place in places
    ]
    head, _ = seats.new_head(
        m.NewTable(
            game=old.game,
            seats=wishes,
            options=old.options,
            board=old.board_id if old.board_source is None else None,
            name=old.name,
            listed=old.listed,
            hints=old.hints,
            confirm=old.confirm,
            pace=old.pace,
            seed=old.seed if same_seed and old.position is None else None,
        ),
        board=old.board_source,
    )
    head.origin, head.hot_seat = old.id, old.hot_seat
    for place, before in zip(head.places, places, strict=True):
        place.colour = before.colour
        if before.holder == "person":
            place.holder = "person"
    assert who.holder is not None
    await seats.make(actor.store, head, who.holder, [], seed_chosen=same_seed)
    return head.id


def hand_down(connection: Connection, old: Head, new: str, who: Visitor, you: m.You) -> None:
    """Who held something at the old table holds the same at the new one."""
    known = schema.grants
    if not you.host:
        gone = (known.c.table_id == new) & (known.c.holder == who.holder)
        connection.execute(sa.delete(known).where(gone))
    there = connection.execute(sa.select(known.c.seat, known.c.holder).where(known.c.table_id == new))
    have = {(seat, holder) for seat, holder in there}
    rows = connection.execute(sa.select(known).where(known.c.table_id == old.id)).mappings().all()
    fresh = [{**row, "table_id": new} for row in rows if (row["seat"], row["holder"]) not in have]
    kept = [row for row in fresh if row["seat"] == HOST or row["seat"] < old.players]
    if kept:
        connection.execute(sa.insert(known), kept)


# ------------------------------------------------------------------ files
@router.get("/api/tables/{table}/export")
async def export(request: Request) -> Response:
    """The match as a file, once nothing in it is secret any more: it holds every card and the seed."""
    actor = await table_of(request)
    head = actor.head
    you = await you_at(actor, await who_asks(request))
    own = head.sandbox and head.players > 0 and set(range(head.players)) <= set(you.seats)
    if head.status != "finished" and not own:
        raise Trouble(
            403, "a match can be taken away once it is over; until then its file would tell secrets", "running"
        )
    slow_down(request, "heavy")

    def read(connection: Connection) -> dict[str, Any]:
        return exported(head, read_rows(connection, head.id))

    try:
        data = await actor.store.read(read)
    except (Unplayable, GoldenSpikeError) as error:
        raise Trouble(409, str(error), "rules") from None
    name = f"{head.game}-{head.id[:8]}.json"
    return answer(data, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def exported(head: Head, rows: list[Row]) -> dict[str, Any]:
    """A record as a match file: the moves that led to the end, without what was taken back."""
    match = opening_match(head, setting_of(head))
    lines = {row.seq: row.text for row in rows}
    for seq in path_of(rows):
        match.replay(lines[seq], seq)
    catch_up(match, rows)
    return match.data()


@dataclass
class Import:
    """A match file that was read and replayed as a whole."""

    game: Game
    match: Match
    moves: list[tuple[int, str]]
    lines: list[str]
    own_board: bool


@router.post("/api/import")
async def bring(request: Request) -> Response:
    """A match file as a table: over, it is a replay; not over, it goes on with all seats in one hand."""
    slow_down(request, "import")
    slow_down(request, "new table")
    raw = await request.body()
    door: asyncio.Semaphore = request.app.state.import_door
    async with door:
        found = await asyncio.to_thread(read_file, raw)
    match = found.match
    who, headers = await settled(request)
    mine = list(range(match.setting.seats))
    head, _ = seats.new_head(
        m.NewTable(
            game=found.game.name,
            seats=[m.SeatWish("me", found.game.seat_names[n]) for n in mine],
            options=match.setting.options,
            board=None if found.own_board else match.setting.board.id,
        ),
        position=match.origin,
        board=match.setting.board.source if found.own_board else None,
    )
    head.origin = FROM_FILE
    if match.seed is not None:
        head.seed = match.seed
    head.hot_seat = True
    hall = hall_of(request)
    actor = await begin(hall, head, who, mine)
    try:
        await actor.call(feed, actor, found)
        if actor.hash != match.hash:
            raise Trouble(409, "this match leads somewhere else here", "rules")
    except BaseException:
        await forget(hall, actor)
        raise
    return answer(m.Made(actor.table(), m.You(True, mine, who.name), []), headers=headers)


async def feed(actor: TableActor, found: Import) -> None:
    if isinstance(found.match, TimedMatch):
        await realtime.feed(actor, found.lines)
        return
    for seat, text in found.moves:
        await actor.bot_moves(seat, text)


async def forget(hall: Hall, actor: TableActor) -> None:
    """A table that never really was."""
    hall.tables.pop(actor.head.id, None)
    gone = sa.delete(schema.tables).where(schema.tables.c.id == actor.head.id)
    await hall.store.write(lambda connection: connection.execute(gone).rowcount)
    await actor.stop()


def read_file(raw: bytes, seconds: float = IMPORT_SECONDS) -> Import:
    """Read and replay a match file from a stranger, within limits."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Trouble(400, "this is no match file: it holds no JSON", "json") from None
    header = data.get("header") if isinstance(data, dict) else None
    if not isinstance(header, dict) or data.get("format") != FORMAT:
        raise Trouble(400, f"this is no match file ({FORMAT})", "file")
    chosen = catalogue.game(header["game"]) if isinstance(header.get("game"), str) else None
    if chosen is None or not catalogue.playable(chosen):
        raise Trouble(400, "matches of this game cannot be brought to this table yet", "game")
    board = header.get("board")
    if "board" in data and isinstance(data["board"], dict):
        try:
            catalogue.own_board(chosen, data["board"])
        except GoldenSpikeError as error:
            raise Trouble(400, str(error), "board") from None
    elif "board" in data or not isinstance(board, dict) or board.get("id") not in catalogue.boards(chosen.name):
        # A name that is no built-in board would be read as a file of this machine.
        raise Trouble(400, "a match file names a built-in board, or brings its own", "board")
    log = data.get("log")
    if not isinstance(log, list) or len(log) > IMPORT_LINES:
        raise Trouble(400, f"a match file has a log of at most {IMPORT_LINES} lines", "file")
    reader = _reader(kind(chosen), time.monotonic() + seconds)
    try:
        match = reader.from_data(chosen, data)
    except GoldenSpikeError as error:
        raise Trouble(400, str(error), "file") from None
    except RecursionError:
        raise Trouble(400, "this is no match file: it is nested too deeply", "file") from None
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
