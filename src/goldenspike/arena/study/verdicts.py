"""What a study has found, in sentences: figures with their intervals, beside another version or beside what is good."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldenspike.drawing.intervals import Z, mean_interval, wilson
from goldenspike.engine.study import MINUTES, POINTS, SHARE, Measure

from .significance import EARLY, FEWEST, FOUND, SEATS_FOUND, Difference, SeatBalance, difference, holm, seat_balance

WARNING, CHANGED, FACT, ALIKE, UNCLEAR = "warning", "changed", "fact", "alike", "unclear"
FEW = "few"  # the key of the verdict that there are too few games for any other
SEATS_SURE = 0.075  # a share of wins is known well enough if its interval is not wider than this on each side


@dataclass(frozen=True)
class Verdict:
    """One sentence about one version, and how it is meant."""

    version: str
    key: str
    tone: str
    text: str
    figures: Mapping[str, Any] = field(default_factory=dict)  # the numbers in it, for whoever says it in other words


@dataclass(frozen=True)
class Side:
    """One version with its games."""

    label: str
    games: Sequence[Any]

    def values(self, measure: Measure) -> list[float | None]:
        return [measure.of(game) for game in self.games]

    def interval(self, measure: Measure) -> tuple[float, float, float]:
        """Mean and interval of the games that have the figure; a share stays between none and all."""
        known = self.known(measure)
        mean, low, high = mean_interval(known)
        if measure.form != SHARE:
            return mean, low, high
        if known and {0.0, 1.0}.issuperset(
            known
        ):  # of something that happens or not: three times of three is not always
            return mean, *wilson(sum(known), len(known))
        return mean, max(0.0, low), min(1.0, high)

    def known(self, measure: Measure) -> list[float]:
        return [value for value in self.values(measure) if value is not None]


# ---------------------------------------------------------------- numbers in words
def shown(measure: Measure, value: float) -> str:
    """A figure as people read it."""
    if measure.form == SHARE:
        return f"{value:.0%}".replace("%", " %")
    if measure.form == MINUTES:
        return f"{value:.0f} minutes"
    digits = f"{value:.2f}" if abs(value) < 1 else f"{value:.1f}"
    return f"{digits} points" if measure.form == POINTS else digits


def between(measure: Measure, low: float, high: float) -> str:
    """An interval; what it counts in stands once."""
    if shown(measure, low) == shown(measure, high):
        return ""
    if measure.form == SHARE:
        return f" ({low * 100:.0f} to {high * 100:.0f} %)"
    if measure.form == MINUTES:
        return f" ({low:.0f} to {high:.0f})"
    first, last = (shown(measure, value).split(" ")[0] for value in (low, high))
    return f" ({first} to {last})"


def limits(measure: Measure) -> str:
    """What good boards keep to, in words."""
    if measure.low is not None and measure.high is not None:
        low, high = shown(measure, measure.low), shown(measure, measure.high)
        return f"{low.split(' ')[0]} to {high}"
    return (
        f"at least {shown(measure, measure.low)}"
        if measure.low is not None
        else f"at most {shown(measure, measure.high or 0.0)}"
    )


def sentence(measure: Measure, side: Side) -> str:
    mean, low, high = side.interval(measure)
    return capital(measure.sentence.format(shown(measure, mean) + between(measure, low, high)))


def numbers(measure: Measure, side: Side, wrong: str = "") -> dict[str, Any]:
    """The figures of a sentence: mean and interval, what they count in, what good boards keep to, what is wrong."""
    mean, low, high = side.interval(measure)
    found = {"form": measure.form, "mean": mean, "low": low, "high": high, "least": measure.low, "most": measure.high}
    return {**found, "wrong": ("low" if wrong == (measure.too_low or "low") else "high") if wrong else ""}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- figures
def outside(measure: Measure, low: float, high: float) -> str:
    """What is wrong with a figure whose whole interval lies outside of what good boards keep to; or nothing."""
    if measure.low is not None and high < measure.low:
        return measure.too_low or "low"
    if measure.high is not None and low > measure.high:
        return measure.too_high or "high"
    return ""


def alone(measure: Measure, side: Side) -> Verdict | None:
    """A figure by itself, beside what good boards keep to; of a few games it is told as what it is."""
    if not side.known(measure):
        return None
    _, low, high = side.interval(measure)
    enough = len(side.known(measure)) >= FEWEST
    wrong = outside(measure, low, high) if enough else ""
    text = sentence(measure, side)
    if wrong:
        text += f": {wrong} (good boards: {limits(measure)})"
    tone = WARNING if wrong else FACT if enough else UNCLEAR
    return Verdict(side.label, measure.key, tone, text + ".", numbers(measure, side, wrong))


def few(side: Side) -> list[Verdict]:
    """Where hardly anything was played, that is the first thing to know."""
    games = len(side.games)
    if not 0 < games < FEWEST:
        return []
    text = f"{games} game{' is' if games == 1 else 's are'} too few to say anything for sure."
    return [Verdict(side.label, FEW, UNCLEAR, text, {"games": games})]


def tolerance(measure: Measure, usual: float) -> float:
    """The smallest difference worth telling: of points and minutes a part of the usual figure."""
    given = measure.tolerance or 0.0
    return given * max(1.0, abs(usual)) if measure.form in (POINTS, MINUTES) else given


def compared(measures: Sequence[Measure], base: Side, side: Side) -> list[Verdict]:
    """Every figure beside the first version's: clearly different, clearly alike, or too close to tell."""
    asked = [one for one in measures if one.tolerance is not None and base.known(one) and side.known(one)]
    found = [difference(base.values(one), side.values(one)) for one in asked]
    chances = holm([one.p for one in found])
    verdicts = []
    for measure, change, p in zip(asked, found, chances, strict=True):
        usual = base.interval(measure)[0]
        text, other, was = sentence(measure, side), f"“{base.label}”", shown(measure, usual)
        _, low, high = side.interval(measure)
        wrong = ""
        if within(measure, change, usual):
            tone, rest = ALIKE, f"; {other} has {was}, which is as much."
        elif p < FOUND and change.deals >= FEWEST:
            wrong = outside(measure, low, high)
            word = measure.less if change.mean < 0 else measure.more
            tone, rest = (WARNING if wrong else CHANGED), f": {word} than the {was} of {other}"
            rest += f"; {wrong}." if wrong else "."
        else:
            tone, rest = (
                UNCLEAR,
                f"; {other} has {was}: too close to tell after {change.deals} games.",
            )
        apart = {"base": base.label, "was": usual, "more": change.mean > 0, "games": change.deals}
        figures = {**numbers(measure, side, wrong), **apart}
        verdicts.append(Verdict(side.label, measure.key, tone, text + rest, figures))
    return verdicts


