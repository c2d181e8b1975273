"""Playing a match at the terminal: numbered choices, typed notation, undo, why, hint, save."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from .bot import Bot, GreedyBot, imagine
from .errors import BadOption, GoldenSpikeError
from .match import Match
from .outlook import Outlook, expected_words

HELP = """[bold]number[/]          take that choice          [bold]any action[/]  in notation, such as {example}
[bold]why ACTION[/]      why it is not allowed     [bold]hint[/]        what a sensible beginner would do
[bold]undo[/]            back by one choice        [bold]rule CLAUSE[/] a clause of the rulebook
[bold]board[/]           show the position again   [bold]log[/]         what was played
[bold]svg FILE[/]        the position as a picture [bold]save FILE[/]   keep the match; resume with --resume FILE
[bold]quit[/]            leave (the match is kept) [bold]analyse[/]     what the strongest bot sees in it"""

Analyst = Callable[[Match, int], Iterable[str]]  # what the strongest bot sees in a decision of a seat, in sentences


class Leave(Exception):
    """The player wants to leave."""


class TerminalSession:
    """One match, its players and a console."""

    def __init__(
        self, match: Match, players: list[Bot | None], console: Console, ask: Callable[[str], str], keep: Path,
        analyst: Analyst | None = None,
    ) -> None:  # fmt: skip
        if len(players) != match.setting.seats:
            raise BadOption(f"this match has {match.setting.seats} seats; {len(players)} players were named")
        self.match = match
        self.players = players
        self.console = console
        self.ask = ask
        self.keep = keep
        self.analyst = analyst
        self.people = [seat for seat, player in enumerate(players) if player is None]
        self.shown = len(match.log)

    # ------------------------------------------------------------ the game
    def run(self) -> None:
        """Play to the end, or until the player leaves; either way the match is saved."""
        try:
            while not self.match.over:
                self.step()
        except (Leave, EOFError, KeyboardInterrupt):
            self.match.save(self.keep)
            self.console.print(
                f"\nThe match is kept. Go on with: goldenspike play --resume {self.keep}", highlight=False
            )
            return
        self.tell()
        self.match.save(self.keep)
        own = self.people[0] if len(self.people) == 1 else None
        self.console.print(self.match.setting.screen(self.match.s, own))
        self.console.print(self.score_sheet())

    def step(self) -> None:
        seat = self.match.actors[0]
        player = self.players[seat]
        if player is not None:
            player.act(self.match, seat)
        else:
            self.person(seat)

    def tell(self) -> None:
        """What happened since the last time, as everybody may read it; secret choices once they are revealed."""
        end = max(self.shown, self.unsealed())
        for line in self.match.log[self.shown : end]:
            seat = line.partition(":")[0]
            own = len(self.people) == 1 and seat == self.match.game.seat_names[self.people[0]]
            self.console.print(f"  [dim]{escape(line if own else self.match.setting.public(line))}[/]")
        self.shown = end

    def unsealed(self) -> int:
        """How many lines of the log are open to all."""
        return len(self.match.log) - self.match.setting.sealed(self.match.s)

    def person(self, seat: int) -> None:
        match = self.match
        if len(self.people) > 1:
            self.console.clear()
            self.ask(f"Seat {match.game.seat_names[seat]}, press Enter when only you can see the screen: ")
        self.tell()
        self.console.print(match.setting.screen(match.s, seat))
        before = match.hash
        while match.hash == before and not match.over:
            choices = match.legal(seat)
            self.console.print(f"\n[bold]{escape(match.setting.question(match.s, seat))}[/]", highlight=False)
            self.console.print(self.offer(seat, choices))
            steps = match.s.to_bytes()
            self.answer(seat, choices, self.ask("> ").strip())
            if seat not in match.actors:
                break
            if match.hash == before and match.s.to_bytes() != steps:
                self.sketch(seat)

    def sketch(self, seat: int) -> None:
        """A step of a turn that goes on: not the whole screen again, only what it changed."""
        picture = self.match.setting.sketch(self.match.s, seat)
        if picture is not None:
            self.console.print(picture)

    def offer(self, seat: int, choices: list[str]) -> Columns:
        """The choices with their numbers and what each would bring."""
        lines = []
        for number, action in enumerate(match_numbers := self.match.numbers(seat), 1):
            after = self.match.s.copy()
            self.match.game.rules.apply(after, self.match.setting.b, seat, action)
            remark = self.match.setting.remark(self.match.s, after, seat, (action,))
            line = Text(f"{number:>3} ", style="bold cyan")
            line.append(choices[number - 1], style="default not bold")
            if remark:
                line.append(f" {remark}", style="green" if "+" in remark else "dim")
            lines.append(line)
        assert len(match_numbers) == len(choices)
        return Columns(lines, padding=(0, 3), column_first=True)

    # ------------------------------------------------------------ what is typed
    def answer(self, seat: int, choices: list[str], line: str) -> None:
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[int, str], None]] = {
            "help": self.say_help,
            "?": self.say_help,
            "undo": self.undo,
            "why": self.why,
            "hint": self.hint,
            "analyse": self.analyse,
            "rule": self.rule,
            "board": self.show,
            "log": self.say_log,
            "svg": self.svg,
            "save": self.save,
            "quit": self.leave,
            "exit": self.leave,
        }
        try:
            if not line:
                self.console.print("Type a number, an action, or [bold]help[/].")
            elif line.isdecimal():
                if len(line) > 4 or not 1 <= int(line) <= len(choices):
                    raise BadOption(f"there are choices 1 to {len(choices)}")
                self.match.play(seat, choices[int(line) - 1])
            elif word.lower() in commands:
                commands[word.lower()](seat, rest.strip())
            else:
                self.match.play(seat, line)
        except GoldenSpikeError as error:
            self.console.print(f"[red]{escape(str(error))}[/]", highlight=False)
            near = difflib.get_close_matches(line, choices, n=1, cutoff=0.75)
            if near and not line.isdecimal():
                self.console.print(f"Did you mean: {near[0]}", highlight=False)

    def say_help(self, seat: int, rest: str) -> None:
        self.console.print(HELP.format(example=escape(self.match.legal(seat)[0])))

    def leave(self, seat: int, rest: str) -> None:
        raise Leave

    def show(self, seat: int, rest: str) -> None:
        self.console.print(self.match.setting.screen(self.match.s, seat))

    def say_log(self, seat: int, rest: str) -> None:
        own = self.match.game.seat_names[seat] + ":"
        open_to_all = self.unsealed()
        for number, line in list(enumerate(self.match.log))[-40:]:
            text = line if line.startswith(own) else self.match.setting.public(line, number < open_to_all)
            self.console.print(text, markup=False, highlight=False)

    def why(self, seat: int, rest: str) -> None:
        refusal = self.match.why_not(seat, rest)
        if refusal is None:
            self.console.print(f"{rest} is allowed.", markup=False)
        else:
            self.console.print(f"[yellow]{escape(str(refusal))}[/]", highlight=False)

    def hint(self, seat: int, rest: str) -> None:
        adviser = GreedyBot(len(self.match.log))
        action = adviser.choose(imagine(self.match, seat, adviser.dice))
        number = self.match.numbers(seat).index(action) + 1
        words = escape(self.match.setting.write(self.match.s, seat, action))
        self.console.print(f"Perhaps [bold]{words}[/] ({number})", highlight=False)
        self.say(expected_words(Outlook(tuple(self.match.setting.expected(self.match.s, seat)))))

    def analyse(self, seat: int, rest: str) -> None:
        if self.analyst is None:
            raise BadOption("nobody analyses matches here")
        self.say(self.analyst(self.match, seat))

    def say(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.console.print(sentence, markup=False, highlight=False)

    def rule(self, seat: int, rest: str) -> None:
        sentence = self.match.game.clauses().get(rest.upper())
        if sentence is None:
            raise BadOption(f"the rulebook has no clause {rest!r}")
        self.console.print(f"{rest.upper()}: {sentence}", markup=False, highlight=False)

    def svg(self, seat: int, rest: str) -> None:
        target = Path(rest or "position.svg")
        try:
            target.write_text(self.match.setting.svg(self.match.s, seat, self.match.legal(seat)), "utf-8")
        except OSError as error:
            raise BadOption(f"cannot write {target}: {error.strerror or error}") from None
        self.console.print(f"Wrote {target}")

    def save(self, seat: int, rest: str) -> None:
        target = Path(rest) if rest else self.keep
        self.match.save(target)
        self.console.print(f"Saved to {target}", highlight=False)

    def undo(self, seat: int, rest: str) -> None:
        """Back to this player's last choice; what the bots did since is taken back too."""
        if self.match.take_back(seat):
            self.console.print("Taken back.")
            return
        own = self.match.game.seat_names[seat] + ":"
        live: list[str] = []
        for line in self.match.log:
            if line == "undo":
                live.pop()
            else:
                live.append(line)
        if not any(line.startswith(own) for line in live):
            raise BadOption("you have made no choice yet")
        while True:
            line = live.pop()
            self.match.undo()
            if line.startswith(own):
                break
        self.shown = len(self.match.log)
        self.console.print("Taken back.")

    # ------------------------------------------------------------ the end
    def score_sheet(self) -> Table:
        """Item by item, as on paper."""
        match = self.match
        result = match.setting.result(match.s)
        table = Table(title=f"The game is over ({result.reason})", title_style="bold", show_lines=False)
        names = [match.game.seat_names[seat] for seat in range(match.setting.seats)]
        names += ["third player"] * (len(result.sheet) - len(names))
        for number, name in enumerate(names):
            crown = " (winner)" if number in result.winners else ""
            table.add_column(f"{name}{crown}", overflow="fold")
        height = max(len(sheet) for sheet in result.sheet)
        for row in range(height):
            cells = []
            for sheet in result.sheet:
                item = sheet[row] if row < len(sheet) else None
                words = "" if item is None else " ".join(filter(None, (item.what, item.detail)))
                cells.append("" if item is None else f"{words} = {item.points}")
            table.add_row(*cells)
        table.add_section()
        table.add_row(*[str(sum(item.points for item in sheet)) for sheet in result.sheet], style="bold")
        for note in result.notes:
            table.caption = "; ".join(result.notes) if note else None
        return table
