"""Partners for Rail Pass: bots of the team at four speeds, and a crew of them around a match.

All of them play alike; a level is how quickly a bot acts and how quickly it notices, so that people can have
a partner of their own speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldenspike.engine.bot import Bot, GreedyBot, RandomBot, World
from goldenspike.engine.compiled import interpreted
from goldenspike.engine.errors import IllegalAction
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.bot import virtual_rounds
from goldenspike.games.rail_pass.bot.asking import AGAIN_MS, APART_MS, IDLE_MS, request
from goldenspike.games.rail_pass.bot.routes import MEMORY, TEMPO
from goldenspike.games.rail_pass.bot.virtual_rounds import (
    AWAY_FROM,
    AWAY_TO,
    CLOCK_SIZE,
    COMMAND,
    GIVE_AT,
    KIND,
    LOOK_AT,
    NOBODY,
    POLL_MS,
    REACT,
    REFUSED,
    SEE,
    STAND_IN,
    TEAM,
)
from goldenspike.games.rail_pass.rules.state import BETWEEN, NEVER, READY, RUNNING, SEATS, WAIT


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
    """The quickest partner, a command every 600 ms: decides by itself and remembers what it has seen."""

    name = "superintendent"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.level = LEVELS[self.name]
        self.memory: list[int] = []

    @property
    def react_ms(self) -> int:
        return self.level.react_ms

    @property
    def see_ms(self) -> int:
        return self.level.see_ms

    def choose(self, world: World) -> int:
        """A command for the table as it stands, or WAIT."""
        rules, b = world.setting.rules, world.setting.b
        if not self.memory:
            self.memory = [0] * MEMORY
            rules.open_memory(b, self.memory)
            if world.s.phase == RUNNING:
                rules.recall(world.s, b, self.memory, world.seat)
        self.memory[TEMPO + world.seat] = self.react_ms
        return int(rules.team_move(world.s, b, self.memory, world.seat))


class Brakeman(TeamBot):
    """A partner who thinks about every move: a command every three seconds."""

    name = "brakeman"


class Fireman(TeamBot):
    """A partner as quick as a practised player: a command every second and a half."""

    name = "fireman"


class Engineer(TeamBot):
    """A partner quicker than most people: a command every 900 ms."""

    name = "engineer"


PARTNERS: dict[str, type[TeamBot]] = {kind.name: kind for kind in (Brakeman, Fireman, Engineer, TeamBot)}
KNOWN: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, **PARTNERS}


@dataclass(frozen=True)
class Partner:
    """A bot of any kind in a seat, and how quick it is."""

    player: Bot
    level: Level


def crew(match: TimedMatch, bots: Mapping[int, Bot]) -> TeamCrew:
    """The bots of a table around its match; other bots than the team's are as quick as a practised player."""
    return TeamCrew(
        match,
        {seat: bot.level for seat, bot in bots.items() if isinstance(bot, TeamBot)},
        others={seat: Partner(bot, LEVELS["fireman"]) for seat, bot in bots.items() if not isinstance(bot, TeamBot)},
    )


