"""The report of a tournament: one HTML page with its pictures inside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import goldenspike as gs
from goldenspike.drawing.charts import bars, histograms
from goldenspike.drawing.intervals import wilson
from goldenspike.drawing.report import page, table

from ..run.results import Row
from .ratings import Standing, standings
from .schedule import Plan

HEAD = ("bot", "rating", "games won", "95 %", "points", "winners' points", "seats", "ms per decision", "longest ms")


SHORT = {0: "bot", 1: "rating", 2: "won", 3: "95 %", 4: "points", 5: "winning", 8: "longest ms"}  # fits a terminal


def words(one: Standing) -> list[str]:
    """A line of the rating table."""
    return [
        one.bot,
        "-" if one.rating is None or one.doubt is None else f"{one.rating:.1f} ±{2 * one.doubt:.1f}",
        f"{one.share:.1%}",
        f"{100 * one.low:.0f}-{100 * one.high:.0f} %",
        f"{one.points:.1f}",
        "-" if one.winning_points is None else f"{one.winning_points:.1f}",
        str(one.games),
        f"{one.mean_ms:.1f}",
        f"{one.longest_ms:.0f}",
    ]


def tournament_page(plan: Plan, rows: Sequence[Row]) -> str:
    """Ratings, shares, seats, ends and points."""
    game = gs.game(plan.game)
    found = standings(rows)
    fair = found[0].fair or None
    played = escape(about(plan, len(rows)))
    body = [f"<p>{played}. Seats are rotated; every deal is played once in each rotation of each lineup.</p>"]
    body.append(table(HEAD, [words(one) for one in found]))
    body.append("<h2>Games won</h2>")
    label = "share of games won, with 95 % intervals" + ("; dashed: a fair share" if fair else "")
    body.append(
        bars(
            [o.bot for o in found],
            [o.share for o in found],
            [o.low for o in found],
            [o.high for o in found],
            label,
            fair,
        )
    )
    body.append("<h2>Points</h2>")
    body.append(histograms({o.bot: points_of(rows, o.bot) for o in found}, "points"))
    if plan.seats > 1:
        seats = [wilson(sum(row["won"][seat] for row in rows), len(rows)) for seat in range(plan.seats)]
        share = [sum(row["won"][seat] for row in rows) / len(rows) for seat in range(plan.seats)]
        body.append("<h2>Seats</h2>")
        names = [f"seat {name}" for name in game.seat_names[: plan.seats]]
        body.append(bars(names, share, [s[0] for s in seats], [s[1] for s in seats], "share of games won", fair))
    body.append("<h2>How games ended</h2>")
    body.append(table(("reason", "games"), ends(rows)))
    return page(f"{game.title}: arena", body)


def about(plan: Plan, games: int) -> str:
    """How many games of what."""
    game = gs.game(plan.game)
    changed = {o.name: plan.options[o.name] for o in game.options if plan.options.get(o.name, o.default) != o.default}
    setting = plan.setting()
    said = "".join(f"; {name} = {value}" for name, value in changed.items())
    said += f"; other values: {setting.values_text}" if setting.other_values else ""
    return f"{games} games, {plan.seats} seats, board {setting.board.id}{said}"


def points_of(rows: Sequence[Row], name: str) -> list[float]:
    return [row["points"][seat] for row in rows for seat, other in enumerate(row["bots"]) if other == name]


def ends(rows: Sequence[Row]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["reason"]] = counts.get(row["reason"], 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def rating_table(rows: Sequence[Row]) -> Any:
    """For a terminal."""
    from rich.table import Table

    shown = Table(box=None)
    for number, word in SHORT.items():
        shown.add_column(word, justify="left" if number == 0 else "right", no_wrap=True)
    for one in standings(rows):
        line = words(one)
        shown.add_row(*(line[number] for number in SHORT))
    return shown
