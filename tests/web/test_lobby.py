"""The lobby at the page: two browsers meet by quick join and by one link for all seats; bots come when nobody does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
# Where there is no share sheet, as in a browser without a window: what the page hands to it.
SHEET = "() => { window.handed = []; navigator.share = async (what) => { window.handed.push(what) } }"


def test_two_browsers_meet_by_quick_join(visit: Come) -> None:
    ann, bob = visit(), visit(width=390, height=844)
    ann.go("/")
    ann.press("play-others")
    ann.press("quick-pioneer-rails")
    expect(ann.see("room")).to_be_visible()
    expect(ann.see("fill-left")).to_be_visible()
    ann.check_access("a room whose seats bots will take", dark=True)
    bob.go("/lobby")
    row = bob.see("table-row").filter(has_text="Pioneer").first
    expect(row).to_contain_text("Guest")
    expect(bob.see("quick-pioneer-rails")).to_contain_text("waiting")
    bob.check_access("the lobby on a phone", dark=True)
    bob.press("quick-pioneer-rails")
    expect(bob.see("room")).to_be_visible()
    assert ann.page.url.partition("?")[0] == bob.page.url.partition("?")[0]
    expect(ann.see("seat").filter(has_text="Guest 2")).to_be_visible()
    assert ann.faults + bob.faults == []


def test_one_link_brings_everybody_to_the_table(visit: Come) -> None:
    host, guest = visit(), visit(width=820, height=1180)
    host.page.add_init_script(f"({SHEET})()")
    host.go("/")
    host.press("invite")
    host.press("pick-pioneer-rails")
    expect(host.see("any-seat")).to_be_visible()
    host.press("any-share")
    link = host.see("any-link").input_value()
    assert host.page.evaluate("window.handed[0].url") == link
    host.press("any-qr")
    expect(host.see("any-picture").locator("svg")).to_be_visible()
    host.check_access("one link for all seats", dark=True)
    guest.go(link)
    expect(guest.see("my-name")).to_be_visible()
    assert "#" not in guest.page.url
    guest.check_access("a guest's room on a tablet", dark=True)
    # The host does not wait for long: bots take what is free.
    host.see("fill-choose").select_option("60")
    expect(guest.see("fill")).to_be_visible()
    host.press("start")
    expect(guest.see("play")).to_be_visible()
    assert host.faults + guest.faults == []


def test_a_game_that_people_play_is_worth_watching(visit: Come) -> None:
    host, watcher = visit(), visit()
    seats = [{"holder": "me", "name": "Konstantin"}, {"holder": "bot", "bot": "greedy", "name": "Ida"}]
    made = host.make(game="santa-fe-rails", name="The big one", seats=seats, listed=True, start=True)
    host.go(f"/t/{made['table']['id']}")
    host.sit_down()
    watcher.go("/")
    row = watcher.see("watch").locator(f'[data-table="{made["table"]["id"]}"]')
    expect(row).to_contain_text("Konstantin")
    watcher.check_access("the first screen with a game to watch", dark=True)
    row.click()
    expect(watcher.see("play")).to_be_visible()
    host.go("/")
    expect(host.see("resume")).to_be_visible()
    expect(host.see("watch")).to_have_count(0)  # one's own game is above
