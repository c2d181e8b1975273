"""What every report of a study begins with, whatever the game: verdicts in short, a sweep in pictures, warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from goldenspike.drawing.course_charts import Dot, dots
from goldenspike.drawing.report import details
from goldenspike.engine.study import SHARE, Measure

from .verdicts import ALIKE, CHANGED, FACT, FEW, UNCLEAR, WARNING, Side, Verdict, alone, compared, few

TONES = (WARNING, CHANGED, FACT, ALIKE, UNCLEAR)
HEADLINES = ("won", "decided", "behind", "minutes", "seats", "luck", "skill", "places", "score")  # facts told at once


@dataclass(frozen=True)
class Sweep:
    """One option in several values: the numbers of the versions along the axis, and what stands below each."""

    option: str
    places: Sequence[tuple[int, str]]


def measure_verdicts(measures: Sequence[Measure], sides: Sequence[Side]) -> list[Verdict]:
    """The first version by itself, the others beside it."""
    said = [*few(sides[0]), *(verdict for measure in measures if (verdict := alone(measure, sides[0])))]
    for side in sides[1:]:
        said += [*few(side), *compared(measures, sides[0], side)]
    return said


def told_first(said: Sequence[Verdict], label: str) -> list[Verdict]:
    """What a reader wants to know at once about a version: what is wrong, what changed, and a few facts."""
    of = [one for one in said if one.version == label]
    first = [one for one in of if one.tone in (WARNING, CHANGED) or (one.tone == FACT and one.key in HEADLINES)]
    first += [one for one in of if one.key == FEW or (one.tone == ALIKE and one.key in ("seats", "places"))]
    return sorted(first, key=lambda one: TONES.index(one.tone))


def sentences(said: Sequence[Verdict]) -> str:
    """Verdicts as a list; each has a sign for its tone."""
    items = "".join(f'<li class="{one.tone}">{escape(one.text).replace(" %", "&nbsp;%")}</li>' for one in said)
    return f'<ul class="said">{items}</ul>' if items else ""


def in_short(said: Sequence[Verdict], labels: Sequence[str]) -> str:
    """The verdicts by version, the rest behind them."""
    body = ["<h2>In short</h2>"]
    for label in labels:
        first = told_first(said, label)
        rest = [one for one in said if one.version == label and one not in first]
        if len(labels) > 1:
            body.append(f"<h3>{escape(label)}</h3>")
        body.append(sentences(first) or '<p class="about">Nothing stands out.</p>')
        if rest:
            body.append(details(f"{len(rest)} more", sentences(sorted(rest, key=lambda one: TONES.index(one.tone)))))
    return "".join(body)


def warnings_part(warnings: Sequence[str]) -> str:
    """What the checker says about the boards."""
    if not warnings:
        return ""
    items = "".join(f'<li class="warning">{escape(one)}</li>' for one in warnings)
    return f'<h2>What the checker says about the board</h2><ul class="said">{items}</ul>'


def sweep_part(sweep: Sweep | None, measures: Sequence[Measure], sides: Sequence[Side]) -> str:
    """A chart for each figure along the values of the option; a light ground shows what is good."""
    if sweep is None or len(sides) < 2:
        return ""
    pictures = []
    for measure in measures:
        if measure.tolerance is None or not all(sides[k].known(measure) for k, _ in sweep.places):
            continue
        scale = 100.0 if measure.form == SHARE else 1.0
        found = [
            Dot(name, *(scale * value for value in sides[k].interval(measure))) for k, name in sweep.places
        ]  # fmt: skip
        good = tuple(None if value is None else scale * value for value in (measure.low, measure.high))
        name = f"{measure.name}, %" if measure.form == SHARE else measure.name
        pictures.append(dots(found, name, (good[0], good[1])))
    caption = f"Along {sweep.option}: means with their 95 % intervals."
    return f'<h2>Along {escape(sweep.option)}</h2><div class="beside">{"".join(pictures)}</div>' + (
        f'<p class="about">{escape(caption)} A light ground shows what good boards keep to.</p>'
    )


def top_of_page(
    measures: Sequence[Measure],
    sides: Sequence[Side],
    warnings: Sequence[str] = (),
    sweep: Sweep | None = None,
) -> str:
    """The beginning of a report that a game writes in its own way."""
    said = measure_verdicts(measures, sides)
    return in_short(said, [side.label for side in sides]) + sweep_part(sweep, measures, sides) + warnings_part(warnings)
