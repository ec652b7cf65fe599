"""What a new backend has to bring along. What is missing fails here, by the backend's name."""

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from grader.backends import (
    BACKENDS,
    BASELINES,
    FORMS,
    PACKAGES,
    BackendLibrary,
    library_of,
    timed_beside,
    with_library,
)
from grader.course import load_course
from grader.exercises.scripts.words import normal, whose
from grader.export.style import style_sheet
from grader.guest import arrays
from grader.model.calling import Convention, Target
from grader.model.course import Backend, Exercise, Form, Limits, Scope
from grader.model.document import Line
from grader.model.finding import LazyText
from grader.model.machine import Capabilities
from grader.model.run import RunStatus
from grader.reports.backends import backend_name, find_backends
from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.view import environment, find_libraries
from grader.scaffolding.command import new
from grader.scaffolding.draft import make_draft
from grader.scaffolding.plan import AssignmentPlan
from grader.source.libraries import other_library
from grader.timing.checks import COMPARED_WITH
from grader.wording import in_each_language
from tests.course.courses import write_course
from tests.reports.passes import sentences_in
from tests.sandbox.places import skip_unless_holds
from tests.source.judged import INNOCENT, codes
from tests.tree import ROOT

LIBRARIES = list(with_library())
OF_C = ("c-int", "c-int-rows")  # Forms that only C programs ask for, in no handout
PROGRAMS = ROOT / "reference/programs"
OPERATIONS = sorted(  # those with a program for more than one library
    operation
    for operation in {path.stem.partition("_")[0] for path in PROGRAMS.glob("*.py")}
    if sum((PROGRAMS / f"{operation}_{each.name}.py").exists() for each in LIBRARIES) > 1
)
A = np.array([[1.0, 2.0], [3.0, 5.0]])
B = np.array([[7.0, 0.5], [13.0, 17.0]])
IMPORTS = {
    "import {module} as m\n": "m.matmul",
    "import {module}\n": "{module}.matmul",
    "from {above} import {last}\n": "{last}.matmul",
}

every_backend = pytest.mark.parametrize("backend", BACKENDS.values(), ids=list(BACKENDS))
every_library = pytest.mark.parametrize("backend", LIBRARIES, ids=[one.name for one in LIBRARIES])


def _exercise(backend: BackendLibrary, *requires: str, **other: str) -> Exercise:
    """Ask for a product; only the backend's packages are allowed, so that others are noticed."""
    return Exercise(
        id="matmul",
        operation="matmul",
        backend=Backend(backend.name),
        entry=other.get("entry", "matmul"),
        allowed_imports=tuple(sorted({"math", *(package.name for package in backend.packages)})),
        requires=requires,
        dtype=other.get("dtype", "float64"),
        scope=Scope.FUNCTION,
        limits=Limits(
            load_seconds=60, call_seconds=60, cpu_seconds=120, memory_mib=4096, threads=256
        ),
    )


def _program(operation: str, backend: BackendLibrary) -> str:
    path = PROGRAMS / f"{operation}_{backend.name}.py"
    assert path.is_file(), f"{path.name} is missing: the correct program that is asked first"
    return path.read_text(encoding="utf-8")


def _alias(backend: BackendLibrary) -> str:
    """Return the name that a starter gives the library."""
    return backend.import_line.split()[-1]


# The record


def test_the_table_has_every_backend_and_form() -> None:
    """The words of the model and the records are the same."""
    assert {*BACKENDS} == {*map(str, Backend)}
    assert {*FORMS} | {*OF_C} == {*map(str, Form)}


@every_backend
def test_its_names_are_words_of_the_model(backend: BackendLibrary) -> None:
    """Forms, devices and baselines are spelled as assignments and records spell them."""
    assert {*backend.usual_forms} <= {*map(str, Form)}
    assert backend.devices in {("cpu",), ("gpu",), ("cpu", "gpu")}
    assert backend.baselines[0].name == backend.name
    assert {baseline.name.partition("-")[0] for baseline in backend.baselines} == {backend.name}