def within(measure: Measure, change: Difference, usual: float) -> bool:
    """Is any difference certainly too small to be worth telling?"""
    most = tolerance(measure, usual)
    return measure.tolerance is not None and -most <= change.low and change.high <= most


# ---------------------------------------------------------------- seats
def seat_verdict(side: Side, balance: SeatBalance, names: Sequence[str]) -> Verdict | None:
    """Is a seat favoured? And if none is found, how large an advantage may have been missed."""
    if len(balance.share) < 2:
        return None
    fair = sum(balance.share) / len(balance.share)
    if balance.p <= SEATS_FOUND and balance.games >= FEWEST:
        seat = max(range(len(balance.share)), key=lambda k: abs(balance.points[k]))
        ahead = balance.points[seat]
        how, apart = ("an advantage", "more") if ahead > 0 else ("a disadvantage", "fewer")
        text = (
            f"Seat {names[seat]} has {how}: {abs(ahead):.1f} points {apart} than the others, and "
            f"{100 * balance.share[seat]:.0f} % of the wins where {100 * fair:.0f} % are fair ({odds(balance.p)})."
        )
        figures = {"seat": names[seat], "ahead": ahead, "share": balance.share[seat], "fair": fair, "p": balance.p}
        return Verdict(side.label, "seats", WARNING, text, figures)
    if balance.games < FEWEST:
        return Verdict(
            side.label,
            "seats",
            UNCLEAR,
            f"{balance.games} games say nothing about the seats.",
            {"games": balance.games},
        )
    low, high = (100 * of(balance.share) for of in (min, max))
    missed = 100 * 2.8 * math.sqrt(max(fair * (1 - fair), 1e-9) / max(1, balance.games))
    text = (
        f"No seat is favoured: they win {low:.0f} to {high:.0f} % of the games where {100 * fair:.0f} % are fair "
        f"({odds(balance.p)}; an advantage of less than {missed:.0f} % might not show)."
    )
    figures = {"low": low / 100, "high": high / 100, "fair": fair, "p": balance.p, "missed": missed / 100}
    return Verdict(side.label, "seats", ALIKE, text, figures)


def odds(p: float) -> str:
    return f"p = {p:.2g}" if p >= 0.01 else f"p = {p:.1g}"


# ---------------------------------------------------------------- is it clear already?
def is_clear(measures: Sequence[Measure], sides: Sequence[Side], won: Any = None, points: Any = None) -> bool:
    """Would more games change nothing? Every figure that matters is known well enough, or clearly different.

    A difference counts if its corrected p is at most 0.001, so that looking several times does not find more by chance
    (Haybittle and Peto). One version alone: every figure within its tolerance, or its interval wholly inside or outside
    of what good boards keep to; and seats balanced within 7.5 % of the wins, or p at most 0.001.
    """
    if min(len(side.games) for side in sides) < 2 * FEWEST:
        return False
    asked = [one for one in measures if one.tolerance is not None]
    if len(sides) > 1:
        return all(_all_known(asked, sides[0], side) for side in sides[1:])
    if not all(_known(one, sides[0]) for one in asked if sides[0].known(one)):
        return False
    if won is None or len(won[0]) < 2:
        return True
    share = 1 / len(won[0])
    sure = Z * math.sqrt(share * (1 - share) / len(won)) <= SEATS_SURE
    return sure or seat_balance(won, points).p <= EARLY


def _all_known(measures: Sequence[Measure], base: Side, side: Side) -> bool:
    asked = [one for one in measures if base.known(one) and side.known(one)]
    found = [difference(base.values(one), side.values(one)) for one in asked]
    chances = holm([one.p for one in found])
    return all(
        p <= EARLY or within(measure, change, base.interval(measure)[0])
        for measure, change, p in zip(asked, found, chances, strict=True)
    )


def _known(measure: Measure, side: Side) -> bool:
    mean, low, high = side.interval(measure)
    if (high - low) / 2 <= tolerance(measure, mean):
        return True
    if measure.low is None and measure.high is None:
        return False
    inside = (measure.low is None or low >= measure.low) and (measure.high is None or high <= measure.high)
    return inside or bool(outside(measure, low, high))
