"""Pictures of every screen, to be looked at.

usage: python -m tests.web.shots FOLDER [--readme]     --readme writes the pictures of the README to docs/images instead
       python -m tests.web.shots FOLDER --editor       the picture of the editor alone
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from .conftest import ROOT, ServerProcess
from .find_chromium import FLAGS, chromium
from .person import Person
from .shots_pioneer import pioneer
from .shots_rail_pass import rail_pass

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
SCREENS = {
    "home": "/",
    "lobby": "/lobby",
    "set-up": "/new/santa-fe-rails",
    "rules": "/rules/santa-fe-rails",
    "account": "/account",
    "wrong": "/t/nosuchtable0000000",
}


def everything(browser: Browser, address: str, folder: Path, size: str, scheme: str, language: str) -> None:
    width, height = SIZES[size]
    me = Person(browser, address, width=width, height=height, color_scheme=scheme, language=language)

    def shot(name: str) -> None:
        me.page.wait_for_load_state("networkidle")
        me.page.wait_for_timeout(400)
        path = folder / f"{name}-{size}-{scheme}-{language[:2]}.png"
        me.page.screenshot(path=path)
        print(path, flush=True)

    for name, path in SCREENS.items():
        me.go(path)
        expect(me.page.locator("main")).to_be_visible()
        shot(name)
    me.go("/")
    me.press("invite")
    me.press("pick-santa-fe-rails")
    expect(me.see("room")).to_be_visible()
    shot("room")
    me.go("/")
    me.press("play-now")
    me.sit_down()
    me.wait_for_turn()
    shot("choosing")
    me.choose()
    me.wait_for_turn()
    me.page.locator('[data-test="lay-target"][data-action]').last.click()
    shot("laying")
    me.press("confirm")
    for _ in range(26):
        if me.wait_for_turn():
            me.press("hint")
            me.press("confirm")
            expect(me.see("confirm")).to_have_count(0)
    me.wait_for_turn()
    shot("middle")
    if size == "phone":
        for tab in ("players", "log"):
            me.press(f"tab-{tab}")
            shot(tab)
        me.press("tab-hand")
    while me.wait_for_turn():
        me.choose()
    me.page.wait_for_timeout(800)
    shot("score")
    me.leave()


def editor(folder: Path) -> None:
    """The editor with a small board, of which a city is selected."""
    server = ServerProcess(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            me = Person(browser, server.address, width=1280, height=800)
            me.go("/workshop/santa-fe-rails?from=mini")
            expect(me.page.locator('[data-test="ed-verdict-line"][data-waiting="false"]')).to_be_visible()
            me.press("tab-selected")
            me.shown("ed-things").select_option("city:DEN")
            me.page.wait_for_timeout(400)
            me.page.screenshot(path=folder / "editor.png")
            browser.close()
    finally:
        server.stop()


def main() -> None:
    readme = "--readme" in sys.argv
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    if "--editor" in sys.argv:
        editor(folder)
        return
    server, quick = (
        ServerProcess(Path(tempfile.mkdtemp())),
        ServerProcess(Path(tempfile.mkdtemp()), "--fast-clock", "4"),
    )
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
            for size, scheme, language in (
                ("wide", "light", "en-GB"), ("phone", "dark", "en-GB"),
                ("wide", "dark", "de-DE"), ("phone", "light", "it-IT"),
            ):  # fmt: skip
                everything(browser, server.address, folder, size, scheme, language)
                pioneer(browser, server.address, folder, size, scheme, language)
                rail_pass(browser, quick.address, folder, size, scheme, language)
            browser.close()
    finally:
        server.stop()
        quick.stop()
    if readme:
        for name, picture in (
            ("middle-wide-light-en", "table"),
            ("choosing-phone-dark-en", "table-phone"),
            ("home-wide-light-en", "home"),
            ("rail-pass-middle-wide-light-en", "rail-pass-table"),
            ("rail-pass-range-phone-dark-en", "rail-pass-phone"),
        ):
            (ROOT / "docs" / "images" / f"{picture}.png").write_bytes((folder / f"{name}.png").read_bytes())


if __name__ == "__main__":
    main()
