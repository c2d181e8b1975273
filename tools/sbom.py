"""The bill of materials of a release, in the format CycloneDX: every package that is installed or shipped with it.

usage: python tools/sbom.py [FILE]     writes dist/goldenspike-VERSION.cdx.json unless told otherwise

Three sources make it up: requirements.lock as the tool of CycloneDX reads it, what the built page ships, and the fonts
in the package. Licences are those of tools/licenses.toml. Set SOURCE_DATE_EPOCH for a file that is the same every time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
import uuid
import warnings
from datetime import UTC, datetime
from pathlib import Path

import notice
import page
from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licenses import ROOT, approvals, same_name
from packageurl import PackageURL


def of_python() -> Bom:
    """What ./play installs, as the tool of CycloneDX sees the lock file."""
    command = (sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", "requirements.lock")
    options = ("--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON", "--sv", "1.6")
    said = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr)
    found: Bom = Bom.from_json(json.loads(said.stdout))  # type: ignore[attr-defined]
    known, licence = approvals()["play"], LicenseFactory()
    for component in found.components:
        component.description = known[same_name(component.name)].purpose
        component.licenses.add(licence.make_from_string(known[same_name(component.name)].licence))
    return found


def shipped() -> list[Component]:
    """What lies in the package itself: parts of the page and fonts."""
    licence = LicenseFactory()
    found = []
    for one in notice.shipped():
        space, _, name = one.name.rpartition("/")
        url = None if one == notice.DEJAVU else PackageURL("npm", space or None, name, one.version)
        found.append(
            Component(
                name=one.name,
                version=one.version,
                type=ComponentType.FILE if one == notice.DEJAVU else ComponentType.LIBRARY,
                purl=url,
                bom_ref=f"shipped {one.name}",
                description="part of the built page" if url else "in printed sheets",
                licenses=[licence.make_from_string(one.licence)],
            )
        )
    return found


def bill() -> str:
    """The whole bill, checked against the schema of its format."""
    found = of_python()
    for component in shipped():
        found.components.add(component)
    root = found.metadata.component
    if root is None:
        sys.exit("pyproject.toml names no project")
    found.register_dependency(root, found.components)
    content = "\n".join(f"{one.name} {one.version}" for one in sorted(found.components, key=lambda one: one.name))
    found.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, f"{root.name} {root.version}\n{content}")
    found.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), UTC)
    made: str = JsonV1Dot6(found).output_as_string(indent=2)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(made)
    if wrong:
        sys.exit(f"the bill of materials is not valid: {wrong}")
    return made + "\n"


def main() -> None:
    warnings.simplefilter("ignore")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist" / f"goldenspike-{version}.cdx.json"
    page.ready(sys.executable, checked=True)
    target.parent.mkdir(exist_ok=True)
    target.write_text(bill(), "utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
