"""The game is found by its entry point once it is installed; until then the tests name it here."""

from __future__ import annotations

from goldenspike import games

if "milk-run" not in games.names():
    games._WHERE["milk-run"] = ("milk_run", "MILK_RUN")
