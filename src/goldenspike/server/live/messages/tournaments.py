"""What travels about tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from .table import BotName, Secret, Shape, ShortText, TimeControl

TournamentForm = Literal["swiss", "round-robin"]
TournamentStatus = Literal["open", "running", "finished", "closed"]
PlayerName = Annotated[str, Meta(max_length=24)]


class NewTournament(Shape):
    """A tournament: its game, its form, how fast it is played; players come afterwards."""

    game: ShortText
    name: Annotated[str, Meta(max_length=60)] = ""
    seats: Annotated[int, Meta(ge=2, le=8)] = 2  # of a table
    form: TournamentForm = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=31)] = 0  # 0: as many as the form needs for so many players
    options: dict[str, bool | int | str] = field(default_factory=dict)
    board: ShortText | None = None
    pace: TimeControl = field(default_factory=TimeControl)
    bots: bool = False  # bots fill tables that would have an empty seat
    listed: bool = False
    play: bool = True  # does the host take part?
    player: PlayerName = ""  # under this name


class NewTournamentPlayer(Shape):
    """Somebody the host adds: a person by name, who gets a link, or a bot."""

    name: PlayerName = ""
    bot: BotName | None = None


class JoinTournament(Shape):
    """Take part, by the link for everybody or by one's own; a public tournament needs none."""

    secret: Secret | None = None
    name: PlayerName = ""


class TournamentLink(Shape):
    path: str  # of the page, with the secret behind the #
    qr: str  # the same as an SVG picture


class TournamentPlayer(Shape):
    number: int
    name: str
    bot: BotName | None
    here: bool  # a bot, or a person whose browser has come by the link
    left: bool  # takes part no more


class TournamentStanding(Shape):
    """A place in the standings, and what it is made of (see docs/tournaments.md)."""

    number: int  # of the player
    place: int
    score: float
    opponents: float  # first tie-break
    wins: int  # second
    points: float  # third
    tables: int  # that are over
    byes: int


class TournamentTable(Shape):
    """A table of a round; -1 among its players is a bot that only fills a seat."""

    table: str
    players: list[int]
    status: Literal["playing", "over", "void"]
    points: list[int]
    winners: list[int]  # seats


class TournamentRound(Shape):
    number: int
    tables: list[TournamentTable]
    byes: list[int]


class TournamentInfo(Shape):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: str
    form: TournamentForm
    status: TournamentStatus
    players: int
    round: int
    rounds: int
    host: bool
    me: int | None  # the number of whoever asks, if they take part
    changed_ms: int


class Tournament(Shape):
    """A tournament as everybody with its link sees it."""

    info: TournamentInfo
    seats: int
    options: dict[str, bool | int | str]
    board: str
    pace: TimeControl
    bots: bool
    listed: bool
    players: list[TournamentPlayer]
    standings: list[TournamentStanding]
    played: list[TournamentRound]
    table: str  # where whoever asks is to play now


class TournamentMade(Shape):
    """A new tournament, and for its host the link for everybody."""

    tournament: Tournament
    link: TournamentLink


class TournamentLists(Shape):
    mine: list[TournamentInfo]
    open: list[TournamentInfo]  # public ones that anybody may join
    running: list[TournamentInfo]
    finished: list[TournamentInfo]


class AddedPlayer(Shape):
    """Somebody was added; a person by name has a link of their own."""

    tournament: Tournament
    link: TournamentLink | None
