"""Who plays at the terminal: words such as you,greedy,random."""

from __future__ import annotations

from goldenspike.bots import Bot, bot, bot_spec
from goldenspike.engine.errors import BadOption


def seat_players(words: str, seed: int, game: str | None = None) -> list[Bot | None]:
    """'you,greedy,random' -> None for a person, a bot for every other word."""
    players: list[Bot | None] = []
    for number, word in enumerate(words.split(",")):
        name = bot_spec(word)
        players.append(None if name in {"you", "me", "human"} else bot(name, seed + number, game))
    if not any(words.strip(", ")):
        raise BadOption("seats are words such as you,greedy,greedy")
    return players
