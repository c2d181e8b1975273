"""Tracks: where a line may go, what it needs, and how it is drawn and taken back."""

from __future__ import annotations

from .state import (
    BLANK,
    BRIDGE,
    CLOSED,
    CORNER_USED,
    CUT_FRESH,
    EDGE_TAKEN,
    FORT,
    FRESH,
    FROM_TOWN,
    FULL_JUNCTION,
    MAX_DRAWN,
    NEED_BRIDGE,
    NEED_SHORTCUT,
    NEED_SWITCH,
    NEED_TUNNEL,
    NO_MORE_TRACKS,
    NONE,
    NOT_BLANK_HEX,
    NOT_CONNECTED,
    OTHER_RAILWAY,
    OWNER_BRIDGE,
    OWNER_FORT,
    OWNER_SHORTCUT,
    OWNER_STATION,
    OWNER_SWITCH,
    OWNER_TUNNEL,
    PLAIN,
    RAILS,
    RIM_CLOSED,
    RIVER_MOUTH,
    SECOND_SHORTCUT,
    SHORTCUT,
    SPENT,
    STATION,
    STATION_CORNER,
    STATION_SIDE,
    SWITCH,
    TOUCHES,
    TOWN_FULL,
    TOWN_TWICE,
    TUNNEL,
    TWO_RAILWAYS,
    BoardArrays,
    State,
)

NO_START = 0
TIP_START = 1
CORNER_START = 2
SWITCH_START = 3


# ---------------------------------------------------------------- reading a sheet
def edge_rail(s: State, seat: int, e: int) -> int:
    """The railway whose track lies on an edge, or NONE."""
    if s.edge[seat][e] == 0:
        return NONE
    return (s.edge[seat][e] - 1) % FRESH


def cut_diagonal(s: State, seat: int, h: int) -> int:
    """The diagonal of the shortcut across a blank hex, or NONE."""
    if s.mark[seat][h] == 0:
        return NONE
    return (s.mark[seat][h] - 1) % CUT_FRESH // RAILS


def cut_rail(s: State, seat: int, h: int) -> int:
    """The railway of the shortcut across a blank hex, or NONE."""
    if s.mark[seat][h] == 0:
        return NONE
    return (s.mark[seat][h] - 1) % RAILS


def is_cut(b: BoardArrays, t: int) -> bool:
    return t >= b.n_edges


def cut_hex(b: BoardArrays, t: int) -> int:
    return (t - b.n_edges) // 3


def track_kind(b: BoardArrays, t: int) -> int:
    """What a track must pay for (PR-GEO-10, PR-TRACK-14, -15)."""
    if is_cut(b, t):
        return SHORTCUT
    return 0 + b.edge_kind[t]


def track_vertex(b: BoardArrays, t: int, end: int) -> int:
    """One of the two ends of a track; a shortcut joins opposite corners (PR-BENEFIT-09)."""
    if not is_cut(b, t):
        return 0 + b.edge_end[t][end]
    d = (t - b.n_edges) % 3
    return 0 + b.hex_vertex[cut_hex(b, t)][d + 3 * end]


def edge_closed(s: State, b: BoardArrays, e: int) -> bool:
    """Station sides, river mouths, and with an option the whole rim (PR-GEO-09, -10, PR-TRACK-06)."""
    return b.edge_kind[e] == CLOSED or (s.border_edges == 1 and b.edge_hex[e][1] == NONE)


def town_mask(s: State, b: BoardArrays, seat: int, v: int) -> int:
    """The railways that have a track at this vertex."""
    mask = 0
    for k in range(3):
        e = 0 + b.vertex_edge[v][k]
        if e != NONE and s.edge[seat][e] != 0:
            mask |= 1 << edge_rail(s, seat, e)
        h = 0 + b.vertex_hex[v][k]
        if h != NONE and b.terrain[h] == BLANK and s.mark[seat][h] != 0:
            if cut_diagonal(s, seat, h) == b.vertex_corner[v][k] % 3:
                mask |= 1 << cut_rail(s, seat, h)
    return mask


