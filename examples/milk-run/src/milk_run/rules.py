"""The rules of Milk Run: plain functions over the state ``s``, the board ``b`` and small numbers."""

from goldenspike.engine.random_numbers import below, seed_chance

from .state import CLAIM, DRAW, KINDS, MAX_LINES, SEATS, BoardArrays, State

GAME_OVER, NOT_YOUR_TURN, NO_ACTION, TAKEN, NOT_JOINED, TOO_FEW = range(1, 7)  # reasons against an action


def start(s: State, b: BoardArrays, seats: int, low: int, high: int) -> None:
    """Everybody has a creamery, wagons and a secret order, and somebody begins (MR-SETUP-01..04)."""
    seed_chance(s, low, high)
    s.seats = seats
    for line in range(MAX_LINES):
        s.owner[line] = 0
    for kind in range(KINDS):
        s.deck[kind] = b.wagons
        for seat in range(SEATS):
            s.hand[seat][kind] = 0
    for seat in range(SEATS):
        s.milk[seat], s.order[seat], s.reach[seat] = 0, 0, 0
    s.turn = below(s, seats)
    for seat in range(seats):
        s.reach[seat] = 1 << b.n_farms + seat
        draw(s, seat, b.values.hand + (seat - s.turn) % seats)
        deal_order(s, b, seat)


def deal_order(s: State, b: BoardArrays, seat: int) -> None:
    """Any creamery but one's own, by lot (MR-SETUP-04)."""
    creameries = b.n_places - b.n_farms
    s.order[seat] = b.n_farms + (seat + 1 + below(s, creameries - 1)) % creameries


def total(wagons: list[int]) -> int:
    """How many wagons there are of all kinds together."""
    return wagons[0] + wagons[1] + wagons[2] + wagons[3]


def draw(s: State, seat: int, wanted: int) -> None:
    """So many wagons from the deck, or as many as it has, each as likely as the other (MR-DRAW-01, -02)."""
    for _ in range(min(wanted, total(s.deck))):
        left = below(s, total(s.deck))
        kind = 0
        while left >= s.deck[kind]:
            left -= s.deck[kind]
            kind += 1
        s.deck[kind] -= 1
        s.hand[seat][kind] += 1


def over(s: State) -> bool:
    """The game is over as soon as the deck is empty (MR-END-01)."""
    return total(s.deck) == 0


def actors(s: State) -> int:
    """One player after the other (MR-TURN-01)."""
    return 0 if over(s) else 1 << s.turn


def refusal(s: State, b: BoardArrays, seat: int, action: int) -> int:
    """The first rule against an action, or 0; one may always draw."""
    if over(s):
        return GAME_OVER
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action >= b.n_actions:
        return NO_ACTION
    if action == DRAW:
        return 0
    line, kind = divmod(action - CLAIM, KINDS)
    if s.owner[line] != 0:
        return TAKEN
    if new_place(s, b, seat, line) < 0:
        return NOT_JOINED
    return TOO_FEW if s.hand[seat][kind] < price(b, line, kind) else 0


def new_place(s: State, b: BoardArrays, seat: int, line: int) -> int:
    """Where a line leads from the places a seat reaches, or -1 if to nothing new (MR-CLAIM-02)."""
    for end in range(2):
        if s.reach[seat] >> b.ends[line][1 - end] & 1 > s.reach[seat] >> b.ends[line][end] & 1:
            return b.ends[line][end]
    return -1


def price(b: BoardArrays, line: int, kind: int) -> int:
    """A wagon for each space of a line, or two of a kind that it does not show (MR-CLAIM-03, -04)."""
    return b.length[line] if b.kind[line] == kind or b.kind[line] == KINDS else 2 * b.length[line]


def legal(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Every action that no rule forbids, in order."""
    n = 0
    for action in range(b.n_actions):
        if refusal(s, b, seat, action) == 0:
            out[n] = action
            n += 1
    return n


def apply(s: State, b: BoardArrays, seat: int, action: int) -> None:
    """Draw, or pay for a line and bring home the milk at its end; then the next is on (MR-TURN-02, MR-CLAIM-05)."""
    if action == DRAW:
        draw(s, seat, b.values.drawn)
    else:
        line, kind = divmod(action - CLAIM, KINDS)
        place = new_place(s, b, seat, line)
        s.hand[seat][kind] -= price(b, line, kind)
        s.owner[line] = 1 + seat
        s.milk[seat] += churns_left(s, b, place)
        s.reach[seat] |= 1 << place
    s.turn = (s.turn + 1) % s.seats


def churns_left(s: State, b: BoardArrays, place: int) -> int:
    """All churns of a farm for the first to reach it, half of them, or none, for everybody later (MR-MILK-01, -02)."""
    for seat in range(s.seats):
        if s.reach[seat] >> place & 1 == 1:
            return b.churns[place] // 2 if b.options.farms == 0 else 0
    return b.churns[place]


def score(s: State, b: BoardArrays, out: list[int]) -> int:
    """Milk, and the order if it was met; most points win, and a tie is shared (MR-SCORE-01..03)."""
    best, winners = 0, 0
    for seat in range(s.seats):
        out[seat] = s.milk[seat] + b.values.order * (s.reach[seat] >> s.order[seat] & 1)
        if out[seat] > best:
            best, winners = out[seat], 0
        if out[seat] == best:
            winners |= 1 << seat
    return winners


def redeal(s: State, b: BoardArrays, seat: int) -> None:
    """Deal anew what the seat cannot see: the wagons and the orders of the others."""
    held = 0  # how many wagons each seat has, eight bits a seat
    for other in range(s.seats):
        held |= total(s.hand[other]) << 8 * other
        for kind in range(KINDS):
            if other != seat:
                s.deck[kind] += s.hand[other][kind]
                s.hand[other][kind] = 0
    for other in range(s.seats):
        if other != seat:
            draw(s, other, held >> 8 * other & 255)
            deal_order(s, b, other)


def observe(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """Everything the seat may know, seats counted from itself; ``parts`` in game.py names the numbers."""
    out[0], out[1], out[2] = (s.turn - seat) % s.seats, s.order[seat], total(s.deck)
    for kind in range(KINDS):
        out[3 + kind] = s.hand[seat][kind]
    n = 3 + KINDS
    for k in range(s.seats):
        who = (seat + k) % s.seats
        out[n], out[n + 1] = s.milk[who], total(s.hand[who])
        for place in range(b.n_places):
            out[n + 2 + place] = s.reach[who] >> place & 1
        n += 2 + b.n_places
    for line in range(b.n_lines):
        out[n + line] = 0 if s.owner[line] == 0 else 1 + (s.owner[line] - 1 - seat) % s.seats
    return n + b.n_lines


def zombie(s: State, b: BoardArrays, seat: int) -> int:
    """An absent player draws."""
    return DRAW
