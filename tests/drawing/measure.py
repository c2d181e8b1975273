"""What a browser really draws: the boxes of all texts of a picture, and of the shapes around them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from playwright.sync_api import Page

# A line of text is measured from its baseline to the height of its capitals: the space a font keeps free
# above and below says nothing about what touches what.
SCRIPT = """
(panels) => {
  const svg = document.querySelector('svg')
  const onScreen = (element, x, y, w, h) => {
    const m = element.getScreenCTM()
    const corners = [[x, y], [x + w, y], [x, y + h], [x + w, y + h]]
    const xs = corners.map(([a, b]) => m.a * a + m.c * b + m.e)
    const ys = corners.map(([a, b]) => m.b * a + m.d * b + m.f)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  const line = (text) => {
    const { x, width } = text.getBBox()
    const capitals = 0.7 * parseFloat(getComputedStyle(text).fontSize)
    const baseline = text.getStartPositionOfChar(0).y
    return { words: text.textContent, box: onScreen(text, x, baseline - capitals, width, capitals) }
  }
  const shape = (element) => {
    const { x, y, width, height } = element.getBBox()
    return onScreen(element, x, y, width, height)
  }
  const found = (panel, selector) => [...panel.querySelectorAll(selector)].filter((e) => !e.closest('defs'))
  const shown = (text) => text.getAttribute('aria-hidden') === null && text.textContent !== ''
  return panels.flatMap(({ group, box, texts, shapes }) => found(svg, group).map((panel) => ({
    group,
    box: shape(box ? panel.querySelector(':scope > ' + box) : svg),
    texts: found(panel, texts).filter(shown).map(line),
    shapes: shapes ? found(panel, shapes).map(shape) : [],
  })))
}
"""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Panel:
    """A part of a picture that holds text: the box the text must stay in, and shapes it must not run into."""

    group: str
    box: str = ""  # the child of the group that frames it; by default the whole picture
    shapes: str = ""
    texts: str = "text"


@dataclass(frozen=True)
class Drawn:
    """One panel as the browser drew it."""

    group: str
    box: Box
    texts: list[tuple[str, Box]]
    shapes: list[Box]


def measure(page: Page, svg: str, panels: list[Panel]) -> list[Drawn]:
    """Draw a picture in the browser and measure its panels."""
    page.set_content(f"<!doctype html><body style='margin:0'>{svg[svg.index('<svg') :]}")
    rows: list[dict[str, Any]] = page.evaluate(SCRIPT, [asdict(panel) for panel in panels])
    return [
        Drawn(
            row["group"],
            tuple(row["box"]),
            [(text["words"], tuple(text["box"])) for text in row["texts"]],
            [tuple(shape) for shape in row["shapes"]],
        )
        for row in rows
    ]


def overlap(a: Box, b: Box, slack: float = 0.5) -> bool:
    """Whether two boxes share more than a hair."""
    return min(a[2], b[2]) - max(a[0], b[0]) > slack and min(a[3], b[3]) - max(a[1], b[1]) > slack


def within(a: Box, b: Box, slack: float = 0.5) -> bool:
    """Whether a box lies in another, but for a hair."""
    return a[0] >= b[0] - slack and a[1] >= b[1] - slack and a[2] <= b[2] + slack and a[3] <= b[3] + slack


def faults(found: Drawn) -> list[str]:
    """What is wrong in a panel: text that leaves it, touches other text, or runs over the edge of a shape."""
    out = []
    for k, (words, box) in enumerate(found.texts):
        if not within(box, found.box):
            out.append(f"{found.group}: {words!r} at {shown(box)} leaves {shown(found.box)}")
        for other, there in found.texts[k + 1 :]:
            if overlap(box, there):
                out.append(f"{found.group}: {words!r} at {shown(box)} and {other!r} at {shown(there)} overlap")
        for shape in found.shapes:
            if overlap(box, shape) and not within(box, shape) and not within(shape, box):
                out.append(f"{found.group}: {words!r} at {shown(box)} runs over the edge of {shown(shape)}")
    return out


def shown(box: Box) -> str:
    return "(" + " ".join(f"{value:.1f}" for value in box) + ")"
