"""Notices on a device: the page asks for them, the server seals and sends one, a real service worker shows it.

Two things stand in for what belongs to a browser's maker. The push service is an https server of this test: no browser
here can reach a real one. So ``PushManager.subscribe`` answers with an address there and with keys of this test. What
arrives there, decrypted with those keys, is handed to the service worker by DevTools (``deliverPushMessage``), as the
browser would. Everything else is real: page, worker, server, outbox, encryption, signature.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, expect

from goldenspike.server.app import create
from goldenspike.server.http.rate_limits import Limits

from ..server.push_service import Subscription, signed_by, text_of
from ..server.test_webhooks import Receiver, webhook_client
from .find_chromium import FLAGS, whole_chromium
from .person import Person

pytestmark = pytest.mark.xdist_group("offline")
SUBSCRIBE = """(mine) => {
  const plain = (text) => atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  const bytes = (text) => Uint8Array.from(plain(text), (sign) => sign.charCodeAt(0)).buffer
  const made = { endpoint: mine.endpoint, options: {}, getKey: (name) => bytes(mine[name]),
    unsubscribe: async () => { localStorage.removeItem('stands in'); return true } }
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem('stands in', options.applicationServerKey.length)
    return made
  }
  PushManager.prototype.getSubscription = async () => localStorage.getItem('stands in') ? made : null
}"""
# The browser's maker ends a subscription: the worker is told, and asks for another one.
ENDED = """async (mine) => {
  PushManager.prototype.subscribe = async (options) => {
    self.asked = options.applicationServerKey
    return { toJSON: () => ({ endpoint: mine.endpoint, keys: { p256dh: mine.p256dh, auth: mine.auth } }) }
  }
  const event = new Event('pushsubscriptionchange')
  event.waitUntil = (work) => (self.renewed = work)
  self.dispatchEvent(event)
  await self.renewed
  return self.asked
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready
  const shown = await worker.getNotifications()
  return shown.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, url: data.url }))
}"""


@pytest.fixture
def there(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A server in a thread of its own, whose pushes go to a push service of this test."""
    ready, ended = threading.Event(), threading.Event()
    found = SimpleNamespace()

    async def whole() -> None:
        async with Receiver(b"HTTP/1.1 201 Created\r\n\r\n") as service:
            app = create(
                tmp_path, limits=Limits(on=False), bot_delay_s=0, notice_delay_ms=0,
                webhook_client=webhook_client(*[["127.0.0.1"]] * 20),
            )  # fmt: skip
            listening = socket.create_server(("127.0.0.1", 0))
            found.address = f"http://localhost:{listening.getsockname()[1]}"
            found.service = service
            server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", log_config=None))
            found.stop = lambda: setattr(server, "should_exit", True)
            ready.set()
            await server.serve([listening])

    def run() -> None:
        try:
            asyncio.run(whole())
        finally:
            ready.set()
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    assert ready.wait(60)
    yield found
    found.stop()
    assert ended.wait(60)


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """One that shows notices."""
    whole = browser.browser_type.launch(executable_path=whole_chromium(), args=list(FLAGS))
    yield whole
    whole.close()


def arrives(found: Callable[[], Any], seconds: float = 90) -> Any:
    until = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.1)
    return value


def test_a_service_worker_shows_what_the_server_sealed(there: SimpleNamespace, whole_browser: Browser) -> None:
    device = Subscription(f"https://hooks.example.org:{there.service.port}/phone")
    me = Person(whole_browser, there.address, service_workers="allow", width=390, height=844, language="de-DE")
    me.context.grant_permissions(["notifications"], origin=there.address)
    keys = {"endpoint": device.endpoint, "p256dh": text_of(device.point), "auth": text_of(device.auth)}
    me.page.add_init_script(f"({SUBSCRIBE})({json.dumps(keys)})")
    devtools = me.context.new_cdp_session(me.page)
    registered: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")

    # Without an account: on this device, with quiet hours, tried out.
    me.go("/account")
    me.press("push-on")
    expect(me.see("push-on-state")).to_be_visible()
    assert not me.serious("notices")
    me.see("push-quiet").check()
    me.see("push-from").fill("03:00")
    me.see("push-to").fill("03:01")
    me.press("push-hours")
    expect(me.see("done")).to_be_visible()
    me.press("push-try")
    tried = device.read(arrives(lambda: there.service.got)[0])
    assert tried["body"] == "Benachrichtigungen funktionieren auf diesem Gerät."

    moved = Subscription(f"https://hooks.example.org:{there.service.port}/again")
    renewed = {"endpoint": moved.endpoint, "p256dh": text_of(moved.point), "auth": text_of(moved.auth)}
    key = me.context.service_workers[0].evaluate(ENDED, renewed)
    settings = me.page.evaluate("fetch('/api/me/push').then((answer) => answer.json())")
    assert (settings["endpoint"], settings["key"], settings["language"]) == (moved.endpoint, key, "de")
    assert (settings["quiet_from"], settings["quiet_to"]) == (180, 181)
    me.context.service_workers[0].evaluate(ENDED, keys)

    # At a table of mine it is my turn, and I am somewhere else.
    seats = [{"holder": "me", "name": "Anna"}, {"holder": "bot", "bot": "greedy", "name": "Bo"}]
    made = me.make(game="santa-fe-rails", board="mini", name="Freitag", seats=seats, seed=5, start=True)
    table = made["table"]["id"]
    sent = arrives(lambda: there.service.got[1:])[0]
    settings = me.page.evaluate("fetch('/api/me/push').then((answer) => answer.json())")
    assert signed_by(sent, settings["key"])["exp"] > time.time()
    message = device.read(sent)

    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": there.address, "registrationId": arrives(lambda: registered)[-1], "data": json.dumps(message)},
    )
    line = "Anna: du bist am Zug bei Santa Fe Rails (Freitag)"
    wanted = {"title": "Golden Spike", "body": line, "tag": table, "lang": "de", "url": f"/t/{table}"}
    assert arrives(lambda: me.page.evaluate(SHOWN)) == [wanted]

    # The switch in the menu of the table, and off again.
    me.go(f"/t/{table}")
    me.sit_down()
    me.press("menu")
    expect(me.see("turn-notices")).to_be_checked()
    me.see("turn-notices").uncheck()
    settings = arrives(
        lambda: (now := me.page.evaluate("fetch('/api/me/push').then((a) => a.json())"))["silent"] and now
    )
    assert (settings["silent"], settings["quiet_from"], settings["quiet_to"]) == ([table], 180, 181)
    assert not me.serious("menu with notices")
    me.go("/account")
    me.press("push-off")
    expect(me.see("push-on")).to_be_visible()
    assert me.page.evaluate("fetch('/api/me/push').then((a) => a.json())")["endpoint"] == ""
    assert len(there.service.got) == 2
    assert not me.faults, me.faults
    me.leave()
