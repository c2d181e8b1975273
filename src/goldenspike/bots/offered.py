"""Bots from outside under plain names of their own, so that a saved policy can sit at the tables of a server."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from goldenspike import games
from goldenspike.engine.bot import Bot, World, policy_choice
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting, shown

from .lookup import OFFERED, bot, bots_for
from .policy_bot import PolicyBot

NAME = re.compile(r"[a-z][a-z0-9-]{1,19}")


class OfferedBot(Bot):
    """A bot from outside; where it cannot play, a sensible beginner takes its place."""

    spec: ClassVar[str]
    takes_bytes = False  # the beginner wants to see the position

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.player = bot(self.spec, seed)

    def choose(self, world: World) -> int:
        return policy_choice(world) if _trouble(self.player, world.setting) else self.player.choose(world)

    @classmethod
    def refuses(cls, setting: Setting) -> str:
        return _trouble(bot(cls.spec), setting)


def _trouble(player: Bot, setting: Setting) -> str:
    """Why this bot cannot play there; nothing if it can."""
    if isinstance(player, PolicyBot):
        try:
            player.policy.numbers(setting)
        except BadOption as error:
            return str(error)
    return ""


def offer_bot(text: str) -> None:
    """Let a bot play under a plain name wherever bots are listed: NAME=file:policy.npz, NAME=module:Class."""
    name, _, spec = text.partition("=")
    if not NAME.fullmatch(name) or ":" not in spec:
        raise BadOption(
            "a bot is offered as NAME=file:policy.npz or NAME=module:Class, its name in small letters, digits and "
            f"hyphens; not {shown(text)}"
        )
    if any(name in bots_for(game) for game in (None, *games.names())):
        raise BadOption(f"there is a bot {shown(name)} already")
    player = bot(spec)
    about = {"name": name, "spec": spec, "plays": player.plays, "__doc__": player.about, "__module__": __name__}
    kind: Any = type("OfferedBot", (OfferedBot,), about)
    OFFERED[name] = kind
