"""Tournaments as they are stored: the header, the players, and the tables of every round with their results."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.games import game as game_called
from goldenspike.server.live import messages as m
from goldenspike.server.storage.tournament_schema import tournament_players, tournament_tables, tournaments
from goldenspike.server.tournaments.pairing import Round
from goldenspike.server.tournaments.standings import PlayedTable, Result, Standing, standings

LISTED = 20
_encode = msgspec.json.encode
_decode = msgspec.json.decode


@dataclass
class Player:
    number: int
    name: str
    holder: str | None = None
    bot: str | None = None
    secret_hash: str | None = None
    left_round: int | None = None  # from this round on they take no part


@dataclass
class TableOfRound:
    """A table of a round, or (without a table) somebody who has none."""

    round: int
    place: int
    table_id: str | None
    players: tuple[int, ...]
    result: Result | None = None


@dataclass
class TournamentRecord:
    """A tournament with everything that belongs to it."""

    id: str
    holder: str
    name: str
    game: str
    board: str
    options: dict[str, Any]
    seats: int
    form: str
    rounds: int
    round: int
    status: str
    pace: m.TimeControl
    bots: bool
    listed: bool
    link_hash: str | None
    created_ms: int
    changed_ms: int
    players: list[Player] = field(default_factory=list)
    tables: list[TableOfRound] = field(default_factory=list)

    @property
    def round_robin(self) -> bool:
        return self.form == "round-robin"

    def active(self) -> list[Player]:
        """Who is still in it."""
        return [player for player in self.players if player.left_round is None]

    def now(self) -> list[TableOfRound]:
        """The tables of this round."""
        return [one for one in self.tables if one.round == self.round and one.table_id is not None]

    def earlier(self) -> list[Round]:
        """What was paired so far."""
        found = []
        for number in range(1, self.round + 1):
            rows = [one for one in self.tables if one.round == number]
            pairs = tuple(one.players for one in rows if one.table_id is not None)
            found.append(Round(pairs, tuple(one.players[0] for one in rows if one.table_id is None)))
        return found

    def standings(self) -> list[Standing]:
        over = [PlayedTable(one.players, one.result) for one in self.tables if one.table_id and one.result is not None]
        byes = [one.players[0] for one in self.tables if one.table_id is None]
        return standings([player.number for player in self.players], over, byes, round_robin=self.round_robin)

    def number_of(self, holders: Iterable[str]) -> int | None:
        """The number under which somebody takes part."""
        keys = set(holders)
        return next((player.number for player in self.players if player.holder in keys), None)


# ------------------------------------------------------------------ reading
def read(c: Connection, tournament: str) -> TournamentRecord | None:
    row = c.execute(sa.select(tournaments).where(tournaments.c.id == tournament)).mappings().first()
    return None if row is None else _with_all(c, row)


def locked(c: Connection, tournament: str) -> TournamentRecord | None:
    """A tournament that nobody else changes, here or at another server, before this transaction is over."""
    c.execute(sa.select(tournaments.c.id).where(tournaments.c.id == tournament).with_for_update())
    return read(c, tournament)


def _with_all(c: Connection, header: Any) -> TournamentRecord:
    values = {name: header[name] for name in TournamentRecord.__dataclass_fields__ if name not in {"players", "tables"}}
    values["options"] = _decode(header["options"])
    values["pace"] = _decode(header["pace"], type=m.TimeControl)
    found = TournamentRecord(**values)
    known = tournament_players
    chosen = sa.select(known).where(known.c.tournament_id == found.id).order_by(known.c.number)
    for one in c.execute(chosen).mappings():
        found.players.append(Player(**{name: one[name] for name in Player.__dataclass_fields__}))
    tables = tournament_tables
    chosen = sa.select(tables).where(tables.c.tournament_id == found.id).order_by(tables.c.round, tables.c.place)
    for row in c.execute(chosen):
        result = None if row.result is None else _decode(row.result, type=Result)
        players = tuple(_decode(row.players))
        found.tables.append(TableOfRound(row.round, row.place, row.table_id, players, result))
    return found


def tournament_of(c: Connection, table: str) -> str | None:
    """The tournament to which a table belongs."""
    return c.scalar(sa.select(tournament_tables.c.tournament_id).where(tournament_tables.c.table_id == table))


def running(c: Connection) -> list[str]:
    return list(c.scalars(sa.select(tournaments.c.id).where(tournaments.c.status == "running")))


def lists(c: Connection, holders: Sequence[str]) -> m.TournamentLists:
    """One's own tournaments, and the public ones."""
    known, players = tournaments, tournament_players
    part = sa.select(players.c.tournament_id).where(players.c.holder.in_(holders))
    newest = known.c.changed_ms.desc()
    mine = sa.select(known.c.id).where(sa.or_(known.c.holder.in_(holders), known.c.id.in_(part)))
    found = {"mine": list(c.scalars(mine.order_by(newest).limit(2 * LISTED))) if holders else []}
    for status in ("open", "running", "finished"):
        chosen = sa.select(known.c.id).where(known.c.listed, known.c.status == status)
        found[status] = list(c.scalars(chosen.order_by(newest).limit(LISTED)))
    infos = _infos(c, list(dict.fromkeys(name for names in found.values() for name in names)), holders)
    return m.TournamentLists(**{key: [infos[name] for name in names] for key, names in found.items()})


