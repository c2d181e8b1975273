"""What a profile shows, and to whom.

Nobody but its owner sees a profile until its owner shows it. Then others see the statistics, the ratings, the games at
listed tables and those they played in themselves, and how they fared against its owner: nothing of third people, and
of a game that is watched with a delay nothing before its time. For whoever is blocked, or has blocked, there is no
profile; nor is there one of an account that is banned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, Row

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.games import game as game_called
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import Session
from goldenspike.server.live import messages as m
from goldenspike.server.people.names import names
from goldenspike.server.profiles.ratings import account_of
from goldenspike.server.storage.profile_schema import WAITS, ratings, results
from goldenspike.server.storage.results import ACCOUNT
from goldenspike.server.storage.schema import accounts, bans, grants, relations, reviews, seats, tables
from goldenspike.server.storage.table_record import letters
from goldenspike.server.storage.watch_delay import hidden_end

PAGE = 25  # games of the history in one answer
MOST_PEOPLE = 50
MOST_BEST = 40


# ------------------------------------------------------------------ whose
def owner(c: Connection, session: Session, name: str, now_ms: int) -> Row[Any]:
    """The account of this name, if whoever asks may see its profile. Nobody learns whether a hidden one exists."""
    try:
        _, key = names(name)
    except HttpError:
        key = ""
    row = c.execute(sa.select(accounts).where(accounts.c.name_key == key)).first()
    if row is None or not (row.id == session.account or shown_to(c, session, [row.id], now_ms)):
        raise HttpError(404, "nobody shows a profile under this name", "profile")
    return row


def shown_to(c: Connection, session: Session, wanted: Iterable[str], now_ms: int) -> dict[str, str]:
    """Those of these accounts whose profiles whoever asks may see, with their names; their own is among them."""
    ids = [one for one in wanted if one]
    banned = sa.exists().where(
        bans.c.kind == "account",
        bans.c.target == accounts.c.id,
        bans.c.until_ms.is_(None) | (bans.c.until_ms > now_ms),
    )
    shown = sa.or_(accounts.c.profile_shown & ~banned, accounts.c.id == session.account)
    chosen = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids), shown)
    found = {row.id: row.name for row in c.execute(chosen)} if ids else {}
    apart = _apart(c, session, found)
    return {account: name for account, name in found.items() if account not in apart}


def _apart(c: Connection, session: Session, ids: Iterable[str]) -> set[str]:
    """Those of these accounts that whoever asks has blocked, or that have blocked them."""
    mine, theirs = session.holders, [f"{ACCOUNT}{one}" for one in ids]
    if not mine or not theirs:
        return set()
    by_me = sa.select(relations.c.other).where(relations.c.holder.in_(mine), relations.c.other.in_(theirs))
    by_them = sa.select(relations.c.holder).where(relations.c.other.in_(mine), relations.c.holder.in_(theirs))
    both = sa.union_all(*(one.where(relations.c.kind == "block") for one in (by_me, by_them)))
    return {account_of(holder) for holder in c.scalars(both)}


def profile_at(c: Connection, session: Session, table: str, seat: int, now_ms: int) -> str | None:
    """The name under which whoever has a seat of a table shows their profile."""
    chosen = sa.select(grants.c.holder).where(grants.c.table_id == table, grants.c.seat == seat)
    held = [account_of(holder) for holder in c.scalars(chosen.order_by(grants.c.created_ms))]
    found = shown_to(c, session, held, now_ms)
    return next((found[one] for one in held if one in found), None)


# ------------------------------------------------------------------ the page
def profile(c: Connection, session: Session, name: str, now_ms: int) -> m.Profile:
    row = owner(c, session, name, now_ms)
    mine, holder = row.id == session.account, f"{ACCOUNT}{row.id}"
    if mine:
        people = _met(c, session, holder, now_ms)
    else:
        people = _against(c, session, holder, row.name)
    told = sa.true() if mine else told_to(session, now_ms)
    best = _best(c, session, holder, told, everything=mine)
    records, soon = _records(c, row.id, told), mine and _rated_soon(c, holder, now_ms)
    return m.Profile(row.name, mine, row.profile_shown, row.created_ms, records, best, people, soon)


def _rated_soon(c: Connection, holder: str, now_ms: int) -> bool:
    """A game of theirs is over and will be rated in a moment; one that is watched late takes its time."""
    hidden = sa.exists().where(tables.c.id == results.c.table_id, hidden_end(now_ms))
    waits = (results.c.holder == holder) & (results.c.rated == WAITS) & ~hidden
    # In the order of an index: PostgreSQL, which believes that many wait, would look at all results for any of them.
    first = sa.select(results.c.table_id).where(waits).order_by(results.c.at_ms, results.c.table_id).limit(1)
    return c.scalar(first) is not None


def told_to(session: Session, now_ms: int) -> sa.ColumnElement[bool]:
    """The results that others may know by now."""
    hidden = sa.exists().where(tables.c.id == results.c.table_id, hidden_end(now_ms))
    return ~hidden | results.c.table_id.in_(_played_by(session))


def _records(c: Connection, account: str, told: sa.ColumnElement[bool]) -> list[m.GameRecord]:
    """Statistics and rating of every game, those played most first."""
    stayed = sa.case((results.c.departed, None), else_=results.c.points)
    chosen = (
        sa.select(
            results.c.game,
            results.c.form,
            results.c.players,
            sa.func.count().label("played"),
            sa.func.sum(sa.case((results.c.won, 1), else_=0)).label("won"),
            sa.func.avg(stayed).label("average"),
            sa.func.max(stayed).label("best"),
        )
        .where(results.c.holder == f"{ACCOUNT}{account}", results.c.form != "shared", told)
        .group_by(results.c.game, results.c.form, results.c.players)
        .order_by(results.c.form.desc(), results.c.players)
    )
    tallies: dict[str, list[m.Tally]] = {}
    for row in c.execute(chosen):
        average = None if row.average is None else round(float(row.average), 1)
        one = m.Tally(row.form, row.players, row.played, int(row.won), average, row.best)
        tallies.setdefault(row.game, []).append(one)
    rated = c.execute(sa.select(ratings).where(ratings.c.account_id == account))
    known = {row.game: m.Rating(round(row.mean, 2), round(2 * row.doubt, 2), row.games) for row in rated}
    most = sorted(tallies, key=lambda game: (-sum(one.played for one in tallies[game]), game))
    most += sorted(known.keys() - tallies.keys())
    return [m.GameRecord(game, known.get(game), tallies.get(game, [])) for game in most]


def _best(
    c: Connection, session: Session, holder: str, told: sa.ColumnElement[bool], *, everything: bool
) -> list[m.OwnBest]:
    """The best score of every setup, alone and in a team."""
    order = (results.c.score.desc(), results.c.at_ms)
    group = (results.c.game, results.c.setup)
    place = sa.func.row_number().over(partition_by=group, order_by=order).label("number")
    scored = (results.c.holder == holder) & results.c.form.in_(("solo", "team")) & results.c.score.is_not(None)
    each = sa.select(results, place).where(scored, told).subquery()
    first = sa.select(each).where(each.c.number == 1).order_by(each.c.at_ms.desc()).limit(MOST_BEST)
    rows = c.execute(first).all()
    open_to = _tables_open_to(c, session, [row.table_id for row in rows], everything=everything)
    return [
        m.OwnBest(
            row.game,
            row.form,
            row.board_id,
            row.players,
            row.score,
            row.time_ms,
            row.at_ms,
            row.table_id if row.table_id in open_to else None,
        )
        for row in rows
    ]


def _tables_open_to(c: Connection, session: Session, wanted: Sequence[str], *, everything: bool) -> set[str]:
    """Those of these tables that are still there, and that whoever asks may be told of."""
    chosen = sa.select(tables.c.id).where(tables.c.id.in_(wanted))
    if not everything:
        chosen = chosen.where(sa.or_(tables.c.listed, tables.c.id.in_(_played_by(session))))
    return set(c.scalars(chosen)) if wanted else set()


def _played_by(session: Session) -> sa.Select[Any]:
    return sa.select(results.c.table_id).where(results.c.holder.in_(session.holders))


# ------------------------------------------------------------------ head to head
def _pairs(holder: str) -> tuple[sa.FromClause, sa.FromClause, Any]:
    """A person's games with each of the others in them who have an account."""
    mine, other = results.alias("mine"), results.alias("other")
    same = (other.c.table_id == mine.c.table_id) & (other.c.seat != mine.c.seat)
    where = (mine.c.holder == holder) & mine.c.form.in_(("people", "team")) & (other.c.holder != holder)
    return mine, other, sa.select().select_from(mine.join(other, same)).where(where)


