"""The tables at which the environments are tested: every game, its editions and modes, kept short."""

from __future__ import annotations

from typing import Any

import pytest

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "SFR": ("santa-fe-rails", 3, {}),
    "SFR two, terrain": ("santa-fe-rails", 2, {"terrain": True}),
    "SF92 advanced track": ("santa-fe", 4, {"preset": "SF92-advanced-track"}),
    "PR solo": ("pioneer-rails", 1, {"jokers": True}),
    "PR everything, forest": ("pioneer-rails", 3, {"preset": "everything", "board": "forest-a"}),
    "RP ticks": ("rail-pass", 3, {"seconds": 20}),
    "RP timed, expert": ("rail-pass", 2, {"seconds": 10, "dexterity": "timed", "expert": True, "rounds": 2}),
}
GROUPS = {
    "santa-fe-rails": "santa_fe_compiled",
    "santa-fe": "santa_fe_compiled",
    "pioneer-rails": "pioneer_rails_compiled",
    "rail-pass": "rail_pass_compiled",
}


def cases(*names: str) -> list[Any]:
    """Tables as parameters of a test; those of one game run in one process, which compiles it once."""
    return [
        pytest.param(*TABLES[name], id=name, marks=pytest.mark.xdist_group(GROUPS[TABLES[name][0]]))
        for name in names or TABLES
    ]


EVERY = cases()
ONE_OF_EACH = cases("SFR", "SF92 advanced track", "PR everything, forest", "RP ticks")
