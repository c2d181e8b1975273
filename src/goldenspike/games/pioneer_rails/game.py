"""Pioneer Rails as the table, the bots and the environments know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadFile, BadOption, IllegalAction, Refusal, sentences
from goldenspike.engine.game import Game, Item, Result, Setting, Value
from goldenspike.engine.stepped_match import SteppedMatch, SteppedSetting
from goldenspike.engine.values import as_option

from .benchmarks import TASKS
from .board.load import BUILT_IN, Sheet, rule_values, schema
from .board.load import goals as goal_cards
from .board.load import load as load_sheet
from .board.numbers import fill_board
from .bot import outlook
from .bot.parameters import PARAMETERS
from .options import OPTIONS, PRESETS
from .rule_modules import CARD_BY_CARD, RULE_MODULES, TINY_RULES
from .rules.state import (
    ABSENT,
    BANK_SQUARE,
    BANKS,
    COMMITTED,
    DEAL,
    FACE_DOWN,
    FACE_UP,
    GOAL_SLOTS,
    NONE,
    OVER,
    REMOVED,
    SEATS,
    TURN,
    TURNS,
    WAIT_OTHERS,
    BoardArrays,
    State,
)
from .text.names import Refused
from .text.notation import Notation
from .text.position import position
from .text.position_reader import PositionReader
from .text.refusals import Mode, code_and_clause
from .text.view import SEAT_NAMES, hand_words, score_words, view

if TYPE_CHECKING:
    from goldenspike.engine.board_maker import BoardMaker
    from goldenspike.engine.env_fields import BoardGraph, Part, Verb
    from goldenspike.engine.learner import Learner
    from goldenspike.engine.print_and_play import PrintOrder, PrintPart
    from goldenspike.engine.search import Searcher, SearchParameters
    from goldenspike.engine.simulation import SimulationRequest
    from goldenspike.engine.study import Watch

PACKAGE = "goldenspike.games.pioneer_rails"

ITEMS = (("gold", "gold nuggets"), ("banks", "banks"), ("jails", "jails"), ("escaped", "escaped bandits"),
    ("forts", "forts"), ("ranches", "ranches"), ("yards", "rail yards"), ("towns", "towns"), ("goals", "goals"),
    ("hands", "poker hands"))  # fmt: skip


class PioneerSetting(SteppedSetting):
    """One sheet, one choice of options."""

    game: PioneerRails
    board: Sheet
    b: BoardArrays
    expected = outlook.expected

    def __init__(self, game: PioneerRails, options: Mapping[str, Value], board: Sheet, seats: int) -> None:
        super().__init__(game, options, board, seats)
        self.notation = Notation(board, self.b, self.rules)
        dealer = 1 < seats < int(self.options["many_threshold"])
        self.mode = Mode(
            seats, dealer, board.forest, self.options["owners"] is True, self.options["town_same_turn"] is True
        )
        first = self.options["first_dealer"]
        if first in SEAT_NAMES and SEAT_NAMES.index(str(first)) >= seats:
            raise BadOption(f"there is no seat {first} in a game of {seats}")

    def fill_board(self, b: BoardArrays) -> None:
        fill_board(b, self.board)

    @cached_property
    def printed(self) -> Sheet:
        """The sheet as it is drawn: rows by the values of this match."""
        row: Any = self.values
        rows = replace(self.board.rows, goal=row["goal"], poker=row["poker"])
        if self.board.forest:
            rows = replace(rows, fort_side=row["fort_side"])
        else:
            rows = replace(rows, bank=row["bank"], nuggets_per_bank=row["nuggets_per_bank"])
        if rows == self.board.rows and not self.other_values:
            return self.board
        name = f"{self.board.name} (other values)" if self.other_values else self.board.name
        return replace(self.board, rows=rows, name=name)

    # ------------------------------------------------------------ turns in private steps
    waits = WAIT_OTHERS
    open_choice_alone = "the Dealer takes a card for all to see before anybody writes a turn"

    def drop_turn(self, s: State, seat: int) -> None:
        self.rules.drop_turn(s, self.b, seat)

    def committed(self, s: State, seat: int) -> bool:
        return s.stage[seat] == COMMITTED

    def turn_key(self, s: State) -> tuple[int, int, int]:
        return s.round_no, s.turn_no, s.phase

    def open_choice(self, s: State) -> bool:
        return s.phase == DEAL

    # ------------------------------------------------------------ notation
    def parse(self, s: State, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        try:
            return self.notation.read(s, seat, text)
        except Refused as refused:
            raise IllegalAction(self.refused(refused.reason)) from None

    def write(self, s: State, seat: int, action: int) -> str:
        return self.notation.write(s, seat, action)

    def entry(self, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
        if before.phase == DEAL:
            return self.notation.write(before, seat, actions[0])
        return self.notation.turn(before, seat, actions)

    def public(self, line: str, revealed: bool = True) -> str:
        seat, _, text = line.partition(": ")
        if revealed or text.startswith("take "):
            return line
        return f"{seat}: turn ?"

    def refused(self, reason: int) -> Refusal:
        code, clause = code_and_clause(reason, self.mode)
        try:
            sentence = sentences(PACKAGE).get(clause, clause)
        except FileNotFoundError:
            sentence = clause
        return Refusal(code, clause, sentence)

    # ------------------------------------------------------------ positions
    def view(self, s: State, seat: int | None) -> dict[str, Any]:
        words = view(s, self.notation, seat)
        if self.other_values:
            words["values"] = {name: as_option(value) for name, value in self.other_values.items()}
        return words

    def position(self, s: State) -> dict[str, Any]:
        return position(s, self.notation)

    def from_position(self, position: Mapping[str, Any]) -> State:
        try:
            return PositionReader(self.notation, self.seats, position).read()
        except RecursionError:
            raise BadFile("position: nested too deeply") from None

    # ------------------------------------------------------------ the end
    def result(self, s: State) -> Result:
        out = [0] * SEATS
        mask = self.rules.score(s, self.b, out)
        notes = [f"played with other values: {self.values_text}"] if self.other_values else []
        if s.seats == 1:
            aim = "reached" if s.solo_beat else "beaten"
            notes.append(f"the target {self.rules.target(s, self.b)} was {'' if mask else 'not '}{aim}")
        return Result(
            points=tuple(out[: s.seats]),
            winners=tuple(seat for seat in range(s.seats) if mask >> seat & 1),
            reason="four rounds",
            sheet=tuple(self._sheet(s, seat) for seat in range(s.seats)),
            notes=tuple(notes),
        )

    def _sheet(self, s: State, seat: int) -> tuple[Item, ...]:
        """The score area item by item (PR-SCORE-01, -06)."""
        b, score = self.b, score_words(s, self.notation, seat)
        details = {
            "banks": " + ".join(
                f"{s.area[seat][BANK_SQUARE + k]}x{b.values.bank[k]}"
                for k in range(min(s.area[seat][BANKS], b.n_squares))
            ),
            "yards": f"{self.rules.network(s, b, seat)}x{self.rules.yard_factor(s, b, seat)}",
            "goals": " + ".join(str(points) for points in s.star[seat] if points),
            "hands": " + ".join(str(points) for points in s.box[seat]),
        }
        return tuple(Item(words, score[name], details.get(name, "")) for name, words in ITEMS if name in score)

    def target(self, s: State) -> int | None:
        """What a lone player must beat (PR-SOLO-11)."""
        return self.rules.target(s, self.b) if s.seats == 1 else None

    # ------------------------------------------------------------ what happened
    def opening(self, s: State) -> list[str]:
        """Sheet, goals, the owner and the first cards; a goal that lies face down is a question mark."""
        ids = [
            "?" if s.goal_face[k] == FACE_DOWN else goal_cards()[s.goal[k]]["id"]
            for k in range(GOAL_SLOTS)
            if s.goal_face[k] != ABSENT
        ]
        values = [f"values {self.values_text}"] if self.other_values else []
        lines = [f"sheet {self.board.id}", *values, f"goals {' '.join(ids)}"]
        if s.owner != NONE:
            lines.append(self.owner_line(s))
        return lines if s.phase == OVER else [*lines, self.deal_line(s)]

    def owner_line(self, s: State) -> str:
        return f"R{s.round_no} owner {s.owner + 1:02}"

    def deal_line(self, s: State) -> str:
        """The cards of a turn, as the record writes them."""
        at = f"R{s.round_no}T{s.turn_no}"
        if s.dealer != NONE:
            at += f" D={SEAT_NAMES[s.dealer]}"
        if self.rules.is_hand_turn(s):
            return f"{at} hand cards"
        burnt = "" if s.burnt == NONE else f" burn {self.notation.card(s.burnt)}"
        return f"{at}{burnt} deal {' '.join(self.notation.card(card) for card in s.shown if card != NONE)}"

    def events(self, before: State, after: State, seat: int, actions: Sequence[int]) -> list[str]:
        """Goals, then hands, then the token, the owner and the next cards (PR-END-01, -02)."""
        if (before.round_no, before.turn_no) == (after.round_no, after.turn_no) and before.phase != DEAL:
            if after.phase != OVER or before.phase == OVER:
                return []
        if before.phase == DEAL:
            return []
        found = []
        for k in range(GOAL_SLOTS):
            name = goal_cards()[after.goal[k]]["id"] if after.goal[k] != NONE else ""
            if before.goal_face[k] == FACE_UP and after.goal_face[k] == REMOVED:
                found.append(f"goal {name} removed")
            elif after.seats > 1 and k < 3:
                new = [
                    f"{SEAT_NAMES[p]}:{after.star[p][k]}"
                    for p in range(after.seats)
                    if after.star[p][k] and not before.star[p][k]
                ]
                found += [f"goal {name} {' '.join(new)}"] if new else []
        if before.turn_no == TURNS:
            r = before.round_no - 1
            for p in range(after.seats):
                found.append(f"hand R{r + 1} {SEAT_NAMES[p]} {''.join(hand_words(after, p)[r])} {after.box[p][r]}")
        if after.phase == OVER:
            return [*found, *(self.score_line(after, p) for p in range(after.seats))]
        if after.round_no != before.round_no:
            if after.owner != NONE:
                found.append(self.owner_line(after))
            for k in range(GOAL_SLOTS):
                if before.goal_face[k] != after.goal_face[k] == FACE_UP:
                    found.append(f"goal {goal_cards()[after.goal[k]]['id']} turned up")
        return [*found, self.deal_line(after)]

    def score_line(self, s: State, seat: int) -> str:
        score = score_words(s, self.notation, seat)
        parts = " ".join(f"{name}{points}" for name, points in score.items() if name != "total")
        return f"score {SEAT_NAMES[seat]} {parts} ={score['total']}"

    # ------------------------------------------------------------ pictures
    def svg(self, s: State, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        from .drawing.sheet import draw

        sheet = self.view(s, seat)["sheets"][seat or 0]
        tracks = [word.lstrip("+=#/") for word in legal if "|" in word or "^" in word or "*" in word[1:]]
        return draw(self.printed, sheet, legal=tracks)

    def text(self, s: State, seat: int | None = None) -> str:
        from .drawing.terminal import picture

        return picture(self, s, seat)

    def screen(self, s: State, seat: int | None = None) -> Any:
        from .drawing.terminal import screen

        return screen(self, s, seat)

    def sketch(self, s: State, seat: int) -> Any:
        from .drawing.terminal import sketch

        return sketch(self, s, seat)

    def question(self, s: State, seat: int) -> str:
        from .drawing.terminal import question

        return question(self, s, seat)

    def remark(self, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
        from .text.remarks import remark

        return remark(self, before, after, seat, actions)

    def revealed(self, before: State, after: State, seat: int, actions: Sequence[int]) -> bool:
        """A turn may be taken back while it lies face down, a Dealer's card until somebody acts on it (PR-FLOW-07)."""
        return before.phase != DEAL and (
            (before.round_no, before.turn_no, before.phase) != (after.round_no, after.turn_no, after.phase)
        )

    def sealed(self, s: State) -> int:
        """Turns that are complete but lie face down until the last one is (PR-FLOW-07)."""
        return sum(s.stage[seat] == COMMITTED for seat in range(s.seats)) if s.phase == TURN else 0


