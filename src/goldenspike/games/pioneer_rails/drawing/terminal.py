"""The position for a terminal: the own sheet, the cards, the score rows, the goals, the other players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goldenspike.drawing.plain_text import plain_text

from ..board.load import SUIT_NAMES, SUITS
from ..rules.state import (
    CHOOSING,
    COMMITTED,
    DEAL,
    DRAWING,
    FACE_UP,
    GOAL_SLOTS,
    NAMING,
    OVER,
    PICKING,
    ROUNDS,
    TURNS,
    State,
)
from ..text.names import FEATURES
from ..text.view import SEAT_NAMES, settled, view
from .terminal_map import SUIT_STYLES, SheetMap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    from ..game import PioneerSetting

LEGEND = "S H D C tracks   O town   @ town reached   = bridge   # tunnel   x no track here, or crossed off"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def picture(setting: PioneerSetting, s: State, seat: int | None) -> str:
    """Plain text, a hundred columns wide."""
    return plain_text(screen(setting, s, seat))


def screen(setting: PioneerSetting, s: State, seat: int | None) -> RenderableType:
    """The whole position as a seat may see it; the sheet is the seat's own, alone also for those who look on."""
    from rich.console import Group
    from rich.text import Text

    whose = 0 if seat is None and s.seats == 1 else seat
    seen = view(s, setting.notation, seat)
    parts: list[Any] = [_title(setting, s, seen)]
    if setting.other_values:
        parts.append(Text(f"other values: {setting.values_text}", style="bold yellow"))
    if whose is not None:
        parts += [MapPicture(map_text(setting, s, whose, hidden=seat is None)), Text(LEGEND, style="dim")]
    if s.phase != OVER:
        parts.append(_cards(setting, s, seen))
        if seen["owner"]:
            parts.append(_owner(seen["owner"]))
    if whose is not None:
        parts += _score_rows(setting, seen["sheets"][whose])
    parts.append(_goals(setting, s, seen, whose))
    if s.seats > 1:
        parts.append(_players(setting, s, seen))
    return Group(*parts)


def sketch(setting: PioneerSetting, s: State, seat: int) -> RenderableType:
    """What changes between two steps of a turn: the map with the tracks on offer."""
    return MapPicture(map_text(setting, s, seat, hidden=False))


