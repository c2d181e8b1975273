"""Everything the server keeps about one person, for that person: one JSON document."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.sessions import Session
from goldenspike.server.profiles import record as profile_record
from goldenspike.server.storage import saved_boards
from goldenspike.server.storage.schema import (
    HOST,
    accounts,
    api_tokens,
    entry_authors,
    grants,
    log,
    notes,
    outbox,
    push_subscriptions,
    recovery_codes,
    relations,
    reports,
    reviews,
    seats,
    sessions,
    silent_tables,
    studies,
    tables,
)
from goldenspike.server.tournaments import record as tournament_record

FORMAT = "goldenspike person 1"


def own_data(c: Connection, session: Session, now_ms: int) -> dict[str, Any]:
    """What is kept of this browser and its account. Secrets (password, phone's secret, tokens) are only named."""
    return {
        "format": FORMAT,
        "at_ms": now_ms,
        "account": _account(c, session.account),
        "sessions": _sessions(c, session),
        "tables": _tables(c, session.holders),
        "seats_left": _seats_left(c, session.holders),
        "chat": _chat(c, session.holders),
        "notes": _rows(c, notes, notes.c.holder.in_(session.holders), "table_id", "text", "changed_ms"),
        "people": _rows(c, relations, relations.c.holder.in_(session.holders), "name", "kind", "created_ms"),
        "reports": _rows(
            c, reports, reports.c.holder.in_(session.holders), "table_id", "seat", "reason", "text", "created_ms"
        ),
        "studies": _rows(
            c, studies, studies.c.holder.in_(session.holders), "id", "game", "board_name", "status", "created_ms"
        ),
        "reviews": _rows(c, reviews, reviews.c.holder.in_(session.holders), "table_id", "status", "created_ms"),
        "boards": saved_boards.exported(c, session.holders),
        "tokens": _rows(c, api_tokens, api_tokens.c.account_id == session.account, "name", "created_ms", "used_ms"),
        "tournaments": tournament_record.exported(c, session.holders),
        "devices_with_notices": _devices(c, session),
        "tables_without_notices": _rows(
            c, silent_tables, silent_tables.c.holder.in_(session.holders), "table_id", "created_ms"
        ),
        **profile_record.exported(c, session.account, session.holders),
        "letters": _rows(
            c, outbox, outbox.c.account_id == session.account, "kind", "target", "created_ms", "done_ms", "error"
        ),
    }


def _rows(c: Connection, table: sa.Table, where: Any, *columns: str) -> list[dict[str, Any]]:
    chosen = sa.select(*(table.c[name] for name in columns)).where(where)
    return [dict(row) for row in c.execute(chosen).mappings()]


def _account(c: Connection, account: str | None) -> dict[str, Any] | None:
    row = c.execute(sa.select(accounts).where(accounts.c.id == account)).first()
    if row is None:
        return None
    left = c.execute(sa.select(sa.func.count()).where(recovery_codes.c.account_id == account)).scalar()
    return {
        "name": row.name,
        "created_ms": row.created_ms,
        "email": row.email,
        "email_confirmed_ms": row.email_confirmed_ms,
        "webhook": row.webhook,
        "language": row.language,
        "profile_shown": row.profile_shown,
        "password": "kept as an argon2id hash",
        "codes_of_a_phone": row.totp_secret is not None,
        "recovery_codes_left": left,
    }


def _sessions(c: Connection, session: Session) -> list[dict[str, Any]]:
    mine = sessions.c.token_hash == session.token_hash
    if session.account is not None:
        mine |= sessions.c.account_id == session.account
    return _rows(c, sessions, mine, "device", "created_ms", "seen_ms")


def _devices(c: Connection, session: Session) -> list[dict[str, Any]]:
    """The browsers that show notices; their keys are secrets, and only named."""
    mine = sessions.c.token_hash == session.token_hash
    if session.account is not None:
        mine |= sessions.c.account_id == session.account
    named = ("endpoint", "language", "time_zone", "offset_minutes", "quiet_from", "quiet_to", "created_ms")
    chosen = sa.select(sessions.c.device, *(push_subscriptions.c[name] for name in named))
    chosen = chosen.join_from(push_subscriptions, sessions).where(mine).order_by(push_subscriptions.c.created_ms)
    rows = c.execute(chosen).mappings()
    return [{**row, "keys": "kept to seal notices for this browser"} for row in rows]


def _tables(c: Connection, holders: list[str]) -> list[dict[str, Any]]:
    chosen = (
        sa.select(tables.c.id, tables.c.game, tables.c.name, tables.c.status, tables.c.created_ms, grants.c.seat)
        .add_columns(seats.c.name.label("seat_name"), tables.c.result)
        .select_from(
            grants.join(tables, tables.c.id == grants.c.table_id).outerjoin(
                seats, (seats.c.table_id == grants.c.table_id) & (seats.c.seat == grants.c.seat)
            )
        )
        .where(grants.c.holder.in_(holders))
        .order_by(tables.c.created_ms, grants.c.seat)
    )
    return [
        {
            "table": row.id,
            "game": row.game,
            "table_name": row.name,
            "status": row.status,
            "created_ms": row.created_ms,
            "role": "host" if row.seat == HOST else "player",
            "seat": None if row.seat == HOST else row.seat,
            "name": row.seat_name,
            "result": None if row.result is None else msgspec.json.decode(row.result),
        }
        for row in c.execute(chosen)
    ]


def _seats_left(c: Connection, holders: list[str]) -> list[dict[str, Any]]:
    """Tables that still tell a name of theirs, at which they have nothing any more."""
    here = sa.select(grants.c.table_id).where(grants.c.holder.in_(holders))
    chosen = (
        sa.select(tables.c.id, tables.c.game, tables.c.status, tables.c.created_ms)
        .join_from(tables, entry_authors, entry_authors.c.table_id == tables.c.id)
        .where(entry_authors.c.holder.in_(holders), tables.c.id.not_in(here))
        .distinct()
        .order_by(tables.c.created_ms)
    )
    found = []
    for row in c.execute(chosen).all():
        named = (entry_authors.c.table_id == row.id) & entry_authors.c.holder.in_(holders)
        seqs = sa.select(entry_authors.c.seq).where(named)
        told = sa.select(log.c.data).where(log.c.table_id == row.id, log.c.kind == "seat", log.c.seq.in_(seqs))
        names = {msgspec.json.decode(data).get("name") for data in c.scalars(told)} - {None, ""}
        one = {"table": row.id, "game": row.game, "status": row.status, "created_ms": row.created_ms}
        found.append({**one, "names": sorted(names)})
    return found


def _chat(c: Connection, holders: list[str]) -> list[dict[str, Any]]:
    same = (entry_authors.c.table_id == log.c.table_id) & (entry_authors.c.seq == log.c.seq)
    chosen = (
        sa.select(log.c.table_id, log.c.at_ms, log.c.text)
        .join_from(log, entry_authors, same)
        .where(entry_authors.c.holder.in_(holders), log.c.kind == "chat")
        .order_by(log.c.at_ms)
    )
    return [dict(row) for row in c.execute(chosen).mappings()]
