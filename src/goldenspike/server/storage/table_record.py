"""A table's record: its header, its seats and its log, and the position that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, RowMapping

from goldenspike.engine.errors import BadFile, GoldenSpikeError
from goldenspike.engine.game import Game, Setting
from goldenspike.engine.match import Match
from goldenspike.engine.options import version
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.engine.values import PREFIX, as_option
from goldenspike.games import game as game_called
from goldenspike.games import names as game_names
from goldenspike.server.live.messages import Entry, Proposal, Seat, Status, Table, TimeControl
from goldenspike.server.storage import board_cache, schema
from goldenspike.server.storage.saved_boards import saved_board_of
from goldenspike.server.storage.setting_cache import shared_setting
from goldenspike.server.storage.table_deal import StoredDeal, public_deal, read_stored_seed, stored_seed

SNAPSHOT_EVERY = 32  # moves
CUSTOM = "custom"  # a board of the table's own
CLOCK_ROWS = frozenset({"finish", "resume"})  # they hold the time of the match
_encode = msgspec.json.encode
_decode = msgspec.json.decode


@dataclass
class Place:
    """A seat as it is stored."""

    seat: int
    holder: str
    name: str
    colour: str
    bot: str | None = None
    stands_in: bool = False
    secret_hash: str | None = None
    device_hash: str | None = None
    absent_ms: int | None = None
    bank_ms: int | None = None
    due_ms: int | None = None

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None

    @property
    def person(self) -> bool:
        return self.holder == "person"


@dataclass
class TableHeader:
    """What a table is, apart from its position."""

    id: str
    game: str
    rules: str
    seed: int
    options: dict[str, Any]
    board_id: str
    board_hash: str
    board_source: Any
    position: dict[str, Any] | None
    players: int
    name: str
    status: Status
    listed: bool
    hints: bool
    confirm: bool
    sandbox: bool
    hot_seat: bool
    pace: TimeControl
    proposal: Proposal | None
    created_ms: int
    changed_ms: int
    version: int
    origin: str | None = None
    deal: StoredDeal | None = None
    known: str = ""  # why somebody may know cards that the rules hide (see ``known_cards``)
    rule_values: dict[str, int | str] | None = None  # those that are not the standard ones; None if not noted yet
    saved_board: str | None = None  # id/version of the saved board it is played on
    fill_ms: int | None = None  # before the start: when bots take the free seats
    any_seat_hash: str | None = None  # of the link to any free seat
    tournament: str | None = None  # to which it belongs
    watch_delay_s: int = 0  # how late people who only watch see the game
    result: Any = None
    places: list[Place] = field(default_factory=list)

    def copy(self) -> TableHeader:
        return replace(self, places=[replace(place) for place in self.places])

    def columns(self) -> dict[str, Any]:
        """The header row for the database."""
        row = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "places"}
        row["seed"] = stored_seed(self.seed)
        row["options"] = _encode(self.options).decode()
        for name in ("board_source", "position", "pace", "proposal", "deal", "rule_values", "result"):
            value = getattr(self, name)
            row[name] = None if value is None else _encode(value).decode()
        return row

    @classmethod
    def read(cls, connection: Connection, table: str) -> TableHeader | None:
        """A table's header and seats, or None if there is no such table."""
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
        if row is None:
            return None
        chosen = sa.select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat)
        return cls.of(row, connection.execute(chosen).mappings())

    @classmethod
    def of(cls, row: RowMapping, places: Iterable[RowMapping]) -> TableHeader:
        """A header from its rows."""
        values = {name: row[name] for name in cls.__dataclass_fields__ if name != "places"}
        values["seed"] = read_stored_seed(row["seed"])
        for name in ("options", "board_source", "position", "rule_values", "result"):
            values[name] = None if row[name] is None else _decode(row[name])
        values["pace"] = _decode(row["pace"], type=TimeControl)
        values["deal"] = None if row["deal"] is None else _decode(row["deal"], type=StoredDeal)
        values["proposal"] = None if row["proposal"] is None else _decode(row["proposal"], type=Proposal)
        found = [Place(**{name: value for name, value in place.items() if name != "table_id"}) for place in places]
        return cls(places=found, **values)


