"""The position as a picture, drawn from the board's data and from what a seat may see."""

from collections.abc import Sequence
from html import escape
from math import atan2, degrees, hypot
from typing import Any

KIND_COLOURS = {"cream": "#a9d3ee", "butter": "#f2d56f", "cheese": "#eda06c", "whey": "#b5d99c", "any": "#d8d4cc"}
SEAT_COLOURS = {"A": "#0072b2", "B": "#b34a00", "C": "#007a59", "D": "#8a3f6f"}  # as on the page, but darker
STYLE = """text { font: 13px sans-serif; text-anchor: middle } .left { text-anchor: start; font-size: 17px }
.name { paint-order: stroke; stroke: #eef3e2; stroke-width: 4px } .kind { font-size: 10px }"""


def draw(board: dict[str, Any], view: dict[str, Any], legal: Sequence[str]) -> str:
    """Lines as rows of spaces, farms with their churns, creameries as squares, and everybody's figures below."""
    width, height = board["size"]
    spots = {place["id"]: place for place in board["farms"] + board["creameries"]}
    offered = {action.split()[1] for action in legal if action.startswith("claim")}
    drawn = f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#eef3e2"/>'
    for line in board["lines"]:
        name, a, z = "-".join(line["ends"]), *(spots[end] for end in line["ends"])
        drawn += draw_line(line, a, z, view["lines"].get(name), 4 if name in offered else 1)
    for name, spot in spots.items():
        x, y, here = spot["x"], spot["y"], "".join(seat["name"] for seat in view["seats"] if name in seat["reaches"])
        shape = f'width="40" height="40" rx="{20 if "churns" in spot else 3}" fill="#fff" stroke="#222"'
        drawn += f'<rect x="{x - 20}" y="{y - 20}" {shape}/><text x="{x}" y="{y + 5}">{spot.get("churns", "◆")}</text>'
        drawn += f'<text class="name" x="{x}" y="{y + 36}">{escape(spot["name"])} {here}</text>'
    for k, seat in enumerate(view["seats"]):
        hidden = f"; {seat['hand']}; order from {spots[seat['order']]['name']}" if "order" in seat else ""
        words = f"{seat['name']}: milk {seat['milk']}, wagons {seat['wagons']}{hidden}"
        drawn += f'<text class="left" x="20" y="{height + 24 * k}">{escape(words)}</text>'
    drawn += f'<text class="left" x="20" y="30">{view["turn"]} is on; {view["deck"]} wagons in the deck</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 90}">{drawn}</svg>'


def draw_line(line: dict[str, Any], a: dict[str, Any], z: dict[str, Any], owner: str | None, rim: int) -> str:
    """A line shows its kind in every space, or the letter of its owner."""
    far, wide = z["x"] - a["x"], z["y"] - a["y"]
    fill, ink = (SEAT_COLOURS[owner], "#fff") if owner else (KIND_COLOURS[line["kind"]], "#222")
    drawn = f'<path d="M{a["x"]} {a["y"]}L{z["x"]} {z["y"]}" stroke="#999" stroke-width="2"/>'
    for k in range(line["length"]):
        part = 0.5 + 38 * (k - (line["length"] - 1) / 2) / max(1, hypot(far, wide))
        x, y = a["x"] + far * part, a["y"] + wide * part
        at = f'transform="translate({x:.1f} {y:.1f}) rotate({degrees(atan2(wide, far)):.1f})" stroke-width="{rim}"'
        drawn += f'<rect x="-17" y="-10" width="34" height="20" rx="4" fill="{fill}" stroke="#222" {at}/>'
        drawn += f'<text class="kind" x="{x:.1f}" y="{y + 4:.1f}" fill="{ink}">{owner or line["kind"][:3]}</text>'
    return drawn
