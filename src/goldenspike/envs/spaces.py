"""The spaces of Gymnasium that observations lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.engine.env_fields import Part

FIRST_SEED = 1 << 63


def observation_box(parts: tuple[Part, ...], kind: np.dtype[Any]) -> spaces.Box:
    """The bounds of an observation, part by part."""
    low = np.concatenate([np.full(part.count, part.low, kind) for part in parts])
    high = np.concatenate([np.full(part.count, part.high, kind) for part in parts])
    return spaces.Box(low, high, dtype=kind.type)
