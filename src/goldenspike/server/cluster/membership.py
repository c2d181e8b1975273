"""Connects one server with the others: its bus, its leases, the pages and requests that come and go, its workers."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

from goldenspike.server.cluster import http_forwarding
from goldenspike.server.cluster.bus import NatsBus
from goldenspike.server.cluster.node import ClusterNode, new_name
from goldenspike.server.cluster.orphans import Orphans
from goldenspike.server.cluster.people_elsewhere import PeopleElsewhere
from goldenspike.server.cluster.relay import ClusterChannel
from goldenspike.server.cluster.remote_bots import RemoteBots
from goldenspike.server.http.metrics import FAST, Metrics
from goldenspike.server.storage.leases import Leases
from goldenspike.server.tables.active_tables import ActiveTables

LEASE_S = 2.5
DRAIN_S = 5.0


class Membership:
    """This server's part in a cluster, from the start to the end."""

    def __init__(self, url: str, address: str, lease_s: float = LEASE_S) -> None:
        self.name = new_name()
        self.lease_s = lease_s
        self.address = address
        self.bus = NatsBus(url, self.name)
        self.node: ClusterNode | None = None
        self.bots: RemoteBots | None = None
        self.orphans: Orphans | None = None

    def name_lease(self, leases: Leases) -> None:
        """Others find this server under its name on the bus."""
        leases.address = f"{self.name} {self.address}".strip()
        leases.lease_s = self.lease_s

    async def open(self, state: Any, active_tables: ActiveTables) -> None:
        """From now on this server knows the others, and they know it."""
        metrics: Metrics = state.metrics
        lag = metrics.histogram("fan_out_lag_seconds", "How long messages between nodes take.", FAST)
        assert active_tables.leases is not None
        await asyncio.to_thread(active_tables.leases.start)
        node = self.node = state.cluster = ClusterNode(
            self.bus,
            active_tables.leases,
            active_tables,
            name=self.name,
            address=self.address,
            channels=lambda: len(state.channels.open),
            observe_lag=lag.observe,
        )
        self.bots = RemoteBots(self.bus, self.name, active_tables.bot_queue)
        active_tables.fetch = node.fetch
        active_tables.online_elsewhere = node.online_at
        state.channels.make = partial(ClusterChannel, node)
        http_forwarding.listen(node, state)
        PeopleElsewhere(node, state.channels)
        await self.bus.open()
        node.start()
        self.orphans = Orphans(node)
        self._watch(metrics, node, active_tables)

    def _watch(self, metrics: Metrics, node: ClusterNode, active_tables: ActiveTables) -> None:
        leases, bots, bus = node.leases, self.bots, self.bus
        assert bots is not None
        for name, about, source in (
            ("owned_tables", "Tables that this node owns.", lambda: len(leases.held)),
            ("lease_renewals", "Renewals of this node's lease since the start.", lambda: leases.renewals),
            ("lease_losses", "Leases that ran out since the start.", lambda: leases.losses),
            ("takeovers", "Tables taken from nodes that were gone, since the start.", lambda: leases.takeovers),
            ("bus_connected", "1 if the bus answers.", lambda: bus.connected),
            ("bus_messages", "Messages sent to other nodes since the start.", lambda: bus.sent),
            ("bus_lost", "Messages that could not be sent since the start.", lambda: bus.lost),
            ("peers", "Other nodes that are heard of.", lambda: len(node.peers)),
            ("relayed_pages", "Pages here whose table another node plays.", lambda: len(node.relays.open)),
            ("remote_pages", "Pages elsewhere whose table this node plays.", lambda: len(node.remote_pages.open)),
            ("forwarded_requests", "Requests that other nodes answered since the start.", lambda: node.forwarded),
            ("worker_slots", "Decisions that all workers can think about at once.", lambda: bots.slots),
            ("worker_asked", "Decisions given to workers since the start.", lambda: bots.asked),
            ("worker_repeated", "Decisions asked again, because a worker was lost.", lambda: bots.repeated),
        ):
            metrics.watch(name, about, source)

    @property
    def draining(self) -> bool:
        return self.node is not None and self.node.draining

    def problems(self) -> list[str]:
        """What an operator should know."""
        found = [] if self.bus.connected else ["the bus does not answer; pages at other nodes wait for it"]
        assert self.node is not None
        if not self.node.leases.trusted:
            found.append("this server has no lease on tables; it waits for the database")
        return [*found, *(["this server is being drained"] if self.node.draining else [])]

    async def leave(self) -> None:
        """Before this server stops: give every table to whoever wants it."""
        if self.node is not None and not self.node.draining:
            begun = time.monotonic()
            try:
                await asyncio.wait_for(self.node.drain(), DRAIN_S)
            except TimeoutError:
                return
            self.drained_s = time.monotonic() - begun

    async def close(self) -> None:
        if self.orphans is not None:
            await self.orphans.close()
        if self.bots is not None:
            self.bots.close()
        if self.node is not None:
            await self.node.close()
        await self.bus.close()
