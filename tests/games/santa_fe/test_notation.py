"""Actions as text: parallel lines, signs, comments, the sample record, and the way back from text to action."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.transcript import transcript

from .scenario import given, lays, money, plays, refused, sf92, tips

SAMPLE = """
A: play LAX
B: play OMA
C: play ELP
! reveal
A: lay SF CHI>KSC#1      {1/2}
B: lay UP CHI>OMA        {1/2}
C: lay SF CHI>KSC#1      {2/2 KSC} {+4 = $4}
A: lay SF KSC>ELP        {1/2}
B: lay UP CHI>OMA        {2/2 OMA} {+2 +4 = $6}
C: lay SF KSC>ELP        {2/2 ELP} {+2 +4 = $6}
! train B
== R2 first=B
B: draw branch UP        {-1}
C: draw double
A: draw deck
! short RI
B: play SEA + branch UP
C: play double
A: play TUC
! reveal
B: lay UP +CHI>MIL       {1/1 MIL}
C: lay SF ELP>TUC        {1/1 TUC} {+2 x2 = $4}
C: lay RI CHI>KSC#2      {1/2}
A: lay RI CHI>KSC#2      {2/2 KSC}
"""
SAMPLE_START: dict[str, Any] = {
    "round": 1,
    "hands": {
        "A": ["LAX", "TUC", "MIN", "DEN"],
        "B": ["OMA", "SEA", "SFO", "SAC"],
        "C": ["ELP", "LAX", "DEN", "MIN"],
    },
    "deck": ["short RI", "ELP", "HOU", "short TP", "short WP", "short DR", "SEA", "SFO", "SAC"],
}


def sample_lines() -> list[str]:
    return [line.strip() for line in SAMPLE.strip().splitlines()]


def annotated_gain(line: str) -> int:
    """The money that the annotations of a sample line speak of."""
    total = 0
    for note in re.findall(r"\{([^}]*)\}", line):
        amounts = [int(amount) for amount in re.findall(r"[+-]\d+", note)]
        times = int((re.findall(r"x(\d)", note) or ["1"])[0])
        if "=" in note:
            assert sum(amounts) * times == int(note.rpartition("$")[2])
        total += sum(amounts) * times
    return total


# ---------------------------------------------------------------- the sample record
def test_sample_record_replays_with_its_annotations() -> None:
    match = given("play", **SAMPLE_START)
    for line in sample_lines():
        seat, colon, text = line.partition(":")
        if not colon:
            continue
        before = money(match, seat)
        match.play(seat, text)
        assert money(match, seat) - before == annotated_gain(line), line
        if text.startswith(" lay"):
            railroad, way = text.split()[1], text.split()[2].lstrip("+")
            filled, *reached = re.findall(r"\{([^}]*)\}", line)[0].split()
            assert f"{railroad} {way} {filled}" in match.position()["track"], line
            for city in reached:
                assert railroad in match.view()["connected"][city], line
    assert match.log == [
        re.sub(r"\s*\{[^}]*\}", "", line).replace("draw deck", "draw deck=ELP")
        for line in sample_lines()
        if line[1] == ":"
    ]
    assert [money(match, seat) for seat in "ABC"] == [2, 2 + 6 - 1, 2 + 4 + 6 + 4]
    assert (match.view()["first"], match.view()["phase"], match.actors) == ("B", "tlt2", (1,))


def test_sample_record_is_written_with_its_events() -> None:
    match = given("play", **SAMPLE_START)
    for line in sample_lines():
        seat, colon, text = line.partition(":")
        if colon:
            match.play(seat, text)
    lines = [line for line in transcript(match).splitlines() if not line.startswith("[")]
    assert lines[0] == "== R1 first=A"
    body = [" ".join(line.replace("=ELP", "").split()) for line in lines[1:]]
    assert body == [" ".join(line.split()) for line in sample_lines() if not line.startswith("== R1")]


# ---------------------------------------------------------------- parallel lines
def test_hash_selects_the_parallel_line() -> None:
    match = given()
    plays(match, "A: lay SF CHI>KSC#2", "B: lay UP CHI>KSC#1")
    assert match.position()["track"] == ["UP CHI>KSC#1 1/2", "SF CHI>KSC#2 1/2"]
    assert refused(match, "C", "lay KP KSC>CHI#3") == "E_NO_LINE"
    match.play("C", "lay GN MIL>MIN#1")  # a single line may be counted too
    assert refused(match, "A", "lay GN MIN>SEA#2") == "E_NO_LINE"


def test_parallel_lines_without_hash_are_ambiguous() -> None:
    match = given()
    assert refused(match, "A", "lay SF CHI>KSC") == "E_AMBIGUOUS_LINE"
    assert refused(match, "A", "lay KP KSC>CHI") == "E_AMBIGUOUS_LINE"
    assert refused(match, "A", "lay SF KSC>CHI") == "E_AMBIGUOUS_LINE"  # before E_NOT_HOME


def test_hash_may_be_left_out_if_only_one_line_fits() -> None:
    match = given(track=["UP CHI>KSC#1 1/2"])
    assert match.copy().play("A", "lay SF CHI>KSC") == "A: lay SF CHI>KSC#2"  # the other is taken
    assert match.copy().play("A", "lay KP KSC>CHI") == "A: lay KP KSC>CHI#2"
    assert match.play("A", "lay UP CHI>KSC") == "A: lay UP CHI>KSC#1"  # the line UP is building
    match = given(track=["UP CHI>KSC#2 1/2"])
    assert match.copy().play("A", "lay SF CHI>KSC") == "A: lay SF CHI>KSC#1"
    assert match.play("A", "lay UP CHI>KSC") == "A: lay UP CHI>KSC#2"


def test_reasons_in_order_around_the_ambiguous_line() -> None:
    assert refused(given(supply={"SF": 0}), "A", "lay SF CHI>KSC") == "E_NO_PIECES"
    assert refused(given(), "A", "lay RI CHI>KSC") == "E_NOT_AVAILABLE"
    assert refused(given(), "B", "lay SF CHI>KSC") == "E_ACTOR"
    assert refused(given("play", hands={"A": ["LAX"]}), "A", "lay SF CHI>KSC") == "E_PHASE"
    full = given(track=["UP CHI>KSC#1 1/2", "KP KSC>CHI#2 1/2"])
    assert refused(full, "A", "lay SF CHI>KSC") == "E_LINE_TAKEN"
    # the question which line is meant comes before the question of a card, or of a railhead
    assert refused(given(track=["SF CHI>OMA 2/2"]), "A", "lay SF +CHI>KSC") == "E_AMBIGUOUS_LINE"
    assert refused(given(track=["SF CHI>OMA 2/2"]), "A", "lay SF CHI>KSC") == "E_AMBIGUOUS_LINE"
    assert refused(given(track=["SF CHI>OMA 2/2"]), "A", "lay SF +CHI>KSC#1") == "E_NO_BRANCH"
    assert refused(given(track=["SF CHI>OMA 2/2"]), "A", "lay SF CHI>KSC#1") == "E_NO_TIP"


# ---------------------------------------------------------------- signs
def test_minus_may_stand_for_the_arrow() -> None:
    match = given(plays={"A": "double + branch SF"}, track=["SF CHI>OMA 2/2"])
    assert match.play("A", "lay SF OMA-DEN") == "A: lay SF OMA>DEN"
    assert match.play("A", "lay SF +CHI-KSC#2") == "A: lay SF +CHI>KSC#2"
    assert refused(match, "B", "lay SF DEN-OMA") == "E_LINE_TAKEN"  # the direction still counts


def test_plus_is_a_branch_start_and_nothing_else_uses_the_card() -> None:
    match = given(plays={"A": "LAX + branch SF"}, track=["SF CHI>OMA 2/2"])
    assert refused(match, "A", "lay SF CHI>MIL") == "E_NO_TIP"
    extended = match.copy()
    extended.play("A", "lay SF OMA>DEN")
    assert extended.position()["plays"]["A"] == "LAX + branch SF"
    match.play("A", "lay SF +OMA>DEN")
    assert match.position()["plays"]["A"] == "LAX"
    assert sorted(tips(match, "SF")) == ["OMA", "OMA>DEN"]


def test_plus_is_refused_for_short_lines() -> None:
    match = given(available=["RI"], track=["RI CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay RI +CHI>MIL") == "E_NO_BRANCH"
    assert not any(line.startswith("+") for line in lays(match, "A", "RI"))
    match.play("A", "lay RI CHI>MIL")


def test_star_is_a_bought_piece() -> None:
    match = sf92(track_purchase=True, supply={"SF": 0}, reserve={"A": {"SF": 2}}, plays={"A": "double + branch SF"})
    assert "lay SF* CHI>MIL" in match.legal("A")
    assert match.play("A", "lay SF* CHI>MIL") == "A: lay SF* CHI>MIL"
    assert match.play("A", "lay SF * + CHI > OMA") == "A: lay SF* +CHI>OMA"
    assert refused(given(available=["RI"]), "A", "lay RI* CHI>MIL") == "E_NOT_AVAILABLE"
    assert refused(given(), "A", "lay SF* CHI>MIL") == "E_NOT_AVAILABLE"


def test_segment_is_never_written() -> None:
    match = given(plays={"A": "triple"}, track=["GN MIL>MIN 1/1"])
    assert [match.play("A", "lay GN MIN>SEA") for _ in range(3)] == ["A: lay GN MIN>SEA"] * 3
    assert tips(match, "GN") == ["SEA"]


def test_case_spaces_comments_and_annotations_do_not_matter() -> None:
    match = given(plays={"A": "four"})
    assert match.play("A", "  LAY sf  chi>mil {1/1 MIL} ; the shore line") == "A: lay SF CHI>MIL"
    assert match.play("A", "Lay Up Chi > Oma") == "A: lay UP CHI>OMA"
    assert match.play("A", "DONE ; enough") == "A: done"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay",
        "lay SF",
        "lay XX CHI>MIL",
        "lay SF CHI>XXX",
        "lay SF CHI=MIL",
        "lay SF CHI>MIL#",
        "jump",
        "lay +SF CHI>MIL",
    ],
)
def test_what_is_no_notation_is_refused_as_such(text: str) -> None:
    match = given()
    before = match.hash
    with pytest.raises(gs.BadNotation):
        match.play("A", text)
    assert match.hash == before


# ---------------------------------------------------------------- what others may read
def test_public_lines_hide_what_is_secret() -> None:
    match = given("draw", hands={"A": ["SEA", "SFO", "double"], "B": ["DEN"] * 2, "C": ["MIN"]}, deck=["LAX"])
    line = match.play("A", "draw deck")
    assert line == "A: draw deck=LAX"
    assert match.setting.public(line) == "A: draw deck"
    plays(match, "B: draw stop", "C: draw stop")
    line = match.play("A", "play LAX")
    assert match.setting.public(line, revealed=False) == "A: play ?"
    assert match.setting.public(line) == "A: play LAX"


def test_only_a_replay_may_name_the_cards_that_come() -> None:
    words: dict[str, Any] = {"hands": {"A": ["SEA", "SFO", "double"]}, "deck": ["short RI", "LAX", "TUC"]}
    match = given("draw", **words)
    with pytest.raises(gs.BadNotation):
        match.play("A", "draw deck=LAX")
    match.replay("A: draw deck=LAX")
    assert "LAX" in match.position()["hands"]["A"]
    with pytest.raises(gs.BadFile):
        given("draw", **words).replay("A: draw deck=TUC")


# ---------------------------------------------------------------- there and back
def check_all_texts(match: gs.Match, verbs: set[str]) -> None:
    """Every legal action of every actor reads back from its text, and from looser spellings of it."""
    for seat in match.actors:
        for number in match.numbers(seat):
            text = match.setting.write(match.s, seat, number)
            loose = text.lower().replace(">", "-").replace("+", " + ")
            assert list(match.setting.parse(match.s, seat, text)) == [number], text
            assert list(match.setting.parse(match.s, seat, loose)) == [number], loose
            verb, *rest = text.split()
            verbs.add(verb if verb in {"lay", "boom"} else " ".join([verb, *rest[:1]]))
            if verb == "lay":
                verbs |= {f"lay {sign}" for sign in "+*#" if sign in text}


GAMES: list[tuple[str, int, dict[str, Any], set[str]]] = [
    ("santa-fe-rails", 3, {}, {"lay", "lay +", "lay #", "done", "hold", "draw deck", "draw branch", "play double"}),
    ("santa-fe-rails", 2, {"terrain": True}, {"lay", "pass", "boom", "play boom", "draw four", "play triple"}),
    ("santa-fe", 3, {"terrain": True, "track_purchase": True}, {"hire engineer", "buy track", "draw engineer", "pass"}),
    ("santa-fe", 2, {"track_purchase": True}, {"buy none", "play double", "lay +", "draw double"}),
]


@pytest.mark.parametrize(("game", "seats", "options", "expected"), GAMES)
def test_text_round_trip(game: str, seats: int, options: dict[str, Any], expected: set[str]) -> None:
    verbs: set[str] = set()
    for seed in range(5):
        chooser = random.Random(seed)
        match = gs.new(game, seats=seats, seed=seed, board="mini", **options)
        for _ in range(3000):
            if match.over:
                break
            check_all_texts(match, verbs)
            seat = chooser.choice(match.actors)
            match.play(seat, chooser.choice(match.legal(seat)))
        assert match.over
        assert gs.load(match.data()).hash == match.hash
    assert expected <= verbs


def test_text_round_trip_of_rare_actions() -> None:
    verbs: set[str] = set()
    dead_end = ["SP NOR>HOU 1/1", "SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]
    only_branch: dict[str, Any] = {"track": dead_end, "supply": {"SP": 5, "*": 0}, "plays": {"A": "LAX + branch SP"}}
    check_all_texts(given(branch_forced=False, **only_branch), verbs)
    held = {"A": ["LAX", "LAX", "SEA", "TUC"]}
    check_all_texts(given("tlt2", plays={"A": "double"}, hands=held), verbs)
    bought: dict[str, Any] = {"supply": {"SF": 0, "UP": 0}, "reserve": {"A": {"SF": 1, "UP": 1}}}
    words: dict[str, Any] = {"track": ["SF CHI>OMA 2/2", "UP CHI>KSC#2 1/2"], "plays": {"A": "LAX + branch SF"}}
    check_all_texts(sf92(track_purchase=True, **bought, **words), verbs)
    assert {"decline", "exchange LAX", "exchange SEA", "lay *", "lay +", "lay #"} <= verbs
