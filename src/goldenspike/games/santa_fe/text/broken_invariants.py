"""What is wrong where an invariant is broken, in words."""

from __future__ import annotations

from ..rules import invariants as rules

BROKEN = {
    rules.PIECES: "a piece of track is lost or there twice",
    rules.LINES: "a line has pieces that nobody can have laid",
    rules.PARALLEL: "a railroad is on two lines between the same cities",
    rules.RAILHEADS: "a railroad has another number of railheads than its Branch cards allow, or one in a wrong place",
    rules.PARTIAL_LINES: "an unfinished line has no railhead, or a railhead has no line",
    rules.NETWORKS: "a railroad is connected to a city, or is not, against its track",
    rules.MONEY: "somebody has less than no money",
    rules.HANDS: "a hand is too large or out of order",
    rules.CARDS: "a City card is lost or in two places",
    rules.SHORT_CARDS: "a Short card is lost, there twice, or too low in the deck",
    rules.PASSES: "somebody passed in a game without passing",
    rules.SPECIAL_CARDS: "a special card is lost or there twice",
    rules.MARKERS: "a marker is lost or there twice",
    rules.EMPTY_SEATS: "a seat has something though nobody sits there",
}
