"""How large the pieces are, in tenths of a millimetre: cubes fit their spots, trains their tracks."""

from __future__ import annotations

CUBE = 150.0  # a spot for a cube; paper cubes are a little smaller
CUBE_TOKEN = 138.0
GAP = 14.0
ENGINE = 330.0
TRAIN_HEIGHT = 220.0
BED = 190.0
ENGINEER = 170.0


def train_length(cars: int) -> float:
    """An engine and so many cars."""
    return ENGINE + cars * (CUBE + GAP) + GAP
