"""The card of a learned network: what it was learned from, how long that took, how good it is, and how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def network_card_text(card: Mapping[str, Any], title: str) -> str:
    """The card for people, in Markdown."""
    lines = [
        f"# What the president of {title} has learned",
        "",
        f"Made with goldenspike {card['version']}, rules version {card['rules']}, on {card['date']}, "
        f"with the seed {card['seed']}:",
        "",
        "```",
        card["command"],
        "```",
        "",
        "A network with one hidden layer says how many points more or less than the game's own evaluation a sheet will "
        "end with. *Explained* is the share of the differences between ends, at the same moment of the game, in games "
        "that it was not fitted to.",
        "",
        "| round | games so far | sheets | turns judged by | explained | game's own evaluation | points off "
        "| CPU minutes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for number, one in enumerate(card["rounds"], start=1):
        lines.append(
            f"| {number} | {one['games']} | {one['sheets']} | {one['teacher']} | {one['explained']:.1%} "
            f"| {one['explained_before']:.1%} | {one['off']:.1f} | {one['minutes']:.1f} |"
        )
    lines += ["", "Matches with equal processor time for a turn, until the answer was clear:", ""]
    for seats, match in sorted(card["seats"].items()):
        if seats == "1":
            lines.append(
                f"- alone, the same {match['games']} deals: `{match['bot']}` {match['points']:.1f} points, "
                f"`{match['champion']}` {match['champion_points']:.1f} ({match['more']:+.1f} ± {match['doubt']:.1f})"
            )
        else:
            lines.append(
                f"- {seats} players: `{match['bot']}` won {match['won']:.0%} ({match['low']:.0%} to "
                f"{match['high']:.0%}; fair share {match['fair']:.0%}) of {match['games']} games against "
                f"`{match['champion']}`"
            )
    return "\n".join(lines) + "\n"
