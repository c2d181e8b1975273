"""Moves at a table: each is tried in memory, written to the disk, and only then acknowledged and shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from goldenspike.engine.errors import GoldenSpikeError, IllegalAction
from goldenspike.engine.state_record import digest
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews, encode, outcome
from goldenspike.server.people.names import is_program
from goldenspike.server.storage import schema
from goldenspike.server.storage.store import DuplicateRow, NotOwner, StoreError, Work
from goldenspike.server.storage.table_record import SNAPSHOT_EVERY, TableHeader, row_of_id
from goldenspike.server.tables import private_steps
from goldenspike.server.tables.seat_names import seat_name
from goldenspike.server.tables.viewers import CommandRefused, Viewer, publish, send_refusal

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor

PAST_STATES = 8  # states kept in memory, so that taking back a recent move needs no replay

log = logging.getLogger("goldenspike.server")


class StepDone(Exception):
    """A private step was done: its turn is not complete, so there is nothing to store."""


async def move(actor: TableActor, viewer: Viewer, frame: m.Move, arrived: float | None = None) -> None:
    """An action of a seat, and when it arrived by the clock of the event loop."""
    if frame.seat not in viewer.seats:
        send_refusal(viewer, frame.id, CommandRefused("seat", "this seat is not yours"))
        return
    if viewer.program is not None and not is_program(actor.header.places[frame.seat].name):
        try:
            frame = await _mark_program(actor, frame, viewer.program)
        except NotOwner:
            return  # the page was told to come back, and asks whoever plays the table now
        except StoreError as error:
            send_refusal(viewer, frame.id, CommandRefused("store", str(error)))
            return
    if actor.realtime is not None:
        args = (frame.seat, frame, asyncio.get_running_loop().time() if arrived is None else arrived)
        await run_once(actor, viewer, frame.id, "move", frame.seat, actor.realtime.command, *args)
        return
    args_of_move = (actor, frame.seat, frame.text, frame.version, frame.known)
    await run_once(actor, viewer, frame.id, "move", frame.seat, _store_move, *args_of_move)


async def _mark_program(actor: TableActor, frame: m.Move, account: str) -> m.Move:
    """A program plays where a person sat down: from its first move on, the name of the seat says so."""
    before, header = actor.version, actor.header.copy()
    place = header.places[frame.seat]
    place.name = seat_name(header, frame.seat, place.name or account, program=True)
    await actor.record_and_publish("seat", frame.seat, {"what": "name", "name": place.name, "bot": place.bot}, header)
    return msgspec.structs.replace(frame, version=actor.version) if frame.version == before else frame


async def run_once(
    actor: TableActor,
    viewer: Viewer,
    move_id: str,
    kind: str,
    seat: int | None,
    work: Callable[..., Awaitable[int]],
    *args: Any,
) -> None:
    """Carry out a command with an id once, however often it is sent, and answer its sender."""
    known = actor.ids.get(move_id)
    if seat is not None and actor.knows_step(move_id, seat):
        private_steps.show(actor, seat, viewer, move_id)
        return
    if (before := actor.ids.refusal(move_id, seat)) is not None:
        send_refusal(viewer, move_id, before)
        return
    try:
        version = known[0] if known else await work(move_id, *args)
    except StepDone:
        assert seat is not None
        actor.remember_step(move_id, seat)
        private_steps.show(actor, seat, viewer, move_id)
        return
    except NotOwner:
        return  # the page was told to come back, and asks whoever plays the table now
    except (CommandRefused, DuplicateRow) as error:
        # The command may have been carried out before this table was last loaded: then its answer is the same again.
        try:
            if isinstance(error, DuplicateRow):
                await actor.recover()  # the stored log is longer than this table thought
            if isinstance(error, DuplicateRow) or actor.ids.perhaps(move_id):
                row = await actor.store.read(lambda connection: row_of_id(connection, actor.header.id, move_id))
            else:
                row = None
        except StoreError:
            row = None
        if row is None:
            if isinstance(error, DuplicateRow):
                error = CommandRefused("store", str(error))
            else:
                actor.ids.refuse(move_id, seat, error)
            send_refusal(viewer, move_id, error)
            return
        known = row.seq, row.kind, row.seat
        version = row.seq
    except StoreError as error:
        send_refusal(viewer, move_id, CommandRefused("store", str(error)))
        return
    except Exception:
        await actor.recover()
        send_refusal(viewer, move_id, CommandRefused("server", "something went wrong here; nothing was changed"))
        return
    if known is not None and (known[1], known[2]) != (kind, seat):
        send_refusal(viewer, move_id, CommandRefused("id", "this id was used for something else at this table"))
        return
    publish(actor, viewer, encode(m.Ack(move_id, version)))


async def _turn_is_over(actor: TableActor, seat: int, known: int) -> bool:
    """Has this seat moved, or the table gone back, since that version? Then a move that waited is for no other turn."""
    own = sa.and_(schema.log.c.seat == seat, schema.log.c.kind.in_(("move", "undo")))
    since = sa.select(schema.log.c.seq).where(
        schema.log.c.table_id == actor.header.id, schema.log.c.seq > known, own | (schema.log.c.kind == "rewind")
    )
    return await actor.store.read(lambda c: c.execute(since.limit(1)).first() is not None)


async def _store_move(
    move_id: str | None, actor: TableActor, seat: int, text: str, version: int | None = None, known: int | None = None
) -> int:
    """Play a move in memory and store it; what cannot be stored is taken back. Returns the version it is stored as."""
    match = actor.playing()
    late = known is not None and known < actor.version and await _turn_is_over(actor, seat, known)
    if late or (version is not None and version != actor.version):
        raise CommandRefused("version", "the table has moved on since; look again")
    assert actor.setting is not None
    kept = match.keep()
    try:
        line = match.play(seat, text)
    except IllegalAction as error:
        raise CommandRefused(error.code, error.sentence, error.clause) from None
    except GoldenSpikeError as error:
        raise CommandRefused("notation", str(error)) from None
    if not match.log or match.last is None:
        raise StepDone
    before, _, actions = match.last
    match.drain()
    setting = actor.setting
    raw = match.raw()
    hidden = setting.sealed(match.s)
    reveals = list(actor.sealed)[: max(0, len(actor.sealed) + 1 - hidden)] if actor.sealed else []
    data: dict[str, Any] = setting.effects(before, match.s, seat, actions)
    events = setting.events(before, match.s, seat, actions)
    if events:
        data["events"] = events
    if reveals:
        data["revealed"] = [setting.public(actor.sealed[seq]) for seq in reveals]
        data["reveals"] = reveals
    final = setting.revealed(before, match.s, seat, actions)
    row = actor.row("move", seat, move_id, line, data or None, bool(hidden), final, digest(raw))
    rows, header = [row], without_proposal(actor)
    more: list[Work] = []
    if len(actor.path) % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1:
        more.append(actor.snapshot(row, raw))
    result = None
    if match.over:
        result = outcome(match.result)
        header = header or actor.header.copy()
        header.status, header.result = "finished", result
        rows.append(actor.row("finish", None, None, "", None, digest=row.hash, seq=row.seq + 1))
    old, actor.views = actor.views, EncodedViews(match)
    try:
        await actor.store_rows(rows, header, more)
    except BaseException:
        match.put_back(actor.raw, kept)
        actor.views = old
        raise
    actor.past[row.seq] = actor.raw
    while len(actor.past) > PAST_STATES:
        actor.past.popitem(last=False)
    actor.raw, actor.hash, actor.waiting = raw, row.hash, list(match.actors)
    actor.path.append(row.seq)
    actor.movers.append(seat)
    actor.final = final
    for seq in reveals:
        del actor.sealed[seq]
    if row.sealed:
        actor.sealed[row.seq] = line
    actor.unpublished = [(one, result, header is not None and one is rows[-1]) for one in rows]
    return row.seq


def without_proposal(actor: TableActor) -> TableHeader | None:
    """The header without a proposal to go back, if there is one: whoever plays on does not agree to it."""
    if actor.header.proposal is None:
        return None
    header = actor.header.copy()
    header.proposal = None
    return header


async def play_for_bot(actor: TableActor, seat: int, text: str) -> None:
    """A bot's move is stored and shown like everybody's."""
    try:
        await _store_move(None, actor, seat, text)
    except (CommandRefused, StepDone):
        log.exception("a bot's move was refused at table %s", actor.header.id)
        return
    except StoreError:
        raise
    except Exception:
        await actor.recover()
        return
    publish(actor)
