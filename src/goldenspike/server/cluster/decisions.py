"""Decisions of bots as data: a world that the bot's seat cannot tell from the real one, and which bot decides there.

Seeds, decks and other hands of the real game are not in it: what the seat cannot see was dealt anew before.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from goldenspike.engine.bot import World
from goldenspike.engine.match import Match
from goldenspike.games import game as game_called
from goldenspike.server import traces
from goldenspike.server.storage.table_record import TableHeader, setting_of
from goldenspike.server.tables.bots import BotTask, decide


class Decision(msgspec.Struct):
    """One decision, as it travels to a worker."""

    id: str
    node: str  # who asked
    game: str
    rules: str
    options: dict[str, Any]
    board_id: str
    board_hash: str
    board_source: Any
    players: int
    state: bytes
    seat: int
    legal: list[int]
    bot: str
    seed: int
    trace: str = ""  # the span that it belongs to, where somebody wants traces


class Taken(msgspec.Struct):
    """A worker has begun to think."""

    worker: str


class Decided(msgspec.Struct):
    """What a bot wants to do; or why this worker cannot tell."""

    id: str
    text: str = ""
    problem: str = ""


class WorkerBeat(msgspec.Struct):
    """A worker says that it is there."""

    worker: str
    slots: int
    busy: int = 0
    decided: int = 0
    leaving: bool = False


def decision_of(task: BotTask, header: TableHeader, number: str, node: str) -> Decision:
    """A task for a bot as data."""
    return Decision(
        number,
        node,
        header.game,
        header.rules,
        header.options,
        header.board_id,
        header.board_hash,
        header.board_source,
        header.players,
        bytes(task.world.s.to_bytes()),
        task.world.seat,
        list(task.world.legal),
        task.name,
        task.seed,
        traces.carried(),
    )


def task_of(decision: Decision) -> BotTask:
    """The same task, at a worker."""
    game = game_called(decision.game)
    setting = setting_of(cast(TableHeader, decision))  # of a header it reads only what a decision has as well
    s = game.state.from_bytes(decision.state)
    world = World(game, setting, s, decision.seat, decision.legal)
    form: type[Match] = game.match or Match
    return BotTask(form(game, setting, 0).copy_at(s), world, decision.seed, decision.bot)


def decided(decision: Decision) -> str:
    """What the bot wants to do, in notation."""
    with traces.span("think", {"bot": decision.bot}, decision.trace):
        return decide(task_of(decision))
