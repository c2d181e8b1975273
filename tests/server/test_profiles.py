"""Profiles: results are entered with the end of a game, rated once and in order, and shown to whom they may be."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.profiles import ratings as rating_module
from goldenspike.server.profiles.ratings import new_model, rate
from goldenspike.server.storage.profile_schema import NOT_RATED, RATED, WAITS, ratings, results
from goldenspike.server.storage.results import COUNTED
from goldenspike.server.storage.schema import accounts, bans, settings, tables

from .app_in_process import Browser, play_out, run, served, settled
from .databases import brought_over, connected, database_of, on_both_databases, postgresql_only
from .trials import upgrade

WORD = "a long enough password"


async def account(app: FastAPI, name: str) -> Browser:
    person = Browser(app)
    await person.post("/api/account", {"name": name, "password": WORD})
    return person


async def seated(people: list[Browser], *bots: str, called: str = "Guest {}", **more: Any) -> str:
    """A table of these people, in their order, and bots."""
    seats = [{"holder": "me", "name": "First"}, *({"holder": "free"} for _ in people[1:])]
    seats += [{"holder": "bot", "bot": bot} for bot in bots]
    wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, **more}
    made = await people[0].post("/api/tables", wish)
    table: str = made["table"]["id"]
    for number, (person, link) in enumerate(zip(people[1:], made["invitations"], strict=True), 2):
        secret = link["path"].partition("#s=")[2]
        claim = {"secret": secret, "name": called.format(number), "accept": True}
        await person.post(f"/api/tables/{table}/claim", claim)
    await people[0].post(f"/api/tables/{table}/start")
    return table


async def played(app: FastAPI, people: list[Browser], *bots: str, **more: Any) -> str:
    table = await seated(people, *bots, **more)
    await play_out(app, table)
    return table


async def all_rated(app: FastAPI) -> None:
    waits = sa.select(sa.func.count()).where(results.c.rated == WAITS)

    async def none() -> bool:
        return app.state.ratings.counted and not app.state.store.read_now(lambda c: c.scalar(waits))

    await settled(none)


def rows_of(app: FastAPI, table: str) -> list[Any]:
    chosen = sa.select(results).where(results.c.table_id == table).order_by(results.c.seat)
    return list(app.state.store.read_now(lambda c: c.execute(chosen).all()))


def replayed_ratings(rows: list[Any]) -> dict[str, tuple[float, float]]:
    """What the ratings must be: all rated games again, one after another, in the order in which they ended."""
    model, known = new_model(), {}
    for table in dict.fromkeys(row.table_id for row in sorted(rows, key=lambda row: (row.at_ms, row.table_id))):
        mine = [row for row in rows if row.table_id == table and row.rated == RATED]
        before = [[known.get(row.holder) or model.rating()] for row in mine]
        for row, (after,) in zip(mine, model.rate(before, ranks=[float(row.place) for row in mine]), strict=True):
            known[row.holder] = after
    return {holder.removeprefix("a:"): (one.mu, one.sigma) for holder, one in known.items()}


def check_ratings(app: FastAPI) -> None:
    rows = app.state.store.read_now(lambda c: c.execute(sa.select(results).where(results.c.rated == RATED)).all())
    there = app.state.store.read_now(lambda c: c.execute(sa.select(ratings)).all())
    expected = replayed_ratings(rows)
    assert {row.account_id: (row.mean, row.doubt) for row in there} == {
        name: pytest.approx(values) for name, values in expected.items()
    }
    for row in there:
        assert row.games == sum(one.holder == f"a:{row.account_id}" for one in rows)


@on_both_databases
def test_games_between_people_are_rated_and_shown(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, ben, guest = await account(app, "Anna B"), await account(app, "Ben"), Browser(app)
        listed = await played(app, [anna, ben], listed=True)
        for _ in range(3):
            await played(app, [ben, anna])
        with_guest = await played(app, [anna, guest])
        with_bot = await played(app, [anna], "greedy")
        with_both = await played(app, [anna, ben], "greedy")
        chosen_seed = await played(app, [anna, ben], seed=3)
        hot = (await anna.table("me", "me"))["table"]["id"]
        await play_out(app, hot)
        stopped = await seated([anna, ben])
        await anna.patch(f"/api/tables/{stopped}", {"close": True})
        await all_rated(app)
        check_ratings(app)
        for table, count, form, rated in (
            (listed, 2, "people", RATED),
            (with_guest, 2, "people", NOT_RATED),
            (with_bot, 1, "bots", NOT_RATED),
            (with_both, 2, "people", NOT_RATED),
            (chosen_seed, 2, "people", NOT_RATED),
            (hot, 1, "shared", NOT_RATED),
            (stopped, 0, "", 0),
        ):
            rows = rows_of(app, table)
            assert [(row.form, row.rated) for row in rows] == [(form, rated)] * count, table

        mine = await anna.get("/api/profiles/anna%20b")  # however it is written
        (record,) = mine["records"]
        assert record["rating"]["games"] == 4
        counts = {(one["form"], one["players"]): one["played"] for one in record["tallies"]}
        assert counts == {("people", 2): 6, ("people", 3): 1, ("bots", 2): 1}
        (met,) = mine["people"]
        assert (met["name"], met["profile"], met["played"]) in {("First", None, 6), ("Guest 2", None, 6)}
        games = (await anna.get("/api/profiles/Anna%20B/games"))["games"]
        assert [one["table"] for one in games][::-1] == [
            row["table"] for row in sorted(games, key=lambda g: g["at_ms"])
        ]
        assert len(games) == 9
        assert sum(one["rating_change"] is not None for one in games) == 4
        first = games[-1]
        assert first["table"] == listed
        assert [seat["me"] for seat in first["seats"]] == [True, False]
        assert first["seats"][0]["points"] == first["points"]

        # Ben and strangers learn nothing until Anna shows it.
        stranger = Browser(app)
        for person in (ben, guest, stranger):
            for path in ("", "/games"):
                hidden = await person.ask("GET", f"/api/profiles/Anna%20B{path}")
                nobody = await person.ask("GET", f"/api/profiles/Nobody{path}")
                assert (hidden.status_code, hidden.text) == (nobody.status_code, nobody.text) == (404, hidden.text)
            assert await person.get(f"/api/tables/{listed}/people/0") == {"profile": None}
        await anna.put("/api/me/profile", {"shown": True})
        assert await stranger.get(f"/api/tables/{listed}/people/0") == {"profile": "Anna B"}
        assert await stranger.get(f"/api/tables/{listed}/people/1") == {"profile": None}
        seen = await stranger.get("/api/profiles/Anna%20B")
        assert (seen["mine"], seen["people"], seen["records"]) == (False, [], mine["records"])
        assert [one["table"] for one in (await stranger.get("/api/profiles/Anna%20B/games"))["games"]] == [listed]
        (against,) = (await ben.get("/api/profiles/Anna%20B"))["people"]
        assert (against["ahead"], against["behind"]) == (met["behind"], met["ahead"])
        theirs = (await ben.get("/api/profiles/Anna%20B/games"))["games"]
        assert {one["table"] for one in theirs} == {row["table"] for row in games} - {with_guest, with_bot, hot}

        # Whoever is blocked finds nothing any more.
        await anna.put(f"/api/tables/{listed}/people/1", {"block": True})
        await ben.get("/api/profiles/Anna%20B", 404)
        assert await ben.get(f"/api/tables/{listed}/people/0") == {"profile": None}

    run(trial, tmp_path)


@on_both_databases
def test_whoever_leaves_has_lost(tmp_path: Path) -> None:
    """Or nobody would stay to lose; and nothing is rated where a browser without an account played."""

    async def trial(app: FastAPI) -> None:
        people = [await account(app, name) for name in ("Anna", "Ben", "Carl")]
        table = await seated(people, called="")  # a name is not needed to lose
        await people[1].post(f"/api/tables/{table}/leave")
        await play_out(app, table)
        await all_rated(app)
        rows = rows_of(app, table)
        assert [(row.departed, row.rated) for row in rows] == [(False, RATED), (True, RATED), (False, RATED)]
        assert rows[1].place > max(rows[0].place, rows[2].place)
        assert rows[1].rating_change < 0
        check_ratings(app)
        (tally,) = (await people[1].get("/api/profiles/Ben"))["records"][0]["tallies"]
        assert (tally["played"], tally["won"], tally["average"]) == (1, 0, None)
        (game,) = (await people[1].get("/api/profiles/Ben/games"))["games"]
        assert game["departed"]
        assert not any(seat["me"] for seat in game["seats"])

    run(trial, tmp_path)


@on_both_databases
def test_every_game_is_rated_once_whatever_goes_down(tmp_path: Path) -> None:
    """Games that end while nobody rates, and two raters at the same list: each game counts once, in order."""

    async def first(app: FastAPI) -> None:
        await settled(lambda: asyncio.sleep(0, app.state.ratings.counted))
        app.state.ratings.stop()
        await asyncio.sleep(0.05)
        people = [await account(app, name) for name in ("Anna", "Ben", "Carl")]
        for _ in range(2):
            for pair in ((0, 1), (1, 2), (2, 0)):
                await played(app, [people[one] for one in pair])
        assert not app.state.store.read_now(lambda c: c.execute(sa.select(ratings)).all())
        waiting = sa.select(results.c.table_id).where(results.c.rated == WAITS).distinct()
        games = app.state.store.read_now(lambda c: list(c.scalars(waiting.order_by(results.c.table_id))))
        assert len(games) == 6
        in_order = sa.select(results.c.table_id).group_by(results.c.table_id).order_by(sa.func.min(results.c.at_ms))
        early = app.state.store.read_now(lambda c: list(c.scalars(in_order)))[:2]
        # It goes down in the middle of a commit, then two servers have read the same list.
        with pytest.raises(ZeroDivisionError):
            await app.state.store.write(lambda c: rate(c, early, new_model()) / 0)
        assert not app.state.store.read_now(lambda c: c.execute(sa.select(ratings)).all())
        for _ in range(2):
            await app.state.store.write(lambda c: rate(c, early, new_model()))
        check_ratings(app)

    async def again(app: FastAPI) -> None:
        await all_rated(app)
        check_ratings(app)
        count = sa.select(sa.func.count()).select_from(results).where(results.c.rated == RATED)
        assert app.state.store.read_now(lambda c: c.scalar(count)) == 12

    run(first, tmp_path)
    run(again, tmp_path)


@postgresql_only
def test_two_servers_that_rate_at_once_rate_each_game_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are up and see the same list; as if each had lost its claim without knowing it, none waits for the other."""

    async def not_refused(*_: Any) -> bool:
        return True

    async def whole() -> None:
        url = database_of(tmp_path)
        async with served(tmp_path / "one", database=url) as one, served(tmp_path / "two", database=url) as two:
            watches = [one.state.ratings, two.state.ratings]
            await settled(lambda: asyncio.sleep(0, one.state.ratings.counted or two.state.ratings.counted))
            for watch in watches:
                watch.stop()
            await asyncio.sleep(0.05)
            people = [await account(one, name) for name in ("Anna", "Ben", "Carl")]
            for pair in ((0, 1), (1, 2), (2, 0), (0, 1)):
                await played(one, [people[number] for number in pair])
            monkeypatch.setattr(rating_module, "claim", not_refused)
            monkeypatch.setattr(rating_module, "AT_ONCE", 3)  # several commits each, in turn with the other's
            before = sum(watch.rated for watch in watches)
            for watch in watches:
                watch._stopping, watch.counted = False, True
            await asyncio.gather(*(watch.check() for watch in watches))
            check_ratings(one)
            assert sum(watch.rated for watch in watches) - before == 4
            assert {row.rated for row in two.state.store.read_now(lambda c: c.execute(sa.select(results)).all())} == {
                RATED
            }

    asyncio.run(whole())


