"""Without the server: the page opens, rulebooks and finished games are there, and a move waits until it is back."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import ServerProcess
from .person import Person

pytestmark = pytest.mark.xdist_group("offline")
Come = Callable[..., Person]
KEPT = """async (wanted) => {
  await navigator.serviceWorker.ready
  for (let tries = 0; tries < 1500; tries++) {
    const found = []
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
    }
    if (navigator.serviceWorker.controller && wanted.every((one) => found.includes(one))) return found
    await new Promise((done) => setTimeout(done, 100))
  }
  return 'never'
}"""
BOOKS = [f"/api/rulebook/{game}" for game in ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that also writes match files while the machine is busy."""
    server = ServerProcess(tmp_path_factory.mktemp("offline"), "--quota", "worker_seconds=120")
    yield server
    server.stop()


def ready(me: Person, *paths: str) -> list[str]:
    """Wait until the worker is at work and keeps these."""
    found: Any = me.page.evaluate(KEPT, list(paths))
    assert found != "never", paths
    return list(found)


def pick(me: Person) -> str:
    """Take the first of all choices; nobody answers."""
    me.press("choices")
    one = me.page.locator("dialog [data-action]").first
    action = one.get_attribute("data-action") or ""
    one.click()
    expect(me.shown("offline")).to_contain_text("Your move is kept")
    return action


def test_rulebooks_and_finished_games_are_there_without_the_server(visit: Come) -> None:
    me = visit("/", service_workers="allow", language="de-DE")
    kept = ready(me, "/", "/api/games", *BOOKS)
    # Nothing that is somebody's own: neither who I am nor my tables.
    assert not [path for path in kept if re.match(r"/api/(me|lobby|tables|account)", path)]
    made = me.make(
        game="santa-fe-rails", board="mini", seed=5, start=True, name="Kept",
        seats=[{"holder": "bot", "bot": "random", "name": "Bo"}, {"holder": "bot", "bot": "random", "name": "Cy"}],
    )  # fmt: skip
    table = made["table"]["id"]
    games = len(me.page.evaluate("fetch('/api/games').then((answer) => answer.json())"))
    me.go(f"/t/{table}")
    expect(me.see("play")).to_have_attribute("data-status", "finished")
    ready(me, f"/kept/{table}", f"/api/tables/{table}/reel", f"/api/tables/{table}/export")
    me.context.set_offline(True)

    me.go("/rules/santa-fe-rails")  # a page that was never opened, in the language that was chosen
    expect(me.see("rulebook")).to_contain_text("Strecke")
    expect(me.shown("offline-banner")).to_be_visible()
    me.go("/")
    me.press("banner-shelf")
    expect(me.see("shelf-book")).to_have_count(games)
    with me.page.expect_download() as download:
        me.press("shelf-save")
    assert json.loads(download.value.path().read_text())["log"]
    assert not me.serious("offline")
    me.see("table-row").click()
    expect(me.see("play")).to_have_attribute("data-status", "finished")
    expect(me.shown("board")).to_be_visible()
    last = me.version
    me.page.keyboard.press("Escape")
    me.page.evaluate("history.replaceState(null, '', location.pathname + '?at=12')")
    me.page.reload()
    expect(me.shown("past")).to_be_visible()  # an earlier position, out of the replay
    assert me.version == last


def test_a_move_survives_losing_the_network_and_the_page(visit: Come) -> None:
    me = visit("/", service_workers="allow", confirm=False)
    ready(me, "/", "/api/games")
    made = me.make(
        game="santa-fe-rails", board="mini", seed=5, start=True,
        seats=[{"holder": "me", "name": "Anna"}, {"holder": "bot", "bot": "greedy", "name": "Bo"}],
    )  # fmt: skip
    table = made["table"]["id"]
    me.go(f"/t/{table}")
    me.sit_down()
    me.wait_for_turn()
    before = me.version
    me.context.set_offline(True)
    pick(me)
    waiting = me.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('goldenspike waiting'))")
    assert waiting == [f"goldenspike waiting {table}"]
    me.page.reload()  # the page is gone with all it knew
    expect(me.see("move-waits")).to_be_visible()
    assert not me.serious("move waits")
    me.context.set_offline(False)
    me.wait_for_version(before + 1)
    expect(me.see("move-waits")).to_have_count(0)
    entries = me.page.evaluate("(path) => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}/entries")
    assert len([one for one in entries if one["kind"] == "move" and one["seat"] == 0]) == 1
    assert me.page.evaluate("localStorage.getItem('goldenspike waiting ' + location.pathname.slice(3))") is None

    # The same while the table is not open: it is sent from the first page.
    me.wait_for_turn()
    before = me.version
    me.context.set_offline(True)
    pick(me)
    me.go("/")
    me.context.set_offline(False)
    until = time.monotonic() + 180
    while True:
        now = me.page.evaluate("(path) => fetch(path).then((answer) => answer.json())", f"/api/tables/{table}")
        if now["table"]["version"] > before:
            break
        assert time.monotonic() < until, "the move was never sent"
        time.sleep(0.3)


def test_a_move_whose_turn_is_over_does_not_count_for_the_next(visit: Come) -> None:
    """While the browser was away somebody else played for the seat: what waits is refused, and says so."""
    me, other = visit("/", service_workers="allow", confirm=False), visit()
    ready(me, "/")
    made = me.make(
        game="santa-fe-rails", board="mini", seed=5, start=True,
        seats=[{"holder": "me", "name": "Anna"}, {"holder": "bot", "bot": "greedy", "name": "Bo"}],
    )  # fmt: skip
    table = made["table"]["id"]
    link = me.post(f"/api/tables/{table}/seats/0/device", {})
    me.go(f"/t/{table}")
    me.sit_down()
    me.wait_for_turn()
    me.context.set_offline(True)
    pick(me)
    other.go(link["path"])
    other.sit_down()
    other.decide(3)  # the same person on another device, until a later turn
    there = other.version
    me.context.set_offline(False)
    me.wait_for_version(there)
    expect(me.shown("notice")).to_contain_text("moved on")
    assert other.version == there
