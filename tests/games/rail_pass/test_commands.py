"""The command table, row by row: each command works, and fails for each of its preconditions (RP-DIG-07)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldenspike.engine.timed_match import TimedMatch

from .scenario import empty_yard, give, load, locks, may, no, put, seat, settle, sound, table

LAYOUT = "RP-L4"  # P1: K-R open; P2: B-W open; P3: G-Y open; R-B and W-Y tunnels, G-K bridge; R-Y blocked


def ready() -> TimedMatch:
    """P1 holds L2 at R and has cubes on L1 and S1 at K; P2 offers nothing; P3 holds L4 at G."""
    m = table(LAYOUT)
    load(m, "L1", "rgk")
    load(m, "S1", "b")
    put(m, "L2", "P1 rh R")
    put(m, "L4", "P3 lh G")
    seat(m, "eK2", "K.h")
    return sound(m)


def full(m: TimedMatch) -> None:
    put(m, "S2", "P1 lh R")


def busy(m: TimedMatch) -> None:
    give(m, "P1 LOAD K> S1")


def lock(m: TimedMatch) -> None:
    give(m, "P1 LOAD K> L1")


def over(m: TimedMatch) -> None:
    m.advance(540_000)


def offered(m: TimedMatch) -> None:
    give(m, "P3 TOOT L4 G>K")
    give(m, "P3 PUSH L4")


def offered_only(m: TimedMatch) -> None:
    give(m, "P3 TOOT L4 G>K")


def own_offer(m: TimedMatch) -> None:
    give(m, "P1 TOOT L2 R>B")


def taken(m: TimedMatch) -> None:
    offered(m)
    give(m, "P1 TAKE L4 lh")


def nothing(m: TimedMatch) -> None:
    pass


# command, what it takes in milliseconds, what is done before
WORKS: list[tuple[str, int, Callable[[TimedMatch], None]]] = [
    ("P1 LOAD K< L1", 700, nothing),
    ("P1 LOAD K> S1", 700, nothing),
    ("P1 STORE K L1", 500, nothing),
    ("P1 XFER L1 g S1", 700, nothing),
    ("P1 XCHG L1 g S1 b", 1000, lambda m: put(m, "L2", "R.l")),
    ("P1 ENG eK1 L1 K.h", 1000, nothing),
    ("P1 ENG eK3 K.h S1", 1000, nothing),
    ("P1 ENG eK1 L1 S1", 1000, nothing),
    ("P1 PICK S2 lh", 500, nothing),
    ("P1 PARK L2 R.l", 600, nothing),
    ("P1 TOOT L2 R>B", 0, nothing),
    ("P1 BACK L2", 0, own_offer),
    ("P1 NO L4", 0, offered),
    ("P1 TAKE L4 lh", 3000, offered),
    ("P1 GO L2 R>K", 1200, nothing),
    ("P1 PUSH L2", 0, own_offer),
    ("P3 RELEASE L4", 0, offered),
]
# command, the clause against it, what is done before
FAILS: list[tuple[str, str, Callable[[TimedMatch], None]]] = [
    ("P1 LOAD K< L1", "RP-TIME-04", over),
    ("P1 LOAD K< L1", "RP-TRAIN-12", full),
    ("P1 LOAD K< L1", "RP-DIG-03", lock),
    ("P2 LOAD K< L1", "RP-LOAD-01", nothing),
    ("P1 LOAD R< L2", "RP-LOAD-01", nothing),
    ("P1 LOAD R< L1", "RP-MODEL-05", nothing),
    ("P1 LOAD K< L1", "RP-LOAD-02", lambda m: empty_yard(m, "K")),
    ("P1 LOAD K< S1", "RP-LOAD-04", lambda m: load(m, "S1", "yw")),
    ("P1 STORE K L1", "RP-TRAIN-12", full),
    ("P1 STORE K L1", "RP-DIG-03", lock),
    ("P2 STORE K L1", "RP-LOAD-01", nothing),
    ("P1 STORE K S1", "RP-LOAD-08", nothing),
    ("P1 STORE R L2", "RP-LOAD-01", nothing),
    ("P1 XFER L1 g S1", "RP-TRAIN-12", full),
    ("P1 XFER L1 g S1", "RP-DIG-03", busy),
    ("P1 XFER S1 b L1", "RP-DIG-03", busy),
    ("P1 XFER L1 y S1", "RP-LOAD-12", nothing),
    ("P1 XFER L1 g S2", "RP-LOAD-13", nothing),
    ("P1 XFER L1 g S1", "RP-LOAD-04", lambda m: load(m, "S1", "yw")),
    ("P2 XFER L1 g S1", "RP-LOAD-01", nothing),
    ("P1 XFER L1 g S1", "RP-LOAD-12", lambda m: put(m, "S1", "P2 lh B")),
    ("P1 XCHG L1 g S1 b", "RP-TRAIN-12", nothing),
    ("P1 XCHG L1 y S1 b", "RP-LOAD-12", nothing),
    ("P1 XCHG L1 g S1 y", "RP-LOAD-12", nothing),
    ("P1 XCHG L1 g S2 b", "RP-LOAD-13", nothing),
    ("P1 ENG eK1 L1 K.h", "RP-TRAIN-12", full),
    ("P1 ENG eK1 L1 K.h", "RP-DIG-03", lock),
    ("P2 ENG eK1 L1 K.h", "RP-ENG-13", nothing),
    ("P1 ENG eR1 L2 R.h", "RP-TRAIN-04", nothing),
    ("P1 ENG eK3 K.h L1", "RP-ENG-02", nothing),
    ("P1 ENG eK3 K.h L2", "RP-TRAIN-04", nothing),
    ("P1 ENG eK3 K.h S2", "RP-ENG-03", lambda m: seat(m, "eR2", "R.h")),
    ("P1 ENG eK3 R.h S1", "RP-ENG-03", nothing),
    ("P1 ENG eK1 L1 K.h", "RP-ENG-05", lambda m: seat(m, "eR3", "K.h")),
    ("P1 ENG eK1 L1 L1", "RP-ENG-06", nothing),
    ("P1 PICK S2 rh", "RP-TRAIN-05", nothing),
    ("P1 PICK S2 lh", "RP-DIG-08", busy),
    ("P1 PICK L1 lh", "RP-LOAD-09", nothing),
    ("P1 PICK S1 lh", "RP-ENG-01", nothing),
    ("P1 PICK S3 lh", "RP-TRAIN-08", nothing),
    ("P1 PICK L2 lh", "RP-TRAIN-10", nothing),
    ("P1 PICK L1 lh", "RP-DIG-03", lock),
    ("P1 PARK L2 R.s", "RP-TRAIN-02", nothing),
    ("P1 PARK L2 R.l", "RP-TRAIN-01", lambda m: put(m, "L3", "R.l")),
    ("P1 PARK L2 B.l", "RP-TRAIN-08", nothing),
    ("P1 PARK L2 K.l", "RP-MODEL-05", nothing),
    ("P1 PARK S2 R.s", "RP-DIG-07", nothing),
    ("P1 PARK L4 R.l", "RP-DIG-07", nothing),
    ("P1 PARK L2 R.l", "RP-DIG-03", lambda m: put_and_go(m)),
    ("P1 TOOT L2 R>K", "RP-PASS-05", nothing),
    ("P1 TOOT L2 R>Y", "RP-PASS-06", nothing),
    ("P1 TOOT L2 R>W", "RP-PASS-01", nothing),
    ("P1 TOOT L2 K>G", "RP-MODEL-05", nothing),
    ("P1 TOOT S2 R>B", "RP-PASS-13", nothing),
    ("P3 TOOT L2 R>B", "RP-PASS-13", nothing),
    ("P1 TOOT L2 R>B", "RP-PASS-13", own_offer),
    ("P1 TOOT L2 R>B", "RP-ENG-01", lambda m: seat(m, "eR1", "quit")),
    ("P1 BACK L2", "RP-PASS-13", nothing),
    ("P3 BACK L2", "RP-PASS-13", own_offer),
    ("P3 BACK L4", "RP-DIG-03", taken),
    ("P1 NO L4", "RP-PASS-13", nothing),
    ("P2 NO L4", "RP-PASS-02", offered),
    ("P1 NO L4", "RP-DIG-03", taken),
    ("P1 TAKE L4 lh", "RP-PASS-03", nothing),
    ("P2 TAKE L4 lh", "RP-PASS-02", offered),
    ("P1 TAKE L4 rh", "RP-PASS-04", offered),
    ("P1 TAKE L4 lh", "RP-DIG-27", offered_only),
    ("P1 TAKE L4 lh", "RP-PASS-13", taken),
    ("P1 GO L2 R>B", "RP-PASS-02", nothing),
    ("P1 GO L2 R>Y", "RP-PASS-06", nothing),
    ("P1 GO L2 R>G", "RP-PASS-01", nothing),
    ("P1 GO S2 R>K", "RP-PASS-13", nothing),
    ("P1 GO L2 R>K", "RP-ENG-01", lambda m: seat(m, "eR1", "quit")),
    ("P1 NOSE L2 B", "RP-DIG-10", nothing),
    ("P1 ARROW K r R", "RP-ARROW-02", nothing),
    ("P1 PUSH L2", "RP-PASS-13", nothing),
    ("P2 PUSH L2", "RP-PASS-13", own_offer),
    ("P1 RELEASE L2", "RP-DIG-27", own_offer),
    ("P1 RELEASE L1", "RP-DIG-27", lock),
    ("P1 CANCEL L2", "RP-DIG-27", nothing),
    ("P2 XCHG L1 g S1 b", "RP-LOAD-01", lambda m: put(m, "L2", "R.l")),
    ("P1 XCHG L1 g S1 b", "RP-DIG-03", lambda m: free_and_lock(m)),
    ("P1 GO L2 R>K", "RP-DIG-03", lambda m: put_and_go(m)),
    ("P3 GO L2 R>K", "RP-PASS-13", nothing),
    ("P1 TOOT L2 R>B", "RP-DIG-03", lambda m: put_and_go(m)),
    ("P1 TAKE L4 lh", "RP-DIG-08", lambda m: offered_and_busy(m)),
    ("P3 TAKE L4 rh", "RP-PASS-02", offered),
    ("P3 PUSH L4", "RP-DIG-27", offered),
    ("P2 RELEASE L4", "RP-DIG-27", offered),
    *((line, "RP-TIME-04", over) for line, _, _ in WORKS[1:]),
]


def put_and_go(m: TimedMatch) -> None:
    give(m, "P1 GO L2 R>K")


def free_and_lock(m: TimedMatch) -> None:
    put(m, "L2", "R.l")
    lock(m)


def offered_and_busy(m: TimedMatch) -> None:
    offered(m)
    busy(m)


@pytest.mark.parametrize(("line", "ms", "before"), WORKS, ids=[row[0] for row in WORKS])
def test_RP_DIG_07_each_command_works(line: str, ms: int, before: Callable[[TimedMatch], None]) -> None:
    m = ready()
    before(m)
    sound(m)
    began = m.now
    start = m.hash
    give(m, line)
    assert m.hash != start
    if ms:
        assert locks(m)
        m.advance(began + ms - 1)
        assert locks(sound(m))
        m.advance(began + ms)
    assert not locks(sound(m))
    settle(m)


@pytest.mark.parametrize(("line", "clause", "before"), FAILS, ids=[f"{row[0]}: {row[1]}" for row in FAILS])
def test_RP_DIG_07_each_precondition_is_checked(line: str, clause: str, before: Callable[[TimedMatch], None]) -> None:
    m = ready()
    before(m)
    sound(m)
    assert no(m, line) == clause


def test_RP_DIG_07_what_is_refused_only_once_is_accepted_before() -> None:
    """Every refused command but the impossible ones is accepted in some other state of the table."""
    m = ready()
    assert may(m, "P1 LOAD K< L1")
    assert may(m, "P1 STORE K L1")
    assert may(m, "P1 PARK L2 R.l")
