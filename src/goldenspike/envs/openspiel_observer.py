"""What OpenSpiel may ask to see of a position: what is public, one player's or all players' information, and recall.

An information source is a number: a seat for everything that it knows, PUBLIC for what a spectator sees, and
``private(seat)`` for what only that seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting

from .kernels import ASK, OVER, SEAT_BITS
from .memory import EnvMemory

if TYPE_CHECKING:
    from .openspiel import SpielGame, SpielState

PUBLIC = -1
DIGEST_BYTES = 8
SEAT_MASK = (1 << SEAT_BITS) - 1
MOST_SEATS = 1 << SEAT_BITS


def private(seat: int) -> int:
    """The source of what only this seat knows."""
    return MOST_SEATS + seat


class Recall:
    """What was learnt from a source up to some moment: a digest of observations and own actions in their order."""

    __slots__ = ("digest", "last")

    def __init__(self, digest: bytes, last: bytes) -> None:
        self.digest, self.last = digest, last

    def seen(self, raw: bytes, own: int) -> Recall:
        """After one more action, the own one or (-1) another; what changes nothing in sight leaves no trace."""
        if own < 0 and raw == self.last:
            return self
        return Recall(blake2b(self.digest + raw + own.to_bytes(8, "little", signed=True), digest_size=8).digest(), raw)


class Moment:
    """A position that never changes, who decides there, and what was learnt until then; shared by copies of a state."""

    __slots__ = ("action", "after", "before", "legal", "raw", "reader", "recalls", "seat", "texts", "words")

    def __init__(
        self,
        reader: StateReader | None,
        raw: np.ndarray[Any, Any],
        seat: int,
        legal: list[int],
        before: Moment | None,
        action: int,
    ) -> None:
        self.reader, self.raw, self.seat, self.legal = reader, raw, seat, legal
        self.before, self.action = before, action
        self.recalls: dict[int, Recall] = {}
        self.texts: dict[tuple[int, int], str] = {}
        self.after: dict[Any, Any] = {}  # what follows, where that is remembered
        self.words: Any = None  # the position as the rules know it, once somebody wants to read it

    def recall(self, source: int) -> Recall:
        """What was learnt from a source, worked out from the last moment at which that was asked."""
        chain: list[Moment] = []
        at: Moment | None = self
        while at is not None and source not in at.recalls:
            chain.append(at)
            at = at.before
        found = at.recalls[source] if at is not None else Recall(b"", b"")
        for moment in reversed(chain):
            assert moment.reader is not None
            own = moment.action if moment.before is not None and moment.before.seat == source else -1
            found = moment.recalls[source] = found.seen(moment.reader.view(source, moment.raw).tobytes(), own)
        return found

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept without its past: what was learnt from every source goes along."""
        sources = self.recalls if self.reader is None else self.reader.sources
        recalls = [(source, recall.digest, recall.last) for source in sources for recall in (self.recall(source),)]
        return kept, (self.raw.tobytes(), self.seat, self.legal, recalls)


def kept(raw: bytes, seat: int, legal: list[int], recalls: list[tuple[int, bytes, bytes]]) -> Moment:
    """A moment that was pickled."""
    moment = Moment(None, np.frombuffer(bytearray(raw), np.uint8), seat, legal, None, -1)
    moment.recalls = {source: Recall(digest, last) for source, digest, last in recalls}
    return moment


