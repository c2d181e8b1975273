"""The record of a Pioneer Rails position, the sheet as numbers, and the names of all numbers.

Tracks and marks made in the turn that is still being written carry a number of their own, so that a
player's steps can be dropped without a trace. Fields are signed even where they never go below zero:
compiled code mixes signed numbers safely.
"""

from __future__ import annotations

from goldenspike.engine.state_record import Record, i1, i2, i4, i8, nested

SEATS = 8
RAILS = 4
ROUNDS = 4
TURNS = 5
CELLS = ROUNDS * TURNS
MAX_HEXES = 112
MAX_EDGES = 384
MAX_VERTICES = 272
MAX_TOWNS = 16
MAX_FEATURES = 64
MAX_DRAWN = 24
MAX_ROW = 20
MAX_JAILS = 4
MAX_CELLS = 6
FILL = 2 * MAX_HEXES

NONE = -1

# ---------------------------------------------------------------- cards
VALUES = 5
PLAIN_CARDS = 20  # card = 5 * suit + value
BLACK_JOKER = 20  # Spades and Clubs
RED_JOKER = 21  # Hearts and Diamonds
CARDS = 22
STAR = 5  # the value a Joker writes
EMPTY = -1
SHOWN = 3

SPADES = 0
HEARTS = 1
DIAMONDS = 2
CLUBS = 3

# ---------------------------------------------------------------- terrain, in the order of activation
BLANK = 0
MINE = 1
JAIL = 2
SALOON = 3
YARD = 4
FORT = 5
CATTLE = 6
BANDIT = 7
BANK = 8
STATION = 9
MOUNTAIN = 10
RIVER = 11

# ---------------------------------------------------------------- edges
PLAIN = 0
BRIDGE = 1
TUNNEL = 2
CLOSED = 3
SHORTCUT = 4
SWITCH = 5

# what lies on an edge: 1 + railway, FRESH more if drawn in the turn being written
FRESH = 4
# a shortcut on a blank hex: 1 + 4 * diagonal + railway, CUT_FRESH more in the turn being written
CUT_FRESH = 12
# a feature: crossed out (a Bandit: captured), or escaped; FRESH more in the turn being written
CROSSED = 1
ESCAPED = 2

# ---------------------------------------------------------------- the score area of a sheet
NUGGETS = 0  # circled
DEPOSITED = 1  # nuggets crossed off
BANKS = 2  # Banks activated
BANK_SQUARE = 3  # + square: nuggets written into it
SQUARES = 4
SALOONS = 7
SALOON_MASK = 8  # rounds (Desert) or values (Forest) circled
FORTS = 9
YARDS = 10
RANCHES = 11
TOWNS = 12  # circled Town symbols
SPENT = 13  # crossed off
JAILS = 14
JAIL_MASK = 15  # Jail symbols opened
JAIL_FILL = 16  # + jail: cells circled
ESCAPES = 20
MIXED = 21  # a Building was activated with tracks of two railways
AREA = 22

# ---------------------------------------------------------------- phases and stages
DEAL = 0  # the Dealer takes a card
TURN = 1  # everybody writes their turn
OVER = 2

PICKING = 0
NAMING = 1  # which railway a Joker stands for
DRAWING = 2
CHOOSING = 3
AGAIN = 4  # Town symbols circled this turn may reopen the drawing (option town_same_turn)
COMMITTED = 5

# ---------------------------------------------------------------- goals and owners
GOALS = 21
GOAL_SLOTS = 7
ABSENT = 0
FACE_DOWN = 1
FACE_UP = 2
REMOVED = 3

G1A = 0
G1B = 1
G1C = 2
G1D = 3
G1E = 4
G1F = 5
G1G = 6
G1H = 7
G1I = 8
G1J = 9
G1K = 10
G1L = 11
G1M = 12
G1N = 13
G1O = 14
G2A = 15
G2B = 16
G2C = 17
G2D = 18
G2E = 19
G2F = 20

OWNERS = 10  # owner k is printed as k + 1
OWNER_BANK = 0
OWNER_SALOON = 1
OWNER_STATION = 2
OWNER_FORT = 3
OWNER_HAND = 4
OWNER_SWITCH = 5
OWNER_BRIDGE = 6
OWNER_TUNNEL = 7
OWNER_SHORTCUT = 8
OWNER_GOAL = 9

# ---------------------------------------------------------------- actions
DONE = 0
PICK = 1  # + card
NAME = 23  # + suit
SPEND = 27
SUIT = 28  # + suit
OWN_RAIL = 32  # + suit
OWN = 36
DEPOSIT = 37  # + nuggets
DEPOSITS = 10
CIRCLE = 47  # + round (Desert) or value (Forest)
OPEN = 52  # + jail
CELL = 56  # + jail
TRACK = 60  # + edge, or + edges + 3 * hex + diagonal

