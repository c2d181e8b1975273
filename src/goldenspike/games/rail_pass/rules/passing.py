"""From city to city: the train call, taking, declining, obstacles, and moving between one's own cities."""

from __future__ import annotations

from .engineers import check_range
from .hands import begin_job, busy_refusal, carry_for, gone_refusal, handling, lock_refusal, mark_used
from .state import (
    ALONE_AT_OBSTACLE,
    ALREADY_PUSHED,
    BLOCKED,
    BRIDGE,
    GO_FOREIGN,
    GOING,
    HELD,
    NO_OBSTACLE,
    NO_OFFER,
    NO_PUSH,
    NO_TOOT,
    NONE,
    NOT_GIVER,
    NOT_LINKED,
    NOT_TARGET,
    OFFER_OPEN,
    ON_RECEIVE,
    OPEN,
    OWN_TARGET,
    TAKEN_FIRST,
    TAKER_HAND_FULL,
    TAKING,
    TOO_SOON,
    TRACK_BLOCKED,
    TUNNEL,
    UNMANNED,
    UNRELATED,
    WRECKED,
    BoardArrays,
    State,
)
from .trains import end_offer, held_refusal, holder, holding_hand, withdraw


def link_refusal(s: State, b: BoardArrays, train: int, city: int) -> int:
    """Trains pass between connected cities only, one link at a time, never a Blocked Track (RP-PASS-01, -06)."""
    if city >= b.n_cities:
        return NOT_LINKED
    kind = b.link[s.at[train]][city]
    if kind == BLOCKED:
        return TRACK_BLOCKED
    if kind == UNRELATED:
        return NOT_LINKED
    return 0


def is_obstacle(s: State, b: BoardArrays, train: int) -> bool:
    """Is the train offered through a tunnel or over the bridge (RP-PASS-08)?"""
    if s.offer[train] == NONE:
        return False
    kind = b.link[s.at[train]][s.offer[train]]
    return kind == TUNNEL or kind == BRIDGE


# ---------------------------------------------------------------- offers
def toot_refusal(s: State, b: BoardArrays, seat: int, train: int, city: int) -> int:
    """The holder calls the train out to a neighbouring city of another player (RP-PASS-02, -03, -13)."""
    reason = held_refusal(s, seat, train, NOT_GIVER)
    if reason != 0:
        return reason
    reason = link_refusal(s, b, train, city)
    if reason != 0:
        return reason
    if b.owner[city] == seat:
        return OWN_TARGET
    if s.driver[train] == NONE:
        return UNMANNED
    if s.offer[train] != NONE:
        return OFFER_OPEN
    if s.now < s.again_at[train][city]:
        return TOO_SOON
    return 0


def toot(s: State, seat: int, train: int, city: int) -> None:
    s.orders += 1
    s.offer[train] = city
    s.offered_at[train] = s.now
    s.again_at[train][city] = 0
    mark_used(s, seat, 1 << holding_hand(s, train))


def back_refusal(s: State, seat: int, train: int) -> int:
    """The giver may withdraw an offer that nobody is taking yet (RP-PASS-13)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if s.offer[train] == NONE:
        return NO_OFFER
    if holder(s, train) != seat:
        return NOT_GIVER
    return lock_refusal(s, train)


def no_refusal(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """The player it is offered to may decline (RP-PASS-04)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if s.offer[train] == NONE:
        return NO_OFFER
    if b.owner[s.offer[train]] != seat:
        return NOT_TARGET
    return lock_refusal(s, train)


def end_by_word(s: State, b: BoardArrays, train: int) -> None:
    s.orders += 1
    withdraw(s, b, train)


# ---------------------------------------------------------------- push and take
def push_refusal(s: State, b: BoardArrays, seat: int, train: int) -> int:
    """At an obstacle the giver pushes while the other pulls; they may push first (RP-PASS-08, RP-DIG-27)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if holder(s, train) != seat:
        return NOT_GIVER
    if s.offer[train] == NONE:
        return NO_OFFER
    if not is_obstacle(s, b, train):
        return NO_OBSTACLE
    if s.push[train] != 0:
        return ALREADY_PUSHED
    return lock_refusal(s, train)


def begin_push(s: State, train: int) -> None:
    s.orders += 1
    s.push[train] = 1


def take_refusal(s: State, b: BoardArrays, seat: int, train: int, hand: int) -> int:
    """The player of the target city takes an offered train into an empty hand when they like (RP-PASS-02..04)."""
    if s.place[train] >= WRECKED:
        return gone_refusal(s, train)
    if s.offer[train] == NONE:
        return NO_TOOT
    if s.lock[train] != 0:
        return TAKEN_FIRST
    if b.owner[s.offer[train]] != seat:
        return NOT_TARGET
    if s.hand[seat][hand] != NONE:
        return TAKER_HAND_FULL
    reason = busy_refusal(s, seat, hand)
    if reason != 0:
        return reason
    if is_obstacle(s, b, train) and s.push[train] == 0:
        return NO_PUSH
    return 0


def take_base(s: State, b: BoardArrays, train: int) -> int:
    """Tunnels and the bridge take longer than an open link."""
    kind = b.link[s.at[train]][s.offer[train]]
    if kind == OPEN:
        return 0 + b.values.take_open_ms
    if kind == TUNNEL:
        return 0 + b.values.take_tunnel_ms
    return 0 + b.values.take_bridge_ms


def begin_take(s: State, b: BoardArrays, seat: int, train: int, hand: int, steady: int) -> None:
    """Until it has arrived the train counts as held by its giver (RP-DIG-04, -09)."""
    begin_job(s, train, TAKING, seat, 1 << hand, NONE)
    carry_for(s, train, handling(s, b, take_base(s, b, train), s.load[train]), 0 + s.offer[train], hand, steady)


def finish_take(s: State, b: BoardArrays, train: int) -> None:
    """The train is in the taker's hand, at their city (RP-MODEL-05, RP-PASS-11, -12)."""
    seat = 0 + s.job_seat[train]
    hand = 0 + s.job_with[train]
    s.hand[holder(s, train)][holding_hand(s, train)] = NONE
    s.place[train] = HELD + 2 * seat + hand
    s.hand[seat][hand] = train
    s.at[train] = s.job_to[train]
    end_offer(s, train)
    if s.engineer_check == ON_RECEIVE:
        check_range(s, b, train)


# ---------------------------------------------------------------- between one's own cities
def go_refusal(s: State, b: BoardArrays, seat: int, train: int, city: int) -> int:
    """A player who controls both ends of an open link moves the train alone (RP-PASS-05, -09)."""
    reason = held_refusal(s, seat, train, NOT_GIVER)
    if reason != 0:
        return reason
    reason = link_refusal(s, b, train, city)
    if reason != 0:
        return reason
    if b.owner[city] != seat:
        return GO_FOREIGN
    if b.link[s.at[train]][city] != OPEN:
        return ALONE_AT_OBSTACLE
    if s.driver[train] == NONE:
        return UNMANNED
    return 0


def begin_go(s: State, b: BoardArrays, seat: int, train: int, city: int, steady: int) -> None:
    if s.offer[train] != NONE:
        withdraw(s, b, train)
    begin_job(s, train, GOING, seat, 1 << holding_hand(s, train), NONE)
    carry_for(s, train, handling(s, b, 0 + b.values.go_ms, s.load[train]), city, 0, steady)


def finish_go(s: State, b: BoardArrays, train: int) -> None:
    s.at[train] = s.job_to[train]
    if s.engineer_check == ON_RECEIVE:
        check_range(s, b, train)
