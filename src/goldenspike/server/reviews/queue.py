"""The reviews of a server: ``goldenspike review`` in a process of low priority, one finished game after another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import msgspec
from sqlalchemy import Connection

from goldenspike.server.background.queue import BackgroundQueue, JobProgress
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.match_files import encoded_match_file
from goldenspike.server.quotas import Quotas
from goldenspike.server.reviews import record
from goldenspike.server.reviews.findings import findings
from goldenspike.server.reviews.record import ReviewRecord
from goldenspike.server.storage.leases import Leases
from goldenspike.server.storage.store import Store
from goldenspike.server.storage.table_record import LogRow, TableHeader, path_of, read_rows
from goldenspike.server.worker_pool import WorkerPool

FOLDER = "reviews"
COMPILING_S = 600.0  # beyond its time: a game that was never played on this machine is compiled first
MATCH, VERSIONS, FOUND, SEATS = "match.json", "versions.json", "review.json", "seats.json"


class ReviewQueue(BackgroundQueue[ReviewRecord]):
    """Which reviews wait, which are made, and how far they are."""

    noun = "review"
    folder_name = FOLDER
    records: ClassVar[ModuleType] = record
    none_here = "this server reviews no games"
    too_many = "too many games wait for a review already; try again later"
    slow = "this review took longer than this server allows"
    failed = "this review ended before it was done"

    def __init__(
        self, store: Store, quotas: Quotas, now: Callable[[], int], leases: Leases | None, workers: WorkerPool
    ) -> None:
        super().__init__(store, quotas, now, leases)
        self.workers = workers

    @property
    def places(self) -> int:
        return self.quotas.reviews

    @property
    def most_waiting(self) -> int:
        return self.quotas.review_queue

    @property
    def most_seconds(self) -> float:
        return 2 * self.quotas.review_seconds + COMPILING_S

    async def prepare(self, one: ReviewRecord, folder: Path) -> None:
        """The match as a file, and which version of the table each of its lines is."""

        def read(c: Connection) -> tuple[TableHeader | None, list[LogRow]]:
            return TableHeader.read(c, one.id), read_rows(c, one.id)

        header, rows = await self.store.read(read, slow=True)
        if header is None or header.status != "finished":
            raise HttpError(409, "a game can be reviewed once it is over", "running")
        raw = await self.workers.run("reviews", encoded_match_file, header, rows, remember=False)
        start = next((row.seq for row in rows if row.kind == "start"), 1)
        (folder / MATCH).write_bytes(raw)
        (folder / VERSIONS).write_bytes(msgspec.json.encode([start, *path_of(rows)]))
        (folder / SEATS).write_bytes(msgspec.json.encode(judged_seats(header)))

    def command(self, one: ReviewRecord, folder: Path) -> list[str]:
        seats = ",".join(str(seat) for seat in msgspec.json.decode((folder / SEATS).read_bytes()))
        words = ["review", str(folder / MATCH), f"--out={folder / FOUND}", f"--progress={folder / 'progress.json'}"]
        return [*words, f"--seats={seats}", f"--seconds={self.quotas.review_seconds}"]

    def outcome(self, folder: Path) -> dict[str, Any] | None:
        try:
            raw, versions = (folder / FOUND).read_bytes(), msgspec.json.decode((folder / VERSIONS).read_bytes())
        except OSError:
            return None
        found = msgspec.json.encode(findings(msgspec.json.decode(raw), versions))
        return {"result": record.compressed(found)} if len(found) <= record.MOST_BYTES else None

    def read_progress(self, folder: Path, known: JobProgress) -> JobProgress:
        try:
            return msgspec.json.decode((folder / "progress.json").read_bytes(), type=JobProgress)
        except (OSError, msgspec.MsgspecError):
            return known


def judged_seats(header: TableHeader) -> list[int]:
    """The seats of people; where bots played among themselves, all of them."""
    everybody = list(range(header.players or len(header.places)))
    people = [place.seat for place in header.places if place.holder == "person" and place.seat in everybody]
    return people or everybody