def rails_in(mask: int) -> int:
    """How many railways a mask names."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


# ---------------------------------------------------------------- allowance and permissions
def pays_track(s: State, seat: int) -> bool:
    """Owner powers cost one base track, except the option that lends a track instead (PR-OWNER-03, -06..09)."""
    return s.owner_used[seat] == 1 and not (s.owner == OWNER_STATION and s.owner_any_station == 1)


def base_tracks(s: State, b: BoardArrays, seat: int) -> int:
    """Three tracks, or two for an owner's power (PR-TRACK-02, PR-OWNER-12)."""
    tracks = 0 + b.values.tracks
    if pays_track(s, seat):
        tracks = tracks - b.values.owner_price if tracks > b.values.owner_price else 0
    return tracks


def bonus_tracks(s: State, b: BoardArrays, seat: int) -> int:
    """One track for each Town symbol crossed off in this turn (PR-BENEFIT-02)."""
    return b.values.town_tracks * towns_spent(s, seat)


def towns_spent(s: State, seat: int) -> int:
    """Town symbols crossed off in this turn."""
    return s.area[seat][SPENT] - s.before[seat][SPENT]


def along_fort(s: State, b: BoardArrays, seat: int) -> bool:
    """Does a track of this turn lie on a side of a Fort? (PR-OWNER-04)"""
    for k in range(s.drawn_count[seat]):
        t = 0 + s.drawn[seat][k]
        if t < b.n_edges:
            for side in range(2):
                h = 0 + b.edge_hex[t][side]
                if h != NONE and b.terrain[h] == FORT:
                    return True
    return False


def fort_tracks(s: State, b: BoardArrays, seat: int) -> int:
    """What owner 04 adds: one track, or with the option one for each Fort; never for its own tracks (PR-OWNER-04)."""
    if not along_fort(s, b, seat):
        return 0
    return b.values.owner_fort * (1 if b.options.owner_fort_bonus == 0 else forts_passed(s, b, seat))


def forts_passed(s: State, b: BoardArrays, seat: int) -> int:
    """Different Forts with a base track or a Town's bonus track of this turn (option owner_fort_bonus)."""
    first = base_tracks(s, b, seat) + bonus_tracks(s, b, seat)
    count = 0
    for f in range(b.n_features):
        if b.terrain[b.feature[f]] == FORT:
            found = 0
            for k in range(s.drawn_count[seat]):
                t = 0 + s.drawn[seat][k]
                if k < first and t < b.n_edges:
                    if b.edge_hex[t][0] == b.feature[f] or b.edge_hex[t][1] == b.feature[f]:
                        found = 1
            count += found
    return count


def allowance(s: State, b: BoardArrays, seat: int) -> int:
    """Base tracks, one per Town spent, and those of owner 04 (PR-BENEFIT-02, PR-OWNER-12)."""
    tracks = base_tracks(s, b, seat) + bonus_tracks(s, b, seat)
    if s.owner == OWNER_FORT:
        tracks += fort_tracks(s, b, seat)
    return tracks if tracks < MAX_DRAWN else 0 + MAX_DRAWN


def due_tracks(s: State, b: BoardArrays, seat: int) -> int:
    """Tracks that must be drawn while possible: the base tracks and what owner 04 adds (PR-TRACK-13, PR-OWNER-04)."""
    tracks = base_tracks(s, b, seat)
    if s.owner == OWNER_FORT and b.options.owner_fort_track == 0:
        tracks += fort_tracks(s, b, seat)
    return tracks if tracks < MAX_DRAWN else 0 + MAX_DRAWN


def town_permits(s: State, seat: int) -> int:
    """Benefits of spent Towns that no track has used yet (PR-BENEFIT-02, -06)."""
    return towns_spent(s, seat) - s.suit_used[seat] - s.specials[seat]


def owner_permit(s: State, seat: int) -> int:
    """The kind of special that the owner's power still allows, or NONE (PR-OWNER-06..09)."""
    if s.owner_used[seat] == 0 or s.own_special[seat] == 1:
        return NONE
    if s.owner == OWNER_SWITCH:
        return SWITCH
    if s.owner == OWNER_BRIDGE:
        return BRIDGE
    if s.owner == OWNER_TUNNEL:
        return TUNNEL
    if s.owner == OWNER_SHORTCUT:
        return SHORTCUT
    return NONE


def permits_needed(s: State, seat: int, kind: int, start: int) -> int:
    """Permissions of Towns that a track uses, after the owner's (PR-TRACK-14, PR-BENEFIT-06, PR-OWNER-12)."""
    needed = 0
    mine = owner_permit(s, seat)
    if kind != PLAIN:
        needed += 1
    if start == SWITCH_START:
        needed += 1
        if mine == SWITCH:
            return needed - 1
    if kind != PLAIN and mine == kind:
        return needed - 1
    return needed


