"""Batches of games of this tree beside an earlier commit: decisions per CPU-second, measured in turns on one core.

usage: python tools/compare_batch.py COMMIT [--rounds N] [--seconds S] [--batch N] [--least R] [--cache DIR] [GAME ...]

Both sides step random games with everything a seat may know and do. The earlier side writes flat observations and
masks; this one does the same, and also in the packed form, which holds the same information (a test unpacks it). Of
each figure the best round counts: other programs can only make a run slower. Ends with 1 if packed observations with
legal lists are not --least times as fast as the earlier batch. Needs the environment that ./test makes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from compare_bench import ROOT, Figures, Tree, built_in, checked_out

FLAT, PACKED = "flat observations and masks", "packed observations and legal lists"
WORKER = f"""
import json, sys, time
from goldenspike.envs import vector
game, seconds, count = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
FORMS = {{
    "{FLAT}": {{}},
    "packed observations and masks": {{"observation": "packed"}},
    "{PACKED}": {{"observation": "packed", "masks": False}},
    "legal lists alone": {{"observation": "none", "masks": False}},
}}
SEATS = 4
def made(settings):
    try:
        return vector(game, count, seats=SEATS, seed=1, **settings)
    except Exception:  # a form that this tree does not have
        return None
batches = {{name: made(settings) for name, settings in FORMS.items()}}
def rate(batch):
    for _ in range(20):
        batch.step(batch.sample())
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < seconds:
        for _ in range(20):
            batch.sample()
            batch.step()
        steps += 20
    return steps * count / (time.process_time() - begun)
for line in sys.stdin:
    print(json.dumps({{f"{{name}}/s": rate(batch) for name, batch in batches.items() if batch}}), flush=True)
"""


def measured(game: str, folders: dict[str, Path], caches: Path, rounds: int, seconds: float, count: int) -> Figures:
    """The best rates of both trees, by tree and form."""
    trees = {name: Tree(folder, caches / name, game, seconds, WORKER, count) for name, folder in folders.items()}
    best: Figures = {}
    try:
        for _ in range(rounds):
            for name, tree in trees.items():
                for form, rate in tree.measured("batch").items():
                    key = f"{name}: {form.removesuffix('/s')}"
                    best[key] = max(rate, best.get(key, 0.0))
    finally:
        for tree in trees.values():
            tree.close()
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description="Batches of this tree beside an earlier commit.")
    parser.add_argument("commit")
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.15, help="for each figure of a round")
    parser.add_argument("--batch", type=int, default=256, help="games side by side")
    parser.add_argument("--least", type=float, default=2.5)
    parser.add_argument("--cache", metavar="DIR", help="where compiled code stays for the next run")
    wanted = parser.parse_args()
    slow = []
    with checked_out(wanted.commit) as then:
        print(f"| game | batch of {wanted.batch} | decisions/s | x {wanted.commit} |\n|---|---|---:|---:|")
        for game in wanted.games or built_in(ROOT):
            folders = {wanted.commit: then, "now": ROOT}
            caches = Path(wanted.cache or then.parent)
            found = measured(game, folders, caches, wanted.rounds, wanted.seconds, wanted.batch)
            before = found[f"{wanted.commit}: {FLAT}"]
            for name, rate in found.items():
                print(f"| {game} | {name} | {rate:,.0f} | {rate / before:.2f} |", flush=True)
            slow += [game] if found.get(f"now: {PACKED}", 0.0) < wanted.least * before else []
    print(f"\nbelow {wanted.least}: {', '.join(slow) or 'none'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
