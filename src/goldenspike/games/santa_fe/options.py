"""The options of both editions: readings of the rulebooks that a table may choose."""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike.engine.options import Option, Value

FIRST = Option("first", ("random", "A", "B", "C", "D", "E"), "SFR-SETUP-12", "Who is First Player of Round 1.")
TERRAIN = Option("terrain", (False, True), "SFR-TERR-01", "Mountains and rivers cost money; everybody starts with $5.")
SHORT_TO_DUMMY = Option(
    "short_to_dummy",
    ("hidden", "reveal"),
    "SFR-2P-09",
    "A Short card dealt to the third player stays hidden, or is revealed.",
)
DOUBLE_MINIMUM = Option(
    "double_minimum",
    ("per_turn", "per_round"),
    "SFR-DBL-03",
    "A Double player lays at least one piece per turn, or per Round.",
)
BRANCH_FORCED = Option(
    "branch_forced",
    (True, False),
    "SFR-BRANCH-08",
    "A player whose only legal piece starts a branch must lay it, or may decline and end the game.",
)
END_TIMING = Option(
    "end_timing",
    ("immediate", "turn", "round"),
    "SFR-END-03",
    "The game ends at once, after the turn, or after the Round.",
)
DEADLOCK_CHECK = Option(
    "deadlock_check", ("turn_start", "every_piece"), "SFR-END-11", "When being unable to lay is tested."
)
SHORT_LINES_PROLONG = Option(
    "short_lines_prolong", (False, True), "SFR-END-07", "A possible Short Line piece keeps the game going."
)
TWO_PLAYER_TIE = Option(
    "two_player_tie",
    ("no_winner", "tie_break"),
    "SFR-2P-07",
    "A tie of two players who beat the third has no winner, or a tie-break.",
)
TERRAIN_UNIT = Option(
    "terrain_unit",
    ("segment", "line_once"),
    "SFR-TERR-10",
    "Terrain is paid piece by piece, or once when a line is begun.",
)
HOME_BASE_BONUS = Option(
    "home_base_bonus",
    ("none", "first_arrival", "unconnected"),
    "SF-BONUS-01",
    "$2 at a home base: to the first railroad that arrives, to none, or only while no railroad serves it.",
    usual="first_arrival",
    since="2",
    before="none",
)
ENGINEER_MOUNTAIN_RIVER = Option(
    "engineer_mountain_river",
    ("free", "pay_mountain"),
    "SF-ENG-07",
    "What an Engineer pays where a river crosses mountains.",
)
TRACK_PURCHASE = Option(
    "track_purchase", (False, True), "SF-BUY-01", "Each Round everybody may buy one piece of track."
)
BOUGHT_TRACK_END = Option(
    "bought_track_end",
    ("literal", "free_only"),
    "SF-END-01",
    "The game ends with the last piece of all, or of the free ones.",
)
OWN_FAR_END = Option(
    "own_far_end",
    ("refused", "allowed"),
    "SFR-LAY-29",
    "Whether a railroad may enter its own partial line from the far end.",
    since="2",
    before="refused",
)
FOUR_MINIMUM = Option(
    "four_minimum",
    (1, 0),
    "SFR-FOUR-04",
    "How many pieces a Four in One player lays in the Round at least.",
    since="2",
    before=1,
)
FOUR_UNUSED_TURN = Option(
    "four_unused_turn",
    ("hold", "hold_or_pass", "pass"),
    "SFR-TERR-13",
    "With terrain the turn that a Four in One leaves empty is held, may be passed as well, or counts as a pass.",
    since="2",
    before="hold_or_pass",
)
ARROWS_2002 = Option(
    "arrows",
    (True, False),
    "SFR-LAY-25",
    "A line with an arrow is built in its direction only.",
    since="2",
    before=True,
)
ARROWS_1992 = Option(
    "arrows",
    (False, True),
    "SF-LAY-03",
    "A line with an arrow is built in its direction only.",
    since="2",
    before=False,
)
HOME_BASE_CONNECTION = Option(
    "home_base_connection",
    ("first_piece", "available"),
    "SFR-CONN-01",
    "A railroad counts at its home base from its first piece, or from the moment it is in play.",
    since="2",
    before="first_piece",
)
TWO_PLAYER_DOUBLES = Option(
    "two_player_doubles", (1, 2), "SFR-2P-08", "Double cards in a game of two.", since="2", before=1
)
BOOM_MUST_PLAY = Option(
    "boom_must_play",
    (False, True),
    "SFR-PLAY-08",
    "A Boom card must be played in the Round in which it was drawn.",
    since="2",
    before=False,
)
BOOM_TIMING = Option(
    "boom_timing",
    ("reveal", "own_turn"),
    "SFR-BOOM-10",
    "Markers are placed after the Reveal, or when the first laying turn of the player begins.",
    since="2",
    before="reveal",
)
ALL_PASS_SCOPE = Option(
    "all_pass_scope",
    ("turn", "round"),
    "SF-ADV-08",
    "The game ends when all pass in one laying turn, or in both laying turns of a Round.",
    since="2",
    before="turn",
)
EMPTY_DECK_DRAW = Option(
    "empty_deck_draw",
    ("optional", "must_take_double"),
    "SF-DRAW-06",
    "With an empty deck drawing is voluntary, or a Double has to be taken while there is one.",
    since="2",
    before="optional",
)

OPTIONS_2002 = (
    FIRST, TERRAIN, DOUBLE_MINIMUM, BRANCH_FORCED, END_TIMING, DEADLOCK_CHECK, TERRAIN_UNIT, SHORT_TO_DUMMY,
    SHORT_LINES_PROLONG, TWO_PLAYER_TIE, FOUR_MINIMUM, FOUR_UNUSED_TURN, BOOM_MUST_PLAY, BOOM_TIMING, ARROWS_2002,
    OWN_FAR_END, HOME_BASE_CONNECTION, TWO_PLAYER_DOUBLES,
)  # fmt: skip
OPTIONS_1992 = (
    FIRST, TERRAIN, DOUBLE_MINIMUM, BRANCH_FORCED, END_TIMING, DEADLOCK_CHECK, TERRAIN_UNIT, HOME_BASE_BONUS,
    ENGINEER_MOUNTAIN_RIVER, TRACK_PURCHASE, BOUGHT_TRACK_END, ALL_PASS_SCOPE, EMPTY_DECK_DRAW, ARROWS_1992,
)  # fmt: skip

PRESETS_2002: Mapping[str, Mapping[str, Value]] = {"SFR": {}, "SFR-terrain": {"terrain": True}}
PRESETS_1992: Mapping[str, Mapping[str, Value]] = {
    "SF92-basic": {},
    "SF92-advanced": {"terrain": True},
    "SF92-advanced-DE": {"terrain": True, "all_pass_scope": "round", "engineer_mountain_river": "pay_mountain"},
    "SF92-track": {"track_purchase": True},
    "SF92-advanced-track": {"terrain": True, "track_purchase": True},
}
