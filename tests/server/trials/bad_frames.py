"""A grammar of bad frames: valid ones with a field changed, valid ones at the wrong time, and plain garbage."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from .raw_websocket import BINARY, CLOSE, PING, TEXT, packed

ODD: list[Any] = [
    None, True, False, 0, -1, 7, 8, 255, 2**31, 2**53, 2**63, 2**64, -(2**63), 1.5, 1e308, "", " ", "x", "A", "0",
    "\u0000", "é" * 30, "\U0001f682" * 20, "x" * 65, "x" * 401, "x" * 5000, "../../etc/passwd", "'; DROP TABLE log;--",
    "<script>alert(1)</script>", "\ud7ff", "\u202e", [], {}, [[]], [None], [0] * 200, {"op": "move"}, ["x" * 400] * 129,
]  # fmt: skip
LINES = [
    "play LAX", "play none", "lay SF CHI>STL", "draw deck", "draw double boom", "exchange LAX SEA", "hold", "pass",
    "take QH", "done", "use QH", "LOAD K< L1", "PICK L1 lh", "RELEASE L1", "READY", "WAIT", "TAKE S1 rh hold=9",
    "undo", "A: play LAX", "play ?", "play", "lay", "boom 5 TUC", "lay SF CHI>CHI", "play LAX\nB: play SEA", "=", ":",
]  # fmt: skip


class BadFrames:
    """Frames for one table, seen from a page that may hold ``mine`` (or no seat) and knows nothing else."""

    def __init__(
        self, dice: random.Random, table: str, mine: int | None, seats: int, legal: Callable[[], list[str]]
    ) -> None:
        self.dice = dice
        self.table = table
        self.mine = mine
        self.seats = seats
        self.legal = legal  # what would be allowed to our own seat now: never sent

    def frame(self) -> bytes:
        """Some bytes to put on the wire."""
        kind = self.dice.random()
        if kind < 0.35:
            return packed(self.bent())
        if kind < 0.6:
            return packed(json.dumps(self.refusable()).encode())
        if kind < 0.75:
            return packed(self.garbled())
        if kind < 0.9:
            return packed(self.garbage())
        return self.broken()

    def valid(self) -> dict[str, Any]:
        """A frame of the right shape."""
        dice = self.dice
        seat, move = dice.randrange(self.seats), f"f{dice.getrandbits(60):x}"
        return dice.choice(
            [
                {"op": "hello", "table": self.table, "seat": self.mine, "version": dice.randrange(40)},
                {"op": "look", "seat": seat},
                {"op": "move", "id": move, "seat": seat, "text": dice.choice(LINES)},
                {"op": "move", "id": move, "seat": seat, "text": dice.choice(LINES), "held_ms": dice.randrange(9999)},
                {"op": "back", "id": move, "seat": seat, "all": dice.random() < 0.5},
                {"op": "signal", "id": move, "seat": seat, "kind": "stop", "about": "L1"},
                {"op": "undo", "id": move, "seat": seat},
                {"op": "rewind", "id": move, "seat": seat, "to": dice.randrange(60)},
                {"op": "vote", "id": move, "seat": seat, "proposal": "p", "yes": True},
                {"op": "say", "id": move, "text": "hello", "seat": seat},
                {"op": "why", "id": move, "seat": seat, "texts": dice.sample(LINES, 3)},
                {"op": "hint", "id": move, "seat": seat},
                {"op": "ping", "sent": dice.randrange(1 << 40)},
            ]
        )

    def refusable(self) -> dict[str, Any]:
        """A frame of the right shape that must change nothing: another seat's, or against the rules."""
        frame = self.valid()
        if frame["op"] in ("undo", "rewind", "vote", "say", "hint"):
            others = [seat for seat in range(8) if seat != self.mine]
            frame["seat"] = self.dice.choice(others)
        if frame["op"] == "move" and frame["seat"] == self.mine and frame["text"] in self.legal():
            frame["text"] = "play ?"
        return frame

    def bent(self) -> bytes:
        """One or two fields of the wrong type, missing, unknown or twice."""
        dice, frame = self.dice, self.refusable()
        for _ in range(dice.choice([1, 1, 2])):
            change, key = dice.randrange(5), dice.choice(list(frame) or ["op"])
            if change == 0:
                frame[key] = dice.choice(ODD)
            elif change == 1:
                frame.pop(key, None)
            elif change == 2:
                frame[dice.choice(["x", "op2", "state", "seed", "__class__", "version"])] = dice.choice(ODD)
            elif change == 3:
                frame["op"] = dice.choice(["welcome", "event", "ack", "Move", "", "hello ", "admin", "bye"])
            else:
                frame[key] = [frame.get(key)]
        own = frame.get("op") in ("undo", "rewind", "vote", "say") and frame.get("seat", None) in (self.mine, None)
        if own or (frame.get("op") == "move" and frame.get("seat") == self.mine and frame.get("text") in self.legal()):
            frame["op"] = "nothing"
        return json.dumps(frame).encode()

    def garbled(self) -> bytes:
        """A frame with a few bytes changed, cut or repeated."""
        dice, raw = self.dice, bytearray(json.dumps({**self.refusable(), "seat": 9}).encode())
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(raw))
            change = dice.randrange(3)
            if change == 0:
                raw[place] = dice.randrange(256)
            elif change == 1:
                del raw[place : place + dice.randrange(1, 10)]
                raw += b"}"
            else:
                raw[place:place] = raw[: dice.randrange(1, 20)]
        return bytes(raw)

    def garbage(self) -> bytes:
        dice = self.dice
        return dice.choice(
            [
                lambda: dice.randbytes(dice.randrange(200)),
                lambda: b"",
                lambda: b"[" * dice.choice([10, 2000, 16000]),
                lambda: b'{"op":' * dice.choice([10, 2000]),
                lambda: b'{"op":"move","op":"hello"}',
                lambda: b"x" * dice.choice([16 * 1024, 16 * 1024 + 1, 40_000]),
                lambda: b"1" * 5000,
                lambda: b"1e" + b"9" * 400,
                lambda: b'"\\ud800"',
                lambda: b"null",
                lambda: b"\xff\xfe\x00",
                lambda: json.dumps([self.valid()] * 3).encode(),
            ]
        )()

    def broken(self) -> bytes:
        """Bytes that are no proper WebSocket message."""
        dice = self.dice
        return dice.choice(
            [
                lambda: packed(self.bent(), BINARY),
                lambda: packed(b"part", TEXT, final=False),
                lambda: packed(b"continued from nothing", 0),
                lambda: packed(self.bent(), TEXT, masked=False),
                lambda: packed(b"x" * 200, PING),
                lambda: packed(b"ping", PING),
                lambda: packed(dice.randbytes(1), CLOSE),
                lambda: packed((999).to_bytes(2, "big"), CLOSE),
                lambda: b"\xf1\x80\0\0\0\0",
                lambda: b"\x83\x80\0\0\0\0",
                lambda: b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0abc",
                lambda: dice.randbytes(dice.randrange(1, 60)),
                lambda: b"GET / HTTP/1.1\r\n\r\n",
            ]
        )()
