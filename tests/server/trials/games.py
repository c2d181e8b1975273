"""The games that the trials play: what a new game needs in all of them is a line here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from goldenspike.engine.match import Match
from goldenspike.games import game


@dataclass(frozen=True)
class Kind:
    """One game as the trials play it."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    serve: tuple[str, ...] = ()  # what the server is told
    cards: re.Pattern[str] | None = None  # secret things by name: none of them may stand where it is not to be read
    most: int = 10_000  # actions after which a whole game is whole enough

    @property
    def stepwise(self) -> bool:
        """Are turns written in private steps?"""
        form: type[Match] = game(self.name).match or Match
        return form.stepwise

    @property
    def timed(self) -> bool:
        """Does a wall clock run?"""
        chosen = game(self.name)
        return chosen.wall_clock(chosen.read_options(self.options))


CITY_CARD = re.compile(r"\b[A-Z]{3}\b")

GAMES = {
    kind.name: kind
    for kind in (
        Kind("santa-fe-rails", cards=CITY_CARD),
        Kind("santa-fe", cards=CITY_CARD),
        Kind("pioneer-rails", {"hand_card": True, "owners": True}, most=22),
        Kind("rail-pass", {"dexterity": "off", "seconds": 300}, ("--fast-clock", "10"), most=40),
    )
}
NEW = ("pioneer-rails", "rail-pass")  # in ./test the others have trials of their own size
