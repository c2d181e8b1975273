"""Milk Run, a game of another package (examples/milk-run): a whole game on the plain page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person
from .test_table import TO_THE_END

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]


def test_a_whole_game_of_another_package(visit: Come) -> None:
    me = visit("/new/milk-run")
    expect(me.see("setup")).to_be_visible()
    me.see("seats-2").click()
    me.see("seed").fill("3")
    me.press("open-table")
    me.sit_down()
    assert me.wait_for_turn()
    expect(me.shown("own-cards")).to_contain_text("order")
    expect(me.shown("picture")).to_have_js_property("complete", True)
    me.check_access("Milk Run", dark=True)
    assert me.page.evaluate(TO_THE_END) > 3
    expect(me.see("score").locator(".winner")).not_to_have_count(0)
    expect(me.see("score")).to_contain_text("milk")
