"""A witness in the database: which server wrote which version of which table, and under which epoch."""

from __future__ import annotations

from collections import defaultdict

import psycopg

WATCH = """
CREATE TABLE witness (table_id text, seq int, owner text, epoch bigint);
CREATE FUNCTION note_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO witness SELECT f.table_id, f.seq, t.owner, t.epoch FROM fresh f JOIN tables t ON t.id = f.table_id;
    RETURN NULL;
END $$;
CREATE TRIGGER note_owner AFTER INSERT ON log REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION note_owner();
"""


def watch(database: str) -> None:
    """From now on everything that goes into a log is noted beside it, by the database itself."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(WATCH)


def two_owners(database: str) -> tuple[list[str], int]:
    """What no table may have: a version of two owners, an epoch of two, an old owner after a new one.

    And how often a table changed hands.
    """
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT table_id, seq, owner, epoch FROM witness ORDER BY table_id, seq").fetchall()
    return judged(rows)


def judged(rows: list[tuple[str, int, str | None, int]]) -> tuple[list[str], int]:
    """The same for rows in the order of their tables and versions."""
    found: list[str] = []
    owners: dict[tuple[str, int], str | None] = {}
    last: dict[str, tuple[int, int]] = defaultdict(lambda: (-1, -1))
    hands = 0
    for table, seq, owner, epoch in rows:
        before_seq, before_epoch = last[table]
        if seq == before_seq:
            found.append(f"{table}: version {seq} was written under epochs {before_epoch} and {epoch}")
        if epoch < before_epoch:
            found.append(f"{table}: version {seq} was written under epoch {epoch}, after one of epoch {before_epoch}")
        if owners.setdefault((table, epoch), owner) != owner:
            found.append(f"{table}: epoch {epoch} has the owners {owners[table, epoch]} and {owner}")
        hands += before_epoch > 0 and epoch > before_epoch
        last[table] = seq, max(epoch, before_epoch)
    return found, hands
