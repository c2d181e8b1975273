"""What lies in the box, what lies on the table before Round 1, and what the players are after."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.games.santa_fe.board.load import load

from .scenario import given, money, plays, refused
from .test_sequence import led_by

SEATS = (2, 3, 4, 5)
MAJORS = {"SF": 32, "SP": 30, "GN": 25, "UP": 24, "KP": 17}
SHORTS = {"RI": 11, "TP": 8, "WP": 7, "DR": 6}


def new(seats: int = 3, seed: int = 0, **words: Any) -> gs.Match:
    return gs.new("santa-fe-rails", seats=seats, seed=seed, **words)


def city_cards(match: gs.Match) -> list[str]:
    """All City cards of a match that has just begun."""
    told = match.position()
    hands = [card for hand in told["hands"].values() for card in hand]
    return [card for card in hands + told["deck"] if not card.startswith("short ")]


def short_places(match: gs.Match) -> dict[str, int]:
    """Where each Short card lies in the deck, counted from 1 at the top."""
    deck = match.position()["deck"]
    return {card.removeprefix("short "): n for n, card in enumerate(deck, 1) if card.startswith("short ")}


def random_play(match: gs.Match, seed: int) -> Iterator[gs.Match]:
    """The match after each of its random legal actions, to the end."""
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.actors)
        match.act(seat, chance.choice(match.numbers(seat)))
        yield match


# ---------------------------------------------------------------- components


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_COMP_01_two_to_five_players(seats: int) -> None:
    match = new(seats)
    assert match.actors == tuple(range(seats))
    assert len(match.view()["seats"]) == seats


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_SFR_COMP_01_not_one_player_and_not_six(seats: int) -> None:
    with pytest.raises(gs.BadOption, match="2 to 5 players"):
        new(seats)


def test_SFR_COMP_02_ninety_four_cards() -> None:
    match = new(5)  # with five players no Double card stays in the box
    told = match.position()
    shown = told["display"]
    cards = {
        "city": len(city_cards(match)),
        "boom": shown["boom"],
        "short": len(short_places(match)),
        "double": shown["double"],
        "triple": shown["triple"],
        "four": shown["four"],
        "branch": sum(shown["branch"].values()),
    }
    assert cards == {"city": 66, "boom": 3, "short": 4, "double": 4, "triple": 1, "four": 1, "branch": 15}
    assert sum(cards.values()) == 94


def test_SFR_COMP_03_city_cards_by_value_of_their_city() -> None:
    board = load(None)
    value = {city.id: city.value for city in board.cities}
    cards = Counter(city_cards(new()))
    by_value = Counter(value[city] for city in cards.elements())
    assert by_value == {2: 3, 3: 7, 4: 10, 5: 14, 6: 18, 7: 14}
    cities = Counter(value[city] for city in cards)
    assert cities == {2: 3, 3: 7, 4: 5, 5: 7, 6: 9, 7: 7}
    assert (cards.total(), len(cards)) == (66, 38)
    assert set(cards) == {city for city, worth in value.items() if worth is not None}


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_COMP_04_pieces_of_the_majors(seats: int) -> None:
    supply = new(seats).view()["supply"]
    majors = {rail: supply[rail] for rail in MAJORS}
    assert majors == MAJORS
    assert sum(majors.values()) == 128


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_COMP_05_pieces_of_the_short_lines(seats: int) -> None:
    supply = new(seats).view()["supply"]
    assert {rail: supply[rail] for rail in SHORTS} == SHORTS
    assert sum(SHORTS.values()) == 32
    assert set(supply) == {*MAJORS, *SHORTS}
    assert sum(supply.values()) == 160


def test_SFR_COMP_06_ten_boomtown_markers() -> None:
    assert new().view()["display"]["markers"] == {"4": 3, "5": 7}


def test_SFR_COMP_07_three_branch_cards_for_each_major_and_none_for_short_lines() -> None:
    match = given("draw", hands={"A": ["LAX", "SEA", "SFO"]}, available=["RI"], money={"A": 9})
    assert match.view()["display"]["branch"] == dict.fromkeys(MAJORS, 3)
    offered = {text for text in match.legal("A") if text.startswith("draw branch ")}
    assert offered == {f"draw branch {rail}" for rail in MAJORS}
    with pytest.raises(gs.BadNotation, match="RI is a Short Line"):
        match.play("A", "draw branch RI")


@pytest.mark.parametrize("others", [0, 9000])
def test_SFR_COMP_08_the_bank_always_pays_in_whole_dollars(others: int) -> None:
    # LAX is connected already, so that SP brings the $4 of its square alone
    match = given(
        plays={"A": "SEA"},
        money={"A": 9, "B": others, "C": others},
        track=["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "SP ELP>TUC 1/1", "SP TUC>LAX 1/2"],
        connected={"LAX": ["SF"]},
    )
    before = match.position()
    match.play("A", "lay SP TUC>LAX")
    after = match.position()
    assert after["money"] == {"A": 13, "B": others, "C": others}
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"money", "turn", "laid_first", "track", "tips", "connected", "reached", "supply"}


def test_SFR_COMP_09_one_train_one_first_player() -> None:
    match = new(4, seed=3, board="mini")
    firsts = {match.s.round_no: {match.view()["first"]}}
    for _ in random_play(match, seed=3):
        seen = {match.view(seat)["first"] for seat in (None, *range(4))}
        assert len(seen) == 1
        assert seen <= set("ABCD")
        firsts.setdefault(match.s.round_no, set()).update(seen)
    assert len(firsts) > 2
    assert all(len(seats) == 1 for seats in firsts.values()), "the Train moves between Rounds only"


def test_SFR_COMP_10_a_short_card_names_its_line_home_and_pieces() -> None:
    board = load(None)
    roads = {road.id: road for road in board.railroads}
    facts = {rail: (board.city[roads[rail].home].name, roads[rail].pieces) for rail in short_places(new())}
    assert facts == {
        "RI": ("Chicago", 11),
        "TP": ("New Orleans", 8),
        "WP": ("Sacramento", 7),
        "DR": ("Denver", 6),
    }


@pytest.mark.parametrize(
    ("rail", "home", "pieces"), [("RI", "CHI", 11), ("TP", "NOR", 8), ("WP", "SAC", 7), ("DR", "DEN", 6)]
)
def test_SFR_COMP_10_the_drawn_short_line_keeps_what_its_card_says(rail: str, home: str, pieces: int) -> None:
    full = {"B": ["DEN", "DEN", "ELP", "ELP"], "C": ["SFO", "SFO", "SAC", "SAC"]}
    match = given("draw", hands={"A": ["SEA", "SEA", "LAX"], **full}, deck=[f"short {rail}", "LAX"])
    plays(match, "A: draw deck", "A: play LAX", "B: play DEN", "C: play SFO")
    assert match.view()["supply"][rail] == pieces
    begins = {text.split()[2].split(">")[0] for text in match.legal("A") if text.startswith(f"lay {rail} ")}
    assert begins == {home}


# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_SETUP_01_two_dollars_each(seats: int) -> None:
    match = new(seats)
    assert [money(match, name) for name in "ABCDE"[:seats]] == [2] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_SETUP_02_four_city_cards_each_and_nothing_else(seats: int) -> None:
    all_cards = Counter({city.id: city.cards for city in load(None).cities})
    deals = set()
    for seed in range(40):
        match = new(seats, seed)
        hands = match.position()["hands"]
        assert [len(hand) for hand in hands.values()] == [4] * seats
        assert all(card in all_cards for hand in hands.values() for card in hand)
        assert Counter(city_cards(match)) == +all_cards
        deals.add(tuple(tuple(hand) for hand in hands.values()))
    assert len(deals) == 40, "the cards are shuffled"


@pytest.mark.parametrize(
    ("seats", "piles"), [(2, (20, 19, 19)), (3, (18, 18, 18)), (4, (17, 17, 16)), (5, (16, 15, 15))]
)
def test_SFR_SETUP_03_three_piles_of_nearly_one_size(seats: int, piles: tuple[int, int, int]) -> None:
    low, mid = new(seats).position()["piles"]
    size = new(seats).view()["deck_size"]
    assert (size - mid, mid - low - 4, low) == piles
    # the Short cards lie in Pile 2, so that over many deals they show where it begins and ends
    places = {place for seed in range(200) for place in short_places(new(seats, seed)).values()}
    assert (min(places) - 1, max(places) - min(places) + 1 - 4, size - max(places)) == piles


def test_SFR_SETUP_04_short_cards_are_shuffled_into_pile_two() -> None:
    places: dict[str, set[int]] = {rail: set() for rail in SHORTS}
    for seed in range(1000):
        found = short_places(new(3, seed))
        assert set(found) == set(SHORTS)
        for rail, place in found.items():
            places[rail].add(place)
    assert all(seen == set(range(19, 41)) for seen in places.values())


def test_SFR_SETUP_05_pile_one_on_top_pile_three_below() -> None:
    for seed in range(50):
        match = new(4, seed)
        deck = match.position()["deck"]
        assert len(deck) == 54
        cities = [not card.startswith("short ") for card in deck]
        assert all(cities[:17])
        assert all(cities[-16:])
        assert cities[17:-16].count(False) == 4
    drawn = given("draw", hands={"A": ["LAX", "LAX", "SEA"]}, deck=["TUC", "OMA"])
    drawn.play("A", "draw deck")
    assert "TUC" in drawn.position()["hands"]["A"], "the deck is drawn from the top"


@pytest.mark.parametrize(("seats", "doubles"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_SFR_SETUP_06_one_double_card_less_than_players(seats: int, doubles: int) -> None:
    assert new(seats).view()["display"]["double"] == doubles
    match = given("draw", seats=seats, board=None, hands={"A": ["SEA", "SEA", "LAX"]})
    match.play("A", "draw double")
    for _ in range(doubles - 1):
        match.play("B", "draw double")
    assert refused(match, "B", "draw double") == "E_NOT_AVAILABLE"


def test_SFR_SETUP_07_double_cards_begin_in_the_display() -> None:
    match = new(4)
    assert match.view()["display"]["double"] == 3
    assert all(seat["specials"] == [] for seat in match.view()["seats"])


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_SETUP_08_triple_and_four_begin_in_the_display(seats: int) -> None:
    shown = new(seats).view()["display"]
    assert (shown["triple"], shown["four"]) == (1, 1)


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_SETUP_09_all_branch_cards_begin_in_the_display(seats: int) -> None:
    assert new(seats).view()["display"]["branch"] == {"SF": 3, "SP": 3, "GN": 3, "UP": 3, "KP": 3}


@pytest.mark.parametrize("seats", SEATS)
def test_SFR_SETUP_10_boom_cards_and_markers_begin_in_the_display(seats: int) -> None:
    seen = new(seats).view()
    assert seen["display"]["boom"] == 3
    assert seen["display"]["markers"] == {"4": 3, "5": 7}
    assert seen["markers"] == {}


def test_SFR_SETUP_11_five_majors_no_short_line_an_empty_map() -> None:
    seen = new().view()
    assert seen["available"] == ["SF", "SP", "GN", "UP", "KP"]
    assert seen["track"] == []
    assert seen["connected"] == {}


def test_SFR_SETUP_12_the_named_seat_is_first_player() -> None:
    match = new(4, board="mini", first="C")
    assert match.view()["first"] == "C"
    for seat in "ABCD":
        match.play(seat, match.legal(seat)[0])
    order = []
    for line in ("SF CHI>MIL", "UP CHI>OMA", "KP KSC>DEN", "SP NOR>HOU"):
        order += match.view()["actors"]
        match.play(match.view()["actors"][0], f"lay {line}")
    assert order == ["C", "D", "A", "B"]
    assert {new(4, seed).view()["first"] for seed in range(60)} == set("ABCD"), "unnamed, it is drawn by lot"


def test_SFR_SETUP_13_no_seat_has_the_power_of_a_scorekeeper() -> None:
    def at(names: str) -> gs.Match:
        """One position with its three players on the seats of these names."""
        one, two, three = tuple(names)
        return led_by(
            one,
            "tlt2",
            turn=two,
            plays={one: "LAX", two: "double", three: "SEA + branch SF"},
            hands={one: ["TUC"], two: ["OMA", "SFO"], three: ["boom"]},
            money={one: 3, two: 4, three: 5},
            track=["SF CHI>OMA 2/2", "SP NOR>HOU 1/1"],
        )

    tables = {names: at(names) for names in ("ABC", "BCA", "CAB")}
    assert len({tuple(match.legal(names[1])) for names, match in tables.items()}) == 1
    for names, match in tables.items():
        assert match.view()["actors"] == [names[1]]
        plays(match, f"{names[1]}: lay SP HOU>ELP", f"{names[1]}: lay SP HOU>ELP")
        assert money(match, names[1]) == 4 + 2 * (2 + 4), "bonuses are paid by themselves"
        assert match.view()["actors"] == [names[2]]


def test_SFR_SETUP_13_every_action_is_one_of_a_player() -> None:
    verbs = set()
    match = new(3, seed=8)
    for _ in random_play(match, seed=8):
        verbs |= {text.split()[0] for seat in match.actors for text in match.legal(seat)}
    assert verbs <= {"draw", "play", "boom", "exchange", "lay", "done", "hold"}
    assert {"draw", "play", "lay"} <= verbs


# ---------------------------------------------------------------- objective


def test_SFR_OBJ_01_most_points_of_money_and_played_city_cards_win() -> None:
    end: dict[str, Any] = {"ended": "supply", "table": {"B": ["LAX"]}, "connected": {"LAX": ["SP"]}}
    result = given("over", seats=3, money={"A": 5, "B": 0, "C": 0}, **end).result
    assert result is not None
    assert (result.points, result.winners) == ((5, 7, 0), (1,))
    result = given("over", seats=3, money={"A": 8, "B": 0, "C": 0}, **end).result
    assert result is not None
    assert (result.points, result.winners) == ((8, 7, 0), (0,))