class PioneerRails(Game):
    """Pioneer Rails with all its modes."""

    name = "pioneer-rails"
    title = "Pioneer Rails"
    year = 2023
    seats = range(1, 9)
    about = "Poker hands and four railways on a sheet of hexes; everybody draws at the same time."
    options = OPTIONS
    values = rule_values()
    presets = PRESETS
    rules_version = "2"
    seat_names = SEAT_NAMES

    state = State
    tables = BoardArrays
    card_by_card = CARD_BY_CARD
    tiny_rules = TINY_RULES
    modules = RULE_MODULES
    entry_points = ("measure_games",)
    match = SteppedMatch
    most_legal = 8192
    boards = BUILT_IN
    benchmarks = TASKS
    env_seats = 1
    simultaneous = True
    table_seats = 2
    points = (-200, 6000)  # with the dearest rows and values
    longest = 20_000
    tuned = ("horizon", "narrow")

    def board(self, spec: Any) -> Sheet:
        return load_sheet("desert-a" if spec is None else spec)

    def board_warnings(self, data: Any) -> list[str]:
        from .board.check import warnings

        return warnings(data)

    def board_maker(self) -> BoardMaker:
        from .board.maker import SheetMaker

        return SheetMaker()

    def board_names(self, data: Any) -> Mapping[str, str]:
        from .board.check import place_names

        return place_names(data)

    def board_schema(self) -> Mapping[str, Any]:
        return schema()

    def page_board(self, board: Sheet) -> dict[str, Any]:
        from .drawing.page_data import page_board

        return page_board(self, board)

    def picture(self, board: Sheet) -> str:
        from .drawing.page_data import picture

        return picture(self, board)

    def printed(self, board: Sheet) -> str:
        from .drawing.sheet import draw

        return draw(board)

    def pdf(self, board: Sheet, paper: str, copies: int | None = None) -> bytes:
        from .drawing.page_data import pad

        return pad(self, board, paper, copies)

    def print_parts(self, board: Sheet, order: PrintOrder) -> Sequence[PrintPart]:
        from .printing.parts import print_parts

        return print_parts(self, board, order)

    def simulate(self, request: SimulationRequest) -> bool:
        from .commands import simulate_boards

        return simulate_boards(request)

    def search(self, style: str) -> SearchParameters:
        return PARAMETERS[style]

    def searcher(self) -> Searcher:
        return self.learner().searcher(None)

    def learner(self) -> Learner:
        from .bot.sheet_learner import SheetLearner

        return SheetLearner(self)

    def invariants(self, s: State, b: BoardArrays) -> list[str]:
        from .text.broken_invariants import problems

        return list(problems(s, b))

    def limit_boards(self) -> Iterable[Any]:
        from .board.limits import limit_boards

        return limit_boards()

    def clause_applies(self, clause: str, setting: Setting) -> bool:
        from .text.modes import applies

        return applies(clause, setting)

    def parts(self, setting: Setting) -> Iterable[Part]:
        from .env import parts

        return parts(setting)

    unseen_fields = ("deck", "goal", "owner_deck")

    def board_graph(self, setting: Setting) -> BoardGraph:
        from .env import board_graph

        return board_graph(setting)

    def verbs(self, setting: Setting) -> Iterable[Verb]:
        from .env import verbs

        return verbs(setting)

    def possible_actions(self, setting: Setting) -> Iterable[int]:
        from .env import possible_actions

        return possible_actions(setting)

    def watch(self, setting: Setting) -> Watch:
        from .study import PioneerWatch

        return PioneerWatch(setting)

    def commands(self, subparsers: Any) -> None:
        from .commands import arguments

        arguments(subparsers)

    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> PioneerSetting:
        return PioneerSetting(self, options, board, seats)


PIONEER_RAILS = PioneerRails()
