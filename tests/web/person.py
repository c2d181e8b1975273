"""A person at the page, as far as a program can be one: looks, clicks, types, and hears what the browser says."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from goldenspike.engine.match import Match

PATIENCE_MS = 90_000  # on a busy machine a page may take a minute
expect.set_options(timeout=PATIENCE_MS)
SERIOUS = {"serious", "critical"}
AXE = Axe()
FINDINGS = "options => axe.run(document, options).then((found) => found.violations)"
MAKE = """async ([path, wanted]) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(wanted) })
  return [answer.status, await answer.json()]
}"""
# Notes every moment that is shown: on a busy machine it may be over before anybody looks.
WATCH = """() => {
  window.moments = []
  new MutationObserver(() => {
    const text = document.querySelector('[data-test=moment]')?.textContent.trim()
    if (text && !window.moments.includes(text)) window.moments.push(text)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""
# What a lost connection makes the browser say is not a fault of the page; nor is it that a part which has just gone was
# asked once more (derived_inert): nobody sees it.
NO_FAULT = re.compile(
    r"WebSocket connection|ERR_CONNECTION|ERR_INTERNET|Failed to load resource|Service Worker registration blocked"
    r"|svelte\.dev/e/derived_inert"
)


class Person:
    """One browser context with one page."""

    def __init__(
        self, browser: Browser, address: str, *, width: int = 1280, height: int = 860, language: str = "en-GB",
        tour: bool = False, confirm: bool = True, **settings: Any,
    ) -> None:  # fmt: skip
        self.address = address
        self.faults: list[str] = []
        viewport: Any = {"width": width, "height": height}
        settings.setdefault(
            "service_workers", "block"
        )  # what is tested is the server of the day, not what is kept of it
        self.context = browser.new_context(viewport=viewport, locale=language, reduced_motion="reduce", **settings)
        self.context.set_default_timeout(PATIENCE_MS)
        self.tab = self.context.new_page()
        self.tab.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.tab.on("console", self._heard)
        self.comes_to = ""  # a page that is loaded when somebody looks at it
        self.confirms = confirm
        self.scheme: Literal["light", "dark"] = "light"
        kept = json.dumps({"tour": tour, "confirm": confirm})
        self.tab.add_init_script(f"localStorage.goldenspike ??= '{kept}'")

    def _heard(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not NO_FAULT.search(message.text):
            self.faults.append(f"{message.type}: {message.text}")

    # ------------------------------------------------------------ moving about
    def come(self, path: str) -> None:
        """To a page; the first one, which most people leave at once, is loaded when somebody looks at it."""
        if path == "/":
            self.comes_to = path
        else:
            self.go(path)

    def go(self, path: str) -> None:
        self.comes_to = ""
        self.tab.goto(path if path.startswith("http") else self.address + path)

    @property
    def page(self) -> Page:
        """What this person looks at."""
        if self.comes_to:
            self.go(self.comes_to)
        return self.tab

    def leave(self) -> None:
        self.context.close()

    def see(self, name: str) -> Locator:
        return self.page.locator(f'[data-test="{name}"]')

    def shown(self, name: str) -> Locator:
        return self.page.locator(f'[data-test="{name}"]:visible').first

    def press(self, name: str) -> None:
        self.shown(name).click()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    # ------------------------------------------------------------ at the table
    def make(self, **wanted: Any) -> Any:
        """A table of mine, by the page's own request: what the server says about it, with the invitations."""
        return self.post("/api/tables", wanted)

    def bring(self, match: Match) -> None:
        """To a table where a match goes on that was begun elsewhere."""
        made = self.post("/api/import", match.data())
        self.go(f"/t/{made['table']['id']}")
        expect(self.see("curtain").or_(self.see("choices")).first).to_be_visible()
        if self.see("curtain").count():
            self.press("curtain-open")
        self.sit_down()
        self.wait_for_turn()

    def post(self, path: str, data: Any) -> Any:
        """A request of the page; where none is loaded yet, the same of this browser."""
        if self.comes_to:
            headers = {"Origin": self.address, "Content-Type": "application/json"}
            answer = self.context.request.post(self.address + path, data=json.dumps(data), headers=headers)
            status, made = answer.status, answer.json()
        else:
            status, made = self.tab.evaluate(MAKE, [path, data])
        assert status < 300, made
        return made

    def sit_down(self) -> None:
        """At a running table: the board is there."""
        expect(self.shown("prompt")).to_be_visible()
        expect(self.shown("board")).to_be_visible()

    @property
    def version(self) -> int:
        """The version of the table that has arrived here."""
        return int(self.see("play").get_attribute("data-version") or 0)

    def wait_for_version(self, version: int) -> None:
        """Wait until the table has got at least that far."""
        self.page.wait_for_function(
            "wanted => Number(document.querySelector('[data-test=play]')?.dataset.version) >= wanted", arg=version
        )

    @property
    def awaited(self) -> bool:
        return self.shown("prompt").get_attribute("data-mine") == "true"

    def wait_for_turn(self) -> bool:
        """Wait until a decision of mine is asked for; False when the game is over."""
        mine = self.page.locator('[data-test="choices"]:visible, [data-test="score"]:visible')
        expect(mine.first).to_be_visible()
        return self.see("score").count() == 0

    def choose(self, text: str | None = None) -> str:
        """Take a choice from the list of all choices and confirm it; the notation of what was chosen."""
        before = self.version
        self.press("choices")
        listed = self.page.locator("[role=dialog] [data-action], dialog [data-action]")
        expect(listed.first).to_be_visible()
        one = listed.first if text is None else self.page.locator(f'dialog [data-action="{text}"]')
        action = one.get_attribute("data-action") or ""
        one.click()
        self.accept(before)
        return action

    def decide(self, times: int) -> None:
        """Choose whenever asked, so many times, until it is my turn again."""
        for _ in range(times):
            self.wait_for_turn()
            self.choose()
        self.wait_for_turn()

    def accept(self, before: int | None = None) -> None:
        """Confirm a draft, and wait until it is stored and told."""
        before = self.version if before is None else before
        if self.confirms:
            self.press("confirm")
        expect(self.see("confirm")).to_have_count(0)
        self.wait_for_version(before + 1)

    def watch_moments(self) -> None:
        """From now on, ``moments`` of the page lists whatever is shown for a moment over the board."""
        self.page.evaluate(WATCH)

    def log(self) -> str:
        return self.shown("log").inner_text()

    # ------------------------------------------------------------ for everybody
    def check_access(self, where: str, *, dark: bool = False) -> None:
        """No serious finding of axe-core, and nothing wider than the screen; in another light only colours differ."""
        found = self.serious(where, dark=dark)
        assert not found, found
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{where} is {wide} px wider than the screen"

    def serious(self, where: str, *, dark: bool = True) -> list[str]:
        """What axe-core finds serious."""
        found = self._ask_axe(where)
        if dark:
            self._change_light()
            found += self._ask_axe(where, runOnly=["color-contrast"])
        return found

    def _change_light(self) -> None:
        """From light to dark or back, until it has been painted: there the next screen is looked at first."""
        self.scheme = "light" if self.scheme == "dark" else "dark"
        self.page.emulate_media(color_scheme=self.scheme)
        expect(self.page.locator(f'html[data-theme="{self.scheme}"]')).to_be_attached()
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def _ask_axe(self, where: str, **options: Any) -> list[str]:
        """What is found twice: where a clock runs, the page changes while axe-core looks at it."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.axe_script)
        for _ in range(2):
            found = self.page.evaluate(FINDINGS, {"resultTypes": ["violations"], **options})
            serious = [one for one in found if one["impact"] in SERIOUS]
            if not serious:
                break
        return [
            f"{where} ({self.scheme}): {one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
            for one in serious
        ]
