"""Our own faults are found in evidence; the student's are not mistaken for ours."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake import read_submission, unread_submission
from grader.model.evidence import Evidence, ExerciseEvidence
from grader.model.run import RunRecord, RunStatus
from grader.model.static import ParseStatus, SourceFacts
from grader.observing import fault_in, kept_of, keys_of
from tests.batch.classes import RIGHT, Classroom
from tests.store.records_for_tests import full_evidence

FINE = SourceFacts(status=ParseStatus.OK)


def evidence_with(exercise: ExerciseEvidence) -> Evidence:
    """Evidence of one exercise."""
    return replace(full_evidence(), exercises=(exercise,))


def loaded(status: RunStatus) -> Evidence:
    """Evidence of a program whose load ended so."""
    run = RunRecord(status=status, detail="why")
    return evidence_with(ExerciseEvidence(exercise="matmul", source=FINE, load=run))


@pytest.mark.parametrize(
    "status", [status for status in RunStatus if status is not RunStatus.SANDBOX_ERROR]
)
def test_what_students_cause_is_no_fault(status: RunStatus) -> None:
    """Every way in which a program ends by itself is evidence to keep."""
    assert fault_in(loaded(status)) is None


def test_source_that_cannot_be_parsed_is_no_fault() -> None:
    """Bad syntax and a source too complex to read are the student's."""
    for status in (ParseStatus.SYNTAX_ERROR, ParseStatus.TOO_COMPLEX):
        source = SourceFacts(status=status)
        assert fault_in(evidence_with(ExerciseEvidence(exercise="m", source=source))) is None


def test_sandbox_error_is_a_fault() -> None:
    """A run that our side broke is named with its reason."""
    fault = fault_in(loaded(RunStatus.SANDBOX_ERROR))
    assert fault is not None
    assert fault.summary == "sandbox error: why"


def test_sandbox_error_in_a_case_is_a_fault() -> None:
    """One broken case spoils the evidence."""
    evidence = full_evidence()
    (exercise,) = evidence.exercises
    (comparison,) = exercise.comparisons
    run = RunRecord(status=RunStatus.SANDBOX_ERROR)
    broken = replace(exercise, comparisons=(replace(comparison, run=run),))
    assert fault_in(evidence) is None
    assert fault_in(evidence_with(broken)) is not None


def test_crashed_reader_is_a_fault() -> None:
    """The source reader's own death is ours."""
    source = SourceFacts(status=ParseStatus.CRASHED, detail="signal 11")
    fault = fault_in(evidence_with(ExerciseEvidence(exercise="matmul", source=source)))
    assert fault is not None
    assert "signal 11" in fault.summary


@pytest.mark.parametrize("whole", [True, False])
def test_exception_is_summed_up_by_its_last_line(whole: bool) -> None:  # noqa: FBT001
    """A traceback, of the submission or of one exercise, is a fault."""
    text = "Traceback …\n  File …\nValueError: ours\n"
    evidence = evidence_with(ExerciseEvidence(exercise="matmul", source=None, trouble=text))
    if whole:
        evidence = replace(full_evidence(), trouble=text)
    fault = fault_in(evidence)
    assert fault is not None
    assert (fault.summary, fault.traceback) == ("ValueError: ours", text)


def kept(waiting: tuple[str, ...], room: Classroom) -> bool:
    """Whether an exercise that waited for this is left as it is."""
    setup = room.setup()
    folder = room.folder / "24A1201"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kadai1.py").write_text(RIGHT, encoding="utf-8")
    submission = read_submission(unread_submission("24A1201", [folder]), setup.assignment)
    (key,) = keys_of(submission, setup).values()
    (exercise,) = setup.assignment.exercises
    waits = ExerciseEvidence(exercise=exercise.id, source=FINE, waiting=waiting, key=key)
    stored = replace(evidence_with(waits), digest=submission.digest)
    return exercise.id in kept_of(stored, submission, setup).exercises


def test_what_waits_for_a_plugin_waits_until_it_is_here(tmp_path: Path) -> None:
    """Nobody runs the program again meanwhile."""
    room = Classroom(tmp_path, {})
    assert kept(("plugin fortran",), room)
    assert not kept(("plugin c",), room)
    assert not kept(("gpu",), room)
