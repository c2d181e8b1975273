"""Rate limits: token buckets per address, session and seat, in bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from fastapi import Request

from goldenspike.server.http.errors import HttpError
from goldenspike.server.quotas import Quotas

DAY_S = 86_400
Now = Callable[[], float]


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


def daily_rates(quotas: Quotas) -> dict[str, Rate]:
    """What an address may use up in a day; it grows back little by little."""
    daily = {
        "tables": quotas.tables_per_address,
        "sessions": quotas.sessions_per_address,
        "studies": quotas.studies_per_address,
        "reviews": quotas.reviews_per_address,
        "boards": quotas.boards_per_address,
        "tournaments": quotas.tournaments_per_address,
        "bytes": 1000 * quotas.kb_per_address,
    }
    return {kind: Rate(most / DAY_S, most) for kind, most in daily.items()}


# Generous for people: a whole table at one address clicking as fast as it can stays far below these.
RATES: dict[str, Rate] = {
    "request": Rate(20, 600),  # any request, per address; a first visit loads the page's files
    "unsafe": Rate(10, 120),  # requests that change something, per address
    "session": Rate(5, 60),  # the same, per session
    "new session": Rate(1, 60),  # per address
    "new table": Rate(0.5, 60),  # per address
    "program": Rate(10, 100),  # any request with a token, per token
    "import": Rate(0.1, 10),  # per address
    "heavy": Rate(20, 200),  # past positions (a slider asks for many), sandboxes, exports, per address
    "socket": Rate(5, 60),  # new channels, per address
    "frame": Rate(40, 240),  # frames of one channel
    "frames": Rate(200, 1200),  # frames of all channels of one address
    "seat": Rate(20, 120),  # moves, undos, votes, per seat of a table
    "said": Rate(1, 12),  # chat, per session
    "signal": Rate(1.5, 3),  # quick signs, per seat of a table
    "hint": Rate(1, 12),  # per session
    "login": Rate(0.1, 10),  # tries, per address
    "login name": Rate(0.05, 10),  # tries, per address and account name
    "letter": Rate(1 / 300, 5),  # letters that somebody may cause, per address
    "report": Rate(1 / 60, 10),  # per address
    "push": Rate(1 / 60, 20),  # subscriptions and trials of notices, per address
    "new account": Rate(0.02, 10),  # per address
    "refusal": Rate(2, 40),  # answers to requests that come too fast; further ones take their time
    "said by seat": Rate(1, 12),  # chat, per seat of a table, however many devices hold it
    "said by address": Rate(4, 60),
    **daily_rates(Quotas()),
}
MOST_KEYS = 20_000
SLOW_S = 300  # a bucket that takes longer to fill is not forgotten because of others


class Limits:
    """All buckets of a server. The memory is bounded: what was used longest ago is forgotten first.

    Buckets of each kind that fills slowly are counted by themselves: many new cookies push no used-up day out.
    """

    def __init__(
        self,
        rates: dict[str, Rate] | None = None,
        *,
        on: bool = True,
        most_keys: int = MOST_KEYS,
        now: Now = time.monotonic,
    ) -> None:
        self.rates = RATES if rates is None else {**RATES, **rates}
        self.on = on
        self.most_keys = most_keys
        self.now = now
        self.refused: dict[str, int] = {}
        self._levels: dict[str, OrderedDict[tuple[str, str], tuple[float, float]]] = {}

    def wait(self, kind: str, key: str, cost: float = 1.0) -> float:
        """Take from a bucket: 0 if it held enough, else the seconds until it will."""
        if not self.on:
            return 0.0
        rate, now, slot = self.rates[kind], self.now(), (kind, key)
        levels = self._levels.setdefault(kind if rate.burst >= SLOW_S * rate.per_second else "", OrderedDict())
        level, at = levels.pop(slot, (rate.burst, now))
        level = min(rate.burst, level + max(0.0, now - at) * rate.per_second)
        short = cost - level
        if short <= 0:
            level -= cost
        levels[slot] = (level, now)
        while len(levels) > self.most_keys:
            levels.popitem(last=False)
        if short <= 0:
            return 0.0
        self.refused[kind] = self.refused.get(kind, 0) + 1
        return short / rate.per_second if rate.per_second else DAY_S

    def allows(self, kind: str, key: str, cost: float = 1.0) -> bool:
        """Take from a bucket, if it holds enough."""
        return self.wait(kind, key, cost) == 0.0

    def __len__(self) -> int:
        return sum(map(len, self._levels.values()))


def check_rate(request: Request, kind: str, key: str | None = None) -> None:
    """Take from a bucket of the sender's address (or of another key); HttpError 429 if it is empty."""
    limits: Limits = request.app.state.limits
    wait = limits.wait(kind, visitor_of(request) if key is None else key)
    if wait:
        raise HttpError(429, wait=wait)


def visitor_of(request: Request) -> str:
    """Who sends a request, as far as addresses tell."""
    return address_key(request.client.host if request.client else None)


def address_key(host: str | None) -> str:
    """One key for each person, as far as addresses tell: IPv6 hands out whole networks of 64 bits."""
    if not host:
        return "unknown"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)
