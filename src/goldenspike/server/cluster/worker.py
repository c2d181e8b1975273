"""``goldenspike worker``: thinks for the bots of all nodes, and does nothing else.

A worker keeps nothing. It may be killed at any time: whoever asked it asks another one.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import msgspec

from goldenspike.bots.offered import offer_bot
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.server import log_lines, traces
from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Message, NatsBus, Subscription
from goldenspike.server.cluster.decisions import Decided, Decision, Taken, WorkerBeat, decided
from goldenspike.server.cluster.node import new_name
from goldenspike.server.storage.table_record import Unplayable

BEAT_S = 0.5
encode = msgspec.msgpack.encode
log = logging.getLogger("goldenspike.server.cluster")


class Worker:
    """One process that thinks about a few decisions at a time."""

    def __init__(self, bus: NatsBus, name: str, slots: int) -> None:
        self.bus = bus
        self.name = name
        self.slots = slots
        self.busy = self.decided = 0
        self._pool = ThreadPoolExecutor(slots, thread_name_prefix="goldenspike-bot")
        self._listening: Subscription | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.leaving = False

    def listen(self) -> None:
        """Take decisions as long as there is a slot for them; others take those that come when there is none."""
        free = self.busy < self.slots and not self.leaving
        if free and self._listening is None:
            self._listening = self.bus.subscribe(subjects.DECISIONS, self._take, subjects.WORKERS)
        elif not free and self._listening is not None:
            self._listening.close()
            self._listening = None

    def _take(self, message: Message) -> None:
        self.busy += 1
        self.listen()
        self.bus.publish(message.reply, encode(Taken(self.name)))
        task = asyncio.get_running_loop().create_task(self._think(message.data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, data: bytes) -> None:
        decision = msgspec.msgpack.decode(data, type=Decision)
        try:
            text = await asyncio.get_running_loop().run_in_executor(self._pool, decided, decision)
            found = Decided(decision.id, text)
        except (GoldenSpikeError, Unplayable) as error:
            found = Decided(decision.id, problem=str(error))
        except Exception as error:
            log.exception("a decision failed")
            found = Decided(decision.id, problem=type(error).__name__)
        finally:
            self.busy -= 1
            self.decided += 1
            self.listen()
        self.bus.publish(subjects.decided_for(decision.node), encode(found))

    def tell(self) -> None:
        beat = WorkerBeat(self.name, self.slots, self.busy, self.decided, self.leaving)
        self.bus.publish(subjects.WORKER_BEATS, encode(beat))

    async def run(self, stop: asyncio.Event) -> None:
        self.listen()
        while not stop.is_set():
            self.tell()
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), BEAT_S)
        self.leaving = True
        self.listen()
        await asyncio.gather(*self._tasks, return_exceptions=True)  # what was begun is finished
        self.tell()
        self._pool.shutdown(wait=False)


def work(given: argparse.Namespace) -> None:
    """Run until somebody stops it."""
    log_lines.set_up(given.log)
    traces.set_up("goldenspike-worker")
    for text in given.bot:
        offer_bot(text)
    asyncio.run(_work(given))


async def _work(given: argparse.Namespace) -> None:
    name = new_name()
    bus = NatsBus(given.bus, name)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(one, stop.set)
    await bus.open()
    print(f"worker {name} thinks for bots; Ctrl+C stops", flush=True)
    await Worker(bus, name, given.threads).run(stop)
    await bus.close()
