"""Which test files a change touches, the nearest first: one path a line.

usage: python tools/changed_tests.py [--since COMMIT]

Imports decide. A test file is touched if it imports a changed module, directly or through others, and it is the nearer
the fewer modules lie between. Three kinds of change do not show in imports:

- a game is found by the registry, so a change in its folder also touches all tests in the folder of the same name;
- a file that is no module (data, a page, a lock file) touches the tests that mention its name; a data file of the
  package counts as a change of the package that holds it, a source of the page touches the tests that read web/;
- a changed conftest.py touches every test in its folder;
- a change of an example package touches its own tests, and those of the examples.

Browser tests, trials of the running server and the Ray cluster are left out: ./test runs them.
Without --since the change is what differs from the place where the branch left main; on main itself, what is not
committed, or the last commit if everything is.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "goldenspike"
# Whoever imports one of these starts a browser or a cluster.
SLOW_LIBRARIES = ("playwright", "ray")
SLOW_PACKAGES = ("trials",)
# Where main may be, the shared one first.
MAINS = ("origin/main", "main")
# What looks at every file of the project.
ALWAYS = ("tests/test_project.py",)
# What every game must pass, in its short form: after the tests that import a changed module, before all others.
CONFORMANCE = "tests/games/conformance"
# How near tests are that a change touches without an import: those of a game come first when the game changes.
WITHOUT_IMPORT = 0


def git(*words: str) -> list[str]:
    """The lines that git answers, none if it cannot."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def start_of_change() -> str:
    """The commit that the change is measured from."""
    head = git("rev-parse", "HEAD")
    for main in MAINS:
        base = git("merge-base", "HEAD", main)
        if base and base != head:
            return base[0]
    return "HEAD" if git("status", "--porcelain") else "HEAD~1"


def changed_files(since: str) -> list[str]:
    """Paths of the project that differ, new files included."""
    known = git("diff", "--name-only", "--no-renames", since, "--")
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({*known, *new})


def module_of(path: str) -> str | None:
    """The name under which a Python file of the package or of the tests is imported."""
    place = PurePosixPath(path)
    if place.suffix != ".py" or place.parts[0] not in {"src", "tests"}:
        return None
    parts = [*place.parts[place.parts[0] == "src" : -1], place.stem]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def path_of(module: str) -> str:
    """The file of a test module."""
    return f"{module.replace('.', '/')}.py"


def is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


class Tests:
    """The test modules of the project and what they import."""

    def __init__(self) -> None:
        sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
        self.graph = grimp.build_graph(PACKAGE, "tests", include_external_packages=True, cache_dir=None)
        self.modules = sorted(module for module in self.graph.modules if is_test(module))
        self.slow = self.importers_among_tests(
            module
            for module in self.graph.modules
            if module in SLOW_LIBRARIES or (module.startswith("tests.") and {*module.split(".")} & {*SLOW_PACKAGES})
        )

    def importers_among_tests(self, modules: Iterable[str]) -> set[str]:
        """Modules of the tests that import one of these, directly or through other modules of the tests."""
        found: set[str] = set()
        todo = list(modules)
        while todo:
            importers = self.graph.find_modules_that_directly_import(todo.pop())
            new = {module for module in importers if module.startswith("tests.")} - found
            found |= new
            todo += new
        return found

    def distances(self, changed: Iterable[str]) -> dict[str, int]:
        """How many imports lie between each module and the nearest changed one."""
        found = {module: 0 for module in changed if module in self.graph.modules}
        todo = list(found)
        for module in todo:  # grows while it is walked: the nearer come first
            for importer in sorted(self.graph.find_modules_that_directly_import(module)):
                if importer not in found:
                    found[importer] = found[module] + 1
                    todo.append(importer)
        return found

    def in_folder(self, folder: str) -> list[str]:
        return [module for module in self.modules if path_of(module).startswith(f"{folder}/")]

    def mention(self, name: str) -> list[str]:
        """Test modules that name a file or a folder: as a string, or as a part of a path in one."""
        named = re.compile(rf"""["'/]{re.escape(name)}["'/]""")
        return [module for module in self.modules if named.search((ROOT / path_of(module)).read_text("utf-8"))]

    def package_of(self, path: str) -> list[str]:
        """All modules of the innermost package that holds this file of the source tree."""
        for folder in PurePosixPath(path).parents:
            package = module_of(f"{folder}/__init__.py")
            if package in self.graph.modules:
                return [module for module in self.graph.modules if f"{module}.".startswith(f"{package}.")]
        return []

    def beside_imports(self, path: str) -> Iterator[str]:
        """Test modules that a change of this file touches though they need not import it."""
        place = PurePosixPath(path)
        match place.parts:
            case ("src", _, "games", game, _, *_):
                yield from self.in_folder(f"tests/games/{game}")
            case ("tests", "fixtures", game, _, *_):
                yield from self.in_folder(f"tests/games/{game}")
            case ("web", *_):
                yield from self.mention("web")
            case ("examples", package, _, *_):
                yield from self.in_folder("tests/examples")
                yield from self.mention(package)
        if place.name == "conftest.py":
            yield from self.in_folder(str(place.parent))
        if place.suffix != ".py":
            yield from self.mention(place.name)

    def touched(self, paths: Iterable[str]) -> list[str]:
        """Paths of the tests that these changes touch, the nearest first."""
        paths = list(paths)
        changed = [module for path in paths if (module := module_of(path))]
        for path in paths:
            if path.startswith("src/") and not path.endswith(".py"):
                changed += self.package_of(path)
        found = self.distances(changed)
        for path in paths:
            for module in self.beside_imports(path):
                found[module] = min(found.get(module, WITHOUT_IMPORT), WITHOUT_IMPORT)
        near = sorted((distance, module) for module, distance in found.items() if is_test(module))
        order = [*ALWAYS, *(path for path in paths if is_page(path)), *tests_of_examples(paths)]
        order += [path_of(module) for distance, module in near if distance <= 1 and module not in self.slow]
        order += [CONFORMANCE] if (ROOT / CONFORMANCE).is_dir() else []
        order += [path_of(module) for distance, module in near if distance > 1 and module not in self.slow]
        return list(dict.fromkeys(order)) if paths else []


def tests_of_examples(paths: Iterable[str]) -> list[str]:
    """The folders of tests that the changed example packages bring."""
    folders = (f"examples/{PurePosixPath(path).parts[1]}/tests" for path in paths if path.startswith("examples/"))
    return [folder for folder in dict.fromkeys(folders) if (ROOT / folder).is_dir()]


def is_page(path: str) -> bool:
    """Is this a page whose examples are tests?"""
    return path.endswith(".md") and (path == "README.md" or path.startswith("docs/")) and (ROOT / path).is_file()


def main() -> None:
    arguments = argparse.ArgumentParser(description="Which test files a change touches, the nearest first.")
    arguments.add_argument("--since", metavar="COMMIT", help="the commit the change is measured from")
    since = arguments.parse_args().since or start_of_change()
    if not git("rev-parse", "--verify", f"{since}^{{commit}}"):
        arguments.error(f"there is no commit {since}")
    for path in Tests().touched(changed_files(since)):
        print(path)


if __name__ == "__main__":
    main()
