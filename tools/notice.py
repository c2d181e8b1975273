"""NOTICE: our own words, followed by the licences of what others made and this package ships.

usage: python tools/notice.py            writes the second part of NOTICE anew
       python tools/notice.py --check    says whether it is what this command would write

The second part is what the build of the page wrote beside it (licenses.txt, from the lock file of the page), and the
licence of the fonts that are printed with.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

import page

ROOT = Path(__file__).resolve().parents[1]
NOTICE = ROOT / "NOTICE"
FONTS = ROOT / "src" / "goldenspike" / "drawing" / "fonts"
BEGINS = "What others made\n----------------\n"
RULE = "-" * 78


class Shipped(NamedTuple):
    """Something that others made and we ship."""

    name: str
    version: str
    licence: str


DEJAVU = Shipped("DejaVu fonts", "2.37", "Bitstream-Vera")


def of_page() -> str:
    """The licences that lie beside the built page."""
    return (page.PAGE / "licenses.txt").read_text("utf-8")


def shipped() -> list[Shipped]:
    """Everything of others in this package."""
    headings = re.findall(rf"^{RULE}\n(\S+) (\S+) \((.+)\)\n{RULE}$", of_page(), re.MULTILINE)
    return [*(Shipped(*heading) for heading in headings), DEJAVU]


def notice() -> str:
    """The whole file."""
    own = NOTICE.read_text("utf-8").partition(BEGINS)[0].rstrip("\n")
    words = (
        "The built page and the printed sheets contain the following software and fonts, under their own licences.\n"
        "This part is written by tools/notice.py."
    )
    fonts = f"{RULE}\n{DEJAVU.name} {DEJAVU.version} ({DEJAVU.licence})\n{RULE}\n\n"
    licence = "\n".join(line.rstrip() for line in (FONTS / "LICENSE").read_text("utf-8").strip().splitlines())
    of_others = "\n".join(line.rstrip() for line in of_page().splitlines())
    return f"{own}\n\n{BEGINS}\n{words}\n\n{of_others}\n\n{fonts}{licence}\n"


def main() -> int:
    page.ready(sys.executable, checked=True)
    made = notice()
    if "--check" in sys.argv[1:]:
        same = NOTICE.read_text("utf-8") == made
        print("NOTICE is up to date" if same else "NOTICE is not what python tools/notice.py writes")
        return 0 if same else 1
    NOTICE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
