"""A board as a heat map: places and lines by how much they are used and what they are worth, with a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.study import Mark, MarkKind, Point

from .plots import figure

SHADES = "viridis_r"  # dark is much
LEAST, MOST = 18.0, 190.0  # sizes of spots
MAP_WIDTH = 8.0  # the width of a map
THIN, WIDE = 0.6, 4.5  # widths of lines
SHAPES = "os^D"


@dataclass(frozen=True)
class Warmth:
    """What a map shows: two numbers for each mark."""

    label: str
    marks: Sequence[Mark]
    kinds: Mapping[str, MarkKind]
    used: Sequence[float]
    worth: Sequence[float]
    texts: Sequence[str] = ()  # what stands beside each mark, where that is more than its id

    def chosen(self, spots: bool) -> list[int]:
        """Places that are one point, or those that are lines."""
        return [k for k, mark in enumerate(self.marks) if (len(mark.points) == 1) == spots]

    def words(self, spots: bool) -> MarkKind:
        """What is counted for spots, or for lines; kinds drawn alike may differ in the verb."""
        kinds = [self.kinds[name] for name in dict.fromkeys(self.marks[k].kind for k in self.chosen(spots))]
        used = list(dict.fromkeys(kind.used for kind in kinds))
        endings = {text.split(", ", 1)[-1] for text in used}
        if len(used) > 1 and len(endings) == 1:
            used = [f"{' or '.join(text.split(', ')[0] for text in used)}, {endings.pop()}"]
        return MarkKind(" or ".join(used), kinds[0].worth if kinds else "")


def heat_maps(maps: Sequence[Warmth]) -> str:
    """Maps one below the other, all to the same scale."""
    most = {
        (spots, what): max((getattr(one, what)[k] for one in maps for k in one.chosen(spots)), default=0.0) or 1.0
        for spots in (True, False)
        for what in ("used", "worth")
    }
    return f'<div class="pair">{"".join(f"""<div class="map">{heat_map(one, most)}</div>""" for one in maps)}</div>'


def heat_map(one: Warmth, most: Mapping[tuple[bool, str], float]) -> str:
    def draw(axes: Any) -> None:
        draw_lines(axes, one, most)
        draw_spots(axes, one, most)
        axes.set_aspect("equal")
        axes.axis("off")
        axes.margins(0.06)
        axes.set_title(one.label, fontsize=11, pad=16)

    across, up = zip(*(point for mark in one.marks for point in mark.points), strict=True)
    shape = (max(up) - min(up)) / ((max(across) - min(across)) or 1)
    return figure(draw, width=MAP_WIDTH, height=min(max(MAP_WIDTH * shape, 1.5), 7.0) + 2.0)


def shade_bar(axes: Any, label: str, high: float) -> Any:
    """The scale of colours with its words; the colour of a number."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    shades = ScalarMappable(Normalize(0, high), colormaps[SHADES])
    bar = axes.figure.colorbar(
        shades, ax=axes, orientation="horizontal", fraction=0.035, pad=0.015, aspect=50, label=label
    )
    bar.outline.set_visible(False)
    return shades.to_rgba


def draw_lines(axes: Any, one: Warmth, most: Mapping[tuple[bool, str], float]) -> None:
    """Lines: the wider, the more they are used; coloured by what they are worth, or else by use too."""
    lines, words = one.chosen(False), one.words(False)
    if not lines:
        return
    what = "worth" if words.worth else "used"
    noun = one.marks[lines[0]].kind
    label = f"{noun}: {getattr(words, what)}" + (f" (wide: {words.used})" if words.worth else "")
    colour = shade_bar(axes, label, most[False, what])
    for k in sorted(lines, key=lambda k: one.used[k]):
        across, up = zip(*one.marks[k].points, strict=True)
        width = THIN + (WIDE - THIN) * one.used[k] / most[False, "used"]
        axes.plot(across, up, color=colour(getattr(one, what)[k]), linewidth=width, zorder=1, solid_capstyle="round")
        if one.texts:
            (x1, y1), (x2, y2) = middle_piece(one.marks[k].points)
            paper = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 1.5}
            axes.text((x1 + x2) / 2, (y1 + y2) / 2, one.texts[k], fontsize=8, ha="center", va="center", bbox=paper)


def middle_piece(points: Sequence[Point]) -> tuple[Point, Point]:
    half = (len(points) - 1) // 2
    return points[half], points[half + 1]


def draw_spots(axes: Any, one: Warmth, most: Mapping[tuple[bool, str], float]) -> None:
    """Spots: coloured by use, the larger, the more they are worth."""
    spots, words = one.chosen(True), one.words(True)
    kinds = list(dict.fromkeys(one.marks[k].kind for k in spots))
    colour = shade_bar(axes, f"{', '.join(kinds)}: {words.used}", most[True, "used"])

    def size(worth: float) -> float:
        return LEAST + (MOST - LEAST) * max(worth, 0.0) / most[True, "worth"] if words.worth else MOST / 2

    for shape, kind in zip(SHAPES, kinds, strict=False):
        here = [k for k in spots if one.marks[k].kind == kind]
        axes.scatter(
            [one.marks[k].points[0][0] for k in here],
            [one.marks[k].points[0][1] for k in here],
            s=[size(one.worth[k]) for k in here],
            c=[colour(one.used[k]) for k in here],
            marker=shape, edgecolors="#333333", linewidths=0.5, zorder=2,
        )  # fmt: skip
        if words.worth or len(kinds) > 1:
            axes.scatter([], [], s=size(0.0) if words.worth else size(1.0), c="#ffffff", marker=shape,
                         edgecolors="#333333", label=f"{kind}" + (": 0" if words.worth else ""))  # fmt: skip
    if words.worth:
        high = most[True, "worth"]
        axes.scatter([], [], s=size(high), c="#ffffff", edgecolors="#333333", label=f"{high:.1f} {words.worth}")
    if words.worth or len(kinds) > 1:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=4, frameon=False, fontsize=9)
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2, foreground="#ffffff")]  # so that names can be read on a line
    for k in spots:
        axes.annotate(
            one.texts[k] if one.texts else one.marks[k].id, one.marks[k].points[0], fontsize=9 if one.texts else 7,
            ha="center", va="bottom", zorder=3, xytext=(0, 1 + size(one.worth[k]) ** 0.5 / 2),
            textcoords="offset points", path_effects=halo,
        )  # fmt: skip
