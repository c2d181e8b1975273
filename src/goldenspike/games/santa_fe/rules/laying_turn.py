"""A laying turn: how many pieces, what must be laid, why a piece is refused."""

from __future__ import annotations

from .exchange import add_exchanges, can_exchange
from .growth import add_lays, goes_on_far, has_free_lay, has_lay, has_short_lay, may_enter, only_branch_starts
from .state import (
    AFTER_TURN,
    ALREADY_LAID,
    ARROW,
    BOUGHT_TOO_EARLY,
    BRANCH_NOT_CONNECTED,
    DECLINE,
    DONE,
    DOUBLE_PLAY,
    FOUR_HOLDS,
    FOUR_PLAY,
    HOLD,
    HOLD_OR_PASS,
    LINE_FULL,
    MAJORS,
    MUST_LAY,
    MUST_LAY_BRANCH,
    MUST_LAY_DOUBLE,
    MUST_LAY_FOUR,
    MUST_LAY_TRIPLE,
    NO_BOUGHT_PIECES,
    NO_BRANCH_CARD,
    NO_DECLINE,
    NO_DECLINE_BUT_PASS,
    NO_FREE_PIECES,
    NO_HOLD,
    NO_LINE,
    NO_TIP,
    NOT_HOME,
    NOT_REVEALED,
    NOT_STARTED,
    PARALLEL,
    PASS,
    PASS_INSTEAD,
    SF1992,
    SHORT_NEEDS_NO_BRANCH,
    SHORT_NOT_CONNECTED,
    SHORT_NOT_IN_EDITION,
    TAKEN_FAR_END,
    TAKEN_OWN_FAR_END,
    TAKEN_SAME_END,
    TERRAIN_COST,
    TLT1,
    TLT2,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from .track import (
    against_arrow,
    can_pay,
    is_connected,
    is_partial,
    is_started,
    lay_piece,
    lay_rank,
    lay_way,
    rank_bought,
    rank_branches,
    rank_rail,
    takes_parallel,
)


def allowance(s: State, b: BoardArrays, seat: int) -> int:
    """Pieces in one turn: plain 1, Double 2, Triple 3, Four 4 (SFR-LAY-01, SFR-DBL-01, SFR-TRI-02, SFR-FOUR-02)."""
    if s.card[seat] == DOUBLE_PLAY:
        return 0 + b.values.pieces_double
    if s.card[seat] == TRIPLE_PLAY:
        return 0 + b.values.pieces_triple
    if s.card[seat] == FOUR_PLAY:
        return 0 + b.values.pieces_four
    return 0 + b.values.pieces_plain


def is_barred(s: State, seat: int) -> bool:
    """A Four player who laid in the first turn has no second one (SFR-FOUR-05)."""
    return s.phase == TLT2 and s.card[seat] == FOUR_PLAY and s.laid_first[seat] > 0


# ---------------------------------------------------------------- why a piece cannot be laid
def lay_refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """The first rule against a piece, in the order in which players would say it."""
    if action >= b.nowhere_base:
        refused = pieces_refusal(s, seat, action - b.nowhere_base, False)
        return refused if refused != 0 else NO_LINE
    rank = lay_rank(b, action)
    way = lay_way(b, action)
    rail = rank_rail(rank)
    branching = rank_branches(rank)
    refused = pieces_refusal(s, seat, rail, rank_bought(rank))
    if refused != 0:
        return refused
    refused = line_refusal(s, b, rail, way, branching)
    if refused != 0:
        return refused
    if branching:
        refused = branch_refusal(s, b, seat, rail, way)
    elif not is_partial(s, b, rail, way) and not goes_on_far(s, b, rail, way):
        refused = extension_refusal(s, b, rail, way)
    if refused == 0 and not can_pay(s, b, seat, way):
        return TERRAIN_COST
    return refused


def pieces_refusal(s: State, seat: int, rail: int, bought: bool) -> int:
    """Is the railroad in play, and is there a piece of it?  (SFR-SHORT-05, SFR-LAY-05, SF-BUY-04, -08)"""
    if s.available[rail] == 0:
        return SHORT_NOT_IN_EDITION if s.edition == SF1992 else NOT_REVEALED
    if bought:
        if s.supply[rail] > 0 or rail >= MAJORS:
            return BOUGHT_TOO_EARLY
        return 0 if s.reserve[seat][rail] > 0 else NO_BOUGHT_PIECES
    return 0 if s.supply[rail] > 0 else NO_FREE_PIECES


def line_refusal(s: State, b: BoardArrays, rail: int, way: int, branching: bool) -> int:
    """Taken, against the arrow, or parallel to an own line (SFR-LAY-04, -25..31)."""
    line = way // 2
    builder = s.builder[line]
    if builder >= 0:
        if s.filled[line] == b.length[line]:
            return LINE_FULL
        if (is_partial(s, b, rail, way) or goes_on_far(s, b, rail, way)) and not branching:
            return 0
        if may_enter(s, b, rail, way):
            return ARROW if against_arrow(b, way) else 0
        if s.origin[line] & 1 == way % 2 or s.origin[line] > 1:
            return TAKEN_SAME_END
        return TAKEN_OWN_FAR_END if builder == rail else TAKEN_FAR_END
    if against_arrow(b, way):
        return ARROW
    return PARALLEL if takes_parallel(s, b, rail, line) else 0


def branch_refusal(s: State, b: BoardArrays, seat: int, rail: int, way: int) -> int:
    """A branch start needs its card, a started Major and a connected city (SFR-LAY-13, -18, SFR-BRANCH-04, -07)."""
    if rail >= MAJORS:
        return SHORT_NEEDS_NO_BRANCH
    if s.active_branch[seat] != rail:
        return NO_BRANCH_CARD
    if not is_started(s, b, rail):
        return NOT_STARTED
    return 0 if is_connected(s, rail, b.ends[way // 2][way % 2]) else BRANCH_NOT_CONNECTED


def extension_refusal(s: State, b: BoardArrays, rail: int, way: int) -> int:
    """A new line needs a tip of the Major, or a city of the Short Line (SFR-LAY-06, -09, -22, -23)."""
    city = b.ends[way // 2][way % 2]
    if not is_started(s, b, rail):
        return 0 if city == b.home[rail] else NOT_HOME
    if rail >= MAJORS:
        return 0 if is_connected(s, rail, city) else SHORT_NOT_CONNECTED
    for k in range(s.tip_count[rail]):
        if s.tips[rail][k] == city:
            return 0
    return NO_TIP


# ---------------------------------------------------------------- duty
def may_pass(s: State, b: BoardArrays, seat: int) -> bool:
    """With terrain nobody has to lay, nor does a player who could lay only bought pieces (SFR-TERR-08, SF-BUY-06)."""
    if s.laid_now > 0:
        return False
    if s.terrain == 1:
        return not must_hold(s, b, seat)
    return s.track_purchase == 1 and not has_free_lay(s, b, seat, True) and not has_short_lay(s, b, seat, True)


def must_hold(s: State, b: BoardArrays, seat: int) -> bool:
    """An empty first turn of a Four player is always held, never passed (SFR-TERR-13)."""
    return s.card[seat] == FOUR_PLAY and s.phase == TLT1 and b.options.four_unused_turn != HOLD_OR_PASS


def may_stop(s: State, b: BoardArrays, seat: int) -> bool:
    """The minimum is one piece in each turn, with Four one in the Round (SFR-LAY-03, SFR-FOUR-04)."""
    return s.laid_now > 0 or may_stop_empty(s, b, seat)


def may_stop_empty(s: State, b: BoardArrays, seat: int) -> bool:
    """A turn without a piece, where an option allows it."""
    if s.ending != 0 and s.end_timing == AFTER_TURN:
        return True
    if s.double_minimum == 1 and s.card[seat] == DOUBLE_PLAY:
        if s.phase == TLT1 or s.laid_first[seat] > 0:
            return True
    if s.card[seat] == FOUR_PLAY and s.phase == TLT2 and b.options.four_minimum == 1 and s.terrain == 0:
        return True
    return s.short_lines_prolong == 1 and can_exchange(s, b, seat) and not has_lay(s, b, seat, True)


def done_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """Why a turn may not end yet, by the card that was played."""
    if may_stop(s, b, seat):
        return 0
    if s.terrain == 1:
        return FOUR_HOLDS if must_hold(s, b, seat) else PASS_INSTEAD
    if s.card[seat] == DOUBLE_PLAY:
        return MUST_LAY_DOUBLE
    if s.card[seat] == TRIPLE_PLAY:
        return MUST_LAY_TRIPLE
    if s.card[seat] == FOUR_PLAY:
        return MUST_LAY_FOUR
    if only_branch_starts(s, b, seat):
        return MUST_LAY_BRANCH
    return MUST_LAY


def pass_refusal(s: State, b: BoardArrays, seat: int) -> int:
    if s.laid_now > 0:
        return ALREADY_LAID
    if may_pass(s, b, seat):
        return 0
    return FOUR_HOLDS if s.terrain == 1 else MUST_LAY


def hold_refusal(s: State, seat: int) -> int:
    """Only a Four player, at the first laying turn, before the first piece (SFR-FOUR-07)."""
    if s.card[seat] == FOUR_PLAY and s.phase == TLT1 and s.laid_now == 0:
        return 0
    return NO_HOLD


def decline_refusal(s: State, b: BoardArrays, seat: int) -> int:
    """With the option, a player who could only start a branch may refuse (SFR-BRANCH-08)."""
    if s.terrain == 1:
        return NO_DECLINE_BUT_PASS
    if s.branch_choice == 1 and s.laid_now == 0 and only_branch_starts(s, b, seat):
        return 0
    return NO_DECLINE


def add_turn(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Everything a seat may do in its laying turn."""
    if may_stop(s, b, seat):
        out[n] = DONE
        n += 1
    if hold_refusal(s, seat) == 0:
        out[n] = HOLD
        n += 1
    if may_pass(s, b, seat):
        out[n] = PASS
        n += 1
    if decline_refusal(s, b, seat) == 0:
        out[n] = DECLINE
        n += 1
    n = add_exchanges(s, b, seat, out, n)
    return add_lays(s, b, seat, out, n)


def lay(s: State, b: BoardArrays, seat: int, action: int) -> None:
    rank = lay_rank(b, action)
    lay_piece(s, b, seat, rank_rail(rank), lay_way(b, action), rank_branches(rank), rank_bought(rank))
    s.laid_now += 1


# Compiled into their callers, see track.py.
INLINE = (
    "allowance", "is_barred", "may_stop_empty",
    "may_stop", "may_pass", "hold_refusal", "decline_refusal", "add_turn", "lay",
)  # fmt: skip
