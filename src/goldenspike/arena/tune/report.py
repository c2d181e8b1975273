"""The report of a tuning: what every parameter brings, as a table and as curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

import goldenspike as gs
from goldenspike.drawing.charts import Fitted, bars, fitted
from goldenspike.drawing.intervals import mean_interval
from goldenspike.drawing.report import page, table

from ..tournament.report import about
from .tune import HALF, SPAN, STEPS, Check, Curves, Findings, turned

HEAD = ("parameter", "usual", "by", "won %", "points", "time %", "best", "95 %")
BINS = 7


def lines(found: Findings) -> list[list[str]]:
    """Two lines of the table for each parameter: half as much again, and as much less."""
    progress = []
    for k, one in enumerate(found.advice()):
        effects = [
            [
                way,
                spread(*found.won.at(k, off), unit=100),
                spread(*found.ahead.at(k, off)),
                f"{round(100 * math.expm1(found.time.at(k, off)[0])):+d}",
            ]
            for way, off in (("x 1.5", HALF), ("/ 1.5", -HALF))
        ]
        best = f"{one.best:g}" + (" *" if one.certain else "")
        progress.append([one.parameter, f"{one.usual:g}", *effects[0], best, f"{one.low:g} to {one.high:g}"])
        progress.append(["", "", *effects[1], "", ""])
    return progress


def spread(value: float, half: float, *, unit: float = 1.0) -> str:
    return f"{unit * value:+.1f} ±{unit * half:.1f}"


def tune_table(found: Findings) -> Any:
    """For a terminal."""
    from rich.table import Table

    shown = Table(box=None)
    for spec in HEAD:
        shown.add_column(spec, justify="left" if spec in {"parameter", "by"} else "right", no_wrap=True)
    for line in lines(found):
        shown.add_row(*line)
    return shown


def check_words(check: Check) -> str:
    """A check match in a sentence."""
    won, low, high = (100 * share for share in check.won)
    ahead, least, most = check.ahead
    return (
        f"{check.spec} won {won:.1f} % ({low:.1f} to {high:.1f} %) of {check.games} games against the "
        "usual parameters, "
        f"a fair share is {100 * check.fair:.1f} %; {ahead:+.1f} points ({least:+.1f} to {most:+.1f}), "
        f"{check.time:.2f} x the time"
    )


def tune_page(found: Findings, spec: str | None, check: Check | None) -> str:
    """A whole report."""
    plan = found.plan
    body = [
        f"<p>{escape(about(plan, len(found.trials)))}. In every game one {escape(plan.spec)} has all these "
        "parameters off "
        "at random by a factor of two at most, the others have the usual ones. Every deal is played by every seat, "
        "with its parameters off one way and as far the other way.</p>",
        table(HEAD, lines(found)),
        "<p>What a parameter brings when it is turned and all others are as usual: share of games won, "
        "points ahead of the "
        "mean of the others (± half of the 95 % interval), and thinking time. Best: where the curve of the points is "
        "highest within what was tried; * where the usual value is out of the interval.</p>",
        f"<p>Suggested: <code>{escape(spec)}</code></p>"
        if spec
        else "<p>No parameter is certain to be better elsewhere.</p>",
    ]
    if check:
        won, low, high = ([share] for share in check.won)
        body += ["<h2>The check match</h2>", f"<p>{escape(check_words(check))}.</p>"]
        body.append(bars(["suggested"], won, low, high, "share of games won; dashed: a fair share", check.fair))
    share = [100 * trial.won for trial in found.trials]
    points = [trial.ahead for trial in found.trials]
    for k, name in enumerate(plan.parameters):
        pictures = [
            curve(found, k, found.ahead, points, "points ahead of the others"),
            curve(found, k, found.won, share, "games won above a fair share, %", unit=100),
        ]
        body.append(f'<h2>{escape(name)}</h2><div class="beside">{"".join(pictures)}</div>')
    body.append(
        "<p>Dots are means of games with about this value, less what the other parameters brought, with "
        "95 % intervals; the "
        "line is the fitted curve with its own; dashed: the usual value.</p>"
    )
    return page(f"{gs.game(plan.game).title}: tuning", body)


def curve(found: Findings, k: int, curves: Curves, results: Sequence[float], label: str, *, unit: float = 1) -> str:
    """One parameter: what was seen and what was fitted."""
    import numpy as np

    name, usual = found.plan.parameters[k], found.plan.usual[k]
    offs = np.array([trial.off for trial in found.trials])
    others = np.hstack([offs, offs**2])
    others[:, [k, k + len(found.plan.parameters)]] = 0.0
    rest = np.array(results) - unit * (others @ curves.found)
    order = np.argsort(offs[:, k], kind="stable")
    groups = [group for group in np.array_split(order, BINS) if len(group)]

    along = np.linspace(-SPAN, SPAN, 2 * STEPS + 1)
    middle, half = (unit * part for part in np.array([curves.at(k, off) for off in along]).T)
    seen = []
    for group in groups:
        mean, low, high = mean_interval([float(one) for one in rest[group]])
        seen.append((usual * math.exp(float(offs[group, k].mean())), mean, low, high))
    return fitted(
        Fitted(
            values=[float(value) for value in usual * np.exp(along)],
            middle=[float(value) for value in middle],
            half=[float(value) for value in half],
            seen=seen,
            usual=usual,
            ticks=list(dict.fromkeys(turned(name, usual, off) for off in np.linspace(-SPAN, SPAN, 5))),
            name=name,
            label=label,
        )
    )
