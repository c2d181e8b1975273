"""Our environments in this tree and in an earlier commit, and the libraries beside them: measured in turns in one run.

usage: python tools/compare_peers.py COMMIT [--rounds N] [--seconds S]

What `goldenspike bench --peers` compares, on one core and per CPU-second: every part is measured in both trees and in
the libraries, one right after the other, several times. Of each figure the best round counts: other programs can only
make a run slower. Needs the environment that ./test makes, and the extra `peers` in it; a library that is not there is
left out and named.
"""

from __future__ import annotations

import argparse
import sys

from compare_bench import ROOT, Figures, Tree, checked_out

OURS = ("our_loop", "our_python", "our_batch", "our_zoo", "our_gym", "our_spiel")
PEERS = ("openspiel", "pettingzoo", "catanatron", "pgx")
WORKER = """
import json, sys
try:
    from goldenspike.bench import peers
except ImportError:  # version 0.1 has it in one module
    from goldenspike import bench_peers as peers
seconds = float(sys.argv[2])
with peers.one_core():
    for line in sys.stdin:
        try:
            found = getattr(peers, line.strip())(seconds)
        except ImportError as error:
            print(f"{line.strip()} is left out: {error}", file=sys.stderr)
            found = {}
        print(json.dumps(found), flush=True)
"""


def measured(trees: dict[str, Tree], rounds: int) -> dict[str, Figures]:
    """The best figures of each tree and of the libraries, which run in this one."""
    best: dict[str, Figures] = {name: {} for name in (*trees, "peers")}
    for number in range(rounds):
        for part in (*OURS, *PEERS):
            print(f"{part}, {number + 1} of {rounds}", file=sys.stderr, flush=True)
            for name, tree in trees.items():
                if part in PEERS and name != "now":
                    continue
                side = best["peers" if part in PEERS else name]
                for figure, rate in tree.measured(part).items():
                    side[figure] = max(rate, side.get(figure, 0.0))
    return best


def shown(name: str, rate: float | None) -> str:
    """A figure as it was measured: what the worker told in nanoseconds has become a rate on its way."""
    if rate is None:
        return ""
    return f"{rate:,.0f}" if name.endswith("/s") else f"{1 / rate:,.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Our environments beside an earlier commit and other libraries.")
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.6, help="for each figure of a round")
    wanted = parser.parse_args()
    sys.path.insert(0, str(ROOT / "src"))
    from goldenspike.bench.comparisons import RATIOS

    with checked_out(wanted.commit) as then:
        folders = {"then": then, "now": ROOT}
        trees = {name: Tree(folder, then.parent / name, "", wanted.seconds, WORKER) for name, folder in folders.items()}
        try:
            best = measured(trees, wanted.rounds)
        finally:
            for tree in trees.values():
                tree.close()
    before, now, peers = best["then"], best["now"], best["peers"]
    print(f"| ours | {wanted.commit} | now | now / {wanted.commit} |\n|---|---:|---:|---:|")
    for name, rate in now.items():
        ratio = f"{rate / before[name]:.2f}" if name in before else ""
        print(f"| {name} | {shown(name, before.get(name))} | {shown(name, rate)} | {ratio} |")
    print(f"\n| ours | beside | {wanted.commit} | now | wanted |\n|---|---|---:|---:|---:|")
    for one in RATIOS:
        if one.theirs not in peers:
            continue
        sides = [f"{tree[one.ours] / peers[one.theirs]:.1f}" if one.ours in tree else "" for tree in (before, now)]
        aim = f"{one.wanted:.1f}" if one.wanted else ""
        print(f"| {one.ours} | {one.theirs}: {peers[one.theirs]:,.0f} | {sides[0]} | {sides[1]} | {aim} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
