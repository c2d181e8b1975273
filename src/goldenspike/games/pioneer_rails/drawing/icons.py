"""The pictures on the sheet, each drawn in a box from -30 to 30 so that it fits at any size."""

from collections.abc import Callable

from goldenspike.drawing.svg import element, group
from goldenspike.games.pioneer_rails.drawing.palette import BRICK, GOLD, INK, SUIT_COLOURS, WOOD, Palette
from goldenspike.games.pioneer_rails.drawing.shapes import box, circle, path, text

_SUIT_SHAPES = (
    "M0 -17C3 -9 15 -4 15 5C15 12 6 14 2 8C2 12 4 15 8 17H-8C-4 15 -2 12 -2 8C-6 14 -15 12 -15 5C-15 -4 -3 -9 0 -17Z",
    "M0 15C-9 6 -16 0 -16 -7C-16 -16 -4 -18 0 -8C4 -18 16 -16 16 -7C16 0 9 6 0 15Z",
    "M0 -18C4 -10 8 -5 13 0C8 5 4 10 0 18C-4 10 -8 5 -13 0C-8 -5 -4 -10 0 -18Z",
    "M0 -17A7.2 7.2 0 0 1 6 -6.2A7.2 7.2 0 1 1 2.6 5.6C2.8 10 4 14.5 8 17H-8C-4 14.5 -2.8 10 -2.6 5.6"
    "A7.2 7.2 0 1 1 -6 -6.2A7.2 7.2 0 0 1 0 -17Z",
)


def suit(number: int, fill: str | None = None) -> str:
    """Spade, heart, diamond or club."""
    return path(_SUIT_SHAPES[number], fill or SUIT_COLOURS[number], None)


def cattle() -> str:
    """A steer's head."""
    horns = path("M-9 -10C-19 -9 -25 -15 -27 -24C-31 -11 -23 -1 -10 -3Z", "#f6eedd", width=1.5)
    ear = path("M-11 -4C-16 -6 -21 -3 -24 2C-19 6 -14 4 -10 1Z", "#94582f", width=1.3)
    half = horns + ear
    return (
        half
        + element("g", half, transform="scale(-1 1)")
        + path("M-11 -11C-5 -15 5 -15 11 -11C13 -1 9 9 8 16H-8C-9 9 -13 -1 -11 -11Z", "#a9683a")
        + path("M-3.5 -13C-2 -3 -3 6 -4.5 12H4.5C3 6 2 -3 3.5 -13Z", "#f3e3c8", None)
        + path("M-9.5 14C-9 8 9 8 9.5 14C11 21 6 25 0 25C-6 25 -11 21 -9.5 14Z", "#e6b99b")
        + "".join(circle(x, -2.5, 1.9, INK, None) + circle(x * 0.55, 17, 1.4, INK, None) for x in (-6.4, 6.4))
    )


def nugget() -> str:
    """A lump of gold."""
    return (
        path("M-13 3L-9 -7L1 -11L11 -7L14 3L6 11L-7 10Z", GOLD)
        + path("M-9 -7L-3 1L-13 3M1 -11L-3 1L6 11M11 -7L-3 1M14 3L-3 1", stroke="#8a6508", width=0.9)
        + path("M-6 -6L-2 -8", stroke="#fff3b0", width=2)
    )


def mine() -> str:
    """A pick and what it found."""
    handle = path("M-2 -8H2L2.6 29H-2.6Z", WOOD)
    head = path("M-25 4C-17 -12 17 -12 25 4C13 -5 -13 -5 -25 4Z", "#9aa3a8")
    return group(handle + head, 3, -15, turn=40) + group(nugget(), 8, 12)


def bank() -> str:
    """A temple of money."""
    columns = "".join(box(x - 2.6, -6, 5.2, 20, "#fffdf4", line=1.2) for x in (-17, -6, 6, 17))
    return (
        box(-22, -7, 44, 22, "#cdbf9b")
        + columns
        + path("M-28 -8L0 -27L28 -8Z", "#e9dfc2")
        + path("M-28 14H28V18H-28ZM-31 18H31V23H-31Z", "#ded2ae")
        + circle(0, -14.5, 5.8, GOLD, width=1.2)
        + path("M2.2 -17C-1.5 -18.6 -3 -15 0 -14.5C3 -14 1.6 -10.4 -2.2 -12M0 -19V-10", width=1.1)
    )


