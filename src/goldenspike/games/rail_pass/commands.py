"""The command that measures the Rail Pass team: figures per layout over many seeds, on the virtual clock."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadOption

if TYPE_CHECKING:
    from goldenspike.games.rail_pass.board.load import Layout
    from goldenspike.games.rail_pass.bot.measure import Trial

ABOUT = "measure the Rail Pass team: scores and times per layout over many seeds"
MOST_SEEDS = 10_000
SLOWEST_MS = 60_000
WIDE = 120
MOST_LAYOUTS = 10_000
LESS = frozenset({"spills", "passes", "withdrawn", "longest gap"})
LEAST = frozenset({"won", "range", "quits", "refused"})


def arguments(commands: Any) -> None:
    """The command and its options."""
    command = commands.add_parser("rail-pass-team", help=ABOUT, description=f"{ABOUT}, on the virtual clock.")
    command.add_argument("--layouts", metavar="NAMES", help="such as RP-L1,my-layout.json (the nine if left out)")
    command.add_argument("--random-layouts", type=int, metavar="N", help="instead: so many layouts made by chance")
    command.add_argument("--first-layout", type=int, default=0, metavar="SEED", help="the first of them (0)")
    command.add_argument("--save-layouts", metavar="FOLDER", help="keep them as files, to look at and to play on")
    command.add_argument("--seeds", type=int, default=10, metavar="N", help="rounds per layout (10)")
    command.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (0)")
    command.add_argument("--react", type=int, metavar="MS", help="time between two commands of a seat (600)")
    command.add_argument("--see", type=int, metavar="MS", help="time until a seat notices something (200)")
    command.add_argument("--level", metavar="NAME", help="instead: brakeman, fireman, engineer or superintendent")
    command.add_argument("--ladder", action="store_true", help="measure every level")
    command.add_argument(
        "--dexterity", choices=("off", "timed", "auto_hold"), default="off", help="the option dexterity (off)"
    )
    command.add_argument("--expert", action="store_true", help="the expert version")
    command.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="another option of the game"
    )
    command.add_argument("--slow", action="append", default=[], metavar="SEAT", help="a seat, such as P1, at 4000 ms")
    command.add_argument("--random", action="append", default=[], metavar="SEAT", help="a seat that plays at random")
    command.add_argument(
        "--absent",
        action="append",
        default=[],
        metavar="SEAT[:FROM-TO]",
        help="an absent seat, always or from second FROM to second TO",
    )
    command.add_argument("--plan", type=int, default=0, metavar="N", help="the planner's times for the first N seeds")
    command.add_argument("--tries", type=int, default=60, metavar="N", help="how hard the planner tries (60)")
    command.add_argument(
        "--alarm",
        action="store_true",
        help="react 2500, see 1500, express times: exit code 1 if a layout is outside 60 to 200",
    )
    command.add_argument("--interpreted", action="store_true", help="do not compile: starts at once, runs slower")
    command.add_argument("--markdown", action="store_true", help="print a Markdown table")
    command.add_argument("--json", metavar="FILE", help="write all figures there as well")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    """Measure, show the progress, print the table."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from goldenspike.games.rail_pass.bot.measure import alarms, by_hub, measure, most_links, seats_of

    trials = read_ladder(arguments) if arguments.ladder else {"": read_trial(arguments)}
    trial = next(iter(trials.values()))
    if arguments.json:
        write_json(arguments.json, {"rows": []})  # if it cannot be written, fail now
    rows = []
    bar = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*bar, console=Console(stderr=True), transient=True) as progress:
        total = len(trials) * len(trial.layouts) * (len(trial.seeds) + 2 * min(trial.plans, len(trial.seeds)))
        task = progress.add_task("playing" if arguments.interpreted else "compiling, once", total=total)
        for layout in trial.layouts:
            for level, one in trials.items():
                row = measure(one, layout, lambda: progress.advance(task))
                progress.update(task, description=f"after {row['layout']} {level}".rstrip())
                row["links of the hub"] = most_links(layout)
                rows.append(row if not level else {**row, "seats": seats_of(layout), "level": level})
    words = in_words(trial, each=not arguments.ladder)
    if arguments.json:
        write_json(arguments.json, {"trial": words, "rows": rows})
    shown = by_hub(rows) if arguments.random_layouts is not None else rows
    if arguments.markdown:
        print(markdown(shown))
    else:
        print_table(words, shown)
    still = standstills(rows)
    if still:
        print("\n".join(still))
    if arguments.alarm:
        if found := alarms(rows):
            print(f"alarm: the median is outside 60 to 200 on {', '.join(found)}")
            sys.exit(1)
        print("no alarm: every median is within 60 to 200")
    if still and arguments.random_layouts is not None:
        sys.exit(1)


