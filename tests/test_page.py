"""The page: types that follow the server, a lock file for every machine, sources the content policy allows."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goldenspike.server.live import json_schema as schema_json
from goldenspike.server.live import messages

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
SOURCES = sorted((WEB / "src").rglob("*.svelte")) + sorted((WEB / "src").rglob("*.ts"))


def test_the_schema_says_what_the_messages_say() -> None:
    assert (WEB / "schema.json").read_text("utf-8") == schema_json.schema_text(), f"run `{schema_json.AGAIN}`"


def test_the_check_fails_on_drift(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = schema_json.schema_text().replace('"Move"', '"Moved"', 1)
    monkeypatch.setattr(schema_json, "TARGET", tmp_path / "schema.json")
    schema_json.TARGET.write_text(old, "utf-8")
    monkeypatch.setattr(sys, "argv", ["schema_json", "--check"])
    assert schema_json.main() == 1
    assert schema_json.TARGET.read_text("utf-8") == old


def test_every_message_is_in_the_schema_and_answers_name_all_their_fields() -> None:
    parts = json.loads((WEB / "schema.json").read_text("utf-8"))["$defs"]
    assert {shape.__name__ for shape in schema_json.shapes()} | {"FromPage", "ToPage"} == set(parts)
    assert "stands_in" in parts["Seat"]["required"]
    assert "table" not in parts["Event"]["required"]  # left out where nothing changed
    assert "version" not in parts["Hello"]["required"]  # the page may leave it out
    assert issubclass(messages.Welcome, messages.Shape)


def test_the_lock_file_is_complete_and_names_no_host() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    wanted = json.loads((WEB / "package.json").read_text("utf-8"))["devDependencies"]
    for name, version in wanted.items():
        assert lock[f"node_modules/{name}"]["version"] == version
    for name, entry in lock.items():
        assert "resolved" not in entry, name
        assert not name or "integrity" in entry, name
    for machine in (
        "linux-x64-gnu",
        "linux-arm64-gnu",
        "linux-x64-musl",
        "darwin-arm64",
        "darwin-x64",
        "win32-x64-msvc",
    ):
        for engine in (f"node_modules/@rolldown/binding-{machine}", f"node_modules/lightningcss-{machine}"):
            assert engine in lock, f"{engine} is missing: this machine could not build the page"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(WEB)))
def test_nothing_in_the_page_needs_what_the_content_policy_forbids(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"""\sstyle=["'][^"'{]*["']""", text), "a style attribute in markup is refused; use style:name"
    assert not re.search(r"\beval\(|new Function\(|innerHTML\s*=|javascript:", text)
    assert not re.search(r"(?<!xmlns=\")https?://(?!www\.w3\.org)[\w.]+\.\w", text), (
        "the page asks nobody else for anything"
    )


def test_the_page_is_built_only_when_its_sources_changed(tmp_path: Path) -> None:
    """A page made from these very sources is left alone; another stamp asks for a build."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import page  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    old = page.PAGE
    page.PAGE = tmp_path
    try:
        assert not page.built()
        (tmp_path / "index.html").write_text("<!doctype html>")
        (tmp_path / page.NOTE).write_text("made from something else")
        assert not page.built()
        (tmp_path / page.NOTE).write_text(page.stamp())
        assert page.built()
        assert page.ready("no such python") == tmp_path
        # Those who change the page want it checked; one that only plays was not.
        assert not page.built(checked=True)
        (tmp_path / page.CHECKED).touch()
        assert page.ready("no such python", checked=True) == tmp_path
    finally:
        page.PAGE = old


def test_the_tool_needs_nothing_but_python() -> None:
    checked = "import sys; sys.path.insert(0, 'tools'); import page; print(len(page.sources()))"
    done = subprocess.run(
        [sys.executable, "-S", "-I", "-c", checked.replace("'tools'", repr(str(ROOT / "tools")))],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


def test_the_built_page_can_be_installed_and_its_worker_knows_every_file() -> None:
    page = ROOT / "src" / "goldenspike" / "server" / "page"
    for path in sorted((WEB / "src" / "lang").glob("??.json")):
        manifest = json.loads((page / f"app.{path.stem}.webmanifest").read_text("utf-8"))
        assert manifest["lang"] == path.stem
        assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512", "any"}
        assert all((page / icon["src"][1:]).exists() for icon in manifest["icons"])
        assert all(shortcut["name"] for shortcut in manifest["shortcuts"])
    worker = (page / "service-worker.js").read_text("utf-8")
    build = json.loads(worker.partition("\n")[0].removeprefix("const BUILD = "))
    assert build["index"] == hashlib.sha256((page / "index.html").read_bytes()).hexdigest()
    kept = {*build["files"], *(name for files in build["languages"].values() for name in files)}
    assert all((page / name[1:]).exists() for name in kept)
    # What needs the server is not kept; everything else that the page can ask for is.
    left = {path.name.partition("-")[0] for path in (page / "assets").iterdir() if f"/assets/{path.name}" not in kept}
    assert left <= {"BoardPage", "EditScreen", "Study", "Workshop", "deeds", "editor", "lang", "start"}
    assert re.findall(r"/assets/[\w.-]+", (page / "index.html").read_text("utf-8"))


def test_the_icons_are_those_of_the_drawing() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / "icons.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
