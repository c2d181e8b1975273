"""One match: a header and a log. Same header and same log give the same state, everywhere."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any, Self

from .errors import BadFile, BadNotation, BadOption, GoldenSpikeError, IllegalAction, Refusal
from .game import Game, Result, Setting, halves, read_seed, shown
from .seeds import written_seed
from .state_record import digest

FORMAT = "goldenspike-match/1"
UNDO = "undo"


class Match:
    """A game in progress that knows everything; ``view`` is what a seat may see of it."""

    stepwise = False  # are turns written in private steps, and logged as one line when they are complete?
    replays_whole = False  # True where a match remembers more than its state holds: a snapshot is not enough for it
    keeps_past = True  # False where somebody else keeps earlier states: then ``undo`` has nothing to go back to

    def __init__(
        self, game: Game, setting: Setting, seed: int | None, position: Mapping[str, Any] | None = None
    ) -> None:
        self.game = game
        self.setting = setting
        self.seed = seed
        self.origin: dict[str, Any] | None = None
        self.log: list[str] = []
        self._past: list[bytes] = []
        self.rules_version = game.rules_version  # of the rulings it was begun under
        self.last: tuple[Any, int, Sequence[int]] | None = (
            None  # the state before the last action, its seat, its numbers
        )
        if position is not None:
            self.s: Any = setting.from_position(position)
            self.origin = _plain(position)
        else:
            self.s = game.state()
            game.rules.start(self.s, setting.b, setting.seats, *halves(seed or 0))

    # ------------------------------------------------------------ making
    @classmethod
    def new(cls, game: Game, *, seats: int, seed: int, board: Any = None, options: Mapping[str, object]) -> Self:
        chosen = game.read_options(options)
        setting = game.setting(chosen, game.board(board), game.read_seats(seats))
        return cls(game, setting, read_seed(seed))

    @classmethod
    def from_position(
        cls, game: Game, position: Mapping[str, Any], *, board: Any = None, options: Mapping[str, object]
    ) -> Self:
        if not isinstance(position, Mapping):
            raise BadFile("a position is a mapping of names to values")
        words = {name: value for name, value in position.items() if name not in {"seats", "options", "board"}}
        if not isinstance(position.get("options", {}), Mapping):
            raise BadFile("the options of a position are a mapping of names to values")
        chosen = game.read_options({**position.get("options", {}), **options})
        setting = game.setting(
            chosen,
            game.board(position.get("board") if board is None else board),
            game.read_seats(position.get("seats", 3)),
        )
        return cls(game, setting, None, words)

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.s = self.s.copy()
        other.log = self.log[:]
        other._past = self._past[:]
        return other

    def copy_at(self, s: Any) -> Self:
        """A match like this one that stands at another state, with no unfinished turns."""
        other = self.copy()
        other.s = s
        return other

    # ------------------------------------------------------------ asking
    @property
    def header(self) -> dict[str, Any]:
        board = self.setting.board
        return {
            "game": self.game.name,
            "rules": self.rules_version,
            "seats": self.setting.seats,
            "seed": written_seed(self.seed),
            "options": dict(self.setting.options),
            "board": {"id": board.id, "hash": board.hash},
        }

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats whose decision is awaited."""
        mask = self.game.rules.actors(self.s)
        return tuple(seat for seat in range(self.setting.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        return bool(self.game.rules.over(self.s))

    @property
    def result(self) -> Result | None:
        return self.setting.result(self.s) if self.over else None

    @property
    def hash(self) -> str:
        return digest(self.raw())

    def raw(self) -> bytes:
        """The bytes of the state to which the log alone leads."""
        return bytes(self.s.to_bytes())

    def seat(self, seat: int | str) -> int:
        """A seat by number or by letter."""
        names = self.game.seat_names[: self.setting.seats]
        if isinstance(seat, str) and seat.upper() in names:
            return names.index(seat.upper())
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.setting.seats:
            return seat
        raise BadOption(f"there is no seat {shown(seat)}; the seats are {', '.join(names)} or 0 to {len(names) - 1}")

    def numbers(self, seat: int) -> list[int]:
        """The seat's legal actions as numbers."""
        out = [0] * self.game.most_legal
        return out[: self.game.rules.legal(self.s, self.setting.b, seat, out)]

    def legal(self, seat: int | str) -> list[str]:
        """The seat's legal actions in notation."""
        number = self.seat(seat)
        return [self.setting.write(self.s, number, action) for action in self.numbers(number)]

    def why_not(self, seat: int | str, text: str | Mapping[str, Any]) -> Refusal | None:
        """The rule against an action, or None if it is legal."""
        try:
            number, actions = self._read(seat, text)
        except IllegalAction as error:
            return error.refusal
        before = self.s.copy()
        refusal = self._run(number, actions)
        self.s = before
        return refusal

    def view(self, seat: int | str | None = None) -> dict[str, Any]:
        """What a seat (or, without one, a spectator) may see, with what it may do."""
        number = None if seat is None else self.seat(seat)
        seen = self.setting.view(self.s, number)
        if number is not None:
            seen["legal"] = self.legal(number)
        return seen

    def position(self) -> dict[str, Any]:
        """The whole state in words; ``from_position`` reads it back."""
        header = self.header
        board: Any = header["board"]["id"] if self._built_in() else self.setting.board.source
        return {
            "seats": header["seats"],
            "options": header["options"],
            "board": board,
            **self.setting.position(self.s),
        }

    # ------------------------------------------------------------ acting
    def play(self, seat: int | str, text: str | Mapping[str, Any]) -> str:
        """Do an action given in notation or as data; the line that went into the log."""
        number, actions = self._read(seat, text)
        return self.act(number, *actions)

    def act(self, seat: int, *actions: int) -> str:
        """Do an action given by number; all of it, or (IllegalAction) nothing."""
        who = self.seat(seat)
        try:
            numbers = [index(action) for action in actions]
        except TypeError:
            numbers = []
        if not numbers:
            raise BadNotation(f"an action is a whole number; not {shown(actions)}")
        before = self.s.copy()
        refusal = self._run(who, numbers)
        if refusal is not None:
            self.s = before
            raise IllegalAction(refusal)
        line = f"{self.game.seat_names[who]}: {self.setting.entry(before, self.s, who, numbers)}"
        if self.keeps_past:
            self._past.append(before.to_bytes())
        self.last = before, who, numbers
        self.log.append(line)
        return line

    def drain(self) -> list[str]:
        """The new lines of the log; a caller that stores them elsewhere empties it."""
        lines, self.log = self.log, []
        self.last = None
        return lines

    def undo(self) -> str:
        """Take the last action back. The log keeps both: the action and its undoing."""
        if not self._past:
            raise BadNotation("there is nothing to undo")
        self.s = self.game.state.from_bytes(self._past.pop())
        self.log.append(UNDO)
        return UNDO

    # ------------------------------------------------------------ unfinished turns: most games have none
    def steps(self, seat: int | str) -> list[str]:
        """The private steps of a seat's unfinished turn, in notation."""
        return []

    def take_back(self, seat: int | str) -> bool:
        """Take the last private step of an unfinished turn back; False if there is none."""
        return False

    def drop(self, seat: int | str) -> bool:
        """Drop all private steps of a seat; False if there are none."""
        return False

    def stand(self, raw: bytes) -> None:
        """Stand at another state of the same match; unfinished turns are taken along where they still fit."""
        self.s = self.game.state.from_bytes(raw)

    def keep(self) -> Any:
        """What ``put_back`` needs besides the bytes of the state, to undo whatever happens next."""
        return None

    def put_back(self, raw: bytes, kept: Any) -> None:
        """Stand where the match was kept, unfinished turns included."""
        self.s = self.game.state.from_bytes(raw)

    def _read(
        self, seat: int | str, text: str | Mapping[str, Any], *, replay: bool = False
    ) -> tuple[int, Sequence[int]]:
        number = self.seat(seat)
        if isinstance(text, Mapping):
            text = self.setting.to_text(text)
        if not isinstance(text, str):
            raise BadNotation(f"an action is a line of text; not {shown(text)}")
        return number, self.setting.parse(self.s, number, text, replay=replay)

    def _run(self, seat: int, actions: Sequence[int]) -> Refusal | None:
        rules, b = self.game.rules, self.setting.b
        for action in actions:
            reason = rules.refusal(self.s, b, seat, action)
            if reason:
                return self.setting.refused(reason)
            rules.apply(self.s, b, seat, action)
        return None

    # ------------------------------------------------------------ keeping
    def _built_in(self) -> bool:
        """Does the name of the board lead to the same board, wherever the match is loaded?"""
        try:
            return self.game.board(self.setting.board.id) is self.setting.board
        except GoldenSpikeError:
            return False

    def data(self) -> dict[str, Any]:
        """The match as plain data: header, log and the hash that a replay must reach."""
        whole: dict[str, Any] = {
            "format": FORMAT,
            "header": self.header,
            "log": self.log[:],
            "hash": self.hash,
        }
        if not self._built_in():
            whole["board"] = self.setting.board.source
        if self.origin is not None:
            whole["position"] = self.origin
        return whole

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file, whole or not at all."""
        text = json.dumps(self.data(), indent=1)
        part = ""
        try:
            target = Path(path)
            with tempfile.NamedTemporaryFile(
                "w", dir=target.parent, suffix=".part", delete=False, encoding="utf-8"
            ) as file:
                part = file.name
                file.write(text)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(part, 0o666 & ~mask)  # as readable as any other file this user writes
            os.replace(part, target)
        except (OSError, TypeError, ValueError) as error:
            if part:
                Path(part).unlink(missing_ok=True)
            raise BadFile(f"cannot write {_name(path)}: {_why(error)}") from None

    @classmethod
    def from_data(cls, game: Game, data: Mapping[str, Any]) -> Self:
        """Replay a saved match and check that it arrives where it was."""
        match = cls.beginning(game, data)
        for number, line in enumerate(data["log"], 1):
            match.replay(line, number)
        if data.get("hash") != match.hash:
            raise BadFile(
                f"the log of this {game.name} match ends in state {match.hash}; the file says {shown(data.get('hash'))}"
            )
        return match

    @classmethod
    def beginning(cls, game: Game, data: Mapping[str, Any]) -> Self:
        """A saved match as it was before the first line of its log."""
        header, log = data.get("header"), data.get("log")
        if not isinstance(header, Mapping) or not isinstance(log, list):
            raise BadFile("a saved match has a header and a log")
        options, wanted = header.get("options"), header.get("board")
        if not isinstance(options, Mapping) or not isinstance(wanted, Mapping):
            raise BadFile("the header of a saved match names options and board")
        board = game.board(data["board"] if "board" in data else wanted.get("id"))
        if board.id != wanted.get("id") or board.hash != wanted.get("hash"):
            raise BadFile(f"board {board.id} is not the one this match was played on")
        version = header.get("rules")
        begun = version if isinstance(version, str) else game.rules_version
        setting = game.setting(game.read_options(options, begun), board, game.read_seats(header.get("seats")))
        position = data.get("position")
        if position is not None and not isinstance(position, Mapping):
            raise BadFile("the position of a saved match is a mapping of names to values")
        match = cls(game, setting, None if position is not None else read_seed(header.get("seed")), position)
        match.rules_version = begun
        return match

    def replay(self, line: object, number: int = 0) -> None:
        """Apply one line of a log."""
        seat, colon, text = line.partition(":") if isinstance(line, str) else ("", "", "")
        if not colon and line != UNDO:
            raise BadFile(f"line {number} of the log is no action: {shown(line)}")
        try:
            if line == UNDO:
                self.undo()
                return
            who, actions = self._read(seat.strip(), text.strip(), replay=True)
            self.act(who, *actions)
        except GoldenSpikeError as error:
            raise BadFile(f"line {number} of the log, {shown(line)}: {error}") from None

    # ------------------------------------------------------------ showing
    def _repr_svg_(self) -> str:
        return self.setting.svg(self.s)

    def __repr__(self) -> str:
        return self.setting.text(self.s)


def read_json(path: str | os.PathLike[str]) -> dict[str, Any]:
    """A JSON object from a file, or one clear line."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except (OSError, TypeError) as error:
        raise BadFile(f"cannot read {_name(path)}: {_why(error)}") from None
    except (ValueError, RecursionError):
        raise BadFile(f"{_name(path)} is not a JSON file") from None
    if not isinstance(data, dict):
        raise BadFile(f"{_name(path)} holds no JSON object")
    return data


def _plain(data: Any) -> Any:
    """A copy as JSON would return it, independent of what the caller may change later."""
    if isinstance(data, Mapping):
        return {str(name): _plain(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    return data


def _name(path: object) -> str:
    """A file as named by the user, on one line; of a very long name, the end, which says most."""
    text = " ".join(str(path).split())
    return text if len(text) <= 200 else f"...{text[-200:]}"


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "that is no name of a file"
