"""The report of a study: a short article, pictures first, with the tables behind them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import goldenspike as gs
from goldenspike.drawing.charts import bars, histograms
from goldenspike.drawing.course_charts import ACROSS, COLOURS, Curve, course, stacked
from goldenspike.drawing.heat_map import Warmth, heat_maps
from goldenspike.drawing.intervals import wilson
from goldenspike.drawing.report import about_intervals, about_values, details, figure, page

from . import tables
from .article import Sweep, in_short, sentences, sweep_part, warnings_part
from .course import SLICES, sliced
from .findings import Findings, dead_places, verdicts
from .measures import measures_for
from .played import Figures
from .run import CLEAR, TIME
from .verdicts import Verdict

MOST_MAPS = 2
RUNS = ("decided", "behind", "lead_changes", "drama", "worst", "margin")
DECIDES = ("forced", "choices")
LENGTH = ("rounds", "minutes", "won", "points", "winner")
WHY = {
    CLEAR: "More games would not have changed the answer.",
    TIME: "The time was up; more games make the intervals narrower.",
}


def study_page(
    name: str,
    found: Sequence[Findings],
    word: str,
    *,
    warnings: Sequence[str] = (),
    sweep: Sweep | None = None,
    why: str = "",
) -> str:
    """A whole report."""
    game, said = gs.game(name), verdicts(found)
    figures = [one.figures for one in found]
    seats = figures[0].setting.seats
    several, measures = seats > 1, measures_for(seats, game.study_limits)
    body = [lead(found, word, why), about_values(figures)]
    body.append(f'<div class="beside">{"".join(opening_pictures(found))}</div>')
    body.append(in_short(said, [one.label for one in found]))
    body.append(sweep_part(sweep, measures, [one.side for one in found]))
    body.append(warnings_part(warnings))
    if several:
        body += ["<h2>How a game runs</h2>", about(said, found, RUNS)]
    body += ["<h2>What there is to decide</h2>", about(said, found, DECIDES)]
    body.append(tables.decisions_by_phase(figures))
    body.append(details("By what was done", tables.decisions_by_verb(figures)))
    body += luck_and_skill(said, found)
    body += ["<h2>Length and points</h2>", about(said, found, LENGTH), points_pictures(figures)]
    body.append(details("All figures", tables.measured(figures, measures)))
    body.append(details("Where points come from", tables.parts(figures)))
    if several:
        body += ["<h2>Seats</h2>", about(said, found, ("seats",)), tables.seat_table(figures)]
    body += ["<h2>How games ended</h2>", tables.reasons(figures)]
    if any(one.plays for one in figures):
        cards = sorted({one.key for one in said if one.key.startswith("card ")})
        body += ["<h2>Special cards</h2>", about(said, found, cards), tables.special(figures)]
    if any(game.goals for one in figures for game in one.played):
        body += ["<h2>Goals</h2>", tables.goals(figures)]
    body += board_part(said, found)
    if any(one.left for one in figures):
        body += ["<h2>What is left over</h2>", tables.left_over(figures)]
    body.append(how_measured())
    return page(f"{game.title}: {title(found)}", [part for part in body if part])


def title(found: Sequence[Findings]) -> str:
    if len(found) == 1:
        return f"study, {found[0].label}" if found[0].label != "as it is" else "study"
    others = [one.label for one in found[1:]]
    first = f"{len(others)} versions" if len(others) > 2 else " and ".join(others)
    return f"{first} beside “{found[0].label}”"


def lead(found: Sequence[Findings], word: str, why: str) -> str:
    """What was played, in a paragraph."""
    figures = [one.figures for one in found]
    counts = sorted({one.games for one in figures})
    games = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    each = " of each version" if len(found) > 1 else ""
    seats = figures[0].setting.seats
    text = f"{games} games{each} by {seats} x {word}. {about_intervals(figures)} {WHY.get(why, '')}"
    return f'<p class="about">{escape(text.strip())}</p>'


def about(said: Sequence[Verdict], found: Sequence[Findings], keys: Sequence[str]) -> str:
    """The sentences about some figures, version by version."""
    body = []
    for one in found:
        about_it = [verdict for key in keys for verdict in said if verdict.key == key and verdict.version == one.label]
        if about_it:
            body.append(f"<h3>{escape(one.label)}</h3>" if len(found) > 1 else "")
            body.append(sentences(about_it))
    return "".join(body)


# ---------------------------------------------------------------- pictures
def opening_pictures(found: Sequence[Findings]) -> list[str]:
    """The course of a game and the seats; for one player how the points are spread."""
    figures = [one.figures for one in found]
    curves = [curve for one in figures if (curve := winner_curve(one))]
    if not curves:
        caption = "Points of a game: how many games have about so many."
        return [figure(histograms({one.label: one.seat_points() for one in figures}, "points", across=ACROSS), caption)]
    course_words = (
        "How far the winner is ahead of the best of the others (below zero: behind), from the first round to the last. "
        "The line is the median game; eight of ten games lie on the shade."
    )
    return [
        figure(course(curves, "points the winner is ahead"), course_words),
        figure(seat_bars(figures), "Share of the games that each seat wins; the dashed line is a fair share."),
    ]


def winner_curve(one: Figures) -> Curve | None:
    """Median and the tenth and ninetieth percentile of the winner's margin along the game."""
    import numpy as np

    rows = [sliced(margins) for game in one.played if (margins := game.margins)]
    if not rows:
        return None
    low, middle, high = np.percentile(np.asarray(rows), (10, 50, 90), axis=0)
    assert len(middle) == SLICES + 1
    return Curve(one.label, middle.tolist(), low.tolist(), high.tolist())


