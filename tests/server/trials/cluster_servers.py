"""A real cluster for the trials: PostgreSQL, NATS and nodes as processes, one node behind gates that can be shut."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import httpx
import psycopg

from goldenspike.server.cluster.trial_nats import TrialNats
from goldenspike.server.storage.trial_postgres import TrialPostgres

from .clients import ENCODE, Person
from .forked_servers import ForkedServers
from .server import Server

RETRY_S = 30.0


class Gate:
    """Stands between a node and a server it needs; shut, nothing passes and nothing is closed."""

    def __init__(self, port: int) -> None:
        self.far = port
        self.port = 0
        self.shut = False
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._visitor, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    async def _visitor(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far)
        except OSError:
            writer.transport.abort()
            return
        ways = [asyncio.ensure_future(self._way(*one)) for one in ((reader, far_writer), (far_reader, writer))]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (writer, far_writer):
            end.transport.abort()

    async def _way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while got := await reader.read(65536):
                while self.shut:
                    await asyncio.sleep(0.02)
                writer.write(got)
                await writer.drain()


class ClusterPerson(Person):
    """A browser that reaches any node, as through a balancer: a node that is gone is tried again elsewhere."""

    def __init__(self, cluster: ClusterServers, name: str = "") -> None:
        super().__init__(cluster.port, name)
        self.cluster = cluster

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        until = time.monotonic() + RETRY_S
        while True:
            at = f"http://127.0.0.1:{self.cluster.any_port()}"
            told = {"Origin": at, **({} if method == "GET" else {"Content-Type": "application/json"})}
            content = None if method == "GET" and body is None else b"{}" if body is None else ENCODE.encode(body)
            try:
                answer = self.http.request(method, f"{at}{path}", content=content, headers=told)
            except httpx.TransportError:
                answer = None
            if (answer is not None and answer.status_code != 503) or time.monotonic() > until:
                assert answer is not None, f"{method} {path}: nobody answers"
                return answer
            time.sleep(0.1)


class ClusterServers:
    """Nodes that share a PostgreSQL and a NATS; the last node reaches both through gates."""

    def __init__(
        self,
        folder: Path,
        *,
        nodes: int = 3,
        forked_servers: ForkedServers | None = None,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        seed: int = 1,
    ) -> None:
        self.dice = random.Random(seed)
        self.postgres = TrialPostgres().start()
        self.nats = TrialNats().start()
        self.database_gate = Gate(self.postgres.port).start()
        self.bus_gate = Gate(self.nats.port).start()
        self.nodes: list[Server] = []
        for number in range(nodes):
            gated = number == nodes - 1
            database = self.database.replace(f":{self.postgres.port}", f":{self.database_gate.port}")
            bus = f"nats://127.0.0.1:{self.bus_gate.port}"
            reach = [database, bus] if gated else [self.database, self.nats.url]
            told = ["--database", reach[0], "--bus", reach[1], "--no-notices", *arguments]
            data = folder / f"node-{number}"
            self.nodes.append(Server(data, forked_servers=forked_servers, arguments=told, environment=environment))
        self.forked_servers = forked_servers

    @property
    def database(self) -> str:
        return self.postgres.url()

    def __enter__(self) -> Self:
        for node in self.nodes:
            node.data.mkdir(parents=True, exist_ok=True)
            node.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.database_gate.shut = self.bus_gate.shut = False
        for node in self.nodes:
            if node.alive:
                node.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
                node.kill()
        self.database_gate.stop()
        self.bus_gate.stop()
        self.nats.stop()
        self.postgres.remove()

    # ------------------------------------------------------------ for the pages
    @property
    def port(self) -> int:
        return self.nodes[0].port

    @property
    def alive(self) -> bool:
        return all(node.alive for node in self.nodes)

    def any_port(self) -> int:
        """A node that takes connections, as a balancer finds it; nobody knows yet whether it is frozen."""
        nodes = self.dice.sample(self.nodes, len(self.nodes))
        for node in nodes:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", node.port), 0.5).close()
                return node.port
        return nodes[0].port

    # ------------------------------------------------------------ what is known outside
    def owners(self) -> dict[str, int]:
        """Which node plays which table, by number."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT t.id, n.address FROM tables t JOIN nodes n ON n.id = t.owner WHERE n.lease_until_ms >"
                " (extract(epoch FROM clock_timestamp()) * 1000)"
            ).fetchall()
        ports = {str(node.port): number for number, node in enumerate(self.nodes)}
        found = {}
        for table, address in rows:
            match = re.search(r":(\d+)$", address)
            if match is not None and match.group(1) in ports:
                found[str(table)] = ports[match.group(1)]
        return found

    def log_text(self) -> str:
        return "\n".join(node.log_text() for node in self.nodes)
