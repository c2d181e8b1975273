"""Pictures of Pioneer Rails at the table, to be looked at."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from .person import Person
from .test_pioneer import BOTS, go_on, sit

SIZES = {"wide": (1440, 900), "phone": (390, 844)}


def pioneer(browser: Browser, address: str, folder: Path, size: str, scheme: str, language: str) -> None:
    """The set-up, every stage of a turn, the others' sheets, the count; a bot's hints draw a sheet worth seeing."""
    width, height = SIZES[size]
    me = Person(browser, address, width=width, height=height, color_scheme=scheme, language=language)

    def shot(name: str) -> None:
        me.page.wait_for_load_state("networkidle")
        me.page.wait_for_timeout(2600)  # until no caption tells what was heard
        path = folder / f"pioneer-{name}-{size}-{scheme}-{language[:2]}.png"
        me.page.screenshot(path=path)
        print(path, flush=True)

    def advice() -> None:
        """One step as a bot would take it; the others may move while it thinks, then it is asked again."""
        for _ in range(5):
            me.press("hint")
            try:
                me.shown("confirm").click(timeout=4000)
            except PlaywrightTimeout:
                continue
            expect(me.see("confirm")).to_have_count(0)
            return

    def advised(turns: int) -> None:
        for _ in range(turns):
            began = me.version
            for _ in range(20):
                if me.version > began and me.see("pr-hand").get_attribute("data-steps") == "0":
                    break
                me.wait_for_turn()
                advice()

    me.go("/new/pioneer-rails")
    expect(me.see("setup")).to_be_visible()
    shot("set-up")
    sit(me, *BOTS, board="desert-b" if scheme == "light" else "forest-a", seed=5, owners=True, jokers=True)
    advised(7)
    expect(me.shown("deal-card")).to_be_visible()
    me.press("odds-toggle")
    shot("picking")
    me.press("odds-toggle")
    advice()
    expect(me.shown("tracks-left")).to_be_visible()
    shot("drawing")
    for _ in range(2):
        advice()
    shot("drawn")
    if size == "phone":
        me.press("tab-players")
        shot("players")
    me.page.locator('[data-test="look"]:visible').first.click()
    shot("other-sheet")
    me.press("my-sheet")
    if size == "phone":
        me.press("tab-hand")
    for _ in range(80):
        if me.see("result").count():
            break
        go_on(me)
        me.page.wait_for_timeout(20)
    shot("score")
    me.leave()
