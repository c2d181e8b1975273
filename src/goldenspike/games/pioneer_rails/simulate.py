"""The figures of PR-SHEET-14: bots play a sheet inside compiled code, on all cores, and are counted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting

from .board.load import SUITS, Sheet, Terrain, goals
from .bot import measured_game as row

BOTS = ("random", "greedy")
PARTS = ("gold", "banks", "jails", "escaped", "forts", "ranches", "yards", "towns", "goals", "hands")
SHARE_OUT = 5  # games per call of compiled code
MOST_GAMES = 100_000
FEATURES = (
    Terrain.MINE, Terrain.BANK, Terrain.SALOON, Terrain.FORT, Terrain.YARD, Terrain.CATTLE, Terrain.JAIL,
    Terrain.BANDIT,
)  # fmt: skip

# What good sheets keep to, for each bot alone with goals ignored (PR-SHEET-14).
MEAN = {"random": (30.0, 45.0), "greedy": (75.0, 95.0)}
ABOVE_60 = {"random": (0.0, 0.05), "greedy": (0.90, 1.0)}
LARGEST_PART = 0.30
LEAST_COMPLETED = 0.60
DEALER = 2.0
# A bot that wants one goal reaches nearly all of them within twenty turns: what separates players is the turn.
GOAL_SHARE = 0.40
GOAL_TURN = (4, 18)
# A goal that asks for one single feature can be met with two cards.
ONE_FEATURE, SOONEST = frozenset({"1E", "1J"}), 2
# Two crossings, or six captives, take a plan of many turns, which a bot that looks at one turn does not make: for these
# the check of the sheet, which looks for a way within twenty turns, is all that is asked.
PLANNED = frozenset({"1I", "1M", "2D"})


@dataclass(frozen=True)
class Run:
    """What is played: a sheet, a bot, so many games and seats."""

    sheet: Sheet
    bot: str
    games: int
    seats: int = 1
    goal_games: int = 0
    seed: int = 1869

    def __post_init__(self) -> None:
        if self.bot not in BOTS:
            raise BadOption(f"there is no bot {self.bot!r} to measure with; there are {', '.join(BOTS)}")
        if not 1 <= self.games <= MOST_GAMES or not 0 <= self.goal_games <= MOST_GAMES:
            raise BadOption(f"games are 1 to {MOST_GAMES}")

    @property
    def goals(self) -> list[tuple[int, str]]:
        """The goals that belong to the map, by number."""
        return [(k, str(card["id"])) for k, card in enumerate(goals()) if self.sheet.map in card["maps"]]

    @property
    def length(self) -> int:
        """All games to play: the measured ones and those after each single goal."""
        return self.games + self.goal_games * len(self.goals)


def measure(run: Run, step: Callable[[int], None] = lambda games: None, fast: Any = None) -> dict[str, Any]:
    """All figures of a run as plain data; the same run gives the same figures on any number of cores.

    ``fast`` is the compiled rules, if they are there already.
    """
    simulator = Simulator(run, fast)
    alone = run.seats == 1
    rows = simulator.play(run.games, row.GOALS_IGNORED if alone else row.GOALS_DEALT, step)
    found: dict[str, Any] = {
        "sheet": run.sheet.id,
        "name": run.sheet.name,
        "hash": run.sheet.hash,
        "bot": run.bot,
        "seats": run.seats,
        "games": run.games,
        "goals on the table": "none" if alone else "as dealt",
        "score": score_figures(rows),
        "parts": part_figures(rows),
        "features": feature_figures(run.sheet, rows),
        "hexes": hex_figures(run.sheet, rows),
        "use": use_figures(rows),
        "goals": {name: goal_figures(rows[:, row.ROW_GOALS + k]) for k, name in run.goals},
    }
    if run.seats > 1:
        found["first dealer"] = dealer_figures(rows, run.seats)
    if run.goal_games:
        found["goal games"] = run.goal_games
        found["single goals"] = {}
        for k, name in run.goals:
            wanted = simulator.play(run.goal_games, k, step)
            found["single goals"][name] = goal_figures(wanted[:, row.ROW_GOALS + k])
    found["bands"] = bands(found)
    return found


class Simulator:
    """Compiled rules, a sheet, and room for every core."""

    def __init__(self, run: Run, fast: Any = None) -> None:
        import numpy as np

        game = gs.game("pioneer-rails")
        setting: Setting = game.setting(game.read_options({}), run.sheet, game.read_seats(run.seats))
        self.run = run
        self.cores = os.cpu_count() or 1
        self.fast = fast or game.compiled()
        self.states, self.dice = game.state.array(self.cores), game.state.array(self.cores)
        self.boards = type(setting.b).array([setting.b])
        self.out = [np.zeros(game.most_legal, np.int64) for _ in range(self.cores)]

    def play(self, games: int, goal: int, step: Callable[[int], None]) -> Any:
        """Rows of figures, one per game and seat; compiled code lets go of Python, so threads use all cores."""
        import numpy as np

        run = self.run
        rows = np.zeros((games * run.seats, row.ROW_WIDTH), np.int64)
        free = list(range(self.cores))

        def some(first: int) -> int:
            core = free.pop()
            last = min(first + SHARE_OUT, games)
            try:
                self.fast.measure_games(
                    self.states, core, self.boards, 0, run.seats, first, last, run.seed, self.dice, core,
                    self.out[core], BOTS.index(run.bot), goal, rows,
                )  # fmt: skip
            finally:
                free.append(core)
            return last - first

        with ThreadPoolExecutor(self.cores) as pool:
            for done in pool.map(some, range(0, games, SHARE_OUT)):
                step(done)
        return rows


# ---------------------------------------------------------------- counting
def spread(values: Any) -> dict[str, float]:
    import numpy as np

    low, middle, high = (float(value) for value in np.percentile(values, (10, 50, 90)))
    return {
        "mean": round(float(values.mean()), 2),
        "sd": round(float(values.std(ddof=1)), 2) if len(values) > 1 else 0.0,
        "p10": round(low, 1),
        "median": round(middle, 1),
        "p90": round(high, 1),
        "least": int(values.min()),
        "most": int(values.max()),
    }


def score_figures(rows: Any) -> dict[str, float]:
    """The score without goals."""
    points = rows[:, row.ROW_TOTAL] - rows[:, row.ROW_PARTS + PARTS.index("goals")]
    return {**spread(points), "above 60": round(float((points > 60).mean()), 4)}


def part_figures(rows: Any) -> dict[str, dict[str, float]]:
    """Mean points of each part, and their share of the mean score without goals."""
    means = {part: float(rows[:, row.ROW_PARTS + k].mean()) for k, part in enumerate(PARTS)}
    whole = sum(points for part, points in means.items() if part != "goals")
    return {
        part: {"mean": round(points, 2), "share": round(points / whole, 3) if whole and part != "goals" else 0.0}
        for part, points in means.items()
        if points
    }


def feature_figures(sheet: Sheet, rows: Any) -> dict[str, dict[str, float]]:
    """How many of a kind are completed, and in how many games at least one is; of Forest Forts the sides."""
    found = {}
    for kind in FEATURES:
        hexes = [row.ROW_HEXES + h for h in sheet.of(kind)]
        if hexes:
            each = rows[:, hexes].sum(axis=1)
            found[kind.name.lower()] = {
                "printed": len(hexes),
                "mean": round(float(each.mean()), 2),
                "games": round(float((each > 0).mean()), 3),
            }
    towns = rows[:, row.ROW_TOWNS]
    found["town"] = {
        "printed": len(sheet.towns),
        "mean": round(float(towns.mean()), 2),
        "games": round(float((towns > 0).mean()), 3),
    }
    return found


def hex_figures(sheet: Sheet, rows: Any) -> dict[str, dict[str, Any]]:
    """How often each single feature is completed (a Forest Fort: touched)."""
    return {
        sheet.grid.hex_names[h]: {
            "kind": sheet.terrain[h].name.lower(),
            "games": round(float((rows[:, row.ROW_HEXES + h] > 0).mean()), 3),
        }
        for h in sheet.of(*FEATURES)
    }


def use_figures(rows: Any) -> dict[str, float]:
    """Tracks of each railway and what Town symbols were spent on, per game and seat."""
    means = {f"tracks {suit}": rows[:, row.ROW_RAILS + k].mean() for k, suit in enumerate(SUITS)}
    means["tracks"] = sum(means.values())
    means["network"] = rows[:, row.ROW_NETWORK].mean()
    means["towns spent"] = rows[:, row.ROW_SPENT].mean()
    special = 0
    for name, column in (
        ("bridge", row.ROW_BRIDGES),
        ("tunnel", row.ROW_TUNNELS),
        ("shortcut", row.ROW_SHORTCUTS),
        ("switch", row.ROW_SWITCHES),
        ("suit", row.ROW_SUITS),
    ):
        means[name] = rows[:, column].mean()
        special += means[name]
    means["track only"] = means["towns spent"] - special
    return {name: round(float(mean), 2) for name, mean in means.items()}


def goal_figures(turns: Any) -> dict[str, float]:
    """Share of games in which a goal was met, and the turn in those that met it (0 if none did)."""
    import numpy as np

    met = turns[turns > 0]
    low, middle, high = np.percentile(met, (10, 50, 90), method="nearest") if len(met) else (0, 0, 0)
    return {"share": round(len(met) / len(turns), 3), "p10": int(low), "turn": int(middle), "p90": int(high)}


def dealer_figures(rows: Any, seats: int) -> dict[str, float]:
    """How many points more than the others, on average, the seat has that deals first."""
    totals = rows[:, row.ROW_TOTAL].reshape(-1, seats)
    first = rows[:, row.ROW_DEALS_FIRST].reshape(-1, seats)
    own = (totals * first).sum(axis=1)
    more = own - (totals.sum(axis=1) - own) / (seats - 1)
    error = float(more.std(ddof=1)) / len(more) ** 0.5 if len(more) > 1 else 0.0
    return {"more": round(float(more.mean()), 2), "error": round(error, 2)}


# ---------------------------------------------------------------- bands
def bands(found: dict[str, Any]) -> list[dict[str, Any]]:
    """Each figure that PR-SHEET-14 limits, with its limits and whether it keeps to them."""
    kept: list[dict[str, Any]] = []

    def band(what: str, value: float, low: float | None, high: float | None) -> None:
        ok = (low is None or value >= low) and (high is None or value <= high)
        kept.append({"what": what, "value": value, "low": low, "high": high, "ok": ok})

    bot = found["bot"]
    if found["seats"] > 1:
        band("first dealer's advantage", found["first dealer"]["more"], -DEALER, DEALER)
        return kept
    band("mean score", found["score"]["mean"], *MEAN[bot])
    band("score above 60", found["score"]["above 60"], *ABOVE_60[bot])
    if bot == "greedy":
        part, figures = max(found["parts"].items(), key=lambda item: item[1]["share"])
        band(f"largest part ({part})", figures["share"], None, LARGEST_PART)
        for kind, figures in found["features"].items():
            band(f"{kind} completed", figures["games"], LEAST_COMPLETED, None)
        for name, figures in found.get("single goals", {}).items():
            if name in PLANNED:
                continue
            band(f"goal {name} met", figures["share"], GOAL_SHARE, None)
            low, high = GOAL_TURN
            band(f"goal {name} turn", figures["turn"], SOONEST if name in ONE_FEATURE else low, high)
    return kept


# ---------------------------------------------------------------- for people
def tables(all_found: Sequence[dict[str, Any]]) -> list[Any]:
    """The figures side by side, one column per run."""
    from rich.table import Table

    grid = Table(title="Figures of PR-SHEET-14", title_style="bold")
    grid.add_column("")
    for found in all_found:
        grid.add_column(f"{found['sheet']}\n{found['bot']}, {found['games']} games", justify="right")

    def line(name: str, cell: Callable[[dict[str, Any]], str]) -> None:
        cells = []
        for found in all_found:
            try:
                cells.append(cell(found))
            except KeyError:
                cells.append("")
        if any(cells):
            grid.add_row(name, *cells)

    line("score without goals", lambda f: f"{f['score']['mean']:.1f} ± {f['score']['sd']:.1f}")
    line("10 to 90 %", lambda f: f"{f['score']['p10']:.0f} to {f['score']['p90']:.0f}")
    line("above 60", lambda f: f"{f['score']['above 60']:.1%}")
    line("first dealer has more", lambda f: f"{f['first dealer']['more']:+.1f} ± {f['first dealer']['error']:.1f}")
    grid.add_section()
    for part in PARTS:
        line(part, lambda f, part=part: f"{f['parts'][part]['mean']:.1f} ({f['parts'][part]['share']:.0%})")  # type: ignore[misc]
    grid.add_section()
    for kind in (*(kind.name.lower() for kind in FEATURES), "town"):
        line(f"{kind} completed", lambda f, kind=kind: _completed(f["features"][kind]))  # type: ignore[misc]
    grid.add_section()
    for name in all_found[0]["use"]:
        line(name, lambda f, name=name: f"{f['use'][name]:.1f}")  # type: ignore[misc]
    grid.add_section()
    names = dict.fromkeys(name for found in all_found for name in found["goals"])
    for name in names:
        line(f"goal {name}", lambda f, name=name: _goal(f, name))  # type: ignore[misc]
    grid.caption = (
        "parts: mean points (share); completed: mean number, games with at least one; use: per game and sheet\n"
        "goals: games that met it, on the way; wanting it: games, median turn (10 to 90 %)"
    )
    return [grid, _band_table(all_found)]


def _completed(figures: dict[str, float]) -> str:
    return f"{figures['mean']:.1f} of {figures['printed']}, {figures['games']:.0%}"


def _goal(found: dict[str, Any], name: str) -> str:
    by_the_way = f"{found['goals'][name]['share']:.0%}"
    wanted = found.get("single goals", {}).get(name)
    if wanted is None:
        return f"{by_the_way}, turn {found['goals'][name]['turn']:.0f}"
    return (
        f"{by_the_way}; {wanted['share']:.0%}, turn {wanted['turn']:.0f} ({wanted['p10']:.0f} to {wanted['p90']:.0f})"
    )


def _band_table(all_found: Sequence[dict[str, Any]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    missed = [(found, band) for found in all_found for band in found["bands"] if not band["ok"]]
    if not missed:
        return Text("All bands are kept.", style="green")
    grid = Table(title="Bands missed", title_style="bold red")
    for column in ("sheet", "bot", "figure", "is", "from", "to"):
        grid.add_column(column, justify="left" if column in {"sheet", "bot", "figure"} else "right")
    for found, band in missed:
        limits = ["" if limit is None else f"{limit:g}" for limit in (band["low"], band["high"])]
        grid.add_row(found["sheet"], found["bot"], band["what"], f"{band['value']:g}", *limits)
    return grid
