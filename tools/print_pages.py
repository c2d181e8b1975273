"""A picture of some pages of print and play, for the documentation.

usage: python tools/print_pages.py [FILE.png]      docs/images/print-and-play.png if left out
"""

import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from goldenspike.drawing.pages.print_and_play import print_and_play
from goldenspike.engine.print_and_play import PrintOrder
from goldenspike.games import game

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "print-and-play.png"
# Game, board, part, which page of it.
SHOWN = (
    ("santa-fe-rails", "rails-to-the-pacific", "board", 1),
    ("santa-fe-rails", "rails-to-the-pacific", "cards", 15),
    ("santa-fe-rails", "rails-to-the-pacific", "aid", 1),
    ("pioneer-rails", "forest-a", "goals", 1),
    ("pioneer-rails", "desert-a", "cards", 1),
    ("rail-pass", "RP-L7", "trains", 1),
    ("rail-pass", "RP-L7", "tokens", 1),
    ("pioneer-rails", "desert-a", "rules", 1),
)
ACROSS, WIDTH, GAP, GROUND = 4, 380, 28, "#e7dcc3"


def page(name: str, board: str, part: str, number: int) -> Image.Image:
    """One page as a picture, as wide as all others."""
    one = game(name)
    made = print_and_play(one, one.board(board), PrintOrder(), [part])
    found = pypdfium2.PdfDocument(made.pdf)[number - 1]
    return found.render(scale=WIDTH / found.get_width()).to_pil()


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    pages = [page(*shown) for shown in SHOWN]
    high = max(one.height for one in pages)
    rows = -(-len(pages) // ACROSS)
    whole = Image.new("RGB", (ACROSS * (WIDTH + GAP) + GAP, rows * (high + GAP) + GAP), GROUND)
    shade = Image.new("L", whole.size, 0)
    for k, one in enumerate(pages):
        x, y = GAP + k % ACROSS * (WIDTH + GAP), GAP + k // ACROSS * (high + GAP)
        ImageDraw.Draw(shade).rectangle((x + 4, y + 6, x + one.width + 4, y + one.height + 6), fill=90)
    whole.paste("#3b2d1f", mask=shade.filter(ImageFilter.GaussianBlur(6)))
    for k, one in enumerate(pages):
        whole.paste(one, (GAP + k % ACROSS * (WIDTH + GAP), GAP + k // ACROSS * (high + GAP)))
    target.parent.mkdir(parents=True, exist_ok=True)
    whole.quantize(192).save(target, optimize=True)
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
