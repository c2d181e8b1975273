"""A collector of OpenTelemetry for tests: keeps the spans that servers send to it."""

from __future__ import annotations

import gzip
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Span:
    """A span as it was sent."""

    name: str
    trace: bytes
    id: bytes
    parent: bytes
    instance: str
    about: dict[str, Any]
    seconds: float


class TraceCollector:
    """Listens at a port of its own."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                collector.take(gzip.decompress(raw) if self.headers.get("Content-Encoding") == "gzip" else raw)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def environment(self) -> dict[str, str]:
        """What a server is told, to send its spans here soon."""
        address = f"http://127.0.0.1:{self._server.server_address[1]}"
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "50"}

    def take(self, raw: bytes) -> None:
        for of_one in ExportTraceServiceRequest.FromString(raw).resource_spans:
            named = {one.key: one.value.string_value for one in of_one.resource.attributes}
            for scope in of_one.scope_spans:
                for span in scope.spans:
                    about = {one.key: one.value.string_value for one in span.attributes}
                    took = (span.end_time_unix_nano - span.start_time_unix_nano) / 1e9
                    ids = span.trace_id, span.span_id, span.parent_span_id
                    self.spans.append(Span(span.name, *ids, named["service.instance.id"], about, took))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
