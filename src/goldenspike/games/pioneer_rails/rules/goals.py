"""Goals: the exact conditions, the race for them, and the solo table of goals."""

from __future__ import annotations

from goldenspike.engine.random_numbers import below

from .features import captured, side_rails, sides
from .state import (
    ABSENT,
    BANK,
    BANKS,
    BRIDGE,
    DEPOSITED,
    FACE_DOWN,
    FACE_UP,
    FORT,
    FORTS,
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
    G1K,
    G1L,
    G1M,
    G1N,
    G1O,
    G2A,
    G2B,
    G2C,
    G2D,
    G2E,
    GOAL_SLOTS,
    GOALS,
    JAIL,
    JAILS,
    MIXED,
    MOUNTAIN,
    NONE,
    NUGGETS,
    OWNER_GOAL,
    RAILS,
    RANCHES,
    REMOVED,
    RIVER,
    SALOON,
    SALOONS,
    TUNNEL,
    TURNS,
    YARD,
    YARDS,
    BoardArrays,
    State,
)
from .towns import towns_reached
from .track import edge_rail, rails_in


# ---------------------------------------------------------------- conditions
def rim_rails(s: State, b: BoardArrays, seat: int) -> int:
    """Railways with a track ending on the rim; with the option on two sides of the map (PR-GOAL-1F)."""
    mask = 0
    map_sides = 0
    for v in range(b.n_vertices):
        if b.rim[v] == 1 and s.spot[seat][v] != 0:
            mask |= 1 << s.spot[seat][v] % 4
            map_sides |= 0 + b.rim_side[v]
    if b.options.goal_edge_touch == 1 and rails_in(mask) > 2 and rails_in(map_sides) < 2:
        return 2
    return rails_in(mask)


def mountain_rails(s: State, b: BoardArrays, seat: int) -> int:
    """Railways with a track ending at a corner of a mountain hex; with the option along one (PR-GOAL-2F)."""
    mask = 0
    if b.options.goal_mountain_2f == 1:
        for h in range(b.n_hexes):
            if b.range_of[h] != NONE:
                mask |= side_rails(s, b, seat, h)
        return rails_in(mask)
    for v in range(b.n_vertices):
        if b.by_mountain[v] == 1 and s.spot[seat][v] != 0:
            if b.town_of[v] != NONE:
                mask |= 0 + s.spot[seat][v]
            else:
                mask |= 1 << s.spot[seat][v] % 4
    return rails_in(mask)


def ranges_touched(s: State, b: BoardArrays, seat: int) -> int:
    """Ranges with a track on a side of one of their hexes (PR-GOAL-1G)."""
    mask = 0
    for h in range(b.n_hexes):
        if b.range_of[h] != NONE and side_rails(s, b, seat, h) != 0:
            mask |= 1 << b.range_of[h]
    count = 0
    for k in range(b.n_ranges):
        count += mask >> k & 1
    return count


def rails_on_kind(s: State, b: BoardArrays, seat: int, kind: int) -> int:
    """Railways that own a tunnel, or a bridge (PR-GOAL-1I, -1M)."""
    mask = 0
    for e in range(b.n_edges):
        if b.edge_kind[e] == kind and s.edge[seat][e] != 0:
            mask |= 1 << edge_rail(s, seat, e)
    return rails_in(mask)


def most_towns_of_one(s: State, b: BoardArrays, seat: int) -> int:
    """The most different Towns that one railway reached (PR-GOAL-1L)."""
    best = 0
    for rail in range(RAILS):
        count = 0
        for k in range(b.n_towns):
            count += s.spot[seat][b.town[k]] >> rail & 1
        if count > best:
            best = count
    return best


def most_rails_in_town(s: State, b: BoardArrays, seat: int) -> int:
    """The most railways that reached one Town (PR-GOAL-1N)."""
    best = 0
    for k in range(b.n_towns):
        count = rails_in(0 + s.spot[seat][b.town[k]])
        if count > best:
            best = count
    return best


