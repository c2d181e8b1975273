"""Bots think at workers: the same choice as here, whoever thinks, also when a worker dies in the middle of it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import NatsBus
from goldenspike.server.cluster.decisions import Decision, WorkerBeat, decided, decision_of
from goldenspike.server.cluster.remote_bots import RemoteBots
from goldenspike.server.cluster.trial_nats import TrialNats
from goldenspike.server.cluster.worker import Worker
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import TableHeader, opening_match, setting_of
from goldenspike.server.tables import seats
from goldenspike.server.tables.bot_queue import BotQueue
from goldenspike.server.tables.bots import BotTask, bot_task, decide

from .trials.games import GAMES

SEED = 0xC0FFEE_1234567
IN_TURNS = [name for name, kind in GAMES.items() if not kind.timed]


def task_at(name: str, moves: int, bot: str = "greedy") -> tuple[BotTask, TableHeader, bytes]:
    """A decision in the middle of a game."""
    seated = [m.NewSeat("bot", bot=bot) for _ in range(3)]
    header, _ = seats.new_header(m.NewTable(game=name, seats=seated, options=GAMES[name].options, seed=SEED))
    header.players = 3
    match, dice = opening_match(header, setting_of(header)), random.Random(4)
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, dice.choice(match.legal(seat)))
    task = bot_task(match, match.actors[0], bot, 77)
    task.header = header
    return task, header, match.raw()


@pytest.mark.parametrize("name", IN_TURNS)
def test_a_decision_travels_as_data_and_without_what_the_seat_cannot_see(name: str) -> None:
    task, header, position = task_at(name, 9)
    sent = msgspec.msgpack.encode(decision_of(task, header, "1", "node"))
    assert decided(msgspec.msgpack.decode(sent, type=Decision)) == decide(task)
    assert msgspec.msgpack.encode(SEED) not in sent, "the seed of the table stays with its owner"
    assert position not in sent, "what the seat cannot see was dealt anew"


@pytest.fixture(scope="module")
def nats() -> Iterator[TrialNats]:
    one = TrialNats().start()
    yield one
    one.stop()


def test_a_worker_that_dies_costs_a_retry_and_without_workers_this_server_thinks(
    nats: TrialNats, monkeypatch: pytest.MonkeyPatch
) -> None:
    from goldenspike.server.cluster import worker as module

    task, _, _ = task_at("santa-fe-rails", 4)
    here = decide(task)
    asked: list[str] = []
    held = threading.Event()

    def thinking(name: str, wait: bool) -> Callable[[Decision], str]:
        def think(decision: Decision) -> str:
            asked.append(name)
            if wait:
                held.wait(30)
            return decided(decision)

        return think

    async def work() -> None:
        bus = NatsBus(nats.url, "node")
        await bus.open()
        queue = BotQueue(1)
        bots = RemoteBots(bus, "node", queue)
        key = ("address", "person", "table")
        assert await queue.run(key, decide, task) == here, "nobody else is there"
        assert bots.asked == 0

        running: dict[str, tuple[NatsBus, asyncio.Event, asyncio.Task[None]]] = {}

        async def start(name: str) -> None:
            own = NatsBus(nats.url, name)
            await own.open()
            stop = asyncio.Event()
            running[name] = own, stop, asyncio.create_task(Worker(own, name, 1).run(stop))
            while not bots.there(name):
                await asyncio.sleep(0.01)

        monkeypatch.setattr(module, "decided", thinking("first", True))
        await start("first")
        answer = asyncio.ensure_future(queue.run(key, decide, task))
        while not asked:
            await asyncio.sleep(0.01)
        # The first one is thinking. It falls silent, as if it had been killed; another one comes.
        own, _, alive = running.pop("first")
        alive.cancel()
        await own.close()
        monkeypatch.setattr(module, "decided", thinking("second", False))
        await start("second")
        assert await asyncio.wait_for(answer, 120) == here
        assert asked == ["first", "second"]
        assert bots.repeated >= 1
        held.set()
        for own, stop, alive in running.values():
            stop.set()
            await alive
            await own.close()
        while bots.slots:
            await asyncio.sleep(0.01)
        assert await queue.run(key, decide, task) == here
        bots.close()
        await queue.close()
        await bus.close()

    asyncio.run(asyncio.wait_for(work(), 240))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_the_command_works_and_stops(nats: TrialNats) -> None:
    command = [sys.executable, "-m", "goldenspike", "worker", "--bus", nats.url, "--threads", "2"]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    beats: list[Any] = []

    async def listen() -> None:
        bus = NatsBus(nats.url, "node")
        bus.subscribe(subjects.WORKER_BEATS, lambda m: beats.append(msgspec.msgpack.decode(m.data, type=WorkerBeat)))
        await bus.open()
        while not beats:
            await asyncio.sleep(0.02)
        started.send_signal(signal.SIGTERM)
        while not beats[-1].leaving:
            await asyncio.sleep(0.02)
        await bus.close()

    asyncio.run(asyncio.wait_for(listen(), 240))
    assert started.wait(20) == 0
    assert beats[0].slots == 2
