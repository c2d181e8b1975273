"""What people do at a table besides moving: look, take back, ask to go back, vote, talk, ask why."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.state_record import digest
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import Sight, encode, now_ms, outcome
from goldenspike.server.storage.table_record import Head, entry_of, match_at, path_of, read_rows, revealed_in
from goldenspike.server.tables.actor import Refuse, TableActor, Viewer, refuse
from goldenspike.server.tables.bots import advise, bot_seed, world_for

HINTED_BY = "greedy"
MOST_JUDGED = 8  # actions a hint compares


# ------------------------------------------------------------------ looking
async def join(actor: TableActor, viewer: Viewer, known: int | None, account: str | None) -> None:
    """Show the table to somebody who comes (again), from the version they know on."""
    after = known if known is not None and known <= actor.version else 0
    upto = actor.version

    entries = await actor.store.read(lambda connection: entries_of(connection, actor, viewer.seat, after, upto))
    viewer.send(
        encode(
            m.Welcome(
                table=actor.table(),
                you=m.You(viewer.host, sorted(viewer.seats), account),
                seat=viewer.seat,
                version=actor.version,
                now_ms=now_ms(),
                view=actor.sight.public(),
                own=actor.sight.own(viewer.seat),
                entries=entries,
                whole=after == 0,
                result=_result(actor),
                zero_ms=actor.time()[0],
                at_ms=actor.time()[1],
                rate=actor.hall.rate,
            )
        )
    )


def entries_of(connection: Connection, actor: TableActor, seat: int | None, after: int, upto: int) -> list[m.Entry]:
    """The record as one viewpoint may read it today. What reveals a sealed row always comes after it."""
    rows = read_rows(connection, actor.head.id, after, upto)
    shown = revealed_in(rows)
    return [entry_of(row, actor.setting, seat, row.seq in shown) for row in rows]


def _result(actor: TableActor) -> m.Outcome | None:
    return outcome(actor.match.result) if actor.match is not None and actor.match.over else None


def presence(actor: TableActor) -> None:
    """Tell everybody who is there."""
    watching = sum(1 for viewer in actor.viewers if not viewer.seats)
    frame = encode(m.Presence(sorted(actor.online()), watching))
    for viewer in actor.viewers:
        if viewer.ready():
            viewer.send(frame)
    if actor.live is not None:
        actor.poke(actor.live.seats_changed)


# ------------------------------------------------------------------ going back
async def undo(actor: TableActor, viewer: Viewer, frame: m.Undo) -> None:
    """Take the last own action back, where the undo law allows it."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await actor.answer(viewer, frame.id, "undo", frame.seat, _undo, actor, frame.seat)


def _no_clock(actor: TableActor) -> None:
    actor.playing()
    if actor.live is not None:
        raise Refuse("clock", "time cannot be taken back")


async def _undo(move_id: str, actor: TableActor, seat: int) -> int:
    _no_clock(actor)
    if not actor.path:
        raise Refuse("undo", "there is nothing to take back")
    if actor.movers[-1] != seat:
        raise Refuse("undo", "somebody else has acted since; ask the table to go back")
    if actor.final:
        raise Refuse("undo", "something was revealed since; ask the table to go back")
    data = {"of": actor.path[-1]}
    return await go_back(actor, len(actor.path) - 1, "undo", seat, move_id, data)


