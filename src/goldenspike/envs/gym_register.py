"""The names under which Gymnasium knows the games.

``register`` is the package's entry point ``gymnasium.envs``; Gymnasium itself stopped calling entry points with 1.0,
so importing ``goldenspike.envs.gym`` calls it too.
"""

from __future__ import annotations

from typing import Any

import goldenspike as gs


def env_id(game: str) -> str:
    """The id of a game, such as goldenspike/SomeGame-v0."""
    return f"goldenspike/{''.join(part.capitalize() for part in game.split('-'))}-v0"


def ids() -> dict[str, dict[str, Any]]:
    """Every game's id, with what its environment is made from."""
    return {env_id(name): {"game": name, "seats": gs.game(name).env_seats} for name in gs.games.names()}


def register() -> None:
    """Make the games known to ``gymnasium.make`` and ``gymnasium.make_vec``."""
    # Whoever calls this as a plugin may be in the middle of importing Gymnasium: only what is needed is imported.
    from gymnasium.envs import registration

    for name, settings in ids().items():
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="goldenspike.envs.gym:SeatAmongBots",
                vector_entry_point="goldenspike.envs.gym:SeatsAmongBots",
                kwargs=dict(settings),
            )
