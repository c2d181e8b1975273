"""Extending a railway (PR-TRACK), the rim (PR-GEO-09) and own sheets (PR-GEO-12)."""

from __future__ import annotations

from .scene import allowed, area, clause, laid, offer, round_of, scene, steps, turn, vertex_of


def test_PR_TRACK_01_the_suit_names_the_railway() -> None:
    match = steps(scene("QD"), "use QD")
    assert clause(match, "A3|A4") == "PR-TRACK-01"
    assert allowed(match, "D1|D2")


def test_PR_TRACK_02_three_tracks_per_turn() -> None:
    match = scene("QD", "QH")
    assert clause(match, "QD : D1|D2 C2|D2 C2|C3 D1|E1") == "PR-TRACK-02"
    assert allowed(match, "QD : D1|D2 C2|D2 C2|C3")


def test_PR_TRACK_03_each_track_starts_at_a_corner_or_a_tip() -> None:
    match = scene("QH")
    assert allowed(match, "QH : A4|B4 A5|B4 B4|B5")
    assert clause(match, "QH : B4|B5") == "PR-TRACK-03"


def test_PR_TRACK_04_tracks_may_be_divided_among_lines() -> None:
    match = scene("QH")
    turn(match, "QH : C3|C4 A3|A4 A4|B4")
    assert len(match.view()["sheets"][0]["tracks"]) == 3


def test_PR_TRACK_05_six_lines_one_per_corner() -> None:
    match = round_of(scene(), "QH : A3|A4 A4|B4 B4|C4", "KH : C3|C4 B2|C3 A3|B2")
    tips = [
        v
        for v in range(match.setting.b.n_vertices)
        if match.s.spot[0][v] == 4 + 1 and match.setting.b.station_of[v] == -1
    ]
    assert len(tips) == 6
    offer(match, "AH")
    steps(match, "use AH", "t")
    assert clause(match, "C3*n-s") == "PR-TRACK-05"


def test_PR_TRACK_06_stations_are_closed() -> None:
    assert clause(scene("QH"), "QH : B3|C3") == "PR-TRACK-06"
    match = round_of(scene(), "QD : D1|D2 C2|D2 C2|C3")
    offer(match, "KD")
    assert clause(match, "KD : B2|C3") == "PR-TRACK-06"


def test_PR_TRACK_07_lines_never_touch() -> None:
    match = scene("QH", must_draw="free")
    turn(match, "QH : B4|C4")
    turn(match, "KH : C3|C4 C4|D3 C4|D4")
    offer(match, "AH")
    assert clause(match, "AH : C4|C5") == "PR-TRACK-07"
    other = round_of(scene(), "QD : D1|D2 C2|D2")
    offer(other, "KH")
    assert clause(other, "KH : B2|C3 C2|C3") == "PR-TRACK-07"


def test_PR_TRACK_08_a_line_ends_at_a_town() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3")
    offer(match, "KH")
    steps(match, "use KH", "t")
    assert clause(match, "C3|D2") == "PR-TRACK-08"
    assert clause(match, "D2|D3") == "PR-TRACK-08"


def test_PR_TRACK_09_at_most_three_railways_per_town() -> None:
    two = laid(laid(scene("QC"), "H", "E6|E7"), "D", "E6|F6")
    laid(two, "C", "D5|E6")  # an open end across the blank hex E6 from t3
    assert allowed(two, "QC t=shortcut : /E6*nw-se")
    three = laid(two, "S", "E7|F6")
    assert three.s.spot[0][vertex_of(three, "F6n")] == 0b0111
    assert clause(three, "QC t=shortcut : /E6*nw-se") == "PR-TRACK-09"


def test_PR_TRACK_10_two_lines_of_one_railway_may_meet_at_a_town() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "KH : B2|C3 C2|C3 C3|D2")
    assert match.s.spot[0][vertex_of(match, "C3s")] == 0b0010
    assert area(match, "TOWNS") == 2


def test_PR_TRACK_11_an_edge_carries_one_track() -> None:
    match = round_of(scene(), "QD : D1|D2 C2|D2")
    offer(match, "KH")
    assert clause(match, "KH : C2|D2") == "PR-TRACK-11"


