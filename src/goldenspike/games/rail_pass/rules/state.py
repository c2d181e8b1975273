"""The record of a Rail Pass position, the layout as numbers, and the names of all numbers.

A cube, an engineer and a sticker are named by the city whose colour they have; ``paint`` tells the
colour of each city. All times are whole milliseconds. Fields are signed even where they never go
below zero: compiled code mixes signed numbers safely.
"""

from __future__ import annotations

from goldenspike.engine.state_record import Record, i1, i2, i4, i8, nested

SEATS = 6
CITIES = 6
TRAINS = 12  # L1..L6, then S1..S6
LONGS = 6
ENGINEERS = 18
CREW = 3  # engineers of one colour
YARD = 20  # at most
CARS = 5  # at most
ROUNDS = 3

NONE = -1

# ---------------------------------------------------------------- phases
RUNNING = 0
BETWEEN = 1  # a round is over, the next waits until every seat is ready
OVER = 2

# ---------------------------------------------------------------- what lies between two cities
UNRELATED = 0
OPEN = 1
TUNNEL = 2
BRIDGE = 3
BLOCKED = 4

# ---------------------------------------------------------------- where a train or an engineer is
LONG_TRACK = 0
SHORT_TRACK = 1
HELD = 12  # below: parked, 2 * city + track; from here: 12 + 2 * seat + hand
WRECKED = 24
ABSENT = 25  # a piece that a small layout leaves in the box

HOTEL = 12  # an engineer below: seat of a train; from here: 12 + city
QUIT = 18
LOST = 19  # in a wreck
UNUSED = 20

# ---------------------------------------------------------------- options, by number of their choice

TICKS = 2
TIMED = 0
OFF = 1
AUTO_HOLD = 2
TWO_CARS = 0
EITHER = 1
MANUAL_LOCK = 0
AUTO_UNLOAD = 1
ON_STOP = 0
ON_RECEIVE = 1
BY_HAND = 0
FIXED = 1
ARROWS_AUTO = 0
ARROWS_MANUAL = 1
SUM = 1
DEALT_IN_ORDER = 1
FINISH_STARTED = 1

# ---------------------------------------------------------------- time
NEVER = 1 << 40  # a press that nobody has let go yet

# ---------------------------------------------------------------- how steady a carry was
CRASH = 0
HALF_FALLS = 1
ONE_FALLS = 2
CLEAN = 3
TIERS = 4

# ---------------------------------------------------------------- running commands
NO_JOB = 0
LOADING = 1
STORING = 2
MOVING = 3
SWAPPING = 4
SEATING = 5
PICKING = 6
PARKING = 7
GOING = 8
TAKING = 9

# ---------------------------------------------------------------- actions: verb + object and target
WAIT = 0
READY = 1
LOAD = 2  # + 12 * end + train; end 0 is the head of the yard, 1 the tail
STORE = 26  # + train
XFER = 38  # + 6 * train + cube: to the other train in its city
XCHG = 110  # + 36 * train + 6 * its cube + cube of the other train; the train on the long track comes first
ENG = 542  # + 13 * engineer + train, or + 12 for the Hotel
PICK = 776  # + 2 * train + hand
PARK = 800  # + 12 * train + 2 * city + track
GO = 944  # + 6 * train + city
TAKE = 1016  # + 2 * train + hand
TOOT = 1040  # + 6 * train + city
BACK = 1112  # + train
NO = 1124  # + train
PUSH = 1136  # + train
RELEASE = 1148  # + 4 * train + 0, or + how steady the player's own measure says it was
CANCEL = 1196  # + train
ARROW = 1208  # + 42 * city + 7 * colour + city, or + 6 for none
HOLD = 1460  # the carries PICK..TAKE once more, let go by themselves at the right moment
HOLD_SHIFT = HOLD - PICK
ACTIONS = 1724

HEAD = 0
TAIL = 1
TO_HOTEL = 12
NO_ARROW = 6

