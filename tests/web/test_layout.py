"""Controls do not overlap: eight widths and five languages. ``python -m tests.web.layout`` looks at all screens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .layout import KEEP, SCREENS, faults
from .person import Person

Come = Callable[..., Person]


@pytest.mark.parametrize("screen", ["home", "laying"])
def test_controls_do_not_overlap_at_any_width_in_any_language(visit: Come, screen: str) -> None:
    arrange, there = SCREENS[screen]
    me = visit("/")
    arrange(me)
    me.page.evaluate(KEEP, {"tour": False})
    found = list(faults(me, screen, there))
    assert not found, found
