"""What the comparisons say: RUN002 (entry_check.py), RUN008 and COR001 to COR007."""

from collections.abc import Iterable, Mapping, Sequence

from grader.correctness.entry_check import after_search, entry_found
from grader.correctness.gates import Gate, before_running, of_runs, skipped
from grader.model.course import Exercise
from grader.model.evidence import Comparison, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Param, Verdict
from grader.model.judging import ExerciseCheck
from grader.model.run import RunStatus, ValueKind

CODES = {
    Outcome.NOT_A_MATRIX: "RUN008",
    Outcome.WRONG_SHAPE: "COR003",
    Outcome.NOT_FINITE: "COR006",
    Outcome.WRONG_VALUE: "COR001",
    Outcome.LOW_PRECISION: "COR007",
}
FORM = (Outcome.NOT_A_MATRIX, Outcome.WRONG_SHAPE, Outcome.NOT_FINITE)
# A check cannot say "passed" while a case went wrong in one of these ways before it came to it.
BLOCKERS = {
    "RUN008": (),
    "COR001": (*FORM, Outcome.LOW_PRECISION),
    "COR002": (*FORM, Outcome.LOW_PRECISION),
    "COR003": FORM[:1],
    "COR004": (),
    "COR005": tuple(CODES),
    "COR006": FORM[:2],
    "COR007": (*FORM, Outcome.WRONG_VALUE),
}
COMPARED = {Outcome.EQUAL, Outcome.WRONG_VALUE, Outcome.LOW_PRECISION}
EXACT_TYPES = {"int", "float", "Fraction", "Decimal"}
NAMES_SHOWN = 3

Params = Mapping[str, Param]