def extra_open(s: State, b: BoardArrays, seat: int) -> bool:
    """With the option, owner 03 lends one track of the turn to a second railway (owner_any_station)."""
    if s.extra[seat] == NONE:
        return False
    for k in range(s.drawn_count[seat]):
        if track_rail(s, b, seat, 0 + s.drawn[seat][k]) == s.extra[seat]:
            return False
    return True


def track_rail(s: State, b: BoardArrays, seat: int, t: int) -> int:
    """The railway of a drawn track."""
    if is_cut(b, t):
        return cut_rail(s, seat, cut_hex(b, t))
    return edge_rail(s, seat, t)


# ---------------------------------------------------------------- where a track may start and end
def start_kind(s: State, b: BoardArrays, seat: int, v: int, rail: int) -> int:
    """A tip, an unused corner of the own station, or a branch of it; never a Town (PR-TRACK-03, -05, -08, -12)."""
    if b.town_of[v] != NONE:
        return NO_START
    if b.station_of[v] != NONE:
        if b.station_of[v] == rail:
            return CORNER_START if s.spot[seat][v] == 0 else NO_START
        if b.options.station_rim == 0:
            return NO_START
    if s.spot[seat][v] == 4 + rail:
        return TIP_START
    if s.spot[seat][v] == 8 + rail:
        return SWITCH_START
    return NO_START


def entry_refusal(s: State, b: BoardArrays, seat: int, v: int, rail: int) -> int:
    """No track may end at a station or meet another outside a Town (PR-TRACK-06, -07, -09, -10)."""
    if b.town_of[v] != NONE:
        if rails_in(s.spot[seat][v] | 1 << rail) > 3:
            return TOWN_FULL
        if b.options.same_railway_at_town == 1 and s.spot[seat][v] >> rail & 1 == 1:
            return TOWN_TWICE
        return 0
    if b.station_of[v] != NONE and (b.options.station_rim == 0 or b.station_of[v] == rail):
        return STATION_CORNER
    if s.spot[seat][v] != 0:
        return TOUCHES
    return 0


def start_end(s: State, b: BoardArrays, seat: int, t: int, rail: int) -> int:
    """Which end (0 or 1) the track starts from, NONE if it is connected at neither."""
    first = start_kind(s, b, seat, track_vertex(b, t, 0), rail)
    second = start_kind(s, b, seat, track_vertex(b, t, 1), rail)
    if first == NO_START and second == NO_START:
        return NONE
    if first != NO_START and second != NO_START:
        # Neither may be entered; the clearer reason is the one about an ordinary tip.
        return 0 if first != SWITCH_START else 1
    return 0 if first != NO_START else 1


def place_refusal(s: State, b: BoardArrays, t: int, seat: int) -> int:
    """May anything lie here at all? (PR-TRACK-06, -11, PR-GEO-09, PR-BENEFIT-09)"""
    if is_cut(b, t):
        h = cut_hex(b, t)
        if b.terrain[h] != BLANK:
            return NOT_BLANK_HEX
        if s.mark[seat][h] != 0:
            return SECOND_SHORTCUT
        return 0
    if s.edge[seat][t] != 0:
        return EDGE_TAKEN
    if b.edge_kind[t] == CLOSED:
        for side in range(2):
            h = 0 + b.edge_hex[t][side]
            if h != NONE and b.terrain[h] == STATION:
                return STATION_SIDE
        return RIVER_MOUTH
    if edge_closed(s, b, t):
        return RIM_CLOSED
    return 0


def loose_reason(s: State, b: BoardArrays, seat: int, t: int, rail: int) -> int:
    """Why a track that starts nowhere on this railway is refused."""
    for end in range(2):
        v = track_vertex(b, t, end)
        if b.town_of[v] == NONE:
            if b.station_of[v] == rail and s.spot[seat][v] != 0:
                return CORNER_USED
            if b.station_of[v] == NONE and s.spot[seat][v] >= 12 and s.spot[seat][v] % 4 == rail:
                return FULL_JUNCTION
    for end in range(2):
        v = track_vertex(b, t, end)
        if b.town_of[v] != NONE and s.spot[seat][v] >> rail & 1 == 1:
            return FROM_TOWN
    for other in range(RAILS):
        if other != rail and start_end(s, b, seat, t, other) != NONE:
            return OTHER_RAILWAY
    return NOT_CONNECTED


