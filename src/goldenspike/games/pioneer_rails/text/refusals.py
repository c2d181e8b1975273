"""The reasons the rules give as numbers: their code, and their clause in the kind of game that is being played."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import state


@dataclass(frozen=True)
class Mode:
    """What of a match decides which clause stands behind a reason."""

    seats: int
    dealer: bool
    forest: bool
    owners: bool
    town_same_turn: bool

    def by_players(self, alone: str, few: str, many: str) -> str:
        """One clause for a player alone, one for a few with a Dealer, one for many."""
        return alone if self.seats == 1 else few if self.dealer else many

    def by_map(self, desert: str, forest: str) -> str:
        return forest if self.forest else desert


REASONS: dict[int, tuple[str, str]] = {
    state.GAME_OVER: ("E_GAME_OVER", "PR-END-03"),
    state.NOT_AN_ACTION: ("E_ACTION", "PR-FLOW-01"),
    state.NO_SUCH_SEAT: ("E_SEAT", "PR-SETUP-01"),
    state.WAIT_DEALER: ("E_WAIT", "PR-FLOW-02"),
    state.DEALERS_CARD: ("E_CARD", "PR-FLOW-04"),
    state.NOT_ON_TABLE: ("E_CARD", "PR-FLOW-03"),
    state.JOKER_TWICE: ("E_JOKER", "PR-JOKER-06"),
    state.NOT_YOUR_CARD: ("E_CARD", "PR-HAND-03"),
    state.ALREADY_PICKED: ("E_CARD", "PR-FLOW-01"),
    state.NAME_FIRST: ("E_JOKER", "PR-JOKER-04"),
    state.JOKER_SUIT: ("E_JOKER", "PR-JOKER-04"),
    state.NO_JOKER: ("E_RAILWAY", "PR-TRACK-01"),
    state.NO_TOWN: ("E_TOWN", "PR-BENEFIT-01"),
    state.SUIT_LATE: ("E_SUIT", "PR-BENEFIT-14"),
    state.SUIT_TWICE: ("E_SUIT", "PR-BENEFIT-14"),
    state.SUIT_SAME: ("E_SUIT", "PR-BENEFIT-13"),
    state.OWNER_TWICE: ("E_OWNER", "PR-OWNER-11"),
    state.OWNER_SAME: ("E_OWNER", "PR-OWNER-03"),
    state.DRAWING_CLOSED: ("E_CLOSED", "PR-FEAT-01"),
    state.NO_MORE_TRACKS: ("E_ALLOWANCE", "PR-TRACK-02"),
    state.STATION_SIDE: ("E_STATION", "PR-TRACK-06"),
    state.STATION_CORNER: ("E_STATION", "PR-TRACK-06"),
    state.RIVER_MOUTH: ("E_RIM", "PR-GEO-09"),
    state.RIM_CLOSED: ("E_RIM", "PR-GEO-09"),
    state.EDGE_TAKEN: ("E_TAKEN", "PR-TRACK-11"),
    state.NOT_BLANK_HEX: ("E_SHORTCUT", "PR-BENEFIT-09"),
    state.SECOND_SHORTCUT: ("E_SHORTCUT", "PR-BENEFIT-09"),
    state.NOT_CONNECTED: ("E_NOT_CONNECTED", "PR-TRACK-03"),
    state.OTHER_RAILWAY: ("E_RAILWAY", "PR-TRACK-01"),
    state.FROM_TOWN: ("E_TOWN_END", "PR-TRACK-08"),
    state.CORNER_USED: ("E_CORNER", "PR-TRACK-05"),
    state.FULL_JUNCTION: ("E_SWITCH", "PR-BENEFIT-11"),
    state.TOUCHES: ("E_TOUCH", "PR-TRACK-07"),
    state.TOWN_FULL: ("E_TOWN_FULL", "PR-TRACK-09"),
    state.TOWN_TWICE: ("E_TOWN_FULL", "PR-TRACK-10"),
    state.NEED_SWITCH: ("E_SWITCH", "PR-TRACK-12"),
    state.NEED_BRIDGE: ("E_BRIDGE", "PR-BENEFIT-07"),
    state.NEED_TUNNEL: ("E_TUNNEL", "PR-BENEFIT-08"),
    state.NEED_SHORTCUT: ("E_SHORTCUT", "PR-BENEFIT-09"),
    state.MUST_DRAW: ("E_MUST_DRAW", "PR-TRACK-13"),
    state.OWNER_TRACK_DUE: ("E_MUST_DRAW", "PR-OWNER-04"),
    state.CHOOSE_FIRST: ("E_CHOICE", "PR-FEAT-07"),
    state.TOO_MUCH_GOLD: ("E_GOLD", "PR-BANK-02"),
    state.PAST_ROUND: ("E_CIRCLED", "PR-SALOON-03"),
    state.NO_SUCH_ROUND: ("E_CIRCLED", "PR-SALOON-02"),
    state.JAIL_IS_OPEN: ("E_JAIL", "PR-FOREST-14"),
    state.NO_FREE_CELL: ("E_JAIL", "PR-FOREST-13"),
    state.TWO_RAILWAYS: ("E_RAILWAY", "PR-OWNER-03"),
    **{state.OWNER_LATE + owner: ("E_OWNER", f"PR-OWNER-{owner + 1:02}") for owner in range(state.OWNERS)},
}
"""Reasons that have one clause in every kind of game in which they can be given."""


def in_mode(mode: Mode) -> dict[int, tuple[str, str]]:
    """The other reasons: which clause forbids it depends on the players, the map and the options."""
    return {
        state.WAIT_OTHERS: ("E_WAIT", mode.by_players("PR-FLOW-01", "PR-FLOW-07", "PR-FLOW-07")),
        state.PICK_FIRST: ("E_CARD", mode.by_players("PR-SOLO-05", "PR-FLOW-02", "PR-MANY-04")),
        state.NOT_SHOWN: ("E_CARD", mode.by_players("PR-SOLO-05", "PR-FLOW-05", "PR-MANY-04")),
        state.BURNT_CARD: ("E_CARD", mode.by_players("PR-SOLO-05", "PR-FLOW-03", "PR-MANY-02")),
        state.TOWN_TOO_NEW: ("E_TOWN", "PR-FEAT-01" if mode.town_same_turn else "PR-BENEFIT-15"),
        state.NO_OWNER: ("E_OWNER", "PR-OWNER-15" if mode.owners else "PR-COMP-04"),
        state.CIRCLED_BEFORE: ("E_CIRCLED", mode.by_map("PR-SALOON-02", "PR-FOREST-05")),
        state.NO_BANK_ASKS: ("E_CHOICE", mode.by_map("PR-BANK-03", "PR-FOREST-04")),
        state.NO_SALOON_ASKS: ("E_CHOICE", mode.by_map("PR-SALOON-02", "PR-FOREST-05")),
        state.NO_JAIL_ASKS: ("E_CHOICE", mode.by_map("PR-GEO-04", "PR-FOREST-14")),
        state.NO_BANDIT_ASKS: ("E_CHOICE", mode.by_map("PR-GEO-04", "PR-FOREST-13")),
    }


def code_and_clause(number: int, mode: Mode) -> tuple[str, str]:
    """Code and clause of a reason in this kind of game."""
    found = REASONS.get(number)
    return in_mode(mode)[number] if found is None else found
