"""A whole Swiss tournament at the page: two browsers and two bots, three rounds of short games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
# Whoever lets their time run out is played for: a tournament of people who are away ends as well.
PACE = {"kind": "live", "per_move_s": 6, "bank_s": 0, "absence": "bot"}


def at_the_table(me: Person) -> None:
    """Go to the table of this round."""
    me.press("cup-table")
    expect(me.see("play").or_(me.see("room")).first).to_be_visible()


def test_a_swiss_tournament_of_two_browsers_and_two_bots(visit: Come) -> None:
    host, guest = visit(), visit(width=390, height=844)
    host.go("/tournaments")
    host.check_access("tournaments", dark=True)
    expect(host.see("new-cup")).to_be_visible()
    made = host.post(
        "/api/tournaments",
        {"game": "santa-fe-rails", "board": "mini", "name": "Friday cup", "player": "Hanna", "pace": PACE},
    )
    cup = made["tournament"]["info"]["id"]
    host.go(f"/tournament/{cup}")
    host.press("cup-renew")
    link = host.see("cup-link").input_value()
    guest.go(link)
    guest.see("join-name").fill("Gustav")
    guest.press("cup-join")
    expect(guest.see("cup-player-row")).to_have_count(2)
    for count in (3, 4):
        host.press("cup-bot")
        expect(host.see("cup-player-row")).to_have_count(count)
    host.check_access("a tournament that has not begun", dark=True)
    host.press("cup-start")
    expect(host.see("tournament")).to_have_attribute("data-status", "running")
    at_the_table(host)
    host.wait_for_turn()
    if host.see("score").count() == 0:
        host.choose()
    expect(guest.see("cup-table")).to_be_visible()
    at_the_table(guest)
    # The rest is up to the clock and the bots that stand in.
    host.go(f"/tournament/{cup}")
    guest.go(f"/tournament/{cup}")
    host.check_access("a tournament in its first round", dark=True)
    for one in (host, guest):
        expect(one.see("tournament")).to_have_attribute("data-status", "finished", timeout=300_000)
        expect(one.see("cup-winner")).to_be_visible()
        expect(one.see("standing")).to_have_count(4)
        expect(one.see("cup-round")).to_have_count(3)
        one.check_access("a finished tournament", dark=True)
    stranger = visit(width=820, height=1180, language="de-DE")
    stranger.go(f"/tournament/{cup}")
    expect(stranger.see("cup-winner")).to_contain_text("gewinn")
    stranger.check_access("a finished tournament on a tablet", dark=True)
    stranger.see("cup-of-round").first.click()
    expect(stranger.see("of-tournament")).to_be_visible()


def test_the_form_offers_boards_and_rules_like_that_of_a_table(visit: Come) -> None:
    host = visit(width=390, height=844)
    host.go("/tournaments")
    host.see("cup-game").select_option("santa-fe-rails")
    host.see("board-mini").check(force=True)
    host.see("more-rules").locator("summary").first.click()
    option = host.see("option").first.get_attribute("data-option")
    chosen = host.see(f"option-{option}")
    before = chosen.input_value()
    other = next(one for one in chosen.locator("option").all() if one.get_attribute("value") != before)
    wanted = other.get_attribute("value") or ""
    chosen.select_option(wanted)
    host.check_access("the form of a tournament with its rules unfolded", dark=True)
    host.press("cup-make")
    expect(host.see("tournament")).to_be_visible()
    made = host.page.evaluate(
        "fetch('/api' + location.pathname.replace('tournament', 'tournaments')).then((answer) => answer.json())"
    )
    assert made["board"] == "mini"
    assert str(made["options"][option]) in {wanted, wanted.capitalize()}
    assert host.faults == []
