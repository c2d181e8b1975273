"""What can be chosen before a match: the options and their presets."""

from __future__ import annotations

from goldenspike.engine.game import Option

from .text.view import DIFFICULTIES, SEAT_NAMES

# The rules read options by their place in this list.
OPTIONS = (
    Option("hand_card", (False, True), "PR-HAND-01", "Everybody is dealt one card for the fifth turn of a round."),
    Option("owners", (False, True), "PR-OWNER-14", "A Company Owner with a power for everybody in each round."),
    Option("jokers", (False, True), "PR-JOKER-01", "Two Jokers are shuffled into the deck."),
    Option("difficulty", DIFFICULTIES, "PR-SOLO-04", "Playing alone: how many more goals lie on the table."),
    Option("first_dealer", ("random", *SEAT_NAMES), "PR-SETUP-04", "Who deals first."),
    Option("border_edges", ("buildable", "forbidden"), "PR-GEO-09", "May tracks be drawn along the rim of the map?"),
    Option("saloon_choice", ("next", "free"), "PR-SALOON-02", "A Desert Saloon circles the next round, or any later."),
    Option("town_same_turn", (False, True), "PR-BENEFIT-15", "A Town symbol may be spent in the turn it was circled."),
    Option("joker_value", ("wild", "dead"), "PR-JOKER-08", "A Joker takes the best value of the hand, or none."),
    Option("solo_beat", ("strict", "at_least"), "PR-SOLO-10", "Playing alone: more than the target, or as much."),
    Option("must_draw", ("strict", "free"), "PR-TRACK-13", "Base tracks must be drawn while possible, or are free."),
    Option("bandit_retry", ("never", "allowed"), "PR-FOREST-10", "An escaped Bandit is gone, or may be caught later."),
    Option(
        "owner_any_station",
        ("pay_one", "reassign_one"),
        "PR-OWNER-03",
        "Owner 03 costs a track and moves the turn to a railway, or lends one track to it.",
    ),
)
PRESETS = {
    "standard": {},
    "expert": {"hand_card": True},
    "essential": {"owners": True, "jokers": True},
    "everything": {"hand_card": True, "owners": True, "jokers": True},
}
