"""Pioneer Rails: what goals are worth to a sheet, and the tracks that they still take.

Plain functions over the rules, compiled with ``turns``.
"""

from __future__ import annotations

from ..rules.features import free_cell, free_nuggets, side_rails, sides
from ..rules.goals import goal_progress
from ..rules.owners import sides_needed
from ..rules.state import (
    BANDIT,
    BANK,
    BANKS,
    BRIDGE,
    CATTLE,
    FACE_DOWN,
    FACE_UP,
    FORT,
    G1A,
    G1B,
    G1C,
    G1D,
    G1E,
    G1F,
    G1G,
    G1H,
    G1I,
    G1J,
    G1M,
    G1N,
    G1O,
    G2D,
    G2E,
    G2F,
    GOAL_SLOTS,
    GOALS,
    JAIL,
    JAIL_FILL,
    MINE,
    NONE,
    RAILS,
    SALOON,
    TUNNEL,
    YARD,
    BoardArrays,
    State,
)
from .distances import (
    DIST,
    EXTRA,
    FAR,
    GOAL,
    HIDDEN_GOAL,
    MADE,
    NEAR,
    ON_GOAL,
    PATH,
    SEEN_GOAL,
    WEIGHT,
    add_item,
    add_small,
    smallest,
)


def weigh_goals(s: State, b: BoardArrays, seat: int, wf: list[list[float]]) -> None:
    """What meeting each goal is worth: on the table, or perhaps still face down."""
    for goal in range(GOALS):
        wf[GOAL][goal] = 0.0
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] == FACE_UP:
            if s.seats == 1:
                wf[GOAL][s.goal[k]] = 10.0
            elif s.star[seat][k] == 0:
                wf[GOAL][s.goal[k]] = b.values.goal[0] if s.goal_met[k] == 0 else b.values.goal[1]
    for k in range(3):
        if s.goal_face[k] == FACE_DOWN:
            # which card of its deck it is, the seat cannot know: each that does not lie face up is as likely
            count = 0
            for goal in range(GOALS):
                if b.goal_deck[goal] == k and not face_up_or_gone(s, goal):
                    count += 1
            for goal in range(GOALS):
                if b.goal_deck[goal] == k and not face_up_or_gone(s, goal):
                    wf[GOAL][goal] = 10.0 / count


def face_up_or_gone(s: State, goal: int) -> bool:
    for k in range(GOAL_SLOTS):
        if s.goal[k] == goal and s.goal_face[k] >= FACE_UP:
            return True
    return False


def settle_goals(
    s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], tracks: float
) -> float:
    """The worth of goals that are met; for the others, what a unit towards each adds."""
    total = 0.0
    for goal in range(GOALS):
        wf[EXTRA][goal] = 0.0
        worth = wf[GOAL][goal]
        if worth == 0.0:
            continue
        need = 0 + b.goal_need[goal]
        have = goal_progress(s, b, seat, goal) + made_units(s, b, seat, wi, goal)
        if have >= need:
            total += worth
            continue
        worth *= wf[WEIGHT][SEEN_GOAL] if worth > 4.0 else wf[WEIGHT][HIDDEN_GOAL]
        missing = need - have
        if goal == G1H:
            total += worth * have * have / (need * need) * 0.8
            missing = 0
        if missing > 0:
            each = 1.5 if goal == G1A or goal == G1B else 2.5
            wf[EXTRA][goal] = worth / missing * min(1.0, tracks / (missing * each))
    return total


def made_units(s: State, b: BoardArrays, seat: int, wi: list[list[int]], goal: int) -> int:
    """Units towards a goal by features that this turn completes but that are not crossed out yet."""
    made = wi[MADE]
    if goal == G1A:
        if made[BANK] == 0 or s.area[seat][BANKS] >= b.n_squares:
            return 0
        return min(free_nuggets(s, seat) + made[MINE], 0 + b.values.nuggets_per_bank)
    if goal == G1B:
        return 0 + made[MINE]
    if goal == G1C:
        return 0 + made[BANK]
    if goal == G1D:
        return 0 + made[SALOON]
    if goal == G1E:
        return 0 + made[FORT]
    if goal == G1H:
        return 0 + made[CATTLE]
    if goal == G1O:
        return 0 + made[YARD]
    if goal == G2D:
        return min(0 + made[BANDIT], cells_free(s, b, seat))
    if goal == G2E:
        return 0 + made[JAIL]
    return 0


def cells_free(s: State, b: BoardArrays, seat: int) -> int:
    """Cells of opened Jails that are free."""
    count = 0
    for jail in range(b.n_jails):
        if free_cell(s, b, seat, jail):
            count += b.jail_size[jail] - s.area[seat][JAIL_FILL + jail]
    return count


