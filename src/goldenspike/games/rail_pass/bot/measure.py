"""Rounds of Rail Pass by bots on the virtual clock, and the figures of a team over many seeds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from pathlib import Path
from statistics import mean, median
from typing import Any

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting, Value
from goldenspike.games.rail_pass.board.load import BUILT_IN, Layout
from goldenspike.games.rail_pass.board.load import load as load_layout
from goldenspike.games.rail_pass.bot.run_round import Outcome, SeatProfile, play_round
from goldenspike.games.rail_pass.bot.schedule import TRIES, bound, plan
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPass

from .partners import LEVELS

LAYOUTS = tuple(f"RP-L{number}" for number in range(1, 10))
SLOW = SeatProfile(react_ms=4000, see_ms=2000)
FOR_EVER = 1 << 40
# Partners as quick as people land in this band within the express times; a layout outside it is too hard or too easy.
BAND = (60, 200)
BAND_REACT_MS, BAND_SEE_MS = 2500, 1500


def seats_of(layout: str | Layout) -> int:
    return load_layout(layout).players[0]


def most_links(layout: str | Layout) -> int:
    """How many links the busiest city has."""
    return max(map(len, load_layout(layout).neighbours.values()))


def team(
    layout: str | Layout, odd: Mapping[int, SeatProfile] | None = None, *, react_ms: int = 600, see_ms: int = 200
) -> list[SeatProfile]:
    """A profile for every seat: all alike but for the odd ones."""
    profiles = [SeatProfile(react_ms=react_ms, see_ms=see_ms) for _ in range(seats_of(layout))]
    for seat, profile in (odd or {}).items():
        if not 0 <= seat < len(profiles):
            raise BadOption(f"{layout} has {len(profiles)} seats; there is no P{seat + 1}")
        profiles[seat] = profile
    return profiles


def level_team(layout: str | Layout, name: str) -> list[SeatProfile]:
    level = LEVELS[name]
    return team(layout, react_ms=level.react_ms, see_ms=level.see_ms)


def read_team_options(options: Mapping[str, object], game: RailPass = RAIL_PASS) -> dict[str, Value]:
    """The options of a round by the team: on the virtual clock, with steady hands if nothing else is said."""
    for taken in ("clock", "rounds", "preset"):
        if taken in options:
            raise BadOption(f"the team is measured in one round on the virtual clock; leave {taken} out")
    return game.read_options({"clock": "virtual", "dexterity": "off", **options})


def play_rounds(
    layout: str | Layout,
    seeds: Iterable[int],
    profiles: Sequence[SeatProfile] | None = None,
    *,
    quick: bool = True,
    **options: object,
) -> list[Outcome]:
    """One round per seed."""
    return [
        play_round(layout, seed, profiles or team(layout), quick=quick, game=RAIL_PASS, **options) for seed in seeds
    ]


# ---------------------------------------------------------------- figures
@dataclass(frozen=True)
class Trial:
    """What is measured: layouts and seeds, how quick the seats are, who is odd among them, and the options."""

    layouts: tuple[str | Layout, ...] = LAYOUTS
    seeds: range = range(10)
    react_ms: int = 600
    see_ms: int = 200
    odd: Mapping[int, SeatProfile] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    plans: int = 0  # for how many of the seeds the planner looks for a better schedule
    tries: int = TRIES
    quick: bool = True

    def __post_init__(self) -> None:
        if not self.layouts or not self.seeds:
            raise BadOption("there is nothing to measure: name layouts and at least one seed")
        for layout in self.layouts:
            if isinstance(layout, str) and layout not in BUILT_IN and not Path(layout).is_file():
                raise BadOption(
                    f"there is no layout {layout[:40]!r}, and no such file; there are {', '.join(BUILT_IN)}"
                )
            team(layout, self.odd, react_ms=self.react_ms, see_ms=self.see_ms)


def measure(trial: Trial, layout: str | Layout, step: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """The figures of one layout; moments in seconds, None where half of the rounds did not get there."""
    board = load_layout(layout)
    profiles = team(board, trial.odd, react_ms=trial.react_ms, see_ms=trial.see_ms)
    rounds = []
    for seed in trial.seeds:
        rounds.append(play_round(board, seed, profiles, quick=trial.quick, game=RAIL_PASS, **trial.options))
        step()
    figures = summary(rounds, trial.react_ms, board)
    if trial.plans:
        seeds = trial.seeds[: trial.plans]
        for goal, name in (("100", "100"), ("all", "all")):
            found = []
            for seed in seeds:
                found.append(plan(board, seed, goal, tries=trial.tries, react_ms=trial.react_ms, quick=trial.quick))
                step()
            figures[f"planner to {name}"] = middle([one.reached for one in found])
            figures[f"team to {name}, same seeds"] = middle([one.team for one in found])
        figures["planned seeds"] = len(seeds)
    return figures


def summary(rounds: Sequence[Outcome], react_ms: int, layout: Layout) -> dict[str, Any]:
    """The results of rounds on one layout."""
    scores = [one.score for one in rounds]
    gaps = [one.longest_gap / 1000 for one in rounds]
    to_100, to_all = middle([one.to_100 for one in rounds]), middle([one.to_all for one in rounds])
    least_100, least_all = bound(layout, "100", react_ms) / 1000, bound(layout, "all", react_ms) / 1000
    return {
        "layout": layout.id,
        "rounds": len(rounds),
        "complete": sum(one.to_all is not None for one in rounds),
        "won": sum(one.won for one in rounds),
        "score": median(scores),
        "lowest score": min(scores),
        "highest score": max(scores),
        "base": median(one.base for one in rounds),
        "to 100": to_100,
        "to 150": middle([one.to_150 for one in rounds]),
        "to all": to_all,
        "to 100, 95 %": span([one.to_100 for one in rounds]),
        "to all, 95 %": span([one.to_all for one in rounds]),
        "bound to 100": least_100,
        "bound to all": least_all,
        "x bound to 100": None if to_100 is None else round(to_100 / least_100, 2),
        "x bound to all": None if to_all is None else round(to_all / least_all, 2),
        "quits": sum(one.gone for one in rounds),
        "dropped": sum(one.dropped for one in rounds),
        "wrecks": sum(one.wrecks for one in rounds),
        "refused": sum(one.refused for one in rounds),
        "passes": median(one.passes for one in rounds),
        "own moves": median(one.moves for one in rounds),
        "offers withdrawn": round(mean(one.withdrawn for one in rounds), 2),
        "longest gap": round(median(gaps), 1),
        "worst gap": round(max(gaps), 1),
        "longest standstill": round(max(one.longest_still for one in rounds) / 1000, 1),
        "stood still": [
            {"seed": one.seed, "from": round(one.still_from / 1000, 1), "seconds": round(one.longest_still / 1000, 1)}
            for one in rounds
            if one.stood_still
        ],
        "commands": [round(mean(one.given[seat] for one in rounds)) for seat in range(len(rounds[0].given))],
        "delivered": [round(mean(one.stored[city] for one in rounds), 1) for city in range(len(rounds[0].stored))],
    }


def by_hub(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The figures of many layouts, put together by level and by the number of links of the busiest city."""
    groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row.get("level", ""), row["links of the hub"]), []).append(row)
    found = []
    levels = list(dict.fromkeys(level for level, _ in groups))
    for level, links in sorted(groups, key=lambda one: (levels.index(one[0]), one[1])):
        group = groups[level, links]
        to_all = [row["to all"] for row in group if row["to all"] is not None]
        found.append(
            {
                **({"level": level} if level else {}),
                "links of the hub": links,
                "layouts": len(group),
                **{name: sum(row[name] for row in group) for name in ("rounds", "complete", "won")},
                "to all": median(to_all) if 2 * len(to_all) > len(group) else None,
                "offers withdrawn": round(mean(row["offers withdrawn"] for row in group), 2),
                "worst gap": max(row["worst gap"] for row in group),
                "longest standstill": max(row["longest standstill"] for row in group),
                "stood still": sum(len(row["stood still"]) for row in group),
            }
        )
    return found