def rail_refusal(s: State, b: BoardArrays, seat: int, t: int, rail: int) -> int:
    """The first rule against this track on this railway, place and number aside."""
    end = start_end(s, b, seat, t, rail)
    if end == NONE:
        return loose_reason(s, b, seat, t, rail)
    start = start_kind(s, b, seat, track_vertex(b, t, end), rail)
    reason = entry_refusal(s, b, seat, track_vertex(b, t, 1 - end), rail)
    if reason != 0:
        return reason
    kind = track_kind(b, t)
    if permits_needed(s, seat, kind, start) > town_permits(s, seat):
        if kind == BRIDGE and permits_needed(s, seat, kind, 0 + TIP_START) > town_permits(s, seat):
            return NEED_BRIDGE
        if kind == TUNNEL and permits_needed(s, seat, kind, 0 + TIP_START) > town_permits(s, seat):
            return NEED_TUNNEL
        if kind == SHORTCUT and permits_needed(s, seat, kind, 0 + TIP_START) > town_permits(s, seat):
            return NEED_SHORTCUT
        return NEED_SWITCH
    return 0


def track_refusal(s: State, b: BoardArrays, seat: int, t: int) -> int:
    """0, or the first rule against drawing this track now."""
    reason = place_refusal(s, b, t, seat)
    if reason != 0:
        return reason
    if s.drawn_count[seat] >= allowance(s, b, seat):
        return NO_MORE_TRACKS
    reason = rail_refusal(s, b, seat, t, s.rail[seat])
    if reason == 0 or s.extra[seat] == NONE:
        return reason
    other = rail_refusal(s, b, seat, t, s.extra[seat])
    if other == 0 and not extra_open(s, b, seat):
        return TWO_RAILWAYS
    if other == 0:
        return 0
    return reason


# ---------------------------------------------------------------- drawing
def drawing_rail(s: State, b: BoardArrays, seat: int, t: int) -> int:
    """The railway a legal track extends: an edge starts at one railway only."""
    if s.extra[seat] != NONE and rail_refusal(s, b, seat, t, s.rail[seat]) != 0:
        return 0 + s.extra[seat]
    return 0 + s.rail[seat]


def draw_track(s: State, b: BoardArrays, seat: int, t: int) -> None:
    """Draw a legal track and use up its permissions, the owner's first (PR-TRACK-03, PR-BENEFIT-05)."""
    rail = drawing_rail(s, b, seat, t)
    end = start_end(s, b, seat, t, rail)
    start = start_kind(s, b, seat, track_vertex(b, t, end), rail)
    kind = track_kind(b, t)
    needed = permits_needed(s, seat, kind, start)
    plain_needed = (1 if kind != PLAIN else 0) + (1 if start == SWITCH_START else 0)
    if needed < plain_needed:
        s.own_special[seat] = 1
    s.specials[seat] += needed
    put_track(s, b, seat, t, rail)
    s.drawn[seat][s.drawn_count[seat]] = t
    s.drawn_count[seat] += 1


def put_track(s: State, b: BoardArrays, seat: int, t: int, rail: int) -> None:
    if is_cut(b, t):
        s.mark[seat][cut_hex(b, t)] = 1 + RAILS * ((t - b.n_edges) % 3) + rail + CUT_FRESH
    else:
        s.edge[seat][t] = 1 + rail + FRESH
    for end in range(2):
        v = track_vertex(b, t, end)
        if b.town_of[v] != NONE:
            s.spot[seat][v] |= 1 << rail
        elif s.spot[seat][v] == 0:
            s.spot[seat][v] = 4 + rail
        else:
            s.spot[seat][v] += 4


def lift_track(s: State, b: BoardArrays, seat: int) -> None:
    """Take back the last track of the turn; its permissions are the caller's business."""
    s.drawn_count[seat] -= 1
    t = 0 + s.drawn[seat][s.drawn_count[seat]]
    s.drawn[seat][s.drawn_count[seat]] = 0
    if is_cut(b, t):
        s.mark[seat][cut_hex(b, t)] = 0
    else:
        s.edge[seat][t] = 0
    for end in range(2):
        v = track_vertex(b, t, end)
        if b.town_of[v] != NONE:
            s.spot[seat][v] = town_mask(s, b, seat, v)
        elif s.spot[seat][v] < 8:
            s.spot[seat][v] = 0
        else:
            s.spot[seat][v] -= 4
