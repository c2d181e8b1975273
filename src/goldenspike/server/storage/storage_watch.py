"""Does what is written reach the disk, is there room, is the database sound? Asked by whoever watches the server."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from contextlib import suppress

from sqlalchemy import Connection

from goldenspike.server.storage import schema
from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.store import Store, StoreError

SYNCED_WITHIN_S = 10.0  # a write that is not older needs no other to prove that the disk works
PATIENCE_S = 5.0  # for a write that is made to find out
LEAST_FREE = 64 << 20  # bytes
FIRST_LOOK_S = 20.0
LOOK_EVERY_S = 600.0
LOOK_SHARE = 200  # a look takes at most this part of all time, however large the database is
NAME = "synced_ms"

log = logging.getLogger("goldenspike.server")


class StorageWatch:
    """Knows whether the store can be relied on, and looks through the whole database now and then."""

    def __init__(self, store: Store, *, least_free: int = LEAST_FREE, first_look_s: float = FIRST_LOOK_S) -> None:
        self.store = store
        self.least_free = least_free
        self.first_look_s = first_look_s
        self._probe: asyncio.Task[str] | None = None
        self._stop = asyncio.Event()

    # ------------------------------------------------------------ asked by requests
    async def problems(self) -> list[str]:
        """What is wrong, a line each; empty if everything that is acknowledged is safe."""
        store = self.store
        found = [store.halted] if store.halted else []
        if not found:
            told = await self._synced()
            found += [told] if told else []
        if store.damaged:
            found.append(f"the database is damaged ({store.damaged}); restore a backup")
        free = self.free()
        if free < self.least_free:
            found.append(f"only {free >> 20} MB are free in {store.folder}")
        return found

    def free(self) -> int:
        """Bytes that can still be written; none, if the folder is not there any more."""
        try:
            return shutil.disk_usage(self.store.folder).free
        except OSError:
            return 0

    def synced_s(self) -> float:
        """Seconds since something last reached the disk."""
        return time.monotonic() - self.store.synced_at

    async def _synced(self) -> str:
        """Nothing, if a write was synced a short time ago or is now; everybody who asks at once shares one write."""
        if not self.store.failing and not self.store.missing() and self.synced_s() < SYNCED_WITHIN_S:
            return ""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.get_running_loop().create_task(self._write())
        return await asyncio.shield(self._probe)

    async def _write(self) -> str:
        stamp = {"name": NAME, "value": str(time.time_ns() // 1_000_000)}

        def put(connection: Connection) -> None:
            insert_or_update(connection, schema.settings, stamp)

        try:
            await asyncio.wait_for(self.store.write(put), PATIENCE_S)
        except StoreError as error:
            return str(error)
        except TimeoutError:
            return f"nothing has reached the disk for {self.synced_s():.0f} s"
        return ""

    # ------------------------------------------------------------ in the background
    async def run(self) -> None:
        """Until ``stop`` is called: look for damage from time to time."""
        wait = self.first_look_s
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), wait)
            if self._stop.is_set():
                return
            begun = time.monotonic()
            await self.look()
            wait = max(LOOK_EVERY_S, LOOK_SHARE * (time.monotonic() - begun))

    def stop(self) -> None:
        self._stop.set()

    async def look(self) -> None:
        """Look through the whole database."""
        self.store.damaged = await asyncio.to_thread(self.store.examine)
