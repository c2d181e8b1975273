"""Benchmark tasks: a seat at tables of rising strength, and a duel for players that learn by self-play."""

from __future__ import annotations

from goldenspike.engine.benchmark import ISMCTS, YOU, BenchmarkTask

BOTS = ("random", "fireman", "engineer@50", "superintendent@100")
SEARCH = f"{ISMCTS}@50"
LEARNED = "president@100"  # at a duel of 1992 it is a superintendent

TASKS_2002 = (
    BenchmarkTask(
        "rails-three-firemen",
        "A seat at a table of four, against three firemen.",
        (YOU, "fireman", "fireman", "fireman"),
        40,
        (*BOTS, LEARNED, SEARCH),
    ),
    BenchmarkTask(
        "rails-three-engineers",
        "A seat at a table of four, against three engineers.",
        (YOU, "engineer@50", "engineer@50", "engineer@50"),
        40,
        (*BOTS, LEARNED),
    ),
    BenchmarkTask(
        "rails-three-superintendents",
        "A seat at a table of four, against three superintendents.",
        (YOU, "superintendent@100", "superintendent@100", "superintendent@100"),
        40,
        (*BOTS, LEARNED),
    ),
)
TASKS_1992 = (
    BenchmarkTask(
        "santa-fe-duel",
        "Two players: what self-play learns, against a superintendent.",
        (YOU, "superintendent@100"),
        60,
        (*BOTS, SEARCH),
    ),
)
