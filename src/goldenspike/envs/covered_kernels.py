"""Packed observations in compiled code, in place: the games themselves, with what is hidden put aside between steps.

For games that name the few fields of a position in which something is hidden. The rest of a position is never copied.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import copy_line, hide

from .kernels import ASIDE, ASIDE_BYTES, HIDDEN_LINES, STATE_BYTES, STATES


def uncover(row: Any, i: int) -> None:
    """Put back into a game what is hidden there between two steps."""
    there = row[STATES] + STATE_BYTES * i
    aside = row[ASIDE] + ASIDE_BYTES * i
    for place, kept in HIDDEN_LINES:
        copy_line(there + place, aside + kept)


def cover(row: Any, s: Any, b: Any, i: int, viewer: int) -> None:
    """Put aside what is hidden in a game, and blank what its viewer may not see."""
    there = row[STATES] + STATE_BYTES * i
    aside = row[ASIDE] + ASIDE_BYTES * i
    for place, kept in HIDDEN_LINES:
        copy_line(aside + kept, there + place)
    hide(s, b, viewer)
