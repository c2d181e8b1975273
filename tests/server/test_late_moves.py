"""A move that was made long before it arrives: it counts for the turn it was made in, or not at all."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI

from .app_in_process import Browser, Socket, run
from .test_notifications import turn


def test_a_move_never_counts_for_a_later_turn_of_its_seat(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "greedy", seed=5))["table"]["id"]
        actor = await app.state.active_tables.table(name)
        page = Socket(app, browser)
        then = (await page.hello(name, 0))["version"]
        first = {"op": "move", "id": "first", "seat": 0, "text": actor.match.legal(0)[0], "known": then}
        page.say(**first)
        assert (await page.hear("ack", "refused"))["op"] == "ack"
        page.say(**first)  # the answer was lost: the same one again, also when the table has moved on
        assert (await page.hear("ack", "refused"))["op"] == "ack"
        while 0 not in actor.awaited():
            await page.hear("event")
        await turn(app, name)
        now = actor.version
        legal = actor.match.legal(0)[0]
        page.say(op="move", id="late", seat=0, text=legal, known=then)  # legal, and meant for another turn
        refused = await page.hear("ack", "refused")
        assert (refused["op"], refused["code"]) == ("refused", "version")
        assert actor.version == now
        page.say(op="move", id="fresh", seat=0, text=legal, known=now)
        assert (await page.hear("ack", "refused"))["op"] == "ack"
        await page.leave()

    run(trial, tmp_path)


def test_what_others_do_meanwhile_does_not_matter(tmp_path: Path) -> None:
    """Where all write at the same time, the table moves on while somebody thinks."""

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", seed=5))["table"]["id"]
        actor = await app.state.active_tables.table(name)
        page = Socket(app, browser)
        then = (await page.hello(name, 0))["version"]
        page.say(op="say", id="talk", seat=1, text="take your time")
        await page.hear("ack")
        assert actor.version > then
        page.say(op="move", id="mine", seat=0, text=actor.match.legal(0)[0], known=then)
        assert (await page.hear("ack", "refused"))["op"] == "ack"
        await page.leave()

    run(trial, tmp_path)