class MapPicture:
    """The map; a narrow terminal cuts it off and says so, because a wrapped map is unreadable."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        wide = max(map(len, self.text.plain.split("\n")))
        for line in self.text.split("\n"):
            line.truncate(options.max_width)
            yield line
        if wide > options.max_width:
            yield Text(f"(the map is {wide} columns wide; this terminal has {options.max_width})", style="yellow")


def map_text(setting: PioneerSetting, s: State, seat: int, *, hidden: bool) -> Text:
    """The map of a seat; while it draws, with the numbers of the choices."""
    legal: list[int] = []
    if not hidden and s.phase != OVER and s.stage[seat] == DRAWING:
        out = [0] * setting.game.most_legal
        legal = out[: setting.rules.legal(s, setting.b, seat, out)]
    shown = settled(s, setting.notation, None if hidden else seat)
    return SheetMap(setting, shown, seat, legal).text()


def card_text(name: str) -> Text:
    """A card in the colour of its railway."""
    from rich.text import Text

    if name.startswith("*"):
        return Text(f"Joker{name[1:]}", style="bold")
    return Text(f"{name[:-1]}{SYMBOLS[name[-1]]}", style=f"bold {SUIT_STYLES[name[-1]]}")


def _title(setting: PioneerSetting, s: State, seen: dict[str, Any]) -> Text:
    from rich.text import Text

    line = Text(f"{setting.game.title}, {setting.board.name}", style="bold")
    if s.phase == OVER:
        line.append("   the game is over", style="default")
    else:
        line.append(f"   Round {s.round_no} of {ROUNDS}, turn {s.turn_no} of {TURNS}", style="default")
    if seen["dealer"] and s.phase != OVER:
        line.append(f"   Dealer: {seen['dealer']}")
    if s.seats == 1:
        points, now = seen["sheets"][0]["score"]["total"], "" if s.phase == OVER else " now"
        line.append(f"   {points} points{now}, target {seen['target']}", style="bold green")
    elif seen["waiting"]:
        line.append(f"   to decide: {', '.join(seen['waiting'])}")
    return line


def _cards(setting: PioneerSetting, s: State, seen: dict[str, Any]) -> Text:
    from rich.text import Text

    line = Text("cards  ")
    if setting.rules.is_hand_turn(s):
        line.append("everybody plays the hand card")
    for name in seen["shown"]:
        line.append_text(card_text(name))
        if name == seen["taken"]:
            line.append(f" ({seen['dealer']} alone)", style="dim")
        line.append("  ")
    if seen["burnt"]:
        line.append("burnt ", style="dim")
        line.append_text(card_text(seen["burnt"]))
        line.append("  ")
    own = seen.get("own")
    if own and own["hand_card"]:
        line.append("your hand card ")
        line.append_text(card_text(own["hand_card"]))
        line.append("  ")
    table = {*seen["shown"], seen["burnt"]}
    earlier = [name for name in seen["gone"] if name not in table]
    if earlier:
        line.append(f"seen before {' '.join(earlier)}  ", style="dim")
    line.append(f"deck {seen['deck']}", style="dim")
    return line


def _owner(owner: dict[str, Any]) -> Text:
    from rich.text import Text

    line = Text(f"owner o{owner['id']} {owner['name']}: ", style="bold")
    line.append(owner["text"], style="not bold")
    return line


# ---------------------------------------------------------------- the own score area
def _score_rows(setting: PioneerSetting, sheet: dict[str, Any]) -> list[Text]:
    """The rows as on the pad: circled symbols in brackets, points at the end."""
    from rich.text import Text

    rows, score = setting.printed.rows, sheet["score"]
    lines = [_hands_line(setting, sheet)]
    second = Text("score  ")
    if setting.b.forest:
        jails = []
        for cells, filled in zip(rows.jails, sheet["jails"], strict=True):
            jails.append(
                "closed" if filled is None else " ".join(_circled(str(c), k < filled) for k, c in enumerate(cells))
            )
        words = [f"J{k + 1} {jail}" for k, jail in enumerate(jails)]
        second.append(f"jails {', '.join(words)} = {score['jails']}   ")
        second.append(f"escaped {sheet['escaped']} = {score['escaped']}   forts {score['forts']}")
    else:
        second.append(f"gold {sheet['nuggets']} of {rows.nuggets}, {sheet['banked']} banked   ")
        squares = [
            f"{sheet['banks'][k]}" if k < len(sheet["banks"]) else f"[x{factor}]" for k, factor in enumerate(rows.bank)
        ]
        second.append(f"banks {' '.join(squares)} = {score['banks']}   ")
        second.append(f"forts {_row(rows.fort, sheet['forts'])}")
    lines.append(second)
    third = Text("       ")
    third.append(f"ranches {_row(rows.ranch, sheet['ranches'])}   ")
    third.append(f"yards {_row(rows.yard, sheet['yards'])} x net {sheet['network']} = {score['yards']}   ")
    left = sheet["towns_circled"] - sheet["towns_spent"]
    third.append(f"towns {sheet['towns_circled']}/{rows.towns}, {left} left", style="bold" if left else "")
    lines.append(third)
    lines.append(Text(f"       total {score['total']}", style="bold"))
    return lines


def _hands_line(setting: PioneerSetting, sheet: dict[str, Any]) -> Text:
    from rich.text import Text

    line = Text("hands  ")
    for r, hand in enumerate(sheet["hands"]):
        words = " ".join([*hand, *["_"] * (TURNS - len(hand))])
        doubled = not setting.b.forest and sheet["saloons"][r] == "circled"
        points = sheet["hand_points"][r]
        line.append(f"{r + 1}: {words}{' x2' if doubled else ''}{'' if points is None else f' = {points}'}   ")
    if setting.b.forest:
        line.append(f"+1: {' '.join(sheet['saloons']) or '-'}", style="dim")
    return line


def _circled(text: str, done: bool) -> str:
    return f"({text})" if done else text


def _row(row: tuple[int, ...], circled: int) -> str:
    return " ".join(_circled(str(value), k < circled) for k, value in enumerate(row))


# ---------------------------------------------------------------- goals and players
def _goals(setting: PioneerSetting, s: State, seen: dict[str, Any], whose: int | None) -> RenderableType:
    """Each goal, how far the seat is, and who was first."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1), show_header=False)
    slots = [k for k in range(GOAL_SLOTS) if s.goal_face[k]]
    for k, goal in zip(slots, seen["goals"], strict=True):
        if goal["id"] is None:
            table.add_row("goal", "?", "face down", "", style="dim")
            continue
        points = goal.get("points", {})
        first = [name for name, worth in points.items() if not s.late[SEAT_NAMES.index(name)] >> k & 1]
        later = [name for name in points if name not in first]
        done = ""
        if goal["face"] == "removed":
            done = f"met in turn {goal['met']}"
        elif first:
            done = f"first: {', '.join(f'{name} {points[name]}' for name in first)}"
            done += f"; then {', '.join(f'{name} {points[name]}' for name in later)}" if later else ""
        progress = ""
        if whose is not None and s.goal_face[k] == FACE_UP:
            shown = settled(s, setting.notation, whose)
            count = setting.rules.goal_progress(shown, setting.b, whose, s.goal[k])
            progress = f"{min(count, setting.b.goal_need[s.goal[k]])}/{setting.b.goal_need[s.goal[k]]}"
        style = "dim" if goal["face"] == "removed" else ""
        table.add_row(f"goal {goal['id']}", progress, goal["text"], Text(done, style="green"), style=style)
    return table


