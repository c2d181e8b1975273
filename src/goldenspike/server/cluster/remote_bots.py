"""Bots think at workers, if there are any: this node asks, waits, asks again if a worker is lost, and plays the answer.

Whose turn it is was decided before, by the queue of this node. Without workers, or if none can do it, this node thinks
itself, as a server of its own does.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec

from goldenspike.server import traces
from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Bus, BusError, Message, NobodyThere
from goldenspike.server.cluster.decisions import Decided, Taken, WorkerBeat, decision_of
from goldenspike.server.storage.table_record import TableHeader
from goldenspike.server.tables.bot_queue import BotQueue
from goldenspike.server.tables.bots import BotTask, decide

TAKE_S = 2.0  # how long a worker may take to say that it has begun
SILENT_S = 2.5
LOOK_S = 0.25
TRIES = 4
BUSY_S = 0.05
LONGEST_S = 120.0

encode = msgspec.msgpack.encode
log = logging.getLogger("goldenspike.server.cluster")


class RemoteBots:
    """The workers that this node knows of, and what it has asked them."""

    def __init__(self, bus: Bus, node: str, queue: BotQueue) -> None:
        self.bus = bus
        self.node = node
        self.queue = queue
        self.own_threads = queue.threads
        self.workers: dict[str, tuple[float, WorkerBeat]] = {}
        self.asked = self.repeated = self.alone = 0
        self._numbers = itertools.count(1)
        self._open: dict[str, asyncio.Future[Decided]] = {}
        self._listening = [
            bus.subscribe(subjects.WORKER_BEATS, self._heard),
            bus.subscribe(subjects.decided_for(node), self._decided),
        ]
        queue.elsewhere = self.think

    def close(self) -> None:
        self.queue.elsewhere = None
        for one in self._listening:
            one.close()

    # ------------------------------------------------------------ who is there
    def _heard(self, message: Message) -> None:
        beat = msgspec.msgpack.decode(message.data, type=WorkerBeat)
        if beat.leaving:
            self.workers.pop(beat.worker, None)
        else:
            self.workers[beat.worker] = time.monotonic(), beat
        self._count()

    def _count(self) -> None:
        """As many decisions at a time as there are places to think; workers that fell silent are none."""
        self.queue.threads = max(self.own_threads, self.slots)

    def there(self, worker: str) -> bool:
        heard = self.workers.get(worker)
        return heard is not None and time.monotonic() - heard[0] < SILENT_S

    @property
    def slots(self) -> int:
        """How many decisions all workers together can think about at once."""
        return sum(beat.slots for name, (_, beat) in self.workers.items() if self.there(name))

    # ------------------------------------------------------------ asking
    async def think(self, here: Callable[[], Any], work: Any, args: tuple[Any, ...]) -> Any:
        """The result of a bot's work: a worker's, or (``here``) of a thread of this node."""
        self._count()
        task = args[0] if work is decide and args else None
        if not isinstance(task, BotTask) or task.header is None or not self.bus.connected or not self.slots:
            return await here()
        with traces.span("ask a worker", {"table": task.header.id, "bot": task.name}, ""):
            return await self._ask_workers(here, task, task.header)

    async def _ask_workers(self, here: Callable[[], Any], task: BotTask, header: TableHeader) -> Any:
        decision = decision_of(task, header, f"{next(self._numbers)}", self.node)
        data = encode(decision)
        until = time.monotonic() + LONGEST_S
        tries = 0
        while tries < TRIES and self.slots and self.bus.connected and time.monotonic() < until:
            try:
                found = await self._ask(decision.id, data)
            except NobodyThere:
                await asyncio.sleep(BUSY_S)  # all of them think
                continue
            except BusError:
                found = None
            if found is None:
                tries += 1
                self.repeated += 1
                continue
            if not found.problem:
                return found.text
            log.info("a worker cannot decide: %s", found.problem)
            break
        self.alone += 1
        return await here()

    async def _ask(self, number: str, data: bytes) -> Decided | None:
        """One worker's answer; None if it was lost."""
        self.asked += 1
        answer: asyncio.Future[Decided] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        try:
            taken = msgspec.msgpack.decode(await self.bus.request(subjects.DECISIONS, data, TAKE_S), type=Taken)
            while not answer.done():
                await asyncio.wait([answer], timeout=LOOK_S)
                if not answer.done() and (not self.there(taken.worker) or not self.bus.connected):
                    return None
            return answer.result()
        finally:
            self._open.pop(number, None)

    def _decided(self, message: Message) -> None:
        found = msgspec.msgpack.decode(message.data, type=Decided)
        waiting = self._open.get(found.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(found)