def _infos(c: Connection, names: list[str], holders: Sequence[str]) -> dict[str, m.TournamentInfo]:
    known, players = tournaments, tournament_players
    chosen = sa.select(players.c.tournament_id, players.c.number, players.c.holder, players.c.left_round)
    counts: dict[str, int] = {}
    me: dict[str, int] = {}
    for row in c.execute(chosen.where(players.c.tournament_id.in_(names))):
        counts[row.tournament_id] = counts.get(row.tournament_id, 0) + (row.left_round is None)
        if row.holder in holders:
            me[row.tournament_id] = row.number
    found = {}
    for row in c.execute(sa.select(known).where(known.c.id.in_(names))):
        found[row.id] = m.TournamentInfo(
            id=row.id,
            name=row.name,
            game=row.game,
            title=title_of(row.game),
            form=row.form,
            status=row.status,
            players=counts.get(row.id, 0),
            round=row.round,
            rounds=row.rounds,
            host=row.holder in holders,
            me=me.get(row.id),
            changed_ms=row.changed_ms,
        )
    return found


def title_of(game: str) -> str:
    try:
        return game_called(game).title
    except GoldenSpikeError:
        return game


def shown(found: TournamentRecord, holders: Sequence[str]) -> m.Tournament:
    """A tournament for whoever asks; nothing but names and results of its players."""
    me = found.number_of(holders)
    info = m.TournamentInfo(
        id=found.id,
        name=found.name,
        game=found.game,
        title=title_of(found.game),
        form=found.form,  # type: ignore[arg-type]
        status=found.status,  # type: ignore[arg-type]
        players=len(found.active()),
        round=found.round,
        rounds=found.rounds,
        host=found.holder in holders,
        me=me,
        changed_ms=found.changed_ms,
    )
    here = next((one for one in found.now() if me in one.players and one.result is None), None)
    played = []
    for number in range(1, found.round + 1):
        rows = [one for one in found.tables if one.round == number]
        byes = [one.players[0] for one in rows if one.table_id is None]
        played.append(m.TournamentRound(number, [_table(one) for one in rows if one.table_id is not None], byes))
    return m.Tournament(
        info=info,
        seats=found.seats,
        options=found.options,
        board=found.board,
        pace=found.pace,
        bots=found.bots,
        listed=found.listed,
        players=[
            m.TournamentPlayer(
                one.number, one.name, one.bot, one.bot is not None or one.holder is not None, one.left_round is not None
            )
            for one in found.players
        ],
        standings=[
            m.TournamentStanding(
                one.player, one.place, round(one.score, 4), round(one.opponents, 4), one.wins, round(one.points, 4),
                one.tables, one.byes,
            )
            for one in found.standings()
        ],
        played=played,
        table=(here.table_id or "") if here is not None else "",
    )  # fmt: skip


def _table(one: TableOfRound) -> m.TournamentTable:
    result = one.result
    status: Any = "playing" if result is None else "over" if result.points else "void"
    points, winners = ([], []) if result is None else (list(result.points), list(result.winners))
    return m.TournamentTable(one.table_id or "", list(one.players), status, points, winners)


# ------------------------------------------------------------------ writing
def new_id() -> str:
    return secrets.token_urlsafe(15).replace("-", "_", 1)


