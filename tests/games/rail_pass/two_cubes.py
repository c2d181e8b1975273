"""A rule of a variant: no train carries more than two cubes."""

from __future__ import annotations

from goldenspike.games.rail_pass.rules.state import BoardArrays


def capacity(b: BoardArrays, train: int) -> int:
    """Two cubes, whatever the train."""
    return 2
