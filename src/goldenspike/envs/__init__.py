"""Research environments: one game (``Play``), batches (``vector``), Gymnasium, PettingZoo, OpenSpiel.

Each library is an extra, and nothing is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import Batch
    from .game_log import LoggedPlay
    from .memory import make_setting
    from .observation_forms import ObservationForm
    from .players import Pool
    from .single import Play


def vector(game: str, n: int, **settings: Any) -> Batch:
    """A batch of games stepped together in compiled code; ``goldenspike.envs.batch.Batch`` has the settings."""
    from .batch import Batch

    return Batch(game, n, **settings)


def __getattr__(name: str) -> Any:
    if name == "Pool":
        from .players import Pool

        return Pool
    if name == "LoggedPlay":
        from .game_log import LoggedPlay

        return LoggedPlay
    if name == "ObservationForm":
        from .observation_forms import ObservationForm

        return ObservationForm
    if name == "Play":
        from .single import Play

        return Play
    if name in {"make_setting", "table"}:
        from .memory import make_setting

        if name == "table":
            from warnings import warn

            warn("goldenspike.envs.table is called make_setting now", DeprecationWarning, stacklevel=2)
        return make_setting
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["LoggedPlay", "ObservationForm", "Play", "Pool", "make_setting", "vector"]
