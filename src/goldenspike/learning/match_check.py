"""Does a new value win? A match against the champion with equal time, played until the answer is clear."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.arena.run.processes import run
from goldenspike.arena.run.results import Results
from goldenspike.arena.tournament.schedule import make_plan, prepare
from goldenspike.bots import World, bot, imagine
from goldenspike.bots.levels import SearchBot
from goldenspike.drawing.intervals import wilson
from goldenspike.engine.game import Game

BETTER = 1.4  # the share of victories that the test compares with a fair one, as a multiple of it
CERTAIN = 0.05  # how often the test may be wrong, either way
LOOKS_EVERY = 20  # games between two looks at the result
MOMENTS = 12  # decisions by which time is compared


@dataclass(frozen=True)
class Verdict:
    """How a match ended."""

    bot: str
    champion: str
    seats: int
    games: int
    won: float  # share
    low: float  # 95 %
    high: float
    fair: float
    wins: bool  # is it better, as far as the test can tell?
    command: str

    def sentence(self) -> str:
        return (
            f"{self.seats} players: won {self.won:.1%} ({self.low:.0%} to {self.high:.0%}, fair {self.fair:.0%}) of "
            f"{self.games} games against {self.champion}: {'wins' if self.wins else 'not clearly better'}"
        )

    def data(self) -> dict[str, Any]:
        shares = {"won": self.won, "low": self.low, "high": self.high, "fair": self.fair}
        return {
            "bot": self.bot, "champion": self.champion, "seats": self.seats, "games": self.games,
            **{name: round(share, 4) for name, share in shares.items()}, "wins": self.wins, "command": self.command,
        }  # fmt: skip


def likelihood_ratio(won: float, games: int, fair: float) -> float:
    """The logarithm by which the result is likelier for a better bot than for an equal one (Wald's sequential test)."""
    better = min(BETTER * fair, (1 + fair) / 2)
    return won * math.log(better / fair) + (games - won) * math.log((1 - better) / (1 - fair))


def decided(won: float, games: int, fair: float) -> int:
    """1: better; -1: not better; 0: go on."""
    bound = math.log((1 - CERTAIN) / CERTAIN)
    ratio = likelihood_ratio(won, games, fair)
    return 1 if ratio >= bound else -1 if ratio <= -bound else 0


def seconds_per_walk(game: Game, seats: int, spec: str) -> float:
    """Processor time of one walk of a bot, over decisions of one game between beginners."""
    prepare(game, [spec])
    match = gs.new(game.name, seats=seats, seed=8)
    players = [bot("fireman", seat) for seat in range(seats)]
    worlds: list[tuple[gs.Match, int]] = []
    decisions = 0
    while not match.over:
        seat = match.actors[0]
        if len(match.numbers(seat)) > 1:
            decisions += 1
            if decisions % 5 == 0:
                worlds.append((match.copy(), seat))
        players[seat].act(match, seat)
    chosen = worlds[:: max(1, len(worlds) // MOMENTS)]
    player = bot(spec, 1, game.name)
    assert isinstance(player, SearchBot)
    spent = 0.0
    for moment, seat in chosen:
        world: World = imagine(moment, seat, random.Random(3))
        begun = time.thread_time()
        player.choose(world)
        spent += time.thread_time() - begun
    return spent / (len(chosen) * player.budget.iterations)


def equal_time(game: Game, seats: int, spec: str, champion: str) -> str:
    """The same bot with as many walks as cost what the champion's cost."""
    mine, theirs = seconds_per_walk(game, seats, spec), seconds_per_walk(game, seats, champion)
    name, _, rest = spec.rpartition("@")
    walks = int(bot(champion, 0, game.name).budget.iterations * theirs / mine)  # type: ignore[attr-defined]
    return f"{name}@{'/'.join([str(max(walks, 1)), *rest.split('/')[1:]])}"


def turns_of_equal_time(game: Game, seats: int, name: str, champion: str) -> str:
    """A bot that plans whole turns, with as many iterations as cost what the champion's turn costs.

    Part of a turn's cost does not depend on the count: two counts are measured, and what lies between them follows.
    """
    few, many = (seconds_per_walk(game, seats, f"{name}@{count}") * count for count in (4, 24))
    asked = bot(champion, 0, game.name).budget.iterations  # type: ignore[attr-defined]
    theirs = seconds_per_walk(game, seats, champion) * asked
    each = max((many - few) / 20, 1e-6)
    return f"{name}@{max(1, round(4 + (theirs - few) / each))}"


def check_match(
    game: Game, seats: int, spec: str, champion: str, most: int, seed: int, folder: Path, *, cores: int,
    ray: str | None, progress: Callable[[int], None],
) -> Verdict:  # fmt: skip
    """One bot of the new kind against a table of champions, until the sequential test is decided."""
    lineup = [spec] + [champion] * (seats - 1)
    step = LOOKS_EVERY - LOOKS_EVERY % seats
    games, won, state = 0, 0.0, 0
    while games < most and state == 0:
        games = min(games + step, most)
        plan = make_plan(game.name, bots=[], lineup=lineup, games=games, seed=seed)
        results = Results(folder, plan)
        run(plan, results, cores=cores, ray=ray, progress=progress)
        rows = [row for row in results.sorted() if row["number"] < games]
        won = sum(row["won"][row["bots"].index(spec)] for row in rows)
        # With two players both may lose: what equal players win is then less than half.
        fair = sum(sum(row["won"]) for row in rows) / (len(rows) * seats)
        state = decided(won, games, max(fair, 1 / (2 * seats)))
    low, high = wilson(won, games)
    command = f"goldenspike arena {game.name} --games {games} --seed {seed} --lineup {','.join(lineup)}"
    return Verdict(spec, champion, seats, games, won / games, low, high, fair, state == 1, command)
