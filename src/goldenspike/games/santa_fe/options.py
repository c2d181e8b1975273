"""The options of both editions: readings of the rulebooks that a table may choose."""

from __future__ import annotations

from goldenspike.engine.game import Option, Value

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
    "Who could only lay a branch start must lay it, or may decline and end the game.",
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
    ("none", "first_arrival"),
    "SF-BONUS-01",
    "Home bases bring no $2, or bring it to the first arrival.",
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
# The rules read options by their place in this list, after the edition.
ALL_OPTIONS = (
    FIRST, TERRAIN, SHORT_TO_DUMMY, DOUBLE_MINIMUM, BRANCH_FORCED, END_TIMING, DEADLOCK_CHECK, SHORT_LINES_PROLONG,
    TWO_PLAYER_TIE, TERRAIN_UNIT, HOME_BASE_BONUS, ENGINEER_MOUNTAIN_RIVER, TRACK_PURCHASE, BOUGHT_TRACK_END,
)  # fmt: skip
SHARED = (FIRST, TERRAIN, DOUBLE_MINIMUM, BRANCH_FORCED, END_TIMING, DEADLOCK_CHECK, TERRAIN_UNIT)

OPTIONS_2002 = (*SHARED, SHORT_TO_DUMMY, SHORT_LINES_PROLONG, TWO_PLAYER_TIE)
OPTIONS_1992 = (*SHARED, HOME_BASE_BONUS, ENGINEER_MOUNTAIN_RIVER, TRACK_PURCHASE, BOUGHT_TRACK_END)

PRESETS_2002: dict[str, dict[str, Value]] = {"SFR": {}, "SFR-terrain": {"terrain": True}}
PRESETS_1992: dict[str, dict[str, Value]] = {
    "SF92-basic": {},
    "SF92-advanced": {"terrain": True},
    "SF92-track": {"track_purchase": True},
    "SF92-advanced-track": {"terrain": True, "track_purchase": True},
}
