"""Operations on one matrix, or on three, go the same way as those on two."""

import random
from collections.abc import Callable

import pytest

from grader.cases.questions import count_inputs
from grader.exercises.arrays.conventions import conventions
from grader.exercises.arrays.entry_check import lines_to_add
from grader.exercises.arrays.observing import observe
from grader.model.calling import Convention
from grader.model.course import Backend, Case, CaseKind, Exercise
from grader.model.evidence import ExerciseEvidence, Outcome
from grader.model.finding import Verdict
from grader.model.reference import Array, Inputs, Lookalike, Reference
from tests.cases.course import SEED
from tests.exercises.arrays.course import judge
from tests.fakes.program import FakeProgram, facts_of


def _words(text: str) -> dict[str, str]:
    return {"ja": text, "en": text}


def _matrices(count: int) -> Callable[[Case, random.Random], Inputs]:
    def inputs(case: Case, rng: random.Random) -> Inputs:
        import numpy as np

        shape = (count, case.size, case.size)
        numbers = np.array([2 + rng.getrandbits(6) for _ in range(count * case.size**2)])
        return tuple(numbers.reshape(shape))

    return inputs


def _sums(image: Array) -> Array:
    return image.cumsum(axis=0).cumsum(axis=1)


SUMS = Reference(
    operation="sums",
    inputs=_matrices(1),
    expected=_sums,
    scale=lambda image: _sums(image).astype(float),
    lookalikes={
        "one-way": Lookalike(
            compute=lambda inputs, _earlier: inputs[0].cumsum(axis=0),
            name=_words("one way"),
            lesson=_words("Add up both ways."),
        )
    },
)
ROOTS = Reference(
    operation="roots",
    inputs=_matrices(3),
    expected=lambda a, b, c: (a * b + c) ** 0.5,  # no whole numbers, whatever the case
    scale=lambda a, b, c: (a * b + c) ** 0.5,
    lookalikes={
        "no-root": Lookalike(
            compute=lambda inputs, _earlier: inputs[0] * inputs[1] + inputs[2],
            name=_words("no root"),
            lesson=_words("Take the root."),
        )
    },
)
EXERCISE = Exercise(
    id="one",
    operation="sums",
    backend=Backend.PYTHON,
    entry="add",
    cases=tuple(Case(size=size, kind=CaseKind.INTEGERS) for size in (2, 3, 5)),
)
ADD = """\
def add(image):
    n = len(image)
    return [
        [sum(sum(row[: j + 1]) for row in image[: i + 1]) for j in range(n)] for i in range(n)
    ]
"""
ROOT = """\
def add(a, b, c):
    return [[(x * y + z) ** 0.5 for x, y, z in zip(*r)] for r in zip(a, b, c)]
"""


def _watch(source: str, reference: Reference) -> ExerciseEvidence:
    return observe(facts_of(source), EXERCISE, reference, FakeProgram(source), SEED)


@pytest.mark.parametrize(("source", "reference"), [(ADD, SUMS), (ROOT, ROOTS)])
def test_right_programs_are_not_flagged(source: str, reference: Reference) -> None:
    """One matrix or three: the function is called with all of them, and is right."""
    evidence = _watch(source, reference)
    given = reference.inputs(EXERCISE.cases[0], random.Random(SEED))
    assert evidence.inputs == count_inputs(EXERCISE, reference) == len(given)
    assert {one.outcome for one in evidence.comparisons} == {Outcome.EQUAL}
    assert {one.verdict for one in judge(evidence, EXERCISE).values()} == {Verdict.PASSED}


@pytest.mark.parametrize(
    ("source", "reference", "name"),
    [
        (ADD.replace("for row in image[: i + 1]", "for row in [image[i]]"), SUMS, ""),
        (ADD.replace("row[: j + 1]", "row[j : j + 1]"), SUMS, "one-way"),
        (ROOT.replace("** 0.5", "** 1"), ROOTS, "no-root"),
    ],
)
def test_wrong_ones_are(source: str, reference: Reference, name: str) -> None:
    """And a known mistake has its name."""
    findings = judge(_watch(source, reference), EXERCISE)
    assert findings["COR001"].verdict is Verdict.FAILED
    known = findings["COR002"]
    assert (known.params.get("lookalike", "")) == name


def test_one_matrix_is_given_one_way() -> None:
    """Conventions about two matrices are not tried with one."""
    (one,) = facts_of("def f(image): pass").definitions
    (two,) = facts_of("def f(image, n): pass").definitions
    assert conventions(one, inputs=1) == (Convention.AB,)
    assert conventions(two, inputs=1) == ()


def test_the_lines_to_add_take_as_many() -> None:
    """What a student is advised to write fits the operation."""
    facts = facts_of("def total(image): pass")
    assert lines_to_add(facts.definitions, EXERCISE, 1) == ("def add(a):", "return total(a)")