def _counts(mine: Any, other: Any) -> tuple[Any, ...]:
    people = mine.c.form == "people"
    return (
        sa.func.count().label("played"),
        sa.func.sum(sa.case((people & (mine.c.place < other.c.place), 1), else_=0)).label("ahead"),
        sa.func.sum(sa.case((people & (mine.c.place > other.c.place), 1), else_=0)).label("behind"),
        sa.func.sum(sa.case((mine.c.form == "team", 1), else_=0)).label("together"),
    )


def _met(c: Connection, session: Session, holder: str, now_ms: int) -> list[m.HeadToHead]:
    """Everybody with an account whom a person has met, those met most first, under names that the person knows."""
    mine, other, pairs = _pairs(holder)
    last = sa.func.max(sa.case((other.c.departed, None), else_=mine.c.at_ms)).label("last")
    chosen = pairs.add_columns(other.c.holder, *_counts(mine, other), last).where(other.c.holder.like(f"{ACCOUNT}%"))
    chosen = chosen.group_by(other.c.holder).order_by(sa.desc("played"), other.c.holder).limit(MOST_PEOPLE)
    rows = c.execute(chosen).all()
    shown = shown_to(c, session, (account_of(row.holder) for row in rows), now_ms)
    hidden = [(row.holder, row.last) for row in rows if account_of(row.holder) not in shown and row.last is not None]
    called = _names_then(c, hidden)
    found = []
    for row in rows:
        profile = shown.get(account_of(row.holder))
        name = profile or called.get(row.holder, "")
        found.append(m.HeadToHead(name, profile, row.played, int(row.ahead), int(row.behind), int(row.together)))
    return found


