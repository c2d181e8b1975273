"""Rail Pass at the terminal: who sits where, the live table under a running clock, the sheet at the end."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from goldenspike.engine.errors import BadOption
from goldenspike.engine.terminal_request import TerminalRequest
from goldenspike.engine.timed_match import TimedMatch, WallClock
from goldenspike.games.rail_pass.best_scores import BestScores
from goldenspike.games.rail_pass.bot.partners import KNOWN, LEVELS, Level, Partner, TeamBot, TeamCrew
from goldenspike.games.rail_pass.game import RailPass, RailPassSetting
from goldenspike.games.rail_pass.match import RailPassMatch
from goldenspike.games.rail_pass.rules.state import BETWEEN

PEOPLE = frozenset({"you", "me", "human"})
FRAME_S = 0.1
FASTEST = 1000.0
NEWS = 4
CHOICES = (
    ("you", "play one seat together with bots; the clock waits for you"),
    ("all", "play all seats yourself; the clock waits for you"),
    ("bots", "watch a team of bots in real time"),
)


def crew_of(match: TimedMatch, partners: Sequence[Partner | None]) -> TeamCrew:
    """The bots of a table around its match; seats of people stay theirs."""
    seated = [(seat, partner) for seat, partner in enumerate(partners) if partner is not None]
    return TeamCrew(
        match,
        {seat: partner.level for seat, partner in seated if isinstance(partner.player, TeamBot)},
        others={seat: partner for seat, partner in seated if not isinstance(partner.player, TeamBot)},
    )


def delivered(match: TimedMatch) -> bool:
    """Has every cube come home, or fallen on the way?"""
    board = match.setting.board
    return bool(sum(match.s.storage) + match.setting.rules.cubes_dropped(match.s) == len(board.cities) * board.yard)


# ---------------------------------------------------------------- who sits where
def seat_words(words: str, seats: int) -> list[str]:
    """'you', 'all', 'bots' or a word for every seat."""
    whole = {"you": ["you"] + ["team"] * (seats - 1), "all": ["you"] * seats, "bots": ["team"] * seats}
    found = [word.strip().lower() for word in words.split(",")]
    found = whole.get(found[0], found) if len(found) == 1 else found
    if not any(found):
        raise BadOption("seats are words such as you,team,team, or one of you, all, bots")
    return ["you" if word in PEOPLE else word for word in found]


def sit(match: TimedMatch, words: Sequence[str], seed: int) -> list[Partner | None]:
    """None for a person, a bot for every other word; team:1500 takes 1500 ms between its commands."""
    if len(words) != match.setting.seats:
        raise BadOption(f"this match has {match.setting.seats} seats; {len(words)} players were named")
    return [None if word == "you" else read_partner(word, seed + seat) for seat, word in enumerate(words)]


def read_partner(word: str, seed: int = 0) -> Partner:
    """A bot by its name and perhaps its tempo; team is another word for the quickest of the team."""
    name, colon, tempo = word.partition(":")
    if colon and not (tempo.isdecimal() and tempo.isascii() and len(tempo) < 6 and 50 <= int(tempo) <= 60_000):
        raise BadOption(f"a tempo is 50 to 60000 ms, as in team:1500; not {word[:40]!r}")
    if name not in KNOWN and name != "team":
        raise BadOption(f"there is no bot {name[:40]!r}; there are {', '.join(['team', *KNOWN])}")
    player = KNOWN["superintendent" if name == "team" else name](seed)
    level = player.level if isinstance(player, TeamBot) else LEVELS["superintendent"]
    if tempo:
        level = Level(name, int(tempo), int(tempo) // 3, "")
    return Partner(player, level)


def ask_who(console: Console, ask: Callable[[str], str]) -> str:
    """Ask a newcomer what they want to do."""
    for number, (_, about) in enumerate(CHOICES, 1):
        console.print(f"  [bold cyan]{number}[/] {about}")
    try:
        word = ask("What would you like? [1] ").strip() or "1"
    except EOFError:
        raise BadOption("say who plays: --seats you, --seats all or --seats bots") from None
    if word.isdecimal() and 1 <= int(word) <= len(CHOICES):
        return CHOICES[int(word) - 1][0]
    return word


def new_match(
    game: RailPass,
    console: Console,
    ask: Callable[[str], str],
    *,
    words: str | None,
    seed: int | None,
    layout: Any,
    options: dict[str, object],
    clock: str | None,
    speed: float | None,
) -> tuple[TimedMatch, str]:
    """A new table; people get a clock that waits for them, bots the wall clock."""
    clock = str(options["clock"]) if clock is None and "clock" in options else clock
    if words is None:
        words = ask_who(console, ask) if clock is None and speed is None else "bots"
        words = "you" if clock == "ticks" else words
    board = game.board(layout)
    usual = board.players[0] if board.players else 3
    seated = seat_words(words, usual)
    for word in seated:
        if word != "you":
            read_partner(word)
    people = "you" in seated
    if people and clock == "real":
        raise BadOption("people play at the terminal with --clock ticks, which waits for them; not with the real clock")
    if people and clock in (None, "ticks") and "preset" not in options:
        options = {"preset": "ticks", **options}
    if clock is not None:
        options["clock"] = clock
    number = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    match = game.match.new(game, seats=len(seated), seed=number, board=layout, options=options)
    if people and match.setting.options["clock"] == "real":
        raise BadOption("people play at the terminal with --clock ticks, which waits for them; not with the real clock")
    name = match.setting.board.name
    console.print(f"{game.title} on {match.setting.board.id} ({name}), seed {number}.", highlight=False)
    return match, words


def play_request(game: RailPass, request: TerminalRequest) -> None:
    """Play what was asked for on the command line."""
    match, words = request.match, request.seats
    if match is None:
        match, words = new_match(
            game,
            request.console,
            request.ask,
            words=words,
            seed=request.seed,
            layout=request.board,
            options=dict(request.options or {}),
            clock=request.clock,
            speed=request.speed,
        )
    assert isinstance(match, TimedMatch)
    play(match, words or "you", request.console, request.ask, request.keep, request.speed)


def play(
    match: TimedMatch, words: str, console: Console, ask: Callable[[str], str], keep: Path, speed: float | None
) -> None:
    """Take your seats: a live table for bots alone, a table that waits for people."""
    from goldenspike.games.rail_pass.terminal.person import PersonTable

    partners = sit(match, seat_words(words, match.setting.seats), match.seed or 0)
    if speed is not None and not 0 < speed <= FASTEST:
        raise BadOption(f"the speed is above 0 and at most {FASTEST:.0f}; not {speed}")
    match.save(keep)  # if the match cannot be saved, fail before the game
    if None in partners:
        PersonTable(match, partners, console, ask, keep).run()
        return
    table = LiveTable(match, crew_of(match, partners), console, keep)
    table.run(speed or 1.0 if match.setting.options["clock"] == "real" else None)


# ---------------------------------------------------------------- the live table
class FastClock(WallClock):
    """The wall clock of a table that goes on from a moment, perhaps faster than life."""

    def __init__(self, begins: int, speed: float) -> None:
        super().__init__()
        self.begins = begins
        self.speed = speed

    def now_ms(self) -> int:
        return self.begins + int(self.speed * super().now_ms())


class LiveTable:
    """Bots at work while the clock runs."""

    def __init__(self, match: TimedMatch, crew: TeamCrew, console: Console, keep: Path) -> None:
        self.match = match
        self.crew = crew
        self.console = console
        self.keep = keep

    def run(self, speed: float | None) -> None:
        """To the end at so many times the wall clock (without one: at once), or until somebody leaves."""
        try:
            with Live(console=self.console, auto_refresh=False, vertical_overflow="crop", transient=True) as live:
                self.go_on(live, speed)
        except KeyboardInterrupt:
            settled(self.match).save(self.keep)
            self.console.print(f"The match is kept. Go on with: {again(self.keep)} --seats bots", highlight=False)
            return
        self.match.save(self.keep)
        self.console.print(self.match.setting.screen(self.match.s))
        self.console.print(score_sheet(self.match))

    def go_on(self, live: Live, speed: float | None) -> None:
        match = self.match
        if speed is not None:
            match.clock = FastClock(match.now, speed)
        while not match.over:
            # Nobody wants to watch an empty table: the remaining time runs out at once.
            if delivered(match) and match.s.phase != BETWEEN:
                match.advance(int(match.s.ends_at))
                if match.clock is not None:
                    match.clock = FastClock(match.now, speed or 1.0)
            self.crew.run(match.now + 1000 if match.clock is None else match.clock.now_ms())
            if match.clock is not None:
                live.update(self.frame(), refresh=True)
                time.sleep(FRAME_S)

    def frame(self) -> RenderableType:
        match = self.match
        news = Text("\n".join(match.journal[-NEWS:]), style="dim", no_wrap=True, overflow="ellipsis")
        return Group(match.setting.screen(match.s), news, Text("Ctrl-C leaves; the match is kept.", style="dim"))


def settled(match: TimedMatch) -> TimedMatch:
    """The match as its log tells it: an interrupt may have come in the middle of a command."""
    replayed = type(match)(match.game, match.setting, match.seed, match.origin)
    for line in match.log:
        replayed.replay(line)
    moment = match.now // (match.setting.tick_ms or 1) * (match.setting.tick_ms or 1)
    replayed.advance(max(replayed.now, moment))
    return replayed


def again(keep: Path) -> str:
    return f"goldenspike play --resume {keep}"


# ---------------------------------------------------------------- the end
def score_sheet(match: TimedMatch) -> RenderableType:
    """One sheet for the whole team, item by item; after several rounds one column for each."""
    assert isinstance(match, RailPassMatch)
    result = match.standing()
    several = len(result.sheet) > 1
    title = f"The team has {'won' if result.winners else 'lost'}"
    if several:
        title += f" with {result.points[0]}"
    table = Table(title=title, title_style="bold green" if result.winners else "bold red")
    for _ in range(1 if several else 2):
        table.add_column("")
    for number in range(1, len(result.sheet) + 1):
        table.add_column(f"round {number}" if several else "points", justify="right")
    for what in dict.fromkeys(item.what for sheet in result.sheet for item in sheet):
        found = [next((item for item in sheet if item.what == what), None) for sheet in result.sheet]
        detail = [] if several or found[0] is None else [found[0].detail]
        table.add_row(what, *detail, *("" if item is None else str(item.points) for item in found))
    table.add_section()
    wins = f"{match.setting.b.values.win} wins"
    totals = [str(sum(item.points for item in sheet)) for sheet in result.sheet]
    table.add_row(*([f"score ({wins})"] if several else ["score", wins]), *totals, style="bold")
    return Group(table, *(Text(note) for note in result.notes))


def keep_best(match: TimedMatch, path: Path) -> str:
    """Groups try to beat their own best score for the same setup (RP-TIME-06)."""
    setting = match.setting
    assert isinstance(setting, RailPassSetting)
    records = BestScores(path)
    before = records.best.get(setting.best_score_key)
    score = setting.result(match.s).points[0]
    if records.add(setting.best_score_key, score):
        return f"A new best score for this setup: {score}" + ("" if before is None else f" (before: {before})")
    return f"The best score for this setup is {before}."
