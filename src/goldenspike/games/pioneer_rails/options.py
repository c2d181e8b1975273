"""What can be chosen before a match: the options and their presets."""

from __future__ import annotations

from dataclasses import dataclass

from goldenspike.engine.game import Option, Value

from .text.view import DIFFICULTIES, SEAT_NAMES


@dataclass(frozen=True)
class Ruling(Option):
    """An option that came with a later version of the rules: earlier matches were played with ``before``."""

    usual: Value = False
    since: str = ""
    before: Value = False

    @property
    def default(self) -> Value:
        return self.before


# The rules read these by their place in this list, and keep them in the state.
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
RULINGS = (
    Ruling(
        "solo_goal_order",
        ("random", "by_deck"),
        "PR-SOLO-06",
        "Playing alone: face-down goals lie in random order, or Sheriff, Ranch, Train.",
        usual="random",
        since="2",
        before="by_deck",
    ),
    Ruling(
        "owner_fort_track",
        ("due", "optional"),
        "PR-OWNER-04",
        "The track of owner 04 must be drawn like the base tracks, or may be left out.",
        usual="due",
        since="2",
        before="optional",
    ),
    Ruling(
        "owner_fort_bonus",
        ("per_turn", "per_fort"),
        "PR-OWNER-04",
        "Owner 04 adds one track per turn, or one for each Fort that was passed.",
        usual="per_turn",
        since="2",
        before="per_turn",
    ),
    Ruling(
        "owner_retroactive",
        (True, False),
        "PR-FEAT-06",
        "Owners 01 and 02 complete what has enough sides already, or only what a new track touches.",
        usual=True,
        since="2",
        before=True,
    ),
    Ruling(
        "owner_double_forest",
        ("total", "base"),
        "PR-COMBO-06",
        "On Forest owner 05 doubles the whole hand, or only its combination.",
        usual="total",
        since="2",
        before="total",
    ),
    Ruling(
        "owners_skip_dead",
        (False, True),
        "PR-COMBO-07",
        "On Forest owner 01, who does nothing there, is left out.",
        usual=False,
        since="2",
        before=False,
    ),
    Ruling(
        "solo_owner10",
        ("removed", "plus5"),
        "PR-COMBO-09",
        "Playing alone: owner 10 is left out, or goals met in its round bring 5 points.",
        usual="removed",
        since="2",
        before="removed",
    ),
    Ruling(
        "joker_hand_deal",
        ("excluded", "included"),
        "PR-COMBO-01",
        "Hand cards are ordinary cards, or may be Jokers too.",
        usual="excluded",
        since="2",
        before="excluded",
    ),
    Ruling(
        "same_railway_at_town",
        ("allowed", "forbidden"),
        "PR-TRACK-10",
        "May two lines of one railway end at the same Town?",
        usual="allowed",
        since="2",
        before="allowed",
    ),
    Ruling(
        "station_rim",
        ("closed", "open"),
        "PR-TRACK-06",
        "Sides and corners of stations are closed, or open to other railways.",
        usual="closed",
        since="2",
        before="closed",
    ),
    Ruling(
        "many_threshold",
        (2, 3, 4, 5, 6, 7, 8, 9),
        "PR-MANY-04",
        "From how many players on nobody keeps a card for themselves.",
        usual=5,
        since="2",
        before=5,
    ),
    Ruling(
        "goal_building_when",
        ("at_completion", "any_time"),
        "PR-GOAL-1J",
        "Goal 1J looks at a building when it is completed, or at any time after.",
        usual="at_completion",
        since="2",
        before="at_completion",
    ),
    Ruling(
        "goal_edge_touch",
        ("vertex", "distinct_sides"),
        "PR-GOAL-1F",
        "Goal 1F asks for any points of the rim, or for two sides of the map.",
        usual="vertex",
        since="2",
        before="vertex",
    ),
    Ruling(
        "goal_mountain_2f",
        ("touch", "along"),
        "PR-GOAL-2F",
        "Goal 2F asks for a corner of a mountain, or for a track along one.",
        usual="touch",
        since="2",
        before="touch",
    ),
)
OPTIONS: tuple[Option, ...] = (*KEPT, *RULINGS)
PRESETS = {
    "standard": {},
    "expert": {"hand_card": True},
    "essential": {"owners": True, "jokers": True},
    "everything": {"hand_card": True, "owners": True, "jokers": True},
}