def goal_items(s: State, b: BoardArrays, seat: int, wi: list[list[int]], wf: list[list[float]], start_at_n: int) -> int:
    """Goals on the table that no single feature serves, at the price of the tracks they still take."""
    n = start_at_n
    for slot in range(GOAL_SLOTS):
        if s.goal_face[slot] != FACE_UP:
            continue
        goal = 0 + s.goal[slot]
        if wf[EXTRA][goal] <= 0.0:
            continue
        missing = b.goal_need[goal] - goal_progress(s, b, seat, goal)
        cost = 0 + FAR
        if goal == G1F or goal == G2F:
            cost = rails_cost(s, b, seat, wi, missing, goal == G1F)
        elif goal == G1G:
            cost = ranges_cost(s, b, seat, wi, missing)
        elif goal == G1I:
            cost = special_cost(s, b, seat, wi, missing, 0 + TUNNEL)
        elif goal == G1M:
            cost = special_cost(s, b, seat, wi, missing, 0 + BRIDGE)
        elif goal == G1J:
            cost = mixed_cost(s, b, seat, wi)
        elif goal == G1N:
            cost = meeting_cost(s, b, seat, wi)
        if cost < FAR:
            price = max(0.5, wf[WEIGHT][PATH] * cost)
            n = add_item(wf, n, wf[GOAL][goal] * wf[WEIGHT][SEEN_GOAL], price, ON_GOAL + goal)
    return n


def rails_cost(s: State, b: BoardArrays, seat: int, wi: list[list[int]], missing: int, rim: bool) -> int:
    """Tracks until so many more railways reach the rim, or mountains (goals 1F, 2F)."""
    n = 0
    for rail in range(RAILS):
        best = 0 + FAR
        there = False
        for v in range(b.n_vertices):
            if (b.rim[v] if rim else b.by_mountain[v]) == 0:
                continue
            spot = 0 + s.spot[seat][v]
            if b.town_of[v] != NONE:
                there |= spot >> rail & 1 == 1
            elif spot != 0 and spot % 4 == rail:
                there = True
            best = min(best, wi[DIST + rail][v])
        if not there:
            n = add_small(wi, n, max(best, 1))
    return smallest(wi, n, missing)


def ranges_cost(s: State, b: BoardArrays, seat: int, wi: list[list[int]], missing: int) -> int:
    """Tracks until so many more ranges have a track along them (goal 1G)."""
    n = 0
    for number in range(b.n_ranges):
        best = 0 + FAR
        touched = False
        for h in range(b.n_hexes):
            if b.range_of[h] != number:
                continue
            touched |= side_rails(s, b, seat, h) != 0
            for c in range(6):
                for rail in range(RAILS):
                    best = min(best, wi[DIST + rail][b.hex_vertex[h][c]] + 1)
        if not touched:
            n = add_small(wi, n, best)
    return smallest(wi, n, missing)


def special_cost(s: State, b: BoardArrays, seat: int, wi: list[list[int]], missing: int, kind: int) -> int:
    """Tracks until so many more railways own a bridge, or a tunnel; each takes a Town besides (goals 1I, 1M)."""
    n = 0
    for rail in range(RAILS):
        best = 0 + FAR
        there = False
        for e in range(b.n_edges):
            if b.edge_kind[e] != kind:
                continue
            if s.edge[seat][e] != 0:
                there |= (s.edge[seat][e] - 1) % 4 == rail
                continue
            ends = min(wi[DIST + rail][b.edge_end[e][0]], wi[DIST + rail][b.edge_end[e][1]])
            best = min(best, ends + 2)
        if not there:
            n = add_small(wi, n, best)
    return smallest(wi, n, missing)


def mixed_cost(s: State, b: BoardArrays, seat: int, wi: list[list[int]]) -> int:
    """Tracks until some Building is completed by two railways (goal 1J)."""
    found = 0 + FAR
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        kind = 0 + b.terrain[h]
        if s.mark[seat][h] != 0 or kind == MINE or kind == CATTLE or kind == BANDIT or (kind == FORT and b.forest == 1):
            continue
        missing = sides_needed(s, b, h) - sides(s, b, seat, h)
        mask = side_rails(s, b, seat, h)
        n = 0
        for rail in range(RAILS):
            n = add_small(wi, n, 0 if mask >> rail & 1 == 1 else 0 + wi[NEAR + rail][h])
        if missing > 0:
            found = min(found, smallest(wi, n, 2) + missing)
    return found


def meeting_cost(s: State, b: BoardArrays, seat: int, wi: list[list[int]]) -> int:
    """Tracks until two railways meet in a Town (goal 1N)."""
    found = 0 + FAR
    for k in range(b.n_towns):
        v = 0 + b.town[k]
        n = 0
        for rail in range(RAILS):
            n = add_small(wi, n, 0 if s.spot[seat][v] >> rail & 1 == 1 else 0 + wi[DIST + rail][v])
        found = min(found, smallest(wi, n, 2))
    return found
