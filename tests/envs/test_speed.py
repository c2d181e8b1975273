"""Speed: compiled play against a fixed loop in the same process; a change that halves it fails here."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from goldenspike.bench.engine import Bench, rate
from goldenspike.engine import compiled
from goldenspike.engine.rule_set import RuleSet
from goldenspike.engine.state_record import Record, i4, i8
from goldenspike.envs import vector
from goldenspike.games import game

# Decisions of the game per thousand turns of the reference loop, as measured when this was written.
EXPECTED = {"loop": 18.0, "batch": 5.0}
SHARE = 0.55
SECONDS = 0.06  # of each run

REFERENCE = '''"""A fixed amount of work for the processor: it never changes."""

def spin(row, times):
    total = 0
    for turn in range(times):
        a = row[turn & 255]
        b = row[(turn * 7 + total) & 255]
        total = (total + a * 31 + b) & 0xFFFF
        if total & 3 == 0:
            row[turn & 255] = (total >> 2) & 0xFF
    return total
'''


class State(Record):
    chance: list[int] = i8(4)
    turns: int = i4()


def reference(folder: Path) -> Callable[[], float]:
    """Turns of the reference loop per CPU-second."""
    path = folder / "spinning.py"
    path.write_text(REFERENCE)
    module = ModuleType("spinning")
    module.__file__ = str(path)
    exec(compile(REFERENCE, str(path), "exec"), module.__dict__)
    sys.modules["spinning"] = module
    spin = compiled.compiled(RuleSet((module,), State, State, entry_points=("spin",))).spin
    row = np.arange(256, dtype=np.int64)
    spin(row, 10)

    def measure() -> float:
        begun = time.process_time()
        spin(row, 2_000_000)
        return 2_000_000 / (time.process_time() - begun)

    return measure


def shares(works: dict[str, Callable[[], float]], reference: Callable[[], float], patience: float) -> dict[str, float]:
    """Decisions per thousand turns of the reference loop, everything measured in turn and the best taken of each.

    What disturbs a run only slows it, and a busy neighbour may do so for a while. So whoever is too slow is measured
    again until the patience ends.
    """
    best = dict.fromkeys(works, 0.0)
    turns, rounds, begun = 0.0, 0, time.monotonic()
    while True:
        for name, work in works.items():
            best[name] = max(best[name], work())
            turns = max(turns, reference())
        rounds += 1
        found = {name: 1000 * best[name] / turns for name in works}
        slow = any(share < SHARE * EXPECTED[name] for name, share in found.items())
        if rounds >= 12 and (not slow or time.monotonic() - begun > patience):
            return found


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_change_that_halves_the_speed_is_noticed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    bench = Bench(game("santa-fe-rails"), 0.1)
    batch = vector("santa-fe-rails", 256, seats=4)

    def step() -> int:
        batch.sample()
        batch.step()
        return 256

    works = {"loop": lambda: rate(bench.one_game, SECONDS)[0], "batch": lambda: rate(step, SECONDS)[0]}
    for name, share in shares(works, reference(tmp_path), patience=90.0).items():
        record_property(name, share)
        print(f"{name}: {share:.2f} per thousand turns of the reference loop")
        assert share >= SHARE * EXPECTED[name], f"{name} is down to {share:.2f}; {EXPECTED[name]:.2f} is usual"


def test_half_the_speed_stays_half_and_a_busy_neighbour_is_waited_for() -> None:
    usual = EXPECTED["loop"] * 1e5  # decisions per second, with a reference loop of a hundred million turns

    def found(*rates: float) -> float:
        loop, turns = itertools.cycle(rates), itertools.cycle([3e7, 1e8])
        return shares({"loop": lambda: next(loop)}, lambda: next(turns), patience=0.1)["loop"]

    assert found(usual / 2, usual / 3) == pytest.approx(EXPECTED["loop"] / 2)
    assert found(*[usual / 2] * 20, usual) == pytest.approx(EXPECTED["loop"])
