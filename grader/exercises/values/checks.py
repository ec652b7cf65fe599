"""VAL001 to VAL008: turn answers into findings. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import wraps

from msgspec.structs import replace

from grader.exercises.values.comparing import NUMBER
from grader.exercises.values.record import MESSAGE, Outcome, TestResult, ValuesRecord, record_of
from grader.exercises.values.reference import EXIT_CODE, PROGRAM
from grader.exercises.values.table import Compared
from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, LazyText, Location, Param, Verdict
from grader.model.gates import of_source
from grader.model.run import RunRecord, RunStatus
from grader.sandbox.checks import places_of

MISSING, RULES, ENDS, KNOWN, WRONG, TYPE, EXCEPTION, REMEMBERS = (
    f"VAL00{number}" for number in range(1, 9)
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
FLOAT = re.compile(r"\d\.\d|\de[-+]?\d")
MOST_PLACES = 3  # maximum number of places shown of a traceback
ENOUGH = 0.1  # share of the elapsed time: with less CPU time, the computer was busy
ENDINGS: Mapping[RunStatus, str] = {
    RunStatus.TIMEOUT: "timeout",
    RunStatus.MEMORY: "memory",
    RunStatus.SIGNAL: "died",
    RunStatus.OUTPUT: "output",
    RunStatus.RUNTIME_ERROR: "raised",
}


OfRecord = Callable[[ExerciseEvidence, Exercise, ValuesRecord | None], Iterator[Finding]]
OfExercise = Callable[[ExerciseEvidence, Exercise], Iterator[Finding]]


def of_each_group(check: OfRecord) -> OfExercise:
    """Make a check report on each group of tests as well as on all of them."""

    @wraps(check)
    def asked(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
        record = _asked(evidence)
        for finding in check(evidence, exercise, record):
            parts: dict[str, Verdict] = {}
            if record is not None and _is_divided(record):
                for group in exercise.own.group:
                    alone = _of_group(record, group.id)
                    (own,) = check(evidence, exercise, alone)
                    parts[group.id] = own.verdict if alone.tests else Verdict.SKIPPED
            yield replace(finding, parts=parts)

    return asked


def _is_divided(record: ValuesRecord) -> bool:
    """Return whether groups are judged separately. One forged answer taints all groups."""
    return bool(record.tests) and all(each.outcome is not Outcome.FORGERY for each in record.tests)


def _of_group(record: ValuesRecord, group: str) -> ValuesRecord:
    tests = tuple(each for each in record.tests if each.group == group)
    is_wrong = any(each.outcome is not Outcome.RIGHT for each in tests)
    return replace(record, tests=tests, mistakes=record.mistakes if is_wrong else ())


def is_there(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
    """VAL001: the required names exist."""
    record = _asked(evidence)
    if hindered := _hindered(MISSING, evidence, record):
        yield hindered
    elif _load_failed(evidence):
        yield _skipped(MISSING, exercise, ENDS)
    elif record is not None and (record.program or record.entry):
        case = "other-name" if record.instead else ""
        params: dict[str, Param] = {"entry": exercise.entry, "name": record.entry}
        yield _finding(MISSING, exercise, Verdict.PASSED, case, params if case else {})
    else:
        found = ", ".join(f"`{name}`" for name in record.found) if record is not None else ""
        case = "others" if found else "nothing"
        params = {"entry": exercise.entry, "found": found}
        yield _finding(MISSING, exercise, Verdict.FAILED, case, params)


def keeps_rules(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
    """VAL002: the program avoids forbidden names, and has the required constructs."""
    record = _asked(evidence)
    if hindered := _hindered(RULES, evidence, record):
        yield hindered
        return
    breaches = record.breaches if record is not None else ()
    if not breaches:
        yield _finding(RULES, exercise, Verdict.PASSED)
        return
    first = breaches[0]
    what: Param = first.what
    if first.kind != "name":
        what = LazyText(f"values.construct.{first.what}")
    places = tuple(each.location for each in breaches if each.location is not None)
    yield _finding(RULES, exercise, Verdict.FAILED, first.kind, {"what": what}, places)


@of_each_group
def finishes(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL003: the program runs to its end, and raises only required exceptions."""
    if hindered := _hindered(ENDS, evidence, record):
        yield hindered
        return
    if _load_failed(evidence) and evidence.load is not None:
        yield _of_run(ENDS, exercise, evidence.load, "load", {})
        return
    if record is None or not (record.entry or record.program):
        yield _skipped(ENDS, exercise, MISSING)
        return
    bad = [each for each in record.tests if each.outcome in {Outcome.ENDED, Outcome.RAISED}]
    forged = [each for each in record.tests if each.outcome is Outcome.FORGERY]
    if forged:
        yield _finding(ENDS, exercise, Verdict.UNDECIDED, "forgery", {"asked": _shown(forged[0])})
    elif not bad:
        yield _finding(ENDS, exercise, Verdict.PASSED)
    else:
        worst = _plainest([each for each in bad if each.alone] or bad)
        told = {**_told(record, bad), **_about(worst)}
        assert worst.run is not None
        when = "run" if record.program else "asked"
        found = _of_run(ENDS, exercise, worst.run, when, told, worst.misfit)
        is_spoilt = found.case == "asked-raised" and not worst.alone
        yield replace(found, case="asked-spoilt") if is_spoilt else found


