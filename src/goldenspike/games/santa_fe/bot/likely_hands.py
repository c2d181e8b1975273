"""Which City cards rivals are likely to hold, by what everybody saw them lay and play.

Whoever holds a city likes railroads to reach it. For each rival and each city not all of whose cards are known, a few
public figures shift the chance away from that of a fair deal; how much each of them says was fitted to games between
bots (``tools/santa_fe_likely_hands.py``). Then a rival's chances are brought back to as many cities as they hold.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from goldenspike.engine.outlook import LikelyHeld

from ..rules.state import DISCARDED, ON_TABLE
from ..text.action_data import to_data

if TYPE_CHECKING:
    from ..game import SantaFeSetting

FIGURES = (
    "own pieces towards the city",
    "of them, among the last pieces",
    "own pieces towards its neighbours",
    "others' pieces towards the city",
    "value of the city",
    "railroads at the city",
    "the other card is on the own table",
)
LAST = 8  # pieces
SHIFTS = (0.043, 0.274, -0.042, -0.093, 0.013, 0.012, -0.408)  # of the log odds, for one of each figure


@dataclass(frozen=True)
class Unseen:
    """One city and one rival: the chance in a fair deal, and what everybody saw."""

    rival: int
    city: int
    usual: float
    figures: tuple[float, ...]


def likely_held(setting: SantaFeSetting, s: Any, seat: int, log: Sequence[str]) -> Sequence[LikelyHeld]:
    """The chance that each rival holds a card of each city, by what the seat knows."""
    names = setting.notation.cities
    found = []
    for rival, some in by_rival(unseen(setting, s, seat, log)).items():
        for one, chance in zip(some, chances(some), strict=True):
            found.append(LikelyHeld(rival, names[one.city], chance, one.usual))
    return found


def by_rival(found: Sequence[Unseen]) -> dict[int, list[Unseen]]:
    groups: dict[int, list[Unseen]] = {}
    for one in found:
        groups.setdefault(one.rival, []).append(one)
    return groups


def chances(some: Sequence[Unseen], shifts: Sequence[float] = SHIFTS) -> list[float]:
    """The chances of one rival's cities: shifted by what was seen, and together as many as in a fair deal."""
    total = sum(one.usual for one in some)
    odds = [
        log_odds(one.usual) + sum(shift * figure for shift, figure in zip(shifts, one.figures, strict=True))
        for one in some
    ]
    if not 0.0 < total < len(some):
        return [one.usual for one in some]
    low, high = -40.0, 40.0
    while high - low > 1e-6:
        level = (low + high) / 2
        if sum(share(one + level) for one in odds) > total:
            high = level
        else:
            low = level
    return [share(one + low) for one in odds]


def log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))


def share(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, odds))))


def fair_chance(cards: int, unknown: int, held: int) -> float:
    """That one of these cards is among so many drawn from all that are unknown."""
    missed = 1.0
    for k in range(cards):
        missed *= max(0, unknown - held - k) / (unknown - k)
    return 1.0 - missed


def unseen(setting: SantaFeSetting, s: Any, seat: int, log: Sequence[str]) -> list[Unseen]:
    """Every rival with every city that they may hold, as the seat sees it."""
    b, rules = setting.b, setting.rules
    hidden = {}
    for city in range(b.n_cities):
        seen = sum(1 for where in s.gone[city] if ON_TABLE <= where < DISCARDED or where == DISCARDED + seat)
        seen += sum(1 for k in range(s.held[seat]) if s.hand[seat][k] == city)
        if b.copies[city] > seen:
            hidden[city] = b.copies[city] - seen
    unknown = sum(hidden.values())
    lays = laid(setting, log)
    near = neighbours(b)
    found = []
    for rival in range(s.seats):
        held = s.held[rival]
        if rival == seat or held == 0:
            continue
        own, others = lays.get(rival, []), [city for who, some in lays.items() if who != rival for city in some]
        for city, cards in hidden.items():
            figures = (
                float(min(own.count(city), 6)),
                float(own[-LAST:].count(city)),
                float(min(sum(own.count(other) for other in near[city]), 6)),
                float(min(others.count(city), 6)),
                float(b.value[city]),
                float(rules.connections(s, city)),
                float(ON_TABLE + rival in s.gone[city]),
            )
            found.append(Unseen(rival, city, fair_chance(cards, unknown, held), figures))
    return found


def laid(setting: SantaFeSetting, log: Sequence[str]) -> Mapping[int, list[int]]:
    """By seat, the cities towards which it laid its pieces, in their order."""
    seats = {name: number for number, name in enumerate(setting.game.seat_names)}
    found: dict[int, list[int]] = {}
    for line in log:
        who, _, text = line.partition(": ")
        if text.startswith("lay "):
            found.setdefault(seats[who], []).append(setting.notation.index[to_data(text)["to"]])
    return found


def neighbours(b: Any) -> list[set[int]]:
    """By city, the cities at the other ends of its lines."""
    found: list[set[int]] = [set() for _ in range(b.n_cities)]
    for line in range(b.n_lines):
        one, two = b.ends[line]
        found[one].add(two)
        found[two].add(one)
    return found
