"""Make the fixtures anew: whole matches, each with what it is for in its name.

usage: python examples/milk-run/tests/make_fixtures.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boards import small_board

import goldenspike as gs
from goldenspike.bots import bot

HERE = Path(__file__).parent / "fixtures"


def play_on(match: gs.Match, name: str) -> gs.Match:
    players = [bot(name, seat) for seat in range(match.setting.seats)]
    while not match.over:
        players[match.actors[0]].act(match, match.actors[0])
    return match


def new(**given: Any) -> gs.Match:
    return gs.new("milk-run", **given)


def with_undo() -> gs.Match:
    match = new(seats=2, seed=8)
    for _ in range(6):
        bot("greedy", 1).act(match, match.actors[0])
    match.undo()
    match.undo()
    return play_on(match, "random")


def matches() -> dict[str, gs.Match]:
    half = new(seats=3, seed=6)
    for _ in range(10):
        bot("greedy", 1).act(half, half.actors[0])
    return {
        "seats-2": play_on(new(seats=2, seed=2), "greedy"),
        "seats-3": play_on(new(seats=3, seed=3), "greedy"),
        "seats-4": play_on(new(seats=4, seed=4), "greedy"),
        "random": play_on(new(seats=4, seed=5), "random"),
        "farms": play_on(new(seats=3, seed=6, farms="first_only"), "greedy"),
        "board": play_on(new(seats=2, seed=7, board=small_board()), "random"),
        "position": play_on(gs.from_position("milk-run", half.position()), "greedy"),
        "undo": with_undo(),
    }


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, match in matches().items():
        (HERE / f"{name}.json").write_text(json.dumps(match.data(), indent=1) + "\n", "utf-8")
