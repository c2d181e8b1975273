"""The report of a study: numbers with intervals and the board as a heat map, one setting or two side by side."""

from __future__ import annotations

from html import escape

import goldenspike as gs
from goldenspike.drawing.charts import histograms
from goldenspike.drawing.heat_map import Warmth, heat_maps
from goldenspike.drawing.intervals import mean_interval
from goldenspike.drawing.report import (
    about_intervals,
    about_values,
    each_side,
    heads,
    page,
    portion,
    row,
    share,
    spread,
    table,
)
from goldenspike.engine.study import MarkKind

from .study import Figures

MOST_PLACES = 15


def study_page(name: str, found: list[Figures], word: str) -> str:
    """A whole report."""
    game = gs.game(name)
    count = " and ".join(f"{one.games} games ({one.label})" for one in found)
    seats = found[0].setting.seats
    body = [f"<p>{escape(count)} of {seats} x {escape(word)}. {about_intervals(found)}</p>", about_values(found)]
    body += ["<h2>Length and points</h2>", main_figures(found)]
    body.append(histograms({one.label: one.seat_points() for one in found}, "points of a seat"))
    body += ["<h2>Where points come from</h2>", parts(found)]
    if seats > 1:
        body += ["<h2>Seats</h2>", seat_table(found)]
    body += ["<h2>How games ended</h2>", reasons(found)]
    if any(one.plays for one in found):
        body += ["<h2>Special cards</h2>", special(found)]
    if any(game.goals for one in found for game in one.played):
        body += ["<h2>Goals</h2>", goals(found)]
    if found[0].watch.marks:
        body += ["<h2>The board: what is used and what it is worth</h2>", heat_maps([warmth(one) for one in found])]
        body += ["<h2>Places</h2>", places(found)]
    return page(f"{game.title}: study", body)


# ---------------------------------------------------------------- numbers side by side
def main_figures(found: list[Figures]) -> str:
    rows = [
        row("decisions per seat", [[game.decisions for game in one.played] for one in found]),
        row("points of a seat", [[sum(game) / len(game) for game in one.points] for one in found]),
        row("points of the winner", [[max(game) for game in one.points] for one in found]),
    ]
    if found[0].setting.seats > 1:
        margins = [[max(game) - sorted(game)[-2] for game in one.points] for one in found]
        rows.append(row("lead over the second", margins))
    else:
        rows[2:] = [row("games won (share)", [[game[0] for game in one.won] for one in found])]
    return table(["mean of a game", *heads(found)], rows)


def parts(found: list[Figures]) -> str:
    items = [one.items() for one in found]
    names = dict.fromkeys(name for one in items for name in one if any(one[name]))
    rows = [
        row(name, [one.get(name, [0.0] * side.games) for one, side in zip(items, found, strict=True)]) for name in names
    ]
    return table(["points per seat", *heads(found)], rows)


def seat_table(found: list[Figures]) -> str:
    rows = []
    for seat in range(found[0].setting.seats):
        line = [f"seat {found[0].setting.game.seat_names[seat]}"]
        for one in found:
            points = mean_interval([game[seat] for game in one.points])[0]
            line.append(f"{share(sum(game[seat] for game in one.won), one.games)}, {points:.1f} points")
        rows.append(line)
    return table(["games won", *(one.label for one in found)], rows)


def reasons(found: list[Figures]) -> str:
    names = dict.fromkeys(name for one in found for name in one.reasons)
    rows = [[name, *(share(one.reasons[name], one.games) for one in found)] for name in names]
    return table(["share of games", *(one.label for one in found)], rows)


def special(found: list[Figures]) -> str:
    """How often a card is taken, and what it brings its seat against the best choice without it."""
    rows = []
    plays, brought = [one.plays for one in found], [one.brought for one in found]
    for name in sorted({name for one in plays for name in one}):
        line = [name]
        for k, one in enumerate(found):
            line.append(f"{plays[k][name] / (one.games * one.setting.seats):.2f}")
            line.append(spread(brought[k][name]) if len(brought[k].get(name, [])) > 1 else "-")
        rows.append(line)
    return table(["card", *each_side(found, ["taken per seat", "points it brought"])], rows) + (
        "<p>What it brought: the same moment played on with the card and with the best choice without it, "
        "through the same deck; its seat's points with the card less those without.</p>"
    )


def goals(found: list[Figures]) -> str:
    """How often a goal is reached where it lies on the table, and what it brings."""
    rows = []
    for name in sorted({goal.name for one in found for game in one.played for goal in game.goals}):
        line = [name]
        for one in found:
            lay = [goal for game in one.played for goal in game.goals if goal.name == name]
            line += [str(len(lay)), share(sum(goal.reached for goal in lay), len(lay))]
            if one.setting.seats > 1:
                line.append(spread([goal.points for goal in lay]))
        rows.append(line)
    words = ["on the table (sheets)", "reached", *(["points it brought"] if found[0].setting.seats > 1 else [])]
    alone = "<p>Alone a goal brings no points: each one reached takes ten off the target.</p>"
    return table(["goal", *each_side(found, words)], rows) + (alone if found[0].setting.seats == 1 else "")


# ---------------------------------------------------------------- the board
def warmth(one: Figures) -> Warmth:
    return Warmth(one.label, one.watch.marks, one.watch.kinds, one.used, one.worth)


def places(found: list[Figures]) -> str:
    """The places of each kind: those that changed most, or where there is nothing to compare those used most."""
    body = []
    for kind, words in found[0].watch.kinds.items():
        sides = [{mark.name for mark in one.watch.marks if mark.kind == kind} for one in found]
        alike = len(found) > 1 and 2 * len(sides[0] & sides[1]) > len(sides[0] | sides[1])
        body += (
            [most_changed(found, kind, words)]
            if alike
            else [most_used(one, kind, words, f", {one.label}" if len(found) > 1 else "") for one in found]
        )
    return "".join(body)


def most_used(one: Figures, kind: str, words: MarkKind, label: str) -> str:
    used, worth = by_place(one, kind, "used"), by_place(one, kind, "worth")
    shown = sorted(used, key=lambda name: -sum(used[name]))[:MOST_PLACES]
    rows = [[name, (portion if words.in_percent else spread)(used[name]), spread(worth[name])] for name in shown]
    title = f"{kind}{' (used most)' if len(used) > len(shown) else ''}{label}"
    if words.worth:
        return table([title, words.used, words.worth], rows)
    return table([title, words.used], [line[:2] for line in rows])


def most_changed(found: list[Figures], kind: str, words: MarkKind) -> str:
    """Those that only one of the boards has come first."""
    body = []
    for what, column in (("used", words.used), ("worth", words.worth)):
        sides = [by_place(one, kind, what) for one in found]

        def change(name: str, sides: list[dict[str, list[float]]] = sides) -> float:
            first, second = (mean_interval(side[name])[0] if name in side else 1e9 for side in sides)
            return abs(second - first)

        shown = sorted(dict.fromkeys(name for side in sides for name in side), key=change, reverse=True)[:MOST_PLACES]
        if column:
            rows = [row(name, [side.get(name, []) for side in sides]) for name in shown]
            body.append(table([f"{kind} (changed most): {column}", *heads(found)], rows))
    return "".join(body)


def by_place(one: Figures, kind: str, what: str) -> dict[str, list[float]]:
    """One number per game for each place of a kind."""
    columns = zip(*(getattr(game, what) for game in one.played), strict=True)
    return {mark.name: list(values) for mark, values in zip(one.watch.marks, columns, strict=True) if mark.kind == kind}
