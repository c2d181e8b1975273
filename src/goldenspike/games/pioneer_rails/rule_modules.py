"""The modules with the rule functions: of the game, of explicit chance, of the tiny form."""

from __future__ import annotations

from .bot import evaluation, measured_game, policy, track_value
from .rules import (
    card_by_card,
    cattle,
    deck,
    features,
    goals,
    information,
    legal_tracks,
    owners,
    poker,
    scoring,
    state,
    tiny,
    towns,
    track,
    turn,
)

RULE_MODULES = (
    state, track, legal_tracks, cattle, deck, poker, towns, owners, features, goals, scoring, turn, information,
    track_value, policy, measured_game, evaluation,
)  # fmt: skip
CARD_BY_CARD = (card_by_card,)
TINY_RULES = (tiny,)
