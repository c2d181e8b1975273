"""Santa Fe Rails and Santa Fe as the table, the bots and the environments know them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from goldenspike.engine.board_places import records
from goldenspike.engine.errors import BadFile, BadOption, IllegalAction, Refusal
from goldenspike.engine.game import Game, Item, Result, Setting, Value
from goldenspike.engine.search import SearchParameters
from goldenspike.engine.values import load_values
from goldenspike.engine.words import ON_PAPER, read_words

from .benchmarks import TASKS_1992, TASKS_2002
from .board.load import BUILT_IN, Board
from .board.load import load as load_board
from .board.numbers import fill_board
from .bot import arrivals, evaluation, likely_hands, outlook, policy, seat_features
from .bot.parameters import PARAMETERS
from .options import OPTIONS_1992, OPTIONS_2002, PRESETS_1992, PRESETS_2002
from .rules import (
    card_by_card,
    draw,
    exchange,
    growth,
    information,
    laying_turn,
    observation,
    play,
    rounds,
    scoring,
    setup,
    state,
    track,
)
from .rules.state import (
    DOUBLE_PLAY,
    DRAW_DECK,
    EXCHANGE,
    MAJORS,
    NONE,
    ON_TABLE,
    PLAY,
    RAILS,
    SF1992,
    SFR2002,
    SHORT_CARD,
    BoardArrays,
    State,
)
from .text.action_data import to_data, to_text
from .text.notation import Ambiguous, Notation
from .text.position import position
from .text.position_reader import Reader
from .text.refusals import REASONS, clause_for
from .text.view import PHASES, SEAT_NAMES, cards_at, own, view
from .text.view import REASONS as END_REASONS

if TYPE_CHECKING:
    from goldenspike.engine.board_maker import BoardMaker
    from goldenspike.engine.env_fields import BoardGraph, Part, Verb
    from goldenspike.engine.print_and_play import PrintOrder, PrintPart
    from goldenspike.engine.study import Watch

PACKAGE = "goldenspike.games.santa_fe"
MODULES = (
    state, track, growth, draw, exchange, play, laying_turn, setup, scoring, rounds, information, observation, policy,
    evaluation, arrivals, seat_features,
)  # fmt: skip
INLINE = tuple(name for module in MODULES for name in getattr(module, "INLINE", ()))  # short, in hot places


class SantaFeSetting(Setting):
    """Either edition on one board."""

    game: SantaFe
    board: Board
    b: BoardArrays
    expected = outlook.expected
    likely_held = likely_hands.likely_held

    def __init__(self, game: SantaFe, options: Mapping[str, Value], board: Board, seats: int) -> None:
        super().__init__(game, options, board, seats)
        self.notation = Notation(board, self.b, self.rules)
        first = self.options["first"]
        if first in SEAT_NAMES and SEAT_NAMES.index(str(first)) >= seats:
            raise BadOption(f"there is no seat {first} in a game of {seats}")
        needed = seats * (self.b.values.hand - self.b.values.own_doubles)
        if self.b.card_total < needed:
            raise BadOption(f"board {board.id} has {self.b.card_total} City cards; {seats} players need {needed}")

    def fill_board(self, b: BoardArrays) -> None:
        fill_board(b, self.board, self.game.edition, arrows=self.options["arrows"] is True)

    def parse(self, s: State, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        try:
            return (self.notation.read(s, seat, text, replay),)
        except Ambiguous as ambiguous:
            raise IllegalAction(self.refused(ambiguous.reason)) from None

    def write(self, s: State, seat: int, action: int) -> str:
        return self.notation.write(s, seat, action)

    to_data = staticmethod(to_data)
    to_text = staticmethod(to_text)

    def entry(self, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
        text = self.notation.write(before, seat, actions[0])
        drawn: list[str] = []
        if actions[0] == DRAW_DECK:
            drawn = self._gained(before, after, seat, [])
        elif EXCHANGE < actions[0] < EXCHANGE + 32:
            drawn = self._gained(before, after, seat, self.notation.exchanged(before, seat, actions[0]))
            text += " "
        return f"{text}={' '.join(drawn)}" if drawn else text.strip()

    def _gained(self, before: State, after: State, seat: int, given: Sequence[str]) -> list[str]:
        """Which City cards came, in the order in which they lay in the deck."""
        had = Counter(self.notation.cities[c] for c in before.hand[seat][: before.held[seat]])
        has = Counter(self.notation.cities[c] for c in after.hand[seat][: after.held[seat]])
        count = (has - (had - Counter(given))).total()
        return [self.notation.cities[card] for card in self.notation.coming(before, count)]

    def public(self, line: str, revealed: bool = True) -> str:
        seat, _, text = line.partition(": ")
        if text.startswith("draw deck"):
            return f"{seat}: draw deck"
        if text.startswith("exchange"):
            return f"{seat}: exchange {len(text.partition('=')[0].split()) - 1}"
        if text.startswith("play") and not revealed:
            return f"{seat}: play ?"
        return line

    def sealed(self, s: State) -> int:
        """Cards that were chosen but lie face down until all have chosen."""
        return sum(chosen != 0 for chosen in s.committed)

    def refused(self, reason: int) -> Refusal:
        code = REASONS[reason][0]
        clause = clause_for(reason, self.game.edition, self.options)
        return Refusal(code, clause, self.sentences.get(clause, clause))

    @cached_property
    def sentences(self) -> Mapping[str, str]:
        """The clauses of the rulebook; a variant may have a rulebook of its own."""
        return self.game.clauses()

    def view(self, s: State, seat: int | None) -> dict[str, Any]:
        return view(s, self.notation, seat)

    def own(self, s: State, seat: int) -> dict[str, Any]:
        return own(s, self.notation, seat)

    def position(self, s: State) -> dict[str, Any]:
        return position(s, self.notation)

    def from_position(self, position: Mapping[str, Any]) -> State:
        try:
            return Reader(self.notation, self.seats, position).read()
        except RecursionError:
            raise BadFile("position: nested too deeply") from None

    # ------------------------------------------------------------ the end
    def result(self, s: State) -> Result:
        out = [0] * 8
        winners = self.rules.score(s, self.b, out)
        sheet = [self._sheet(s, cards_at(s, self.notation, ON_TABLE + seat), s.money[seat]) for seat in range(s.seats)]
        notes = [f"played with {self.values_text}"] if self.other_values else []
        if s.seats == 2 and s.edition == SFR2002:
            third = [card for card in s.dummy[: s.dummy_size] if card < SHORT_CARD]
            sheet.append(self._sheet(s, [self.notation.cities[card] for card in third], None))
            notes.append(f"the third player has {out[2]} points")
            notes += [
                f"{self.notation.card(c)} lay with the third player" for c in s.dummy[: s.dummy_size] if c >= SHORT_CARD
            ]
        return Result(
            points=tuple(out[: s.seats]),
            winners=tuple(seat for seat in range(s.seats) if winners >> seat & 1),
            reason=END_REASONS[s.ended],
            sheet=tuple(sheet),
            notes=tuple(notes),
        )

    def _sheet(self, s: State, cities: Sequence[str], money: int | None) -> tuple[Item, ...]:
        """Money, then card by card: value, count, product (SF-SCORE-02)."""
        items = [] if money is None else [Item("money", money, f"${money}")]
        for name in cities:
            city = self.notation.index[name]
            value = s.marker[city] or self.b.value[city]
            count = self.rules.counted(s, self.b, city)
            boom = " (boomtown)" if s.marker[city] else ""
            items.append(Item(self.board.cities[city].name, value * count, f"{value}{boom} x {count}"))
        return tuple(items)

    # ------------------------------------------------------------ what happened
    def events(self, before: State, after: State, seat: int, actions: Sequence[int]) -> list[str]:
        found = []
        for rail in range(MAJORS, RAILS):
            if after.available[rail] and not before.available[rail]:
                found.append(f"! short {self.notation.rails[rail]}")
        if PHASES[before.phase] == "play" and PHASES[after.phase] != "play":
            found.append("! reveal")
        if after.dummy_size > before.dummy_size:
            found.append("! dummy")
        if after.round_no > before.round_no:
            if after.first != before.first:
                found.append(f"! train {SEAT_NAMES[after.first]}")
            found.append(f"== R{after.round_no} first={SEAT_NAMES[after.first]}")
        if after.ended and not before.ended:
            by = "" if after.ended_by == NONE else f" {SEAT_NAMES[after.ended_by]}"
            found.append(f"! end {END_REASONS[after.ended]}{by}")
        return found

    def opening(self, s: State) -> list[str]:
        values = [f"! values {self.values_text}"] if self.other_values else []
        return [*values, f"== R{s.round_no} first={SEAT_NAMES[s.first]}"]

    def remark(self, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
        """Of a lay: pieces and city reached, terrain paid, bonus earned; of anything else: money paid."""
        action = actions[0]
        if not self.b.lay_base <= action < self.b.nowhere_base:
            money = after.money[seat] - before.money[seat]
            return f"{{{money:+d}}}" if money else ""
        rail, way = self.rules.rank_rail(self.rules.lay_rank(self.b, action)), self.rules.lay_way(self.b, action)
        line, end = divmod(way, 2)
        parts = [f"{after.filled[line]}/{self.b.length[line]}"]
        cost = self.rules.terrain_cost(before, self.b, seat, way)
        if cost:
            parts.append(f"-{cost}")
        if after.filled[line] == self.b.length[line]:
            city = self.b.ends[line][1 - end]
            parts[0] += f" {self.notation.cities[city]}"
            earned = after.money[seat] - before.money[seat] + cost
            bonuses = (
                self.rules.connection_bonus(before, self.b, city),
                self.rules.special_bonus(before, self.b, rail, city),
            )
            if earned:
                times = " x2" if before.card[seat] == DOUBLE_PLAY else ""
                parts.append(" ".join(f"+{bonus}" for bonus in bonuses if bonus) + f"{times} = ${earned}")
        return " ".join(f"{{{part}}}" for part in parts)

    def revealed(self, before: State, after: State, seat: int, actions: Sequence[int]) -> bool:
        """Cards from the deck, an exchange, plays turned up, or the end: none of it can be unseen."""
        return (
            EXCHANGE < actions[0] < EXCHANGE + 32
            or before.deck_size != after.deck_size
            or before.dummy_size != after.dummy_size
            or before.chance != after.chance
            or (before.phase == PLAY and after.phase != PLAY)
            or after.ended != before.ended
        )

    def effects(self, before: State, after: State, seat: int, actions: Sequence[int]) -> dict[str, Any]:
        """Money that came or went by seat; of a lay also the pieces on the line and the city it reached."""
        note = self.remark(before, after, seat, actions)
        data: dict[str, Any] = {"note": note} if note else {}
        if before.money != after.money:
            data["gains"] = {
                SEAT_NAMES[p]: after.money[p] - before.money[p]
                for p in range(after.seats)
                if after.money[p] != before.money[p]
            }
        action = actions[0]
        if self.b.lay_base <= action < self.b.nowhere_base:
            way = self.rules.lay_way(self.b, action)
            line, end = divmod(way, 2)
            data["on"] = self.notation.line_ids[line]
            data["filled"] = [after.filled[line], self.b.length[line]]
            if after.filled[line] == self.b.length[line]:
                data["reached"] = self.notation.cities[self.b.ends[line][1 - end]]
            cost = self.rules.terrain_cost(before, self.b, seat, way)
            if cost:
                data["cost"] = cost
        return data

    # ------------------------------------------------------------ pictures
    def svg(self, s: State, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        from .drawing.board import draw as draw_board

        title = f"{self.game.title} with {self.values_text}" if self.other_values else self.game.title
        return draw_board(self.board, self.view(s, seat), legal=legal, title=title)

    def text(self, s: State, seat: int | None = None) -> str:
        from .drawing.terminal import picture

        return picture(self, s, seat)

    def screen(self, s: State, seat: int | None = None) -> Any:
        from .drawing.terminal import screen

        return screen(self, s, seat)

    def question(self, s: State, seat: int) -> str:
        from .drawing.terminal import question

        return question(self, s, seat)

    def worth(self, s: State, name: str) -> int:
        """What a played card of this city counts as the map stands."""
        return int(self.rules.city_worth(s, self.b, self.notation.index[name]))


class SantaFe(Game):
    """What both editions share."""

    seats = range(2, 6)
    seat_names = SEAT_NAMES
    rules_version = "2"
    edition: int = SFR2002

    state = State
    tables = BoardArrays
    modules = MODULES
    card_by_card = (card_by_card,)
    inline = INLINE
    most_legal = 4096
    boards = tuple(BUILT_IN)
    points = (-1000, 10_000)
    longest = 4000
    features = seat_features.NAMES

    def board(self, spec: Any) -> Board:
        board = load_board(spec)
        known = {value.name for value in self.values}
        if board.values.keys() <= known:
            return board
        # A board may set values of both editions: each takes its own.
        return replace(board, values={name: value for name, value in board.values.items() if name in known})

    def board_warnings(self, data: Any) -> list[str]:
        from .board.check import warnings

        return warnings(data)

    def board_maker(self) -> BoardMaker:
        from .board.maker import MapMaker

        return MapMaker()

    def board_names(self, data: Any) -> Mapping[str, str]:
        return records(data, "railroads") | records(data, "lines") | records(data, "cities")

    def board_schema(self) -> Mapping[str, Any]:
        from .board.check import schema

        return schema()

    def page_board(self, board: Board) -> dict[str, Any]:
        from .drawing.page_data import page_board

        return page_board(self, board)

    def picture(self, board: Board) -> str:
        from .drawing.page_data import picture

        return picture(self, board)

    def print_parts(self, board: Board, order: PrintOrder) -> Sequence[PrintPart]:
        from .printing.parts import print_parts

        return print_parts(self, board, order)

    print_words = cached_property(lambda self: read_words(SantaFeRails, ON_PAPER))  # of both editions

    def search(self, style: str) -> SearchParameters:
        return PARAMETERS[style]

    def parts(self, setting: Setting) -> Iterable[Part]:
        from .env import parts

        return parts(setting)

    unseen_fields = ("deck", "dummy", "committed")
    hidden_fields = ("chance", "hand", "committed", "deck", "dummy", "gone")

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
        from .study import SantaFeWatch

        return SantaFeWatch(setting)

    def invariants(self, s: State, b: BoardArrays) -> list[str]:
        from .rules.invariants import broken
        from .text.broken_invariants import BROKEN

        fault = broken(s, b)
        return [] if fault == 0 else [BROKEN[fault]]

    def limit_boards(self) -> Iterable[Any]:
        from .board.limits import limit_boards

        return limit_boards()

    def clause_applies(self, clause: str, setting: Setting) -> bool:
        from .text.modes import applies

        return applies(clause, setting, self.edition == SFR2002)

    def score_part(self, item: Item) -> str:
        return "money" if item.what == "money" else "cities"

    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> SantaFeSetting:
        return SantaFeSetting(self, options, board, seats)


class SantaFeRails(SantaFe):
    name = "santa-fe-rails"
    title = "Santa Fe Rails"
    year = 2002
    about = "Cards in hand, nine railroads that nobody owns, short lines, boomtowns."
    options = OPTIONS_2002
    benchmarks = TASKS_2002
    values = load_values(PACKAGE, "values_2002.json")
    presets = PRESETS_2002


class SantaFe1992(SantaFe):
    name = "santa-fe"
    title = "Santa Fe"
    year = 1992
    about = "The original: five cards, five railroads, your own Double; engineers and bought track as options."
    options = OPTIONS_1992
    benchmarks = TASKS_1992
    values = load_values(PACKAGE, "values_1992.json")
    presets = PRESETS_1992
    edition = SF1992


SANTA_FE_RAILS = SantaFeRails()
SANTA_FE = SantaFe1992()
