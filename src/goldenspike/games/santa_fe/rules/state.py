"""The record of a Santa Fe position, the board as numbers, and the names of all numbers.

Fields are signed even where they never go below zero: compiled code mixes signed numbers safely.
"""

from __future__ import annotations

from goldenspike.engine.state_record import Record, i1, i2, i4, i8, nested, u2

SEATS = 5
MAJORS = 5
RAILS = 9
SHORTS = RAILS - MAJORS
MAX_CITIES = 64
MAX_LINES = 160
MAX_SEGMENTS = 8
MAX_EXITS = 12
FEW_EXITS = 6  # no more lines may be started at most cities
MAX_CARDS = 132
MAX_TIPS = 4
MAX_STOPS = 16
HAND_SLOTS = 5

NONE = -1

# No index is negative, which the compiler cannot know: ``& INDEX`` tells it, and changes nothing.
INDEX = 0xFFFF

# ---------------------------------------------------------------- editions and phases
SFR2002 = 0
SF1992 = 1

HIRE = 0
DRAW = 1
PLAY = 2
BOOM = 3
TLT1 = 4
TLT2 = 5
BUY = 6
OVER = 7

SUPPLY = 1
DEADLOCK = 2
ALLPASS = 3

# ---------------------------------------------------------------- cards
SHORT_CARD = MAX_CITIES  # deck cards from here on are Short cards

NO_CARD = 0
CITY_PLAY = 1
DOUBLE_PLAY = 2
TRIPLE_PLAY = 3
FOUR_PLAY = 4
BOOM_PLAY = 5

HIRED = 1
DRAWN = 2

# where a City card that left deck and hands has gone: table of a seat, discards of a seat
ON_TABLE = 1
DISCARDED = ON_TABLE + SEATS

# ---------------------------------------------------------------- terrain
MOUNTAIN = 1
RIVER = 2

# ---------------------------------------------------------------- options, by number of their choice
IMMEDIATE = 0
AFTER_TURN = 1
AFTER_ROUND = 2
HOME_NONE = 0  # $2 at the home bases of Majors in 1992: none, the first arrival, only while nobody serves them
HOME_FIRST_ARRIVAL = 1
HOME_UNCONNECTED = 2
HOLD_OR_PASS = 1  # what the turn is that a Four player leaves empty, where it is not simply held
COUNTS_AS_PASS = 2

# ---------------------------------------------------------------- actions
HIRE_NONE = 0
HIRE_ENGINEER = 1
DRAW_DECK = 2
DRAW_DOUBLE = 3
DRAW_TRIPLE = 4
DRAW_FOUR = 5
DRAW_BOOM = 6
DRAW_ENGINEER = 7
DRAW_STOP = 8
DRAW_BRANCH = 9  # + major
DONE = 14
HOLD = 15
PASS = 16
DECLINE = 17
BUY_NONE = 18
BUY_TRACK = 19  # + major
EXCHANGE = 24  # + bit mask of hand slots; the empty mask stands for any exchange that names no such cards
BOOM_WRONG_FOUR = 56  # markers that the rules refuse have numbers too, so that the rules can say why
BOOM_WRONG_FIVE = 57
BOOM_TOO_MANY = 58
BOOM_NONE = 59
PLAY_WRONG = 60
PLAY_BASE = 61  # + with * (MAINS + cities) + main

# a play is a main card, alone (with = 0) or with the Branch card of a major (with = 1 + major)
MAIN_NONE = 0
MAIN_DOUBLE = 1
MAIN_TRIPLE = 2
MAIN_FOUR = 3
MAIN_BOOM = 4
MAINS = 5  # + city

# lays: lay_base + rank * ways + way; a way is 2 * line + end, from that end of the line
PLAIN_RANK = 0  # + railroad
BRANCH_RANK = 9  # + major
BOUGHT_RANK = 14  # + major
BOUGHT_BRANCH_RANK = 19  # + major
SHORT_BRANCH_RANK = 24  # + short line: never legal, but it has a number so that the rules can say why
SHORT_BOUGHT_RANK = 28  # + short line: never legal either
RANKS = 32
# after the lays: one number per railroad for a lay on a line that is not on the map

