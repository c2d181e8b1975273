"""Bots that are not part of the project: a class of somebody's module, or a policy in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from goldenspike.engine.bot import Bot
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

FILE = "file:"


def bot_from_outside(name: str, seed: int, game: str | None) -> Bot:
    """The bot of a name such as ``module:Class`` or ``file:policy.npz``."""
    if name.startswith(FILE):
        from .policy_bot import PolicyBot

        return PolicyBot(name.removeprefix(FILE), seed, game)
    module_name, _, class_name = name.partition(":")
    found = _class(module_name, class_name, name)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{shown(name)} is no bot: it must be a class derived from goldenspike.bots.Bot")
    if game is not None and found.plays not in {None, game}:
        raise BadOption(f"{shown(name)} plays {found.plays}; not {game}")
    try:
        return found(seed)
    except TypeError as error:
        raise BadOption(f"{shown(name)} cannot be made from a seed: {error}") from None


def policy_digests(names: Iterable[str]) -> dict[str, str]:
    """What policies from files are by their contents: another file of the same name is another bot."""
    files = [name for name in names if name.startswith(FILE)]
    return {name: sha256(Path(name.removeprefix(FILE)).read_bytes()).hexdigest()[:16] for name in files}


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
