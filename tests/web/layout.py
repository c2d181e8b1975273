"""Do controls overlap, stick out of the window or cut their words? Every screen, eight widths, five languages.

usage: python -m tests.web.layout [--pictures FOLDER] [SCREEN ...]     prints every fault; the pictures show where it is
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from .conftest import ServerProcess
from .find_chromium import FLAGS, chromium
from .person import Person

WIDTHS = (360, 390, 600, 800, 1024, 1280, 1440, 1920)
LANGUAGES = ("en", "de", "it", "es", "fr")
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"
FAULTS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")
KEEP = "more => (localStorage.goldenspike = JSON.stringify({ ...JSON.parse(localStorage.goldenspike), ...more }))"


def speak(page: Page, language: str) -> None:
    """The same screen in another language."""
    page.evaluate(KEEP, {"language": language})
    page.reload()
    expect(page.locator(f'html[lang="{language}"] main').first).to_be_visible()


def faults(me: Person, where: str, there: str, pictures: Path | None = None) -> Iterator[str]:
    """Whatever is wrong with a screen, in every language and width; one load for each language."""
    for language in LANGUAGES:
        speak(me.page, language)
        expect(me.page.locator(there).first).to_be_visible()
        for width in WIDTHS:
            me.page.set_viewport_size({"width": width, "height": 800})
            me.page.evaluate(SETTLED)
            found = [str(one) for one in me.page.evaluate(FAULTS)]
            yield from (f"{where}, {language}, {width} px: {one}" for one in found)
            if found and pictures:
                me.page.screenshot(path=pictures / f"{where}-{language}-{width}.png")


def table(me: Person, game: str, **wanted: object) -> None:
    bots = [{"holder": "bot", "bot": "greedy", "name": name} for name in ("Maximiliane", "Otto", "Bartholomew")]
    made = me.make(game=game, seats=[{"holder": "me", "name": "Konstantin"}, *bots], seed=5, start=True, **wanted)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()


def laying(me: Person) -> None:
    table(me, "santa-fe-rails")
    me.wait_for_turn()
    me.choose()
    me.wait_for_turn()


def late(me: Person) -> None:
    table(me, "santa-fe-rails")
    for _ in range(40):
        if not me.wait_for_turn():
            break
        me.choose()


def ended(me: Person) -> None:
    table(me, "santa-fe-rails", board="mini")
    while me.wait_for_turn():
        me.choose()


def drawing(me: Person) -> None:
    table(me, "pioneer-rails")
    me.wait_for_turn()


def yard(me: Person) -> None:
    table(me, "rail-pass", options={"clock": "ticks", "dexterity": "off"})


def at(path: str) -> Callable[[Person], None]:
    return lambda me: me.go(path)


BOARD = '[data-test="play"] [data-test="board"]'
SCREENS: dict[str, tuple[Callable[[Person], None], str]] = {
    "home": (at("/"), '[data-test="game"]'),
    "set-up": (at("/new/santa-fe-rails"), '[data-test="setup"]'),
    "set-up-rail-pass": (at("/new/rail-pass"), '[data-test="setup"]'),
    "lobby": (at("/lobby"), "main h1"),
    "rules": (at("/rules/santa-fe"), "main h1"),
    "account": (at("/account"), "main h1"),
    "import": (at("/import"), "main h1"),
    "laying": (laying, BOARD),
    "late": (late, BOARD),
    "ended": (ended, '[data-test="score"]'),
    "drawing": (drawing, BOARD),
    "yard": (yard, BOARD),
    "learn": (at("/learn/santa-fe-rails"), '[data-test="board"]'),
}


def look(browser: Browser, address: str, names: list[str], pictures: Path | None) -> int:
    count = 0
    for name in names:
        arrange, there = SCREENS[name]
        me = Person(browser, address)
        me.go("/")
        arrange(me)
        me.page.evaluate(KEEP, {"tour": False})
        for fault in faults(me, name, there, pictures):
            count += 1
            print(fault, flush=True)
        count += len(me.faults)
        print(f"{name}: looked at in {len(LANGUAGES)} languages and {len(WIDTHS)} widths {me.faults or ''}", flush=True)
        me.leave()
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", choices=[*SCREENS, []], metavar="SCREEN", help=json.dumps([*SCREENS]))
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        count = look(browser, server.address, given.screens or [*SCREENS], given.pictures)
        browser.close()
        server.stop()
    print(f"{count} faults")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
