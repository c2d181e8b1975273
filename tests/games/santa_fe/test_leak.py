"""Nobody sees what the seat may not see (INV-15): deal the hidden part anew, and nothing a seat gets may change."""

from __future__ import annotations

import json
import random
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.engine.random_numbers import seed_chance

from . import many_settings

POSITIONS = 2_200


def seen(match: gs.Match, seat: int | None) -> bytes:
    """All that leaves the match for this seat: view, legal actions, refusals, numbers to learn from."""
    setting, plain = match.setting, match.game.plain()
    out = [0] * 4096
    parts: list[Any] = [match.view(seat)]
    if seat is not None:
        parts.append(out[: plain.observe(match.s, setting.b, seat, out)])
        parts.append(match.legal(seat))
        parts.append(
            [str(match.why_not(seat, text)) for text in ("draw deck", "play LAX", "exchange LAX SEA", "boom 5 TUC")]
        )
        parts.append(match.game.plain().policy(match.s, setting.b, seat, [0] * 4096) if seat in match.actors else None)
    return json.dumps(parts).encode()


def test_redealt_worlds_look_the_same_from_every_seat() -> None:
    dice = random.Random(15)
    checked = changed = 0
    for number, setting in enumerate(many_settings.settings(96, 15)):
        match = gs.Match(setting.game, setting, number)
        plain = setting.game.plain()
        while not match.over:
            seat = dice.choice(match.actors)
            if dice.random() < 0.05:
                for viewer in range(setting.seats):
                    other = match.copy()
                    seed_chance(other.s, dice.getrandbits(32), 1)
                    plain.redeal(other.s, setting.b, viewer)
                    assert seen(other, viewer) == seen(match, viewer)
                    assert other.setting.position(other.s)["hands"].keys() == match.position()["hands"].keys()
                    hidden = ("deck", "dummy", "hands", "committed", "discarded")
                    mine, theirs = match.setting.position(match.s), other.setting.position(other.s)
                    changed += any(mine[key] != theirs[key] for key in hidden)
                    assert {k: v for k, v in mine.items() if k not in (*hidden, "chance")} == {
                        k: v for k, v in theirs.items() if k not in (*hidden, "chance")
                    }
                    checked += 1
            match.act(seat, dice.choice(match.numbers(seat)))
        assert checked < 20 * POSITIONS
    assert checked >= POSITIONS, checked
    assert changed > checked * 0.9, "a redeal that changes nothing tests nothing"


def test_a_spectator_sees_no_more_than_every_seat_together_shares() -> None:
    match = gs.new("santa-fe-rails", seats=2, seed=4)
    while not match.over:
        public = json.dumps(match.view())
        for seat in range(2):
            own = match.view(seat)["seats"][seat]
            assert "hand" in own
            assert all("hand" not in player for player in match.view()["seats"])
            assert "secret_play" not in public
        assert 'third_player"' not in public
        bot("random", 1).act(match, match.actors[0])
    assert "third_player" in match.view()
