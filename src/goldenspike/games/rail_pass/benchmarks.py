"""Benchmark tasks: all seats of a team, in steps of the clock."""

from __future__ import annotations

from goldenspike.engine.benchmark import YOU, BenchmarkTask

REFERENCES = ("random", "greedy", "superintendent")

# Rounds are so short that nobody can bring everything home: a team that does so has nothing left to learn.
TASKS = (
    BenchmarkTask(
        "rail-pass-team-of-two",
        "Both seats of a team, as many points as two minutes allow; every seat may give a command at every tick.",
        (YOU, YOU),
        20,
        REFERENCES,
        ranked_by="points",
        options={"seconds": 120},
    ),
    BenchmarkTask(
        "rail-pass-team-of-four",
        "All four seats of a team, as many points as ninety seconds allow.",
        (YOU, YOU, YOU, YOU),
        20,
        REFERENCES,
        ranked_by="points",
        options={"seconds": 90},
        board="RP-L5",
    ),
)
