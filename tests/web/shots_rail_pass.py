"""Pictures of Rail Pass at the table, to be looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from .person import Person
from .test_rail_pass import begin, goal, grab, press, spot

SIZES = {"wide": (1440, 900), "phone": (390, 844)}
BOTS = ("Ida", "Otto", "Mabel", "Carl", "Rosa", "Emil")


def rail_pass(browser: Browser, address: str, folder: Path, size: str, scheme: str, language: str) -> None:
    """Set-up, a round from the countdown to the middle, the count, the replay; the address has a fast clock."""
    width, height = SIZES[size]
    me = Person(browser, address, width=width, height=height, color_scheme=scheme, language=language)  # type: ignore[arg-type]

    def shot(name: str) -> None:
        path = folder / f"rail-pass-{name}-{size}-{scheme}-{language[:2]}.png"
        me.page.screenshot(path=path)
        print(path, flush=True)

    def sit(board: str, seats: int, mine: bool = True, **options: Any) -> None:
        places: list[dict[str, Any]] = [{"holder": "me", "name": "Anna"}] if mine else []
        places += [{"holder": "bot", "bot": "superintendent", "name": name} for name in BOTS[: seats - len(places)]]
        made = me.make(game="rail-pass", board=board, seats=places, options=options, seed=3, start=True)
        me.go(f"/t/{made['table']['id']}")

    me.go("/new/rail-pass")
    expect(me.see("layouts")).to_be_visible()
    me.page.wait_for_timeout(600)
    shot("set-up")
    me.press("layout-new")
    expect(me.page.locator('[data-test="ed-verdict-line"][data-ok="true"]')).to_be_visible()
    shot("editor")
    sit("RP-L4", 3, seconds=540, pace=200)
    begin(me)
    me.press("menu")
    me.press("replace-bot")  # a bot plays for me, so that the middle of a round looks like one
    me.keys("Escape")
    me.page.evaluate("document.activeElement.blur()")
    me.page.wait_for_timeout(9000)
    expect(me.page.locator('[data-test="offer"]').first).to_be_visible()
    shot("middle")
    me.press("signs")
    shot("signs")
    sit("RP-L1" if size == "wide" else "RP-L7", 2 if size == "wide" else 6, seconds=300, pace=300)
    begin(me)
    spot(me, "yard:A:<").click()
    shot("picked")
    me.press("put-down")
    grab(me, "L1")
    press(me, goal(me, "PICK L1 lh"))
    expect(me.page.locator('[data-test="hold-ring"][data-state="clean"]')).to_be_visible()
    shot("holding")
    me.page.mouse.up()
    expect(me.see("hand-left")).to_have_attribute("data-holds", "L1")
    grab(me, "L1")
    shot("range")
    me.keys("Escape")
    sit("RP-L7", 6, mine=False, seconds=165)
    begin(me)
    me.page.wait_for_timeout(2500)
    shot("watching")
    expect(me.see("rp-end")).to_be_visible(timeout=60_000)
    me.page.wait_for_timeout(2500)
    for tab in ("score", "replay", "figures", "best"):
        me.press(f"end-{tab}")
        if tab == "replay":
            me.see("replay-slider").fill("60000")
        me.page.wait_for_timeout(700)
        shot(tab)
    me.leave()
