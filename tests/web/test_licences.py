"""The licences of what is shipped: beside the page, in NOTICE, in the bill of materials, as the lock file has them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "goldenspike" / "server" / "page"
RULE = "-" * 78


def shipped() -> dict[str, tuple[str, str]]:
    """Version and licence of every package of which the built page holds a part."""
    headings = re.findall(rf"^{RULE}\n(\S+) (\S+) \((.+)\)\n{RULE}$", (PAGE / "licenses.txt").read_text(), re.MULTILINE)
    return {name: (version, licence) for name, version, licence in headings}


def test_notice_and_page_carry_the_licences_of_what_they_ship() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    found = shipped()
    assert {"svelte", "@fontsource-variable/besley", "@fontsource-variable/public-sans"} <= set(found)
    for name, (version, licence) in found.items():
        locked = lock[f"node_modules/{name}"]
        assert (version, licence) == (locked["version"], locked["license"])
    texts = (PAGE / "licenses.txt").read_text()
    assert texts.count("SIL OPEN FONT LICENSE Version 1.1") == 2
    assert texts.count("Permission is hereby granted, free of charge") >= len(found) - 2
    done = subprocess.run([sys.executable, "tools/notice.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    notice = (ROOT / "NOTICE").read_text()
    for words in (*found, "DejaVu fonts 2.37", "Bitstream Vera Fonts Copyright", "SIL OPEN FONT LICENSE"):
        assert words in notice


def test_every_file_of_the_page_that_others_made_is_accounted_for() -> None:
    fonts = {path.name.split("-latin")[0] for path in (PAGE / "assets").glob("*.woff2")}
    assert fonts
    assert {f"@fontsource-variable/{font}" for font in fonts} <= set(shipped())


def test_the_bill_of_materials_names_everything_that_is_installed_or_shipped(tmp_path: Path) -> None:
    targets = [tmp_path / "one.cdx.json", tmp_path / "two.cdx.json"]
    for target in targets:
        done = subprocess.run(
            [sys.executable, "tools/sbom.py", str(target)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1800000000"},
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert targets[0].read_bytes() == targets[1].read_bytes()
    bill = json.loads(targets[0].read_text())
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "goldenspike"
    named = {(one["name"], one["version"]) for one in bill["components"]}
    lock = (ROOT / "requirements.lock").read_text()
    assert {(name, version) for name, version in re.findall(r"^([\w.\-]+)==(\S+)", lock, re.MULTILINE)} <= named
    assert {(name, version) for name, (version, _) in shipped().items()} <= named
    assert ("DejaVu fonts", "2.37") in named
    for one in bill["components"]:
        assert one["licenses"], one["name"]
    of_numpy = next(one for one in bill["components"] if one["name"] == "numpy")
    assert re.search(rf"--hash=sha256:{of_numpy['externalReferences'][0]['hashes'][0]['content']}", lock)
