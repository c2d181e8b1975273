"""Tournaments over HTTP. Whoever has the address may look; the host decides who takes part and when it begins."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from goldenspike.bots import bots_for
from goldenspike.bots.lookup import known_bot
from goldenspike.server import catalogue
from goldenspike.server.http.errors import HttpError, answer, body
from goldenspike.server.http.rate_limits import check_rate
from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.http.sessions import Session
from goldenspike.server.http.tables import (
    active_tables_of,
    check_new_table,
    current_session,
    ensure_session,
    number_in,
    shown_name,
)
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people.names import bare, check_no_program, is_reserved, look
from goldenspike.server.qr_code import qr_picture
from goldenspike.server.storage.store import Store
from goldenspike.server.tables import leaving, seats
from goldenspike.server.tables.fill_watch import NAMES
from goldenspike.server.tables.seat_names import numbered
from goldenspike.server.tables.seats import clean
from goldenspike.server.tournaments import record
from goldenspike.server.tournaments.pairing import rounds_needed, shape
from goldenspike.server.tournaments.record import Player, TournamentRecord
from goldenspike.server.tournaments.rounds import TournamentWatch, seat_of, take_seats
from goldenspike.server.visible_text import visible_line

router = APIRouter()
MOST_PLAYERS = 64
MOST_BOTS = 16
MOST_TABLES = 600  # in all rounds


def store_of(request: Request) -> Store:
    return active_tables_of(request).store


def watch_of(request: Request) -> TournamentWatch:
    watch = request.app.state.tournaments
    assert isinstance(watch, TournamentWatch)
    return watch


async def tournament_of(request: Request) -> TournamentRecord:
    name = request.path_params["tournament"]
    found = await store_of(request).read(lambda c: record.read(c, name))
    if found is None:
        raise HttpError(404, "there is no such tournament", "tournament")
    return found


async def hosted(request: Request) -> tuple[TournamentRecord, Session]:
    """The tournament, if its host sent the request."""
    found, session = await tournament_of(request), await current_session(request)
    if found.holder not in session.holders:
        raise HttpError(403, "only the host of this tournament may do that", "host")
    return found, session


async def shown(request: Request, tournament: str, session: Session) -> m.Tournament:
    found = await store_of(request).read(lambda c: record.read(c, tournament))
    if found is None:
        raise HttpError(404, "there is no such tournament", "tournament")
    return record.shown(found, session.holders)


def check_open(found: TournamentRecord) -> None:
    if found.status != "open":
        raise HttpError(
            409, "this tournament has begun already" if found.round else "this tournament is over", "status"
        )


async def link_to(request: Request, tournament: str, secret: str) -> m.TournamentLink:
    path = f"/tournament/{tournament}#j={secret}"
    base = active_tables_of(request).site.base(request.scope)
    return m.TournamentLink(path, await asyncio.to_thread(qr_picture, base + path))


@router.get("/api/tournaments")
async def tournament_lists(request: Request) -> Response:
    """One's own tournaments, and the public ones."""
    check_rate(request, "heavy")
    session = await current_session(request)
    return answer(await store_of(request).read(lambda c: record.lists(c, session.holders)))


@router.post("/api/tournaments")
async def make_tournament(request: Request) -> Response:
    """A new tournament; players come by its link, or are added by name."""
    wanted = await body(request, m.NewTournament)
    game = catalogue.game(wanted.game)
    if game.team:
        raise HttpError(400, f"in {game.title} everybody wins or loses together: there is no tournament of it", "team")
    if wanted.pace.kind == "none" or wanted.pace.absence == "wait":
        raise HttpError(400, "a tournament needs a time limit, and a rule for those who exceed it", "pace")
    # What a table of it would be is checked as for any other table.
    wish = m.NewTable(
        game=game.name, seats=[m.NewSeat()] * wanted.seats, options=wanted.options, board=wanted.board, listed=True
    )
    header, _ = seats.new_header(wish)
    check_new_table(request)
    check_rate(request, "tournaments")
    session, headers = await ensure_session(request)
    assert session.holder is not None
    secret, now = new_secret(), now_ms()
    found = TournamentRecord(
        id=record.new_id(),
        holder=session.holder,
        name=visible_line(wanted.name, 60),
        game=game.name,
        board=wanted.board or "",
        options=header.options,
        seats=wanted.seats,
        form=wanted.form,
        rounds=wanted.rounds,
        round=0,
        status="open",
        pace=wanted.pace,
        bots=wanted.bots,
        listed=wanted.listed,
        link_hash=hashed(secret),
        created_ms=now,
        changed_ms=now,
    )
    if wanted.play:
        name = name_for(found, shown_name(session, wanted.player or session.name or ""), program=session.program)
        found.players.append(Player(0, name, session.holder))
    await store_of(request).write(lambda c: record.add(c, found))
    link = await link_to(request, found.id, secret)
    return answer(m.TournamentMade(record.shown(found, session.holders), link), headers=headers)