def towns_beside(s: State, b: BoardArrays, seat: int, terrain: int) -> int:
    """Reached Towns beside a river or beside mountains (PR-GOAL-2A, -2B)."""
    count = 0
    for k in range(b.n_towns):
        v = 0 + b.town[k]
        beside = 0 + b.by_mountain[v]
        if terrain == RIVER:
            beside = 0 + b.by_river[v]
        if s.spot[seat][v] != 0 and beside == 1:
            count += 1
    return count


def forts_with_two(s: State, b: BoardArrays, seat: int) -> int:
    """Forts with at least two sides (PR-GOAL-2C)."""
    count = 0
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if b.terrain[h] == FORT and sides(s, b, seat, h) >= 2:
            count += 1
    return count


def shared_building(s: State, b: BoardArrays, seat: int) -> int:
    """Was a Building completed between tracks of two railways, or with the option does one stand so? (PR-GOAL-1J)"""
    if b.options.goal_building_when == 1:
        for k in range(b.n_features):
            h = 0 + b.feature[k]
            if s.mark[seat][h] != 0 and is_building(b, h) and rails_in(side_rails(s, b, seat, h)) >= 2:
                return 1
    return 0 + s.area[seat][MIXED]


def is_building(b: BoardArrays, h: int) -> bool:
    """Banks, Desert Forts, Rail Yards, Saloons and Jails (PR-GOAL-1J, PR-FOREST-20)."""
    kind = 0 + b.terrain[h]
    return kind == BANK or kind == YARD or kind == SALOON or kind == JAIL or (kind == FORT and b.forest == 0)


def goal_progress(s: State, b: BoardArrays, seat: int, goal: int) -> int:
    """How far a player is towards a goal, on their own sheet and over the whole game (PR-GOAL-06)."""
    if goal == G1A:
        return 0 + s.area[seat][DEPOSITED]
    if goal == G1B:
        return 0 + s.area[seat][NUGGETS]
    if goal == G1C:
        return 0 + s.area[seat][BANKS]
    if goal == G1D:
        return 0 + s.area[seat][SALOONS]
    if goal == G1E:
        return 0 + s.area[seat][FORTS]
    if goal == G1F:
        return rim_rails(s, b, seat)
    if goal == G1G:
        return ranges_touched(s, b, seat)
    if goal == G1H:
        return 0 + s.area[seat][RANCHES]
    if goal == G1I:
        return rails_on_kind(s, b, seat, 0 + TUNNEL)
    if goal == G1J:
        return shared_building(s, b, seat)
    if goal == G1K:
        return towns_reached(s, b, seat)
    if goal == G1L:
        return most_towns_of_one(s, b, seat)
    if goal == G1M:
        return rails_on_kind(s, b, seat, 0 + BRIDGE)
    if goal == G1N:
        return most_rails_in_town(s, b, seat)
    if goal == G1O:
        return 0 + s.area[seat][YARDS]
    if goal == G2A:
        return towns_beside(s, b, seat, 0 + RIVER)
    if goal == G2B:
        return towns_beside(s, b, seat, 0 + MOUNTAIN)
    if goal == G2C:
        return forts_with_two(s, b, seat)
    if goal == G2D:
        return captured(s, b, seat)
    if goal == G2E:
        return 0 + s.area[seat][JAILS]
    return mountain_rails(s, b, seat)


def is_met(s: State, b: BoardArrays, seat: int, goal: int) -> bool:
    return goal_progress(s, b, seat, goal) >= b.goal_need[goal]


# ---------------------------------------------------------------- setup
def deck_goal(s: State, b: BoardArrays, deck: int) -> int:
    """A random goal of a deck that does not lie on the table (PR-SETUP-03, PR-SOLO-03)."""
    count = 0
    for goal in range(GOALS):
        if b.goal_deck[goal] == deck and not on_table(s, goal):
            count += 1
    left = below(s, count)
    for goal in range(GOALS):
        if b.goal_deck[goal] == deck and not on_table(s, goal):
            if left == 0:
                return goal
            left -= 1
    return NONE