async def rewind(actor: TableActor, viewer: Viewer, frame: m.Rewind) -> None:
    """Ask everybody to go back to an earlier version."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await actor.answer(viewer, frame.id, "vote", frame.seat, _propose, actor, viewer, frame.seat, frame.to)


async def _propose(move_id: str, actor: TableActor, viewer: Viewer, seat: int, to: int) -> int:
    _no_clock(actor)
    if actor.head.proposal is not None:
        raise Refuse("rewind", "the table is asked already; vote on that first")
    await _keep(actor, to)
    wish = m.Proposal(f"p{secrets.token_hex(6)}", seat, to, [], [])
    wish.agreed = sorted({seat} | (viewer.seats & _voters(actor)))
    wish.awaited = sorted(_voters(actor) - set(wish.agreed))
    return await _count(actor, wish, seat, move_id, {"proposal": wish.id, "to": to, "what": "ask"})


async def vote(actor: TableActor, viewer: Viewer, frame: m.Vote) -> None:
    """Agree to a wish to go back, or refuse it; who asked takes it back by refusing."""
    if not mine(viewer, frame.id, frame.seat):
        return
    args = (actor, viewer, frame.seat, frame.proposal, frame.yes)
    await actor.answer(viewer, frame.id, "vote", frame.seat, _vote, *args)


async def _vote(move_id: str, actor: TableActor, viewer: Viewer, seat: int, proposal: str, yes: bool) -> int:
    actor.playing()
    wish = actor.head.proposal
    if wish is None or wish.id != proposal:
        raise Refuse("vote", "the table is not asked about this any more")
    data = {"proposal": wish.id, "to": wish.to, "what": "yes" if yes else "no"}
    if not yes:
        head = actor.head.copy()
        head.proposal = None
        return await actor.note("vote", seat, move_id, data, head)
    if seat not in wish.awaited:
        raise Refuse("vote", "your seat has voted already")
    agreed = set(wish.agreed) | {seat} | (viewer.seats & set(wish.awaited))
    new = m.Proposal(wish.id, wish.by, wish.to, sorted(agreed), sorted(set(wish.awaited) - agreed))
    return await _count(actor, new, seat, move_id, data)


async def _count(actor: TableActor, wish: m.Proposal, seat: int, move_id: str, data: dict[str, Any]) -> int:
    """Keep the wish, or carry it out once everybody agreed."""
    head = actor.head.copy()
    if wish.awaited:
        head.proposal = wish
        return await actor.note("vote", seat, move_id, data, head)
    keep = await _keep(actor, wish.to)
    head.proposal = None
    return await go_back(actor, keep, "rewind", wish.by, None, {"to": wish.to}, vote=(seat, move_id, data), head=head)


def _voters(actor: TableActor) -> set[int]:
    """The seats whose people must agree: all that no bot plays."""
    return {place.seat for place in actor.head.places if place.person and not place.played_by_bot}


async def _keep(actor: TableActor, to: int) -> int:
    """How many moves stay if the table goes back to this version."""
    rows = await actor.store.read(lambda connection: read_rows(connection, actor.head.id, 0, to))
    start = next((row.seq for row in rows if row.kind == "start"), None)
    if start is None or to > actor.version:
        raise Refuse("rewind", "there is no such version of this game to go back to")
    path = path_of(rows)
    if path != actor.path[: len(path)]:
        raise Refuse("rewind", "that position was taken back before; choose one on the way to the present one")
    if len(path) == len(actor.path):
        raise Refuse("rewind", "the table is there already")
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
    head: Head | None = None,
) -> int:
    """Stand again where the first ``keep`` moves led; what was taken back stays in the record."""
    assert actor.setting is not None
    match, raw = actor.playing(), actor.past.get(actor.path[keep])
    if raw is None:
        kept = set(actor.path[:keep])
        version, setting, known = actor.version, actor.setting, actor.head

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
        await actor.store_rows(rows, head)
    except BaseException:
        match.put_back(actor.raw, here)
        raise
    for seq in actor.path[keep:]:
        actor.past.pop(seq, None)
        actor.sealed.pop(seq, None)
    del actor.path[keep:], actor.movers[keep:]
    await actor.store.read(actor.recall)
    actor.raw, actor.hash, actor.waiting = raw, rows[-1].hash, list(match.actors)
    actor.sight = Sight(match)
    changed = head is not None
    actor.later = [(row, None, changed) for row in rows]
    return rows[0].seq if vote is not None else rows[-1].seq


# ------------------------------------------------------------------ talking and asking
async def say(actor: TableActor, viewer: Viewer, frame: m.Say) -> None:
    """Words for everybody at the table, from somebody who belongs to it."""
    if frame.seat is not None and not mine(viewer, frame.id, frame.seat):
        return
    if frame.seat is None and not (viewer.host or viewer.seats):
        refuse(viewer, frame.id, Refuse("say", "only people of this table talk here"))
        return
    await actor.answer(viewer, frame.id, "chat", frame.seat, _say, actor, frame.seat, frame.text)


async def _say(move_id: str, actor: TableActor, seat: int | None, text: str) -> int:
    if actor.head.status == "closed":
        raise Refuse("status", "this table is closed")
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not said:
        raise Refuse("say", "there are no words in this")
    return await actor.note("chat", seat, move_id, None, None, said)


async def why(actor: TableActor, viewer: Viewer, frame: m.Why) -> None:
    """The rules against some actions, as things stand."""
    if not mine(viewer, frame.id, frame.seat):
        return
    try:
        match = actor.playing()
    except Refuse as error:
        refuse(viewer, frame.id, error)
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
        if actor.live is not None:
            raise Refuse("hint", "there are no hints while the clock runs")
        if not actor.head.hints:
            raise Refuse("hint", "there are no hints at this table")
        if frame.seat not in actor.awaited():
            raise Refuse("hint", "nothing is asked of this seat now")
    except Refuse as error:
        refuse(viewer, frame.id, error)
        return
    seed = bot_seed(actor.head.seed, frame.seat, actor.movers.count(frame.seat))
    world, _, _ = world_for(match, frame.seat, HINTED_BY, seed)
    version = actor.version

    async def think() -> None:
        found = await asyncio.get_running_loop().run_in_executor(actor.hall.thinkers, advise, world, seed)
        judged = [m.Judged(one.text, one.value, one.visits) for one in found.actions if one.value is not None]
        line = list(found.hint.line)
        viewer.send(encode(m.Hinted(frame.id, version, found.hint.text, found.by, judged[:MOST_JUDGED], line)))

    actor.hall.aside(think())


async def signal(actor: TableActor, viewer: Viewer, frame: m.Signal) -> None:
    """A quick sign to everybody who looks on; nothing is kept of it."""
    if not mine(viewer, frame.id, frame.seat):
        return
    about = "".join(c for c in frame.about if c.isprintable())
    told = encode(m.Signalled(frame.seat, frame.kind, about, now_ms()))
    for one in actor.viewers:
        if one.ready():
            one.send(told)


def mine(viewer: Viewer, move_id: str, seat: int) -> bool:
    """Is the seat the sender's? If not, the sender is told."""
    if seat in viewer.seats:
        return True
    refuse(viewer, move_id, Refuse("seat", "this seat is not yours"))
    return False


# ------------------------------------------------------------------ the past
async def past(actor: TableActor, version: int, seat: int | None) -> m.Past | None:
    """The table as it was, for one viewpoint; the actor goes on meanwhile."""
    from msgspec import Raw

    from goldenspike.server.live.frames import Sight, own_part

    head, setting = actor.head, actor.setting
    last = actor.version
    if not 1 <= version <= last:
        return None

    def read(connection: Connection) -> m.Past:
        rows = read_rows(connection, head.id, 0, version)
        row = rows[-1]
        view = own = None
        hidden = False
        if setting is not None and any(one.kind == "start" for one in rows):
            match = match_at(connection, head, setting, rows)
            sight = Sight(match)
            view = sight.public()
            hidden = setting.sealed(match.s) > 0
            if seat is not None and seat < setting.seats:
                own = Raw(encode(own_part(match, seat, live=False)))
        return m.Past(version, last, seat, entry_of(row, setting, seat, not hidden), view, own)

    return await actor.store.read(read)
