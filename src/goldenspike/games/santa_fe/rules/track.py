"""Track on the map: what it costs, what it connects and what that pays."""

from __future__ import annotations

from .state import (
    BOUGHT_BRANCH_RANK,
    BOUGHT_RANK,
    BRANCH_RANK,
    DOUBLE_PLAY,
    HOME_FIRST_ARRIVAL,
    HOME_UNCONNECTED,
    INDEX,
    MAJORS,
    MOUNTAIN,
    NONE,
    RIVER,
    SHORT_BOUGHT_RANK,
    SHORT_BRANCH_RANK,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)


def is_connected(s: State, rail: int, city: int) -> bool:
    """Connections are permanent (SFR-CONN-02, -05)."""
    return s.city_rails[city] >> rail & 1 == 1


def is_started(s: State, b: BoardArrays, rail: int) -> bool:
    """A railroad serves its home base from its first piece on, not before (SFR-CONN-01)."""
    return is_connected(s, rail, b.home[rail])


def takes_parallel(s: State, b: BoardArrays, rail: int, line: int) -> bool:
    """One railroad never builds on two parallel lines (SFR-LAY-31)."""
    other = b.next_parallel[line]
    while other != line:
        if s.builder[other] == rail:
            return True
        other = b.next_parallel[other]
    return False


