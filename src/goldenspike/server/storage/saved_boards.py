"""Boards that people save: who holds them, and their versions, which never change."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.live.messages import BoardVersion, SavedBoard, SavedBoardInfo
from goldenspike.server.live.messages.table import SavedBoardVersion
from goldenspike.server.storage.schema import board_versions, saved_boards

_encode = msgspec.json.encode
_decode = msgspec.json.decode


def saved_board_of(stored: str | None) -> SavedBoardVersion | None:
    """What a table notes of the saved board it is played on: its id and its version."""
    if not stored:
        return None
    name, _, version = stored.rpartition("/")
    return SavedBoardVersion(name, int(version))


def stored(board: SavedBoardVersion | None) -> str | None:
    """The same for the database."""
    return None if board is None else f"{board.id}/{board.version}"


def count_of(c: Connection, holders: list[str]) -> int:
    """How many boards somebody holds."""
    return c.scalar(sa.select(sa.func.count()).where(saved_boards.c.holder.in_(holders))) or 0


def versions_of(c: Connection, board: str) -> int:
    return c.scalar(sa.select(sa.func.count()).where(board_versions.c.board_id == board)) or 0


def add(
    c: Connection, *, holder: str, game: str, author: str, name: str, playable: bool, source: Any, now_ms: int
) -> str:
    """Save a board; its id, which nobody can guess."""
    board = secrets.token_urlsafe(15).replace("-", "_", 1)
    row = {"id": board, "holder": holder, "game": game, "author": author, "created_ms": now_ms, "changed_ms": now_ms}
    c.execute(sa.insert(saved_boards), row)
    _add_version(c, board, 1, name, playable, source, now_ms)
    return board


def add_version(c: Connection, board: str, *, name: str, playable: bool, source: Any, now_ms: int) -> int:
    """Save the next version of a board; a board that is the same as the latest one makes none."""
    latest = sa.select(board_versions).where(board_versions.c.board_id == board)
    row = c.execute(latest.order_by(board_versions.c.version.desc()).limit(1)).one()
    if _decode(row.source) == source:
        return int(row.version)
    _add_version(c, board, row.version + 1, name, playable, source, now_ms)
    c.execute(sa.update(saved_boards).where(saved_boards.c.id == board).values(changed_ms=now_ms))
    return int(row.version) + 1


def _add_version(c: Connection, board: str, version: int, name: str, playable: bool, source: Any, now_ms: int) -> None:
    text = _encode(source).decode()
    row = {"board_id": board, "version": version, "name": name, "playable": playable, "source": text}
    c.execute(sa.insert(board_versions), {**row, "created_ms": now_ms})


def source_of(c: Connection, board: str, version: int) -> tuple[str, dict[str, Any]] | None:
    """The game and the data of a version, or None."""
    chosen = (
        sa.select(saved_boards.c.game, board_versions.c.source)
        .join_from(board_versions, saved_boards)
        .where(board_versions.c.board_id == board, board_versions.c.version == version)
    )
    row = c.execute(chosen).first()
    return None if row is None else (row.game, _decode(row.source))


def holder_of(c: Connection, board: str) -> str | None:
    return c.scalar(sa.select(saved_boards.c.holder).where(saved_boards.c.id == board))


def read(c: Connection, board: str, version: int | None, holders: list[str]) -> SavedBoard | None:
    """A board with the version wanted, or the latest; None if there is no such thing."""
    row = c.execute(sa.select(saved_boards).where(saved_boards.c.id == board)).first()
    if row is None:
        return None
    known = board_versions
    columns = sa.select(known.c.version, known.c.name, known.c.playable, known.c.created_ms)
    chosen = columns.where(known.c.board_id == board).order_by(known.c.version.desc())
    versions = [BoardVersion(*one) for one in c.execute(chosen)]
    shown = versions[0].version if version is None else version
    found = source_of(c, board, shown)
    if found is None:
        return None
    return SavedBoard(row.id, row.game, row.author, row.holder in holders, shown, versions, found[1])


def latest() -> sa.Select[Any]:
    """Boards with the number, the name and the state of their latest version, the one saved last first."""
    known, boards = board_versions, saved_boards
    last = sa.select(known.c.board_id, sa.func.max(known.c.version).label("version")).group_by(known.c.board_id)
    last_one = last.subquery()
    return (
        sa.select(boards, known.c.version, known.c.name, known.c.playable)
        .join_from(boards, last_one, last_one.c.board_id == boards.c.id)
        .join(known, (known.c.board_id == boards.c.id) & (known.c.version == last_one.c.version))
        .order_by(boards.c.changed_ms.desc(), boards.c.id)
    )


def listed(c: Connection, holders: list[str], limit: int) -> list[SavedBoardInfo]:
    """The boards that somebody holds."""
    return [
        SavedBoardInfo(row.id, row.game, row.name, row.author, True, row.version, row.playable, row.changed_ms)
        for row in c.execute(latest().where(saved_boards.c.holder.in_(holders)).limit(limit))
    ]


def remove(c: Connection, board: str) -> int:
    """Delete a board with all its versions; tables keep the one they are played on."""
    c.execute(sa.delete(board_versions).where(board_versions.c.board_id == board))
    return int(c.execute(sa.delete(saved_boards).where(saved_boards.c.id == board)).rowcount)


def exported(c: Connection, holders: list[str]) -> list[dict[str, Any]]:
    """Everything of somebody's boards, for themselves."""
    chosen = (
        sa.select(
            saved_boards, board_versions.c.version, board_versions.c.source, board_versions.c.created_ms.label("at")
        )
        .join_from(saved_boards, board_versions)
        .where(saved_boards.c.holder.in_(holders))
        .order_by(saved_boards.c.created_ms, board_versions.c.version)
    )
    return [
        {
            "board": row.id,
            "game": row.game,
            "author": row.author,
            "version": row.version,
            "created_ms": row.at,
            "data": _decode(row.source),
        }
        for row in c.execute(chosen)
    ]
