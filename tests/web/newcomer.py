"""A newcomer at the page: from the first screen through a tutorial into a whole first game.

usage: python -m tests.web.newcomer FOLDER [GAME ...] [--size desktop|tablet|phone]

Every step is a picture in FOLDER, to be looked at. The newcomer stops where there is no way on, where something lies
over a control, or where the browser complains.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from .conftest import ServerProcess
from .find_chromium import FLAGS, chromium
from .person import Person
from .tutorial_reader import Reader

GAMES = ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"width": 1280, "height": 800},
    "tablet": {"width": 800, "height": 1100, "has_touch": True},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
QUICK_CLOCK = "6"
LOOKS = 25  # one picture for so many decisions of the first game
# Controls in sight with something else over their middle. What is scrolled away in its own part of the page is out of
# sight, not covered; a label belongs to its control.
COVERED = """() => {
  const found = []
  for (const one of document.querySelectorAll('button:not(:disabled), a[href], [role="tab"], input, select')) {
    const box = one.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (box.width < 2 || box.height < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    let hidden = getComputedStyle(one).visibility === 'hidden'
    for (let part = one.parentElement; part && !hidden; part = part.parentElement) {
      const frame = part.getBoundingClientRect()
      hidden = getComputedStyle(part).overflow !== 'visible' && (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom)
    }
    const top = hidden ? null : document.elementFromPoint(x, y)
    if (!top || one.contains(top) || top.contains(one) || top.closest('label')?.contains(one)) continue
    if (document.querySelector('dialog[open]') && !one.closest('dialog[open]')) continue
    const name = (node) => node.closest('[data-test]')?.dataset.test ?? node.tagName
    found.push(`${name(one)} (${one.textContent.trim().slice(0, 30)}) under ${name(top)}`)
  }
  return found
}"""


class Newcomer:
    """Somebody who has never been here, with a look at everything they see."""

    def __init__(self, browser: Browser, address: str, game: str, size: str, folder: Path | None = None) -> None:
        self.person = Person(browser, address, tour=True, **SIZES[size])
        self.page, self.game, self.size, self.folder = self.person.page, game, size, folder
        self.shots = 0

    def look(self, name: str) -> None:
        """A picture, and nothing lies over a control."""
        covered: list[str] = self.page.evaluate(COVERED)
        if self.folder is not None:
            self.page.wait_for_timeout(250)
            self.page.screenshot(path=self.folder / f"{self.game}-{self.size}-{self.shots:02d}-{name}.png")
            self.shots += 1
        assert not covered, f"{self.game} at {self.size}, {name}: {covered}"

    # ------------------------------------------------------------ the way in
    def arrive(self) -> None:
        """The first screen offers to learn the game, and nothing opens by itself."""
        self.person.go("/")
        offer = self.person.see(f"learn-{self.game}")
        expect(offer).to_be_visible()
        assert self.page.locator("dialog[open], [role=dialog]").count() == 0
        self.look("home")
        offer.scroll_into_view_if_needed()
        offer.click()
        expect(self.person.see("coach")).to_be_visible()
        self.person.sit_down()

    def learn(self, *, by_key: bool = False, each: Callable[[Reader, str], None] = lambda reader, where: None) -> None:
        reader = Reader(self.person, self.game, by_key=by_key)

        def seen(where: str) -> None:
            self.look(where)
            each(reader, where)

        reader.take(seen)

    def begin(self) -> None:
        """The first game."""
        self.person.shown("first-game").click()
        self.page.wait_for_url("**/t/*")
        self.person.sit_down()

    # ------------------------------------------------------------ a whole first game
    def read_tips(self) -> None:
        """Read whatever tip is shown."""
        for _ in range(12):
            tip = self.person.see("tour-next")
            if not tip.count():
                return
            tip.first.click()
            self.page.wait_for_timeout(60)

    def play(self) -> None:
        """To the end, reading every tip."""
        self.look("first-game")
        if self.game == "rail-pass":
            self._play_in_real_time()
        else:
            self._play_in_turns()
        expect(self.person.see("score").or_(self.person.see("rp-end")).first).to_be_visible()
        self.page.wait_for_timeout(1500)
        self.look("result")

    def _play_in_turns(self) -> None:
        decisions = 0
        while self.person.wait_for_turn():
            self.read_tips()
            if decisions % LOOKS == 0:
                self.look(f"decision-{decisions}")
            before = self._position()
            self.person.press("hint")
            ready = '[data-test="confirm"]:visible'
            self.page.locator(ready).first.click()
            self.page.wait_for_function(f"before => ({POSITION})() !== before", arg=before)
            decisions += 1

    def _position(self) -> str:
        found: str = self.page.evaluate(POSITION)
        return found

    def _play_in_real_time(self) -> None:
        """Whatever is offered in words, one after the other, until time is up."""
        until, looked = time.monotonic() + 240, 0.0
        end = self.person.see("rp-end")
        while not end.count() and time.monotonic() < until:
            self.read_tips()
            if time.monotonic() - looked > 12:
                looked = time.monotonic()
                self.look("round")
            self.page.evaluate(REACH)
            button = self.page.locator('[data-test="doing"] [data-test="do"]:not(:disabled)').first
            if button.count():
                with_patience(button.click)
            self.page.wait_for_timeout(150)


# The version of the table and the private steps of the turn: one of them changes with every decision.
POSITION = """() => [document.querySelector('[data-test=play]')?.dataset.version,
  document.querySelector('[data-test=tracks-left]')?.dataset.left, document.querySelector('[data-test=draft]')?.textContent,
  document.querySelector('[data-test=towns]')?.textContent, document.querySelector('[data-test=score]') !== null].join(' ')"""
# Take hold of something of mine that can be moved: what can be done with it is then written on buttons.
REACH = """() => {
  if (document.querySelector('[data-test=doing] [data-test=do]:not(:disabled)')) return
  const things = Array.from(document.querySelectorAll('[data-test=tabletop] [data-test=yard-end], [data-test=tabletop] [data-test=cargo], [data-test=tabletop] [data-test=train]'))
  const one = things[Math.floor(Math.random() * things.length)]
  one?.focus()
  one?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  one?.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }))
}"""


def with_patience(deed: Callable[..., Any]) -> None:
    """A button may be gone before it is pressed: everybody acts at the same time."""
    try:
        deed(timeout=400)
    except Exception:
        return


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("games", nargs="*", default=GAMES)
    arguments.add_argument("--size", choices=SIZES, action="append")
    wanted = arguments.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    turns = ServerProcess(Path(tempfile.mkdtemp()))
    rounds = ServerProcess(Path(tempfile.mkdtemp()), "--fast-clock", QUICK_CLOCK)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for game in wanted.games:
                for size in wanted.size or SIZES:
                    begun = time.monotonic()
                    server = rounds if game == "rail-pass" else turns
                    newcomer = Newcomer(browser, server.address, game, size, wanted.folder)
                    newcomer.arrive()
                    newcomer.learn()
                    learned = time.monotonic()
                    newcomer.begin()
                    newcomer.play()
                    assert not newcomer.person.faults, newcomer.person.faults
                    newcomer.person.leave()
                    spent = f"tutorial {learned - begun:.0f} s, first game {time.monotonic() - learned:.0f} s"
                    print(f"{game} at {size}: {newcomer.shots} pictures, {spent}", flush=True)
            browser.close()
    finally:
        turns.stop()
        rounds.stop()


if __name__ == "__main__":
    main()
