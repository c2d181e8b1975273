"""Benchmark tasks: all seats of a team, in steps of the clock."""

from __future__ import annotations

from goldenspike.engine.benchmark import YOU, BenchmarkTask

TASKS = (
    BenchmarkTask(
        "rail-pass-team-of-two",
        "Both seats of a team, one round; every seat may give a command at every tick.",
        (YOU, YOU),
        20,
        ("random", "greedy"),
        ranked_by="points",
    ),
)
