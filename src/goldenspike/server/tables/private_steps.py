"""Turns that are written in private steps: an unfinished turn is shown to its own seat only and never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import encode
from goldenspike.server.tables.viewers import CommandRefused, Viewer, send_refusal

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor


def show(actor: TableActor, seat: int, sender: Viewer | None = None, move_id: str = "") -> None:
    """Show an unfinished turn to everybody who looks from its seat, and to nobody else."""
    assert actor.match is not None
    actor.views.forget(seat)
    steps = actor.match.steps(seat)

    def frame(viewer: Viewer, answers: str) -> bytes:
        own = actor.views.own(seat, viewer.pictures)
        assert own is not None
        return encode(m.Own(answers, actor.version, seat, own, steps))

    if sender is not None:
        sender.send(frame(sender, move_id))
    for viewer in actor.viewers:
        if viewer is not sender and viewer.ready() and viewer.seat == seat:
            viewer.send(frame(viewer, ""))


async def back(actor: TableActor, viewer: Viewer, frame: m.Back) -> None:
    """Take the last private step back, or the whole unfinished turn."""
    if frame.seat not in viewer.seats:
        send_refusal(viewer, frame.id, CommandRefused("seat", "this seat is not yours"))
        return
    try:
        match = actor.playing()
    except CommandRefused as error:
        send_refusal(viewer, frame.id, error)
        return
    if actor.knows_step(frame.id, frame.seat):
        show(actor, frame.seat, viewer, frame.id)
        return
    inside = frame.seat < match.setting.seats
    if not (inside and (match.drop(frame.seat) if frame.all else match.take_back(frame.seat))):
        send_refusal(viewer, frame.id, CommandRefused("back", "there is no step to take back"))
        return
    actor.remember_step(frame.id, frame.seat)
    show(actor, frame.seat, viewer, frame.id)
