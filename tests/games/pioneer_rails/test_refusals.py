"""Refusals name a rule of the game that is being played: of these players, this map and these options."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from goldenspike.engine.errors import sentences
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.game import PACKAGE, PIONEER_RAILS, PioneerSetting
from goldenspike.games.pioneer_rails.rules import state
from goldenspike.games.pioneer_rails.rules.deck import is_hand_turn
from goldenspike.games.pioneer_rails.rules.state import (
    CELL,
    CIRCLE,
    DEPOSIT,
    DONE,
    NAME,
    OPEN,
    OWN,
    OWN_RAIL,
    PICK,
    SPEND,
    SUIT,
    TRACK,
    State,
)
from goldenspike.games.pioneer_rails.text.modes import MODES
from goldenspike.games.pioneer_rails.text.refusals import REASONS, Mode, in_mode

from . import mixed_settings
from .scene import at, clause, give, laid, offer, owner, scene, steps

Where = Callable[[PioneerSetting, State], bool]

ONLY: list[tuple[str, Where]] = [
    *((pattern, lambda setting, s, where=where: where(setting)) for pattern, where in MODES),  # type: ignore[misc]
    (r"PR-HAND-.*", lambda setting, s: is_hand_turn(s)),
    (r"PR-OWNER-1[1-5]", lambda setting, s: s.owner != state.NONE),
    *(
        (rf"PR-OWNER-{number:02}", lambda setting, s, number=number: s.owner == number - 1)  # type: ignore[misc]
        for number in range(1, 11)
    ),
]
"""Clauses that hold in some kinds of game only, or at some moments; every other clause may be named in any."""
ASKED_BY = {
    "bank": {"PR-BANK-02", "PR-BANK-03", "PR-FOREST-04"},
    "saloon": {"PR-SALOON-02", "PR-SALOON-03", "PR-FOREST-05"},
    "jail": {"PR-FOREST-14", "PR-GEO-04"},
    "cell": {"PR-FOREST-13", "PR-GEO-04"},
    "owner": {"PR-COMP-04", "PR-FEAT-01", *(f"PR-OWNER-{number:02}" for number in (3, 6, 7, 8, 9, 11, 15))},
    "town": {"PR-BENEFIT-01", "PR-BENEFIT-15", "PR-FEAT-01"},
    "suit": {"PR-BENEFIT-01", "PR-BENEFIT-13", "PR-BENEFIT-14", "PR-BENEFIT-15", "PR-FEAT-01"},
    "name": {"PR-TRACK-01", "PR-JOKER-04"},
    "done": {"PR-TRACK-13", "PR-OWNER-04"},
}
"""What may stand against each kind of step once a card is picked and no other feature asks."""
BEFORE = {"PR-FLOW-01", "PR-FLOW-02", "PR-FLOW-07", "PR-SOLO-05", "PR-MANY-04", "PR-JOKER-04", "PR-FEAT-07"}
"""Wait, pick, name a railway, or answer first: may stand against any step."""


def kind_of(action: int) -> str:
    limits = [
        (DONE, "done"), (PICK, "pick"), (NAME, "name"), (SPEND, "town"), (SUIT, "suit"), (OWN_RAIL, "owner"),
        (DEPOSIT, "bank"), (CIRCLE, "saloon"), (OPEN, "jail"), (CELL, "cell"), (TRACK, "track"),
    ]  # fmt: skip
    return [name for first, name in limits if action >= first][-1]


def tried(dice: random.Random, actions: int) -> list[int]:
    """Every step that is no track, and some tracks."""
    return [*range(TRACK), *(dice.randrange(TRACK, actions) for _ in range(12))]


def positions(setting: PioneerSetting, seed: int) -> list[State]:
    """Some positions of a random game, unfinished turns included."""
    rules, dice = PIONEER_RAILS.plain(), random.Random(seed)
    s, found, out = State(), [], [0] * PIONEER_RAILS.most_legal
    rules.start(s, setting.b, setting.seats, seed, 1)
    while not rules.over(s):
        mask = rules.actors(s)
        seat = dice.choice([k for k in range(setting.seats) if mask >> k & 1])
        n = rules.legal(s, setting.b, seat, out)
        rules.apply(s, setting.b, seat, dice.choice(out[:n]))
        if dice.random() < 0.6 / setting.seats:
            found.append(s.copy())
    return [*dice.sample(found, min(40, len(found))), s]


@pytest.mark.parametrize("part", range(4))
def test_no_refusal_names_a_rule_of_another_kind_of_game(part: int) -> None:
    """Every kind of step is tried in many positions of all kinds of games."""
    rules, dice, named = PIONEER_RAILS.plain(), random.Random(part), Counter[str]()
    only = [(re.compile(pattern), where) for pattern, where in ONLY]
    for number, setting in enumerate(mixed_settings.settings(22, 40 + part)):
        for s in positions(setting, 100 * part + number):
            seat = dice.randrange(setting.seats)
            for action in tried(dice, setting.b.n_actions):
                reason = rules.refusal(s, setting.b, seat, action)
                if not reason:
                    continue
                found = setting.refused(reason).clause
                for pattern, where in only:
                    if pattern.fullmatch(found):
                        assert where(setting, s), (found, kind_of(action), setting.seats, setting.options)
                if s.phase != state.OVER and (kind := kind_of(action)) in ASKED_BY:
                    assert found in ASKED_BY[kind] | BEFORE, (kind, found)
                named[found] += 1
    assert len(named) > 30


def test_the_table_of_clauses_names_clauses() -> None:
    known = sentences(PACKAGE)
    for pattern, _ in ONLY:
        assert [clause for clause in known if re.fullmatch(pattern, clause)], pattern
    assert set().union(*ASKED_BY.values(), BEFORE) <= set(known)


def test_every_reason_has_a_clause_in_every_kind_of_game() -> None:
    first = state.GAME_OVER
    names = [name for name in vars(state) if name.isupper()]
    reasons = {getattr(state, name) for name in names[names.index("GAME_OVER") :]} | {
        state.OWNER_LATE + owner for owner in range(state.OWNERS)
    }
    known = sentences(PACKAGE)
    assert min(reasons) == first
    for seats in (1, 2, 5):
        for forest in (False, True):
            found = {**REASONS, **in_mode(Mode(seats, seats == 2, forest, owners=forest, town_same_turn=forest))}
            assert set(found) == reasons
            assert {clause for _, clause in found.values()} <= set(known)


# ---------------------------------------------------------------- one by one
def dealt(seats: int, **options: object) -> SteppedMatch:
    return scene(seats=seats, first_dealer="A", **options)  # type: ignore[arg-type]


def burnt(match: SteppedMatch) -> str:
    return str(match.setting.notation.card(match.s.burnt))  # type: ignore[attr-defined]


def test_PR_SOLO_05_alone_nobody_hears_of_five_players() -> None:
    match = scene("QH", "10S")
    assert clause(match, f"use {burnt(match)}") == "PR-SOLO-05"
    assert clause(match, "use KD" if burnt(match) != "KD" else "use KC") == "PR-SOLO-05"
    assert clause(match, "done") == "PR-SOLO-05"


def test_PR_MANY_04_five_players_hear_nothing_of_the_dealers_card() -> None:
    match = dealt(5)
    offer(match, "QH", "10S")
    assert clause(match, "use KD" if burnt(match) != "KD" else "use KC") == "PR-MANY-04"
    assert clause(match, "C3|C4", "B") == "PR-MANY-04"
    assert clause(match, f"use {burnt(match)}", "C") == "PR-MANY-02"


def test_PR_FLOW_03_the_dealer_picks_among_three() -> None:
    match = dealt(3)
    offer(match, "QH", "10S", "AC")
    assert clause(match, "take KD") == "PR-FLOW-03"
    assert clause(match, "done") == "PR-FLOW-02"
    match.play("A", "take QH")
    assert clause(match, "use KD", "B") == "PR-FLOW-05"


def test_PR_SALOON_02_the_desert_hears_nothing_of_the_forest() -> None:
    match = give(laid(scene("QD", saloon_choice="free"), "D", "E3|F2", "F2|F3"), SALOON_MASK=1)
    steps(match, "use QD", "F3|G3", "done")
    assert clause(match, "saloon r1") == "PR-SALOON-02"
    for word in ("jail J1", "cell J1"):
        assert clause(match, word) == "PR-GEO-04"


def test_PR_FOREST_13_a_full_jail_takes_nobody() -> None:
    match = laid(scene("QH", sheet="fx-forest"), "H", "A4|B4", "A5|B4")
    give(match, JAIL_MASK=0b111, JAIL_FILL=3)
    steps(match, "use QH", "A5|B5", "A6|B5", "done")
    assert match.legal("A") == ["cell J2", "cell J3"]
    assert clause(match, "cell J1") == "PR-FOREST-13"


@pytest.mark.parametrize(("number", "word"), [(3, "o03 > S"), (6, "o06"), (7, "o07"), (8, "o08"), (9, "o09")])
def test_PR_OWNER_06_an_owner_needs_a_track_to_give_up(number: int, word: str) -> None:
    match = owner(scene("QH", owners=True), number)
    steps(match, "use QH", "C3|C4", "A3|A4", "B2|C3")
    assert clause(match, word) == f"PR-OWNER-{number:02}"


def test_PR_COMP_04_without_owners_nobody_hears_of_their_rounds() -> None:
    match = scene("QH")
    match.play("A", "use QH")
    assert clause(match, "o03 > S") == "PR-COMP-04"


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("fx", {"bank 1": "PR-BANK-03", "saloon r1": "PR-SALOON-02", "jail J1": "PR-GEO-04", "cell J1": "PR-GEO-04"}),
        (
            "fx-forest",
            {
                "bank 1": "PR-FOREST-04",
                "saloon A": "PR-FOREST-05",
                "jail J1": "PR-FOREST-14",
                "cell J1": "PR-FOREST-13",
            },
        ),
    ],
)
def test_an_answer_that_nothing_asks_for(sheet: str, words: dict[str, str]) -> None:
    match = scene("QH", sheet=sheet)
    match.play("A", "use QH")
    assert {word: clause(match, word) for word in words} == words


def test_PR_FEAT_01_a_town_of_this_turn_is_circled_first() -> None:
    for same_turn, wanted in ((False, "PR-BENEFIT-15"), (True, "PR-FEAT-01")):
        match = give(scene("QH", town_same_turn=same_turn), SPENT=1)
        steps(match, "use QH", "C3|C4", "C3|D3")
        assert clause(match, "t") == wanted


def test_PR_SALOON_03_a_round_that_never_comes() -> None:
    match = at(laid(scene("QD", saloon_choice="free"), "D", "E3|F2", "F2|F3"), 2, 1)
    steps(match, "use QD", "F3|G3", "done")
    assert clause(match, "saloon r1") == "PR-SALOON-03"
    reason = PIONEER_RAILS.rules.refusal(match.s, match.setting.b, 0, CIRCLE + 4)
    assert match.setting.refused(reason).clause == "PR-SALOON-02"
    assert match.setting.refused(PIONEER_RAILS.rules.refusal(match.s, match.setting.b, 0, OWN)).clause == "PR-FEAT-07"
