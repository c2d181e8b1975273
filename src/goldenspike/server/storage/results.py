"""What people reached at finished tables: written in the commit that ends a game, and once for all earlier tables.

A row belongs to whoever holds the seat at the end, or who gave it up while others played on. Positions to try out,
games that begin somewhere else than usual and games from files are nobody's results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Result, Setting
from goldenspike.games import game as game_called
from goldenspike.server.storage.conflicts import insert_new, insert_or_update
from goldenspike.server.storage.profile_schema import NOT_RATED, WAITS, results
from goldenspike.server.storage.schema import NOBODY, entry_authors, grants, log, settings, tables
from goldenspike.server.storage.scores import result_of, write_score
from goldenspike.server.storage.store import Store, Work
from goldenspike.server.storage.table_deal import FROM_FILE
from goldenspike.server.storage.table_record import TableHeader, Unplayable, headers_of, other_values, setting_of

COUNTED = "results counted"  # the setting that tells until when all finished tables are in the list
OVERLAP_MS = 86_400_000  # servers of an earlier version may have ended games beside this one
AT_ONCE = 200
ACCOUNT = "a:"
PROGRAM = " [bot]"  # how the name of a program ends
# Ways to know hidden cards that nobody takes part in a rated game with; after somebody left, nobody new sits down.
UNFAIR = frozenset({"seed", "file", "position", "shared", "back"})


@dataclass(frozen=True)
class Told:
    """What an entry of a record says about a seat."""

    seat: int
    what: str
    name: str
    holder: str | None  # whom it means
    later: bool  # since the game began


def write_end(header: TableHeader, setting: Setting | None) -> Work:
    """To be stored together with the end of a match: its score for the lists of the best, and everybody's result."""
    score = write_score(header, setting)

    def work(connection: Connection) -> None:
        score(connection)
        held, told = _holders(connection, [header.id]), _told(connection, [header.id])
        rows = results_of(header, setting, held[header.id], told[header.id], header.changed_ms)
        if rows:
            insert_new(connection, results, rows)

    return work


def results_of(
    header: TableHeader, setting: Setting | None, held: Mapping[int, str], told: Sequence[Told], at_ms: int
) -> list[dict[str, Any]]:
    """The rows of a finished table, by who holds its seats and what its record says about them."""
    if header.result is None or header.sandbox or header.position is not None or header.origin == FROM_FILE:
        return []
    seats = range(header.players)
    stayed = {seat: held[seat] for seat in seats if header.places[seat].person and seat in held}
    left = {seat: who for seat, who in _leavers(told).items() if seat in seats and not header.places[seat].person}
    left = {seat: who for seat, who in left.items() if who not in stayed.values()}
    form = _form(header, stayed, left)
    if form != "people":
        left = {}
    if form == "shared":  # once for each person
        stayed = {min(seat for seat in stayed if stayed[seat] == who): who for who in stayed.values()}
    waits = form == "people" and _rated(header, stayed, left, told)
    result = result_of(header)
    rows = []
    for seat, holder in sorted((stayed | left).items()):
        departed = seat in left
        best = None if setting is None or departed else setting.own_score(result, seat)
        rows.append(
            {
                "table_id": header.id,
                "seat": seat,
                "holder": holder,
                "game": header.game,
                "board_id": header.board_id,
                "players": header.players,
                "form": form,
                "place": header.players + 1 if departed else _place(result, seat, form),
                "points": 0 if departed else result.points[seat],
                "won": seat in result.winners and not departed,
                "departed": departed,
                "setup": "" if best is None else best.setup,
                "score": None if best is None else best.score,
                "time_ms": 0 if best is None else best.time_ms,
                "at_ms": at_ms,
                "rated": WAITS if waits else NOT_RATED,
            }
        )
    return rows


def _form(header: TableHeader, stayed: dict[int, str], left: dict[int, str]) -> str:
    if len(set(stayed.values())) < len(stayed):
        return "shared"
    if _team(header.game):
        return "team"
    if header.players == 1:
        return "solo"
    return "people" if len({*stayed.values(), *left.values()}) > 1 else "bots"


def _team(game: str) -> bool:
    try:
        return game_called(game).team
    except GoldenSpikeError:
        return False


def _place(result: Result, seat: int, form: str) -> int:
    """1 for the winner; whoever shares the points shares the place."""
    if form in {"team", "solo"}:
        return 1
    keys = [(other not in result.winners, -points) for other, points in enumerate(result.points)]
    return 1 + sum(key < keys[seat] for key in keys)


def _rated(header: TableHeader, stayed: dict[int, str], left: dict[int, str], told: Sequence[Told]) -> bool:
    """Does this game count? Between accounts alone, with the game as it comes, and nobody who could know more."""
    players = stayed | left
    whole = len(players) == header.players == len(set(players.values()))
    accounts = all(holder.startswith(ACCOUNT) for holder in players.values())
    usual = header.board_source is None and not other_values(header)
    return whole and accounts and usual and header.known not in UNFAIR and not _programs(header, told)


