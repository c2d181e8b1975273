"""Is the server well, and what does it count? For programs that watch it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.metrics import CONTENT_TYPE, Metrics, may_read
from goldenspike.server.http.static_files import page_of
from goldenspike.server.http.tables import active_tables_of

router = APIRouter()


@router.get("/health")
async def health(request: Request) -> Response:
    """Well, if the database answers."""
    active_tables = active_tables_of(request)
    if active_tables.closing:
        raise HttpError(503, "the server is going down", wait=5)
    await active_tables.store.read(lambda c: c.exec_driver_sql("SELECT 1").scalar())
    return answer({"ok": True, "page": page_of(request).built})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus: for programs on this machine, or with the token."""
    kept = request.app.state.metrics
    assert isinstance(kept, Metrics)
    if not may_read(request.scope, request.app.state.site, request.app.state.metrics_token):
        raise HttpError(403, "figures are for programs on this machine, or with the token", "token")
    return Response(kept.text(), media_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})
