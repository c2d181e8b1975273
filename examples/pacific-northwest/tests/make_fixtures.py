"""Make the fixtures anew: whole matches, each with what it is for in its name.

usage: python examples/pacific-northwest/tests/make_fixtures.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot

HERE = Path(__file__).parent / "fixtures"


def played(level: str, **given: Any) -> gs.Match:
    match = gs.new("pacific-northwest", **given)
    players = [bot(level, seat) for seat in range(match.setting.seats)]
    while not match.over:
        players[match.actors[0]].act(match, match.actors[0])
    return match


def matches() -> dict[str, gs.Match]:
    return {
        "seats-2": played("greedy", seats=2, seed=2),
        "seats-4": played("greedy", seats=4, seed=4),
        "terrain-and-values": played("random", seats=3, seed=3, terrain=True, **{"values.hand": 4}),
    }


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, match in matches().items():
        (HERE / f"{name}.json").write_text(json.dumps(match.data(), indent=1) + "\n", "utf-8")