def headers_of(connection: Connection, names: Sequence[str]) -> dict[str, TableHeader]:
    """The headers of several tables in the order of their names, in two questions to the database."""
    known, places = schema.tables, schema.seats
    rows = {row["id"]: row for row in connection.execute(sa.select(known).where(known.c.id.in_(names))).mappings()}
    chosen = sa.select(places).where(places.c.table_id.in_(names)).order_by(places.c.table_id, places.c.seat)
    seated: dict[str, list[RowMapping]] = {}
    for place in connection.execute(chosen).mappings():
        seated.setdefault(place["table_id"], []).append(place)
    return {name: TableHeader.of(rows[name], seated.get(name, ())) for name in names if name in rows}


def write_header(connection: Connection, header: TableHeader) -> None:
    """Store a header and its seats as they are now."""
    known = schema.tables
    connection.execute(sa.update(known).where(known.c.id == header.id).values(header.columns()))
    write_places(connection, header)


def write_places(connection: Connection, header: TableHeader) -> None:
    connection.execute(sa.delete(schema.seats).where(schema.seats.c.table_id == header.id))
    rows = [{"table_id": header.id, **vars(place)} for place in header.places]
    connection.execute(sa.insert(schema.seats), rows)


# ------------------------------------------------------------------ the log
@dataclass(slots=True)
class LogRow:
    """One row of the log."""

    seq: int
    kind: str
    seat: int | None
    move_id: str | None
    at_ms: int
    text: str
    data: dict[str, Any] | None = None
    sealed: bool = False
    final: bool = False
    hash: str = ""

    def values(self, table: str) -> tuple[Any, ...]:
        """In the order of the store's LOG_COLUMNS."""
        data = None if self.data is None else _encode(self.data).decode()
        return (
            table, self.seq, self.kind, self.seat, self.move_id, self.at_ms, self.text, data, self.sealed, self.final,
            self.hash,
        )  # fmt: skip


_ROW = [schema.log.c[name] for name in LogRow.__dataclass_fields__]


def read_rows(connection: Connection, table: str, after: int = 0, upto: int | None = None) -> list[LogRow]:
    """Rows of the log in order."""
    chosen = sa.select(*_ROW).where(schema.log.c.table_id == table, schema.log.c.seq > after)
    if upto is not None:
        chosen = chosen.where(schema.log.c.seq <= upto)
    return [_row(row) for row in connection.execute(chosen.order_by(schema.log.c.seq))]


def last_rows(connection: Connection, table: str, after: int, before: int, most: int) -> list[LogRow]:
    """The last rows between two versions, neither included, in order."""
    chosen = sa.select(*_ROW).where(schema.log.c.table_id == table, schema.log.c.seq > after, schema.log.c.seq < before)
    found = connection.execute(chosen.order_by(schema.log.c.seq.desc()).limit(most)).all()
    return [_row(row) for row in reversed(found)]


def row_of_id(connection: Connection, table: str, move_id: str) -> LogRow | None:
    """The row that a client's id stands for."""
    chosen = sa.select(*_ROW).where(schema.log.c.table_id == table, schema.log.c.move_id == move_id)
    row = connection.execute(chosen).first()
    return None if row is None else _row(row)


def _row(row: Any) -> LogRow:
    seq, kind, seat, move_id, at_ms, text, data, sealed, final, digest = row
    given = None if data is None else _decode(data)
    return LogRow(seq, kind, seat, move_id, at_ms, text, given, bool(sealed), bool(final), digest)


def path_of(rows: Iterable[LogRow]) -> list[int]:
    """The moves that lead to the position at the end of these rows: what was taken back is not among them."""
    path: list[int] = []
    for row in rows:
        if row.kind == "move":
            path.append(row.seq)
        elif row.kind == "undo":
            path.pop()
        elif row.kind == "rewind":
            to = (row.data or {})["to"]
            while path and path[-1] > to:
                path.pop()
    return path


def revealed_in(rows: Iterable[LogRow]) -> set[int]:
    """The sealed rows that were revealed later."""
    return {seq for row in rows if row.data for seq in row.data.get("reveals", ())}


