"""``goldenspike cluster status``: the servers that share a database, what they play, and who thinks for their bots."""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from typing import Any

import msgspec
import sqlalchemy as sa
from rich.console import Console
from rich.table import Table
from sqlalchemy import Connection

from goldenspike.engine.errors import BadOption
from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Message, NatsBus
from goldenspike.server.cluster.decisions import WorkerBeat
from goldenspike.server.cluster.page_messages import Heartbeat, decoded
from goldenspike.server.storage.databases import chosen_database
from goldenspike.server.storage.leases import live_nodes
from goldenspike.server.storage.postgres_store import make_engine, read_url
from goldenspike.server.storage.schema import tables

LISTEN_S = 1.6


def status(given: argparse.Namespace) -> None:
    """Print who is there; the exit code is 1 if nobody is."""
    database = chosen_database(given.database)
    if database is None:
        raise BadOption("name the database of the cluster: --database postgresql://... or GOLDENSPIKE_DATABASE")
    engine = make_engine(read_url(database), pool_size=1)
    try:
        with engine.connect() as connection:
            found = _read(connection)
    except sa.exc.OperationalError as error:
        raise BadOption(f"the database does not answer: {str(error.orig).splitlines()[0]}") from None
    finally:
        engine.dispose()
    bus = given.bus or os.environ.get("GOLDENSPIKE_BUS")
    beats, workers = asyncio.run(_listen(bus)) if bus else ({}, {})
    for node in found["nodes"]:
        beat = beats.get(node["name"])
        if beat is not None:
            node |= {"on_the_bus": True, "channels": beat.channels, "tables_in_memory": beat.tables}
        elif bus:
            node["on_the_bus"] = False
    found["workers"] = [msgspec.to_builtins(one) for one in workers.values()]
    if given.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        _print(found, bool(bus))
    if not found["nodes"]:
        raise SystemExit(1)


def _read(connection: Connection) -> dict[str, Any]:
    nodes = []
    for node in live_nodes(connection):
        name, _, address = node.address.partition(" ")
        up = max(0, time.time_ns() // 1_000_000 - node.started_ms) // 1000
        nodes.append(
            {"name": name or node.id, "address": address, "tables": node.tables, "up_s": up, "draining": node.draining}
        )
    running = sa.select(sa.func.count()).where(tables.c.status == "running")
    owned = running.where(tables.c.owner.is_not(None))
    return {
        "nodes": nodes,
        "running_tables": connection.scalar(running),
        "running_tables_in_use": connection.scalar(owned),
    }


async def _listen(url: str) -> tuple[dict[str, Heartbeat], dict[str, WorkerBeat]]:
    """Whoever says within a moment that they are there."""
    beats: dict[str, Heartbeat] = {}
    workers: dict[str, WorkerBeat] = {}

    def heard(message: Message) -> None:
        beat = decoded(message.data, Heartbeat)
        beats[beat.node] = beat

    def worker(message: Message) -> None:
        beat = decoded(message.data, WorkerBeat)
        workers[beat.worker] = beat

    bus = NatsBus(url, "status")
    bus.subscribe(subjects.HEARTBEATS, heard)
    bus.subscribe(subjects.WORKER_BEATS, worker)
    await bus.open(2.0)
    if not bus.connected:
        await bus.close()
        raise BadOption("the bus does not answer")
    await asyncio.sleep(LISTEN_S)
    await bus.close()
    return beats, workers


def _print(found: dict[str, Any], bus: bool) -> None:
    console = Console(highlight=False)
    table = Table(box=None, padding=(0, 2))
    for name in ("node", "address", "tables", "pages", "up", "state"):
        table.add_column(name, justify="right" if name in {"tables", "pages", "up"} else "left")
    for node in found["nodes"]:
        state = "draining" if node["draining"] else "not on the bus" if node.get("on_the_bus") is False else "well"
        pages = str(node.get("channels", ""))
        table.add_row(node["name"], node["address"], str(node["tables"]), pages, f"{node['up_s']} s", state)
    console.print(table)
    if bus:
        for one in found["workers"]:
            console.print(f"worker {one['worker']}: {one['busy']} of {one['slots']} busy, {one['decided']} decided")
        if not found["workers"]:
            console.print("no workers: every node thinks for its own bots")
    console.print(f"{found['running_tables']} running tables, {found['running_tables_in_use']} of them in use")
