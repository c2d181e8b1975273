"""Many tables with a player at every page: set up, kept going, and checked against what is stored."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from .clients import Person, Viewer, together
from .games import GAMES, Kind
from .player import Player
from .server import Server
from .stored_tables import StoredTable, stored_tables


@dataclass
class Findings:
    """What a trial found; all empty is the aim."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    reordered: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lost or self.doubled or self.reordered or self.other)

    def __str__(self) -> str:
        found = [*self.lost, *self.doubled, *self.reordered, *self.other]
        return (
            f"{len(self.lost)} lost, {len(self.doubled)} doubled, {len(self.reordered)} reordered, "
            f"{len(self.other)} other; " + "; ".join(found[:12])
        )

    def add(self, more: Findings) -> None:
        self.lost += more.lost
        self.doubled += more.doubled
        self.reordered += more.reordered
        self.other += more.other


class ManyTables:
    """So many tables of so many seats, all played at once; a finished table makes room for a new one."""

    def __init__(
        self,
        server: Server,
        *,
        tables: int,
        seats: int = 2,
        game: Kind = GAMES["santa-fe-rails"],
        seed: int = 1,
        port: int | None = None,
        watched: bool = False,
        pace: dict[str, Any] | None = None,
    ) -> None:
        self.server = server
        self.wishes = {} if pace is None else {"pace": pace}
        self.game = game
        self.seats = seats
        self.dice = random.Random(seed)
        self.people = [Person(server.port, f"P{number}") for number in range(seats)]
        self.spectator = Person(server.port, "Spectator")
        self.port = port
        self.watched = watched
        self.playing: dict[str, list[Player]] = {}
        self.watching: dict[str, Viewer] = {}
        self.past: dict[str, list[Player]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.ending = False
        for _ in range(tables):
            self.add()

    def add(self) -> None:
        table = together(self.people, self.game.name, options=self.game.options, **self.wishes)
        self.playing[table] = [
            Player(person, table, seat, random.Random(self.dice.random()), port=self.port)
            for seat, person in enumerate(self.people)
        ]
        if self.watched:
            self.watching[table] = Viewer(self.spectator, table, port=self.port)

    def begin(self) -> None:
        """Everybody who is not there yet comes to their table."""
        busy = {task.get_name() for task in self.tasks}
        for table in self.playing:
            if table not in busy:
                for page in self.pages(table):
                    task = asyncio.create_task(page.live(lambda: self.ending), name=table)
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)

    def pages(self, table: str) -> list[Viewer]:
        watcher = [self.watching[table]] if table in self.watching else []
        return [*(self.playing.get(table) or self.past[table]), *watcher]

    def renew(self) -> None:
        """New tables in place of the finished ones."""
        for table, players in list(self.playing.items()):
            if any(player.result is not None for player in players):
                self.past[table] = self.playing.pop(table)
                self.add()
        self.begin()

    @property
    def players(self) -> list[Player]:
        return [player for players in (self.past | self.playing).values() for player in players]

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acks) for player in self.players)

    async def progress(self, moves: int, timeout: float = 90.0) -> None:
        """Wait until so many more moves are acknowledged."""
        goal, end = self.acknowledged + moves, asyncio.get_running_loop().time() + timeout
        while self.acknowledged < goal:
            self.failed()
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"{self.acknowledged} of {goal} moves are acknowledged after {timeout} s")
            await asyncio.sleep(0.01)

    def failed(self) -> None:
        """A page that ended by an error ends the trial."""
        for task in list(self.tasks):
            if task.done() and task.exception() is not None:
                task.result()

    async def rest(self, timeout: float = 90.0) -> None:
        """Nobody chooses any more; wait until all is answered and the pages of a table show the same moment."""
        for player in self.players:
            player.playing = False
        end = asyncio.get_running_loop().time() + timeout
        while not self.settled():
            self.failed()
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"the pages did not come to rest: {self.unsettled()[:5]}")
            await asyncio.sleep(0.05)

    def settled(self) -> bool:
        return not self.unsettled()

    def unsettled(self) -> list[str]:
        found = []
        for table in self.playing:
            pages = self.pages(table)
            # Where a clock runs, things happen without a new version, and one page hears of them before the other.
            moments = [(page.version, page.at) for page in pages]
            if len(set(moments)) > 1 or not all(page.welcomed for page in pages):
                found.append(f"{table}: versions and moments {moments}")
            found += [f"{table}: unanswered {p.waiting[0]}" for p in self.playing[table] if p.waiting is not None]
        return found

    async def go(self) -> None:
        """All leave."""
        self.ending = True
        for page in [*self.players, *self.watching.values()]:
            page.changed.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def check(self) -> Findings:
        """Every page against the database: nothing acknowledged is missing, nothing happened twice."""
        findings = Findings()
        stored = stored_tables(self.server.database)
        for table, players in (self.past | self.playing).items():
            compare(stored[table], players, findings, self.game)
            findings.other += [f"{table}: {fault}" for page in self.pages(table) for fault in page.faults]
            pages = [page for page in self.pages(table) if table in self.playing]
            if len({(page.version, bytes(page.view)) for page in pages}) > 1:
                findings.other.append(f"{table}: the pages show different positions")
        return findings


def compare(stored: StoredTable, players: list[Player], findings: Findings, game: Kind) -> None:
    """One table's log against what its players sent and were told."""
    moves = [row for row in stored.moves if row.move_id is not None]  # the others were made by bots
    rows = {str(row.move_id): row for row in moves}
    answered: dict[str, int] = {}
    for player in players:
        for move, version in player.acks.items():
            answered[move] = version
            row = rows.get(move)
            if row is None:
                findings.lost.append(f"{stored.id}: {move} was acknowledged as version {version} and is not stored")
            elif row.seq != version:
                findings.other.append(f"{stored.id}: {move} was acknowledged as version {version}, stored as {row.seq}")
            elif not game.stepwise and player.moves[move].partition("=")[0].strip() not in row.text:
                findings.other.append(f"{stored.id}: {move} was {player.moves[move]!r}, stored is {row.text!r}")
        told = [player.acks[move] for move in player.moves if move in player.acks]
        if told != sorted(told):
            findings.reordered.append(f"{stored.id}: moves sent one after another became versions {told}")
        for move in player.refused.keys() & rows.keys():
            refusal = player.refused[move]
            if refusal.code == "store" and move in player.acks:
                continue  # the disk took it when it was sent again
            told = f"{refusal.code}: {refusal.sentence}"
            findings.other.append(f"{stored.id}: {player.moves[move]} ({move}) was refused ({told}) and is stored")
        for version, entry in player.entries.items():
            if entry.kind == "move" and (
                version > stored.version or stored.rows[version - stored.rows[0].seq].kind != "move"
            ):
                findings.lost.append(f"{stored.id}: version {version} was shown and is not stored")
    for move in rows.keys() - answered.keys():
        sent = any(move in player.moves for player in players)
        waits = any(player.waiting is not None and player.waiting[0] == move for player in players)
        if not sent:
            findings.other.append(f"{stored.id}: {move} is stored and was never sent")
        elif not waits:
            findings.other.append(f"{stored.id}: {move} is stored and was never acknowledged")
    if len(rows) != len(moves):
        findings.doubled.append(f"{stored.id}: {len(moves)} moves have {len(rows)} different ids")
    try:
        stored.replayed()
    except (AssertionError, Exception) as error:
        findings.other.append(f"{stored.id}: the stored log does not replay: {error}")
