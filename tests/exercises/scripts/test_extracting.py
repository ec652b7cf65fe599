"""Plain scripts as functions: one of the guesses computes what the program does.

What a wrong guess comes to is told by a run: tests/exercises/scripts/test_extracted_scripts.py.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from grader.exercises.scripts.extracting import extract
from grader.model.static import ExtractedFunction, SourceFacts
from grader.model.submission import SourceFile, SourceKind
from grader.source.frames import pack_facts, unpack_facts
from grader.source.parse import Parsed, parse
from grader.source.question import SourceQuestion
from grader.source.reading import SourceReading, read_source
from tests import corpora
from tests.corpora import Row
from tests.source.sources import script
from tests.tree import ROOT

DATA = ROOT / "tests" / "data" / "lifting"
ALLOWED = ("copy", "cupy", "math", "matplotlib", "numpy", "random", "scipy", "sys", "time", "torch")
LIBRARIES = {"python": "", "numpy": "numpy", "torch": "torch", "cupy": "cupy"}


def programs() -> Iterator[Row]:
    """Every program of the files that is right, with its operation and backend."""
    for file in ("loops.py", "library.py", "scripts.py"):
        parts = (DATA / file).read_text("utf-8").split("#: ")[1:]
        for number, part in enumerate(parts, start=1):
            title, _, text = part.partition("\n")
            operation, backend, _ = title.split(maxsplit=2)
            given = {"operation": operation, "backend": backend}
            yield Row(label="lifted", name=f"{file}:{number} {title}", program=text, given=given)


EXTRACTS = "grader.exercises.scripts.extracting:extract"


def facts_of(text: str, operation: str = "matmul", backend: str = "python") -> SourceFacts:
    """Reads a program for one exercise."""
    question = SourceQuestion(
        extracts=EXTRACTS, allowed=ALLOWED, operation=operation, library=LIBRARIES[backend]
    )
    return read_source(script(text), (), question)


def loaded(lifted: ExtractedFunction) -> Callable[[Any, Any], Any]:
    """Loads what was lifted, as a program of its own."""
    space: dict[str, Any] = {}
    exec(compile(lifted.text, "<lifted>", "exec"), space)
    function: Callable[[Any, Any], Any] = space[lifted.name]
    return function


def inputs(operation: str) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Matrices of several sizes, each pair twice in a row."""
    rng = np.random.default_rng(7)
    for size in (2, 3, 5):
        shapes = ((size, size),) * 2 if operation == "matmul" else ((size + 3, size + 3), (3, 3))
        whole = [rng.integers(-9, 10, shape).astype(float) for shape in shapes]
        parts = [rng.standard_normal(shape) for shape in shapes]
        for pair in (whole, whole, parts, parts):
            yield pair[0], pair[1]


def given(matrix: np.ndarray[Any, Any], backend: str, operation: str) -> Any:
    """A matrix as an exercise of the backend is given it."""
    if backend == "torch":
        import torch

        tensor = torch.from_numpy(matrix)
        return tensor[None, None] if operation == "convolution" else tensor
    return matrix if backend == "numpy" else matrix.tolist()


def expected(operation: str, one: np.ndarray[Any, Any], two: np.ndarray[Any, Any]) -> Any:
    """The product, or the valid correlation."""
    if operation == "matmul":
        return one @ two
    from scipy.signal import correlate2d

    return correlate2d(one, two, mode="valid")


def is_right(guess: ExtractedFunction, operation: str, backend: str) -> bool:
    """Whether a guess computes what is asked, and leaves its inputs as they were."""
    function = loaded(guess)
    for one, two in inputs(operation):
        gave = [given(matrix.copy(), backend, operation) for matrix in (one, two)]
        try:
            result = np.asarray(function(*gave)).squeeze()
        except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, EOFError):
            return False
        meant = expected(operation, one, two)
        if result.shape != meant.shape or not np.allclose(result, meant, atol=1e-9):
            return False
        for matrix, after in zip((one, two), gave, strict=True):
            np.testing.assert_array_equal(np.asarray(after).squeeze(), matrix)
    return True


