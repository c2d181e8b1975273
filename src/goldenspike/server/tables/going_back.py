"""Going back: take back one's own last action, or ask everybody to return to an earlier version.

What was taken back stays in the log, and the game becomes longer by it without end. So whoever goes back pays for what
they leave behind out of what their address may store, and without room nobody does.
"""

from __future__ import annotations

import secrets
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.state_record import digest
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews
from goldenspike.server.storage import schema
from goldenspike.server.storage.store import Work
from goldenspike.server.storage.table_record import TableHeader, match_at, path_of, read_rows
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.known_cards import note_known
from goldenspike.server.tables.moves import run_once, without_proposal
from goldenspike.server.tables.viewers import CommandRefused, Viewer, mine

ROW_BYTES = 300  # what an entry takes on the disk
MOVE_BYTES = 800  # and a move


def charge(actor: TableActor, viewer: Viewer, moves: int = 0) -> None:
    """What an entry about going back, and the moves it leaves behind, take on the disk; CommandRefused if too much."""
    actor.check_room()
    if not actor.active_tables.limits.allows("bytes", viewer.address, ROW_BYTES + moves * MOVE_BYTES):
        raise CommandRefused("bytes", "so much was stored for your address today that going back has to wait")


async def undo(actor: TableActor, viewer: Viewer, frame: m.Undo) -> None:
    """Undo one's last action, if undo is allowed."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await run_once(actor, viewer, frame.id, "undo", frame.seat, _undo, actor, viewer, frame.seat)


def _no_clock(actor: TableActor) -> None:
    actor.playing()
    if actor.realtime is not None:
        raise CommandRefused("clock", "time cannot be taken back")


async def _undo(move_id: str, actor: TableActor, viewer: Viewer, seat: int) -> int:
    _no_clock(actor)
    if not actor.path:
        raise CommandRefused("undo", "there is nothing to take back")
    if actor.movers[-1] != seat:
        raise CommandRefused("undo", "somebody else has acted since; ask the table to go back")
    if actor.final:
        raise CommandRefused("undo", "something was revealed since; ask the table to go back")
    charge(actor, viewer, 1)
    data = {"of": actor.path[-1]}
    return await go_back(actor, len(actor.path) - 1, "undo", seat, move_id, data, header=without_proposal(actor))


async def rewind(actor: TableActor, viewer: Viewer, frame: m.Rewind) -> None:
    """Ask everybody to go back to an earlier version."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await run_once(actor, viewer, frame.id, "vote", frame.seat, _propose, actor, viewer, frame.seat, frame.to)


async def _propose(move_id: str, actor: TableActor, viewer: Viewer, seat: int, to: int) -> int:
    _no_clock(actor)
    if actor.header.proposal is not None:
        raise CommandRefused("rewind", "the table is asked already; vote on that first")
    keep = await _keep(actor, to)
    charge(actor, viewer, len(actor.path) - keep)
    proposal = m.Proposal(f"p{secrets.token_hex(6)}", seat, to, [], [])
    proposal.agreed = sorted({seat} | (viewer.seats & _voters(actor)))
    proposal.awaited = sorted(_voters(actor) - set(proposal.agreed))
    alone = {} if proposal.awaited else {"alone": True}
    return await _count(actor, proposal, seat, move_id, {"proposal": proposal.id, "to": to, "what": "ask", **alone})


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
    if yes and seat not in proposal.awaited:
        raise CommandRefused("vote", "your seat has voted already")
    charge(actor, viewer)
    data = {"proposal": proposal.id, "to": proposal.to, "what": "yes" if yes else "no"}
    if not yes:
        header = actor.header.copy()
        header.proposal = None
        return await actor.record("vote", seat, move_id, data, header)
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
    left = actor.path[keep:]
    if await actor.store.read(lambda connection: _revealed(connection, header.id, left[0])):
        note_known(header, "back")
    back = {"to": proposal.to, **({"alone": True} if data.get("alone") else {})}
    return await go_back(actor, keep, "rewind", proposal.by, None, back, vote=(seat, move_id, data), header=header)


def _revealed(connection: Connection, table: str, first: int) -> bool:
    """Did a move since this version show something that was hidden?"""
    known = schema.log
    chosen = sa.select(known.c.seq).where(known.c.table_id == table, known.c.seq >= first, known.c.final)
    return connection.execute(chosen.limit(1)).first() is not None


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
    left = actor.path[keep:]
    try:
        await actor.store_rows(rows, header, [_without_snapshots(actor, left)])
    except BaseException:
        match.put_back(actor.raw, here)
        raise
    for seq in left:
        actor.past.pop(seq, None)
        actor.sealed.pop(seq, None)
    del actor.path[keep:], actor.movers[keep:]
    await actor.store.read(actor.restore_sealed)
    actor.raw, actor.hash, actor.waiting = raw, rows[-1].hash, list(match.actors)
    actor.views = EncodedViews(match)
    changed = header is not None
    actor.unpublished = [(row, None, changed) for row in rows]
    return rows[0].seq if vote is not None else rows[-1].seq


def _without_snapshots(actor: TableActor, left: list[int]) -> Work:
    """Snapshots of moves that were taken back serve nobody: there is one for each place on the way, however often."""
    known = schema.snapshots
    gone = sa.delete(known).where(known.c.table_id == actor.header.id, known.c.seq >= left[0])
    return lambda connection: connection.execute(gone)
