"""Railroads of a board's own at the table: on a board of somebody's, and in a variant from another package."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.games.santa_fe.board_data import DEFAULT, MINI
from tests.games.santa_fe.scenario import given
from tests.games.santa_fe.test_railroads import swiss

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
# Rows of the printed table of railroads, its heading of the short lines and its frame: what lies on each other.
OVERLAPS = """() => {
  const table = document.querySelector('[data-test="board"] .panels .road').parentElement
  const texts = [...table.querySelectorAll(':scope > text, :scope > .road .id')].map((e) => e.getBoundingClientRect())
  const frame = table.querySelector('path:nth-of-type(2)').getBoundingClientRect()
  const apart = (a, b) => a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5
  const outside = texts.filter((one) => one.bottom > frame.bottom || one.top < frame.top).length
  return outside + texts.filter((one, k) => texts.some((other, j) => j < k && !apart(one, other))).length
}"""
SHOTS = os.environ.get("GOLDENSPIKE_SHOTS")  # a folder for screenshots


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_a_table_shows_the_railroads_of_its_board(visit: Come, size: str) -> None:
    width, height = SIZES[size]
    me = visit(width=width, height=height)
    track = ["RB CHI>MIL 1/1", "GB CHI>OMA 1/2", "BL MIL>MIN 1/1", "MO DEN>OMA 1/2"]
    places = {"title": {"x": 330, "y": 30}, "railroads": {"x": 40, "y": 400}, "key": {"x": 620, "y": 30}}
    own = swiss(copy.deepcopy(MINI)) | {"scenery": {"panels": places}}
    me.bring(given(board=own, available=["MO"], track=track))
    board = me.shown("board")
    for railroad in ("RB", "GB", "BL", "MO"):
        expect(board.locator(f'[data-railroad="{railroad}"]').first).to_be_attached()
    assert me.page.evaluate(OVERLAPS) == 0
    shot(me, f"own-railroads-{size}")
    done = me.choose()
    assert done.split()[1] in {"RB", "GB", "BL", "JS", "MO"}


def test_a_board_from_a_file_is_checked_shown_and_played_on(visit: Come) -> None:
    """Our own large board, changed a little: what "copy it and change it" ends in."""
    me = visit("/new/santa-fe-rails", width=1440, height=900)
    field, problems = me.page.locator('[data-test="board-file"]'), me.page.locator('[data-test="board-problems"]')

    def give(raw: bytes) -> None:
        field.set_input_files({"name": "mine.json", "mimeType": "application/json", "buffer": raw})

    give(b'{"id": "mine", // my board')
    expect(problems).to_contain_text("a comment (//) at line 1")
    give('{"name": "Z\u00fcrich"}'.encode("latin-1"))
    expect(problems).to_contain_text("UTF-8")
    own = copy.deepcopy(DEFAULT) | {"id": "mine", "name": "My West", "kind": "fan"}
    wrong = copy.deepcopy(own)
    wrong["railroads"][0]["colour"] = "blue"
    give(json.dumps(wrong, indent=1).encode())
    expect(problems).to_contain_text("#rrggbb")
    shot(me, "upload-problems")
    own["railroads"][1]["colour"] = own["railroads"][0]["colour"]
    raw = json.dumps(own, indent=1).encode()
    assert len(raw) > 64 * 1024
    give(raw)
    preview = me.page.locator('[data-test="board-preview"]')
    expect(preview).to_contain_text("My West")
    expect(problems).to_have_count(0)
    expect(me.page.locator('[data-test="board-warnings"]')).to_contain_text("have one colour")
    assert preview.locator("img").evaluate("image => image.complete && image.naturalWidth > 100")
    expect(preview).to_be_in_viewport()
    shot(me, "upload-1440")
    me.page.set_viewport_size({"width": 390, "height": 844})
    preview.scroll_into_view_if_needed()
    shot(me, "upload-390")
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    me.check_access("a board from a file")


def test_a_map_without_tables_has_the_whole_height(visit: Come) -> None:
    """Where a board names no place for title, railroads and key, the page leaves no strip for them."""
    me = visit(width=1280, height=860)
    me.bring(given(board=copy.deepcopy(MINI)))
    box = me.shown("board").locator("svg.layer").get_attribute("viewBox")
    assert box == f"0 0 {MINI['size']['width']} {MINI['size']['height']}"
    expect(me.shown("board").locator(".panels")).to_have_count(0)
    shot(me, "no-tables")


def shot(me: Person, name: str) -> None:
    if SHOTS:
        me.page.wait_for_timeout(400)
        me.page.screenshot(path=Path(SHOTS) / f"{name}.png")


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.long)])
def test_a_variant_is_played_on_the_page_of_its_game(visit: Come, size: str) -> None:
    width, height = SIZES[size]
    me = visit(width=width, height=height)
    bot = {"holder": "bot", "bot": "greedy"}
    made = me.make(game="pacific-northwest", seats=[{"holder": "me", "name": "Anna"}, bot, bot], seed=4, start=True)
    me.go(f"/t/{made['table']['id']}")
    me.sit_down()
    assert me.wait_for_turn()
    expect(me.see("sf-hand")).to_be_attached()
    expect(me.see("hand-card")).to_have_count(5)  # the standard of this variant
    me.choose()
    assert me.wait_for_turn()
    expect(me.shown("board").locator("[data-laid]").first).to_be_attached()
    shot(me, f"variant-{size}")
    me.check_access(f"Pacific Northwest at {size} width")


def test_a_board_is_printed_where_it_is_chosen_and_at_the_table(visit: Come, tmp_path: Path) -> None:
    import pypdfium2

    me = visit("/new/santa-fe-rails", width=1280, height=860)

    def pages(button: str) -> int:
        me.page.locator(f'[data-test="{button}"]').click()
        me.page.locator('[data-test="print-part-aid"]').wait_for()
        me.page.locator('[data-test="print-all"]').uncheck()
        for part in ("pad", "aid"):
            me.page.locator(f'[data-test="print-part-{part}"]').check()
        me.page.locator('[data-test="print-paper"]').select_option("letter")
        with me.page.expect_download() as saved:
            me.page.locator('[data-test="print-make"]').click()
        assert saved.value.suggested_filename == "santa-fe-rails.pdf"
        saved.value.save_as(tmp_path / "x.pdf")
        made = pypdfium2.PdfDocument(tmp_path / "x.pdf")
        assert [round(side) for side in made[0].get_size()] == [612, 792]
        return len(made)

    assert pages("print-board") == 1 + 2 + 2
    me.page.keyboard.press("Escape")
    me.page.locator('[data-test="open-table"]').click()
    me.page.locator('[data-test="menu"]').click()
    assert pages("menu-print") == 1 + 2 + 2
