"""Benchmark tasks: playing alone against the target, and a seat at a table."""

from __future__ import annotations

from goldenspike.engine.benchmark import YOU, BenchmarkTask

from .text.view import DIFFICULTIES

TASKS = (
    *(
        BenchmarkTask(
            f"pioneer-solo-{difficulty}",
            f"Beat the target alone, difficulty {difficulty}.",
            (YOU,),
            200,
            ("random", "fireman", "engineer@20", "superintendent@50"),
            options={"difficulty": difficulty},
        )
        for difficulty in DIFFICULTIES
    ),
    BenchmarkTask(
        "pioneer-three-firemen",
        "A seat at a table of four, against three firemen.",
        (YOU, "fireman", "fireman", "fireman"),
        100,
        ("random", "fireman", "engineer@20", "superintendent@50"),
    ),
)
