"""The score area: printed rows and boxes, filled in as with a pencil (PR-SHEET-08..10, -17)."""

from collections.abc import Mapping, Sequence
from typing import Any

from goldenspike.drawing.svg import element, group, segment
from goldenspike.drawing.text import SANS_FAMILY, fitted_size, wrapped
from goldenspike.games.pioneer_rails.board.load import ROUNDS, SUITS, TURNS
from goldenspike.games.pioneer_rails.drawing import icons
from goldenspike.games.pioneer_rails.drawing.map import Map
from goldenspike.games.pioneer_rails.drawing.palette import GOLD, PENCIL, WHITE
from goldenspike.games.pioneer_rails.drawing.shapes import box, circle, face, path, star, text
from goldenspike.games.pioneer_rails.drawing.tracks import rail, strike

HEIGHT = 178.0
HEAD = 21.0
FRAME = "#7a5a35"
ROMAN = ("I", "II", "III", "IV")
View = Mapping[str, Any]
# What is printed on a sheet; it may be in another language, with other amounts.
LABELS: Mapping[str, str] = {
    "name": "Name",
    "map": "",
    "hands": "POKER HANDS",
    "gold": "GOLD & BANKS",
    "law": "JAILS & BANDITS",
    "works": "RANCHES · YARDS · FORTS",
    "works_forest": "RANCHES · YARDS · FORTS · SALOONS",
    "towns": "TOWNS",
    "goals": "GOALS",
    "help": "HANDS & RAILWAYS",
    "total": "TOTAL",
    "double": "×2",
    "most": "max {n}",
    "escaped": "escaped  −1 each",
    "network": "× towns",
    "sides": "{n} × sides",
    "spend": "spend one: +1 track and",
    "target": "solo target",
    "hand.1": "Pair",
    "hand.2": "Two pair",
    "hand.3": "Three",
    "hand.4": "Full house",
    "hand.5": "Straight",
    "hand.6": "Four",
    "bridge": "bridge",
    "tunnel": "tunnel",
    "shortcut": "shortcut",
    "switch": "switch",
    "suit": "suit",
}


