"""What people ask of a table besides moving: look, take back, ask to go back, vote, chat, ask why."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import sqlalchemy as sa
from msgspec import Raw
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.state_record import digest
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews, encode, now_ms, outcome, own_part, with_drawing
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_record import (
    TableHeader,
    entry_of,
    last_rows,
    match_at,
    path_of,
    read_rows,
    revealed_after,
)
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.bots import advise, bot_seed, world_for
from goldenspike.server.tables.moves import run_once
from goldenspike.server.tables.viewers import CommandRefused, Viewer, send_refusal
from goldenspike.server.visible_text import visible_line

HINTED_BY = "greedy"
MOST_JUDGED = 8  # actions a hint compares
PAGE_ENTRIES = 400  # of the record, sent at once
PAGE_BYTES = 192 * 1024
CHAT_FULL = "so much was said at this table that nothing more is kept"


# ------------------------------------------------------------------ looking
async def join(actor: TableActor, viewer: Viewer, known: int | None, account: str | None) -> None:
    """Show the table to somebody who comes, or comes back, from the version they know on."""
    after = known if known is not None and actor.version - PAGE_ENTRIES <= known <= actor.version else 0
    upto = actor.version + 1

    entries, earlier = await actor.store.read(
        lambda connection: entries_of(connection, actor, viewer.seat, after, upto)
    )
    if earlier:
        after = 0  # too much to send at once: the page begins anew, and asks for what is earlier
    if viewer.pictures and actor.realtime is not None:
        actor.views = actor.realtime.views()  # a drawing shows this moment, so the view beside it must show it too
    viewer.send(
        encode(
            m.Welcome(
                table=actor.table(),
                you=m.You(viewer.host, sorted(viewer.seats), account),
                seat=viewer.seat,
                version=actor.version,
                now_ms=now_ms(),
                view=actor.views.public(viewer.pictures),
                own=actor.views.own(viewer.seat, viewer.pictures),
                entries=entries,
                whole=after == 0,
                result=_result(actor),
                zero_ms=actor.time()[0],
                at_ms=actor.time()[1],
                rate=actor.active_tables.rate,
                earlier=earlier,
            )
        )
    )


def entries_of(
    connection: Connection, actor: TableActor, seat: int | None, after: int, before: int
) -> tuple[list[m.Entry], bool]:
    """The last entries between two versions as one viewpoint may read them today, and are there earlier ones?

    Never more than a page of them: a welcome stays small, however much is said at a table.
    """
    rows = last_rows(connection, actor.header.id, after, before, PAGE_ENTRIES + 1)
    size, count = 0, 0
    for row in reversed(rows[-PAGE_ENTRIES:]):
        size += len(row.text) + (len(encode(row.data)) if row.data else 0)
        if count and size > PAGE_BYTES:
            break
        count += 1
    page = rows[len(rows) - count :]
    hidden = [row.seq for row in page if row.sealed]
    shown = revealed_after(connection, actor.header.id, hidden[0]) if hidden else set()
    return [entry_of(row, actor.setting, seat, row.seq in shown) for row in page], count < len(rows)


def _result(actor: TableActor) -> m.Outcome | None:
    return outcome(actor.match.result) if actor.match is not None and actor.match.over else None


def presence(actor: TableActor) -> None:
    """Tell everybody who is there."""
    watching = sum(1 for viewer in actor.viewers if not viewer.seats)
    frame = encode(m.Presence(sorted(actor.online()), watching))
    for viewer in actor.viewers:
        if viewer.ready():
            viewer.send(frame)
    if actor.realtime is not None:
        actor.enqueue(actor.realtime.seats_changed)


# ------------------------------------------------------------------ going back
async def undo(actor: TableActor, viewer: Viewer, frame: m.Undo) -> None:
    """Take the last own action back, where the undo law allows it."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await run_once(actor, viewer, frame.id, "undo", frame.seat, _undo, actor, frame.seat)


