"""Vectors, oblong matrices and batches: compared as they are, and sizes that we only guessed."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from grader.exercises.arrays.observing import observe
from grader.model.course import Case, CaseKind, Exercise
from grader.model.evidence import Doubt, ExerciseEvidence, Outcome
from grader.model.finding import Verdict
from grader.model.reference import Array, Inputs, Lookalike, Reference
from tests.cases.course import SEED, exercise
from tests.exercises.arrays.course import failed, judge
from tests.fakes.program import FakeProgram, facts_of

WORDS = {"ja": "x", "en": "x"}
Shapes = Callable[[int], tuple[tuple[int, ...], tuple[int, ...]]]
SHAPES: dict[str, Shapes] = {
    "matrix and vector": lambda n: ((n, n), (n,)),
    "vectors": lambda n: ((n,), (n,)),
    "batch": lambda n: ((3, n, n), (3, n, n)),
    "batch of one": lambda n: ((1, n, n), (1, n, n)),
    "oblong": lambda n: ((n, n + 2), (n + 2, n + 1)),
    "square where the size is even": lambda n: ((n, n + n % 2), (n + n % 2, n)),
}


def product(a: Array, b: Array) -> Array:
    """The outer product of vectors, else the product."""
    result: Array = np.outer(a, b) if a.ndim == 1 else a @ b
    return result


def mistake(compute: Callable[[Array, Array], Any]) -> Lookalike:
    """A known mistake."""
    return Lookalike(compute=lambda pair, _: compute(*pair), name=WORDS, lesson=WORDS)


def reference(name: str) -> Reference:
    """An operation whose inputs have these shapes."""

    def inputs(case: Case, rng: random.Random) -> Inputs:
        chance = np.random.default_rng(rng.getrandbits(32))
        whole = [chance.integers(2, 90, size=shape) for shape in SHAPES[name](case.size)]
        return tuple(one + 0.5 if case.kind is CaseKind.FLOATS else one for one in whole)

    return Reference(
        operation=name,
        inputs=inputs,
        expected=product,
        scale=lambda a, b: product(abs(a), abs(b)).astype(np.float64),
        lookalikes={
            "negative": mistake(lambda a, b: -product(a, b)),
            "a-transposed": mistake(lambda a, b: a.T @ b),
            "beyond": mistake(lambda a, b: a * b[len(a) + len(b)]),
        },
    )


def watch(source: str, name: str, asked: Exercise | None = None) -> ExerciseEvidence:
    """Observes a program of one operation."""
    cases = tuple(
        Case(size=size, kind=kind)
        for kind, sizes in ((CaseKind.INTEGERS, (1, 2, 3)), (CaseKind.FLOATS, (3, 4, 4)))
        for size in sizes
    )
    asked = asked or replace(exercise(), cases=cases)
    return observe(facts_of(source), asked, reference(name), FakeProgram(source), SEED)


ROW = "sum(x * y for x, y in zip(r, c))"
BODIES = {
    "matrix and vector": f"[{ROW} for r in a for c in [b]]",
    "vectors": "[[x * y for y in b] for x in a]",
    "batch": f"[[[{ROW} for c in zip(*q)] for r in p] for p, q in zip(a, b)]",
    "batch of one": f"[[[{ROW} for c in zip(*q)] for r in p] for p, q in zip(a, b)]",
    "oblong": f"[[{ROW} for c in zip(*b)] for r in a]",
}
WRONG = {
    "matrix and vector": "c[-1] += 1",
    "vectors": "c[-1][0] += 1",
    "batch": "c[1][0][0] += 1",
    "batch of one": "c[0][0][0] += 1",
    "oblong": "c[0][0] += 1",
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("function", ["matmul", "multiply", "work"])
def test_right_results_of_any_shape_pass(name: str, function: str) -> None:
    """By its name, by an alias, or found by what it does; mistakes that cannot be made are none."""
    evidence = watch(f"def {function}(a, b):\n    return {BODIES[name]}\n", name)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    assert {one.verdict for one in judge(evidence).values()} == {Verdict.PASSED}


@pytest.mark.parametrize("name", BODIES)
def test_wrong_results_of_any_shape_fail(name: str) -> None:
    """And the place of the element is shown as it is indexed."""
    source = f"def matmul(a, b):\n    c = {BODIES[name]}\n    {WRONG[name]}\n    return c\n"
    evidence = watch(source, name)
    assert failed(evidence) == {"COR001"}
    finding = judge(evidence)["COR001"]
    table = len(evidence.comparisons[0].expected_shape) == 2
    assert (finding.case == "place") is not table
    place = "".join(part.partition("]")[0] + "]" for part in WRONG[name].split("[") if "]" in part)
    assert str(finding.params.get("place", "[][]")).count("[") == place.count("]")


@pytest.mark.parametrize(
    ("name", "result", "code"),
    [
        ("matrix and vector", "[[x] for x in c]", "COR003"),
        ("matrix and vector", "c[:-1] or [1, 2]", "COR003"),
        ("matrix and vector", "None", "RUN008"),
        ("matrix and vector", "[str(x) for x in c]", "RUN008"),
        ("matrix and vector", "[-x for x in c]", "COR002"),
        ("batch", "c[0]", "COR003"),
        ("vectors", "c[0]", "RUN008"),
        ("oblong", "c[0]", "RUN008"),
        ("oblong", "[r[:-1] for r in c]", "COR003"),
        ("oblong", "[[-x for x in r] for r in c]", "COR002"),
    ],
)
def test_other_shapes_are_not_taken_for_right(name: str, result: str, code: str) -> None:
    """A list of numbers is no matrix; a matrix is no vector."""
    source = f"def matmul(a, b):\n    c = {BODIES[name]}\n    return {result}\n"
    assert code in failed(watch(source, name))


BY_ROWS = """
def matmul(a, b, n):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))]
            for i in range(n)]
