"""The studies of a server: their games are on the disk, so that one goes on after a restart where it was."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import msgspec

from goldenspike.engine.values import PREFIX
from goldenspike.server.background.queue import DAY_MS, BackgroundQueue
from goldenspike.server.studies import record
from goldenspike.server.studies.record import Progress, StudyRecord

FOLDER = "studies"
COMPILING_S = 600.0  # beyond its time: a game that was never played on this machine is compiled first
SLOW = "this study took longer than this server allows"
FAILED = "this study ended before it was done"


class StudyQueue(BackgroundQueue[StudyRecord]):
    """Which studies wait, which are played, and what they say while they are."""

    noun = "study"
    folder_name = FOLDER
    records: ClassVar[ModuleType] = record
    none_here = "this server plays no studies"
    too_many = "too many studies wait already; try again later"
    slow = SLOW
    failed = FAILED

    @property
    def places(self) -> int:
        return self.quotas.studies

    @property
    def most_waiting(self) -> int:
        return self.quotas.study_queue

    @property
    def most_seconds(self) -> float:
        return 2 * self.quotas.study_seconds + COMPILING_S

    def command(self, one: StudyRecord, folder: Path) -> list[str]:
        return command(one, folder, self.quotas.study_seconds)

    def outcome(self, folder: Path) -> dict[str, Any] | None:
        page = read_report(folder)
        return None if page is None else {"report": page}

    def read_progress(self, folder: Path, known: Progress) -> Progress:
        try:
            return msgspec.json.decode((folder / "progress.json").read_bytes(), type=Progress)
        except (OSError, msgspec.MsgspecError):
            return known

    async def tidy(self, now: int) -> None:
        """Delete studies whose time is up."""
        if self.quotas.keep_study_days:
            line = now - self.quotas.keep_study_days * DAY_MS
            await self.store.write(lambda c: record.remove_older(c, line))


def command(one: StudyRecord, folder: Path, seconds: float) -> list[str]:
    """The words of ``goldenspike study`` for a study."""
    words = ["study", one.game, f"--out={folder}", f"--progress={folder / 'progress.json'}", "--cores=1"]
    words += [f"--seats={one.seats}", f"--seconds={seconds}"]
    plain = {name: value for name, value in one.options.items() if not name.startswith(PREFIX)}
    values = {name.removeprefix(PREFIX): value for name, value in one.options.items() if name.startswith(PREFIX)}
    if plain:
        pairs = (f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in plain.items())
        words.append(f"--options={','.join(pairs)}")
    if values:
        (folder / "values.json").write_bytes(msgspec.json.encode(values))
        words.append(f"--values={folder / 'values.json'}")
    if one.board_source is not None:
        (folder / "board.json").write_bytes(msgspec.json.encode(one.board_source))
        words.append(f"--board={folder / 'board.json'}")
    elif one.board_id:
        words.append(f"--board={one.board_id}")
    return [*words, "--alone"] if one.alone and one.board_id else words


def read_report(folder: Path) -> bytes | None:
    """The report, compressed; None where there is none, or it is too large to keep."""
    try:
        raw = (folder / "report.html").read_bytes()
    except OSError:
        return None
    return record.compressed(raw) if len(raw) <= record.MOST_REPORT else None