def any_goal(s: State, b: BoardArrays) -> int:
    """A random goal of all that remain (PR-SOLO-04)."""
    count = 0
    for goal in range(GOALS):
        if b.goal_deck[goal] != NONE and not on_table(s, goal):
            count += 1
    left = below(s, count)
    for goal in range(GOALS):
        if b.goal_deck[goal] != NONE and not on_table(s, goal):
            if left == 0:
                return goal
            left -= 1
    return NONE


def on_table(s: State, goal: int) -> bool:
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] != ABSENT and s.goal[k] == goal:
            return True
    return False


def deal_goals(s: State, b: BoardArrays) -> None:
    """One of each deck; solo: face down, and by difficulty others face up (PR-SETUP-03, PR-SOLO-03, -04)."""
    for k in range(GOAL_SLOTS):
        s.goal[k] = NONE
        s.goal_face[k] = ABSENT
        s.goal_met[k] = 0
    for deck in range(3):
        s.goal[deck] = deck_goal(s, b, deck)
        s.goal_face[deck] = FACE_DOWN if s.seats == 1 else FACE_UP
    if s.seats == 1:
        if b.options.solo_goal_order == 0:
            mix_goals(s)
        for k in range(b.values.solo_goals[s.difficulty]):
            s.goal[3 + k] = any_goal(s, b)
            s.goal_face[3 + k] = FACE_UP


def mix_goals(s: State) -> None:
    """Solo: the face-down goals lie in random order, so that nothing tells their decks (PR-SOLO-06)."""
    for k in range(2, 0, -1):
        if s.goal_face[k] == FACE_DOWN:
            number = 0
            for j in range(k + 1):
                if s.goal_face[j] == FACE_DOWN:
                    number += 1
            left = below(s, number)
            for j in range(k + 1):
                if s.goal_face[j] == FACE_DOWN:
                    if left == 0:
                        goal = 0 + s.goal[k]
                        s.goal[k] = s.goal[j]
                        s.goal[j] = goal
                    left -= 1


def reveal_goal(s: State) -> None:
    """Solo: one face-down goal is turned up when rounds 2, 3 and 4 begin (PR-SOLO-06)."""
    for k in range(3):
        if s.goal_face[k] == FACE_DOWN:
            s.goal_face[k] = FACE_UP
            return


# ---------------------------------------------------------------- the check at the end of a turn
def goal_worth(s: State, b: BoardArrays, k: int, turn: int) -> int:
    """10 for all who meet it in the first turn, 5 later; owner 10 adds 5 (PR-GOAL-02..04, PR-OWNER-10)."""
    worth = 0 + b.values.goal[0] if s.goal_met[k] == 0 or s.goal_met[k] == turn else 0 + b.values.goal[1]
    if s.owner == OWNER_GOAL:
        worth += b.values.owner_goal
    return worth


def check_goals(s: State, b: BoardArrays) -> None:
    """Once per turn, for all players together (PR-GOAL-01, -05, -07, PR-SOLO-07, -08)."""
    turn = TURNS * (s.round_no - 1) + s.turn_no
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] != FACE_UP:
            continue
        for seat in range(s.seats):
            if s.seats > 1 and s.star[seat][k] != 0:
                continue
            if is_met(s, b, seat, s.goal[k]):
                worth = goal_worth(s, b, k, turn)
                if s.goal_met[k] == 0:
                    s.goal_met[k] = turn
                elif s.goal_met[k] != turn:
                    s.late[seat] |= 1 << k
                if s.seats == 1:
                    s.goal_face[k] = REMOVED
                    if s.owner == OWNER_GOAL:
                        # only with the option solo_owner10; the boxes of solo goals are void, one serves for all
                        s.star[seat][0] += b.values.owner_goal
                else:
                    s.star[seat][k] = worth


def goals_left(s: State) -> int:
    """Solo: goals still on the table (PR-SOLO-09)."""
    count = 0
    for k in range(GOAL_SLOTS):
        if s.goal_face[k] == FACE_UP or s.goal_face[k] == FACE_DOWN:
            count += 1
    return count
