"""Pictures of results as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

from goldenspike.engine.errors import BadOption

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#8a8a8a"


def figure(draw: Callable[[Any], None], *, width: float = 7.0, height: float = 3.0) -> str:
    """Draw on axes and hand the picture over as SVG for a page."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BadOption("reports need more packages: pip install 'goldenspike[arena]'") from None
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "goldenspike", "font.size": 10}):
        picture = Figure(figsize=(width, height), layout="constrained")
        axes = picture.subplots()
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        draw(axes)
        out = StringIO()
        picture.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def bars(
    names: Sequence[str], values: Sequence[float], low: Sequence[float], high: Sequence[float], label: str,
    fair: float | None = None,
) -> str:  # fmt: skip
    """Lying bars with intervals, the first on top, and a line at what chance alone would give."""

    def draw(axes: Any) -> None:
        places = range(len(names))
        errors = [
            [max(value - least, 0) for value, least in zip(values, low, strict=True)],
            [max(most - value, 0) for value, most in zip(values, high, strict=True)],
        ]
        axes.barh(places, values, xerr=errors, color=BLUE, ecolor="#333333", capsize=3)
        axes.set_yticks(list(places), list(names))
        axes.invert_yaxis()
        axes.set_xlabel(label)
        if fair:
            axes.axvline(fair, color=ORANGE, linestyle="--")

    return figure(draw, height=1.2 + 0.4 * len(names))


def histograms(groups: Mapping[str, Sequence[float]], label: str) -> str:
    """Several distributions over each other."""

    def draw(axes: Any) -> None:
        every = [value for values in groups.values() for value in values]
        low, high = min(every), max(every)
        edges = [low + (high - low + 1) * k / 24 for k in range(25)]
        for colour, (name, values) in zip((BLUE, ORANGE, GREEN, GREY) * 9, groups.items(), strict=False):
            weights = [1 / len(values)] * len(values)
            axes.hist(values, bins=edges, weights=weights, histtype="step", linewidth=1.8, color=colour, label=name)
        axes.set_xlabel(label)
        axes.set_ylabel("share")
        if len(groups) > 1:
            axes.legend(frameon=False)

    return figure(draw)
