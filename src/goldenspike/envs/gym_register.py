"""The names under which Gymnasium knows the games.

``import goldenspike`` is enough, before or after ``import gymnasium``; ``gymnasium.register_envs(goldenspike)`` makes
one expect that. Gymnasium takes long to import and few users of the package need it, so it is not imported for that:
the games are registered when Gymnasium's registry comes into being.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import goldenspike as gs

REGISTRY = "gymnasium.envs.registration"


def env_id(game: str) -> str:
    """The id of a game, such as goldenspike/SomeGame-v0."""
    return f"goldenspike/{''.join(part.capitalize() for part in game.split('-'))}-v0"


def ids() -> dict[str, dict[str, Any]]:
    """Every game's id, with what its environment is made from."""
    return {env_id(name): {"game": name, "seats": gs.game(name).env_seats} for name in gs.games.names()}


def register() -> None:
    """Make the games known to ``gymnasium.make`` and ``gymnasium.make_vec``."""
    # Whoever calls this may be in the middle of importing Gymnasium: only what is needed is imported.
    from gymnasium.envs import registration

    for game in gs.games.names():
        if env_id(game) not in registration.registry:
            registration.register(
                env_id(game),
                entry_point="goldenspike.envs.gym:SeatAmongBots",
                vector_entry_point="goldenspike.envs.gym:SeatsAmongBots",
                kwargs={"game": game, "seats": None},
            )


def register_soon() -> None:
    """Register now if Gymnasium is there, else as soon as it is imported."""
    if REGISTRY in sys.modules:
        register()
    elif not any(isinstance(finder, _RegistryFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _RegistryFinder())


class _RegistryFinder(MetaPathFinder):
    """Finds Gymnasium's registry as Python would, once, and registers the games after it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != REGISTRY:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _RegisteringLoader(spec.loader)
        return spec


class _RegisteringLoader(Loader):
    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        register()
