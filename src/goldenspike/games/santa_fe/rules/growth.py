"""Where a railroad can grow: which pieces a seat may lay, and whether it can lay any."""

from __future__ import annotations

from .state import (
    BOUGHT_BRANCH_RANK,
    BOUGHT_RANK,
    BRANCH_RANK,
    FEW_EXITS,
    INDEX,
    MAJORS,
    NONE,
    PLAIN_RANK,
    RAILS,
    BoardArrays,
    State,
)
from .track import (
    against_arrow,
    can_pay,
    is_connected,
    is_free,
    is_partial,
    lay_rank,
    lay_way,
    rank_rail,
    sort_tail,
    takes_parallel,
)


# ---------------------------------------------------------------- where a railroad can grow
# What a mispredicted branch costs is more than a look at two lines. So loops of unknown length are avoided where most
# of them are short, and lists come about in an order that leaves little to sort.
def add_exits(s: State, b: BoardArrays, rail: int, city: int, base: int, out: list[int], n: int) -> int:
    """List the lines that may be started at a city; one that may not is written too, and written over.

    How many there are no processor can guess: so the same number is always looked at, the rest of it in vain. Of
    parallel lines it looks at the next one alone: drop_parallels does the rest.
    """
    builder, starts, next_parallel = s.builder, b.starts[city], b.next_parallel
    there = 0 + b.start_count[city]
    for begun in range(0, there, FEW_EXITS):  # once, at most cities
        for k in range(begun, begun + FEW_EXITS):
            way = starts[k]
            line = way >> 1
            out[n & INDEX] = base + way
            n += (k < there) & (builder[line] == NONE) & (builder[next_parallel[line]] != rail)
    return n


def add_extensions(s: State, b: BoardArrays, rail: int, base: int, out: list[int], n: int) -> int:
    """A Major grows at its tips (SFR-LAY-09..12); two tips in one city stay separate, but offer its lines once."""
    first = n
    tips = s.tips[rail]
    count = 0 + s.tip_count[rail]
    last = NONE
    for k in range(count - 1, -1, -1):  # tips on partial lines stand before those in cities, the highest line first
        tip = tips[k]
        if tip < 0:
            out[n & INDEX] = base - 2 - 2 * tip + (s.origin[(-1 - tip) & INDEX] & 1)
            n += 1
        elif tip != last:
            n = add_exits(s, b, rail, tip & INDEX, base, out, n)
            last = tip
    if count > 1:  # the lines of one city are in order already
        sort_tail(out, first, n)
    return n


def add_short_lays(s: State, b: BoardArrays, rail: int, base: int, out: list[int], n: int) -> int:
    """A Short Line grows wherever it is connected (SFR-LAY-20..24)."""
    first = n
    short = rail - MAJORS
    for k in range(s.stop_count[short]):
        city = s.stops[short][k] & INDEX
        for e in range(b.start_count[city]):
            way = b.starts[city][e] & INDEX
            out[n & INDEX] = base + way
            n += is_free(s, b, rail, way >> 1) | is_partial(s, b, rail, way)
    sort_tail(out, first, n)
    return n


def add_branch_starts(s: State, b: BoardArrays, rail: int, base: int, out: list[int], n: int) -> int:
    """An active Branch card starts a new route from any connected city (SFR-LAY-13, -17, -18)."""
    first = n
    rails = s.city_rails
    for city in range(b.n_cities):
        if rails[city] >> rail & 1 == 1:  # is_connected, without a call for each city
            n = add_exits(s, b, rail, city, base, out, n)
    sort_tail(out, first, n)
    return n


