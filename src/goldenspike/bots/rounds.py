"""Rounds of Rail Pass by bots on the virtual clock, and the figures of the team in one report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import mean, median

from goldenspike.games.rail_pass.board import load as load_layout
from goldenspike.games.rail_pass.planner import bound, plan
from goldenspike.games.rail_pass.team_runner import Chair, Outcome, play_round

from .rail_pass import LEVELS

LAYOUTS = tuple(f"RP-L{number}" for number in range(1, 10))
EVERYTHING = 400
WIN = 100
SLOW = Chair(react_ms=4000, see_ms=2000)
AWAY = (30_000, 120_000)


def seats_of(layout: str) -> int:
    return load_layout(layout).players[0]


def team(layout: str, odd: dict[int, Chair] | None = None, *, react_ms: int = 600, see_ms: int = 200) -> list[Chair]:
    """A chair for every seat: all alike but for the odd ones."""
    chairs = [Chair(react_ms=react_ms, see_ms=see_ms) for _ in range(seats_of(layout))]
    for seat, chair in (odd or {}).items():
        chairs[seat] = chair
    return chairs


def level_team(layout: str, name: str) -> list[Chair]:
    level = LEVELS[name]
    return team(layout, react_ms=level.react_ms, see_ms=level.see_ms)


def play_rounds(
    layout: str, seeds: Iterable[int], chairs: Sequence[Chair] | None = None, *, quick: bool = True, **options: object
) -> list[Outcome]:
    """One round per seed."""
    return [play_round(layout, seed, chairs or team(layout), quick=quick, **options) for seed in seeds]


# ---------------------------------------------------------------- figures
def seconds(values: Iterable[int | None]) -> str:
    """The median of moments in seconds; not reached counts as late."""
    middle = median(value if value is not None else 10**9 for value in values)
    return "-" if middle >= 10**8 else f"{middle / 1000:.0f}"


def spread(rounds: Sequence[Outcome]) -> str:
    """Median, lowest and highest score, and the share of wins."""
    scores = [one.score for one in rounds]
    wins = 100 * sum(score >= WIN for score in scores) // len(scores)
    return f"{median(scores):g} [{min(scores)} to {max(scores)}] {wins} %"


def table(write: Callable[[str], None], head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    write("| " + " | ".join(head) + " |")
    write("|" + "---|" * len(head))
    for row in rows:
        write("| " + " | ".join(str(cell) for cell in row) + " |")
    write("")


def report(
    write: Callable[[str], None] = print, *, seeds: int = 100, few: int = 12, plans: int = 3, quick: bool = True
) -> None:
    """Every figure of the team: complete rounds, options, speeds, odd seats, and the planner beside the bound."""
    write(f"### All nine layouts, react 600 ms, see 200 ms, dexterity off, seeds 0 to {seeds - 1}\n")
    table(write, HEAD, (complete_row(layout, range(seeds), quick) for layout in LAYOUTS))
    write(f"### The same with dexterity timed, and the expert version, seeds 0 to {seeds - 1}\n")
    table(write, OPTION_HEAD, (option_row(layout, range(seeds), quick) for layout in LAYOUTS))
    write(f"### Slower teams, {few} seeds: median score [range] and wins\n")
    slower = ((900, 300), (1500, 800), (2500, 1500), (3000, 1500), (4000, 2000))
    table(
        write,
        ["layout", *(f"react {react}, see {see}" for react, see in slower)],
        (speed_row(layout, range(few), slower, quick) for layout in LAYOUTS),
    )
    write(f"### One odd seat among quick ones, {few} seeds: median score [range] and wins\n")
    head = (
        "layout",
        "P1 slow (react 4000)",
        "P2 slow",
        "P1 random",
        "P2 random",
        "P1 away 30 to 120 s",
        "P2 never comes",
    )
    table(write, head, (odd_row(layout, range(few), quick) for layout in LAYOUTS))
    if plans:
        write(f"### Team, planner and bound: median seconds over seeds 0 to {plans - 1}\n")
        table(write, PLAN_HEAD, (plan_row(layout, range(plans), quick) for layout in LAYOUTS))


HEAD = (
    "layout", "all 120 cubes", "lowest score", "quits", "refused", "to 100, s", "to 150, s", "to all, s",
    "x bound (100)", "x bound (all)", "passes + own moves", "offers withdrawn", "longest gap, s",
    "commands per seat",
)  # fmt: skip

OPTION_HEAD = (
    "layout", "timed: all 120 cubes", "dropped, wrecks, quits", "refused", "to all, s", "expert: median [range] wins",
    "expert: all 120 cubes", "quits, refused",
)  # fmt: skip
ODD_HEAD = (
    "layout", "P1 slow (react 4000)", "P2 slow", "P1 random", "P2 random", "P1 away 30 to 120 s", "P2 never comes",
)  # fmt: skip
PLAN_HEAD = (
    "layout", "bound 100", "planner 100", "team 100", "bound all", "planner all", "team all",
    "planner / bound (all)", "team / bound (all)",
)  # fmt: skip


def complete_row(layout: str, seeds: range, quick: bool) -> list[object]:
    rounds = play_rounds(layout, seeds, quick=quick)
    assert rounds[0] == play_round(layout, seeds[0], quick=False), "compiled and interpreted must agree"
    gaps = [one.longest_gap / 1000 for one in rounds]
    to_100, to_all = seconds(one.to_100 for one in rounds), seconds(one.to_all for one in rounds)
    return [
        layout,
        f"{sum(one.score == EVERYTHING for one in rounds)} of {len(rounds)}",
        min(one.score for one in rounds),
        sum(one.gone for one in rounds),
        sum(one.refused for one in rounds),
        to_100,
        seconds(one.to_150 for one in rounds),
        to_all,
        f"{1000 * float(to_100) / bound(layout, '100'):.1f}",
        f"{1000 * float(to_all) / bound(layout):.1f}",
        f"{median(one.passes for one in rounds):.0f} + {median(one.moves for one in rounds):.0f}",
        f"{mean(one.withdrawn for one in rounds):.1f}",
        f"{median(gaps):.0f}, worst {max(gaps):.0f}",
        " ".join(f"{mean(one.given[seat] for one in rounds):.0f}" for seat in range(seats_of(layout))),
    ]


def option_row(layout: str, seeds: range, quick: bool) -> list[object]:
    timed = play_rounds(layout, seeds, quick=quick, dexterity="timed")
    expert = play_rounds(layout, seeds, quick=quick, expert=True)
    faults = [sum(getattr(one, name) for one in timed) for name in ("dropped", "wrecks", "gone")]
    return [
        layout,
        f"{sum(one.score == EVERYTHING for one in timed)} of {len(timed)}",
        ", ".join(map(str, faults)),
        sum(one.refused for one in timed),
        seconds(one.to_all for one in timed),
        spread(expert),
        f"{sum(one.score == EVERYTHING for one in expert)} of {len(expert)}",
        f"{sum(one.gone for one in expert)}, {sum(one.refused for one in expert)}",
    ]


def speed_row(layout: str, seeds: range, speeds: Sequence[tuple[int, int]], quick: bool) -> list[object]:
    row: list[object] = [layout]
    for react, see in speeds:
        row.append(spread(play_rounds(layout, seeds, team(layout, react_ms=react, see_ms=see), quick=quick)))
    return row


def odd_row(layout: str, seeds: range, quick: bool) -> list[object]:
    odd: list[dict[int, Chair]] = [{0: SLOW}, {1: SLOW}, {0: Chair("random")}, {1: Chair("random")}]
    odd += [{0: Chair(away=AWAY)}, {1: Chair(away=(0, 1 << 40))}]
    return [layout, *(spread(play_rounds(layout, seeds, team(layout, one), quick=quick)) for one in odd)]


def plan_row(layout: str, seeds: range, quick: bool) -> list[object]:
    rounds = play_rounds(layout, seeds, quick=quick)
    found = {goal: [plan(layout, seed, goal, quick=quick).reached for seed in seeds] for goal in ("100", "all")}
    low, least = bound(layout, "100"), bound(layout)
    by_plan, by_team = seconds(found["all"]), seconds(one.to_all for one in rounds)
    return [
        layout,
        f"{low / 1000:.0f}",
        seconds(found["100"]),
        seconds(one.to_100 for one in rounds),
        f"{least / 1000:.0f}",
        by_plan,
        by_team,
        f"{1000 * float(by_plan) / least:.2f}",
        f"{1000 * float(by_team) / least:.2f}",
    ]
