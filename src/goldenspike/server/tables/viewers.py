"""The people who look at a table: how frames reach them, and how everybody is shown what was stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET

from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import encode, now_ms, split_at_own, with_own
from goldenspike.server.storage.table_record import LogRow, entry_of

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor

Unpublished = tuple[
    LogRow, m.Outcome | None, bool
]  # a stored row, the result if it ended the game, did the table change?


class CommandRefused(Exception):
    """A command that is not carried out: the rule behind it, or one clear line."""

    def __init__(self, code: str, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause


class Viewer(Protocol):
    """Somebody who looks at the table through a channel."""

    seat: int | None  # the viewpoint
    seats: frozenset[int]  # the seats this viewer may play
    host: bool
    pictures: bool  # does this viewer want positions drawn by the server?
    address: str  # where this viewer comes from
    bot_delay_s: float | None  # how long bots shall wait, if this viewer has a wish

    @property
    def person(self) -> str:
        """Whose session it is."""

    @property
    def holder(self) -> str | None:
        """Under which this viewer's grants are stored; told to nobody."""

    @property
    def program(self) -> str | None:
        """The name of the account whose program this is; None for people."""

    def send(self, *frames: bytes) -> None:
        """Queue frames for this viewer; never waits."""

    def show(self, frame: bytes, before: bytes = b"") -> None:
        """Queue a frame that is the same for everybody of this viewpoint, after one for this viewer alone."""

    def bye(self, reason: str, again: bool) -> None:
        """Close the channel, after what was queued; may the page come back?"""

    def ready(self) -> bool:
        """May events be sent? Only after the welcome."""

    async def check_grants(self) -> None:
        """Look up again what this viewer may do, and show the table anew if that has changed."""

    async def show_again(self) -> None:
        """Show the whole table anew: something in it is gone."""


def is_late(actor: TableActor, viewer: Viewer) -> bool:
    """Does this viewer only watch, at a table whose game is shown to such people with a delay?"""
    header = actor.header
    return header.watch_delay_s > 0 and header.players > 0 and not (viewer.host or viewer.seats)


def show_signal(actor: TableActor, frame: bytes) -> None:
    """Show a sign that is not stored to everybody who looks on; to those who watch late when its time has come."""
    for viewer in actor.viewers:
        if viewer.ready() and not is_late(actor, viewer):
            viewer.show(frame)
    if actor.late is not None:
        actor.late.keep(frame)


def send_refusal(viewer: Viewer, move_id: str, error: CommandRefused) -> None:
    viewer.send(encode(m.Refused(move_id, error.code, error.clause, error.sentence)))


def mine(viewer: Viewer, move_id: str, seat: int) -> bool:
    """Does the sender hold this seat? If not, they get a refusal."""
    if seat in viewer.seats:
        return True
    send_refusal(viewer, move_id, CommandRefused("seat", "this seat is not yours"))
    return False


def publish(actor: TableActor, sender: Viewer | None = None, ack: bytes = b"") -> None:
    """Acknowledge what was just stored, and show it to everybody who looks on."""
    unpublished, actor.unpublished = actor.unpublished, ()
    if sender is not None and not (unpublished and sender in actor.viewers and sender.ready()):
        sender.send(ack)
        sender = None
    if not unpublished:
        return
    times = actor.clocks(), actor.time()
    for row, result, changed in unpublished:
        frames = _EventFrames(actor, row, result, changed, *times)
        for viewer in actor.viewers:
            if not viewer.ready() or is_late(actor, viewer):
                continue
            frame = frames.of(viewer.seat, viewer.pictures)
            if viewer is sender:
                viewer.show(frame, ack)
                sender = None
            else:
                viewer.show(frame)
    actor.active_tables.stored(actor, [row for row, _, _ in unpublished])
    actor.bots.wake()


class _EventFrames:
    """One event as a frame for each viewpoint, encoded at most once for each."""

    def __init__(
        self, actor: TableActor, row: LogRow, result: m.Outcome | None, changed: bool, clocks: Any, time: Any
    ) -> None:
        self.actor = actor
        self.row = row
        self.result = result
        self.clocks = clocks
        self.time = time
        self.table = actor.table() if changed else UNSET
        self._frames: dict[tuple[int | None, bool], bytes] = {}
        self._halves: dict[tuple[bool, bool], tuple[bytes, bytes]] = {}  # around the own part; for the acting seat?

    def of(self, seat: int | None, pictures: bool) -> bytes:
        key = seat, pictures
        if key not in self._frames:
            mine = seat is not None and seat == self.row.seat
            if (mine, pictures) not in self._halves:
                self._halves[mine, pictures] = split_at_own(self._event(mine, pictures))
            self._frames[key] = with_own(self._halves[mine, pictures], self.actor.views.own(seat, pictures))
        return self._frames[key]

    def _event(self, mine: bool, pictures: bool) -> m.Event:
        actor, row = self.actor, self.row
        entry = entry_of(row, actor.setting, row.seat if mine else None, not row.sealed)
        view, ended = actor.views.public(pictures), UNSET if self.result is None else self.result
        awaited = actor.awaited()
        return m.Event(row.seq, now_ms(), entry, view, None, self.table, awaited, self.clocks, ended, *self.time)
