"""The compiled form: kept by what each function is made of, working with and without a cache folder."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine import compiled, loops
from goldenspike.engine.compile_errors import RuleDoesNotCompile
from goldenspike.engine.rule_set import RuleSet

STEP = """
def stride(s):
    return STRIDE + 0 * s.total
STRIDE = 3
"""
RULES = """
from goldenspike.engine.random_numbers import below, seed_chance
from goldenspike.engine.state_record import Record, i4, i8
from {step} import stride

class State(Record):
    chance: list[int] = i8(4)
    total: int = i4()
    moves: int = i4()

class Tables(Record):
    goal: int = i4()

def start(s, b, seats, low, high):
    s.total = 0
    s.moves = 0
    seed_chance(s, low, high)

def actors(s):
    return 0 if s.moves == 5 else 1

def over(s):
    return s.moves == 5

def legal(s, b, seat, out):
    out[0] = 7
    out[1] = 8
    return 2

def refusal(s, b, seat, action):
    return 0 if action == 7 or action == 8 else 1

def apply(s, b, seat, action):
    s.total += stride(s)
    s.moves += 1
"""
numbers = count()


def toy(folder: Path, step: str = STEP) -> tuple[ModuleType, ...]:
    """A game of two rule files, one calling the other, under names of its own."""
    number = next(numbers)
    names = [f"toy_step_{number}", f"toy_rules_{number}"]
    texts = (step, RULES.replace("{step}", names[0]))
    return tuple(loaded(name, folder, text) for name, text in zip(names, texts, strict=True))


def loaded(name: str, folder: Path, text: str) -> ModuleType:
    """A module of this name and text."""
    (folder / f"{name}.py").write_text(text)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def rule_set(modules: tuple[ModuleType, ...], **more: Any) -> RuleSet:
    """The rules of the toy as a game declares them."""
    form: Any = modules[1]
    return RuleSet(modules, form.State, form.Tables, **more)


def total(modules: tuple[ModuleType, ...], made: SimpleNamespace) -> int:
    """Play the toy to its end in the compiled form: five strides."""
    import numpy as np

    form: Any = modules[1]
    states, boards = form.State.array(1), form.Tables.array(1)
    out = np.zeros(4, np.int64)
    made.start_at(states, 0, boards, 0, 1, 3, 4)
    assert made.play_out(states, 0, boards, 0, form.State.array(1), 0, out, 100) == 5
    return int(states[0]["total"])


# ---------------------------------------------------------------- what is compiled again
def test_the_rule_set_of_a_game_names_every_module_its_rules_are_in() -> None:
    game: Any = gs.game("santa-fe-rails")
    held = {str(module.__name__) for module in game.modules}
    for function in game.rule_set.functions().values():
        for value in function.__globals__.values():
            home = getattr(value, "__module__", None)
            if callable(value) and isinstance(home, str) and home.startswith("goldenspike.games"):
                assert home in held, f"{function.__name__} uses {home}, which is not part of it"


def test_a_rule_changed_in_another_file_is_compiled_anew(tmp_path: Path) -> None:
    """Numba alone would go on with the old stride: it looks only at the file of the caller."""
    code = (
        "import sys; from tests.engine import test_compiled as t; from pathlib import Path\n"
        "modules = t.toy(Path(sys.argv[1]), t.STEP.replace('STRIDE = 3', 'STRIDE = ' + sys.argv[2]))\n"
        "print(t.total(modules, t.compiled.compiled(t.rule_set(modules))))"
    )
    seen = []
    for stride in ("3", "4", "3"):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), stride],
            env={**os.environ, "GOLDENSPIKE_CACHE": str(tmp_path / "cache")},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        seen.append(int(done.stdout))
    assert seen == [15, 20, 15]
    for name, versions in {"stride": 2, "apply": 2, "legal": 1}.items():
        assert len(list((tmp_path / "cache").rglob(f"*.{name}_*.nbi"))) == versions, name


def test_rules_compiled_in_different_processes_are_never_mistaken_for_each_other(tmp_path: Path) -> None:
    """Numba numbers functions by process: a variant's functions could take the names of those they replace."""
    code = (
        "import sys; from tests.engine import test_compiled as t; from pathlib import Path\n"
        "modules = t.toy(Path(sys.argv[1]))\n"
        "other = t.loaded('other_step', Path(sys.argv[1]), t.STEP.replace('STRIDE = 3', 'STRIDE = 4'))\n"
        "sets = {'usual': t.rule_set(modules), 'variant': t.rule_set(modules, replaced=(other,))}\n"
        "print(*[t.total(modules, t.compiled.compiled(sets[name])) for name in sys.argv[2:]])"
    )
    for names, totals in ((["usual"], [15]), (["variant"], [20]), (["usual", "variant"], [15, 20])):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), *names],
            env={**os.environ, "GOLDENSPIKE_CACHE": str(tmp_path / "cache")},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        assert [int(number) for number in done.stdout.split()] == totals


