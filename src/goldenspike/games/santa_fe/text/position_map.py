"""The map of a position, read from words."""

from __future__ import annotations

import re

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import shown

from ..rules.state import (
    MAJORS,
    MAX_TIPS,
    NONE,
    SF1992,
)
from .position_words import PositionWords
from .view import pieces_by_end

_TRACK = re.compile(
    r"(?P<rail>\w{2})\s+(?P<plus>\+)?(?P<a>\w{3})>(?P<b>\w{3})(?:#(?P<k>\d{1,3}))?\s+(?P<filled>\d)/(?P<length>\d)",
    re.ASCII,
)

_INDICES = frozenset(str(number) for number in range(1, 161))


class MapReader(PositionWords):
    """Track, railheads and connections."""

    def track(self) -> None:
        s, b = self.s, self.b
        derive = "tips" not in self.words
        for entry in self.texts("track", self.words.get("track", [])):
            found = _TRACK.fullmatch(entry.strip())
            if found is None:
                raise BadFile(f"position: track is written like 'SF CHI>KSC#1 1/2'; not {shown(entry)}")
            rail = self.notation.rail(found["rail"])
            ways = self.notation.pairs.get((self.notation.city(found["a"]), self.notation.city(found["b"])), [])
            ways = [w for w in ways if max(self.notation.board.lines[w // 2].index, 1) == int(found["k"] or 1)]
            filled = int(found["filled"])
            if not ways or int(found["length"]) != b.length[ways[0] // 2] or not 1 <= filled <= b.length[ways[0] // 2]:
                raise BadFile(f"position: there is no such line as in {shown(entry)}")
            if s.builder[ways[0] // 2] != NONE and not self.enters(rail, ways[0], filled):
                raise BadFile(f"position: the line of {shown(entry)} is taken already")
            self.lay(rail, ways[0], filled, bool(found["plus"]), derive, entry)
        for city, rails in self.mapping("connected").items():
            for rail_word in self.texts("connected", rails):
                s.city_rails[self.notation.city(city)] |= 1 << self.notation.rail(rail_word)
        for rail, home in enumerate(b.home):
            if not self.notation.rails[rail]:
                continue
            if any(s.city_rails[c] >> rail & 1 for c in range(b.n_cities)) or rail in s.builder:
                s.city_rails[home] |= 1 << rail  # a railroad with a piece on the board serves its base (SFR-CONN-01)
        for city, bits in self.mapping("reached").items():
            s.reached[self.notation.city(city)] |= self.number("reached", bits, 0, 3)
        for city_number in range(b.n_cities):
            if s.city_rails[city_number]:
                s.reached[city_number] |= 1
        if not derive:
            self.tips()
        for rail in range(MAJORS, MAJORS + b.n_shorts):
            home = b.home[rail]
            stops = sorted({home} | {c for c in range(b.n_cities) if self.rules.is_connected(s, rail, c)})
            if len(stops) > len(s.stops[0]):
                raise BadFile(f"position: {self.notation.rails[rail]} serves too many cities")
            s.stops[rail - MAJORS][: len(stops)] = stops
            s.stop_count[rail - MAJORS] = len(stops)

    def enters(self, rail: int, way: int, filled: int) -> bool:
        """Pieces at the far end of a line that the same railroad has begun (option own_far_end)."""
        return (
            self.rules.may_enter(self.s, self.b, rail, way)
            and self.s.filled[way // 2] + filled < self.b.length[way // 2]
        )

    def lay(self, rail: int, way: int, filled: int, branching: bool, derive: bool, entry: str) -> None:
        """Track laid before the position: nobody paid and nobody was paid."""
        s, b = self.s, self.b
        line, end = divmod(way, 2)
        city, target = b.ends[line][end], b.ends[line][1 - end]
        if s.edition == SF1992 and rail >= MAJORS:
            raise BadFile(f"position: {self.notation.rails[rail]} is not in the 1992 game")
        if rail >= MAJORS:
            s.available[rail] = 1
        started = self.rules.is_connected(s, rail, b.home[rail])
        if derive and rail < MAJORS:
            if branching and (not self.rules.is_connected(s, rail, city) or s.tip_count[rail] == MAX_TIPS):
                raise BadFile(f"position: {shown(entry)} cannot branch off there")
            if not branching and city not in s.tips[rail][: s.tip_count[rail]]:
                raise BadFile(f"position: no railhead stands where {shown(entry)} begins")
        elif derive and not (self.rules.is_connected(s, rail, city) or (not started and city == b.home[rail])):
            raise BadFile(f"position: {shown(entry)} begins where its railroad is not")
        if s.builder[line] == NONE:
            s.builder[line], s.origin[line], s.filled[line] = rail, end, filled
        else:
            s.origin[line] += 2 * filled
            s.filled[line] += filled
        if derive:
            self.rules.begin_line(s, b, 0, rail, line, city, branching)
        if filled == b.length[line]:
            if derive and rail < MAJORS:
                self.rules.move_tip(s, rail, -1 - line, target)
            s.city_rails[target] |= 1 << rail
            s.reached[target] |= 3

    def tips(self) -> None:
        s, b = self.s, self.b
        said = {self.notation.major(name): words for name, words in self.mapping("tips").items()}
        for rail in range(b.n_majors):
            tips = []
            for word in self.texts("tips", said.get(rail, [self.notation.cities[b.home[rail]]])):
                a, arrow, rest = word.partition(">")
                if not arrow:
                    tips.append(self.notation.city(word))
                    continue
                z, hash_sign, k = rest.partition("#")
                number = int(k) if k in _INDICES else 0 if hash_sign else 1
                ways = self.notation.pairs.get((self.notation.city(a), self.notation.city(z)), [])
                tips += [
                    -1 - w // 2
                    for w in ways
                    if max(self.notation.board.lines[w // 2].index, 1) == number
                    and s.builder[w // 2] == rail
                    and (s.origin[w // 2] & 1 == w % 2 or s.origin[w // 2] > 1)
                ]
            partial = [
                -1 - ln
                for ln in range(b.n_lines)
                if s.builder[ln] == rail and s.filled[ln] < b.length[ln]
                for _ in pieces_by_end(s.origin[ln], s.filled[ln])
            ]
            at_cities = [tip for tip in tips if tip >= 0]
            home_only = at_cities == [b.home[rail]] and not partial
            serves = all(self.rules.is_connected(s, rail, city) for city in at_cities)
            if (
                sorted(t for t in tips if t < 0) != sorted(partial)
                or not 1 <= len(tips) <= MAX_TIPS
                or not (home_only or serves)
            ):
                raise BadFile(f"position: the railheads of {self.notation.rails[rail]} do not fit its track")
            s.tips[rail] = tips + [0] * (MAX_TIPS - len(tips))
            s.tip_count[rail] = len(tips)
            self.rules.sort_tail(s.tips[rail], 0, len(tips))
