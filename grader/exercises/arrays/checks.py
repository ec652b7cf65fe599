"""Findings from comparisons: RUN002 (entry_check.py), RUN008 and COR001 to COR007."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from grader.backends import with_library
from grader.cases.values import ALWAYS, ROUNDED_LATE, SEEN_AS_SINGLE, share
from grader.exercises.arrays.entry_check import after_search, entry_found
from grader.exercises.arrays.in_words import (
    answer_in_words,
    input_in_words,
    inputs_in_words,
    shape_in_words,
)
from grader.exercises.arrays.marks import marks_of
from grader.kinds import kind_of
from grader.model.calling import ValueKind
from grader.model.course import CaseKind, DeviceKind, Exercise, Precision
from grader.model.evidence import Comparison, EntryHow, Example, ExerciseEvidence, Outcome
from grader.model.finding import Finding, LazyList, LazyText, Location, Param, Verdict
from grader.model.gates import Gate, before_running, of_runs, skipped
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
# A check cannot pass if a case failed earlier in one of these ways.
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
ARRAYS = frozenset(backend.name for backend in with_library())
NAMES_SHOWN = 3
# Relative to the sum of an element's terms: rounding errors of types with 8 to 11 bits.
HALF_ERRORS = (2.0**-14, 2.0**-8)
LONGEST_EXAMPLE = 110  # characters; for longer examples, a row and column are shown instead
BESIDE = "tuple with "  # the guest's mark of a matrix returned together with plain values

Params = Mapping[str, Param]


def is_matrix(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """RUN008: the result is a list of rows of plain numbers."""
    del exercise
    wrong = _lasting(evidence, Outcome.NOT_A_MATRIX)
    undecided = exact_types_only(wrong)
    timed = bool(wrong) and all(map(_is_time, wrong))
    finding = _answer(
        evidence,
        "RUN008",
        [
            ("scalar-time" if timed else kind(comparison), value_params(comparison))
            for comparison in wrong
        ],
        Verdict.UNDECIDED if undecided else Verdict.FAILED,
    )
    beside = any(comparison.container.startswith(BESIDE) for comparison in evidence.comparisons)
    if finding.verdict is Verdict.PASSED and beside:
        finding = replace(finding, case="beside")
    yield finding


def right_values(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR001: every element is right. Show the smallest case that is not.

    A function right in every case, but not while being timed, is left to a person: there it is
    called repeatedly, while other programs may be running.
    """
    wrong = sorted(
        _lasting(evidence, Outcome.WRONG_VALUE), key=lambda comparison: not comparison.varies
    )
    finding = _answer(evidence, "COR001", [_shown(evidence, comparison) for comparison in wrong])
    case = _while_timed(evidence.timing, exercise)
    if finding.verdict is Verdict.PASSED and evidence.timing is not None and case:
        size: Params = {"size": evidence.timing.ended_size} if evidence.timing.ended_size else {}
        finding = replace(finding, verdict=Verdict.UNDECIDED, case=case, params=size)
    yield finding


