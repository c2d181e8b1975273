"""A newcomer at the page: from the first screen through a tutorial into a whole first game.

usage: python -m tests.web.newcomer --out FOLDER [--game NAME ...] [--size desktop|tablet|phone ...]

They press what is written on the page: nothing may lie over a control, nothing may lead nowhere, and the browser may
not complain. Every step is a picture in FOLDER, to be looked at. The table at the end says how far everybody came.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Locator, expect, sync_playwright

from .conftest import ServerProcess
from .covered import MIDDLE, check_page, open_spot
from .find_chromium import FLAGS, chromium
from .person import Person
from .tutorial_reader import AT_ENGINE, Reader

GAMES = ("santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass")
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"width": 1280, "height": 800},
    "tablet": {"width": 800, "height": 1100, "has_touch": True},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
}
QUICK_CLOCK = "6"  # a game against the clock, so many times as fast
LONGEST = 900  # seconds for a first game: longer means a way without an end
EARLY, SELDOM = 6, 20  # a picture of each of the first decisions, then of every twentieth
LOG_MS = 20_000  # until the log has followed the table, on a busy machine
ASKS = 3  # every third decision is left to the hint
# The version of the table, or the private steps of a turn while it lasts: one of them changes with every decision.
# What others do meanwhile changes the version too: whoever took that for an answer would tap a track a second time,
# which rubs it out.
POSITION = """() => {
  const one = (name) => document.querySelector(`[data-test=${name}]`)
  const words = ['draft', 'towns'].map((name) => one(name)?.textContent)
  const left = one('tracks-left')?.dataset.left
  return [left === undefined ? one('play')?.dataset.version : '', left, ...words, one('score') !== null].join(' ')
}"""
# Everything that moves has come to rest, and the pictures in sight are there.
STILL = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  const seen = Array.from(document.images).filter((one) => one.getBoundingClientRect().top < innerHeight)
  const all = [...moving.map((one) => one.finished), ...seen.map((one) => one.decode())]
  await Promise.race([Promise.allSettled(all), new Promise((done) => setTimeout(done, 5000))])
}"""
# Where the log is in sight, so is its last line.
LOG_AT_END = """() => Array.from(document.querySelectorAll('[data-test=log]')).every(
  (log) => log.scrollHeight - log.scrollTop - log.clientHeight < 40)"""
OFFERED = (
    ":is([data-test=hand], [data-test=board]) [data-action]:is(button, [role=button])"
    ":not(:disabled, [aria-disabled=true]):visible"
)
MINE = '[data-test="tabletop"] :is([data-test="yard-end"], [data-test="cargo"], [data-test="train"])'


