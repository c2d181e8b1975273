"""Updates: tables go on under another version or are told before; a schema has a way back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from goldenspike.cli import main
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.match import Match
from goldenspike.server.storage.backup import check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.migrations import NEWEST
from goldenspike.server.storage.sqlite_store import SqliteStore
from goldenspike.server.storage.update_check import (
    against,
    as_json,
    compared,
    other_version,
    prove_running,
    prove_running_shared,
)

from .databases import checked, connected, database_of, database_words, sqlite_only, store_of
from .other_version import OtherVersion
from .small_database import copied, small_database
from .test_serve import program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
OPEN_A_STORE = (
    "import sys; from goldenspike.server.storage.databases import opened_store; opened_store(*sys.argv[1:]).close()"
)
PROVE = """
import sys
from pathlib import Path
from goldenspike.server.storage import update_check as u
folder, *database = sys.argv[1:]
prove = u.prove_running_shared if database else u.prove_running
print(prove(Path(folder), *database, accept=True), prove(Path(folder), *database))
"""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("stored") / "data"
    small_database(data, 2, moves=6)
    return data


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> OtherVersion:
    """A version with another schema."""
    other = OtherVersion(tmp_path_factory.mktemp("later"))
    other.add_schema()
    return other


def where(data: Path) -> list[str]:
    """A folder and its database, if that is elsewhere."""
    database = database_of(data)
    return [str(data)] if database is None else [str(data), database]


def proven(data: Path) -> int:
    """How many running tables are replayed when a server starts."""
    database = database_of(data)
    return prove_running(data) if database is None else prove_running_shared(data, database)


def served_line(data: Path) -> str:
    """What the server says when it cannot start: one line."""
    command = [sys.executable, "-m", "goldenspike", "serve", "--no-open", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


# ------------------------------------------------------------------ the schema
@sqlite_only  # in PostgreSQL the version before runs on: test_store
def test_a_newer_schema_is_one_line_and_there_is_a_way_back(
    stored: Path, later: OtherVersion, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copied(stored, tmp_path / "data")
    hashes = check(data / FILE).hashes
    done = later.run("-c", OPEN_A_STORE, str(data))
    assert done.returncode == 0, done.stderr
    kept = list(data.glob(f"{FILE}.schema-{NEWEST}-*"))
    assert len(kept) == 1, "a copy is made before the schema changes"
    assert "newer version" in served_line(data)
    for command in (["check", "--data", str(data)], ["backup", str(tmp_path / "x"), "--data", str(data)]):
        with pytest.raises(SystemExit):
            main(command)
        told = capsys.readouterr().err
        assert "newer version" in told
        assert told.count("\n") == 1
    with pytest.raises(BadFile, match="newer version"):
        SqliteStore(data)
    # The way back: the version before restores the copy that was made before the update.
    main(["restore", str(kept[0]), "--data", str(data)])
    assert check(data / FILE).hashes == hashes
    with program("--data", str(data), "--port", "0") as server:
        assert "Golden Spike is at" in server.log_text()


def test_an_update_of_the_schema_that_fails_changes_nothing(
    stored: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = OtherVersion(tmp_path_factory.mktemp("failing"))
    other.add_schema()
    step = other.package / "server/storage/migrations/versions/v9999_later.py"
    step.write_text(step.read_text() + '    op.execute("this is no SQL")\n')
    data = copied(stored, tmp_path / "data")
    assert other.run("-c", OPEN_A_STORE, *where(data)).returncode != 0
    store_of(data).close()
    with connected(data) as raw:
        assert not sa.inspect(raw).has_table("later")
        assert sa.inspect(raw).has_table("tables")


@sqlite_only
@pytest.mark.parametrize("destroy", ["zeroed", "text"])
def test_a_damaged_database_is_one_line(destroy: str, stored: Path, tmp_path: Path) -> None:
    data = copied(stored, tmp_path / "data")
    raw = (data / FILE).read_bytes()
    (data / FILE).write_bytes(bytes(100) + raw[100:] if destroy == "zeroed" else b"hello, this is no database" * 100)
    told = served_line(data)
    assert "damaged" in told
    assert "goldenspike restore" in told


# ------------------------------------------------------------------ the rules
@pytest.fixture(scope="module")
def changed_rules(tmp_path_factory: pytest.TempPathFactory) -> OtherVersion:
    """A version in which somebody changed a ruling and did not keep the earlier one."""
    other = OtherVersion(tmp_path_factory.mktemp("changed"))
    other.change("games/santa_fe/rules/setup.py", "s.money[p] = money if", "s.money[p] = money + 1 if")
    return other


def test_check_against_the_same_rules(
    stored: Path, later: OtherVersion, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copied(stored, tmp_path / "data")
    main(["check", "--data", str(data), *database_words(data), "--against", str(later.folder)])
    assert "2 tables (2 running)" in (told := capsys.readouterr().out)
    assert "nothing differs" in told


def test_check_against_other_rules_names_the_tables(
    stored: Path, changed_rules: OtherVersion, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copied(stored, tmp_path / "data")
    found = against(database_of(data) or data / FILE, changed_rules.folder)
    assert len(found.found) == 2
    with pytest.raises(SystemExit) as ended:
        main(["check", "--data", str(data), *database_words(data), "--against", str(changed_rules.folder)])
    assert ended.value.code == 1
    assert "2 running and 0 other tables differ" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["legal", "options", "why", "gone"])
def test_every_difference_counts(what: str, stored: Path) -> None:
    """Also where the states are the same: other actions from here on, an option that is read otherwise."""
    today = check(stored / FILE, details=True)
    told = json.loads(as_json(today, "9.9"))
    assert not compared(today, told).found
    table = next(iter(today.standings))
    theirs = told["tables"][table]
    assert theirs["legal"], "somebody is awaited"
    assert theirs["options"]
    if what == "legal":
        theirs["legal"] = "other"
    elif what == "options":
        name, value = next(iter(theirs["options"].items()))
        theirs["options"][name] = f"not {value}"
    elif what == "why":
        theirs["why"] = "it fails"
    else:
        del told["tables"][table]
    words = {"legal": "other actions", "options": "is played on with", "why": "does not replay", "gone": "is not read"}
    assert words[what] in compared(today, told).found[table]


def test_what_may_be_done_next_is_compared(stored: Path) -> None:
    """The same record under rules that leave other actions has another digest."""
    before = {name: one.legal for name, one in check(stored / FILE, details=True).standings.items()}
    honest = Match.legal
    try:
        Match.legal = lambda match, seat: honest(match, seat)[1:]  # type: ignore[method-assign]
        after = {name: one.legal for name, one in check(stored / FILE, details=True).standings.items()}
    finally:
        Match.legal = honest  # type: ignore[method-assign]
    assert all(before[name] != after[name] for name in before)


def test_an_update_that_would_strand_tables_does_not_start(
    stored: Path, changed_rules: OtherVersion, tmp_path: Path
) -> None:
    data = copied(stored, tmp_path / "data")
    assert proven(data) == 2
    assert proven(data) == 0, "the same code has been proven"
    hashes = checked(data).hashes
    words = ["serve", "--no-open", "--port", "0", "--data", str(data), *database_words(data)]
    done = changed_rules.run("-m", "goldenspike", *words)
    assert done.returncode == 2
    assert "2 running tables do not go on under this version" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert checked(data).hashes == hashes
    with program("--data", str(data), "--port", "0") as server:  # the version before goes on
        assert "Golden Spike is at" in server.log_text()
    # Whoever accepts it starts, and is not asked again.
    assert changed_rules.run("-c", PROVE, *where(data)).stdout.split() == ["2", "0"]


def test_what_another_version_is(tmp_path: Path) -> None:
    assert other_version(Path(sys.executable))[0] == Path(sys.executable)
    assert other_version(Path(sys.prefix))[0].parent == Path(sys.prefix) / "bin"
    with pytest.raises(BadOption, match="--against"):
        other_version(tmp_path)
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "python").symlink_to("/bin/false")
    small_database(tmp_path / "data", 1, 1)
    with pytest.raises(BadFile, match="does not check"):
        against(database_of(tmp_path / "data") or tmp_path / "data" / FILE, tmp_path / "venv")