# ---------------------------------------------------------------- what was asked for
def read_trial(arguments: argparse.Namespace) -> Trial:
    """The trial of a command line; wrong input is one clear line."""
    from goldenspike.engine.game import read_pairs
    from goldenspike.games.rail_pass.bot.measure import BAND_REACT_MS, BAND_SEE_MS, Trial, read_team_options
    from goldenspike.games.rail_pass.bot.partners import LEVELS

    react, see = (BAND_REACT_MS, BAND_SEE_MS) if arguments.alarm else (600, 200)
    if arguments.level is not None:
        if arguments.level not in LEVELS:
            raise BadOption(f"there is no level {arguments.level[:40]!r}; there are {', '.join(LEVELS)}")
        react, see = LEVELS[arguments.level].react_ms, LEVELS[arguments.level].see_ms
    react = react if arguments.react is None else arguments.react
    see = min(see, react) if arguments.see is None else arguments.see
    if not 50 <= react <= SLOWEST_MS or not 0 <= see <= react:
        raise BadOption(f"--react is 50 to {SLOWEST_MS} ms, --see 0 to as much; not {react} and {see}")
    if not 1 <= arguments.seeds <= MOST_SEEDS or not 0 <= arguments.first < 1 << 32:
        raise BadOption(f"--seeds is 1 to {MOST_SEEDS}, --first a seed; not {arguments.seeds} and {arguments.first}")
    if not 0 <= arguments.plan <= arguments.seeds or not 1 <= arguments.tries <= 10_000:
        raise BadOption("--plan is at most the number of seeds, --tries 1 to 10000")
    options: dict[str, object] = {"dexterity": arguments.dexterity, **read_pairs(arguments.option)}
    if arguments.expert:
        options["expert"] = True
    if arguments.alarm:
        options.setdefault("seconds", "express")
    read_team_options(options)
    return Trial(
        layouts=read_layouts(arguments),
        seeds=range(arguments.first, arguments.first + arguments.seeds),
        react_ms=react,
        see_ms=see,
        odd=odd_chairs(arguments, react, see),
        options=options,
        plans=arguments.plan,
        tries=arguments.tries,
        quick=not arguments.interpreted,
    )


def read_layouts(arguments: argparse.Namespace) -> tuple[str | Layout, ...]:
    """The layouts that were named, the nine, or as many by chance."""
    from goldenspike.games.rail_pass.board.random_layouts import random_layout
    from goldenspike.games.rail_pass.bot.measure import LAYOUTS

    count, first, folder = arguments.random_layouts, arguments.first_layout, arguments.save_layouts
    if count is None:
        if folder is not None or first != 0:
            raise BadOption("--first-layout and --save-layouts go with --random-layouts")
        return tuple(arguments.layouts.replace(",", " ").split()) if arguments.layouts is not None else LAYOUTS
    if arguments.layouts is not None:
        raise BadOption("either --layouts or --random-layouts")
    if not 1 <= count <= MOST_LAYOUTS or not 0 <= first < 1 << 32:
        raise BadOption(f"--random-layouts is 1 to {MOST_LAYOUTS}, --first-layout a seed; not {count} and {first}")
    found = tuple(random_layout(seed) for seed in range(first, first + count))
    for layout in found if folder is not None else ():
        write_json(str(Path(folder) / f"{layout.id}.json"), layout.source)
    return found


def read_ladder(arguments: argparse.Namespace) -> dict[str, Trial]:
    """The same trial with every level, the slowest first."""
    from goldenspike.games.rail_pass.bot.partners import LEVELS

    given = (arguments.level, arguments.react, arguments.see, arguments.plan or None, arguments.alarm or None)
    if any(one is not None for one in given):
        raise BadOption("a ladder has every level: leave --level, --react, --see, --plan and --alarm out")
    return {name: read_trial(argparse.Namespace(**{**vars(arguments), "level": name})) for name in LEVELS}


def odd_chairs(arguments: argparse.Namespace, react: int, see: int) -> dict[int, Any]:
    from goldenspike.games.rail_pass.bot.measure import FOR_EVER, SLOW
    from goldenspike.games.rail_pass.bot.run_round import SeatProfile

    odd = {read_seat(word): SLOW for word in arguments.slow}
    odd |= {read_seat(word): SeatProfile("random", react_ms=react, see_ms=see) for word in arguments.random}
    for word in arguments.absent:
        name, colon, span = word.partition(":")
        away = (0, FOR_EVER)
        if colon:
            begins, _, ends = span.partition("-")
            if not (begins.isdecimal() and ends.isdecimal() and len(span) < 10 and int(begins) < int(ends)):
                raise BadOption(f"a seat is absent as in P2 or P2:30-120, in seconds; not {word[:40]!r}")
            away = (1000 * int(begins), 1000 * int(ends))
        odd[read_seat(name)] = SeatProfile(react_ms=react, see_ms=see, away=away)
    return odd


def read_seat(word: str) -> int:
    number = word.upper().removeprefix("P")
    if not (number.isascii() and number.isdecimal() and len(number) == 1 and 1 <= int(number) <= 6):
        raise BadOption(f"a seat is P1 to P6; not {word[:40]!r}")
    return int(number) - 1


