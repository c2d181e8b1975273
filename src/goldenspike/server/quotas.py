"""What one visitor, and all visitors together, may take of this server. Whoever runs it may change every number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from goldenspike.engine.errors import BadOption

MOST = 10**9


@dataclass(frozen=True)
class Quotas:
    """Numbers that bound the use of a server; days of 0 mean for ever."""

    # connections
    connections: int = 3000  # TCP connections in all; never more than the system allows files, less a reserve
    connections_per_address: int = 200
    connections_per_second: int = 20  # new ones of one address in the long run, ten times as many at once
    channels: int = 2000  # live channels (open pages) in all
    channels_per_address: int = 100
    head_seconds: int = 10  # how long the head of a request may take

    # what is stored
    disk_mb: int = 10_000  # size of the database from which on nothing new is stored but moves
    disk_reserve_mb: int = 200  # the same, if the disk has no more than this left
    tables: int = 500_000  # the same, when so many are stored
    sessions: int = 2_000_000
    tables_per_address: int = 300  # new tables a day
    sessions_per_address: int = 1000  # new sessions a day
    kb_per_address: int = 40_000  # of requests and chat a day
    entries_per_table: int = 20_000  # of the record; from then on only moves are recorded
    chat_kb_per_table: int = 512  # each person has the same share of it
    notes_per_person: int = 300
    boards_per_person: int = 200  # saved boards
    versions_per_board: int = 200
    boards_per_address: int = 200  # boards and versions saved in a day
    tournaments_per_address: int = 20  # new ones a day

    # work
    workers: int = 2  # processes for boards, pictures, prints and files
    worker_seconds: int = 10
    worker_queue: int = 64
    bot_threads: int = 2
    bots_per_address: int = 100  # decisions that may wait for a bot at once
    bots: int = 2000  # in all; then whoever waits for one already waits for that first
    unwatched_minutes: int = 10  # how long bots go on at a table that nobody looks at
    studies: int = 1  # studies of boards that are played at once, each in a process of its own; 0 for none
    study_seconds: int = 50  # how long one plays
    study_queue: int = 20  # studies that may wait
    studies_per_person: int = 10  # a day
    studies_per_address: int = 30  # a day
    reviews: int = 1  # finished games that are reviewed at once, each in a process of its own; 0 for none
    review_seconds: int = 300  # how long one may take
    review_queue: int = 40  # reviews that may wait
    reviews_per_person: int = 30  # a day
    reviews_per_address: int = 60  # a day

    # how long tables are kept after the last change
    keep_open_days: int = 30  # tables that never began
    keep_abandoned_days: int = 400  # tables whose game was not finished
    keep_finished_days: int = 0
    keep_closed_days: int = 30
    keep_sandbox_days: int = 90
    keep_study_days: int = 60  # reports of studies
    keep_unused_session_days: int = 2  # sessions that hold no seat

    def changed(self, pairs: Iterable[str]) -> Quotas:
        """With numbers given as ``name=number``."""
        known = {field.name for field in fields(self)}
        given: dict[str, int] = {}
        for pair in pairs:
            name, _, number = pair.partition("=")
            name = name.strip().replace("-", "_")
            if name not in known:
                raise BadOption(f"there is no quota {name!r}; there are {', '.join(sorted(known))}")
            if not (number.strip().isascii() and number.strip().isdecimal()) or int(number) > MOST:
                raise BadOption(f"a quota is a whole number, as in {name}={getattr(self, name)}")
            given[name] = int(number)
        return replace(self, **given)
