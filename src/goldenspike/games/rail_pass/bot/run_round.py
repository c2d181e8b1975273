"""Rounds of a team, set up and run as a whole: interpreted, or compiled where many are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

from goldenspike.engine.compiled import CompiledRules, added, interpreted
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Value, halves
from goldenspike.engine.rule_set import Kernels

from ..board.load import Layout
from ..board.load import load as load_layout
from ..game import RAIL_PASS, RailPass, RailPassSetting
from ..rules.state import NEVER, SEATS, BoardArrays, State
from . import virtual_rounds
from .routes import MEMORY, WEIGHTS
from .virtual_rounds import (
    AWAY_FROM,
    AWAY_TO,
    CLOCK_SIZE,
    GIVEN,
    GOES_OWN,
    KIND,
    LAST_STORE,
    LOG,
    LOGGED,
    LONGEST_GAP,
    NOBODY,
    PASSES,
    RANDOM,
    REACT,
    REFUSED,
    SEE,
    STAND_IN,
    STILL_FROM,
    STILL_MS,
    TEAM,
    TO_100,
    TO_150,
    TO_ALL,
    WITHDRAWN,
)

STANDSTILL_MS = 60_000  # nobody waits so long for a hand
KINDS = {"team": TEAM, "random": RANDOM, "nobody": NOBODY}


@dataclass(frozen=True)
class SeatProfile:
    """Who sits there: a bot of the team or a random one, how quick it is, and when nobody is there."""

    kind: str = "team"
    react_ms: int = 600
    see_ms: int = 200
    away: tuple[int, int] | None = None  # from when to when, in milliseconds
    weights: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadOption(f"a seat is played by one of {', '.join(KINDS)}; not {self.kind!r}")
        if not 0 <= self.see_ms <= self.react_ms:
            raise BadOption("a seat sees at least as quickly as it acts: see_ms from 0 to react_ms")


USUAL = SeatProfile()


@dataclass(frozen=True)
class Outcome:
    """The result of a round; moments in milliseconds, None for what was not reached."""

    layout: str
    seed: int
    score: int
    won: bool
    base: int
    stored: tuple[int, ...]
    to_100: int | None
    to_150: int | None
    to_all: int | None
    length: int  # when it ended
    given: tuple[int, ...]
    refused: int
    passes: int
    moves: int
    withdrawn: int
    gone: int
    dropped: int
    wrecks: int
    longest_gap: int  # without a delivery
    longest_still: int  # in which no cube was loaded or stored and no train sent over a link
    still_from: int
    hash: str
    log: tuple[tuple[int, int, int], ...]  # moment, seat, action

    @property
    def stood_still(self) -> bool:
        """Did nobody do anything useful for a minute, although cubes were left?"""
        return self.longest_still >= STANDSTILL_MS

    @property
    def stood_still_to_the_end(self) -> bool:
        """Did it never go on?"""
        return self.stood_still and self.still_from + self.longest_still >= self.length


@cache
def fast(game: RailPass = RAIL_PASS) -> CompiledRules:
    """The compiled loop over the rules of a game."""
    return added(game.rule_set, Kernels((virtual_rounds,), entry_points=("run_team",)))


@cache
def plain(game: RailPass) -> SimpleNamespace:
    """The same, interpreted."""
    rules = game.rule_set
    return interpreted(replace(rules, modules=(*rules.modules, virtual_rounds)))


class Copies(list[Any]):
    """A place for a copy of the table: what is put there is another record, as in the compiled loop."""

    def __setitem__(self, k: Any, s: Any) -> None:
        super().__setitem__(k, s.copy())


class TeamRound:
    """One round of a team under way."""

    def __init__(
        self,
        layout: str | Layout,
        seed: int,
        profiles: Sequence[SeatProfile] | SeatProfile = USUAL,
        *,
        quick: bool = True,
        game: RailPass = RAIL_PASS,
        **options: object,
    ) -> None:
        board = load_layout(layout)
        seats = board.players[0] if isinstance(profiles, SeatProfile) else len(profiles)
        if seats not in board.players:
            raise BadOption(f"{board.id} has {board.players[0]} seats; {seats} profiles were given")
        chosen: dict[str, Value] = game.read_options({"clock": "virtual", "dexterity": "off", **options})
        self.setting: RailPassSetting = game.setting(chosen, board, seats)
        self.game = game
        self.layout, self.seed, self.quick = board, seed, quick
        self.s = State()
        self.setting.rules.start(self.s, self.setting.b, seats, *halves(seed))
        self.memories: Any = [[0] * MEMORY for _ in range(SEATS)]
        self.clock: Any = [0] * CLOCK_SIZE
        seated = [profiles] * seats if isinstance(profiles, SeatProfile) else list(profiles)
        self.clock[STAND_IN] = 600
        for p in range(SEATS):
            profile = seated[p] if p < seats else SeatProfile()
            self.clock[REACT + p], self.clock[SEE + p] = profile.react_ms, profile.see_ms
            self.clock[KIND + p] = KINDS[profile.kind]
            self.clock[AWAY_FROM + p], self.clock[AWAY_TO + p] = profile.away or (NEVER, NEVER)
        plain(game).begin_team(self.s, self.setting.b, self.memories, self.clock, seed + 1)
        for p, profile in enumerate(seated):
            for weight, value in profile.weights.items():
                self.memories[p][WEIGHTS + weight] = value
        self.views: Any = Copies([None])
        self.states: Any = [self.s]
        self.boards: Any = [self.setting.b]
        if quick:
            import numpy as np

            self.states, self.views = State.array([self.s]), State.array(1)
            self.boards = BoardArrays.array([self.setting.b])
            self.memories, self.clock = np.array(self.memories, np.int64), np.array(self.clock, np.int64)

    def run(self, until: int = NEVER) -> int:
        """Play on up to a moment, the end of the round or the last delivery; the base of the score."""
        if not self.quick:
            clocks: Any = [self.clock]
            return int(
                plain(self.game).run_team(
                    self.states, 0, self.views, 0, self.boards, 0, self.memories, 0, clocks, 0, until
                )
            )
        clocks = self.clock.reshape(1, CLOCK_SIZE)
        return int(
            fast(self.game).run_team(self.states, 0, self.views, 0, self.boards, 0, self.memories, 0, clocks, 0, until)
        )

    def state(self) -> State:
        """The table as it stands."""
        return State.from_bytes(self.states[0].tobytes()) if self.quick else self.s

    def keep(self) -> tuple[Any, Any, Any]:
        """Everything needed to go back to this moment."""
        if not self.quick:
            return self.s.copy(), [memory[:] for memory in self.memories], self.clock[:]
        return self.states.copy(), self.memories.copy(), self.clock.copy()

    def go_back(self, kept: tuple[Any, Any, Any]) -> None:
        if not self.quick:
            self.s.assign(kept[0])
            self.memories, self.clock = [memory[:] for memory in kept[1]], kept[2][:]
            return
        self.states[:], self.memories[:], self.clock[:] = kept

    def outcome(self) -> Outcome:
        s, b, c = self.state(), self.setting.b, [int(number) for number in self.clock]
        rules = self.setting.rules
        # While cubes are left the last wait lasts to the end of the round.
        last = s.now - c[LAST_STORE] if not c[TO_ALL] else 0
        codes = c[LOG : LOG + c[LOGGED]]
        return Outcome(
            layout=self.layout.id,
            seed=self.seed,
            score=rules.team_score(s, b),
            won=bool(rules.team_score(s, b) >= b.values.win),
            base=rules.lowest_product(s, b),
            stored=tuple(s.storage[: b.n_cities]),
            to_100=c[TO_100] or None,
            to_150=c[TO_150] or None,
            to_all=c[TO_ALL] or None,
            length=s.now - s.began_at,
            given=tuple(c[GIVEN : GIVEN + s.seats]),
            refused=c[REFUSED],
            passes=c[PASSES],
            moves=c[GOES_OWN],
            withdrawn=c[WITHDRAWN],
            gone=rules.engineers_gone(s),
            dropped=rules.cubes_dropped(s),
            wrecks=rules.wrecks(s),
            longest_gap=max(c[LONGEST_GAP], last),
            longest_still=c[STILL_MS],
            still_from=c[STILL_FROM] - s.began_at,
            hash=s.hash(),
            log=tuple((code // 2048 // 8, code // 2048 % 8, code % 2048) for code in codes),
        )


def play_round(
    layout: str | Layout,
    seed: int,
    profiles: Sequence[SeatProfile] | SeatProfile = USUAL,
    *,
    quick: bool = True,
    game: RailPass = RAIL_PASS,
    **options: object,
) -> Outcome:
    """A whole round on the virtual clock."""
    table = TeamRound(layout, seed, profiles, quick=quick, game=game, **options)
    table.run()
    return table.outcome()
