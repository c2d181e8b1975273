"""The page is for everybody: by keyboard, on a small phone, in three languages, with any link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .layout import KEEP
from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
LANGUAGES = Path(__file__).resolve().parents[2] / "web" / "src" / "lang"
WORDS = {"es": "Reglas", "fr": "Règles", "it": "Regole", "de": "Regeln"}
# Every screen, and what is on it once all of it has come.
SCREENS = {
    "/": '[data-test="play-now"]:enabled',
    "/lobby": "#finished",
    "/new/santa-fe-rails": '[data-test="setup"]',
    "/new/rail-pass": '[data-test="layouts"]',
    "/rules/milk-run": '[data-test="rulebook"]',
    "/account": '[data-test="login"]',
    "/import": '[data-test="import-file"]',
    "/t/nosuchtable0000000": '[data-test="wrong"]',
}
LONGEST = "/rules/santa-fe-rails"  # of a rulebook every letter is looked at: once is enough for a long one
WRONG = (
    "/t/nosuchtable0000000", "/t/x", "/t/nosuchtable0000000#s=0123456789abcdef0123", "/rules/chess", "/new/chess",
    "/nowhere", "/t/%00%ff", "/t/nosuchtable0000000?at=999999",
)  # fmt: skip


def test_a_round_by_keyboard_alone(visit: Come) -> None:
    me = visit()
    expect(me.shown("play-now")).to_be_enabled()
    for _ in range(30):
        me.keys("Tab")
        if me.page.evaluate("document.activeElement?.dataset?.test") == "play-now":
            break
    me.keys("Enter")
    me.sit_down()
    me.wait_for_turn()
    me.keys("?")
    expect(me.page.get_by_role("dialog")).to_be_visible()
    me.keys("Escape")
    expect(me.page.get_by_role("dialog")).to_have_count(0)
    for _ in range(4):
        me.wait_for_turn()
        before = me.version
        me.keys("c")
        expect(me.page.get_by_role("dialog")).to_be_visible()
        me.keys("Tab", "Enter")
        expect(me.shown("draft")).to_be_visible()
        me.keys("Enter")
        me.wait_for_version(before + 1)
    assert me.see("live-region").inner_text().strip(), "what happens is spoken"


def test_railroads_on_number_keys_and_lines_by_arrows(visit: Come) -> None:
    me = visit()
    expect(me.shown("play-now")).to_be_enabled()
    me.press("play-now")
    me.sit_down()
    me.wait_for_turn()
    me.choose()
    me.wait_for_turn()
    me.keys("1")
    expect(
        me.page.locator('[data-railroad][aria-pressed="true"], [data-railroad][aria-checked="true"]').first
    ).to_be_visible()
    me.page.locator('[data-test="lay-target"][tabindex="0"]').first.focus()
    first = me.page.evaluate("document.activeElement.dataset.action")
    me.keys("ArrowRight")
    second = me.page.evaluate("document.activeElement.dataset.action")
    assert first
    assert second
    me.keys("Enter")
    expect(me.shown("draft")).to_be_visible()
    me.keys("Escape")
    expect(me.see("draft")).to_have_count(0)


def test_every_screen_is_accessible_in_light_and_dark(visit: Come) -> None:
    me = visit()
    for path, there in SCREENS.items():
        me.go(path)
        expect(me.page.locator(there)).to_be_visible()
        me.check_access(path, dark=True)
    me.go(LONGEST)
    expect(me.see("rulebook")).to_be_visible()
    me.check_access(LONGEST)
    me.go("/")
    me.press("invite")
    me.press("pick-santa-fe-rails")
    expect(me.see("room")).to_be_visible()
    me.check_access("room", dark=True)
    me.go("/")
    me.press("play-now")
    me.sit_down()
    me.wait_for_turn()
    me.check_access("choosing", dark=True)
    me.choose()
    me.wait_for_turn()
    me.check_access("laying", dark=True)
    me.press("menu")
    expect(me.page.get_by_role("dialog")).to_be_visible()
    me.check_access("menu", dark=True)


def test_a_phone_of_360_pixels(visit: Come) -> None:
    me = visit(width=360, height=740, has_touch=True, is_mobile=True)
    for path, there in SCREENS.items():
        me.go(path)
        expect(me.page.locator(there)).to_be_visible()
        me.check_access(f"{path} at 360 px")
    me.go("/")
    me.shown("play-now").tap()
    me.sit_down()
    me.wait_for_turn()
    me.check_access("choosing at 360 px")
    me.shown("hand-card").tap()
    me.shown("confirm").tap()
    me.wait_for_turn()
    me.check_access("laying at 360 px")
    me.choose()
    me.shown("tab-players").tap()
    expect(me.shown("player")).to_be_visible()
    me.shown("tab-log").tap()
    expect(me.shown("log")).to_be_visible()
    zoom = me.page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert "user-scalable" not in zoom
    assert "maximum-scale" not in zoom


def test_other_languages_from_the_first_screen_to_the_board(visit: Come) -> None:
    """The first screen speaks the language of the browser; the table of a game in German speaks all of them."""
    for language, word in WORDS.items():
        me = visit(language=f"{language}-{language.upper()}")
        expect(me.page.locator("html")).to_have_attribute("lang", language)
        expect(me.page.get_by_text(word).first).to_be_visible()
    me.press("play-now")
    me.sit_down()
    me.decide(3)
    table = me.page.url
    keys = set(json.loads((LANGUAGES / "en.json").read_text("utf-8")))
    for language in reversed(WORDS):
        if language != "de":
            me.page.evaluate(KEEP, {"language": language})
            me.go(table)
            me.sit_down()
            me.wait_for_turn()
        text = me.page.locator("body").inner_text()
        shown = set(re.findall(r"\b[a-z]+(?:\.[a-zA-Z]+)+\b", text))
        assert not shown & keys, "a key of the language file stands on the page"
        english = {"Undo", "Hint", "Choose", "Draw", "Round", "Players", "choices", "chosen"}
        if language == "it":
            english.remove("Round")  # as Italian players call it, and the rulebook
        assert not english & set(re.findall(r"[A-Za-z]+", text)), "English words on a page in another language"
        me.go("/rules/santa-fe-rails")
        expect(me.page.locator("html")).to_have_attribute("lang", language)
        expect(me.page.locator("#SFR-LAY-27").first).to_be_attached()


def test_the_language_can_be_changed_at_once(visit: Come) -> None:
    me = visit()
    expect(me.page.locator("html")).to_have_attribute("lang", "en")
    me.shown("language").select_option("de")
    expect(me.page.locator("html")).to_have_attribute("lang", "de")
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("lang", "de")


# ---------------------------------------------------------------- wrong ways
def test_a_bad_link_gets_a_clear_page(visit: Come) -> None:
    me = visit("/nowhere")
    for path in WRONG:
        me.go(path)
        expect(me.shown("wrong"), path).to_be_visible()
        expect(me.page.locator("main"), path).not_to_contain_text(re.compile("undefined|null|Error:|Traceback"))
        me.page.get_by_role("link", name=re.compile("Golden Spike|start|home", re.I)).first.click()
        expect(me.shown("play-now"), path).to_be_visible()


def test_somebody_elses_secret_opens_nothing_and_a_closed_table_says_so(visit: Come) -> None:
    host = visit()
    host.press("invite")
    host.press("pick-santa-fe-rails")
    expect(host.see("room")).to_be_visible()
    table = host.page.url.split("#")[0]
    stranger = visit(f"{table}#s=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    expect(stranger.shown("wrong")).to_be_visible()
    host.press("close-table")
    if host.see("close-table-sure").count():
        host.press("close-table-sure")
    expect(host.shown("wrong")).to_be_visible()
    late = visit(table)
    expect(late.shown("wrong")).to_be_visible()
