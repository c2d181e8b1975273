"""The bill of materials of a release, in the format CycloneDX: every package that is installed or shipped with it.

usage: python tools/sbom.py [FILE]     writes dist/goldenspike-VERSION.cdx.json unless told otherwise

Three sources make it up: requirements.lock, what the built page ships, and the fonts in the package. Licences are those
of tools/licenses.toml. Set SOURCE_DATE_EPOCH for a file that is the same every time.
"""

from __future__ import annotations

import os
import re
import sys
import time
import tomllib
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import notice
import page
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licenses import ROOT, approvals, same_name
from packageurl import PackageURL

LICENCE = LicenseFactory()
# How package addresses call the language; in two parts, because this project names no place to fetch packages from.
PYTHON = "py" + "pi"


def installed() -> Iterator[Component]:
    """What ./play installs: every package of the lock file, with the hashes of its files."""
    known = approvals()["play"]
    for entry in re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text("utf-8")):
        found = re.match(r"([\w.\-]+)(?:\[.*\])?==([^\s;]+)", entry)
        if not found:
            continue
        name, version = same_name(found[1]), found[2]
        url = PackageURL(PYTHON, None, name, version)
        hashes = [HashType(alg=HashAlgorithm.SHA_256, content=one) for one in re.findall(r"sha256:([0-9a-f]+)", entry)]
        files = ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(url.to_string()), hashes=hashes)
        yield Component(
            name=name,
            version=version,
            type=ComponentType.LIBRARY,
            purl=url,
            bom_ref=f"installed {name} {version}",
            description=known[name].purpose,
            licenses=[LICENCE.make_from_string(known[name].licence)],
            external_references=[files],
        )


def shipped() -> Iterator[Component]:
    """What lies in the package itself: parts of the page and fonts."""
    for one in notice.shipped():
        space, _, name = one.name.rpartition("/")
        url = None if one == notice.DEJAVU else PackageURL("npm", space or None, name, one.version)
        yield Component(
            name=one.name,
            version=one.version,
            type=ComponentType.LIBRARY if url else ComponentType.FILE,
            purl=url,
            bom_ref=f"shipped {one.name}",
            description="part of the built page" if url else "in printed sheets",
            licenses=[LICENCE.make_from_string(one.licence)],
        )


def bill(project: dict[str, Any]) -> str:
    """The whole bill, checked against the schema of its format."""
    root = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        bom_ref="this release",
        description=project["description"],
        licenses=[LICENCE.make_from_string(project["license"])],
    )
    parts = [*installed(), *shipped()]
    content = "\n".join(f"{one.name} {one.version}" for one in (root, *parts))
    found = Bom(components=parts, serial_number=uuid.uuid5(uuid.NAMESPACE_URL, content))
    found.metadata.component = root
    found.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), UTC)
    found.register_dependency(root, parts)
    made: str = JsonV1Dot6(found).output_as_string(indent=2)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(made)
    if wrong:
        sys.exit(f"the bill of materials is not valid: {wrong}")
    return made + "\n"


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist" / f"goldenspike-{project['version']}.cdx.json"
    page.ready(sys.executable, checked=True)
    target.parent.mkdir(exist_ok=True)
    target.write_text(bill(project), "utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
