"""The names under which Gymnasium and PettingZoo know the games.

``import goldenspike`` is enough, before or after the import of a library; ``gymnasium.register_envs(goldenspike)``
makes one expect that. The libraries take long to import and few users of the package need them, so they are not
imported for that: the games are registered when a library's registry comes into being.

Every game has two ids: ``goldenspike/SomeGame-v0`` numbers actions as the rules do, ``goldenspike/SomeGameDense-v0``
leaves out what is never legal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import goldenspike as gs

NUMBERINGS = {"": "all", "Dense": "dense"}  # by the end of the name
GYMNASIUM = "gymnasium.envs.registration"
PETTINGZOO = "pettingzoo.env_registry.registration"


def env_id(game: str, kind: str = "") -> str:
    """The id of a game, such as goldenspike/SomeGame-v0."""
    return f"goldenspike/{''.join(part.capitalize() for part in game.split('-'))}{kind}-v0"


def ids() -> dict[str, dict[str, Any]]:
    """Every game's first id, with what its environment is made from."""
    return {env_id(name): {"game": name, "seats": gs.game(name).env_seats} for name in gs.games.names()}


def every_id() -> dict[str, dict[str, Any]]:
    """Every id, with what tells its environment from others."""
    return {
        env_id(name, kind): {"game": name, "actions": numbering}
        for name in gs.games.names()
        for kind, numbering in NUMBERINGS.items()
    }


def register() -> None:
    """Make the games known to ``gymnasium.make`` and ``gymnasium.make_vec``."""
    # Whoever calls this may be in the middle of importing Gymnasium: only what is needed is imported.
    from gymnasium.envs import registration

    for name, settings in every_id().items():
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="goldenspike.envs.gym:SeatAmongBots",
                vector_entry_point="goldenspike.envs.gym:SeatsAmongBots",
                kwargs={**settings, "seats": None},
            )


def register_in_pettingzoo() -> None:
    """Make the games known to ``pettingzoo.make``, in versions of PettingZoo that have it."""
    registration = sys.modules[PETTINGZOO]
    for name, settings in every_id().items():
        for kind, registry, entry in (
            ("aec", registration.aec_registry, "goldenspike.envs.pettingzoo:env"),
            ("parallel", registration.parallel_registry, "goldenspike.envs.pettingzoo:parallel_env"),
        ):
            if name not in registry:
                registration.register(kind, name, entry, kwargs=dict(settings))


LIBRARIES: dict[str, Callable[[], None]] = {GYMNASIUM: register, PETTINGZOO: register_in_pettingzoo}


def register_soon() -> None:
    """Register now with every library that is there, and with the others as soon as they are imported."""
    for registry, work in LIBRARIES.items():
        if registry in sys.modules:
            work()
    if not any(isinstance(finder, _RegistryFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _RegistryFinder())


class _RegistryFinder(MetaPathFinder):
    """Finds the libraries' registries as Python would, and registers the games once they are loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LIBRARIES:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _RegisteringLoader(spec.loader, LIBRARIES[fullname])
        return spec


class _RegisteringLoader(Loader):
    def __init__(self, loader: Loader, work: Callable[[], None]) -> None:
        self.loader, self.work = loader, work

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        self.work()
