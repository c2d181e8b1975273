"""Colours of the sheet, on the screen and on paper."""

from dataclasses import dataclass

INK = "#3a2818"
PENCIL = "#20407f"
"""What players draw and write."""
WHITE = "#fffdf6"
CREAM = "#fbf3dc"
GOLD = "#dba827"
WOOD = "#8a5a2b"
BRICK = "#b3321f"

SUIT_COLOURS = ("#26262e", "#b3241c", "#c96a06", "#24703c")
"""Spades, hearts, diamonds, clubs; every railway has a pattern as well, so colour never stands alone."""


@dataclass(frozen=True)
class Palette:
    """Colours of one map on one kind of paper."""

    paper: str
    edge: str
    ground: tuple[str, str, str]
    grid: str
    water: str
    deep: str
    shore: str
    bank: str
    rock: str
    shade: str
    mountain: str
    pad: str
    accent: str
    tint: dict[str, str]


_TINT = {
    "mine": "#f4e2a2",
    "bank": "#dfe0d4",
    "saloon": "#f1c9a3",
    "fort": "#e2c79d",
    "yard": "#d9d2c6",
    "jail": "#cfd3d8",
    "bandit": "#efc4b4",
    "station": "#d8b98a",
}
DESERT = Palette(
    paper="#f3e6c6",
    edge="#b98f52",
    ground=("#f0dcae", "#eed8a6", "#f2e0b6"),
    grid="#8c6a3f",
    water="#6fa9c4",
    deep="#3f7f9f",
    shore="#c8b27c",
    bank="#dde0c4",
    rock="#b88d64",
    shade="#8d6442",
    mountain="#cdb594",
    pad="#f8efd9",
    accent="#a8431c",
    tint=_TINT | {"cattle": "#d7dfa0"},
)
FOREST = Palette(
    paper="#ecebd0",
    edge="#7d8a55",
    ground=("#dbe2b5", "#d5deac", "#e0e6be"),
    grid="#66703f",
    water="#6aa7b8",
    deep="#377a8e",
    shore="#b5bd86",
    bank="#cfdccb",
    rock="#9d988d",
    shade="#6d6a63",
    mountain="#c6c4b2",
    pad="#f5f3de",
    accent="#2f5d34",
    tint=_TINT | {"cattle": "#cfd98f"},
)


def palette(forest: bool, printed: bool) -> Palette:
    """Colours for the screen, or the same map on white paper with little ink."""
    base = FOREST if forest else DESERT
    if not printed:
        return base
    return Palette(
        paper="#ffffff",
        edge=base.edge,
        ground=("#ffffff", "#fdfcf6", "#fbf9f0"),
        grid=base.grid,
        water="#a9cfdf",
        deep=base.deep,
        shore="#e8e2cc",
        bank="#f2f6f2",
        rock="#d3bda2" if not forest else "#c4c1b9",
        shade="#ab8d6d" if not forest else "#95928a",
        mountain="#f1eae0" if not forest else "#eeede6",
        pad="#ffffff",
        accent=base.accent,
        tint={kind: _paler(colour) for kind, colour in base.tint.items()},
    )


def _paler(colour: str) -> str:
    parts = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * 0.42):02x}" for part in parts)
