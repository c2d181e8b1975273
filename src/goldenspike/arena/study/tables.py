"""The tables of a report: numbers with intervals, one setting or several side by side."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.drawing.intervals import mean_interval
from goldenspike.drawing.report import each_side, heads, portion, row, share, spread, table
from goldenspike.engine.study import SHARE, MarkKind, Measure

from .played import PHASES, Choices, Figures
from .verdicts import Side

MOST_PLACES, LEAST_PLACES = 15, 8


# ---------------------------------------------------------------- numbers side by side
def measured(found: list[Figures], measures: Sequence[Measure]) -> str:
    """Every measure of a study, with the difference from the first version."""
    rows = []
    for measure in measures:
        values = [Side(one.label, one.played).values(measure) for one in found]
        known = [[v * 100 if measure.form == SHARE else v for v in one if v is not None] for one in values]
        if any(known):
            # Games that lack the figure in one version are left out of both.
            kept = [k for k in range(min(map(len, values))) if all(one[k] is not None for one in values)]
            both = [[_number(one[k]) * (100 if measure.form == SHARE else 1) for k in kept] for one in values]
            name = f"{measure.name}, %" if measure.form == SHARE else measure.name
            rows.append([name, *(spread(one) for one in known), *row("", both)[1 + len(found) :]])
    rows.append(row("decisions per seat", [[game.decisions for game in one.played] for one in found]))
    return table(["mean of a game", *heads(found)], rows)


def _number(value: float | None) -> float:
    return 0.0 if value is None else value


def decisions_by_phase(found: list[Figures]) -> str:
    """Choices and forced decisions by third of the game."""
    rows = []
    for k, phase in enumerate(PHASES):
        line = [phase]
        for one in found:
            line += _choices(sum((game.phases[k] for game in one.played if game.phases), Choices()), one)
        rows.append(line)
    return table(["third of the game", *each_side(found, ["decisions a game", "without a choice", "choices"])], rows)


def decisions_by_verb(found: list[Figures]) -> str:
    """The same by what was done."""
    counted = [one.verbs() for one in found]
    names = dict.fromkeys(name for one in counted for name in one)
    rows = []
    for name in sorted(names, key=lambda name: -max(one.get(name, Choices()).decisions for one in counted)):
        line = [name]
        for one, verbs in zip(found, counted, strict=True):
            line += _choices(verbs.get(name, Choices()), one)
        rows.append(line)
    return table(["what was done", *each_side(found, ["decisions a game", "without a choice", "choices"])], rows)


def _choices(part: Choices, one: Figures) -> list[str]:
    if not part.decisions:
        return ["0", "-", "-"]
    forced = f"{100 * part.forced / part.decisions:.0f} %"
    free = f"{part.free:.1f}" if part.decisions > part.forced else "-"
    return [f"{part.decisions / max(1, one.games):.1f}", forced, free]


def left_over(found: list[Figures]) -> str:
    """What nobody used, with the share of games in which something was left."""
    left = [one.left for one in found]
    names = dict.fromkeys(name for one in left for name in one)
    rows = []
    for name in sorted(names, key=lambda name: -max(sum(one.get(name, [0.0])) for one in left)):
        line = [name]
        for one in left:
            values = one.get(name, [])
            line += [spread(values), portion([float(value > 0) for value in values])]
        rows.append(line)
    return table(["left over", *each_side(found, ["at the end", "games with some left"])], rows)


def least_used(found: list[Figures]) -> str:
    """The places of each kind that the fewest games use."""
    body = []
    for one in found:
        suffix = f", {one.label}" if len(found) > 1 else ""
        for kind, words in one.watch.kinds.items():
            places = [
                (games, mark.name)
                for mark, games in zip(one.watch.marks, one.visited, strict=True)
                if mark.kind == kind and words.worth
            ]
            rows = [[name, share(games, one.games)] for games, name in sorted(places)[:LEAST_PLACES]]
            if rows:
                body.append(table([f"{kind}{suffix}", "games that use it"], rows))
    return "".join(body)


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
def places(found: list[Figures]) -> str:
    """The places of each kind: those that changed most, or where there is nothing to compare those used most."""
    body = []
    for kind, words in found[0].watch.kinds.items():
        sides = [{mark.name for mark in one.watch.marks if mark.kind == kind} for one in found]
        alike = len(found) > 1 and all(2 * len(sides[0] & side) > len(sides[0] | side) for side in sides[1:])
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
            means = [mean_interval(side[name])[0] if name in side else 1e9 for side in sides]
            return max(means) - min(means)

        shown = sorted(dict.fromkeys(name for side in sides for name in side), key=change, reverse=True)[:MOST_PLACES]
        if column:
            rows = [row(name, [side.get(name, []) for side in sides]) for name in shown]
            body.append(table([f"{kind} (changed most): {column}", *heads(found)], rows))
    return "".join(body)


def by_place(one: Figures, kind: str, what: str) -> dict[str, list[float]]:
    """One number per game for each place of a kind."""
    columns = zip(*(getattr(game, what) for game in one.played), strict=True)
    return {mark.name: list(values) for mark, values in zip(one.watch.marks, columns, strict=True) if mark.kind == kind}
