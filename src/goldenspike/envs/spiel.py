"""The old name of ``goldenspike.envs.openspiel``, kept for one release."""

from warnings import warn

from .openspiel import SpielGame, SpielState, short_name

warn("goldenspike.envs.spiel is called goldenspike.envs.openspiel now", DeprecationWarning, stacklevel=2)

__all__ = ["SpielGame", "SpielState", "short_name"]
