"""Benchmark tasks: playing alone against the target, and a seat at a table."""

from __future__ import annotations

from goldenspike.engine.benchmark import ISMCTS, YOU, BenchmarkTask

from .text.view import DIFFICULTIES

REFERENCES = ("random", "fireman", "engineer@10", "superintendent@20")
LEARNED = "goldenspike.games.pioneer_rails:policies/ppo-solo.npz"  # from examples/ppo_pioneer_rails.py
SLOW = {"medium": (f"{ISMCTS}@50",)}

TASKS = (
    *(
        BenchmarkTask(
            f"pioneer-solo-{difficulty}",
            f"Beat the target alone, difficulty {difficulty}.",
            (YOU,),
            60,
            (*REFERENCES, LEARNED, *SLOW.get(difficulty, ())),
            options={"difficulty": difficulty},
        )
        for difficulty in DIFFICULTIES
    ),
    BenchmarkTask(
        "pioneer-three-firemen",
        "A seat at a table of four, against three firemen.",
        (YOU, "fireman", "fireman", "fireman"),
        40,
        REFERENCES,
    ),
)
