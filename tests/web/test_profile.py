"""Profiles at the page: two people play, one shows their profile, and the other finds it at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person
from .test_people import register

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]


def played_out(people: list[Person]) -> None:
    """Whoever is awaited chooses, until the game is over."""
    while people[0].see("score").count() == 0:
        for one in people:
            if one.see("score").count() == 0 and one.awaited:
                one.choose()


def test_two_people_play_and_look_at_each_others_profile(visit: Come) -> None:
    anna, ben = visit(), visit(width=390, height=844)
    register(anna, "Anna Prospect")
    register(ben, "Ben Prospect")
    seats = [{"holder": "me", "name": "Anna"}, {"holder": "free"}]
    made = anna.make(game="santa-fe-rails", board="mini", seats=seats)
    table = made["table"]["id"]
    claim = {"secret": made["invitations"][0]["path"].partition("#s=")[2], "name": "Ben"}
    ben.post(f"/api/tables/{table}/claim", claim)
    anna.post(f"/api/tables/{table}/start", {})
    for one in (anna, ben):
        one.go(f"/t/{table}")
        one.sit_down()
    played_out([anna, ben])

    anna.go("/account")
    anna.press("to-profile")
    expect(anna.see("profile-state")).to_contain_text("Only you")
    expect(anna.see("rating")).to_contain_text("after 1 game")
    expect(anna.see("played")).to_have_count(1)
    expect(anna.see("met")).to_contain_text("Ben")
    expect(anna.see("rating-change")).to_be_visible()
    anna.check_access("a profile of one's own", dark=True)
    ben.go("/people/Anna%20Prospect")
    expect(ben.see("no-profile")).to_be_visible()
    anna.see("profile-shown").check()
    expect(anna.see("profile-state")).to_contain_text("Everybody")

    ben.go(f"/t/{table}")
    expect(ben.see("score")).to_be_visible()
    ben.press("menu")
    ben.see("person-more").first.click()
    ben.press("person-profile")
    expect(ben.see("profile")).to_have_attribute("data-mine", "false")
    expect(ben.see("head-to-head")).to_contain_text("You and Anna Prospect")
    expect(ben.see("played")).to_have_count(1)
    ben.check_access("somebody's profile on a phone", dark=True)
    ben.see("played").locator("a").first.click()
    expect(ben.see("score")).to_be_visible()
