"""Fairness: the same scripted teams with a quick and a slow line, at tables of the same server at the same time.

Every client sees the table only through its own line (what it is told comes late, what it says arrives late),
keeps its own picture of the match, and decides for itself as the bots of the team do.

usage: python -m tests.server.trials.fairness [--pairs N] [--seconds N] [--fast N] [--delays MS MS]
       python -m tests.server.trials.fairness --model [--seeds N]    the same question on the virtual clock, many rounds
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from goldenspike.bots import World
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.bot.measure import LAYOUTS, play_rounds, team
from goldenspike.games.rail_pass.bot.partners import LEVELS, PARTNERS
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.state import WAIT
from goldenspike.server.live import messages as m

from .clients import Event, Person, Tick, Viewer, Welcome, new_id, together
from .server import Server

LEVEL = LEVELS["fireman"]  # as quick as a practised player
LOOK_MS = 100


class Client(Viewer):
    """A player at the end of a line that holds every message back for the same time, both ways."""

    def __init__(self, person: Person, table: str, seat: int, delay_ms: float, match: TimedMatch, fast: int) -> None:
        super().__init__(person, table, seat)
        self.delay_s = delay_ms / 1000 / fast
        self.fast = fast
        self.match = match
        self.memory = PARTNERS[LEVEL.name](0)
        self.zero: float | None = None  # by our own clock: when the round's clock showed 0
        self.given = self.missed = 0
        self.known = 0  # the last move in our own picture of the match
        self.outward: deque[Any] = deque()
        self.inward: deque[bytes] = deque()

    def send(self, frame: Any) -> None:
        self.outward.append(frame)
        asyncio.get_running_loop().call_later(self.delay_s, lambda: Viewer.send(self, self.outward.popleft()))

    def take(self, raw: bytes) -> None:
        self.inward.append(raw)
        asyncio.get_running_loop().call_later(self.delay_s, lambda: Viewer.take(self, self.inward.popleft()))

    def welcome(self, frame: Welcome) -> None:
        super().welcome(frame)
        self.told(frame.now_ms, frame.zero_ms)

    def event(self, frame: Event) -> None:
        super().event(frame)
        self.told(frame.now_ms, frame.zero_ms)

    def write(self, entry: m.Entry) -> None:
        super().write(entry)
        if entry.kind == "move" and entry.version > self.known:
            self.known = entry.version
            self.match.replay(entry.text)

    def tick(self, frame: Tick) -> None:
        super().tick(frame)
        if frame.at_ms > self.match.now:
            self.match.advance(frame.at_ms)

    def told(self, now_ms: int, zero_ms: int | None) -> None:
        """When the round began, by what the server says and what we know about our line."""
        if zero_ms is not None:
            self.zero = time.monotonic() - self.delay_s - (now_ms - zero_ms) / 1000

    def round_ms(self, at: float) -> int:
        assert self.zero is not None
        return int((at - self.zero) * 1000 * self.fast)

    async def play_on(self) -> None:
        """Decide, say it, wait as long as a player of this level does."""
        while self.result is None:
            if self.zero is None or self.round_ms(time.monotonic()) < 0:
                await asyncio.sleep(0.01)
                continue
            # What it sees now it answers so much later, for the table as it will be when the word arrives.
            see_s = LEVEL.see_ms / 1000 / self.fast
            speaks = time.monotonic() + see_s
            text = self.decide(self.round_ms(speaks + self.delay_s))
            if text is None:
                await asyncio.sleep(LOOK_MS / 1000 / self.fast)
                continue
            await asyncio.sleep(speaks - time.monotonic())
            sent, move = time.monotonic(), new_id()
            assert self.seat is not None
            self.send(m.Move(id=move, seat=self.seat, text=text))
            await self.until(lambda move=move: move in self.acks or move in self.refused or self.result is not None)  # type: ignore[misc]
            self.given += move in self.acks
            self.missed += move in self.refused
            await asyncio.sleep(max(0.0, sent + LEVEL.react_ms / 1000 / self.fast - see_s - time.monotonic()))

    def decide(self, arrives_ms: int) -> str | None:
        """What to say now, for the table as it will be when it arrives there."""
        assert self.seat is not None
        match = self.match
        s = match.s.copy()
        match.game.rules.advance(s, match.setting.b, max(match.now, arrives_ms))
        if match.game.rules.over(s):
            return None
        out = [0] * match.game.most_legal
        count = match.game.rules.legal(s, match.setting.b, self.seat, out)
        action = self.memory.choose(World(match.game, match.setting, s, self.seat, out[:count]))
        return None if action == WAIT else match.setting.write(s, self.seat, action)


@dataclass
class Found:
    """The scores of two lines, pair by pair."""

    delays: tuple[float, float]
    scores: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    cubes: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    given: list[int] = field(default_factory=lambda: [0, 0])
    missed: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def difference(self) -> float:
        """How much less the slower line scored, as a share of the quicker one's mean."""
        return loss(*self.scores)[0]

    @property
    def error(self) -> float:
        """One standard error of that, from the pairs."""
        return loss(*self.scores)[1]

    def __str__(self) -> str:
        lines = [
            f"{delay:.0f} ms: mean score {mean(scores):.1f}, {mean(cubes):.1f} cubes home, over {len(scores)} rounds"
            + (f" ({given} commands, {missed} refused)" if given else "")
            for delay, scores, cubes, given, missed in zip(
                self.delays, self.scores, self.cubes, self.given, self.missed, strict=True
            )
        ]
        return (
            f"{'; '.join(lines)}: the slower line loses {words(self.scores, 'the score')}, {words(self.cubes, 'cubes')}"
        )