def no_known_mistake(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR002: no single known mistake explains every result of the program."""
    del exercise
    wrong = {Outcome.WRONG_VALUE, Outcome.WRONG_SHAPE}
    names = _explaining(evidence, wrong)
    if len(names) > NAMES_SHOWN:  # the cases that ran cannot distinguish them
        yield (_gate(evidence) or skipped("COR001")).finding("COR002", evidence)
        return
    if not names and ALWAYS in _shared(evidence, wrong):
        yield _answer(evidence, "COR002", [("always", {"lookalike": ALWAYS})])
        return
    names = names or _family(evidence, wrong)
    excused = any(evidence.lessons[name].excusable for name in names)
    finding = _answer(
        evidence,
        "COR002",
        [("excusable" if excused else "", mistake_params(evidence, names))] if names else [],
        Verdict.UNDECIDED if excused else Verdict.FAILED,
    )
    if finding.verdict in {Verdict.FAILED, Verdict.UNDECIDED} and len(names) == 1:
        seen_as = evidence.lessons[names[0]].seen_as
        places = (mark.location for mark in marks_of(evidence) if mark.name in seen_as)
        finding = replace(finding, locations=tuple(dict.fromkeys(places)))
    yield finding


def right_shape(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR003: the result has the right number of rows and columns."""
    del exercise
    wrong = _lasting(evidence, Outcome.WRONG_SHAPE)
    names = _explaining(evidence, {Outcome.WRONG_SHAPE})
    if wrong and any(evidence.lessons[name].excusable for name in names):
        gate = _gate(evidence) or Gate(verdict=Verdict.UNDECIDED, params={"because": "COR002"})
        yield gate.finding("COR003", evidence)
        return
    yield _answer(evidence, "COR003", [_shape(evidence, comparison) for comparison in wrong])


def keeps_its_input(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR004: a and b are unchanged after the call."""
    wrong = sorted(
        (comparison for comparison in evidence.comparisons if comparison.inputs_changed),
        key=_by_size,
    )
    at = evidence.changes_at
    case = kind_of(exercise).case("COR004", "line" if at else "")
    if exercise.backend in ARRAYS:
        case = "array-line" if at else "array"
    finding = _answer(
        evidence, "COR004", [(case, _changed_params(comparison)) for comparison in wrong]
    )
    if finding.verdict is Verdict.FAILED and at is not None:
        finding = replace(finding, locations=(Location(file=at[0], line=at[1]),))
    yield finding


def forgets_earlier_calls(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR005: a case that is right in a fresh process is also right after other calls.

    Also, the next call must not overwrite its result.
    """
    arrays = exercise.backend in ARRAYS
    wrong = _remembered(evidence)
    example = evidence.example
    params = example_params(example) if example and example.earlier else {}
    case = "example" if params else ""
    yield _answer(
        evidence,
        "COR005",
        [
            *((case, {**sizes(comparison), **params}) for comparison in wrong),
            *(
                ("overwritten-array" if arrays else "overwritten", sizes(comparison))
                for comparison in evidence.comparisons
                if comparison.overwritten
            ),
        ],
    )


def finite_only(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR006: no element is NaN or infinite."""
    wrong = _lasting(evidence, Outcome.NOT_FINITE)
    kind = kind_of(exercise)
    case = kind.case("COR006", "")
    places = [
        (case if is_table(comparison) else "place", element_params(comparison))
        for comparison in wrong
    ]
    finding = _answer(evidence, "COR006", places)
    adds = evidence.entry is not None and evidence.entry.target.cleared
    if finding.verdict is Verdict.PASSED and adds:
        finding = replace(finding, verdict=Verdict.UNDECIDED, case=kind.case("COR006", "adds"))
    yield finding


def enough_digits(evidence: ExerciseEvidence, exercise: Exercise) -> Iterable[Finding]:
    """COR007: right results have the required number of digits."""
    outcomes = {comparison.outcome for comparison in evidence.comparisons}
    wrong = _lasting(evidence, Outcome.LOW_PRECISION)
    if Outcome.WRONG_VALUE in outcomes:
        wrong = []
    few = {Outcome.LOW_PRECISION}
    names = (_explaining(evidence, few) or _family(evidence, few)) if wrong else ()
    named = mistake_params(evidence, names) if 0 < len(names) <= NAMES_SHOWN else {}
    double = exercise.precision is Precision.DOUBLE
    late = double and all(
        is_table(comparison) and comparison.error_ratio <= ROUNDED_LATE for comparison in wrong
    )
    half = exercise.backend in ARRAYS and all(
        is_table(comparison)
        and HALF_ERRORS[0] <= comparison.error_ratio * share(exercise.precision) <= HALF_ERRORS[1]
        for comparison in wrong
    )
    case = "named" if named else "late" if late else "half" if half else ""
    finding = _answer(
        evidence,
        "COR007",
        [
            (
                case if case or is_table(comparison) else "place",
                {**element_params(comparison), **named},
            )
            for comparison in wrong
        ],
        Verdict.UNDECIDED if case == "late" else Verdict.FAILED,
    )
    singles = [
        comparison for comparison in evidence.comparisons if _is_single(comparison, exercise)
    ]
    if finding.verdict is Verdict.PASSED and singles:
        finding = replace(finding, case="single", params={"elements": singles[0].elements})
    yield finding


def _answer(
    evidence: ExerciseEvidence,
    check: str,
    wrong: Sequence[tuple[str, Params]],
    verdict: Verdict = Verdict.FAILED,
) -> Finding:
    """Return a finding about the first wrong case, else the gate's, else a pass."""
    gate = _gate(evidence)
    if gate is None and wrong:
        case, params = wrong[0]
        return Finding(
            check=check, subject=evidence.exercise, verdict=verdict, case=case, params=params
        )
    gate = (
        gate
        or of_runs(comparison.run for comparison in evidence.comparisons)
        or _blocked(evidence, check)
    )
    if gate is None and check != "COR001" and _is_script(evidence):
        gate = Gate(verdict=Verdict.SKIPPED, params={"not_called": evidence.exercise})
    if gate:
        return gate.finding(check, evidence)
    return Finding(check=check, subject=evidence.exercise, verdict=Verdict.PASSED)


def _while_timed(timing: Timing | None, exercise: Exercise) -> str:
    """Return the case for a function that failed while being timed; "" if it did not.

    Excessive time, memory or output for a large size is no mistake; an exception is, unless the
    device may have caused it.
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
    """Return whether nothing was called: only a script's matrices were compared."""
    return evidence.entry is not None and evidence.entry.how is EntryHow.PROGRAM


def _gate(evidence: ExerciseEvidence) -> Gate | None:
    """Return the gate that forbids even a proven failure: no run, our fault, tampering."""
    gate = before_running(evidence) or after_search(evidence)
    if gate is None:
        gate = of_runs(comparison.run for comparison in evidence.comparisons)
        return None if gate is None or gate.verdict is Verdict.SKIPPED else gate
    return gate


def _blocked(evidence: ExerciseEvidence, check: str) -> Gate | None:
    own = tuple(outcome for outcome, code in CODES.items() if code == check)
    for outcome in (*BLOCKERS[check], *own):
        hits = [comparison for comparison in evidence.comparisons if comparison.outcome is outcome]
        if hits and exact_types_only(hits):
            return Gate(verdict=Verdict.UNDECIDED, params={"because": "RUN008"})
        if hits:
            return skipped(CODES[outcome] if _lasting(evidence, outcome) else "COR005")
    return None


def _lasting(evidence: ExerciseEvidence, outcome: Outcome) -> list[Comparison]:
    """Return the cases, smallest first, that have this outcome in a fresh process too.

    If the program is known to remember calls, cases not tried alone prove nothing. If its answers
    vary randomly, every wrong answer counts.
    """
    if _varies(evidence):
        return sorted(
            (comparison for comparison in evidence.comparisons if comparison.outcome is outcome),
            key=_by_size,
        )
    remembers = bool(_remembered(evidence))
    hits = [
        comparison
        for comparison in evidence.comparisons
        if comparison.outcome is outcome
        and comparison.alone is not Outcome.EQUAL
        and not (remembers and comparison.alone is None)
    ]
    return sorted(hits, key=_by_size)


def _remembered(evidence: ExerciseEvidence) -> list[Comparison]:
    """Return cases that are right only in a fresh process. Limits and chance are not memory."""
    if _varies(evidence):
        return []
    return [
        comparison
        for comparison in evidence.comparisons
        if comparison.alone is Outcome.EQUAL
        and comparison.outcome is not Outcome.EQUAL
        and comparison.run.status in {RunStatus.OK, RunStatus.RUNTIME_ERROR}
    ]


def _varies(evidence: ExerciseEvidence) -> bool:
    """Return whether the function answered the same calls differently."""
    return any(comparison.varies for comparison in evidence.comparisons)


def _is_single(comparison: Comparison, exercise: Exercise) -> bool:
    """Return whether a result is right in single precision although the inputs had more digits."""
    single = exercise.precision is Precision.SINGLE and comparison.outcome is Outcome.EQUAL
    lost = exercise.dtype != "float32" and comparison.error_ratio > SEEN_AS_SINGLE
    return single and lost


def _explaining(evidence: ExerciseEvidence, wrong: Collection[Outcome]) -> tuple[str, ...]:
    """Return the mistakes consistent with every result, right ones included, if any is wrong."""
    lessons = evidence.lessons
    shared = _shared(evidence, wrong)
    return tuple(name for name in shared if name in lessons and not lessons[name].family)


def _family(evidence: ExerciseEvidence, wrong: Collection[Outcome]) -> tuple[str, ...]:
    """Return the first family consistent with every result; few wrong ones make no family."""
    small = _small(evidence)
    outcomes = [comparison.outcome for comparison in small]
    seldom = 2 * sum(outcome is not Outcome.EQUAL for outcome in outcomes) < len(outcomes)
    if seldom or not COMPARED.issuperset(outcomes) or _remembered(evidence):
        return ()
    shared = _shared(evidence, wrong)
    return tuple(name for name in shared if name in evidence.lessons)[:1]


def _small(evidence: ExerciseEvidence) -> list[Comparison]:
    """Return comparisons without large cases, for which mistakes are not modelled."""
    return [
        comparison
        for comparison in evidence.comparisons
        if comparison.case.kind is not CaseKind.LARGE
    ]


def _shared(evidence: ExerciseEvidence, wrong: Collection[Outcome]) -> tuple[str, ...]:
    compared = [comparison for comparison in _small(evidence) if comparison.outcome in COMPARED]
    if not any(comparison.outcome in wrong for comparison in compared):
        return ()
    explaining = [
        name
        for name in compared[0].lookalikes
        if all(name in comparison.lookalikes for comparison in compared)
    ]
    named: dict[tuple[str, ...], str] = {}  # by name: models of the same mistake share it
    for name in explaining:
        lesson = evidence.lessons.get(name)
        named.setdefault(tuple(lesson.name.values()) if lesson else (name,), name)
    return tuple(named.values())


ROWS_COLUMNS = 2
EXACT_TYPES = {"int", "float", "Fraction", "Decimal"}


def mistake_params(evidence: ExerciseEvidence, names: Sequence[str]) -> Params:
    """Return the names of the mistakes, and the first one's lesson."""
    lessons = [evidence.lessons[name] for name in names]
    return {
        "lookalike": names[0],
        "name": lessons[0].name
        if len(lessons) == 1
        else LazyList("between.or", tuple(lesson.name for lesson in lessons)),
        "lesson": lessons[0].lesson,
    }


def _is_time(comparison: Comparison) -> bool:
    """Return whether the result is a float that may be the call's duration by our clock."""
    if comparison.kind is not ValueKind.SCALAR or comparison.container != "float":
        return False
    try:
        seconds = float(comparison.description)
    except ValueError:
        return False
    return 0 < seconds <= comparison.run.wall_seconds


def exact_types_only(wrong: Sequence[Comparison]) -> bool:
    """Return whether results fail to be matrices only because of exact types."""
    return bool(wrong) and all(
        comparison.kind is ValueKind.OTHER
        and bool(comparison.elements)
        and set(comparison.elements.split(" and ")) <= EXACT_TYPES
        for comparison in wrong
    )


def kind(comparison: Comparison) -> str:
    """Return the case of the sentence for a result that is not a matrix."""
    is_row = comparison.kind is ValueKind.MATRIX and " of " not in comparison.container
    match comparison.kind:
        case ValueKind.NONE | ValueKind.RAGGED | ValueKind.SCALAR:
            return comparison.kind.value
        case _ if exact_types_only([comparison]):
            return "exact-numbers"
        case _ if comparison.elements and not is_row:
            return "elements"
        case _ if comparison.container == "tuple" and comparison.description.startswith("([["):
            return "several"
        case _ if comparison.container in {"list", "tuple"}:
            return "flat"
        case _:
            return "other"


def sizes(comparison: Comparison) -> dict[str, Param]:
    """Describe a case's input: its size, and the inputs in words."""
    return {"size": comparison.case.size, "inputs": inputs_in_words(comparison)}


def size_of(comparison: Comparison) -> int:
    """Return the size of the case."""
    return comparison.case.size


def _by_size(comparison: Comparison) -> tuple[bool, int]:
    return comparison.case.by_size


def value_params(comparison: Comparison) -> Params:
    """Describe a result that is not a matrix."""
    return {
        **sizes(comparison),
        **answer_in_words(comparison),
        "container": comparison.container,
        "elements": comparison.elements,
        "description": comparison.description,
    }


def _changed_params(comparison: Comparison) -> Params:
    named = (input_in_words(place, comparison) for place in comparison.changed)
    which = tuple(words for words in named if words) or (LazyText("shape.passed_in"),)
    return {**sizes(comparison), "which": LazyList("between.and", which)}


def example_params(example: Example) -> Params:
    """Describe a call that can be pasted, the right result, and the actual one."""
    return {
        "given": example.given,
        "right": example.expected,
        "returned": example.got,
        "earlier": example.earlier,
    }


def _shown(evidence: ExerciseEvidence, comparison: Comparison) -> tuple[str, Params]:
    """Describe the small example if there is one, else an element."""
    case, params = element(comparison)
    example = evidence.example
    if example is None or example.earlier or not example.shaped or comparison.varies:
        return case, params
    return "example", {**params, **example_params(example)}


def _shape(evidence: ExerciseEvidence, comparison: Comparison) -> tuple[str, Params]:
    """Describe a short example if there is one; for a convolution, explain the smaller shape."""
    params = shape_params(comparison)
    rows = comparison.expected_shape[0] if len(comparison.expected_shape) == ROWS_COLUMNS else 0
    kind = "smaller" if 0 < rows < size_of(comparison) else ""
    if kind:
        return kind, {**params, "less": size_of(comparison) - rows}
    example = evidence.example
    if example is None or example.earlier or example.shaped:
        return kind, params
    shown = example_params(example)
    long = sum(len(str(text)) for text in shown.values()) > LONGEST_EXAMPLE
    return (kind, params) if long else ("example", {**params, **shown})


def shape_params(comparison: Comparison) -> Params:
    """Describe rows and columns, actual and expected."""
    return {
        **sizes(comparison),
        "expected": shape_in_words(comparison.expected_shape),
        "got": shape_in_words(comparison.shape),
    }


def element(comparison: Comparison) -> tuple[str, Params]:
    """Describe the wrong element, with the inputs if they are short."""
    params = element_params(comparison)
    if comparison.varies:
        return "varies", params
    if not is_table(comparison):
        return "place", params
    if not comparison.given:
        return "", params
    return "inputs", {**params, "given": comparison.given}


def is_table(comparison: Comparison) -> bool:
    """Return whether the right answer has rows and columns, unlike a vector or batch."""
    return len(comparison.expected_shape) in {0, ROWS_COLUMNS}


def element_params(comparison: Comparison) -> Params:
    """Describe the first wrong element."""
    first = comparison.first_wrong
    assert first is not None  # compare() records one for every wrong result
    place = "".join(f"[{index}]" for index in first.place)
    return {
        **sizes(comparison),
        "row": first.row + 1,
        "column": first.column + 1,
        **({} if is_table(comparison) else {"place": place}),
        "expected": first.expected,
        "got": first.got,
    }