def seat_bars(figures: Sequence[Figures]) -> str:
    names, shares, low, high = [], [], [], []
    seats = figures[0].setting.seats
    shown = figures if len(figures) <= 3 else figures[:1]
    for seat in range(seats):
        for one in shown:
            won = sum(game[seat] for game in one.won)
            seat_name = f"seat {one.setting.game.seat_names[seat]}"
            names.append(seat_name if len(shown) == 1 else f"{seat_name}, {one.label}")
            shares.append(100 * won / max(1, one.games))
            bounds = wilson(won, one.games)
            low.append(100 * bounds[0])
            high.append(100 * bounds[1])
    fair = sum(shares) / len(shares)
    return bars(names, shares, low, high, "games won, %", fair, ACROSS, COLOURS[: len(shown)])


def points_pictures(figures: Sequence[Figures]) -> str:
    shown = figures if len(figures) <= 4 else [figures[0], figures[-1]]
    pictures = [
        figure(
            histograms({one.label: one.seat_points() for one in shown}, "points of a seat", across=ACROSS),
            "How many seats end with about so many points.",
        )
    ]
    items = [{name: sum(values) for name, values in one.items().items()} for one in figures]
    names = sorted({name for one in items for name in one}, key=lambda name: -max(one.get(name, 0.0) for one in items))
    positive = [name for name in names if any(one.get(name, 0.0) > 0 for one in items)]
    if len(positive) > 1:
        rows = {}
        for one, parts in zip(figures, items, strict=True):
            whole = sum(max(0.0, parts.get(name, 0.0)) for name in positive) or 1.0
            rows[one.label] = [max(0.0, parts.get(name, 0.0)) / whole for name in positive]
        pictures.append(figure(stacked(rows, positive, "share of the points, %"), "Where the points come from."))
    return f'<div class="beside">{"".join(pictures)}</div>'


def luck_and_skill(said: Sequence[Verdict], found: Sequence[Findings]) -> list[str]:
    lucky = {one.label: (one.luck.deal, one.luck.skill, one.luck.rest) for one in found if one.luck}
    pictures = []
    if lucky:
        parts = ["deal and seat", "skill", "course of play"]
        words = (
            "Where differences of points between players come from: players of two levels on the same deals, in every "
            "rotation of their seats."
        )
        pictures.append(figure(stacked(lucky, parts, "share of the differences, %"), words))
    for one in found:
        if one.skill:
            names = [f"{step.iterations} against {step.iterations // 2}" for step in one.skill]
            mean, low, high = ([getattr(step.ahead, what) for step in one.skill] for what in ("mean", "low", "high"))
            label = "points ahead" + (f", {one.label}" if len(found) > 1 else "")
            words = "What twice as many iterations of the search bring, on the same deals in all seats."
            pictures.append(figure(bars(names, mean, low, high, label, None, ACROSS), words))
    if not pictures:
        return []
    return [
        "<h2>Luck and skill</h2>",
        about(said, found, ("luck", "skill")),
        f'<div class="beside">{"".join(pictures)}</div>',
    ]


# ---------------------------------------------------------------- the board
def board_part(said: Sequence[Verdict], found: Sequence[Findings]) -> list[str]:
    figures = [one.figures for one in found]
    if not figures[0].watch.marks:
        return []
    shown = figures if len(figures) <= MOST_MAPS else [figures[0], figures[-1]]
    return [
        "<h2>The board: what is used and what it is worth</h2>",
        about(said, found, ("places",)),
        heat_maps([warmth(one) for one in shown]),
        details("Places used least", tables.least_used(shown)),
        details("Places", tables.places(shown)),
    ]


def warmth(one: Figures) -> Warmth:
    dead = dead_places(one)
    label = f"{one.label} ({len(dead)} dead places)" if dead else one.label
    return Warmth(label, one.watch.marks, one.watch.kinds, one.used, one.worth)


def how_measured() -> str:
    """What the words mean."""
    words = (
        "<p>The game is decided when the winner is ahead for good, by the points as they stand after each round. Drama "
        "is the mean of the root of how far the winner is behind, as a part of all points: 0 if they never are. "
        "Minutes are an estimate: two seconds for a decision without a choice, else five and three more for "
        "each doubling of the choices; who decides at the same time thinks at the same time. "
        "Seats are compared by exchanging results within each game 1,999 times, with a limit of 1 %. "
        "Differences are told if they are clear with all questions counted together (Holm, 5 %).</p>"
    )
    return details("What is measured, and how", words)
