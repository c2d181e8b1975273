"""The position for a terminal: a map drawn with letters, players, railroads and the display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from goldenspike.drawing.plain_text import WIDTH, plain_text

from ..rules.state import DOUBLE_PLAY, FOUR_PLAY, NONE, OVER, PLAY, TLT1, TLT2, State
from ..text.view import PHASES, SEAT_NAMES, view

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    from ..game import SantaFeSetting

MAP_HEIGHT = 31
PHASE_WORDS = {
    "hire": "hiring Engineers",
    "draw": "drawing cards",
    "play": "choosing cards",
    "boom": "placing boomtowns",
    "tlt1": "first laying turn",
    "tlt2": "second laying turn",
    "buy": "buying track",
    "over": "the game is over",
}
# One letter and one terminal style per railroad: the letter alone tells which it is.
LETTERS = {"SF": "S", "SP": "P", "GN": "G", "UP": "U", "KP": "K", "RI": "R", "TP": "T", "WP": "W", "DR": "D"}
STYLES = {
    "SF": "bright_blue",
    "SP": "bold white",
    "GN": "green",
    "UP": "red",
    "KP": "yellow",
    "RI": "dark_orange",
    "TP": "grey62",
    "WP": "orange4",
    "DR": "magenta",
}


def letter(rails: Sequence[str], rail: str) -> str:
    """The letter of a railroad; one of a board's own gets the first of its letters, or a digit, that is free."""
    own = {name: LETTERS[name] for name in rails if name in LETTERS}
    for name in rails:
        if name and name not in own:
            own[name] = next(sign for sign in (*name, *"123456789") if sign not in own.values())
    return own[rail]


def style(setting: SantaFeSetting, rail: str) -> str:
    return STYLES.get(rail, setting.board.railroad[rail].colour)


def picture(setting: SantaFeSetting, s: State, seat: int | None) -> str:
    """Plain text, a hundred columns wide."""
    return plain_text(screen(setting, s, seat))


def screen(setting: SantaFeSetting, s: State, seat: int | None) -> RenderableType:
    """The whole position as a seat may see it."""
    from rich.console import Group

    seen = view(s, setting.notation, seat)
    parts: list[Any] = [
        _title(setting, seen),
        MapPicture(setting, s),
        _players(setting, s, seen),
        _railroads(seen, setting),
    ]
    if s.phase != OVER:
        parts.append(_display(seen))
    return Group(*parts)


def _title(setting: SantaFeSetting, seen: dict[str, Any]) -> Text:
    from rich.text import Text

    line = Text(f"{setting.game.title} ({setting.game.year})", style="bold")
    if setting.other_values:
        line.append(f"   with {setting.values_text}", style="default")
    line.append(f"   Round {seen['round']}, {PHASE_WORDS[seen['phase']]}", style="default")
    if seen["actors"]:
        line.append(f"   to decide: {', '.join(seen['actors'])}")
    line.append(f"   Train: {seen['first']}")
    return line


# ---------------------------------------------------------------- the map
class MapPicture:
    """Cities where they lie, with their value; track as the railroad's letter; as wide as the terminal allows."""

    def __init__(self, setting: SantaFeSetting, s: State) -> None:
        self.setting = setting
        self.s = s

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield map_text(self.setting, self.s, min(WIDTH, options.max_width) - 2)


def map_text(setting: SantaFeSetting, s: State, width: int) -> Text:
    from rich.text import Text

    board = setting.board
    cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(MAP_HEIGHT)]
    xs, ys = [city.x for city in board.cities], [city.y for city in board.cities]
    left, top = min(xs), min(ys)
    wide, high = max(max(xs) - left, 1), max(max(ys) - top, 1)
    places = [
        (round((city.x - left) / wide * (width - 8)) + 3, round((city.y - top) / high * (MAP_HEIGHT - 1)))
        for city in board.cities
    ]
    _draw_lines(setting, s, cells, places)
    for city, (x, y) in enumerate(places):
        value = s.marker[city] or setting.b.value[city]
        label = f"{board.cities[city].id}{value or '*'}{'!' if s.marker[city] else ''}"
        style = "bold reverse" if s.city_rails[city] else "bold"
        for k, letter in enumerate(label):
            cells[y][min(x - 1 + k, width - 1)] = (letter, style)
    rows = []
    for row in cells:
        text = Text()
        for letter, style in row:
            text.append(letter, style=style)
        text.rstrip()
        rows.append(text)
    return Text("\n").join(rows)


def _draw_lines(
    setting: SantaFeSetting, s: State, cells: list[list[tuple[str, str]]], places: list[tuple[int, int]]
) -> None:
    """Open lines as dots, laid track as letters; a second laid parallel runs one row lower."""
    b = setting.b
    laid: Counter[tuple[int, int]] = Counter()
    for line in sorted(range(b.n_lines), key=lambda ln: s.builder[ln] != NONE):
        (x0, y0), (x1, y1) = places[b.ends[line][0]], places[b.ends[line][1]]
        pair = (min(b.ends[line]), max(b.ends[line]))
        built = s.builder[line] != NONE
        lower = laid[pair] if built else 0
        laid[pair] += built
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for k in range(steps + 1):
            x, y = round(x0 + (x1 - x0) * k / steps), round(y0 + (y1 - y0) * k / steps)
            y = min(y + (1 if lower else 0), MAP_HEIGHT - 1)
            along = k / steps if s.origin[line] & 1 == 0 else 1 - k / steps
            far = setting.rules.far_pieces(s, line)
            near = s.filled[line] - far
            if built and (along <= near / b.length[line] or (far and 1 - along <= far / b.length[line])):
                rail = setting.notation.rails[s.builder[line]]
                cells[y][x] = (letter(setting.notation.rails, rail), style(setting, rail))
            elif cells[y][x][0] == " ":
                cells[y][x] = ("·", "dim")


