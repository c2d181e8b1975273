"""Which of our rates stands beside which of a peer, and what both sides do for one decision."""

from __future__ import annotations

from dataclasses import dataclass

BATCH = 1024


@dataclass(frozen=True)
class Comparison:
    """Two rates, what each side computes for it, and the ratio they are meant to have (None: for comparison only)."""

    ours: str
    theirs: str
    wanted: float | None
    ours_computes: str
    theirs_compute: str


# What is compared with what, what both sides do for one decision, and the ratio it is meant to reach.
EIGHTS = "OpenSpiel crazy_eights, decisions/s"
RATIOS = (
    Comparison(
        "compiled loop, decisions/s", EIGHTS, 4.0 / 0.3,
        "legal list, a lot and the action in compiled code; no Python at all",
        "legal list and action in C++, the loop and the lot in Python",
    ),
    Comparison(
        "compiled loop, decisions/s", "OpenSpiel crazy_eights inside C++ (bots), decisions/s", 2.0,
        "legal list, a lot and the action in compiled code",
        "legal list, a lot and the action in C++, through its bots; moves of chance are made, not counted",
    ),
    Comparison(
        "Python loop, decisions/s", EIGHTS, 1.3,
        "legal list as a Python list, the lot in Python, the action",
        "the same, and the moves of chance",
    ),
    Comparison(
        "Python loop with mask and observation, decisions/s", "OpenSpiel crazy_eights with arrays, decisions/s", 3.0,
        "legal list, the whole observation and a mask of all actions in NumPy arrays that are kept",
        "legal list, the tensor of its NumPy observer and a mask of all its actions, in arrays that are kept",
    ),
    Comparison(
        "Python loop with mask and observation, decisions/s", "OpenSpiel crazy_eights with lists, decisions/s", None,
        "as above",
        "observation_tensor() and legal_actions_mask(): new Python lists every time",
    ),
    Comparison(
        f"batch of {BATCH}, mask and observation, decisions/s", EIGHTS, 3.0 / 0.3,
        "list, observation and mask in NumPy arrays, a lot and the action, for all games in one call",
        "legal list and action in C++, the loop and the lot in Python; no observation, no mask",
    ),
    Comparison(
        f"batch of {BATCH}, packed observation, decisions/s", EIGHTS, None,
        "list and packed observation, a lot and the action, for all games in one call",
        "as above",
    ),
    Comparison(
        f"batch of {BATCH}, mask and observation, decisions/s", f"Pgx backgammon, batch of {BATCH}, decisions/s", None,
        "list, observation and mask in NumPy arrays, a lot and the action, for all games in one call",
        "observation and mask, a draw and the action in XLA on the CPU, for all games in one call",
    ),
    Comparison(
        "PettingZoo AEC, decisions/s", "PettingZoo hanabi_v5, decisions/s", 5.0,
        "last() with observation and mask, a lot, step(); no wrappers",
        "the same; raw_env()",
    ),
    Comparison(
        "PettingZoo AEC in wrappers, decisions/s", "PettingZoo hanabi_v5 in wrappers, decisions/s", None,
        "the same inside PettingZoo's wrappers for illegal actions, bounds and order",
        "env(), which has these three wrappers",
    ),
    Comparison(
        "Gymnasium among random bots, steps/s", "Catanatron random loop, decisions/s", 10.0,
        "a step of one seat with observation and mask, and the decisions of three random bots inside it",
        "one decision of one of four random players, without observation",
    ),
)  # fmt: skip
