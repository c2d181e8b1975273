"""Whole games measured inside compiled code: what play on a sheet amounts to (PR-SHEET-14).

Every game and seat fills one row of numbers; the names of its columns are below.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, seed_chance

from ..rules.goals import is_met
from ..rules.scoring import (
    bank_points,
    escape_points,
    fort_points,
    goal_points,
    gold_points,
    hands_points,
    jail_points,
    ranch_points,
    sheet_points,
    town_points,
    yard_points,
)
from ..rules.state import (
    BANDIT,
    BLANK,
    BRIDGE,
    CROSSED,
    FACE_UP,
    FORT,
    GOAL_SLOTS,
    GOALS,
    MAX_HEXES,
    NONE,
    OVER,
    OWN_RAIL,
    REMOVED,
    SPENT,
    SUIT,
    TRACK,
    TUNNEL,
    TURNS,
    BoardArrays,
    State,
)
from ..rules.towns import network, towns_reached
from ..rules.track import SWITCH_START, cut_rail, edge_rail, start_end, start_kind, track_vertex
from ..rules.turn import actors, apply, legal, score, start
from .policy import policy

# ---------------------------------------------------------------- columns
ROW_TOTAL = 0
ROW_PARTS = 1  # gold, banks, jails, escaped, forts, ranches, yards, towns, goals, hands
ROW_WON = 11
ROW_DEALS_FIRST = 12
ROW_RAILS = 13  # tracks of each railway
ROW_NETWORK = 17
ROW_SPENT = 18
ROW_BRIDGES = 19
ROW_TUNNELS = 20
ROW_SHORTCUTS = 21
ROW_SWITCHES = 22
ROW_SUITS = 23
ROW_TOWNS = 24
ROW_GOALS = 25  # the turn (1 to 20) in which each goal was met on this sheet, on the table or not
ROW_HEXES = ROW_GOALS + GOALS  # completed features; sides of a Forest Fort
ROW_WIDTH = ROW_HEXES + MAX_HEXES

# ---------------------------------------------------------------- what is played
PLAY_RANDOM = 0
PLAY_GREEDY = 1
GOALS_DEALT = -1
GOALS_IGNORED = -2  # a number from 0 on: that goal alone lies on the table


def measure_games(
    states: Any, i: int, boards: Any, k: int, seats: int, first: int, last: int, seed: int,
    dice: Any, d: int, out: Any, bot: int, goal: int, rows: Any,
) -> int:  # fmt: skip
    """Play the games with these numbers; seat p of game g fills row seats * g + p; decisions made."""
    s = states[i]
    b = boards[k]
    steps = 0
    for game in range(first, last):
        # Chance of its own for every game: the figures do not depend on how games are shared out.
        seed_chance(dice[d], game, seed + 1)
        start(s, b, seats, game, seed)
        lay_out_goals(s, goal)
        for seat in range(seats):
            for column in range(ROW_WIDTH):
                rows[seats * game + seat][column] = 0
            if s.dealer == seat:
                rows[seats * game + seat][ROW_DEALS_FIRST] = 1
        waiting = actors(s)
        while waiting != 0:
            seat = first_seat(waiting)
            if bot == PLAY_GREEDY:
                action = policy(s, b, seat, out)
            else:
                n = legal(s, b, seat, out)
                action = 0 + out[below(dice[d], n)]
            note_benefit(s, b, seat, action, rows[seats * game + seat])
            turn = TURNS * (s.round_no - 1) + s.turn_no
            apply(s, b, seat, action)
            steps += 1
            if s.phase == OVER or TURNS * (s.round_no - 1) + s.turn_no != turn:
                for p in range(seats):
                    note_goals(s, b, p, turn, rows[seats * game + p])
            waiting = actors(s)
        winners_mask = score(s, b, out)
        for p in range(seats):
            note_sheet(s, b, p, rows[seats * game + p])
            rows[seats * game + p][ROW_WON] = winners_mask >> p & 1
    return steps


def lay_out_goals(s: State, goal: int) -> None:
    """The goals as dealt, none, or a single one from the beginning."""
    if goal == GOALS_DEALT:
        return
    for k in range(GOAL_SLOTS):
        s.goal_face[k] = REMOVED
    if goal >= 0:
        s.goal[0] = goal
        s.goal_face[0] = FACE_UP


def note_benefit(s: State, b: BoardArrays, seat: int, action: int, row: list[int]) -> None:
    """Changes of suit and switches leave no trace on the sheet: they are counted as they happen."""
    if action >= SUIT and action < OWN_RAIL:
        row[ROW_SUITS] += 1
    if action >= TRACK:
        t = action - TRACK
        rail = 0 + s.rail[seat]
        end = start_end(s, b, seat, t, rail)
        if end != NONE and start_kind(s, b, seat, track_vertex(b, t, end), rail) == SWITCH_START:
            row[ROW_SWITCHES] += 1


def note_goals(s: State, b: BoardArrays, seat: int, turn: int, row: list[int]) -> None:
    for goal in range(GOALS):
        if b.goal_deck[goal] != NONE and row[ROW_GOALS + goal] == 0 and is_met(s, b, seat, goal):
            row[ROW_GOALS + goal] = turn


def note_sheet(s: State, b: BoardArrays, seat: int, row: list[int]) -> None:
    """The finished sheet: score, tracks, benefits, features."""
    row[ROW_TOTAL] = sheet_points(s, b, seat)
    row[ROW_PARTS] = gold_points(s, b, seat)
    row[ROW_PARTS + 1] = bank_points(s, b, seat)
    row[ROW_PARTS + 2] = jail_points(s, b, seat)
    row[ROW_PARTS + 3] = escape_points(s, b, seat)
    row[ROW_PARTS + 4] = fort_points(s, b, seat)
    row[ROW_PARTS + 5] = ranch_points(s, b, seat)
    row[ROW_PARTS + 6] = yard_points(s, b, seat)
    row[ROW_PARTS + 7] = town_points(s, b, seat)
    row[ROW_PARTS + 8] = goal_points(s, seat)
    row[ROW_PARTS + 9] = hands_points(s, seat)
    row[ROW_NETWORK] = network(s, b, seat)
    row[ROW_TOWNS] = towns_reached(s, b, seat)
    row[ROW_SPENT] = s.area[seat][SPENT]
    for e in range(b.n_edges):
        if s.edge[seat][e] != 0:
            row[ROW_RAILS + edge_rail(s, seat, e)] += 1
            if b.edge_kind[e] == BRIDGE:
                row[ROW_BRIDGES] += 1
            if b.edge_kind[e] == TUNNEL:
                row[ROW_TUNNELS] += 1
    for h in range(b.n_hexes):
        if b.terrain[h] == BLANK:
            if s.mark[seat][h] != 0:
                row[ROW_RAILS + cut_rail(s, seat, h)] += 1
                row[ROW_SHORTCUTS] += 1
        elif b.terrain[h] == FORT and b.forest == 1:
            for k in range(6):
                if s.edge[seat][b.hex_edge[h][k]] != 0:
                    row[ROW_HEXES + h] += 1
        elif b.terrain[h] == BANDIT:
            row[ROW_HEXES + h] = 1 if s.mark[seat][h] == CROSSED else 0
        elif s.mark[seat][h] != 0:
            row[ROW_HEXES + h] = 1
