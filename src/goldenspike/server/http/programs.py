"""What programs need besides what the page uses: tokens, moves without a socket, streams of events, finished games.

A move and a stream are a live channel inside of the server: the same checks, limits and views as for a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection
from starlette.types import Message

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.server import catalogue
from goldenspike.server.http.account_security import logged_in
from goldenspike.server.http.accounts import accounts_of, reconnect
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.match_files import encoded_match_file
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import run_slow
from goldenspike.server.http.tables import active_tables_of, current_session, number_in
from goldenspike.server.live import messages as m
from goldenspike.server.live.channel import PATH, Channels
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people import api_tokens
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_deal import FROM_FILE, fair_deal
from goldenspike.server.storage.table_record import (
    LogRow,
    TableHeader,
    Unplayable,
    headers_of,
    opening_match,
    path_of,
    read_rows,
    setting_of,
)
from goldenspike.server.storage.watch_delay import hidden_end
from goldenspike.server.visible_text import visible_line

router = APIRouter()
ANSWER_S = 20.0
KEEP_ALIVE_S = 15.0
GAMES_AT_ONCE = 20
CLOSED = 409


# ------------------------------------------------------------------ tokens
@router.get("/api/me/tokens")
async def tokens(request: Request) -> Response:
    """The tokens of one's account."""
    session = await logged_in(request)
    store, account = active_tables_of(request).store, session.account
    assert account is not None
    return answer(await store.read(lambda c: api_tokens.listed(c, account)))


@router.post("/api/me/tokens")
async def new_token(request: Request) -> Response:
    """A token for a program; it is shown once and kept as a hash."""
    wanted = await body(request, m.NewApiToken)
    session = await logged_in(request, guess=True)
    await accounts_of(request).confirm_password(session, wanted.password)
    store, account, token = active_tables_of(request).store, session.account, api_tokens.new_token()
    assert account is not None
    name = visible_line(wanted.name, 40)
    await store.write(lambda c: api_tokens.add(c, account, name, token, now_ms()))
    return answer(m.MadeApiToken(token, await store.read(lambda c: api_tokens.listed(c, account))))


@router.delete("/api/me/tokens/{token}")
async def revoke_token(request: Request) -> Response:
    """Revoke a token: from now on it is worth nothing, and its streams end."""
    session, token = await logged_in(request), request.path_params["token"]
    store, account = active_tables_of(request).store, session.account
    assert account is not None
    gone = await store.write(lambda c: api_tokens.revoke(c, account, token))
    if not gone:
        raise HttpError(404, "there is no such token", "token")
    reconnect(request, *gone)
    return answer(await store.read(lambda c: api_tokens.listed(c, account)))


# ------------------------------------------------------------------ a live channel without a socket
class InnerChannel:
    """A live channel of whoever sent a request, inside of the server."""

    def __init__(self, request: Request) -> None:
        channels = request.app.state.channels
        assert isinstance(channels, Channels)
        self._inward: asyncio.Queue[Message] = asyncio.Queue()
        self._outward: asyncio.Queue[Message] = asyncio.Queue()
        scope = {**request.scope, "type": "websocket", "path": PATH, "raw_path": PATH.encode()}
        self._inward.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.get_running_loop().create_task(channels.serve(scope, self._inward.get, self._sent))

    async def _sent(self, message: Message) -> None:
        await self._outward.put(message)

    def say(self, frame: Any) -> None:
        self._inward.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(frame).decode()})

    async def frame(self) -> str | None:
        """The next frame; None once the channel is closed."""
        while True:
            message = await self._outward.get()
            if message["type"] == "websocket.send":
                return str(message["text"])
            if message["type"] == "websocket.close":
                return None

    async def close(self) -> None:
        self._inward.put_nowait({"type": "websocket.disconnect", "code": 1000})
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._task, 5)


async def hello(request: Request, seat: int | None, after: int | None = None) -> tuple[InnerChannel, str]:
    """A channel that was let in, and its welcome."""
    await current_session(request)  # a token that was revoked is refused here
    channel = InnerChannel(request)
    channel.say(m.Hello(request.path_params["table"], seat, after))
    text = await channel.frame()
    head = {} if text is None else msgspec.json.decode(text)
    if text is None or head.get("op") != "welcome":
        await channel.close()
        reason = str(head.get("reason", ""))
        raise HttpError(404 if "no such table" in reason else 403, reason, "table" if "table" in reason else "seat")
    return channel, text


