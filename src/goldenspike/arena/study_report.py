"""The report of a study: numbers with intervals and the board as a heat map, one setting or two side by side."""

from __future__ import annotations

from html import escape
from typing import Any

import goldenspike as gs

from .pictures import figure, histograms
from .ratings import mean_interval, wilson
from .report import page, table
from .study import Figures

MOST_PLACES = 15


def study_page(name: str, found: list[Figures], word: str) -> str:
    """A whole report."""
    game = gs.game(name)
    count = " and ".join(f"{one.games} games ({one.label})" for one in found)
    seats = found[0].setting.seats
    body = [f"<p>{escape(count)} of {seats} x {escape(word)}; intervals are 95 %.</p>"]
    body += ["<h2>Length and points</h2>", main_figures(found)]
    body.append(histograms({one.label: one.seat_points() for one in found}, "points of a seat"))
    body += ["<h2>Where points come from</h2>", parts(found)]
    if seats > 1:
        body += ["<h2>Seats</h2>", seat_table(found)]
    body += ["<h2>How games ended</h2>", reasons(found)]
    if any(one.plays for one in found):
        body += ["<h2>Special cards</h2>", special(found)]
    body += ["<h2>The board: what is used</h2>", f'<div class="pair">{"".join(heat(one) for one in found)}</div>']
    body += ["<h2>Places</h2>", places(found)]
    return page(f"{game.title}: study", body)


def spread(values: list[float]) -> str:
    mean, low, high = mean_interval(values)
    return f"{mean:.2f} ({low:.2f} to {high:.2f})"


def changed(found: list[Figures], values: list[list[float]]) -> list[str]:
    """The difference of two settings; the same deals are played, so games are compared one by one."""
    if len(found) < 2:
        return []
    pairs = list(zip(values[0], values[1], strict=False))
    if len(values[0]) != len(values[1]) or not pairs:
        return [f"{mean_interval(values[1])[0] - mean_interval(values[0])[0]:+.2f}"]
    mean, low, high = mean_interval([two - one for one, two in pairs])
    return [f"{mean:+.2f} ({low:+.2f} to {high:+.2f})" + (" *" if low > 0 or high < 0 else "")]


def heads(found: list[Figures]) -> list[str]:
    return [one.label for one in found] + (["difference (* certain)"] if len(found) > 1 else [])


def row(name: str, found: list[Figures], values: list[list[float]]) -> list[str]:
    return [name, *(spread(one) for one in values), *changed(found, values)]


def main_figures(found: list[Figures]) -> str:
    margins = [[max(game) - sorted(game)[-2] for game in one.points] if one.setting.seats > 1 else [] for one in found]
    rows = [
        row("decisions per seat", found, [one.decisions for one in found]),
        row("points of a seat", found, [[sum(game) / len(game) for game in one.points] for one in found]),
        row("points of the winner", found, [[max(game) for game in one.points] for one in found]),
    ]
    if all(margins):
        rows.append(row("lead over the second", found, margins))
    else:
        rows.append(row("games won", found, [[game[0] for game in one.won] for one in found]))
    return table(["per game", *heads(found)], rows)


def parts(found: list[Figures]) -> str:
    names = dict.fromkeys(name for one in found for name in one.items)
    return table(
        ["points per seat", *heads(found)],
        [row(name, found, [one.items.get(name, [0.0]) for one in found]) for name in names],
    )


def seat_table(found: list[Figures]) -> str:
    rows = []
    for seat in range(found[0].setting.seats):
        line = [f"seat {found[0].setting.game.seat_names[seat]}"]
        for one in found:
            won = sum(game[seat] for game in one.won)
            low, high = wilson(won, one.games)
            points = mean_interval([game[seat] for game in one.points])[0]
            line.append(f"{won / one.games:.1%} ({low:.1%} to {high:.1%}), {points:.1f} points")
        rows.append(line)
    return table(["games won", *(one.label for one in found)], rows)


