"""What people ask of a table besides moving and going back: look, chat, ask why, ask for a hint."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from msgspec import UNSET, Raw
from sqlalchemy import Connection

from goldenspike.bots.analysis import Analysis
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.outlook import most_telling, readable_log
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews, encode, now_ms, outcome, own_part, with_drawing
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_deal import FROM_FILE
from goldenspike.server.storage.table_record import (
    entry_of,
    last_rows,
    match_at,
    read_rows,
    revealed_after,
)
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.bots import advise, bot_seed, world_for
from goldenspike.server.tables.late import late_table
from goldenspike.server.tables.moves import run_once
from goldenspike.server.tables.viewers import CommandRefused, Viewer, is_late, mine, send_refusal, show_signal
from goldenspike.server.visible_text import visible_line

HINTED_BY = "greedy"
MOST_JUDGED = 8  # actions a hint compares
PAGE_ENTRIES = 400  # of the record, sent at once
PAGE_BYTES = 192 * 1024
CHAT_FULL = "you have said so much at this table that nothing more is kept"


# ------------------------------------------------------------------ looking
async def join(actor: TableActor, viewer: Viewer, known: int | None, account: str | None) -> None:
    """Show the table to somebody who comes, or comes back, from the version they know on."""
    late = await late_table(actor) if is_late(actor, viewer) else None
    last = actor.version if late is None else late.version
    after = known if known is not None and last - PAGE_ENTRIES <= known <= last else 0
    entries, earlier = await actor.store.read(
        lambda connection: entries_of(connection, actor, viewer.seat, after, last + 1, last)
    )
    if earlier:
        after = 0  # too much to send at once: the page begins anew, and asks for what is earlier
    if late is not None:
        viewer.send(encode(late.welcome(viewer.pictures, account, entries, after == 0, earlier)))
        return
    if viewer.pictures and actor.realtime is not None:
        actor.views = actor.realtime.views()  # a drawing shows this moment, so the view beside it must show it too
    header = actor.header
    known = viewer.host and header.sandbox and header.origin not in {None, FROM_FILE}
    origin = header.origin if known and header.origin is not None else UNSET
    viewer.send(
        encode(
            m.Welcome(
                table=actor.table(),
                you=m.You(viewer.host, sorted(viewer.seats), account, origin),
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
    connection: Connection, actor: TableActor, seat: int | None, after: int, before: int, last: int
) -> tuple[list[m.Entry], bool]:
    """The last entries between two versions as one viewpoint may read them at a last one; are there earlier ones?

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
    shown = revealed_after(connection, actor.header.id, hidden[0], last) if hidden else set()
    return [entry_of(row, actor.setting, seat, row.seq in shown) for row in page], count < len(rows)


def _result(actor: TableActor) -> m.Outcome | None:
    return outcome(actor.match.result) if actor.match is not None and actor.match.over else None


def presence(actor: TableActor) -> None:
    """Tell everybody who is there."""
    watching = sum(1 for viewer in actor.viewers if not viewer.seats)
    frame = encode(m.Presence(sorted(actor.online()), watching))
    for viewer in actor.viewers:
        if viewer.ready():
            viewer.show(frame)
    if actor.realtime is not None:
        actor.enqueue(actor.realtime.seats_changed)


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
    actor.check_room()
    size = actor.said_bytes.get(seat, 0) + len(said.encode())
    if size > actor.active_tables.chat_bytes // (len(actor.header.places) + 1):
        raise CommandRefused("say", CHAT_FULL)
    author = {"table_id": actor.header.id, "seq": actor.version + 1, "holder": holder}
    more = [] if holder is None else [lambda connection: connection.execute(sa.insert(schema.entry_authors), author)]
    version = await actor.record("chat", seat, move_id, None, None, said, more)
    actor.said_bytes[seat] = size
    return version


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
        if actor.active_tables.bot_queue.full(viewer.address):
            raise CommandRefused("busy", "many bots think for you already; ask again in a moment")
    except CommandRefused as error:
        send_refusal(viewer, frame.id, error)
        return
    seed = bot_seed(actor.header.seed, frame.seat, actor.movers.count(frame.seat))
    world, _, _ = world_for(match, frame.seat, HINTED_BY, seed)
    version = actor.version
    key = viewer.address, viewer.person, actor.header.id
    advice = actor.active_tables.bot_queue.submit(key, advise, world, seed, readable_log(match, frame.seat))

    async def think() -> None:
        viewer.send(encode(hinted(frame.id, version, await advice)))

    actor.active_tables.in_background(think())


def hinted(answers: str, version: int, found: Analysis) -> m.Hinted:
    """What a bot found out, as the page gets it."""
    judged = [m.Judged(one.text, one.value, one.visits) for one in found.actions if one.value is not None]
    return m.Hinted(
        answers, version, found.hint.text, found.by, judged[:MOST_JUDGED], list(found.hint.line),
        [m.Plan(one.text, one.value, list(one.line)) for one in found.plans if one.value is not None],
        [m.Expected(one.what, one.name, round(one.points, 1), one.again) for one in found.outlook.expected],
        [
            m.LikelyHeld(one.seat, one.name, round(one.chance, 3), round(one.usual, 3))
            for one in most_telling(found.outlook.likely_held)
        ],
    )  # fmt: skip


async def signal(actor: TableActor, viewer: Viewer, frame: m.Signal) -> None:
    """A quick sign to everybody who looks on; it is not stored."""
    if not mine(viewer, frame.id, frame.seat):
        return
    about = visible_line(frame.about)
    show_signal(actor, encode(m.Signalled(frame.seat, frame.kind, about, now_ms())))


# ------------------------------------------------------------------ the past
async def past(actor: TableActor, version: int, last: int, seat: int | None, pictures: bool = False) -> m.Past | None:
    """The table as it was, no later than at a last version, for one viewpoint; the actor goes on meanwhile."""
    header, setting = actor.header, actor.setting
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
