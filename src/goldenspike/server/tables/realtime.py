"""A table at which a wall clock runs: commands count at the moment they arrive, and things happen by themselves.

Only the server's monotonic clock counts. Whatever somebody does is stored before it is shown, with its moment;
what merely follows from it (a load completes, the round ends) needs no row of its own. When the server comes
back, the round waits at the last stored moment and goes on after a new countdown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from goldenspike.bots import bot
from goldenspike.engine.bot import Bot
from goldenspike.engine.errors import GoldenSpikeError, IllegalAction
from goldenspike.engine.state_record import digest
from goldenspike.engine.timed_match import Mark, TimedMatch, split_line
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import (
    EncodedViews,
    ViewCache,
    encode,
    encoded,
    now_ms,
    outcome,
    split_at_own,
    with_own,
)
from goldenspike.server.storage.store import StoreError, Work
from goldenspike.server.storage.table_record import SNAPSHOT_EVERY, LogRow, TableHeader
from goldenspike.server.tables.bots import bot_seed
from goldenspike.server.tables.viewers import CommandRefused, is_late, publish, show_signal

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor

TRY_AGAIN_S = 5.0
AFTER_PAUSE_S = 1.5  # the countdown after a pause
ABANDONED_S = 10.0  # when nobody has looked on for so long, the clock waits for people
STAND_IN = "superintendent"
FAR_MS = 1 << 31

log = logging.getLogger("goldenspike.server")


class RealtimeRound:
    """The clock of one table, its bots, and the bots that stand in for people who are not there."""

    def __init__(self, actor: TableActor, match: TimedMatch) -> None:
        self.actor = actor
        self.match = match
        self.active_tables = actor.active_tables
        self.standing: frozenset[int] = frozenset()  # seats that a bot plays for somebody who is not there
        self._zero: float | None = None  # by the clock of the event loop: when the match's clock showed 0
        self._begins = 0.0  # when it moves (again)
        self.paused = False  # by somebody who plays with bots alone
        self.not_stored = False  # does the match hold something that the record does not?
        self._timer: asyncio.TimerHandle | None = None
        self._abandoned: asyncio.TimerHandle | None = None
        self._round = _round(match)
        incremental = match.setting.public_view(
            encoded
        )  # a view that is updated, not made anew, where the game has one
        self._cache = None if incremental is None else ViewCache(incremental)
        match.clock = self
        match.marks = []
        self._seat_bots()

    # ------------------------------------------------------------ time
    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    @property
    def runs(self) -> bool:
        return self._zero is not None

    def at(self, moment_s: float) -> int:
        """The time of the match at a moment of the event loop."""
        assert self._zero is not None
        return int((moment_s - self._zero) * 1000 * self.active_tables.rate)

    def now_ms(self) -> int:
        """The time of the match; it stands still before the start and after the end."""
        if self._zero is None:
            return self.match.now
        return max(self.match.now, self.at(self._loop.time()))

    @property
    def zero_ms(self) -> int | None:
        """The same zero by the system clock, for the pages."""
        if self._zero is None:
            return None
        return now_ms() - round((self._loop.time() - self._zero) * 1000)

    def start(self, countdown_s: float | None = None) -> None:
        """The countdown begins; when it is over, the clock goes on from where the match stands."""
        self._begins = self._loop.time() + (self.active_tables.countdown_s if countdown_s is None else countdown_s)
        self._zero = self._begins - self.match.now / 1000 / self.active_tables.rate
        self.watch_seats()
        self.schedule()

    def stop(self) -> None:
        """The clock stands still."""
        self._zero = None
        for timer in (self._timer, self._abandoned):
            if timer is not None:
                timer.cancel()
        self._timer = self._abandoned = None

    def schedule(self) -> None:
        """Wake up when something happens next; nobody looks at the clock before that."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        happens = self.match.next_event
        if self._zero is None or self.match.over or happens is None:
            return
        if self._abandoned is None and not self.actor.viewers:
            self._abandoned = self._loop.call_later(ABANDONED_S, self.actor.enqueue, self._wait_for_people)
        moment = max(happens, self.match.now) if self._idle else self.crew.next_action
        if moment < FAR_MS:
            due = max(self._begins, self._zero + moment / 1000 / self.active_tables.rate)
            self._timer = self._loop.call_at(due, self.actor.enqueue, self._wake)

    async def _wait_for_people(self) -> None:
        self._abandoned = None
        if not self.actor.viewers:
            self.stop()

    async def _wake(self) -> None:
        if self._zero is None or self._loop.time() < self._begins:
            return
        try:
            # A timer may ring a moment early by the coarser clock of the loop.
            await self.store(self.pass_time(max(self.now_ms(), min(self.crew.next_action, self.now_ms() + 1))))
        except StoreError as error:
            await self.store_failed(error)
            return
        except Exception:
            await self.actor.recover()
            return
        publish(self.actor)
        self._give_signs()
        self.schedule()

    def _give_signs(self) -> None:
        """Bots ask people for what they wait for."""
        for seat, kind, about in () if self._idle else self.crew.asks():
            show_signal(self.actor, encode(m.Signalled(seat, cast(m.SignalKind, kind), about, now_ms())))

    def pass_time(self, to_ms: int) -> bool:
        """Let time pass in memory, the bots acting on the way; did anything happen by itself?"""
        due = self.match.next_event
        if self._idle:
            self.match.advance(to_ms)
        else:
            self.crew.run(to_ms)
        return due is not None and due <= to_ms

    # ------------------------------------------------------------ commands
    async def command(self, move_id: str, seat: int, frame: m.Move, arrived: float) -> int:
        """A person's command at the moment it arrived; the version it is stored as."""
        self.actor.playing()
        if frame.version is not None and frame.version != self.actor.version:
            raise CommandRefused("version", "the table has moved on since; look again")
        if self._zero is None:
            raise CommandRefused("pause", "the clock stands still; it goes on as soon as people are back")
        if arrived < self._begins:
            raise CommandRefused("countdown", "the round has not begun yet; wait for the signal")
        match, text = self.match, frame.text
        if frame.held_ms is not None:
            text = match.setting.measured(text, frame.held_ms)
        refusal: CommandRefused | None = None
        try:
            happened = self.pass_time(max(match.now, self.at(arrived)))
            try:
                match.play(seat, text, match.now)
                self.crew.noticed(seat)
            except IllegalAction as error:
                refusal = CommandRefused(error.code, error.sentence, error.clause)
            except GoldenSpikeError as error:
                refusal = CommandRefused("notation", str(error))
            version = await self.store(happened, None if refusal else move_id)
        except StoreError as error:
            await self.store_failed(error)
            raise
        self.schedule()
        if refusal is not None:
            publish(self.actor)
            raise refusal
        return version

    async def pause(self, seat: int, move_id: str, on: bool) -> int:
        """Let the clock stand still until it is asked to go on; the version of the last entry."""
        actor = self.actor
        if on == self.paused or (on and self._zero is None):
            return actor.version
        if not on:
            self.paused = False
            await resume(actor, min(AFTER_PAUSE_S, self.active_tables.countdown_s))
            return actor.version
        try:
            if self._loop.time() >= self._begins:
                await self.store(self.pass_time(self.now_ms()))
                publish(actor)
            if not self.match.over:
                self.stop()
                self.paused = True
                return await actor.record("pace", seat, move_id, {"what": "pause", "at_ms": self.match.now})
        except StoreError as error:
            await self.store_failed(error)
            raise
        return actor.version

    async def store_failed(self, error: StoreError) -> None:
        """What could not be stored has not happened: stop the clock where the log ends, and try again later."""
        log.warning("the clock of table %s stands still: %s", self.actor.header.id, error)
        self.stop()
        self.not_stored = True
        await self._read_again()

    async def _read_again(self) -> None:
        """Go back to the record, and go on from there; until it can be read, this round never goes on."""
        actor = self.actor
        if actor.realtime not in (self, None):
            return  # it was read meanwhile
        try:
            await actor.reload()
        except StoreError:
            log.warning("the record of table %s cannot be read now", actor.header.id)
            self._loop.call_later(TRY_AGAIN_S, actor.enqueue, self._read_again)
            return
        self._loop.call_later(TRY_AGAIN_S, actor.enqueue, resume, actor)

    # ------------------------------------------------------------ storing
    def views(self) -> EncodedViews:
        """The position as it stands now, with what still holds of the last one."""
        return EncodedViews(self.match, self._cache)

    async def store(self, happened: bool, move_id: str | None = None) -> int:
        """Store the commands that were given (the last one is a person's, if it has an id), to be published next."""
        actor, match = self.actor, self.match
        events = [line for line in match.journal if line.startswith("!")]
        marks, match.marks = match.marks or [], []
        rows, more = self._rows(match.drain(), marks, move_id)
        if rows and events:
            rows[-1].data = {**(rows[-1].data or {}), "events": events}
        header: TableHeader | None = None
        result = None
        if match.over and actor.running:
            result = outcome(match.result)
            header = actor.header.copy()
            header.status, header.result, header.proposal = "finished", result, None
            seq = actor.version + 1 + len(rows)
            rows.append(actor.row("finish", data={"at_ms": match.now}, digest=match.hash, seq=seq))
        elif set(self.crew.standing_in) != self.standing:
            header = self._stand_ins(rows)
        if not rows:
            if happened:
                self._tick(events)
            return actor.version
        actor.views = self.views()
        await actor.store_rows(rows, header, more)
        moves = [row for row in rows if row.kind == "move"]
        actor.path += [row.seq for row in moves]
        actor.movers += [row.seat or 0 for row in moves]
        actor.waiting = list(match.actors)
        actor.hash, actor.final = rows[-1].hash, True
        actor.unpublished = [(row, result, row.kind in {"finish", "seat"}) for row in rows]
        if match.over:
            self.stop()
        elif _round(match) != self._round:
            self._next_round()
        return moves[-1].seq if move_id is not None else actor.version

    def _next_round(self) -> None:
        """Another round begins: everybody gets a countdown."""
        self._round = _round(self.match)
        if self._zero is not None:
            now = self._loop.time()
            self._begins = now + self.active_tables.countdown_s
            self._zero = self._begins - self.match.now / 1000 / self.active_tables.rate

    def _rows(
        self, lines: Sequence[str], marks: Sequence[Mark], move_id: str | None
    ) -> tuple[list[LogRow], list[Work]]:
        actor, rows, more = self.actor, [], []
        for number, (line, mark) in enumerate(zip(lines, marks, strict=True)):
            moment, name, text = split_line(line)
            mine = move_id if number == len(lines) - 1 else None
            data = {"at_ms": moment, "do": text, **mark.effects}
            seat, seq = self.match.seat(name), actor.version + 1 + number
            row = actor.row("move", seat, mine, line, data, final=True, digest=digest(mark.raw), seq=seq)
            rows.append(row)
            if (len(actor.path) + number) % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1:
                more.append(actor.snapshot(row, mark.raw))
        return rows, more

    def _tick(self, events: list[str]) -> None:
        """Show everybody what happened by itself."""
        actor = self.actor
        views = actor.views = self.views()
        halves: dict[bool, tuple[bytes, bytes]] = {}
        frames: dict[tuple[int | None, bool], bytes] = {}
        for viewer in actor.viewers:
            if viewer.ready() and not is_late(actor, viewer):
                key = seat, pictures = viewer.seat, viewer.pictures
                if pictures not in halves:
                    view = views.public(pictures)
                    assert view is not None
                    tick = m.Tick(actor.version, now_ms(), self.match.now, view, None, events, self.zero_ms)
                    halves[pictures] = split_at_own(tick)
                if key not in frames:
                    frames[key] = with_own(halves[pictures], views.own(seat, pictures))
                viewer.show(frames[key])

    # ------------------------------------------------------------ people and bots
    def _seat_bots(self) -> None:
        """The bots that sit at the table, around the match as it stands."""
        bots: dict[int, Bot] = {}
        for place in self.actor.header.places[: self.match.setting.seats]:
            if place.bot is not None and place.seat not in self.standing:
                seed = bot_seed(self.actor.header.seed, place.seat, 0)
                bots[place.seat] = bot(place.bot, seed, self.match.game.name)
        self.crew = self.match.game.crew(self.match, bots)
        self._seated = self._bot_names()
        self._away: set[int] = set()
        self._idle = self.crew.idle

    def _bot_names(self) -> list[str | None]:
        return [None if place.seat in self.standing else place.bot for place in self.actor.header.places]

    def watch_seats(self) -> None:
        """Somebody came or went, or a seat changed hands: people who are gone are waited for, then a bot stands in."""
        if self._bot_names() != self._seated:
            self._seat_bots()
        here = self.actor.online()
        for place in self.actor.header.places[: self.match.setting.seats]:
            seat = place.seat
            by_person = place.bot is None or seat in self.standing
            gone = place.person and by_person and seat not in here
            if gone and seat not in self._away:
                self._away.add(seat)
                self.crew.leave(seat)
            elif not gone and seat in self._away:
                self._away.discard(seat)
                self.crew.come_back(seat)
        self._idle = self.crew.idle  # every seat is played by a person who is there

    def given_up(self, seat: int) -> None:
        """The bot that stood in here stays: nobody is waited for any more."""
        self.standing -= {seat}
        self._away.discard(seat)

    async def seats_changed(self) -> None:
        """Run by the actor whenever somebody came or went."""
        if self.actor.realtime is not self:
            return
        if self._zero is None:
            if not self.paused:
                await resume(self.actor)
            return
        if self._loop.time() < self._begins:
            self.watch_seats()
            self.schedule()
            return
        try:
            happened = self.pass_time(self.now_ms())
            self.watch_seats()
            await self.store(happened)
        except StoreError as error:
            await self.store_failed(error)
            return
        publish(self.actor)
        self.schedule()

    def _stand_ins(self, rows: list[LogRow]) -> TableHeader:
        """Everybody sees which seats a bot plays for somebody who is not there."""
        actor, now = self.actor, frozenset(self.crew.standing_in)
        header = actor.header.copy()
        for seat in sorted(now ^ self.standing):
            came = seat in now
            place = header.places[seat]
            place.bot, place.stands_in = (STAND_IN, True) if came else (None, False)
            data = {"what": "bot" if came else "hand_back", "name": place.name, "bot": place.bot, "away": came}
            digest = rows[-1].hash if rows else None
            rows.append(actor.row("seat", seat, data=data, digest=digest, seq=actor.version + 1 + len(rows)))
        self.standing = now
        return header