def saloon() -> str:
    """A front with swing doors."""
    slats = "".join(f"M2.5 {y}L9.5 {y - 0.8}" for y in (1, 4.5, 8, 11.5))
    door = path("M1 -3.5L11 -6V14L1 16Z", "#b8692e", width=1.3) + path(slats, width=1)
    return (
        path("M-25 22V-14H-16V-25H16V-14H25V22Z", "#8f4a2a")
        + box(-13, -8, 26, 30, "#2b1a10")
        + door
        + element("g", door, transform="scale(-1 1)")
        + box(-21.5, -22.5, 43, 11.5, "#f5e3b5", line=1.3, round_=1.5)
        + text(0, -13.6, "SALOON", 8.4)
        + path("M-30 22H30", width=2.4)
    )


def fort() -> str:
    """A palisade with a flag."""
    logs = "".join(f"M{x:g} 20V-5L{x + 3.6:g} -11L{x + 7.2:g} -5V20Z" for x in (-25.2, -18, -10.8, -3.6, 3.6, 10.8, 18))
    return (
        path("M0 -8V-31", width=2)
        + path("M0 -31C6 -34 11 -28 18 -31V-20C11 -17 6 -23 0 -20Z", BRICK)
        + path(logs, "#b07a45", width=1.2)
        + path("M-25 3H25", width=2)
        + path("M-7 20V8C-7 1 7 1 7 8V20Z", "#4a2c15")
        + path("M0 3.5V20", stroke="#b07a45", width=1)
    )


def yard() -> str:
    """A turntable."""

    def rails(length: int, gap: int) -> str:
        ties = "".join(f"M-7.5 {y}H7.5" for y in range(-length + 3, length, gap))
        return path(ties, stroke=WOOD, width=1.6) + path(f"M-4 {-length}V{length}M4 {-length}V{length}", width=1.8)

    return (
        circle(0, 0, 24, "#b9b2a6", width=2.4)
        + circle(0, 0, 19, "#d9d3c7", width=1)
        + group(rails(28, 7), turn=60)
        + group(box(-9, -20, 18, 40, "#c9a36a", round_=2) + rails(20, 7), turn=-30)
        + circle(0, 0, 3.6, INK)
    )


def hat() -> str:
    """A bandit's hat."""
    return (
        path("M-28 3C-18 9 18 9 28 3C25 12 12 15 0 15C-12 15 -25 12 -28 3Z", "#4b3423")
        + path(
            "M-15 7C-17 -8 -12 -18 -6 -17C-3 -17 -2 -14 0 -14C2 -14 3 -17 6 -17C12 -18 17 -8 15 7C6 10 -6 10 -15 7Z",
            "#6a4a30",
        )
        + path("M-15.6 2C-6 5.4 6 5.4 15.6 2L15 7C6 10 -6 10 -15 7Z", BRICK, width=1)
    )


def bandit() -> str:
    """A masked rider."""
    dots = ((-6, 10), (0, 12), (6, 10), (-3, 17), (3, 17))
    return (
        path("M-13 -4C-13 13 -6 20 0 20C6 20 13 13 13 -4Z", "#e2b48c")
        + path("M-14 5C-6 3 6 3 14 5C13 16 6 25 0 28C-6 25 -13 16 -14 5Z", BRICK)
        + "".join(circle(x, y, 1.1, "#f8e6d8", None) for x, y in dots)
        + circle(-5, 0.5, 1.8, INK, None)
        + circle(5, 0.5, 1.8, INK, None)
        + group(hat(), 0, -11)
    )


def jail() -> str:
    """Stone walls and bars."""
    stones = "".join(f"M-25 {y}H-15M15 {y}H25" for y in (-8, 0, 8))
    bars = "".join(f"M{x} -9V15" for x in (-9, -3, 3, 9))
    return (
        box(-25, -16, 50, 38, "#a9adb2")
        + path(stones, stroke="#6b7076", width=0.9)
        + box(-15, -9, 30, 24, "#23262b")
        + path(bars, stroke="#d5d9dd", width=2.6, cap="butt")
        + box(-29, -25, 58, 9.5, "#6b4a2a")
        + text(0, -17.6, "JAIL", 8.2, "#f5e3b5")
        + path("M-29 22H29", width=2.4)
    )


def house(roof: str = "#c9573a") -> str:
    """A cabin."""
    return (
        box(-7, -3, 14, 10, "#fff6e0", line=1.2)
        + path("M-9.8 -3L0 -12L9.8 -3Z", roof, width=1.2)
        + box(-2, 1, 4, 6, "#5b3a20", line=0.6)
    )


