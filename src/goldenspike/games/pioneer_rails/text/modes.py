"""Which clauses belong to the game as it is played: its players, its map and its options."""

from __future__ import annotations

import re
from collections.abc import Callable

from goldenspike.engine.setting import Setting

Where = Callable[[Setting], bool]

MODES: list[tuple[str, Where]] = [
    (r"PR-SOLO-.*", lambda setting: setting.seats == 1),
    (r"PR-MANY-.*|PR-COMBO-02", lambda setting: setting.seats >= max(2, int(setting.options["many_threshold"]))),
    (r"PR-FLOW-0[2345]", lambda setting: 2 <= setting.seats < int(setting.options["many_threshold"])),
    (r"PR-FLOW-0[789]", lambda setting: setting.seats > 1),
    (r"PR-FLOW-11", lambda setting: setting.seats == 2),
    (r"PR-FOREST-.*|PR-SCORE-06", lambda setting: setting.board.forest),
    (r"PR-(MINE|BANK|SALOON|FORT)-.*|PR-SCORE-01", lambda setting: not setting.board.forest),
    (r"PR-HAND-.*", lambda setting: setting.options["hand_card"] is True),
    (r"PR-OWNER-.*", lambda setting: setting.options["owners"] is True),
    (r"PR-JOKER-.*", lambda setting: setting.options["jokers"] is True),
    (r"PR-BENEFIT-15", lambda setting: setting.options["town_same_turn"] is False),
    (r"PR-TRACK-13", lambda setting: setting.options["must_draw"] == "strict"),
    (r"PR-TRACK-10", lambda setting: setting.options["same_railway_at_town"] == "forbidden"),
    (r"PR-COMP-04", lambda setting: setting.options["owners"] is False),
]
"""Clauses that hold in some kinds of game only; every other clause may be named in any."""


def applies(clause: str, setting: Setting) -> bool:
    """Is this a clause of what is being played here?"""
    return all(where(setting) for pattern, where in MODES if re.fullmatch(pattern, clause))
