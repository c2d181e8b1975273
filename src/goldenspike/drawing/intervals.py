"""How sure a figure is: intervals for shares and means."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z = 1.959964  # 95 %


def wilson(won: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games <= 0:
        return 0.0, 1.0
    share = won / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """A mean and its 95 % interval."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return mean, mean, mean
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return mean, mean - Z * spread, mean + Z * spread
