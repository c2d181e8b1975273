"""What is to be played: which bots sit where, on which deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot, bot_spec
from goldenspike.bots.from_outside import policy_digests
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, Setting, Value
from goldenspike.engine.study import MOST_GAMES


@dataclass(frozen=True)
class Fixture:
    """One game: its number, its deal, and the bots by seat."""

    number: int
    seed: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A tournament. The same deal is played with every lineup in every rotation of its seats."""

    game: str
    lineups: tuple[tuple[str, ...], ...]
    games: int
    options: Mapping[str, Value] = field(default_factory=dict)
    board: Any = None
    seed: int = 1
    distinct: bool = False  # no deal twice with the same bots in the same seats

    @property
    def seats(self) -> int:
        return len(self.lineups[0])

    @property
    def bots(self) -> list[str]:
        return list(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    @cached_property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """Who sits where in the games of a deal."""
        turned = [lineup[-turn:] + lineup[:-turn] for lineup in self.lineups for turn in range(self.seats)]
        return tuple(dict.fromkeys(turned) if self.distinct else turned)

    def fixture(self, number: int) -> Fixture:
        deal, seating = divmod(number, len(self.seatings))
        return Fixture(number, self.seed * 1_000_003 + deal, self.seatings[seating])

    def setting(self) -> Setting:
        game = gs.game(self.game)
        return game.setting(dict(self.options), game.board(self.board), self.seats)

    def data(self) -> dict[str, Any]:
        """The plan as plain data; results belong together when this is the same, whatever the number of games."""
        whole = asdict(self)
        whole["lineups"] = [list(lineup) for lineup in self.lineups]
        whole["options"] = dict(self.options)
        whole["board"] = gs.game(self.game).board(self.board).hash
        whole["rules"] = gs.game(self.game).rules_version
        del whole["games"]
        if not self.distinct:
            del whole["distinct"]
        if files := policy_digests(self.bots):
            whole["policies"] = files
        return whole


def make_plan(
    name: str,
    *,
    bots: Sequence[str],
    games: int,
    seats: int | None = None,
    lineup: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    board: Any = None,
    seed: int = 1,
    distinct: bool = False,
    rated: bool = True,
) -> Plan:
    """A plan from what a user asks for; wrong input is one clear line. Not every game has bots to be rated."""
    game = gs.game(name)
    if rated and game.no_arena:
        raise BadOption(game.no_arena)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"a number of games from 1 to {MOST_GAMES}; not {games}")
    if lineup and bots:
        raise BadOption("name --bots (everybody meets everybody) or one --lineup, not both")
    specs = [bot_spec(text) for text in lineup or bots]
    for spec in specs:
        bot(spec, 0, game.name)
    if not specs:
        raise BadOption("name the bots, such as --bots fireman,engineer,superintendent")
    number = len(specs) if lineup or seats is None else seats
    if seats is not None and number != seats:
        raise BadOption(f"the lineup names {number} bots for {seats} seats")
    if not lineup and seats is None:
        number = min(max(number, game.seats[0]), game.seats[-1])
    game.read_seats(number)
    chosen = game.read_options(options or {})
    lineups = tuple(lineups_of(specs, number) if not lineup else [tuple(specs)])
    plan = Plan(game.name, lineups, games, chosen, board, seed, distinct)
    plan.setting()
    return plan


def lineups_of(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """All combinations of that many bots; if there are fewer bots than seats, each in turn sits more often."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    turns = [tuple(bots[(first + seat) % len(bots)] for seat in range(seats)) for first in range(len(bots))]
    return list(dict.fromkeys(turns))


def prepare(game: Game, bots: Sequence[str]) -> None:
    """Compile what the bots need and wait for it, so that none of them plays below its level."""
    from goldenspike.bots.search import search_for

    game.compiled()
    players = [bot(spec, 0, game.name) for spec in bots]
    for style in sorted({style for player in players for style in player.searches()}):
        if search_for(game, style, wait=True) is None:
            raise BadOption(f"the search for {game.name} cannot be compiled here")
