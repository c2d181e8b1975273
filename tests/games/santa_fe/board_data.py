"""Parts of boards given as data."""

from __future__ import annotations

from typing import Any

from goldenspike.games.santa_fe.board.load import load

Data = dict[str, Any]

DEFAULT: Data = dict(load(None).source)
MINI: Data = dict(load("mini").source)


def record(data: Data, key: str, name: str) -> Data:
    found: Data = next(r for r in data[key] if r["id"] == name)
    return found


def only(found: list[str]) -> str:
    assert len(found) == 1, found
    return found[0]
