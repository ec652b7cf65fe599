"""What the comparisons say: RUN002 (entry_check.py), RUN008 and COR001 to COR007."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from grader.correctness.c_entry import adds_to_its_result
from grader.correctness.entry_check import after_search, entry_found
from grader.correctness.gates import Gate, before_running, of_runs, skipped
from grader.correctness.net_telling import in_net
from grader.correctness.precision import ROUNDED_LATE, SEEN_AS_SINGLE
from grader.correctness.telling import (
    Params,
    element,
    element_params,
    exact_types_only,
    is_table,
    kind,
    mistake_params,
    shape_params,
    size_of,
    value_params,
)
from grader.model.course import Backend, CaseKind, DeviceKind, Exercise, Precision
from grader.model.evidence import Comparison, EntryHow, ExerciseEvidence, Outcome
from grader.model.finding import Finding, Verdict
from grader.model.run import RunStatus
from grader.model.timing import WRONG, Timing

__all__ = [
    "enough_digits",
    "entry_found",
    "finite_only",
    "forgets_earlier_calls",
    "is_matrix",
    "keeps_its_input",
    "no_known_mistake",
    "right_shape",
    "right_values",
]

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
COMPARED = {Outcome.EQUAL, Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE, Outcome.LOW_PRECISION}
NAMES_SHOWN = 3


def is_matrix(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """RUN008: the result is a list of rows of plain numbers."""
    del exercise
    wrong = _lasting(evidence, Outcome.NOT_A_MATRIX)
    undecided = exact_types_only(wrong)
    yield _answer(
        evidence,
        "RUN008",
        [(kind(one), value_params(one)) for one in wrong],
        Verdict.UNDECIDED if undecided else Verdict.FAILED,
    )


def right_values(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR001: every element is right. Shows the smallest case that is not.

    Whoever is right in every case, and not while being timed, is left to a person: there a function
    is called again and again, beside other programs.
    """
    wrong = sorted(_lasting(evidence, Outcome.WRONG_VALUE), key=lambda one: not one.varies)
    finding = _answer(evidence, "COR001", [element(one) for one in wrong])
    case = _while_timed(evidence.timing, exercise)
    if finding.verdict is Verdict.PASSED and evidence.timing is not None and case:
        size: Params = {"size": evidence.timing.ended_size} if evidence.timing.ended_size else {}
        finding = replace(finding, verdict=Verdict.UNDECIDED, case=case, params=size)
    yield finding


