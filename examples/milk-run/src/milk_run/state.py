"""The record of a position and the board as numbers; every field is signed, as compiled code wants it."""

from goldenspike.engine.state_record import Record, i1, i4, i8, nested

SEATS, KINDS, MAX_PLACES, MAX_LINES = 4, 4, 20, 40
DRAW, CLAIM = 0, 1  # actions: CLAIM + KINDS * line + kind of the wagons


class State(Record):
    """Everything that a position is, hidden cards included."""

    chance: list[int] = i8(4)
    seats: int = i1()
    turn: int = i1()
    deck: list[int] = i1(KINDS)  # wagons by kind; which one comes next is decided when it is drawn
    hand: list[list[int]] = i1(SEATS, KINDS)
    order: list[int] = i1(SEATS)  # a creamery
    milk: list[int] = i1(SEATS)  # points for milk
    owner: list[int] = i1(MAX_LINES)  # 0, or 1 + seat
    reach: list[int] = i4(SEATS)  # bit mask of places


class Options(Record):
    farms: int = i1()  # the number of the choice


class Values(Record):
    hand: int = i8()  # data/values.json has the standard ones
    drawn: int = i8()
    order: int = i8()


class BoardArrays(Record):
    """The board as numbers, farms before creameries; the rules never change it."""

    options: Options = nested(Options)
    values: Values = nested(Values)
    n_farms: int = i8()
    n_places: int = i8()
    n_lines: int = i8()
    n_actions: int = i8()
    wagons: int = i8()  # of each kind, for this number of players
    churns: list[int] = i8(MAX_PLACES)  # of a farm; 0 for a creamery
    kind: list[int] = i8(MAX_LINES)  # of wagons that a line shows; KINDS: any
    length: list[int] = i8(MAX_LINES)
    ends: list[list[int]] = i8(MAX_LINES, 2)
