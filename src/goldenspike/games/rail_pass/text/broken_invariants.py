"""What is wrong where an invariant is broken, in words."""

from __future__ import annotations

from ..rules import invariants as rules

BROKEN = {
    rules.CUBES: "a cube is lost or there twice (RP-MODEL-01)",
    rules.LOADS: "a train carries what it cannot (RP-LOAD-04)",
    rules.PLACES: "a train is in two places or nowhere (RP-MODEL-02)",
    rules.TRACKS: "a track holds what is not there (RP-TRAIN-01)",
    rules.HANDS: "a hand is not as busy as its commands make it (RP-TRAIN-05)",
    rules.CREWS: "an engineer is in two places or nowhere (RP-MODEL-03)",
    rules.HOTELS: "a Hotel has other guests than it counts (RP-ENG-05)",
    rules.LOCKS: "a train is locked without a command, or used without a lock (RP-DIG-03)",
    rules.OFFERS: "a train is offered that cannot be passed",
    rules.CLOCK: "the clock stands before the start of the round",
}