@router.get("/api/tournaments/{tournament}")
async def see_tournament(request: Request) -> Response:
    """A tournament: its players, standings and rounds."""
    return answer(record.shown(await tournament_of(request), (await current_session(request)).holders))


@router.post("/api/tournaments/{tournament}/link")
async def new_link(request: Request) -> Response:
    """A new link for everybody; the one before is void."""
    found, _ = await hosted(request)
    check_open(found)
    secret = new_secret()
    await store_of(request).write(lambda c: record.touch(c, found.id, now_ms(), link_hash=hashed(secret)))
    return answer(await link_to(request, found.id, secret))


@router.post("/api/tournaments/{tournament}/join")
async def join(request: Request) -> Response:
    """Take part."""
    wanted, found = await body(request, m.JoinTournament), await tournament_of(request)
    _way_in(found, wanted)  # nobody gets a session for a link that is void
    session, headers = await ensure_session(request)
    await store_of(request).write(lambda c: _take_part(c, found.id, wanted, session))
    return answer(await shown(request, found.id, session), headers=headers)


def _way_in(found: TournamentRecord, wanted: m.JoinTournament) -> Player | None:
    """The player whose own link this is; None for a new one. HttpError for somebody who may not take part."""
    key = None if wanted.secret is None else hashed(wanted.secret)
    own = next((one for one in found.players if key is not None and one.secret_hash == key), None)
    if own is None and key is not None and key != found.link_hash:
        raise HttpError(404, "this link was used already, or is void; ask the host for a new one", "secret")
    if own is None and key is None and not found.listed:
        raise HttpError(403, "one takes part here by invitation only", "private")
    if own is None or found.status in {"finished", "closed"}:
        check_open(found)
    return own


def _take_part(c: Connection, tournament: str, wanted: m.JoinTournament, session: Session) -> None:
    """Everything is looked at again: others may join at this very moment, here or at another server."""
    found, holder = locked(c, tournament), session.holder
    own = _way_in(found, wanted)
    assert holder is not None
    if found.number_of(session.holders) is not None:
        raise HttpError(409, "you take part in this tournament already", "twice")
    if own is None:
        name = name_for(found, shown_name(session, wanted.name or session.name or ""), program=session.program)
        _add(c, found, Player(next_number(found), name, holder))
        return
    name = shown_name(session, own.name)
    record.change_player(c, tournament, own.number, holder=holder, secret_hash=None, name=name)
    take_seats(c, found, own.number, holder)


def locked(c: Connection, tournament: str) -> TournamentRecord:
    found = record.locked(c, tournament)
    if found is None:
        raise HttpError(404, "there is no such tournament", "tournament")
    return found


def _add(c: Connection, found: TournamentRecord, player: Player) -> None:
    check_count(found, player)
    record.add_player(c, found.id, player, now_ms())


@router.post("/api/tournaments/{tournament}/players")
async def add_player(request: Request) -> Response:
    """The host adds a person by name, who gets a link of their own, or a bot."""
    wanted = await body(request, m.NewTournamentPlayer)
    found, session = await hosted(request)
    check_open(found)
    if wanted.bot is not None and known_bot(wanted.bot, found.game) is None:
        raise HttpError(400, f"there is no bot {wanted.bot!r}; there are {', '.join(bots_for(found.game))}", "bot")
    if wanted.bot is None and not clean(wanted.name):
        raise HttpError(400, "who is it? Give a name", "name")
    secret = new_secret()

    def work(c: Connection) -> None:
        now = locked(c, found.id)
        check_open(now)
        if wanted.bot is None:
            _add(c, now, Player(next_number(now), name_for(now, wanted.name), secret_hash=hashed(secret)))
            return
        taken = {one.name for one in now.players}
        free = next((name for name in NAMES if name not in taken), wanted.bot.capitalize())
        _add(c, now, Player(next_number(now), name_for(now, wanted.name or free), bot=wanted.bot))

    await store_of(request).write(work)
    link = None if wanted.bot is not None else await link_to(request, found.id, secret)
    return answer(m.AddedPlayer(await shown(request, found.id, session), link))


