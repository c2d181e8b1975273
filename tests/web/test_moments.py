"""What prepared positions show: a railroad's golden spike, the last cube of a round, hands that are full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import goldenspike as gs
from tests.games.santa_fe.scenario import given

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
COLOURS = "KRBGYW"
# Every yard is empty and every cube at home, but for a black one on the train that stands at Black.
LAST_CUBE: dict[str, Any] = {
    "seats": 2,
    "board": "RP-L1",
    "options": {"clock": "ticks", "dexterity": "off", "colours": "fixed"},
    "yards": dict.fromkeys(COLOURS, ""),
    "stored": {**dict.fromkeys(COLOURS, 20), "K": 19},
    "trains": {"L1": {"cubes": "k"}},
}
SHOWN = "text => moments.includes(text)"  # a function: the page refuses to evaluate an expression again
WAITS = 20  # so many steps of time at most until a cube is stored


def test_the_last_piece_of_a_railroad_is_a_golden_spike(visit: Come) -> None:
    match = given(supply={"SF": 1})
    me = visit()
    me.bring(match)
    expect(me.see("moment")).to_have_count(0)
    me.watch_moments()
    me.choose(next(text for text in match.legal("A") if text.startswith("lay SF ")))
    expect(me.shown("curtain")).to_be_visible()  # one screen goes round, and everybody sees the spike
    me.page.wait_for_function(SHOWN, arg="Golden spike! The Santa Fe is complete.")
    expect(me.see("moment")).to_have_count(0)  # it goes by itself
    me.page.evaluate("() => { moments.length = 0 }")
    me.press("curtain-open")
    me.press("time-back")
    expect(me.shown("past")).to_be_visible()
    me.press("back-to-now")
    me.wait_for_turn()
    assert me.page.evaluate("moments") == [], "whoever returns from the past has seen it before"


def test_the_last_cube_home_is_a_moment(visit: Come) -> None:
    me = visit()
    made = me.post("/api/import", gs.from_position("rail-pass", LAST_CUBE).data())
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    low = me.page.locator('[data-test="tabletop"] .city.lowest')
    expect(low).to_have_attribute("data-colour", "K")  # the others have all their cubes: none is the lowest
    me.watch_moments()
    me.page.locator('[data-test="tabletop"] [data-spot="car:L1:0"]').click()
    me.page.locator('[data-test="do"][data-action="STORE K L1"]').click()
    for _ in range(WAITS):
        if me.page.evaluate("moments.length"):
            break
        before = me.version
        me.page.locator('[data-test="do"][data-action="WAIT"]').click()
        me.wait_for_version(before + 1)
    me.page.wait_for_function(SHOWN, arg="The last cube is home!")
    expect(me.shown("prompt")).to_contain_text("No cube is left to bring home")
    expect(low).to_have_count(0)
    expect(me.see("moment")).to_have_count(0)


def test_who_has_both_hands_full_is_told_to_free_one_first(visit: Come) -> None:
    me = visit()
    options = {"clock": "ticks", "dexterity": "off", "colours": "fixed"}
    trains = {"L2": {"at": "P1 lh R"}, "S2": {"at": "P1 rh R"}, "L4": {"at": "P2 lh G", "offer": "K"}}
    held = gs.from_position("rail-pass", {"seats": 2, "board": "RP-L1", "options": options, "trains": trains})
    made = me.post("/api/import", held.data())
    me.go(f"/t/{made['table']['id']}")
    expect(me.shown("prompt")).to_contain_text("is offering you L4: free a hand for it first.")
    for width in (390, 800, 1280):  # clock and score are always in sight
        me.page.set_viewport_size({"width": width, "height": 1000})
        score = me.page.locator('[data-test="strip"]:visible, [data-test="projected"]:visible')
        expect(score.first).to_be_in_viewport()
