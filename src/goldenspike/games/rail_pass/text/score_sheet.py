"""The score in words: a sheet and a line for every round, and one answer for the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldenspike.engine.game import Item

from ..rules.state import NONE, RUNNING, SUM, BoardArrays, State
from .notation import Notation


@dataclass(frozen=True)
class RoundCount:
    """What a round brought, counted while its cubes still lie on the table."""

    score: int
    items: tuple[Item, ...]
    summary: str
    yards: str = ""
    emptied: bool = False


def verdict(score: int, b: BoardArrays) -> str:
    return "WIN" if score >= b.values.win else "LOSS"


def count_round(s: State, notation: Notation) -> RoundCount:
    """The round on the table, item by item (RP-SCORE-03..06)."""
    b, rules = notation.b, notation.rules
    counts = [s.storage[city] for city in range(b.n_cities)]
    low, second = sorted(counts)[:2]
    score, base = rules.team_score(s, b), rules.lowest_product(s, b)
    dropped, gone, wrecked = rules.cubes_dropped(s), rules.engineers_gone(s), rules.wrecks(s)
    drop, engineer, wreck = b.values.drop_cost, b.values.engineer_cost, b.values.wreck_cost
    cities = " ".join(f"{notation.city(s, c)}{n}" for c, n in enumerate(counts))
    left = {notation.city(s, c): sum(cube != NONE for cube in s.yard[c]) for c in range(b.n_cities)}
    return RoundCount(
        score=score,
        items=(
            Item("deliveries", base, f"{low} x {second}"),
            Item("dropped cubes", -drop * dropped, str(dropped) if drop == 1 else f"{drop} x {dropped}"),
            Item("engineers gone", -engineer * gone, f"{engineer} x {gone}"),
            Item("wrecks", -wreck * wrecked, f"{wreck} x {wrecked}"),
            Item("misplaced cubes", 0, f"{b.values.misplaced_cost} x 0"),
        ),
        summary=(
            f"score {cities} base {low}x{second}={base} drop-{drop * dropped} quit-{engineer * gone} "
            f"wreck-{wreck * wrecked} wrong-0 ={score} {verdict(score, b)}"
        ),
        yards=" ".join(f"{city}{n}" for city, n in left.items()),
        emptied=not all(left.values()),
    )


def only_score(score: int, b: BoardArrays) -> RoundCount:
    """A round of which nothing but its score is known: the match was taken up after it."""
    return RoundCount(score, (Item("score of the round", score),), f"={score} {verdict(score, b)}")


def rounds_so_far(s: State, notation: Notation, ended: Mapping[int, RoundCount]) -> tuple[RoundCount, ...]:
    """Every round that has ended, and the one on the table."""
    found = []
    for number in range(s.round_no):
        known = ended.get(number)
        score = s.scores[number]
        found.append(known if known is not None and known.score == score else only_score(score, notation.b))
    return (*found, count_round(s, notation))


def notes_of(s: State, notation: Notation, counts: tuple[RoundCount, ...]) -> list[str]:
    """The score of every round in one line, what is left in the yards, and how rounds make a match."""
    if s.rounds == 1:
        (only,) = counts
        return [only.summary, f"left in the yards: {only.yards}", *([_EMPTIED.format("")] if only.emptied else [])]
    b, notes = notation.b, []
    for number, one in enumerate(counts, 1):
        notes.append(f"round {number}: {one.summary}")
        if one.yards:
            notes.append(f"left in the yards of round {number}: {one.yards}")
        if one.emptied:
            notes.append(_EMPTIED.format(f" in round {number}"))
    done = [one.score for one in counts[: s.round_no + (s.phase != RUNNING)]]
    if b.options.rounds_total == SUM:
        told = ", ".join(map(str, done))
        notes.append(f"rounds: {told}; together {sum(done)} of {notation.rules.win_line(s, b)}")
    else:
        notes.append("rounds: " + ", ".join(f"{score} {'won' if score >= b.values.win else 'lost'}" for score in done))
    return notes


_EMPTIED = "a yard was emptied{}: shorten the time or choose something harder (RP-TIME-05)"
