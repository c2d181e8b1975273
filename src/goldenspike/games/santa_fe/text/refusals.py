"""The reasons the rules give as numbers: their code, and the clause in each edition."""

from __future__ import annotations

from collections.abc import Mapping

from goldenspike.engine.game import Value

from ..rules import state

NEVER = ""  # a reason that this edition does not know

# reason: (code, clause in 2002, clause in 1992)
REASONS: dict[int, tuple[str, str, str]] = {
    state.GAME_OVER: ("E_GAME_OVER", "SFR-SEQ-11", "SFR-SEQ-11"),
    state.ENDED_BY_SUPPLY: ("E_GAME_OVER", "SFR-END-03", "SF-END-01"),
    state.ENDED_BY_DEADLOCK: ("E_GAME_OVER", "SFR-END-04", "SF-END-02"),
    state.ENDED_BY_ALL_PASS: ("E_GAME_OVER", "SFR-TERR-09", "SF-ADV-08"),
    state.WRONG_PHASE: ("E_PHASE", "SFR-SEQ-01", "SF-SEQ-01"),
    state.WRONG_ACTOR: ("E_ACTOR", "SFR-SEQ-07", "SFR-SEQ-07"),
    state.WRONG_DRAWER: ("E_ACTOR", "SFR-SEQ-02", "SF-SEQ-02"),
    state.WRONG_BOOMER: ("E_ACTOR", "SFR-BOOM-10", NEVER),
    state.WRONG_BUYER: ("E_ACTOR", NEVER, "SF-BUY-02"),
    state.WRONG_HIRER: ("E_ACTOR", NEVER, "SF-ENG-03"),
    state.HIRE_MONEY: ("E_MONEY", NEVER, "SF-ENG-03"),
    state.DECK_EMPTY: ("E_NOT_AVAILABLE", "SFR-DRAW-16", "SF-DRAW-05"),
    state.NO_DOUBLE: ("E_NOT_AVAILABLE", "SFR-DRAW-03", "SF-DRAW-01"),
    state.NO_TRIPLE: ("E_NOT_AVAILABLE", "SFR-DRAW-04", "SF-COMP-02"),
    state.NO_FOUR: ("E_NOT_AVAILABLE", "SFR-DRAW-05", "SF-COMP-02"),
    state.NO_BOOM: ("E_NOT_AVAILABLE", "SFR-DRAW-07", "SF-COMP-02"),
    state.NO_BRANCH_STACK: ("E_NOT_AVAILABLE", "SFR-DRAW-06", "SF-DRAW-01"),
    state.NO_ENGINEER_CARD: ("E_NOT_AVAILABLE", "SFR-COMP-02", "SF-SETUP-02"),
    state.PAIR_TRIPLE_FOUR: ("E_PAIR", "SFR-DRAW-10", NEVER),
    state.PAIR_TWO_BRANCHES: ("E_PAIR", "SFR-DRAW-11", "SF-DRAW-04"),
    state.PAIR_BRANCH_TRIPLE: ("E_PAIR", "SFR-DRAW-12", NEVER),
    state.PAIR_BRANCH_FOUR: ("E_PAIR", "SFR-DRAW-13", NEVER),
    state.PAIR_BOOM: ("E_PAIR", "SFR-PLAY-08", NEVER),
    state.ENGINEERS_GONE: ("E_NOT_AVAILABLE", NEVER, "SF-ENG-01"),
    state.HAS_ENGINEER: ("E_ENGINEER", NEVER, "SF-ENG-02"),
    state.BRANCH_PRICE: ("E_MONEY", "SFR-DRAW-19", "SFR-DRAW-19"),
    state.NO_PARTNER: ("E_NO_PARTNER", "SFR-DRAW-21", "SFR-DRAW-21"),
    state.MUST_DRAW: ("E_MUST_DRAW", "SFR-DRAW-15", "SFR-DRAW-15"),
    state.MUST_TAKE_DOUBLE: ("E_MUST_DRAW", NEVER, "SF-DRAW-06"),
    state.COMBO: ("E_COMBO", "SFR-PLAY-01", "SF-PLAY-01"),
    state.NOT_IN_HAND: ("E_NOT_IN_HAND", "SFR-PLAY-01", "SF-PLAY-01"),
    state.NEED_CITY: ("E_NEED_CITY", "SFR-SEQ-05", "SF-SEQ-03"),
    state.MUST_PLAY_TRIPLE: ("E_MUST_PLAY", "SFR-PLAY-05", NEVER),
    state.MUST_PLAY_FOUR: ("E_MUST_PLAY", "SFR-PLAY-06", NEVER),
    state.MUST_PLAY_BOOM: ("E_MUST_PLAY", "SFR-PLAY-08", NEVER),
    state.MUST_PLAY_BRANCH: ("E_MUST_PLAY", "SFR-PLAY-07", "SF-PLAY-02"),
    state.MUST_PLAY_CARD: ("E_MUST_PLAY", "SFR-PLAY-09", "SFR-PLAY-09"),
    state.MARKER_TOO_MANY: ("E_MARKER", "SFR-BOOM-01", NEVER),
    state.MARKER_FOUR: ("E_MARKER", "SFR-BOOM-02", NEVER),
    state.MARKER_FIVE: ("E_MARKER", "SFR-BOOM-03", NEVER),
    state.MARKER_NONE_LEFT: ("E_MARKER", "SFR-BOOM-05", NEVER),
    state.MARKER_TWICE: ("E_MARKER", "SFR-BOOM-07", NEVER),
    state.NOT_REVEALED: ("E_NOT_AVAILABLE", "SFR-SHORT-05", NEVER),
    state.SHORT_NOT_IN_EDITION: ("E_NOT_AVAILABLE", NEVER, "SF-COMP-03"),
    state.NO_FREE_PIECES: ("E_NO_PIECES", "SFR-LAY-05", "SFR-LAY-05"),
    state.BOUGHT_TOO_EARLY: ("E_NOT_AVAILABLE", "SFR-LAY-05", "SF-BUY-04"),
    state.NO_BOUGHT_PIECES: ("E_NO_PIECES", "SFR-LAY-05", "SF-BUY-08"),
    state.NO_LINE: ("E_NO_LINE", "SFR-LAY-11", "SFR-LAY-11"),
    state.LINE_FULL: ("E_LINE_TAKEN", "SFR-LAY-04", "SFR-LAY-04"),
    state.TAKEN_FAR_END: ("E_LINE_TAKEN", "SFR-LAY-27", "SF-LAY-02"),
    state.TAKEN_SAME_END: ("E_LINE_TAKEN", "SFR-LAY-28", "SFR-LAY-28"),
    state.TAKEN_OWN_FAR_END: ("E_LINE_TAKEN", "SFR-LAY-29", "SFR-LAY-29"),
    state.ARROW: ("E_ARROW", "SFR-LAY-25", "SF-LAY-03"),
    state.PARALLEL: ("E_PARALLEL", "SFR-LAY-31", "SFR-LAY-31"),
    state.AMBIGUOUS_LINE: ("E_AMBIGUOUS_LINE", "SFR-LAY-30", "SFR-LAY-30"),
    state.NO_BRANCH_CARD: ("E_NO_BRANCH", "SFR-BRANCH-04", "SFR-BRANCH-04"),
    state.SHORT_NEEDS_NO_BRANCH: ("E_NO_BRANCH", "SFR-LAY-22", NEVER),
    state.NOT_STARTED: ("E_NOT_STARTED", "SFR-LAY-18", "SFR-LAY-18"),
    state.BRANCH_NOT_CONNECTED: ("E_NOT_CONNECTED", "SFR-LAY-13", "SFR-LAY-13"),
    state.SHORT_NOT_CONNECTED: ("E_NOT_CONNECTED", "SFR-LAY-22", NEVER),
    state.NOT_HOME: ("E_NOT_HOME", "SFR-LAY-06", "SFR-LAY-06"),
    state.NO_TIP: ("E_NO_TIP", "SFR-LAY-09", "SFR-LAY-09"),
    state.TERRAIN_COST: ("E_MONEY", "SFR-TERR-07", "SF-ADV-06"),
    state.MUST_LAY: ("E_MUST_LAY", "SFR-LAY-03", "SF-LAY-04"),
    state.MUST_LAY_DOUBLE: ("E_MUST_LAY", "SFR-DBL-03", "SF-DBL-01"),
    state.MUST_LAY_TRIPLE: ("E_MUST_LAY", "SFR-TRI-04", NEVER),
    state.MUST_LAY_FOUR: ("E_MUST_LAY", "SFR-FOUR-04", NEVER),
    state.MUST_LAY_BRANCH: ("E_MUST_LAY", "SFR-BRANCH-08", "SFR-BRANCH-08"),
    state.NO_HOLD: ("E_PHASE", "SFR-FOUR-07", "SF-COMP-02"),
    state.FOUR_HOLDS: ("E_PHASE", "SFR-TERR-13", NEVER),
    state.PASS_INSTEAD: ("E_MUST_LAY", "SFR-TERR-08", "SF-ADV-07"),
    state.NO_DECLINE: ("E_PHASE", "SFR-BRANCH-08", "SFR-BRANCH-08"),
    state.NO_DECLINE_BUT_PASS: ("E_PHASE", "SFR-TERR-08", "SF-ADV-07"),
    state.ALREADY_LAID: ("E_PHASE", "SFR-LAY-41", "SFR-LAY-41"),
    state.EXCHANGE_NOT_DOUBLE: ("E_EXCHANGE", "SFR-DBL-05", "SF-DBL-03"),
    state.EXCHANGE_FIRST_TURN: ("E_EXCHANGE", "SFR-DBL-06", "SF-DBL-03"),
    state.EXCHANGE_TOO_LATE: ("E_EXCHANGE", "SFR-DBL-05", "SF-DBL-03"),
    state.EXCHANGE_TWICE: ("E_EXCHANGE", "SFR-DBL-11", "SFR-DBL-11"),
    state.EXCHANGE_NOT_CITIES: ("E_EXCHANGE", "SFR-DBL-07", "SFR-DBL-07"),
    state.EXCHANGE_TOO_MANY: ("E_EXCHANGE", "SFR-DBL-07", "SF-DBL-03"),
    state.EXCHANGE_DECK: ("E_EXCHANGE", "SFR-DBL-10", "SFR-DBL-10"),
    state.BUY_NO_PIECES: ("E_BUY", NEVER, "SF-BUY-07"),
    state.BUY_MONEY: ("E_MONEY", NEVER, "SF-BUY-07"),
}


def clause_for(reason: int, edition: int, options: Mapping[str, Value]) -> str:
    """The clause behind a reason where these options are played."""
    if reason == state.ENDED_BY_SUPPLY and edition == state.SFR2002 and options["end_timing"] != "immediate":
        return "SFR-END-01"
    if edition == state.SF1992:
        if reason == state.ENDED_BY_ALL_PASS and not options["terrain"]:
            return "SF-BUY-06"
        if reason in (state.BOUGHT_TOO_EARLY, state.NO_BOUGHT_PIECES) and not options["track_purchase"]:
            return "SFR-LAY-05"
    return REASONS[reason][1 + edition]
