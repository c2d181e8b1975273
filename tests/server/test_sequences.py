"""Whatever people do at a table, in any order: the engine alone arrives at the same position, and so does a reload."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgspec
from hypothesis import HealthCheck, given, settings

import goldenspike as gs
from goldenspike.engine.match import Match
from goldenspike.server.http.sessions import new_session
from goldenspike.server.live import messages as m
from goldenspike.server.storage.table_record import read_rows
from goldenspike.server.tables import going_back, requests, seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.moves import move

from .databases import store_of

DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["move"] * 8 + ["undo", "undo", "rewind", "say", "again", "reload", "wrong"]),
        st.integers(0, 10_000),
    ),
    min_size=5,
    max_size=60,
)


class RecordingViewer:
    """A tab that plays every seat and writes down what it is sent."""

    def __init__(self) -> None:
        self.seat = None
        self.seats = frozenset({0, 1})
        self.host = True
        self.holder = self.program = None
        self.address = self.person = "somebody"
        self.pictures = False
        self.answers: list[m.Ack | m.Refused] = []
        self.versions: list[int] = []

    def send(self, *frames: bytes) -> None:
        for frame in frames:
            self.take(msgspec.json.decode(frame))

    def show(self, frame: bytes, before: bytes = b"") -> None:
        self.send(*([before] if before else []), frame)

    def take(self, read: dict[str, Any]) -> None:
        if read["op"] == "ack":
            self.answers.append(m.Ack(read["id"], read["version"]))
        elif read["op"] == "refused":
            self.answers.append(m.Refused(read["id"], read["code"]))
        elif read["op"] == "event":
            self.versions.append(read["version"])

    def ready(self) -> bool:
        return True

    async def check_grants(self) -> None:
        return None


@given(DEEDS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_sequence_leads_where_the_engine_leads(deeds: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(asyncio.wait_for(play(Path(folder), deeds), 240))


async def play(folder: Path, deeds: list[tuple[str, int]]) -> None:
    store = store_of(folder)
    active_tables = ActiveTables(store, bot_delay_s=0.0)
    wish = m.NewTable(game="santa-fe-rails", seats=[m.NewSeat("me"), m.NewSeat("me")], seed=5, board="mini")
    header, _ = seats.new_header(wish)
    who, _ = await new_session(store)
    assert who.holder is not None
    await seats.make(store, header, who.holder, [0, 1])
    actor = await active_tables.table(header.id)
    assert actor is not None
    await actor.call(seats.start, actor)
    engine_match: Match = gs.new("santa-fe-rails", seats=2, seed=5, board="mini")
    lines: list[tuple[int, int, bool]] = []  # version, seat, final
    viewer = RecordingViewer()
    actor.viewers.add(viewer)
    known = actor.version
    ids: list[tuple[m.Move, int]] = []
    for number, (deed, pick) in enumerate(deeds):
        name = f"d{number}"
        if deed == "move" and engine_match.actors:
            seat = engine_match.actors[pick % len(engine_match.actors)]
            legal = engine_match.legal(seat)
            frame = m.Move(name, seat, legal[pick % len(legal)])
            await actor.call(move, actor, viewer, frame)
            engine_match.play(seat, frame.text)
            assert engine_match.last is not None
            final = engine_match.setting.revealed(engine_match.last[0], engine_match.s, seat, engine_match.last[2])
            known += 1
            lines.append((known, seat, final))
            ids.append((frame, known))
            assert viewer.answers[-1] == m.Ack(name, known)
            known += engine_match.over
        elif deed == "undo":
            seat = pick % 2
            await actor.call(going_back.undo, actor, viewer, m.Undo(name, seat))
            if lines and not engine_match.over and lines[-1][1:] == (seat, False):
                engine_match.undo()
                lines.pop()
                known += 1
                assert viewer.answers[-1] == m.Ack(name, known)
            else:
                assert isinstance(viewer.answers[-1], m.Refused)
        elif deed == "rewind" and lines and not engine_match.over:
            back = 1 + pick % len(lines)
            to = lines[-back - 1][0] if back < len(lines) else 2
            await actor.call(going_back.rewind, actor, viewer, m.Rewind(name, 0, to))
            for _ in range(back):
                engine_match.undo()
            del lines[-back:]
            known += 2
            assert viewer.answers[-1] == m.Ack(name, known - 1)
        elif deed == "say":
            await actor.call(requests.say, actor, viewer, m.Say(name, f"word {pick}", 0))
            known += 1
        elif deed == "again" and ids:
            frame, version = ids[pick % len(ids)]
            await actor.call(move, actor, viewer, frame)
            assert viewer.answers[-1] == m.Ack(frame.id, version)
        elif deed == "wrong":
            await actor.call(move, actor, viewer, m.Move(name, pick % 2, "lay SF NOWHERE>CHI"))
            assert isinstance(viewer.answers[-1], m.Refused)
        elif deed == "reload":
            actor.viewers.clear()
            while active_tables.loaded:
                await active_tables.sweep(0.0)
            actor = await active_tables.table(header.id)
            assert actor is not None
            actor.viewers.add(viewer)
        assert actor.match is not None
        assert (actor.version, actor.match.hash, actor.hash) == (known, engine_match.hash, engine_match.hash)
        assert actor.path == [version for version, _, _ in lines]
    assert viewer.versions == list(range(3, known + 1))
    rows = await store.read(lambda connection: read_rows(connection, header.id))
    assert [row.seq for row in rows] == list(range(1, known + 1))
    await active_tables.close()
    store.close()
