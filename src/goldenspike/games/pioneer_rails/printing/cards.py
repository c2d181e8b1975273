"""Goals, company owners and playing cards."""

from __future__ import annotations

from typing import Any

from goldenspike.drawing.pages.cards import HEIGHT, WIDTH, Card, back_frame, frame, medallion
from goldenspike.drawing.pages.lettering import block, line, look
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.svg import group, path

from ..board.load import SUITS, VALUES, Sheet, goals, owners
from ..drawing import icons
from ..drawing.palette import GOLD, INK, SUIT_COLOURS
from ..drawing.shapes import star

MIDDLE = WIDTH / 2
INNER = WIDTH - 130
DECKS = {"sheriff": "#8a3b1c", "ranch": "#5f6b2d", "train": "#2f4f66"}
OWNER = "#5a3a5e"
CARD_BACK = "#23424a"
# The picture of a goal or an owner, by what it measures or allows.
PICTURES = {
    "gold_banked": "bank", "gold_mined": "nugget", "banks": "bank", "saloons": "saloon", "forts": "fort",
    "railways_at_rim": "cactus", "ranges_along": "portal", "ranches": "cattle", "railways_with_tunnel": "portal",
    "shared_building": "saloon", "towns": "hamlet", "towns_of_one_railway": "hamlet", "railways_with_bridge": "=bridge",
    "railways_at_one_town": "house", "yards": "yard", "towns_by_river": "hamlet", "towns_by_mountain": "hamlet",
    "forts_with_two_sides": "fort", "bandits_captured": "bandit", "jails": "jail", "railways_at_mountain": "pine",
    "bank_number": "bank", "saloon_number": "saloon", "any_railway": "=suit", "fort_track": "fort",
    "hand_points": "=cards", "switch": "=switch", "bridge": "=bridge", "tunnel": "=tunnel", "shortcut": "=shortcut",
    "goal_points": "=star",
}  # fmt: skip

ENLARGED = {"nugget": 7.0, "house": 8.0, "portal": 8.0, "cactus": 8.0, "hamlet": 5.4, "pine": 8.0}


def goal_cards(board: Sheet, words: Words, values: Any) -> list[Card]:
    """The goals of a map, deck by deck (PR-COMP-02)."""
    first, later = values["goal"]
    found = []
    for deck, colour in DECKS.items():
        for card in goals():
            if card["deck"] != deck or board.map not in card["maps"]:
                continue
            stars = group(star(0, 0, 78, GOLD, 3), 235, 690) + group(star(0, 0, 62, "#e8dcc0", 3), 400, 700)
            stars += line(235, 712, str(first), look(17, bold=True), 90, "middle")
            stars += line(400, 716, str(later), look(14, bold=True), 70, "middle")
            key = f"goal.{card['id']}"
            front = _card(words(f"{key}.name"), words(f"{key}.text"), card["measure"], colour, card["id"], 170) + stars
            found.append(Card(f"goal {card['id']}", front, _deck_back(words(f"deck.{deck}"), deck, colour)))
    return found


def owner_cards(words: Words, values: Any) -> list[Card]:
    """The company owners (PR-OWNER-13)."""
    tracks, price = values["tracks"], values["owner_price"]
    numbers = {"03": price, "04": values["owner_fort"], "05": values["saloon_factor"] + 1, "10": values["owner_goal"]}
    back = _back(words("deck.owners"), group(icons.hat(), MIDDLE, HEIGHT / 2 + 10, 4.2), OWNER)
    found = []
    for owner in owners():
        n = numbers.get(owner["id"], max(0, tracks - price))
        key = f"owner.{owner['id']}"
        says = f"{key}.text.one" if n == 1 and words.has(f"{key}.text.one") else f"{key}.text"
        front = _card(words(f"{key}.name"), words(says, n=n, of=tracks), owner["power"], OWNER, owner["id"])
        found.append(Card(f"owner {owner['id']}", front, back))
    return found


def _card(title: str, says: str, about: str, colour: str, number: str, room: float = 330.0) -> str:
    """A card with its name, a picture and one sentence."""
    return (
        frame(colour)
        + line(MIDDLE, 128, title, look(15, bold=True, fill=colour), INNER, "middle")
        + path(f"M60 155H{WIDTH - 60:g}", stroke=colour, stroke_width="3")
        + _picture(PICTURES[about])
        + block(68, 440, says, look(11), INNER - 6, room, anchor="middle", middle=True)
        + line(WIDTH - 66, HEIGHT - 66, number, look(6.6, fill=colour), 60, "end")
    )


