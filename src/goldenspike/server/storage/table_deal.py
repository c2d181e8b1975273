"""Where the seed of a table comes from, as it is stored, and what everybody may know of it."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING

import msgspec

from goldenspike.engine.fair_deal import FairDeal
from goldenspike.engine.seeds import SHORT
from goldenspike.server.live.messages import Deal, learn

if TYPE_CHECKING:
    from goldenspike.server.storage.table_record import TableHeader

FROM_FILE = "file"  # the origin of a table that was imported


class StoredDeal(msgspec.Struct, frozen=True):
    """Where a table's seed comes from."""

    chosen: bool = False  # somebody chose it
    secret: str = ""  # of the server
    randoms: dict[int, str] = {}  # what the browsers of these seats added; empty where somebody only came

    def with_random(self, seat: int, random: str | None) -> StoredDeal:
        """With what a seat adds; None where its holder has changed and it has added nothing yet."""
        others = {other: text for other, text in self.randoms.items() if other != seat}
        randoms = others if random is None else {**others, seat: random}
        return msgspec.structs.replace(self, randoms=randoms)


learn(StoredDeal)


def fair_deal(header: TableHeader) -> FairDeal | None:
    """What the seed of a table is made from, where nobody chose it."""
    deal = header.deal
    if deal is None or deal.chosen:
        return None
    return FairDeal(header.id, deal.secret, {seat: random for seat, random in deal.randoms.items() if random})


def public_deal(header: TableHeader) -> Deal | None:
    """What everybody may know of the deal while it is played."""
    if header.deal is None:
        return None
    fair, awaited = fair_deal(header), missing(header) if is_rematch(header) else []
    if fair is None:
        return Deal(chosen=True, awaited=awaited)
    return Deal(commitment=fair.commitment, contributed=sorted(fair.randoms), awaited=awaited)


def is_rematch(header: TableHeader) -> bool:
    """Was this table made from a finished one, for the same people, and has not begun?"""
    return header.origin not in {None, FROM_FILE} and not header.sandbox and header.status == "open"


def missing(header: TableHeader) -> list[int]:
    """The seats whose people are not ready for a rematch yet."""
    ready = {} if header.deal is None else header.deal.randoms
    waits = (place.holder == "free" or (place.person and place.seat not in ready) for place in header.places)
    return [place.seat for place, wait in zip(header.places, waits, strict=True) if wait]


# ------------------------------------------------------------------ seeds in the database
def stored_seed(seed: int) -> str:
    """A seed for the database: its digits, or a long one shorter."""
    if seed < SHORT:
        return str(seed)
    return "x" + urlsafe_b64encode(seed.to_bytes(16, "big")).decode().rstrip("=")


def read_stored_seed(text: str) -> int:
    return int.from_bytes(urlsafe_b64decode(text[1:] + "=="), "big") if text.startswith("x") else int(text)
