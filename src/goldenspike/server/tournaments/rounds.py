"""Rounds of tournaments: tables are made, their results are noted, and the next round begins when all are over.

Every change of a round is one transaction that names the round it leaves, so that of several servers one makes the next
round. Results are noted when a table ends; what was missed, because a server went down, is found by looking again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.games import game as game_called
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import grant
from goldenspike.server.live import messages as m
from goldenspike.server.people.names import is_program
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage import schema
from goldenspike.server.storage.leases import OwnedElsewhere
from goldenspike.server.storage.store import NotOwner, StoreError
from goldenspike.server.storage.table_record import LogRow, TableHeader, headers_of
from goldenspike.server.tables import seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.fill_watch import NAMES, usual_bot
from goldenspike.server.tables.seat_names import program_name
from goldenspike.server.tournaments import record
from goldenspike.server.tournaments.pairing import BOT, Round, Shape, next_round, rounds_needed, shape
from goldenspike.server.tournaments.record import TableOfRound, TournamentRecord
from goldenspike.server.tournaments.standings import Result

LOOK_S = 20.0  # every running tournament is looked at so often, besides whenever one of its tables ends
START_S = 10  # after so many seconds the tables of a round begin
DAY_MS = 86_400_000

log = logging.getLogger("goldenspike.server")


class TournamentWatch:
    """Looks after all running tournaments."""

    def __init__(self, active_tables: ActiveTables, quotas: Quotas) -> None:
        self.active_tables = active_tables
        self.quotas = quotas
        self.start_s = START_S
        self._touched: set[str] = set()
        self._wake = asyncio.Event()
        self._stopping = False
        active_tables.listeners.append(self.table_changed)

    def table_changed(self, actor: TableActor, rows: Sequence[LogRow]) -> None:
        """A table of a tournament is over: look at it."""
        if actor.header.tournament and actor.header.status in {"finished", "closed"}:
            self._touched.add(actor.header.tournament)
            self._wake.set()

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Run until ``stop`` is called."""
        loop = asyncio.get_running_loop()
        all_due = loop.time()
        while not self._stopping:
            self._wake.clear()
            try:
                if loop.time() >= all_due:
                    all_due = loop.time() + LOOK_S
                    self._touched |= set(await self.active_tables.store.read(record.running))
                while self._touched and not self._stopping:
                    await self.check(self._touched.pop())
            except StoreError as error:
                log.warning("tournaments could not be looked after: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(0.05, all_due - loop.time()))

    async def check(self, tournament: str) -> None:
        """Note the results of tables that are over; if all of a round are, go on."""
        store = self.active_tables.store
        found = await store.read(lambda c: record.read(c, tournament))
        if found is None or found.status != "running":
            return
        waiting = [one.table_id for one in found.now() if one.result is None and one.table_id]
        headers = await store.read(lambda c: headers_of(c, waiting))
        results = {name: _result(found, name, headers.get(name)) for name in waiting}
        over = {name: result for name, result in results.items() if result is not None}
        if over:
            programs = _programs(found, headers)

            def work(c: Connection) -> None:
                record.write_results(c, tournament, over)
                for number, name in programs.items():
                    record.change_player(c, tournament, number, name=name)

            await store.write(work)
            found = await store.read(lambda c: record.read(c, tournament))
            assert found is not None
        if all(one.result is not None for one in found.now()):
            if not await self.go_on(found):  # somebody came or left meanwhile, or another server was quicker
                self._touched.add(tournament)
        else:
            await self._wake_bots([header for name, header in headers.items() if name not in over])

    async def _wake_bots(self, headers: Sequence[TableHeader]) -> None:
        """Bots go on also where nobody looks on: whatever is awaited of one is loaded."""
        for header in headers:
            if header.status != "running" or header.id in self.active_tables.loaded:
                continue
            with suppress(OwnedElsewhere, NotOwner, HttpError):
                await self.active_tables.table(header.id, fetch=False)

    # ------------------------------------------------------------ rounds
    async def go_on(self, found: TournamentRecord) -> bool:
        """The next round, or the end; False if somebody else was quicker."""
        now, store = self.active_tables.now(), self.active_tables.store
        enough = _shape(found)
        if found.status == "running" and (found.round >= found.rounds or enough is None):
            return bool(await store.write(lambda c: record.advance(c, found, now, status="finished")))
        if enough is None:
            raise HttpError(409, "a tournament needs more players", "players")
        number, plan = found.round + 1, paired(found)
        headers = [self._table(found, number, place, table) for place, table in enumerate(plan.tables)]
        rows = [
            TableOfRound(number, place, header.id, table)
            for place, (header, table) in enumerate(zip(headers, plan.tables, strict=True))
        ]
        rows += [TableOfRound(number, len(headers) + place, None, (player,)) for place, player in enumerate(plan.byes)]
        rounds = found.rounds if found.status == "running" else rounds_of(found)

        def work(c: Connection) -> bool:
            if not record.advance(c, found, now, status="running", round=number, rounds=rounds, link_hash=None):
                return False
            for header, table in zip(headers, plan.tables, strict=True):
                seats.insert(c, header, found.holder, partial(_give, table=header.id, players=table, found=found))
            record.add_tables(c, found.id, rows)
            return True

        return bool(await store.write(work))

    def _table(self, found: TournamentRecord, number: int, place: int, players: Sequence[int]) -> TableHeader:
        wish = m.NewTable(
            game=found.game,
            seats=[m.NewSeat() for _ in players],
            options=found.options,
            board=found.board or None,
            name=_table_name(found, number, place),
            listed=found.listed,
            hints=False,
            pace=found.pace,
            fill_s=self.start_s,
        )
        header, _ = seats.new_header(wish)
        header.tournament = found.id
        known = {player.number: player for player in found.players}
        fillers = iter(name for name in NAMES if name not in {player.name for player in found.players})
        for seat, number_of in zip(header.places, players, strict=True):
            player = known.get(number_of)
            bot = usual_bot(found.game) if player is None else player.bot
            seat.name = next(fillers, "Bot") if player is None else player.name
            seat.bot, seat.holder, seat.secret_hash = bot, "person" if bot is None else "bot", None
        return header

    async def tidy(self, now_ms: int) -> None:
        """Delete tournaments when tables of their kind are deleted."""
        quotas = self.quotas
        kept = {"open": quotas.keep_open_days, "closed": quotas.keep_closed_days, "finished": quotas.keep_finished_days}
        rules = [(status, now_ms - days * DAY_MS) for status, days in kept.items() if days]
        store = self.active_tables.store
        while gone := await store.read(lambda c: record.outdated(c, rules)):
            await store.write(partial(record.delete, names=gone))


def paired(found: TournamentRecord) -> Round:
    """The next round."""
    active = {player.number for player in found.active()}
    ranked = [one for one in found.standings() if one.player in active]
    kind = _shape(found)
    assert kind is not None
    return next_round(
        [one.player for one in ranked],
        {one.player: one.score for one in ranked},
        found.earlier(),
        kind,
        round_robin=found.round_robin,
        seed=f"{found.id} {found.round}",
    )


def _shape(found: TournamentRecord) -> Shape | None:
    return shape(len(found.active()), found.seats, game_called(found.game).seats[0], found.bots)


def rounds_of(found: TournamentRecord) -> int:
    """How many rounds there will be: as the host said, or as many as the form needs."""
    return found.rounds or rounds_needed(len(found.active()), found.seats, found.round_robin)


def _table_name(found: TournamentRecord, number: int, place: int) -> str:
    return f"{found.name[:50]} {number}.{place + 1}".strip()


def _give(c: Connection, table: str, players: Sequence[int], found: TournamentRecord) -> None:
    """Everybody has their seat; a table of a tournament has no host."""
    holders = {player.number: player.holder for player in found.players}
    for seat, number in enumerate(players):
        holder = holders.get(number)
        if holder is not None:
            grant(c, table, [seat], holder)


def _result(found: TournamentRecord, table: str, header: TableHeader | None) -> Result | None:
    """How a table ended; None while it is played."""
    if header is None or header.status == "closed":
        return Result()
    if header.status != "finished" or header.result is None:
        return None
    kept = msgspec.to_builtins(header.result)
    players = next(one.players for one in found.now() if one.table_id == table)
    bots = {player.number for player in found.players if player.bot is not None} | {BOT}
    gave_up = [
        seat for seat, player in enumerate(players) if player not in bots and header.places[seat].holder == "bot"
    ]
    return Result(tuple(kept["points"]), tuple(kept["winners"]), tuple(gave_up))


def _programs(found: TournamentRecord, headers: Mapping[str, TableHeader]) -> dict[int, str]:
    """Players for whom a program has played, with the name that says so."""
    called = {player.number: player.name for player in found.players if player.bot is None}
    return {
        number: program_name(called[number])
        for one in found.now()
        if (header := headers.get(one.table_id or "")) is not None
        for place, number in zip(header.places, one.players, strict=False)
        if number in called and place.person and is_program(place.name) and not is_program(called[number])
    }


def seat_of(found: TournamentRecord, number: int) -> tuple[str, int] | None:
    """The table that somebody plays at now, and their seat there."""
    for one in found.now():
        if number in one.players and one.result is None and one.table_id is not None:
            return one.table_id, one.players.index(number)
    return None


def take_seats(c: Connection, found: TournamentRecord, number: int, holder: str) -> None:
    """Somebody came by their own link after the start: the seat that waits for them is theirs."""
    there = seat_of(found, number)
    if there is not None and c.scalar(sa.select(schema.tables.c.id).where(schema.tables.c.id == there[0])):
        grant(c, there[0], [there[1]], holder)
