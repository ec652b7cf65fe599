"""Findings from comparisons: which sentence, which numbers, what is left open."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grader.model.calling import Convention, Target, ValueKind
from grader.model.course import Case, CaseKind, DeviceKind
from grader.model.evidence import (
    Comparison,
    Element,
    Entry,
    EntryHow,
    ExerciseEvidence,
    Lesson,
    Outcome,
)
from grader.model.finding import LazyText, Verdict
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus, SourceFacts
from grader.model.timing import Timing
from grader.wording import in_each_language
from tests.cases.course import exercise
from tests.exercises.arrays.course import judge
from tests.fakes.program import pack

OK = RunRecord(status=RunStatus.OK)
ELEMENT = Element(row=0, column=1, expected="6", got="7")
NAMES = ("one", "two", "three", "four")
LESSONS = {
    name: Lesson(name={"ja": name, "en": name}, lesson={"ja": "", "en": ""}) for name in NAMES
}


THREE_BY_THREE = LazyText("shape.matrices", {"sides": "3×3"})


def comparison(outcome: Outcome, size: int = 3, **more: Any) -> Comparison:
    """A case that ran."""
    case = Case(size=size, kind=CaseKind.INTEGERS)
    values = {"run": OK, "first_wrong": None if outcome is Outcome.EQUAL else ELEMENT} | more
    if outcome is Outcome.LOW_PRECISION:
        values = {"error_ratio": 1e6} | values
    return Comparison(case=case, outcome=outcome, **values)


def evidence(*comparisons: Comparison) -> ExerciseEvidence:
    """Evidence of a program that loaded and has a function."""
    target = Target(name="matmul", convention=Convention.AB)
    return ExerciseEvidence(
        exercise="matmul",
        source=SourceFacts(status=ParseStatus.OK),
        load=OK,
        entry=Entry(target=target, how=EntryHow.NAME, file="kadai1.py", line=1),
        comparisons=comparisons,
        lessons=LESSONS,
    )


def of_value(value: Any) -> Comparison:
    """A case in which something that is no matrix came back."""
    packed = pack(value)
    return comparison(
        Outcome.NOT_A_MATRIX,
        kind=packed.kind,
        container=packed.container,
        elements=packed.elements,
        description=packed.description,
    )


@pytest.mark.parametrize(
    ("value", "case"),
    [
        (None, "none"),
        ([[1, 2], [3]], "ragged"),
        (6, "scalar"),
        (1 + 2j, "scalar"),
        ([1, 2, 3], "flat"),
        ((1, 2, 3), "flat"),
        (([[1]], 0.5), "several"),
        ([["1"]], "elements"),
        ([[True]], "elements"),
        ([[1j]], "elements"),
        ([[[1]]], "elements"),
        pytest.param((x for x in [1]), "other", id="a generator-other"),
        ({1: 2}, "other"),
        ("[[1]]", "other"),
    ],
    ids=repr,
)
def test_run008_says_what_came_back(value: Any, case: str) -> None:
    """Each kind of value has its own sentence."""
    finding = judge(evidence(comparison(Outcome.EQUAL, 2), of_value(value)))["RUN008"]
    assert (finding.verdict, finding.case) == (Verdict.FAILED, case)


def test_numbers_of_another_type_are_for_a_person() -> None:
    """Fractions are numbers; they are neither passed nor failed, and nothing else is."""
    seen = evidence(of_value([[Fraction(1, 2), Fraction(2)]]))
    findings = judge(seen)
    assert (findings["RUN008"].verdict, findings["RUN008"].case) == (
        Verdict.UNDECIDED,
        "exact-numbers",
    )
    for code in ("COR001", "COR002", "COR003", "COR005", "COR006", "COR007"):
        assert findings[code].verdict is Verdict.UNDECIDED, code


STAGES = [
    (Outcome.NOT_A_MATRIX, "RUN008", {"COR001", "COR002", "COR003", "COR005", "COR006", "COR007"}),
    (Outcome.WRONG_SHAPE, "COR003", {"COR001", "COR002", "COR005", "COR006", "COR007"}),
    (Outcome.NOT_FINITE, "COR006", {"COR001", "COR002", "COR005", "COR007"}),
    (Outcome.WRONG_VALUE, "COR001", {"COR005", "COR007"}),
    (Outcome.LOW_PRECISION, "COR007", {"COR001", "COR002", "COR005"}),
]


@pytest.mark.parametrize(("outcome", "code", "skipped"), STAGES)
def test_later_checks_wait(outcome: Outcome, code: str, skipped: set[str]) -> None:
    """What a case did not reach is skipped because of what stopped it; the rest passes."""
    wrong = comparison(outcome, kind=ValueKind.NONE, alone=outcome)
    findings = judge(evidence(comparison(Outcome.EQUAL), wrong))
    assert findings[code].verdict is Verdict.FAILED
    for other, finding in findings.items():
        if other in skipped:
            assert (finding.verdict, finding.params["because"]) == (Verdict.SKIPPED, code), other
        elif other != code:
            assert finding.verdict is Verdict.PASSED, other


def test_cor001_shows_the_smallest_case() -> None:
    """With the element, counted from 1."""
    wrong = [comparison(Outcome.WRONG_VALUE, size) for size in (7, 3, 5)]
    params = judge(evidence(*wrong))["COR001"].params
    element = {"row": 1, "column": 2, "expected": "6", "got": "7"}
    assert params == {"size": 3, "inputs": THREE_BY_THREE, **element}


def test_cor003_shows_both_shapes() -> None:
    """As rows × columns."""
    wrong = comparison(Outcome.WRONG_SHAPE, expected_shape=(3, 3), shape=(3, 2))
    shapes = {"size": 3, "inputs": THREE_BY_THREE, "expected": "3×3", "got": "3×2"}
    assert judge(evidence(wrong))["COR003"].params == shapes


EXPLAINED: list[tuple[list[tuple[Outcome, tuple[str, ...]]], str]] = [
    ([(Outcome.WRONG_VALUE, ("one",))], "one"),
    ([(Outcome.WRONG_VALUE, ("one", "two")), (Outcome.WRONG_VALUE, ("two",))], "two"),
    ([(Outcome.EQUAL, ("one", "three")), (Outcome.WRONG_VALUE, ("three",))], "three"),
    ([(Outcome.NOT_RUN, ()), (Outcome.WRONG_VALUE, ("one",))], "one"),
    ([(Outcome.WRONG_VALUE, ("one", "two"))], "one"),
]
UNEXPLAINED: list[list[tuple[Outcome, tuple[str, ...]]]] = [
    [(Outcome.WRONG_VALUE, ())],
    [(Outcome.WRONG_VALUE, ("one",)), (Outcome.WRONG_VALUE, ("two",))],
    [(Outcome.WRONG_VALUE, ("one",)), (Outcome.EQUAL, ("two",))],
    [(Outcome.WRONG_VALUE, ("one",)), (Outcome.WRONG_VALUE, ())],
    [(Outcome.WRONG_VALUE, ("nameless",))],
    [(Outcome.EQUAL, ("one",))],
]


@pytest.mark.parametrize(("cases", "name"), EXPLAINED)
def test_cor002_names_what_explains_all(
    cases: list[tuple[Outcome, tuple[str, ...]]], name: str
) -> None:
    """One mistake that every compared case agrees with, right ones included."""
    seen = [comparison(outcome, lookalikes=names) for outcome, names in cases]
    finding = judge(evidence(*seen))["COR002"]
    assert finding.verdict is Verdict.FAILED
    assert finding.params["lookalike"] == name


@pytest.mark.parametrize("cases", UNEXPLAINED)
def test_cor002_names_nothing_else(cases: list[tuple[Outcome, tuple[str, ...]]]) -> None:
    """A mistake that a single case contradicts is not named."""
    seen = [comparison(outcome, lookalikes=names) for outcome, names in cases]
    assert judge(evidence(*seen))["COR002"].verdict is Verdict.PASSED


def test_cor002_does_not_guess() -> None:
    """Up to three candidates are named together; more are none."""
    few = comparison(Outcome.WRONG_VALUE, lookalikes=NAMES[:2])
    name = judge(evidence(few))["COR002"].params["name"]
    assert in_each_language(name) == {"ja": "one、またはtwo", "en": "one, or two"}
    many = comparison(Outcome.WRONG_VALUE, lookalikes=NAMES)
    finding = judge(evidence(many))["COR002"]
    assert (finding.verdict, finding.params) == (Verdict.SKIPPED, {"because": "COR001"})
    ours = replace(many, run=RunRecord(status=RunStatus.SANDBOX_ERROR), outcome=Outcome.NOT_RUN)
    assert judge(evidence(many, ours))["COR002"].verdict is Verdict.BROKEN


def test_cor007_is_named_only_if_one_thing_explains_it() -> None:
    """With a name if there is one, plainly otherwise, and not beside wrong values."""
    few = comparison(Outcome.LOW_PRECISION, lookalikes=("one",))
    plain = comparison(Outcome.LOW_PRECISION)
    wrong = comparison(Outcome.WRONG_VALUE, 5)
    assert judge(evidence(few))["COR007"].case == "named"
    assert judge(evidence(few, plain))["COR007"].case == ""
    assert judge(evidence(few, wrong))["COR007"].params == {"because": "COR001"}


def test_memory_is_not_a_wrong_value() -> None:
    """Wrong after other calls but right alone is COR005, and no other check fails."""
    wrong = [
        comparison(Outcome.WRONG_VALUE, alone=Outcome.EQUAL),
        comparison(Outcome.WRONG_SHAPE, 5, alone=Outcome.EQUAL),
        comparison(Outcome.WRONG_VALUE, 7),
    ]
    findings = judge(evidence(comparison(Outcome.EQUAL, 2), *wrong))
    assert findings["COR005"].verdict is Verdict.FAILED
    assert findings["COR005"].params == {"size": 3, "inputs": THREE_BY_THREE}
    for code in ("COR001", "COR003"):
        assert findings[code].params == {"because": "COR005"}


def test_memory_beside_a_wrong_value() -> None:
    """What is wrong alone, too, fails for itself."""
    wrong = [
        comparison(Outcome.WRONG_VALUE, alone=Outcome.EQUAL),
        comparison(Outcome.WRONG_VALUE, 5, alone=Outcome.WRONG_VALUE),
    ]
    findings = judge(evidence(*wrong))
    assert findings["COR005"].verdict is Verdict.FAILED
    assert findings["COR001"].params["size"] == 5


@pytest.mark.parametrize("status", ["timeout", "memory", "output", "signal"])
def test_limits_are_not_memory(status: str) -> None:
    """A child that a limit ended says nothing about earlier calls."""
    run = RunRecord(status=RunStatus(status))
    stopped = comparison(Outcome.NOT_RUN, run=run, alone=Outcome.EQUAL, first_wrong=None)
    assert judge(evidence(stopped))["COR005"].verdict is Verdict.SKIPPED


def test_an_exception_after_other_calls_is_memory() -> None:
    """It comes only after them."""
    run = RunRecord(status=RunStatus.RUNTIME_ERROR)
    raised = comparison(Outcome.NOT_RUN, run=run, alone=Outcome.EQUAL, first_wrong=None)
    assert judge(evidence(raised))["COR005"].verdict is Verdict.FAILED


def test_changed_inputs_are_shown_at_their_smallest() -> None:
    """COR004 does not depend on the values."""
    seen = [
        comparison(Outcome.EQUAL, size, inputs_changed=size > 2, changed=(1,) * (size > 2))
        for size in (1, 5, 3)
    ]
    finding = judge(evidence(*seen))["COR004"]
    assert (finding.verdict, finding.params["size"]) == (Verdict.FAILED, 3)
    which = {"ja": "2 つ目の行列", "en": "the second matrix"}
    assert in_each_language(finding.params["which"]) == which


NOT_RIGHT_WHILE_TIMED = {
    "timed": Timing(ended="wrong"),
    "timed-at": Timing(ended="wrong", ended_size=64),
    "timed-raised": Timing(ended="runtime-error", ended_size=64),
    "timed-forged": Timing(ended="protocol", ended_size=64),
}


def timed(timing: Timing, outcome: Outcome = Outcome.EQUAL) -> ExerciseEvidence:
    """Evidence of a program that was timed."""
    return replace(evidence(comparison(outcome)), timing=timing)


@pytest.mark.parametrize("case", NOT_RIGHT_WHILE_TIMED)
def test_a_wrong_result_while_timed_is_for_a_person(case: str) -> None:
    """Right in every case and wrong in a timed call: not passed, and not failed either."""
    finding = judge(timed(NOT_RIGHT_WHILE_TIMED[case]))["COR001"]
    assert (finding.verdict, finding.case) == (Verdict.UNDECIDED, case)
    assert finding.params.get("size", 64) == 64


OTHERWISE = ["", "timeout", "memory", "output", "sandbox-error", "empty call: timeout"]


@pytest.mark.parametrize("ended", OTHERWISE)
def test_how_else_timing_ends_says_nothing_of_values(ended: str) -> None:
    """Too slow for the largest size, or our own fault, is no wrong result."""
    assert judge(timed(Timing(ended=ended, ended_size=64)))["COR001"].verdict is Verdict.PASSED
    ours = Timing(ended="wrong", trouble="Traceback: OSError")
    assert judge(timed(ours))["COR001"].verdict is Verdict.PASSED


def test_an_exception_on_a_gpu_may_be_the_devices() -> None:
    """A driver raises for reasons of its own, and where nobody asked for a sweep none is judged."""
    raised = timed(NOT_RIGHT_WHILE_TIMED["timed-raised"])
    on_gpu = replace(exercise(), device=DeviceKind.GPU)
    assert judge(raised, on_gpu)["COR001"].verdict is Verdict.PASSED
    assert judge(raised, replace(exercise(), sweep=None))["COR001"].verdict is Verdict.PASSED


def test_who_is_wrong_in_a_case_is_told_that() -> None:
    """What happened while timed changes nothing of it."""
    told = judge(timed(Timing(ended="wrong"), Outcome.WRONG_VALUE))["COR001"]
    assert told.verdict is Verdict.FAILED