def in_words(trial: Trial, each: bool = True) -> str:
    """What was measured, in one line."""
    words = [f"seeds {trial.seeds[0]} to {trial.seeds[-1]}"]
    words += [f"react {trial.react_ms} ms", f"see {trial.see_ms} ms"] if each else ["every level"]
    words += [f"{name} {value}".lower() for name, value in trial.options.items()]
    for seat, profile in sorted(trial.odd.items()):
        if profile.kind == "random":
            words.append(f"P{seat + 1} random")
        elif profile.away is None:
            words.append(f"P{seat + 1} slow ({profile.react_ms} ms)")
        elif profile.away[0] == 0:
            words.append(f"P{seat + 1} absent")
        else:
            words.append(f"P{seat + 1} absent from {profile.away[0] // 1000} to {profile.away[1] // 1000} s")
    return ", ".join(words)


# ---------------------------------------------------------------- what is shown
def cells(row: Mapping[str, Any]) -> dict[str, str]:
    """The columns of a layout's row."""
    if "layouts" in row:
        return hub_cells(row)
    if "level" in row:
        return rung(row)
    found = {
        "layout": row["layout"],
        "all home": f"{row['complete']}/{row['rounds']}",
        "won": f"{100 * row['won'] // row['rounds']} %",
        "score": f"{row['score']:g}",
        "range": f"{row['lowest score']}-{row['highest score']}",
        "to 100": seconds(row["to 100"]),
        "x bound": times(row["x bound to 100"]),
        "to all": seconds(row["to all"]),
        "x bound ": times(row["x bound to all"]),
    }
    if "planned seeds" in row:
        found["planner to 100"] = seconds(row["planner to 100"])
        found["planner to all"] = seconds(row["planner to all"])
        found["planner x bound"] = times(row["planner to all"], row["bound to all"])
    found |= {
        "quits": str(row["quits"]),
        "spills": str(row["dropped"] + row["wrecks"]),
        "refused": str(row["refused"]),
        "passes": f"{row['passes']:.0f} + {row['own moves']:.0f}",
        "withdrawn": f"{row['offers withdrawn']:g}",
        "longest gap": f"{row['longest gap']:.0f} ({row['worst gap']:.0f})",
    }
    return found


def rung(row: Mapping[str, Any]) -> dict[str, str]:
    """The columns of a level's row."""
    return {
        "layout": row["layout"],
        "seats": str(row["seats"]),
        "level": row["level"],
        "won": f"{100 * row['won'] // row['rounds']} %",
        "score": f"{row['score']:g}",
        "to 100": seconds(row["to 100"]),
        "95 %": between(*row["to 100, 95 %"]),
        "to all": seconds(row["to all"]),
        "95 % ": between(*row["to all, 95 %"]),
    }


def hub_cells(row: Mapping[str, Any]) -> dict[str, str]:
    """The columns of all random layouts whose busiest city has as many links."""
    found = {"level": row["level"]} if "level" in row else {}
    return found | {
        "links of the hub": str(row["links of the hub"]),
        "layouts": str(row["layouts"]),
        "rounds": str(row["rounds"]),
        "all home": f"{row['complete']}",
        "won": f"{100 * row['won'] // row['rounds']} %",
        "to all": seconds(row["to all"]),
        "withdrawn": f"{row['offers withdrawn']:g}",
        "longest gap": f"{row['worst gap']:.0f}",
        "longest standstill": f"{row['longest standstill']:.0f}",
        "stood still": str(row["stood still"]),
    }


def standstills(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each layout on which the team stood still, with the first such round."""
    return [
        f"{row['layout']}{', ' + row['level'] if 'level' in row else ''}: the team stood still in {len(found)} of "
        f"{row['rounds']} rounds; seed {found[0]['seed']}: nothing was done for {found[0]['seconds']:.0f} s "
        f"from {found[0]['from']:.0f} s on, although cubes were left"
        for row in rows
        if (found := row["stood still"])
    ]


def seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def between(low: float | None, high: float | None) -> str:
    return "-" if low is None else f"{low:.0f}-" + ("..." if high is None else f"{high:.0f}")


def times(value: float | None, by: float = 1.0) -> str:
    return "-" if value is None else f"{value / by:.2f}"


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """A table for a page of the docs."""
    shown = [cells(row) for row in rows]
    lines = ["| " + " | ".join(name.strip() for name in shown[0]) + " |", "|" + "---|" * len(shown[0])]
    lines += ["| " + " | ".join(row.values()) + " |" for row in shown]
    return "\n".join(lines)


def print_table(title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """A table for the terminal; a narrow one shows fewer columns."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    shown = [cells(row) for row in rows]
    less = LESS | LEAST if "planned seeds" in rows[0] else LESS
    ladder = "level" in rows[0] and "layouts" not in rows[0]
    names = [name for name in shown[0] if console.width >= WIDE or name not in less]
    caption = "Times are medians in seconds."
    if ladder:
        caption += " 95 %: where the median of such rounds lies."
    elif console.width >= WIDE:
        caption += " The longest gap between two deliveries: median (worst)."
    table = Table(title=title, caption=caption, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in names:
        table.add_column(name.strip(), justify="left" if name in {"layout", "level"} else "right")
    for row in shown:
        table.add_row(*(row[name] for name in names))
    console.print(table)


def write_json(path: str, data: Mapping[str, Any]) -> None:
    try:
        Path(path).write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror or error}") from None
