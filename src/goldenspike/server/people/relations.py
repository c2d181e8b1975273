"""What people decide about each other: not to hear somebody (mute), not to meet them (block), to report them.

Nobody learns who others are: a person is named by the seat they have at a table, and found again by it alone.
"""

from __future__ import annotations

import secrets

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import now_ms
from goldenspike.server.storage.conflicts import insert_new
from goldenspike.server.storage.schema import HOST, entry_authors, grants, log, relations, reports
from goldenspike.server.storage.store import Store
from goldenspike.server.storage.table_record import TableHeader
from goldenspike.server.visible_text import visible_line

MOST_RELATIONS = 500  # of one person
MOST_SAID = 20  # lines of chat that go with a report
MOST_REPORTS_A_DAY = 20
DAY_MS = 86_400_000


def people_at(c: Connection, table: str, seat: int, session: Session) -> list[str]:
    """Who has this seat (or HOST) of a table; HttpError if nobody has, or only whoever asks."""
    held = list(c.scalars(sa.select(grants.c.holder).where(grants.c.table_id == table, grants.c.seat == seat)))
    others = [holder for holder in held if holder not in session.holders]
    if not others:
        raise HttpError(404, "nobody else is there", "seat")
    return others


def name_at(header: TableHeader, seat: int) -> str:
    return "" if seat == HOST else header.places[seat].name


async def change(store: Store, session: Session, header: TableHeader, seat: int, wanted: m.RelationChange) -> None:
    """Mute or block whoever has a seat, or undo that."""
    holder = session.holder
    assert holder is not None
    now = now_ms()

    def work(c: Connection) -> None:
        others = people_at(c, header.id, seat, session)
        for kind, on in (("mute", wanted.mute), ("block", wanted.block)):
            if on is None:
                continue
            if not on:
                gone = relations.c.other.in_(others) & (relations.c.kind == kind) & (relations.c.holder == holder)
                c.execute(sa.delete(relations).where(gone))
                continue
            count = c.execute(sa.select(sa.func.count()).where(relations.c.holder == holder)).scalar() or 0
            if count + len(others) > MOST_RELATIONS:
                raise HttpError(409, f"nobody can mute and block more than {MOST_RELATIONS} people", "many")
            rows = [
                {
                    "id": secrets.token_urlsafe(12),
                    "holder": holder,
                    "other": other,
                    "kind": kind,
                    "name": name_at(header, seat),
                    "created_ms": now,
                }
                for other in others
            ]
            insert_new(c, relations, rows)

    await store.write(work)


async def related(store: Store, session: Session) -> list[m.Related]:
    """Everybody whom a person has muted or blocked."""
    chosen = sa.select(relations).where(relations.c.holder.in_(session.holders)).order_by(relations.c.created_ms.desc())
    rows = await store.read(lambda c: c.execute(chosen).all()) if session.holders else []
    return [m.Related(row.id, row.name, row.kind, row.created_ms) for row in rows]


async def forget(store: Store, session: Session, which: str) -> None:
    """Hear and meet somebody again."""
    gone = sa.delete(relations).where(relations.c.id == which, relations.c.holder.in_(session.holders))
    if not session.holders or not await store.write(lambda c: c.execute(gone).rowcount):
        raise HttpError(404, "there is nobody like this in your list", "person")


# ------------------------------------------------------------------ keeping people apart
def kept_apart(c: Connection, table: str, session: Session) -> bool:
    """Has somebody at this table blocked whoever asks, or the other way round?"""
    if not session.holders:
        return False
    mine = session.holders
    there = sa.select(grants.c.holder).where(grants.c.table_id == table, grants.c.holder.not_in(mine))
    either = (relations.c.holder.in_(mine) & relations.c.other.in_(there)) | (
        relations.c.other.in_(mine) & relations.c.holder.in_(there)
    )
    return c.execute(sa.select(relations.c.id).where(relations.c.kind == "block", either).limit(1)).first() is not None


def tables_apart(c: Connection, session: Session, listed: list[str]) -> set[str]:
    """Those of the listed tables whose hosts have blocked whoever asks, or are blocked by them."""
    if not session.holders:
        return set()
    mine = session.holders
    met = ((relations.c.other == grants.c.holder) & relations.c.holder.in_(mine)) | (
        (relations.c.holder == grants.c.holder) & relations.c.other.in_(mine)
    )
    chosen = (
        sa.select(grants.c.table_id)
        .join_from(grants, relations, met)
        .where(grants.c.seat == HOST, relations.c.kind == "block", grants.c.table_id.in_(listed))
    )
    return set(c.scalars(chosen))


# ------------------------------------------------------------------ reports
async def report(store: Store, session: Session, header: TableHeader, seat: int, wanted: m.Report) -> None:
    """Tell the operator of this server about somebody, with what they said last at this table."""
    holder = session.holder
    assert holder is not None
    now = now_ms()

    def work(c: Connection) -> None:
        others = people_at(c, header.id, seat, session)
        today = (reports.c.holder == holder) & (reports.c.created_ms > now - DAY_MS)
        if (c.execute(sa.select(sa.func.count()).where(today)).scalar() or 0) >= MOST_REPORTS_A_DAY:
            raise HttpError(429, "these were enough reports for today", "reports", wait=3600)
        chosen = (
            sa.select(log.c.at_ms, log.c.text)
            .join_from(
                log, entry_authors, (entry_authors.c.table_id == log.c.table_id) & (entry_authors.c.seq == log.c.seq)
            )
            .where(log.c.table_id == header.id, log.c.kind == "chat", entry_authors.c.holder.in_(others))
            .order_by(log.c.seq.desc())
            .limit(MOST_SAID)
        )
        said = [[at_ms, text] for at_ms, text in c.execute(chosen)]
        row = {
            "table_id": header.id,
            "seat": seat,
            "holder": holder,
            "about": others[0],
            "name": name_at(header, seat),
            "reason": wanted.reason,
            "text": visible_line(wanted.text, 1000),
            "said": msgspec.json.encode(said[::-1]).decode(),
            "created_ms": now,
        }
        c.execute(sa.insert(reports), row)

    await store.write(work)
