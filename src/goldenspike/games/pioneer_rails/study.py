"""Features, Towns and tracks of Pioneer Rails: what was completed, and which points of the sheet it made.

The points of an item belong to the places that made them. Where several places make an item together (all Forts of the
Desert, Rail Yards and the Towns of their network, Jails and the Bandits in them) each of them gets the same share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from goldenspike.engine.game import Setting
from goldenspike.engine.study import Goal, Mark, MarkKind, Point, Watch

from .board.load import goals as goal_cards
from .rules.state import (
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    CATTLE,
    CIRCLE,
    CROSSED,
    DEPOSIT,
    ESCAPED,
    FACE_UP,
    FORT,
    GOAL_SLOTS,
    JAIL,
    MINE,
    OWN,
    OWN_RAIL,
    RAILS,
    REMOVED,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    SPEND,
    SUIT,
    TURNS,
    YARD,
)


class PioneerWatch(Watch):
    kinds: ClassVar[dict[str, MarkKind]] = {
        "feature": MarkKind("completed, share of sheets", "points per sheet"),
        "town": MarkKind("reached, share of sheets", "points per sheet"),
        "track": MarkKind("drawn, share of sheets"),
    }

    def __init__(self, setting: Setting) -> None:
        sheet = setting.board
        b: Any = setting.b
        self.b = b
        self.rules = setting.rules
        self.features: list[int] = [b.feature[k] for k in range(b.n_features)]
        self.towns = [town.vertex for town in sheet.towns]
        self.tracks = range(len(sheet.grid.edge_names))
        self.marks = tuple(marks_of(sheet, self.features))
        self.squares: dict[tuple[int, int], int] = {}  # by seat and hex of a Bank: the square it filled

    def applied(self, before: Any, after: Any, seat: int, action: int) -> None:
        if DEPOSIT <= action < CIRCLE:
            self.squares[seat, int(before["asked"][seat])] = int(before["area"][seat][BANKS])

    def used(self, s: Any) -> list[float]:
        seats = range(s.seats)
        found = [sum(self.completed(s, seat, h) for seat in seats) / s.seats for h in self.features]
        found += [sum(s.spot[seat][vertex] != 0 for seat in seats) / s.seats for vertex in self.towns]
        return found + [sum(s.edge[seat][e] != 0 for seat in seats) / s.seats for e in self.tracks]

    def completed(self, s: Any, seat: int, h: int) -> bool:
        """A Fort of the Forest counts side by side and is never crossed out (PR-FOREST-18)."""
        if self.b.forest and self.b.terrain[h] == FORT:
            return bool(self.rules.sides(s, self.b, seat, h) > 0)
        return bool(s.mark[seat][h] == CROSSED)

    def worth(self, s: Any) -> list[float]:
        found = [0.0] * len(self.marks)
        for seat in range(s.seats):
            for k, points in enumerate(self.sheet_worth(s, seat)):
                found[k] += points / s.seats
        return found

    def sheet_worth(self, s: Any, seat: int) -> list[float]:
        """What each mark brought one sheet."""
        b, found = self.b, [0.0] * len(self.marks)

        def made(terrain: int, how: int = CROSSED) -> list[int]:
            return [k for k, h in enumerate(self.features) if b.terrain[h] == terrain and s.mark[seat][h] == how]

        def share(points: float, places: Sequence[int]) -> None:
            for k in places:
                found[k] += points / len(places)

        reached = [len(self.features) + k for k, vertex in enumerate(self.towns) if s.spot[seat][vertex]]
        joined = self.rules.largest_network(s, b, seat) & (1 << RAILS) - 1
        network = [k for k in reached if s.spot[seat][self.towns[k - len(self.features)]] & joined]
        share(self.rules.gold_points(s, b, seat), made(MINE))
        share(self.rules.ranch_points(s, b, seat), made(CATTLE))
        share(self.rules.yard_points(s, b, seat), made(YARD) + network)
        share(self.rules.jail_points(s, b, seat), made(JAIL) + made(BANDIT))
        share(self.rules.escape_points(s, b, seat), made(BANDIT, ESCAPED))
        share(self.rules.hands_points(s, seat) - self.bare_hands(s, seat), made(SALOON))
        share(self.rules.town_points(s, b, seat) - 1, reached)  # one symbol is given to everybody
        if not b.forest:
            share(self.rules.fort_points(s, b, seat), made(FORT))
        for k, h in enumerate(self.features):
            if b.forest and b.terrain[h] == FORT:
                found[k] += b.values.fort_side * self.rules.sides(s, b, seat, h)
            square = self.squares.get((seat, h))
            if b.terrain[h] == BANK and square is not None:
                found[k] += s.area[seat][BANK_SQUARE + square] * b.values.bank[square]
        return found

    def bare_hands(self, s: Any, seat: int) -> int:
        """What the hands would have brought without a Saloon."""
        bare, points = s.copy(), 0
        bare.area[seat][SALOON_MASK] = 0
        for r in range(ROUNDS):
            bare.owner = s.owner_deck[r]
            points += self.rules.hand_points(bare, self.b, seat, r + 1)
        return points

    def round_number(self, row: Any) -> int:
        """A turn of everybody: there are twenty, in four rounds of the rulebook."""
        return int(row["round_no"]) * TURNS + int(row["turn_no"])

    def special_card(self, action: int) -> str:
        if action == SPEND:
            return "Town symbol for a track"
        if SUIT <= action < OWN_RAIL:
            return "Town symbol for a suit"
        return "Owner" if OWN_RAIL <= action <= OWN else ""

    def goals(self, s: Any) -> list[Goal]:
        """Alone nobody writes stars: a goal that was reached has left the table."""
        found = []
        for k in range(GOAL_SLOTS):
            if s.goal_face[k] in (FACE_UP, REMOVED):
                name = f"{goal_cards()[s.goal[k]]['id']} {goal_cards()[s.goal[k]]['name']}"
                if s.seats == 1:
                    found.append(Goal(name, s.goal_face[k] == REMOVED, 0.0))
                else:
                    stars = [s.star[seat][k] for seat in range(s.seats)]
                    found += [Goal(name, points > 0, float(points)) for points in stars]
        return found


def marks_of(sheet: Any, features: Sequence[int]) -> list[Mark]:
    """Features, then Towns, then tracks."""
    grid, wide = sheet.grid, math.sqrt(3)
    centres = [
        (wide * (h % grid.cols + 0.5 + 0.5 * (h // grid.cols & 1)), -1.5 * (h // grid.cols))
        for h in range(len(grid.hexes))
    ]

    def corner(vertex: int) -> Point:
        h = grid.vertex_hexes[vertex][0]
        angle = math.radians(60 * grid.hex_vertices[h].index(vertex))
        return centres[h][0] + math.sin(angle), centres[h][1] + math.cos(angle)

    marks = []
    for h in features:
        there = sheet.hexes[h]
        marks.append(Mark("feature", there.name, f"{there.terrain.name.lower()} {there.name}", (centres[h],)))
    marks += [Mark("town", town.at, town.name, (corner(town.vertex),)) for town in sheet.towns]
    for name, (one, other) in zip(grid.edge_names, grid.edge_vertices, strict=True):
        marks.append(Mark("track", name, name, (corner(one), corner(other))))
    return marks