@every_library
def test_its_record_is_complete(backend: BackendLibrary) -> None:
    """What a language can do without, a library cannot."""
    assert backend.usual_forms[0] == backend.forms[0]
    assert backend.import_line.startswith("import ")
    assert backend.library in re.split(r"\W", backend.import_line)
    assert backend.makes.format("[]") != "[]", "a starter makes lists of its arguments"
    assert backend.largest_timed, "its baselines would be timed at each exercise's own sizes"
    assert backend.may_be_absent or not backend.movable


def _is_worded(key: str) -> bool:
    return all(text not in ("", key) for text in in_each_language(LazyText(key)).values())


@every_backend
def test_its_forms_are_named_in_both_languages(backend: BackendLibrary) -> None:
    """In findings and in handouts."""
    for form in backend.forms:
        assert _is_worded(f"forms.{form}.said")
        assert _is_worded(f"forms.{form}.in_handout")


@every_library
def test_an_extra_installs_it(backend: BackendLibrary) -> None:
    """What runs on GPUs alone comes with the extras of GPUs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert bool(backend.extra) is not backend.needs_gpu
    names = [backend.extra] if backend.extra else ["cuda", "rocm"]
    for name in names:
        assert any(line.startswith(backend.library) for line in extras[name]), name


# Programs


@every_library
@pytest.mark.parametrize("operation", OPERATIONS)
def test_it_has_a_correct_program_that_keeps_the_rules(
    operation: str, backend: BackendLibrary
) -> None:
    """The program of every operation is accused of nothing, and uses the library."""
    requires = (package.name for package in backend.packages)
    exercise = _exercise(backend, *requires, entry=operation)
    assert codes(_program(operation, backend), {}, exercise) == INNOCENT


@every_library
def test_making_arrays_is_no_use_of_it(backend: BackendLibrary) -> None:
    """A program that converts its arguments and multiplies in loops uses Python."""
    loops = "[[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]"
    made = f"{_alias(backend)}.asarray(a)"
    program = f"{backend.import_line}\n\ndef matmul(a, b):\n    a = {made}\n    return {loops}\n"
    assert codes(program, {}, _exercise(backend, backend.library)).startswith("POL004")


@every_library
def test_a_product_is_a_use_of_it(backend: BackendLibrary) -> None:
    """By name, by the operator, or by any function that calculates."""
    for product in ("matmul(a, b)", "dot(a, b)", "some_function(a, b)"):
        body = f"return {_alias(backend)}.{product}"
        program = f"{backend.import_line}\n\ndef matmul(a, b):\n    {body}\n"
        assert codes(program, {}, _exercise(backend, backend.library)) == INNOCENT


# The import rule


@every_library
def test_its_own_modules_are_no_other_library(backend: BackendLibrary) -> None:
    """However one of them is imported, nobody is accused of reaching another library."""
    exercise = _exercise(backend)
    modules = [path for package in backend.packages for path in package.own_modules]
    for module in (*modules, backend.library):
        above, _, last = module.rpartition(".")
        for line, call in IMPORTS.items():
            if "above" in line and not above:
                continue
            head = line.format(module=module, above=above, last=last)
            called = call.format(module=module, last=last)
            program = f"{head}\ndef matmul(a, b):\n    return {called}(a, b)\n"
            assert codes(program, {}, exercise) == INNOCENT, program


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_on_disk_is_taken_for_another_library(package: str) -> None:
    """A public module that is called as a library is, is named in the record."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        pytest.skip(f"{package} is not installed")
    mistaken = [
        f"{above}.{name}"
        for above, name in _modules(Path(spec.submodule_search_locations[0]), package)
        if other_library(above, name)
    ]
    assert not mistaken, "own_modules of the record has to name them"


def _modules(folder: Path, package: str) -> Iterator[tuple[str, str]]:
    """Yield the public modules of an installed package, each with the package it is in."""
    for path in folder.iterdir():
        name = path.name.partition(".")[0]
        if name.startswith("_") or name in {"tests", "testing"}:
            continue
        if (path / "__init__.py").is_file():
            yield package, name
            yield from _modules(path, f"{package}.{name}")
        elif path.suffix in {".py", ".so"}:
            yield package, name


