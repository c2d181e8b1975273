"""How likely a railroad is to reach a city by the end of the game: what may tell, and what it told in finished games.

Whole numbers only, like the rules. ``python tools/santa_fe_arrivals.py`` fits the tables (logistic regression).
"""

from __future__ import annotations

from ..rules.scoring import connections
from ..rules.state import MAJORS, NONE, ON_TABLE, RAILS, BoardArrays, State
from ..rules.track import is_connected
from .arrival_tables import (
    CARD_VALUE,
    CHANCE,
    CLOSER,
    CONNECTED,
    CONNECTED_EARLY,
    CROWD,
    DISTANCE,
    DISTANCE_EARLY,
    DISTANCE_SPARE,
    FREE_LINES,
    FREE_LINES_EARLY,
    HANDS,
    HANDS_EARLY,
    IN_PLAY,
    ON_ITS_WAY,
    RIVALS,
    RIVALS_EARLY,
    LAID_CARDS,
    LAID_CARDS_EARLY,
    VALUE,
)
from .evaluation import AWAY, MOST_AWAY, spread

# what may tell whether a railroad comes, one after another behind CLUE
CLUE = 3904
DISTANT = 0  # pieces away
SPARE = 1  # pieces the railroad has beyond them
LEFT_NOW = 2  # pieces of all Majors that are left
ON_TABLES = 3  # cards of the city on tables
IN_HANDS = 4  # and in hands
WORTH_NOW = 5  # value or marker
NEARER = 6  # other cities that are not further away
WANTED = 7  # how much those are wanted, in powers of two
FREE = 8  # lines to the city that nobody has built
SERVED = 9  # railroads there
UNDER_WAY = 10  # is the railroad on a line to the city?
CROWDED = 11  # railroads at most three pieces away
PLAYABLE = 12  # has the railroad come into play?
CLUES = 13

# room to work in, behind what the features use
AWAYS = 3072  # + railroad * 64 + city: pieces away
CARDS = 3648  # + city: 16 for each card of it on a table, 1 for each in a hand
NEAR_RAILS = 3712  # + city: railroads at most three pieces away
UNDER = 3776  # + city: is the railroad that is looked at on a line to it?
REACHED = 3840  # + pieces away: cities not further away
WISHED = 3856  # + pieces away: cards times values of those, tables counted twice
FAR = 12  # of these places


def look_at_railroads(s: State, b: BoardArrays, out: list[int]) -> int:
    """How far away every city is from every railroad, who has cards of it; pieces of Majors that can still grow."""
    for city in range(b.n_cities):
        out[NEAR_RAILS + city] = 0
        out[CARDS + city] = 0
        for k in range(2):
            if s.gone[city][k] >= ON_TABLE and s.gone[city][k] < ON_TABLE + s.seats:
                out[CARDS + city] += 16
    for seat in range(s.seats):
        for k in range(s.held[seat]):
            out[CARDS + s.hand[seat][k]] += 1
    living = 0
    for rail in range(RAILS):
        if s.supply[rail] > 0:
            grows = spread(s, b, rail, 0 + min(s.supply[rail], MOST_AWAY), out)
            if rail < MAJORS and grows:
                living += s.supply[rail]
            for city in range(b.n_cities):
                away = out[AWAY + city]
                out[AWAYS + rail * 64 + city] = away
                if away <= 3 and not is_connected(s, rail, city):
                    out[NEAR_RAILS + city] += 1
    return living


def may_come(s: State, b: BoardArrays, rail: int, city: int, out: list[int]) -> bool:
    """Can the railroad still connect to a city that somebody may have a card of?"""
    away = out[AWAYS + rail * 64 + city]
    return away <= s.supply[rail] and away <= MOST_AWAY and b.value[city] > 0 and not is_connected(s, rail, city)


