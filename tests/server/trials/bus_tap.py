"""Everything that travels between nodes, read by somebody who listens to all subjects: each may carry its own alone."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from goldenspike.server.cluster.bus import PREFIX, Message, NatsBus
from goldenspike.server.cluster.page_messages import FRAME, WELCOME

from .cluster_servers import ClusterServers
from .forked_servers import ForkedServers
from .games import Kind
from .leak import LeakTrial, Listener, Received, found_in
from .server import Server


@dataclass
class Tapped:
    """What was heard, by subject."""

    messages: int = 0
    viewpoints: set[str] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)
    findings: list[str] = field(default_factory=list)
    caught: int = 0  # messages of a seat that would have been found on the subject of the spectators


class Tap:
    """Listens to the whole bus, and notes at which version of the table each message came."""

    def __init__(self, url: str) -> None:
        self.bus = NatsBus(url, "tap")
        self.heard: list[tuple[int, str, bytes]] = []
        self.trial: LeakTrial | None = None
        self.bus.subscribe(f"{PREFIX}.>", self._take)

    def _take(self, message: Message) -> None:
        self.heard.append((0 if self.trial is None else self.trial.version, message.subject, message.data))


def check(tap: Tap, trial: LeakTrial) -> Tapped:
    """Every subject against what its viewpoint may know."""
    found = Tapped(len(tap.heard))
    table = f"{PREFIX}.table.{trial.table}."
    page_seats: dict[str, int | None] = {}
    cookies = [str(c.value) for listener in trial.listeners for c in listener.person.http.cookies.jar]
    for version, subject, data in tap.heard:
        if any(cookie.encode() in data for cookie in cookies) and not subject.startswith(f"{PREFIX}.reply."):
            found.findings.append(f"a cookie travels on {subject}")
        if subject.startswith(table):
            words = subject.removeprefix(table).split(".")
            seat = int(words[1]) if words[0] == "seat" else None
            found.viewpoints.add(subject)
            found.findings += wrong(trial, subject, seat, version, data)
            found.caught += seat is not None and bool(wrong(trial, f"{table}spectators", None, version, data))
        elif subject.startswith(f"{PREFIX}.page.") and data[:1] in (FRAME, WELCOME):
            found.pages.add(subject)
            if data[:1] == WELCOME:
                page_seats[subject] = json.loads(data[1:])["seat"]
            found.findings += wrong(trial, subject, page_seats.get(subject), version, data[1:])
    return found


def wrong(trial: LeakTrial, subject: str, seat: int | None, version: int, frame: bytes) -> list[str]:
    listener = Listener(subject, cast(Any, None), seat)
    received = Received(version, f"a message on {subject}", frame)
    told = [f"{subject}: {what}" for what in found_in(received, listener, trial.truth)]
    text = frame.decode("utf-8", "replace")
    others = [note for role, note in trial.notes.items() if role != f"seat {seat}"]
    for what, strings in {"the seed": [str(trial.seed)], "a secret": trial.secrets, "a note": others}.items():
        if any(string in text for string in strings):
            told.append(f"{subject}: {what}")
    return told


async def tapped_game(
    folder: Path,
    game: Kind,
    forked_servers: ForkedServers,
    *,
    most: int,
    environment: Mapping[str, str] | None = None,
) -> tuple[Tapped, list[str]]:
    """A game whose table one node plays while everybody but its host looks at it through another."""
    with ClusterServers(
        folder, nodes=2, forked_servers=forked_servers, arguments=game.serve, environment=environment
    ) as cluster:
        tap = Tap(cluster.nats.url)
        await tap.bus.open()
        owner, other = cluster.nodes
        served = cast(Server, _Through(cluster, other))
        trial = await asyncio.to_thread(
            lambda: LeakTrial(served, game, 3, random.Random(f"tap {game.name}"), host_port=owner.port)
        )
        tap.trial = trial
        played = await trial.play(min(most, game.most))
        await asyncio.sleep(0.2)
        assert cluster.owners()[trial.table] == 0, "the table is played where its host made it"
        found = check(tap, trial)
        await tap.bus.close()
        return found, played.findings


class _Through:
    """A cluster, seen through one of its nodes."""

    def __init__(self, cluster: ClusterServers, node: Server) -> None:
        self.cluster = cluster
        self.port = node.port
        self.database = cluster.database

    def log_text(self) -> str:
        return self.cluster.log_text()
