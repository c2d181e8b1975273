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
    LAID_CARDS,
    LAID_CARDS_EARLY,
    ON_ITS_WAY,
    RIVALS,
    RIVALS_EARLY,
    VALUE,
)
from .evaluation import AWAY, MOST_AWAY, NEVER, spread

# what may tell whether a railroad comes, one after another behind CLUE: first what depends on the city alone
CLUE = 3872
ON_TABLES = 0  # cards of the city on tables
IN_HANDS = 1  # and in hands
WORTH_NOW = 2  # value or marker
FREE = 3  # lines to the city that nobody has built
SERVED = 4  # railroads there
CROWDED = 5  # railroads at most three pieces away
LEFT_NOW = 6  # pieces of all Majors that are left
DISTANT = 7  # pieces away
SPARE = 8  # pieces the railroad has beyond them
NEARER = 9  # other cities that are not further away
WANTED = 10  # how much those are wanted, in powers of two
UNDER_WAY = 11  # is the railroad on a line to the city, and how far away?
PLAYABLE = 12  # has the railroad come into play?
CLUES = 13

# room to work in, behind what the features use
AWAYS = 3072  # + railroad * 64 + city: pieces away
CARDS = 3648  # + city: 16 for each card of it on a table, 1 for each in a hand
NEAR_RAILS = 3712  # + city: railroads at most three pieces away
UNDER = 3776  # + city: is the railroad that is looked at on a line to it?
REACHED = 3840  # + pieces away: cities not further away
WISHED = 3856  # + pieces away: how much those are wanted
FAR = 12  # of these places
TOLD = 3888  # + 64 for a Short Line + city: what depends on the city alone
WISH = 4016  # + city: cards, those on tables twice, times what a railroad there brings


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
    left = 0
    for rail in range(RAILS):
        if s.supply[rail] > 0:
            last = 0 + min(s.supply[rail], MOST_AWAY)
            grows = spread(s, b, rail, last, out)
            if rail < MAJORS:
                left += s.supply[rail]
                if grows:
                    living += s.supply[rail]
            for city in range(b.n_cities):
                away = out[AWAY + city]
                if away > last or is_connected(s, rail, city):
                    away = NEVER
                out[AWAYS + rail * 64 + city] = away
                if away <= 3:
                    out[NEAR_RAILS + city] += 1
    out[CLUE + LEFT_NOW] = left
    for city in range(b.n_cities):
        find_city_clues(s, b, city, out)
        out[TOLD + city] = told_by_city(0, out)
        out[TOLD + 64 + city] = told_by_city(1, out)
        cards = 2 * out[CLUE + ON_TABLES] + out[CLUE + IN_HANDS]
        out[WISH + city] = cards * out[CLUE + WORTH_NOW]
    return living


def find_city_clues(s: State, b: BoardArrays, city: int, out: list[int]) -> None:
    """What may tell whether railroads come to the city, whichever they are."""
    free = 0
    for k in range(b.exit_count[city]):
        if s.builder[b.exits[city][k] // 2] == NONE:
            free += 1
    out[CLUE + ON_TABLES] = out[CARDS + city] // 16
    out[CLUE + IN_HANDS] = min(out[CARDS + city] % 16, 4)
    out[CLUE + WORTH_NOW] = 0 + b.value[city] if s.marker[city] == 0 else 0 + s.marker[city]
    out[CLUE + FREE] = min(free, 5)
    out[CLUE + SERVED] = min(connections(s, city), 5)
    out[CLUE + CROWDED] = min(out[NEAR_RAILS + city], 6)


def told_by_city(kind: int, out: list[int]) -> int:
    """Hundredths of a logit from the clues of a city; the kind is 0 for a Major and 1 for a Short Line."""
    cards = out[CLUE + ON_TABLES] + out[CLUE + IN_HANDS]
    early = (
        LAID_CARDS_EARLY[kind][out[CLUE + ON_TABLES]]
        + HANDS_EARLY[kind][out[CLUE + IN_HANDS]]
        + FREE_LINES_EARLY[kind][out[CLUE + FREE]]
        + CONNECTED_EARLY[kind][out[CLUE + SERVED]]
    )
    return (
        0
        + LAID_CARDS[kind][out[CLUE + ON_TABLES]]
        + HANDS[kind][out[CLUE + IN_HANDS]]
        + VALUE[kind] * out[CLUE + WORTH_NOW]
        + CARD_VALUE[kind] * cards * out[CLUE + WORTH_NOW]
        + FREE_LINES[kind][out[CLUE + FREE]]
        + CONNECTED[kind][out[CLUE + SERVED]]
        + CROWD[kind][out[CLUE + CROWDED]]
        + early * out[CLUE + LEFT_NOW] // 128
    )


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
        away = out[AWAYS + rail * 64 + city]
        if away <= MOST_AWAY and b.value[city] > 0:
            out[REACHED + away] += 1
            out[WISHED + away] += out[WISH + city]
    for k in range(1, FAR):
        out[REACHED + k] += out[REACHED + k - 1]
        out[WISHED + k] += out[WISHED + k - 1]


def find_clues(s: State, rail: int, city: int, out: list[int]) -> None:
    """What may tell whether this railroad comes to the city."""
    away = out[AWAYS + rail * 64 + city]
    others = out[WISHED + away + 1] - out[WISH + city]
    powers = 0
    while others > 0:
        others >>= 1
        powers += 1
    out[CLUE + DISTANT] = away
    out[CLUE + SPARE] = s.supply[rail] - away
    out[CLUE + NEARER] = min(out[REACHED + away], 15)
    out[CLUE + WANTED] = min(powers, 9)
    out[CLUE + UNDER_WAY] = min(away, 3) * out[UNDER + city]
    out[CLUE + PLAYABLE] = 0 + s.available[rail]


def chance_to_come(s: State, rail: int, city: int, out: list[int]) -> int:
    """In hundredths, for a city that the railroad may still reach."""
    find_clues(s, rail, city, out)
    kind = 0 if rail < MAJORS else 1
    away = out[CLUE + DISTANT]
    told = (
        out[TOLD + 64 * kind + city]
        + DISTANCE[kind][away]
        + DISTANCE_SPARE[kind][away] * out[CLUE + SPARE] // 10
        + CLOSER[kind][out[CLUE + NEARER]]
        + RIVALS[kind][out[CLUE + WANTED]]
        + ON_ITS_WAY[kind][out[CLUE + UNDER_WAY]]
        + IN_PLAY[kind][away * out[CLUE + PLAYABLE]]
        + (DISTANCE_EARLY[kind][away] + RIVALS_EARLY[kind][out[CLUE + WANTED]]) * out[CLUE + LEFT_NOW] // 128
    )
    return 0 + CHANCE[min(max(told + 450, 0), 900) // 25]
