"""The three forms of the rules agree: interpreted over lists, over checked memory, and compiled."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from goldenspike.engine.env_fields import action_count
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game, halves
from goldenspike.engine.setting import Setting
from goldenspike.engine.timed_match import TimedSetting

from .case import Case, make_setting
from .errors import ConformanceError
from .play import ROOM, CompiledGame, Move

WINDOWS = 3  # parts of a game that are played in all forms
LENGTH = 24  # decisions in such a part
THROUGH = 400  # decisions from the start on that are played again interpreted
LOOKS = 2  # moments of a part at which everything is asked
STRANGE = 12  # action numbers that are asked about without looking whether they are legal
PASSING_MS = (1, 50, 333, 700)  # where time passes by itself


class ThreeForms:
    """A position in its three forms, and everything that can be asked about it."""

    def __init__(self, case: Case, dice: random.Random) -> None:
        self.case, self.dice = case, dice
        self.rules, self.b = case.rules, case.setting.b
        self.checked_b = self.b.checked()
        self.compiled = CompiledGame(case)
        self.fast, self.states, self.boards = self.compiled.fast, self.compiled.states, self.compiled.boards
        self.actions = action_count(case.setting)
        self.timed = isinstance(case.setting, TimedSetting)

    def stand(self, raw: bytes) -> None:
        """Stand at a position in all forms."""
        self.compiled.stand(raw)
        self.s = self.case.game.state.from_bytes(raw)
        self.checked = self.s.checked()

    def actors(self) -> list[int]:
        case, mask = self.case, self.rules.actors(self.s)
        case.same(int(self.fast.actors_at(self.states, 0)), mask, "compiled and interpreted actors differ")
        case.same(self.rules.actors(self.checked), mask, "actors over checked memory differ")
        if not 0 <= mask < 1 << case.setting.seats:
            case.fail(f"actors are {mask:#b}: there are no such seats")
        case.same(bool(self.rules.over(self.s)), mask == 0, "the game is over exactly when nobody is awaited")
        return [seat for seat in range(case.setting.seats) if mask >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        case, most = self.case, self.case.game.most_legal
        out, other = [0] * most, [0] * most
        found = out[: self.rules.legal(self.s, self.b, seat, out)]
        case.same(self.compiled.legal(seat), found, "compiled and interpreted legal actions differ", seat)
        again = other[: self.rules.legal(self.checked, self.checked_b, seat, other)]
        case.same(again, found, "legal actions over checked memory differ", seat)
        if any(one >= two for one, two in pairwise(found)):
            case.fail(f"legal actions are not sorted: {found[:12]}", seat)
        if found and not 0 <= found[0] <= found[-1] < self.actions:
            case.fail(f"legal actions are not among the {self.actions} numbers that Game.verbs names", seat)
        return found

    def apply(self, seat: int, action: int) -> None:
        self.rules.apply(self.s, self.b, seat, action)
        self.rules.apply(self.checked, self.checked_b, seat, action)
        self.compiled.apply(seat, action)
        self.agree(f"after action {action}", seat)

    def pass_time(self) -> None:
        """Where time passes by itself, let it."""
        if self.rules.next_event(self.s) < 0:
            return
        s: Any = self.s
        moment = s.now + self.dice.choice(PASSING_MS)
        self.rules.advance(self.s, self.b, moment)
        self.rules.advance(self.checked, self.checked_b, moment)
        self.fast.advance_at(self.states, 0, self.boards, 0, moment)
        self.agree(f"after time passed to {moment} ms")

    def agree(self, when: str, seat: int | None = None) -> None:
        raw = self.s.to_bytes()
        if self.compiled.raw() != raw:
            self.case.fail(f"compiled and interpreted states differ {when} in {self.differing()}", seat)
        if self.checked.to_bytes() != raw:
            self.case.fail(f"the state over checked memory differs {when}", seat)

    def differing(self) -> str:
        """The fields in which the compiled state is another."""
        other = self.compiled.state()
        return ", ".join(name for name in self.s.fields if getattr(self.s, name) != getattr(other, name))

    def ask_everything(self) -> None:
        """Refusals, the absent player, the policy, observations and other worlds, of every seat."""
        for seat in range(self.case.setting.seats):
            legal = self.legal(seat)
            self.ask_refusals(seat, legal)
            self.ask_observation(seat)
            if self.rules.actors(self.s) >> seat & 1:
                self.ask_choices(seat, legal)
        self.ask_redeal(self.dice.randrange(self.case.setting.seats))

    def ask_refusals(self, seat: int, legal: list[int]) -> None:
        case, allowed = self.case, set(legal)
        outside = [-1, self.actions, 1 << 30]
        strange = [self.dice.randrange(self.actions) for _ in range(STRANGE)]
        for action in [*strange, *outside, *legal[:3], *legal[-3:]]:
            reason = self.rules.refusal(self.s, self.b, seat, action)
            compiled = int(self.fast.refusal_at(self.states, 0, self.boards, 0, seat, action))
            case.same(compiled, reason, "compiled and interpreted refusals differ", seat, action)
            again = self.rules.refusal(self.checked, self.checked_b, seat, action)
            case.same(again, reason, "the refusal over checked memory differs", seat, action)
            if (reason == 0) != (action in allowed):
                case.fail("an action is legal exactly when it is not refused; here it is not so", seat, action)

    def ask_choices(self, seat: int, legal: list[int]) -> None:
        case, room = self.case, max(self.case.game.most_legal, ROOM)
        before = self.s.to_bytes()
        absent = self.rules.zombie(self.s, self.b, seat)
        compiled = int(self.fast.zombie_at(self.states, 0, self.boards, 0, seat))
        case.same(compiled, absent, "compiled and interpreted zombie differ", seat)
        sensible = self.rules.policy(self.s, self.b, seat, [0] * room)
        compiled = int(self.fast.policy_at(self.states, 0, self.boards, 0, seat, self.compiled.out))
        case.same(compiled, sensible, "compiled and interpreted policy differ", seat)
        for name, action in (("zombie", absent), ("policy", sensible)):
            if action not in legal:
                case.fail(f"{name} chose an action that is not legal", seat, action)
        case.same(self.s.to_bytes(), before, "zombie or policy changed the state", seat)

    def ask_observation(self, seat: int) -> None:
        out = [0] * max(self.case.game.most_legal, ROOM)
        before = self.s.to_bytes()
        count = self.rules.observe(self.s, self.b, seat, out)
        compiled = int(self.fast.observe_at(self.states, 0, self.boards, 0, seat, self.compiled.out))
        same = compiled == count and self.compiled.out[:count].tolist() == out[:count]
        self.case.same(same, True, "compiled and interpreted observations agree", seat)
        self.case.same(self.s.to_bytes(), before, "observe changed the state", seat)

    def ask_redeal(self, seat: int) -> None:
        """Another world, from the same chance in every form."""
        low, high = self.dice.getrandbits(32), self.dice.getrandbits(32)
        raw, s = self.s.to_bytes(), self.s.copy()
        self.rules.redeal_at([s], 0, [self.b], 0, seat, low, high)
        self.fast.redeal_at(self.states, 0, self.boards, 0, seat, low, high)
        self.case.same(self.compiled.raw() == s.to_bytes(), True, "compiled and interpreted redeal agree", seat)
        self.compiled.stand(raw)

    def ask_score(self) -> None:
        case, room = self.case, max(self.case.game.most_legal, ROOM)
        seats = case.setting.seats
        out, other = [0] * room, [0] * room
        winners = self.rules.score(self.s, self.b, out)
        case.same(self.rules.score(self.checked, self.checked_b, other), winners, "winners over checked memory differ")
        case.same(other[:seats], out[:seats], "points over checked memory differ")
        compiled = int(self.fast.score_at(self.states, 0, self.boards, 0, self.compiled.out))
        case.same(compiled, winners, "compiled and interpreted winners differ")
        case.same(self.compiled.out[:seats].tolist(), out[:seats], "compiled and interpreted points differ")
        low, high = case.game.points
        if not all(low <= points <= high for points in out[:seats]):
            case.fail(f"points {out[:seats]} are outside of Game.points, {low} to {high}")
        if not 0 <= winners < 1 << seats:
            case.fail(f"winners are {winners:#b}: there are no such seats")


def check_three_forms(case: Case, dice: random.Random) -> None:
    """Interpreted, checked and compiled rules give the same answers and the same states."""
    forms = ThreeForms(case, dice)
    moves = check_game(forms)
    end = forms.compiled.after(moves).to_bytes()
    for begin in begins(len(moves), dice):
        play_window(forms, moves[:begin])
    forms.stand(end)
    forms.ask_everything()
    forms.ask_score()
    case.same(forms.actors(), [], "nobody is awaited at the end")


def check_game(forms: ThreeForms) -> list[Move]:
    """The interpreted rules follow a whole compiled game from its start; its moves."""
    moves = forms.compiled.moves(forms.dice)
    check_start(forms, forms.compiled.raw())
    replay(forms, moves[:THROUGH])
    return moves


def begins(count: int, dice: random.Random) -> list[int]:
    """Where the parts of a game of so many decisions begin: at the start, somewhere, and shortly before the end."""
    somewhere = [dice.randrange(count + 1) for _ in range(WINDOWS - 2)]
    return sorted({0, *somewhere, max(0, count - LENGTH)})


def check_start(forms: ThreeForms, leftovers: bytes) -> None:
    """The start clears whatever was in the state before."""
    case, game = forms.case, forms.case.game
    forms.compiled.stand(leftovers)
    forms.compiled.start()
    s = game.state()
    forms.rules.start(s, forms.b, case.setting.seats, *halves(case.seed))
    case.same(forms.compiled.raw() == s.to_bytes(), True, "compiled and interpreted start agree")
    used = game.state.from_bytes(leftovers)
    forms.rules.start(used, forms.b, case.setting.seats, *halves(case.seed))
    case.same(used.to_bytes() == s.to_bytes(), True, "start clears every field")


def replay(forms: ThreeForms, moves: list[Move]) -> None:
    """The interpreted rules follow the compiled ones, decision after decision."""
    forms.compiled.start()
    forms.s = forms.compiled.state()
    for seat, action in moves:
        forms.rules.apply(forms.s, forms.b, seat, action)
        forms.compiled.apply(seat, action)
        if forms.compiled.raw() != forms.s.to_bytes():
            forms.case.fail(f"compiled and interpreted states differ in {forms.differing()}", seat, action)


def play_window(forms: ThreeForms, before: list[Move]) -> None:
    """Some decisions in all forms, from the position after these moves on."""
    dice = forms.dice
    forms.stand(forms.compiled.after(before).to_bytes())
    looks = dice.sample(range(LENGTH), LOOKS)
    for number in range(LENGTH):
        waiting = forms.actors()
        if number in looks:
            forms.ask_everything()
            forms.ask_score()
        if not waiting:
            return
        if forms.timed and dice.random() < 0.2:
            forms.pass_time()
            continue
        seat = dice.choice(waiting)
        legal = forms.legal(seat)
        if not legal:
            forms.case.fail("a decision is awaited and no action is legal", seat)
        forms.apply(seat, dice.choice(legal))


def check_limit_boards(game: Game, dice: random.Random, each: int) -> None:
    """Boards at the limits of what a board may be have no problems and are played alike in all forms."""
    for number, data in enumerate(game.limit_boards()):
        problems = game.board_problems(data)
        if problems:
            raise ConformanceError(f"{game.name}: a board of limit_boards() has a problem: {problems[0]}")
        for case in on_board(game, data, dice, each, first=number):
            check_three_forms(case, dice)


def on_board(game: Game, data: Any, dice: random.Random, count: int, first: int) -> list[Case]:
    """Cases on a board given as data: the most players that it has room for and the fewest, every preset in turn.

    Another ``first`` begins with another preset, so that a few cases on each of some boards bring up all of them.
    """
    seats = sorted(game.board(data).players or game.seats)
    presets: list[str | None] = [None, *game.presets]
    found = []
    for number in range(count):
        preset = presets[(first + number) % len(presets)]
        given: dict[str, object] = {**({} if preset is None else {"preset": preset}), **game.short_options}
        setting = first_setting(game, seats if number % 2 else seats[::-1], data, given)
        found.append(Case(setting, data, dice.getrandbits(32)))
    return found


def first_setting(game: Game, seats: Sequence[int], data: Any, given: dict[str, object]) -> Setting:
    """The first of these numbers of seats that the board has room for."""
    why = ""
    for number in seats:
        try:
            return make_setting(game, number, data, given)
        except GoldenSpikeError as error:
            why = str(error)
    raise ConformanceError(f"{game.name}: nobody can play on a board of limit_boards(): {why}")