def answered(row: Row) -> str:
    """Whether a function that computes what is asked is cut out of a program."""
    operation, backend = row.given["operation"], row.given["backend"]
    guesses = facts_of(row.program, operation, backend).guesses
    return "lifted" if any(is_right(guess, operation, backend) for guess in guesses) else "not"


def test_one_of_the_guesses_computes_what_is_asked() -> None:
    """Each of these programs is right, and so is what is cut out of it."""
    pytest.importorskip("torch")
    corpora.hold("lifting", answered, rows=programs())


def sure_of(text: str) -> ExtractedFunction:
    """The first guess that counts as the student's own."""
    return next(guess for guess in facts_of(text).guesses if guess.sure)


PLAIN = """\
import random

n = 10
x = [[random.random() for _ in range(n)] for _ in range(n)]
y = [[random.random() for _ in range(n)] for _ in range(n)]
z = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            z[i][j] += x[i][k] * y[k][j]
"""


@pytest.mark.parametrize(
    ("before", "after", "meant"),
    [
        ("x[i][k] * y[k][j]", "x[i][k] * y[j][k]", lambda x, y: x @ y.T),
        ("x[i][k] * y[k][j]", "x[k][i] * y[k][j]", lambda x, y: x.T @ y),
        ("x[i][k] * y[k][j]", "x[i][j] * y[k][j]", lambda x, y: x * y.sum(axis=0)),
        ("+= x", "= x", lambda x, y: x[:, -1:] @ y[-1:, :]),
        ("for k in range(n)", "for k in range(n - 1)", lambda x, y: x[:, :-1] @ y[:-1, :]),
        ("[[0] * n for _ in range(n)]", "[[0] * n] * n", lambda x, y: _shared_rows(x @ y)),
        ("z[i][j] +=", "z[j][i] +=", lambda x, y: (x @ y).T),
    ],
)
def test_wrong_program_stays_wrong(before: str, after: str, meant: Any) -> None:
    """Also where the mistake is in the indices, the bounds, the sum or the table of the result."""
    lifted = sure_of(PLAIN.replace(before, after))
    for one, two in inputs("matmul"):
        np.testing.assert_allclose(loaded(lifted)(one.tolist(), two.tolist()), meant(one, two))