def test_results_of_an_older_database_are_entered(tmp_path: Path) -> None:
    """Every finished table of a database from before there were results, once; ratings follow in order."""

    async def first(app: FastAPI) -> None:
        anna, ben = await account(app, "Anna"), await account(app, "Ben")
        for _ in range(3):
            await played(app, [anna, ben])
        await all_rated(app)
        check_ratings(app)

    run(first, tmp_path)
    with connected(tmp_path) as c:
        kept = c.execute(sa.select(results).order_by(results.c.at_ms, results.c.seat)).all()
        rated = c.execute(sa.select(ratings).order_by(ratings.c.account_id)).all()
        c.execute(sa.delete(results))
        c.execute(sa.delete(ratings))
        c.execute(sa.delete(settings).where(settings.c.name == COUNTED))

    async def again(app: FastAPI) -> None:
        await all_rated(app)
        read = app.state.store.read_now
        assert read(lambda c: c.execute(sa.select(results).order_by(results.c.at_ms, results.c.seat)).all()) == kept
        assert read(lambda c: c.execute(sa.select(ratings).order_by(ratings.c.account_id)).all()) == rated

    run(again, tmp_path)
    run(again, tmp_path)


def test_a_stored_database_gets_its_results(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    known = upgrade.restore(upgrade.FOLDER / "v0013.sql", folder / "table.sqlite3")
    brought_over(folder)

    async def whole() -> None:
        async with served(folder) as app:
            await all_rated(app)
            rows = rows_of(app, known["tables"]["finished"])
            assert [row.form for row in rows] == ["people", "people"]
            assert {row.rated for row in rows} == {NOT_RATED}  # one of them had no account

    asyncio.run(whole())


def test_results_stay_without_their_table_and_go_with_their_person(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, ben = await account(app, "Anna"), await account(app, "Ben")
        table = await played(app, [anna, ben])
        await all_rated(app)
        data = await ben.get("/api/me/data")
        assert [(one["table_id"], one["form"]) for one in data["results"]] == [(table, "people")]
        assert [(one["game"], one["games"]) for one in data["ratings"]] == [("santa-fe-rails", 1)]
        assert data["account"]["profile_shown"] is False
        await ben.delete("/api/me", {"password": WORD})
        store = app.state.store
        assert {row.holder[:2] for row in rows_of(app, table)} == {"a:", "go"}
        assert len(store.read_now(lambda c: c.execute(sa.select(ratings)).all())) == 1
        mine = await anna.get("/api/profiles/Anna")
        assert mine["people"] == []
        assert mine["records"][0]["tallies"][0]["played"] == 1
        (game,) = (await anna.get("/api/profiles/Anna/games"))["games"]
        assert [seat["name"] for seat in game["seats"]] == ["First", ""]
        await app.state.active_tables.loaded.pop(table).stop()
        await store.write(lambda c: c.execute(sa.delete(tables).where(tables.c.id == table)) and None)
        (game,) = (await anna.get("/api/profiles/Anna/games"))["games"]
        assert (game["table"], game["seats"], game["place"]) == (None, [], game["place"])
        assert (await anna.get("/api/profiles/Anna"))["records"] == mine["records"]
        await app.state.accounts.tidy()
        assert [row.holder[:2] for row in rows_of(app, table)] == ["a:"]

    run(trial, tmp_path)


def test_what_a_browser_played_is_its_accounts_and_a_ban_hides_it(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, ben = Browser(app), await account(app, "Ben")
        solo = {"game": "pioneer-rails", "seats": [{"holder": "me"}], "start": True}
        table = (await anna.post("/api/tables", solo))["table"]["id"]
        await play_out(app, table)
        await anna.post("/api/account", {"name": "Anna", "password": WORD})
        mine = await anna.put("/api/me/profile", {"shown": True})
        assert [(one["form"], one["players"], one["table"]) for one in mine["best"]] == [("solo", 1, table)]
        seen = await ben.get("/api/profiles/Anna")
        assert [(one["form"], one["table"]) for one in seen["best"]] == [("solo", None)]
        row = app.state.store.read_now(lambda c: c.execute(sa.select(accounts).where(accounts.c.name == "Anna")).one())
        ban = {"kind": "account", "target": row.id, "reason": "x", "created_ms": 0, "until_ms": None}
        await app.state.store.write(lambda c: c.execute(sa.insert(bans), ban) and None)
        await ben.get("/api/profiles/Anna", 404)

    run(trial, tmp_path)


def test_the_history_comes_in_pages(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna = await account(app, "Anna")
        row = app.state.store.read_now(lambda c: c.execute(sa.select(accounts)).one())
        many = [
            {
                "table_id": f"t{number:03}", "seat": 0, "holder": f"a:{row.id}", "game": "a" if number % 3 else "b",
                "board_id": "x", "players": 2, "form": "bots", "place": 1, "points": number, "won": True,
                "departed": False, "setup": "", "score": None, "time_ms": 0, "at_ms": number // 4, "rated": NOT_RATED,
            }
            for number in range(120)
        ]  # fmt: skip
        await app.state.store.write(lambda c: c.execute(sa.insert(results), many) and None)
        for game in ("", "a", "b", "c"):
            found, after = [], ""
            while True:
                page = await anna.get(f"/api/profiles/Anna/games?game={game}&after={after}")
                found += [one["points"] for one in page["games"]]
                after = page["next"]
                if not after:
                    break
            assert found == [row["points"] for row in reversed(many) if game in ("", row["game"])]
        await anna.get("/api/profiles/Anna/games?after=x.y", 400)

    run(trial, tmp_path)


@on_both_databases
def test_a_profile_gives_no_end_away_that_watchers_have_not_seen(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, ben, stranger = await account(app, "Anna"), await account(app, "Ben"), Browser(app)
        await anna.put("/api/me/profile", {"shown": True})
        table = await played(app, [anna, ben], listed=True, watch_delay_s=3600)
        await app.state.ratings.check()

        async def told(person: Browser) -> tuple[int, int, bool]:
            shown = await person.get("/api/profiles/Anna")
            games = (await person.get("/api/profiles/Anna/games"))["games"]
            tallies = [one for record in shown["records"] for one in record["tallies"]]
            return len(tallies), len(games), any(record["rating"] for record in shown["records"])

        assert await told(stranger) == (0, 0, False)
        assert await told(anna) == await told(ben) == (1, 1, False)
        earlier = sa.update(tables).where(tables.c.id == table).values(changed_ms=tables.c.changed_ms - 3_600_000)
        await app.state.store.write(lambda c: c.execute(earlier).rowcount)
        await app.state.ratings.check()
        await all_rated(app)
        for person in (stranger, anna, ben):
            assert await told(person) == (1, 1, True)

    run(trial, tmp_path)
