"""Everything that compiled code does with whole turns of Pioneer Rails, behind one entry point.

Plain functions over the rules, compiled with ``turn_beam``.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.loops import first_seat
from goldenspike.engine.random_numbers import below, seed_chance

from ..rules.information import redeal
from ..rules.scoring import sheet_points, target
from ..rules.state import DEAL, FACE_UP, GOAL_SLOTS, OVER, BoardArrays, State
from ..rules.turn import actors, apply, next_turn, start, step
from .distances import FEATURE, spread_all
from .policy import policy
from .sheet_features import ROW, sheet_features, sheet_worth
from .sheet_value import sheet_promise
from .track_value import turns_left
from .turn_beam import TURNS_IN_ALL, WIDE, best_final, finish_turn, first_free, judge, plan_turn, wait_for

PLAN = 0
TRY = 1
ALONE = 2
JUDGE = 3
LEARN = 4
REPEAT = 5

# columns behind the features of a row
PROMISED = ROW
ENDED = ROW + 1
NOTED = ROW + 2


def work(
    what: int, source: Any, place: int, line: Any, boards: Any, k: int, seat: int, low: int, high: int,
    pool: Any, steps: Any, values: Any, keys: Any, wi: Any, wf: Any, odds: Any, out: Any, ask: Any, net: Any,
    rows: Any, turns: int,
) -> float:  # fmt: skip
    """The single entry point for all large functions, so that each is compiled once; a number says what to do.

    PLAN: whole turns from the position ``line[0]``; how many were kept.
    TRY: the complete turn in a place of the source, in a world dealt anew by these numbers, some turns on.
    ALONE: a whole solo game by the best turn each time; points above the target.
    JUDGE: about the points that a seat will end with.
    LEARN: a whole game of ``seat`` players, with a row for every sheet after every turn; one in ``turns`` at random.
    REPEAT: judge the sheet of ``line[0]`` so many times, for measuring.

    ``net`` is a network that judges complete turns; of size 0, the sheet value does.
    """
    b = boards[k]
    if what == LEARN:
        return 0.0 + self_play(
            line, b, seat, low, high, pool, steps, values, keys, wi, wf, odds, out, ask, net, rows, turns
        )
    if what == REPEAT:
        total = 0.0
        for _ in range(turns):
            total += sheet_worth(line[0], b, seat, wi, wf, odds, net)
        return total
    if what == PLAN:
        return 0.0 + plan_turn(line, 0, b, seat, pool, steps, values, keys, wi, wf, odds, out, ask, net)
    if what == TRY:
        line[0] = source[place]
        seed_chance(line[0], low, high)
        redeal(line[0], b, seat)
        finish_turn(line[0], b, out)
    elif what == ALONE:
        start(line[0], b, 1, low, high)
    for number in range(turns):
        if line[0].phase == OVER:
            break
        wait_for(line[0], b, seat, out)
        count = plan_turn(line, 0, b, seat, pool, steps, values, keys, wi, wf, odds, out, ask, net)
        if count > 0:
            best = best_final(values, first_free(0 + ask[WIDE]), count)
            if what == TRY and net[0] > 0.0 and number == turns - 1:
                # The network judges complete turns, not what is dealt after them.
                worth: float = values[best] - aim(pool[best], b)
                return worth
            line[0] = pool[best]
        finish_turn(line[0], b, out)
    return judge(line[0], b, seat, wi, wf, odds)


def aim(s: State, b: BoardArrays) -> int:
    """What a lone player must beat; against others nothing is counted from."""
    return target(s, b) if s.seats == 1 else 0


def self_play(
    line: Any, b: BoardArrays, seats: int, low: int, high: int, pool: Any, steps: Any, values: Any, keys: Any,
    wi: Any, wf: Any, odds: Any, out: Any, ask: Any, net: Any, rows: Any, stray: int,
) -> int:  # fmt: skip
    """A whole game between equal planners; row ``20 * seat + turn`` describes each sheet after each turn.

    One turn in ``stray`` is any of those that were kept: otherwise nobody learns what mistakes cost. Behind the
    features stand what the sheet value promised and how it ended, both counted from the target if alone.
    """
    start(line[0], b, seats, low, high)
    finals = first_free(0 + ask[WIDE])
    while line[0].phase != OVER:
        seat = first_seat(actors(line[0]))
        count = plan_turn(line, 0, b, seat, pool, steps, values, keys, wi, wf, odds, out, ask, net)
        if count == 0:
            apply(line[0], b, seat, policy(line[0], b, seat, out))
            continue
        best = best_final(values, finals, count)
        if below(line[0], stray) == 0:
            best = finals + below(line[0], count)
        for k in range(4):
            pool[best].chance[k] = line[0].chance[k]
        line[0] = pool[best]
        spread_all(line[0], b, seat, wi)
        row = rows[TURNS_IN_ALL * seat + TURNS_IN_ALL - 1 - turns_left(line[0])]
        row[PROMISED] = sheet_promise(line[0], b, seat, wi, wf, odds) - aim(line[0], b)
        sheet_features(line[0], b, seat, wi, wf)
        for k in range(ROW):
            row[k] = wf[FEATURE][k]
        if actors(line[0]) == 0:
            next_turn(line[0], b)
    for seat in range(seats):
        for k in range(TURNS_IN_ALL):
            rows[TURNS_IN_ALL * seat + k][ENDED] = sheet_points(line[0], b, seat) - aim(line[0], b)
    return 0


def target_at(states: Any, i: int, boards: Any, k: int) -> int:
    return target(states[i], boards[k])


def mark_at(states: Any, i: int, seat: int) -> int:
    """A number for everything of a turn that its seat has written and sees."""
    s = states[i]
    mark: int = 17 + s.round_no * 5 + s.turn_no
    mark = (mark * 1000003 + s.stage[seat] + 8 * s.phase) & 0xFFFFFFFFFFFF
    mark = (mark * 1000003 + s.card[seat] + 32 * s.rail[seat]) & 0xFFFFFFFFFFFF
    mark = (mark * 1000003 + s.asked[seat] + 256 * s.owner_used[seat] + s.owner) & 0xFFFFFFFFFFFF
    for k in range(3):
        mark = (mark * 1000003 + s.shown[k]) & 0xFFFFFFFFFFFF
    for k in range(len(s.area[seat])):
        mark = (mark * 1000003 + s.area[seat][k]) & 0xFFFFFFFFFFFF
    for k in range(len(s.hand[seat])):
        mark = (mark * 1000003 + s.hand[seat][k]) & 0xFFFFFFFFFFFF
    for k in range(len(s.edge[seat])):
        mark = (mark * 1000003 + s.edge[seat][k]) & 0xFFFFFFFFFFFF
    for k in range(len(s.mark[seat])):
        mark = (mark * 1000003 + s.mark[seat][k]) & 0xFFFFFFFFFFFF
    for k in range(GOAL_SLOTS):
        mark = (mark * 1000003 + s.goal_face[k]) & 0xFFFFFFFFFFFF
        if s.goal_face[k] == FACE_UP:
            mark = (mark * 1000003 + s.goal[k]) & 0xFFFFFFFFFFFF
    return mark


def step_at(states: Any, i: int, boards: Any, k: int, seat: int, action: int) -> None:
    """One step of a turn, without what follows when everybody is ready."""
    if states[i].phase == DEAL:
        apply(states[i], boards[k], seat, action)
    else:
        step(states[i], boards[k], seat, action)
