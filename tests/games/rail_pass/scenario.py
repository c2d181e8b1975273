"""Tables set up the way the clauses are tested: given, when, then.

Colours are fixed: A is K (black), B is R, C is B (blue), D is G, E is Y, F is W. Dexterity is off unless a test asks.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from goldenspike.engine.errors import IllegalAction
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.state import HELD, HOTEL, NO_JOB, NONE, QUIT, TRAINS, YARD, State
from goldenspike.games.rail_pass.text.notation import HAND_NAMES, SEAT_NAMES, TRAIN_NAMES, Notation

CITIES = "KRBGYW"


def table(layout: Any = "RP-L4", *, seed: int = 1, seats: int = 0, **options: Any) -> TimedMatch:
    """A match at its start."""
    chosen = {"colours": "fixed", "dexterity": "off", "clock": "virtual", **options}
    players = seats or board.load(layout).players[0]
    return RAIL_PASS.match.new(RAIL_PASS, seats=players, seed=seed, board=layout, options=chosen)


def words(m: TimedMatch) -> Notation:
    notation: Notation = m.setting.notation  # type: ignore[attr-defined]
    return notation


def train(name: str) -> int:
    return TRAIN_NAMES.index(name)


def city(m: TimedMatch, letter: str) -> int:
    return words(m).read_city(m.s, letter)


# ---------------------------------------------------------------- given
def sound(m: TimedMatch) -> TimedMatch:
    assert broken_invariant(m.s, m.setting.b) == 0
    return m


def put(m: TimedMatch, name: str, where: str) -> None:
    """Put a train on a track ('K.s') or in a hand ('P1 lh K')."""
    s: State = m.s
    t = train(name)
    if s.place[t] < HELD:
        s.track[s.place[t] // 2][s.place[t] % 2] = NONE
    else:
        s.hand[(s.place[t] - HELD) // 2][(s.place[t] - HELD) % 2] = NONE
    if "." in where:
        here, track = city(m, where[0]), "ls".index(where[2])
        assert s.track[here][track] == NONE
        s.track[here][track] = t
        s.place[t], s.at[t] = 2 * here + track, here
    else:
        seat, hand, letter = where.split()
        p, h = SEAT_NAMES.index(seat), HAND_NAMES.index(hand)
        assert s.hand[p][h] == NONE
        s.hand[p][h] = t
        s.place[t], s.at[t] = HELD + 2 * p + h, city(m, letter)


def load(m: TimedMatch, name: str, cubes: str) -> None:
    """Put cubes on a train; they come out of the yards, from the far end of the fullest."""
    s: State = m.s
    t = train(name)
    for letter in cubes:
        cube = words(m).read_cube(s, letter)
        spots = [(c, k) for c in range(6) for k in range(s.head[c], s.tail[c]) if s.yard[c][k] == cube]
        c, k = max(spots, key=lambda spot: (s.tail[spot[0]], -spot[0], spot[1]))
        row = [x for i, x in enumerate(s.yard[c]) if i != k and s.head[c] <= i < s.tail[c]]
        s.yard[c] = row + [NONE] * (YARD - len(row))
        s.head[c], s.tail[c] = 0, len(row)
        s.cargo[t][s.load[t]] = cube
        s.load[t] += 1


def yard(m: TimedMatch, letter: str, first: str, last: str = "") -> None:
    """Bring cubes of a full yard to its ends: the first in reading order, and the last."""
    s: State = m.s
    c = city(m, letter)
    row = [x for x in s.yard[c] if x != NONE]
    front = [words(m).read_cube(s, x) for x in first]
    back = [words(m).read_cube(s, x) for x in last]
    for cube in front + back:
        row.remove(cube)
    row = front + row + back
    s.yard[c] = row + [NONE] * (YARD - len(row))
    s.head[c], s.tail[c] = 0, len(row)


def empty_yard(m: TimedMatch, letter: str, left: int = 0) -> None:
    """Deliver all but so many cubes of a yard."""
    s: State = m.s
    c = city(m, letter)
    while s.tail[c] > left:
        s.tail[c] -= 1
        s.storage[s.yard[c][s.tail[c]]] += 1
        s.yard[c][s.tail[c]] = NONE


def seat(m: TimedMatch, engineer: str, where: str) -> None:
    """Put an engineer in a train ('L2'), a Hotel ('K.h') or among those who quit ('quit')."""
    s: State = m.s
    e = words(m).read_engineer(s, engineer)
    if s.engineer[e] < HOTEL:
        s.driver[s.engineer[e]] = NONE
    elif s.engineer[e] < QUIT:
        s.guests[s.engineer[e] - HOTEL] -= 1
    if where == "quit":
        s.engineer[e] = QUIT
    elif where.endswith(".h"):
        s.engineer[e] = HOTEL + city(m, where[0])
        s.guests[city(m, where[0])] += 1
    else:
        s.engineer[e] = train(where)
        s.driver[train(where)] = e


# ---------------------------------------------------------------- when
def give(m: TimedMatch, line: str, at_ms: int | None = None) -> str:
    """Start one command, written 'P1 LOAD K< L1'."""
    who, _, text = line.partition(" ")
    return m.play(who, text, at_ms)


def settle(m: TimedMatch) -> TimedMatch:
    """Wait until nothing runs any more."""
    while any(job != NO_JOB for job in m.s.job) and not m.over:
        m.jump()
    return sound(m)


def does(m: TimedMatch, *lines: str) -> TimedMatch:
    """Give commands one after another, each run to its end."""
    for line in lines:
        give(m, line)
        settle(m)
    return m


def no(m: TimedMatch, line: str) -> str:
    """The clause against a command; nothing has changed and the journal says so."""
    who, _, text = line.partition(" ")
    before, log = m.hash, list(m.log)
    refusal = m.why_not(who, text)
    assert refusal is not None, f"{line} is legal"
    assert refusal.sentence
    assert (m.hash, m.log) == (before, log)
    with pytest.raises(IllegalAction) as caught:
        m.play(who, text)
    assert caught.value.refusal == refusal
    assert (m.hash, m.log) == (before, log)
    assert m.journal[-1].startswith("x ")
    assert m.journal[-1].endswith(f" : {refusal.clause}")
    return refusal.clause


def may(m: TimedMatch, line: str) -> bool:
    who, _, text = line.partition(" ")
    return m.why_not(who, text) is None


# ---------------------------------------------------------------- then
def cubes(m: TimedMatch, name: str) -> str:
    t = train(name)
    return "".join(words(m).cube(m.s, cube) for cube in m.s.cargo[t][: m.s.load[t]])


def where(m: TimedMatch, name: str) -> str:
    told = m.position()["trains"][name]["at"]
    assert isinstance(told, str)
    return told


def stored(m: TimedMatch, letter: str) -> int:
    return int(m.s.storage[city(m, letter)])


def spots(m: TimedMatch, letter: str) -> str:
    """The yard in reading order, with dots where a cube is gone."""
    text = m.position()["yards"][letter]
    assert isinstance(text, str)
    return text


def gone(m: TimedMatch) -> dict[str, int]:
    """Dropped cubes, engineers gone, wrecks."""
    piles = m.view()["piles"]
    return {name: piles[name] for name in ("dropped", "quit", "wrecks")}


def driver(m: TimedMatch, name: str) -> str | None:
    told = m.position()["trains"][name]["engineer"]
    assert told is None or isinstance(told, str)
    return told


def locks(m: TimedMatch) -> list[str]:
    return [TRAIN_NAMES[t] for t in range(TRAINS) if m.s.lock[t]]


def random_match(layout: str, seed: int, **options: object) -> TimedMatch:
    """Random commands at random moments until the end."""
    m = table(layout, seed=seed, **{"clock": "real", **options})
    dice = random.Random(seed)
    while not m.over:
        m.advance(m.now + dice.choice((0, 1, 7, 130, 400, 1100)))
        if m.over:
            break
        who = dice.choice(m.actors)
        texts = [text for text in m.legal(who) if text != "WAIT"]
        if texts:
            m.play(who, dice.choice(texts))
    return m
