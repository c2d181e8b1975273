"""Rail Pass as the table, the bots and the environments know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from goldenspike.engine.board_places import records
from goldenspike.engine.errors import BadFile, BadNotation, BadOption, IllegalAction, Refusal
from goldenspike.engine.game import Game, Result, Value
from goldenspike.engine.setting import BestScore
from goldenspike.engine.timed_match import TimedMatch, TimedSetting

from .benchmarks import TASKS
from .best_scores import score_key
from .board.load import BUILT_IN, LONGEST_S, AnyLayout, Layout, for_players, schema
from .board.load import load as load_layout
from .board.numbers import fill_board
from .bot import CALLED_BY_NAME, absent_partner, exchanges, first_look, jams, offers, perception, policy, routes, seat
from .bot import cubes as bot_cubes
from .bot import trains as bot_trains
from .match import RailPassMatch
from .options import EXPRESS, OPTIONS
from .rules import (
    clock,
    cubes,
    engineers,
    hands,
    information,
    invariants,
    letting_go,
    passing,
    scoring,
    setup,
    state,
    trains,
)
from .rules import round as rules
from .rules.seat_commands import seat_commands
from .rules.state import (
    ACTIONS,
    ONLY_CLOCK,
    RUNNING,
    TIMED,
    WAIT,
    BoardArrays,
    State,
)
from .text.broken_invariants import BROKEN
from .text.happenings import Past, effects, happened
from .text.notation import CARRIES, SEAT_NAMES, Notation, Refused, split_hold
from .text.position import position
from .text.position_reader import PositionReader
from .text.refusals import code_and_clause
from .text.score_sheet import RoundCount, notes_of, rounds_so_far
from .text.view import PublicView, as_it_is
from .text.view_parts import question
from .values import VALUES, in_words

if TYPE_CHECKING:
    from goldenspike.engine.board_maker import BoardMaker
    from goldenspike.engine.bot import Bot
    from goldenspike.engine.crew import Crew
    from goldenspike.engine.env_fields import BoardGraph, Part, Verb
    from goldenspike.engine.match import Match
    from goldenspike.engine.match_review import TimedReview
    from goldenspike.engine.print_and_play import PrintOrder, PrintPart
    from goldenspike.engine.setting import Setting
    from goldenspike.engine.study import StudyPlan, StudyRequest
    from goldenspike.engine.terminal_request import TerminalRequest


MODULES = (
    state, hands, cubes, engineers, trains, passing, letting_go, scoring, clock, setup, rules, information,
    routes, absent_partner, perception, jams, exchanges, bot_cubes, bot_trains, offers, seat, first_look, policy,
    invariants,
)  # fmt: skip


class RailPassSetting(TimedSetting):
    """One layout with its seats and options."""

    game: RailPass
    board: Layout
    b: BoardArrays
    wait = WAIT
    wait_refusal = ONLY_CLOCK

    def __init__(self, game: RailPass, options: Mapping[str, Value], board: Layout, seats: int) -> None:
        super().__init__(game, options, board, seats)
        self.notation = Notation(self.b, self.rules)
        self.seconds = self._seconds()
        if self.options["clock"] == "ticks":
            self.tick_ms = self.b.values.tick_ms
            if 1000 * self.seconds % self.tick_ms:
                raise BadOption(f"a round of {self.seconds} s is no whole number of ticks of {self.tick_ms} ms")

    def fill_board(self, b: BoardArrays) -> None:
        fill_board(b, self.board, self.seats)
        b.options.seconds = self._seconds()

    def _seconds(self) -> int:
        """How long a round lasts (RP-TIME-02, -03)."""
        seating, chosen = self.board.seats(self.seats), self.options["seconds"]
        if chosen != EXPRESS:
            return int(chosen) or self.suggested_s
        if seating.express_s is None:
            raise BadOption(f"layout {self.board.id} has no express time for {self.seats} players")
        return seating.express_s

    @property
    def suggested_s(self) -> int:
        """The time of a round that is suggested for so many players (RP-TIME-02)."""
        row = self.values["time_s"]
        assert isinstance(row, tuple)
        return row[self.seats - 2]

    @property
    def may_pause(self) -> bool:
        """The wall clock may stand still where nothing falls: those scores are compared among themselves."""
        return self.options["dexterity"] != "timed"

    @property
    def relaxed(self) -> bool:
        """More time than the game suggests for so many players (RP-TIME-02)."""
        return self.seconds > self.suggested_s

    @property
    def best_score_key(self) -> str:
        """The name under which best scores of this setup are kept (RP-TIME-06)."""
        options: dict[str, Value] = {**self.options, "seconds": self.seconds}
        return score_key(self.board.id, self.board.hash, self.seats, options, self.relaxed)

    # ------------------------------------------------------------ words
    def parse(self, s: State, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        try:
            return (self.notation.read(s, seat, text),)
        except Refused as refused:
            raise IllegalAction(self.refused(refused.reason)) from None

    def write(self, s: State, seat: int, action: int) -> str:
        return self.notation.write(s, action)

    def entry(self, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
        return self.notation.write(before, actions[0])

    def public(self, line: str, revealed: bool = True) -> str:
        return line

    def measured(self, text: str, held_ms: int) -> str:
        """A release may name how long its player held it (RP-DIG-16)."""
        words = text.split()
        return f"{text} hold={held_ms}" if len(words) == 2 and words[0].upper() == "RELEASE" else text

    def best_score(self, result: Result) -> BestScore:
        return BestScore(self.best_score_key, result.points[0], 1000 * self.seconds)

    def round_of(self, s: State) -> int:
        return s.round_no

    def plan(self, s: State, seat: int, text: str) -> tuple[str, int | None, str]:
        """A carry held for so many milliseconds is a press now and a release then (RP-DIG-14)."""
        bare, _, ms = split_hold(text)
        words = bare.upper().split()
        if ms is None or s.dexterity != TIMED or len(words) < 2 or words[0] not in CARRIES:
            return text, None, ""
        try:
            action = self.notation.read(s, seat, bare)
        except (BadNotation, Refused):
            return text, None, ""
        if self.notation.need(s, action) == ms:
            return text, None, ""
        return bare, ms, f"RELEASE {words[1]}"

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """The sentences of the rulebook."""
        return self.game.clauses()

    def refused(self, reason: int) -> Refusal:
        code, clause = code_and_clause(reason, self.options)
        return Refusal(code, clause, self.clauses.get(clause, clause))

    def view(self, s: State, seat: int | None) -> dict[str, Any]:
        return self.public_view().view(s, seat)

    def public_view(self, keep: Callable[[Any], Any] = as_it_is) -> PublicView:
        return PublicView(self.notation, self.board, keep, self.other_values)

    def numbers(self, s: State, seat: int) -> list[int]:
        return seat_commands(self.rules, s, self.b, seat)

    def own(self, s: State, seat: int) -> dict[str, Any]:
        """A seat sees what everybody sees (RP-DIG-06)."""
        return {"seat": SEAT_NAMES[seat]}

    def position(self, s: State) -> dict[str, Any]:
        return position(s, self.notation, self.board)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return PositionReader(self.notation, self.board, self.seats, position).read()

    # ------------------------------------------------------------ what happened
    def past(self, s: State) -> Past:
        return Past(s)

    def happened(self, before: Past, after: State) -> list[str]:
        return happened(self.notation, before, after)

    def events(self, before: Past, after: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [f"! {event}" for event in self.happened(before, after)]

    def effects(self, before: Past, after: State, seat: int, actions: Sequence[int]) -> dict[str, Any]:
        return effects(self.notation, after, actions)

    # ------------------------------------------------------------ the end
    def result(self, s: State, ended: Mapping[int, RoundCount] = MappingProxyType({})) -> Result:
        """One answer for the match, and a sheet for each round; ``ended`` are rounds that were counted before."""
        out = [0] * 8
        winners = self.rules.score(s, self.b, out)
        counts = rounds_so_far(s, self.notation, ended)
        notes = notes_of(s, self.notation, counts)
        notes += self._values_told()
        if self.relaxed:
            notes.append("relaxed: more time than suggested, kept in a list of its own (RP-TIME-02)")
        return Result(
            points=tuple(out[: s.seats]),
            winners=tuple(seat for seat in range(s.seats) if winners >> seat & 1),
            reason="time" if s.phase != RUNNING else "",
            sheet=tuple(one.items for one in counts),
            notes=tuple(notes),
        )

    def _values_told(self) -> list[str]:
        """One line where the match is not played by the standard values."""
        return [f"other values: {in_words(self.other_values)}"] if self.other_values else []

    def opening(self, s: State) -> list[str]:
        return [f"; {line}" for line in self._values_told()]

    # ------------------------------------------------------------ pictures
    def svg(self, s: State, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        from .drawing.layout import draw

        return draw(self.board, self.view(s, seat), seat=seat)

    def text(self, s: State, seat: int | None = None) -> str:
        from .drawing.terminal import picture

        return picture(self, s, seat)

    def screen(self, s: State, seat: int | None = None) -> Any:
        from .drawing.terminal import screen

        return screen(self, s, seat)

    def question(self, s: State, seat: int) -> str:
        return question(s, seat)


class RailPass(Game):
    """Rail Pass on any layout."""

    name = "rail-pass"
    title = "Rail Pass"
    year = 2019
    seats = range(2, 7)
    about = "Real time and together: trains go from hand to hand, every cube home before the clock runs out."
    options = OPTIONS
    values = VALUES
    presets: Mapping[str, Mapping[str, Value]] = {
        "real-time": {},
        "calm": {"dexterity": "off"},
        "practice": {"dexterity": "off", "seconds": LONGEST_S},
        "ticks": {"clock": "ticks", "dexterity": "off"},
    }
    starts = ("practice", "calm", "real-time")
    rules_version = "1"
    seat_names = SEAT_NAMES
    team = True
    secrets = False  # everything lies on the table (RP-DIG-06)

    state = State
    tables = BoardArrays
    modules = MODULES
    entry_points = ("advance_at", "next_event_at")
    called_by_name = CALLED_BY_NAME
    most_legal = ACTIONS
    match = RailPassMatch
    boards = BUILT_IN
    benchmarks = TASKS
    env_seats = 2
    table_seats = 2
    # Research needs no wall clock: time goes on when everybody waits.
    env_options: Mapping[str, object] = {"clock": "ticks", "dexterity": "off"}
    points = (-3000, 1200)  # of three rounds added up, with the dearest values
    longest = 1_000_000
    short_options: Mapping[str, object] = {"seconds": 5}
    searched = False
    unseen_fields = ()
    hidden_fields = ("chance",)
    no_arena = (
        "everybody wins or loses together in Rail Pass: measure its team with goldenspike rail-pass-team "
        "(--ladder: every level)"
    )

    def board(self, spec: Any) -> Layout | AnyLayout:
        return AnyLayout() if spec is None else load_layout(spec)

    def wall_clock(self, options: Mapping[str, Value]) -> bool:
        return options.get("clock") == "real"

    def board_warnings(self, data: Any) -> list[str]:
        from .board.warnings import warnings

        return warnings(data)

    def board_maker(self) -> BoardMaker:
        from .board.maker import LayoutMaker

        return LayoutMaker()

    def board_names(self, data: Any) -> Mapping[str, str]:
        return records(data, "cities") | records(data, "links", "a", "b") | records(data, "links", "b", "a")

    def board_schema(self) -> Mapping[str, Any]:
        return schema()

    def page_board(self, board: Layout) -> dict[str, Any]:
        from .drawing.page_data import page_board

        return page_board(self, board)

    def picture(self, board: Layout) -> str:
        from .drawing.page_data import picture

        return picture(self, board)

    def print_parts(self, board: Layout | AnyLayout, order: PrintOrder) -> Sequence[PrintPart]:
        from .printing.parts import print_parts

        return print_parts(self, board, order)

    def statistics(self, match: Match) -> dict[str, Any]:
        from .match_statistics import statistics

        assert isinstance(match, TimedMatch)
        return statistics(match)

    def review(self, match: Match) -> TimedReview | None:
        from .review import review

        assert isinstance(match, TimedMatch)
        return review(match)

    def bots(self) -> Mapping[str, type[Bot]]:
        from .bot.partners import PARTNERS

        return PARTNERS

    def crew(self, match: TimedMatch, bots: Mapping[int, Bot]) -> Crew:
        from .bot.partners import crew

        return crew(match, bots)

    def bench(self, setting: Setting, rate: Callable[[Callable[[], int]], float]) -> dict[str, Any]:
        from .bot.measure import bench

        return bench(setting, rate)

    def parts(self, setting: Setting) -> Iterable[Part]:
        from .env import parts

        return parts(setting)

    def board_graph(self, setting: Setting) -> BoardGraph:
        from .env import board_graph

        return board_graph(setting)

    def verbs(self, setting: Setting) -> Iterable[Verb]:
        from .env import verbs

        return verbs(setting)

    def possible_actions(self, setting: Setting) -> Iterable[int]:
        from .env import possible_actions

        return possible_actions(setting)

    def study(self, request: StudyRequest) -> StudyPlan:
        from .study import plan_study

        return plan_study(self, request)

    def commands(self, subparsers: Any) -> None:
        from .commands import arguments

        arguments(subparsers)

    def invariants(self, s: State, b: BoardArrays) -> list[str]:
        number = self.rules.broken_invariant(s, b)
        return [BROKEN[number]] if number else []

    def limit_boards(self) -> Iterable[Any]:
        from .board.limits import limit_boards

        return limit_boards()

    def clause_applies(self, clause: str, setting: Setting) -> bool:
        from .text.modes import applies

        return applies(clause, setting.options)

    def play_at_terminal(self, request: TerminalRequest) -> bool:
        from .terminal.live import play_request

        play_request(self, request)
        return True

    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> RailPassSetting:
        layout = for_players(seats) if isinstance(board, AnyLayout) else board
        if not isinstance(layout, Layout):
            raise BadFile("a layout is named, read from a file or given as data")
        return RailPassSetting(self, options, layout, seats)


RAIL_PASS = RailPass()
