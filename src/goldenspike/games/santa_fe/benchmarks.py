"""Benchmark tasks: a seat at tables of rising strength, and a duel for players that learn by self-play."""

from __future__ import annotations

from goldenspike.engine.benchmark import YOU, BenchmarkTask

BOTS = ("random", "fireman", "engineer@100", "superintendent@200")

TASKS_2002 = (
    BenchmarkTask(
        "rails-three-firemen",
        "A seat at a table of four, against three firemen.",
        (YOU, "fireman", "fireman", "fireman"),
        100,
        BOTS,
    ),
    BenchmarkTask(
        "rails-three-engineers",
        "A seat at a table of four, against three engineers.",
        (YOU, "engineer@100", "engineer@100", "engineer@100"),
        60,
        BOTS,
    ),
    BenchmarkTask(
        "rails-three-superintendents",
        "A seat at a table of four, against three superintendents.",
        (YOU, "superintendent@200", "superintendent@200", "superintendent@200"),
        60,
        BOTS,
    ),
)
TASKS_1992 = (
    BenchmarkTask(
        "santa-fe-duel",
        "Two players: what self-play learns, against a superintendent.",
        (YOU, "superintendent@200"),
        100,
        BOTS,
    ),
)
