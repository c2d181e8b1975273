"""Sheet files: read back, hashed, refused in plain words (PR-SHEET-15)."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.games.pioneer_rails.board import check, goal_proofs, limits, load
from goldenspike.games.pioneer_rails.board.hexes import Kind, grid
from goldenspike.games.pioneer_rails.board.load import BARRIERS, SUITS, BadSheet, Terrain
from goldenspike.games.pioneer_rails.rules.state import MAX_EDGES, MAX_HEXES, MAX_VERTICES

from .sheet_changes import OFFICIAL, Document, errors, only, put


def test_PR_SHEET_15_files_round_trip_and_the_hash_is_stable(tmp_path: Path) -> None:
    for name in (*OFFICIAL, "fx"):
        document = load.document(name)
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        sheet = load.load(file)
        assert sheet == load.load(name)
        assert sheet.hash == load.load(name).hash
        assert re.fullmatch(r"[0-9a-f]{16}", sheet.hash)
    assert len({load.load(name).hash for name in (*OFFICIAL, "fx")}) == 5


def test_PR_SHEET_15_the_hash_sees_rules_and_nothing_else() -> None:
    hash_ = load.load("fx").hash

    def changed(change: Callable[[Document], object]) -> str:
        document = load.document("fx")
        change(document)
        return load.load(document).hash

    assert changed(lambda d: d.update(name="Other", character="Other.", side="B", id="other")) == hash_
    assert changed(lambda d: d["towns"][0].update(name="Elsewhere")) == hash_
    assert changed(lambda d: d["towns"].reverse()) == hash_
    assert changed(lambda d: d["river"][0].reverse()) == hash_
    assert changed(lambda d: d["towns"][1].update(v="D2ne")) == hash_, "another name of the same vertex"
    assert changed(lambda d: d["ranges"]["m1"].reverse()) == hash_
    assert changed(lambda d: d["towns"][3].update(v="E7n")) != hash_
    assert changed(lambda d: put(d, "G2", None)) != hash_
    assert changed(lambda d: d["score_rows"].update(ranch=[1, 3, 5, 8, 11, 15, 20])) != hash_
    assert (
        changed(lambda d: d["hex"].update(B3={"t": "station", "suit": "S"}, C8={"t": "station", "suit": "H"})) != hash_
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("river"), '"river" missing'),
        (lambda d: d.update(colour="red"), 'unknown key "colour"'),
        (lambda d: d.update(rows="eight"), "rows must be a whole number, not text"),
        (lambda d: d.update(rows=400), "rows must be at most 16, not 400"),
        (lambda d: d.update(map="moon"), 'map must be one of "desert", "forest"'),
        (lambda d: d.update(schema=2), "schema must be 1, not 2"),
        (lambda d: d.update(id="Not An Id"), "id must be at most 40 small letters and digits"),
        (lambda d: d.update(id="evil\n"), "id must be at most 40 small letters and digits"),
        (lambda d: d.update(name=""), "name must have at least 1 character"),
        (lambda d: d.update(name="a\u202eb"), "cannot be printed"),
        (lambda d: d.update(towns=[]), "towns must have at least 1 entry"),
        (lambda d: d["hex"].update(Z9={"t": "mine"}), 'hex: the name "Z9" must be a hex'),
        (lambda d: d["hex"].update(A1="mine"), "hex.A1 must be an object, not text"),
        (lambda d: d["hex"].update(A1={"t": "castle"}), "hex.A1.t must be one of"),
        (lambda d: d["towns"][0].update(v="C3x"), ".v must be a hex and one of its corners"),
        (lambda d: d["towns"][1].update(name=d["towns"][0]["name"]), "two towns are called"),
        (lambda d: d["score_rows"].update(bank="lots"), "score_rows.bank must be a list"),
    ],
)
def test_PR_SHEET_15_the_schema_speaks_plainly(change: Callable[[Document], object], says: str) -> None:
    text = only("PR-SHEET-15", errors(change))
    assert says in text


# --- reading -------------------------------------------------------------------------------------


def test_tables_agree_with_each_other() -> None:
    for name in (*OFFICIAL, "fx"):
        sheet = load.load(name)
        g = sheet.grid
        tracks = len(sheet.track_names)
        assert tracks == len(sheet.kinds) == len(sheet.track_vertices) == len(sheet.track_hexes)
        for v, around in enumerate(sheet.vertex_tracks):
            assert all(v in sheet.track_vertices[t] for t in around)
        assert sum(map(len, sheet.vertex_tracks)) == 2 * tracks
        for suit, station in enumerate(sheet.stations):
            assert sheet.hexes[station].suit == SUITS[suit]
            assert [v for v, s in enumerate(sheet.corner_of) if s == suit] == sorted(g.hex_vertices[station])
        for k, town in enumerate(sheet.towns):
            assert sheet.town_at[town.vertex] == k
            assert g.vertex_names[town.vertex] == town.at
        for h, terrain in enumerate(sheet.terrain):
            assert (sheet.range_of[h] >= 0) == (terrain is Terrain.MOUNTAIN)
            assert (sheet.pasture[h] < 0) == (terrain in BARRIERS)
    fx = load.load("fx")
    herds = {fx.grid.hex_names[h]: fx.pasture[h] for h in fx.cattle}
    assert herds["A4"] == herds["B1"] == herds["E4"]
    assert herds["D6"] == herds["F5"] != herds["A4"]


def test_goals_and_owners_are_complete() -> None:
    goals = load.goals()
    decks = {
        m: {d: [g["id"] for g in goals if g["deck"] == d and m in g["maps"]] for d in ("sheriff", "ranch", "train")}
        for m in ("desert", "forest")
    }
    base = [g for g in goals if g["id"].startswith("1")]
    assert len(goals) == 21
    assert [sum(g["deck"] == d for g in base) for d in ("sheriff", "ranch", "train")] == [5, 5, 5]
    assert decks["forest"]["sheriff"] == ["1D", "2C", "2D", "2E"]
    assert [len(ids) for ids in decks["forest"].values()] == [4, 7, 6]
    assert [len(ids) for ids in decks["desert"].values()] == [5, 5, 5]
    assert {g["measure"] for g in goals} == set(goal_proofs.PLANS)
    owners = load.owners()
    assert [o["id"] for o in owners] == [f"{k:02}" for k in range(1, 11)]
    assert all(o["text"].endswith(".") and g["text"].endswith(".") for o in owners for g in goals)


def test_an_empty_object_lacks_everything(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_bytes(b"{}")
    with pytest.raises(BadSheet, match="missing") as caught:
        load.load(file)
    assert str(caught.value).startswith("sheet sheet.json: ")
    assert "\n" not in str(caught.value)


def test_PR_SHEET_15_a_whole_number_may_be_written_with_a_point() -> None:
    document = load.document("fx")
    document["rows"], document["score_rows"]["nuggets"] = 7.0, 5.0
    document["hex"]["A9"]["n"] = 1.0
    assert load.load(document).hash == load.load("fx").hash
    assert "rows must be a whole number" in only("PR-SHEET-15", errors(lambda d: d.update(rows=8.5)))


def test_what_is_no_file_gives_one_clear_error(tmp_path: Path) -> None:
    for spec in (tmp_path, tmp_path / "none.json", "no such sheet", "a\0b", ""):
        with pytest.raises(BadSheet):
            load.load(spec)
    with pytest.raises(BadSheet, match="not int"):
        load.load(7)  # type: ignore[arg-type]
    with pytest.raises(BadSheet, match="not plain JSON"):
        load.load({"rows": object()})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.text(max_size=6) | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from([f"{row}{col}" for row in "ABCDEFGHIJ" for col in range(1, 14)])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), name=st.sampled_from(["fx", "desert-b", "forest-b"]), kind=st.sampled_from(["fan", "test"]))
def test_a_mutated_sheet_is_read_or_refused_but_never_breaks(data: st.DataObject, name: str, kind: str) -> None:
    document = load.document(name) | {"kind": kind}
    for _ in range(data.draw(st.integers(1, 4))):
        mutate(document, data)
    found = check.examine(document).errors
    assert all(re.match(r"PR-[A-Z]+-\d\d: .", text) or "JSON" in text for text in found), found
    if found:
        with pytest.raises(BadSheet):
            load.load(document)
        return
    sheet = load.load(document)
    assert load.load(sheet.source).hash == sheet.hash
    assert len(sheet.stations) == 4
    assert sheet.kinds.count(Kind.TUNNEL) == len(sheet.ranges)


def mutate(document: Document, data: st.DataObject) -> None:
    way = data.draw(st.integers(0, 5))
    if way == 0:
        place = data.draw(NAMES)
        kinds = ["mine", "bank", "saloon", "fort", "yard", "cattle", "river", "mountain", "station", "bandit", "jail"]
        kind = data.draw(st.sampled_from(kinds))
        more = {"n": data.draw(st.integers(1, 5))} if data.draw(st.booleans()) else {}
        document["hex"][place] = {"t": kind, **more}
    elif way == 1 and document["hex"]:
        document["hex"].pop(data.draw(st.sampled_from(sorted(document["hex"]))))
    elif way == 2:
        town = data.draw(st.sampled_from(document["towns"]))
        if isinstance(town, dict):
            town["v"] = data.draw(NAMES) + data.draw(st.sampled_from(["n", "s", "ne", "nw", "se", "sw"]))
    elif way == 3:
        document["rows"], document["cols"] = data.draw(st.integers(3, 16)), data.draw(st.integers(3, 20))
    elif way == 4:
        rows = document["score_rows"]
        if isinstance(rows, dict):
            rows[data.draw(st.sampled_from(sorted(rows) or ["ranch"]))] = data.draw(JSON)
    else:
        document[data.draw(st.sampled_from(sorted(document)))] = data.draw(JSON)
        for key in ("hex", "towns"):
            if not isinstance(document.get(key), dict if key == "hex" else list) or not document[key]:
                document[key] = load.document("fx")[key]


# ---------------------------------------------------------------- what fits
def test_PR_SHEET_02_a_sheet_of_too_many_hexes_is_refused_whatever_it_is_for() -> None:
    for kind in ("official", "fan", "test"):
        document = {**limits.bare("too-large", 16, 20), "kind": kind}
        assert "PR-SHEET-02: 320 hexes are too many: at most 112 can be played" in check.examine(document).errors


def test_PR_SHEET_03_a_sheet_of_too_many_features_is_refused() -> None:
    document = limits.bare("too-full", *limits.WIDE)
    free = [f"{row}{column}" for row in "ABDE" for column in range(1, 21)][:65]
    document["hex"] |= {place: {"t": "mine", "n": 1} for place in free}
    assert "PR-SHEET-03: 65 features are too many: at most 64 can be played" in check.examine(document).errors


def test_every_map_that_the_schema_allows_fits_if_it_has_not_too_many_hexes() -> None:
    sizes = [(rows, columns) for rows in range(3, 17) for columns in range(3, 21) if rows * columns <= MAX_HEXES]
    assert (16, 7) in sizes
    for rows, columns in sizes:
        there = grid(rows, columns)
        assert len(there.edge_names) <= MAX_EDGES
        assert len(there.vertices) <= MAX_VERTICES