class Pad:
    """The panels of one sheet's score area, each drawn from its own top left corner."""

    def __init__(self, chart: Map, view: View, labels: Mapping[str, str] = LABELS) -> None:
        self.chart, self.view, self.labels = chart, view, labels
        self.rows, self.forest = chart.sheet.rows, chart.sheet.forest
        score = view.get("score")
        self.score: Mapping[str, Any] = score if isinstance(score, Mapping) else {}

    # --- pencil marks ------------------------------------------------------------------------------

    def many(self, key: str) -> int:
        """A count of the view, never less than nothing."""
        value = self.view.get(key)
        return max(0, value) if isinstance(value, int) else 0

    def seq(self, key: str) -> Sequence[Any]:
        """A list of the view."""
        value = self.view.get(key)
        return value if isinstance(value, Sequence) and not isinstance(value, str) else ()

    def ring(self, x: float, y: float, r: float = 14.5) -> str:
        """A circle drawn round a symbol."""
        mark = {"cx": round(x, 1), "cy": round(y, 1), "rx": round(r, 1), "ry": round(0.94 * r, 1)}
        return element("ellipse", **mark, fill="none", stroke=PENCIL, stroke_width="2.6", class_="pr-circled")

    def cross(self, x: float, y: float, reach: float = 10) -> str:
        """A cross through a symbol."""
        return element("g", strike(x, y, reach, 2.6), class_="pr-struck")

    def pencilled(self, x: float, y: float, value: object, size: float = 17) -> str:
        """Something written into a box."""
        if value is None or value == "":
            return ""
        shown = str(value).replace("-", "−")
        return text(x, y + 0.36 * size, shown, size, PENCIL, font_style="italic", class_="pr-written")

    def score_box(self, key: str, x: float, y: float, w: float = 40, h: float = 30, size: float = 16) -> str:
        """A box for points, with the points if they are known."""
        body = box(x, y, w, h, WHITE, line=1.8, round_=3)
        body += self.pencilled(x + w / 2, y + h / 2, self.score.get(key), size)
        return element("g", body, class_="pr-box", data_score=key)

    def panel(self, name: str, title: str, width: float, body: str, height: float = HEIGHT) -> str:
        """A framed part of the score area."""
        accent = self.chart.colours.accent
        frame = box(0, 0, width, height, self.chart.colours.pad, FRAME, 1.6, 7)
        frame += path(f"M0 {HEAD}V7Q0 0 7 0H{width - 7:g}Q{width:g} 0 {width:g} 7V{HEAD}Z", accent, FRAME)
        size = fitted_size(title, 12, face(), width - 16, 1 / 12)
        words = text(width / 2, 15.3, title, size, "#fff6e0", spacing=1)
        return element("g", frame + words + body, class_=f"pr-panel pr-panel-{name}")

    # --- panels ------------------------------------------------------------------------------------

    def hands(self) -> str:
        """Four hands of five cards, with what doubles or adds to them (PR-POKER-01, PR-SALOON-02)."""
        hands, points, saloons = self.seq("hands"), self.seq("hand_points"), self.seq("saloons")
        found = ""
        for r in range(ROUNDS):
            y = 29 + 37 * r
            cells = text(14, y + 20, ROMAN[r], 11)
            hand = hands[r] if r < len(hands) and isinstance(hands[r], list | tuple) else ()
            for c in range(TURNS):
                cells += box(28 + 28 * c, y, 26, 30, WHITE, line=1.4, round_=3)
                if c < len(hand):
                    cells += self.pencilled(41 + 28 * c, y + 15, "★" if hand[c] == "*" else hand[c], 15)
            if self.forest:
                cells += text(176, y + 21, "+", 15, width=13) + self.chart.icon("saloon", 194, y + 15, 0.36)
            else:
                cells += circle(187, y + 15, 14, "#f1c9a3", width=1.3, stroke_dasharray="3 2")
                cells += text(187, y + 19.5, self.labels["double"], 12.5, font_family=SANS_FAMILY)
                state = saloons[r] if r < len(saloons) else "open"
                cells += self.ring(187, y + 15, 16) if state == "circled" else ""
                cells += self.cross(187, y + 15, 11) if state == "dead" else ""
            result = points[r] if r < len(points) else None
            boxed = box(208, y, 44, 30, WHITE, line=1.8, round_=3) + self.pencilled(230, y + 15, result)
            cells += element("g", boxed, class_="pr-box pr-hand-box")
            found += element("g", cells, class_="pr-hand", data_round=r + 1)
        return self.panel("hands", self.labels["hands"], 262, found)

    def gold(self) -> str:
        """Nuggets and the three bank squares (PR-MINE-01, PR-BANK-02)."""
        circled, banked, squares = self.many("nuggets"), self.many("banked"), self.seq("banks")
        count, found = self.rows.nuggets, ""
        across = max(6, (count + 1) // 2)
        step = min(31.0, 172 / (across - 1))
        for k in range(count):
            x, y = 22 + step * (k % across), 44 + 31 * (k // across)
            symbol = self.chart.icon("nugget", x, y, 0.86 * min(1, step / 29))
            symbol += self.ring(x, y, 13.5) if k < circled else ""
            symbol += self.cross(x, y, 9) if k < banked else ""
            found += element("g", symbol, class_="pr-nugget")
        found += self.score_box("gold", 206, 45, 36, 30)
        for k, multiple in enumerate(self.rows.bank):
            x = 14 + 62 * k
            found += self.chart.icon("bank", x + 22, 115, 0.6)
            found += text(x + 51.5, 119, f"×{multiple}", 13, width=21, font_family=SANS_FAMILY)
            square = box(x, 137, 48, 31, WHITE, line=1.8, round_=3)
            square += self.pencilled(x + 24, 152.5, squares[k] if k < len(squares) else None)
            found += element("g", square, class_="pr-bank-square")
        limit = text(226, 117, self.labels["most"].replace("{n}", str(self.rows.nuggets_per_bank)), 9.5, weight=None)
        found += limit + text(200, 158, "=", 15) + self.score_box("banks", 208, 137, 34, 31)
        return self.panel("gold", self.labels["gold"], 250, found)

    def law(self) -> str:
        """Jails with their cells, and the bandits that got away (PR-FOREST-08, -13, -14)."""
        jails, found = self.seq("jails"), ""
        pitch = 33 if len(self.rows.jails) < 4 else 26
        for j, cells in enumerate(self.rows.jails):
            y = 27 + pitch * j
            held = jails[j] if j < len(jails) else None
            row = self.chart.icon("jail", 25, y + 14, 0.45)
            row += self.ring(25, y + 13, 19) if isinstance(held, int) else ""
            step = min(36.0, 142 / len(cells))
            for c, value in enumerate(cells):
                x = 52 + step * c
                row += box(x, y, step - 4, 27, "#e8eaec", line=1.5, round_=2)
                row += path(f"M{x + 4:g} {y}v27M{x + step - 8:g} {y}v27", stroke="#8a9096", width=1)
                row += text(x + step / 2 - 2, y + 18.5, value, 13, font_family=SANS_FAMILY)
                row += self.ring(x + step / 2 - 2, y + 13.5, 12.5) if isinstance(held, int) and c < held else ""
            found += element("g", row, class_="pr-jail-row")
        found += self.score_box("jails", 198, 60, 44, 30)
        count, gone = self.rows.escaped, self.many("escaped")
        step = 166 / max(8, count)
        for k in range(count):
            x = 22 + step * k
            found += self.chart.icon("hat", x, 143, 0.33)
            found += self.ring(x, 143, min(11, step / 2)) if k < gone else ""
        found += text(14, 167, self.labels["escaped"], 10.5, anchor="start", weight=None, width=178)
        found += self.score_box("escaped", 198, 138, 44, 30)
        return self.panel("law", self.labels["law"], 250, found)

    def works(self) -> str:
        """Ranches, rail yards and forts (PR-CATTLE-09, PR-YARD-04, PR-FORT-02, PR-FOREST-05, -18)."""
        ranches, yards = self.many("ranches"), self.many("yards")
        found = self.chart.icon("cattle", 24, 46, 0.5)
        step = min(31.0, 202 / max(1, len(self.rows.ranch) - 1))
        for k, value in enumerate(self.rows.ranch):
            found += self._slot(58 + step * k, 46, value, min(13, step / 2 - 1), k < ranches)
        found += self.score_box("ranches", 282, 31)
        found += self.chart.icon("yard", 24, 94, 0.52)
        for k, value in enumerate(self.rows.yard[:4]):
            found += self._slot(58 + 34 * k, 94, f"×{value}", 14, k < yards, 11.5)
        found += text(208, 98, self.labels["network"], 10, anchor="end", weight=None, width=60)
        network = box(214, 79, 36, 30, WHITE, line=1.8, round_=3)
        found += network + self.pencilled(232, 94, self.view.get("network") if yards else None)
        found += text(266, 99, "=", 15) + self.score_box("yards", 282, 79)
        found += self.chart.icon("fort", 24, 147, 0.52)
        found += self._forest_forts() if self.forest else self._desert_forts()
        return self.panel("works", self.labels["works_forest" if self.forest else "works"], 330, found)

    def _slot(self, x: float, y: float, value: object, r: float, done: bool, size: float = 12) -> str:
        body = circle(x, y, r, WHITE, width=1.5) + text(x, y + 0.36 * size, value, size, font_family=SANS_FAMILY)
        return element("g", body + (self.ring(x, y, r + 2.6) if done else ""), class_="pr-symbol")

    def _desert_forts(self) -> str:
        found, forts = "", self.many("forts")
        for k, value in enumerate(self.rows.fort):
            x = 60 + 40 * k
            body = path(f"M{x - 16} 129H{x + 16}V148L{x} 161L{x - 16} 148Z", WHITE)
            body += text(x, 148, value, 13, font_family=SANS_FAMILY)
            found += element("g", body + (self.ring(x, 144, 19) if k < forts else ""), class_="pr-symbol")
        return found + self.score_box("forts", 282, 129)

    def _forest_forts(self) -> str:
        sides = self.labels["sides"].replace("{n}", str(self.rows.fort_side))
        found = text(44, 149, sides, 10, anchor="start", weight=None, width=52) + self.score_box("forts", 98, 129, 40)
        found += self.chart.icon("saloon", 172, 144, 0.5)
        circled = {str(value) for value in self.seq("saloons")}
        for k, value in enumerate(self.rows.saloon_values):
            found += self._slot(203 + 27 * k, 144, value, 12, value in circled, 11)
        return found

    def towns(self) -> str:
        """Town symbols, the first given, and what one can be spent for (PR-SETUP-05, PR-BENEFIT-02)."""
        states, found = self.seq("town_symbols"), ""
        count = self.rows.towns
        across = max(6, (count + 1) // 2)
        step = 140 / (across - 1)
        for k in range(count):
            x, y = 22 + step * (k % across), 43 + 33 * (k // across)
            state = states[k] if k < len(states) else "circled" if k == 0 else "open"
            symbol = self.chart.icon("house", x, y + 2, 1.05)
            if k == 0:
                symbol += circle(x, y, 14.5, "none", "#b3241c", 2.6, class_="pr-given")
            elif state in ("circled", "spent"):
                symbol += self.ring(x, y)
            symbol += self.cross(x, y, 10) if state == "spent" else ""
            found += element("g", symbol, class_="pr-town-symbol", data_state=state)
        found += self.score_box("towns", 162, 63, 34, 27)
        found += text(102, 107, self.labels["spend"], 9.5, weight=None, width=192, font_style="italic")
        for k, name in enumerate(icons.BENEFITS):
            x = 24 + 39 * k
            found += box(x - 16, 112, 32, 34, WHITE, line=1.2, round_=5) + group(icons.benefit(name), x, 129)
            found += text(x, 158, self.labels[name], fitted_size(self.labels[name], 9, face(None), 38), weight=None)
        return self.panel("towns", self.labels["towns"], 204, found)

    def goals(self, width: float = 240, height: float = 236) -> str:
        """Three goals with both stars, and space to write which they are (PR-GOAL-02..04)."""
        first, later = self.rows.goal
        goals, found = self.seq("goals"), ""
        pitch = (height - HEAD - 4) / 3
        for k in range(3):
            goal = goals[k] if k < len(goals) and isinstance(goals[k], Mapping) else {}
            top = HEAD + 4 + pitch * k
            points = goal.get("points")
            found += path(segment((8, top), (width - 8, top)), stroke=FRAME, width=0.6) if k else ""
            name = str(goal.get("name") or goal.get("id") or "")
            body = text(18, top + 17, k + 1, 13)
            if goal:
                size = fitted_size(name, 11.5, face(font_style="italic"), width - 128)
                body += text(32, top + 16, name, size, PENCIL, "start", width=width - 128, font_style="italic")
                for n, line in enumerate(wrapped(str(goal.get("text") or ""), 9, face(weight=None), width - 132, 4)):
                    body += text(12, top + 32 + 11 * n, line, 9, anchor="start", weight=None, width=width - 132)
            else:
                body += path(segment((30, top + 22), (width - 122, top + 22)), stroke=FRAME, width=0.8)
                body += path(segment((12, top + 44), (width - 122, top + 44)), stroke=FRAME, width=0.8)
            x, y = width - 96, top + pitch / 2 + 2
            body += star(x, y, 21, GOLD) + text(x, y + 5.5, first, 15)
            body += star(x + 38, y, 17, "#e8dcc0") + text(x + 38, y + 4.6, later, 12.5)
            body += self.cross(x, y, 15) if goal.get("lost") else ""
            if isinstance(points, int):
                body += self.ring(x, y, 22) if points >= first else self.ring(x + 38, y, 19)
            body += box(width - 36, y - 15, 30, 30, WHITE, line=1.8, round_=3)
            body += self.pencilled(width - 21, y, points, 15)
            found += element("g", body, class_="pr-goal", data_goal=goal.get("id"))
        return self.panel("goals", self.labels["goals"], width, found, height)

    def help(self, width: float = 240, height: float = 118) -> str:
        """What a hand is worth, and how the four railways are drawn (PR-POKER-03)."""
        found = ""
        for k, points in enumerate(self.rows.poker):
            name = self.labels[f"hand.{k + 1}"]
            x, y = 12 + (width / 2) * (k // 3), 40 + 15 * (k % 3)
            found += text(x, y, name, fitted_size(name, 10.5, face(None), width / 2 - 44), anchor="start", weight=None)
            found += text(x + width / 2 - 28, y, points, 11, anchor="end", font_family=SANS_FAMILY)
        for suit in range(len(SUITS)):
            x = 14 + (width - 20) / 4 * suit
            found += group(icons.suit(suit), x + 4, 98, 0.46)
            found += rail(suit, segment((x + 19, 98), (x + 40, 98)))
        found += path(segment((8, 80), (width - 8, 80)), stroke=FRAME, width=0.6)
        return self.panel("help", self.labels["help"], width, found, height)

    def total(self, width: float = 240, height: float = 118) -> str:
        """The sum, and the mark to beat when playing alone (PR-SOLO-11)."""
        half = (width - 30) / 2
        found = self.score_box("total", 10, 30, half + 30, height - 40, 34)
        found += text(width - 10 - (half - 30) / 2, 44, self.labels["target"], 9.5, weight=None, width=half - 24)
        x = width - 10 - (half - 30)
        target = box(x, 50, half - 30, height - 60, WHITE, line=1.8, round_=3)
        target += self.pencilled(x + (half - 30) / 2, 50 + (height - 60) / 2, self.view.get("target"), 22)
        found += element("g", target, class_="pr-box pr-target")
        return self.panel("total", self.labels["total"], width, found, height)

    def bottom(self) -> list[tuple[float, str]]:
        """The four panels of the lower edge with their widths."""
        treasure = self.law() if self.forest else self.gold()
        return [(262, self.hands()), (250, treasure), (330, self.works()), (204, self.towns())]
