"""Is the server well, and what does it count? For programs that watch it.

``/healthz``: the process answers; if not, restart it. ``/readyz``: what it acknowledges is safe and comes in time; if
not, somebody should look. ``/health`` is the older name of both.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from goldenspike.server.http.errors import HttpError, answer
from goldenspike.server.http.metrics import CONTENT_TYPE, Metrics, may_read
from goldenspike.server.http.static_files import page_of
from goldenspike.server.http.tables import active_tables_of
from goldenspike.server.loop_lag import LoopLag
from goldenspike.server.storage.storage_watch import StorageWatch

router = APIRouter()
MOST_LAG_S = 5.0
FRESH = {"Cache-Control": "no-store"}


@router.get("/healthz")
async def alive(request: Request) -> Response:
    """The process is there and answers; a node of a cluster that is about to stop sends people elsewhere."""
    membership = request.app.state.membership
    if membership is not None and membership.draining:
        return answer({"ok": False}, 503, FRESH)
    return answer({"ok": True}, headers=FRESH)


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """A write has reached the disk a moment ago, there is room for more, the database is sound, nothing hangs."""
    watch, lag = _watch_of(request), request.app.state.loop_lag
    assert isinstance(lag, LoopLag)
    problems = ["the server is going down"] if active_tables_of(request).closing else await watch.problems()
    worst = lag.worst_s()
    if worst > MOST_LAG_S:
        problems.append(f"requests waited for up to {worst:.1f} s")
    held_back = request.app.state.retention.held_back
    problems += [held_back] if held_back else []
    membership = request.app.state.membership
    problems += [] if membership is None else membership.problems()
    told: dict[str, object] = {"ok": not problems}
    if may_read(request.scope, request.app.state.site, request.app.state.metrics_token):
        # Paths and figures are for whoever keeps the server; everybody else learns only whether it is well.
        told |= {
            "problems": problems,
            "synced_s_ago": round(watch.synced_s(), 1),
            "free_mb": watch.free() >> 20,
            "lag_ms": round(1000 * worst),
        }
    return answer(told, 503 if problems else 200, FRESH)


@router.get("/health")
async def health(request: Request) -> Response:
    """Well, if what is stored is safe."""
    active_tables = active_tables_of(request)
    if active_tables.closing:
        raise HttpError(503, "the server is going down", wait=5)
    await active_tables.store.read(lambda c: c.exec_driver_sql("SELECT 1").scalar())
    if await _watch_of(request).problems():
        raise HttpError(503, "moves cannot be stored safely right now; operators: see /readyz", "store", wait=5)
    return answer({"ok": True, "page": page_of(request).built})


def _watch_of(request: Request) -> StorageWatch:
    watch = request.app.state.storage_watch
    assert isinstance(watch, StorageWatch)
    return watch


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus: for programs on this machine, or with the token."""
    kept = request.app.state.metrics
    assert isinstance(kept, Metrics)
    if not may_read(request.scope, request.app.state.site, request.app.state.metrics_token):
        raise HttpError(403, "figures are for programs on this machine, or with the token", "token")
    return Response(kept.text(), media_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})
