"""Track on the map: who may lay where, what it costs, what it connects and what that pays."""

from __future__ import annotations

from .state import (
    BOUGHT_BRANCH_RANK,
    BOUGHT_RANK,
    BRANCH_RANK,
    DOUBLE_PLAY,
    HOME_FIRST_ARRIVAL,
    HOME_UNCONNECTED,
    MAJORS,
    MAX_CITIES,
    MOUNTAIN,
    NONE,
    PLAIN_RANK,
    RAILS,
    RIVER,
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
    beside = b.next_parallel[line]
    # Both are looked at, always: a jump that the processor cannot foresee would cost more.
    free = (s.builder[line] == NONE) & (s.builder[beside] != rail)
    if b.next_parallel[beside] != line:
        return free and not takes_parallel(s, b, rail, line)
    return free


def is_partial(s: State, b: BoardArrays, rail: int, way: int) -> bool:
    """A line that the railroad has begun from this end and not finished (SFR-LAY-10, -20)."""
    line = way // 2
    begun = s.origin[line] & 1 == way % 2 or s.origin[line] > 1
    return s.builder[line] == rail and begun and s.filled[line] < b.length[line]


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


# ---------------------------------------------------------------- own lines from both ends (option own_far_end)
# A line keeps in ``origin`` the end of its first piece, and with the option twice the pieces that lie at its other end.
# A line that is complete has no other end any more.
def far_pieces(s: State, line: int) -> int:
    """How many pieces of a line lie at the end where it was not begun."""
    return s.origin[line] >> 1


def next_place(s: State, b: BoardArrays, way: int) -> int:
    """The place in the row of terrain where the next piece from this end goes."""
    line = way // 2
    near = s.filled[line] - far_pieces(s, line)
    placed = near if s.origin[line] & 1 == way % 2 else far_pieces(s, line)
    return 1 + placed if way % 2 == 0 else b.length[line] - placed


def may_enter(s: State, b: BoardArrays, rail: int, way: int) -> bool:
    """May a railroad enter its own partial line from the far end?  Only with the option (SFR-LAY-29)."""
    line = way // 2
    return (
        b.options.own_far_end == 1
        and s.builder[line] == rail
        and s.origin[line] == 1 - way % 2
        and s.filled[line] < b.length[line]
    )


def add_entries(s: State, b: BoardArrays, seat: int, rail: int, city: int, base: int, out: list[int], n: int) -> int:
    """List the own partial lines that may be entered from this city."""
    for k in range(b.start_count[city]):
        way = b.starts[city][k]
        if may_enter(s, b, rail, way) and can_pay(s, b, seat, way):
            out[n] = base + way
            n += 1
    return n


def has_entry(s: State, b: BoardArrays, seat: int, rail: int, city: int, pay: bool) -> bool:
    for k in range(b.start_count[city]):
        way = b.starts[city][k]
        if may_enter(s, b, rail, way) and (not pay or can_pay(s, b, seat, way)):
            return True
    return False


def can_pay(s: State, b: BoardArrays, seat: int, way: int) -> bool:
    """No debt and no loan: without the money the piece cannot be laid (SFR-TERR-07)."""
    return s.terrain == 0 or s.money[seat] >= terrain_cost(s, b, seat, way)


# ---------------------------------------------------------------- where a railroad can grow
def sort_tail(out: list[int], first: int, n: int) -> None:
    """Put out[first:n] in order; the lists are short and nearly sorted."""
    for k in range(first + 1, n):
        x = out[k]
        j = k
        while j > first and out[j - 1] > x:
            out[j] = out[j - 1]
            j -= 1
        out[j] = x


def add_exits(s: State, b: BoardArrays, seat: int, rail: int, city: int, base: int, out: list[int], n: int) -> int:
    """List the lines that may be started at a city; one that may not is written too, and written over."""
    for k in range(b.start_count[city]):
        way = b.starts[city][k]
        out[n] = base + way
        n += is_free(s, b, rail, way >> 1) & can_pay(s, b, seat, way)
    return n


def add_extensions(s: State, b: BoardArrays, seat: int, rail: int, base: int, out: list[int], n: int) -> int:
    """A Major grows at its tips (SFR-LAY-09..12); two tips in one city stay separate, but offer its lines once."""
    first = n
    last = MAX_CITIES  # no railhead
    for k in range(s.tip_count[rail]):
        tip = s.tips[rail][k]
        if tip < 0:
            way = 2 * (-1 - tip) + (s.origin[-1 - tip] & 1)
            if tip == last:  # the second railhead on a line comes from its other end
                way ^= 1
            out[n] = base + way
            n += can_pay(s, b, seat, way)
        elif tip != last:
            n = add_exits(s, b, seat, rail, tip, base, out, n)
            if b.options.own_far_end == 1:
                n = add_entries(s, b, seat, rail, tip, base, out, n)
        last = tip
    if s.tip_count[rail] > 1:  # the lines of one city are in order already
        sort_tail(out, first, n)
    return n


def add_short_lays(s: State, b: BoardArrays, seat: int, rail: int, base: int, out: list[int], n: int) -> int:
    """A Short Line grows wherever it is connected (SFR-LAY-20..24)."""
    first = n
    short = rail - MAJORS
    for k in range(s.stop_count[short]):
        city = s.stops[short][k]
        for e in range(b.start_count[city]):
            way = b.starts[city][e]
            if is_free(s, b, rail, way >> 1) or is_partial(s, b, rail, way):
                if can_pay(s, b, seat, way):
                    out[n] = base + way
                    n += 1
        if b.options.own_far_end == 1:
            n = add_entries(s, b, seat, rail, city, base, out, n)
    sort_tail(out, first, n)
    return n


def add_branch_starts(s: State, b: BoardArrays, seat: int, rail: int, base: int, out: list[int], n: int) -> int:
    """An active Branch card starts a new route from any connected city (SFR-LAY-13, -17, -18)."""
    first = n
    for city in range(b.n_cities):
        if is_connected(s, rail, city):
            n = add_exits(s, b, seat, rail, city, base, out, n)
            if b.options.own_far_end == 1:
                n = add_entries(s, b, seat, rail, city, base, out, n)
    sort_tail(out, first, n)
    return n


def add_lays(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Every piece the seat may lay now, in order of action number."""
    for rail in range(MAJORS):
        if s.supply[rail] > 0:
            n = add_extensions(s, b, seat, rail, b.lay_base + (PLAIN_RANK + rail) * b.ways, out, n)
    for rail in range(MAJORS, RAILS):
        if s.available[rail] == 1 and s.supply[rail] > 0:
            n = add_short_lays(s, b, seat, rail, b.lay_base + (PLAIN_RANK + rail) * b.ways, out, n)
    branch = s.active_branch[seat]
    if branch != NONE and s.supply[branch] > 0:
        n = add_branch_starts(s, b, seat, branch, b.lay_base + (BRANCH_RANK + branch) * b.ways, out, n)
    if s.track_purchase == 1:
        for rail in range(MAJORS):
            if s.supply[rail] == 0 and s.reserve[seat][rail] > 0:
                n = add_extensions(s, b, seat, rail, b.lay_base + (BOUGHT_RANK + rail) * b.ways, out, n)
        if branch != NONE and s.supply[branch] == 0 and s.reserve[seat][branch] > 0:
            base = b.lay_base + (BOUGHT_BRANCH_RANK + branch) * b.ways
            n = add_branch_starts(s, b, seat, branch, base, out, n)
    return n


# ---------------------------------------------------------------- can anything grow at all?
def has_exit(s: State, b: BoardArrays, seat: int, rail: int, city: int, pay: bool) -> bool:
    for k in range(b.start_count[city]):
        way = b.starts[city][k]
        if is_free(s, b, rail, way >> 1) and (not pay or can_pay(s, b, seat, way)):
            return True
    return b.options.own_far_end == 1 and has_entry(s, b, seat, rail, city, pay)


def has_tip(s: State, b: BoardArrays, seat: int, rail: int, pay: bool) -> bool:
    """A tip on a partial line is never dead; a tip at a city is dead without an open line (SFR-LAY-34)."""
    for k in range(s.tip_count[rail]):
        tip = s.tips[rail][k]
        if tip < 0:
            way = 2 * (-1 - tip) + (s.origin[-1 - tip] & 1)
            if not pay or can_pay(s, b, seat, way) or (s.origin[way >> 1] > 1 and can_pay(s, b, seat, way ^ 1)):
                return True
        elif has_exit(s, b, seat, rail, tip, pay):
            return True
    return False


def has_stop(s: State, b: BoardArrays, seat: int, rail: int, pay: bool) -> bool:
    """Can a Short Line grow at one of its cities?  (SFR-LAY-20..24)"""
    short = rail - MAJORS
    for k in range(s.stop_count[short]):
        city = s.stops[short][k]
        for e in range(b.start_count[city]):
            way = b.starts[city][e]
            if is_free(s, b, rail, way >> 1) or is_partial(s, b, rail, way):
                if not pay or can_pay(s, b, seat, way):
                    return True
        if b.options.own_far_end == 1 and has_entry(s, b, seat, rail, city, pay):
            return True
    return False


def has_extension(s: State, b: BoardArrays, seat: int, rail: int, pay: bool) -> bool:
    if rail < MAJORS:
        return has_tip(s, b, seat, rail, pay)
    return has_stop(s, b, seat, rail, pay)


def has_branch_start(s: State, b: BoardArrays, seat: int, rail: int, pay: bool) -> bool:
    for city in range(b.n_cities):
        if is_connected(s, rail, city) and has_exit(s, b, seat, rail, city, pay):
            return True
    return False


def has_free_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    """Can the seat extend some Major with free pieces, or branch one with its own card?"""
    for rail in range(MAJORS):
        if s.supply[rail] > 0 and has_tip(s, b, seat, rail, pay):
            return True
    branch = s.active_branch[seat]
    return branch != NONE and s.supply[branch] > 0 and has_branch_start(s, b, seat, branch, pay)


def has_bought_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    """Can the seat lay one of its bought pieces?  (SF-BUY-04)"""
    if s.track_purchase == 0:
        return False
    for rail in range(MAJORS):
        if s.supply[rail] == 0 and s.reserve[seat][rail] > 0:
            if has_tip(s, b, seat, rail, pay):
                return True
            if s.active_branch[seat] == rail and has_branch_start(s, b, seat, rail, pay):
                return True
    return False


def has_major_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    return has_free_lay(s, b, seat, pay) or has_bought_lay(s, b, seat, pay)


def has_short_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    for rail in range(MAJORS, RAILS):
        if s.available[rail] == 1 and s.supply[rail] > 0 and has_stop(s, b, seat, rail, pay):
            return True
    return False


def has_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    return has_major_lay(s, b, seat, pay) or has_short_lay(s, b, seat, pay)


def only_branch_starts(s: State, b: BoardArrays, seat: int) -> bool:
    """Is a branch start the only lay of any railroad?  (SFR-BRANCH-08)"""
    for rail in range(RAILS):
        pieces = 0 + s.supply[rail]
        if pieces == 0 and rail < MAJORS:
            pieces = 0 + s.reserve[seat][rail]
        if s.available[rail] == 1 and pieces > 0 and has_extension(s, b, seat, rail, True):
            return False
    return has_lay(s, b, seat, True)


# ---------------------------------------------------------------- laying a piece
def lay_piece(s: State, b: BoardArrays, seat: int, rail: int, way: int, branching: bool, bought: bool) -> None:
    """Pay, lay, connect, collect: in this order (SFR-TERR-07, SFR-BONUS-18)."""
    line = way // 2
    end = way % 2
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
    "is_connected", "is_free", "can_pay", "sort_tail", "add_exits", "add_extensions", "add_short_lays", "add_lays",
    "has_exit", "lay_piece", "move_tip", "arrive",
)  # fmt: skip
