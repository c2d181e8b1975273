"""Whole sessions by chance: nothing the model forbids happens; and every old fault, put back, is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goldenspike.engine.fair_deal import FairDeal
from goldenspike.server.http import timed_replays
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import hashed
from goldenspike.server.http.sessions import Session, grant, granted
from goldenspike.server.live import messages as m
from goldenspike.server.people import accounts
from goldenspike.server.storage import table_deal
from goldenspike.server.storage.table_record import TableHeader
from goldenspike.server.tables import copies, going_back, invitations, leaving, seats
from goldenspike.server.tables.actor import TableActor

from . import databases
from .trials import sessions
from .trials.session_world import Violation

pytestmark = pytest.mark.xdist_group("table-trials")
Put = Callable[..., None]  # puts something else in the place of a name


@pytest.mark.parametrize("examples", [5, pytest.param(20, marks=pytest.mark.long)])
def test_sessions_of_all_kinds_of_people(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sessions.run(examples=examples, steps=50)
    assert found["sessions"] >= examples
    assert found["requests"] > 25 * examples
    assert found["frames"] > 25 * examples


# ---------------------------------------------------------------- the faults as they were
def used_links_stay_keys(put: Put) -> None:
    known: dict[tuple[str, int], str] = {}
    honest = invitations.claim

    async def claim(actor: TableActor, session: Session, wanted: m.Claim) -> int:
        key = hashed(wanted.secret)
        for place in actor.header.places:
            if place.secret_hash == key:
                known[actor.header.id, place.seat] = key
        try:
            return await honest(actor, session, wanted)
        except HttpError:
            holder, seats_by = session.holder, {(table, other): seat for (table, seat), other in known.items()}
            seat = seats_by.get((actor.header.id, key))
            if holder is None or seat is None or actor.header.places[seat].holder != "person":
                raise
            await actor.store.write(lambda connection: grant(connection, actor.header.id, [seat], holder))
            return seat

    put(invitations, "claim", claim)


def new_devices_are_told_to_nobody(put: Put) -> None:
    async def add_device(actor: TableActor, session: Session, seat: int) -> None:
        holder = session.holder
        assert holder is not None
        await actor.store.write(lambda connection: grant(connection, actor.header.id, [seat], holder))

    put(invitations, "_add_device", add_device)


def chosen_seeds_are_told_to_nobody(put: Put) -> None:
    put(seats, "CHOSEN", frozenset())


def listed_tables_take_chosen_seeds(put: Put) -> None:
    honest = seats.new_header

    def new_header(wanted: m.NewTable, **more: Any) -> Any:
        listed, wanted.listed = wanted.listed, False
        header, keys = honest(wanted, **more)
        header.listed = wanted.listed = listed
        return header, keys

    put(seats, "new_header", new_header)
    put(copies.seats, "new_header", new_header)


def seeds_have_53_bits(put: Put) -> None:
    long = FairDeal.seed.fget
    assert long is not None
    put(FairDeal, "seed", property(lambda deal: long(deal) >> 75))


def deals_are_told_while_they_are_played(put: Put) -> None:
    honest = table_deal.public_deal

    def public_deal(header: TableHeader) -> m.Deal | None:
        deal = honest(header)
        if deal is not None and header.deal is not None:
            deal.commitment = deal.commitment and header.deal.secret
        return deal

    put(sessions_record(), "public_deal", public_deal)


def sessions_record() -> Any:
    from goldenspike.server.storage import table_record

    return table_record


def a_stood_in_person_does_not_vote(put: Put) -> None:
    def voters(actor: TableActor) -> set[int]:
        return {place.seat for place in actor.header.places if place.person and not place.played_by_bot}

    put(going_back, "_voters", voters)


def the_host_takes_held_seats(put: Put) -> None:
    put(invitations, "_check_absent", lambda *given: None)
    put(invitations, "_check_open_hand", lambda *given: None)


def hands_of_bots_are_shown_to_newcomers(put: Put) -> None:
    put(invitations, "_check_open_hand", lambda *given: None)


async def no_check(*given: Any) -> None:
    pass


def a_player_takes_a_second_hand(put: Put) -> None:
    put(seats, "check_guest", no_check)
    put(invitations, "check_guest", no_check)


def a_login_brings_a_second_hand(put: Put) -> None:
    put(accounts, "check_no_second_seat", lambda *given: None)


def the_host_replaces_and_renames_people_who_are_there(put: Put) -> None:
    put(seats, "_check_held", lambda *given: None)


def the_host_begins_a_rematch_alone(put: Put) -> None:
    put(seats, "missing", lambda header: [])


def newcomers_are_not_told_that_cards_are_known(put: Put) -> None:
    put(seats, "check_told", lambda *given: None)


def copies_are_listed(put: Put) -> None:
    put(seats, "check_listed", lambda header: None)


def hands_that_were_given_up_are_not_noted(put: Put) -> None:
    put(leaving, "note_known", lambda *given: None)


def cards_seen_before_going_back_are_not_noted(put: Put) -> None:
    put(going_back, "note_known", lambda *given: None)


def unlisted_tables_are_in_the_list_of_best(put: Put) -> None:
    honest = timed_replays.best_of

    def best_of(connection: Any, game: str, board: str | None, holders: Any = ()) -> list[m.Best]:
        every = connection.exec_driver_sql("SELECT holder FROM grants").scalars().all()
        return honest(connection, game, board, every)

    put(timed_replays, "best_of", best_of)


def everybody_may_act_for_everybody(put: Put) -> None:
    """Not one of the old faults: the model must see effects on seats of others at all."""

    def all_seats(connection: Any, table: str, session: Session) -> m.You:
        you = granted(connection, table, session)
        return m.You(you.host, [0, 1], you.account)

    from goldenspike.server.live import page_at_table

    put(page_at_table, "granted", all_seats)


# Each with the plan of somebody who would make use of it; the rest of the session is up to chance.
FAULTS = {
    used_links_stay_keys: "a used link",
    new_devices_are_told_to_nobody: "a device of one's own",
    chosen_seeds_are_told_to_nobody: "known cards",
    listed_tables_take_chosen_seeds: "a chosen seed",
    seeds_have_53_bits: "",
    deals_are_told_while_they_are_played: "",
    a_stood_in_person_does_not_vote: "go back alone",
    the_host_takes_held_seats: "another's seat",
    hands_of_bots_are_shown_to_newcomers: "a hand left behind",
    a_player_takes_a_second_hand: "another's device",
    a_login_brings_a_second_hand: "another account",
    the_host_replaces_and_renames_people_who_are_there: "replace",
    the_host_begins_a_rematch_alone: "rematch alone",
    newcomers_are_not_told_that_cards_are_known: "known cards",
    copies_are_listed: "known cards",
    hands_that_were_given_up_are_not_noted: "a hand left behind",
    cards_seen_before_going_back_are_not_noted: "seen before",
    unlisted_tables_are_in_the_list_of_best: "",
    everybody_may_act_for_everybody: "",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_each_old_fault_is_found(fault: Callable[[Put], None], monkeypatch: pytest.MonkeyPatch) -> None:
    sessions.template(databases.kind())
    fault(monkeypatch.setattr)
    with pytest.raises(Violation):
        sessions.run(examples=100, steps=50, plans=(FAULTS[fault],))
