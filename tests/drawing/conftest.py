"""A real browser to draw in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.web.find_chromium import FLAGS, chromium


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield browser.new_page(viewport={"width": 1800, "height": 1600})
        browser.close()