async def replay_lines(actor: TableActor, lines: Sequence[str]) -> None:
    """Play a whole match with its moments at a table that has just begun; if it is not over, the clock waits."""
    match = actor.match
    assert isinstance(match, TimedMatch)
    realtime = actor.realtime or RealtimeRound(actor, match)
    realtime.stop()
    match.marks, clock, match.clock = [], match.clock, None
    for number, line in enumerate(lines, 1):
        match.replay(line, number)
    await realtime.store(False)
    publish(actor)
    if actor.realtime is not None:
        match.clock = clock
    else:
        match.marks = None
    if actor.hash != match.hash:
        row = actor.row("resume", data={"at_ms": match.now}, digest=match.hash)
        await actor.store_rows([row])
        actor.hash = row.hash
    actor.raw = match.raw()


def _round(match: TimedMatch) -> int:
    return match.setting.round_of(match.s)


async def resume(actor: TableActor, countdown_s: float | None = None) -> None:
    """Go on after the server was away or a pause: once somebody who plays is there, with a countdown for everybody."""
    realtime = actor.realtime
    if realtime is None or realtime.runs or realtime.paused or realtime.not_stored:
        return
    if not actor.running or realtime.match.over:
        return
    people = {place.seat for place in actor.header.places if place.person}
    if people and not people & actor.online():
        return
    if not people and not actor.viewers:
        return
    header: TableHeader | None = None
    if any(place.stands_in and place.bot == STAND_IN for place in actor.header.places):
        header = actor.header.copy()  # whoever was away then may be back by now
        for place in header.places:
            if place.stands_in and place.bot == STAND_IN:
                place.bot, place.stands_in = None, False
    row = actor.row("resume", data={"at_ms": realtime.match.now}, digest=realtime.match.hash)
    try:
        await actor.store_rows([row], header)
    except StoreError as error:
        await realtime.store_failed(error)
        return
    realtime.start(countdown_s)
    actor.views, actor.hash = realtime.views(), row.hash
    actor.unpublished = [(row, None, True)]
    publish(actor)
