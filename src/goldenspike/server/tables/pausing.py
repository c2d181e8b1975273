"""Stopping the wall clock for a while: for whoever plays with bots alone, in games that allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenspike.server.live import messages as m
from goldenspike.server.tables.moves import run_once
from goldenspike.server.tables.viewers import CommandRefused, Viewer, mine

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor


async def pause(actor: TableActor, viewer: Viewer, frame: m.Pause) -> None:
    """Stop the clock, or let it go on."""
    if not mine(viewer, frame.id, frame.seat):
        return
    await run_once(actor, viewer, frame.id, "pace", frame.seat, _pause, actor, frame.seat, frame.on)


async def _pause(move_id: str, actor: TableActor, seat: int, on: bool) -> int:
    actor.playing()
    realtime = actor.realtime
    if realtime is None or not realtime.match.setting.may_pause:
        raise CommandRefused("pause", "the clock cannot be stopped here")
    if any(place.person and place.seat != seat for place in actor.header.places):
        raise CommandRefused("pause", "others play here too; the clock runs for everybody")
    return await realtime.pause(seat, move_id, on)
