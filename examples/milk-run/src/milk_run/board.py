"""The board: farms, creameries and lines from a JSON file; what may be wrong with it, and what the rules see of it."""

from typing import Any

from goldenspike.engine.board_file import BoardFile

from .state import CLAIM, KINDS, BoardArrays

KIND_NAMES = ("cream", "butter", "cheese", "whey", "any")


def check(data: dict[str, Any]) -> list[str]:
    """What is wrong with a board beyond its schema, each as a sentence."""
    ids = [place["id"] for place in data["farms"] + data["creameries"]]
    pairs = [sorted(line["ends"]) for line in data["lines"]]
    names = ids + ["-".join(pair) for pair in pairs]
    found = [f"{name} stands twice" for k, name in enumerate(names) if name in names[:k]]
    found += [f"there is no place {end} for a line to end at" for pair in pairs for end in pair if end not in ids]
    joined = {ids[-1]}
    for _ in ids:
        joined.update(end for pair in pairs for end in pair if not joined.isdisjoint(pair))
    return found + [f"{name} cannot be reached from {ids[-1]}" for name in ids if name not in joined]


BOARDS = BoardFile("milk_run", ("clover-valley",), check)


def fill_board(b: BoardArrays, data: dict[str, Any], seats: int) -> None:
    """The board as numbers for the rules."""
    ids = [place["id"] for place in data["farms"] + data["creameries"]]
    b.n_farms, b.n_places, b.n_lines = len(data["farms"]), len(ids), len(data["lines"])
    b.n_actions, b.wagons = CLAIM + KINDS * b.n_lines, data["wagons"][seats - 2]
    b.churns[: b.n_farms] = [farm["churns"] for farm in data["farms"]]
    for k, line in enumerate(data["lines"]):
        b.kind[k], b.length[k] = KIND_NAMES.index(line["kind"]), line["length"]
        b.ends[k] = [ids.index(end) for end in line["ends"]]
