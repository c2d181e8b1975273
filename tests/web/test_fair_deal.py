"""Fair deals, one's own devices and announced absences, as people at the page meet them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .person import Person

Come = Callable[..., Person]


def test_a_deal_is_checked_by_the_page_that_added_to_it(visit: Come) -> None:
    host = visit()
    bot = {"holder": "bot", "bot": "greedy", "name": "Bill"}
    made = host.make(
        game="santa-fe-rails", board="mini", seats=[{"holder": "me", "name": "Ann"}, {"holder": "free"}, bot]
    )
    table = f"/t/{made['table']['id']}"
    host.go(table)
    guest = visit(made["invitations"][0]["path"])
    expect(guest.see("room")).to_be_visible()
    expect(guest.see("known")).to_have_count(0)
    # The link was good for one claim; the guest's own link opens the seat on a second device.
    thief = visit(made["invitations"][0]["path"])
    expect(thief.page.get_by_text("This invitation does not work")).to_be_visible()
    guest.press("device-link")
    phone = visit(str(guest.shown("device-url").input_value()), width=390, height=844)
    expect(phone.see("my-name")).to_have_count(1)
    expect(host.page.locator('[data-test="seat"][data-seat="1"]')).to_contain_text("here")
    host.press("start")
    for person in (host, guest):
        person.sit_down()
        person.press("menu")
        person.press("replace-bot")
        person.keys("Escape")
    for person in (guest, phone):
        person.go("/account")
    expect(host.see("score").first).to_be_visible(timeout=90_000)
    for person in (guest, phone):
        person.go(table)
        expect(person.see("score").first).to_be_visible()
    for person in (host, guest, phone):
        person.press("menu")
        person.press("verify-deal")
        verdict = person.shown("deal-verdict")
        expect(verdict).to_have_attribute("data-fair", "true")
        expect(person.see("deal")).to_contain_text("Random bits were added by Ann")
    for person in (host, guest):
        expect(person.see("deal")).to_contain_text("this browser noted before the game")
    assert not [fault for person in (host, guest, phone) for fault in person.faults]


def test_a_chosen_seed_is_announced_above_the_seats(visit: Come) -> None:
    host = visit()
    made = host.make(game="santa-fe-rails", board="mini", seats=[{"holder": "me"}, {"holder": "free"}], seed=7)
    guest = visit(made["invitations"][0]["path"], width=390, height=844)
    expect(guest.see("before-sitting")).to_contain_text("could know every card")
    guest.check_access("before sitting down")
    guest.press("sit-anyway")
    expect(guest.see("known")).to_contain_text("could know every card")
    expect(guest.see("my-name")).to_have_count(1)
    stranger = visit(f"/t/{made['table']['id']}")
    expect(stranger.see("known")).to_be_visible()


def test_whoever_does_not_want_the_seat_of_a_known_game_watches(visit: Come) -> None:
    host = visit()
    bot = {"holder": "bot", "bot": "greedy", "name": "Bill"}
    made = host.make(game="santa-fe-rails", board="mini", seats=[{"holder": "me"}, bot], seed=7, start=True)
    host.go(f"/t/{made['table']['id']}")
    host.press("menu")
    host.press("new-link")
    friend = visit(str(host.shown("invite-link").input_value()), language="de-DE")
    expect(friend.see("before-sitting")).to_contain_text("könnte alle Karten kennen")
    friend.press("only-watch")
    expect(friend.see("before-sitting")).to_have_count(0)
    expect(friend.see("log")).to_be_visible()
    expect(host.page.locator('[data-test="menu-seat"][data-seat="1"]')).to_contain_text("bot")
