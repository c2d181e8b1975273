"""What the numbers of the environments mean: parts of an observation, ranges of action numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldenspike.engine.env_fields import BYTE, Part, Verb
from goldenspike.engine.setting import Setting

from .rules import state as n


def parts(setting: Setting) -> Iterator[Part]:
    b: Any = setting.b
    cities, lines = int(b.n_cities), int(b.n_lines)
    for name in ("hire", "draw", "play", "boom", "turn 1", "turn 2", "buy", "over"):
        yield Part(f"phase: {name}", 1, 0, 1, "1 in this phase")
    yield Part("round", 1, 0, 32767, "number of the Round")
    yield Part("first player", 1, 0, n.SEATS, "seats from the observer to the First Player")
    yield Part("turn of", 1, 0, n.SEATS, "seats from the observer to the seat whose turn it is")
    yield Part("laid now", 1, *BYTE, "pieces laid in this turn")
    yield Part("edition", 1, 0, 1, "0: Santa Fe Rails, 1: Santa Fe")
    yield Part("terrain", 1, 0, 1, "1 if terrain costs money")
    yield Part("seats", 1, 2, n.SEATS, "players")
    for seat in range(n.SEATS):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: money", 1, -32768, 32767, "dollars")
        yield Part(f"{who}: hand", 1, 0, n.HAND_SLOTS, "City cards in hand")
        for card in ("Double", "Boomtown", "Triple", "Four"):
            yield Part(f"{who}: {card}", 1, *BYTE, f"{card} cards in hand")
        yield Part(f"{who}: Branch", 1, 0, n.MAJORS, "0, or 1 + railroad of the Branch card held")
        yield Part(f"{who}: Engineer", 1, *BYTE, "1: hired, 2: drawn (1992)")
        yield Part(f"{who}: chosen", 1, 0, 1, "1 once the card of the Round is chosen")
        yield Part(f"{who}: card", 1, 0, n.BOOM_PLAY, "kind of card played, once revealed")
        yield Part(f"{who}: city", 1, 0, n.MAX_CITIES, "0, or 1 + city played, once revealed")
        yield Part(f"{who}: active Branch", 1, 0, n.MAJORS, "0, or 1 + railroad of the Branch played")
        yield Part(f"{who}: laid first", 1, *BYTE, "pieces laid in the first turn of the Round")
        yield Part(f"{who}: bought", n.MAJORS, *BYTE, "bought track by railroad (1992)")
    for name in ("Double", "Triple", "Four", "Boomtown", "Engineer"):
        yield Part(f"display: {name}", 1, *BYTE, f"{name} cards in the display")
    yield Part("display: Branch", n.MAJORS, *BYTE, "Branch cards by railroad")
    yield Part("display: markers", 2, *BYTE, "Boomtown markers of 4 and of 5")
    yield Part("deck", 1, 0, n.MAX_CARDS, "cards in the deck")
    yield Part("third player", 1, 0, n.MAX_CARDS, "cards of the third player (two players)")
    yield Part("exchanged", 1, *BYTE, "1 once cards were exchanged in this turn")
    yield Part("available", n.RAILS, 0, 1, "railroads that may build")
    yield Part("supply", n.RAILS, *BYTE, "pieces left by railroad")
    yield Part("own cards", cities, 0, 4, "City cards in the own hand, by city", private=True)
    yield Part("own discards", cities, 0, 4, "City cards the observer exchanged away, by city", private=True)
    for seat in range(n.SEATS):
        who = "own" if seat == 0 else f"+{seat}"
        yield Part(f"{who}: played", cities, 0, 4, "City cards on the table, by city")
    yield Part("connected", n.RAILS * cities, 0, 1, "by railroad and city: 1 if connected")
    yield Part("railheads", n.MAJORS * cities, *BYTE, "by railroad and city: ends of its track there")
    yield Part("marker", cities, *BYTE, "value of the Boomtown marker, by city")
    yield Part("reached", cities, 0, 3, "1: first connection made, + 2: some railroad arrived, by city")
    yield Part("builder", lines, 0, n.RAILS, "0, or 1 + railroad, by line")
    yield Part("pieces", lines, *BYTE, "pieces laid, by line")
    yield Part("origin", lines, -1, 1, "end where the first piece lies, by line")


def verbs(setting: Setting) -> Iterator[Verb]:
    b: Any = setting.b
    mains = n.MAINS + int(b.n_cities)
    yield Verb(n.HIRE_NONE, 2, "hire", "hire no Engineer, or one (1992)")
    yield Verb(n.DRAW_DECK, 7, "draw", "deck, Double, Triple, Four, Boomtown, Engineer, nothing")
    yield Verb(n.DRAW_BRANCH, n.MAJORS, "draw branch", "the Branch card of a railroad")
    yield Verb(n.DONE, 4, "done, hold, pass, decline", "end a turn of laying")
    yield Verb(n.BUY_NONE, 6, "buy", "no track, or a piece of a railroad (1992)")
    yield Verb(n.EXCHANGE, 32, "exchange", "+ bit mask of hand slots")
    yield Verb(n.BOOM_WRONG_FOUR, 4, "boom", "three numbers that are always refused, then no marker")
    yield Verb(n.PLAY_WRONG, 1, "play", "always refused")
    yield Verb(
        n.PLAY_BASE, (1 + n.MAJORS) * mains, "play", f"+ {mains} x (0, or 1 + railroad of the Branch card) + main card"
    )
    yield Verb(int(b.boom_base), int(b.lay_base - b.boom_base), "boom", "markers on one or two cities")
    yield Verb(
        int(b.lay_base),
        int(b.nowhere_base - b.lay_base),
        "lay",
        f"+ {int(b.ways)} x rank + 2 x line + end it starts from",
    )
    yield Verb(int(b.nowhere_base), int(b.n_actions - b.nowhere_base), "lay", "on a line that is not there: refused")
