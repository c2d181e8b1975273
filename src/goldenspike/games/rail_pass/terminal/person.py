"""Rail Pass for one person at a keyboard: the clock waits, bots take the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from goldenspike.engine.bot import imagine
from goldenspike.engine.errors import BadOption, GoldenSpikeError, Refusal
from goldenspike.engine.terminal_session import Leave, TerminalSession
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.bot.partners import Partner, TeamBot
from goldenspike.games.rail_pass.rules.state import (
    ARROW,
    BETWEEN,
    CANCEL,
    ENG,
    HOLD,
    HOLD_SHIFT,
    LOAD,
    NO_JOB,
    NONE,
    PARK,
    PICK,
    READY,
    RELEASE,
    STORE,
    TAKE,
    TIMED,
    TOOT,
    TRAINS,
    WAIT,
    XCHG,
)
from goldenspike.games.rail_pass.terminal.live import again, crew_of, delivered, keep_best, score_sheet, settled
from goldenspike.games.rail_pass.text.notation import SEAT_NAMES

HELP = """[bold]Enter[/]        wait until something happens  [bold]wait 5[/]       so many seconds (wait: half of one)
[bold]number[/]       take that choice              [bold]any command[/]  such as LOAD K< L1 or P2 TOOT L3 R>B
[bold]why COMMAND[/]  why it is not allowed         [bold]hint[/]         what a good partner would do
[bold]rule CLAUSE[/]  a clause of the rulebook      [bold]ways[/]         the way of each colour from each city
[bold]board[/]        show the table again          [bold]log[/]          what was done
[bold]svg FILE[/]     the table as a picture        [bold]save FILE[/]    keep the match; resume with --resume FILE
[bold]undo[/]         time cannot be taken back     [bold]quit[/]         leave (the match is kept)"""

LONGEST_WAIT_MS = 5_000
TOLD = 12
# A command of another seat is refused because of the seat; that is not the reason the person asked for.
NOT_YOURS = frozenset(
    {
        "city_of_another", "engineer_of_another_city", "pick_in_own_city", "park_in_own_city", "not_in_your_hand",
        "not_offered_to_you", "city_of_another_player", "arrow_of_another", "your_own_city",
    }
)  # fmt: skip


class PersonTable(TerminalSession):
    """One person in one seat or in several, and a clock that stands still while they think."""

    match: TimedMatch

    def __init__(
        self,
        match: TimedMatch,
        partners: Sequence[Partner | None],
        console: Console,
        ask: Callable[[str], str],
        keep: Path,
    ) -> None:
        super().__init__(
            match, [None if partner is None else partner.player for partner in partners], console, ask, keep
        )
        self.crew = crew_of(match, partners)
        self.advisers = {seat: TeamBot(seat) for seat in self.people}
        self.step_ms = match.setting.tick_ms or int(match.setting.b.values.tick_ms)
        self.shown = len(match.journal)
        self.choices: list[tuple[int, str]] = []

    # ------------------------------------------------------------ the game
    def run(self) -> None:
        """Play to the end, or until the person leaves; either way the match is saved."""
        names = ", ".join(SEAT_NAMES[seat] for seat in self.people)
        self.console.print(f"You are {names}. Type [bold]help[/] at any prompt.", highlight=False)
        try:
            while not self.match.over:
                self.moment()
        except (Leave, EOFError, KeyboardInterrupt):
            settled(self.match).save(self.keep)
            self.console.print(f"\nThe match is kept. Go on with: {again(self.keep)}", highlight=False)
            return
        self.tell()
        self.match.save(self.keep)
        self.console.print(self.match.setting.screen(self.match.s))
        self.console.print(score_sheet(self.match))
        self.console.print(self.best_score(), highlight=False)

    def best_score(self) -> str:
        try:
            folder = Path(platformdirs.user_data_dir("goldenspike", appauthor=False, ensure_exists=True))
            return keep_best(self.match, folder / "rail-pass-best.json")
        except (GoldenSpikeError, OSError) as error:
            return f"Best scores could not be kept: {escape(str(error))}"

    def moment(self) -> None:
        """One prompt: the bots have acted, the person may act in all their seats, then time goes on."""
        match = self.match
        self.crew.run(match.now)
        if delivered(match) and match.s.phase != BETWEEN:
            self.console.print("Every cube is home; what is left of the time runs out.")
            match.advance(int(match.s.ends_at))
        self.choices = self.offered()
        if match.over:
            return
        if not self.choices:
            self.go_on()
            return
        self.tell()
        self.console.print(match.setting.screen(match.s, self.people[0] if len(self.people) == 1 else None))
        before = match.hash
        while match.hash == before and not match.over:
            for seat in self.people:
                self.console.print(f"[bold]{escape(match.setting.question(match.s, seat))}[/]", highlight=False)
            self.console.print(self.listed())
            self.answer(self.people[0], [text for _, text in self.choices], self.ask("> ").strip())

    def offered(self) -> list[tuple[int, str]]:
        """What the person can do now, without what only clutters the list: it can still be typed."""
        found = []
        for seat in self.people:
            numbers = self.match.numbers(seat)
            for action in numbers:
                if self.worth_listing(seat, action, numbers):
                    found.append((seat, self.match.setting.write(self.match.s, seat, action)))
        return found

    def worth_listing(self, seat: int, action: int, legal: list[int]) -> bool:
        s = self.match.s
        bare = action - HOLD_SHIFT if action >= HOLD else action
        if action == WAIT or ARROW <= action < HOLD or CANCEL <= action < ARROW:
            return False
        if RELEASE <= action < CANCEL:
            return (action - RELEASE) % 4 == 0
        if s.dexterity == TIMED and action == bare and PICK <= action < TOOT:
            return False
        if XCHG <= action < ENG and (action - XCHG) // 6 % 6 == (action - XCHG) % 6:
            return False
        # PICK and TAKE begin at even numbers: odd ones are for the right hand, which is listed if the left is not free.
        by_hand = PICK <= bare < PARK or TAKE <= bare < TOOT
        return not (by_hand and bare % 2 == 1 and action - 1 in legal)

    def listed(self) -> Columns:
        """The choices with their numbers, what they move and how long they take."""
        lines = []
        for number, (seat, text) in enumerate(self.choices, 1):
            line = Text(f"{number:>3} ", style="bold cyan")
            if len(self.people) > 1:
                line.append(f"{SEAT_NAMES[seat]} ", style="dim not bold")
            line.append(text, style="default not bold")
            line.append(f" {self.remark(seat, text)}".rstrip(), style="dim not bold")
            lines.append(line)
        return Columns(lines, padding=(0, 2), column_first=True)

    def remark(self, seat: int, text: str) -> str:
        """The cube that is loaded, and the seconds it takes."""
        setting, s = self.match.setting, self.match.s
        action = setting.parse(s, seat, text)[0]
        after = s.copy()
        self.match.game.rules.apply(after, setting.b, seat, action)
        started = [slot for slot in range(TRAINS) if after.job[slot] != NO_JOB and s.job[slot] == NO_JOB]
        words = ""
        if LOAD <= action < STORE:
            end, train = divmod(action - LOAD, TRAINS)
            city = s.at[train]
            cube = s.yard[city][s.head[city] if end == 0 else s.tail[city] - 1]
            words = setting.notation.cube(s, cube)  # type: ignore[attr-defined]
        seconds = f"{after.job_need[started[0]] / 1000:g}s" if started else ""
        return f"{words} {seconds}".strip()

    # ------------------------------------------------------------ what is typed
    def answer(self, seat: int, choices: list[str], line: str) -> None:
        word, _, rest = line.partition(" ")
        name = word.lower()
        try:
            if line == "" or name == "next":
                self.go_on()
            elif name == "wait":
                self.pause(rest.strip())
            elif name == "ways":
                self.ways()
            elif line.isascii() and line.isdecimal():
                if not 1 <= int(line[:9]) <= len(self.choices):
                    raise BadOption(f"there are choices 1 to {len(self.choices)}")
                who, text = self.choices[int(line) - 1]
                self.crew.play(who, text)
            elif name in {"help", "?"}:
                self.console.print(HELP)
            elif name in {"why", "hint", "rule", "board", "log", "svg", "save", "undo", "quit", "exit"}:
                super().answer(seat, choices, line)
            else:
                who, text = self.meant(line)
                self.crew.play(who, text)
        except GoldenSpikeError as error:
            self.console.print(f"[red]{escape(str(error))}[/]", highlight=False)

    def meant(self, line: str) -> tuple[int, str]:
        """The seat and the command of a line; without a seat, the one of the person's seats that can do it."""
        word, _, rest = line.partition(" ")
        if word.upper() in SEAT_NAMES:
            seat = self.match.seat(word)
            if seat not in self.people:
                raise BadOption(f"{word.upper()} is not your seat")
            return seat, rest.strip()
        refusals: list[tuple[int, Refusal]] = []
        for seat in self.people:
            refusal = self.match.why_not(seat, line)
            if refusal is None:
                return seat, line
            refusals.append((seat, refusal))
        own = [seat for seat, refusal in refusals if refusal.code not in NOT_YOURS]
        return (own or self.people)[0], line

    def why(self, seat: int, rest: str) -> None:
        who, text = self.meant(rest)
        super().why(who, text)

    def hint(self, seat: int, rest: str) -> None:
        for who in self.people:
            adviser = self.advisers[who]
            action = adviser.choose(imagine(self.match, who, adviser.dice))
            words = "wait" if action == WAIT else self.match.setting.write(self.match.s, who, action)
            name = f"{SEAT_NAMES[who]} " if len(self.people) > 1 else ""
            self.console.print(f"Perhaps [bold]{escape(name + words)}[/]", highlight=False)

    def show(self, seat: int, rest: str) -> None:
        self.console.print(self.match.setting.screen(self.match.s, self.people[0] if len(self.people) == 1 else None))

    def say_log(self, seat: int, rest: str) -> None:
        for line in self.match.journal[-40:]:
            self.console.print(line, markup=False, highlight=False)

    def undo(self, seat: int, rest: str) -> None:
        self.match.undo()

    def ways(self) -> None:
        """Where the route arrows of each city point (RP-ARROW-02)."""
        cities = self.match.view()["cities"]
        table = Table(box=None, padding=(0, 1))
        table.add_column("from")
        for city in cities.values():
            table.add_column(f"to {city['colour']}")
        for city in cities.values():
            cells = [
                "/".join(cities[place]["colour"] for place in city["arrows"].get(other["colour"], []))
                for other in cities.values()
            ]
            table.add_row(city["colour"], *cells)
        self.console.print(table)

    # ------------------------------------------------------------ time
    def tell(self) -> None:
        """What happened since the last prompt."""
        news = self.match.journal[self.shown :]
        if len(news) > TOLD:
            self.console.print(f"  [dim]... {len(news) - TOLD} more, see log[/]")
        for line in news[-TOLD:]:
            self.console.print(f"  [dim]{escape(line)}[/]", highlight=False)
        self.shown = len(self.match.journal)

    def pause(self, seconds: str) -> None:
        """Let a given time pass."""
        ms = self.step_ms
        if seconds:
            try:
                ms = round(1000 * float(seconds))
            except (ValueError, OverflowError):
                ms = 0
            if not 0 < ms <= 600_000:
                raise BadOption(f"wait for some seconds, such as wait 5; not {seconds[:40]!r}")
        self.crew.run(self.match.now + -(-ms // self.step_ms) * self.step_ms)

    def go_on(self, most_ms: int = LONGEST_WAIT_MS) -> None:
        """Let time pass until something happens that concerns the person, or for a while."""
        match = self.match
        if match.s.phase == BETWEEN:
            for seat in match.actors:
                if seat in self.people:
                    match.act(seat, READY)
            return
        before, end = self.concern(), match.now + most_ms
        while not match.over and match.now < end and self.concern() == before:
            self.crew.run(match.now + self.step_ms)

    def concern(self) -> list[object]:
        """What the person would look up for: their hands, their commands, offers to them, and what goes wrong."""
        s = self.match.s
        owner = self.match.setting.b.owner
        mine = set(self.people)
        offers = [s.offer[train] for train in range(TRAINS)]
        return [
            s.phase,
            [s.hand[seat] for seat in self.people],
            [s.job[slot] for slot in range(TRAINS) if s.job[slot] != NO_JOB and s.job_seat[slot] in mine],
            [(train, s.push[train]) for train, city in enumerate(offers) if city != NONE and owner[city] in mine],
            [train for train, city in enumerate(offers) if city != NONE and (s.place[train] - 12) // 2 in mine],
            sum(line.startswith("!") for line in self.match.journal),
        ]
