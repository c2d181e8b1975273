"""The tutorials: run the notebooks of docs/notebooks and keep their results, so that they can be read anywhere.

usage: python tools/notebooks.py [NAME ...]     writes results; a test runs the notebooks and compares
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def read(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def run(notebook: Any) -> list[Any]:
    """Run a notebook; the results of its cells, which are also in it."""
    os.environ["GOLDENSPIKE_PROGRESS"] = "0"  # whether rules are compiled first must not be among the results
    NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    notebook.metadata["language_info"] = {"name": "python"}  # nobody reads which Python ran it
    return results(notebook)


def results(notebook: Any) -> list[Any]:
    """What each cell of code prints, shows and returns."""
    return [[plain(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"]


def plain(output: Any) -> Any:
    if output.output_type == "stream":
        return output.text
    return {kind: text for kind, text in output.data.items() if not str(text).startswith("<IPython.core")}


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.ipynb"))


if __name__ == "__main__":
    for one in sys.argv[1:] or names():
        made = read(one)
        run(made)
        nbformat.write(made, FOLDER / f"{one}.ipynb")
        print(f"{one}: {(FOLDER / f'{one}.ipynb').stat().st_size // 1024} kB")
