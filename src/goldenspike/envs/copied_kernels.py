"""Packed observations in compiled code, as copies: for games in which anything may be hidden."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import hide, memory

from .kernels import COUNT, PACKED, STATE


def uncover(row: Any, i: int) -> None:
    """Nothing: the games themselves are whole."""


def cover(row: Any, s: Any, b: Any, i: int, viewer: int) -> None:
    """Copy a game, and blank in the copy what its viewer may not see."""
    packed = memory(row[PACKED], row[COUNT], STATE)
    packed[i] = s
    hide(packed[i], b, viewer)
