"""A table at which much was said and done: the page comes in with the last of it, and fetches the rest when asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
LINES, SEEN = 900, 60  # so much is said at a table, and so much of it while somebody looks
TALK = """([table, first, lines]) => new Promise((done) => {
  const wire = new WebSocket(`${location.origin.replace('http', 'ws')}/api/channel`)
  const say = (n) => wire.send(JSON.stringify({ op: 'say', id: `talk-${n}`, seat: 0, text: `line ${n}` }))
  let said = first
  wire.onopen = () => wire.send(JSON.stringify({ op: 'hello', table, seat: 0 }))
  wire.onmessage = (message) => {
    const frame = JSON.parse(message.data)
    if (frame.op === 'welcome' || frame.op === 'ack') said < lines ? say(said++) : (wire.close(), done(said))
  }
})"""


def test_a_flood_of_talk_does_not_hide_the_game_and_is_fetched_page_by_page(visit: Come) -> None:
    me = visit()
    made = me.make(game="santa-fe-rails", board="mini", seats=[{"holder": "me"}, {"holder": "bot"}], start=True)
    table = made["table"]["id"]
    me.go(f"/t/{table}")
    me.sit_down()
    me.decide(3)
    me.press("tab-chat")
    assert me.page.evaluate(TALK, [table, 0, SEEN]) == SEEN
    expect(me.shown("chat").locator("[role=log] p")).to_have_count(SEEN)
    me.go("/account")
    assert me.page.evaluate(TALK, [table, SEEN, LINES]) == LINES
    for width in (1280, 390):
        me.page.set_viewport_size({"width": width, "height": 860})
        me.go(f"/t/{table}")
        me.sit_down()
        # What was done last is there, although much was said since.
        me.press("tab-log")
        expect(me.shown("log").locator("li:not(.quiet)")).not_to_have_count(0)
        me.press("tab-chat")
        expect(me.shown("chat")).to_contain_text(f"line {LINES - 1}")
        expect(me.shown("chat").locator("[role=log] p")).to_have_count(LINES)
    found = me.page.evaluate("path => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/entries")
    assert 0 < len(found) <= 400
    first = found[0]["version"]
    older = me.page.evaluate(
        "path => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/entries?before={first}"
    )
    assert older[-1]["version"] == first - 1


def test_the_home_page_tells_how_long_tables_are_kept(visit: Come) -> None:
    me = visit()
    expect(me.see("keeping")).to_contain_text("finished games, forever; unfinished games, 400 days")
