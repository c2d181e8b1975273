"""The review of a finished game in a real browser: asked for, read, looked at on the board, tried from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import goldenspike as gs
from goldenspike.bots import bot

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
FIXTURES = Path(__file__).parents[1] / "fixtures"
TIMED, SHEETS = FIXTURES / "rail_pass" / "layout-l2.json", FIXTURES / "pioneer_rails" / "first-dealer-a.json"
PATIENCE_MS = 300_000  # the review runs at a low priority


def finished_match() -> dict[str, Any]:
    """A short game in which A decides by lot."""
    match = gs.new("santa-fe-rails", seats=2, seed=5, board="mini")
    bots = [bot("random", seed=0), bot("fireman", seed=1)]
    while not match.over:
        seat = match.actors[0]
        bots[seat].act(match, seat)
    return match.data()


def test_a_finished_game_is_reviewed(visit: Come) -> None:
    me = visit("/")
    table = me.post("/api/import", finished_match())["table"]["id"]
    me.go(f"/t/{table}")
    me.press("review-link")
    me.press("review-begin")
    expect(me.see("review-progress")).to_be_visible()
    expect(me.page.locator('[data-test="review"][data-status="done"]')).to_be_visible(timeout=PATIENCE_MS)
    expect(me.see("curve")).to_be_visible()
    me.press("curve-chance")
    expect(me.page.locator('[data-test="curve"][data-shows="chance"]')).to_be_visible()
    expect(me.see("lesson")).to_contain_text("Most to gain for")  # the one thing to do better comes first
    expect(me.see("decisions-summary")).to_contain_text("clearly cost something")
    # A decision: the sentence about its cost, and the board as it was.
    worst = me.see("decision").first
    expect(worst).to_contain_text("Better")
    version = int(worst.get_attribute("data-version") or 0)
    worst.focus()
    me.page.keyboard.press("Enter")
    expect(me.see("decision-more")).to_contain_text("It cost about")
    shown = me.page.locator('[data-test="moment"]')
    expect(shown.locator('[data-test="board"]')).to_be_visible()
    expect(me.see("better")).to_contain_text("Better")
    expect(me.see("confirm-here")).to_have_count(0)  # it is drawn there, and nobody can play it
    assert 0 < int(shown.get_attribute("data-version") or 0) < version
    me.check_access("review", dark=True)
    # The curve goes through the game by keyboard.
    me.see("curve-slider").focus()
    me.page.keyboard.press("Home")
    before = shown.get_attribute("data-version")
    me.page.keyboard.press("ArrowRight")
    expect(shown).not_to_have_attribute("data-version", str(before))
    for width in (390, 800):
        me.page.set_viewport_size({"width": width, "height": 844})
        me.page.wait_for_function(f"document.documentElement.scrollWidth <= {width}")  # the curve follows a frame later
    me.check_access("review on a phone", dark=True)
    me.page.set_viewport_size({"width": 390, "height": 844})
    worst.click()
    me.press("show-board")  # on a phone it is not beside the decision
    expect(shown.locator('[data-test="board"]')).to_be_in_viewport()
    me.page.set_viewport_size({"width": 1280, "height": 860})
    # Whoever has the link reads the same, and cannot ask for anything.
    other = visit(f"/review/{table}")
    expect(other.see("decision").first).to_contain_text("Better")
    # Try something else at that moment.
    me.page.reload()
    me.see("decision").first.click()
    me.press("try")
    expect(me.page.locator('[data-test="play"]')).to_be_visible()
    assert f"/t/{table}" not in me.page.url


def test_a_wait_in_real_time_is_a_step_away_on_the_board(visit: Come) -> None:
    me = visit("/")
    table = me.post("/api/import", json.loads(TIMED.read_text("utf-8")))["table"]["id"]
    me.post(f"/api/tables/{table}/review", {})
    me.go(f"/review/{table}")
    expect(me.see("timed-lesson")).to_contain_text("Most to gain", timeout=PATIENCE_MS)
    wait = me.see("timed-moment").first
    clock = str(wait.text_content()).split(",")[0].partition(": ")
    version = str(wait.get_attribute("href")).partition("?at=")[2]
    wait.click()
    me.sit_down()
    assert clock[0].replace(":", "").isdigit(), clock
    assert me.page.url.endswith(f"/t/{table}?at={version}")
    expect(me.see("time-now")).to_be_enabled()  # the table as it was then


def test_the_better_turn_is_drawn_on_the_sheet_of_who_decided(visit: Come) -> None:
    """The findings are written here: to review a game on sheets takes a minute."""
    match = json.loads(SHEETS.read_text("utf-8"))
    me = visit("/")
    table = me.post("/api/import", match)["table"]["id"]
    entries = me.page.evaluate(f"fetch('/api/tables/{table}/entries?before=9999').then((one) => one.json())")
    moves = [one for one in entries if one["kind"] == "move"]
    turn = next(one for one in moves if one["seat"] == 1 and one["text"].count("|") > 1)
    best = turn["text"].removeprefix("B: ")
    cost = {"chance": 0.2, "chance_error": 0.01, "points": 4.0, "points_error": 0.1, "games": 100, "clear": True}
    decision = {
        "version": turn["version"],
        "before": turn["version"] - 1,
        "seat": 1,
        "choices": 9,
        "follow": [],
        **cost,
    }
    moments = [{"version": one["version"], "points": [0, 0], "chance": [0.5, 0.5]} for one in moves]
    decisions = [{**decision, "played": best, "best": best}]
    rest = {"turning_points": [], "left": 0, "by": "", "winners": [0], "timed": None, "seconds": 1.0}
    found = {"status": "done", "share": 1.0, "before": 0, "line": "", "may_ask": False}
    found |= {"found": {"moments": moments, "decisions": decisions, **rest}}
    me.page.route(f"**/api/tables/{table}/review", lambda route: route.fulfill(json=found))
    me.go(f"/review/{table}")
    me.press("lesson-show")
    sheet = me.page.locator('[data-test="sheet"][data-seat="1"]')
    expect(sheet.locator('[data-test="better-track"]')).to_have_count(best.partition(" ; ")[0].count("|"))
    expect(me.see("lesson")).not_to_contain_text("The whole turn")
    expect(me.see("lesson")).to_contain_text("tracks for")


def test_a_running_game_has_no_review(visit: Come) -> None:
    me = visit("/")
    seats = [{"holder": "me"}, {"holder": "bot", "bot": "greedy"}]
    made = me.make(game="santa-fe-rails", board="mini", seats=seats, seed=5, start=True)
    me.go(f"/review/{made['table']['id']}")
    expect(me.see("review-running")).to_be_visible()
