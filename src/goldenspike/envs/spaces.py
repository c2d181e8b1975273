"""The spaces of Gymnasium that observations lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from goldenspike.engine.env_fields import Part

from .observation_forms import ObservationForm

FIRST_SEED = 1 << 63


def observation_box(parts: tuple[Part, ...], kind: np.dtype[Any]) -> spaces.Box:
    """The bounds of an observation, part by part."""
    low = np.concatenate([np.full(part.count, part.low, kind) for part in parts])
    high = np.concatenate([np.full(part.count, part.high, kind) for part in parts])
    return spaces.Box(low, high, dtype=kind.type)


def form_space(form: ObservationForm, kind: np.dtype[Any]) -> spaces.Space[Any]:
    """Where observations of a form lie: a box, or a dictionary of boxes."""
    if form.name == "flat":
        return observation_box(form.parts, kind)
    low, high = form.bounds()
    found: dict[str, spaces.Space[Any]] = {}
    for name in low:
        number = np.dtype(np.int64) if name in form.fixed else kind
        found[name] = spaces.Box(low[name].astype(number), high[name].astype(number), dtype=number.type)
    return spaces.Dict(found)