def middle(moments: Sequence[int | None]) -> float | None:
    """The median of moments in seconds; not reached counts as late."""
    found = median(moment if moment is not None else FOR_EVER for moment in moments)
    return None if found >= FOR_EVER // 2 else round(found / 1000, 1)


def span(moments: Sequence[int | None]) -> tuple[float | None, float | None]:
    """Between which moments the median lies in 95 of 100 samples like this one, in seconds."""
    ordered = sorted(moment if moment is not None else FOR_EVER for moment in moments)
    low, high = around_median(len(ordered))
    return middle([ordered[low]]), middle([ordered[high]])


def around_median(count: int) -> tuple[int, int]:
    """The places of two among so many ordered values: the median lies between them in 95 of 100 samples."""
    half, aside = count / 2, 0.98 * count**0.5
    return max(floor(half - aside) - 1, 0), min(ceil(half + aside), count - 1)


def alarms(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The layouts whose median score without penalties is outside the band (RP-DIG-23)."""
    return [row["layout"] for row in rows if not BAND[0] <= row["base"] <= BAND[1]]


def bench(setting: Setting, rate: Callable[[Callable[[], int]], float]) -> dict[str, Any]:
    """Whole rounds on the virtual clock in which every seat keeps its time to see and to react."""
    layout = setting.board.id
    random_seats = team(layout, dict.fromkeys(range(setting.seats), SeatProfile("random")))
    figures = {}
    for name, profiles in (("random", random_seats), ("bot team", team(layout))):
        seeds = itertools.count()

        def work(profiles: Sequence[SeatProfile] = profiles, seeds: Iterator[int] = seeds) -> int:
            play_round(layout, next(seeds), profiles)
            return 1

        figures[f"virtual-clock rounds/s, {name}"] = round(rate(work), 1)
    return figures
