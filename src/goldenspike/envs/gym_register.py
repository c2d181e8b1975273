"""The names under which Gymnasium knows the games.

``register`` is the package's entry point ``gymnasium.envs``; Gymnasium itself stopped calling entry points with 1.0,
so importing ``goldenspike.envs.gym`` calls it too.
"""

from __future__ import annotations

IDS = {
    "goldenspike/SantaFeRails-v0": {"game": "santa-fe-rails", "seats": 3},
    "goldenspike/SantaFe-v0": {"game": "santa-fe", "seats": 3},
    "goldenspike/PioneerRails-v0": {"game": "pioneer-rails", "seats": 1},
    "goldenspike/RailPass-v0": {"game": "rail-pass", "seats": 2},
}


def register() -> None:
    """Make the games known to ``gymnasium.make`` and ``gymnasium.make_vec``."""
    # Whoever calls this as a plugin may be in the middle of importing Gymnasium: only what is needed is imported.
    from gymnasium.envs import registration

    for name, settings in IDS.items():
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="goldenspike.envs.gym:SeatAmongBots",
                vector_entry_point="goldenspike.envs.gym:SeatsAmongBots",
                kwargs=dict(settings),
            )
