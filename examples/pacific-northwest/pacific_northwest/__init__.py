"""Pacific Northwest: Santa Fe Rails on another map.

Four Majors, two Short Lines, hands of five cards, and one rule of its own: ports pay double.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from goldenspike.engine.game import Value
from goldenspike.games.santa_fe.board.load import Board
from goldenspike.games.santa_fe.game import SantaFeRails

from . import ports

CHANGED = {"hand": 5, "money": 3}


class PacificNorthwest(SantaFeRails):
    name = "pacific-northwest"
    title = "Pacific Northwest"
    year = 2026
    seats = range(2, 5)
    about = "Santa Fe Rails from the Rockies to Puget Sound: ports pay double."
    presets: Mapping[str, Mapping[str, Value]] = MappingProxyType({})
    boards = ("cascades",)
    values = tuple(replace(value, standard=CHANGED.get(value.name, value.standard)) for value in SantaFeRails.values)
    replaced = (ports,)

    def board(self, spec: Any) -> Board:
        if spec is None or spec == "cascades":
            spec = json.loads(files(__package__).joinpath("cascades.json").read_text("utf-8"))
        return super().board(spec)


GAME = PacificNorthwest()
