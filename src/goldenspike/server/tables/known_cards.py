"""Who may know cards that the rules hide, and who may sit down all the same.

Nobody can tell one person's second browser from another person. So whoever has held a seat may be anybody, and whoever
saw a game go on before it went back may be anybody too. A game in which somebody may know more than their own seat
shows says so (``known`` of its header), for good; whoever sits down there must have been told before.
"""

from __future__ import annotations

import random
import secrets

from goldenspike.bots import imagine
from goldenspike.server.http.errors import HttpError
from goldenspike.server.storage.table_record import TableHeader
from goldenspike.server.tables.actor import TableActor

REDEALS = 8  # worlds in which a seat's hand is compared
CHOSEN = frozenset({"seed", "file", "position"})  # every card, from the first moment on
REASONS = {
    "seed": "somebody chose the seed: they could know every card",
    "file": "somebody brought this game as a file: they could know every card",
    "position": "somebody set this game up from a position: they could know every card",
    "shared": "one person has several seats here and sees the cards of each",
    "back": "this game went back after cards were seen: somebody could know what comes",
    "seat": "somebody who left has seen the cards of a seat",
}


def note_known(header: TableHeader, reason: str) -> None:
    """From now on somebody may know cards of this game; the first reason stays."""
    header.known = header.known or reason


def check_told(header: TableHeader, accepted: bool) -> None:
    """HttpError if somebody may know cards, and whoever wants to sit down has not been told."""
    if header.known and not accepted:
        raise HttpError(409, f"{REASONS[header.known]}; sit down only if that is all right with you", "known")


def check_listed(header: TableHeader) -> None:
    """HttpError if this table must not be offered to strangers."""
    if header.known in CHOSEN and header.status != "finished":
        raise HttpError(409, f"a table is not listed if {REASONS[header.known]}", "seed")


def hides_something(actor: TableActor, seat: int) -> bool:
    """Does this seat know something of the position that others at the table do not?"""
    match = actor.match
    if match is None or match.over or seat >= match.setting.seats:
        return False
    # Fresh randomness: the table's own would deal the real cards again.
    dice = random.Random(secrets.randbits(128))
    own = match.setting.own(match.s, seat)
    for other in range(match.setting.seats):
        worlds = (imagine(match, other, dice).s for _ in range(REDEALS) if other != seat)
        if any(match.setting.own(world, seat) != own for world in worlds):
            return True
    return False