def hamlet() -> str:
    """Three cabins: a town."""
    left = group(house("#8f4a2a"), -11, -7, 0.95)
    right = group(house("#5d7a8c"), 11, -7, 0.95)
    return left + right + group(house(), 0, -10, 1.15)


def peak(colours: Palette) -> str:
    """A snowy summit."""
    return (
        path("M-29 24L-6 -22L-1 -30L7 -23L30 24Z", colours.rock)
        + path("M-1 -30L7 -23L30 24H9L0 2L4 -9Z", colours.shade, None)
        + path("M-6 -22L-1 -30L7 -23L12 -13L6 -16L2 -10L-4 -16L-11 -12Z", "#fffaf0", width=1.2)
        + path("M-16 9L-20 19M-9 1L-12 11", stroke=colours.shade, width=1)
    )


def portal() -> str:
    """The mouth of a tunnel."""
    return path("M-10 8V-1C-10 -13 10 -13 10 -1V8Z", "#d9cbb0", width=1.4) + path(
        "M-6 8V0C-6 -8 6 -8 6 0V8Z", "#1d140d", width=1
    )


def pine() -> str:
    """A fir tree."""
    return (
        box(-1.5, 7, 3, 6, "#6b4a2a", None)
        + path("M-9 8L0 -6L9 8Z", "#54804a", "#33562f", 0.8)
        + path("M-7 1L0 -13L7 1Z", "#6a9a5b", "#33562f", 0.8)
    )


def cactus() -> str:
    """A saguaro."""
    return path("M0 12V-11M-7 -6V0C-7 3 -3 4 0 4M7 -8V-3C7 0 3 1 0 1", stroke="#6f8f4b", width=4.4) + path(
        "M0 11V-10", stroke="#8fae66", width=1
    )


def dry_tuft() -> str:
    """Desert grass."""
    return path("M-6 4L-3 -3M-2 4L0 -6M2 4L5 -3", stroke="#b0914f", width=1.4)


def green_tuft() -> str:
    """Forest grass."""
    return path("M-6 4L-3 -3M-2 4L0 -6M2 4L5 -3", stroke="#7c8a4d", width=1.4)


def rock() -> str:
    """A boulder."""
    return path("M-8 5C-9 -1 -4 -6 0 -4C5 -6 9 0 8 5Z", "#c9a878", "#94703f", 0.9)


def compass(accent: str) -> str:
    """A wind rose."""
    arms = ""
    for angle in range(0, 360, 45):
        reach = 19 if angle % 90 == 0 else 11
        half = path(f"M0 0L-2.6 -5.4L0 {-reach}Z", accent, INK, 0.6) + path(
            f"M0 0L2.6 -5.4L0 {-reach}Z", "#fff8e6", INK, 0.6
        )
        arms += group(half, turn=angle)
    return circle(0, 0, 15, "none", accent, 1) + arms + text(0, -21, "N", 9, accent)


_BENEFITS = {
    "bridge": "M-12 5C-7 -6 7 -6 12 5M-14 -3H14M-6 -3V0M6 -3V0",
    "tunnel": "M-9 8V0C-9 -11 9 -11 9 0V8M-4 8V2C-4 -4 4 -4 4 2V8",
    "shortcut": "M0 -11L9.5 -5.5V5.5L0 11L-9.5 5.5V-5.5ZM0 -11V11",
    "switch": "M-3 11V-11M-3 4C-3 -3 7 -3 7 -11",
}
BENEFITS = (*_BENEFITS, "suit")


def benefit(name: str) -> str:
    """The sign of what a spent town allows (PR-BENEFIT-07..13)."""
    if name in _BENEFITS:
        return path(_BENEFITS[name], width=1.9)
    places = ((-7, -7), (7, -7), (-7, 8), (7, 8))
    return "".join(group(suit(k), x, y, 0.38) for k, (x, y) in enumerate(places))


FEATURES: dict[str, Callable[[], str]] = {
    "cattle": cattle,
    "mine": mine,
    "bank": bank,
    "saloon": saloon,
    "fort": fort,
    "yard": yard,
    "bandit": bandit,
    "jail": jail,
}
STOCK: dict[str, Callable[[], str]] = FEATURES | {
    "nugget": nugget,
    "hat": hat,
    "house": house,
    "hamlet": hamlet,
    "portal": portal,
    "pine": pine,
    "cactus": cactus,
    "dry-tuft": dry_tuft,
    "green-tuft": green_tuft,
    "rock": rock,
}
"""Everything that is drawn more than once."""
