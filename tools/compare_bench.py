"""Speed of this tree beside an earlier commit, measured in turns in one run.

usage: python tools/compare_bench.py COMMIT [--rounds N] [--seconds S] [--least R] [--part PART] [GAME ...]

Checks the commit out into a folder of its own and measures every part of `goldenspike bench` in both trees, one right
after the other, several times; --part measures that part alone and may be repeated. Of each figure the best of each
side counts: other programs can only make a run slower. Where this tree seems slower than --least, both are measured as
often again.
Prints the ratio now / then for every rate, and ends with 1 if one of them is below --least. Needs the environment that
./test makes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("interpreted", "loop", "clone", "batch", "playouts", "greedy", "search")
Figures = dict[str, float]  # by name, the larger the better
# Measures whatever part is asked for. Both sides play the same games: how long a playout takes depends on its position.
WORKER = """
import json, sys
import goldenspike as gs
try:
    from goldenspike.bench.engine import Bench, dice
except ModuleNotFoundError:  # version 0.1 has it in one module
    from goldenspike.bench import Bench, dice
bench = Bench(gs.game(sys.argv[1]), float(sys.argv[2]))
for line in sys.stdin:
    bench.games, bench.dice = 100, dice(bench.game, 4)
    print(json.dumps(getattr(bench, line.strip())()), flush=True)
"""


class Tree:
    """One of the two: a process that measures on request."""

    def __init__(
        self, folder: Path, cache: Path, game: str, seconds: float, worker: str = WORKER, *more: object
    ) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "GOLDENSPIKE_CACHE": str(cache)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", worker, game, str(seconds), *map(str, more)],
            cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def measured(self, part: str) -> Figures:
        """The rates of one part; times become rates."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(part, file=self.process.stdin, flush=True)
        found: dict[str, float] = json.loads(self.process.stdout.readline())
        return {
            name: value if name.endswith("/s") else 1 / value
            for name, value in found.items()
            if name.endswith(("/s", " ns", " us", " ms")) and value
        }

    def close(self) -> None:
        self.process.communicate()


class Comparison:
    """The best figures of both trees for one game. Every round has processes of its own: where their memory lies
    matters too."""

    def __init__(self, game: str, folders: dict[str, Path], caches: Path, seconds: float) -> None:
        self.game, self.folders, self.caches, self.seconds = game, folders, caches, seconds
        self.best: dict[str, Figures] = {name: {} for name in folders}
        self.part_of: dict[str, str] = {}

    def round(self, title: str, parts: Sequence[str], *, counts: bool = True) -> None:
        print(f"{self.game}: {title}", file=sys.stderr, flush=True)
        trees = {
            name: Tree(folder, self.caches / name, self.game, self.seconds) for name, folder in self.folders.items()
        }
        try:
            for part, (name, tree) in itertools.product(parts, trees.items()):
                for figure, rate in tree.measured(part).items():
                    self.part_of[figure] = part
                    if counts:
                        self.best[name][figure] = max(rate, self.best[name].get(figure, 0.0))
        finally:
            for tree in trees.values():
                tree.close()

    def measure(self, rounds: int, least: float, parts: Sequence[str]) -> None:
        """So many rounds, and as many again of those parts in which something is slower than it may be."""
        self.round("compiling", parts, counts=False)
        for number in range(1, rounds + 1):
            self.round(f"round {number} of {rounds}", parts)
        for number in range(1, rounds + 1):
            if again := sorted({self.part_of[figure] for figure in self.slow(least)}):
                self.round(f"once more ({number} of {rounds}): {', '.join(again)}", again)

    def slow(self, least: float) -> list[str]:
        then, now = self.best["then"], self.best["now"]
        return [figure for figure in then if now[figure] < least * then[figure]]


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The files of a commit for as long as they are needed; the folder they lie in goes with them."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(tree), commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=False)


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed of this tree beside an earlier commit.")
    parser.add_argument("commit")
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of a round")
    parser.add_argument("--least", type=float, default=0.95)
    parser.add_argument("--part", action="append", choices=PARTS, dest="parts", help="measure only this part")
    wanted = parser.parse_args()
    slow = []
    with checked_out(wanted.commit) as then:
        print(f"| game | figure | {wanted.commit} | now | now / {wanted.commit} |\n|---|---|---:|---:|---:|")
        for game in wanted.games or built_in(ROOT):
            compared = Comparison(game, {"then": then, "now": ROOT}, then.parent, wanted.seconds)
            compared.measure(wanted.rounds, wanted.least, wanted.parts or PARTS)
            for name, before in compared.best["then"].items():
                after = compared.best["now"][name]
                sides = [f"{one:,.0f}" if name.endswith("/s") else f"{1 / one:.1f}" for one in (before, after)]
                print(f"| {game} | {name} | {sides[0]} | {sides[1]} | {after / before:.2f} |", flush=True)
            slow += [f"{game} {name}" for name in compared.slow(wanted.least)]
    print(f"\nbelow {wanted.least}: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


def built_in(tree: Path) -> list[str]:
    """The games that a tree brings itself."""
    command = [sys.executable, "-c", "import goldenspike as gs; print(*gs.games.built_in())"]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=True).stdout.split()


if __name__ == "__main__":
    sys.exit(main())
