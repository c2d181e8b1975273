"""What can be chosen before a match: the options and their presets."""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike.engine.game import Option, Value

from .text.view import DIFFICULTIES, SEAT_NAMES

# These are kept in the state; the order of choices never changes.
KEPT = (
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
# These came with the second version of the rules: earlier matches were played with ``before``.
RULINGS = (
    Option(
        "solo_goal_order",
        ("random", "by_deck"),
        "PR-SOLO-06",
        "Playing alone: face-down goals lie in random order, or Sheriff, Ranch, Train.",
        since="2",
        before="by_deck",
    ),
    Option(
        "owner_fort_track",
        ("due", "optional"),
        "PR-OWNER-04",
        "The track of owner 04 must be drawn like the base tracks, or may be left out.",
        since="2",
        before="optional",
    ),
    Option(
        "owner_fort_bonus",
        ("per_turn", "per_fort"),
        "PR-OWNER-04",
        "Owner 04 adds one track per turn, or one for each Fort that was passed.",
        since="2",
        before="per_turn",
    ),
    Option(
        "owner_retroactive",
        (True, False),
        "PR-FEAT-06",
        "Owners 01 and 02 complete what has enough sides already, or only what a new track touches.",
        since="2",
        before=True,
    ),
    Option(
        "owner_double_forest",
        ("total", "base"),
        "PR-COMBO-06",
        "On Forest owner 05 doubles the whole hand, or only its combination.",
        since="2",
        before="total",
    ),
    Option(
        "owners_skip_dead",
        (False, True),
        "PR-COMBO-07",
        "On Forest owner 01, who does nothing there, is left out.",
        since="2",
        before=False,
    ),
    Option(
        "solo_owner10",
        ("removed", "plus5"),
        "PR-COMBO-09",
        "Playing alone: owner 10 is left out, or goals met in its round bring 5 points.",
        since="2",
        before="removed",
    ),
    Option(
        "joker_hand_deal",
        ("excluded", "included"),
        "PR-COMBO-01",
        "Hand cards are ordinary cards, or may be Jokers too.",
        since="2",
        before="excluded",
    ),
    Option(
        "same_railway_at_town",
        ("allowed", "forbidden"),
        "PR-TRACK-10",
        "May two lines of one railway end at the same Town?",
        since="2",
        before="allowed",
    ),
    Option(
        "station_rim",
        ("closed", "open"),
        "PR-TRACK-06",
        "Sides and corners of stations are closed, or open to other railways.",
        since="2",
        before="closed",
    ),
    Option(
        "many_threshold",
        (2, 3, 4, 5, 6, 7, 8, 9),
        "PR-MANY-04",
        "From how many players on nobody keeps a card for themselves.",
        usual=5,
        since="2",
        before=5,
    ),
    Option(
        "goal_building_when",
        ("at_completion", "any_time"),
        "PR-GOAL-1J",
        "Goal 1J looks at a building when it is completed, or at any time after.",
        since="2",
        before="at_completion",
    ),
    Option(
        "goal_edge_touch",
        ("vertex", "distinct_sides"),
        "PR-GOAL-1F",
        "Goal 1F asks for any points of the rim, or for two sides of the map.",
        since="2",
        before="vertex",
    ),
    Option(
        "goal_mountain_2f",
        ("touch", "along"),
        "PR-GOAL-2F",
        "Goal 2F asks for a corner of a mountain, or for a track along one.",
        since="2",
        before="touch",
    ),
)
OPTIONS: tuple[Option, ...] = (*KEPT, *RULINGS)
PRESETS: Mapping[str, Mapping[str, Value]] = {
    "standard": {},
    "expert": {"hand_card": True},
    "essential": {"owners": True, "jokers": True},
    "everything": {"hand_card": True, "owners": True, "jokers": True},
}
