"""What a seat may look forward to: in its parts the same as what bots judge by, and nothing that it may not know."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import goldenspike as gs
from goldenspike.bots import bot, imagine
from goldenspike.bots.analysis import analyse
from goldenspike.bots.analysis_words import sentences
from goldenspike.engine.bot import Budget
from goldenspike.engine.match import Match
from goldenspike.engine.outlook import LikelyHeld, Outlook, most_telling, outlook_of, readable_log
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.terminal_session import TerminalSession
from goldenspike.games.santa_fe.bot import likely_hands
from goldenspike.games.santa_fe.bot.policy import POINT
from goldenspike.terminal.analyst import analyst

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
try:
    import santa_fe_likely_hands as figures  # type: ignore[import-not-found]
finally:
    sys.path.pop(0)


def moments(game: str, seats: int, seed: int, every: int) -> Iterator[tuple[Match, int]]:
    """A game of beginners, stopped again and again where somebody is asked."""
    match = gs.new(game, seats=seats, seed=seed)
    players = [bot("fireman", seat) for seat in range(seats)]
    count = 0
    while not match.over:
        seat = match.actors[0]
        if count % every == every - 1:
            yield match, seat
        players[seat].act(match, seat)
        count += 1


def seen(match: Match, seat: int, dice: int = 0) -> Outlook:
    world = imagine(match, seat, random.Random(dice))
    return outlook_of(match.setting, world.s, seat, readable_log(match, seat))


@pytest.mark.parametrize("game", ["santa-fe-rails", "santa-fe", "pioneer-rails"])
def test_worlds_that_look_alike_to_a_seat_get_the_same_outlook(game: str) -> None:
    told = held = 0
    for match, seat in moments(game, 3, 4, 17):
        found = seen(match, seat)
        other = match.copy()
        seed_chance(other.s, 7, 7)
        other.game.plain().redeal(other.s, other.setting.b, seat)
        assert seen(other, seat, dice=1) == found
        told += len(found.expected)
        held += len(found.likely_held)
    assert told > 20
    assert (held > 20) == (game != "pioneer-rails")


def test_cards_that_others_chose_in_secret_are_not_read() -> None:
    """Of two matches in which a rival laid another card face down, everybody else sees the same."""
    match = gs.new("santa-fe-rails", seats=3, seed=1869)
    first, second = match.copy(), match.copy()
    seat, other = match.actors[0], match.actors[1]
    first.play(other, match.legal(other)[0])
    second.play(other, match.legal(other)[-1])
    assert first.log != second.log
    assert readable_log(first, seat) == readable_log(second, seat)
    assert seen(first, seat) == seen(second, seat)


def test_points_to_come_of_santa_fe_are_what_bots_judge_by() -> None:
    for match, seat in moments("santa-fe-rails", 4, 2, 23):
        s, b, rules = match.s, match.setting.b, match.game.plain()
        out = [0] * match.game.most_legal
        rules.evaluate(s, b, out)
        points = [0] * 8
        rules.score(s, b, points)
        found = seen(match, seat)
        # Lines of less than a twentieth of a point are left out, and the formula rounds each city down.
        assert abs(out[seat] / POINT - points[seat] - found.points) < 1.0
        table = sum(one.points for one in found.expected if one.what == "city")
        rails = sum(one.points for one in found.expected if one.what == "railroad")
        assert abs(table - rails) < 1.0


def test_points_to_come_of_pioneer_rails_are_the_sheet_value() -> None:
    from goldenspike.engine.compiled import interpreted_with
    from goldenspike.games.pioneer_rails.bot import outlook

    for match, seat in islice(moments("pioneer-rails", 2, 4, 29), 8):
        rules: Any = interpreted_with(match.game.rule_set, outlook.PARTS)
        s, b = match.s, match.setting.b
        wi, wf, odds = outlook.rows()
        rules.weigh_goals(s, b, seat, wf)
        rules.fill_odds(s, b, seat, wf, odds)
        wf[outlook.BEFORE][0] = rules.herd_promise(s, b, seat, wi)
        rules.spread_all(s, b, seat, wi)
        whole = rules.sheet_promise(s, b, seat, wi, wf, odds) - rules.sheet_points(s, b, seat)
        assert whole == pytest.approx(sum(points for _, points in outlook.parts(match.setting, s, seat)))
        assert seen(match, seat).points == pytest.approx(whole, abs=0.5)


# ---------------------------------------------------------------- what rivals hold
def test_a_fair_deal_is_counted_right() -> None:
    assert likely_hands.fair_chance(1, 20, 5) == pytest.approx(0.25)
    assert likely_hands.fair_chance(2, 4, 2) == pytest.approx(1 - (2 / 4) * (1 / 3))
    assert likely_hands.fair_chance(1, 5, 5) == 1.0


def test_chances_of_a_rival_add_up_to_what_they_hold() -> None:
    for match, seat in moments("santa-fe-rails", 4, 5, 31):
        groups = likely_hands.by_rival(
            likely_hands.unseen(match.setting, match.s, seat, readable_log(match, seat))  # type: ignore[arg-type]
        )
        for some in groups.values():
            found = likely_hands.chances(some)
            assert sum(found) == pytest.approx(sum(one.usual for one in some), abs=1e-3)
            assert all(0 <= chance <= 1 for chance in found)


def test_estimates_of_hands_are_better_calibrated_than_a_fair_deal() -> None:
    """In games that nothing was fitted to (tools/santa_fe_likely_hands.py, which has more of them)."""
    found = [game for seats in (2, 4) for game in figures.gather("santa-fe-rails", seats, 3, 1, ("fireman",))]
    ours, usual, count = (sum(column) for column in zip(*figures.losses(found), strict=True))
    assert count > 4000
    assert ours < usual


def test_only_what_tells_something_is_told() -> None:
    found = [LikelyHeld(1, "CHI", 0.5, 0.2), LikelyHeld(1, "DEN", 0.21, 0.2), LikelyHeld(0, "LAX", 0.3, 0.2)]
    assert [(one.seat, one.name) for one in most_telling(found)] == [(0, "LAX"), (1, "CHI")]


# ---------------------------------------------------------------- in the analysis
@pytest.mark.xdist_group("santa_fe_compiled")
def test_an_analysis_tells_chance_plans_points_and_hands() -> None:
    match, seat = next(islice(moments("santa-fe-rails", 3, 6, 61), 1, None))
    found = analyse(match, seat, Budget(iterations=60), wait=True)
    assert found.outlook == seen(match, seat)
    assert found.chance == found.hint.value
    assert [one.text for one in found.plans] == [one.text for one in found.actions[: len(found.plans)]]
    told = " ".join(sentences(match.game, found))
    for part in ("of the time with the best plan", "Best plan", "points are still to come", "By railroad:", "may hold"):
        assert part in told, told


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_terminal_tells_what_the_bot_sees(tmp_path: Path) -> None:
    match, seat = next(islice(moments("santa-fe-rails", 3, 6, 61), 1, None))
    console = Console(file=io.StringIO(), width=100)
    typed = iter(["hint", "analyse", "quit"])
    players = [None if one == seat else bot("fireman", one) for one in range(3)]
    TerminalSession(match, players, console, lambda prompt: next(typed), tmp_path / "m.json", analyst).run()
    page = " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert page.count("points are still to come: ") == 2
    assert f"{'ABC'[seat]} wins about " in page
    assert "Best plan (" in page
