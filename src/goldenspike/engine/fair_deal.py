"""A deal that nobody chose: a server's secret, published as a hash first, mixed with what every browser adds to it.

    commitment = SHA-256("goldenspike-deal/1 commitment TABLE SECRET")
    seed       = the first 128 bits of SHA-256("goldenspike-deal/1 seed TABLE SECRET SEAT:RANDOM SEAT:RANDOM ...")

All texts are ASCII; SECRET and RANDOM are hexadecimal digits, the seats are in order. docs/fair-deals.md explains it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from .errors import BadFile
from .seeds import written_seed

SCHEME = "goldenspike-deal/1"


@dataclass(frozen=True)
class FairDeal:
    """What the seed of a table is made from."""

    table: str
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    randoms: Mapping[int, str] = field(default_factory=dict)  # what browsers added, by seat

    @property
    def commitment(self) -> str:
        """The hash that is published before anybody adds anything."""
        return sha256(f"{SCHEME} commitment {self.table} {self.secret}".encode()).hexdigest()

    @property
    def seed(self) -> int:
        """The seed of the deal, 128 bits."""
        added = "".join(f" {seat}:{random}" for seat, random in sorted(self.randoms.items()))
        return int(sha256(f"{SCHEME} seed {self.table} {self.secret}{added}".encode()).hexdigest()[:32], 16)

    def published(self) -> dict[str, Any]:
        """Everything, as it is published once the game is over."""
        return {
            "scheme": SCHEME,
            "table": self.table,
            "commitment": self.commitment,
            "secret": self.secret,
            "contributions": [{"seat": seat, "random": random} for seat, random in sorted(self.randoms.items())],
            "seed": f"{self.seed:032x}",
        }


def check_deal(data: Mapping[str, Any], commitment: str | None = None) -> FairDeal:
    """Check what a match file says about its deal; the first thing that is wrong is one clear line.

    ``commitment`` is what somebody noted before the game began.
    """
    published, header = data.get("deal"), data.get("header")
    if not isinstance(published, Mapping) or not isinstance(header, Mapping):
        raise BadFile("this match says nothing about its deal: its seed was chosen, or it is older than fair deals")
    if published.get("scheme") != SCHEME:
        raise BadFile(f"this deal was made in another way than {SCHEME}")
    try:
        randoms = {int(one["seat"]): str(one["random"]) for one in published["contributions"]}
        deal = FairDeal(str(published["table"]), str(published["secret"]), randoms)
    except (KeyError, TypeError, ValueError):
        raise BadFile("a deal names table, secret and contributions") from None
    if deal.commitment != published.get("commitment"):
        raise BadFile("the secret is not the one that was committed to")
    if commitment is not None and commitment != deal.commitment:
        raise BadFile("the commitment is not the one that was noted before the game")
    if header.get("seed") != written_seed(deal.seed):
        raise BadFile("the seed of this match does not follow from the secret and the contributions")
    return deal
