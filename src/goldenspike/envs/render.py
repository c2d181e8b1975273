"""Pictures of a position for environments: text, SVG, or RGB."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Any

import numpy as np

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from .single import Play

MODES = ("human", "ansi", "svg", "rgb_array")
FRAME = (960, 720)  # width and height of every picture in pixels
CELL = (8, 16)
MARGIN = 8
IN_LETTERS = str.maketrans("♠♥♦♣★", "SHDC*")  # signs that the font has not
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
    return frame(text)


@cache
def glyph(letter: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """One letter on its cell of paper: columns of the board stay columns in any font."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(size=12)
    length = ceil(font.getlength(letter))
    wide = max(CELL[0], length)
    picture = Image.new("RGB", (wide, CELL[1]), PAPER)
    ImageDraw.Draw(picture).text(((wide - length) / 2, 0), letter, INK, font=font)
    if wide > CELL[0]:
        picture = picture.resize(CELL, Image.Resampling.BOX)
    return np.array(picture, np.uint8)


def frame(text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The text board as a picture of FRAME: always the same size, as films and windows want it."""
    from PIL import Image

    lines = text.translate(IN_LETTERS).splitlines() or [""]
    wide, high = CELL
    columns = max(map(len, lines))
    board = np.empty((high * len(lines) + 2 * MARGIN, wide * columns + 2 * MARGIN, 3), np.uint8)
    board[...] = PAPER
    for row, line in enumerate(lines):
        top = MARGIN + high * row
        for column, letter in enumerate(line):
            if letter != " ":
                left = MARGIN + wide * column
                board[top : top + high, left : left + wide] = glyph(letter)
    if board.shape[0] > FRAME[1] or board.shape[1] > FRAME[0]:
        scale = min(FRAME[0] / board.shape[1], FRAME[1] / board.shape[0])
        size = max(1, int(board.shape[1] * scale)), max(1, int(board.shape[0] * scale))
        board = np.array(Image.fromarray(board).resize(size, Image.Resampling.BOX, reducing_gap=2.0), np.uint8)
    whole = np.empty((FRAME[1], FRAME[0], 3), np.uint8)
    whole[...] = PAPER
    whole[: board.shape[0], : board.shape[1]] = board
    return whole
