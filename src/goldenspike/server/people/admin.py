"""``goldenspike admin``: what the operator of a server sees and decides, without ever seeing a hidden card."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.commands import data_folder
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live.frames import EncodedViews
from goldenspike.server.people.admin_actions import AdminActions
from goldenspike.server.people.names import names
from goldenspike.server.storage.backup import FolderInUse, FolderLock
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import chosen_database, opened_store
from goldenspike.server.storage.leases import live_nodes
from goldenspike.server.storage.saved_boards import latest
from goldenspike.server.storage.schema import (
    accounts,
    admin_actions,
    bans,
    grants,
    log,
    reports,
    seats,
    sessions,
    tables,
)
from goldenspike.server.storage.store import Store
from goldenspike.server.storage.table_record import (
    TableHeader,
    Unplayable,
    describe,
    entry_of,
    match_at,
    read_rows,
    revealed_in,
    setting_of,
)
from goldenspike.server.tables.active_tables import ActiveTables

PATIENCE_S = 10.0  # how long a command waits for the running server


# ------------------------------------------------------------------ reading
def _opened(given: argparse.Namespace) -> Store:
    folder, database = data_folder(given.data), chosen_database(given.database)
    if database is None and not (folder / FILE).is_file():
        raise BadFile(f"there are no tables in {folder}")
    return opened_store(folder, database)


def _read(given: argparse.Namespace, work: Callable[[Connection], Any]) -> Any:

    store = _opened(given)
    try:
        return store.read_now(work)
    finally:
        store.close()


def _when(ms: int | None) -> str:
    return "" if ms is None else datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _print(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Columns as wide as what is in them."""
    lines = [list(head), *([str(value) if value is not None else "" for value in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def list_tables(given: argparse.Namespace) -> None:

    def read(c: Connection) -> list[list[Any]]:
        chosen = sa.select(tables).order_by(tables.c.changed_ms.desc()).limit(given.limit)
        if given.status:
            chosen = chosen.where(tables.c.status == given.status)
        found = []
        for row in c.execute(chosen).all():
            held = sa.select(sa.func.count()).where(seats.c.table_id == row.id, seats.c.holder == "person")
            said = sa.select(sa.func.count()).where(log.c.table_id == row.id, log.c.kind == "chat")
            people, chat = c.execute(held).scalar(), c.execute(said).scalar()
            listed = "listed" if row.listed else ""
            found.append([row.id, row.game, row.status, listed, people, chat, _when(row.changed_ms), row.name])
        return found

    _print(("table", "game", "status", "", "people", "chat", "changed (UTC)", "name"), _read(given, read))


def show_table(given: argparse.Namespace) -> None:
    found = _read(given, lambda c: inspect_table(c, given.table))
    if given.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return
    table = found["table"]
    print(f"{table['id']}: {table['title']}, {table['status']}, made {_when(table['created_ms'])}")
    _print(
        ("seat", "held by", "name", "account", "bot"),
        [(s["letter"], s["holder"], s["name"], found["accounts"].get(s["seat"], ""), s["bot"]) for s in table["seats"]],
    )
    print()
    _print(
        ("version", "when (UTC)", "what", "seat", "text"),
        [
            (e["version"], _when(e["at_ms"]), e["kind"], "" if e["seat"] is None else e["seat"], e["text"])
            for e in found["entries"]
        ],
    )


def inspect_table(c: Connection, name: str) -> dict[str, Any]:
    """A table as a spectator sees it, and which accounts sit there: nothing of it comes from a hidden part."""

    header = TableHeader.read(c, name)
    if header is None:
        raise BadOption(f"there is no table {name}")
    rows = read_rows(c, name)
    setting = view = None
    awaited: list[int] = []
    if header.players:
        try:
            setting = setting_of(header)
            match = match_at(c, header, setting, rows)
            awaited = list(match.actors) if header.status == "running" else []
            view = msgspec.json.decode(EncodedViews(match).public(False) or b"null")
        except Unplayable as error:
            view = {"unplayable": str(error)}
    shown = revealed_in(rows)
    entries = [entry_of(row, setting, None, row.seq in shown) for row in rows]
    held = sa.select(grants.c.seat, accounts.c.name).join_from(
        grants, accounts, grants.c.holder == sa.literal("a:").concat(accounts.c.id)
    )
    return {
        "table": msgspec.to_builtins(describe(header, awaited, ())),
        "accounts": {row.seat: row.name for row in c.execute(held.where(grants.c.table_id == name))},
        "entries": msgspec.to_builtins(entries),
        "view": view,
    }


def list_boards(given: argparse.Namespace) -> None:

    def read(c: Connection) -> list[list[Any]]:
        rows = c.execute(latest().limit(given.limit)).all()
        return [[row.id, row.game, row.version, _when(row.changed_ms), row.author, row.name] for row in rows]

    _print(("board", "game", "version", "saved (UTC)", "author", "name"), _read(given, read))


def list_accounts(given: argparse.Namespace) -> None:

    def read(c: Connection) -> list[list[Any]]:
        found = []
        for row in c.execute(sa.select(accounts).order_by(accounts.c.created_ms.desc())).all():
            seen = c.execute(sa.select(sa.func.max(sessions.c.seen_ms)).where(sessions.c.account_id == row.id)).scalar()
            count = sa.select(sa.func.count(grants.c.table_id.distinct())).where(grants.c.holder == f"a:{row.id}")
            banned = sa.select(bans.c.reason).where(bans.c.kind == "account", bans.c.target == row.id)
            state = "banned" if c.execute(banned).first() is not None else ""
            found.append([row.name, _when(row.created_ms), _when(seen), c.execute(count).scalar(), state])
        return found

    _print(("name", "made (UTC)", "seen (UTC)", "tables", ""), _read(given, read))


def list_bans(given: argparse.Namespace) -> None:

    def read(c: Connection) -> list[list[Any]]:
        names = {row.id: row.name for row in c.execute(sa.select(accounts.c.id, accounts.c.name))}
        rows = c.execute(sa.select(bans).order_by(bans.c.created_ms)).all()
        return [
            [row.kind, names.get(row.target, row.target), _when(row.created_ms), _when(row.until_ms) or "-", row.reason]
            for row in rows
        ]

    _print(("", "who", "since (UTC)", "until (UTC)", "why"), _read(given, read))


def list_reports(given: argparse.Namespace) -> None:

    chosen = sa.select(reports).order_by(reports.c.id)
    if not given.all:
        chosen = chosen.where(reports.c.closed_ms.is_(None))
    rows = _read(given, lambda c: c.execute(chosen).all())
    for row in rows:
        who = row.name or ("the host" if row.seat < 0 else f"seat {row.seat}")
        state = f"resolved {_when(row.closed_ms)}" if row.closed_ms else "open"
        print(f"{row.id}: {row.reason}, about {who} at {row.table_id}, {_when(row.created_ms)} UTC, {state}")
        if row.text:
            print(f"    {row.text}")
        for at_ms, text in json.loads(row.said):
            print(f"    {_when(at_ms)} they said: {text}")
    if not rows:
        print("nothing was reported")


def show_log(given: argparse.Namespace) -> None:

    rows = _read(given, lambda c: c.execute(sa.select(admin_actions).order_by(admin_actions.c.id)).all())
    _print(
        ("", "when (UTC)", "operator", "action", "target", "outcome", "why"),
        [
            (row.id, _when(row.at_ms), row.operator, row.action, row.target, row.outcome or "waits", row.reason)
            for row in rows
        ],
    )


# ------------------------------------------------------------------ deciding
def close_table(given: argparse.Namespace) -> None:
    _order(given, "close", given.table)


def remove_board(given: argparse.Namespace) -> None:
    _order(given, "remove board", given.board)


def ban(given: argparse.Namespace) -> None:
    until = None if given.days is None else time.time_ns() // 1_000_000 + int(given.days * 86_400_000)
    _order(given, f"ban {given.kind}", _target(given), until)


def unban(given: argparse.Namespace) -> None:
    _order(given, f"unban {given.kind}", _target(given))


def trust_clock(given: argparse.Namespace) -> None:
    _order(given, "trust clock", _when(time.time_ns() // 1_000_000))


def resolve_report(given: argparse.Namespace) -> None:
    _order(given, "resolve", str(given.report))


def _target(given: argparse.Namespace) -> str:
    """An address as it is, an account by its name: the log holds its id, which outlives no account."""
    if given.kind == "address":
        try:
            return str(ip_address(given.target))
        except ValueError:
            raise BadOption(f"{given.target!r} is no IP address") from None

    try:
        _, key = names(given.target)
    except HttpError as error:
        raise BadOption(error.line) from None
    found = _read(given, lambda c: c.execute(sa.select(accounts.c.id).where(accounts.c.name_key == key)).scalar())
    if found is None:
        raise BadOption(f"there is no account {given.target}")
    return str(found)


def _order(given: argparse.Namespace, action: str, target: str, until_ms: int | None = None) -> None:
    """Write down what is asked for, and see to it that it is done."""

    row = {
        "at_ms": time.time_ns() // 1_000_000,
        "operator": getpass.getuser()[:60],
        "action": action,
        "target": target[:100],
        "reason": " ".join(given.why.split())[:200],
        "until_ms": until_ms,
    }
    store = _opened(given)
    try:
        with store.engine.begin() as c:
            number = c.execute(sa.insert(admin_actions), row).inserted_primary_key[0]  # type: ignore[index]
        if store.shared:
            served = bool(store.read_now(live_nodes))
            outcome = _await_server(store, number) if served else asyncio.run(_do_here(store, number))
        else:
            outcome = _do_in_folder(store, number)
    finally:
        store.close()
    if outcome.startswith("refused"):
        raise BadOption(outcome)
    print(outcome)


def _do_in_folder(store: Store, number: int) -> str:
    """The server of this folder does it, or this command, if there is none."""
    try:
        lock = FolderLock(store.folder)
    except FolderInUse:
        return _await_server(store, number)
    try:
        return asyncio.run(_do_here(store, number))
    finally:
        lock.close()


def _outcome(c: Connection, number: int) -> str | None:

    row = c.execute(sa.select(admin_actions).where(admin_actions.c.id == number)).one()
    return str(row.outcome) if row.done_ms is not None else None


def _await_server(store: Store, number: int) -> str:
    """The running server does it; it looks every two seconds."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        found: str | None = store.read_now(lambda c: _outcome(c, number))
        if found is not None:
            return found
        time.sleep(0.1)
    return "written down; the server is busy and will do it soon (see: goldenspike admin log)"


async def _do_here(store: Store, number: int) -> str:
    """No server runs: do it right away, without waking a bot."""

    active_tables = ActiveTables(store)
    try:
        await AdminActions(active_tables).carry_out()
    finally:
        await active_tables.close()
    return _outcome_or_waits(store, number)


def _outcome_or_waits(store: Store, number: int) -> str:
    return store.read_now(lambda c: _outcome(c, number)) or "written down"
