"""The ids of commands: the same id twice gets the same answer and has one effect, or none if it was refused."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from goldenspike.server.storage.table_record import LogRow
from goldenspike.server.tables.viewers import CommandRefused

KNOWN_IDS = 64
MARKS = 1 << 15  # bits

Answer = tuple[int, str, int | None]  # version, kind, seat


class KnownIds:
    """The last ids with their answers; of all older ones only whether they may have been there.

    A refused command asks the disk for an earlier answer only in that case, since refusals come in bursts.
    """

    __slots__ = ("_last", "_marks", "_refusals")

    def __init__(self, rows: Iterable[LogRow] = (), earlier: KnownIds | None = None) -> None:
        self._last: OrderedDict[str, Answer] = OrderedDict()
        self._marks = bytearray()
        # A refusal is not in the record, but was told.
        self._refusals: OrderedDict[tuple[str, int | None], CommandRefused] = (
            earlier._refusals if earlier else OrderedDict()
        )
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

    def refuse(self, move_id: str, seat: int | None, refusal: CommandRefused) -> None:
        """The rules refused this command: sent again it stays refused, even if it would be legal by then."""
        # The answer alone: an exception that was raised holds on to everything that was at work then.
        self._refusals[move_id, seat] = CommandRefused(refusal.code, refusal.sentence, refusal.clause)
        while len(self._refusals) > KNOWN_IDS:
            self._refusals.popitem(last=False)

    def refusal(self, move_id: str, seat: int | None) -> CommandRefused | None:
        """Why this command was refused, if it was lately."""
        return self._refusals.get((move_id, seat))

    def clear(self) -> None:
        """Forget the answers: from now on the disk is asked for them."""
        self._last.clear()
