"""Pictures of a position for environments: text, SVG, or RGB."""

from __future__ import annotations

import importlib.util
import io
from typing import Any

import numpy as np

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from .single import Play

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 960
PAPER, INK = (250, 247, 238), (32, 32, 32)


def show(play: Play, mode: str | None) -> Any:
    """The position in one of the MODES: everything that all seats together could see of it."""
    if mode is None:
        raise BadOption(f"this environment was made without a render_mode; there are {', '.join(MODES)}")
    if mode not in MODES:
        raise BadOption(f"a render_mode is {', '.join(MODES)}; not {shown(mode)}")
    if mode == "svg":
        return play.setting.svg(play.s)
    text = play.setting.text(play.s)
    if mode == "ansi":
        return text
    if mode == "human":
        print(text)
        return None
    if importlib.util.find_spec("resvg_py"):
        return from_svg(play.setting.svg(play.s))
    return from_text(text)


def from_svg(svg: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The drawing itself, where the package ``resvg_py`` is installed."""
    import resvg_py  # type: ignore[import-not-found]
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH)
    return np.array(Image.open(io.BytesIO(bytes(drawn))).convert("RGB"), np.uint8)


def from_text(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The text board as a picture: needs nothing but what is there anyway."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(size=12)
    lines = text.splitlines() or [""]
    cell, high = 8, 16
    picture = Image.new("RGB", (cell * max(map(len, lines)) + 16, high * len(lines) + 16), PAPER)
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter != " ":
                # One letter at a time: the columns of the board stay columns in any font.
                pen.text((8 + cell * column, 8 + high * row), letter, INK, font=font)
    return np.array(picture, np.uint8)
