"""The card of a learned value: what it was learned from, how long that took, how good it is, and how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldenspike.bots.learned_value import SeatWeights
from goldenspike.engine.game import Game

from .fit import log_loss, points_ahead, spread_at
from .self_play import SelfPlay, play_games, positions_of

PROBE = range(12)  # games that anybody can repeat in a second


def probe(game: Game, seats: int, weights: SeatWeights) -> float:
    """How surprising the winners of a few fixed games are to a value: a figure by which it is recognised."""
    plan = SelfPlay(game.name, seats, 3, 1869)
    data = positions_of(plan, play_games(plan, PROBE))
    said = points_ahead(data, weights.knots, weights.weights)
    return round(log_loss(data, said, spread_at(data, weights.knots, weights.spreads)), 4)


def card_text(card: Mapping[str, Any], title: str) -> str:
    """The card for people, in Markdown."""
    lines = [
        f"# What the president of {title} has learned",
        "",
        f"Made with goldenspike {card['version']}, rules version {card['rules']}, on {card['date']}:",
        "",
        "```",
        card["command"],
        "```",
        "",
        "The value of a position is a sum over the features of each seat, fitted by ridge regression to how far ahead "
        "the seat ended; chances to win follow from it. *Explained* is the share of the differences between final "
        "points in games that it was not fitted to.",
        "",
        "| players | games | positions | walks | teacher | explained | game's own evaluation | log loss | blind guess "
        "| CPU minutes |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for seats, one in sorted(card["seats"].items()):
        lines.append(
            f"| {seats} | {one['games']} | {one['positions']} | {one['walks']} | {one['teacher']} "
            f"| {one['explained']:.1%} | {one['explained_before']:.1%} | {one['log_loss']:.3f} "
            f"| {one['log_loss_before']:.3f} | {one['minutes']:.1f} |"
        )
    matches = [one["match"] for _, one in sorted(card["seats"].items()) if one.get("match")]
    if matches:
        lines += [
            "",
            "Matches with equal processor time per decision, until a sequential test was decided:",
            "",
            "| players | bot | against | games | won | 95 % | fair share |",
            "|---|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {match['seats']} | `{match['bot']}` | {match['seats'] - 1} x `{match['champion']}` | {match['games']} "
            f"| {match['won']:.0%} | {match['low']:.0%} to {match['high']:.0%} | {match['fair']:.0%} |"
            for match in matches
        ]
    return "\n".join(lines) + "\n"
