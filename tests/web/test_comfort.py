"""What makes a table pleasant: early hints, lines told apart, a count with a winner, a picture of it, ways back."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
FIXTURES = Path(__file__).parents[1] / "fixtures"
MATCH = FIXTURES / "santa_fe" / "santa-fe-rails_seats-4.json"
PNG = b"\x89PNG\r\n\x1a\n"


def against_a_bot(me: Person) -> str:
    """A table with one bot where a first card is to be chosen; its path."""
    seats = [{"holder": "me", "name": "Ann"}, {"holder": "bot", "bot": "greedy", "name": "Bill"}]
    made = me.make(game="santa-fe-rails", seats=seats, seed=4, start=True)
    path = f"/t/{made['table']['id']}"
    me.go(path)
    me.sit_down()
    me.wait_for_turn()
    return path


def test_a_hint_asked_for_early_answers_when_it_can(visit: Come) -> None:
    me = visit()
    made = me.make(game="santa-fe-rails", seats=[{"holder": "me", "name": "Ann"}, {"holder": "free"}])
    guest = visit(made["invitations"][0]["path"])
    expect(guest.see("room")).to_be_visible()
    me.go(f"/t/{made['table']['id']}")
    me.press("start")
    for person in (me, guest):
        person.sit_down()
        person.wait_for_turn()
    me.choose()
    me.press("hint")  # the other has not chosen a card yet
    expect(me.see("hint")).to_have_attribute("aria-pressed", "true")
    guest.choose()
    while not me.awaited:
        guest.choose()
    expect(me.shown("draft")).to_contain_text("hint")
    me.press("sees")
    expect(me.see("outlook-points")).to_contain_text("still to come")
    expect(me.see("outlook-points")).to_contain_text("Your hand")
    me.press("dialog-close")


def test_a_bot_with_a_character_is_introduced(visit: Come) -> None:
    me = visit("/new/santa-fe-rails")
    expect(me.see("name-1")).to_have_value("Ida")
    me.see("bot-1").select_option("engineer")
    me.see("character-1").select_option("blocker")
    expect(me.see("name-1")).to_have_value("Ludmilla")
    expect(me.see("about-1")).to_contain_text("spoil")
    me.see("name-2").fill("Ben")
    me.see("character-2").select_option("gambler")
    expect(me.see("name-2")).to_have_value("Ben")
    me.press("open-table")
    me.sit_down()
    me.press("menu")
    expect(me.see("menu-seat").nth(1)).to_contain_text("Engineer (strong), Blocker")


def test_every_choice_has_words_of_its_own_and_the_log_a_heading_for_each_round(visit: Come) -> None:
    me = visit()
    against_a_bot(me)
    me.choose()
    me.wait_for_turn()
    me.press("choices")
    offered = me.page.locator("dialog [data-action]")
    expect(offered.first).to_be_visible()
    words = offered.all_inner_texts()
    assert len(words) > 5
    assert len(set(words)) == len(words), "two lines between the same cities are told apart"
    me.keys("Escape")
    lines = me.page.locator('[data-test="board"] [data-line][aria-label]')
    labels = lines.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(set(labels)) == len(labels) > 50
    heading = me.page.locator('[data-test="log"] h3')
    while not heading.count():
        me.wait_for_turn()
        me.choose()
    expect(heading.first).to_contain_text("Round 2")
    expect(me.see("caption")).to_have_count(0)  # only for who wants them


def test_the_count_builds_up_to_the_winner_and_is_saved_as_a_picture(visit: Come) -> None:
    me = visit()
    made = me.post("/api/import", json.loads(MATCH.read_text("utf-8")))
    me.page.emulate_media(reduced_motion="no-preference")
    me.go(f"/t/{made['table']['id']}")
    expect(me.see("score-skip").or_(me.see("score-again"))).to_be_visible()
    if me.see("score-again").count():
        me.press("score-again")
    expect(me.shown("score-skip")).to_be_visible()
    expect(me.see("verdict")).to_have_count(0)
    assert " wins" not in me.page.locator("body").inner_text(), "nothing names the winner before the count has"
    me.press("score-skip")
    expect(me.shown("verdict")).to_contain_text("D wins")
    check_picture(me)
    me.go("/")
    expect(me.see("resume").first).to_contain_text("D won with 161 points")


@pytest.mark.parametrize("match", ["rail_pass/layout-l7.json", "pioneer_rails/seats-8.json"])
def test_the_end_of_every_game_is_saved_as_a_picture(visit: Come, match: str) -> None:
    me = visit()
    made = me.post("/api/import", json.loads((FIXTURES / match).read_text("utf-8")))
    me.go(f"/t/{made['table']['id']}")
    check_picture(me)


def check_picture(me: Person) -> None:
    """One click saves the end with the board above the ranking: heading and ranking alone are less high."""
    with me.page.expect_download() as download:
        me.press("score-picture")
    assert download.value.suggested_filename.endswith(".png")
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(PNG)
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1200
    assert height > 700, f"the picture is {height} px high"


def test_whoever_is_offline_is_told_so_on_every_screen(visit: Come) -> None:
    me = visit()
    expect(me.see("game").first).to_be_visible()
    me.context.set_offline(True)
    expect(me.shown("offline-banner")).to_be_visible()
    me.context.set_offline(False)
    expect(me.see("offline-banner")).to_have_count(0)


def test_a_set_up_shows_three_choices_first_and_asks_for_no_address_that_it_cannot_write_to(visit: Come) -> None:
    me = visit("/new/pioneer-rails")
    expect(me.page.locator('[data-test="setup"] h2:not(summary h2)')).to_have_count(3)
    assert me.see("more-rules").get_attribute("open") is None
    expect(me.page.locator('[data-test="setup"] img').first).to_be_visible()
    me.go("/account")
    me.shown("account-name").fill("Whistle Stop")
    me.shown("account-password").fill("a long word for the gate")
    me.press("register")
    expect(me.see("logout")).to_be_visible()
    expect(me.see("email")).to_have_count(0)  # this server sends no letters
