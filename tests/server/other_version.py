"""Another version of Golden Spike in a folder of its own: today's code with changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class OtherVersion:
    """The package, copied and changed; run as a program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "src" / "goldenspike"
        shutil.copytree(
            ROOT / "src" / "goldenspike", self.package, ignore=shutil.ignore_patterns("__pycache__", "page")
        )

    def change(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    def add_schema(self, step: str = "9999") -> None:
        """One more migration: a table that only this version knows."""
        migrations = self.package / "server" / "storage" / "migrations"
        newest = [line for line in (migrations / "__init__.py").read_text().splitlines() if line.startswith("NEWEST")]
        before = newest[0].partition('"')[2].rstrip('"')
        self.change("server/storage/migrations/__init__.py", newest[0], f'NEWEST = "{step}"')
        (migrations / "versions" / f"v{step}_later.py").write_text(
            "import sqlalchemy as sa\nfrom alembic import op\n\n"
            f'revision = "{step}"\ndown_revision = "{before}"\nbranch_labels = None\ndepends_on = None\n\n\n'
            'def upgrade() -> None:\n    op.create_table("later", sa.Column("x", sa.Integer(), primary_key=True))\n'
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        command = [sys.executable, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=self.folder)
