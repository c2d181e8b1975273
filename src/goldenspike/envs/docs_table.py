"""The tables of the documentation, from the code: ``python -m goldenspike.envs.docs_table FILE`` writes the page."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import goldenspike as gs
from goldenspike.engine.action_numbers import action_numbers
from goldenspike.engine.env_fields import Part, parts, verbs

from .memory import make_setting, number_type

HEAD = """# Actions and observations, game by game

*For researchers: what every number of an action or observation means.*

Made from the code (`python -m goldenspike.envs.docs_table docs/environments-games.md`); a test compares.
Numbers are those of the standard board and the seats named. Seats are counted from the observer: *own*, *+1*, *+2* ...
How environments are made and used is told in [environments.md](environments.md). Dense numbers are those of the listed
ones that can be legal with this board and these options, counted from 0 in the same order (`actions="dense"`).
"""
# Parts that come once for each of these are shown for the first, and counted.
REPEATED = re.compile(r"^(own|\+\d|city \d|train [LS]\d|seat \d|goal \d): ")


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for name in gs.games.built_in():
        lines.extend(game_lines(name))
    return "\n".join(lines)


def game_lines(name: str) -> Iterator[str]:
    setting = make_setting(name, gs.game(name).table_seats)
    named, ranges = parts(setting), verbs(setting)
    total = ranges[-1].first + ranges[-1].count
    yield f"## {setting.game.title}\n"
    dense = action_numbers(setting, "dense").count
    yield f"### Actions: {total:,} numbers, {dense:,} dense ones\n"
    yield "| numbers | action | |\n|---|---|---|"
    for verb in ranges:
        span = f"{verb.first}" if verb.count == 1 else f"{verb.first} to {verb.first + verb.count - 1}"
        yield f"| {span} | {verb.name} | {verb.about} |"
    width = sum(part.count for part in named)
    yield f"\n### Observation: {width:,} numbers ({number_type(named).name}), {setting.seats} seats\n"
    yield "| from | numbers | part | bounds | |\n|---:|---:|---|---|---|"
    for at, part, times in folded(named):
        again = f" (x {times})" if times > 1 else ""
        yield f"| {at} | {part.count} | {part.name}{again} | {part.low} to {part.high} | {part.about} |"
    yield ""


def folded(named: tuple[Part, ...]) -> Iterator[tuple[int, Part, int]]:
    """Each part with the place where it first comes and how often it comes."""
    shown: dict[str, tuple[int, Part, int]] = {}
    at = 0
    for part in named:
        repeated = REPEATED.match(part.name)
        key = REPEATED.sub(repeated[1].split()[0].replace("+", "own")[:3] + ": ", part.name) if repeated else part.name
        if key in shown and repeated:
            first, kept, times = shown[key]
            shown[key] = first, kept, times + 1
        else:
            shown[key] = at, part, 1
        at += part.count
    yield from shown.values()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
