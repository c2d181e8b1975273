"""The score in words: a sheet and a line for every round, and one answer for the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldenspike.engine.game import Item

from ..rules.scoring import WIN, cubes_dropped, engineers_gone, lowest_product, team_score, win_line, wrecks
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


def verdict(score: int) -> str:
    return "WIN" if score >= WIN else "LOSS"


def count_round(s: State, b: BoardArrays, notation: Notation) -> RoundCount:
    """The round on the table, item by item (RP-SCORE-03..06)."""
    counts = [s.storage[city] for city in range(b.n_cities)]
    low, second = sorted(counts)[:2]
    score, base = team_score(s, b), lowest_product(s, b)
    dropped, gone, wrecked = cubes_dropped(s), engineers_gone(s), wrecks(s)
    cities = " ".join(f"{notation.city(s, c)}{n}" for c, n in enumerate(counts))
    left = {notation.city(s, c): sum(cube != NONE for cube in s.yard[c]) for c in range(b.n_cities)}
    return RoundCount(
        score=score,
        items=(
            Item("deliveries", base, f"{low} x {second}"),
            Item("dropped cubes", -dropped, str(dropped)),
            Item("engineers gone", -2 * gone, f"2 x {gone}"),
            Item("wrecks", -5 * wrecked, f"5 x {wrecked}"),
            Item("misplaced cubes", 0, "2 x 0"),
        ),
        summary=(
            f"score {cities} base {low}x{second}={base} drop-{dropped} quit-{2 * gone} wreck-{5 * wrecked} wrong-0 "
            f"={score} {verdict(score)}"
        ),
        yards=" ".join(f"{city}{n}" for city, n in left.items()),
        emptied=not all(left.values()),
    )


def only_score(score: int) -> RoundCount:
    """A round of which nothing but its score is known: the match was taken up after it."""
    return RoundCount(score, (Item("score of the round", score),), f"={score} {verdict(score)}")


def rounds_so_far(
    s: State, b: BoardArrays, notation: Notation, ended: Mapping[int, RoundCount]
) -> tuple[RoundCount, ...]:
    """Every round that has ended, and the one on the table."""
    found = []
    for number in range(s.round_no):
        known = ended.get(number)
        score = s.scores[number]
        found.append(known if known is not None and known.score == score else only_score(score))
    return (*found, count_round(s, b, notation))


def notes_of(s: State, b: BoardArrays, counts: tuple[RoundCount, ...]) -> list[str]:
    """The score of every round in one line, what is left in the yards, and how rounds make a match."""
    if s.rounds == 1:
        (only,) = counts
        return [only.summary, f"left in the yards: {only.yards}", *([_EMPTIED.format("")] if only.emptied else [])]
    notes = []
    for number, one in enumerate(counts, 1):
        notes.append(f"round {number}: {one.summary}")
        if one.yards:
            notes.append(f"left in the yards of round {number}: {one.yards}")
        if one.emptied:
            notes.append(_EMPTIED.format(f" in round {number}"))
    done = [one.score for one in counts[: s.round_no + (s.phase != RUNNING)]]
    if b.options.rounds_total == SUM:
        told = ", ".join(map(str, done))
        notes.append(f"rounds: {told}; together {sum(done)} of {win_line(s, b)}")
    else:
        notes.append("rounds: " + ", ".join(f"{score} {'won' if score >= WIN else 'lost'}" for score in done))
    return notes


_EMPTIED = "a yard was emptied{}: shorten the time or choose something harder (RP-TIME-05)"
