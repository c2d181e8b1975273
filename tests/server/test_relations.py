"""People and each other: mute, block, report; nobody learns who another is, or that they are muted."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.people.relations import MOST_REPORTS_A_DAY
from goldenspike.server.storage.schema import relations, reports

from .app_in_process import Browser, run
from .test_deletion import said
from .test_leaving import together

ANNA = {"name": "Annabella", "password": "railroad tycoon"}


def test_the_muted_are_named_to_whoever_muted_them_only(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app)
        path = f"/api/tables/{name}"
        assert "muted" not in (await guest.get(path))["you"]
        assert (await guest.put(f"{path}/people/2", {"mute": True}))["you"]["muted"] == [2]
        assert (await guest.get(path))["you"]["muted"] == [2]
        for other in (host, third):
            assert "muted" not in (await other.get(path))["you"]
        assert "muted" not in (await guest.put(f"{path}/people/2", {"mute": False}))["you"]
        assert (await guest.put(f"{path}/people/host", {"mute": True}))["you"]["muted"] == [-1, 0]
        listed = await guest.get("/api/me/people")
        assert [(one["kind"], one["name"]) for one in listed] == [("mute", "")]
        assert await guest.delete(f"/api/me/people/{listed[0]['id']}") == []
        await guest.delete(f"/api/me/people/{listed[0]['id']}", status=404)

    run(trial, tmp_path)


def test_a_wish_follows_people_from_table_to_table_and_into_their_accounts(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, _, guest, third = await together(app)
        await guest.put(f"/api/tables/{name}/people/2", {"mute": True, "block": True})
        await guest.post("/api/account", ANNA)
        await third.post("/api/account", {**ANNA, "name": "Carolus"})
        assert (await guest.get(f"/api/tables/{name}"))["you"]["muted"] == [2]
        assert sorted(one["kind"] for one in await guest.get("/api/me/people")) == ["block", "mute"]
        other = (await third.table("me", "greedy"))["table"]["id"]
        assert (await guest.get(f"/api/tables/{other}"))["you"]["muted"] == [-1, 0]
        rows = app.state.store.read_now(lambda c: c.execute(sa.select(relations)).all())
        assert all(row.holder.startswith("a:") and row.other.startswith("a:") for row in rows)

    run(trial, tmp_path)


def test_people_who_blocked_each_other_do_not_meet(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app)
        await guest.put(f"/api/tables/{name}/people/2", {"block": True})
        for maker, sitter in ((guest, third), (third, guest)):
            made = await maker.table("me", "free", "greedy", listed=True)
            table = made["table"]["id"]
            secret = made["invitations"][0]["path"].partition("#s=")[2]
            assert (await sitter.post(f"/api/tables/{table}/sit", {}, 403))["code"] == "blocked"
            assert (await sitter.post(f"/api/tables/{table}/claim", {"secret": secret}, 403))["code"] == "blocked"
            for person, sees in ((sitter, False), (host, True), (Browser(app), True)):
                shown = [one["table"]["id"] for one in (await person.get("/api/lobby"))["open"]]
                assert (table in shown) == sees
            await host.post(f"/api/tables/{table}/sit", {"name": "Anna"})
        await guest.put(f"/api/tables/{name}/people/2", {"block": False})
        await guest.post(f"/api/tables/{table}/leave", {}, 403)

    run(trial, tmp_path)


def test_nobody_is_muted_who_is_not_there(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "greedy"))["table"]["id"]
        for who in ("0", "1", "7", "host", "-1", "x"):  # oneself, a bot, nobody
            await host.put(f"/api/tables/{name}/people/{who}", {"mute": True}, 404)
            await host.post(f"/api/tables/{name}/people/{who}/report", {"reason": "spam"}, 404)

    run(trial, tmp_path)


def test_a_report_holds_what_they_said_and_not_what_others_said(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app)
        await said(app, third, name, 2, "you fool")
        await said(app, host, name, 0, "calm down")
        wish = {"reason": "insult", "text": "he \u202ecalls me names"}
        assert await guest.post(f"/api/tables/{name}/people/2/report", wish) == {"done": True}
        row = app.state.store.read_now(lambda c: c.execute(sa.select(reports)).one())
        assert (row.reason, row.text, row.name, row.seat) == ("insult", "he calls me names", "Carl", 2)
        assert "you fool" in row.said
        assert "calm down" not in row.said
        await guest.post(f"/api/tables/{name}/people/2/report", {"reason": "he is stupid"}, 400)
        for _ in range(MOST_REPORTS_A_DAY - 1):
            await guest.post(f"/api/tables/{name}/people/2/report", wish)
        await guest.post(f"/api/tables/{name}/people/2/report", wish, 429)

    run(trial, tmp_path)
