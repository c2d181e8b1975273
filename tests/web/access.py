"""Is every screen accessible, in light and in dark, wide, on a tablet and on a phone? Asks axe-core.

usage: python -m tests.web.access [SCREEN ...]     prints whatever is serious
"""

from __future__ import annotations

import argparse
import sys

from .screens import SCREENS, arrive, visits

SIZES = {"wide": (1280, 860), "tablet": (800, 1100), "phone": (390, 844)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", choices=[*SCREENS, []], metavar="SCREEN", help=" ".join(SCREENS))
    count = 0
    for name, screen, me in visits(parser.parse_args().screens or [*SCREENS]):
        arrive(me, screen)
        for size, (width, height) in SIZES.items():
            me.page.set_viewport_size({"width": width, "height": height})
            for fault in me.serious(f"{name}, {size}"):
                count += 1
                print(fault, flush=True)
    print(f"{count} serious findings in light and dark, {', '.join(SIZES)}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
