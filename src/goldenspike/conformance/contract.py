"""What a game declares: names, options, values, presets, seats, and the numbers of its environments."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from goldenspike.engine.benchmark import YOU
from goldenspike.engine.declaration import declaration_problems
from goldenspike.engine.env_fields import action_count, parts, verbs
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.options import Option
from goldenspike.engine.values import PREFIX, RuleValue, as_option

from .case import Case, make_setting
from .errors import ConformanceError
from .play import ROOM, CompiledGame, moments


def check_declarations(game: Game) -> None:
    """Name, seats, options, values and presets are declared as the contract says, and can all be chosen."""

    def require(condition: object, problem: str) -> None:
        if not condition:
            raise ConformanceError(f"{game.name}: {problem}")

    for problem in declaration_problems(game):
        require(False, problem)
    require(game.env_seats in game.seats, "env_seats is none of its numbers of seats")
    for option in game.options:
        check_option(option, require)
    for value in game.values:
        require(value.least <= value.most, f"value {value.name} has no limits")
    require(set(game.starts) <= set(game.presets), "a game can only be begun with presets that it has")
    for name in game.presets:
        game.read_options({"preset": name})
    check_fields(game, require)
    check_research(game, require)
    for seats in game.seats:
        make_setting(game, seats, None, {})
    for number in (game.seats[0] - 1, game.seats[-1] + 1, "two", True):
        refused(game, f"{number!r} seats", partial(game.read_seats, number))
    refused(game, "an unknown option", lambda: game.read_options({"no_such_option": 1}))
    refused(game, "an unknown preset", lambda: game.read_options({"preset": "no such preset"}))
    refused(game, "an unknown value", lambda: game.read_options({f"{PREFIX}no_such_value": 1}))
    for value in game.values:
        for wrong in (value.least - 1, value.most + 1, "many", None):
            given: object = [wrong] * len(value.standard) if isinstance(value.standard, tuple) else wrong
            refused(game, f"{value.name}={wrong!r}", partial(value.read, given))


def check_research(game: Game, require: Callable[[object, str], None]) -> None:
    """The tiny form can be played, and every benchmark task has a place for the player at a table of the game."""
    if game.tiny is not None:
        require(game.tiny.setting().seats == game.tiny.seats, "the tiny form is played by another number of players")
    for task in game.benchmarks:
        require(YOU in task.lineup, f"the benchmark task {task.name} has no place for the player")
        require(len(task.lineup) in game.seats, f"the benchmark task {task.name} has the wrong number of seats")
        require(
            task.games % len(task.lineup) == 0, f"the benchmark task {task.name} does not play all deals in all seats"
        )
        make_setting(game, len(task.lineup), task.board, {**game.env_options, **task.options})


def check_option(option: Option, require: Callable[[object, str], None]) -> None:
    """A choice is read back from itself, from its word, and is a number to the rules."""
    require(len(option.choices) > 1, f"option {option.name} has no choice")
    require(len(set(map(str, option.choices))) == len(option.choices), f"two choices of {option.name} look alike")
    for choice in option.choices:
        require(option.read(choice) == choice, f"option {option.name} does not read its own choice {choice!r}")
        require(option.read(str(choice)) == choice, f"option {option.name} does not read {str(choice)!r} when typed")
        require(isinstance(option.number(choice), int), f"choice {choice!r} of {option.name} has no number")
    if option.before is not None:
        require(option.since, f"option {option.name} says what was before, but not since when")


def check_fields(game: Game, require: Callable[[object, str], None]) -> None:
    """The board's record has a field for every option and value, and the setting writes them there."""
    setting = make_setting(game, game.usual_seats, None, {})
    for part, names in (("options", [o.name for o in game.options]), ("values", [v.name for v in game.values])):
        if not names:
            continue
        require(part in game.tables.fields, f"the board's record has no nested record {part}")
        fields = type(getattr(setting.b, part)).fields
        for name in names:
            require(name in fields, f"the board's record has no field {part}.{name}")
    for value in game.values:
        written = getattr(setting.b.values, value.name)
        wanted = list(value.standard) if isinstance(value.standard, tuple) else value.standard
        require(written == wanted or setting.board.values, f"values.{value.name} is {written} in the record")
        if isinstance(value.standard, tuple):
            shape = type(setting.b.values).fields[value.name].shape
            require(
                shape == (len(value.standard),),
                f"values.{value.name} has {len(value.standard)} numbers, its field {shape}",
            )
        check_limits(game, value, require)


def check_limits(game: Game, value: RuleValue, require: Callable[[object, str], None]) -> None:
    """Both limits of a value fit into its field; a setting may refuse one that does not go with the rest."""
    for limit in (value.least, value.most):
        number = (limit,) * len(value.standard) if isinstance(value.standard, tuple) else limit
        try:
            setting = make_setting(game, game.usual_seats, None, {f"{PREFIX}{value.name}": as_option(number)})
        except GoldenSpikeError:
            continue
        setting.b.to_bytes()  # raises where a number does not fit
        require(setting.other_values.get(value.name, value.standard) == number, f"values.{value.name}={limit} is lost")


def refused(game: Game, what: str, ask: Callable[[], object]) -> None:
    """Wrong input is one clear line."""
    try:
        ask()
    except GoldenSpikeError as error:
        if "\n" in str(error) or not str(error):
            raise ConformanceError(f"{game.name}: the error about {what} is not one line") from None
        return
    raise ConformanceError(f"{game.name}: {what} is accepted")


def check_numbers(case: Case, dice: random.Random) -> None:
    """Parts and verbs name every number of observations and actions, and observations lie within their bounds."""
    setting, named = case.setting, parts(case.setting)
    at = 0
    for verb in verbs(setting):
        if verb.first != at or verb.count < 1 or not verb.name:
            case.fail(f"verbs are ranges of action numbers without gaps; {verb.name} begins at {verb.first}, not {at}")
        at += verb.count
    case.same(action_count(setting), at, "action_count is another number than the verbs make")
    if len({part.name for part in named}) < len(named) or any(part.low >= part.high for part in named):
        case.fail("every part of an observation has a name of its own, and bounds")
    room = [0] * max(case.game.most_legal, ROOM)
    for s in moments(case, dice, 5):
        for seat in range(setting.seats):
            count = case.rules.observe(s, setting.b, seat, room)
            case.same(sum(part.count for part in named), count, "parts name another number of numbers", seat)
            at = 0
            for part in named:
                if not all(part.low <= number <= part.high for number in room[at : at + part.count]):
                    case.fail(
                        f"the observation {part.name!r} is outside of its bounds, {part.low} to {part.high}", seat
                    )
                at += part.count
    check_dense(case, dice)


def check_dense(case: Case, dice: random.Random) -> None:
    """Nothing that is legal at any moment of a game is missing among the possible actions."""
    played, possible = CompiledGame(case), set(case.game.possible_actions(case.setting))
    moves = played.moves(dice)
    played.start()
    for move in moves:
        for seat in played.waiting():
            missing = [action for action in played.legal(seat) if action not in possible]
            if missing:
                case.fail("a legal action is missing among possible_actions", seat, missing[0])
        played.apply(*move)