def _programs(header: TableHeader, told: Sequence[Told]) -> bool:
    """Does a program play for somebody? Its name said so when it sat down, whatever it is called now."""
    names = {place.seat: place.name for place in header.places}
    names |= {one.seat: one.name for one in told if one.what == "claim" and one.name}
    return any(name.endswith(PROGRAM) for name in names.values())


# ------------------------------------------------------------------ who
def _holders(c: Connection, names: Sequence[str]) -> Mapping[str, Mapping[int, str]]:
    """Who holds each seat of these tables: an account before a browser, and of several whoever came first."""
    chosen = sa.select(grants.c.table_id, grants.c.seat, grants.c.holder).where(grants.c.table_id.in_(names))
    found: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for table, seat, holder in c.execute(chosen.order_by(grants.c.created_ms)):
        known = found[table].get(seat)
        if known is None or (holder.startswith(ACCOUNT) and not known.startswith(ACCOUNT)):
            found[table][seat] = holder
    return found


def _told(c: Connection, names: Sequence[str]) -> Mapping[str, list[Told]]:
    """What the record of these tables says about seats, with whom it means."""
    same = (entry_authors.c.table_id == log.c.table_id) & (entry_authors.c.seq == log.c.seq)
    chosen = (
        sa.select(log.c.table_id, log.c.kind, log.c.seat, log.c.data, entry_authors.c.holder)
        .outerjoin_from(log, entry_authors, same)
        .where(log.c.table_id.in_(names), log.c.kind.in_(("seat", "start")))
        .order_by(log.c.table_id, log.c.seq)
    )
    found: defaultdict[str, list[Told]] = defaultdict(list)
    begun = set()
    for row in c.execute(chosen):
        if row.kind == "start":
            begun.add(row.table_id)
        elif row.seat is not None:
            data = msgspec.json.decode(row.data or "{}")
            one = Told(row.seat, data.get("what", ""), data.get("name") or "", row.holder, row.table_id in begun)
            found[row.table_id].append(one)
    return found


def _leavers(told: Sequence[Told]) -> dict[int, str]:
    """Who gave up which seat of the running game."""
    gone = [one for one in told if one.what == "leave" and one.later]
    return {one.seat: one.holder for one in gone if one.holder not in (None, NOBODY)}


# ------------------------------------------------------------------ tables that were finished before
async def count_earlier_results(store: Store, now_ms: int) -> None:
    """Enter what is not in the list yet: everything the first time, later what other servers may have left out."""
    chosen = sa.select(settings.c.value).where(settings.c.name == COUNTED)
    known = await store.read(lambda c: c.execute(chosen).scalar())
    after: tuple[int, str] | None = (0 if known is None else int(known) - OVERLAP_MS, "")
    while after is not None:
        place = after
        after, rows = await store.read(lambda c: _earlier(c, place), slow=True)  # noqa: B023 (awaited at once)
        if rows:
            await store.write(lambda c: insert_new(c, results, rows))  # noqa: B023
    await store.write(lambda c: insert_or_update(c, settings, {"name": COUNTED, "value": str(now_ms)}))


def _earlier(c: Connection, after: tuple[int, str]) -> tuple[tuple[int, str] | None, list[dict[str, Any]]]:
    """The rows of the next few tables, and where to go on; None if there are none left."""
    further = sa.tuple_(tables.c.changed_ms, tables.c.id) > sa.tuple_(*map(sa.literal, after))
    chosen = sa.select(tables.c.changed_ms, tables.c.id).where(tables.c.status == "finished", further)
    found = c.execute(chosen.order_by(tables.c.changed_ms, tables.c.id).limit(AT_ONCE)).all()
    there = set(c.scalars(sa.select(results.c.table_id).where(results.c.table_id.in_([row.id for row in found]))))
    names = [row.id for row in found if row.id not in there]
    ends = _ends(c, names)
    rows = []
    held, told = _holders(c, names), _told(c, names)
    for name, header in headers_of(c, names).items():
        rows += results_of(header, _setting(header), held[name], told[name], ends.get(name, header.changed_ms))
    return (found[-1].changed_ms, found[-1].id) if found else None, rows


def _ends(c: Connection, names: Sequence[str]) -> dict[str, int]:
    """When these games ended: whatever is said afterwards changes the table, not its result."""
    chosen = sa.select(log.c.table_id, sa.func.max(log.c.at_ms)).where(
        log.c.table_id.in_(names), log.c.kind == "finish"
    )
    return {row[0]: row[1] for row in c.execute(chosen.group_by(log.c.table_id))}


def _setting(header: TableHeader) -> Setting | None:
    """None where it cannot be set up here, or only by building somebody's board."""
    try:
        return None if header.board_source is not None else setting_of(header)
    except Unplayable:
        return None