def _picture(name: str) -> str:
    if name == "=star":
        return group(star(0, 0, 110, GOLD, 4), MIDDLE, 310)
    if name == "=cards":
        return "".join(group(_small_card(k), MIDDLE - 120 + 80 * k, 310, turn=-18 + 12 * k) for k in range(4))
    if name.startswith("="):
        return group(icons.benefit(name[1:]), MIDDLE, 310, 9)
    return group(icons.STOCK[name](), MIDDLE, 310, ENLARGED.get(name, 4.2))


def _small_card(suit: int) -> str:
    return (
        '<rect x="-62" y="-92" width="124" height="184" rx="14" fill="#fffdf6" stroke="#3a2818" stroke-width="4"/>'
        + group(icons.suit(suit), 0, 0, 2)
    )


def _deck_back(name: str, deck: str, colour: str) -> str:
    emblem = {
        "sheriff": group(star(0, 0, 108, GOLD, 4), MIDDLE, HEIGHT / 2),
        "ranch": group(icons.cattle(), MIDDLE, HEIGHT / 2, 4),
        "train": group(icons.yard(), MIDDLE, HEIGHT / 2, 4),
    }[deck]
    return _back(name, emblem, colour)


def _back(name: str, emblem: str, colour: str) -> str:
    return (
        back_frame(colour)
        + medallion(MIDDLE, HEIGHT / 2, 190, "#f6ecd2", INK)
        + emblem
        + line(MIDDLE, 165, "Pioneer Rails", look(18, bold=True, fill="#f6ecd2"), INNER - 20, "middle")
        + line(MIDDLE, HEIGHT - 115, name, look(14, italic=True, fill="#f6ecd2"), INNER - 20, "middle")
    )


def playing_cards(words: Words) -> list[Card]:
    """Ten to ace of four suits, and two Jokers: as in any ordinary deck (PR-COMP-01, PR-JOKER-01)."""
    suits = "".join(
        group(icons.suit(k, "#f6ecd2"), MIDDLE + (-1) ** (k + 1) * 62, HEIGHT / 2 + (-62 if k < 2 else 62), 3)
        for k in range(4)
    )
    back = back_frame(CARD_BACK) + medallion(MIDDLE, HEIGHT / 2, 190, CARD_BACK, "#f6ecd2") + suits
    found = [Card(f"card {value}{name}", _playing(value, k), back) for k, name in enumerate(SUITS) for value in VALUES]
    pairs = ((0, 3), (1, 2))  # spades and clubs, hearts and diamonds
    dealer = _dealer(words)
    found.append(Card("dealer", dealer, dealer))
    return found + [Card(f"joker {SUITS[a]}{SUITS[b]}", _joker(words, a, b), back) for a, b in pairs]


def _playing(value: str, suit: int) -> str:
    """An ordinary card: the value large, the suit below it, both in two corners."""
    colour = SUIT_COLOURS[suit]
    corner = line(0, 0, value, look(21, bold=True, fill=colour), 110, "middle") + group(icons.suit(suit), 0, 52, 1.7)
    return (
        frame(colour, "#ffffff")
        + group(corner, 112, 140)
        + group(corner, WIDTH - 112, HEIGHT - 140, turn=180)
        + line(MIDDLE, 420, value, look(74, bold=True, fill=colour), INNER - 120, "middle")
        + group(icons.suit(suit), MIDDLE, 590, 6.4)
    )


def _dealer(words: Words) -> str:
    """The mark of who deals, the same on both sides."""
    suits = "".join(group(icons.suit(k), MIDDLE - 75 + 150 * (k % 2), 380 + 140 * (k // 2), 3.4) for k in range(4))
    return (
        frame(CARD_BACK)
        + medallion(MIDDLE, 450, 200, "#f8efd9", CARD_BACK)
        + suits
        + line(MIDDLE, 180, words("token.dealer"), look(24, bold=True, fill=CARD_BACK), INNER, "middle")
    )


def _joker(words: Words, a: int, b: int) -> str:
    """A Joker counts as any value, and for one of two railways."""
    return (
        frame(INK, "#ffffff")
        + line(MIDDLE, 140, words("card.joker"), look(20, bold=True), INNER, "middle")
        + group(star(0, 0, 130, GOLD, 5), MIDDLE, 360)
        + group(icons.suit(a), MIDDLE - 110, 590, 4.4)
        + group(icons.suit(b), MIDDLE + 110, 590, 4.4)
        + block(75, 680, words("say.joker"), look(9), INNER - 20, 130, anchor="middle", middle=True)
    )
