"""Bots of the operator's own: a saved policy sits at a table, and is refused where it was not made for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.bots import bot, bots_for
from goldenspike.bots.lookup import OFFERED
from goldenspike.bots.offered import offer_bot
from goldenspike.server.catalogue import bots_of

from .app_in_process import Browser, run, settled

POLICY = "goldenspike.games.pioneer_rails:policies/ppo-solo.npz"  # for one player, on the usual sheet


@pytest.fixture(autouse=True)
def offered() -> Iterator[None]:
    offer_bot(f"ppo={POLICY}")
    yield
    OFFERED.clear()


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_a_policy_plays_at_a_table(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        made = await host.table("ppo", game="pioneer-rails", board=None)
        path = f"/api/tables/{made['table']['id']}"

        async def over() -> bool:
            return bool((await host.get(path))["table"]["status"] == "finished")

        await settled(over)

    run(trial, tmp_path)


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_a_table_it_was_not_made_for_is_refused(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        refused = await Browser(app).post(
            "/api/tables",
            {"game": "pioneer-rails", "seats": [{"holder": "me"}, {"holder": "bot", "bot": "ppo"}]},
            status=400,
        )
        assert refused["code"] == "bot"
        assert "was made for pioneer-rails" in refused["error"]

    run(trial, tmp_path)
    match = gs.new("pioneer-rails", seats=2, seed=1)
    player = bot("ppo", 1, "pioneer-rails")
    player.act(match, match.actors[0])  # a beginner takes its place where nobody could refuse it in time


def test_only_its_game_lists_it() -> None:
    assert "ppo" in {one.name for one in bots_of(gs.game("pioneer-rails"))}
    assert "MaskablePPO" in next(one.about for one in bots_of(gs.game("pioneer-rails")) if one.name == "ppo")
    assert "ppo" not in bots_for("santa-fe")
    for text, line in (
        ("ppo=file:x.npz", "already"),
        ("fireman=file:x.npz", "already"),
        ("Mine=file:x.npz", "is offered as"),
        ("mine=fireman", "is offered as"),
        ("mine=file:x.npz", "there is no policy"),
    ):
        with pytest.raises(gs.GoldenSpikeError, match=line):
            offer_bot(text)