def revealed_after(connection: Connection, table: str, seq: int, upto: int) -> set[int]:
    """The sealed rows that were revealed after a version, as far as another one."""
    between = (schema.log.c.table_id == table) & (schema.log.c.seq > seq) & (schema.log.c.seq <= upto)
    chosen = sa.select(*_ROW).where(between, schema.log.c.data.contains('"reveals"'))
    return revealed_in(map(_row, connection.execute(chosen)))


# ------------------------------------------------------------------ the position
class Unplayable(Exception):
    """The table can be shown, but this server cannot go on with it: why, in one line."""


def setting_of(header: TableHeader) -> Setting:
    """The setting of a table, shared by tables of the same kind. Older rulings stay; a newer version is unplayable."""
    try:
        game = game_called(header.game)
    except GoldenSpikeError as error:
        raise Unplayable(str(error)) from None
    if version(header.rules) > version(game.rules_version):
        raise Unplayable(
            f"this table was begun under version {header.rules} of the rules of {game.title}; "
            f"this server plays version {game.rules_version}"
        )
    try:
        own = header.board_source
        board = game.board(header.board_id) if own is None else board_cache.custom_board(game, own)
        found = shared_setting(
            game, game.read_options(header.options, header.rules), board, game.read_seats(header.players)
        )
    except GoldenSpikeError as error:
        raise Unplayable(f"this table cannot be set up here: {error}") from None
    if board.hash != header.board_hash:
        raise Unplayable(f"board {board.id} is not the one this table was begun on")
    return found


def rules_versions() -> dict[str, str]:
    """The version of the rules of every game that this server has."""
    return {name: game_called(name).rules_version for name in game_names()}


_other_values: dict[tuple[Any, ...], dict[str, int | str]] = {}
MOST_OTHER_VALUES = 1024


def other_values(header: TableHeader) -> dict[str, int | str]:
    """The rule values of a table that are not the standard ones; where it cannot be set up, those its options set."""
    if header.rule_values is not None:
        return header.rule_values
    chosen = {name: value for name, value in header.options.items() if name.startswith(PREFIX)}
    key = (header.game, header.rules, header.board_hash, *sorted(chosen.items()))
    found = _other_values.get(key)
    if found is None:
        # Before the start nobody is counted: then all seats are.
        seated = replace(header, players=header.players or len(header.places))
        try:
            if header.board_source is not None and not board_cache.known(header.game, header.board_source):
                raise Unplayable("its board takes long to build")
            found = values_of(setting_of(seated))
        except Unplayable:
            return {name.removeprefix(PREFIX): value for name, value in chosen.items()}
        while len(_other_values) >= MOST_OTHER_VALUES:
            _other_values.pop(next(iter(_other_values)), None)
        _other_values[key] = found
    return found


def values_of(setting: Setting) -> dict[str, int | str]:
    """The rule values of a setting that are not the standard ones, as a header keeps them."""
    return {name: as_option(value) for name, value in setting.other_values.items()}


def opening_match(header: TableHeader, setting: Setting) -> Match:
    """The match at its first position."""
    form: type[Match] = setting.game.match or Match
    match = form(setting.game, setting, None if header.position is not None else header.seed, header.position)
    match.keeps_past = False
    match.rules_version = header.rules
    return match


def match_at(connection: Connection, header: TableHeader, setting: Setting, rows: Sequence[LogRow]) -> Match:
    """The match as these rows leave it: the nearest snapshot on the way, then move by move, each checked."""
    moves = {row.seq: row for row in rows if row.kind == "move"}
    path = path_of(rows)
    match = opening_match(header, setting)
    done = 0
    if path and not match.replays_whole:
        known = schema.snapshots
        chosen = sa.select(known).where(known.c.table_id == header.id, known.c.seq <= path[-1])
        for shot in connection.execute(chosen.order_by(known.c.seq.desc())).mappings():
            if shot["seq"] not in moves or shot["rules"] != header.rules or shot["hash"] != moves[shot["seq"]].hash:
                continue
            if shot["seq"] in path and _restore(match, shot["state"], shot["hash"]):
                done = path.index(shot["seq"]) + 1
                break
    try:
        for seq in path[done:]:
            match.replay(moves[seq].text, seq)
            match.drain()
            if match.hash != moves[seq].hash:
                raise BadFile(f"entry {seq} of the log led to another position than it did when it was played")
    except GoldenSpikeError as error:
        raise Unplayable(f"the record of this table does not replay here: {error}") from None
    catch_up(match, rows)
    match.drain()
    return match