# ---------------------------------------------------------------- reasons against an action
ROUND_OVER = 1
NO_SUCH_COMMAND = 2
NOT_A_SEAT = 3
ROUND_RUNS = 4
ALREADY_READY = 5
TRAIN_GONE = 6
ON_RAILS_CARGO = 7
FOREIGN_CARGO = 8
LOCKED = 9
NO_HAND = 10
TWO_HANDS = 11
HAND_THIS_TICK = 12
YARD_EMPTY = 13
TRAIN_FULL = 14
CAR_RESERVED = 15
NOT_ITS_COLOUR = 16
NO_SECOND_TRAIN = 17
NOT_ABOARD = 18
ENGINEER_GONE = 19
ON_RAILS_ENGINEER = 20
FOREIGN_ENGINEER = 21
ENGINEER_ELSEWHERE = 22
SEAT_TAKEN = 23
HOTEL_FULL = 24
ALREADY_THERE = 25
UNMANNED = 26
MUST_UNLOAD = 27
HAND_FULL = 28
HAND_BUSY = 29
PICK_FOREIGN = 30
NOT_PARKED = 31
NOT_HELD = 32
PARK_FOREIGN = 33
PARK_ELSEWHERE = 34
TRACK_TAKEN = 35
TRACK_RESERVED = 36
LONG_ON_SHORT = 37
NOT_GIVER = 38
NOT_LINKED = 39
TRACK_BLOCKED = 40
OWN_TARGET = 41
OFFER_OPEN = 42
TOO_SOON = 43
NO_OFFER = 44
NO_TOOT = 45
NOT_TARGET = 46
TAKEN_FIRST = 47
NO_PUSH = 48
TAKER_HAND_FULL = 49
NO_OBSTACLE = 50
ALREADY_PUSHED = 51
NOTHING_PRESSED = 52
ENDS_ALONE = 53
NOT_TRUSTED = 54
NO_CANCEL = 55
ALONE_AT_OBSTACLE = 56
GO_FOREIGN = 57
ARROWS_NOT_MANUAL = 58
ARROW_FOREIGN = 59
ARROW_NOWHERE = 60
ALREADY_WAITING = 61
NOT_TIMED = 62
CITY_OF_TRAIN = 63
NOT_BOTH_HERE = 64
FACING_AUTO = 65
YARD_MIDDLE = 66
ONLY_CLOCK = 67
NO_SUCH_TRAIN = 68
NO_SUCH_ENGINEER = 69
ENGINEER_QUIT = 70
CAR_FOR_EITHER = 71
NO_NEXT_ROUND = 72
REASONS = 73


