"""The steps of a Round, in which order, and who acts in them."""

from __future__ import annotations

from typing import Any

import goldenspike as gs

from .scenario import actors, given, lays, plays, refused

PLAIN = {"A": "LAX", "B": "SEA", "C": "SFO"}
THREE_EACH = {"A": ["LAX", "LAX", "TUC"], "B": ["SEA", "SEA", "OMA"], "C": ["SFO", "SFO", "HOU"]}


def led_by(first: str, phase: str, *, seats: int = 3, **words: Any) -> gs.Match:
    """A position on MINI with this First Player."""
    words = {"seats": seats, "phase": phase, "first": first, **words}
    return gs.from_position("santa-fe-rails", words, board="mini")


def steps(match: gs.Match, *lines: str) -> list[str]:
    """The steps in which the actions were taken, and what happened by itself in between."""
    log: list[str] = []
    for line in lines:
        before = match.s.copy()
        log.append(match.view()["phase"])
        plays(match, line)
        log += match.setting.events(before, match.s, match.seat(line[0]), ())
    log.append(match.view()["phase"])
    return [step for k, step in enumerate(log) if k == 0 or step != log[k - 1]]


def test_SFR_SEQ_01_draw_play_reveal_lay_lay_pass_the_train() -> None:
    match = given("draw", hands=THREE_EACH)
    round_2 = [
        *("A: draw deck", "B: draw double", "C: draw boom"),
        *("A: play LAX", "B: play SEA", "C: play SFO"),
        *("A: lay SF CHI>MIL", "B: lay UP CHI>OMA", "C: lay SP NOR>HOU"),
        *("A: lay UP CHI>OMA", "B: lay KP KSC>DEN", "C: lay KP KSC>DEN"),
    ]
    assert steps(match, *round_2) == [
        *("draw", "play", "! reveal", "tlt1", "tlt2"),
        *("! train B", "== R3 first=B", "draw"),
    ]


def test_SFR_SEQ_01_an_action_waits_for_its_step() -> None:
    match = given("draw", hands=THREE_EACH)
    assert refused(match, "A", "play LAX") == "E_PHASE"
    assert refused(match, "A", "lay SF CHI>MIL") == "E_PHASE"
    plays(match, "A: draw deck", "B: draw deck", "C: draw deck")
    assert refused(match, "A", "draw deck") == "E_PHASE"
    assert refused(match, "A", "lay SF CHI>MIL") == "E_PHASE"
    plays(match, "A: play LAX", "B: play SEA", "C: play SFO")
    assert refused(match, "A", "draw deck") == "E_PHASE"
    assert refused(match, "A", "play LAX") == "E_PHASE"


def test_SFR_SEQ_02_the_first_player_draws_first_and_completes_his_hand() -> None:
    match = led_by("B", "draw", hands={**THREE_EACH, "B": ["SEA", "SEA"]})
    assert refused(match, "C", "draw deck") == "E_ACTOR"
    assert refused(match, "A", "draw deck") == "E_ACTOR"
    match.play("B", "draw deck")
    assert actors(match) == "B", "one card is still missing"
    assert refused(match, "C", "draw deck") == "E_ACTOR"
    match.play("B", "draw deck")
    assert actors(match) == "C"
    assert refused(match, "A", "draw deck") == "E_ACTOR"
    match.play("C", "draw deck")
    assert actors(match) == "A"
    match.play("A", "draw deck")
    assert match.view()["phase"] == "play"


def test_SFR_SEQ_03_no_draw_step_in_round_1() -> None:
    match = gs.new("santa-fe-rails", seats=3)
    assert (match.view()["round"], match.view()["phase"]) == (1, "play")
    for seat in "ABC":
        assert refused(match, seat, "draw deck") == "E_PHASE"
        assert match.view(seat)["seats"][match.seat(seat)]["hand_size"] == 4


def test_SFR_SEQ_04_plays_are_chosen_at_the_same_time_and_unseen() -> None:
    def after(play: str | None) -> gs.Match:
        match = given("play", hands={**THREE_EACH, "A": ["LAX", "TUC", "double", "boom"]})
        if play is not None:
            match.play("A", f"play {play}")
        return match

    waiting, committed = after(None), after("LAX")
    assert actors(waiting) == "ABC"
    assert actors(committed) == "BC"
    for viewer in ("B", "C", None):
        before, seen = waiting.view(viewer), committed.view(viewer)
        assert seen["seats"][0].pop("committed") is True
        assert before["seats"][0].pop("committed") is False
        assert seen.pop("actors") == ["B", "C"]
        assert before.pop("actors") == ["A", "B", "C"]
        assert seen == before, "only that A has chosen"
        for other in ("TUC", "double", "boom"):
            assert after(other).view(viewer) == committed.view(viewer)
    assert committed.view("A")["seats"][0]["secret_play"] == "LAX"
    assert committed.setting.public(committed.log[-1], revealed=False) == "A: play ?"


