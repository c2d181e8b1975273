"""A sheet drawn with letters: hexes with three lines of text, tracks along their sides, choices by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..board.load import SUITS
from ..rules.state import (
    BANDIT,
    BLANK,
    BRIDGE,
    CATTLE,
    CLOSED,
    CROSSED,
    CUT_FRESH,
    FORT,
    FRESH,
    MOUNTAIN,
    RIVER,
    STATION,
    TRACK,
    TUNNEL,
    State,
)

if TYPE_CHECKING:
    from rich.text import Text

    from ..game import PioneerSetting

SUIT_STYLES = {"S": "bright_cyan", "H": "bright_red", "D": "yellow", "C": "green"}
KINDS = ("", "mine", "jail", "saloon", "yard", "fort", "cattle", "bandit", "bank")
KIND_STYLES = ("", "yellow3", "magenta", "orchid", "dark_orange", "red3", "tan", "bright_magenta", "gold3")
DIAGONALS = ("n-s", "ne-sw", "nw-se")
HALF = 4  # columns from the middle of a hex to its side
PITCH = 3  # lines from one row of hexes to the next
LEFT = HALF

# Where the corners and the sides of a hex lie, counted from its north corner; corners and sides run clockwise.
CORNER_AT = ((0, 0), (HALF, 1), (HALF, 3), (0, 4), (-HALF, 3), (-HALF, 1))
SIDE_AT = (
    ((1, 0), (2, 0), (3, 1)),
    ((HALF, 2),),
    ((3, 3), (2, 3), (1, 4)),
    ((-1, 4), (-2, 3), (-3, 3)),
    ((-HALF, 2),),
    ((-3, 1), (-2, 0), (-1, 0)),
)
OPEN_SIDES = {BRIDGE: ("=", "bright_blue"), TUNNEL: ("#", "grey70"), CLOSED: ("x", "grey37")}


class Canvas:
    """Letters with a style each."""

    def __init__(self, width: int, height: int) -> None:
        self.cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for k, letter in enumerate(text):
            self.cells[y][x + k] = (letter, style)

    def text(self) -> Text:
        from rich.text import Text

        rows = []
        for row in self.cells:
            line = Text(no_wrap=True)
            for letter, style in row:
                line.append(letter, style=style)
            line.rstrip()
            rows.append(line)
        return Text("\n", no_wrap=True).join(rows)


class SheetMap:
    """The map of one seat; ``legal`` puts the number of each track on offer where it would lie."""

    def __init__(self, setting: PioneerSetting, s: State, seat: int, legal: Sequence[int] = ()) -> None:
        self.sheet = sheet = setting.board
        self.grid = sheet.grid
        self.b = setting.b
        self.rules = setting.rules
        self.s = s
        self.seat = seat
        self.numbers = {action - TRACK: number for number, action in enumerate(legal, 1) if action >= TRACK}
        self.canvas = Canvas(
            LEFT + 2 * HALF * self.grid.cols + HALF + 2,
            PITCH * self.grid.rows + 2,
        )

    def corner(self, h: int) -> tuple[int, int]:
        """Column and line of the north corner of a hex."""
        r, c = divmod(h, self.grid.cols)
        return LEFT + 2 * HALF * c + HALF * (r & 1), PITCH * r

    def text(self) -> Text:
        for h in range(len(self.grid.hexes)):
            self.sides(h)
        for h in range(len(self.grid.hexes)):
            self.corners(h)
            self.inside(h)
        for h in range(len(self.grid.hexes)):
            self.offers(h)
        return self.canvas.text()

    # ------------------------------------------------------------ sides and corners
    def sides(self, h: int) -> None:
        x, y = self.corner(h)
        for side, e in enumerate(self.grid.hex_edges[h]):
            letter, style = self.side(e)
            # An empty side is a hint, a track a line: the map stays easy to read.
            cells = SIDE_AT[side] if letter in SUITS else SIDE_AT[side][len(SIDE_AT[side]) // 2 :][:1]
            for dx, dy in cells:
                self.canvas.put(x + dx, y + dy, letter, style)

    def side(self, e: int) -> tuple[str, str]:
        lies = self.s.edge[self.seat][e]
        if lies:
            suit = SUITS[(lies - 1) % FRESH]
            return suit, f"bold {'reverse ' if lies > FRESH else ''}{SUIT_STYLES[suit]}"
        kind = self.b.edge_kind[e]
        if kind in OPEN_SIDES:
            return OPEN_SIDES[kind]
        return ".", "grey42"

    def corners(self, h: int) -> None:
        x, y = self.corner(h)
        for k, v in enumerate(self.grid.hex_vertices[h]):
            dx, dy = CORNER_AT[k]
            spot = self.s.spot[self.seat][v]
            if self.b.town_of[v] >= 0:
                letter, style = ("@", "bold black on bright_white") if spot else ("O", "bold bright_white")
            elif spot:
                letter, style = "+", f"bold {SUIT_STYLES[SUITS[spot % 4]]}"
            else:
                letter, style = ".", "grey42"
            self.canvas.put(x + dx, y + dy, letter, style)

    # ------------------------------------------------------------ what a hex is
    def inside(self, h: int) -> None:
        """Label, kind and how many sides it has and needs."""
        x, y = self.corner(h)
        kind, mark = self.b.terrain[h], self.s.mark[self.seat][h]
        label_style, word, style, below = "grey50", "", "", ""
        if kind == STATION:
            suit = self.sheet.hexes[h].suit
            word, style = f"= {suit} =", f"bold reverse {SUIT_STYLES[suit]}"
        elif kind == RIVER:
            word, style, below = "~~~~~", "bright_blue", "~~~"
        elif kind == MOUNTAIN:
            word, style, below = "/\\/\\", "grey70", "/\\"
        elif kind == BLANK:
            if mark:
                suit = SUITS[self.rules.cut_rail(self.s, self.seat, h)]
                word = DIAGONALS[self.rules.cut_diagonal(self.s, self.seat, h)]
                style, below = f"{'reverse ' if mark > CUT_FRESH else ''}{SUIT_STYLES[suit]}", suit
        else:
            label_style = "bold"
            word, style, below = self.feature(h, kind, mark)
        self.middle(x, y + 1, self.grid.hex_names[h], label_style)
        self.middle(x, y + 2, word, style)
        self.middle(x, y + 3, below, style)

    def feature(self, h: int, kind: int, mark: int) -> tuple[str, str, str]:
        word, style = KINDS[kind], KIND_STYLES[kind]
        done = mark % FRESH if mark else 0
        if kind == BANDIT and done:
            return ("caught", "dim", "x") if done == CROSSED else ("gone", "dim", "x")
        if done:
            return word, "dim strike", "x"
        if kind == CATTLE:
            return word, style, ""
        count = self.rules.sides(self.s, self.b, self.seat, h)
        need = self.rules.sides_needed(self.s, self.b, h)
        if kind == FORT and self.b.forest:
            return word, style, str(count) if count else ""
        return word, style, f"{count}/{need}" if count else str(need)

    def middle(self, x: int, y: int, text: str, style: str) -> None:
        self.canvas.put(x - (len(text) - 1) // 2, y, text, style)

    # ------------------------------------------------------------ choices
    def offers(self, h: int) -> None:
        """The number to type lies on the side itself; shortcuts have theirs in the list only."""
        x, y = self.corner(h)
        for side, e in enumerate(self.grid.hex_edges[h]):
            if e not in self.numbers:
                continue
            number, style = str(self.numbers[e]), "bold black on chartreuse2"
            if side in {1, 4}:
                dx, dy = SIDE_AT[side][0]
                self.canvas.put(x + dx, y + dy, number, style)
            else:
                place = sorted(SIDE_AT[side])
                # Two letters of a slanted side lie on one line.
                pair = [at for at in place if sum(other[1] == at[1] for other in place) == 2]
                self.canvas.put(x + pair[0][0], y + pair[0][1], number, style)
