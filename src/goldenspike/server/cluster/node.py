"""This server as one node of a cluster: who else is there, who plays which table, and how to reach them.

Who plays a table is decided in the database alone. Heartbeats and whatever else comes over the bus only tell where to
ask: a node that is believed to be there and is not costs a moment, nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Bus, BusError, Message, NobodyThere, Subscription
from goldenspike.server.cluster.page_messages import Heartbeat, Present, decoded, encode
from goldenspike.server.cluster.relay import Relays
from goldenspike.server.cluster.remote_pages import RemotePages
from goldenspike.server.http.errors import HttpError
from goldenspike.server.storage.leases import TRUST, Leases, OwnedElsewhere
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables.active_tables import ActiveTables

BEAT_S = 0.5
QUIET_S = 0.8  # whoever was not heard of for so long is asked
KNOWN_S = 1.0  # how long it is believed that a table is where it was
PATIENCE_S = 6.0  # how long somebody waits for a table whose node has just gone
AGAIN_S = 0.15
SOON_S = 0.03  # where a node gives a table up this very moment
RELEASE_S = 3.0
TOGETHER = 500  # tables that are given up in one commit
PRESENCE_S = 10.0  # who is at which table is told anew so often
MOVED = "this table moves to another server"

log = logging.getLogger("goldenspike.server.cluster")


def new_name() -> str:
    """A name for this life of this node: recognisable for people, unique for programs."""
    host = re.sub(r"[^A-Za-z0-9-]", "-", socket.gethostname().partition(".")[0])[:20] or "node"
    return f"{host}-{secrets.token_hex(4)}"


@dataclass
class Peer:
    """Another node, as it was last heard of."""

    heard: float
    beat: Heartbeat


class ClusterNode:
    """This node."""

    def __init__(
        self,
        bus: Bus,
        leases: Leases,
        active_tables: ActiveTables,
        *,
        name: str,
        address: str = "",
        channels: Callable[[], int] = lambda: 0,
        observe_lag: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.bus = bus
        self.leases = leases
        self.active_tables = active_tables
        self.name = name
        self.address = address
        self.channels = channels
        self.observe_lag = observe_lag
        self.peers: dict[str, Peer] = {}
        self.remote_pages = RemotePages(bus, name, active_tables, lambda: self.troubles)
        self.relays = Relays(bus, name, lambda: self.troubles)
        self.silent_s = TRUST * leases.lease_s  # a node that was not heard of for so long is not asked any more
        self.draining = False
        self.forwarded = 0
        self.troubles = 0
        self._where: dict[str, tuple[str, float]] = {}
        self._present: dict[str, tuple[str, int, float]] = {}  # table -> node, seats as bits, when
        self._told: dict[str, int] = {}
        self._listening: list[Subscription] = [
            bus.subscribe(subjects.HEARTBEATS, self._heard),
            bus.subscribe(subjects.PRESENCE, self._presence),
            bus.subscribe(subjects.RELEASED, self._released),
            bus.subscribe(subjects.release_at(name), self._asked_to_release),
            bus.subscribe(subjects.alive(name), lambda message: bus.publish(message.reply, b"")),
        ]
        self._tasks: list[asyncio.Task[None]] = []
        bus.troubles.append(self._trouble)

    # ------------------------------------------------------------ life
    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._beat())]

    def listening(self, one: Subscription) -> None:
        """Closed together with this node."""
        self._listening.append(one)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for one in self._listening:
            one.close()
        self.relays.close()
        self.remote_pages.close()

    async def drain(self) -> None:
        """Give all tables up, first those that are played: another node may take each at once, pages come back."""
        begun = time.monotonic()
        self.draining = True
        self.leases.drain()
        self._tell()
        loaded = self.active_tables.loaded
        count = len(loaded)
        awaited = [name for name, actor in loaded.items() if actor.bots.thinking]
        await self.active_tables.hand_over([name for name, actor in loaded.items() if actor.busy])
        if awaited:
            self.bus.publish(subjects.RELEASED, encode(awaited))
        while loaded:  # nobody waits for these; whoever comes meanwhile need not wait for all of them
            await self.active_tables.hand_over(list(loaded)[:TOGETHER])
        await self.leases.release(list(self.leases.held))
        self._tell()
        took = round(1000 * (time.monotonic() - begun))
        log.info("gave up %d tables in %d ms", count, took, extra={"tables": count, "ms": took})

    def _trouble(self, what: str) -> None:
        """Messages may have been lost: pages at other nodes, and ours at tables of others, begin anew."""
        self.troubles += 1
        now = time.monotonic()
        for peer in self.peers.values():
            peer.heard = max(peer.heard, now - self.silent_s / 2)  # nobody is gone just because we heard nothing
        self.remote_pages.drop_all()
        self.relays.come_back(what)

    # ------------------------------------------------------------ who is there
    def _tell(self) -> None:
        beat = Heartbeat(
            self.name,
            self.address,
            self.leases.rules,
            len(self.active_tables.loaded),
            self.channels(),
            self.draining,
            time.time(),
            self.troubles,
        )
        self.bus.publish(subjects.HEARTBEATS, encode(beat))

    async def _beat(self) -> None:
        last = 0.0
        while True:
            self._tell()
            now = time.monotonic()
            for name, peer in list(self.peers.items()):
                if now - peer.heard > self.silent_s:
                    self.gone(name)
                elif now - peer.heard > QUIET_S and self.bus.connected:
                    self.active_tables.in_background(self._ask_whether_there(name))
            if self.bus.connected:
                whole = now - last > PRESENCE_S
                last = now if whole else last
                self._tell_presence(whole)
            await asyncio.sleep(BEAT_S)

    def _heard(self, message: Message) -> None:
        beat: Heartbeat = decoded(message.data, Heartbeat)
        self.observe_lag(max(0.0, time.time() - beat.sent))
        if beat.node == self.name:
            return
        before = self.peers.get(beat.node)
        self.peers[beat.node] = Peer(time.monotonic(), beat)
        if before is None:
            self._tell()
        elif before.beat.troubles != beat.troubles:
            self.remote_pages.drop_node(beat.node, beat.troubles)
            self.relays.come_back(MOVED, lambda one: one.owner == beat.node and one.troubles != beat.troubles)

    async def _ask_whether_there(self, name: str) -> None:
        """The bus knows at once whose connection is closed; somebody who is frozen is only silent."""
        try:
            await self.bus.request(subjects.alive(name), b"", QUIET_S)
        except NobodyThere:
            self.gone(name)
        except BusError:
            return

    def gone(self, name: str) -> None:
        """A node was not heard of for a while: what leads there leads nowhere."""
        if self.peers.pop(name, None) is not None:
            log.warning("node %s is not there any more", name, extra={"peer": name})
        self.remote_pages.drop_node(name)
        self.relays.come_back(MOVED, lambda relay: relay.owner == name)

    def _silent(self, name: str) -> bool:
        peer = self.peers.get(name)
        return peer is None or time.monotonic() - peer.heard > self.silent_s

    def _plays(self, name: str) -> bool:
        """Is a node there, and does it not give its tables up just now?"""
        return not self._silent(name) and not self.peers[name].beat.draining

    # ------------------------------------------------------------ where a table is
    async def locate(self, table: str) -> str | None:
        """The node that plays a table; None if it is this one, which takes it if nobody has it."""
        until = time.monotonic() + PATIENCE_S
        while True:
            if table in self.active_tables.loaded:
                return None
            known = self._where.get(table)
            if known is not None and time.monotonic() < known[1] and self._plays(known[0]):
                return known[0]
            if self.draining:
                raise HttpError(503, MOVED, "moved", wait=1)
            try:
                await self.active_tables.table(table, fetch=False)
                return None  # also if there is no such table: whoever asks for it finds out
            except OwnedElsewhere as owned:
                owner = owned.address.partition(" ")[0]
                if not self.bus.connected:
                    raise HttpError(503, "the servers cannot reach each other just now", "bus", wait=1) from None
                if owner == self.name:  # under an earlier lease of our own, which has run out or does so soon
                    owner = ""
                if owner and self._plays(owner):
                    self._where[table] = owner, time.monotonic() + KNOWN_S
                    return owner
            if time.monotonic() > until:
                raise HttpError(503, "the server that plays this table does not answer", "moved", wait=1)
            stops = owner in self.peers and self.peers[owner].beat.draining
            await asyncio.sleep(SOON_S if stops else AGAIN_S)

    def forget(self, table: str) -> None:
        """The table is not where it was."""
        self._where.pop(table, None)

    async def fetch(self, table: str, owned: OwnedElsewhere) -> None:
        """Ask another node to give a table up."""
        self.forget(table)
        owner = owned.address.partition(" ")[0]
        with suppress(BusError):
            await self.bus.request(subjects.release_at(owner), table.encode(), RELEASE_S)

    def _asked_to_release(self, message: Message) -> None:
        self.active_tables.in_background(self._release(message.data.decode(), message.reply))

    async def _release(self, table: str, reply: str) -> None:
        await self.active_tables.hand_over([table])
        if reply:
            self.bus.publish(reply, b"released")

    def _released(self, message: Message) -> None:
        """Bots are awaited at tables of a node that stops: the first of those that stay goes on there."""
        stay = [name for name, peer in self.peers.items() if not self._silent(name) and not peer.beat.draining]
        if not self.draining and self.name <= min(stay, default=self.name):
            self.active_tables.in_background(self._adopt(decoded(message.data, list[str])))

    async def _adopt(self, names: list[str]) -> None:
        for name in names:
            with suppress(StoreError, HttpError):
                await self.active_tables.table(name, fetch=False)

    # ------------------------------------------------------------ who is at which table
    def _tell_presence(self, whole: bool) -> None:
        there = ((name, _bits(actor.online())) for name, actor in self.active_tables.loaded.items() if actor.viewers)
        now = {name: bits for name, bits in there if bits}
        changed = {name: bits for name, bits in now.items() if whole or self._told.get(name) != bits}
        changed |= {name: 0 for name in self._told if name not in now}
        self._told = now
        if changed or whole:
            self.bus.publish(subjects.PRESENCE, encode(Present(self.name, changed, whole)))

    def _presence(self, message: Message) -> None:
        told: Present = decoded(message.data, Present)
        if told.node == self.name:
            return
        now = time.monotonic()
        if told.whole:
            for table in [one for one, known in self._present.items() if known[0] == told.node]:
                del self._present[table]
        for table, bits in told.tables.items():
            if bits:
                self._present[table] = told.node, bits, now
            elif self._present.get(table, ("", 0, 0.0))[0] == told.node:
                del self._present[table]

    def online_at(self, table: str) -> set[int]:
        """The seats whose people are at a table that another node plays, as far as it is known here."""
        node, bits, when = self._present.get(table, ("", 0, 0.0))
        if not bits or self._silent(node) or time.monotonic() - when > 3 * PRESENCE_S:
            return set()
        return {seat for seat in range(bits.bit_length()) if bits >> seat & 1}


def _bits(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)