def test_SFR_SEQ_04_the_order_of_choosing_does_not_matter() -> None:
    lines = ("A: play LAX", "B: play SEA", "C: play SFO")
    one = plays(given("play", hands=THREE_EACH), *lines)
    two = plays(given("play", hands=THREE_EACH), *reversed(lines))
    assert one.hash == two.hash
    changed = plays(given("play", hands=THREE_EACH), "A: play TUC", *lines)
    assert changed.hash == one.hash, "a choice may be changed until the last one is made"


def test_SFR_SEQ_05_a_city_card_in_round_1() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=4)
    hand = match.position()["hands"]["A"]
    assert set(match.legal("A")) == {f"play {city}" for city in hand}
    assert refused(match, "A", "play double") == "E_NOT_IN_HAND"
    match.play("A", f"play {hand[0]}")

    hands = {"A": ["LAX", "double", "boom"], "B": ["SEA"], "C": ["SFO"]}
    match = given("play", round=1, hands=hands)
    assert refused(match, "A", "play double") == "E_NEED_CITY"
    assert refused(match, "A", "play boom") == "E_NEED_CITY"
    assert match.legal("A") == ["play LAX"]
    later = given("play", round=2, hands=hands)
    assert set(later.legal("A")) == {"play LAX", "play double", "play boom"}


def test_SFR_SEQ_06_all_plays_are_revealed_together() -> None:
    hands = {"A": ["LAX", "TUC"], "B": ["double", "branch SF"], "C": ["boom", "SFO"]}
    match = given("play", hands=hands)
    plays(match, "A: play LAX", "B: play double + branch SF")
    for viewer in (None, "A", "B", "C"):
        assert not any("play" in seat for seat in match.view(viewer)["seats"])
        assert all(seat["table"] == [] for seat in match.view(viewer)["seats"])
    before = match.s.copy()
    match.play("C", "play boom")
    assert match.setting.events(before, match.s, 2, ()) == ["! reveal"]
    for viewer in (None, "A", "B", "C"):
        seats = match.view(viewer)["seats"]
        assert [seat["play"] for seat in seats] == ["LAX", "double + branch SF", "boom"]
        assert [seat["table"] for seat in seats] == [["LAX"], [], []]
        assert [seat["hand_size"] for seat in seats] == [1, 0, 1]


def test_SFR_SEQ_07_first_laying_turns_from_the_first_player_on() -> None:
    match = led_by("B", "tlt1", plays=PLAIN)
    assert actors(match) == "B"
    assert refused(match, "C", "lay SF CHI>MIL") == "E_ACTOR"
    assert refused(match, "A", "lay SF CHI>MIL") == "E_ACTOR"
    match.play("B", "lay SF CHI>MIL")
    assert actors(match) == "C"
    assert refused(match, "B", "lay UP CHI>OMA") == "E_ACTOR", "one piece was all"
    match.play("C", "lay UP CHI>OMA")
    assert actors(match) == "A"
    assert match.view()["phase"] == "tlt1"
    match.play("A", "lay KP KSC>ELP")
    assert match.view()["phase"] == "tlt2"
    assert sum(match.view()["supply"].values()) == 160 - 3


def test_SFR_SEQ_08_second_laying_turns_in_the_same_order() -> None:
    match = led_by("B", "tlt1", plays=PLAIN)
    plays(match, "B: lay SF CHI>MIL", "C: lay UP CHI>OMA", "A: lay KP KSC>ELP")
    assert match.view()["phase"] == "tlt2"
    turns = []
    for line in ("UP CHI>OMA", "KP KSC>ELP", "SP NOR>HOU"):
        turns.append(actors(match))
        match.play(turns[-1], f"lay {line}")
    assert turns == ["B", "C", "A"]
    assert match.view()["round"] == 3


def test_SFR_SEQ_09_the_train_goes_to_the_left_neighbour() -> None:
    for first, last, neighbour in (("D", "C", "A"), ("A", "D", "B"), ("B", "A", "C")):
        match = led_by(first, "tlt2", seats=4, turn=last, plays={**PLAIN, "D": "DEN"})
        assert match.view()["first"] == first
        match.play(last, "lay SF CHI>MIL")
        assert (match.view()["round"], match.view()["first"]) == (3, neighbour)
        assert actors(match) == neighbour, "they are the first to draw"


def test_SFR_SEQ_10_turns_are_not_interleaved() -> None:
    match = given(plays={"A": "double", "B": "SEA", "C": "SFO"})
    match.play("A", "lay SF CHI>MIL")
    assert actors(match) == "A"
    assert "done" in match.legal("A")
    assert "CHI>OMA" in lays(match, "A", "UP")
    assert refused(match, "B", "lay UP CHI>OMA") == "E_ACTOR"
    stopped = match.copy()
    stopped.play("A", "done")
    assert actors(stopped) == "B"
    match.play("A", "lay UP CHI>OMA")
    assert actors(match) == "B"
    match.play("B", "lay UP CHI>OMA")
    assert actors(match) == "C"


def test_SFR_SEQ_11_a_new_round_begins_with_the_draw_step() -> None:
    for number in (1, 2, 40):
        match = given("tlt2", round=number, turn="C", plays=PLAIN)
        match.play("C", "lay SF CHI>MIL")
        assert not match.over
        assert (match.view()["round"], match.view()["phase"]) == (number + 1, "draw")
        assert "draw deck" in match.legal("B")
