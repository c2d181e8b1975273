"""A match as a written record: rounds, actions, events and what each action brought."""

from __future__ import annotations

from .match import UNDO, Match
from .timed_match import TimedMatch


def transcript(match: Match) -> str:
    """The whole record, ready to read; its actions replay, its events and remarks follow from them."""
    header = match.header
    options = ", ".join(f"{name}={value}" for name, value in header["options"].items())
    lines = [
        f'[Game "{match.game.name}"] [Board "{header["board"]["id"]}"] [Seats "{header["seats"]}"]',
        f'[Seed "{header["seed"]}"] [Rules "{header["rules"]}"] [Options "{options}"]',
    ]
    lines += lines_by_time(match) if isinstance(match, TimedMatch) else lines_by_turns(match)
    if match.over:
        result = match.setting.result(match.s)
        points = ", ".join(f"{match.game.seat_names[k]} {p}" for k, p in enumerate(result.points))
        winners = ", ".join(match.game.seat_names[k] for k in result.winners) or "nobody"
        lines += [f"! score {points}", *(f"; {note}" for note in result.notes), f'[Result "{winners}"]']
    return "\n".join(lines) + "\n"


def lines_by_time(match: TimedMatch) -> list[str]:
    """The journal has every command and event at its moment already."""
    first = type(match)(match.game, match.setting, match.seed, match.origin)
    return [*match.setting.opening(first.s), *match.journal]


def lines_by_turns(match: Match) -> list[str]:
    again = type(match)(match.game, match.setting, match.seed, match.origin)
    lines = match.setting.opening(again.s)
    for line in match.log:
        before = again.s.copy()
        if line == UNDO:
            again.undo()
            lines.append(UNDO)
            continue
        seat, _, text = line.partition(":")
        number, actions = again._read(seat, text.strip(), replay=True)
        again.act(number, *actions)
        remark = match.setting.remark(before, again.s, number, actions)
        lines.append(f"{line:<32} {remark}".rstrip())
        lines += match.setting.events(before, again.s, number, actions)
    return lines