# ---------------------------------------------------------------- reasons against an action
GAME_OVER = 1
NOT_AN_ACTION = 2
WAIT_DEALER = 3
WAIT_OTHERS = 4
NOT_SHOWN = 5
DEALERS_CARD = 6
BURNT_CARD = 7
JOKER_TWICE = 8
NOT_YOUR_CARD = 9
ALREADY_PICKED = 10
PICK_FIRST = 11
NAME_FIRST = 12
JOKER_SUIT = 13
NO_JOKER = 14
NO_TOWN = 15
SUIT_LATE = 16
SUIT_TWICE = 17
SUIT_SAME = 18
NO_OWNER = 19
OWNER_TWICE = 20
OWNER_SAME = 22
DRAWING_CLOSED = 23
NO_MORE_TRACKS = 24
STATION_SIDE = 25
RIVER_MOUTH = 26
RIM_CLOSED = 27
EDGE_TAKEN = 28
NOT_BLANK_HEX = 29
SECOND_SHORTCUT = 30
NOT_CONNECTED = 31
OTHER_RAILWAY = 32
FROM_TOWN = 33
CORNER_USED = 34
FULL_JUNCTION = 35
STATION_CORNER = 36
TOUCHES = 37
TOWN_FULL = 38
NEED_SWITCH = 39
NEED_BRIDGE = 40
NEED_TUNNEL = 41
NEED_SHORTCUT = 42
MUST_DRAW = 43
CHOOSE_FIRST = 44
TOO_MUCH_GOLD = 46
CIRCLED_BEFORE = 47
PAST_ROUND = 48
JAIL_IS_OPEN = 49
NO_FREE_CELL = 50
NO_SUCH_SEAT = 51
TOWN_TOO_NEW = 52
TWO_RAILWAYS = 53
NO_BANK_ASKS = 54
NO_SALOON_ASKS = 55
NO_JAIL_ASKS = 56
NO_BANDIT_ASKS = 57
NOT_ON_TABLE = 58
NO_SUCH_ROUND = 59
OWNER_TRACK_DUE = 60
TOWN_TWICE = 61
OWNER_LATE = 70  # + owner


class State(Record):
    """Everything that a position is; hidden cards and unfinished turns included."""

    chance: list[int] = i8(4)

    # the game being played
    seats: int = i8()
    hand_card: int = i1()
    owners: int = i1()
    jokers: int = i1()
    difficulty: int = i1()
    first_dealer: int = i1()
    border_edges: int = i1()
    saloon_choice: int = i1()
    town_same_turn: int = i1()
    joker_value: int = i1()
    solo_beat: int = i1()
    must_draw: int = i1()
    bandit_retry: int = i1()
    owner_any_station: int = i1()

    # where we are
    phase: int = i1()
    round_no: int = i1()  # from 1
    turn_no: int = i1()  # from 1
    dealer: int = i1()  # nobody in solo

    # cards
    deck: list[int] = i1(CARDS)  # bottom first; the top card is deck[deck_size - 1]
    deck_size: int = i1()
    shown: list[int] = i1(SHOWN)
    burnt: int = i1()
    taken: int = i1()  # the Dealer's exclusive card
    seen: int = i4()  # bit mask of the cards turned up this round
    own_card: list[int] = i8(SEATS)  # dealt face down, for the fifth turn

    # goals and owners
    goal: list[int] = i1(GOAL_SLOTS)
    goal_face: list[int] = i1(GOAL_SLOTS)
    goal_met: list[int] = i1(GOAL_SLOTS)  # the turn (1 to 20) in which it was first completed
    star: list[list[int]] = i1(SEATS, 3)  # points for each goal
    late: list[int] = i1(SEATS)  # bit mask of the goals that others met before
    owner_deck: list[int] = i1(OWNERS)
    owner: int = i1()

    # the turn being written
    stage: list[int] = i1(SEATS)
    card: list[int] = i8(SEATS)
    rail: list[int] = i8(SEATS)
    extra: list[int] = i8(SEATS)  # a second railway for one track (option owner_any_station)
    suit_used: list[int] = i1(SEATS)
    owner_used: list[int] = i1(SEATS)
    specials: list[int] = i1(SEATS)  # permissions of Towns used by tracks
    own_special: list[int] = i1(SEATS)  # permission of the owner used
    asked: list[int] = i8(SEATS)  # the hex whose activation waits for a choice
    drawn: list[list[int]] = i2(SEATS, MAX_DRAWN)
    drawn_count: list[int] = i1(SEATS)
    before: list[list[int]] = i1(SEATS, AREA)  # the score area when the turn began

    # the sheets
    edge: list[list[int]] = i1(SEATS, MAX_EDGES)
    mark: list[list[int]] = i1(SEATS, MAX_HEXES)
    spot: list[list[int]] = i1(SEATS, MAX_VERTICES)  # 4 * tracks + railway; at a Town the mask of railways
    area: list[list[int]] = i1(SEATS, AREA)
    hand: list[list[int]] = i1(SEATS, CELLS)
    box: list[list[int]] = i1(SEATS, ROUNDS)
    joker_used: list[int] = i1(SEATS)

    fill: list[int] = i2(FILL)  # room to work in for the cattle, always cleared again