@router.delete("/api/tournaments/{tournament}/players/{number}")
async def take_out(request: Request) -> Response:
    """The host takes somebody out, or somebody leaves; what they have played so far still counts."""
    session, number = await current_session(request), number_in(request.path_params["number"], "a player")
    found = await tournament_of(request)

    def work(c: Connection) -> TournamentRecord:
        now = locked(c, found.id)
        player = next((one for one in now.players if one.number == number), None)
        if now.holder not in session.holders and (player is None or player.holder not in session.holders):
            raise HttpError(403, "only the host takes others out of a tournament", "host")
        if player is None:
            raise HttpError(404, "there is no such player", "player")
        if now.status == "open":
            record.remove_player(c, now.id, number)
        elif now.status == "running" and player.left_round is None:
            record.change_player(c, now.id, number, left_round=now.round)
        else:
            raise HttpError(409, "this tournament is over" if now.status != "running" else "they have left", "status")
        return now

    before = await store_of(request).write(work)
    if before.status == "running":
        await give_up_seat(request, before, number)
    return answer(await shown(request, found.id, session))


async def give_up_seat(request: Request, found: TournamentRecord, number: int) -> None:
    """A bot plays on in the seat of somebody who left."""
    there = seat_of(found, number)
    actor = None if there is None else await active_tables_of(request).table(there[0])
    if actor is not None and there is not None and actor.header.status in {"open", "running"}:
        seat = there[1]
        if actor.header.status == "open":  # it begins in a moment
            await actor.call(seats.start, actor)
        if actor.header.places[seat].person:
            await actor.call(leaving.give_up, actor, seat)
            await active_tables_of(request).check_all_grants(actor)


@router.post("/api/tournaments/{tournament}/start")
async def start_tournament(request: Request) -> Response:
    """The host begins: the tables of the first round are made."""
    found, session = await hosted(request)
    check_open(found)
    while found.status == "open":
        check_start(found)
        await watch_of(request).go_on(found)  # nothing happens if somebody came or left just now: then once more
        found = await tournament_of(request)
    return answer(await shown(request, found.id, session))


def check_start(found: TournamentRecord) -> None:
    """HttpError if these players cannot begin."""
    people = [player for player in found.players if player.bot is None]
    if not people:
        raise HttpError(409, "a tournament needs at least one person", "players")
    kind = shape(len(found.players), found.seats, catalogue.game(found.game).seats[0], found.bots)
    if kind is None:
        raise HttpError(409, "a tournament needs more players", "players")
    rounds = found.rounds or rounds_needed(len(found.players), found.seats, found.round_robin)
    if rounds * len(kind.people) > MOST_TABLES:
        raise HttpError(409, f"this would be more than {MOST_TABLES} tables; play fewer rounds", "rounds")


@router.delete("/api/tournaments/{tournament}")
async def close_tournament(request: Request) -> Response:
    """The host ends a tournament before its time; games that are being played go on."""
    found, session = await hosted(request)

    def work(c: Connection) -> None:
        if locked(c, found.id).status not in {"open", "running"}:
            raise HttpError(409, "this tournament is over", "status")
        record.touch(c, found.id, now_ms(), status="closed", link_hash=None)

    await store_of(request).write(work)
    return answer(await shown(request, found.id, session))


# ------------------------------------------------------------------ names and numbers
def next_number(found: TournamentRecord) -> int:
    return 1 + max((player.number for player in found.players), default=-1)


def check_count(found: TournamentRecord, player: Player) -> None:
    if len(found.players) >= MOST_PLAYERS:
        raise HttpError(409, f"a tournament has at most {MOST_PLAYERS} players", "players")
    if player.bot is not None and sum(one.bot is not None for one in found.players) >= MOST_BOTS:
        raise HttpError(409, f"a tournament has at most {MOST_BOTS} bots", "players")


def name_for(found: TournamentRecord, wanted: str, *, program: bool = False) -> str:
    """A name that nobody else in the tournament has: a second Anna becomes Anna 2."""
    name = clean(wanted) or f"Player {next_number(found) + 1}"
    if is_reserved(name):
        raise HttpError(409, f"the name {name} is reserved; choose another", "reserved")
    if not program:
        check_no_program(name)
    others = {key for player in found.players for key in (look(player.name), bare(player.name))}
    candidates = (name, *(numbered(name, number) for number in range(2, MOST_PLAYERS + 2)))
    return next(one for one in candidates if not {look(one), bare(one)} & others)