class Newcomer:
    """Somebody who has never been here, and looks at everything they see."""

    def __init__(self, browser: Browser, address: str, game: str, size: str, folder: Path | None = None) -> None:
        self.person = Person(browser, address, tour=True, **SIZES[size])
        self.page, self.game, self.size, self.folder = self.person.page, game, size, folder
        self.reader = Reader(self.person, game)
        self.random = random.Random(f"{game} {size}")
        self.steps = self.decisions = self.looks = 0

    def look(self, name: str) -> None:
        """A picture, and nothing lies over a control."""
        self.looks += 1
        if self.folder is not None:
            self.page.evaluate(STILL)
            self.page.screenshot(path=self.folder / f"{self.game}-{self.size}-{self.looks:02d}-{name}.png")
        self.page.wait_for_function(LOG_AT_END, timeout=LOG_MS)
        check_page(self.page, f"{self.game} at {self.size}, {name}")

    def press(self, name: str) -> None:
        self.reader.press(self.person.shown(name))

    # ------------------------------------------------------------ the way in
    def arrive(self) -> None:
        """The first screen offers to learn the game, and nothing opens by itself."""
        self.person.go("/")
        expect(self.person.see(f"learn-{self.game}")).to_be_visible()
        assert self.page.locator("dialog[open], [role=dialog]").count() == 0
        self.look("home")
        self.press(f"learn-{self.game}")
        expect(self.person.see("coach")).to_be_visible()
        self.person.sit_down()

    def learn(self) -> None:
        """Every step of the tutorial, on the board itself."""

        def seen(where: str) -> None:
            self.steps += not where.endswith(("-read", "end"))
            self.look(where)

        self.reader.take(seen)

    def begin(self) -> None:
        """The first game, which the tutorial offers."""
        self.press("first-game")
        self.page.wait_for_url("**/t/*")
        self.person.sit_down()
        self.look("first-game")

    # ------------------------------------------------------------ a whole first game
    def play(self) -> None:
        """To the end, reading every tip."""
        until = time.monotonic() + LONGEST
        way = self._act if self.game == "rail-pass" else self._decide
        while not self.over:
            assert time.monotonic() < until, "the game has no end"
            self.read_tips()
            way()
        if self.person.see("score-skip").count():
            self.look("count")
            self.press("score-skip")
        expect(self.person.see("verdict").or_(self.person.see("rp-end")).first).to_be_visible()
        self.look("result")

    @property
    def over(self) -> bool:
        return self.person.see("score").count() > 0

    def read_tips(self) -> None:
        for _ in range(12):
            if not self.person.see("tour-next").count():
                return
            self._try(lambda: self.look("tip-" + str(self.person.see("tour").get_attribute("data-note", timeout=500))))
            self._try(lambda: self.reader.press(self.person.see("tour-next").first, timeout=2000))
            self.page.wait_for_timeout(60)

    def _decide(self) -> None:
        """What lies on the table, or what the hint says; then confirm it."""
        if not self.person.wait_for_turn():
            return
        self.decisions += 1
        if self.decisions <= EARLY or self.decisions % SELDOM == 0:
            self.look(f"decision-{self.decisions}")
        before: str = self.page.evaluate(POSITION)
        offered = self._offered() if self.decisions % ASKS else None
        if offered is not None and offered.count():
            if not self._try(lambda: self._press_open(self._any(offered))):
                return
        else:
            self.press("hint")
            self.person.shown("confirm").wait_for()
        moved = f"before => document.querySelector('[data-test=confirm]') || ({POSITION})() !== before"
        self.page.wait_for_function(moved, arg=before)
        if self.person.see("confirm").count():
            if self.decisions <= EARLY:
                self.look(f"draft-{self.decisions}")
            before = self.page.evaluate(POSITION)
            self.press("confirm")
            self.page.wait_for_function(f"before => ({POSITION})() !== before", arg=before)

    def _press_open(self, one: Locator) -> None:
        """Lines may cross: a person presses where this one lies open."""
        one.scroll_into_view_if_needed(timeout=5000)
        self.reader.press(one, open_spot(one), timeout=5000)

    def _offered(self) -> Locator:
        """What can be done now, on the board or in the hand; where lines lie close, first choose a railroad."""
        railroads = self.page.locator('[data-test="railroad"]:not(:disabled, [aria-disabled=true]):visible')
        if not railroads.count():
            return self.page.locator(OFFERED)
        lines = self.page.locator('[data-test="lines"] [data-action]:visible')
        for _ in range(railroads.count()):
            self.reader.press(self._any(railroads))
            if lines.count():
                break
        return lines

    def _act(self) -> None:
        """Take something of mine, then press what can be done with it; others act at the same time."""
        if self.person.see("countdown").count():
            self.page.wait_for_timeout(200)
            return
        if self.person.see("continue").count():
            self._try(lambda: self.reader.press(self.person.shown("continue"), timeout=500))
            return
        if self.looks < 40 and self.decisions % SELDOM == 0:
            self.look(f"deed-{self.decisions}")
        self.decisions += 1
        buttons = self.page.locator('[data-test="doing"] [data-test="do"]:not(:disabled)')
        if not buttons.count():
            self._try(self._take_hold)
        if buttons.count():
            self._try(lambda: self.reader.press(self._any(buttons), timeout=500))
        self.page.wait_for_timeout(100)

    def _take_hold(self) -> None:
        # Others move things meanwhile: what is chosen is held by its name, not by its place in the list.
        spot = self._any(self.page.locator(MINE)).get_attribute("data-spot", timeout=500) or ""
        thing = self.page.locator(f'[data-test="tabletop"] [data-spot="{spot}"]').first
        self.reader.press(thing, AT_ENGINE if spot.startswith("train:") else MIDDLE, timeout=500)

    def _any(self, found: Locator) -> Locator:
        return found.nth(self.random.randrange(max(1, found.count())))

    def _try(self, deed: Callable[[], None]) -> bool:
        """Where everybody acts at the same time, a thing may be gone before it is pressed."""
        try:
            deed()
        except Error:
            return False
        return True


@dataclass
class Report:
    """How far one newcomer came."""

    game: str
    size: str
    steps: int = 0
    learned: float = 0
    decisions: int = 0
    played: float = 0
    looks: int = 0
    fault: str = ""

    HEAD = ("game", "width", "tutorial steps", "minutes", "decisions", "minutes", "pictures", "outcome")

    def line(self) -> str:
        learned, played = f"{self.learned / 60:.1f}", f"{self.played / 60:.1f}"
        width, outcome = SIZES[self.size]["width"], self.fault or "finished"
        cells = (self.game, width, self.steps, learned, self.decisions, played, self.looks, outcome)
        return "| " + " | ".join(map(str, cells)) + " |"


def run(browser: Browser, address: str, game: str, size: str, folder: Path | None = None) -> Report:
    """One newcomer, from the first screen to the result."""
    one, report = Newcomer(browser, address, game, size, folder), Report(game, size)
    begun = time.monotonic()
    try:
        one.arrive()
        one.learn()
        report.learned = time.monotonic() - begun
        one.begin()
        one.play()
        report.played = time.monotonic() - begun - report.learned
        assert not one.person.faults, one.person.faults
    except (AssertionError, Error) as fault:
        report.fault = " ".join(str(fault).split())[:400] or repr(fault)
        if folder is not None:
            one.page.screenshot(path=folder / f"{game}-{size}-fault.png")
    finally:
        report.steps, report.decisions, report.looks = one.steps, one.decisions, one.looks
        one.person.leave()
    return report


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    arguments.add_argument("--game", choices=GAMES, action="append")
    arguments.add_argument("--size", choices=SIZES, action="append")
    wanted = arguments.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    turns = ServerProcess(Path(tempfile.mkdtemp()))
    rounds = ServerProcess(Path(tempfile.mkdtemp()), "--fast-clock", QUICK_CLOCK)
    failed = 0
    print("| " + " | ".join(Report.HEAD) + " |\n|" + "---|" * len(Report.HEAD), flush=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for game in wanted.game or GAMES:
                for size in wanted.size or SIZES:
                    server = rounds if game == "rail-pass" else turns
                    report = run(browser, server.address, game, size, wanted.out)
                    failed += report.fault != ""
                    print(report.line(), flush=True)
            browser.close()
    finally:
        turns.stop()
        rounds.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