def _shared_rows(product: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Every row is the same list, which has all products added up."""
    return np.tile(product.sum(axis=0), (len(product), 1))


def test_what_is_said_about_it() -> None:
    """The sheet names the student's variables and lines."""
    lifted = facts_of(PLAIN).guesses[0]
    assert (lifted.left, lifted.right, lifted.result) == ("x", "y", "z")
    assert (lifted.kind, lifted.lines, lifted.cell) == ("globals", (7, 10), 0)
    assert lifted.text.startswith("def lifted(x, y):\n    n = len(x)\n")


def test_imports_stand_in_the_order_of_the_program() -> None:
    """So the same program gives the same text every time, whatever order a set has."""
    names = ("trunc", "ceil", "floor", "fabs", "sqrt")
    imports = "".join(f"from math import {name}\n" for name in names)
    guesses = facts_of(
        imports
        + """a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
c = [[0, 0], [0, 0]]
for i in range(2):
    for j in range(2):
        for k in range(2):
            c[i][j] += trunc(floor(ceil(fabs(sqrt(a[i][k] * b[k][j])))))
print(c)
"""
    ).guesses
    assert guesses
    for guess in guesses:
        lines = guess.text.splitlines(keepends=True)
        assert "".join(line for line in lines if "import" in line) == imports


def test_notebook_counts_lines_in_the_cell() -> None:
    """A cell is what a student can find."""
    first = PLAIN[: PLAIN.index("for i")].count("\n") + 1
    notebook = SourceFile(
        name="kadai1.ipynb",
        kind=SourceKind.NOTEBOOK,
        text=PLAIN,
        raw=PLAIN.encode(),
        encoding="utf-8",
        cells=((1, 1), (first, 2)),
    )
    question = SourceQuestion(extracts=EXTRACTS, allowed=ALLOWED, operation="matmul")
    lifted = read_source(notebook, (), question).guesses[0]
    assert (lifted.cell, lifted.lines) == (2, (1, 4))


def test_survives_the_way_out_of_the_reader() -> None:
    """The reader's process says it in JSON."""
    facts = facts_of(PLAIN)
    assert facts.guesses
    assert unpack_facts(json.loads(json.dumps(pack_facts(facts)))) == (facts, None)


SOURCES = [
    path
    for folder in ("submissions/demo", "assignments", "tests/data")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


@pytest.mark.parametrize(
    ("backend", "every"),
    [
        ("numpy", 5),
        *(
            pytest.param(name, 1, marks=pytest.mark.repetition("every fifth program, for NumPy"))
            for name in sorted({*LIBRARIES.values()})
        ),
    ],
)
def test_never_raises_and_always_compiles(backend: str, every: int) -> None:
    """Whatever program comes along, and whatever is lifted from it."""
    questions = [
        SourceQuestion(extracts=EXTRACTS, operation=operation, library=backend)
        for operation in ("matmul", "convolution")
    ]
    for path in SOURCES[::every]:
        parsed = parse(script(path.read_bytes()))
        if isinstance(parsed, Parsed):
            for question in questions:
                for guess in extract(parsed.trees[-1], parsed, question):
                    compile(guess.text, "<lifted>", "exec")


CONVOLVES = """
def conv_python(a, b):
    n, k = len(a), len(b)
    m = n - k + 1
    return [[sum(a[i + p][j + q] * b[p][q] for p in range(k) for q in range(k))
             for j in range(m)] for i in range(m)]
"""
NUMPY = """
def matmul_numpy(a, b):
    def inner():
        n = len(a)
        c = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    c[i][j] += a[i][k] * b[k][j]
        return c
    return inner()
"""
NAMED = ("conv_python", "matmul_numpy")
MAKES = """
def make(n, step):
    return [[i * step + j for j in range(n)] for i in range(n)]
"""
HELPS = """
def seki(u, v):
    return [[u[i][j] * v[i][j] for j in range(len(u))] for i in range(len(u))]
"""


@pytest.mark.parametrize(("helper", "lifts"), [(MAKES, True), (HELPS, False)])
def test_a_function_of_numbers_hides_nothing(helper: str, *, lifts: bool) -> None:
    """One that may take two matrices and multiplies may be the exercise's own."""
    assert bool(facts_of(helper + PLAIN).guesses) is lifts


@pytest.mark.parametrize(
    ("text", "lifts"), [(PLAIN + CONVOLVES, True), (PLAIN + NUMPY, True), (NUMPY, False)]
)
def test_functions_of_other_exercises_are_left_to_them(text: str, *, lifts: bool) -> None:
    """They neither hide a script's own loops nor count twice."""
    question = SourceQuestion(extracts=EXTRACTS, allowed=ALLOWED, operation="matmul", others=NAMED)
    guesses = read_source(script(text), (), question).guesses
    assert bool(guesses) is lifts
    assert {guess.lines for guess in guesses} <= {(7, 10)}


def test_without_an_operation_nothing_is_lifted() -> None:
    """Exercises of other kinds are not looked at."""
    assert not facts_of(PLAIN, operation="").guesses
    assert not facts_of(PLAIN, operation="sort").guesses


def test_work_that_could_be_found_is_not_taken_for_absent() -> None:
    """Without this plugin, reading says so of every program in which it would guess."""
    files = sorted(DATA.glob("*.py"))
    parts = [part for file in files for part in file.read_text("utf-8").split("#: ")[1:]]
    guessed = 0
    for part in parts:
        title, _, text = part.partition("\n")
        operation = "convolution" if title.startswith("convolution") else "matmul"
        reading, program = SourceReading(), script(text)  # parses the program once
        asked = SourceQuestion(extracts=EXTRACTS, allowed=ALLOWED, operation=operation)
        if not reading.read(program, (), asked).guesses:
            continue
        guessed += 1
        for whole in (True, False):  # guessing does not ask which
            without = replace(asked, extracts="", whole_program=whole)
            assert reading.read(program, (), without).hidden, title
    assert guessed > len(files)
