"""Rows that may be there already: both databases know how, each in a dialect of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects.sqlite import insert as sqlite_insert


def _insert(connection: Connection, table: Table) -> Any:
    if connection.dialect.name == "sqlite":
        return sqlite_insert(table)
    from sqlalchemy.dialects.postgresql import insert  # only where such a database is used: it is slow to load

    return insert(table)


def insert_new(connection: Connection, table: Table, rows: dict[str, Any] | Sequence[dict[str, Any]]) -> None:
    """Insert rows; those whose key is there already stay as they are."""
    connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)


def insert_or_update(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Insert a row, or give the one that has its primary key these values."""
    keys = [column.name for column in table.primary_key]
    values = {name: value for name, value in row.items() if name not in keys}
    connection.execute(_insert(connection, table).values(row).on_conflict_do_update(index_elements=keys, set_=values))
