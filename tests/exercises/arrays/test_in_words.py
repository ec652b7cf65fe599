"""Sentences are about what a function was given: vectors are no matrices."""

import numpy as np
import pytest
from msgspec.structs import replace

from grader.exercises.arrays.entry_check import lines_to_add
from grader.exercises.arrays.observing import observe
from grader.model.course import Backend, Case, CaseKind, Exercise, Form, Scope
from grader.model.finding import Finding, Verdict
from grader.model.reference import Reference
from grader.wording import load_wording
from tests.cases.course import SEED, convolution, exercise
from tests.exercises.arrays.course import CONV, judge, watch
from tests.fakes.program import FakeProgram, facts_of


def made(*axes: int, answer: int = 1) -> Reference:
    """A reference that takes arrays of so many axes each, and gives one."""

    def inputs(case: Case, rng: object) -> tuple[np.ndarray, ...]:
        del rng
        return tuple(
            np.arange(1, 1 + case.size**each).reshape((case.size,) * each) for each in axes
        )

    def expected(*given: np.ndarray) -> np.ndarray:
        total = sum(array.sum() for array in given)
        return np.full((len(given[0]),) * answer, total, dtype=np.int64)

    return Reference(
        operation="mine",
        inputs=inputs,
        expected=expected,
        scale=lambda *given: np.abs(expected(*given)).astype(float),
        lookalikes={},
        arguments=("v", "w")[: len(axes)],
    )


MINE = Exercise(
    id="mine",
    operation="mine",
    backend=Backend.NUMPY,
    entry="mine",
    scope=Scope.FUNCTION,
    gives=(Form.LISTS,),
    cases=(Case(size=4, kind=CaseKind.INTEGERS),),
    secret_sizes=0,
)


def found(source: str, reference: Reference) -> dict[str, Finding]:
    """What is found of a program for such an exercise."""
    program = FakeProgram(source)
    return judge(observe(facts_of(source), MINE, reference, program, SEED), MINE)


def said(finding: Finding, lang: str) -> str:
    """The sentence and its hint."""
    text = load_wording("ja" if lang == "ja" else "en").finding(finding)
    return f"{text.message} {text.hint}"


GIVEN = {
    (1,): ("長さ 4 のベクトル", "a vector of length 4"),
    (1, 1): ("長さ 4 のベクトル", "vectors of length 4"),
    (2, 1): ("4×4 の行列と長さ 4 のベクトル", "a 4×4 matrix and a vector of length 4"),
    (2, 2): ("4×4 の行列", "4×4 matrices"),
    (2,): ("4×4 の行列", "a 4×4 matrix"),
    (3,): ("4×4×4 の配列", "a 4×4×4 array"),
}


@pytest.mark.parametrize("axes", GIVEN, ids=str)
def test_inputs_are_called_what_they_are(axes: tuple[int, ...]) -> None:
    """By their shapes, in both languages."""
    names = ", ".join("vw"[: len(axes)])
    finding = found(f"def mine({names}):\n    return None\n", made(*axes))["RUN008"]
    for lang, words in zip(("ja", "en"), GIVEN[axes], strict=True):
        assert words in said(finding, lang)


@pytest.mark.parametrize(
    ("answer", "ja", "en"),
    [
        (1, "`[1, 2]` のようなリスト", "Return a list, such as `[1, 2]`"),
        (2, "リストのリスト", "Return a list of lists"),
    ],
)
def test_the_answer_is_called_what_it_should_be(answer: int, ja: str, en: str) -> None:
    """Nobody is asked for a list of lists where a list is due."""
    finding = found("def mine(v):\n    return {}\n", made(1, answer=answer))["RUN008"]
    assert finding.verdict is Verdict.FAILED
    assert ja in said(finding, "ja")
    assert en in said(finding, "en")
    if answer == 1:
        assert "行列" not in said(finding, "ja")
        assert "matri" not in said(finding, "en")


def test_a_vector_of_another_length_has_no_rows() -> None:
    """Its shape is its length."""
    finding = found("def mine(v):\n    return [1, 2]\n", made(1))["COR003"]
    assert "長さ 4" in said(finding, "ja")
    assert "length 2" in said(finding, "en")


NO_FUNCTION = "x = [[1, 2], [3, 4]]\nprint(x)\n"


def test_a_convolution_is_begun_with_the_names_of_the_handout() -> None:
    """Not with the a and b of a product."""
    asked = replace(CONV, entry="conv_numpy")
    finding = judge(watch(NO_FUNCTION, asked=asked), asked)["RUN002"]
    assert finding.params["first"] == "def conv_numpy(x, w):"
    product = judge(watch(NO_FUNCTION))["RUN002"]
    assert product.params["first"] == f"def {exercise().entry}(a, b):"


def test_a_function_that_is_there_is_called_with_these_names() -> None:
    """The line to add names what the definition above it names."""
    definitions = facts_of("def correlation(n, p, q):\n    return n * p * q\n").definitions
    _, second = lines_to_add(definitions[:1], CONV, 2, convolution().arguments)
    assert convolution().arguments == ("x", "w")
    assert "(len(x), x, w)" in second


def test_another_exercise_is_begun_with_the_names_of_its_reference() -> None:
    """Whatever `expected` calls them."""
    finding = found("y = 1\n", made(1, 1))["RUN002"]
    assert finding.params["first"] == "def mine(v, w):"
    for lang in ("ja", "en"):
        assert "a, b" not in said(finding, lang)