# Inside the sandbox


@every_library
def test_the_guest_makes_its_forms(backend: BackendLibrary) -> None:
    """The module beside guest/arrays.py is there, and can do all that is asked of it."""
    module = arrays.MODULES.get(backend.library)
    assert module is not None, f"grader/guest/arrays_{backend.library}.py is missing"
    assert backend.forms == module.FORMS
    asked = {name for name in vars(arrays.ArrayLibrary) if not name.startswith("_")}
    asked |= {*arrays.ArrayLibrary.__annotations__}
    assert not {name for name in asked if not hasattr(module.Arrays, name)}


@every_library
def test_it_is_imported_beforehand(backend: BackendLibrary) -> None:
    """In the zygote, or, if the import may open a device, by each child for itself."""
    package = backend.packages[0]
    assert package.preloads or package.after_fork
    assert bool(package.after_fork) <= backend.movable
    for each in backend.packages:
        assert {module.name for module in each.slow} <= {*each.preloads, each.name}


@every_library
def test_its_variables_are_set(backend: BackendLibrary) -> None:
    """Every guest has them."""
    there = environment("/work")
    assert backend.variables.keys() <= there.keys()
    assert not [name for name in backend.variables if "{" in there[name]]


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """One sandbox for the libraries that are installed here."""
    skip_unless_holds(IsolationLevel.B)
    here = {name: "installed" for name in PACKAGES if importlib.util.find_spec(name)}
    with Sandbox(IsolationLevel.B, capabilities=Capabilities(libraries=here)) as sandbox:
        yield sandbox


def _skip_unless_here(backend: BackendLibrary) -> None:
    if importlib.util.find_spec(backend.library) is None:
        pytest.skip(f"{backend.library} is not installed")
    if backend.needs_gpu:
        pytest.skip(f"{backend.library} runs on a GPU alone")


@every_library
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_its_arrays_go_to_a_program_and_come_back(
    place: Sandbox, backend: BackendLibrary, dtype: str
) -> None:
    """In every form and type, as the library's own; a product of them is right."""
    _skip_unless_here(backend)
    head, alias = f"{backend.import_line}\n\n", _alias(backend)
    bodies = {
        "return a": A,
        "return a @ b": A @ B,
        f"assert type(a) is type({backend.makes.format('[[1.0]]')})\n    return a": A,
        f"return {alias}.asarray(a)": A,
    }
    exercise = _exercise(backend, dtype=dtype)
    for form in backend.forms:
        for body, expected in bodies.items():
            files = {"f.py": f"{head}def matmul(a, b):\n    {body}\n"}
            target = Target(name="matmul", convention=Convention.AB, form=Form(form))
            with closing(place.open_program("f.py", files, exercise).start()) as session:
                called = session.call(target, [A, B])
            assert called.run.status is RunStatus.OK, called.run
            value = called.result
            assert value is not None
            assert value.container.startswith(f"{backend.library}.")
            assert value.elements == dtype
            got = np.frombuffer(value.data, value.dtype).reshape(value.shape)
            assert np.array_equal(got.reshape(2, 2), expected)


@every_library
def test_what_came_back_unchanged_is_not_sent(place: Sandbox, backend: BackendLibrary) -> None:
    """Large arguments that a program left alone are recognised inside the sandbox."""
    _skip_unless_here(backend)
    large = np.random.default_rng(1).random((130, 130))
    files = {"f.py": f"{backend.import_line}\n\ndef matmul(a, b):\n    return a\n"}
    target = Target(name="matmul", convention=Convention.AB, form=Form(backend.forms[0]))
    with closing(place.open_program("f.py", files, _exercise(backend)).start()) as session:
        called = session.call(target, [large, large])
    assert called.run.status is RunStatus.OK, called.run
    assert [one is None for one in called.inputs_after] == [True, True]