@router.post("/api/tables/{table}/moves")
async def make_move(request: Request) -> Response:
    """An action at a seat of one's own; the answer comes when it is stored."""
    wanted = await body(request, m.ApiMove)
    channel, _ = await hello(request, None)
    try:
        channel.say(m.Move(wanted.id, wanted.seat, wanted.text, wanted.version))
        async with asyncio.timeout(ANSWER_S):
            while (text := await channel.frame()) is not None:
                frame = msgspec.json.decode(text)
                if frame.get("id") != wanted.id:
                    continue
                if frame["op"] == "ack":
                    return answer(m.ApiMoved(frame["version"], []))
                if frame["op"] == "own":
                    return answer(m.ApiMoved(frame["version"], frame["steps"]))
                if frame["op"] == "refused":
                    clause = f" ({frame['clause']})" if frame["clause"] else ""
                    status = 403 if frame["code"] == "seat" else CLOSED
                    raise HttpError(status, f"{frame['sentence']}{clause}", frame["code"])
    except TimeoutError:
        pass
    finally:
        await channel.close()
    raise HttpError(503, "the table did not answer; send the same move with the same id again", "moved", wait=1)


@router.get("/api/tables/{table}/events")
async def events(request: Request) -> Response:
    """Everything that happens at a table, as server-sent events: the welcome first, then one event for each frame."""
    query = request.query_params
    seat = number_in(query["seat"], "a seat") if "seat" in query else None
    known = query.get("after") or request.headers.get("last-event-id")
    after = number_in(known, "a version") if known else None
    check_rate(request, "socket")
    channel, welcome = await hello(request, seat, after)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(channel, welcome), media_type="text/event-stream", headers=headers)


async def _stream(channel: InnerChannel, welcome: str) -> AsyncIterator[str]:
    waiting: asyncio.Task[str | None] | None = None
    try:
        yield _event(welcome)
        while True:
            waiting = waiting or asyncio.ensure_future(channel.frame())
            done, _ = await asyncio.wait({waiting}, timeout=KEEP_ALIVE_S)
            if not done:
                yield ": nothing new\n\n"
                continue
            text, waiting = waiting.result(), None
            if text is None:
                return
            yield _event(text)
    finally:
        if waiting is not None:
            waiting.cancel()
        await channel.close()


def _event(text: str) -> str:
    frame = msgspec.json.decode(text)
    number = f"id: {frame['version']}\n" if frame["op"] in {"welcome", "event"} else ""
    return f"event: {frame['op']}\n{number}data: {text}\n\n"


# ------------------------------------------------------------------ finished games
@router.get("/api/finished-games/{game}")
async def finished_games(request: Request) -> Response:
    """Finished public games, oldest first, one match file on each line; the header Next says where to go on."""
    game = catalogue.game(request.path_params["game"]).name
    check_rate(request, "heavy")
    after = request.query_params.get("after", "")
    at_ms, _, last = after.partition("-")
    moment = number_of(at_ms) if after else 0
    store = active_tables_of(request).store
    known = await store.read(lambda c: _finished(c, game, moment, last))
    headers = await store.read(lambda c: headers_of(c, known))
    lines = []
    for name, header in headers.items():
        rows = await store.read(partial(read_rows, table=name))
        with suppress(HttpError):  # a game of rules that this server no longer plays
            quick = header.board_source is None and not catalogue.game(game).wall_clock(header.options)
            work = asyncio.to_thread(_from_record, header, rows) if quick else None
            lines.append(await (work or run_slow(request, encoded_match_file, header, rows)))
    more = {}
    if known:
        more["Next"] = f"{headers[known[-1]].changed_ms}-{known[-1]}"
    disposition = {"Content-Disposition": f'attachment; filename="{game}.jsonl"', **more}
    return Response(b"".join(line + b"\n" for line in lines), media_type="application/x-ndjson", headers=disposition)


def _from_record(header: TableHeader, rows: list[LogRow]) -> bytes:
    """The same match file without a replay: the record holds its lines, and the hash that they lead to."""
    try:
        whole = opening_match(header, setting_of(header)).data()
    except (Unplayable, GoldenSpikeError) as error:
        raise HttpError(409, str(error), "rules") from None
    by_seq, path, fair = {row.seq: row for row in rows}, path_of(rows), fair_deal(header)
    whole["log"] = [by_seq[seq].text for seq in path]
    whole["hash"] = by_seq[path[-1]].hash if path else whole["hash"]
    return msgspec.json.encode(whole if fair is None else {**whole, "deal": fair.published()})


def number_of(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise HttpError(400, "after is what the header Next said", "shape")
    return int(text)


def _finished(c: Connection, game: str, moment: int, last: str) -> list[str]:
    known = schema.tables
    further = sa.or_(known.c.changed_ms > moment, (known.c.changed_ms == moment) & (known.c.id > last))
    chosen = (
        sa.select(known.c.id, hidden_end(now_ms()).label("hidden"))
        .where(known.c.listed, known.c.status == "finished", known.c.changed_ms >= moment, further)
        .where(known.c.game == game, ~known.c.sandbox, known.c.position.is_(None))
        .where(sa.or_(known.c.origin.is_(None), known.c.origin != FROM_FILE))
    )
    found = c.execute(chosen.order_by(known.c.changed_ms, known.c.id).limit(GAMES_AT_ONCE))
    # Up to the first that people who only watched have not seen to its end: whoever goes on later misses none.
    return [row.id for row in takewhile(lambda row: not row.hidden, found)]