def add(c: Connection, found: TournamentRecord) -> None:
    row = {name: getattr(found, name) for name in TournamentRecord.__dataclass_fields__}
    for name in ("players", "tables"):
        del row[name]
    row["options"], row["pace"] = _encode(found.options).decode(), _encode(found.pace).decode()
    c.execute(sa.insert(tournaments), row)
    for player in found.players:
        add_player(c, found.id, player, found.created_ms)


def add_player(c: Connection, tournament: str, player: Player, now_ms: int) -> None:
    c.execute(sa.insert(tournament_players), {**vars(player), "tournament_id": tournament, "created_ms": now_ms})
    touch(c, tournament, now_ms)


def change_player(c: Connection, tournament: str, number: int, **values: Any) -> None:
    known = tournament_players
    c.execute(sa.update(known).where(known.c.tournament_id == tournament, known.c.number == number).values(**values))


def remove_player(c: Connection, tournament: str, number: int) -> None:
    known = tournament_players
    c.execute(sa.delete(known).where(known.c.tournament_id == tournament, known.c.number == number))


def touch(c: Connection, tournament: str, now_ms: int, **values: Any) -> None:
    known = tournaments
    c.execute(sa.update(known).where(known.c.id == tournament).values(changed_ms=now_ms, **values))


def advance(c: Connection, found: TournamentRecord, now_ms: int, **values: Any) -> bool:
    """Change a tournament if nobody has changed it since it was read: of several servers one does it.

    Nor has anybody come or left: whoever came has a seat in the next round.
    """
    now = locked(c, found.id)
    if now is None or (now.round, now.status, now.players) != (found.round, found.status, found.players):
        return False
    touch(c, found.id, now_ms, **values)
    return True


def add_tables(c: Connection, tournament: str, rows: Iterable[TableOfRound]) -> None:
    for one in rows:
        row = {"round": one.round, "place": one.place, "table_id": one.table_id, "result": None}
        c.execute(
            sa.insert(tournament_tables),
            {**row, "tournament_id": tournament, "players": _encode(list(one.players)).decode()},
        )


def write_results(c: Connection, tournament: str, results: Mapping[str, Result]) -> None:
    """How tables ended; the first result of each stays."""
    known = tournament_tables
    for table, result in results.items():
        which = (known.c.tournament_id == tournament) & (known.c.table_id == table) & known.c.result.is_(None)
        c.execute(sa.update(known).where(which).values(result=_encode(result).decode()))


# ------------------------------------------------------------------ people
def moved(c: Connection, old: str, new: str) -> None:
    """What one holder had is another's; where both take part, the place of the old one is nobody's."""
    c.execute(sa.update(tournaments).where(tournaments.c.holder == old).values(holder=new))
    known, both = tournament_players, tournament_players.alias()
    there = sa.select(both.c.tournament_id).where(both.c.holder == new)
    c.execute(sa.update(known).where(known.c.holder == old, known.c.tournament_id.in_(there)).values(holder=None))
    c.execute(sa.update(known).where(known.c.holder == old).values(holder=new))


def forget(c: Connection, holder: str, nobody: str) -> None:
    """Take a person out of every tournament: their names go, results stay, and what they host goes on without them."""
    named = sa.update(tournaments).where(tournaments.c.holder == holder)
    c.execute(named.where(tournaments.c.status == "open").values(status="closed"))
    c.execute(named.values(holder=nobody, name=""))
    known = tournament_players
    gone = sa.update(known).where(known.c.holder == holder)
    c.execute(gone.values(holder=None, name="", secret_hash=None, left_round=sa.func.coalesce(known.c.left_round, 0)))


def exported(c: Connection, holders: Sequence[str]) -> list[dict[str, Any]]:
    """One's tournaments as own data."""
    return [msgspec.to_builtins(one) for one in lists(c, holders).mine]


def outdated(c: Connection, rules: Sequence[tuple[str, int]]) -> list[str]:
    """Tournaments of a status that have not changed since a moment."""
    old = [(tournaments.c.status == status) & (tournaments.c.changed_ms < line) for status, line in rules]
    return list(c.scalars(sa.select(tournaments.c.id).where(sa.or_(*old)).limit(100))) if old else []


def delete(c: Connection, names: Sequence[str]) -> None:
    c.execute(sa.delete(tournaments).where(tournaments.c.id.in_(names)))