# ---------------------------------------------------------------- reasons against an action
GAME_OVER = 1
WRONG_PHASE = 2
WRONG_ACTOR = 3
HIRE_MONEY = 4
DECK_EMPTY = 5
NO_DOUBLE = 6
NO_TRIPLE = 7
NO_FOUR = 8
NO_BOOM = 9
NO_BRANCH_STACK = 10
NO_ENGINEER_CARD = 11
PAIR_TRIPLE_FOUR = 12
PAIR_TWO_BRANCHES = 13
PAIR_BRANCH_TRIPLE = 14
PAIR_BRANCH_FOUR = 15
HAS_ENGINEER = 16
BRANCH_PRICE = 17
NO_PARTNER = 18
MUST_DRAW = 19
COMBO = 20
NOT_IN_HAND = 21
NEED_CITY = 22
MUST_PLAY_TRIPLE = 23
MUST_PLAY_FOUR = 24
MUST_PLAY_BRANCH = 25
MUST_PLAY_CARD = 26
MARKER_TOO_MANY = 27
MARKER_FOUR = 28
MARKER_NONE_LEFT = 29
MARKER_TWICE = 30
NOT_REVEALED = 31
NO_FREE_PIECES = 32
BOUGHT_TOO_EARLY = 33
NO_BOUGHT_PIECES = 34
NO_LINE = 35
LINE_FULL = 36
TAKEN_FAR_END = 37
TAKEN_SAME_END = 38
TAKEN_OWN_FAR_END = 39
ARROW = 40
PARALLEL = 41
NO_BRANCH_CARD = 42
SHORT_NEEDS_NO_BRANCH = 43
NOT_STARTED = 44
BRANCH_NOT_CONNECTED = 45
SHORT_NOT_CONNECTED = 46
NOT_HOME = 47
NO_TIP = 48
TERRAIN_COST = 49
MUST_LAY = 50
MUST_LAY_DOUBLE = 51
MUST_LAY_TRIPLE = 52
MUST_LAY_FOUR = 53
MUST_LAY_BRANCH = 54
NO_HOLD = 55
NO_DECLINE = 56
ALREADY_LAID = 57
EXCHANGE_NOT_DOUBLE = 58
EXCHANGE_FIRST_TURN = 59
EXCHANGE_TOO_LATE = 60
EXCHANGE_TWICE = 61
EXCHANGE_NOT_CITIES = 62
EXCHANGE_DECK = 63
BUY_NO_PIECES = 64
BUY_MONEY = 65
SHORT_NOT_IN_EDITION = 66
MARKER_FIVE = 67
AMBIGUOUS_LINE = 68
WRONG_DRAWER = 69
WRONG_BOOMER = 70
WRONG_BUYER = 71
WRONG_HIRER = 72
ENDED_BY_SUPPLY = 73
ENDED_BY_DEADLOCK = 74
ENDED_BY_ALL_PASS = 75
FOUR_HOLDS = 76
PASS_INSTEAD = 77
NO_DECLINE_BUT_PASS = 78
PAIR_BOOM = 79
MUST_PLAY_BOOM = 80
MUST_TAKE_DOUBLE = 81
ENGINEERS_GONE = 82
EXCHANGE_TOO_MANY = 83


class State(Record):
    """Everything that a position is; hidden cards included."""

    chance: list[int] = i8(4)

    # the game being played
    edition: int = i1()
    seats: int = i1()
    terrain: int = i1()
    short_to_dummy: int = i1()
    double_minimum: int = i1()
    branch_choice: int = i1()
    end_timing: int = i1()
    deadlock_check: int = i1()
    short_lines_prolong: int = i1()
    two_player_tie: int = i1()
    terrain_unit: int = i1()
    home_base_bonus: int = i1()
    engineer_mountain_river: int = i1()
    track_purchase: int = i1()
    bought_track_end: int = i1()

    # where we are
    phase: int = i1()
    round_no: int = i2()
    first: int = i1()
    turn: int = i1()  # how many seats after the First Player
    laid_now: int = i1()
    exchanged: int = i1()
    passes: int = i1()
    ending: int = i1()  # an end reason that waits for the end of the turn or Round
    ended: int = i1()
    ended_by: int = i1()

    # seats
    money: list[int] = i2(SEATS)
    hand: list[list[int]] = i1(SEATS, HAND_SLOTS)  # City cards, sorted
    held: list[int] = i1(SEATS)  # how many of them
    doubles: list[int] = i1(SEATS)
    booms: list[int] = i1(SEATS)
    triples: list[int] = i1(SEATS)
    fours: list[int] = i1(SEATS)
    branch: list[int] = i1(SEATS)  # in hand (2002) or open before the player (1992)
    engineer: list[int] = i1(SEATS)
    reserve: list[list[int]] = i1(SEATS, MAJORS)
    committed: list[int] = i1(SEATS)  # 1 + main card, 0 while the choice is awaited
    card: list[int] = i1(SEATS)  # the play of this Round, once revealed
    shown: list[int] = i1(SEATS)  # its city
    active_branch: list[int] = i1(SEATS)
    laid_first: list[int] = i1(SEATS)  # pieces laid in TLT1

    # the display, the deck and what left them
    shop_double: int = i1()
    shop_triple: int = i1()
    shop_four: int = i1()
    shop_boom: int = i1()
    shop_engineer: int = i1()
    shop_branch: list[int] = i1(MAJORS)
    shop_marker: list[int] = i1(2)
    deck: list[int] = i1(MAX_CARDS)  # bottom first; the top card is deck[deck_size - 1]
    deck_size: int = i2()
    pile_low: int = i2()  # below this height lie the City cards of Pile 3
    pile_mid: int = i2()  # below this height, and above Pile 3, lies Pile 2 with the Short cards
    dummy: list[int] = i1(MAX_CARDS)
    dummy_size: int = i2()
    dummy_high: int = i2()  # how many of them came from Pile 1
    dummy_mid: int = i2()  # and how many from Pile 2
    gone: list[list[int]] = i1(MAX_CITIES, 2)

    # the map
    available: list[int] = i1(RAILS)
    supply: list[int] = i1(RAILS)
    builder: list[int] = i1(MAX_LINES)
    filled: list[int] = i1(MAX_LINES)
    origin: list[int] = i1(MAX_LINES)  # the end where the first piece lies; with own_far_end see track.py
    tips: list[list[int]] = i2(MAJORS, MAX_TIPS)  # a city, or -1 - line
    tip_count: list[int] = i1(MAJORS)
    stops: list[list[int]] = i1(SHORTS, MAX_STOPS)  # where a Short Line may start: its base and its cities
    stop_count: list[int] = i1(SHORTS)
    city_rails: list[int] = i2(MAX_CITIES)  # bit mask of connected railroads
    reached: list[int] = i1(MAX_CITIES)  # 1: the first connection was made, 2: some railroad arrived
    marker: list[int] = i1(MAX_CITIES)


