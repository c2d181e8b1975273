"""Metrics for Prometheus, in a registry of their own, and who may read them."""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldenspike.server.http.security import Site

log = logging.getLogger("goldenspike.server.requests")
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
SLOW = (*FAST, 10, 30)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class _OnDemand(Collector):
    """Values that are read when somebody asks."""

    def __init__(self) -> None:
        self.sources: list[tuple[str, str, Callable[[], float]]] = []

    def collect(self) -> list[GaugeMetricFamily]:
        return [GaugeMetricFamily(name, about, value=source()) for name, about, source in self.sources]


class Metrics:
    """What whoever runs a server wants to see on a chart."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        registry = self.registry
        self.requests = Counter(
            "goldenspike_requests", "Requests by route and status.", ["method", "route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "goldenspike_request_seconds", "Time to answer a request.", buckets=FAST, registry=registry
        )
        self.channels = Gauge("goldenspike_channels", "Open live channels.", registry=registry)
        self.notices = Counter("goldenspike_notices", "Notices by kind and fate.", ["kind", "fate"], registry=registry)
        self.timeouts = Counter("goldenspike_timeouts", "Decisions whose time was up.", ["then"], registry=registry)
        self.loop_lag = Histogram(
            "goldenspike_loop_lag_seconds", "How late the event loop is.", buckets=FAST, registry=registry
        )
        self.queues = Histogram(
            "goldenspike_queue_seconds", "Time spent waiting in a queue.", ["queue"], buckets=SLOW, registry=registry
        )
        self._on_demand = _OnDemand()
        registry.register(self._on_demand)

    def waited(self, queue: str) -> Callable[[float], None]:
        """What to call with the seconds that something has waited in a queue."""
        return self.queues.labels(queue).observe

    def histogram(self, name: str, about: str, buckets: Sequence[float]) -> Histogram:
        """A histogram of something that not every server has."""
        return Histogram(f"goldenspike_{name}", about, buckets=buckets, registry=self.registry)

    def watch(self, name: str, about: str, source: Callable[[], float]) -> None:
        """Show a value that somebody else counts."""
        self._on_demand.sources.append((f"goldenspike_{name}", about, source))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class MetricsMiddleware:
    """Counts and times every request, outside of everything else."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            self.metrics.channels.inc()
            try:
                await self.app(scope, receive, send)
            finally:
                self.metrics.channels.dec()
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, seen)
        finally:
            took = time.perf_counter() - begun
            # The pattern, never the address itself: addresses carry table ids, and there is no end of them.
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self.metrics.requests.labels(method, route, str(status)).inc()
            self.metrics.seconds.observe(took)
            level = logging.WARNING if status >= 500 else logging.INFO
            log.log(
                level,
                "%s %s %s",
                method,
                route,
                status,
                extra={"method": method, "route": route, "status": status, "ms": round(took * 1000, 1)}
                | ({"request": scope["request_id"]} if "request_id" in scope else {}),
            )


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


def may_read(scope: Scope, site: Site, token: str | None) -> bool:
    """Programs on this machine that ask directly, and whoever knows the token."""
    headers = Headers(scope=scope)
    given = headers.get("authorization", "")
    if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    host = (scope.get("client") or ("",))[0]
    try:
        local = ip_address(host).is_loopback
    except ValueError:
        local = False
    forwarded = any(name in headers for name in _FORWARDED) or site.public_host in _names(headers)
    return local and not forwarded


def _names(headers: Headers) -> set[str | None]:
    return {headers.get("host", "").rpartition(":")[0].lower(), headers.get("host", "").lower()}
