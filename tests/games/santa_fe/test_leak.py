"""What nobody may see before the end (INV-15); the conformance suite deals the hidden part anew and compares."""

from __future__ import annotations

import json

import goldenspike as gs
from goldenspike.bots import bot


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
