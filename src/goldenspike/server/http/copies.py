"""Tables made from tables, over HTTP: try from here, play again."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.slow_work import own_turn
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
from goldenspike.server.tables import copies, seats

router = APIRouter()


@router.post("/api/tables/{table}/sandbox")
async def sandbox(request: Request) -> Response:
    """Go on from a position in private. While the game runs, what the seat cannot see is dealt anew."""
    wanted = await body(request, m.Sandbox)
    actor = await table_of(request)
    bot = seats.bot_called(wanted.bot, actor.header.game)
    check_rate(request, "heavy")
    check_new_table(request)
    you = await rights_at(actor, await current_session(request))
    open_book = over_for(actor, you)
    if not open_book and not you.seats:
        raise HttpError(403, "while the game runs, only its players may try from here", "seat")
    async with own_turn(request):
        match = await copies.match_at_version(actor, wanted.version)
    if match.over:
        raise HttpError(409, "the game is over at this point; go back a little to try something", "over")
    seat = copies.viewpoint(match, you, open_book)
    position = await asyncio.to_thread(copies.position_for, match, None if open_book else seat)
    session, headers = await ensure_session(request)
    mine = list(range(match.setting.seats)) if wanted.all_mine else [seat]
    header, _ = seats.new_header(
        m.NewTable(
            game=actor.header.game,
            seats=[
                m.NewSeat("me", actor.header.places[n].name) if n in mine else m.NewSeat("bot", bot=bot)
                for n in range(match.setting.seats)
            ],
            options=actor.header.options,
            board=actor.header.board_id if actor.header.board_source is None else None,
            name=actor.header.name,
        ),
        position=position,
        board=actor.header.board_source,
        rules=actor.header.rules,
    )
    header.sandbox, header.origin, header.saved_board = True, actor.header.id, actor.header.saved_board
    made = await copies.store_and_start(active_tables_of(request), header, session, mine)
    return answer(m.Made(made.table(), m.You(True, mine, session.name), []), headers=headers)


@router.post("/api/tables/{table}/again")
async def again(request: Request) -> Response:
    """The same people, bots and options with new cards; whoever asks second finds the table of the first.

    It begins once everybody has come: only then can all of them have added to the deal.
    """
    wanted = await body(request, m.Again)
    actor = await table_of(request)
    session = await current_session(request)
    you = await rights_at(actor, session)
    if not you.host and not you.seats:
        raise HttpError(403, "only people of this table may ask for another game", "seat")
    check_new_table(request)
    name = await actor.call(copies.rematch, actor, session, wanted)
    made = await active_tables_of(request).table(name)
    assert made is not None
    return answer(m.Made(made.table(), await rights_at(made, session), []))