def against_arrow(b: BoardArrays, way: int) -> bool:
    """A line with an arrow is built only in the arrow's direction (SFR-LAY-25, -26)."""
    only = b.one_way[way // 2]
    return only != 0 and only != 1 + way % 2


def is_free(s: State, b: BoardArrays, rail: int, line: int) -> bool:
    """A line that the railroad may start where no arrow forbids it: no track on it, no own beside (SFR-LAY-11, -19)."""
    beside = b.next_parallel[line] & INDEX
    # Always look at both: a mispredicted branch would cost more.
    free = (s.builder[line] == NONE) & (s.builder[beside] != rail)
    if b.most_parallel > 2:
        return free and not takes_parallel(s, b, rail, line)
    return free


def is_partial(s: State, b: BoardArrays, rail: int, way: int) -> bool:
    """A line that the railroad has begun from this end and not finished (SFR-LAY-10, -20)."""
    line = way >> 1
    return (s.builder[line] == rail) & (s.origin[line] & 1 == way & 1) & (s.filled[line] < b.length[line])


# A line keeps in ``origin`` the end of its first piece, and with the option own_far_end twice the number of pieces at
# its other end. A line that is complete has no other end any more.
def far_pieces(s: State, line: int) -> int:
    """How many pieces of a line lie at the end where it was not begun."""
    return s.origin[line] >> 1


def next_place(s: State, b: BoardArrays, way: int) -> int:
    """The place in the row of terrain where the next piece from this end goes."""
    line = way // 2
    near = s.filled[line] - far_pieces(s, line)
    placed = near if s.origin[line] & 1 == way % 2 else far_pieces(s, line)
    return 1 + placed if way % 2 == 0 else b.length[line] - placed


def terrain_cost(s: State, b: BoardArrays, seat: int, way: int) -> int:
    """Mountains and rivers cost $1 each, per piece; a lake nothing (SFR-TERR-03..06, -10, -11, SF-ENG-06..08)."""
    if s.terrain == 0:
        return 0
    line = way // 2
    if s.terrain_unit == 1:
        if s.filled[line] > 0:
            return 0
        flags = 0 + b.line_terrain[line]
    elif b.options.own_far_end == 1:
        flags = 0 + b.terrain[line][next_place(s, b, way)]
    elif way % 2 == 0:
        flags = 0 + b.terrain[line][1 + s.filled[line]]
    else:
        flags = 0 + b.terrain[line][b.length[line] - s.filled[line]]
    mountain = (flags & MOUNTAIN) * b.values.mountain_price
    river = (flags & RIVER) // RIVER
    if s.engineer[seat] != 0 and river == 1:
        return mountain * s.engineer_mountain_river
    return mountain + river * b.values.river_price


def can_pay(s: State, b: BoardArrays, seat: int, way: int) -> bool:
    """No debt and no loan: without the money the piece cannot be laid (SFR-TERR-07)."""
    return s.terrain == 0 or s.money[seat] >= terrain_cost(s, b, seat, way)


def sort_tail(out: list[int], first: int, n: int) -> None:
    """Put out[first:n] in order; the lists are short and nearly sorted."""
    for k in range(first + 1, n):
        x = out[k & INDEX]
        if out[(k - 1) & INDEX] > x:
            j = k
            while j > first and out[(j - 1) & INDEX] > x:
                out[j & INDEX] = out[(j - 1) & INDEX]
                j -= 1
            out[j & INDEX] = x


# ---------------------------------------------------------------- numbers of lays
def lay_rank(b: BoardArrays, action: int) -> int:
    return ((action - b.lay_base) & INDEX) // (b.ways & INDEX)


def lay_way(b: BoardArrays, action: int) -> int:
    return ((action - b.lay_base) & INDEX) % (b.ways & INDEX)


def rank_rail(rank: int) -> int:
    if rank < BRANCH_RANK:
        return rank
    if rank < SHORT_BRANCH_RANK:
        return (rank - BRANCH_RANK) % MAJORS
    return MAJORS + (rank - SHORT_BRANCH_RANK) % 4


def rank_branches(rank: int) -> bool:
    return (
        BRANCH_RANK <= rank < BOUGHT_RANK
        or BOUGHT_BRANCH_RANK <= rank < SHORT_BRANCH_RANK
        or (SHORT_BRANCH_RANK <= rank < SHORT_BOUGHT_RANK)
    )


def rank_bought(rank: int) -> bool:
    return BOUGHT_RANK <= rank < SHORT_BRANCH_RANK or rank >= SHORT_BOUGHT_RANK


# ---------------------------------------------------------------- laying a piece
def lay_piece(s: State, b: BoardArrays, seat: int, rail: int, way: int, branching: bool, bought: bool) -> None:
    """Pay, lay, connect, collect: in this order (SFR-TERR-07, SFR-BONUS-18)."""
    line = way >> 1
    end = way & 1
    if s.terrain == 1:
        s.money[seat] -= terrain_cost(s, b, seat, way)
    if bought:
        s.reserve[seat][rail] -= 1
    else:
        s.supply[rail] -= 1
    if s.builder[line] == NONE:
        s.builder[line] = rail
        s.origin[line] = end
        begin_line(s, b, seat, rail, line, b.ends[line][end], branching)
    elif s.origin[line] & 1 != end:
        if s.origin[line] == 1 - end:
            begin_line(s, b, seat, rail, line, b.ends[line][end], branching)
        s.origin[line] += 2
    s.filled[line] += 1
    if s.filled[line] == b.length[line]:
        if s.origin[line] > 1:
            meet(s, b, seat, rail, line)
        else:
            if rail < MAJORS:
                move_tip(s, rail, -1 - line, b.ends[line][1 - end])
            arrive(s, b, seat, rail, b.ends[line][1 - end])


def meet(s: State, b: BoardArrays, seat: int, rail: int, line: int) -> None:
    """Two routes of one railroad meet on a line: each of them arrives where the other left (option own_far_end)."""
    s.origin[line] &= 1
    for end in range(2):
        if rail < MAJORS:
            move_tip(s, rail, -1 - line, b.ends[line][end])
        arrive(s, b, seat, rail, b.ends[line][end])


def begin_line(s: State, b: BoardArrays, seat: int, rail: int, line: int, city: int, branching: bool) -> None:
    """An extension takes its tip along, a branch start adds one and uses up the card (SFR-LAY-12, -14)."""
    if rail < MAJORS:
        if branching:
            s.tips[rail][s.tip_count[rail]] = -1 - line
            s.tip_count[rail] += 1
            sort_tail(s.tips[rail], 0, s.tip_count[rail])
            s.active_branch[seat] = NONE
        else:
            move_tip(s, rail, city, -1 - line)
    if not is_connected(s, rail, city):
        s.city_rails[city] |= 1 << rail  # the first piece serves the home base (SFR-CONN-01)
        s.reached[city] |= 1


def move_tip(s: State, rail: int, before: int, after: int) -> None:
    """The growing end of a route moves on (SFR-LAY-12); kept sorted, so that equal positions are equal records."""
    k = 0
    while s.tips[rail][k] != before:
        k += 1
    s.tips[rail][k] = after
    sort_tail(s.tips[rail], 0, s.tip_count[rail])


def arrive(s: State, b: BoardArrays, seat: int, rail: int, city: int) -> None:
    """The completing piece connects the city and pays its player (SFR-BONUS-01..20)."""
    bonus = connection_bonus(s, b, city) + special_bonus(s, b, rail, city)
    if s.card[seat] == DOUBLE_PLAY:
        bonus *= b.values.double_bonus
    elif s.card[seat] == TRIPLE_PLAY:
        bonus *= b.values.triple_bonus
    s.money[seat] += bonus
    if not is_connected(s, rail, city):
        s.city_rails[city] |= 1 << rail
        if rail >= MAJORS:
            short = rail - MAJORS
            s.stops[short][s.stop_count[short]] = city
            s.stop_count[short] += 1
            sort_tail(s.stops[short], 0, s.stop_count[short])
    s.reached[city] |= 3


def connection_bonus(s: State, b: BoardArrays, city: int) -> int:
    """$2 for the first railroad of all; at a Major base never, or (1992) as chosen (SFR-BONUS-01..06, SF-BONUS-01)."""
    if b.major_base[city] == 1:
        if s.home_base_bonus == HOME_FIRST_ARRIVAL and s.reached[city] & 2 == 0:
            return 0 + b.values.connection_bonus
        if s.home_base_bonus == HOME_UNCONNECTED and s.reached[city] == 0:
            return 0 + b.values.connection_bonus
        return 0
    if s.reached[city] & 1 == 0:
        return 0 + b.values.connection_bonus
    return 0


def special_bonus(s: State, b: BoardArrays, rail: int, city: int) -> int:
    """$4 the first time a Major reaches a city that shows its square (SFR-BONUS-07..09, -20)."""
    if rail < MAJORS and b.squares[city] >> rail & 1 == 1 and not is_connected(s, rail, city):
        return 0 + b.values.square_bonus
    return 0


# Called so often, and at so few places, that they are compiled into their callers: a call would cost too much.
INLINE = (
    "is_connected", "is_free", "is_partial", "can_pay", "sort_tail", "lay_rank", "lay_way", "rank_rail",
    "rank_branches", "rank_bought", "lay_piece", "move_tip", "arrive",
)  # fmt: skip