def _no_clock(actor: TableActor) -> None:
    actor.playing()
    if actor.realtime is not None:
        raise CommandRefused("clock", "time cannot be taken back")


async def _undo(move_id: str, actor: TableActor, seat: int) -> int:
    _no_clock(actor)
    if not actor.path:
        raise CommandRefused("undo", "there is nothing to take back")
    if actor.movers[-1] != seat:
        raise CommandRefused("undo", "somebody else has acted since; ask the table to go back")
    if actor.final:
        raise CommandRefused("undo", "something was revealed since; ask the table to go back")
    data = {"of": actor.path[-1]}
    return await go_back(actor, len(actor.path) - 1, "undo", seat, move_id, data)


async def rewind(actor: TableActor, viewer: Viewer, frame: m.Rewind) -> None:
    """Ask everybody to go back to an earlier version."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await run_once(actor, viewer, frame.id, "vote", frame.seat, _propose, actor, viewer, frame.seat, frame.to)


async def _propose(move_id: str, actor: TableActor, viewer: Viewer, seat: int, to: int) -> int:
    _no_clock(actor)
    if actor.header.proposal is not None:
        raise CommandRefused("rewind", "the table is asked already; vote on that first")
    await _keep(actor, to)
    proposal = m.Proposal(f"p{secrets.token_hex(6)}", seat, to, [], [])
    proposal.agreed = sorted({seat} | (viewer.seats & _voters(actor)))
    proposal.awaited = sorted(_voters(actor) - set(proposal.agreed))
    return await _count(actor, proposal, seat, move_id, {"proposal": proposal.id, "to": to, "what": "ask"})


async def vote(actor: TableActor, viewer: Viewer, frame: m.Vote) -> None:
    """Agree to a proposal to go back, or refuse it; whoever proposed it withdraws it by refusing."""
    if not mine(viewer, frame.id, frame.seat):
        return
    args = (actor, viewer, frame.seat, frame.proposal, frame.yes)
    await run_once(actor, viewer, frame.id, "vote", frame.seat, _vote, *args)


async def _vote(move_id: str, actor: TableActor, viewer: Viewer, seat: int, proposal_id: str, yes: bool) -> int:
    actor.playing()
    proposal = actor.header.proposal
    if proposal is None or proposal.id != proposal_id:
        raise CommandRefused("vote", "the table is not asked about this any more")
    data = {"proposal": proposal.id, "to": proposal.to, "what": "yes" if yes else "no"}
    if not yes:
        header = actor.header.copy()
        header.proposal = None
        return await actor.record("vote", seat, move_id, data, header)
    if seat not in proposal.awaited:
        raise CommandRefused("vote", "your seat has voted already")
    agreed = set(proposal.agreed) | {seat} | (viewer.seats & set(proposal.awaited))
    # Also whoever came after the question is asked.
    awaited = sorted(_voters(actor) - agreed)
    new = m.Proposal(proposal.id, proposal.by, proposal.to, sorted(agreed), awaited)
    return await _count(actor, new, seat, move_id, data)


async def _count(actor: TableActor, proposal: m.Proposal, seat: int, move_id: str, data: dict[str, Any]) -> int:
    """Store the proposal, or carry it out once everybody has agreed."""
    header = actor.header.copy()
    if proposal.awaited:
        header.proposal = proposal
        return await actor.record("vote", seat, move_id, data, header)
    keep = await _keep(actor, proposal.to)
    header.proposal = None
    return await go_back(
        actor, keep, "rewind", proposal.by, None, {"to": proposal.to}, vote=(seat, move_id, data), header=header
    )


def _voters(actor: TableActor) -> set[int]:
    """The seats whose people must agree: all that belong to a person, also while a bot stands in for them.

    Otherwise a host could let a bot stand in, go back alone, and hand the seat back.
    """
    return {place.seat for place in actor.header.places if place.person}


async def _keep(actor: TableActor, to: int) -> int:
    """How many moves stay if the table goes back to this version."""
    rows = await actor.store.read(lambda connection: read_rows(connection, actor.header.id, 0, to))
    start = next((row.seq for row in rows if row.kind == "start"), None)
    if start is None or to > actor.version:
        raise CommandRefused("rewind", "there is no such version of this game to go back to")
    path = path_of(rows)
    if path != actor.path[: len(path)]:
        raise CommandRefused("rewind", "that position was taken back before; choose one on the way to the present one")
    if len(path) == len(actor.path):
        raise CommandRefused("rewind", "the table is there already")
    return len(path)


async def go_back(
    actor: TableActor,
    keep: int,
    kind: str,
    seat: int,
    move_id: str | None,
    data: dict[str, Any],
    *,
    vote: tuple[int, str, dict[str, Any]] | None = None,
    header: TableHeader | None = None,
) -> int:
    """Go back to where the first ``keep`` moves led; what was taken back stays in the log."""
    assert actor.setting is not None
    match, raw = actor.playing(), actor.past.get(actor.path[keep])
    if raw is None:
        kept = set(actor.path[:keep])
        version, setting, known = actor.version, actor.setting, actor.header

        def rebuild(connection: Connection) -> bytes:
            rows = [row for row in read_rows(connection, known.id, 0, version) if row.seq in kept]
            return match_at(connection, known, setting, rows).raw()

        raw = await actor.store.read(rebuild)
    rows = []
    if vote is not None:
        rows.append(actor.row("vote", vote[0], vote[1], "", vote[2]))
    rows.append(actor.row(kind, seat, move_id, "", data, digest=digest(raw), seq=actor.version + 1 + len(rows)))
    here = match.keep()
    match.stand(raw)
    try:
        await actor.store_rows(rows, header)
    except BaseException:
        match.put_back(actor.raw, here)
        raise
    for seq in actor.path[keep:]:
        actor.past.pop(seq, None)
        actor.sealed.pop(seq, None)
    del actor.path[keep:], actor.movers[keep:]
    await actor.store.read(actor.restore_sealed)
    actor.raw, actor.hash, actor.waiting = raw, rows[-1].hash, list(match.actors)
    actor.views = EncodedViews(match)
    changed = header is not None
    actor.unpublished = [(row, None, changed) for row in rows]
    return rows[0].seq if vote is not None else rows[-1].seq


# ------------------------------------------------------------------ chat and questions
async def say(actor: TableActor, viewer: Viewer, frame: m.Say) -> None:
    """A chat line for everybody at the table, from somebody who belongs to it."""
    if frame.seat is not None and not mine(viewer, frame.id, frame.seat):
        return
    if frame.seat is None and not (viewer.host or viewer.seats):
        send_refusal(viewer, frame.id, CommandRefused("say", "only people of this table talk here"))
        return
    await run_once(actor, viewer, frame.id, "chat", frame.seat, _say, actor, frame.seat, frame.text, viewer.holder)


async def _say(move_id: str, actor: TableActor, seat: int | None, text: str, holder: str | None) -> int:
    if actor.header.status == "closed":
        raise CommandRefused("status", "this table is closed")
    said = visible_line(text)
    if not said:
        raise CommandRefused("say", "there are no words in this")
    if actor.active_tables.full:
        raise CommandRefused("full", "this server has no room for anything but moves now")
    if actor.said_bytes + len(said.encode()) > actor.active_tables.chat_bytes:
        raise CommandRefused("say", CHAT_FULL)
    actor.said_bytes += len(said.encode())
    author = {"table_id": actor.header.id, "seq": actor.version + 1, "holder": holder}
    more = [] if holder is None else [lambda connection: connection.execute(sa.insert(schema.chat_authors), author)]
    return await actor.record("chat", seat, move_id, None, None, said, more)


async def why(actor: TableActor, viewer: Viewer, frame: m.Why) -> None:
    """The rules against some actions, as things stand."""
    if not mine(viewer, frame.id, frame.seat):
        return
    try:
        match = actor.playing()
    except CommandRefused as error:
        send_refusal(viewer, frame.id, error)
        return
    reasons = []
    for number, text in enumerate(frame.texts):
        if number % 16 == 15:
            await asyncio.sleep(0)  # others are not kept waiting by a long list
        try:
            found = match.why_not(frame.seat, text)
        except GoldenSpikeError as error:
            reasons.append(m.Reason(text, "notation", "", str(error)))
            continue
        reasons.append(m.Reason(text) if found is None else m.Reason(text, found.code, found.clause, found.sentence))
    viewer.send(encode(m.Reasons(frame.id, actor.version, reasons)))


async def hint(actor: TableActor, viewer: Viewer, frame: m.Hint) -> None:
    """What the best bot would do, seeing no more than the seat, and what it thinks of the alternatives."""
    if not mine(viewer, frame.id, frame.seat):
        return
    try:
        match = actor.playing()
        if actor.realtime is not None:
            raise CommandRefused("hint", "there are no hints while the clock runs")
        if not actor.header.hints:
            raise CommandRefused("hint", "there are no hints at this table")
        if frame.seat not in actor.awaited():
            raise CommandRefused("hint", "nothing is asked of this seat now")
    except CommandRefused as error:
        send_refusal(viewer, frame.id, error)
        return
    seed = bot_seed(actor.header.seed, frame.seat, actor.movers.count(frame.seat))
    world, _, _ = world_for(match, frame.seat, HINTED_BY, seed)
    version = actor.version

    async def think() -> None:
        key = viewer.address, viewer.person, actor.header.id
        found = await actor.active_tables.bot_queue.run(key, advise, world, seed)
        judged = [m.Judged(one.text, one.value, one.visits) for one in found.actions if one.value is not None]
        line = list(found.hint.line)
        viewer.send(encode(m.Hinted(frame.id, version, found.hint.text, found.by, judged[:MOST_JUDGED], line)))

    actor.active_tables.in_background(think())


async def signal(actor: TableActor, viewer: Viewer, frame: m.Signal) -> None:
    """A quick sign to everybody who looks on; it is not stored."""
    if not mine(viewer, frame.id, frame.seat):
        return
    about = visible_line(frame.about)
    sent = encode(m.Signalled(frame.seat, frame.kind, about, now_ms()))
    for one in actor.viewers:
        if one.ready():
            one.send(sent)


def mine(viewer: Viewer, move_id: str, seat: int) -> bool:
    """Does the sender hold this seat? If not, they get a refusal."""
    if seat in viewer.seats:
        return True
    send_refusal(viewer, move_id, CommandRefused("seat", "this seat is not yours"))
    return False


# ------------------------------------------------------------------ the past
async def past(actor: TableActor, version: int, seat: int | None, pictures: bool = False) -> m.Past | None:
    """The table as it was, for one viewpoint; the actor goes on meanwhile."""
    header, setting = actor.header, actor.setting
    last = actor.version
    if not 1 <= version <= last:
        return None

    def read(connection: Connection) -> m.Past:
        rows = read_rows(connection, header.id, 0, version)
        row = rows[-1]
        view = own = None
        hidden = False
        if setting is not None and any(one.kind == "start" for one in rows):
            match = match_at(connection, header, setting, rows)
            view = EncodedViews(match).public(pictures)
            hidden = setting.sealed(match.s) > 0
            if seat is not None and seat < setting.seats:
                own = Raw(encode(own_part(match, seat, live=False)))
                own = with_drawing(own, match, seat, live=False) if pictures else own
        return m.Past(version, last, seat, entry_of(row, setting, seat, not hidden), view, own)

    return await actor.store.read(read, slow=True)
