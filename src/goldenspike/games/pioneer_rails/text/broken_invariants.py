"""What is wrong with a position to which no rule may lead, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.invariants import broken_sheet
from ..rules.state import CARDS, NONE, OVER, PLAIN_CARDS, BoardArrays, State

SHEET = {
    range(1, 3): "a Town is not entered by the railways drawn to it",
    range(3, 8): "tracks meet that may not",
    range(8, 10): "there is a track where none can be drawn",
    range(20, 26): "a row of the score area has more than it has room for",
    range(26, 30): "the score area does not show what is crossed out on the map",
}


class SoundSheets:
    """Sheets of one board that were found sound: from one action to the next most stay as they are."""

    MOST = 4096

    def __init__(self) -> None:
        self.board: BoardArrays | None = None
        self.seen: set[tuple[object, ...]] = set()

    def fault(self, s: State, b: BoardArrays, seat: int) -> int:
        """What is wrong with a sheet by its number; 0 if nothing is."""
        if b is not self.board or len(self.seen) >= self.MOST:
            self.board, self.seen = b, set()
        written = (tuple(s.edge[seat]), tuple(s.mark[seat]), tuple(s.spot[seat]), tuple(s.area[seat]))
        sheet = (s.border_edges, *written)
        if sheet in self.seen:
            return 0
        found = broken_sheet(s, b, seat)
        if not found:
            self.seen.add(sheet)
        return found


SOUND = SoundSheets()


def problems(s: State, b: BoardArrays) -> Iterator[str]:
    """Everything that is wrong with the sheets and the cards."""
    for seat in range(s.seats):
        fault = SOUND.fault(s, b, seat)
        if fault:
            words = next(text for numbers, text in SHEET.items() if fault in numbers)
            yield f"on the sheet of seat {seat} {words} (fault {fault})"
    yield from lost_cards(s)


def lost_cards(s: State) -> Iterator[str]:
    """Every card is in one place: deck, hands, or turned up in this round (PR-FLOW-10, PR-HAND-01, PR-JOKER-01)."""
    turned = [card for card in range(CARDS) if s.seen >> card & 1]
    held = [card for card in s.own_card if card != NONE and card not in turned]
    everything = sorted([*turned, *held, *s.deck[: s.deck_size]])
    if len(set(everything)) != len(everything):
        yield "a card is in two places"
    elif not (s.phase == OVER and s.hand_card):  # the last hand cards were played and are gone from the table
        if everything != list(range(CARDS if s.jokers else PLAIN_CARDS)):
            yield "a card is lost"
    for card in (*s.shown, s.burnt, s.taken):
        if card != NONE and card not in turned:
            yield "a card lies on the table that was not turned up"
