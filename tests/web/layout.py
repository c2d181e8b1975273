"""Do controls overlap, stick out or cut their words, do words break? Every screen, eight widths, five languages.

usage: python -m tests.web.layout [--pictures FOLDER] [SCREEN ...]     prints every fault; the pictures show where it is
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, expect

from .person import Person
from .screens import SCREENS, Screen, arrive, visits

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


def faults(me: Person, where: str, screen: Screen, pictures: Path | None = None, step: int = 1) -> Iterator[str]:
    """Whatever is wrong with a screen, in every language and width; one load for each language.

    With a ``step`` each language takes one width of so many, and the next language begins with the width after.
    """
    for number, language in enumerate(LANGUAGES):
        speak(me.page, language)
        arrive(me, screen)
        for width in WIDTHS[number % step :: step]:
            me.page.set_viewport_size({"width": width, "height": 800})
            me.page.evaluate(SETTLED)
            found = [str(one) for one in me.page.evaluate(FAULTS)]
            if found:  # on a busy machine the page may still have been making room: what is wrong stays so
                me.page.wait_for_timeout(400)
                me.page.evaluate(SETTLED)
                found = [one for one in map(str, me.page.evaluate(FAULTS)) if one in found]
            yield from (f"{where}, {language}, {width} px: {one}" for one in found)
            if found and pictures:
                me.page.screenshot(path=pictures / f"{where}-{language}-{width}.png")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", choices=[*SCREENS, []], metavar="SCREEN", help=" ".join(SCREENS))
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, screen, me in visits(given.screens or [*SCREENS]):
        for fault in [*faults(me, name, screen, given.pictures), *me.faults]:
            count += 1
            print(fault, flush=True)
    print(f"{count} faults in {len(LANGUAGES)} languages and {len(WIDTHS)} widths")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
