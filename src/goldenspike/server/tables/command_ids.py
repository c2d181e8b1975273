"""The ids of commands that were carried out: the same id twice gets the same answer and has one effect."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from goldenspike.server.storage.table_record import LogRow

KNOWN_IDS = 64
MARKS = 1 << 15  # bits

Answer = tuple[int, str, int | None]  # version, kind, seat


class KnownIds:
    """The last ids with their answers; of all older ones only whether they may have been there.

    A refused command asks the disk for an earlier answer only in that case, since refusals come in bursts.
    """

    __slots__ = ("_last", "_marks")

    def __init__(self, rows: Iterable[LogRow] = ()) -> None:
        self._last: OrderedDict[str, Answer] = OrderedDict()
        self._marks = bytearray()
        self.add(rows)

    def add(self, rows: Iterable[LogRow]) -> None:
        """These rows were stored."""
        for row in rows:
            if row.move_id is not None:
                self._last[row.move_id] = row.seq, row.kind, row.seat
                if not self._marks:
                    self._marks = bytearray(MARKS // 8)
                place, bit = divmod(hash(row.move_id) % MARKS, 8)
                self._marks[place] |= 1 << bit
        while len(self._last) > KNOWN_IDS:
            self._last.popitem(last=False)

    def get(self, move_id: str) -> Answer | None:
        """The answer to an id, if it is one of the last."""
        return self._last.get(move_id)

    def perhaps(self, move_id: str) -> bool:
        """May this id have been there at any time? If not, it surely was not."""
        place, bit = divmod(hash(move_id) % MARKS, 8)
        return bool(self._marks) and bool(self._marks[place] >> bit & 1)

    def clear(self) -> None:
        """Forget the answers: from now on the disk is asked for them."""
        self._last.clear()
