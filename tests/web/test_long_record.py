"""A table at which much was said and done: the page comes in with the last of it, and fetches the rest when asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
LINES = 900
TALK = """([table, lines]) => new Promise((done) => {
  const wire = new WebSocket(`${location.origin.replace('http', 'ws')}/api/channel`)
  const say = (n) => wire.send(JSON.stringify({ op: 'say', id: `talk-${n}`, seat: 0, text: `line ${n}` }))
  let said = 0
  wire.onopen = () => wire.send(JSON.stringify({ op: 'hello', table, seat: 0 }))
  wire.onmessage = (message) => {
    const frame = JSON.parse(message.data)
    if (frame.op === 'welcome' || frame.op === 'ack') said < lines ? say(said++) : (wire.close(), done(said))
  }
})"""


@pytest.mark.parametrize("width", [1280, 390])
def test_earlier_entries_are_fetched_when_asked_for(width: int, visit: Come) -> None:
    me = visit(width=width)
    made = me.make(game="santa-fe-rails", seats=[{"holder": "me"}, {"holder": "bot"}], start=True)
    table = made["table"]["id"]
    assert me.page.evaluate(TALK, [table, LINES]) == LINES
    me.go(f"/t/{table}")
    me.sit_down()
    me.press("tab-chat")
    expect(me.shown("chat")).to_contain_text(f"line {LINES - 1}")
    said = me.shown("chat").locator("[role=log] p")
    few = said.count()
    assert few < LINES / 2 + 50
    me.press("earlier-chat")
    expect(me.shown("chat")).to_contain_text(f"line {LINES - few - 50}")
    while me.see("earlier-chat").count():
        before = said.count()
        me.press("earlier-chat")
        me.page.wait_for_function(
            "before => document.querySelectorAll('[data-test=chat] [role=log] p').length !== before", arg=before
        )
    expect(said).to_have_count(LINES)


def test_the_home_page_tells_how_long_tables_are_kept(visit: Come) -> None:
    me = visit()
    expect(me.see("keeping")).to_contain_text("finished games for ever, unfinished games 400 days")