def reasons(found: list[Figures]) -> str:
    names = dict.fromkeys(name for one in found for name in one.reasons)
    rows = [[name, *(f"{one.reasons[name] / one.games:.1%}" for one in found)] for name in names]
    return table(["reason", *(one.label for one in found)], rows)


def special(found: list[Figures]) -> str:
    """How often a card is taken, and what it brings its seat against the best choice without it."""
    rows = []
    for name in sorted({name for one in found for name in one.plays}):
        line = [name]
        for one in found:
            line.append(f"{one.plays[name] / (one.games * one.setting.seats):.2f}")
            line.append(spread(one.brought[name]) if len(one.brought.get(name, [])) > 1 else "-")
        rows.append(line)
    titles = [f"{one.label}: {what}" for one in found for what in ("taken per seat", "points it brought")]
    return table(["card", *titles], rows) + (
        "<p>What it brought: the same moment played on with the card and with the best choice without it, "
        "through the same deck; its seat's points with the card less those without.</p>"
    )


def heat(one: Figures) -> str:
    """The board: lines by how often they are used, places by use and (where known) worth."""
    marks, games = one.watch.marks, one.games

    def draw(axes: Any) -> None:
        from matplotlib import colormaps

        colours = colormaps["viridis_r"]
        lines = [k for k, mark in enumerate(marks) if len(mark.points) > 1]
        spots = [k for k, mark in enumerate(marks) if len(mark.points) == 1]
        for k in lines:
            share = min(one.used[k] / games, 1.0)
            across, up = zip(*marks[k].points, strict=True)
            axes.plot(across, up, color=colours(share), linewidth=0.6 + 3 * share, zorder=1)
        most = max((one.used[k] / games for k in spots), default=1.0) or 1.0
        richest = max((one.worth[k] / games for k in spots), default=0.0)
        sizes = [20 + (120 * one.worth[k] / games / richest if richest else 60) for k in spots]
        axes.scatter(
            [marks[k].points[0][0] for k in spots],
            [marks[k].points[0][1] for k in spots],
            s=sizes,
            c=[colours(one.used[k] / games / most) for k in spots],
            edgecolors="#333333",
            linewidths=0.5,
            zorder=2,
        )
        for k in spots:
            axes.annotate(marks[k].id, marks[k].points[0], fontsize=6, ha="center", va="bottom", xytext=(0, 5),
                          textcoords="offset points", zorder=3)  # fmt: skip
        axes.set_aspect("equal")
        axes.axis("off")
        axes.set_title(f"{one.label}: dark is used often" + (", large is worth much" if richest else ""), fontsize=10)

    return figure(draw, width=8.0, height=6.0)


def places(found: list[Figures]) -> str:
    """The most used places, and where two settings are compared those that changed most."""
    first = found[0]
    later = {mark.name: k for k, mark in enumerate(found[-1].watch.marks)}

    def use(one: Figures, k: int) -> float:
        return one.used[k] / one.games

    def change(k: int) -> float:
        mark = first.watch.marks[k]
        return abs(use(found[-1], later[mark.name]) - use(first, k)) if mark.name in later else 9.0

    key = change if len(found) > 1 else (lambda k: use(first, k))
    rows = []
    for kind in dict.fromkeys(mark.kind for mark in first.watch.marks):
        ordered = sorted((k for k, mark in enumerate(first.watch.marks) if mark.kind == kind), key=key, reverse=True)
        for k in ordered[:MOST_PLACES]:
            mark = first.watch.marks[k]
            line = [f"{kind} {mark.name}"]
            for one in found:
                at = next((n for n, other in enumerate(one.watch.marks) if other.name == mark.name), None)
                if at is None:
                    line.append("-")
                    continue
                worth = f", {one.worth[at] / one.games:.1f} points" if any(one.worth) and kind == "city" else ""
                line.append(f"{use(one, at):.2f}{worth}")
            rows.append(line)
    title = "changed most" if len(found) > 1 else "used most"
    return table([f"{title} (railroads per city, share of games for the rest)", *(one.label for one in found)], rows)