"""
BY_COLUMNS = """
def matmul(a, b, n):
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(len(b[0]))]
            for i in range(len(a))]
"""
TRANSPOSES = """
def matmul(a, b, n):
    return [[sum(a[k][i] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
"""
SQUARE = "square where the size is even"


@pytest.mark.parametrize(
    ("source", "name", "verdict"),
    [
        (BY_ROWS, "oblong", Verdict.PASSED),
        (BY_COLUMNS, "oblong", Verdict.UNDECIDED),  # our n is the number of rows
        (BY_COLUMNS, SQUARE, Verdict.UNDECIDED),
        (BY_COLUMNS.replace("a[i][k]", "-a[i][k]"), SQUARE, Verdict.FAILED),  # also where square
        (BY_ROWS.replace("a[i][k]", "-a[i][k]"), "oblong", Verdict.FAILED),  # a known mistake
        (BY_ROWS.replace("b[k][j]", "b[k][j] + (n == 3)"), "oblong", Verdict.FAILED),  # else right
    ],
)
def test_a_guessed_size_accuses_nobody(source: str, name: str, verdict: Verdict) -> None:
    """Where lengths differ, nobody knows which of them the function wants."""
    evidence = watch(source, name)
    found = failed(evidence)
    assert bool(found) is (verdict is Verdict.FAILED), found
    if verdict is Verdict.UNDECIDED:
        finding = judge(evidence)["RUN002"]
        assert (finding.verdict, finding.case) == (verdict, "doubt-shapes")
        assert evidence.entry is not None
        assert evidence.entry.doubt is Doubt.SHAPES


def test_squares_leave_no_doubt_about_a_size() -> None:
    """All lengths are n, so what is wrong is the function."""
    source = TRANSPOSES
    evidence = observe(
        facts_of(source),
        exercise(),
        reference("square where the size is even"),
        FakeProgram(source),
        SEED,
    )
    assert evidence.entry is not None
    assert failed(evidence)