@of_each_group
def no_known_mistake(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL004: no known mistake gives the program's answers."""
    if stopped := _stopped(KNOWN, evidence, exercise, record):
        yield stopped
    elif record is not None and record.mistakes:
        mistake = record.mistakes[0]
        params: dict[str, Param] = {
            "mistake": mistake.id,
            "name": mistake.name,
            "lesson": mistake.lesson,
        }
        yield _finding(KNOWN, exercise, Verdict.FAILED, "", params)
    else:
        yield _finding(KNOWN, exercise, Verdict.PASSED)


@of_each_group
def right_answers(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL005: the answers are right."""
    cases = {Outcome.WRONG: "value", Outcome.FOREIGN: "foreign", Outcome.LARGE: "large"}
    yield from _of_outcomes(WRONG, evidence, exercise, record, cases)


@of_each_group
def right_types(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL006: right values have the required types."""
    yield from _of_outcomes(TYPE, evidence, exercise, record, {Outcome.TYPE: "type"})


@of_each_group
def right_exceptions(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL007: the required exceptions are raised."""
    cases = {Outcome.NOT_RAISED: "none", Outcome.OTHER_RAISED: "other"}
    yield from _of_outcomes(EXCEPTION, evidence, exercise, record, cases)


@of_each_group
def forgets_calls(
    evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Iterator[Finding]:
    """VAL008: earlier calls do not change the answers."""
    if stopped := _stopped(REMEMBERS, evidence, exercise, record):
        yield stopped
        return
    spoilt = [each for each in record.tests if not each.alone] if record is not None else []
    if not spoilt:
        yield _finding(REMEMBERS, exercise, Verdict.PASSED)
        return
    plainest = _plainest(spoilt)
    case = "hidden" if plainest.hidden else "" if plainest.expected else "spoilt"
    yield _finding(REMEMBERS, exercise, Verdict.FAILED, case, _about(plainest))


def _of_outcomes(
    code: str,
    evidence: ExerciseEvidence,
    exercise: Exercise,
    record: ValuesRecord | None,
    cases: Mapping[Outcome, str],
) -> Iterator[Finding]:
    if stopped := _stopped(code, evidence, exercise, record):
        yield stopped
        return
    tests = record.tests if record is not None else ()
    bad = [each for each in tests if each.outcome in cases and each.alone]
    if not bad:
        raised = [each for each in tests if each.outcome is Outcome.RAISED]
        # If some tests have no answer, not all answers are right.
        unanswered = bool(raised) and (code == WRONG or len(raised) == len(tests))
        verdict = _skipped(code, exercise, ENDS) if unanswered else None
        yield verdict or _finding(code, exercise, Verdict.PASSED)
        return
    smallest = _plainest(bad)
    case = cases[smallest.outcome]
    if smallest.hidden:
        case = "hidden"
    elif record is not None and record.program:
        case = _of_what_ran(case, smallest, exercise)
    else:
        case = _of_answer(case, smallest)
    params = {**_told(record, bad), **_about(smallest), "tolerance": _tolerance(smallest, exercise)}
    places = _places(smallest.run) if smallest.run is not None else ()
    places = places if smallest.misfit is None else (smallest.misfit,)
    yield _finding(code, exercise, Verdict.FAILED, case, params, places)


def _of_what_ran(  # noqa: PLR0911  one for each sentence
    case: str, test: TestResult, exercise: Exercise
) -> str:
    """Choose the sentence for a program's output, files or variables."""
    by_line = exercise.own.printed in {Compared.LINES, Compared.EXACT}
    if case == "foreign":
        return "foreign-variable"
    if case != "value":
        return case
    if test.place == EXIT_CODE:
        return "exit-code"
    if test.place.isdecimal():
        printed = "printed" if by_line else "printed-words"
        return "nothing-printed" if (test.place, test.got) == ("1", "—") else printed
    files = {name for each in exercise.own.test for name in each.written}
    if test.got == "—" and test.place in files:
        return "absent-file"
    if test.place.rpartition(": ")[0] in files:
        return "written" if by_line else "written-words"
    return "absent-variable" if test.got == "—" and test.place.isidentifier() else "after-run"


def _of_answer(case: str, test: TestResult) -> str:  # noqa: PLR0911  one for each sentence
    """Choose the sentence for a call's result or exception."""
    if case == "value":
        if not test.expected:
            return "property"
        if test.got == "None":
            return "none"
        return "placed" if test.place else "value"
    if case == "foreign" and test.got.startswith("<bound method "):
        return "method"
    if case == "type" and test.expected not in {"list", "tuple"}:
        return "iterator" if test.expected == "iterator" else "other-type"
    if case == "other" and test.misfit is not None:
        return "misfit"
    return "message" if case == "other" and test.place == MESSAGE else case


def _plainest(tests: list[TestResult]) -> TestResult:
    """Choose the test most useful to a student: a visible one if possible, and the shortest."""
    return min(tests, key=lambda each: (each.hidden, each.size))


def _asked(evidence: ExerciseEvidence) -> ValuesRecord | None:
    return record_of(evidence.records)


def _hindered(code: str, evidence: ExerciseEvidence, record: ValuesRecord | None) -> Finding | None:
    """Return the finding if the program was not run at all."""
    subject = evidence.exercise
    if evidence.trouble:
        return Finding(
            check=code,
            subject=subject,
            verdict=Verdict.BROKEN,
            params={"trouble": evidence.trouble.strip().splitlines()[-1]},
        )
    if evidence.source is None:
        return Finding(check=code, subject=subject, verdict=Verdict.SKIPPED)
    if gate := of_source(evidence.source):
        return gate.finding(code, evidence)
    if record is None:
        return Finding(check=code, subject=subject, verdict=Verdict.BROKEN)
    if evidence.load is not None and evidence.load.status is RunStatus.SANDBOX_ERROR:
        return Finding(
            check=code,
            subject=subject,
            verdict=Verdict.BROKEN,
            params={"trouble": evidence.load.detail},
        )
    return None


def _stopped(
    code: str, evidence: ExerciseEvidence, exercise: Exercise, record: ValuesRecord | None
) -> Finding | None:
    """Return the finding if an earlier failure leaves no results to judge."""
    if hindered := _hindered(code, evidence, record):
        return hindered
    if _load_failed(evidence):
        return _skipped(code, exercise, ENDS)
    if record is None or not (record.entry or record.program):
        return _skipped(code, exercise, MISSING)
    if any(each.outcome is Outcome.FORGERY for each in record.tests):
        return _finding(code, exercise, Verdict.UNDECIDED, "", {"because": ENDS})
    if any(each.outcome is Outcome.ENDED for each in record.tests):
        return _skipped(code, exercise, ENDS)
    return None


def _load_failed(evidence: ExerciseEvidence) -> bool:
    return evidence.load is not None and evidence.load.status is not RunStatus.OK


def _because(code: str, subject: str, because: str) -> Finding:
    return Finding(
        check=code, subject=subject, verdict=Verdict.SKIPPED, params={"because": because}
    )


def _skipped(code: str, exercise: Exercise, because: str) -> Finding:
    return _because(code, exercise.id, because)


def _finding(  # noqa: PLR0913, PLR0917  the parts of a finding
    code: str,
    exercise: Exercise,
    verdict: Verdict,
    case: str = "",
    params: Mapping[str, Param] | None = None,
    locations: tuple[Location, ...] = (),
) -> Finding:
    return Finding(
        check=code,
        subject=exercise.id,
        verdict=verdict,
        case=case,
        params=params or {},
        locations=locations,
    )


def _told(record: ValuesRecord | None, bad: list[TestResult]) -> dict[str, Param]:
    total = len(record.tests) if record is not None else len(bad)
    return {"bad": len(bad), "total": total}


def _shown(test: TestResult) -> Param:
    if test.hidden:
        return test.name or LazyText("values.hidden")
    return test.shown or LazyText("values.no_input")


def _about(test: TestResult) -> dict[str, Param]:
    """Return the parameters of the sentences about a test."""
    return {
        "asked": test.step or _shown(test),
        "expected": test.expected,
        "got": test.got,
        "place": test.place,
        "file": test.place.rpartition(": ")[0],
        "line": test.place.rpartition(": ")[2],
        "defined": test.misfit.text if test.misfit is not None else "",
        "instructor": test.hint or LazyText("values.no_hint"),
    }


def _tolerance(test: TestResult, exercise: Exercise) -> Param:
    """Return the tolerance if floats differ; a note if a number stands against a text of it."""
    rule = exercise.own
    kinds = [bool(QUOTED.fullmatch(text)) for text in (test.expected, test.got)]
    if len({*kinds}) > 1 and all(
        NUMBER.fullmatch(text.strip("'\"")) for text in (test.expected, test.got)
    ):
        return LazyText("values.text_or_number")
    of_text = exercise.calls == PROGRAM and rule.printed is not Compared.NUMBERS
    both = (QUOTED.sub("", text) for text in (test.expected, test.got))
    if of_text or not all(map(FLOAT.search, both)):
        return LazyText("values.no_hint")
    params = {"relative": f"{rule.relative:g}", "absolute": f"{rule.absolute:g}"}
    return LazyText("values.tolerance", params)


def _of_run(  # noqa: PLR0913, PLR0917  the parts of a finding
    code: str,
    exercise: Exercise,
    run: RunRecord,
    when: str,
    params: Mapping[str, Param],
    misfit: Location | None = None,
) -> Finding:
    if run.status is RunStatus.PROTOCOL:
        return _finding(code, exercise, Verdict.UNDECIDED, "forgery", params)
    had = run.wall_seconds - run.kept_waiting
    busy = run.lacks_cpu and had < ENOUGH * run.wall_seconds
    verdict = Verdict.UNDECIDED if busy or run.lacks_threads else Verdict.FAILED
    error = run.traceback
    more: dict[str, Param] = {
        "exception": error.type if error is not None else "",
        "text": (error.message[:200] if error is not None else "") or LazyText("call.no_message"),
        "signal": run.exit_signal,
        "code": run.exit_code,
    }
    case = f"{when}-{ENDINGS[run.status]}" if run.status in ENDINGS else when
    if run.status is RunStatus.SIGNAL and run.exit_signal:
        case = f"{when}-killed"
    elif case == "asked-raised" and not places_of(run):
        case = "asked-misfit" if misfit is not None else "asked-not-called"
    case = f"{when}-busy" if busy else case
    places = _places(run) if misfit is None else (misfit,)
    return _finding(code, exercise, verdict, case, {**params, **more}, places)


def _places(run: RunRecord) -> tuple[Location, ...]:
    """Return the innermost places of an exception's traceback, the innermost last."""
    return tuple(reversed(places_of(run)[:MOST_PLACES]))
