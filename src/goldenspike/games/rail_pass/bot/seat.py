"""One seat of the team: what to do now, from what everybody can see.

Trains move only in exchanges that bring cubes nearer to their cities on the whole, so nothing goes to and fro;
offers are withdrawn after a while and partners pair up in the same way, so nobody waits for ever.
"""

from __future__ import annotations

from ..rules.hands import free_hands
from ..rules.letting_go import release_refusal
from ..rules.state import BETWEEN, NO_JOB, NONE, READY, RELEASE, RUNNING, TIERS, TRAINS, WAIT, BoardArrays, State
from .cubes import cube_next, man_next, store_next
from .exchanges import pair_seats, weigh_links
from .jams import see_jam
from .offers import answer_offer, take_is_near
from .perception import count_supply, notice, set_aims
from .routes import IDLE, PLANNED, clear_memory, make_plan, usual_weights
from .trains import move_held_train, second_pick, settle_bounds, shift_stray, start_exchange


def open_memory(b: BoardArrays, m: list[int]) -> None:
    """The memory of a bot when it starts to play."""
    clear_memory(m)
    usual_weights(m)
    make_plan(b, m)


def team_move(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """The command to give now, or waiting."""
    if s.phase == BETWEEN:
        return READY if s.waiting >> seat & 1 == 0 else WAIT
    if s.phase != RUNNING:
        return WAIT
    if m[PLANNED] != b.n_cities:
        make_plan(b, m)
    notice(s, b, m, seat)
    count_supply(s, b, m)
    set_aims(s, b, m)
    see_jam(s, b, m, seat)
    settle_bounds(s, m, seat)
    action = let_go_safely(s, b, seat)
    if action == NONE:
        action = second_pick(s, b, m, seat)
    if action == NONE:
        action = move_held_train(s, b, m, seat)
    if action == NONE:
        action = answer_offer(s, b, m, seat)
    if action == NONE:
        action = store_next(s, b, seat)
    if action == NONE:
        action = work_on(s, b, m, seat)
    return WAIT if action == NONE else action


def work_on(s: State, b: BoardArrays, m: list[int], seat: int) -> int:
    """Start an exchange if one is worth while, else prepare the next one."""
    cubes = cube_next(s, b, m, seat)
    m[IDLE] = 1 if cubes == NONE and free_hands(s, seat) == 2 else 0
    weigh_links(s, b, m, seat)
    pair_seats(s, b, m)
    action = start_exchange(s, b, m, seat)
    if action == NONE:
        action = shift_stray(s, b, m, seat)
    if action != NONE or take_is_near(s, b, m, seat):
        return action
    action = man_next(s, b, m, seat)
    return cubes if action == NONE else action


def let_go_safely(s: State, b: BoardArrays, seat: int) -> int:
    """End a press that somebody else has begun in this seat, once it is safe."""
    for train in range(TRAINS):
        if s.job[train] != NO_JOB and s.job_seat[train] == seat and s.now - s.job_began[train] >= s.job_need[train]:
            if release_refusal(s, b, seat, train, 0) == 0:
                return RELEASE + TIERS * train
    return NONE
