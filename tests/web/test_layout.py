"""Controls do not overlap: eight widths and five languages. ``python -m tests.web.layout`` looks at all screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .conftest import ServerProcess
from .layout import faults
from .screens import SCREENS, visit


@pytest.mark.parametrize("screen", ["home", "laying"])
def test_controls_do_not_overlap_at_any_width_in_any_language(
    server: ServerProcess, browser: Browser, screen: str
) -> None:
    me = visit(browser, server.address, SCREENS[screen])
    found = [*faults(me, screen, SCREENS[screen]), *me.faults]
    me.leave()
    assert not found, found