# ---------------------------------------------------------------- tables
def _players(setting: SantaFeSetting, s: State, seen: dict[str, Any]) -> RenderableType:
    from rich.table import Table

    result = setting.result(s)
    table = Table(box=None, padding=(0, 1), expand=False, header_style="dim")
    for column, justify in (
        ("", "left"),
        ("$", "right"),
        ("pts", "right"),
        ("this round", "left"),
        ("hand", "left"),
        ("played cities (points now)", "left"),
    ):
        table.add_column(column, justify=justify, no_wrap=column != "played cities (points now)")  # type: ignore[arg-type]
    for number, player in enumerate(seen["seats"]):
        worth = [f"{name} {setting.worth(s, name)}" for name in player["table"]]
        table.add_row(
            f"{player['seat']}{'*' if player['seat'] in seen['actors'] else ' '}",
            str(player["money"]),
            str(result.points[number]),
            _play_column(player),
            _hand_column(player),
            ", ".join(worth),
        )
    if "third_player_cards" in seen:
        cards = ", ".join(seen.get("third_player", [])) or f"{seen['third_player_cards']} cards face down"
        table.add_row("third", "", "", "", "", cards)
    return table


def _play_column(player: dict[str, Any]) -> str:
    if player["committed"]:
        return f"({player['secret_play']})" if "secret_play" in player else "(chosen)"
    play = player.get("play", "")
    return "" if play == "none" else str(play)


def _hand_column(player: dict[str, Any]) -> str:
    known = list(player["specials"])
    if "hand" in player:
        known = [*player["hand"], *known]
    elif player["city_cards"]:
        known = [f"{player['city_cards']} cities", *known]
    if player["engineer"] and "engineer" not in known:
        known.append("[engineer]")
    return " ".join(known)


def _railroads(seen: dict[str, Any], setting: SantaFeSetting) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("", "railroad", "left", "railheads"):
        table.add_column(column, justify="right" if column == "left" else "left", no_wrap=column != "railheads")
    for rail, left in seen["supply"].items():
        if rail not in seen["available"]:
            continue
        heads = []
        for tip in seen["tips"].get(rail, []):
            heads.append(tip["city"] if "city" in tip else _partial(seen, tip["line"]))
        name = setting.board.railroad[rail].name
        table.add_row(
            Text(f"{rail} {letter(setting.notation.rails, rail)}", style=style(setting, rail)),
            name,
            str(left),
            ", ".join(heads),
        )
    return table


def _partial(seen: dict[str, Any], line: str) -> str:
    entry = next(part for part in seen["track"] if part["line"] == line)
    return f"{line} ({entry['filled']} laid from {entry['from']})"


def _display(seen: dict[str, Any]) -> Text:
    from rich.text import Text

    shown = seen["display"]
    words = [f"{name} {shown[name]}" for name in ("double", "triple", "four", "boom", "engineer") if shown[name]]
    words.append("branch " + " ".join(f"{rail}{count}" for rail, count in shown["branch"].items() if count))
    if shown["markers"]["4"] or shown["markers"]["5"]:
        words.append(f"markers 4:{shown['markers']['4']} 5:{shown['markers']['5']}")
    hidden = f", {seen['hidden_shorts']} Short Lines to come" if seen["hidden_shorts"] else ""
    return Text(f"display: {', '.join(words)}   deck: {seen['deck_size']}{hidden}", style="dim")


# ---------------------------------------------------------------- the question
def question(setting: SantaFeSetting, s: State, seat: int) -> str:
    """What is asked of the seat now, in one sentence."""
    name = SEAT_NAMES[seat]
    if s.phase == PLAY:
        return f"{name}: choose the card you play this Round (nobody sees it before all have chosen)."
    if s.phase in (TLT1, TLT2):
        return _lay_question(setting, s, seat)
    values = setting.b.values
    words = {
        "hire": f"hire an Engineer for ${values.hire_price}, or none.",
        "draw": "draw a card: from the deck, or one of the display.",
        "boom": "place up to two boomtown markers.",
        "buy": f"buy one piece of track for ${values.track_price}, or none.",
    }
    return f"{name}: {words[PHASES[s.phase]]}"


def _lay_question(setting: SantaFeSetting, s: State, seat: int) -> str:
    most = setting.rules.allowance(s, setting.b, seat)
    line = f"{SEAT_NAMES[seat]}: lay piece {s.laid_now + 1} of {'up to ' if most > 1 else ''}{most}"
    if s.card[seat] == FOUR_PLAY and s.phase == TLT1 and s.laid_now == 0:
        line += ", or hold them for the second turn"
    if s.card[seat] == DOUBLE_PLAY and s.phase == TLT2 and s.laid_now == 0 and not s.exchanged:
        line += "; first you may exchange City cards"
    return line + "."
