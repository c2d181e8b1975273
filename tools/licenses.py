"""The audit of the lock files: every package is known and approved, with its licence, in tools/licenses.toml.

usage: python tools/licenses.py     names what is wrong, and fails if anything is
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIST = Path("tools") / "licenses.toml"


class LockFile(NamedTuple):
    """A lock file, the section of the list that approves its packages, and the licences allowed in it."""

    path: str
    section: str
    allowed: str


LOCKS = (
    LockFile("requirements.lock", "play", "play"),
    LockFile("requirements-page.lock", "page", "page"),
    LockFile("requirements-dev.lock", "development", "development"),
    LockFile("web/package-lock.json", "page-npm", "page"),
    LockFile("tests/web/chromium/package-lock.json", "browser-npm", "development"),
)


class Approval(NamedTuple):
    """What the list says about a package; a licence that is not allowed in general needs a reason."""

    licence: str
    purpose: str
    reason: str = ""


def same_name(name: str) -> str:
    """A package's name, however it is spelt."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(path: Path) -> dict[str, set[str]]:
    """The packages of a lock file, with the licences it knows: npm writes them down, pip does not."""
    text = path.read_text("utf-8")
    if path.suffix != ".json":
        return {
            same_name(name): set() for name in re.findall(r"^([A-Za-z0-9][\w.\-]*)(?:\[.*\])?==", text, re.MULTILINE)
        }
    found: dict[str, set[str]] = {}
    for place, entry in json.loads(text)["packages"].items():
        if place:
            found.setdefault(place.rpartition("node_modules/")[2], set()).add(entry.get("license", "none"))
    return found


def licences(expression: str) -> list[str]:
    """The licences of an expression, all of which must be allowed; of alternatives we take the first."""
    return [part.split(" OR ")[0].strip("() ") for part in expression.split(" AND ")]


def approvals(root: Path = ROOT) -> dict[str, dict[str, Approval]]:
    """Every section of the list."""
    listed = tomllib.loads((root / LIST).read_text("utf-8"))
    return {
        name: {key: Approval(*row) for key, row in rows.items()} for name, rows in listed.items() if name != "allowed"
    }


def audit(root: Path = ROOT) -> list[str]:
    """Everything that is not as the list says."""
    allowed = tomllib.loads((root / LIST).read_text("utf-8"))["allowed"]
    listed, wrong = approvals(root), []
    above: set[str] = set()  # a package that ./play or the page needs is approved there
    for lock in LOCKS:
        packages, known = locked(root / lock.path), listed[lock.section]
        elsewhere = set(above) if lock.section == "development" else set()
        if not lock.path.endswith(".json"):
            above |= set(packages)
        wrong += [
            f"{lock.path}: {name} is not approved in {LIST}" for name in sorted(set(packages) - set(known) - elsewhere)
        ]
        wrong += [
            f"{LIST}: {name} is approved for {lock.path}, which has no such package"
            for name in sorted(set(known) - set(packages))
        ]
        for name, (licence, purpose, reason) in known.items():
            stated = packages.get(name)
            if stated and stated != set(licences(licence)):
                wrong.append(f"{lock.path}: {name} is under {' and '.join(sorted(stated))}, approved was {licence}")
            odd = [part for part in licences(licence) if part not in allowed[lock.allowed]]
            if odd and not reason:
                wrong.append(f"{LIST}: {name} is under {odd[0]}, which is not allowed for {lock.allowed}")
            if not purpose.strip():
                wrong.append(f"{LIST}: {name} has no purpose")
    return wrong


def installed() -> list[str]:
    """Packages of this environment that declare another licence than the list has."""
    known = {
        name: row.licence for section in ("play", "page", "development") for name, row in approvals()[section].items()
    }
    wrong = []
    for package in distributions():
        name, declared = same_name(package.metadata["Name"]), package.metadata.get("License-Expression")
        if declared and name in known and declared != known[name]:
            wrong.append(f"{name} {package.version} declares {declared}, approved was {known[name]}")
    return sorted(wrong)


if __name__ == "__main__":
    found = audit() + installed()
    print("\n".join(found) or "every package of the lock files is approved")
    sys.exit(1 if found else 0)
