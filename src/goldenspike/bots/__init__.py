"""Bots: levels, search and analysis for all games."""

from goldenspike.engine.bot import Bot, Budget, GreedyBot, RandomBot, World, imagine, policy_choice

from .lookup import BOTS, bot, bot_spec, bots_for

__all__ = [
    "BOTS", "Bot", "Budget", "GreedyBot", "RandomBot", "World", "bot", "bot_spec", "bots_for", "imagine",
    "policy_choice",
]  # fmt: skip
