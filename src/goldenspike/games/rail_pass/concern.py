"""What a seat's legal commands depend on: while none of it changes, they are the same."""

from __future__ import annotations

from typing import Any

from .state import ENGINEERS, HELD, HOTEL, NO_JOB, NONE, QUIT, TRAINS, WRECKED, State, Tables


def concern(s: State, b: Tables, seat: int) -> tuple[Any, ...]:
    """The seat's hands, its cities, the trains it has to do with, and which offers it may repeat (RP-DIG-32)."""
    owner = b.owner
    mine = [city for city in range(b.n_cities) if owner[city] == seat]
    found: list[Any] = [s.phase, s.round_no, s.waiting >> seat & 1, *s.hand[seat], *s.busy[seat], s.used[seat]]
    for train in range(TRAINS):
        place = s.place[train]
        if place >= WRECKED:
            continue
        offer = s.offer[train]
        if place >= HELD:
            held = (place - HELD) // 2 == seat
            if not held and (offer == NONE or owner[offer] != seat):
                continue
            if held:
                found += [s.now < moment for moment in s.again_at[train]]
        elif owner[place // 2] != seat:
            continue
        found += (train, place, s.at[train], offer, s.push[train], s.lock[train], s.driver[train], s.load[train])
        found += s.cargo[train][: s.load[train]]
        if s.job[train] != NO_JOB:
            found += (s.job[train], s.job_seat[train], s.job_began[train])
    for city in mine:
        head, tail = s.head[city], s.tail[city]
        found += (head, tail, s.guests[city], s.booked[city], *s.coming[city], *s.track[city])
        if head < tail:
            found += (s.yard[city][head], s.yard[city][tail - 1])
    for engineer in range(ENGINEERS):
        where = s.engineer[engineer]
        if where < QUIT and owner[where - HOTEL if where >= HOTEL else s.at[where]] == seat:
            found += (engineer, where, s.engaged[engineer])
    return tuple(found)
