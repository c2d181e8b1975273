"""Partners for Rail Pass: bots of the team at four speeds, and a crew of them around a match.

All of them play alike; a level is how quickly a bot acts and how quickly it notices, so that people can have
a partner of their own speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.refusal import IllegalAction
from goldenspike.engine.timed import TimedMatch
from goldenspike.games.rail_pass.state import BETWEEN, NEVER, READY, SEATS, WAIT
from goldenspike.games.rail_pass.team import open_mind, team_move
from goldenspike.games.rail_pass.team_plan import MIND, TEMPO
from goldenspike.games.rail_pass.team_rounds import (
    AWAY_FROM,
    AWAY_TO,
    CLOCK,
    COMMAND,
    GIVE_AT,
    KIND,
    LOOK_AT,
    NOBODY,
    REACT,
    SEE,
    STAND_IN,
    TEAM,
    call_others,
    look,
    next_due,
    next_seat,
    set_clock,
    speak,
)

from . import Bot, World


@dataclass(frozen=True)
class Level:
    """How quick a partner is: milliseconds between its commands, and until it notices something."""

    name: str
    react_ms: int
    see_ms: int
    about: str


LEVELS = {
    level.name: level
    for level in (
        Level("brakeman", 3000, 1500, "thinks about every move"),
        Level("fireman", 1500, 800, "as quick as a practised player"),
        Level("engineer", 900, 300, "quicker than most people"),
        Level("superintendent", 600, 200, "as quick as the team can be"),
    )
}


class TeamBot(Bot):
    """A good partner: decides by itself from what everybody can see, and remembers what it has seen."""

    name = "superintendent"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.level = LEVELS[self.name]
        self.mind: list[int] = []

    @property
    def react_ms(self) -> int:
        return self.level.react_ms

    @property
    def see_ms(self) -> int:
        return self.level.see_ms

    def choose(self, world: World) -> int:
        """A command for the table as it stands, or WAIT."""
        b: Any = world.setting.b
        if not self.mind:
            self.mind = [0] * MIND
            open_mind(b, self.mind)
        self.mind[TEMPO + world.seat] = self.react_ms
        return team_move(world.s, b, self.mind, world.seat)


class Brakeman(TeamBot):
    name = "brakeman"


class Fireman(TeamBot):
    name = "fireman"


class Engineer(TeamBot):
    name = "engineer"


PARTNERS: dict[str, type[TeamBot]] = {kind.name: kind for kind in (Brakeman, Fireman, Engineer, TeamBot)}


class Crew:
    """Bots in some seats of a match with a clock; the other seats belong to people.

    The crew looks and acts as time passes. It runs an empty seat after fifteen seconds and hands it back
    as soon as its player returns (RP-DIG-12, -21, -30, -31).
    """

    def __init__(self, match: TimedMatch, levels: Mapping[int, Level], *, stand_in: Level | None = None) -> None:
        self.match = match
        self.stand_in = stand_in or LEVELS["superintendent"]
        self.minds = [[0] * MIND for _ in range(SEATS)]
        self.clock = [0] * CLOCK
        for seat in range(SEATS):
            open_mind(match.setting.b, self.minds[seat])  # type: ignore[arg-type]
            level = levels.get(seat, self.stand_in)
            self.clock[KIND + seat] = TEAM if seat in levels else NOBODY
            self.clock[REACT + seat], self.clock[SEE + seat] = level.react_ms, level.see_ms
            self.clock[AWAY_FROM + seat] = self.clock[AWAY_TO + seat] = NEVER
        self.clock[STAND_IN] = self.stand_in.react_ms
        set_clock(match.s, self.clock, (match.seed or 0) + 1)

    def leave(self, seat: int) -> None:
        """The player of the seat is gone."""
        self.clock[AWAY_FROM + seat], self.clock[AWAY_TO + seat] = self.match.now, NEVER

    def come_back(self, seat: int) -> None:
        """The player is there again: the bot stops at once, what it holds is his."""
        self.clock[AWAY_TO + seat] = self.match.now
        if self.clock[KIND + seat] == NOBODY:
            self.clock[GIVE_AT + seat], self.clock[COMMAND + seat] = NEVER, WAIT
            self.clock[LOOK_AT + seat] = self.match.now

    @property
    def next_moment(self) -> int:
        """When something happens next: an event, a look or a command."""
        return next_due(self.match.s, self.clock)

    def noticed(self, seat: int) -> None:
        """A person gave a command: the bots look up."""
        call_others(self.match.s, self.clock, seat)

    def run(self, until_ms: int) -> None:
        """Let time pass up to a moment (or the end), the bots acting on the way."""
        while not self.match.over:
            if self.match.s.phase == BETWEEN:
                self._next_round()
                return
            moment = self.next_moment
            if moment > until_ms:
                break
            self.match.advance(max(moment, self.match.now))
            if self.match.over or self.match.s.phase == BETWEEN:
                continue
            giver, looker = next_seat(self.clock, GIVE_AT), next_seat(self.clock, LOOK_AT)
            if self.clock[GIVE_AT + giver] <= moment:
                self._give(giver)
            elif self.clock[LOOK_AT + looker] <= moment:
                look(self.match.s.copy(), self.match.setting.b, self.minds[looker], self.clock, looker)  # type: ignore[arg-type]
        if not self.match.over and until_ms > self.match.now:
            self.match.advance(until_ms)

    def _give(self, seat: int) -> None:
        action = speak(self.match.s, self.clock, seat)
        try:
            self.match.act(seat, action)
        except IllegalAction:
            # Somebody was faster; a refusal costs nothing.
            return
        call_others(self.match.s, self.clock, seat)

    def _next_round(self) -> None:
        """Between two rounds the bots are ready at once."""
        for seat in range(self.match.setting.seats):
            if self.clock[KIND + seat] == TEAM and self.match.s.phase == BETWEEN:
                if not self.match.s.waiting >> seat & 1:
                    self.match.act(seat, READY)
        if self.match.s.phase != BETWEEN:
            set_clock(self.match.s, self.clock, (self.match.seed or 0) + 1)
