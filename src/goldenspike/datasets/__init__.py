"""Data sets: what bots saw, could do, did and got, in files for offline learning (extra ``arena``).

``goldenspike dataset`` writes them, ``Dataset`` reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reading import Dataset, Decisions


def __getattr__(name: str) -> Any:
    if name in {"Dataset", "Decisions"}:
        from . import reading

        return getattr(reading, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Dataset", "Decisions"]
