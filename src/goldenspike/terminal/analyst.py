"""What the strongest bot sees, for somebody who plays at the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from goldenspike.bots.analysis import analyse
from goldenspike.bots.analysis_words import sentences
from goldenspike.engine.match import Match


def analyst(match: Match, seat: int) -> Iterator[str]:
    """Sentences about a decision; the first time, the search may have to be compiled."""
    return sentences(match.game, analyse(match, seat, wait=True))
