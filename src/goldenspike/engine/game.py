"""A game as everything else knows it: what it is called, how it is played, drawn, studied, and what bots know of it.

This is the whole contract between a game and the rest of the system. Members without a default must be defined; the
others are for games that want more than the general way.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from .benchmark import BenchmarkTask
from .board import Board
from .errors import BadOption, GoldenSpikeError, sentences_of
from .options import Option, Value, read_pairs, shown
from .rule_set import RuleSet
from .rulebook_picture import RulebookPicture, read_pictures
from .seeds import halves, read_seed
from .setting import Item, Result, Setting
from .state_record import Record
from .tiny import TinyGame, read_tiny
from .tutorial import Tutorial, read_tutorial
from .values import PREFIX, RuleValue, as_option, read_values
from .words import ON_PAPER, read_words

if TYPE_CHECKING:
    import argparse

    from .board_maker import BoardMaker
    from .bot import Bot
    from .compiled import CompiledRules
    from .crew import Crew
    from .env_fields import BoardGraph, Part, Verb
    from .learner import Learner
    from .match import Match
    from .match_review import TimedReview
    from .print_and_play import PrintOrder, PrintPart
    from .search import Searcher, SearchParameters
    from .simulation import SimulationRequest
    from .study import StudyPlan, StudyRequest, Watch
    from .terminal_request import TerminalRequest
    from .timed_match import TimedMatch


_RULEBOOK = re.compile(r"rulebook\.([a-z]{2})\.md")


class Game(ABC):
    """One game. A variant is a subclass: other values, another board, or a rule function replaced."""

    # ------------------------------------------------------------ what it is
    name: str  # as people type it: lower case, words joined by hyphens
    title: str  # as people read it
    year: int  # when it was published
    seats: range  # numbers of players, such as range(2, 5)
    about: str  # one line for lists of games
    rules_version: str = "1"  # raised when a ruling changes; see Option.since
    options: tuple[Option, ...] = ()  # choices before a match; the rules read them as fields of b.options
    values: tuple[RuleValue, ...] = ()  # numbers of the rulebook that may be changed; fields of b.values
    presets: Mapping[str, Mapping[str, Value]] = {}  # options that go together, by name
    seat_names: tuple[str, ...] = ("A", "B", "C", "D", "E", "F", "G", "H")  # in notation, one for each seat
    team: bool = False  # everybody wins or loses together
    starts: tuple[str, ...] = ()  # presets to choose from whenever a game is begun; the first is for newcomers

    # ------------------------------------------------------------ the rules, for the compiler
    state: type[Record]  # the position; has a field ``chance: i8(4)``
    tables: type[Record]  # the board's record; with options it has a nested record ``options``, with values ``values``
    modules: tuple[ModuleType, ...]  # where the rule functions are
    most_legal: int  # no seat ever has more legal actions than this
    inline: tuple[str, ...] = ()  # short rule functions in hot places, compiled into their callers
    entry_points: tuple[str, ...] = ()  # rule functions that Python calls in their compiled form
    called_by_name: tuple[tuple[str, str], ...] = ()  # large functions compiled once; see rule_set.CALLED_BY_NAME
    replaced: tuple[ModuleType, ...] = ()  # of a variant: its functions take the place of others of the same name
    match: type[Match] | None = None  # how a match of it proceeds, where that is not by single actions

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickled by name; loading looks the game up in its module."""
        around = vars(sys.modules[type(self).__module__])
        return next((name for name, value in around.items() if value is self), None) or (type(self), ())

    # ------------------------------------------------------------ boards
    boards: tuple[str, ...] = ()  # built-in boards by name, the usual one first

    @abstractmethod
    def board(self, spec: Any) -> Board:
        """A board by name, from a file or from data; without any, the usual one."""

    def board_problems(self, data: Any) -> list[str]:
        """Everything wrong with a board given as data, in sentences."""
        try:
            self.board(data)
        except GoldenSpikeError as error:
            return list(getattr(error, "problems", ())) or [str(error)]
        return []

    def board_warnings(self, data: Any) -> list[str]:
        """What the designer of a board should look at, in sentences; empty for data that is no playable board.

        It is shown wherever a board is checked: on the command line, on the page, in studies.
        """
        return []

    def board_names(self, data: Any) -> Mapping[str, str]:
        """What its checker calls the things on a board given as data, and where they stand in the file.

        Names and JSON pointers, as in ``{"CHI": "/cities/0"}``, also of a board that has mistakes. By them an editor
        marks the place that a problem or a warning speaks of.
        """
        return {}

    def board_schema(self) -> Mapping[str, Any] | None:
        """The JSON Schema of its board files: by it, a file that belongs to another game is recognised.

        Its ``title`` says what such a file is, as in "A board for Milk Run".
        """
        return None

    def board_maker(self) -> BoardMaker | None:
        """Makes boards by chance and by small changes, for ``goldenspike board generate``; None where nothing can."""
        return None

    @abstractmethod
    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> Setting:
        """Everything that stays the same during a match."""

    # ------------------------------------------------------------ words and pictures
    page: Traversable | None = None  # a page module of its own, built

    @property
    def shown_as(self) -> tuple[str, ...]:
        """Games whose page can show this one: itself, then the games it is a variant of.

        Without a page for any of them the plain page shows the game. A variant that the page of its parent cannot show
        names itself alone.
        """
        named = [vars(cls).get("name") for cls in type(self).__mro__]
        return tuple(dict.fromkeys(name for name in named if isinstance(name, str)))

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """By language, what the page calls things: ``about``, ``option.NAME``, ``option.NAME.about``,
        ``option.NAME.choice.VALUE``, ``preset.NAME``, ``bot.NAME``.

        They are in files of the game's package, ``words/<name>.<language>.json``. A variant has the words of the game
        it is derived from, and its own over them.
        """
        return read_words(type(self))

    def rulebook(self, language: str) -> str | None:
        """The rulebook as Markdown with clause anchors, or None where there is none in that language."""
        return self._text(f"rulebook.{language}.md")

    def languages(self) -> tuple[str, ...]:
        """The languages the rulebook is written in, found by its files; English first."""
        names = (_RULEBOOK.fullmatch(file.name) for folder in self._folders() for file in folder.iterdir())
        return tuple(sorted({name[1] for name in names if name}, key=lambda language: (language != "en", language)))

    def clauses(self, language: str = "en") -> Mapping[str, str]:
        """The sentence of every clause; in English where there is no rulebook in that language."""
        return sentences_of(self.rulebook(language) or self.rulebook("en") or "")

    @cached_property
    def rulebook_pictures(self) -> Mapping[str, RulebookPicture]:
        """Pictures that the rulebook shows, by name: positions in ``pictures/<name>.json`` of the game's package, and
        what ``goldenspike pictures`` made of them. A variant has those of the game it is derived from.
        """
        return read_pictures(self._folders())

    @cached_property
    def tutorial(self) -> Tutorial | None:
        """Prepared positions in which a newcomer learns the game by playing; None where there are none.

        It is in files of the game's package: ``tutorial/<name>.json``, and ``tutorial/<name>.<language>.json`` with its
        sentences. A variant has no tutorial until it brings its own.
        """
        return read_tutorial(self)

    def page_board(self, board: Any) -> dict[str, Any]:
        """A board as data for the game's page."""
        return {}

    def picture(self, board: Any) -> str:
        """An empty board as SVG."""
        seats = board.players[0] if board.players else self.usual_seats
        setting = self.setting(self.read_options({}), board, seats)
        return setting.svg(self.start(setting))

    def printed(self, board: Any) -> str | None:
        """An empty board as people see it on paper, as SVG; None for the position before the first move."""
        return None

    def pdf(self, board: Any, paper: str, copies: int | None = None) -> bytes | None:
        """A board to print, so many times or as often as people usually need it; None to print its picture only."""
        return None

    def print_parts(self, board: Any, order: PrintOrder) -> Sequence[PrintPart] | None:
        """What somebody prints to play at a real table, part by part: boards, cards, pieces, score pads, player aids.

        None prints the picture of the board. The rulebook is added to whatever a game prints.
        """
        return None

    @cached_property
    def print_words(self) -> Mapping[str, Mapping[str, str]]:
        """By language, what stands on printed parts: files like those of ``words``, in the folder ``print_words``."""
        return read_words(type(self), ON_PAPER)

    def statistics(self, match: Match) -> dict[str, Any]:
        """What a finished match was like, beyond its result."""
        return {}

    def review(self, match: Match) -> TimedReview | None:
        """What a finished match in real time teaches: who waited for whom, and the time nobody can beat.

        Matches in turns are reviewed by playing them on; they need nothing of this.
        """
        return None

    # ------------------------------------------------------------ bots
    def bots(self) -> Mapping[str, type[Bot]] | None:
        """Bots of the game's own by name, weakest first; None for the usual levels."""
        return None

    no_arena: str = ""  # why bots of this game cannot meet in the arena, and what to do instead

    def search(self, style: str) -> SearchParameters | None:
        """The search parameters that were found best for a style (flat or deep); None for the usual ones."""
        return None

    features: tuple[str, ...] = ()  # what the rule function of this name counts, by name; empty: nothing is learned

    def learned(self) -> str | None:
        """The learned value that comes with the game: the file ``learned/<name>.json`` of its package, if there is one.

        A variant has that of the game it is derived from, until it brings its own.
        """
        found = (self._text(f"learned/{name}.json") for name in self.shown_as)
        return next((text for text in found if text is not None), None)

    def learner(self) -> Learner | None:
        """What learns a network for the search of the game's own (``searcher``); None where a tree learns a value."""
        return None

    searched: bool = True  # False where looking ahead action by action makes no sense, as in real time
    tuned: tuple[str, ...] | None = None  # search parameters that tuning may vary; None for all

    def searcher(self) -> Searcher | None:
        """A search of the game's own; None for the general tree search."""
        return None

    def crew(self, match: TimedMatch, bots: Mapping[int, Bot]) -> Crew:
        """Bots around a match with a clock; only games in real time have one."""
        raise TypeError(f"{self.name} is not played in real time")

    def bench(self, setting: Setting, rate: Callable[[Callable[[], int]], float]) -> dict[str, Any]:
        """Figures of the game's own for ``goldenspike bench``; ``rate`` measures calls per second."""
        return {}

    # ------------------------------------------------------------ environments
    simultaneous: bool = False  # does everybody decide at the same time, most of the time?
    secrets: bool = True  # does anybody know something that others do not?
    env_seats: int = 3  # players in environments unless somebody says otherwise
    table_seats: int = 3  # players in the tables of the documentation
    env_options: Mapping[str, object] = {}  # options that research usually wants, unlike people at a table
    points: tuple[int, int] = (-1000, 10_000)  # no score is ever outside
    longest: int = 10_000  # no game has more decisions
    card_by_card: tuple[ModuleType, ...] = ()  # where chance is explicit: functions in the place of those that shuffle
    tiny_rules: tuple[ModuleType, ...] = ()  # of the tiny form: functions that make the game shorter than data can

    @cached_property
    def tiny(self) -> TinyGame | None:
        """A form of the game that can be solved exactly, from the file ``tiny/<name>.json`` of its package, or None."""
        return read_tiny(self)

    def parts(self, setting: Setting) -> Iterable[Part]:
        """The parts of an observation in their order; here one part of whatever ``observe`` fills."""
        from .env_fields import observed

        return observed(setting)

    def verbs(self, setting: Setting) -> Iterable[Verb]:
        """The ranges of action numbers in their order; together they are all numbers from 0."""
        from .env_fields import Verb

        return (Verb(0, self.most_legal, "action", "any action"),)

    def board_graph(self, setting: Setting) -> BoardGraph | None:
        """The board as nodes and edges, to which parts of an observation belong; None where there is no such thing."""
        return None

    unseen_fields: tuple[str, ...] | None = None  # fields of the record that no seat sees, as a deck; None: not known
    # The only fields in which ``hide`` changes anything: packed observations of batches are then made without copies.
    hidden_fields: tuple[str, ...] | None = None

    def possible_actions(self, setting: Setting) -> Iterable[int]:
        """The action numbers that may be legal at some time with this board, these options and values; here all."""
        from .env_fields import action_count

        return range(action_count(setting))

    benchmarks: tuple[BenchmarkTask, ...] = ()  # fixed tasks for goldenspike benchmark

    # ------------------------------------------------------------ studies
    def watch(self, setting: Setting) -> Watch | None:
        """Which places of a board are used and what they are worth, for studies; None for general figures only."""
        return None

    study_limits: Mapping[str, tuple[float | None, float | None]] = {}  # by measure: what good boards keep to

    def score_part(self, item: Item) -> str:
        """Under which heading a line of the score sheet is counted in studies."""
        return item.what

    def simulate(self, request: SimulationRequest) -> bool:
        """Let bots play on boards and print the figures in the game's own way; False leaves it to the general one."""
        return False

    def study(self, request: StudyRequest) -> StudyPlan | None:
        """A study in the game's own way; None leaves it to the general one."""
        return None

    # ------------------------------------------------------------ command line and terminal
    def commands(self, subparsers: argparse._SubParsersAction[Any]) -> None:
        """Commands of the game's own."""
        return None

    def play_at_terminal(self, request: TerminalRequest) -> bool:
        """Play at the terminal in the game's own way; False leaves it to the general one."""
        return False

    # ------------------------------------------------------------ checks: goldenspike check-game
    short_options: Mapping[str, object] = {}  # options under which a match is short, for checks that play many
    fixtures: Traversable | None = None  # a folder of saved matches that every later version must replay

    def limit_boards(self) -> Iterable[Any]:
        """Boards as data at the limits of what a board may be: the most, the fewest, the longest, the shortest."""
        return ()

    def invariants(self, s: Any, b: Any) -> list[str]:
        """What is wrong with a position to which no rule may lead, in sentences: pieces lost, cards in two places."""
        return []

    def clause_applies(self, clause: str, setting: Setting) -> bool:
        """Does this clause belong to the game as it is played here? No refusal names any other."""
        return True

    # ------------------------------------------------------------ from here on: the same for all games
    @cached_property
    def rule_set(self) -> RuleSet:
        return RuleSet(
            self.modules, self.state, self.tables, self.inline, self.entry_points, self.called_by_name, self.replaced
        )

    def compiled(self) -> CompiledRules:
        """All rule functions and loops, compiled."""
        from .compiled import compiled

        return compiled(self.rule_set)

    @cached_property
    def rules(self) -> SimpleNamespace:
        """All rule functions and loops, interpreted."""
        from .compiled import interpreted

        return interpreted(self.rule_set)

    def plain(self) -> SimpleNamespace:
        """The same as ``rules``."""
        return self.rules

    def wall_clock(self, options: Mapping[str, Value]) -> bool:
        """Does real time pass while people play with these options?"""
        return False

    @property
    def usual_seats(self) -> int:
        return self.seats[-1] // 2 + 1

    def start(self, setting: Setting, seed: int = 0) -> Any:
        """The position after setup."""
        s = self.state()
        self.rules.start(s, setting.b, setting.seats, *halves(seed))
        return s

    def read_options(self, given: Mapping[str, object], rules: str | None = None) -> dict[str, Value]:
        """All options, defaults included, and the values set; a wrong name or value is one clear line.

        ``rules`` is the version under which a match began: what it says nothing about is played as it was then.
        """
        known = {option.name: option for option in self.options}
        chosen: dict[str, Value] = {
            name: option.default if rules is None else option.default_under(rules) for name, option in known.items()
        }
        rest = dict(given)
        preset = rest.pop("preset", None)
        if preset is not None:
            if not isinstance(preset, str) or preset not in self.presets:
                raise BadOption(f"{self.name} has no preset {shown(preset)}; it has {', '.join(self.presets)}")
            chosen.update(self.presets[preset])
        values = rest.pop("values", {})
        if not isinstance(values, Mapping):
            raise BadOption(f"values are a mapping of names to numbers; not {shown(values)}")
        set_values = dict(values)
        for name, value in rest.items():
            if isinstance(name, str) and name.startswith(PREFIX):
                set_values[name.removeprefix(PREFIX)] = value
                continue
            if name not in known:
                raise BadOption(f"{self.name} has no option {shown(name)}; it has {', '.join(known)}")
            chosen[name] = known[name].read(value)
        read = read_values(self.values, set_values, self.name)
        return {**chosen, **{f"{PREFIX}{name}": as_option(value) for name, value in sorted(read.items())}}

    def read_seats(self, seats: object) -> int:
        """How many play."""
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.seats:
            raise BadOption(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players; not {shown(seats)}")
        return seats

    def _text(self, file: str) -> str | None:
        """A text file of the game's package, or of the game it is a variant of."""
        found = (folder.joinpath(file) for folder in self._folders())
        return next((text.read_text("utf-8") for text in found if text.is_file()), None)

    def _folders(self) -> Iterator[Traversable]:
        """The folder of the game's package, then those of the games it is a variant of."""
        for cls in type(self).__mro__:
            package = cls.__module__.rpartition(".")[0]
            if issubclass(cls, Game) and cls is not Game and package:
                yield resources.files(package)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


__all__ = ["Game", "Item", "Option", "Result", "Setting", "Value", "halves", "read_pairs", "read_seed", "shown"]
