"""Where the time of a decision goes in compiled Santa Fe Rails: nanoseconds per call, in positions of all stages.

python tools/santa_fe_profile.py
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from goldenspike.bench.engine import Bench
from goldenspike.bench.peers import rate
from goldenspike.engine.compiled import added
from goldenspike.engine.contract import legal, observe
from goldenspike.engine.rule_set import Kernels
from goldenspike.envs import vector
from goldenspike.envs.batch import Batch
from goldenspike.games import game
from goldenspike.games.santa_fe.rules.observation import (
    observe_cards,
    observe_cities,
    observe_clock,
    observe_display,
    observe_lines,
    observe_seat,
)
from goldenspike.games.santa_fe.rules.state import DRAW, PLAY, SEATS, TLT1, TLT2

POSITIONS = 1024
BATCHES = (64, 1024)
WARM_STEPS = 300  # until the games of a batch are at all stages
ROOM = 1 << 12
SECONDS = 1.0
KINDS = {"choosing a card": (PLAY,), "drawing": (DRAW,), "laying a piece": (TLT1, TLT2)}
SIGHTS = ("everything", "clock", "seats", "display", "cards", "cities", "lines")


def legals(states: Any, boards: Any, who: Any, out: Any) -> int:
    """List what is legal in each position; how many positions."""
    for i in range(len(states)):
        legal(states[i], boards[0], who[i], out)
    return len(states)


def sights(states: Any, boards: Any, who: Any, seen: Any, part: int) -> int:
    """Write an observation of each position, or the part of it with that number in SIGHTS; how many positions."""
    for i in range(len(states)):
        if part == 0:
            observe(states[i], boards[0], who[i], seen)
        elif part == 1:
            observe_clock(states[i], who[i], seen, 0)
        elif part == 2:
            n = 0
            for k in range(SEATS):
                n = observe_seat(states[i], k, k < states[i].seats, seen, n)
        elif part == 3:
            observe_display(states[i], seen, 0)
        elif part == 4:
            observe_cards(states[i], boards[0], who[i], seen, 0)
        elif part == 5:
            observe_cities(states[i], boards[0], seen, 0)
        else:
            observe_lines(states[i], boards[0], seen, 0)
    return len(states)


def positions(bench: Bench) -> tuple[Any, Any]:
    """Positions of all stages, and a seat that decides in each."""
    fast, states = bench.fast, bench.states[:POSITIONS]
    for i in range(POSITIONS):
        fast.start_at(states, i, bench.boards, 0, bench.seats, i, 2)
        fast.play_out(states, i, bench.boards, 0, bench.dice, 0, bench.out, i % 200)
    waiting = np.array([int(fast.actors_at(states, i)) for i in range(POSITIONS)])
    who = [(int(mask) & -int(mask)).bit_length() - 1 for mask in waiting[waiting > 0]]
    return states[waiting > 0], np.array(who, np.int64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU-seconds per figure")
    seconds = parser.parse_args().seconds
    bench = Bench(game("santa-fe-rails"), seconds)
    bench.one_game()
    states, who = positions(bench)
    kernels = Kernels((sys.modules[__name__],), entry_points=("legals", "sights"))
    fast = added(bench.game.rule_set, kernels)
    seen = np.zeros(ROOM, np.int16)

    def tell(what: str, work: Callable[[], int]) -> None:
        print(f"{1e9 / rate(work, seconds):8.1f} ns  {what}", flush=True)

    tell("a decision: legal, a lot, apply", bench.many_games)
    for words, phases in KINDS.items():
        chosen = np.isin(states["phase"], phases)
        some, seats = states[chosen], who[chosen]
        what = f"legal, {words}, {len(some) / len(states):.0%} of the positions"
        tell(what, lambda some=some, seats=seats: int(fast.legals(some, bench.boards, seats, bench.out)))  # type: ignore[misc]
    for part, words in enumerate(SIGHTS):
        tell(f"observe, {words}", lambda part=part: int(fast.sights(states, bench.boards, who, seen, part)))  # type: ignore[misc]
    for count in BATCHES:
        batch = vector("santa-fe-rails", count, seats=bench.seats)

        def step(batch: Batch = batch) -> int:
            batch.sample()
            batch.step()
            return batch.n

        for _ in range(WARM_STEPS):
            step()
        tell(f"a decision in a batch of {count} with mask and observation, and its lot", step)


if __name__ == "__main__":
    main()
