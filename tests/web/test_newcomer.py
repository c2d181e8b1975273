"""A newcomer from the first screen to the end of a first game; ``python -m tests.web.newcomer`` sends all of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .conftest import ServerProcess
from .newcomer import run

pytestmark = pytest.mark.xdist_group("web-newcomer")


def test_a_newcomer_learns_and_plays_a_whole_first_game_on_a_phone(server: ServerProcess, browser: Browser) -> None:
    report = run(browser, server.address, "milk-run", "phone")
    assert not report.fault, report.fault
    assert report.steps > 0
    assert report.decisions > 5
