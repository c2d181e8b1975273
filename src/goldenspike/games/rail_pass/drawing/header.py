"""Above the table: the title, the clock and the score."""

from __future__ import annotations

import math

from goldenspike.drawing.svg import escape, group, number, rect, text, translate
from goldenspike.drawing.text import ROMAN_BOLD, ROMAN_ITALIC, fitted_size, shortened, text_width, widest_width
from goldenspike.games.rail_pass.board.load import COLOURS
from goldenspike.games.rail_pass.drawing.palette import (
    ACCENT,
    BOLD,
    CAPS,
    CARD,
    CUBE,
    FIGURE,
    INK,
    LABEL,
    LETTER,
    LINE,
    PLAIN,
    RED,
    SHADE,
)
from goldenspike.games.rail_pass.drawing.pieces import panel
from goldenspike.games.rail_pass.drawing.scene import Scene

HEIGHT = 112.0


def title(scene: Scene, x: float, y: float, w: float) -> str:
    """The name of the game and of the layout."""
    layout = scene.layout
    ties = "".join(f"M{k} 62v5" for k in range(4, int(w) - 4, 12))
    origin = "our reconstruction" if layout.kind == "reconstruction" else "a layout of our own"
    return (
        f'<g class="rp-title" transform="{translate(x, y)}">'
        + text(0, 46, "RAIL PASS", 54, CAPS, w, class_="rp-caps rp-red")
        + f'<path d="{ties}" stroke="#8a6642" stroke-width="4"/>'
        + f'<path d="M0 60H{number(w)}M0 69H{number(w)}" stroke="{INK}" stroke-width="2"/>'
        + text(0, 94, shortened(layout.name, 44), 23, BOLD, w)
        + text(0, 114, f"{layout.id}, {scene.values or origin}", 16, LABEL, w)
        + "</g>"
    )


def clock(scene: Scene, x: float, y: float, w: float) -> str:
    """A station clock whose red part is the time left, and the time in figures."""
    share = scene.left_ms / scene.total_ms if scene.total_ms else 0.0
    late = scene.started and not scene.over and scene.left_ms <= 30_000
    r = 46.0
    cx, cy = r + 10, HEIGHT / 2
    ticks = "".join(
        f'<path d="M{number(cx)} {number(cy - r + 3)}v6" transform="rotate({30 * k} {number(cx)} {number(cy)})" '
        f'stroke="{INK}" stroke-width="2"/>'
        for k in range(12)
    )
    caption, space = _caption(scene), w - 2 * r - 38
    colour = "rp-figure rp-red" if late else "rp-figure"
    return (
        f'<g class="rp-clock" data-left-ms="{scene.left_ms}" transform="{translate(x, y)}">'
        f"<title>{escape(clock_text(scene.left_ms))} {caption}</title>"
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r + 5)}" fill="{INK}"/>'
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="{CARD}"/>'
        f'<path d="{sector(cx, cy, r - 9, share)}" fill="{ACCENT}"/>{ticks}'
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="4" fill="{INK}"/>'
        + text(2 * r + 34, 74, clock_text(scene.left_ms), 84, FIGURE, w - 2 * r - 34, class_=colour)
        + text(2 * r + 38, 104, caption, max(14.0, fitted_size(caption, 20, ROMAN_ITALIC, space)), LABEL, space)
        + "</g>"
    )


def _caption(scene: Scene) -> str:
    """What the figures of the clock mean."""
    if not scene.started:
        return "to play"
    if scene.over or scene.left_ms <= 0:
        caption = "time is up"
    else:
        caption = f"left of {clock_text(scene.total_ms)}"
    if scene.rounds > 1:
        caption += f", round {scene.round_no} of {scene.rounds}"
    return caption + (", no move helps" if scene.stuck and not scene.over else "")


def score(scene: Scene, x: float, y: float, w: float) -> str:
    """The two lowest cities, what they make, and what was lost (RP-SCORE-04, -05)."""
    if scene.base is None or scene.total is None:
        return _terms(x, y, w)
    towns = [scene.towns[name] for name in scene.lowest if name in scene.towns]
    out = [panel(w, HEIGHT), f"<title>Score {scene.total}; {scene.win} wins</title>"]
    left = 20.0
    for k, town in enumerate(towns):
        fill, ink, rim = CUBE[town.colour]
        if k:
            out.append(text(left + 2, 46, "×", 30, PLAIN, 20))
            left += 26
        out.append(rect(left, 18, 66, 38, rx=5, fill=fill, stroke=rim, stroke_width=1.6))
        out.append(text(left + 33, 46, f"{town.colour} {town.stored}", 26, LETTER, 58, style_=f"fill:{ink}"))
        left += 74
    total = str(scene.total).replace("-", "−")
    right = w - 30 - min(110.0, widest_width(total, 56, ROMAN_BOLD))
    out.append(_sum(scene.base, scene.base - scene.total, left + 4, right))
    out.append(text(w - 20, 58, total, 56, FIGURE, 110, text_anchor="end"))
    body = "".join(out) + _bar(scene, w) + _losses(scene, w)
    return group(body, x, y, class_="rp-score", data_total=scene.total, data_base=scene.base)