def test_PR_TRACK_12_branching_needs_a_switch() -> None:
    match = round_of(scene(), "QH : A4|B4 A5|B4 B4|B5")
    offer(match, "KH")
    assert clause(match, "KH : A4|A5") == "PR-TRACK-12"
    assert allowed(match, "KH t=switch : +A4|A5")
    assert allowed(match, "KH : A3|A4")  # another corner is no fork


def test_PR_TRACK_13_base_tracks_are_drawn_while_possible() -> None:
    match = scene("QS", must_draw="strict")
    assert clause(match, "QS : B7|B8 B8|C9") == "PR-TRACK-13"
    # five corners are used and their ends walled in; the sixth leads to B7|B8 and one track further
    laid(match, "S", "B8|C9", "C9|D8", "D7|D8", "C7|D7", "B7|C7")
    laid(match, "H", "B9|C9", "C9|D9", "D8|D9", "D8|E8", "D7|E8", "D6|D7", "C7|D6", "C6|C7", "B6|C7")
    laid(match, "H", "A8|A9", "A8^nw", "B6|B7")
    steps(match, "use QS")
    drawn = 0
    while more := [word for word in match.legal("A") if "|" in word or "^" in word]:
        assert not allowed(match, "done")
        match.play("A", more[0])
        drawn += 1
    assert drawn == 2
    assert allowed(match, "done")


def test_PR_TRACK_14_water_rock_and_forks_need_permission() -> None:
    match = laid(scene("QH"), "H", "A4|B4", "A5|B4", "A5|B5", "A6|B5", "A6|B6")
    assert clause(match, "QH : A7|B6") == "PR-BENEFIT-07"
    turn(match, "QH t=bridge : =A7|B6")
    assert match.s.spot[0][vertex_of(match, "B6ne")] == 4 + 1


def test_PR_TRACK_15_banks_and_foothills_are_free() -> None:
    match = round_of(scene(), "QH : A4|B4 A5|B4 A5|B5", "KH : A6|B5 A6|B6")
    assert len(match.view()["sheets"][0]["tracks"]) == 5


def test_PR_TRACK_16_tracks_stay() -> None:
    match = round_of(scene(), "QH : A4|B4 A5|B4 A5|B5", "KD : D1|D2")
    before = {name for name, _ in match.view()["sheets"][0]["tracks"]}
    turn(match, "AH : A6|B5 A6|B6 A3|A4")
    assert before < {name for name, _ in match.view()["sheets"][0]["tracks"]}


def test_PR_GEO_09_rim_and_river_mouths() -> None:
    match = laid(scene("QH"), "H", "A4|B4", "A5|B4", "A5|B5", "A6|B5", "A6|B6", "A6|A7")
    for mouth in ("A7^nw", "A7^ne"):
        assert clause(match, f"QH : {mouth}") == "PR-GEO-09"
    assert allowed(match, "QH : A3|A4 A4^nw")


def test_PR_GEO_12_sheets_do_not_disturb_each_other() -> None:
    match = scene("QH", "KH", "AS", seats=2, first_dealer="A")
    steps(match, "take QH")
    turn(match, "QH : C3|C4")
    assert allowed(match, "KH : C3|C4", "B")


def test_full_junctions_cannot_be_branched() -> None:
    match = laid(scene("QH"), "H", "C3|C4", "C4|D3", "C3|D3")
    steps(match, "use QH", "t")
    v = vertex_of(match, "D3n")
    assert match.s.spot[0][v] == 12 + 1
    grid = match.setting.board.grid
    words = [w for w in match.legal("A") if "*" in w or "|" in w]
    assert not any(v in ends for w in words for ends in [grid_ends(grid, w.lstrip("+=#/"))] if w.startswith("+"))


def grid_ends(grid: object, name: str) -> tuple[int, ...]:
    if "*" in name:
        return tuple(grid.shortcut_vertices(*grid.shortcut(name)))  # type: ignore[attr-defined]
    return tuple(grid.edge_vertices[grid.edge(name)])  # type: ignore[attr-defined]