def loss(quick: Sequence[int], slow: Sequence[int]) -> tuple[float, float]:
    """How much less the slower line has as a share of the quicker one's mean, and one standard error of it."""
    gaps = [one - other for one, other in zip(quick, slow, strict=True)]
    error = stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else float("nan")
    return mean(gaps) / mean(quick), error / mean(quick)


def words(pairs: tuple[list[int], list[int]], what: str) -> str:
    """A loss with the interval in which it lies in 19 of 20 cases."""
    found, error = loss(*pairs)
    return f"{found:.1%} of {what} ({found - 1.96 * error:.1%} to {found + 1.96 * error:.1%})"


async def rounds(server: Server, *, pairs: int, seconds: int, fast: int, delays: tuple[float, float]) -> Found:
    """Pairs of tables with the same cards, one for each line, all at once."""
    found, tables, options = Found(delays), [], {"dexterity": "off", "seconds": seconds}
    people = [Person(server.port, f"P{seat}") for seat in range(3)]
    for number in range(pairs):
        for which, delay in enumerate(delays):
            seed = 100 + number
            table = together(people, "rail-pass", options=options, seed=seed)
            clients = [
                Client(
                    person, table, seat, delay,
                    TimedMatch.new(RAIL_PASS, seats=len(people), seed=seed, options=options), fast,
                )
                for seat, person in enumerate(people)
            ]  # fmt: skip
            tables.append((which, clients))
    for _, clients in tables:
        for client in clients:
            await client.join()
    async with asyncio.TaskGroup() as group:
        for _, clients in tables:
            for client in clients:
                group.create_task(client.play_on())
    for which, clients in tables:
        result = clients[0].result
        assert result is not None
        found.scores[which].append(result.points[0])
        found.cubes[which].append(sum(city["stored"] for city in clients[0].public["cities"].values()))
        found.given[which] += sum(client.given for client in clients)
        found.missed[which] += sum(client.missed for client in clients)
        for client in clients:
            client.leave()
    return found


def model(seeds: range, delays: tuple[float, float], layouts: Sequence[str] = LAYOUTS) -> Found:
    """The same on the virtual clock: a line of d ms makes everything seen 2 d later."""
    found = Found(delays)
    for layout in layouts:
        for which, delay in enumerate(delays):
            profiles = team(layout, react_ms=LEVEL.react_ms, see_ms=LEVEL.see_ms + round(2 * delay))
            outcomes = play_rounds(layout, seeds, profiles, seconds="express", dexterity="off")
            found.scores[which].extend(one.score for one in outcomes)
            found.cubes[which].extend(sum(one.stored) for one in outcomes)
    return found


def main() -> int:
    reader = argparse.ArgumentParser(description="quick and slow lines")
    reader.add_argument("--pairs", type=int, default=6)
    reader.add_argument("--seconds", type=int, default=240)
    reader.add_argument("--fast", type=int, default=4, help="how many times as fast as real time")
    reader.add_argument("--delays", type=float, nargs=2, default=(20.0, 120.0), help="one way, in ms of the round")
    reader.add_argument("--model", action="store_true")
    reader.add_argument("--seeds", type=int, default=20)
    asked = reader.parse_args()
    delays = (asked.delays[0], asked.delays[1])
    if asked.model:
        print(model(range(asked.seeds), delays))
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="goldenspike-fair-") as folder,
        Server(Path(folder) / "data", arguments=["--fast-clock", str(asked.fast)]) as server,
    ):
        print(
            asyncio.run(rounds(server, pairs=asked.pairs, seconds=asked.seconds, fast=asked.fast, delays=delays)),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