def no_known_mistake(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR002: no single known mistake explains every result of the program."""
    del exercise
    names = _explaining(evidence, {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE})
    if len(names) > NAMES_SHOWN:  # the cases that ran cannot tell them apart
        yield (_gate(evidence) or skipped("COR001")).finding("COR002", evidence)
        return
    excused = any(evidence.lessons[name].excusable for name in names)
    yield _answer(
        evidence,
        "COR002",
        [("excusable" if excused else "", mistake_params(evidence, names))] if names else [],
        Verdict.UNDECIDED if excused else Verdict.FAILED,
    )


def right_shape(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR003: the result has as many rows and columns as it should."""
    del exercise
    wrong = _lasting(evidence, Outcome.WRONG_SHAPE)
    names = _explaining(evidence, {Outcome.WRONG_SHAPE})
    if wrong and any(evidence.lessons[name].excusable for name in names):
        gate = _gate(evidence) or Gate(verdict=Verdict.UNDECIDED, params={"because": "COR002"})
        yield gate.finding("COR003", evidence)
        return
    yield _answer(evidence, "COR003", [("", shape_params(one)) for one in wrong])


def keeps_its_input(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR004: a and b hold after the call what they held before."""
    wrong = sorted((one for one in evidence.comparisons if one.inputs_changed), key=size_of)
    case = "c" if exercise.backend is Backend.C else ""
    yield _answer(evidence, "COR004", [(case, {"size": size_of(one)}) for one in wrong])


def forgets_earlier_calls(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR005: a case that is right in a fresh process is right after other calls, too."""
    del exercise
    wrong = _remembered(evidence)
    yield _answer(evidence, "COR005", [("", {"size": size_of(one)}) for one in wrong])


def finite_only(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR006: no element is NaN or infinite."""
    wrong = _lasting(evidence, Outcome.NOT_FINITE)
    case = "c" if exercise.backend is Backend.C else ""
    told = [(case if is_table(one) else "place", element_params(one)) for one in wrong]
    finding = _answer(evidence, "COR006", told)
    if finding.verdict is Verdict.PASSED and adds_to_its_result(evidence):
        finding = replace(finding, verdict=Verdict.UNDECIDED, case="c-adds")
    yield finding


def enough_digits(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR007: what is right is right to as many digits as were asked for."""
    outcomes = {one.outcome for one in evidence.comparisons}
    wrong = _lasting(evidence, Outcome.LOW_PRECISION)
    if Outcome.WRONG_VALUE in outcomes:
        wrong = []
    names = _explaining(evidence, {Outcome.LOW_PRECISION}) if wrong else ()
    named = mistake_params(evidence, names) if 0 < len(names) <= NAMES_SHOWN else {}
    double = exercise.precision is Precision.DOUBLE
    late = double and all(is_table(one) and one.error_ratio <= ROUNDED_LATE for one in wrong)
    case = "named" if named else "late" if late else ""
    finding = _answer(
        evidence,
        "COR007",
        [
            (case if case or is_table(one) else "place", {**element_params(one), **named})
            for one in wrong
        ],
        Verdict.UNDECIDED if case == "late" else Verdict.FAILED,
    )
    singles = [one for one in evidence.comparisons if _is_single(one, exercise)]
    if finding.verdict is Verdict.PASSED and singles:
        finding = replace(finding, case="single", params={"elements": singles[0].elements})
    yield finding


def _answer(
    evidence: ExerciseEvidence,
    check: str,
    wrong: Sequence[tuple[str, Params]],
    verdict: Verdict = Verdict.FAILED,
) -> Finding:
    """Says what is wrong (the first is shown), else why nothing can be said, else "passed"."""
    gate = _gate(evidence)
    if gate is None and wrong:
        case, params = in_net(evidence, check, *wrong[0])
        return Finding(
            check=check, subject=evidence.exercise, verdict=verdict, case=case, params=params
        )
    gate = gate or of_runs(one.run for one in evidence.comparisons) or _blocked(evidence, check)
    if gate is None and check != "COR001" and _is_script(evidence):
        gate = Gate(verdict=Verdict.SKIPPED, params={"not_called": evidence.exercise})
    if gate:
        return gate.finding(check, evidence)
    return Finding(check=check, subject=evidence.exercise, verdict=Verdict.PASSED)


def _while_timed(timing: Timing | None, exercise: Exercise) -> str:
    """Names what a function did that should only have returned right results.

    Too much time, memory or output for a large size is no mistake; an exception is, unless it may
    be the device's.
    """
    if timing is None or timing.trouble or exercise.sweep is None:
        return ""
    if timing.ended == RunStatus.PROTOCOL:
        return "timed-forged"
    if timing.ended == WRONG:
        return "timed-at" if timing.ended_size else "timed"
    raised = timing.ended == RunStatus.RUNTIME_ERROR and timing.ended_size
    return "timed-raised" if raised and exercise.device is not DeviceKind.GPU else ""


def _is_script(evidence: ExerciseEvidence) -> bool:
    """Says whether nothing was called: only matrices that a script left were looked at."""
    return evidence.entry is not None and evidence.entry.how is EntryHow.PROGRAM


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
        if hits and exact_types_only(hits):
            return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN008"})
        if hits:
            return skipped(CODES[outcome] if _lasting(evidence, outcome) else "COR005")
    return None


def _lasting(evidence: ExerciseEvidence, outcome: Outcome) -> list[Comparison]:
    """Picks, smallest first, the cases that end so in a fresh process as well.

    Where the program is known to remember calls, cases that were not tried alone prove nothing.
    Where it answers as chance has it, every wrong answer is its own.
    """
    if _varies(evidence):
        return sorted((one for one in evidence.comparisons if one.outcome is outcome), key=size_of)
    remembers = bool(_remembered(evidence))
    hits = [
        one
        for one in evidence.comparisons
        if one.outcome is outcome
        and one.alone is not Outcome.EQUAL
        and not (remembers and one.alone is None)
    ]
    return sorted(hits, key=size_of)


def _remembered(evidence: ExerciseEvidence) -> list[Comparison]:
    """Picks the cases that are right only in a fresh process. Limits and chance are not memory."""
    if _varies(evidence):
        return []
    return [
        one
        for one in evidence.comparisons
        if one.alone is Outcome.EQUAL
        and one.outcome is not Outcome.EQUAL
        and one.run.status in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
    ]


def _varies(evidence: ExerciseEvidence) -> bool:
    """Says whether the function was seen to answer the same calls in different ways."""
    return any(one.varies for one in evidence.comparisons)


def _is_single(comparison: Comparison, exercise: Exercise) -> bool:
    """Says whether a result is right in single precision, where more digits were given."""
    single = exercise.precision is Precision.SINGLE and comparison.outcome is Outcome.EQUAL
    lost = exercise.dtype != "float32" and comparison.error_ratio > SEEN_AS_SINGLE
    return single and lost


def _explaining(evidence: ExerciseEvidence, wrong: Collection[Outcome]) -> tuple[str, ...]:
    """Names the mistakes that every result agrees with, right ones included, if any is wrong.

    Large cases are left out: nobody computed what a mistake would give there.
    """
    asked = [one for one in evidence.comparisons if one.case.kind is not CaseKind.LARGE]
    compared = [one for one in asked if one.outcome in COMPARED]
    if not any(one.outcome in wrong for one in compared):
        return ()
    return tuple(
        name
        for name in compared[0].lookalikes
        if name in evidence.lessons and all(name in one.lookalikes for one in compared)
    )
