"""What stands for packed observations in games that do not say what is hidden: there are none."""

from __future__ import annotations

from typing import Any


def uncover(row: Any, i: int) -> None:
    """Nothing: the games themselves are whole."""


def cover(row: Any, s: Any, b: Any, i: int, viewer: int) -> None:
    """Nothing: nobody can ask for them."""
