"""The frame around a picture: a railway track on a dark band."""

from __future__ import annotations

from .svg import element, number, rect

_SLEEPERS = {"stroke": "#6b4d31", "stroke_width": 12, "stroke_dasharray": "3.6 9.9"}
_RAIL = {"stroke": "#c9c2b4", "stroke_width": 1.5}
_EDGE = {"stroke": "#e9d9ac", "stroke_width": 1.6}


def track_frame(width: float, height: float, band: float, colour: str, class_: str) -> str:
    """Sleepers, two rails and an inner edge on a band of some width."""
    middle = band / 2

    def ring(inset: float, **attributes: object) -> str:
        return rect(inset, inset, width - 2 * inset, height - 2 * inset, **attributes)

    rings = (
        ring(middle, stroke=colour, stroke_width=number(band))
        + ring(middle, **_SLEEPERS)
        + ring(middle - 3.4, **_RAIL)
        + ring(middle + 3.4, **_RAIL)
        + ring(band, **_EDGE)
    )
    return element("g", rings, class_=class_, fill="none", aria_hidden="true")