class Options(Record):
    """Options by the place of their choice in options.py; the first ones are kept in the state too."""

    hand_card: int = i1()
    owners: int = i1()
    jokers: int = i1()
    difficulty: int = i1()
    first_dealer: int = i1()
    border_edges: int = i1()
    saloon_choice: int = i1()
    town_same_turn: int = i1()
    joker_value: int = i1()
    solo_beat: int = i1()
    must_draw: int = i1()
    bandit_retry: int = i1()
    owner_any_station: int = i1()

    solo_goal_order: int = i1()
    owner_fort_track: int = i1()
    owner_fort_bonus: int = i1()
    owner_retroactive: int = i1()
    owner_double_forest: int = i1()
    owners_skip_dead: int = i1()
    solo_owner10: int = i1()
    joker_hand_deal: int = i1()
    same_railway_at_town: int = i1()
    station_rim: int = i1()
    many_threshold: int = i1()
    goal_building_when: int = i1()
    goal_edge_touch: int = i1()
    goal_mountain_2f: int = i1()


class Values(Record):
    """The numbers of the rules, as data/values.json explains them."""

    solo_target: list[int] = i2(5)
    poker: list[int] = i1(6)
    solo_goals: list[int] = i1(5)
    bank: list[int] = i1(3)
    goal: list[int] = i1(2)
    tracks: int = i1()
    town_tracks: int = i1()
    five_kind: int = i1()
    saloon_factor: int = i1()
    saloon_plus: int = i1()
    nuggets_per_bank: int = i1()
    nugget_points: int = i1()
    town_points: int = i1()
    fort_side: int = i1()
    escape: int = i1()
    owner_price: int = i1()
    owner_fort: int = i1()
    owner_goal: int = i1()
    solo_goal: int = i1()


class BoardArrays(Record):
    """The sheet as numbers; made from sheet data, never changed by the rules."""

    options: Options = nested(Options)
    values: Values = nested(Values)

    forest: int = i8()
    n_hexes: int = i8()
    n_edges: int = i8()
    n_vertices: int = i8()
    n_towns: int = i8()
    n_features: int = i8()
    n_actions: int = i8()
    n_ranges: int = i8()
    n_squares: int = i8()
    n_jails: int = i8()
    nugget_row: int = i8()
    town_row: int = i8()
    escape_row: int = i8()
    fort_length: int = i8()
    ranch_length: int = i8()
    yard_length: int = i8()

    terrain: list[int] = i1(MAX_HEXES)
    need: list[int] = i1(MAX_HEXES)
    range_of: list[int] = i1(MAX_HEXES)
    hex_edge: list[list[int]] = i2(MAX_HEXES, 6)
    hex_vertex: list[list[int]] = i2(MAX_HEXES, 6)
    hex_next: list[list[int]] = i2(MAX_HEXES, 6)

    edge_end: list[list[int]] = i2(MAX_EDGES, 2)
    edge_hex: list[list[int]] = i2(MAX_EDGES, 2)  # the second is NONE on the rim
    edge_kind: list[int] = i1(MAX_EDGES)

    vertex_edge: list[list[int]] = i2(MAX_VERTICES, 3)
    vertex_hex: list[list[int]] = i2(MAX_VERTICES, 3)
    vertex_corner: list[list[int]] = i1(MAX_VERTICES, 3)  # which corner of that hex
    town_of: list[int] = i1(MAX_VERTICES)
    station_of: list[int] = i1(MAX_VERTICES)
    rim: list[int] = i1(MAX_VERTICES)
    rim_side: list[int] = i1(MAX_VERTICES)  # of the map: 0 none, 1 north, 2 east, 4 south, 8 west
    by_river: list[int] = i1(MAX_VERTICES)
    by_mountain: list[int] = i1(MAX_VERTICES)

    station: list[int] = i2(RAILS)
    town: list[int] = i2(MAX_TOWNS)
    feature: list[int] = i2(MAX_FEATURES)  # by order of activation
    town_steps: list[list[int]] = i1(MAX_TOWNS, MAX_VERTICES)  # how many edges away a Town is

    fort_row: list[int] = i1(MAX_ROW)
    ranch_row: list[int] = i1(MAX_ROW)
    yard_row: list[int] = i1(MAX_ROW)
    jail_size: list[int] = i1(MAX_JAILS)
    jail_cell: list[list[int]] = i1(MAX_JAILS, MAX_CELLS)
    goal_need: list[int] = i1(GOALS)
    goal_deck: list[int] = i1(GOALS)  # 0 Sheriff, 1 Ranch, 2 Train, NONE if it is not in the game
