"""What a finished match was like: who passed what, where trains waited, and when the cubes came home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goldenspike.engine.timed_match import TimedMatch

from .board.load import Layout
from .rules.state import BETWEEN, GOING, LOADING, NO_JOB, NONE, RUNNING, STORING, TAKING, TRAINS, State
from .text.notation import SEAT_NAMES

SLICES = 12


def statistics(match: TimedMatch) -> dict[str, Any]:
    """Play the match once more and count."""
    again = type(match).new(
        match.game,
        seats=match.setting.seats,
        seed=match.seed or 0,
        board=match.setting.board.source,
        options=match.setting.options,
    )
    book = Book(match.setting.board, match.setting.seats, match.now, again)
    if match.origin is None:
        for line in match.log:
            book.command(line)
        book.until(match.now)
    return book.figures()


class Book:
    """Figures of one match, kept while it is played once more."""

    def __init__(self, layout: Layout, seats: int, length: int, match: TimedMatch) -> None:
        self.match = match
        self.b: Any = match.setting.b
        self.rules = match.setting.rules
        self.layout = layout
        self.length = max(1, length)
        self.ids = "".join(city.id for city in layout.cities)
        self.seats: list[dict[str, Any]] = [
            {"seat": seat, "name": SEAT_NAMES[seat], "commands": 0, "loaded": 0, "stored": 0, "given": 0, "taken": 0,
             "moved": 0, "waited_ms": 0, "idle_ms": 0, "holding_ms": 0, "working_ms": 0}
            for seat in range(seats)
        ]  # fmt: skip
        self.links: dict[str, dict[str, Any]] = {
            f"{link.a}-{link.b}": {
                "link": f"{link.a}-{link.b}", "kind": link.kind, "passes": 0, "ended": 0, "waiting_ms": 0,
                "longest_ms": 0,
            }
            for link in layout.links if link.joins
        }  # fmt: skip
        self.slices: list[dict[str, Any]] = [
            {"from_ms": k * self.length // SLICES, "to_ms": (k + 1) * self.length // SLICES, "loaded": 0, "stored": 0,
             "passes": 0, "waiting": dict.fromkeys(self.links, 0)}
            for k in range(SLICES)
        ]  # fmt: skip
        self.stored: dict[str, list[int]] = {city: [] for city in self.ids}
        self.score: list[list[int]] = [[0, 0]]
        self.faults: list[dict[str, Any]] = []

    # ------------------------------------------------------------ playing once more
    def command(self, line: str) -> None:
        """One line of the log at its moment."""
        clock, seat, _ = line.split(" ", 2)
        minutes, _, seconds = clock.partition(":")
        self.until(60000 * int(minutes) + round(1000 * float(seconds)))
        self.seats[SEAT_NAMES.index(seat)]["commands"] += 1
        self._step(lambda: self.match.replay(line))

    def until(self, moment: int) -> None:
        """From event to event, never across two slices of time."""
        while self.match.now < moment:
            stop = min([moment, *(cut["to_ms"] for cut in self.slices if cut["to_ms"] > self.match.now)])
            due = self.match.next_event
            if due is not None and self.match.now < due < stop:
                stop = due
            if self.match.setting.tick_ms and stop % self.match.setting.tick_ms:
                stop += self.match.setting.tick_ms - stop % self.match.setting.tick_ms
            if self.match.over:
                return
            self._step(lambda to=stop: self.match.advance(to))  # type: ignore[misc]

    def _step(self, act: Callable[[], None]) -> None:
        before, known = self.match.s.copy(), len(self.match.journal)
        act()
        after = self.match.s
        cut = self.slices[min(SLICES - 1, before.now * SLICES // self.length)]
        if before.phase == RUNNING:
            self._time(before, after.now - before.now, cut)
            for slot in range(TRAINS):
                self._ended(before, after, slot, cut)
            self._arrivals(before, after, cut)
        for word in self.match.journal[known:]:
            if word.startswith("! ") and not word.endswith(" END"):
                self.faults.append({"at_ms": int(after.now), "what": word.split(" ", 2)[2]})

    def _time(self, s: State, ms: int, cut: dict[str, Any]) -> None:
        """What everybody did with this stretch of time."""
        if ms <= 0:
            return
        for seat in self.seats:
            for hand in range(2):
                if s.busy[seat["seat"]][hand]:
                    seat["working_ms"] += ms
                elif s.hand[seat["seat"]][hand] == NONE:
                    seat["idle_ms"] += ms
                else:
                    seat["holding_ms"] += ms
        for train in range(TRAINS):
            if s.offer[train] != NONE and s.job[train] != TAKING:
                link = self.links[self._link(s.at[train], s.offer[train])]
                link["waiting_ms"] += ms
                link["longest_ms"] = max(link["longest_ms"], s.now + ms - s.offered_at[train])
                cut["waiting"][link["link"]] += ms
                self.seats[self.rules.holder(s, train)]["waited_ms"] += ms

    def _link(self, a: int, b: int) -> str:
        return "-".join(sorted((self.ids[a], self.ids[b])))

    def _ended(self, before: State, after: State, slot: int, cut: dict[str, Any]) -> None:
        """A command that ran is over, or an offer is gone."""
        if after.phase != RUNNING or after.round_no != before.round_no:
            return
        if before.offer[slot] != NONE and after.offer[slot] == NONE and after.at[slot] == before.at[slot]:
            self.links[self._link(before.at[slot], before.offer[slot])]["ended"] += 1
        kind = before.job[slot]
        if kind == NO_JOB or after.job_order[slot] == before.job_order[slot]:
            return
        seat = self.seats[before.job_seat[slot]]
        if kind == LOADING:
            seat["loaded"] += 1
            cut["loaded"] += 1
        elif kind == STORING:
            seat["stored"] += 1
        elif kind == GOING and after.at[slot] != before.at[slot] and after.at[slot] != NONE:
            seat["moved"] += 1
        elif kind == TAKING and after.place[slot] != before.place[slot] and after.at[slot] != NONE:
            seat["taken"] += 1
            self.seats[self.rules.holder(before, slot)]["given"] += 1
            self.links[self._link(before.at[slot], before.offer[slot])]["passes"] += 1
            cut["passes"] += 1

    def _arrivals(self, before: State, after: State, cut: dict[str, Any]) -> None:
        """Cubes that came home, and what the score is since then."""
        if after.round_no != before.round_no:
            return
        for city, name in enumerate(self.ids):
            for _ in range(after.storage[city] - before.storage[city]):
                self.stored[name].append(int(after.now))
                cut["stored"] += 1
        score = self.rules.team_score(after, self.b)
        if score != self.score[-1][1] and after.phase != BETWEEN:
            self.score.append([int(after.now), score])

    # ------------------------------------------------------------ the figures
    def figures(self) -> dict[str, Any]:
        return {
            "length_ms": self.length,
            "seats": self.seats,
            "links": list(self.links.values()),
            "slices": [self._slice(cut) for cut in self.slices],
            "stored": self.stored,
            "score": self.score,
            "faults": self.faults,
        }

    def _slice(self, cut: dict[str, Any]) -> dict[str, Any]:
        """A stretch of time with its bottleneck: the link where trains waited longest."""
        worst = max(cut["waiting"], key=cut["waiting"].__getitem__, default=None)
        return {**cut, "bottleneck": worst if worst is not None and cut["waiting"][worst] else None}
