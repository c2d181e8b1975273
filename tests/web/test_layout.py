"""Controls do not overlap: eight widths and five languages. ``python -m tests.web.layout`` looks at all screens.

Here every width and every language is looked at; ``./test -m long`` takes all pairs of them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .conftest import ServerProcess
from .layout import faults
from .screens import SCREENS, visit


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("screen", ["home", "laying"])
def test_controls_do_not_overlap_at_any_width_in_any_language(
    server: ServerProcess, browser: Browser, screen: str, step: int
) -> None:
    me = visit(browser, server.address, SCREENS[screen])
    found = [*faults(me, screen, SCREENS[screen], step=step), *me.faults]
    me.leave()
    assert not found, found
