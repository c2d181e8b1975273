"""Tutorials in a real browser: every step on the real board, wrong tries, by keyboard, aloud, into a first game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .covered import check_page
from .newcomer import SIZES
from .person import Person
from .tutorial_reader import Reader, tutorial_of

pytestmark = pytest.mark.xdist_group("web-tutorials")
COUNTED = re.compile(r"\s*\(\d+ of \d+\)$")
Come = Callable[..., Person]
GAMES = ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")


# Both games of Santa Fe are taught by one page.
EACH_PAGE = [pytest.param(one, marks=pytest.mark.long if one == "santa-fe" else ()) for one in GAMES]


@pytest.mark.parametrize("game", EACH_PAGE)
def test_the_whole_tutorial_by_keyboard_alone_and_every_step_is_spoken(visit: Come, game: str) -> None:
    me = visit(f"/learn/{game}")
    reader, heard = Reader(me, game, by_key=True), set()

    def listen(where: str) -> None:
        heard.update(me.see("live-region").locator("p").all_inner_texts())
        if where != "end":
            assert COUNTED.sub("", reader.says) in heard, where

    me.watch_moments()
    reader.take(listen)
    words = tutorial_of(game).sentences("en")
    assert words["end"] in heard
    assert me.page.evaluate("moments.length") == (1 if "santa-fe" in game else 0), (
        "one railroad is completed, by a move"
    )
    expect(me.shown("first-game")).to_be_enabled()


@pytest.mark.parametrize("game", EACH_PAGE)
def test_on_a_phone_nothing_lies_over_what_the_first_step_asks_for(visit: Come, game: str) -> None:
    me = visit(f"/learn/{game}", **SIZES["phone"])
    reader = Reader(me, game)
    first = reader.where
    check_page(me.page, first)
    reader.act()
    assert reader.reading or reader.where != first


def test_a_tip_stops_the_clock_once_and_covers_nothing(visit: Come) -> None:
    first = tutorial_of("rail-pass").first_game
    me = visit("/", tour=True)
    seats = [{"holder": "me"}, *({"holder": "bot", "bot": first.bot} for _ in range(first.seats - 1))]
    made = me.make(game="rail-pass", seats=seats, options=dict(first.options), board=first.board, start=True)
    sent: list[str] = []
    me.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    me.go(f"/t/{made['table']['id']}")
    expect(me.see("tour")).to_be_visible()
    me.page.wait_for_timeout(1500)
    assert sum('"pause"' in frame for frame in sent) == 1
    expect(me.see("paused")).to_have_count(0)
