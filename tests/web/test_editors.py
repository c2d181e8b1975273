"""The workshop: boards of three games drawn from nothing, checked, played on, saved, shared; also by keyboard alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
SHOTS = os.environ.get("GOLDENSPIKE_SHOTS")  # a folder for screenshots


def begin(visit: Come, game: str, **settings: int) -> Person:
    me = visit(f"/workshop/{game}?new", **{"width": 1440, "height": 900, **settings})
    expect(me.see("canvas")).to_be_visible()
    return me


def on_screen(me: Person, x: float, y: float) -> tuple[float, float]:
    """A place of the board as the mouse finds it."""
    canvas = me.see("canvas")
    box = canvas.bounding_box()
    assert box
    shift_x, shift_y, scale = (float(canvas.get_attribute(f"data-{name}") or 0) for name in "xyk")
    return box["x"] + shift_x + x * scale, box["y"] + shift_y + y * scale


def click(me: Person, *places: tuple[float, float]) -> None:
    for x, y in places:
        me.page.mouse.click(*on_screen(me, x, y))


def drag(me: Person, *places: tuple[float, float]) -> None:
    me.page.mouse.move(*on_screen(me, *places[0]))
    me.page.mouse.down()
    for x, y in places[1:]:
        me.page.mouse.move(*on_screen(me, x, y), steps=4)
    me.page.mouse.up()


def begin_empty(visit: Come, game: str) -> Person:
    """The editor with nothing on the board."""
    me = visit("/workshop", width=1440, height=900)
    me.press(f"ws-empty-{game}")
    expect(me.see("canvas")).to_be_visible()
    verdict(me, False)
    return me


def verdict(me: Person, good: bool) -> None:
    line = f'[data-test="ed-verdict-line"][data-waiting="false"][data-ok="{str(good).lower()}"]'
    expect(me.page.locator(line)).to_be_visible()


def drawn(me: Person) -> dict:  # type: ignore[type-arg]
    """The board as its file."""
    me.press("tab-board")
    with me.page.expect_download() as saved:
        me.press("ed-file")
    found: dict = json.loads(saved.value.path().read_text("utf-8"))  # type: ignore[type-arg]
    return found


def shot(me: Person, name: str) -> None:
    if SHOTS:
        me.page.wait_for_timeout(300)
        me.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def play(me: Person) -> None:
    verdict(me, True)
    me.press("ed-play")
    me.sit_down()


def study_and_print(me: Person, name: str) -> None:
    """From the editor: the study of what is drawn, and its PDF."""
    verdict(me, True)
    me.press("ed-study")
    expect(me.see("study")).to_contain_text(name)
    expect(me.shown("study-told")).to_be_visible()
    me.press("study-stop")
    me.page.go_back()
    expect(me.see("ed-name")).to_have_value(name)  # what was drawn is still there
    verdict(me, True)
    me.press("ed-print")
    part = me.page.locator('[data-test^="print-part-"]').first  # the board; more would take longer
    expect(part).to_be_visible()
    me.see("print-all").uncheck()
    part.check()
    with me.page.expect_download() as made:
        me.press("print-make")
    assert made.value.path().read_bytes().startswith(b"%PDF-")
    me.keys("Escape")


def test_a_board_from_nothing_at_all(visit: Come) -> None:
    me = begin_empty(visit, "santa-fe-rails")
    me.see("ed-name").fill("Über die Alpen")
    ports, inland = [(860, 220), (860, 460)], [(600, 340), (400, 240), (400, 460), (160, 340), (660, 180)]
    me.press("tool-city")
    for place, value in zip([*ports, *inland], ["", "", "2", "4", "5", "7", "3"], strict=True):
        click(me, place)
        me.see("ed-city-value").select_option(value)
    me.press("tool-line")
    a, b, c, d, e, f, g = [*ports, *inland]
    for line in [(a, c), (b, c), (c, d), (c, e), (d, f), (e, f), (a, g), (g, d)]:
        click(me, *line)
    # A railroad gets its name, its letters, its pieces and its home, and stays unfolded all the while.
    me.press("tab-board")
    me.see("ed-group-road-0").locator("summary").click()
    me.see("ed-road-0-name").press_sequentially("x")
    me.see("ed-road-0-name").fill("Gotthard")
    me.see("ed-road-0-id").press_sequentially("x")
    me.see("ed-road-0-id").fill("gb")
    me.press("tool-home")
    me.press("ed-road-GB")
    click(me, a)
    me.press("ed-road-SR")
    click(me, b)
    verdict(me, True)
    board = drawn(me)
    assert (board["id"], len(board["cities"]), len(board["lines"])) == ("uber-die-alpen", 7, 8)
    assert [(road["name"], road["id"]) for road in board["railroads"]] == [("Gotthard", "GB"), ("Southern", "SR")]
    me.press("ed-preview")
    box, paper = me.see("ed-preview-picture").locator("img").bounding_box(), me.see("canvas").bounding_box()
    assert box == paper, "the whole board is seen"


def test_a_board_is_drawn_from_nothing_saved_shared_and_played_on(visit: Come) -> None:
    me = begin(visit, "santa-fe-rails")
    me.see("ed-name").fill("Two Coasts")
    me.press("tool-city")
    click(me, (280, 100))
    me.see("ed-city-name").fill("Cape Cold")
    me.see("ed-city-value").select_option("7")
    # A mistake is named, and marked where it is.
    verdict(me, False)
    me.press("tab-check")
    expect(me.see("ed-finding").first).to_contain_text("CIT")
    expect(me.see("canvas").locator(".mark.problem").first).to_be_attached()
    shot(me, "editor-problem")
    me.check_access("an editor with a problem")
    me.press("tool-line")
    click(me, (280, 100), (160, 180), (280, 100), (400, 240))
    expect(me.page.locator('[data-line^="CIT-"]')).to_have_count(2)
    me.press("tool-terrain")
    me.press("ed-terrain-m")
    click(me, (340, 170))
    me.press("tool-arrow")
    click(me, (220, 140))
    me.press("tool-square")
    me.press("ed-road-SR")
    click(me, (280, 100))
    me.press("tool-select")
    drag(me, (280, 100), (301, 121))
    board = drawn(me)
    city = next(one for one in board["cities"] if one["name"] == "Cape Cold")
    assert (city["x"], city["y"], city["value"], city["squares"]) == (300, 120, 7, ["SR"])
    lines = [line for line in board["lines"] if city["id"] in (line["a"], line["b"])]
    assert [line["one_way"] for line in lines] == ["a>b", None]
    assert "m" in "".join(lines[1]["segments"])
    verdict(me, True)

    # Undoing takes a mistake back.
    me.press("tool-erase")
    click(me, (860, 220))  # where a railroad begins
    verdict(me, False)
    me.press("ed-undo")
    verdict(me, True)
    me.press("tab-values")
    me.see("ed-value-hand").fill("3")
    me.see("ed-value-hand").press("Tab")
    assert drawn(me)["values"] == {"hand": 3}

    study_and_print(me, "Two Coasts")

    # Saved at the server it has a page of its own, for everybody with the link.
    me.press("ed-share")
    me.see("ed-author").fill("Konstantin")
    me.press("ed-save-new")
    link = me.see("ed-link").input_value()
    me.keys("Escape")
    me.see("ed-name").fill("Three Coasts")
    me.press("ed-share")
    me.press("ed-save-version")
    expect(me.see("ed-saved")).to_be_visible()
    other = visit(link, width=1280, height=860)
    expect(other.see("board-page")).to_contain_text("Three Coasts")
    expect(other.see("board-page")).to_contain_text("Konstantin")
    expect(other.page.locator('[data-test="bp-verdict"][data-ok="true"]')).to_be_visible()
    shot(other, "board-page")
    other.check_access("the page of a saved board")
    other.press("bp-edit")  # a copy
    expect(other.see("ed-name")).to_have_value("Three Coasts")
    other.go(f"{link}?v=1")
    expect(other.see("board-page")).to_contain_text("Two Coasts")
    other.press("bp-play")
    other.sit_down()
    listing = other.page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then((one) => one.json())")
    assert listing["table"]["saved_board"] == {"id": link.rpartition("/")[2], "version": 1}
    other.decide(2)


def test_a_sheet_is_drawn_from_nothing_and_played_on(visit: Come) -> None:
    me = begin(visit, "pioneer-rails")
    across, side = 63 * 3**0.5, 63

    def hexagon(name: str) -> tuple[float, float]:
        row, column = ord(name[0]) - 65, int(name[1:]) - 1
        return 44 + across * (column + 0.5 + 0.5 * (row & 1)), 34 + side * (1 + 1.5 * row)

    # The sheet that everybody begins with, taken off and drawn anew by hand: it is the same.
    model = drawn(me)
    me.press("ed-empty")
    verdict(me, False)
    assert not drawn(me)["hex"]
    brushes: dict[str, list[str]] = {}
    for name, spec in model["hex"].items():
        brush = f"station-{spec['suit']}" if spec["t"] == "station" else spec["t"]
        brushes.setdefault(brush, []).append(name)
    me.press("tool-paint")
    for brush in brushes.keys() - {"river", "mountain"}:
        me.press(f"ed-brush-{brush}")
        click(me, *map(hexagon, brushes[brush]))
    me.press("tool-river")
    drag(me, *map(hexagon, model["river"][0]))
    me.press("tool-range")
    for pair in model["ranges"].values():
        click(me, *map(hexagon, pair))
    me.press("tool-town")
    for town in model["towns"]:
        (x, y), way = hexagon(town["v"][:-1]), -1 if town["v"].endswith("n") else 1
        click(me, (x, y + way * side))
    verdict(me, True)
    anew = drawn(me)
    assert all(anew[part] == model[part] for part in ("hex", "river", "ranges"))
    assert [town["name"] for town in anew["towns"]] == [town["name"] for town in model["towns"]]
    me.press("ed-mirror-turn")
    me.press("tool-paint")
    me.press("ed-brush-cattle")
    drag(me, hexagon("F1"), hexagon("F2"))
    me.press("tool-erase")
    click(me, hexagon("F2"))
    me.press("tool-paint")
    me.press("ed-brush-station-S")  # one of a kind, but erasing is still done on both halves
    me.press("tool-erase")
    click(me, hexagon("F1"))
    assert not {"F1", "C10"} & set(drawn(me)["hex"])
    me.keys("Control+z")
    me.press("ed-mirror-turn")
    me.press("tool-range")
    click(me, hexagon("C1"), hexagon("D1"))  # instead of cattle, and of the range that was there
    me.press("tool-town")
    x, y = hexagon("G3")
    click(me, (x, y + side))
    sheet = drawn(me)
    assert sheet["hex"]["F1"] == sheet["hex"]["C10"] == {"t": "cattle"}
    assert "F2" not in sheet["hex"]
    assert "C9" not in sheet["hex"]
    assert ["C1", "D1"] in sheet["ranges"].values()
    assert "E1" not in sheet["hex"]
    assert len(sheet["towns"]) == 9 == sheet["score_rows"]["towns"] - 1
    cattle = sum(one["t"] == "cattle" for one in sheet["hex"].values())
    assert len(sheet["score_rows"]["ranch"]) == cattle == 8
    me.check_access("an editor of sheets", dark=True)
    shot(me, "editor-sheet")
    study_and_print(me, "My sheet")
    play(me)
    me.wait_for_turn()


def test_a_layout_is_drawn_from_nothing_and_played_on(visit: Come) -> None:
    me = begin_empty(visit, "rail-pass")
    places = {name: (180 + (k % 3) * 320, 190 + k // 3 * 290) for k, name in enumerate("ABCDEF")}
    me.press("tool-city")
    click(me, places["A"], places["D"], places["B"])
    me.press("tool-link")
    click(me, places["A"], places["B"], places["A"], places["D"])
    verdict(me, True)
    me.press("tool-city")
    click(me, places["C"])
    verdict(me, False)
    me.press("tab-check")
    expect(me.see("ed-verdict")).to_contain_text("no way leads from A to C")
    me.press("tool-link")
    me.press("ed-kind-bridge")
    click(me, places["B"], places["C"])
    verdict(me, True)
    me.press("tool-owner")
    me.press("ed-seat-1")
    click(me, places["C"])  # now one player has both ends of the bridge
    verdict(me, False)
    me.keys("Control+z")
    verdict(me, True)
    me.press("tool-select")
    drag(me, places["C"], places["F"])
    layout = drawn(me)
    assert [city["id"] for city in layout["cities"]] == ["A", "B", "D", "F"]
    assert {"a": "B", "b": "F", "kind": "bridge"} in layout["links"]
    shot(me, "editor-layout")
    me.check_access("an editor of layouts")
    me.press("ed-set-up")
    expect(me.see("handed-board")).to_contain_text("My layout")
    me.press("edit-board")
    expect(me.page.locator('[data-city="F"]')).to_be_attached()
    study_and_print(me, "My layout")
    me.press("ed-play")
    expect(me.shown("board")).to_be_visible()


def test_by_keyboard_alone(visit: Come) -> None:
    me = begin(visit, "santa-fe-rails", width=800, height=1000)
    me.see("canvas").focus()
    me.keys("c", *["Shift+ArrowRight"] * 4, "ArrowDown", "Enter")  # a city at (300, 110)
    expect(me.page.locator('[data-city="CIT"]')).to_be_attached()
    me.see("canvas").focus()
    me.keys("l", "Enter", "ArrowLeft", "Enter")  # a line to the next city on the left
    expect(me.page.locator('[data-line="CIT-FAI"]')).to_be_attached()
    me.keys("v", "Shift+ArrowDown")  # the new line is selected: it bends
    assert len(next(one for one in drawn(me)["lines"] if one["id"] == "CIT-FAI")["via"]) == 1
    me.see("canvas").focus()
    me.keys("Control+z")
    me.keys("v", "ArrowRight", "ArrowRight")
    expect(me.see("ed-said")).not_to_be_empty()
    me.keys("Control+z", "Control+z")
    expect(me.page.locator('[data-city="CIT"]')).to_have_count(0)
    me.keys("Control+Shift+z")
    expect(me.page.locator('[data-city="CIT"]')).to_be_attached()
    me.check_access("an editor at 800 px")
    shot(me, "editor-800")
    me.page.set_viewport_size({"width": 390, "height": 844})
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(me, "editor-390")
