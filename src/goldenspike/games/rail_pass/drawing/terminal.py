"""The position for a terminal: city boards where they lie, what runs between them, hands and the clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from goldenspike.drawing.plain_text import WIDTH, plain_text

from ..board.load import BLOCKED, BRIDGE, COLOURS, GRID, TUNNEL
from ..rules.state import State
from ..text.notation import HAND_NAMES, SEAT_NAMES
from ..values import in_words

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    from ..game import RailPassSetting

LINES = 7  # of a city board


@dataclass(frozen=True)
class Scale:
    """How wide things are drawn: city boards, what lies between them, the bar of the clock, seats to a line."""

    box: int
    pad: str
    yard: str
    gap: int
    bar: int
    seats: int


WIDE = Scale(28, " ", "yard ", 8, 20, 3)
NARROW = Scale(24, "", "  ", 4, 10, 2)
# Every cube is a letter on its own ground: the letter alone tells its colour.
STYLES = {
    "K": "bold white on grey35",
    "R": "bold white on red3",
    "B": "bold white on blue",
    "G": "bold color(16) on green3",
    "Y": "bold color(16) on yellow3",
    "W": "bold color(16) on white",
}
TRACKS = {
    TUNNEL: ("▒", "tunnel", "dark_orange"),
    BRIDGE: ("≈", "bridge", "cyan"),
    BLOCKED: ("×", "blocked", "dim red"),
}
SHORT = {"tunnel": "tunl", "bridge": "brdg", "blocked": "shut"}
OPEN_TRACK = ("─", "", "default")
BUSY = {
    "loads": "loads",
    "stores": "stores",
    "moves a cube": "cube",
    "swaps cubes": "swap",
    "seats": "crew",
    "picks up": "pick",
    "parks": "park",
    "moves": "go",
    "takes": "take",
}


def picture(setting: RailPassSetting, s: State, seat: int | None) -> str:
    """Plain text, a hundred columns wide."""
    return plain_text(screen(setting, s, seat))


def screen(setting: RailPassSetting, s: State, seat: int | None) -> RenderableType:
    """The whole table; everything on it is public."""
    return TablePicture(setting, s, seat)


class TablePicture:
    """A hundred columns wide, or eighty where the terminal has no more."""

    def __init__(self, setting: RailPassSetting, s: State, seat: int | None) -> None:
        self.setting = setting
        self.seat = seat
        self.seen = setting.view(s, seat)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        scale = WIDE if options.max_width >= WIDTH else NARROW
        setting, seen, seat = self.setting, self.seen, self.seat
        lines = [_title(setting, seen, scale), _score(setting, seen), *_boards(setting, seen, seat, scale)]
        lines += [*_other_links(setting, seen), *_seats(seen, seat, scale)]
        if seen["values"]:
            lines.append(Text(f"Other values: {in_words(seen['values'])}"))
        if seen["stuck"]:
            lines.append(Text("Nothing can be done any more; the clock runs on (RP-DIG-25)."))
        for line in lines:
            line.no_wrap, line.overflow = True, "crop"
            yield line


# ---------------------------------------------------------------- the two lines above
def minutes(ms: int) -> str:
    """A stretch of time as people read it: m:ss."""
    return f"{ms // 60000}:{ms // 1000 % 60:02d}"


def _title(setting: RailPassSetting, seen: dict[str, Any], scale: Scale) -> Text:
    from rich.text import Text

    line = Text().append("Rail Pass", style="bold")
    line.append(f"  {setting.board.id} {setting.board.name}"[:40])
    if seen["rounds"] > 1:
        line.append(f"  round {seen['round']} of {seen['rounds']}")
    time = seen["time"]
    left, total = time["left_ms"], time["total_ms"]
    style = "bold red" if left <= 30_000 else "bold green"
    if seen["phase"] != "running":
        line.append("  the round is over", style=style)
        return line
    done = round(scale.bar * (total - left) / max(1, total))
    line.append("  " + "█" * (scale.bar - done), style=style)
    line.append("░" * done, style="dim")
    line.append(f" {minutes(left)} left", style=style)
    line.append(f" of {minutes(total)}")
    return line


def _score(setting: RailPassSetting, seen: dict[str, Any]) -> Text:
    from rich.text import Text

    score, piles, cities = seen["score"], seen["piles"], seen["cities"]
    low = [cities[place] for place in score["lowest"]]
    line = Text("score ")
    line.append(str(score["total"]), style="bold green" if score["total"] >= score["win"] else "bold")
    words = " x ".join(f"{city['colour']} {city['stored']}" for city in low)
    line.append(f" ({words}; {score['win']} wins)")
    stored, every = sum(city["stored"] for city in cities.values()), len(cities) * setting.board.yard
    line.append(f"  home {stored}/{every}")
    for name, count in (("dropped", piles["dropped"]), ("quit", piles["quit"]), ("wrecks", piles["wrecks"])):
        line.append(f"  {name} {count}", style="bold red" if count else "dim")
    result = seen["result"]
    if result is not None and seen["rounds"] > 1:
        line.append(f"  match {result['points']}", style="bold green" if result["won"] else "bold")
    return line


# ---------------------------------------------------------------- city boards and what lies between them
def _boards(setting: RailPassSetting, seen: dict[str, Any], seat: int | None, scale: Scale) -> list[Text]:
    from rich.text import Text

    places = {GRID[city.id]: city.id for city in setting.board.cities}
    rows: list[Text] = []
    for row in range(2):
        boxes = [
            _box(seen, places[column, row], seat, scale) if (column, row) in places else [Text(" " * scale.box)] * LINES
            for column in range(3)
        ]
        if row == 1:
            rows += _down(setting, seen, places, scale)
        if not any((column, row) in places for column in range(3)):
            continue
        for line in range(LINES):
            text = Text()
            for column in range(3):
                text.append_text(boxes[column][line])
                if column < 2:
                    ends = places.get((column, row)), places.get((column + 1, row))
                    text.append_text(_across(setting, seen, ends, line, scale))
            rows.append(text)
    return rows


def _box(seen: dict[str, Any], place: str, seat: int | None, scale: Scale) -> list[Text]:
    """One city board: yard, both tracks, the trains held there, the Hotel."""
    from rich.text import Text

    city = seen["cities"][place]
    edge = "bold" if seat is not None and city["seat"] == seat else "dim"
    top = Text().append("╭" + scale.pad, style=edge)
    top.append(f" {city['colour']} {COLOURS[city['colour']]} ", style=STYLES[city["colour"]])
    top.append(f" {SEAT_NAMES[city['seat']]} ", style="bold" if edge == "bold" else "default")
    stored = f" {city['stored']}/{len(city['yard'])} "
    top.append("─" * (scale.box - 2 - top.cell_len - len(stored)), style=edge)
    top.append(stored, style="bold")
    top.append("─╮", style=edge)
    yard = Text().append(scale.yard, style="dim")
    for cube in city["yard"]:
        yard.append("·" if cube == "." else cube.lower(), style="dim" if cube == "." else STYLES[cube])
    inside = [yard]
    for track in ("long", "short"):
        inside.append(_train(seen, city[track], f"{track[0]}  "))
    held = [name for name, train in seen["trains"].items() if train["at"] == place and " " in train["where"]]
    inside += [_train(seen, name, f"{seen['trains'][name]['where'][-2:]} ") for name in held]
    inside += [Text()] * (LINES - 2 - len(inside))
    box = [top]
    for line in inside[: LINES - 2]:
        text = Text().append("│" + scale.pad, style=edge)
        text.append_text(line)
        text.append(" " * (scale.box - 1 - text.cell_len))
        box.append(text.append("│", style=edge))
    hotel = f" hotel {' '.join(city['hotel']) or 'empty'} "
    box.append(Text("╰─" + hotel + "─" * (scale.box - 3 - len(hotel)) + "╯", style=edge))
    return box


def _train(seen: dict[str, Any], name: str | None, where: str) -> Text:
    """A train with its cars, its engineer, and what is being done with it."""
    from rich.text import Text

    line = Text().append(where, style="dim")
    if name is None:
        return line.append("·", style="dim")
    train = seen["trains"][name]
    line.append(f"{name} ", style="bold")
    for cube in train["cubes"]:
        line.append(cube.lower(), style=STYLES[cube])
    line.append("_" * (train.get("cars", 5 if name[0] == "L" else 3) - len(train["cubes"])), style="dim")
    line.append(f" {train['engineer'] or 'empty'}", style="default" if train["engineer"] else "red")
    doing = _doing(seen, name)
    if doing:
        line.append(f" {doing}", style="yellow")
    elif train["stickers"]:
        line.append(f" {train['stickers'].lower()}", style="dim")
    return line


def _doing(seen: dict[str, Any], name: str) -> str:
    """What is being done with a train, or to whom it is offered."""
    for offer in seen["offers"]:
        if offer["train"] == name:
            return f"{'push' if offer['push'] else 'toot'}>{seen['cities'][offer['to']]['colour']}"
    for pair in seen["hands"]:
        for hand in pair:
            if hand and hand["doing"].endswith(f" {name}"):
                return BUSY[hand["doing"].rpartition(" ")[0]]
    return "busy" if seen["trains"][name]["busy"] else ""


def _kind(setting: RailPassSetting, one: str | None, two: str | None) -> str | None:
    link = setting.board.link(one, two) if one and two else None
    return link.kind if link else None


def _offered(seen: dict[str, Any], one: str | None, two: str | None) -> str:
    """The trains offered from one city to the other."""
    return " ".join(offer["train"] for offer in seen["offers"] if (offer["from"], offer["to"]) == (one, two))


def _across(
    setting: RailPassSetting, seen: dict[str, Any], ends: tuple[str | None, str | None], line: int, scale: Scale
) -> Text:
    """The gap between two boards of one row: the track in the middle, a train on its way above."""
    from rich.text import Text

    kind = _kind(setting, *ends)
    if kind is None or not 1 <= line <= 4:
        return Text(" " * scale.gap)
    sign, word, style = TRACKS.get(kind, OPEN_TRACK)
    if line in (2, 3):
        return Text(
            sign * scale.gap if line == 2 else (word if len(word) < scale.gap else SHORT[word]).center(scale.gap),
            style=style,
        )
    one, two = ends
    trains = _offered(seen, one, two) if line == 1 else _offered(seen, two, one)
    words = "" if not trains else f"{trains}→" if line == 1 else f"←{trains}"
    return Text(words.center(scale.gap)[: scale.gap], style="bold yellow")


def _down(
    setting: RailPassSetting, seen: dict[str, Any], places: dict[tuple[int, int], str], scale: Scale
) -> list[Text]:
    """The line between the two rows."""
    from rich.text import Text

    text = Text()
    for column in range(3):
        ends = places.get((column, 0)), places.get((column, 1))
        kind = _kind(setting, *ends)
        part = Text()
        if kind is not None:
            _, word, style = TRACKS.get(kind, OPEN_TRACK)
            part.append(f"║ {word} ║" if word else "║ ║", style=style)
            for sign, trains in (("↓", _offered(seen, *ends)), ("↑", _offered(seen, *reversed(ends)))):
                part.append(f" {trains} {sign}" if trains else "", style="bold yellow")
        blank = scale.box - part.cell_len
        text.append(" " * (blank // 2))
        text.append_text(part)
        text.append(" " * (blank - blank // 2 + (scale.gap if column < 2 else 0)))
    return [text]


def _other_links(setting: RailPassSetting, seen: dict[str, Any]) -> list[Text]:
    """Links of a layout of one's own that join boards which are not side by side."""
    from rich.text import Text

    words = []
    for link in setting.board.links:
        (x0, y0), (x1, y1) = GRID[link.a], GRID[link.b]
        if abs(x0 - x1) + abs(y0 - y1) > 1:
            colours = [seen["cities"][place]["colour"] for place in (link.a, link.b)]
            trains = f"{_offered(seen, link.a, link.b)} {_offered(seen, link.b, link.a)}".strip()
            words.append(f"{'-'.join(colours)} {link.kind} {trains}".rstrip())
    return [Text(f"also joined: {', '.join(words)}")] if words else []


# ---------------------------------------------------------------- hands
def _seats(seen: dict[str, Any], seat: int | None, scale: Scale) -> list[Text]:
    """Both hands of every seat."""
    from rich.text import Text

    cells: list[Text] = []
    for number, pair in enumerate(seen["hands"]):
        cell = Text().append(SEAT_NAMES[number], style="bold reverse" if number == seat else "bold")
        for name, hand in zip(HAND_NAMES, pair, strict=True):
            cell.append(f" {name} ", style="dim")
            cell.append(_hand(hand))
        cells.append(cell)
    rows = []
    width = (3 * scale.box + 2 * scale.gap) // scale.seats
    for start in range(0, len(cells), scale.seats):
        row = Text()
        for cell in cells[start : start + scale.seats]:
            row.append_text(cell)
            row.append(" " * (width - cell.cell_len))
        rows.append(row)
    return rows


def _hand(hand: dict[str, Any] | None) -> str:
    if hand is None:
        return "free"
    if hand["doing"]:
        words, _, train = hand["doing"].rpartition(" ")
        share = "" if hand["done"] is None else f" {round(100 * hand['done'])}%"
        return f"{BUSY[words]} {train}{share}"
    return f"holds {hand['train']}"