COUNTING = """
import sys
from pathlib import Path
from numba.core import event
from goldenspike.engine import compile_progress
from tests.engine import test_compiled as t

compile_progress.SOON = compile_progress.AGAIN = 0
modules = t.toy(Path(sys.argv[1]))
with event.install_recorder("numba:compile") as seen:
    print(t.total(modules, t.compiled.compiled(t.rule_set(modules))), len(seen.buffer) > 0)
"""


def counted(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the toy from a folder in a process of its own: the total, and was anything compiled?"""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-c", COUNTING, str(folder)]
    root = Path(__file__).parents[2]
    return subprocess.run(command, env={**os.environ, **settings}, cwd=root, capture_output=True, text=True, check=True)


def test_the_same_sources_elsewhere_are_not_compiled_again(tmp_path: Path) -> None:
    """Every virtual environment has its own copy of the sources; all of them share one cache."""
    cache = str(tmp_path / "cache")
    assert counted(tmp_path / "one", GOLDENSPIKE_CACHE=cache).stdout.split() == ["15", "True"]
    assert counted(tmp_path / "two", GOLDENSPIKE_CACHE=cache).stdout.split() == ["15", "False"]


def test_what_is_compiled_is_told_on_one_line(tmp_path: Path) -> None:
    told = counted(tmp_path / "one", GOLDENSPIKE_CACHE="", GOLDENSPIKE_PROGRESS="1").stderr
    lines = told.splitlines()  # Python reads each return of the carriage as the end of a line
    line = re.compile(r"(golden spike: compiling the rules of toy.*, once: \d+ %, \d+ s)? *")
    assert all(line.fullmatch(one) for one in lines)
    assert len(lines) > 2
    assert not lines[-1].strip(), "the line is taken away at the end"
    assert counted(tmp_path / "one", GOLDENSPIKE_CACHE="", GOLDENSPIKE_PROGRESS="0").stderr == ""


# ---------------------------------------------------------------- with and without a folder
def test_compiled_code_is_kept_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENSPIKE_CACHE", str(tmp_path / "not" / "there" / "yet"))
    modules = toy(tmp_path)
    folder = compiled.cache_folder()
    assert folder == tmp_path / "not" / "there" / "yet" / "compiled" / compiled.stamp()
    assert total(modules, compiled.compiled(rule_set(modules))) == 15
    assert list(folder.rglob("*.nbi"))


def unusable(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the cache folder one that cannot be written to."""
    file = tmp_path / "a-file"
    file.write_text("no folder")
    match case:
        case "switched off":
            monkeypatch.setenv("GOLDENSPIKE_CACHE", "")
        case "below a file":
            monkeypatch.setenv("GOLDENSPIKE_CACHE", str(file / "cache"))
        case "unset, home is a file":
            monkeypatch.delenv("GOLDENSPIKE_CACHE", raising=False)
            for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME"):
                monkeypatch.setenv(name, str(file))
        case "read-only":
            locked = tmp_path / "locked"
            locked.mkdir()
            locked.chmod(0o555)
            if os.access(locked, os.W_OK):
                pytest.skip("this user may write everywhere")
            monkeypatch.setenv("GOLDENSPIKE_CACHE", str(locked))


@pytest.mark.parametrize("case", ["switched off", "below a file", "unset, home is a file", "read-only"])
def test_without_a_folder_the_twin_is_made_in_memory(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unusable(case, tmp_path, monkeypatch)
    modules = toy(tmp_path)
    assert compiled.cache_folder() is None
    assert total(modules, compiled.compiled(rule_set(modules))) == 15


def test_unset_means_the_cache_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOLDENSPIKE_CACHE", raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    folder = compiled.cache_folder()
    assert folder is not None
    assert tmp_path in folder.parents
    assert "goldenspike" in folder.parts


def test_numba_is_left_as_it_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setenv("GOLDENSPIKE_CACHE", str(tmp_path))
    before = numba.config.CACHE_DIR
    compiled.compiled(rule_set(toy(tmp_path)))
    assert before == numba.config.CACHE_DIR


# ---------------------------------------------------------------- one namespace
def test_two_functions_of_one_name_are_refused(tmp_path: Path) -> None:
    one, two = toy(tmp_path), toy(tmp_path)
    with pytest.raises(TypeError, match="two rule functions are called"):
        rule_set((*one, two[0])).functions()
    with pytest.raises(TypeError, match="two rule functions are called"):
        compiled.interpreted(rule_set((*one, two[0])))


def test_a_constant_that_rules_read_means_the_same_in_all_modules(tmp_path: Path) -> None:
    modules = toy(tmp_path)
    reads = loaded("toy_reads", tmp_path, "FARE = 3\n\n\ndef fare(s, b):\n    return FARE\n")
    same = loaded("toy_same", tmp_path, "FARE = 3\nWEIGHT = 7\n")
    other = loaded("toy_other", tmp_path, "FARE = 4\nWEIGHT = 8\n")
    assert "fare" in rule_set((*modules, reads, same)).functions()
    with pytest.raises(TypeError, match="toy_reads and toy_other define FARE differently"):
        rule_set((*modules, reads, other)).functions()
    rule_set((*modules, same, other)).functions()  # nobody reads it


def test_the_interpreted_twin_runs_the_same_functions(tmp_path: Path) -> None:
    modules = toy(tmp_path)
    plain = compiled.interpreted(rule_set(modules))
    form: Any = modules[1]
    states = [form.State()]
    plain.start_at(states, 0, [form.Tables()], 0, 1, 3, 4)
    assert plain.play_out(states, 0, [form.Tables()], 0, [form.State()], 0, [0] * 4, 100) == 5
    assert states[0].total == 15


def test_only_entry_points_leave_the_twin(tmp_path: Path) -> None:
    """A function without a wrapper would crash the interpreter if it were called from Python."""
    made = compiled.compiled(rule_set(toy(tmp_path)))
    assert set(made.entries) == set(loops.ENTRY_POINTS)


# ---------------------------------------------------------------- variants
FAST = """
from {step} import stride as usual_stride

def stride(s):
    return usual_stride(s) + 10
"""


def variant(folder: Path, text: str = FAST) -> RuleSet:
    """The toy with one rule function replaced by a module of another folder."""
    modules = toy(folder)
    name = f"toy_variant_{next(numbers)}"
    path = folder / f"{name}.py"
    path.write_text(text.replace("{step}", modules[0].__name__))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return rule_set(modules, replaced=(module,))


def test_a_variant_replaces_a_rule_function_and_may_call_the_usual_one(tmp_path: Path) -> None:
    rules = variant(tmp_path)
    form: Any = rules.modules[1]
    plain, states = compiled.interpreted(rules), [form.State()]
    plain.start_at(states, 0, [form.Tables()], 0, 1, 3, 4)
    plain.play_out(states, 0, [form.Tables()], 0, [form.State()], 0, [0] * 4, 100)
    assert states[0].total == 65
    assert total(rules.modules, compiled.compiled(rules)) == 65
    usual = rule_set(rules.modules)
    assert total(usual.modules, compiled.compiled(usual)) == 15  # the game it was made from is as it was


def test_a_replaced_function_takes_the_same_arguments(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"stride takes 2 arguments; the function it replaces takes 1"):
        variant(tmp_path, "def stride(s, more):\n    return 1\n").functions()


# ---------------------------------------------------------------- rules that do not compile
@pytest.mark.parametrize(
    ("body", "line", "cause"),
    [
        ("    return missing_rule(s)", 3, "missing_rule is no rule function and no constant"),
        ("    return s.nothing", 3, "the record has no field nothing"),
        ("    return b.goal", 3, "b is no rule function"),
        ("    words = 'text'\n    return len(words + s.total)", 4, ""),
        ("    more = []\n    more.append(s.total)\n    return more[0]", 3, "rules make no lists"),
    ],
)
def test_a_rule_that_does_not_compile_is_told_in_a_sentence(body: str, line: int, cause: str, tmp_path: Path) -> None:
    rules = rule_set(toy(tmp_path, f"\ndef stride(s):\n{body}\n"))
    with pytest.raises(
        RuleDoesNotCompile, match=rf"the rule function stride \(toy_step_\d+\.py, line {line}\)"
    ) as told:
        total(rules.modules, compiled.compiled(rules))
    assert cause in str(told.value)
    assert "\n" not in str(told.value)


# ---------------------------------------------------------------- time
def python(code: str) -> list[float]:
    """The numbers a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def test_importing_goldenspike_imports_no_numba_and_is_quick() -> None:
    code = (
        "import time; begun = time.perf_counter(); import goldenspike as gs; spent = time.perf_counter() - begun;"
        "import sys; assert not {'numba', 'numpy', 'rich', 'jsonschema'} & set(sys.modules), 'too much';"
        "gs.new('santa-fe-rails'); assert 'numba' not in sys.modules; print(spent)"
    )
    assert min(python(code)[0] for _ in range(5)) <= 0.4


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_warm_start_of_the_compiled_game_is_quick() -> None:
    """Processor time in the best of three tries, beside what Numba takes: what else runs on the machine is not ours."""
    code = (
        "import time; import goldenspike as gs; begun = time.process_time();"
        "from goldenspike.bench.engine import Bench; Bench(gs.game('santa-fe'), 0).one_game();"
        "print(time.process_time() - begun)"
    )
    python(code)  # makes the cache if there is none
    numba = "import time; begun = time.process_time(); import numba; print(time.process_time() - begun)"
    assert any(python(code)[0] <= max(1.5, 4 * python(numba)[0]) for _ in range(3))
