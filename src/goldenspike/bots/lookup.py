"""Bots by name: those that play every game, and those of one game's own."""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike import games
from goldenspike.engine.bot import Bot, Budget, GreedyBot, RandomBot
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot)}
OFFERED: dict[str, type[Bot]] = {}  # bots from outside that were given a plain name


def bots_for(game: str | None = None) -> dict[str, type[Bot]]:
    """The bots that play a game by their names, weakest first; without a game, those that play most games."""
    from .companion import Companion
    from .levels import LADDER, ladder_of

    levels: Mapping[str, type[Bot]] = LADDER
    if game is not None:
        chosen = games.game(game)
        own = chosen.bots()
        levels = ladder_of(chosen) if own is None else own
        if own is None and chosen.searched:
            levels = {**levels, Companion.name: Companion}
    offered = {name: kind for name, kind in OFFERED.items() if kind.plays in {None, game}}
    return {**BOTS, **levels, **offered}


CHARACTERS = ("builder", "blocker", "gambler")  # behind a level: what a bot of it likes (characters.py)


def is_character(name: str) -> bool:
    """Is this the name of a level with a character, perhaps with a budget?"""
    return name.partition("@")[0].rpartition(":")[2].lower() in CHARACTERS


def known_bot(name: str, game: str) -> type[Bot] | None:
    """The kind of bot that plays a game under this name, with a character or without; None if there is none."""
    from .characters import characters_for

    return bots_for(game).get(name) or characters_for(games.game(game)).get(name)


def bot_spec(text: str) -> str:
    """The name of a bot as somebody typed it; where a bot comes from outside, capitals matter."""
    word = text.strip()
    return word if ":" in word and not is_character(word) else word.lower()


def bot(name: str, seed: int = 0, game: str | None = None) -> Bot:
    """A bot by name, for any game or for this one; one that searches may carry its budget, and
    parameters of its search: superintendent@100ms, superintendent@400/horizon=24. A bot of one's own is named by where
    it is: module:Class (module:Class@400 if it takes a budget), file:policy.npz for a saved policy,
    package:policy.npz for one that a package ships, or file:value.json@400 for a president with a learned value.
    superintendent:blocker is a superintendent with a character."""
    if is_character(name):
        from .characters import character_called

        return character_called(name, seed, game)
    if ":" in name:
        from .from_outside import bot_from_outside

        return bot_from_outside(name, seed, game)
    known = bots_for(game)
    level, at, budget = name.partition("@")
    if level not in known:
        raise BadOption(f"there is no bot {shown(level)}; there are {', '.join(known)}")
    return thinking(known[level], level, seed, budget if at else None)


def thinking(kind: type[Bot], level: str, seed: int, budget: str | None) -> Bot:
    """A bot of a kind; one that searches may have a budget and parameters: 400/horizon=24."""
    if budget is None:
        return kind(seed)
    from .levels import SearchBot
    from .search import read_parameters

    if not issubclass(kind, SearchBot):
        raise BadOption(f"{level} does not think: it has no use for a budget such as {shown(budget)}")
    iterations, *parameters = budget.split("/")
    return kind(seed, Budget.read(iterations), read_parameters(parameters))
