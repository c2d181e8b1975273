"""Above the table: the title, the clock and the score."""

from __future__ import annotations

from html import escape

from goldenspike.games.rail_pass.board.load import COLOURS
from goldenspike.games.rail_pass.drawing.palette import (
    ACCENT,
    CARD,
    CUBE,
    INK,
    LINE,
    SHADE,
    at,
    clock_text,
    number,
    panel,
    rect,
    sector,
    short,
    text_width,
    words,
)
from goldenspike.games.rail_pass.drawing.scene import Scene

HEIGHT = 112.0


def title(scene: Scene, x: float, y: float, w: float) -> str:
    """The name of the game and of the layout."""
    layout = scene.layout
    ties = "".join(f"M{k} 62v5" for k in range(4, int(w) - 4, 12))
    origin = "our reconstruction" if layout.kind == "reconstruction" else "a layout of our own"
    return (
        f'<g class="rp-title" {at(x, y)}>'
        + words(0, 46, "RAIL PASS", 54, 'class="rp-caps rp-red"')
        + f'<path d="{ties}" stroke="#8a6642" stroke-width="4"/>'
        + f'<path d="M0 60H{number(w)}M0 69H{number(w)}" stroke="{INK}" stroke-width="2"/>'
        + words(0, 94, short(layout.name, 44), 23, 'font-weight="700"', w)
        + words(0, 114, f"{layout.id}, {scene.values or origin}", 16, 'class="rp-label"', w)
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
    said = _caption(scene)
    look = 'class="rp-figure rp-red"' if late else 'class="rp-figure"'
    return (
        f'<g class="rp-clock" data-left-ms="{scene.left_ms}" {at(x, y)}>'
        f"<title>{escape(clock_text(scene.left_ms))} {said}</title>"
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r + 5)}" fill="{INK}"/>'
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}" fill="{CARD}"/>'
        f'<path d="{sector(cx, cy, r - 9, share)}" fill="{ACCENT}"/>{ticks}'
        f'<circle cx="{number(cx)}" cy="{number(cy)}" r="4" fill="{INK}"/>'
        + words(2 * r + 34, 74, clock_text(scene.left_ms), 84, look, w - 2 * r - 34)
        + words(2 * r + 38, 104, said, 20, 'class="rp-label"')
        + "</g>"
    )


def _caption(scene: Scene) -> str:
    """What the figures of the clock mean."""
    if not scene.started:
        return "to play"
    if scene.over or scene.left_ms <= 0:
        said = "time is up"
    else:
        said = f"left of {clock_text(scene.total_ms)}"
    if scene.rounds > 1:
        said += f", round {scene.round_no} of {scene.rounds}"
    return said + (", no move helps" if scene.stuck and not scene.over else "")


def score(scene: Scene, x: float, y: float, w: float) -> str:
    """The two lowest cities, what they make, and what was lost (RP-SCORE-04, -05)."""
    if scene.base is None or scene.total is None:
        return _terms(x, y, w)
    towns = [scene.towns[name] for name in scene.lowest if name in scene.towns]
    out = [f'<g class="rp-score" data-total="{scene.total}" data-base="{scene.base}" {at(x, y)}>', panel(w, HEIGHT)]
    out.append(f"<title>Score {scene.total}; {scene.win} wins</title>")
    left = 20.0
    for k, town in enumerate(towns):
        fill, ink, rim = CUBE[town.colour]
        if k:
            out.append(words(left + 2, 46, "×", 30))
            left += 26
        out.append(rect(left, 18, 66, 38, f'rx="5" fill="{fill}" stroke="{rim}" stroke-width="1.6"'))
        out.append(
            words(left + 33, 46, f"{town.colour} {town.stored}", 26, f'class="rp-letter" style="fill:{ink}"', 58)
        )
        left += 74
    out.append(words(left + 4, 47, f"= {scene.base}", 30, 'class="rp-figure"'))
    left += 10 + text_width(f"= {scene.base}", 30)
    lost = scene.base - scene.total
    if lost:
        out.append(words(left + 4, 47, f"− {lost}", 30, 'class="rp-figure rp-red"'))
    out.append(words(w - 20, 58, str(scene.total).replace("-", "−"), 56, 'class="rp-figure" text-anchor="end"', 110))
    return "".join(out) + _bar(scene, w) + _losses(scene, w) + "</g>"


def _bar(scene: Scene, w: float) -> str:
    """How far it is to the hundred that wins (RP-SCORE-07)."""
    total = scene.total or 0
    room = w - 40
    share = max(0.0, min(1.0, total / scene.win))
    colour = "#3f8149" if total >= scene.win else ACCENT
    return (
        rect(20, 68, room, 10, f'rx="5" fill="{SHADE}" stroke="{LINE}"')
        + (rect(20, 68, room * share, 10, f'rx="5" fill="{colour}"') if share else "")
        + f'<path d="M{number(w - 20)} 63v20" stroke="{INK}" stroke-width="3"/>'
    )


def _losses(scene: Scene, w: float) -> str:
    told = []
    for key, one, many in (
        ("dropped", "cube dropped", "cubes dropped"),
        ("quit", "engineer lost", "engineers lost"),
        ("wrecks", "wreck", "wrecks"),
        ("misplaced", "cube astray", "cubes astray"),
    ):
        count = scene.piles.get(key, 0)
        if count:
            told.append(f"{count} {one if count == 1 else many}")
    result = ""
    if scene.over:
        won = (scene.total or 0) >= scene.win if scene.won is None else scene.won
        result = "Won! " if won else "Not won. "
        if scene.rounds > 1 and scene.points is not None:
            result += f"{scene.points} in {scene.rounds} rounds. "
    text = result + (", ".join(told) if told else "nothing lost")
    return words(20, 100, text, 17, f'class="{"rp-red" if told else "rp-label"}"', w - 140) + words(
        w - 20, 100, f"{scene.win} wins", 17, 'class="rp-label" text-anchor="end"'
    )


def _terms(x: float, y: float, w: float) -> str:
    """Before a round: what the colours are and how the score is made."""
    out = [f'<g class="rp-score" {at(x, y)}>', panel(w, HEIGHT)]
    out.append(words(20, 34, "Score: the two lowest cities multiplied", 19, 'font-weight="700"', w - 40))
    step = (w - 40) / 6
    for k, (letter, name) in enumerate(COLOURS.items()):
        fill, ink, rim = CUBE[letter]
        cx = 20 + step * (k + 0.5)
        out.append(rect(cx - 14, 45, 28, 28, f'rx="4" fill="{fill}" stroke="{rim}" stroke-width="1.4"'))
        out.append(words(cx, 66, letter, 20, f'class="rp-letter" style="fill:{ink}"'))
        out.append(words(cx, 91, name, 16, 'class="rp-label" text-anchor="middle"'))
    return "".join(out) + "</g>"