def catch_up(match: Match, rows: Iterable[LogRow]) -> None:
    """Let time pass: what happened by itself after the last command has no row of its own."""
    if isinstance(match, TimedMatch):
        match.advance(max([match.now, *(row.data["at_ms"] for row in rows if row.kind in CLOCK_ROWS and row.data)]))


def _restore(match: Match, raw: bytes, digest: str) -> bool:
    """Use a snapshot, unless it is damaged."""
    opening = match.s
    try:
        match.s = match.game.state.from_bytes(raw)
    except Exception:
        return False
    if match.hash != digest:
        match.s = opening
        return False
    return True


# ------------------------------------------------------------------ what others may read
def action_data(setting: Setting, line: str) -> dict[str, Any]:
    """A line of the log as data; a line that is not an action (a choice that lies face down) as its text."""
    text = line.partition(": ")[2] or line
    try:
        return setting.to_data(text)
    except GoldenSpikeError:
        return {"do": text}


def entry_of(row: LogRow, setting: Setting | None, seat: int | None, revealed: bool) -> Entry:
    """A row as one viewpoint may read it; ``revealed``: a sealed choice has been turned up since."""
    data = dict(row.data) if row.data else {}
    if row.kind != "move":
        return Entry(row.seq, row.at_ms, row.kind, row.seat, row.text, data or None)  # type: ignore[arg-type]
    events = data.pop("events", [])
    text = row.text
    if setting is None:
        text = "" if row.seat != seat else text
        return Entry(row.seq, row.at_ms, "move", row.seat, text, None, [])
    if row.seat != seat:
        shown = revealed or not row.sealed
        text = setting.public(text, shown)
        if not shown:
            data, events = {name: data[name] for name in ("revealed", "reveals") if name in data}, []
    return Entry(row.seq, row.at_ms, "move", row.seat, text, {**action_data(setting, text), **data}, events)


def public_seat(place: Place, letter: str, online: bool, awaited: bool) -> Seat:
    return Seat(
        seat=place.seat,
        letter=letter,
        holder=place.holder,  # type: ignore[arg-type]
        name=place.name,
        colour=place.colour,
        bot=place.bot,
        stands_in=place.stands_in,
        online=online,
        awaited=awaited,
        bank_ms=place.bank_ms,
        due_ms=place.due_ms,
        absent_ms=place.absent_ms,
    )


def letters(game: Game, count: int) -> Sequence[str]:
    return game.seat_names[:count] if count <= len(game.seat_names) else "ABCDEFGH"[:count]


def describe(header: TableHeader, awaited: Sequence[int], online: Iterable[int]) -> Table:
    """A table as everybody sees it."""
    here = set(online)
    try:
        game = game_called(header.game)
        title, names, timed = game.title, letters(game, len(header.places)), game.wall_clock(header.options)
    except GoldenSpikeError:
        title, names, timed = header.game, "ABCDEFGH"[: len(header.places)], False
    return Table(
        id=header.id,
        game=header.game,
        title=title,
        name=header.name,
        status=header.status,
        listed=header.listed,
        created_ms=header.created_ms,
        changed_ms=header.changed_ms,
        options=header.options,
        board=header.board_id if header.board_source is None else CUSTOM,
        pace=header.pace,
        hints=header.hints,
        confirm=header.confirm,
        sandbox=header.sandbox,
        rules=header.rules,
        version=header.version,
        seats=[
            public_seat(place, names[place.seat], place.seat in here, place.seat in awaited) for place in header.places
        ],
        proposal=header.proposal,
        hot_seat=header.hot_seat,
        deal=public_deal(header),
        known=header.known,  # type: ignore[arg-type]
        timed=timed,
        values=other_values(header),
        saved_board=saved_board_of(header.saved_board),
        fill_ms=header.fill_ms,
        tournament=header.tournament,
        watch_delay_s=header.watch_delay_s,
    )