def is_matrix(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """RUN008: the result is a list of rows of plain numbers."""
    del exercise
    wrong = _lasting(evidence, Outcome.NOT_A_MATRIX)
    undecided = _exact_types_only(wrong)
    yield _answer(
        evidence,
        "RUN008",
        [(_kind(one), _value_params(one)) for one in wrong],
        Verdict.UNDECIDED if undecided else Verdict.FAILED,
    )


def right_values(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR001: every element is right. Shows the smallest case that is not."""
    del exercise
    wrong = _lasting(evidence, Outcome.WRONG_VALUE)
    yield _answer(evidence, "COR001", [("", _element_params(one)) for one in wrong])


def no_known_mistake(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR002: no single known mistake explains every result of the program."""
    del exercise
    wrong = [one for one in evidence.comparisons if one.outcome is Outcome.WRONG_VALUE]
    names = _explaining(evidence) if wrong else ()
    if len(names) > NAMES_SHOWN:  # the cases that ran cannot tell them apart
        yield (_gate(evidence) or skipped("COR001")).finding("COR002", evidence)
        return
    yield _answer(evidence, "COR002", [("", _mistake_params(evidence, names))] if names else [])


def right_shape(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR003: the result has as many rows and columns as it should."""
    del exercise
    wrong = _lasting(evidence, Outcome.WRONG_SHAPE)
    yield _answer(evidence, "COR003", [("", _shape_params(one)) for one in wrong])


def keeps_its_input(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR004: a and b hold after the call what they held before."""
    del exercise
    wrong = sorted((one for one in evidence.comparisons if one.inputs_changed), key=_size)
    yield _answer(evidence, "COR004", [("", {"size": _size(one)}) for one in wrong])


def forgets_earlier_calls(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR005: a case that is right in a fresh process is right after other calls, too."""
    del exercise
    wrong = _remembered(evidence)
    yield _answer(evidence, "COR005", [("", {"size": _size(one)}) for one in wrong])


def finite_only(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR006: no element is NaN or infinite."""
    del exercise
    wrong = _lasting(evidence, Outcome.NOT_FINITE)
    yield _answer(evidence, "COR006", [("", _element_params(one)) for one in wrong])


def enough_digits(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR007: what is right is right to as many digits as a float holds."""
    del exercise
    outcomes = {one.outcome for one in evidence.comparisons}
    wrong = _lasting(evidence, Outcome.LOW_PRECISION)
    if Outcome.WRONG_VALUE in outcomes:
        wrong = []
    names = _explaining(evidence) if wrong else ()
    named = _mistake_params(evidence, names) if 0 < len(names) <= NAMES_SHOWN else {}
    case = "named" if named else ""
    yield _answer(evidence, "COR007", [(case, {**_element_params(one), **named}) for one in wrong])


EXERCISE_CHECKS: tuple[ExerciseCheck, ...] = (
    entry_found,
    is_matrix,
    no_known_mistake,  # before the values: a mistake with a name and a lesson is read first
    right_values,
    right_shape,
    keeps_its_input,
    forgets_earlier_calls,
    finite_only,
    enough_digits,
)


def _answer(
    evidence: ExerciseEvidence,
    check: str,
    wrong: Sequence[tuple[str, Params]],
    verdict: Verdict = Verdict.FAILED,
) -> Finding:
    """Says what is wrong (the first is shown), else why nothing can be said, else "passed"."""
    gate = _gate(evidence)
    if gate is None and wrong:
        case, params = wrong[0]
        return Finding(
            check=check, subject=evidence.exercise, verdict=verdict, case=case, params=params
        )
    gate = gate or of_runs(one.run for one in evidence.comparisons) or _blocked(evidence, check)
    if gate:
        return gate.finding(check, evidence)
    return Finding(check=check, subject=evidence.exercise, verdict=Verdict.PASSED)


def _gate(evidence: ExerciseEvidence) -> Gate | None:
    """Looks for what forbids even a proven failure: no run, our fault, tampering."""
    gate = before_running(evidence) or after_search(evidence)
    if gate is None:
        gate = of_runs(one.run for one in evidence.comparisons)
        return None if gate is None or gate.verdict is Verdict.SKIPPED else gate
    return gate


def _blocked(evidence: ExerciseEvidence, check: str) -> Gate | None:
    own = tuple(outcome for outcome, code in CODES.items() if code == check)
    for outcome in (*BLOCKERS[check], *own):
        hits = [one for one in evidence.comparisons if one.outcome is outcome]
        if hits and _exact_types_only(hits):
            return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN008"})
        if hits:
            return skipped(CODES[outcome] if _lasting(evidence, outcome) else "COR005")
    return None


def _lasting(evidence: ExerciseEvidence, outcome: Outcome) -> list[Comparison]:
    """Picks, smallest first, the cases that end so in a fresh process as well.

    Where the program is known to remember calls, cases that were not tried alone prove nothing.
    """
    remembers = bool(_remembered(evidence))
    hits = [
        one
        for one in evidence.comparisons
        if one.outcome is outcome
        and one.alone is not Outcome.EQUAL
        and not (remembers and one.alone is None)
    ]
    return sorted(hits, key=_size)


def _remembered(evidence: ExerciseEvidence) -> list[Comparison]:
    """Picks the cases that are right only in a fresh process. Limits are not memory."""
    return [
        one
        for one in evidence.comparisons
        if one.alone is Outcome.EQUAL
        and one.outcome is not Outcome.EQUAL
        and one.run.status in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
    ]


def _explaining(evidence: ExerciseEvidence) -> tuple[str, ...]:
    """Names the mistakes that every result agrees with, right ones included."""
    compared = [one for one in evidence.comparisons if one.outcome in COMPARED]
    return tuple(
        name
        for name in compared[0].lookalikes
        if name in evidence.lessons and all(name in one.lookalikes for one in compared)
    )


def _mistake_params(evidence: ExerciseEvidence, names: Sequence[str]) -> Params:
    lessons = [evidence.lessons[name] for name in names]
    return {
        "lookalike": names[0],
        "name": {
            "ja": "、または".join(one.name["ja"] for one in lessons),
            "en": ", or ".join(one.name["en"] for one in lessons),
        },
        "lesson": lessons[0].lesson,
    }


def _exact_types_only(wrong: Sequence[Comparison]) -> bool:
    return bool(wrong) and all(
        one.kind is ValueKind.OTHER
        and bool(one.elements)
        and set(one.elements.split(" and ")) <= EXACT_TYPES
        for one in wrong
    )


def _kind(comparison: Comparison) -> str:
    """Names the sentence for a result that is no matrix."""
    match comparison.kind:
        case ValueKind.NONE | ValueKind.RAGGED | ValueKind.SCALAR:
            return comparison.kind.value
        case _ if _exact_types_only([comparison]):
            return "exact-numbers"
        case _ if comparison.elements:
            return "elements"
        case _ if comparison.container == "tuple" and comparison.description.startswith("([["):
            return "several"
        case _ if comparison.container in {"list", "tuple"}:
            return "flat"
        case _:
            return "other"


def _size(comparison: Comparison) -> int:
    return comparison.case.size


def _value_params(comparison: Comparison) -> Params:
    return {
        "size": comparison.case.size,
        "container": comparison.container,
        "elements": comparison.elements,
        "description": comparison.description,
    }


def _shape_params(comparison: Comparison) -> Params:
    return {
        "size": comparison.case.size,
        "expected": "×".join(map(str, comparison.expected_shape)),
        "got": "×".join(map(str, comparison.shape)),
    }


def _element_params(comparison: Comparison) -> Params:
    element = comparison.first_wrong
    assert element is not None  # compare() shows one of every wrong result
    return {
        "size": comparison.case.size,
        "row": element.row + 1,
        "column": element.column + 1,
        "expected": element.expected,
        "got": element.got,
    }
