"""PTN001 and PTN002. Pure."""

from collections.abc import Iterator

from grader.model.course import Exercise
from grader.model.evidence import ExerciseEvidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.gates import of_source
from grader.records import opened_record
from saiten_pattern.record import Outcome, PatternRecord


def is_there(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
    """PTN001: there is a pattern that can be compiled."""
    record = opened_record(evidence.records, "pattern", PatternRecord)
    if hindered := _hindered("PTN001", evidence, record):
        yield hindered
        return
    assert record is not None
    verdict = {
        Outcome.ABSENT: Verdict.FAILED,
        Outcome.INVALID: Verdict.FAILED,
        Outcome.COMPUTED: Verdict.UNDECIDED,
    }.get(record.outcome, Verdict.PASSED)
    is_plain = record.outcome is Outcome.ABSENT or verdict is Verdict.PASSED
    yield Finding(
        check="PTN001",
        subject=exercise.id,
        verdict=verdict,
        case="" if is_plain else record.outcome.value,
        params={"entry": exercise.entry, "error": record.error},
        locations=_places(record),
    )


def is_right(evidence: ExerciseEvidence, exercise: Exercise) -> Iterator[Finding]:
    """PTN002: it matches what it has to, and nothing else."""
    record = opened_record(evidence.records, "pattern", PatternRecord)
    if hindered := _hindered("PTN002", evidence, record):
        yield hindered
        return
    assert record is not None
    if record.outcome not in {Outcome.TRIED, Outcome.SLOW}:
        computed = record.outcome is Outcome.COMPUTED
        yield Finding(
            check="PTN002",
            subject=exercise.id,
            verdict=Verdict.UNDECIDED if computed else Verdict.SKIPPED,
            params={"because": "PTN001"},
        )
        return
    wrong = (*record.missed, *record.taken)
    case = "missed" if record.missed else "taken" if wrong else ""
    case = "slow" if record.outcome is Outcome.SLOW else case
    yield Finding(
        check="PTN002",
        subject=exercise.id,
        verdict=Verdict.FAILED if case else Verdict.PASSED,
        case=case,
        params={"pattern": record.pattern, "text": repr(wrong[0]) if wrong else ""},
        locations=_places(record) if case else (),
    )


def _places(record: PatternRecord) -> tuple[Location, ...]:
    return (record.location,) if record.location is not None else ()


def _hindered(
    code: str, evidence: ExerciseEvidence, record: PatternRecord | None
) -> Finding | None:
    """Answer where the text was not read, or breaks the import rule, or we went wrong."""
    if evidence.trouble:
        trouble = evidence.trouble.strip().splitlines()[-1]
        return Finding(
            check=code,
            subject=evidence.exercise,
            verdict=Verdict.BROKEN,
            params={"trouble": trouble},
        )
    if evidence.source is None:
        return Finding(check=code, subject=evidence.exercise, verdict=Verdict.SKIPPED)
    if gate := of_source(evidence.source):
        return gate.finding(code, evidence)
    broken = Finding(check=code, subject=evidence.exercise, verdict=Verdict.BROKEN)
    return broken if record is None else None
