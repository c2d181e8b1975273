"""The icons of the installed page, painted from web/public/spike.svg.

usage: python tools/icons.py [--check]      writes web/public/icons; --check only says whether they are up to date
"""

import re
import sys
from pathlib import Path

import resvg_py

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "web" / "public" / "spike.svg"
TARGET = ROOT / "web" / "public" / "icons"
SAFE = 0.72  # of a maskable icon: phones cut it to a circle


def icons() -> dict[str, bytes]:
    """Every icon by its name."""
    svg = SOURCE.read_text("utf-8")
    spike = re.search(r"<path[^>]*/>", svg)
    ground = re.search(r'<rect[^>]*fill="(#\w+)"', svg)
    if spike is None or ground is None:
        sys.exit("spike.svg is a spike (path) on a ground (rect): the icons are made of both")
    inner = f'<g transform="translate(16 16) scale({SAFE}) translate(-16 -16)">{spike[0]}</g>'
    masked = _drawing(f'<rect width="32" height="32" fill="{ground[1]}"/>{inner}')
    # A badge is a shape: phones take its outline and paint it themselves.
    shape = _drawing(re.sub(r'(fill|stroke)="#\w+"', r'\1="#ffffff"', spike[0]))
    return {
        "icon-192.png": _painted(svg, 192),
        "icon-512.png": _painted(svg, 512),
        "maskable-512.png": _painted(masked, 512),
        "badge-96.png": _painted(shape, 96),
    }


def _drawing(content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{content}</svg>'


def _painted(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> int:
    old = [name for name, content in icons().items() if not _same(TARGET / name, content)]
    if "--check" in sys.argv:
        for name in old:
            print(f"{name} is not what spike.svg looks like: python tools/icons.py")
        return 1 if old else 0
    TARGET.mkdir(exist_ok=True)
    for name, content in icons().items():
        (TARGET / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
    return 0


def _same(path: Path, content: bytes) -> bool:
    return path.exists() and path.read_bytes() == content


if __name__ == "__main__":
    sys.exit(main())