@every_library
def test_what_it_imports_is_found(backend: BackendLibrary) -> None:
    """Every module that is preloaded exists, where the library is installed."""
    for package in backend.packages:
        if importlib.util.find_spec(package.name) is None:
            continue
        libraries = find_libraries((package.name,))
        assert {*package.preloads} <= {*libraries.preloads}
        of_others = ("_grader_guest.",)  # they are no module of a library
        for module in package.preloads:
            assert module.startswith(of_others) or importlib.util.find_spec(module), module


# Reports and plots


@every_backend
def test_reports_and_curves_name_it(backend: BackendLibrary) -> None:
    """Under its printed name, in both languages."""
    assert backend_name(backend.name) == backend.printed
    written = "C言語" if backend.name == "c" else backend.printed  # one letter is no word
    for sentence in (
        f"純粋な{written}の実行時間はn=256で1.1秒だった。",
        f"Pure {written} code was the fastest and needed 1.1 s at n = 256.",
    ):
        assert {*find_backends(sentences_in([Line(text=sentence)]))} == {backend.name}, sentence
    exercises = [
        Exercise(id=name, operation="x", backend=Backend(name), entry=f"f_{at}")
        for at, name in enumerate(BACKENDS)
    ]
    assert whose([normal(written)], exercises) == backend.name


@every_backend
def test_its_curves_can_be_told_apart(backend: BackendLibrary) -> None:
    """No two baselines have one look, and style.css has their colours."""
    others = [one for one in BASELINES.values() if one not in backend.baselines]
    css = style_sheet()
    for baseline in backend.baselines:
        assert baseline.look not in {one.look for one in others}
        assert baseline.mark[2] not in {one.mark[2] for one in others}
        assert f"--{baseline.colour}:" in css
        assert f".line.{baseline.look} {{ stroke-dasharray: {baseline.dashes}; }}" in css
        assert baseline.drawn.isascii()
        assert _is_worded(f"baselines.{baseline.name}.said")


@every_backend
def test_it_is_timed_beside_something(backend: BackendLibrary) -> None:
    """Beside its own program, and those that all are timed beside."""
    beside = timed_beside(backend.name)
    assert {baseline.name for baseline in backend.baselines} <= {*beside}
    assert {"numpy", "torch"} <= {*beside}


@every_backend
def test_what_findings_call_its_baselines_is_worded(backend: BackendLibrary) -> None:
    """Where languages have different names for one, each has its own."""
    for baseline in backend.baselines:
        assert not (baseline.in_findings and baseline.worded_in_findings)
        key = f"baselines.{baseline.name}.in_findings"
        assert _is_worded(key) is baseline.worded_in_findings


@every_library
def test_findings_name_its_baseline(backend: BackendLibrary) -> None:
    """TIM001 compares with it, and says its name."""
    assert library_of(backend.name) == backend.library
    assert backend.baselines[0].in_findings
    assert backend.baselines[0].name in COMPARED_WITH


# A new assignment


@every_backend
def test_grader_new_offers_it(backend: BackendLibrary, tmp_path: Path) -> None:
    """The draft has the record's settings, and a starter that imports the library."""
    (option,) = [each for each in new.params if each.name == "backends"]
    assert backend.name in getattr(option.type, "choices", ())
    ending = "c" if backend.name == "c" else "py"
    plan = AssignmentPlan(
        name="new",
        title={"ja": "新しい課題", "en": "New"},
        due=datetime(2027, 1, 15, 14, 59, tzinfo=UTC),
        source=f"new.{ending}",
        operations=("new_one",),
        backends=(Backend(backend.name),),
        with_reference=True,
    )
    draft = make_draft(plan, load_course(write_course(tmp_path)))
    (drafted,) = tomllib.loads(draft.files["assignment.toml"])["exercise"]
    assert {key: drafted[key] for key in backend.new_exercise} == backend.new_exercise
    assert drafted["gives"][0] == backend.forms[0]
    assert not backend.packages or backend.library in drafted["allowed_imports"]
    assert backend.import_line in draft.files[f"starter/new.{ending}"]
    given = LazyText(f"forms.{drafted['gives'][0]}.in_handout")
    assert all(text in draft.files["handout.md"] for text in in_each_language(given).values())
