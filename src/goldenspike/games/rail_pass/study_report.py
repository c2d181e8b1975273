"""The report of a study of Rail Pass: how quick the team is, what holds it up, and the layout as a heat map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from statistics import fmean, median

from goldenspike.drawing.charts import histograms
from goldenspike.drawing.heat_map import Warmth, heat_maps
from goldenspike.drawing.report import about_intervals, about_values, changed, heads, page, portion, row, share, table
from goldenspike.engine.study import Mark, MarkKind, Point
from goldenspike.games.rail_pass.board.load import GRID
from goldenspike.games.rail_pass.bot.measure import FOR_EVER, around_median, middle, span
from goldenspike.games.rail_pass.bot.partners import LEVELS
from goldenspike.games.rail_pass.text.notation import SEAT_NAMES

from .study import Round, RoundFigures

KINDS = {
    "city": MarkKind("cubes delivered per round"),
    "link": MarkKind("trains that passed per round", "seconds per round that trains waited there"),
}
COUNTED: dict[str, Callable[[Round], Sequence[int]]] = {
    "commands": lambda r: r.outcome.given,
    "trains handed over": lambda r: r.gave,
    "trains taken": lambda r: r.took,
    "trains moved alone": lambda r: r.moved,
}
BOW = 0.28  # how far a link swings around a city that lies between its ends


def rounds_page(found: list[RoundFigures], level: str, top: str = "") -> str:
    """A whole report; what stands first is written by whoever asked."""
    count = " and ".join(f"{len(one.rounds)} rounds ({one.label})" for one in found)
    one = found[0].setting
    about = f"{count} by a team of bots, {level}: a command every {LEVELS[level].react_ms / 1000:g} s"
    body = [
        f"<p>{escape(about)}; {one.seats} seats, {one.seconds} s a round. {about_intervals(found)}</p>",
        about_values(found),
        standing_still(found),
        opening_picture(found),
        heat_maps([warmth(side) for side in found]),
        top,
    ]
    body += ["<h2>Score and time</h2>", main_figures(found), times(found)]
    body += ["<h2>Where the score comes from</h2>", parts(found)]
    body += ["<h2>How rounds ended</h2>", endings(found)]
    body += ["<h2>Seats</h2>", seat_table(found)]
    body += ["<h2>Cities</h2>", cities(found), "<h2>Links</h2>", links(found)]
    return page("Rail Pass: study", body)


def opening_picture(found: list[RoundFigures]) -> str:
    """How soon the team wins; where it mostly does not, how much it scores."""
    reached = {side.label: [t / 1000 for r in side.rounds if (t := r.outcome.to_100)] for side in found}
    if all(2 * len(reached[side.label]) > len(side.rounds) for side in found):
        return histograms(reached, "seconds until the team has 100 points")
    return histograms({side.label: side.each(lambda r: r.outcome.score) for side in found}, "score")


def standing_still(found: list[RoundFigures]) -> str:
    """Rounds in which the team itself was stuck tell nothing about the layout: say so, and since when."""
    told = [f"{one.label}: {words}." for one in found if (words := one.standstill)]
    if not told:
        return ""
    about = (
        "For a minute or more no cube was loaded or stored and no train sent over a link, although cubes were left. "
        "Such rounds show a weakness of the team rather than of the layout."
    )
    return f"<p><strong>{escape(' '.join(told))}</strong> {about}</p>"


# ---------------------------------------------------------------- score and time
def main_figures(found: list[RoundFigures]) -> str:
    won = [one.each(lambda r: r.outcome.won) for one in found]
    rows = [
        [
            f"rounds won ({' and '.join(dict.fromkeys(str(one.win) for one in found))} or more)",
            *map(portion, won),
            *changed(won),
        ],
        line("score", found, lambda r: r.outcome.score),
        line("commands of all seats", found, lambda r: sum(r.outcome.given)),
        line("trains handed over", found, lambda r: sum(r.passes)),
        line("trains moved between own cities", found, lambda r: sum(r.moves)),
        line("longest time without a delivery, s", found, lambda r: r.outcome.longest_gap / 1000),
        line("longest time in which nobody did anything useful, s", found, lambda r: r.outcome.longest_still / 1000),
    ]
    return table(["mean of a round", *heads(found)], rows)


def line(name: str, found: list[RoundFigures], what: Callable[[Round], float]) -> list[str]:
    return row(name, [one.each(what) for one in found])


def times(found: list[RoundFigures]) -> str:
    """Medians, because a round that does not get there counts as late."""
    rows = []
    goals: tuple[tuple[str, Callable[[Round], int | None]], ...] = (
        ("100 points", lambda r: r.outcome.to_100),
        ("150 points", lambda r: r.outcome.to_150),
        ("every cube home", lambda r: r.outcome.to_all),
    )
    for name, moment in goals:
        moments = [[moment(r) for r in one.rounds] for one in found]
        rows.append([name, *map(moment_words, moments), *(later(moments[0], other) for other in moments[1:])])
    return table(["seconds until (median)", *heads(found)], rows)


def moment_words(moments: Sequence[int | None]) -> str:
    """The median and its interval; where half of the rounds did not get there, how many did."""
    value, (low, high) = middle(moments), span(moments)
    there = sum(moment is not None for moment in moments)
    if value is None:
        return f"only {there} of {len(moments)} rounds"
    words = f"{value:.0f} ({'...' if low is None else f'{low:.0f}'} to {'...' if high is None else f'{high:.0f}'})"
    return words if there == len(moments) else f"{words}, {there} of {len(moments)} rounds"


def later(one: Sequence[int | None], other: Sequence[int | None]) -> str:
    """How much later the second setting gets there on the same deals: the median of the differences.

    Nothing is said where most of the deals get there with neither.
    """
    both = list(zip(one, other, strict=False))
    pairs = [pair for pair in both if pair != (None, None)]
    late = sorted((FOR_EVER if b is None else b) - (FOR_EVER if a is None else a) for a, b in pairs)
    if 2 * len(late) <= len(both):
        return "-"
    if abs(median(late)) > FOR_EVER // 2:
        return f"mostly only the {'first' if median(late) > 0 else 'second'} *"
    low, high = (late[place] for place in around_median(len(late)))
    sure = " *" if low > 0 or high < 0 else ""
    return f"{apart(median(late))} ({apart(low)} to {apart(high)}){sure}"


def apart(ms: float) -> str:
    """A difference in seconds; without end where only one of the two gets there."""
    return f"{ms / 1000:+.0f}" if abs(ms) < FOR_EVER // 2 else "+..." if ms > 0 else "-..."


def parts(found: list[RoundFigures]) -> str:
    """What never came up is left out."""
    names = [name for name in found[0].rounds[0].items if any(r.items[name] for one in found for r in one.rounds)]
    rows = [row(name, [[r.items[name] for r in one.rounds] for one in found]) for name in names]
    return table(["points per round", *heads(found)], rows)


def endings(found: list[RoundFigures]) -> str:
    names = dict.fromkeys(r.ended for one in found for r in one.rounds)
    rows = [
        [name, *(share(sum(r.ended == name for r in one.rounds), len(one.rounds)) for one in found)] for name in names
    ]
    return table(["share of rounds", *(one.label for one in found)], rows)


def seat_table(found: list[RoundFigures]) -> str:
    """What each pair of hands does in a round."""
    rows = []
    for seat in range(max(one.setting.seats for one in found)):
        held = [one.setting.board.seats(one.setting.seats).seats for one in found]
        cities = dict.fromkeys(" ".join(seats[seat]) for seats in held if seat < len(seats))
        who = f"{SEAT_NAMES[seat]} ({' / '.join(cities)})"
        for name, count in COUNTED.items():
            values = [[] if seat >= one.setting.seats else one.each(lambda r: count(r)[seat]) for one in found]  # noqa: B023
            rows.append(row(f"{who}: {name}", values))
    return table(["per round", *heads(found)], rows)


# ---------------------------------------------------------------- the layout
def warmth(one: RoundFigures) -> Warmth:
    layout, rounds = one.setting.board, one.rounds
    at = {city.id: (float(GRID[city.id][0]), -float(GRID[city.id][1])) for city in layout.cities}
    marks = [Mark("city", city.id, f"city {city.id}", (at[city.id],)) for city in layout.cities]
    marks += [Mark("link", f"{ln.a}-{ln.b}", ln.kind, way(at[ln.a], at[ln.b], list(at.values()))) for ln in one.links]
    used = [fmean([len(r.home[k]) for r in rounds]) for k in range(len(layout.cities))]
    used += [fmean([r.passes[k] + r.moves[k] for r in rounds]) for k in range(len(one.links))]
    worth = [0.0] * len(layout.cities) + [fmean([r.waited[k] for r in rounds]) for k in range(len(one.links))]
    texts = [f"{city.id}: {used[k]:.1f} cubes" for k, city in enumerate(layout.cities)]
    for k, link in enumerate(one.links, len(texts)):
        waits = f"\nwait {worth[k]:.0f} s" if worth[k] >= 0.5 else ""
        texts.append(f"{link.kind}\n{used[k]:.1f} trains{waits}")
    return Warmth(one.label, marks, KINDS, used, worth, texts)


def way(a: Point, b: Point, cities: Sequence[Point]) -> tuple[Point, ...]:
    """The line of a link: straight, or in a bow around a city between its ends."""
    middle_of = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    if middle_of not in cities:
        return a, b
    up = BOW if a[1] == 0 else -BOW
    return a, (middle_of[0] - 0.5, middle_of[1] + up), (middle_of[0] + 0.5, middle_of[1] + up), b


def cities(found: list[RoundFigures]) -> str:
    """What comes home where, and how early."""
    rows = []
    for name in sorted({city.id for one in found for city in one.setting.board.cities}):
        counts, halves = [], []
        for one in found:
            k = one.setting.board.index.get(name)
            half = one.setting.board.yard // 2
            counts.append([] if k is None else [float(len(r.home[k])) for r in one.rounds])
            halves.append([] if k is None else [half_home(r.home[k], half) for r in one.rounds])
        words = [moment_words(one) if one else "-" for one in halves]
        change = [later(halves[0], other) for other in halves[1:]]
        rows.append((row(name, counts), [name, *words, *change]))
    return table(["city: cubes delivered", *heads(found)], [one for one, _ in rows]) + table(
        ["city: seconds until half of its cubes are home (median)", *heads(found)], [other for _, other in rows]
    )


def half_home(moments: Sequence[int], half: int) -> int | None:
    return moments[half - 1] if 0 < half <= len(moments) else None


def links(found: list[RoundFigures]) -> str:
    """Where trains pass, and where they wait for a hand."""
    names = list(dict.fromkeys(f"{ln.a}-{ln.b}" for one in found for ln in one.links))
    body = []
    for title, what in (
        ("trains handed over", "passes"),
        ("moved between own cities", "moves"),
        ("seconds that trains waited", "waited"),
    ):
        rows = []
        for name in names:
            values, kinds = [], []
            for one in found:
                k = next((k for k, ln in enumerate(one.links) if f"{ln.a}-{ln.b}" == name), None)
                values.append([] if k is None else [float(getattr(r, what)[k]) for r in one.rounds])
                kinds += [] if k is None else [one.links[k].kind]
            rows.append(row(f"{name} {' / '.join(dict.fromkeys(kinds))}", values))
        body.append(table([f"link: {title}", *heads(found)], rows))
    return "".join(body)
