"""Bots that are not part of the ladder: a class of somebody's module, a policy or a learned value in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.bot import Bot, Budget
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

FILE = "file:"
POLICIES = (".npz", ".onnx")
VALUE = ".json"  # a learned value; a budget may follow it


def bot_from_outside(name: str, seed: int, game: str | None) -> Bot:
    """The bot of a name: ``module:Class``, ``module:Class@400``, ``file:policy.npz``, ``package:policy.npz``, or
    ``file:value.json@400`` for a president with a value of one's own."""
    if name.startswith(FILE) and value_path(name):
        from .levels import FilePresident

        return FilePresident(name, seed, game)
    policy = policy_path(name)
    if policy is not None:
        from .policy_bot import PolicyBot

        return PolicyBot(policy, seed, game)
    module_name, _, rest = name.partition(":")
    class_name, thinks, budget = rest.partition("@")
    found = _class(module_name, class_name, name)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{shown(name)} is no bot: it must be a class derived from goldenspike.bots.Bot")
    if game is not None and found.plays not in {None, game}:
        raise BadOption(f"{shown(name)} plays {found.plays}; not {game}")
    given: list[Any] = [seed, Budget.read(budget)] if thinks else [seed]
    try:
        return found(*given)
    except TypeError as error:
        wanted = "a seed and a budget" if thinks else "a seed"
        raise BadOption(f"{shown(name)} cannot be made from {wanted}: {error}") from None


def policy_path(name: str) -> str | None:
    """Where the policy of this name lies: in a file, or in the folder of a package; None if the name is a class's."""
    if name.startswith(FILE):
        return value_path(name) or name.removeprefix(FILE)
    package, _, file = name.partition(":")
    if not file.endswith(POLICIES):
        return None
    try:
        return str(files(package) / file)
    except (ImportError, TypeError, ValueError) as error:
        raise BadOption(f"there is no policy {shown(name)}: {error}") from None


def value_path(name: str) -> str | None:
    """Where the learned value of this name lies; None if the name means something else."""
    path, _, _ = name.removeprefix(FILE).partition("@")
    return path if path.endswith(VALUE) else None


def policy_digests(names: Iterable[str]) -> dict[str, str]:
    """What policies from files are by their contents: another file of the same name is another bot."""
    paths = {name: policy_path(name) for name in names if ":" in name}
    return {name: sha256(Path(path).read_bytes()).hexdigest()[:16] for name, path in paths.items() if path}


def _class(module_name: str, class_name: str, name: str) -> object:
    """Something of a module, which may lie in the current folder."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except ImportError as error:
        raise BadOption(f"there is no bot {shown(name)}: {error}") from None
    if not hasattr(module, class_name):
        raise BadOption(f"the module {module_name} has no {shown(class_name)}")
    return getattr(module, class_name)
