"""Tutorials in a real browser: every step on the real board, wrong tries, by keyboard, aloud, into a first game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person
from .tutorial_reader import Reader, tutorial_of

pytestmark = pytest.mark.xdist_group("web-tutorials")
Come = Callable[..., Person]
GAMES = ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_tutorial_by_keyboard_alone_and_every_step_is_spoken(visit: Come, game: str) -> None:
    me = visit(f"/learn/{game}")
    reader, heard = Reader(me, game, by_key=True), set()

    def listen(where: str) -> None:
        heard.update(me.see("live-region").locator("p").all_inner_texts())
        if where != "end":
            assert reader.says.split("(")[0].strip() in heard, where

    reader.take(listen)
    words = tutorial_of(game).sentences("en")
    assert words["end"] in heard
    expect(me.shown("first-game")).to_be_enabled()