def _players(setting: PioneerSetting, s: State, seen: dict[str, Any]) -> RenderableType:
    """All players in a table, with the settled part of the sheet."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("", "pts", "hand now", "boxes", "towns", "net", "ranches", "yards", *_kinds(setting), "tracks", ""):
        table.add_column(column, justify="left" if column in {"", "hand now", "boxes", "tracks"} else "right")
    for p, sheet in enumerate(seen["sheets"]):
        count = {suit: sum(rail == suit for _, rail in sheet["tracks"]) for suit in SUITS}
        table.add_row(
            f"{sheet['seat']}{'*' if sheet['seat'] in seen['waiting'] else ' '}",
            str(sheet["score"]["total"]),
            " ".join(sheet["hands"][min(s.round_no, ROUNDS) - 1]) or "-",
            " ".join("-" if points is None else str(points) for points in sheet["hand_points"]),
            f"{sheet['towns_circled'] - sheet['towns_spent']}/{sheet['towns_circled']}",
            str(sheet["network"]),
            str(sheet["ranches"]),
            str(sheet["yards"]),
            *_kind_cells(setting, sheet),
            " ".join(f"{SYMBOLS[suit]}{number}" for suit, number in count.items()),
            "ready" if s.phase != OVER and s.stage[p] == COMMITTED else "",
        )
    return table


def _kinds(setting: PioneerSetting) -> tuple[str, ...]:
    return ("jailed", "escaped", "forts") if setting.b.forest else ("gold", "banks", "forts")


def _kind_cells(setting: PioneerSetting, sheet: dict[str, Any]) -> tuple[str, str, str]:
    if setting.b.forest:
        return str(sheet["captured"]), str(sheet["escaped"]), str(sheet["score"]["forts"])
    return str(sheet["nuggets"]), str(len(sheet["banks"])), str(sheet["forts"])


# ---------------------------------------------------------------- the question
def question(setting: PioneerSetting, s: State, seat: int) -> str:
    """What is asked of the seat now, in one sentence."""
    name = SEAT_NAMES[seat]
    if s.phase == DEAL:
        return f"{name}: you deal. Which card do you take for yourself alone?"
    stage = s.stage[seat]
    if stage == PICKING:
        return f"{name}: which card do you use? Its value goes into your hand, its suit names the railway."
    if stage == NAMING:
        return f"{name}: which railway does the Joker extend?"
    if stage == CHOOSING:
        h = s.asked[seat]
        kind, place = FEATURES[setting.b.terrain[h]], setting.board.grid.hex_names[h]
        words = {
            "bank": f"how many nuggets go into the bank {place}?",
            "saloon": f"which symbol does the saloon {place} circle?",
            "jail": f"which jail does {place} open?",
            "bandit": f"into which jail goes the bandit of {place}?",
        }
        return f"{name}: {words[kind]}"
    if stage == DRAWING:
        return f"{name}: {_drawing_question(setting, s, seat)}"
    return f"{name}: spend a Town symbol circled this turn, or finish."


def _drawing_question(setting: PioneerSetting, s: State, seat: int) -> str:
    railway = SUIT_NAMES[s.rail[seat]]
    left = setting.rules.allowance(s, setting.b, seat) - s.drawn_count[seat]
    towns = setting.rules.usable_towns(s, seat)
    spend = f"t spends a Town for one more track or a special one ({towns} left)" if towns > 0 else ""
    if left > 0:
        line = f"draw track {s.drawn_count[seat] + 1} of {railway} ({left} left)"
    else:
        line = "your tracks are drawn: done ends the turn"
    return f"{line}; {spend}." if spend else f"{line}."
