"""What a study of a game in turns has found beyond its measures: cards, places, parts of the score, luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from goldenspike.drawing.intervals import wilson

from .measures import measures_for
from .played import Figures
from .significance import FEWEST, FOUND, SeatBalance, Shares, holm, of_mean, seat_balance, unpaired
from .trials import Step
from .verdicts import ALIKE, CHANGED, FACT, WARNING, Side, Verdict, alone, compared, few, seat_verdict

DEAD = 0.1  # a place that is used in fewer games than this is dead
STRONG_CARD = 0.1  # a card that brings more than this part of a seat's points decides games
MOSTLY_LUCK = 0.6
NAMED = 6  # places named in a sentence


@dataclass
class Findings:
    """One version: its figures, and what further games said."""

    figures: Figures
    balance: SeatBalance = field(default_factory=lambda: SeatBalance(1.0, [], [], 0))
    luck: Shares | None = None
    skill: list[Step] = field(default_factory=list)

    @property
    def label(self) -> str:
        return self.figures.label

    @property
    def side(self) -> Side:
        return Side(self.label, self.figures.played)


def finding(figures: Figures) -> Findings:
    """A version after its games."""
    balance = seat_balance(figures.won, figures.points) if figures.setting.seats > 1 and figures.games else None
    return Findings(figures, balance) if balance else Findings(figures)


def verdicts(found: Sequence[Findings]) -> list[Verdict]:
    """All sentences: about the first version by itself, about the others beside it."""
    base = found[0]
    setting = base.figures.setting
    measures = measures_for(setting.seats, setting.game.study_limits)
    said: list[Verdict] = []
    for one in found:
        said += few(one.side)
        if one is base:
            said += [verdict for measure in measures if (verdict := alone(measure, one.side))]
        else:
            said += compared(measures, base.side, one.side)
        seat = seat_verdict(one.side, one.balance, one.figures.setting.game.seat_names)
        said += [seat] if seat else []
        said += cards(one, None if one is base else base)
        said += places(one, None if one is base else base)
        said += luck_verdict(one)
        said += skill_verdict(one)
    return said


# ---------------------------------------------------------------- cards
def cards(one: Findings, base: Findings | None) -> list[Verdict]:
    """Cards that win games, and cards that bring more or less than in the first version."""
    gains = {card: values for card, values in one.figures.brought_by_game.items() if len(values) >= FEWEST}
    seat = sum(one.figures.seat_points()) / max(1, len(one.figures.seat_points()))
    found = []
    for card, values in sorted(gains.items()):
        gain = of_mean(values)
        if gain.low > STRONG_CARD * abs(seat):
            text = (
                f"{card} decides games: it brings {gain.mean:.1f} points ({gain.low:.1f} to {gain.high:.1f}) each "
                f"time, {100 * gain.mean / max(abs(seat), 1e-9):.0f} % of what a seat ends with."
            )
            part = gain.mean / max(abs(seat), 1e-9)
            figures = {"card": card, "mean": gain.mean, "low": gain.low, "high": gain.high, "part": part}
            found.append(Verdict(one.label, f"card {card}", WARNING, text, figures))
    if base is None:
        return found
    before = base.figures.brought_by_game
    both = [card for card in sorted(gains) if len(before.get(card, ())) >= FEWEST]
    changes = [unpaired(before[card], gains[card]) for card in both]
    for card, change, p in zip(both, changes, holm([one.p for one in changes]), strict=True):
        if p < FOUND:
            how = "more" if change.mean > 0 else "less"
            text = (
                f"{card} brings {abs(change.mean):.1f} points {how} than with “{base.label}” "
                f"({change.low:+.1f} to {change.high:+.1f})."
            )
            apart = {"mean": abs(change.mean), "low": change.low, "high": change.high, "more": change.mean > 0}
            figures = {"card": card, "base": base.label, **apart}
            found.append(Verdict(one.label, f"card {card}", CHANGED, text, figures))
    return found


# ---------------------------------------------------------------- places
def dead_places(figures: Figures) -> list[str]:
    """Places that hardly any game uses: the whole 95 % interval of the share of games is below a tenth.

    Only kinds of places that are worth points count: nobody misses a single hex side.
    """
    return [
        mark.name
        for mark, games in zip(figures.watch.marks, figures.visited, strict=True)
        if figures.watch.kinds[mark.kind].worth and wilson(games, figures.games)[1] < DEAD
    ]


def places(one: Findings, base: Findings | None) -> list[Verdict]:
    """Dead corners of the board; beside another version only those that were alive there, or not there at all."""
    if not one.figures.watch.marks or not one.figures.games:
        return []
    dead = dead_places(one.figures)
    known = set(dead_places(base.figures)) if base else set()
    new = [name for name in dead if name not in known]
    if not dead and wilson(0, one.figures.games)[1] >= DEAD:
        return []  # after so few games even a place that nobody used may be alive
    if not new:
        text = "Every place is used." if not dead else f"No more dead places than with “{base.label if base else ''}”."
        return [Verdict(one.label, "places", ALIKE, text, {"dead": [], "base": base.label if dead and base else ""})]
    text = f"Dead: {named(new)}, used in fewer than one game in ten."
    return [Verdict(one.label, "places", WARNING, text, {"dead": new})]


def named(names: Sequence[str]) -> str:
    """A list in words, cut where it gets long."""
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# ---------------------------------------------------------------- luck and skill
def luck_verdict(one: Findings) -> list[Verdict]:
    if one.luck is None:
        return []
    deal, skill, rest = (f"{100 * share:.0f} %" for share in (one.luck.deal, one.luck.skill, one.luck.rest))
    text = (
        f"The deal and the seat make {deal} ({100 * one.luck.low:.0f} to {100 * one.luck.high:.0f} %) of the "
        f"differences between players, skill {skill}, the course of play {rest}"
    )
    mostly = one.luck.low > MOSTLY_LUCK
    text += ": mostly luck." if mostly else "."
    return [Verdict(one.label, "luck", WARNING if mostly else FACT, text, {**asdict(one.luck), "mostly": mostly})]


def skill_verdict(one: Findings) -> list[Verdict]:
    """Up to which level thinking twice as long pays."""
    if not one.skill:
        return []
    pays = [step for step in one.skill if step.ahead.low > 0]
    if not pays:
        text = "Thinking twice as long brings nothing that could be measured, at any of the three levels."
        return [Verdict(one.label, "skill", WARNING, text, {"pays": False})]
    last = pays[-1]
    ahead = f"{last.ahead.mean:.1f} points ({last.ahead.low:.1f} to {last.ahead.high:.1f})"
    deepest = last is one.skill[-1]
    where = f"{last.iterations} iterations against {last.iterations // 2}"
    text = f"It pays to think: {where} bring {ahead}" + (
        ", and more may bring more."
        if deepest
        else f"; {one.skill[-1].iterations} bring no more that could be measured."
    )
    apart = {"mean": last.ahead.mean, "low": last.ahead.low, "high": last.ahead.high}
    figures = {"pays": True, "iterations": last.iterations, "deepest": one.skill[-1].iterations, **apart}
    return [Verdict(one.label, "skill", FACT, text, figures)]
