"""What a table remembers about the ids of commands."""

from __future__ import annotations

from goldenspike.server.storage.table_record import LogRow
from goldenspike.server.tables.command_ids import KNOWN_IDS, KnownIds


def rows(first: int, count: int) -> list[LogRow]:
    return [LogRow(seq, "move", seq % 3, f"id-{seq}", 0, "") for seq in range(first, first + count)]


def test_the_last_answers_are_known_and_older_ones_may_have_been() -> None:
    ids = KnownIds([LogRow(1, "start", None, None, 0, ""), *rows(2, 5 * KNOWN_IDS)])
    ids.add(rows(1000, 1))
    assert ids.get("id-1000") == (1000, "move", 1)
    assert ids.get("id-2") is None
    assert all(ids.perhaps(f"id-{seq}") for seq in (*range(2, 2 + 5 * KNOWN_IDS), 1000))


def test_most_that_never_were_are_known_not_to_have_been() -> None:
    ids = KnownIds(rows(0, 500))
    assert sum(ids.perhaps(f"other-{number}") for number in range(1000)) < 60
    assert not KnownIds().perhaps("id-1")


def test_forgotten_answers_are_on_the_disk() -> None:
    ids = KnownIds(rows(0, 3))
    ids.clear()
    assert ids.get("id-1") is None
    assert ids.perhaps("id-1")