class State(Record):
    """Everything that a position is; nothing in it is hidden (RP-DIG-06)."""

    chance: list[int] = i8(4)

    # the game being played
    seats: int = i1()
    ticks: int = i1()
    dexterity: int = i1()
    pace: int = i2()  # in hundredths
    seconds: int = i2()
    rounds: int = i1()
    expert: int = i1()
    expert_long: int = i1()
    unload: int = i1()
    engineer_check: int = i1()
    cubes_by_hand: int = i1()
    arrows: int = i1()

    # time
    phase: int = i1()
    round_no: int = i1()
    now: int = i8()  # since the start of the match
    began_at: int = i8()  # of this round
    ends_at: int = i8()
    orders: int = i8()  # how many commands this round has accepted
    waiting: int = i1()  # seats that wait for the next event, or that are ready for the next round
    used: list[int] = i1(SEATS)  # hands that have acted in this tick
    scores: list[int] = i4(ROUNDS)

    # cities
    paint: list[int] = i1(CITIES)
    yard: list[list[int]] = i1(CITIES, YARD)  # cubes in reading order, NONE where one was taken
    head: list[int] = i1(CITIES)  # the spots from head up to (not including) tail can still be loaded
    tail: list[int] = i1(CITIES)
    storage: list[int] = i1(CITIES)
    track: list[list[int]] = i1(CITIES, 2)  # the train on it
    coming: list[list[int]] = i1(CITIES, 2)  # the train that is being parked there
    guests: list[int] = i1(CITIES)  # engineers in the Hotel
    booked: list[int] = i1(CITIES)  # engineers on their way there
    arrow: list[list[int]] = i1(CITIES, CITIES)  # by city and colour: the city it points to

    # trains
    place: list[int] = i1(TRAINS)
    at: list[int] = i1(TRAINS)  # the city where it is parked or held
    cargo: list[list[int]] = i1(TRAINS, CARS)  # in loading order
    load: list[int] = i1(TRAINS)  # how many
    driver: list[int] = i1(TRAINS)
    sticker: list[list[int]] = i1(TRAINS, 2)
    offer: list[int] = i1(TRAINS)  # the city it is offered to
    offered_at: list[int] = i8(TRAINS)
    push: list[int] = i1(TRAINS)
    again_at: list[list[int]] = i8(TRAINS, CITIES)  # when the same offer may be made again

    # engineers and hands
    engineer: list[int] = i1(ENGINEERS)
    engaged: list[int] = i1(ENGINEERS)  # under a running command
    hand: list[list[int]] = i1(SEATS, 2)  # the train in it
    busy: list[list[int]] = i1(SEATS, 2)  # under a running command

    # running commands, each in the slot of the train it is about
    lock: list[int] = i1(TRAINS)  # 1 + slot of the command that uses the train
    job: list[int] = i1(TRAINS)
    job_seat: list[int] = i1(TRAINS)
    job_hands: list[int] = i1(TRAINS)  # bit mask of hands of that seat
    job_to: list[int] = i1(TRAINS)
    job_with: list[int] = i1(TRAINS)
    job_other: list[int] = i1(TRAINS)  # the second train
    job_began: list[int] = i8(TRAINS)
    job_need: list[int] = i8(TRAINS)  # handling time
    job_due: list[int] = i8(TRAINS)
    job_order: list[int] = i8(TRAINS)

    # the piles
    dropped: list[int] = i1(CITIES)  # cubes by colour


class Options(Record):
    """Options by number of their choice; of a span, the number itself."""

    clock: int = i1()
    dexterity: int = i1()
    pace: int = i4()
    seconds: int = i4()
    rounds: int = i1()
    expert: int = i1()
    expert_long: int = i1()
    unload: int = i1()
    engineer_check: int = i1()
    hands_for_cubes: int = i1()
    colours: int = i1()
    arrows: int = i1()
    rounds_total: int = i1()
    sticker_deal: int = i1()
    eng_cross_city: int = i1()
    end_policy: int = i1()


class Values(Record):
    """The numbers of the rulebook; times in milliseconds, and in seconds where the name says so."""

    load_ms: int = i4()
    store_ms: int = i4()
    xfer_ms: int = i4()
    xchg_ms: int = i4()
    eng_ms: int = i4()
    pick_ms: int = i4()
    park_ms: int = i4()
    go_ms: int = i4()
    take_open_ms: int = i4()
    take_tunnel_ms: int = i4()
    take_bridge_ms: int = i4()
    cube_ms: int = i4()
    trust_ms: int = i4()
    again_ms: int = i4()
    tick_ms: int = i4()
    absence_s: int = i4()
    time_s: list[int] = i4(5)
    win: int = i4()
    drop_cost: int = i4()
    engineer_cost: int = i4()
    wreck_cost: int = i4()
    misplaced_cost: int = i4()
    long_cars: int = i4()
    short_cars: int = i4()
    hotel_beds: int = i4()


class BoardArrays(Record):
    """The layout as numbers; made from layout data, never changed by the rules."""

    options: Options = nested(Options)
    values: Values = nested(Values)

    n_cities: int = i4()
    seats: int = i4()
    each: int = i4()  # cubes of each other colour in a yard
    colour: list[int] = i1(CITIES)  # when colours are fixed
    owner: list[int] = i1(CITIES)
    link: list[list[int]] = i1(CITIES, CITIES)
    dist: list[list[int]] = i1(CITIES, CITIES)
    hops: list[list[int]] = i1(CITIES, CITIES)  # bit mask of next cities on the shortest ways
