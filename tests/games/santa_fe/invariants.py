"""What holds in every position of every game (INV-01 to INV-13, -16), as plain functions that compile with the rules.

``broken`` looks at one position, ``broken_step`` at a position and the one before it; both answer with the
number of the first invariant that fails, or 0. ``watch`` plays random games and checks after every action.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below
from goldenspike.games.santa_fe.rules.draw import hand_limit, hand_size
from goldenspike.games.santa_fe.rules.rounds import actors, apply, legal, start
from goldenspike.games.santa_fe.rules.state import (
    DOUBLE_PLAY,
    DRAW,
    MAJORS,
    NONE,
    RAILS,
    SFR2002,
    SHORT_CARD,
    SHORTS,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from goldenspike.games.santa_fe.rules.track import far_pieces


def broken(s: State, b: BoardArrays) -> int:
    for rail in range(RAILS):
        if s.edition == SFR2002 or rail < MAJORS:
            if pieces_of(s, b, rail) != b.pieces[rail]:
                return 1
        if not one_network(s, b, rail):
            return 6
    for line in range(b.n_lines):
        if not sound_line(s, b, line):
            return 2
        if has_twin(s, b, line):
            return 3
    for rail in range(MAJORS):
        if not sound_tips(s, b, rail):
            return 4
        if tips_on_lines(s, rail) != partial_lines(s, b, rail):
            return 5
    for seat in range(s.seats):
        if s.money[seat] < 0:
            return 8
        if hand_size(s, seat) > hand_limit(b):
            return 9
    if not cards_complete(s, b):
        return 10
    if not shorts_low(s):
        return 11
    if s.terrain == 0 and s.track_purchase == 0 and s.double_minimum == 0 and s.branch_choice == 0:
        if s.short_lines_prolong == 0 and s.end_timing == 0 and b.options.four_minimum == 0 and s.passes != 0:
            return 13
    return 0


def pieces_of(s: State, b: BoardArrays, rail: int) -> int:
    """INV-01: on the map, in the supply, in reserves."""
    count = 0 + s.supply[rail]
    for line in range(b.n_lines):
        if s.builder[line] == rail:
            count += s.filled[line]
    if rail < MAJORS:
        for seat in range(s.seats):
            count += s.reserve[seat][rail]
    return count


def sound_line(s: State, b: BoardArrays, line: int) -> bool:
    """INV-02: a started line has one builder and 1 to length pieces from its origin, or from both ends (option)."""
    if s.builder[line] == NONE:
        return s.filled[line] == 0 and s.origin[line] == 0
    if s.filled[line] < 1 or s.filled[line] > b.length[line]:
        return False
    if b.one_way[line] != 0 and b.one_way[line] != 1 + s.origin[line]:
        return False
    if s.origin[line] > 1:
        if b.options.own_far_end == 0 or s.filled[line] == b.length[line] or far_pieces(s, line) >= s.filled[line]:
            return False
        if s.city_rails[b.ends[line][1 - begun_at(s, line)]] >> s.builder[line] & 1 == 0:
            return False
    return s.city_rails[b.ends[line][begun_at(s, line)]] >> s.builder[line] & 1 == 1


def begun_at(s: State, line: int) -> int:
    """The end of a line where its first piece lies."""
    return s.origin[line] & 1


def has_twin(s: State, b: BoardArrays, line: int) -> bool:
    """INV-03: no railroad on two lines of one pair."""
    if s.builder[line] == NONE:
        return False
    for other in range(line):
        if s.builder[other] == s.builder[line]:
            same = b.ends[other][0] == b.ends[line][0] and b.ends[other][1] == b.ends[line][1]
            turned = b.ends[other][0] == b.ends[line][1] and b.ends[other][1] == b.ends[line][0]
            if same or turned:
                return True
    return False


def sound_tips(s: State, b: BoardArrays, rail: int) -> bool:
    """INV-04: one tip and one more per branch start; each at a connected city or on an own partial line."""
    most = 4 if s.edition == SFR2002 else 3
    if s.tip_count[rail] < 1 or s.tip_count[rail] > most:
        return False
    started = s.city_rails[b.home[rail]] >> rail & 1 == 1
    if not started:
        return s.tip_count[rail] == 1 and s.tips[rail][0] == b.home[rail]
    used = most - 1 - s.shop_branch[rail]
    for seat in range(s.seats):
        if s.branch[seat] == rail or s.active_branch[seat] == rail:
            used -= 1
    if s.tip_count[rail] > 1 + used:
        return False
    for k in range(s.tip_count[rail]):
        tip = s.tips[rail][k]
        if tip >= 0:
            if s.city_rails[tip] >> rail & 1 == 0:
                return False
        elif s.builder[-1 - tip] != rail or s.filled[-1 - tip] >= b.length[-1 - tip]:
            return False
    return True


def tips_on_lines(s: State, rail: int) -> int:
    count = 0
    for k in range(s.tip_count[rail]):
        if s.tips[rail][k] < 0:
            count += 1
    return count


def partial_lines(s: State, b: BoardArrays, rail: int) -> int:
    """INV-05: as many partial lines as tips on lines; one that was entered from both ends has two."""
    count = 0
    for line in range(b.n_lines):
        if s.builder[line] == rail and s.filled[line] < b.length[line]:
            count += 1 if far_pieces(s, line) == 0 else 2
    return count


def one_network(s: State, b: BoardArrays, rail: int) -> bool:
    """INV-06: complete lines reach exactly the connected cities, from the home base on."""
    reached = 0
    if s.city_rails[b.home[rail]] >> rail & 1 == 1:
        reached = 1 << b.home[rail]
    grown = True
    while grown:
        grown = False
        for line in range(b.n_lines):
            if s.builder[line] == rail:
                one = reached >> b.ends[line][begun_at(s, line)] & 1
                two = reached >> b.ends[line][1 - begun_at(s, line)] & 1
                if s.filled[line] == b.length[line] and one == 1 and two == 0:
                    reached |= 1 << b.ends[line][1 - begun_at(s, line)]
                    grown = True
    for line in range(b.n_lines):
        if s.builder[line] == rail and reached >> b.ends[line][begun_at(s, line)] & 1 == 0:
            return False
    for city in range(b.n_cities):
        if s.city_rails[city] >> rail & 1 != reached >> city & 1:
            return False
    return True


def forced_left(s: State) -> bool:
    """INV-09: nobody keeps Triple, Four or Branch after its Round."""
    for seat in range(s.seats):
        if s.triples[seat] + s.fours[seat] > 0 or s.branch[seat] != NONE or s.active_branch[seat] != NONE:
            return True
    return False


PACKED = 16  # cities whose cards are counted in one number, 4 bits each


def cards_complete(s: State, b: BoardArrays) -> bool:
    """INV-10: every card is somewhere, once."""
    for first in range(0, b.n_cities, PACKED):
        wanted = 0
        found = 0
        for city in range(first, min(first + PACKED, b.n_cities)):
            wanted += b.copies[city] << 4 * (city - first)
            for k in range(2):
                if s.gone[city][k] != 0:
                    found += packed(city, first)
        for k in range(s.deck_size):
            found += packed(s.deck[k], first)
        for k in range(s.dummy_size):
            found += packed(s.dummy[k], first)
        for seat in range(s.seats):
            for k in range(s.held[seat]):
                found += packed(s.hand[seat][k], first)
        if found != wanted:
            return False
    doubles = 0 + s.shop_double
    branches = 0
    for rail in range(MAJORS):
        branches += s.shop_branch[rail]
    for seat in range(s.seats):
        doubles += s.doubles[seat]
        if s.card[seat] == DOUBLE_PLAY:
            doubles += 1
        if s.branch[seat] != NONE:
            branches += 1
        if s.active_branch[seat] != NONE:
            branches += 1
    if s.edition == SFR2002:
        if s.seats == 2:
            doubles -= b.options.two_player_doubles
        return doubles == s.seats - 1 and branches <= 15 and shorts_complete(s)
    return doubles == 2 * s.seats - 1 and branches <= 10


def packed(card: int, first: int) -> int:
    """The card as one in the count of its city, if that city is among those counted from ``first`` on."""
    if card < first or card >= first + PACKED:
        return 0
    return 1 << 4 * (card - first)


def shorts_complete(s: State) -> bool:
    for short in range(SHORTS):
        count = 0 + s.available[MAJORS + short]
        for k in range(s.deck_size):
            if s.deck[k] == SHORT_CARD + short:
                count += 1
        for k in range(s.dummy_size):
            if s.dummy[k] == SHORT_CARD + short:
                count += 1
        if count != 1:
            return False
    return True


def shorts_low(s: State) -> bool:
    """INV-11: all of Pile 3 lies under every Short card."""
    for k in range(s.deck_size):
        if s.deck[k] >= SHORT_CARD and k < s.pile_low:
            return False
    return True


# ---------------------------------------------------------------- from one position to the next
def broken_step(p: State, s: State, b: BoardArrays, seat: int, paid2: Any, paid4: Any) -> int:
    """INV-07, -08, -09, -12: track stays, money moves for a reason, forced cards go, each bonus is paid once."""
    if s.edition == SFR2002 and s.round_no != p.round_no and forced_left(s):
        return 9
    for line in range(b.n_lines):
        if p.builder[line] != NONE:
            if (
                s.builder[line] != p.builder[line]
                or begun_at(s, line) != begun_at(p, line)
                or s.filled[line] < p.filled[line]
            ):
                return 7
    for city in range(b.n_cities):
        if p.city_rails[city] & ~s.city_rails[city] != 0:
            return 7
        for k in range(2):
            where = p.gone[city][k]
            if where != 0 and s.gone[city][0] != where and s.gone[city][1] != where:
                return 7
    expected = 0 + p.money[seat]
    for line in range(b.n_lines):
        if s.filled[line] > p.filled[line] and s.filled[line] == b.length[line]:
            city = b.ends[line][1 - begun_at(s, line)]
            rail = 0 + s.builder[line]
            bonus = 0
            if p.reached[city] == 0 and b.major_base[city] == 0:
                bonus += 2
                paid2[city] += 1
            if rail < MAJORS and b.squares[city] >> rail & 1 == 1 and p.city_rails[city] >> rail & 1 == 0:
                bonus += 4
                paid4[city] += 1 << (4 * rail)
            if p.card[seat] == DOUBLE_PLAY:
                bonus *= 2
            if p.card[seat] == TRIPLE_PLAY:
                bonus = 0
            expected += bonus
            if paid2[city] > 1 or paid4[city] & 0xEEEEE != 0:
                return 12
    if s.home_base_bonus == 0 and s.terrain == 0 and s.track_purchase == 0:
        for other in range(s.seats):
            if other != seat and s.money[other] != p.money[other]:
                return 8
        if p.phase == DRAW:
            if s.money[seat] != p.money[seat] and s.money[seat] != p.money[seat] - 1:
                return 8
        elif s.money[seat] != expected:
            return 8
    return 0


def watch(
    states: Any,
    boards: Any,
    k: int,
    seats: int,
    dice: Any,
    out: Any,
    games: int,
    low: int,
    paid: Any,
    ends: Any,
) -> int:
    """Random games, every position checked; 0, or 1000 * game + invariant. ``ends`` counts ends and decisions."""
    b = boards[k]
    s = states[0]
    for game in range(games):
        start(s, b, seats, low + game, 77)
        for city in range(b.n_cities):
            paid[0][city] = 0
            paid[1][city] = 0
        steps = 0
        fault = broken(s, b)
        if fault != 0:
            return 1000 * (game + 1) + fault
        while actors(s) != 0:
            states[1] = states[0]
            seat = first_seat(actors(s))
            n = legal(s, b, seat, out)
            if n == 0 or steps > 3000:
                return 1000 * (game + 1) + 16
            for j in range(1, n):
                if out[j] <= out[j - 1]:
                    return 1000 * (game + 1) + 14
            apply(s, b, seat, out[below(dice[0], n)])
            steps += 1
            fault = broken(s, b)
            if fault == 0:
                fault = broken_step(states[1], s, b, seat, paid[0], paid[1])
            if fault != 0:
                return 1000 * (game + 1) + fault
        ends[s.ended] += 1
        ends[0] += steps
    return 0


ENTRY_POINTS = ("watch",)
