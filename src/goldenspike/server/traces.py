"""Traces for OpenTelemetry, where an operator wants them: how long each part of a move took, across all servers.

``OTEL_EXPORTER_OTLP_ENDPOINT`` names the collector, the extra ``traces`` brings the packages. Without the variable
nothing of it is loaded, and a span is nothing. FastAPI traces requests by itself; here are the spans of what comes
through a socket, of commits, and of bots. A span's parent travels between servers as text (W3C trace context).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from goldenspike.engine.errors import BadOption

VARIABLES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
PARENT = "traceparent"
Command = Callable[..., Awaitable[Any]]

_tracer: Any = None  # None: nobody wants traces


def set_up(service: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send spans to the collector that the environment names, if it names one; the rest is OpenTelemetry's own."""
    global _tracer
    if not any(environment.get(name) for name in VARIABLES) or environment.get("OTEL_SDK_DISABLED") == "true":
        return
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_INSTANCE_ID, SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ModuleNotFoundError:
        raise BadOption('traces need packages more: pip install "goldenspike[traces]"') from None
    name = environment.get("OTEL_SERVICE_NAME") or service
    named = Resource.create({SERVICE_NAME: name, SERVICE_INSTANCE_ID: f"{socket.gethostname()} {os.getpid()}"})
    provider = TracerProvider(resource=named)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    _tracer = trace.get_tracer("goldenspike")


def wanted() -> bool:
    return _tracer is not None


@contextmanager
def span(name: str, about: Mapping[str, Any] | None = None, parent: str | None = None) -> Iterator[None]:
    """A part of something that takes time; ``parent`` where it came from another server, or "" if it begins here."""
    if _tracer is None:
        yield
        return
    context = None if parent is None else _context(parent)
    with _tracer.start_as_current_span(name, context=context, attributes=about):
        yield


def carried() -> str:
    """The span of this moment as text, for whoever goes on with the work elsewhere."""
    if _tracer is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    told: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(told)
    return told.get(PARENT, "")


def traced(work: Command, name: str, about: Mapping[str, Any], parent: str = "") -> Command:
    """The same command in a span that begins now, so that it counts the time in the queue."""
    from opentelemetry import trace

    begun = _tracer.start_span(name, context=_context(parent), attributes=about)

    async def run(*args: Any) -> Any:
        with trace.use_span(begun, end_on_exit=True):
            return await work(*args)

    return run


def _context(parent: str) -> Any:
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    # What is going on here is not its parent: a socket is open for hours.
    return TraceContextTextMapPropagator().extract({PARENT: parent} if parent else {}, Context())
