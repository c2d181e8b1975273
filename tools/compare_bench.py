"""Speed of this tree beside an earlier commit, measured in turns in one run.

usage: python tools/compare_bench.py COMMIT [--rounds N] [--quick] [--least R] [GAME ...]

Checks the commit out into a folder of its own and runs `goldenspike bench --json` of both, one after the other, several
times. Of each figure the best of each side counts: other programs can only make a run slower. Prints the ratio now /
then for every rate, and ends with 1 if one of them is below --least. Needs the environment that ./test makes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
Figures = dict[tuple[str, str], float]  # by game and name, the larger the better


def measured(tree: Path, cache: Path, games: list[str], quick: bool) -> Figures:
    """The rates of one run of a tree's own bench; times become rates."""
    command = [sys.executable, "-m", "goldenspike", "bench", "--json", *(["--quick"] if quick else []), *games]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "GOLDENSPIKE_CACHE": str(cache)}
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return {
        (one["game"], name): value if name.endswith("/s") else 1 / value
        for one in found
        for name, value in one.items()
        if name.endswith(("/s", " ns", " us", " ms")) and value
    }


def best(sides: list[Figures]) -> Figures:
    return {key: max(side[key] for side in sides if key in side) for key in sides[0]}


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed of this tree beside an earlier commit.")
    parser.add_argument("commit")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="short runs, rough figures")
    parser.add_argument("--least", type=float, default=0.95)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(then), wanted.commit], cwd=ROOT, check=True)
        try:
            runs: dict[str, list[Figures]] = {"then": [], "now": []}
            for number in range(wanted.rounds):
                for name, tree in (("then", then), ("now", ROOT)):
                    print(f"round {number + 1} of {wanted.rounds}: {name}", file=sys.stderr, flush=True)
                    runs[name].append(measured(tree, Path(folder) / f"cache-{name}", wanted.games, wanted.quick))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(then)], cwd=ROOT, check=False)
    before, after = best(runs["then"]), best(runs["now"])
    slow = []
    print(f"| game | figure | {wanted.commit} | now | now / {wanted.commit} |\n|---|---|---:|---:|---:|")
    for key in before:
        if key in after:
            ratio = after[key] / before[key]
            shown = [
                f"{side[key]:,.0f}" if key[1].endswith("/s") else f"{1 / side[key]:.1f}" for side in (before, after)
            ]
            print(f"| {key[0]} | {key[1]} | {shown[0]} | {shown[1]} | {ratio:.2f} |")
            if ratio < wanted.least:
                slow.append(key)
    print(f"\nbelow {wanted.least}: {', '.join(' '.join(key) for key in slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
