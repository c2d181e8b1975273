"""Bots in seats: they think outside the event loop, one after another at each table, and move like everybody else."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from goldenspike.bots import World, bot, imagine
from goldenspike.bots.analysis import Analysis, judge
from goldenspike.bots.lookup import known_bot
from goldenspike.engine.match import Match
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables.bot_queue import NOBODY, Key
from goldenspike.server.tables.moves import play_for_bot

if TYPE_CHECKING:
    from goldenspike.server.storage.table_record import TableHeader
    from goldenspike.server.tables.actor import TableActor

TRY_AGAIN_S = 5.0
NO_PEOPLE_S = 60.0  # how long bots go on among themselves when nobody looks on
MOST_STEPS = 1000

log = logging.getLogger("goldenspike.server")


def bot_seed(seed: int, seat: int, decision: int) -> int:
    """The seed of one decision: the same table, seat and decision always get the same."""
    return int.from_bytes(blake2b(f"{seed} {seat} {decision}".encode(), digest_size=8).digest(), "big")


def world_for(match: Match, seat: int, name: str, seed: int) -> tuple[World, int, str]:
    """What the bot gets to see, made while the position stands still."""
    return imagine(match, seat, bot(name, seed, match.game.name).dice), seed, name


def choose(world: World, seed: int, name: str) -> str:
    """The bot's choice in notation."""
    action = bot(name, seed, world.game.name).choose(world)
    return world.setting.write(world.s, world.seat, action)


def advise(world: World, seed: int, log: Sequence[str]) -> Analysis:
    """What the best bot thinks of every legal action, in less than a second; a beginner's choice until it can think.

    The log is what was played, as the seat may read it.
    """
    return judge(world, random.Random(f"hint {seed}"), log=log)


@dataclass
class BotTask:
    """One decision for a bot: a position copied while the table stood still, and which bot decides."""

    match: Match  # where turns are written in steps: the bot's own copy, in the imagined world
    world: World
    seed: int
    name: str
    header: TableHeader | None = None  # of its table, where another process may decide


def bot_task(match: Match, seat: int, name: str, seed: int) -> BotTask:
    """The task for a bot; an unfinished turn of whoever sat there before is left out."""
    world, _, _ = world_for(without_steps(match, seat), seat, name, seed)
    return BotTask(match.copy_at(world.s) if match.stepwise else match, world, seed, name)


def without_steps(match: Match, seat: int) -> Match:
    """The match without the private steps of a seat."""
    if not match.steps(seat):
        return match
    fresh = match.copy()
    fresh.drop(seat)
    return fresh


def decide(task: BotTask) -> str:
    """A whole decision in notation: a single action, or every step of a turn, tried in the imagined world only."""
    if not task.match.stepwise:
        return choose(task.world, task.seed, task.name)
    player = bot(task.name, task.seed, task.world.game.name)
    seat, match = task.world.seat, task.match
    return whole_turn(match, seat, lambda: player.choose(_seen(task.world, match, seat)))


def _seen(world: World, match: Match, seat: int) -> World:
    return World(world.game, world.setting, match.s, seat, match.numbers(seat))


def whole_turn(match: Match, seat: int, pick: Callable[[], int]) -> str:
    """Step by step until the turn is complete; the text of the line it makes."""
    match.log.clear()
    for _ in range(MOST_STEPS):
        match.act(seat, pick())
        if match.log:
            return match.log[-1].partition(": ")[2]
    raise RuntimeError(f"a turn of more than {MOST_STEPS} steps")


class TableBots:
    """The bots of one table: each is woken when its decision is awaited."""

    def __init__(self, actor: TableActor) -> None:
        self.actor = actor
        self._task: asyncio.Task[None] | None = None

    @property
    def thinking(self) -> bool:
        return self._task is not None

    def wake(self) -> None:
        """Let the next awaited bot think, unless one does already."""
        if self._task is None and self._next() is not None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _attended(self) -> bool:
        """Does somebody look on, or did somebody a short while ago? Nobody waits for the others: they are at rest."""
        actor = self.actor
        if actor.viewers or actor.header.tournament:  # the next round waits for it
            return True
        people = any(place.person for place in actor.header.places)
        patience = actor.active_tables.unwatched_s if people else min(NO_PEOPLE_S, actor.active_tables.unwatched_s)
        return actor.active_tables.clock() - actor.attended < patience

    def _key(self) -> Key:
        """On whose account this table thinks: that of somebody who plays here, else of somebody who looks on."""
        actor = self.actor
        for viewer in sorted(actor.viewers, key=lambda one: (not one.seats, not one.host)):
            return viewer.address, viewer.person, actor.header.id
        return NOBODY, NOBODY, actor.header.id

    def _delay(self) -> float:
        """How long a bot waits before it moves: as long as the slowest of those who play here would like it."""
        viewers = self.actor.viewers
        if not viewers:
            return 0.0
        wishes = [one.bot_delay_s for one in viewers if one.seats and one.bot_delay_s is not None]
        return max(wishes, default=self.actor.active_tables.bot_delay_s)

    def _next(self) -> int | None:
        actor = self.actor
        if actor.header.proposal is not None or actor.realtime is not None or not self._attended():
            return None
        for seat in actor.awaited():
            name = actor.header.places[seat].bot
            if name is not None and known_bot(name, actor.header.game) is not None:
                return seat
        return None

    async def _play(self) -> None:
        """One decision after another, until no bot is awaited."""
        actor = self.actor
        try:
            while (seat := self._next()) is not None:
                together = len(actor.awaited()) > 1
                delay = self._delay()
                if delay:
                    await asyncio.sleep(delay / 4 if together else delay)
                if self._next() != seat or actor.match is None:
                    continue
                name = actor.header.places[seat].bot or ""
                seed = bot_seed(actor.header.seed, seat, actor.movers.count(seat))
                before = actor.version
                legal = without_steps(actor.match, seat).numbers(seat)
                task = bot_task(actor.match, seat, name, seed)
                task.header = actor.header
                queue, key = actor.active_tables.bot_queue, self._key()
                while queue.full(key[0]):
                    await asyncio.sleep(TRY_AGAIN_S)
                text = await queue.run(key, decide, task)
                try:
                    await actor.call(self._move, seat, name, text, legal)
                except StoreError:
                    before = actor.version
                if actor.version == before:
                    await asyncio.sleep(TRY_AGAIN_S)  # a full disk, or a choice that was refused
        except asyncio.CancelledError:
            raise
        except Exception:
            if actor.stopped:  # whoever loads the table next asks the bot again
                return
            log.exception("a bot failed at table %s", actor.header.id)
        finally:
            self._task = None

    async def _move(self, seat: int, name: str, text: str, legal: list[int]) -> None:
        """Make the move the bot chose, if it is still the bot's to make."""
        actor = self.actor
        if actor.match is None or seat not in actor.awaited() or actor.header.places[seat].bot != name:
            return
        if actor.header.proposal is not None or without_steps(actor.match, seat).numbers(seat) != legal:
            return
        await play_for_bot(actor, seat, text)
