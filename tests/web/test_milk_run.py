"""A whole game of another package in a real browser: the plain page is enough to play it from the deal to the score."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

import goldenspike as gs

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
LONGEST = 80  # decisions of a player; the deck of three players has 52 wagons
SHOTS = os.environ.get("GOLDENSPIKE_SHOTS")  # a folder, for whoever wants to look at the page


def shot(me: Person, name: str) -> None:
    if SHOTS:
        me.page.wait_for_timeout(400)
        me.page.screenshot(path=Path(SHOTS) / f"milk-run-{name}.png")


def lit_spaces(picture: str) -> int:
    """How many spaces of lines have the thick rim of those that may be claimed."""
    return unquote(picture).count('stroke-width="4"')


def spaces(legal: list[str]) -> int:
    """How many spaces the lines have that these actions claim."""
    claimed = {text.split()[1] for text in legal if text.startswith("claim")}
    lines = gs.game("milk-run").board(None).source["lines"]
    return sum(line["length"] for line in lines if "-".join(line["ends"]) in claimed)


def wanted(legal: list[str]) -> str:
    """A person who claims what they can, and draws otherwise."""
    return next((text for text in legal if text.startswith("claim")), "draw")


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.long)])
def test_a_whole_game_against_bots(visit: Come, size: str) -> None:
    width, height = SIZES[size]
    me = visit(width=width, height=height, confirm=False)
    bot = {"holder": "bot", "bot": "fireman"}
    made = me.make(
        game="milk-run",
        seats=[{"holder": "me", "name": "Anna"}, bot, bot],
        options={"values.hand": 6},
        seed=5,
        start=True,
    )
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    decisions, lit, drawn = 0, 0, set()
    while me.wait_for_turn():
        expect(me.shown("picture")).to_have_js_property("complete", True)
        assert int(me.shown("picture").evaluate("picture => picture.naturalWidth")) > 100
        picture = me.shown("picture").get_attribute("src") or ""
        drawn.add(picture)
        own = me.shown("own-cards")
        expect(own).to_contain_text(re.compile(r"order\s*(DUN|JES|ELM|IVY)"))
        buttons = me.page.locator(".choices [data-action]:visible")
        expect(buttons.first).to_be_visible()
        legal = [button.get_attribute("data-action") or "" for button in buttons.all()]
        assert lit_spaces(picture) == spaces(legal)  # what I may claim now is lit, and nothing else
        lit += lit_spaces(picture)
        if decisions == 0:
            expect(own).to_contain_text(re.compile(r"hand\s*\d (cream|butter|cheese|whey)"))
            expect(me.shown("position-text")).to_contain_text("other values: hand 6")
            shot(me, f"{size}-first")
            for other, (wide, high) in SIZES.items():
                me.page.set_viewport_size({"width": wide, "height": high})
                me.check_access(f"Milk Run at {other} width", dark=True)
            me.page.set_viewport_size({"width": width, "height": height})
        if decisions == 8:
            shot(me, f"{size}-middle")
        before = me.version
        me.page.locator(f'.choices [data-action="{wanted(legal)}"]:visible').click()
        me.accept(before)
        decisions += 1
        assert decisions < LONGEST
    assert decisions > 5
    assert len(drawn) == decisions  # every position of the game has a picture of its own
    assert lit > 0
    assert lit_spaces(me.shown("picture").get_attribute("src") or "") == 0
    expect(me.shown("score")).to_contain_text("milk")
    expect(me.shown("score")).to_contain_text("order")
    shot(me, f"{size}-score")
    me.check_access(f"the score of Milk Run at {size} width")
