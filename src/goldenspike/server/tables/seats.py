"""Making tables, and what their hosts decide: seats, bots, invitations, start, close."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.bots import bots_for
from goldenspike.bots.lookup import known_bot
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.fair_deal import FairDeal
from goldenspike.engine.game import Setting
from goldenspike.games import game as game_called
from goldenspike.server.catalogue import board as built_in_board
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.http.sessions import Session, grant, granted, note_author, note_named, withdraw
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.people.relations import kept_apart
from goldenspike.server.storage import schema
from goldenspike.server.storage.board_cache import custom_board
from goldenspike.server.storage.schema import HOST
from goldenspike.server.storage.setting_cache import shared_setting
from goldenspike.server.storage.store import LOG_COLUMNS, Rows, Store
from goldenspike.server.storage.table_deal import StoredDeal, fair_deal, is_rematch, missing
from goldenspike.server.storage.table_record import (
    LogRow,
    Place,
    TableHeader,
    Unplayable,
    opening_match,
    setting_of,
    values_of,
    write_header,
    write_places,
)
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.known_cards import CHOSEN, REASONS, check_listed, check_told
from goldenspike.server.tables.seat_names import seat_name
from goldenspike.server.tables.viewers import CommandRefused
from goldenspike.server.visible_text import visible_line

# How long an announced absence must last before a seat may be given away, by the pace of the table: where nobody has a
# time limit, a night is no absence.
ABSENCE_MS = {"live": 15 * 60_000, "none": 24 * 3_600_000, "days": 2 * 24 * 3_600_000}
STAND_IN_AFTER_S = 60.0  # so long somebody must have been away before the host lets a bot play for them
CARELESS = "random"
# Told apart also by people who see colours differently (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d1f", "#5e5e5e")


def clean(name: str) -> str:
    """A name on one line, as it is shown to others."""
    return visible_line(name, 24)


def bot_called(name: str | None, game: str, setting: Setting | None = None) -> str:
    """The bot of this name; one that cannot play the setting is refused."""
    if name is None:
        return "greedy"
    kind = known_bot(name, game)
    if kind is None:
        raise HttpError(400, f"there is no bot {name!r}; there are {', '.join(bots_for(game))}", "bot")
    if setting is not None and (why := kind.refuses(setting)):
        raise HttpError(400, f"{name} cannot play here: {why}", "bot")
    return name


# ------------------------------------------------------------------ making
def new_header(
    wanted: m.NewTable, *, position: dict[str, Any] | None = None, board: Any = None, rules: str | None = None
) -> tuple[TableHeader, list[str]]:
    """The header of a new table and the secrets of its seats; a request that cannot be granted is one clear line.

    ``rules`` is the version of the rulings it is played under, where that is not today's.
    """
    game = game_called(wanted.game)
    game.read_seats(len(wanted.seats))
    options = game.read_options(wanted.options, rules)
    if board is None and wanted.board_file is not None:
        board = custom_board(game, wanted.board_file).source
    found = custom_board(game, board) if board is not None else built_in_board(game, wanted.board)
    built_in = board is None
    # Where no board was named, the one for so many players is taken.
    found = game.setting(options, found, len(wanted.seats)).board if wanted.board is None and built_in else found
    setting = shared_setting(game, options, found, len(wanted.seats))
    if wanted.seed is not None and wanted.listed:
        raise HttpError(400, "a listed table is dealt by chance alone: leave the seed out, or do not list it", "seed")
    keys = [new_secret() for _ in wanted.seats]
    now = now_ms()
    # A command line would take a name that begins with a dash for an option.
    name = secrets.token_urlsafe(15).replace("-", "_", 1)
    fair = FairDeal(name)
    header = TableHeader(
        id=name,
        game=game.name,
        rules=rules or game.rules_version,
        seed=fair.seed if wanted.seed is None else wanted.seed,
        options=options,
        board_id=found.id,
        board_hash=found.hash,
        board_source=None if built_in else found.source,
        position=position,
        players=0,
        name=visible_line(wanted.name, 60),
        status="open",
        listed=wanted.listed,
        hints=wanted.hints,
        confirm=wanted.confirm,
        sandbox=False,
        hot_seat=sum(seat.holder == "me" for seat in wanted.seats) > 1,
        pace=m.TimeControl() if game.wall_clock(options) else wanted.pace,
        proposal=None,
        created_ms=now,
        changed_ms=now,
        version=1,
        rule_values=values_of(setting),
        deal=StoredDeal(secret=fair.secret) if wanted.seed is None else StoredDeal(chosen=True),
        fill_ms=now + 1000 * wanted.fill_s if wanted.fill_s else None,
        watch_delay_s=wanted.watch_delay_s,
    )
    if position is not None:
        header.deal, header.known = None, "position"  # everything is dealt already
    elif wanted.seed is not None:
        header.known = "seed"
    elif header.hot_seat:
        header.known = "shared"
    for number, seat in enumerate(wanted.seats):
        place = Place(number, "free", clean(seat.name), COLOURS[number], secret_hash=hashed(keys[number]))
        if seat.holder == "bot":
            place.holder, place.bot = "bot", bot_called(seat.bot, game.name, setting)
            place.name = place.name or place.bot.capitalize()
        elif seat.holder == "me":
            place.holder = "person"
        header.places.append(place)
    return header, keys


async def make(
    store: Store, header: TableHeader, holder: str, mine: Sequence[int], give: Callable[[Connection], Any] | None = None
) -> None:
    """Store a new table; whoever asked for it is its host and has these seats, unless ``give`` decides otherwise."""
    host = give or (lambda connection: grant(connection, header.id, [HOST, *mine], holder))
    await store.write(lambda connection: insert(connection, header, holder, host))


def insert(connection: Connection, header: TableHeader, holder: str, give: Callable[[Connection], Any]) -> None:
    """The rows of a new table: ``holder`` has named it, ``give`` grants seats.

    The first entry names the hash of the secret behind the deal, or says that somebody could know every card.
    """
    fair = fair_deal(header)
    data = {} if fair is None else {"commitment": fair.commitment}
    chosen = header.known in CHOSEN
    if chosen:
        data["known"] = header.known
    row = LogRow(1, "open", None, None, header.created_ms, REASONS[header.known] if chosen else "", data or None)
    connection.execute(sa.insert(schema.tables), header.columns())
    write_places(connection, header)
    connection.execute(sa.insert(schema.log), dict(zip(LOG_COLUMNS, row.values(header.id), strict=True)))
    if header.name:
        note_author(connection, header.id, 1, holder)
    give(connection)


# ------------------------------------------------------------------ at a table (run by its actor)
async def start(actor: TableActor) -> None:
    """Begin, once no seat is free; closed seats leave the game."""
    header = actor.header.copy()
    if header.status != "open":
        raise HttpError(409, "this table has begun already" if header.status == "running" else "this table is over")
    if any(place.holder == "free" for place in header.places):
        raise HttpError(409, "some seats are still free: wait, put a bot there, or close them", "free")
    if is_rematch(header) and missing(header):
        raise HttpError(
            409, "a rematch begins once everybody is there; make a new invitation for the seat of whoever stays away",
            "awaited",
        )  # fmt: skip
    order = [p.seat for p in header.places if p.holder != "closed"]
    moved = {old: new for new, old in enumerate(order + [p.seat for p in header.places if p.holder == "closed"])}
    game = game_called(header.game)
    game.read_seats(len(order))
    header.players, header.status = len(order), "running"
    header.fill_ms = header.any_seat_hash = None
    for place in header.places:
        place.seat = moved[place.seat]
        place.secret_hash = None  # whoever comes with an old link now would see the hand of the bot that took the seat
    header.places.sort(key=lambda place: place.seat)
    if header.deal is not None:
        here = set(order)
        randoms = {moved[seat]: random for seat, random in header.deal.randoms.items() if seat in here}
        header.deal = msgspec.structs.replace(header.deal, randoms=randoms)
    fair = fair_deal(header)
    if fair is not None:
        header.seed = fair.seed
    if header.board_source is not None:
        await actor.active_tables.prepare_board(header.id, header.game, header.board_source)
    actor.setting = _setting_for(header)
    header.rule_values = values_of(actor.setting)
    match = opening_match(header, actor.setting)
    more: list[Callable[[Connection], Any]] = []
    if any(old != new for old, new in moved.items()):
        more.append(lambda connection: _renumber(connection, header.id, moved))
    await actor.begin(match, header, more)
    if more:
        await actor.active_tables.check_all_grants(actor)


def _setting_for(header: TableHeader) -> Setting:
    """The setting of a table about to begin; if its board is not for so few, the usual one for them is taken."""
    try:
        return setting_of(header)
    except Unplayable as error:
        game = game_called(header.game)
        try:
            board = game.setting(
                game.read_options(header.options, header.rules), game.board(None), header.players
            ).board
        except GoldenSpikeError:
            raise HttpError(409, str(error), "seats") from None
        header.board_id, header.board_hash, header.board_source = board.id, board.hash, None
        return setting_of(header)


def _renumber(connection: Connection, table: str, moved: dict[int, int]) -> None:
    """Grants follow their seats to new numbers."""
    known = schema.grants
    rows = connection.execute(sa.select(known).where(known.c.table_id == table, known.c.seat != HOST)).mappings().all()
    connection.execute(sa.delete(known).where(known.c.table_id == table, known.c.seat != HOST))
    if rows:
        connection.execute(sa.insert(known), [{**row, "seat": moved[row["seat"]]} for row in rows])


async def sit(actor: TableActor, session: Session, name: str, random: str | None = None, accepted: bool = False) -> int:
    """Take any free seat of a listed table that has not begun."""
    if not actor.header.listed or actor.header.status != "open":
        raise HttpError(403, "one sits down here by invitation only", "private")
    return await take_any(actor, session, name, random, accepted)


async def take_any(
    actor: TableActor, session: Session, name: str, random: str | None = None, accepted: bool = False
) -> int:
    """Take the first seat that is free."""
    place = next((place for place in actor.header.places if place.holder == "free"), None)
    if place is None:
        raise HttpError(409, "no seat is free", "no seat")
    await take(actor, session, place.seat, name, random, accepted)
    return place.seat


async def take(
    actor: TableActor, session: Session, seat: int, name: str, random: str | None = None, accepted: bool = False
) -> None:
    """Give a seat that nobody holds to a session: everybody is told, and its invitation is used up.

    ``random`` is what the browser adds to a deal that was not made yet; ``accepted``: they know that somebody may know
    cards.
    """
    assert session.holder is not None
    holder, table = session.holder, actor.header.id
    await check_guest(actor, session, seat)
    check_told(actor.header, accepted)
    header = actor.header.copy()
    place = header.places[seat]
    called = seat_name(header, seat, clean(name), program=session.program)
    if place.holder == "bot":
        place.bot, place.name = None, ""
    place.name = called or place.name
    place.holder, place.secret_hash, place.absent_ms = "person", None, None
    if header.status == "open" and header.deal is not None:
        header.deal = header.deal.with_random(seat, random)
    await actor.record_and_publish(
        "seat",
        seat,
        {"what": "claim", "name": place.name},
        header,
        [lambda connection: grant(connection, table, [seat], holder)],
    )
    await actor.active_tables.check_all_grants(actor)


async def check_guest(actor: TableActor, session: Session, seat: int) -> None:
    """HttpError if this session must not have this seat: the table is over, people are kept apart, two hands."""
    header = actor.header
    if header.status not in {"open", "running"}:
        raise HttpError(409, "this table is closed" if header.status == "closed" else "this table is over", "over")

    def read(connection: Connection) -> tuple[m.You, bool]:
        return granted(connection, header.id, session), kept_apart(connection, header.id, session)

    you, apart = await actor.store.read(read)
    if apart:
        raise HttpError(403, "somebody at this table and you are kept apart; sit down elsewhere", "blocked")
    # Who shares a screen or tries something out has several seats from the start; nobody else gets a second one.
    shares = you.host and (header.hot_seat or header.sandbox)
    if set(you.seats) - {seat} and not shares:
        raise HttpError(403, "you have a seat at this table already; nobody sees two hands", "another seat")


def check_room(actor: TableActor) -> None:
    """HttpError where nothing but moves is recorded any more."""
    try:
        actor.check_room()
    except CommandRefused as error:
        raise HttpError(503, error.sentence, error.code) from None


async def change_seat(actor: TableActor, you: m.You, seat: int, wanted: m.SeatChange) -> None:
    """The host on any seat, everybody on their own."""
    if not 0 <= seat < len(actor.header.places):
        raise HttpError(404, "there is no such seat", "seat")
    own = seat in you.seats
    if not you.host and not own:
        raise HttpError(403, "this seat is not yours", "seat")
    if (wanted.close or wanted.open) and not you.host:
        raise HttpError(403, "only the host opens and closes seats", "host")
    if actor.header.status not in {"open", "running"}:
        raise HttpError(409, "this table is over")
    header = actor.header.copy()
    place = header.places[seat]
    if place.person and not own:
        _check_held(actor, place, wanted)
    more: list[Callable[[Connection], Any]] = []
    what: list[str] = []
    if wanted.name is not None or wanted.colour is not None:
        check_room(actor)
    if wanted.name is not None:
        place.name = seat_name(header, seat, clean(wanted.name), program=False) or place.name
        what.append("name")
    if wanted.colour is not None:
        place.colour = wanted.colour
        what.append("colour")
    if wanted.bot is not None:
        if place.holder == "closed":
            raise HttpError(409, "this seat is closed")
        place.bot = bot_called(wanted.bot, header.game)
        if place.person:
            place.stands_in = True
            if not own and place.absent_ms is None:
                place.absent_ms = absent_until(actor)  # whoever comes back plays on themselves
        else:
            place.holder, place.name = "bot", place.name or place.bot.capitalize()
        what.append("bot")
    if wanted.hand_back:
        if not place.stands_in:
            raise HttpError(409, "no bot stands in for anybody here")
        place.bot, place.stands_in, place.absent_ms = None, False, None
        what.append("hand_back")
    if wanted.close:
        if header.status != "open":
            raise HttpError(409, "the game has begun; put a bot into the seat instead")
        if sum(p.holder != "closed" for p in header.places) <= game_called(header.game).seats[0]:
            raise HttpError(409, "this game needs the seats that are left")
        place.holder, place.bot, place.stands_in, place.name = "closed", None, False, ""
        place.secret_hash = place.device_hash = place.absent_ms = None
        header.deal = None if header.deal is None else header.deal.with_random(seat, None)
        more.append(lambda connection: withdraw(connection, header.id, seat))
        what.append("close")
    if wanted.open:
        if place.holder == "person":
            raise HttpError(409, "somebody sits here; make a new invitation to give the seat to somebody else")
        if place.holder == "closed" and header.status != "open":
            raise HttpError(409, "the game has begun without this seat")
        place.holder, place.bot, place.stands_in, place.name = "free", None, False, ""
        what.append("open")
    if not what:
        raise HttpError(400, "there is nothing to change in this", "empty")
    await actor.record_and_publish("seat", seat, {"what": what[-1], "name": place.name, "bot": place.bot}, header, more)
    if more:
        await actor.active_tables.check_all_grants(actor)


def _check_held(actor: TableActor, place: Place, wanted: m.SeatChange) -> None:
    """HttpError if the host wants to do what only the holder of a seat may: a person present is never replaced."""
    if wanted.name is not None or wanted.colour is not None:
        raise HttpError(403, "name and colour are for whoever holds this seat", "holder")
    if wanted.bot is not None:
        if place.seat in actor.online() or actor.away_s(place.seat) < STAND_IN_AFTER_S:
            raise HttpError(409, "they are here, or were a moment ago", "here")
        if wanted.bot == CARELESS:
            raise HttpError(400, "a bot that stands in for somebody must play as well as it can", "careless")
    if wanted.hand_back and place.absent_ms is None:
        raise HttpError(403, "only whoever holds this seat sends that bot away", "holder")


def absent_until(actor: TableActor) -> int:
    """When an absence that is announced now has lasted long enough to give the seat away."""
    header = actor.header
    kind = "live" if game_called(header.game).wall_clock(header.options) else header.pace.kind
    return actor.active_tables.now() + ABSENCE_MS[kind]


async def change_table(actor: TableActor, wanted: m.TableChange) -> None:
    """What the host changes about the table as a whole."""
    if actor.header.status == "closed":
        raise HttpError(409, "this table is closed")
    if not wanted.close:
        check_room(actor)
    header = actor.header.copy()
    more: list[Callable[[Connection], Any]] = []
    if wanted.name is not None:
        header.name = visible_line(wanted.name, 60)
        more.append(lambda connection: _note_name_giver(connection, header.id))
    if wanted.listed is not None:
        if wanted.listed:
            check_listed(header)
        header.listed = wanted.listed
    if wanted.hints is not None:
        header.hints = wanted.hints
    if wanted.confirm is not None:
        header.confirm = wanted.confirm
    if wanted.pace is not None:
        if header.status != "open":
            raise HttpError(409, "the time limit is agreed before the game begins")
        header.pace = wanted.pace
    if wanted.fill_s is not None:
        if header.status != "open":
            raise HttpError(409, "the game has begun already", "status")
        header.fill_ms = actor.active_tables.now() + 1000 * wanted.fill_s if wanted.fill_s else None
    if wanted.watch_delay_s is not None:
        if header.status != "open" or header.tournament is not None:
            raise HttpError(409, "how late others see a game is agreed before it begins", "status")
        header.watch_delay_s = wanted.watch_delay_s
    kind = "seat"
    data: dict[str, Any] = {"what": "table"}
    if wanted.close:
        if header.status != "finished":
            header.status = "closed"
            kind, data = "close", {}
        header.listed = False
        header.proposal = None
    await actor.record_and_publish(kind, None, data or None, header, more)


def _note_name_giver(connection: Connection, table: str) -> None:
    """The table's name is its host's from now on."""
    named = schema.entry_authors
    connection.execute(sa.delete(named).where(named.c.table_id == table, named.c.seq == 1))
    note_named(connection, table, 1, HOST)


__all__ = ["Rows", "change_seat", "change_table", "make", "new_header", "sit", "start", "take", "write_header"]
