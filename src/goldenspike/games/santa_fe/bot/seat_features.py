"""What the learned value of Santa Fe looks at: every seat at the beginning of a Round in numbers.

Whole numbers only, like the rules. Worlds handed to these functions are imagined ones: every hand in them may be read.
"""

from __future__ import annotations

from ..rules.scoring import connections
from ..rules.state import (
    BOOM,
    BOOM_PLAY,
    DOUBLE_PLAY,
    FOUR_PLAY,
    MAJORS,
    NONE,
    ON_TABLE,
    OVER,
    PLAY,
    RAILS,
    SFR2002,
    SHORT_CARD,
    TLT1,
    TLT2,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from ..rules.track import connection_bonus, special_bonus
from .arrivals import AWAYS, chance_to_come, look_at_cities, look_at_railroads
from .evaluation import MOST_AWAY, WORTH
from .policy import POINT

NAMES = (
    "pieces of the Majors that can still grow",
    "money",
    "cities on the table as they stand",
    "on the table: Majors at most 1 piece away",
    "on the table: Majors 2 pieces away",
    "on the table: Majors 3 pieces away",
    "on the table: Majors 4 or 5 pieces away",
    "on the table: Majors 6 to 10 pieces away",
    "on the table: Short Lines at most 2 pieces away",
    "on the table: Short Lines further away",
    "best city in hand",
    "second city in hand",
    "third city in hand",
    "other cities in hand",
    "cities in hand as they stand",
    "printed values in hand",
    "Doubles",
    "Booms",
    "Triples",
    "Fours",
    "Branch card",
    "engineer",
    "bought pieces",
    "cards on the table",
    "City cards in hand",
    "railroads at own cities that a marker would raise",
    "cities on the table that somebody else has too",
    "seats before this one in the Round",
    "first of the Round",
    "third player",
    "third player: cities as they stand",
    "third player: railroads that will come",
    "on the table: railroads that will come",
    "plain pieces to lay in this Round",
    "pieces of a Double to lay",
    "pieces of a Triple to lay",
    "pieces of a Four to lay",
    "markers to place",
    "cards to draw",
    "bonus that waits for the next to lay",
    "bonus that waits for the one after",
)
# places of a row
LEFT = 0
MONEY = 1
TABLE_NOW = 2
TABLE_NEAR = 3  # + bucket
HAND_BEST = 10  # + rank
HAND_NOW = 14
HAND_PRINTED = 15
DOUBLES = 16
BOOMS = 17
TRIPLES = 18
FOURS = 19
BRANCHES = 20
ENGINEERS = 21
BOUGHT = 22
TABLE_CARDS = 23
HELD = 24
RAISABLE = 25
SHARED = 26
PLACE = 27
IS_FIRST = 28
IS_THIRD = 29
THIRD_NOW = 30
THIRD_COMES = 31
TABLE_COMES = 32
TO_LAY = 33  # + 0 plain, 1 of a Double, 2 of a Triple, 3 of a Four
MARKERS_TO_PLACE = 37
TO_DRAW = 38
BONUS_NEXT = 39
BONUS_AFTER = 40
ROW = 41

# how far away a railroad is, in groups: the first five for Majors, the others for Short Lines
NEARNESS = (0, 0, 1, 2, 3, 3, 4, 4, 4, 4, 4)
SHORT_NEARNESS = (5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6)
GROUPS = 7

# room to work in, behind what ``spread`` uses
NEAR = 2048  # + city * 8 + group: railroads so far away
ROWS = 2560  # the answer, before it is moved to the front
WAITING = 3072 - 8  # the two largest bonuses that a single piece brings


def settled(s: State) -> bool:
    """Between two Rounds, when nobody has chosen a card yet: there positions compare best."""
    if s.phase != PLAY:
        return s.phase == OVER
    for seat in range(s.seats):
        if s.committed[seat] != 0:
            return False
    return True


def reopen(s: State, b: BoardArrays, seat: int) -> None:
    """Everybody else chooses their card again: nobody has seen it yet (SFR-SEQ-04)."""
    if s.phase == PLAY:
        for other in range(s.seats):
            if other != seat:
                s.committed[other] = 0


def features(s: State, b: BoardArrays, out: list[int]) -> int:
    """A row for each seat, and for two players in 2002 one for the third player, who has to be beaten too."""
    rows = 0 + s.seats
    third = s.seats == 2 and s.edition == SFR2002
    if third:
        rows += 1
    living = look_around(s, b, out)
    for k in range(rows * ROW):
        out[ROWS + k] = 0
    for row in range(rows):
        out[ROWS + row * ROW + LEFT] = living
    for seat in range(s.seats):
        own_things(s, seat, ROWS + seat * ROW, out)
        cities_in_hand(s, b, seat, ROWS + seat * ROW, out)
        still_to_do(s, b, seat, ROWS + seat * ROW, out)
    for city in range(b.n_cities):
        if s.gone[city][0] != 0:
            cities_on_table(s, b, city, out)
    if third:
        third_player(s, b, ROWS + s.seats * ROW, out)
    for k in range(rows * ROW):
        out[k] = out[ROWS + k]
    return rows


def look_around(s: State, b: BoardArrays, out: list[int]) -> int:
    """For each city the railroads near it and what a card of it will about bring; pieces that can still grow."""
    living = look_at_railroads(s, b, out)
    out[WAITING] = 0
    out[WAITING + 1] = 0
    for city in range(b.n_cities):
        out[WORTH + city] = 100 * connections(s, city)
        for group in range(GROUPS):
            out[NEAR + city * 8 + group] = 0
    for rail in range(RAILS):
        if s.supply[rail] > 0:
            look_at_cities(s, b, rail, out)
            for city in range(b.n_cities):
                away = out[AWAYS + rail * 64 + city]
                if away <= MOST_AWAY and b.value[city] > 0:
                    out[WORTH + city] += chance_to_come(s, rail, city, out)
                    if rail < MAJORS:
                        out[NEAR + city * 8 + NEARNESS[away]] += 1
                    else:
                        out[NEAR + city * 8 + SHORT_NEARNESS[away]] += 1
                    if away == 1 and s.available[rail] == 1:
                        note_bonus(connection_bonus(s, b, city) + special_bonus(s, b, rail, city), out)
    for city in range(b.n_cities):
        out[WORTH + city] = out[WORTH + city] * counted_value(s, b, city) * POINT // 100
    return living


def note_bonus(bonus: int, out: list[int]) -> None:
    """Keep the two largest bonuses that a single piece brings."""
    if bonus > out[WAITING]:
        out[WAITING + 1] = out[WAITING]
        out[WAITING] = bonus
    elif bonus > out[WAITING + 1]:
        out[WAITING + 1] = bonus


def counted_value(s: State, b: BoardArrays, city: int) -> int:
    """The printed value, or the Boomtown marker in its place."""
    return 0 + b.value[city] if s.marker[city] == 0 else 0 + s.marker[city]


def own_things(s: State, seat: int, row: int, out: list[int]) -> None:
    """Money, cards other than cities, and the place in the Round."""
    out[row + MONEY] = 0 + s.money[seat]
    out[row + DOUBLES] = 0 + s.doubles[seat]
    out[row + BOOMS] = 0 + s.booms[seat]
    out[row + TRIPLES] = 0 + s.triples[seat]
    out[row + FOURS] = 0 + s.fours[seat]
    out[row + BRANCHES] = 1 if s.branch[seat] != NONE else 0
    out[row + ENGINEERS] = 1 if s.engineer[seat] != 0 else 0
    for rail in range(MAJORS):
        out[row + BOUGHT] += s.reserve[seat][rail]
    place = seat - s.first
    if place < 0:
        place += s.seats
    out[row + PLACE] = place
    out[row + IS_FIRST] = 1 if place == 0 else 0


def still_to_do(s: State, b: BoardArrays, seat: int, row: int, out: list[int]) -> None:
    """What the seat has before it in this Round: pieces by the card it played, markers, cards to draw, bonuses."""
    cards = s.held[seat] + s.doubles[seat] + s.booms[seat] + s.triples[seat] + s.fours[seat] + out[row + BRANCHES]
    out[row + TO_DRAW] = b.values.hand - cards
    place = seat - s.first
    if place < 0:
        place += s.seats
    turns = 2
    wait = 0 + place
    if s.phase == TLT1 or s.phase == TLT2:
        turns = 2 if s.phase == TLT1 else 1
        if place < s.turn:
            turns -= 1
            wait += s.seats
        wait -= s.turn
    elif s.phase != BOOM:
        turns = 0
    if turns > 0:
        pieces_to_lay(s, b, seat, row, turns, s.laid_now if wait == 0 else 0, out)
    if s.phase == BOOM and s.card[seat] == BOOM_PLAY and place >= s.turn:
        out[row + MARKERS_TO_PLACE] = 1
    times = 1
    if s.card[seat] == DOUBLE_PLAY:
        times = 2
    elif s.card[seat] == TRIPLE_PLAY:
        times = 0
    if wait == 0:
        out[row + BONUS_NEXT] = times * out[WAITING]
    elif wait == 1:
        out[row + BONUS_AFTER] = times * out[WAITING + 1]


def pieces_to_lay(s: State, b: BoardArrays, seat: int, row: int, turns: int, laid: int, out: list[int]) -> None:
    """By the card that brings them, since it also says what their bonuses count."""
    if s.card[seat] == DOUBLE_PLAY:
        out[row + TO_LAY + 1] = b.values.pieces_double * turns - laid
    elif s.card[seat] == TRIPLE_PLAY:
        out[row + TO_LAY + 2] = b.values.pieces_triple * turns - laid
    elif s.card[seat] == FOUR_PLAY:
        if s.laid_first[seat] == 0:
            out[row + TO_LAY + 3] = b.values.pieces_four - laid
    else:
        out[row + TO_LAY] = b.values.pieces_plain * turns - laid


def cities_in_hand(s: State, b: BoardArrays, seat: int, row: int, out: list[int]) -> None:
    """The cities in hand by what they will about bring, the best first."""
    held = 0 + s.held[seat]
    out[row + HELD] = held
    bound = 1 << 40
    for rank in range(held):
        best = -1
        for k in range(held):
            worth = out[WORTH + s.hand[seat][k]] * 8 + k
            if worth < bound and worth > best:
                best = worth
        bound = best
        out[row + HAND_BEST + min(rank, 3)] += best // 8
    for k in range(held):
        city = 0 + s.hand[seat][k]
        out[row + HAND_NOW] += counted_value(s, b, city) * connections(s, city)
        out[row + HAND_PRINTED] += b.value[city]
        out[row + RAISABLE] += raisable(s, b, city)


def raisable(s: State, b: BoardArrays, city: int) -> int:
    """Railroads at a city that a Boomtown marker could still raise."""
    value = b.value[city]
    if s.marker[city] != 0 or value < 2 or value > 3 or s.shop_marker[value - 2] == 0:
        return 0
    return connections(s, city)


def cities_on_table(s: State, b: BoardArrays, city: int, out: list[int]) -> None:
    """What the played cards of a city add to the rows of those who played them."""
    value = counted_value(s, b, city)
    now = value * connections(s, city)
    holders = 0
    for k in range(2):
        where = s.gone[city][k]
        if where >= ON_TABLE and where < ON_TABLE + s.seats:
            holders += 1
    for k in range(2):
        where = s.gone[city][k]
        if where >= ON_TABLE and where < ON_TABLE + s.seats:
            row = ROWS + (where - ON_TABLE) * ROW
            out[row + TABLE_CARDS] += 1
            out[row + TABLE_NOW] += now
            for group in range(GROUPS):
                out[row + TABLE_NEAR + group] += value * out[NEAR + city * 8 + group]
            out[row + TABLE_COMES] += out[WORTH + city] - now * POINT
            out[row + RAISABLE] += raisable(s, b, city)
            if holders == 2:
                out[row + SHARED] += out[WORTH + city] - now * POINT


def third_player(s: State, b: BoardArrays, row: int, out: list[int]) -> None:
    """The third player's pile, as this world has dealt it."""
    out[row + IS_THIRD] = 1
    for k in range(s.dummy_size):
        if s.dummy[k] < SHORT_CARD:
            city = 0 + s.dummy[k]
            now = counted_value(s, b, city) * connections(s, city)
            out[row + TABLE_CARDS] += 1
            out[row + THIRD_NOW] += now
            out[row + THIRD_COMES] += out[WORTH + city] - now * POINT
