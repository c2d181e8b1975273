"""Watching at the page: what a host chooses, what the front page offers, and how late somebody who watches sees it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
# A shorter delay than the page offers, so that nobody waits for it.
BRIEF = """async () => (await (await fetch('/api/tables', { method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ game: 'pioneer-rails', listed: true, watch_delay_s: 2, start: true, name: 'Late show',
    seats: [{ holder: 'me', name: 'Anna' }, { holder: 'bot', bot: 'greedy', name: 'Bea' }] }) })).json()).table.id"""


def test_a_game_is_offered_and_shown_as_late_as_its_host_says(visit: Come) -> None:
    host, other = visit(), visit(width=390, height=844)
    host.go("/new/pioneer-rails")
    host.see("more-table").locator("summary").click()
    host.see("listed").check()
    host.see("watch-delay").select_option("180")
    host.press("open-table")
    expect(host.see("play")).to_be_visible()
    expect(host.see("late")).to_have_count(0)
    other.go(host.page.url.partition("?")[0].partition("//")[2].partition("/")[2].join(["/", ""]))
    expect(other.see("late")).to_contain_text("3 minutes late")
    other.check_access("a game that begins later for whoever watches", dark=True)
    name = host.page.evaluate(BRIEF)
    host.go(f"/t/{name}")
    expect(host.see("play")).to_have_attribute("data-seat", "0")
    other.go("/")
    row = other.see("watch").locator(f"[data-table='{name}']")
    expect(row).to_contain_text("Anna")
    expect(row.locator("[data-test='row-facts']")).to_contain_text("late")
    other.check_access("the front page with games to watch", dark=True)
    row.click()
    expect(other.see("play")).to_be_visible(timeout=15_000)
    expect(other.see("late")).to_contain_text("1 minute late")
    other.check_access("a game that is shown late", dark=True)
    assert host.faults + other.faults == []
