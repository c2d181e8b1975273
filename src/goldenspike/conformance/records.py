"""Words and files: notation, positions, saved matches and undo lead back to where they came from."""

from __future__ import annotations

import json
import random
import tempfile
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadNotation, GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.match import FORMAT, UNDO, Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.engine.transcript import transcript

from .case import Case
from .errors import ConformanceError
from .play import CompiledGame, awaited, legal, moments

MOMENTS = 8
WRITTEN = 40  # actions of a position that are written and read
ACTIONS = 240  # of a match that is saved
STOPS = 5  # at which a match is saved, undone and written as a position


def check_notation(case: Case, dice: random.Random) -> None:
    """Every legal action is written in words of its own, which are read back, also by way of data."""
    setting = case.setting
    for s in moments(case, dice, MOMENTS):
        for seat in awaited(case, s):
            actions = legal(case, s, seat)
            texts = {action: setting.write(s, seat, action) for action in actions}
            if len(set(texts.values())) < len(texts):
                twice = next(text for text in texts.values() if list(texts.values()).count(text) > 1)
                case.fail(f"two legal actions are both written {twice!r}", seat)
            for action in dice.sample(actions, min(WRITTEN, len(actions))):
                check_text(case, s, seat, action, texts[action])
        before = s.to_bytes()
        check_nonsense(case, s, dice)
        case.same(s.to_bytes() == before, True, "writing and reading leaves the state alone")


def check_text(case: Case, s: Any, seat: int, action: int, text: str) -> None:
    setting = case.setting
    if not text or text != " ".join(text.split()):
        case.fail(f"the notation {text!r} is no line of words", seat, action)
    case.same(list(setting.parse(s, seat, text)), [action], f"{text!r} is not read as it was written", seat, action)
    data = json.loads(json.dumps(setting.to_data(text)))
    again = setting.to_text(data)
    case.same(
        list(setting.parse(s, seat, again)), [action], f"{text!r} comes back from data as {again!r}", seat, action
    )


def check_nonsense(case: Case, s: Any, dice: random.Random) -> None:
    """Text that is not an action gets one clear line, whatever it is."""
    letters = "".join(chr(dice.randrange(32, 0x250)) for _ in range(8))
    for text in ("", "?", "fly to the moon", letters, "9" * 5000):
        for seat in awaited(case, s)[:1]:
            try:
                case.setting.parse(s, seat, text)
            except GoldenSpikeError as error:
                one_line(case, str(error), f"the error about {text[:20]!r}")
            else:
                case.fail(f"{text[:20]!r} was read as an action", seat)


def one_line(case: Case, text: str, what: str) -> None:
    if not text.strip() or "\n" in text or len(text) > 600:
        case.fail(f"{what} is not one clear line: {text[:60]!r}")


# ---------------------------------------------------------------- matches
def check_saved(case: Case, dice: random.Random) -> None:
    """A match is saved, loaded, replayed and undone to the same state; a position in words is read back."""
    played = CompiledGame(case)
    moves = played.moves(dice)[:ACTIONS]
    stops = {len(moves), *(dice.randrange(len(moves) + 1) for _ in range(STOPS))}
    match = case.match()
    for number, (seat, action) in enumerate([*moves, (0, -1)]):
        if number in stops:
            check_position(case, match)
            check_file(case, match)
            check_undo(case, match)
        if number == len(moves):
            break
        try:
            match.act(seat, action)
        except GoldenSpikeError as error:
            case.fail(f"a legal action is refused: {error}", seat, action)
    case.same(match.s.to_bytes() == played.after(moves).to_bytes(), True, "a match goes the way of the compiled rules")
    check_written(case, match)


def check_position(case: Case, match: Match) -> None:
    """A position in words, through JSON and back."""
    words = json.loads(json.dumps(match.position()))
    again = type(match).from_position(case.game, words, options={})
    case.same(again.hash, match.hash, "a position in words is read as another")


def check_file(case: Case, match: Match) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.json"
        match.save(file)
        again = gs.load(file)
    case.same(again.hash, match.hash, "a saved match is loaded as another")
    case.same(again.data()["log"], match.data()["log"], "the log of a saved match is another")
    case.same(again.header, match.header, "the header of a saved match is another")


def check_undo(case: Case, match: Match) -> None:
    """The last line of the log is taken back and can be played again; time cannot."""
    lines = [line for line in match.log if line != UNDO]
    if not lines or isinstance(match, TimedMatch):
        return
    other, end = match.copy(), match.hash
    other.undo()
    case.same(other.log[-1], UNDO, "an undo is a line of the log")
    case.same(match.hash, end, "a copy that is undone changes the match")
    again = gs.load(other.data())
    case.same(again.hash, other.hash, "a log with an undo leads elsewhere")
    other.replay(lines[-1])
    case.same(other.hash, end, f"{lines[-1]!r} after its undo leads elsewhere")
    try:
        fresh = case.match()
        fresh.undo()
    except BadNotation:
        return
    case.fail("a match without actions can be undone")


def check_written(case: Case, match: Match) -> None:
    """The written record names game, board and seats, and tells every action."""
    record = transcript(match)
    header = match.header
    if f'[Game "{case.game.name}"]' not in record or f'[Board "{header["board"]["id"]}"]' not in record:
        case.fail("the written record does not name game and board")
    missing = [line for line in match.log if line not in record]
    if missing:
        case.fail(f"the written record leaves {missing[0]!r} out")
    for name in case.setting.other_values:
        if name not in record:
            case.fail(f"the written record does not say that the value {name} is not the standard one")
    if match.over and "[Result " not in record:
        case.fail("the written record has no result")


# ---------------------------------------------------------------- fixtures
def saved_matches(folder: Traversable, name: str) -> list[tuple[str, dict[str, Any]]]:
    """The saved matches of a game in a folder."""
    found = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            data = json.loads(file.read_text("utf-8"))
            if data.get("format") == FORMAT and data.get("header", {}).get("game") == name:
                found.append((file.name, data))
    return found


def check_fixtures(game: Game, folder: Traversable | None) -> None:
    """Saved matches replay to the states they were saved in, and no invariant breaks on the way."""
    if folder is None:
        return
    matches = saved_matches(folder, game.name)
    if not matches:
        raise ConformanceError(f"{game.name}: there is no saved match in {folder}")
    for name, data in matches:
        try:
            match = gs.kind(game).beginning(game, data)
            for number, line in enumerate(data["log"], 1):
                match.replay(line, number)
                for problem in game.invariants(match.s, match.setting.b):
                    raise ConformanceError(f"{game.name}: {name}: after line {number}, {line!r}: {problem}")
        except GoldenSpikeError as error:
            raise ConformanceError(f"{game.name}: {name} does not replay: {error}") from None
        if match.data()["log"] != data["log"]:
            raise ConformanceError(f"{game.name}: {name} is logged otherwise than it was saved")
        if match.hash != data.get("hash"):
            raise ConformanceError(f"{game.name}: {name} leads to {match.hash}; the file says {data.get('hash')}")
