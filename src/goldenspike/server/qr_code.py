"""An address as a picture for the camera of a phone."""

from __future__ import annotations

from io import BytesIO


def qr_picture(address: str) -> str:
    """The address as an SVG picture."""
    import segno  # when the first one is drawn: a server starts sooner without it

    out = BytesIO()
    segno.make(address, error="m").save(out, kind="svg", border=2, xmldecl=False, svgns=True, scale=4)
    return out.getvalue().decode()