def _names_then(c: Connection, moments: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Under which names people sat at the tables that ended at these moments, as far as the tables are still there."""
    here = (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat)
    chosen = sa.select(results.c.holder, results.c.at_ms, seats.c.name).join_from(results, seats, here)
    # Not as pairs, for which SQLite would look at every result.
    people, ends = {holder for holder, _ in moments}, {at_ms for _, at_ms in moments}
    rows = c.execute(chosen.where(results.c.holder.in_(people), results.c.at_ms.in_(ends))) if moments else ()
    return {row.holder: row.name for row in rows if (row.holder, row.at_ms) in moments}


def _against(c: Connection, session: Session, holder: str, name: str) -> list[m.HeadToHead]:
    """How whoever asks fared against the owner of the profile, seen from the one who asks."""
    if session.account is None:
        return []
    mine, other, pairs = _pairs(f"{ACCOUNT}{session.account}")
    row = c.execute(pairs.add_columns(*_counts(mine, other)).where(other.c.holder == holder)).one()
    if not row.played:
        return []
    return [m.HeadToHead(name, name, row.played, int(row.ahead), int(row.behind), int(row.together))]


# ------------------------------------------------------------------ history
def history(c: Connection, session: Session, name: str, game: str, after: str, now_ms: int) -> m.PlayedGames:
    """A page of somebody's finished games; ``after`` is where the page before it ended."""
    row = owner(c, session, name, now_ms)
    chosen = sa.select(results).where(results.c.holder == f"{ACCOUNT}{row.id}")
    if game:
        chosen = chosen.where(results.c.game == game)
    if row.id != session.account:
        # Joined, so that only the tables of this page are looked at, and not all that are listed.
        chosen = chosen.outerjoin(tables, tables.c.id == results.c.table_id)
        open_to_all = tables.c.listed & ~hidden_end(now_ms)
        chosen = chosen.where(open_to_all | results.c.table_id.in_(_played_by(session)))
    if after:
        chosen = chosen.where(sa.tuple_(results.c.at_ms, results.c.table_id) < sa.tuple_(*_place(after)))
    chosen = chosen.order_by(results.c.at_ms.desc(), results.c.table_id.desc()).limit(PAGE + 1)
    found = c.execute(chosen).all()
    further = f"{found[PAGE - 1].at_ms}.{found[PAGE - 1].table_id}" if len(found) > PAGE else ""
    return m.PlayedGames(_played(c, session, found[:PAGE], now_ms), further)


def _place(after: str) -> tuple[Any, Any]:
    at, _, table = after.partition(".")
    if not (at.isascii() and at.isdecimal() and len(at) < 16):
        raise HttpError(400, "this is no place in a history", "shape")
    return sa.literal(int(at), sa.BigInteger), sa.literal(table)


def _played(c: Connection, session: Session, rows: Sequence[Row[Any]], now_ms: int) -> list[m.PlayedGame]:
    wanted = [row.table_id for row in rows]
    there = sa.select(tables.c.id, tables.c.name, tables.c.result).where(tables.c.id.in_(wanted))
    known = {row.id: row for row in c.execute(there)}
    everybody = c.execute(sa.select(seats).where(seats.c.table_id.in_(wanted)).order_by(seats.c.seat)).all()
    held = sa.select(results.c.table_id, results.c.seat, results.c.holder, results.c.departed)
    accounts_at = {
        (row.table_id, row.seat): account_of(row.holder)
        for row in c.execute(held.where(results.c.table_id.in_(wanted)))
        if not row.departed
    }
    shown = shown_to(c, session, set(accounts_at.values()), now_ms)
    done = sa.select(reviews.c.table_id).where(reviews.c.table_id.in_(wanted), reviews.c.status == "done")
    reviewed = set(c.scalars(done))
    found = []
    for row in rows:
        table = known.get(row.table_id)
        result: Any = None if table is None or table.result is None else msgspec.json.decode(table.result)
        places = [one for one in everybody if one.table_id == row.table_id and one.seat < row.players]
        signs = _letters(row.game, row.players)
        at_seats = [
            m.PlayedSeat(
                name=one.name,
                letter=signs[one.seat],
                bot=one.holder == "bot",
                me=one.seat == row.seat and not row.departed,
                points=result["points"][one.seat],
                won=one.seat in result["winners"],
                profile=shown.get(accounts_at.get((row.table_id, one.seat), "")),
            )
            for one in (places if result is not None else ())
        ]
        found.append(
            m.PlayedGame(
                table=None if table is None else row.table_id,
                name="" if table is None else table.name,
                game=row.game,
                form=row.form,
                at_ms=row.at_ms,
                players=row.players,
                place=row.place,
                points=row.points,
                won=row.won,
                departed=row.departed,
                rating_change=None if row.rating_change is None else round(row.rating_change, 2),
                seats=at_seats,
                review=row.table_id in reviewed,
            )
        )
    return found


def _letters(game: str, players: int) -> Sequence[str]:
    try:
        return letters(game_called(game), players)
    except GoldenSpikeError:
        return "ABCDEFGH"[:players]


# ------------------------------------------------------------------ one's own data
def exported(c: Connection, account: str | None, holders: Sequence[str]) -> dict[str, Any]:
    """Results and ratings as own data."""
    told = ("table_id", "seat", "game", "board_id", "players", "form", "place", "points", "won", "departed", "at_ms")
    columns = [results.c[name] for name in (*told, "rating_change")]
    rows = c.execute(sa.select(*columns).where(results.c.holder.in_(holders)).order_by(results.c.at_ms))
    known = [ratings.c[name] for name in ("game", "mean", "doubt", "games", "changed_ms")]
    rated = c.execute(sa.select(*known).where(ratings.c.account_id == account))
    return {"results": [dict(row) for row in rows.mappings()], "ratings": [dict(row) for row in rated.mappings()]}