def look_at_cities(s: State, b: BoardArrays, rail: int, out: list[int]) -> None:
    """What else the railroad may reach, and where it is on its way to."""
    for city in range(b.n_cities):
        out[UNDER + city] = 0
    if rail < MAJORS:
        for k in range(s.tip_count[rail]):
            tip = s.tips[rail][k]
            if tip < 0:
                out[UNDER + b.ends[-1 - tip][1 - (s.origin[-1 - tip] & 1)]] = 1
    for k in range(FAR):
        out[REACHED + k] = 0
        out[WISHED + k] = 0
    for city in range(b.n_cities):
        if may_come(s, b, rail, city, out):
            away = out[AWAYS + rail * 64 + city]
            out[REACHED + away] += 1
            out[WISHED + away] += wish(s, b, city, out)
    for k in range(1, FAR):
        out[REACHED + k] += out[REACHED + k - 1]
        out[WISHED + k] += out[WISHED + k - 1]


def wish(s: State, b: BoardArrays, city: int, out: list[int]) -> int:
    """How much a city is wanted: its cards, those on tables twice, times what a railroad there brings."""
    cards = out[CARDS + city] // 16 * 2 + out[CARDS + city] % 16
    return cards * (b.value[city] if s.marker[city] == 0 else s.marker[city])


def find_clues(s: State, b: BoardArrays, rail: int, city: int, out: list[int]) -> None:
    """What may tell whether the railroad comes to the city, behind CLUE."""
    away = out[AWAYS + rail * 64 + city]
    left = 0
    for major in range(MAJORS):
        left += s.supply[major]
    free = 0
    for k in range(b.exit_count[city]):
        if s.builder[b.exits[city][k] // 2] == NONE:
            free += 1
    others = out[WISHED + min(away + 1, FAR - 1)] - wish(s, b, city, out)
    powers = 0
    while others > 0:
        others >>= 1
        powers += 1
    out[CLUE + DISTANT] = away
    out[CLUE + SPARE] = s.supply[rail] - away
    out[CLUE + LEFT_NOW] = left
    out[CLUE + ON_TABLES] = out[CARDS + city] // 16
    out[CLUE + IN_HANDS] = min(out[CARDS + city] % 16, 4)
    out[CLUE + WORTH_NOW] = 0 + b.value[city] if s.marker[city] == 0 else 0 + s.marker[city]
    out[CLUE + NEARER] = min(out[REACHED + away], 15)
    out[CLUE + WANTED] = min(powers, 9)
    out[CLUE + FREE] = min(free, 5)
    out[CLUE + SERVED] = min(connections(s, city), 5)
    out[CLUE + UNDER_WAY] = min(away, 3) * out[UNDER + city]
    out[CLUE + CROWDED] = min(out[NEAR_RAILS + city], 6)
    out[CLUE + PLAYABLE] = 0 + s.available[rail]


def chance_to_come(kind: int, out: list[int]) -> int:
    """In hundredths, from the clues; the kind is 0 for a Major and 1 for a Short Line."""
    away = out[CLUE + DISTANT]
    left = out[CLUE + LEFT_NOW]
    cards = out[CLUE + ON_TABLES] + out[CLUE + IN_HANDS]
    early = (
        DISTANCE_EARLY[kind][away]
        + LAID_CARDS_EARLY[kind][out[CLUE + ON_TABLES]]
        + HANDS_EARLY[kind][out[CLUE + IN_HANDS]]
        + RIVALS_EARLY[kind][out[CLUE + WANTED]]
        + FREE_LINES_EARLY[kind][out[CLUE + FREE]]
        + CONNECTED_EARLY[kind][out[CLUE + SERVED]]
    )
    told = (
        DISTANCE[kind][away]
        + DISTANCE_SPARE[kind][away] * out[CLUE + SPARE] // 10
        + LAID_CARDS[kind][out[CLUE + ON_TABLES]]
        + HANDS[kind][out[CLUE + IN_HANDS]]
        + VALUE[kind] * out[CLUE + WORTH_NOW]
        + CARD_VALUE[kind] * cards * out[CLUE + WORTH_NOW]
        + CLOSER[kind][out[CLUE + NEARER]]
        + RIVALS[kind][out[CLUE + WANTED]]
        + FREE_LINES[kind][out[CLUE + FREE]]
        + CONNECTED[kind][out[CLUE + SERVED]]
        + ON_ITS_WAY[kind][out[CLUE + UNDER_WAY]]
        + CROWD[kind][out[CLUE + CROWDED]]
        + IN_PLAY[kind][away * out[CLUE + PLAYABLE]]
        + early * left // 128
    )
    return 0 + CHANCE[min(max(told + 450, 0), 900) // 25]