class Options(Record):
    """Options of both editions, by number of their choice; one that an edition does not offer is 0."""

    first: int = i1()
    terrain: int = i1()
    short_to_dummy: int = i1()
    double_minimum: int = i1()
    branch_forced: int = i1()
    end_timing: int = i1()
    deadlock_check: int = i1()
    short_lines_prolong: int = i1()
    two_player_tie: int = i1()
    terrain_unit: int = i1()
    home_base_bonus: int = i1()
    engineer_mountain_river: int = i1()
    track_purchase: int = i1()
    bought_track_end: int = i1()
    arrows: int = i1()
    own_far_end: int = i1()
    four_minimum: int = i1()
    four_unused_turn: int = i1()
    all_pass_scope: int = i1()
    home_base_connection: int = i1()
    two_player_doubles: int = i1()
    empty_deck_draw: int = i1()
    boom_must_play: int = i1()
    boom_timing: int = i1()


class Values(Record):
    """The numbers of the rulebooks; what an edition does not have is 0."""

    hand: int = i2()
    money: int = i2()
    money_terrain: int = i2()
    connection_bonus: int = i2()
    square_bonus: int = i2()
    double_bonus: int = i2()
    triple_bonus: int = i2()
    branch_price: int = i2()
    branch_price_terrain: int = i2()
    mountain_price: int = i2()
    river_price: int = i2()
    city_cards: list[int] = i2(6)
    doubles: list[int] = i2(4)
    own_doubles: int = i2()
    triples: int = i2()
    fours: int = i2()
    booms: int = i2()
    branch_cards: int = i2()
    engineers: int = i2()
    hire_price: int = i2()
    track_price: int = i2()
    pieces_plain: int = i2()
    pieces_double: int = i2()
    pieces_triple: int = i2()
    pieces_four: int = i2()
    exchange: int = i2()
    piles: list[int] = i2(3)


class BoardArrays(Record):
    """The board as numbers; made from board data, never changed by the rules."""

    options: Options = nested(Options)
    values: Values = nested(Values)
    edition: int = i4()

    n_cities: int = i4()
    n_lines: int = i4()
    n_majors: int = i4()  # of the places for five Majors the first so many are used
    n_shorts: int = i4()  # and of those for four Short Lines
    ways: int = i4()
    n_sites: int = i4()
    boom_base: int = i4()
    lay_base: int = i4()
    nowhere_base: int = i4()
    n_actions: int = i4()
    card_total: int = i4()

    value: list[int] = i1(MAX_CITIES)  # 0 for a city without value
    copies: list[int] = i1(MAX_CITIES)
    squares: list[int] = i1(MAX_CITIES)  # bit mask of majors
    major_base: list[int] = i1(MAX_CITIES)
    site: list[int] = i1(MAX_CITIES)  # the cities that can boom, in order
    site_of: list[int] = i1(MAX_CITIES)
    exits: list[list[int]] = i2(MAX_CITIES, MAX_EXITS)  # ways that leave the city, sorted
    exit_count: list[int] = i1(MAX_CITIES)
    starts: list[list[int]] = u2(MAX_CITIES, MAX_EXITS)  # those that no arrow points against
    start_count: list[int] = i1(MAX_CITIES)

    ends: list[list[int]] = i1(MAX_LINES, 2)
    length: list[int] = i1(MAX_LINES)
    one_way: list[int] = i1(MAX_LINES)  # 0, or 1 + the only end it may be started from
    terrain: list[list[int]] = i1(MAX_LINES, MAX_SEGMENTS + 2)  # an empty place before the first and behind the last
    line_terrain: list[int] = i1(MAX_LINES)
    next_parallel: list[int] = u2(MAX_LINES)  # the next line of the same city pair, in a ring
    most_parallel: int = i4()  # how many lines the longest ring has

    home: list[int] = i1(RAILS)
    pieces: list[int] = i1(RAILS)
    markers: list[int] = i1(2)
