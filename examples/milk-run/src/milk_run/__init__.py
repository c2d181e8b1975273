"""Milk Run: lay lines from farm to farm and bring the milk home before the others do."""

from .game import MILK_RUN as MILK_RUN
