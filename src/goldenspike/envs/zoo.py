"""The old name of ``goldenspike.envs.pettingzoo``, kept for one release."""

from warnings import warn

from .pettingzoo import SeatsAtOnce, SeatsInTurn, env, parallel_env

warn("goldenspike.envs.zoo is called goldenspike.envs.pettingzoo now", DeprecationWarning, stacklevel=2)

__all__ = ["SeatsAtOnce", "SeatsInTurn", "env", "parallel_env"]