def _sum(base: int, lost: int, left: float, right: float) -> str:
    """The product, and what is taken off it, between two limits."""
    if not lost:
        return text(left, 47, f"= {base}", 30, FIGURE, right - left)
    first, second = f"= {base}", f"− {lost}"
    gap = 10.0
    half = text_width(first, 30, ROMAN_BOLD) / text_width(first + second, 30, ROMAN_BOLD) * (right - left - gap)
    space = min(half, widest_width(first, 30, ROMAN_BOLD))
    at = left + space + gap
    taken = text(at, 47, second, 30, FIGURE, right - at, class_="rp-figure rp-red")
    return text(left, 47, first, 30, FIGURE, space) + taken


def _bar(scene: Scene, w: float) -> str:
    """How far it is to the hundred that wins (RP-SCORE-07)."""
    total = scene.total or 0
    space = w - 40
    share = max(0.0, min(1.0, total / scene.win))
    colour = "#3f8149" if total >= scene.win else ACCENT
    return (
        rect(20, 68, space, 10, rx=5, fill=SHADE, stroke=LINE)
        + (rect(20, 68, space * share, 10, rx=5, fill=colour) if share else "")
        + f'<path d="M{number(w - 20)} 63v20" stroke="{INK}" stroke-width="3"/>'
    )


def _losses(scene: Scene, w: float) -> str:
    losses = []
    for key, one, many in (
        ("dropped", "cube dropped", "cubes dropped"),
        ("quit", "engineer lost", "engineers lost"),
        ("wrecks", "wreck", "wrecks"),
        ("misplaced", "cube misplaced", "cubes misplaced"),
    ):
        count = scene.piles.get(key, 0)
        if count:
            losses.append(f"{count} {one if count == 1 else many}")
    result = ""
    if scene.over:
        won = (scene.total or 0) >= scene.win if scene.won is None else scene.won
        result = "Won! " if won else "Not won. "
        if scene.rounds > 1 and scene.points is not None:
            result += f"{scene.points} in {scene.rounds} rounds. "
    line = result + (", ".join(losses) if losses else "nothing lost")
    style = RED if losses else LABEL
    wins = text(w - 20, 100, f"{scene.win} wins", 17, LABEL, 96, text_anchor="end")
    return text(20, 100, line, 17, style, w - 140) + wins


def _terms(x: float, y: float, w: float) -> str:
    """Before a round: what the colours are and how the score is made."""
    out = [f'<g class="rp-score" transform="{translate(x, y)}">', panel(w, HEIGHT)]
    out.append(text(20, 34, "Score: the two lowest cities multiplied", 19, BOLD, w - 40))
    step = (w - 40) / 6
    for k, (letter, name) in enumerate(COLOURS.items()):
        fill, ink, rim = CUBE[letter]
        cx = 20 + step * (k + 0.5)
        out.append(rect(cx - 14, 45, 28, 28, rx=4, fill=fill, stroke=rim, stroke_width=1.4))
        out.append(text(cx, 66, letter, 20, LETTER, style_=f"fill:{ink}"))
        out.append(text(cx, 91, name, 16, LABEL, step - 6, text_anchor="middle"))
    return "".join(out) + "</g>"


def sector(cx: float, cy: float, r: float, share: float) -> str:
    """Path data of the part of a disc that is left, clockwise up to twelve o'clock."""
    if share >= 0.9995:
        return f"M{number(cx)} {number(cy - r)}a{number(r)} {number(r)} 0 1 1 -.1 0Z"
    angle = 2 * math.pi * (1 - max(0.0, share))
    x, y = cx + r * math.sin(angle), cy - r * math.cos(angle)
    large = 1 if share > 0.5 else 0
    return (
        f"M{number(cx)} {number(cy)}L{number(x)} {number(y)}"
        f"A{number(r)} {number(r)} 0 {large} 1 {number(cx)} {number(cy - r)}Z"
    )


def clock_text(ms: int) -> str:
    """Minutes and seconds; the last second counts until it is over."""
    seconds = -(-max(0, ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
