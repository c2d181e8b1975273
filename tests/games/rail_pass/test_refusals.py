"""Refusals name the rule of the game that is being played, never one of another mode."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from goldenspike.engine.errors import BadNotation, IllegalAction, sentences
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPassSetting
from goldenspike.games.rail_pass.rules.state import ACTIONS, BETWEEN, REASONS, RUNNING, State
from goldenspike.games.rail_pass.text import refusals
from goldenspike.games.rail_pass.text.modes import MODES
from goldenspike.games.rail_pass.text.notation import LIKE, VERBS

from . import sample_settings
from .sample_settings import SMALL
from .scenario import no, table

PACKAGE = "goldenspike.games.rail_pass"
EVERYWHERE = frozenset(
    {
        "RP-SETUP-05", "RP-SETUP-06", "RP-SETUP-09", "RP-TIME-04", "RP-MODEL-05", "RP-LOAD-01", "RP-LOAD-02",
        "RP-LOAD-04", "RP-LOAD-08", "RP-LOAD-12", "RP-LOAD-13", "RP-ENG-01", "RP-ENG-02", "RP-ENG-05", "RP-ENG-06",
        "RP-ENG-13", "RP-TRAIN-01", "RP-TRAIN-02", "RP-TRAIN-04", "RP-TRAIN-05", "RP-TRAIN-08", "RP-TRAIN-10",
        "RP-PASS-01", "RP-PASS-02", "RP-PASS-03", "RP-PASS-04", "RP-PASS-05", "RP-PASS-06", "RP-PASS-09",
        "RP-PASS-13", "RP-FAULT-03", "RP-DIG-01", "RP-DIG-02", "RP-DIG-03", "RP-DIG-07", "RP-DIG-08", "RP-DIG-10",
        "RP-DIG-20", "RP-DIG-27", "RP-DIG-29", "RP-DIG-32",
    }
)  # fmt: skip
# A hand acts once in a tick; on other clocks the clause speaks only of waiting.
TICKS_ONLY = "hand_used_this_tick"


def positions(setting: RailPassSetting, seed: int, count: int) -> list[State]:
    """Moments of a random round, between two rounds and after the last one."""
    plain, b, s, out = setting.game.plain(), setting.b, State(), [0] * ACTIONS
    dice = random.Random(seed)
    plain.start(s, b, setting.seats, seed, 0)
    found = [s.copy()]
    steps, wanted = 0, dice.randrange(1, 40)
    while plain.actors(s) and len(found) < count:
        seat = dice.choice([k for k in range(setting.seats) if plain.actors(s) >> k & 1])
        if dice.random() < 0.7:
            plain.apply(s, b, seat, plain.policy(s, b, seat, out))
            continue
        n = plain.legal(s, b, seat, out)
        busy = [action for action in out[:n] if action > 1] or out[:n]
        plain.apply(s, b, seat, dice.choice(busy if dice.random() < 0.8 else out[:n]))
        plain.advance(s, b, s.now + dice.choice((0, 0, 90, 700, 1500)))
        steps += 1
        if steps >= wanted:
            steps, wanted = 0, dice.randrange(1, 40)
            found.append(s.copy())
    plain.advance(s, b, s.ends_at)
    found.append(s.copy())
    return found


def named(setting: RailPassSetting, reason: int) -> tuple[str, str]:
    refusal = setting.refused(reason)
    assert refusal.sentence == sentences(PACKAGE)[refusal.clause]
    return refusal.code, refusal.clause


def test_no_clause_of_another_mode_is_ever_named() -> None:
    """Every command by its number, at random moments of all modes."""
    seen: Counter[str] = Counter()
    rules = RAIL_PASS.plain()
    for number, setting in enumerate(sample_settings.settings(99, 8, seconds=(20, 60))):
        dice = random.Random(number)
        for s in positions(setting, number, 7):
            seat = dice.randrange(setting.seats)
            for action in range(ACTIONS):
                reason = rules.refusal(s, setting.b, seat, action)
                if reason == 0:
                    continue
                code, clause = named(setting, reason)
                seen[clause] += 1
                assert clause in EVERYWHERE or MODES[clause](setting.options), (code, clause, setting.options)
                assert code != TICKS_ONLY or setting.options["clock"] == "ticks"
    assert {clause for clause in MODES if not seen[clause]} == set(), "every mode was tried"
    assert sum(seen.values()) > 200_000


def words(setting: RailPassSetting, s: State, dice: random.Random) -> list[str]:
    """Commands of every verb with any objects, as somebody could type them."""
    at = "".join(setting.notation.city(s, c) for c in range(setting.b.n_cities))
    trains = [f"{kind}{k + 1}" for kind in "LS" for k in range(len(at))]

    def some(kind: str) -> str:
        city, train = dice.choice(at), dice.choice(trains)
        return {
            "end": f"{city}{dice.choice('<>')}", "city": city, "train": train, "cube": dice.choice(at).lower(),
            "hand": dice.choice(("lh", "rh")), "track": f"{city}.{dice.choice('ls')}",
            "way": f"{city}>{dice.choice(at)}", "engineer": f"e{city}{dice.randint(1, 3)}",
            "lodging": dice.choice((train, f"{city}.h")),
        }[kind]  # fmt: skip

    objects: dict[str, str] = {
        "LOAD": "end train", "STORE": "city train", "XFER": "train cube train", "XCHG": "train cube train cube",
        "ENG": "engineer lodging lodging", "PICK": "train hand", "PARK": "train track", "GO": "train way",
        "TAKE": "train hand", "TOOT": "train way", "ARROW": "city cube city", "NOSE": "train city", "WAIT": "",
        "READY": "",
    }  # fmt: skip
    assert set(objects) >= set(LIKE)
    verbs = [*VERBS.split(", "), "NOSE"]
    return [" ".join([verb, *map(some, objects.get(verb, "train").split())]) for verb in verbs]


def test_no_clause_of_another_mode_answers_what_is_typed() -> None:
    for number, setting in enumerate(sample_settings.settings(66, 9, seconds=(20, 60))):
        dice = random.Random(number)
        for s in positions(setting, number, 5):
            for text in [text for _ in range(4) for text in words(setting, s, dice)]:
                seat = dice.randrange(setting.seats)
                try:
                    (action,) = setting.parse(s, seat, text)
                except IllegalAction as error:
                    clause = error.clause
                else:
                    reason = setting.game.rules.refusal(s, setting.b, seat, action)
                    if reason == 0:
                        continue
                    clause = setting.refused(reason).clause
                assert clause in EVERYWHERE or MODES[clause](setting.options), (text, clause, setting.options)


def test_every_reason_has_its_code_and_a_clause_of_the_table() -> None:
    assert sorted(refusals.REASONS) == list(range(1, REASONS))
    codes = Counter(code for code, _ in refusals.REASONS.values())
    assert [code for code, count in codes.items() if count > 1] == []
    assert {*refusals.UNDER.values(), *(clause for _, clause in refusals.REASONS.values())} == EVERYWHERE | set(MODES)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_RP_SETUP_03_nobody_is_ready_for_a_round_that_is_not_played(rounds: int) -> None:
    m = table(rounds=rounds, seconds=10)
    assert m.s.phase == RUNNING
    assert no(m, "P1 READY") == ("RP-SETUP-03" if rounds == 1 else "RP-TIME-07")
    m.advance(10_000)
    assert (m.s.phase == BETWEEN) == (rounds > 1)
    assert no(m, "P1 LOAD K< L1") == "RP-TIME-04"


def by_number(m: Any, action: int) -> tuple[str, str]:
    refusal = m.setting.refused(m.game.rules.refusal(m.s, m.setting.b, 0, action))
    return refusal.code, refusal.clause


def test_pieces_that_a_small_layout_leaves_in_the_box_are_not_wrecked() -> None:
    """By number only: in notation they have no name."""
    from goldenspike.games.rail_pass.rules import state as n

    m = table(SMALL)
    train, engineer = 4, 3 * 4
    for action in (
        n.LOAD + train, n.STORE + train, n.XFER + 6 * train, n.XCHG + 36 * train, n.PICK + 2 * train,
        n.TAKE + 2 * train, n.PARK + 12 * train, n.GO + 6 * train, n.TOOT + 6 * train, n.BACK + train, n.NO + train,
        n.PUSH + train, n.RELEASE + 4 * train, n.CANCEL + train, n.ENG + 13 * 2 + train,
    ):  # fmt: skip
        assert by_number(m, action) == ("no_such_train", "RP-SETUP-05"), m.setting.write(m.s, 0, action)
    assert by_number(m, n.ENG + 13 * engineer) == ("no_such_engineer", "RP-SETUP-06")
    with pytest.raises(BadNotation):
        m.play("P1", "ENG eW1 L1 S1")
