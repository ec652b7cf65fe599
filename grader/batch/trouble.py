"""Our own faults, as they show in evidence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from grader import __version__
from grader.batch.known import KNOWN_WRONG
from grader.grading import Setup
from grader.model.errors import StoreError
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.fault import Fault
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus
from grader.store import Observed, Store


def fault_in(evidence: Evidence) -> Fault | None:
    """Finds what went wrong on our side. Such evidence is made again in the next run."""
    if evidence.trouble:
        return _fault(evidence.trouble)
    if evidence.program is not None and evidence.program.trouble:
        return _fault(evidence.program.trouble)
    if evidence.report is not None and evidence.report.trouble:
        return _fault(evidence.report.trouble)
    faults = [*map(_fault_of, evidence.exercises), *map(_fault_of_timing, evidence.exercises)]
    return next((fault for fault in faults if fault is not None), None)


def worth_another_try(evidence: Evidence) -> bool:
    """Says whether a fault may be gone by now: all but what a right program of ours showed.

    Where the timing process itself died or hung, it was started again already.
    """
    fault = fault_in(evidence)
    if fault is None or fault.summary.startswith(KNOWN_WRONG):
        return False
    return fault.killed or fault not in map(_fault_of_timing, evidence.exercises)


def forgetting_faults(evidence: Evidence) -> Evidence:
    """Takes away the keys of exercises that went wrong on our side: only they are made again."""
    exercises = tuple(
        replace(one, key="") if _fault_of(one) is not None else one for one in evidence.exercises
    )
    return replace(evidence, exercises=exercises)


def _fault_of(observed: ExerciseEvidence) -> Fault | None:
    if observed.trouble:
        return _fault(observed.trouble)
    if observed.source is not None and observed.source.status is ParseStatus.CRASHED:
        return _fault(f"the source reader crashed: {observed.source.detail}")
    for run in _runs(observed):
        if run.status is RunStatus.SANDBOX_ERROR:
            return _fault(f"sandbox error: {run.detail}")
    return None


def _fault_of_timing(observed: ExerciseEvidence) -> Fault | None:
    """Timings have keys of their own: what was observed besides stays as it is."""
    return _fault(observed.timing.trouble) if observed.timing and observed.timing.trouble else None


def stored_evidence(store: Store, student: str, assignment: str) -> Evidence:
    """Reads stored evidence; what the disk has damaged is a fault of ours, and of nobody else's."""
    lost = "damaged in the results folder; run `grader grade` again"
    stored = store.evidence(student)
    return stored or _without_evidence(student, assignment, {}, f"what was observed is {lost}")


def refuse_another_version(observed: Iterable[Observed], folder: Path) -> None:
    """Raises StoreError when whole evidence is of a version that this one does not understand."""
    if other := [one.student for one in observed if one.whole and not one.readable]:
        raise StoreError(
            f"{folder}: another version of grader observed {', '.join(other)}; "
            "run `grader grade` again"
        )


def unread_evidence(student: str, setup: Setup, fault: Fault) -> Evidence:
    """Stands for a submission that could not be read because of a fault of ours."""
    return _without_evidence(student, setup.assignment.id, setup.machine, fault.traceback)


def _without_evidence(
    student: str, assignment: str, machine: Mapping[str, str], trouble: str
) -> Evidence:
    return Evidence(
        assignment=assignment,
        student=student,
        digest="",
        key="",
        main="",
        encoding="",
        candidates=(),
        files=(),
        troubles=(),
        exercises=(),
        machine=machine,
        grader=__version__,
        trouble=trouble,
    )


def _runs(observed: ExerciseEvidence) -> Iterator[RunRecord]:
    yield from (run for run in (observed.load, observed.whole_load) if run is not None)
    yield from (comparison.run for comparison in observed.comparisons)


def _fault(text: str) -> Fault:
    return Fault(summary=(text.strip().splitlines() or [""])[-1], traceback=text)