class StateReader:
    """Reads states with the compiled calls of a game: what a source sees in one, and who decides after an action."""

    def __init__(self, setting: Setting, actions: str) -> None:
        self.memory = EnvMemory(setting, 1, actions=actions)
        self.decided = False  # is everything that chance decides known from the deal on?
        self.calls, self.here, self.seats = self.memory.calls, self.memory.here, setting.seats
        self.list = memoryview(self.memory.lists[0])
        self.seen: np.ndarray[Any, Any] = self.memory.seen[0]
        self.hides = setting.game.rule_set.hides
        self.private = np.concatenate([np.full(part.count, part.private) for part in self.memory.parts])
        self.width, self.private_width = self.memory.width, int(self.private.sum())
        self.sources = [PUBLIC, *range(self.seats), *(private(seat) for seat in range(self.seats))]

    def view(self, source: int, raw: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The numbers of a source, valid until the next look."""
        if source == PUBLIC:
            if not self.hides:
                return self.seen[:0]  # a game that does not say what is hidden shows spectators nothing
            self.calls.look_on(self.here, raw.ctypes.data)
            return self.seen
        self.calls.look(self.here, raw.ctypes.data, source % MOST_SEATS, 0)
        return self.seen if source < MOST_SEATS else self.seen[self.private]

    def arrive(self, raw: np.ndarray[Any, Any], before: Moment | None, seat: int, action: int) -> Moment:
        """The moment after an action (or after none): who decides, among what."""
        if action >= 0:
            code = self.calls.turn(self.here, raw.ctypes.data, seat if seat > 0 else 0, action)
            if code > OVER:
                return Moment(self, raw, code & SEAT_MASK, self.list[: code >> SEAT_BITS].tolist(), before, action)
            if code < OVER:
                raise BadOption(f"{action} is no legal action of player {seat}")
            return Moment(self, raw, -1, [], before, action)
        return self.reached(raw, before, action)

    def reached(self, raw: np.ndarray[Any, Any], before: Moment | None, action: int) -> Moment:
        """The moment of a position to which an action has led already."""
        return self._moment(self.calls.turn(self.here, raw.ctypes.data, 0, ASK), raw, before, action)

    def _moment(self, code: int, raw: np.ndarray[Any, Any], before: Moment | None, action: int) -> Moment:
        if code == OVER:
            return Moment(self, raw, -1, [], before, action)
        return Moment(self, raw, code & SEAT_MASK, self.list[: code >> SEAT_BITS].tolist(), before, action)


class SpielObserver:
    """Tensors and strings of what may be known as OpenSpiel defines it; with recall also a digest of all before.

    ``params={"named": True}`` names every part of a player's observation in ``dict``.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if set(params or {}) - {"named"}:
            raise BadOption(f"the observation parameter is named; there is none such as {', '.join(map(str, params))}")
        self.game, self.reader, self.recalls = game, game.reader, bool(kind.perfect_recall)
        self.single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.everybody = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self.public = bool(kind.public_info)
        reader = self.reader
        sizes: dict[str, int] = {}
        if self.single and self.public:
            named = bool((params or {}).get("named"))
            sizes = {p.name: p.count for p in reader.memory.parts} if named else {"observation": reader.width}
        else:
            if self.public:
                sizes["public"] = reader.width
            if self.single and reader.private_width:
                sizes["private"] = reader.private_width
            if self.everybody and reader.private_width:
                sizes["private"] = reader.private_width * reader.seats
        self.size = sum(sizes.values())
        if self.recalls and sizes:
            sizes["recall"] = 8 * DIGEST_BYTES * len(list(self.sources(0)))
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def sources(self, player: int) -> Iterator[int]:
        """Where what this observer shows comes from, in its order."""
        if self.public and self.single:
            yield player
            return
        if self.public:
            yield PUBLIC
        if self.reader.private_width:
            if self.single:
                yield private(player)
            elif self.everybody:
                yield from map(private, range(self.reader.seats))

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.now is None or player < 0:
            return
        at = 0
        for source in self.sources(player):
            seen = self.reader.view(source, state.now.raw)
            self.tensor[at : at + len(seen)] = seen
            at += len(seen)
        if self.recalls and self.size:
            digests = b"".join(
                state.now.recall(source).digest.ljust(DIGEST_BYTES, b"\0") for source in self.sources(player)
            )
            self.tensor[self.size :] = np.unpackbits(np.frombuffer(digests, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        now = state.now
        if now is None:
            return ""
        words = []
        for source in self.sources(player):
            name = "public" if source == PUBLIC else f"p{source % MOST_SEATS}"
            recall = f"{now.recall(source).digest.hex()} " if self.recalls else ""
            words.append(f"{name} {recall}{' '.join(map(str, self.reader.view(source, now.raw).tolist()))}")
        return "; ".join(words)