class TeamCrew:
    """Bots in some seats of a match with a clock; the other seats belong to people (RP-DIG-12, -21, -30, -31).

    Whoever runs the table makes one crew per match and then

    * names the level of the team's bots by seat, and bots of other kinds as ``others``;
    * lets time pass with ``run(now)``, at the latest at ``next_moment``: the bots look and act on the way;
    * hands the commands of people to the match with ``play``, so that the bots look up;
    * says ``leave(seat)`` when a player's connection is lost and ``come_back(seat)`` when they are there again.

    Fifteen seconds after its player left a seat is in ``standing_in``: a bot plays it as if it had always sat
    there, trains in hand and offers included. When the player comes back it stops at once, in the middle of
    whatever it does: commands that run are completed by the rules, and what it holds is theirs.
    A crew may be made around a match that is under way, after a restart for example.
    """

    def __init__(
        self,
        match: TimedMatch,
        levels: Mapping[int, Level],
        *,
        others: Mapping[int, Partner] | None = None,
        stand_in: Level | None = None,
    ) -> None:
        self.match = match
        rules = match.game.rule_set
        # The bots think by the rules of this very game: a variant's own among them.
        self.rules = interpreted(replace(rules, modules=(*rules.modules, virtual_rounds)))
        self.others = dict(others or {})
        self.stand_in = stand_in or LEVELS["superintendent"]
        self.memories = [[0] * MEMORY for _ in range(SEATS)]
        self.clock = [0] * CLOCK_SIZE
        self._tick = match.setting.tick_ms or 1
        self._unaware: set[int] = set()
        self._acted = [match.now] * SEATS  # when each seat last gave a command
        self._asked = [match.now - AGAIN_MS] * SEATS  # when each bot last asked people for something
        for seat in range(SEATS):
            self.rules.open_memory(self._b, self.memories[seat])
            level = self.others[seat].level if seat in self.others else levels.get(seat, self.stand_in)
            self.clock[KIND + seat] = TEAM if seat in levels else NOBODY
            self.clock[REACT + seat], self.clock[SEE + seat] = self._whole(level.react_ms), self._whole(level.see_ms)
            self.clock[AWAY_FROM + seat] = self.clock[AWAY_TO + seat] = NEVER
            if match.now > match.s.began_at:
                self._unaware.add(seat)
        self.clock[STAND_IN] = self._whole(self.stand_in.react_ms)
        self.rules.set_clock(match.s, self.clock, (match.seed or 0) + 1)

    @property
    def _b(self) -> Any:
        return self.match.setting.b

    @property
    def _notation(self) -> Any:
        setting: Any = self.match.setting
        return setting.notation

    def _whole(self, ms: int) -> int:
        """In whole ticks, where the clock moves in ticks."""
        return -(-ms // self._tick) * self._tick

    # ------------------------------------------------------------ people
    def play(self, seat: int | str, text: str | Mapping[str, Any], at_ms: int | None = None) -> str:
        """A person gives a command, now or at a later moment; the line of the log."""
        if at_ms is not None and at_ms > self.match.now:
            self.run(at_ms)
        line = self.match.play(seat, text, at_ms)
        self.noticed(self.match.seat(seat))
        return line

    def noticed(self, seat: int) -> None:
        """A person gave a command: the bots look up."""
        self._acted[seat] = self.match.now
        self.rules.call_others(self.match.s, self.clock, seat)

    def leave(self, seat: int) -> None:
        """The player of the seat is gone; after fifteen seconds a bot plays it."""
        self.clock[AWAY_FROM + seat], self.clock[AWAY_TO + seat] = self.match.now, NEVER
        self.clock[LOOK_AT + seat] = min(self.clock[LOOK_AT + seat], self.match.now)
        self._unaware.add(seat)

    def come_back(self, seat: int) -> None:
        """The player is there again: the bot stops at once, what it holds is theirs."""
        self.clock[AWAY_TO + seat] = self.match.now
        if self.clock[KIND + seat] == NOBODY:
            self.clock[GIVE_AT + seat], self.clock[COMMAND + seat] = NEVER, WAIT
            self.clock[LOOK_AT + seat] = self.match.now

    @property
    def standing_in(self) -> tuple[int, ...]:
        """The seats that a bot plays for a player who is not there."""
        s, c = self.match.s, self.clock
        away = [seat for seat in range(self.match.setting.seats) if c[AWAY_FROM + seat] <= s.now < c[AWAY_TO + seat]]
        return tuple(seat for seat in away if self.rules.who_acts(s, self._b, c, seat) == TEAM)

    def asks(self) -> list[tuple[int, str, str]]:
        """Signs that bots give to people who have done nothing for a while: the seat, what kind of sign, about what."""
        s, seats = self.match.s, range(self.match.setting.seats)
        if s.phase != RUNNING or s.now - max(self._asked) < APART_MS:
            return []
        bots = [seat for seat in seats if self.clock[KIND + seat] == TEAM]
        known = {*bots, *self.others}
        people = [
            seat
            for seat in seats
            if seat not in known and not self._away(seat) and s.now - self._acted[seat] >= IDLE_MS
        ]
        # Whoever has stood still for longest asks first.
        for seat in sorted(bots, key=lambda one: (self._asked[one], self._acted[one])) if people else ():
            found = request(s, self._b, self._notation, seat, people)
            if found is not None and s.now - self._asked[seat] >= AGAIN_MS:
                self._asked[seat] = s.now
                return [(seat, found.kind, found.about)]
        return []

    # ------------------------------------------------------------ time
    @property
    def next_moment(self) -> int:
        """When something happens next: an event, a look or a command."""
        return self._whole(max(self.rules.next_due(self.match.s, self.clock), self.match.now))

    @property
    def idle(self) -> bool:
        """Is every seat played by a person who is there? Then time may pass without the crew."""
        c, seats = self.clock, range(self.match.setting.seats)
        return not self.others and all(c[KIND + p] == NOBODY and not self._away(p) for p in seats)

    @property
    def next_action(self) -> int:
        """Like ``next_moment``, without the looks of seats that people play: nothing happens there."""
        c, moment = self.clock, self.match.next_event
        found = [NEVER if moment is None else moment]
        for seat in range(self.match.setting.seats):
            if c[KIND + seat] != NOBODY or seat in self.others or self._away(seat):
                found += [c[LOOK_AT + seat], c[GIVE_AT + seat]]
        return self._whole(max(min(found), self.match.now))

    def _away(self, seat: int) -> bool:
        return self.clock[AWAY_FROM + seat] <= self.match.now < self.clock[AWAY_TO + seat]

    def run(self, until_ms: int) -> None:
        """Let time pass up to a moment (or the end of a round), the bots acting on the way."""
        while not self.match.over:
            if self.match.s.phase == BETWEEN:
                self._next_round()
                return
            moment = self.next_moment
            if moment > until_ms:
                break
            self.match.advance(moment)
            if self.match.over or self.match.s.phase == BETWEEN:
                continue
            giver, looker = self.rules.next_seat(self.clock, GIVE_AT), self.rules.next_seat(self.clock, LOOK_AT)
            if self.clock[GIVE_AT + giver] <= moment:
                self._give(giver)
            elif self.clock[LOOK_AT + looker] <= moment:
                self._look(looker)
        if not self.match.over and until_ms > self.match.now:
            self.match.advance(until_ms)

    def _look(self, seat: int) -> None:
        s, c = self.match.s, self.clock
        who = self.rules.who_acts(s, self._b, c, seat)
        if who == TEAM:
            view = s.copy()
            if seat in self._unaware:
                self._unaware.discard(seat)
                self.rules.open_memory(self._b, self.memories[seat])
                self.rules.recall(view, self._b, self.memories[seat], seat)
            self.rules.look(view, self._b, self.memories[seat], c, seat)
        elif seat in self.others and c[AWAY_FROM + seat] > s.now:
            view = s.copy()
            moment = self.rules.look_ahead(view, self._b, c, seat)
            action = self.others[seat].player.choose(self._world(view, seat))
            self.rules.settle_look(view, c, seat, action, int(s.now), moment)
        else:
            c[LOOK_AT + seat] = s.now + POLL_MS

    def _world(self, view: Any, seat: int) -> World:
        game, setting = self.match.game, self.match.setting
        out = [0] * game.most_legal
        count = int(game.rules.legal(view, self._b, seat, out))
        return World(game, setting, view, seat, out[:count])

    def _give(self, seat: int) -> None:
        action = self.rules.speak(self.match.s, self.clock, seat)
        try:
            self.match.act(seat, action, at_ms=self.match.now)
        except IllegalAction:
            # Somebody was faster; a refusal costs nothing.
            self.clock[REFUSED] += 1
            return
        self._acted[seat] = self.match.now
        self.rules.call_others(self.match.s, self.clock, seat)

    def _next_round(self) -> None:
        """Between two rounds the bots are ready at once."""
        for seat in range(self.match.setting.seats):
            ready = self.clock[KIND + seat] == TEAM or seat in self.others or seat in self.standing_in
            if ready and self.match.s.phase == BETWEEN and not self.match.s.waiting >> seat & 1:
                self.match.act(seat, READY, at_ms=self.match.now)
        if self.match.s.phase != BETWEEN:
            self.rules.set_clock(self.match.s, self.clock, (self.match.seed or 0) + 1)