def add_lays(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Every piece the seat may lay now, in order of action number."""
    first = n
    plain = b.lay_base + PLAIN_RANK * b.ways
    for rail in range(b.n_majors & INDEX):
        if s.supply[rail] > 0:
            n = add_extensions(s, b, rail, plain + rail * b.ways, out, n)
    for rail in range(MAJORS, MAJORS + (b.n_shorts & INDEX)):
        if s.available[rail] == 1 and s.supply[rail] > 0:
            n = add_short_lays(s, b, rail, plain + rail * b.ways, out, n)
    branch = s.active_branch[seat]
    if branch != NONE and s.supply[branch] > 0:
        n = add_branch_starts(s, b, branch, b.lay_base + (BRANCH_RANK + branch) * b.ways, out, n)
    if s.track_purchase == 1:
        for rail in range(b.n_majors & INDEX):
            if s.supply[rail] == 0 and s.reserve[seat][rail] > 0:
                n = add_extensions(s, b, rail, b.lay_base + (BOUGHT_RANK + rail) * b.ways, out, n)
        if branch != NONE and s.supply[branch] == 0 and s.reserve[seat][branch] > 0:
            base = b.lay_base + (BOUGHT_BRANCH_RANK + branch) * b.ways
            n = add_branch_starts(s, b, branch, base, out, n)
    if b.most_parallel > 2:
        n = drop_parallels(s, b, out, first, n)
    if s.terrain == 1:
        n = drop_unpaid(s, b, seat, out, first, n)
    if b.options.own_far_end == 1:
        n = add_far_lays(s, b, seat, out, first, n)
    return n


def drop_parallels(s: State, b: BoardArrays, out: list[int], first: int, n: int) -> int:
    """One railroad never builds on two parallel lines (SFR-LAY-31)."""
    kept = first
    for k in range(first, n):
        line = lay_way(b, out[k]) >> 1
        out[kept] = out[k]
        kept += s.builder[line] != NONE or not takes_parallel(s, b, rank_rail(lay_rank(b, out[k])), line)
    return kept


def drop_unpaid(s: State, b: BoardArrays, seat: int, out: list[int], first: int, n: int) -> int:
    """Without the money a piece cannot be laid (SFR-TERR-07)."""
    kept = first
    for k in range(first, n):
        out[kept] = out[k]
        kept += can_pay(s, b, seat, lay_way(b, out[k]))
    return kept


# ---------------------------------------------------------------- own lines from both ends (option own_far_end)
# Kept apart, so that matches without the option do not pay for it.
def may_enter(s: State, b: BoardArrays, rail: int, way: int) -> bool:
    """May a railroad enter its own partial line from the far end?  Only with the option (SFR-LAY-29)."""
    line = way // 2
    if b.options.own_far_end == 0 or s.builder[line] != rail or s.filled[line] == b.length[line]:
        return False
    return s.origin[line] == 1 - way % 2


def goes_on_far(s: State, b: BoardArrays, rail: int, way: int) -> bool:
    """Has the railroad entered this line from the far end, so that any of its pieces may follow there?"""
    line = way // 2
    return s.builder[line] == rail and s.origin[line] > 1 and s.origin[line] & 1 != way % 2


def far_way(s: State, line: int) -> int:
    return 2 * line + 1 - (s.origin[line] & 1)


def stands_at(s: State, rail: int, city: int) -> bool:
    """May a new line of the railroad leave the city: has a Major a railhead there, a Short Line a connection?"""
    if rail >= MAJORS:
        return is_connected(s, rail, city)
    for k in range(s.tip_count[rail]):
        if s.tips[rail][k] == city:
            return True
    return False


def add_far_lays(s: State, b: BoardArrays, seat: int, out: list[int], first: int, n: int) -> int:
    """Lays from the far end of own partial lines join the list, which stays sorted and names each lay once."""
    for line in range(b.n_lines):
        rail = 0 + s.builder[line]
        way = far_way(s, line)
        if rail == NONE or s.filled[line] == b.length[line] or not can_pay(s, b, seat, way):
            continue
        rank = free_rank(s, seat, rail)
        city = b.ends[line][way % 2]
        if rank != NONE and may_go_far(s, b, rail, way, city):
            out[n] = b.lay_base + rank * b.ways + way
            n += 1
        branches = rail < MAJORS and s.active_branch[seat] == rail and is_connected(s, rail, city)
        if rank != NONE and branches and may_enter(s, b, rail, way) and not against_arrow(b, way):
            starts = BRANCH_RANK + rail if rank == PLAIN_RANK + rail else BOUGHT_BRANCH_RANK + rail
            out[n] = b.lay_base + starts * b.ways + way
            n += 1
    sort_tail(out, first, n)
    return drop_repeats(out, first, n)


def free_rank(s: State, seat: int, rail: int) -> int:
    """The kind of lay that the seat has pieces for: free ones, bought ones, or none."""
    if s.supply[rail] > 0:
        return PLAIN_RANK + rail
    if rail < MAJORS and s.track_purchase == 1 and s.reserve[seat][rail] > 0:
        return BOUGHT_RANK + rail
    return NONE


def may_go_far(s: State, b: BoardArrays, rail: int, way: int, city: int) -> bool:
    if goes_on_far(s, b, rail, way):
        return True
    return may_enter(s, b, rail, way) and stands_at(s, rail, city) and not against_arrow(b, way)


def drop_repeats(out: list[int], first: int, n: int) -> int:
    """Two railheads on one line offer its next piece twice."""
    kept = first
    for k in range(first, n):
        if k == first or out[k] != out[kept - 1]:
            out[kept] = out[k]
            kept += 1
    return kept


def has_far_lay(s: State, b: BoardArrays, seat: int, low: int, high: int, pay: bool) -> bool:
    """Can a railroad of these numbers go on from the far end of its own line?"""
    for line in range(b.n_lines):
        rail = 0 + s.builder[line]
        if rail < low or rail >= high or s.filled[line] == b.length[line] or free_rank(s, seat, rail) == NONE:
            continue
        way = far_way(s, line)
        if not pay or can_pay(s, b, seat, way):
            city = b.ends[line][way % 2]
            branches = rail < MAJORS and s.active_branch[seat] == rail and is_connected(s, rail, city)
            if may_go_far(s, b, rail, way, city):
                return True
            if branches and may_enter(s, b, rail, way) and not against_arrow(b, way):
                return True
    return False


# ---------------------------------------------------------------- can anything grow at all?
def has_exit(s: State, b: BoardArrays, seat: int, rail: int, city: int, pay: bool) -> bool:
    city &= INDEX
    for k in range(b.start_count[city]):
        way = b.starts[city][k] & INDEX
        if is_free(s, b, rail, way >> 1) and (not pay or can_pay(s, b, seat, way)):
            return True
    return False


def has_tip(s: State, b: BoardArrays, seat: int, rail: int, pay: bool) -> bool:
    """A tip on a partial line is never dead; a tip at a city is dead without an open line (SFR-LAY-34)."""
    for k in range(s.tip_count[rail]):
        tip = s.tips[rail][k]
        if tip < 0:
            way = 2 * (-1 - tip) + (s.origin[-1 - tip] & 1)
            if not pay or can_pay(s, b, seat, way):
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
    if has_free_lay(s, b, seat, pay) or has_bought_lay(s, b, seat, pay):
        return True
    return b.options.own_far_end == 1 and has_far_lay(s, b, seat, 0, MAJORS, pay)


def has_short_lay(s: State, b: BoardArrays, seat: int, pay: bool) -> bool:
    for rail in range(MAJORS, RAILS):
        if s.available[rail] == 1 and s.supply[rail] > 0 and has_stop(s, b, seat, rail, pay):
            return True
    return b.options.own_far_end == 1 and has_far_lay(s, b, seat, MAJORS, RAILS, pay)


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


# Compiled into their callers, see track.py.
INLINE = ("add_exit", "add_exits", "add_extensions", "add_short_lays", "add_lays", "has_exit")  # fmt: skip
